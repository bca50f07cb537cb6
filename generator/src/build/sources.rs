//! The sources as they are now: every file that a build may read, looked at by stamp and read again only when that changed.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::prelude::*;

use crate::build::cascades::Cascades;
use crate::build::changes::Changes;
use crate::build::content_file::{Content, FileRead};
use crate::build::kept_pages::KeptPages;
use crate::config::args::BuildArgs;
use crate::config::clock::Clock;
use crate::config::layers::{self, SITE};
use crate::config::settings::Settings;
use crate::content::beside::{FileBeside, FilesBeside};
use crate::content::page::{self, Page, Text};
use crate::diagnostic::Diagnostic;
use crate::diagnostic::code::Code;
use crate::island::bundle::Bundle;
use crate::island::packages::LOCK_FILE;
use crate::snapshot::data::DataFile;
use crate::snapshot::inputs::TemplateTexts;
use crate::source::data;
use crate::source::digest::{Digest, digest};
use crate::source::ignored;
use crate::source::image::{self, Dimensions};
use crate::source::path::{self, OutputPath, Route};
use crate::source::static_file::StaticFile;
use crate::source::text;
use crate::source::world::{self, OutputMet, Stamp, World};

/// Texts that were just read are kept for rendering up to so many bytes; beyond that they are read again.
const TEXTS: usize = 8 << 20;

/// Everything that a build reads.
pub(crate) struct Sources {
    /// The site root.
    pub world: World,
    args: BuildArgs,
    /// The moment and the year of the next build.
    pub clock: Clock,
    /// By site path.
    pub stamps: BTreeMap<String, Stamp>,
    /// When the stamps were taken.
    pub scanned_at: i64,
    /// site.toml and the arguments; `None` while it has errors.
    pub settings: Option<Arc<Settings>>,
    /// By site path.
    pub templates: Arc<TemplateTexts>,
    /// By name.
    pub data: Arc<BTreeMap<String, DataFile>>,
    /// The files of static/, by output path.
    pub(super) own_statics: Arc<BTreeMap<OutputPath, StaticFile>>,
    /// Dimensions of the images among them.
    pub(super) own_images: Arc<BTreeMap<OutputPath, Dimensions>>,
    /// The files of content/ that are no pages, by site path.
    pub(super) beside: BTreeMap<String, FileBeside>,
    /// Where those lie.
    pub files_beside: Arc<FilesBeside>,
    /// All files that are published as they are, by output path.
    pub statics: Arc<BTreeMap<OutputPath, StaticFile>>,
    /// Dimensions of the images among them.
    pub images: Arc<BTreeMap<OutputPath, Dimensions>>,
    /// By site path.
    pub contents: BTreeMap<String, Content>,
    /// What folders say for the pages below them.
    pub cascades: Cascades,
    /// The runtime, where the site has one.
    pub bundle: Option<Arc<Bundle>>,
    /// What is wrong with single files, by site path.
    pub errors: BTreeMap<String, Vec<Diagnostic>>,
    /// Texts read in the last look, for rendering.
    pub texts: HashMap<String, Text>,
    /// The folder of the runtime that the stamps are of.
    scanned_runtime: Option<String>,
    /// A look that was taken before this process knew anything, and what an earlier one read.
    pub first_look: Option<Look>,
    pub kept: KeptPages,
}

/// What was there when somebody looked.
#[derive(Debug)]
pub(crate) struct Look {
    /// When that began.
    pub at: i64,
    /// The folder of the runtime, as far as it was known.
    pub runtime: Option<String>,
    /// By site path.
    pub stamps: BTreeMap<String, Stamp>,
}

impl Sources {
    /// Sources of which nothing is known yet.
    pub(crate) fn new(args: &BuildArgs, clock: Clock) -> Sources {
        Sources {
            world: World::new(&args.root).with_output(args.out()),
            args: args.clone(),
            clock,
            stamps: BTreeMap::new(),
            scanned_at: 0,
            settings: None,
            templates: Arc::default(),
            data: Arc::default(),
            own_statics: Arc::default(),
            own_images: Arc::default(),
            beside: BTreeMap::new(),
            files_beside: Arc::default(),
            statics: Arc::default(),
            images: Arc::default(),
            contents: BTreeMap::new(),
            cascades: Cascades::default(),
            bundle: None,
            errors: BTreeMap::new(),
            texts: HashMap::new(),
            scanned_runtime: None,
            first_look: None,
            kept: KeptPages::default(),
        }
    }

