//! Reads templates, data files, files of static/ and the Git history again after changes, and renders icons again.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde_json::Value as Json;

use crate::query::MARKUP;
use crate::query::data::DataFile;
use crate::query::inputs::TranslatedData;
use crate::query::invalidation::Invalidation;
use crate::sources::history::SiteHistory;
use crate::sources::icons::Icons;
use crate::sources::published::{is_script, is_transformed};
use crate::sources::{Sources, unreadable};
use croupier_base::diagnostic::Diagnostic;
use croupier_base::diagnostic::code::Code;
use croupier_base::diagnostic::wording::{closest, did_you_mean};
use croupier_base::disk::ignored;
use croupier_base::disk::static_file::{HEAD, StaticFile};
use croupier_base::fingerprint::Fingerprint;
use croupier_base::media::image;
use croupier_base::path::{self, OutputPath, SitePath};
use croupier_base::pseudo::Pseudo;
use croupier_base::syntax::data;
use croupier_base::syntax::schema::{Schema, overlay};
use croupier_base::syntax::utf8;
use croupier_content::config::head::{ICO, TOUCH_ICON};
use croupier_content::languages::LanguageKey;
use croupier_content::markdown::hooks::Hook;
use croupier_content::markdown::mdx;

/// The key of the warning about icons in [`Sources::errors`].
const ICONS: &str = ".croupier/icons";
/// The key of the warnings about the Git history.
const GIT: &str = "site.toml#git";

/// The texts of a data file in another language.
struct Overlay {
    language: LanguageKey,
    /// The file with the texts.
    source: SitePath,
    /// The text of that file.
    text: Arc<str>,
    value: Json,
}

/// The texts of data files in other languages, by the name of the file.
type Overlays = BTreeMap<String, Vec<Overlay>>;

impl Sources {
    /// Reads the changed templates again.
    pub(super) fn refresh_templates(&mut self, changed: &[SitePath], changes: &mut Invalidation) {
        if changed.is_empty() {
            return;
        }

        let mut templates = (*self.templates).clone();
        for path in changed {
            templates.remove(path);
            self.errors.remove(path);
            if !self.stamps.contains_key(path) {
                continue;
            }

            let bytes = match self.world.read_source_if_exists(path) {
                Ok(Some(bytes)) => bytes,
                Ok(None) => continue,
                Err(error) => {
                    self.fail(path, unreadable(path, &error));
                    continue;
                }
            };

            match utf8::decode(path, bytes) {
                Ok(text) => {
                    templates.insert(path.clone(), Arc::from(text));
                    if let Some(warning) = unused_markup(path) {
                        self.fail(path, warning);
                    }
                }
                Err(error) => self.fail(path, *error),
            }
        }

        changes.templates |= templates != *self.templates;
        self.templates = Arc::new(templates);
    }

    /// Reads all data files again if one of them or a schema changed.
    pub(super) fn refresh_data(&mut self, changed: &[SitePath], changes: &mut Invalidation) {
        for path in changed {
            self.note_ignored(path);
        }

        let is_data_or_schema =
            |path: &SitePath| data::name(path).is_some() || data::schema_name(path).is_some();
        if !changed.iter().any(is_data_or_schema) {
            return;
        }

        changes.data = true;
        self.errors
            .retain(|path, _| !path.starts_with("content/data/") || ignored::has_warning(path));
        let paths: Vec<SitePath> = path::entries_with_prefix(&self.stamps, "content/data/")
            .map(|(path, _)| path.clone())
            .collect();

        let languages = self.read_options.languages.clone();
        let (of_languages, paths): (Vec<SitePath>, Vec<SitePath>) =
            paths.into_iter().partition(|path| {
                data::name(path).is_some() && languages.split(path).is_of_other_language(&languages)
            });

        let schemas = self.read_schemas(&paths);
        let mut overlays = Overlays::new();
        let data = self.read_originals(&paths, &schemas, &mut overlays);
        self.read_overlays(of_languages, &mut overlays);
        self.translated_data = Arc::new(self.translated(&data, &overlays, &schemas));
        self.data = Arc::new(data);
    }