    /// Looks at all sources as they are now.
    pub(crate) fn look(&self, runtime: Option<String>) -> Result<Look, Diagnostic> {
        let at = world::now();
        let stamps = self.scan_with(runtime.as_deref())?;
        Ok(Look { at, runtime, stamps })
    }

    /// The stamps of all sources as they are now, when the runtime is known to lie in the folder `runtime`.
    pub(crate) fn scan_with(&self, runtime: Option<&str>) -> Result<BTreeMap<String, Stamp>, Diagnostic> {
        let list = |dir: &str, skip: &[&str]| {
            self.world.stamps(dir, skip).map_err(|error| {
                let code = match error.get_ref() {
                    Some(it) if it.is::<OutputMet>() => Code::OutputInSource,
                    _ => Code::Unreadable,
                };
                Diagnostic::error(code, format!("cannot read {dir}: {error}"))
            })
        };
        let (content, others) = rayon::join(
            || list("content", &[]),
            || {
                let mut stamps = list("pages", &[])?;
                stamps.extend(list("static", &[])?);
                if let Some(dir) = runtime {
                    stamps.extend(list(dir, &["node_modules", "tests"])?);
                    stamps.extend(self.world.stamp(LOCK_FILE).map(|stamp| (LOCK_FILE.to_owned(), stamp)));
                }
                let settings = [SITE.to_owned(), layers::overlay(self.args.profile)];
                stamps.extend(settings.into_iter().filter_map(|file| Some((file.clone(), self.world.stamp(&file)?))));
                Ok::<_, Diagnostic>(stamps)
            },
        );
        let mut stamps = content?;
        stamps.extend(others?);
        Ok(stamps)
    }

    /// Brings everything up to date with the world; `paths` limits the look to these site paths. `note` is told what
    /// takes long. What is wrong with single files stands in `errors` afterwards.
    pub(crate) fn refresh(&mut self, paths: Option<&BTreeSet<String>>, note: &dyn Fn(&str)) -> Result<Changes, Vec<Diagnostic>> {
        let mut changed = self.changed(paths).map_err(|error| vec![error])?;
        let mut seen = Changes::default();
        self.texts.clear();
        let is_dated = self.settings.as_ref().is_some_and(|it| it.build_year == self.clock.build_year);
        if !is_dated || changed.contains(SITE) || changed.contains(&layers::overlay(self.args.profile)) {
            self.settings = None;
            let settings = match Settings::as_far_as_readable(&self.args, &self.world, &self.clock) {
                Ok((settings, found)) => {
                    self.errors.remove(SITE);
                    if !found.is_empty() {
                        self.errors.insert(SITE.to_owned(), found);
                    }
                    settings
                }
                Err(found) => {
                    // Without settings nothing else can be read; the next look begins anew.
                    *self = Sources::new(&self.args, self.clock);
                    return Err(found);
                }
            };
            let moved = self.scanned_runtime != settings.runtime;
            self.settings = Some(Arc::new(settings));
            seen.settings = true;
            if moved {
                changed.extend(self.changed(None).map_err(|error| vec![error])?);
            }
        }
        let runtime = self.settings.as_ref().and_then(|it| it.runtime.clone());
        let in_runtime =
            |path: &String| runtime.as_ref().is_some_and(|dir| path == LOCK_FILE || path.starts_with(&format!("{dir}/")));
        let below = |start: &'static str| changed.iter().filter(move |path| path.starts_with(start)).cloned().collect::<Vec<_>>();

        self.refresh_templates(&below("pages/"), &mut seen);
        let (data, pages): (Vec<_>, Vec<_>) = below("content/").into_iter().partition(|path| path.starts_with("content/data/"));
        self.refresh_data(&data, &mut seen);
        self.refresh_statics(&below("static/"), &mut seen);
        self.refresh_beside(pages.iter().filter(|path| ignored::is_published(path)).cloned().collect(), &mut seen);
        self.refresh_pages(pages, &mut seen);
        if runtime.is_none() {
            self.bundle = None;
        } else if self.bundle.is_none() || changed.iter().any(in_runtime) {
            seen.settings = true;
            let dir = runtime.unwrap_or_default();
            match Bundle::make(&self.world, &dir, note) {
                Ok(bundle) => {
                    self.errors.remove(&dir);
                    self.bundle = Some(Arc::new(bundle));
                }
                Err(error) => {
                    self.bundle = None;
                    self.errors.insert(dir, vec![error]);
                }
            }
        }
        Ok(seen)
    }

    /// Site paths that were made, changed or removed.
    fn changed(&mut self, paths: Option<&BTreeSet<String>>) -> Result<BTreeSet<String>, Diagnostic> {
        if let Some(paths) = paths {
            let mut changed = BTreeSet::new();
            for path in paths {
                let now = self.world.stamp(path);
                // Somebody said that it changed, which is worth more than a stamp.
                if now.is_some() || self.stamps.contains_key(path) {
                    changed.insert(path.clone());
                }
                // What is no file now may have been a folder, whose files are gone with it.
                if now.is_none() {
                    let gone: Vec<String> =
                        path::below(&self.stamps, &format!("{path}/")).map(|(path, _)| path.clone()).collect();
                    for path in &gone {
                        self.stamps.remove(path);
                    }
                    changed.extend(gone);
                }
                match now {
                    Some(stamp) => self.stamps.insert(path.clone(), stamp),
                    None => self.stamps.remove(path),
                };
            }
            return Ok(changed);
        }
        let runtime = || self.settings.as_ref().and_then(|it| it.runtime.clone());
        let Look { at, runtime, stamps: now } = self.first_look.take().map_or_else(|| self.look(runtime()), Ok)?;
        self.scanned_runtime = runtime;
        let scanned_at = std::mem::replace(&mut self.scanned_at, at);
        let mut changed: BTreeSet<String> = now
            .iter()
            .filter(|(path, stamp)| self.stamps.get(*path) != Some(stamp) || stamp.is_racy(scanned_at))
            .map(|(path, _)| path.clone())
            .collect();
        changed.extend(self.stamps.keys().filter(|path| !now.contains_key(*path)).cloned());
        self.stamps = now;
        Ok(changed)
    }