    /// Reads the data files in the default language, by name. Columns of a CSV file for other languages are added to `overlays`.
    fn read_originals(
        &mut self,
        paths: &[SitePath],
        schemas: &BTreeMap<&str, Schema>,
        overlays: &mut Overlays,
    ) -> BTreeMap<String, DataFile> {
        let languages = self.read_options.languages.clone();
        let mut data = BTreeMap::new();
        for path in paths {
            let split = languages.split(path);
            let Some(name) = data::name(&split.path) else { continue };
            let Some((mut value, bytes)) = self.read_data_or_fail(path) else { continue };

            let text = String::from_utf8_lossy(&bytes);
            if path.extension() == "csv" {
                for language in languages.0.iter().map(|it| it.key) {
                    let Some(value) = data::take_columns(&mut value, &language) else { continue };
                    let (source, text) = (path.clone(), Arc::from(&*text));
                    let overlay = Overlay { language, source, text, value };
                    overlays.entry(name.to_owned()).or_default().push(overlay);
                }
            }

            if let Some(schema) = data::schema_names(name).find_map(|name| schemas.get(name)) {
                value = data::typed(path, value, schema);
                let violations = data::violations(path, &text, &value, schema);
                if !violations.is_empty() {
                    self.errors.insert(path.clone(), violations);
                }
            }

            if data.insert(name.to_owned(), DataFile::new(path, &text, value)).is_some() {
                let message = format!("two data files have the name `{name}`");
                let hint = "the name does not include the extension; rename one of them";
                self.fail(path, Diagnostic::error(Code::DataNameTaken, message).hint(hint));
            }
        }

        data
    }

    /// Reads the data files in other languages.
    fn read_overlays(&mut self, paths: Vec<SitePath>, overlays: &mut Overlays) {
        let languages = self.read_options.languages.clone();
        for source in paths {
            let split = languages.split(&source);
            let Some(name) = data::name(&split.path) else { continue };
            let Some((value, bytes)) = self.read_data_or_fail(&source) else { continue };

            let text = String::from_utf8_lossy(&bytes).into();
            let (name, language) = (name.to_owned(), split.language);
            // A CSV file can have columns for a language, and an overlay.
            let of_file = overlays.entry(name).or_default();
            of_file.push(Overlay { language, source, text, value });
        }
    }

    /// Reads a data file, and records its errors. `None` if it does not exist or has errors.
    fn read_data_or_fail(&mut self, path: &SitePath) -> Option<(Json, Vec<u8>)> {
        match self.read_data(path) {
            Ok(file) => file,
            Err(diagnostics) => {
                self.errors.insert(path.clone(), diagnostics);
                None
            }
        }
    }

    /// Returns the data files with texts of each language that has some. Texts that a language lacks are those of the languages that take its
    /// place. Records the errors in overlays.
    fn translated(
        &mut self,
        data: &BTreeMap<String, DataFile>,
        overlays: &Overlays,
        schemas: &BTreeMap<&str, Schema>,
    ) -> TranslatedData {
        let mut translated = TranslatedData::new();
        let Some(settings) = self.settings.clone() else { return translated };
        for (name, overlays) in overlays {
            let Some(base) = data.get(name) else {
                self.report_without_original(name, overlays, data);
                continue;
            };

            let schema = data::schema_names(name).find_map(|name| schemas.get(name));
            for key in settings.languages.files.0.iter().map(|it| &it.key) {
                if overlays.iter().all(|it| it.language != *key) {
                    continue;
                }
                // The texts of a language that is left out are only checked.
                let language = settings.languages.find(*key);
                let fallback = language.into_iter().flat_map(|it| it.fallback.iter().rev());
                let chain = fallback.chain([key]);
                let of_chain =
                    chain.flat_map(|key| overlays.iter().filter(|it| it.language == *key));
                let mut localized = base.value.clone();
                for Overlay { language: own, source, text, value } in of_chain {
                    let (value, errors) = data::localized(source, text, &localized, value, schema);
                    localized = value;
                    if own == key && !errors.is_empty() {
                        self.errors.entry(source.clone()).or_default().extend(errors);
                    }
                }
                if language.is_some() {
                    let file = DataFile::new(base.source(), base.text(), localized);
                    translated.entry(*key).or_default().insert(name.clone(), file);
                }
            }
        }
        for language in settings.languages.iter() {
            let Some(pseudo) = Pseudo::of_tag(&language.key) else { continue };
            let of_language = translated.entry(language.key).or_default();
            for (name, base) in data {
                let schema = data::schema_names(name).find_map(|name| schemas.get(name));
                let value = overlay::with_texts(&base.value, schema, &|text| pseudo.text(text));
                let file = DataFile::new(base.source(), base.text(), value);
                of_language.insert(name.clone(), file);
            }
        }
        translated
    }