    fn refresh_templates(&mut self, changed: &[String], seen: &mut Changes) {
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
            match self.world.read_if_there(path).map(|it| it.map(|it| String::from_utf8(text::read(path, it)))) {
                Ok(None) => {}
                Ok(Some(Ok(text))) => {
                    templates.insert(path.clone(), Arc::from(text));
                }
                Ok(Some(Err(_))) => {
                    self.fail(path, Diagnostic::error(Code::NotUtf8, "this file is not UTF-8 text").hint("save it as UTF-8"));
                }
                Err(error) => self.fail(path, unreadable(path, &error)),
            }
        }
        seen.templates |= templates != *self.templates;
        self.templates = Arc::new(templates);
    }

    fn refresh_data(&mut self, changed: &[String], seen: &mut Changes) {
        for path in changed {
            self.note_ignored(path);
        }
        let is_ours = |path: &&String| data::name(path).is_some() || data::schema_name(path).is_some();
        if !changed.iter().any(|path| is_ours(&path)) {
            return;
        }
        seen.data = true;
        let paths: Vec<String> = self.stamps.keys().filter(|path| path.starts_with("content/data/")).cloned().collect();
        self.errors.retain(|path, _| !path.starts_with("content/data/") || ignored::is_told(path));
        let read = |path: &String| {
            let bytes = self.world.read_if_there(path).map_err(|error| vec![unreadable(path, &error)])?;
            Ok(bytes.map(|bytes| text::read(path, bytes)))
        };
        let schemas = paths.iter().filter_map(|path| Some((path, data::schema_name(path)?)));
        let schemas: Vec<_> = schemas
            .map(|(path, name)| (path, name, read(path).and_then(|it| it.map(|it| data::schema(path, it)).transpose())))
            .collect();
        let values = paths.iter().filter_map(|path| Some((path, data::name(path)?)));
        let values: Vec<_> = values
            .map(|(path, name)| {
                (
                    path,
                    name,
                    read(path).and_then(|bytes| {
                        let Some(bytes) = bytes else {
                            return Ok(None);
                        };
                        let value = data::read(path, bytes.clone())?;
                        Ok(Some((value, bytes)))
                    }),
                )
            })
            .collect();
        let mut shapes = BTreeMap::new();
        for (path, name, schema) in schemas {
            match schema {
                Ok(schema) => shapes.extend(schema.map(|schema| (name, schema))),
                Err(found) => {
                    self.errors.insert(path.clone(), found);
                }
            }
        }
        let mut data = BTreeMap::new();
        for (path, name, value) in values {
            let (mut value, bytes) = match value {
                Ok(Some(it)) => it,
                Ok(None) => continue,
                Err(found) => {
                    self.errors.insert(path.clone(), found);
                    continue;
                }
            };
            if let Some(shape) = data::schema_names(name).find_map(|name| shapes.get(name)) {
                value = data::typed(path, value, shape);
                let found = data::violations(path, &String::from_utf8_lossy(&bytes), &value, shape);
                if !found.is_empty() {
                    self.errors.insert(path.clone(), found);
                }
            }
            let text = String::from_utf8_lossy(&bytes);
            if data.insert(name.to_owned(), DataFile::new(path, &text, value)).is_some() {
                let error = Diagnostic::error(Code::DataNameTaken, format!("two data files have the name `{name}`"));
                self.fail(path, error.hint("templates know them without their extension; rename one of them"));
            }
        }
        self.data = Arc::new(data);
    }

    /// Warns of a file of content/ that nothing is made of, or forgets the warning when it is gone.
    fn note_ignored(&mut self, path: &str) {
        let Some(hint) = ignored::hint(path) else { return };
        self.errors.remove(path);
        if self.stamps.contains_key(path) {
            let found = if path.ends_with(".md") {
                let message = format!("{path} makes a page of its own name");
                Diagnostic::warning(Code::FileIgnored, message).in_file(path)
            } else {
                ignored::warning(path)
            };
            self.errors.insert(path.to_owned(), vec![found.hint(hint)]);
        }
    }

    fn refresh_statics(&mut self, changed: &[String], seen: &mut Changes) {
        seen.statics |= !changed.is_empty();
        let mut images = (*self.own_images).clone();
        let statics = Arc::make_mut(&mut self.own_statics);
        for path in changed {
            let output = OutputPath::new(&path["static/".len()..]);
            self.errors.remove(path);
            statics.remove(&output);
            images.remove(&output);
            if !self.stamps.contains_key(path) {
                continue;
            }
            match self.world.read_if_there(path) {
                Ok(None) => {}
                Ok(Some(bytes)) => {
                    if image::is_no_image(&output, &bytes) {
                        let found = Diagnostic::warning(Code::NotAnImage, format!("{path} is no image that can be read"));
                        self.errors.insert(
                            path.clone(),
                            vec![found.in_file(path).hint("save it again as what its name says, or replace it")],
                        );
                    }
                    images.extend(image::dimensions(&output, &bytes).map(|it| (output.clone(), it)));
                    statics.insert(output, StaticFile::new(&bytes));
                }
                Err(error) => drop(self.errors.insert(path.clone(), vec![unreadable(path, &error).in_file(path)])),
            }
        }
        if images != *self.own_images {
            self.own_images = Arc::new(images);
        }
    }

    fn refresh_pages(&mut self, changed: Vec<String>, seen: &mut Changes) {
        for path in &changed {
            self.note_ignored(path);
        }
        let read = self.read_with_those_below(changed);
        self.kept = KeptPages::default();
        for (path, read) in read {
            if !ignored::is_told(&path) {
                self.errors.remove(&path);
            }
            match read {
                Ok(None) => seen.pages |= self.contents.remove(&path).is_some(),
                Err(error) => {
                    seen.pages |= self.contents.remove(&path).is_some();
                    self.errors.insert(path, vec![error]);
                }
                Ok(Some((text, mut content, found))) => {
                    if let Some(above) = self.cascades.above(&path) {
                        content.taken = Arc::make_mut(&mut content.page).take(above);
                    }
                    if !found.is_empty() {
                        self.errors.insert(path.clone(), found);
                    }
                    let before = self.contents.get(&path);
                    match before.map(|it| &it.page) {
                        Some(page) if page.digest == content.page.digest => {}
                        Some(page) if page.stands_like(&content.page) => {
                            seen.sitemap |= !page.front.is_found_like(&content.page.front);
                            seen.fronts.insert(path.clone());
                        }
                        _ => seen.pages = true,
                    }
                    if before.is_none_or(|it| it.digest != content.digest) {
                        seen.texts.insert(path.clone());
                    }
                    self.texts.extend(text.map(|text| (path.clone(), text)));
                    self.contents.insert(path, content);
                }
            }
        }
    }

    /// Reads content files; a large site's texts together would fill the memory, so that most are let go at once.
    pub(super) fn read_pages(&self, paths: Vec<String>, kept: &AtomicUsize) -> Vec<(String, FileRead)> {
        let read = |path: &String| {
            if !self.stamps.contains_key(path) {
                return Ok(None);
            }
            if let Some(content) = self.stamps.get(path).and_then(|now| self.kept.get(path, now)) {
                return Ok(Some((None, content, Vec::new())));
            }
            let Some((text, content, found)) = self.read_page(path)? else {
                return Ok(None);
            };
            let is_kept = kept.fetch_add(text.source.len(), Ordering::Relaxed) < TEXTS;
            Ok(Some((is_kept.then_some(text), content, found)))
        };
        let pages = paths.into_par_iter().filter(|path| path.ends_with(".md"));
        pages
            .map(|path| {
                let read = read(&path);
                (path, read)
            })
            .collect()
    }

    /// Reads a content file; none where it went since it was listed.
    fn read_page(&self, path: &str) -> Result<Option<(Text, Content, Vec<Diagnostic>)>, Diagnostic> {
        let Some(bytes) = self.world.read_if_there(path).map_err(|error| unreadable(path, &error))? else {
            return Ok(None);
        };
        let digest = digest(&bytes);
        let text = Text::read(path, bytes)?;
        let (page, found) = Page::read(path, &text);
        Ok(Some((text, Content { page: Arc::new(page), digest, taken: 0 }, found)))
    }

    /// The text of a file of static/, by its name there.
    pub(crate) fn static_text(&self, name: &str) -> Option<Arc<str>> {
        let path = format!("static/{}", self.own_statics.get_key_value(name)?.0);
        let bytes = self.world.read(&path).ok()?;
        Some(String::from_utf8_lossy(&text::read(&path, bytes)).into())
    }

    /// Routes of content files that could not be read, as far as their places tell: a link there is no mistake of its own.
    pub(crate) fn unread_routes(&self) -> BTreeSet<Route> {
        let pages = self.errors.keys().filter(|path| path.starts_with("content/") && path.ends_with(".md"));
        pages.filter(|path| !self.contents.contains_key(*path)).map(|path| page::route_of(path)).collect()
    }

    /// Digest of the file that a page is made from; 0 for a page that no file asked for.
    pub(crate) fn content_digest(&self, page: &Page) -> Digest {
        self.contents.get(&page.source).map_or(0, |it| it.digest)
    }

    /// The text of a page, from after the heading that gave it its title; an empty one for a page that no file asked for.
    pub(crate) fn text_of(&self, page: &Page) -> Result<Text, Diagnostic> {
        let Some(content) = self.contents.get(&page.source) else {
            return Ok(Text::empty());
        };
        let mut text = self.text(&page.source)?;
        // Of the page that was read with this text: the one that is asked for may be older, with its heading written otherwise.
        let begins = text.body + content.page.front.text_begins.unwrap_or(0);
        // The file may have become shorter since.
        if text.source.is_char_boundary(begins) {
            text.body = begins;
        }
        Ok(text)
    }

    /// The text of a content file: the one just read, or read again.
    pub(crate) fn text(&self, path: &str) -> Result<Text, Diagnostic> {
        if let Some(text) = self.texts.get(path) {
            return Ok(text.clone());
        }
        let bytes = self.world.read(path).map_err(|error| unreadable(path, &error))?;
        Text::read(path, bytes)
    }

    fn fail(&mut self, path: &str, error: Diagnostic) {
        let error = if error.place.is_none() { error.in_file(path) } else { error };
        self.errors.insert(path.to_owned(), vec![error]);
    }
}

pub(super) fn unreadable(path: &str, error: &std::io::Error) -> Diagnostic {
    Diagnostic::error(Code::Unreadable, format!("cannot read {path}: {error}"))
}