    /// Reports overlays of a data file that does not exist. One that cannot be read has an error of its own.
    fn report_without_original(
        &mut self,
        name: &str,
        overlays: &[Overlay],
        data: &BTreeMap<String, DataFile>,
    ) {
        if self.errors.keys().any(|path| data::name(path) == Some(name)) {
            return;
        }
        let message = format!("there is no data file `{name}`, whose texts this file translates");
        let hint = did_you_mean(name, data.keys().map(String::as_str))
            .unwrap_or_else(|| "rename the file, or add the original".to_owned());
        for overlay in overlays {
            let error = Diagnostic::error(Code::DataShape, message.clone()).hint(hint.clone());
            self.fail(&overlay.source, error);
        }
    }

    /// Reads the schemas among `paths`, by the names of their data files, and records their errors.
    fn read_schemas<'a>(&mut self, paths: &'a [SitePath]) -> BTreeMap<&'a str, Schema> {
        let mut schemas = BTreeMap::new();
        for path in paths {
            let Some(name) = data::schema_name(path) else { continue };
            let schema = self
                .read_data_bytes(path)
                .and_then(|bytes| bytes.map(|bytes| data::schema(path, bytes)).transpose());
            match schema {
                Ok(schema) => schemas.extend(schema.map(|schema| (name, schema))),
                Err(diagnostics) => {
                    self.errors.insert(path.clone(), diagnostics);
                }
            }
        }
        schemas
    }

    /// Reads a data file. Returns its value and its bytes, or `None` if it no longer exists.
    fn read_data(&self, path: &SitePath) -> Result<Option<(Json, Vec<u8>)>, Vec<Diagnostic>> {
        let Some(bytes) = self.read_data_bytes(path)? else { return Ok(None) };
        let value = data::read(path, bytes.clone())?;
        Ok(Some((value, bytes)))
    }

    fn read_data_bytes(&self, path: &SitePath) -> Result<Option<Vec<u8>>, Vec<Diagnostic>> {
        self.world.read_source_if_exists(path).map_err(|error| vec![unreadable(path, &error)])
    }

    /// Records the warning about an ignored file in content/, or removes the warning if the file no longer exists.
    pub(super) fn note_ignored(&mut self, path: &SitePath) {
        let Some(hint) = ignored::hint(path) else { return };
        self.errors.remove(path);
        // The name of a declared language is no mistake.
        let is_translation = self.read_options.languages.split(path).has_suffix;
        if !self.stamps.contains_key(path) || is_translation {
            return;
        }
        if path.ends_with(".mdx") {
            let warnings = match self.world.read_if_exists(path) {
                Ok(bytes) => {
                    mdx::warnings(path, &String::from_utf8_lossy(&bytes.unwrap_or_default()))
                }
                Err(error) => vec![unreadable(path, &error)],
            };
            self.errors.insert(path.clone(), warnings);
            return;
        }

        let warning = if path.ends_with(".md") {
            let message = format!("{path} becomes a page with its own name");
            Diagnostic::warning(Code::FileIgnored, message).in_file(path)
        } else {
            ignored::warning(path)
        };

        self.errors.insert(path.clone(), vec![warning.hint(hint)]);
    }

    /// Reads the changed files of static/ again.
    pub(super) fn refresh_statics(&mut self, changed: &[SitePath], changes: &mut Invalidation) {
        changes.statics |= !changed.is_empty();

        let mut images = (*self.static_images).clone();
        let mut static_files = std::mem::take(&mut self.static_files);
        let files = Arc::make_mut(&mut static_files);
        let is_other_file = |path: &SitePath| {
            let was_known = files.contains_key(&path["static/".len()..]);
            was_known != self.stamps.contains_key(path)
        };

        // Scripts name other files, which matters only below a path.
        let has_base_path = self.settings.as_ref().is_some_and(|it| !it.base_path.is_empty());
        let mut scripts = Vec::new();
        if has_base_path && changed.iter().any(is_other_file) {
            scripts = self.unchanged_scripts(changed);
        }

        for path in changed.iter().chain(&scripts) {
            let output = OutputPath::new(&path["static/".len()..]);
            self.errors.remove(path);
            files.remove(&output);
            images.remove(&output);
            if !self.stamps.contains_key(path) {
                continue;
            }

            let limit = if is_transformed(path) { u64::MAX } else { HEAD };
            let read = self.world.read_static_file(path, limit).unwrap_or_else(|error| {
                let error = unreadable(path, &error).in_file(path);
                self.errors.insert(path.clone(), vec![error]);
                None
            });
            let Some((file, bytes)) = read else { continue };

            if image::is_broken_image(&output, &bytes) {
                self.errors.insert(path.clone(), vec![broken_image(path)]);
            }
            images.extend(image::dimensions(&output, &bytes).map(|it| (output.clone(), it)));

            let (published, warning) = self.transform_static(path, &bytes);
            let file = match published {
                Cow::Owned(transformed) => StaticFile::new(&transformed),
                Cow::Borrowed(_) => file,
            };
            files.insert(output, file);

            let mut warnings = self.unprefixed_files(path, &bytes);
            warnings.extend(warning);
            if !warnings.is_empty() {
                self.errors.insert(path.clone(), warnings);
            }
        }

        self.static_files = static_files;
        if images != *self.static_images {
            self.static_images = Arc::new(images);
        }
    }

    /// Renders the icons again if their SVG changed.
    pub(super) fn refresh_icons(&mut self, changes: &mut Invalidation) {
        let settings = self.settings.as_ref();
        let Some(library) = settings.and_then(|it| it.extensions.pictures) else { return };
        let svg = self.icon_source();
        if svg == self.icons.svg {
            return;
        }

        changes.statics = true;
        self.errors.remove(ICONS);
        let (icons, problem) = Icons::render(library, &self.world, svg);
        self.icons = icons;
        self.errors.extend(problem.map(|problem| (SitePath::new(ICONS), vec![problem])));
    }

    /// Returns the SVG of static/ that is the favicon, unless the site has all other icons itself.
    fn icon_source(&self) -> Option<(OutputPath, Fingerprint)> {
        let favicon = self.settings.as_ref()?.config.head.favicon.as_deref()?;
        let path = OutputPath::new(favicon.trim_start_matches('/'));
        let file = self.static_files.get(&path).filter(|_| path.ends_with(".svg"))?;
        let is_complete =
            [ICO, TOUCH_ICON].iter().all(|icon| self.static_files.contains_key(*icon));
        (!is_complete).then_some((path, file.digest))
    }

    /// Reads the history again if the current commit changed, and adds the files to `changed` whose history did. Their pages are parsed
    /// again as if the files had changed.
    pub(super) fn refresh_history(&mut self, changed: &mut BTreeSet<SitePath>) {
        self.errors.remove(GIT);
        if !self.read_options.git_dates {
            self.history = None;
            return;
        }

        let history = SiteHistory::refreshed(self.history.take(), self.world.root());
        let settings = self.settings.as_ref();
        let warnings = settings.map(|it| history.warnings(it)).unwrap_or_default();
        self.history = Some(history);

        let pages = self.contents.iter().filter(|(_, content)| content.page.row.is_none());
        let moved = pages
            .filter(|(path, content)| content.page.history.as_deref() != self.history_of(path));
        changed.extend(moved.map(|(path, _)| path.clone()));

        if !warnings.is_empty() {
            self.errors.insert(SitePath::new(GIT), warnings);
        }
    }

    /// The scripts of static/ that did not change.
    fn unchanged_scripts(&self, changed: &[SitePath]) -> Vec<SitePath> {
        let known = path::entries_with_prefix(&self.stamps, "static/").map(|(path, _)| path);
        known.filter(|it| is_script(it) && !changed.contains(it)).cloned().collect()
    }
}

/// Returns the warning about a template in pages/markup/ that renders no element of Markdown.
fn unused_markup(path: &SitePath) -> Option<Diagnostic> {
    let name = path.strip_prefix(MARKUP)?;
    let stem = name.strip_suffix(".html");
    let names = Hook::ALL.map(Hook::name);
    if stem.is_some_and(|stem| names.contains(&stem)) {
        return None;
    }

    // Other generators have names such as render-link.html.
    let stem = stem.unwrap_or(name);
    let part = names.into_iter().find(|known| stem.contains(known));
    let hint = match part.or_else(|| closest(stem, names)) {
        Some(known) => format!("did you mean `{known}.html`?"),
        None => {
            let names = names.map(|known| format!("`{known}.html`")).join(", ");
            format!("the names are {names}; move other templates out of {MARKUP}")
        }
    };

    let message = format!("{path} renders no element of Markdown");
    Some(Diagnostic::warning(Code::FileIgnored, message).in_file(path).hint(hint))
}

/// Returns the warning about a file that has the extension of an image but cannot be read as one.
pub(super) fn broken_image(path: &SitePath) -> Diagnostic {
    Diagnostic::warning(Code::NotAnImage, format!("{path} is not a readable image"))
        .in_file(path)
        .hint("save it again in the format of its extension, or replace it")
}
