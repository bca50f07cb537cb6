//! Pages that `[[collections]]` makes of rows of data. They are content files like any other for the rest of a build.
//!
//! All rows are read again when a data file, site.toml or a `[cascade]` table changed, and compared with the pages that they had, so that
//! only the pages of changed rows are rendered. The cache does not hold them: a new process has read all data files anyway.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

use serde_json::Value as Json;

use crate::query::data::DataFile;
use crate::query::invalidation::Invalidation;
use crate::sources::Sources;
use crate::sources::content::{Content, DataPages};
use croupier_base::diagnostic::code::Code;
use croupier_base::diagnostic::wording::did_you_mean;
use croupier_base::diagnostic::{Diagnostic, Severity};
use croupier_base::fingerprint::{Fingerprint, fingerprint};
use croupier_base::path::{self, Route, SitePath};
use croupier_base::syntax::data;
use croupier_base::syntax::spanned::SpannedValue;
use croupier_content::config::settings::Settings;
use croupier_content::config::tables::languages::Language;
use croupier_content::data_rows::{RowFile, column_of};
use croupier_content::front_matter::{CascadeFile, ValueOrigin};
use croupier_content::languages::LanguageKey;
use croupier_content::model::collection::{self, Collection, columns_in};
use croupier_content::page::Page;

/// The key of the diagnostics of rows among those of files.
const DIAGNOSTICS: &str = "site.toml#collections";

/// A row with its position and its value, and the file that it is from.
type FileRow<'a> = (RowFile<'a>, (&'a SpannedValue, &'a Json));

/// The pages of rows by source, and the diagnostics.
#[derive(Default)]
struct Found {
    pages: BTreeMap<SitePath, Content>,
    diagnostics: Vec<Diagnostic>,
    unread: Vec<String>,
}

impl Found {
    fn add(&mut self, page: Page) -> Arc<Page> {
        let page = Arc::new(page);
        let content =
            Content { digest: digest(&page), size: 0, cascade: 0, page: Arc::clone(&page) };
        self.pages.insert(page.source.clone(), content);
        page
    }
}

impl Sources {
    /// Reads the rows of all collections again.
    pub(super) fn refresh_data_pages(&mut self, changes: &mut Invalidation) {
        let Some(settings) = self.settings.clone() else { return };
        self.errors.remove(DIAGNOSTICS);

        let collections = &settings.config.collections;
        let mut found = Found { unread: collections.unread.clone(), ..Found::default() };

        for (index, collection) in &collections.entries {
            let entry = Entry { settings: &settings, index: *index, collection };
            let count = found.diagnostics.len();
            if !self.read_collection(entry, &mut found)
                || found.diagnostics[count..].iter().any(|it| it.severity == Severity::Error)
            {
                found.unread.push(collection.route_prefix().to_owned());
            }
        }

        let Found { pages, diagnostics, unread } = found;
        let languages = &settings.languages;
        let unread = unread.iter().flat_map(|it| languages.iter().map(|own| own.localized(it)));
        let unread: Vec<String> = unread.collect();
        if !diagnostics.is_empty() {
            self.errors.insert(SitePath::new(DIAGNOSTICS), diagnostics);
        }

        let sources: BTreeSet<SitePath> = pages.keys().cloned().collect();
        let before = std::mem::replace(&mut self.data_pages, DataPages { sources, unread });
        changes.pages |= before.unread != self.data_pages.unread;
        for source in before.sources.difference(&self.data_pages.sources) {
            changes.pages |= self.contents.remove(source).is_some();
        }

        for (source, mut content) in pages {
            // The row inherits as if its page had a file at its route.
            let page = &content.page;
            let file = SitePath::new(format!("content{}row.md", page.file_route));
            let languages = &self.read_options.languages;
            let file = if page.language == languages.default_key() {
                file
            } else {
                languages.translation_of(&file, page.language)
            };
            self.inherit(&file, &mut content, &mut Vec::new());

            // The rows of the previous process are compared as a whole.
            if self.previous.is_none() {
                self.note_changes(&source, &content, changes);
            }
            self.contents.insert(source, content);
        }
    }

    /// Reads the rows of one collection. Returns whether all of them could be read.
    fn read_collection(&self, entry: Entry<'_>, found: &mut Found) -> bool {
        let Entry { collection, .. } = entry;

        let below = format!("{}/", collection.data);
        let files: Vec<&DataFile> = self
            .data
            .values()
            .filter(|data| *data.source() == collection.data || data.source().starts_with(&below))
            .collect();

        if files.is_empty() {
            // A data file with a syntax error has an error of its own.
            let exists = self.stamps.contains_key(&collection.data)
                || path::entries_with_prefix(&self.stamps, &below).next().is_some();
            found.diagnostics.extend((!exists).then(|| self.missing_data(entry)));
            return false;
        }

        let languages = entry.localized();
        let (of_default, others) = languages.split_first().expect("a site has a language");
        let template_origin = entry.template_origin();
        let spanned: Vec<SpannedValue> = files.iter().map(|data| data.spanned()).collect();
        let mut rows = Vec::new();
        let mut translated_rows = Vec::new();
        for (data, spanned) in files.iter().zip(&spanned) {
            let file = RowFile {
                collection: &of_default.collection,
                template_origin: template_origin.as_ref(),
                path: data.source(),
                text: data.text(),
                spanned,
                value: &data.value,
                language: of_default.language.key,
                prefix: &of_default.language.prefix,
                is_row: *data.source() != collection.data,
            };
            match file.rows() {
                Ok(of_file) => rows.extend(of_file.into_iter().map(|row| (file, row))),
                Err(error) => found.diagnostics.push(error),
            }

            for Localized { language, collection } in others {
                let translated = self.translated_row_data(language.key, data);
                let own_fields = language.fields_of(&collection.name).map(|_| &data.value);
                let Some(value) = translated.or(own_fields) else { continue };
                let (language, prefix) = (language.key, language.prefix.as_str());
                let file = RowFile { collection, value, language, prefix, ..file };
                let of_file = file.rows().unwrap_or_default();
                translated_rows.extend(of_file.into_iter().map(|row| (file, row)));
            }
        }

        let spanned_rows: Vec<&SpannedValue> = rows.iter().map(|(_, (row, _))| *row).collect();
        let errors = entry.errors(&spanned_rows);
        let is_sound = errors.is_empty();
        found.diagnostics.extend(errors);
        if !is_sound {
            return false;
        }

        self.add_translated_rows(translated_rows, found);
        self.add_rows(rows, found);

        let in_folder = path::entries_with_prefix(&self.stamps, &below);
        let in_folder = in_folder.filter(|(path, _)| data::name(path).is_some()).count();
        in_folder == 0 || in_folder == files.len()
    }

    /// Adds the pages of rows in other languages. The errors of a row are reported in the default language.
    fn add_translated_rows(&self, rows: Vec<FileRow<'_>>, found: &mut Found) {
        for (file, row) in rows {
            let Ok((mut page, _)) = file.page(row, &self.read_options) else { continue };
            page.set_stored_path(self.world.stored_path(page.file()));
            found.add(page);
        }
    }

    /// Adds the pages of rows in the default language, and reports two rows with the same route.
    fn add_rows(&self, rows: Vec<FileRow<'_>>, found: &mut Found) {
        let mut by_route: BTreeMap<Route, Arc<Page>> = BTreeMap::new();
        for (file, row) in rows {
            let (mut page, diagnostics) = match file.page(row, &self.read_options) {
                Ok(page) => page,
                Err(error) => {
                    found.diagnostics.push(error);
                    continue;
                }
            };

            page.set_stored_path(self.world.stored_path(page.file()));
            found.diagnostics.extend(diagnostics);
            if let Some(other) = by_route.get(&page.route) {
                found.diagnostics.push(duplicate(&page, other));
                continue;
            }

            let page = found.add(page);
            by_route.insert(page.route.clone(), page);
        }
    }

    /// The rows of a data file with the texts of a language. `None` if it has no texts in this language.
    fn translated_row_data(&self, language: LanguageKey, data: &DataFile) -> Option<&Json> {
        let files = self.translated_data.get(&language)?;
        files.values().find(|file| file.source() == data.source()).map(|file| &file.value)
    }

    /// The fingerprint of all pages of rows.
    pub(super) fn data_pages_digest(&self) -> Fingerprint {
        let contents = self.data_pages.sources.iter().filter_map(|source| {
            let content = self.contents.get(source)?;
            Some((source, content.digest, content.cascade))
        });
        fingerprint(&contents.collect::<Vec<_>>())
    }

    /// The error about a collection whose data does not exist.
    fn missing_data(&self, entry: Entry<'_>) -> Diagnostic {
        let written = &entry.collection.data;
        let files = self.data.values().map(|data| data.source().as_str());
        let folders = self.data.values().filter_map(|data| data.source().folder());
        let folders = folders.filter(|folder| folder.len() >= collection::DATA.len());
        let hint = did_you_mean(written, files.chain(folders));
        let hint = hint.unwrap_or_else(|| "name a data file, or a folder of data files".to_owned());
        entry.error(format!("there is no {written}"), &["data".to_owned()]).hint(hint)
    }
}

/// A collection in one of the languages.
struct Localized<'a> {
    language: &'a Language,
    collection: Cow<'a, Collection>,
}

/// An entry of `[[collections]]`.
#[derive(Clone, Copy)]
struct Entry<'a> {
    settings: &'a Settings,
    /// Its index in site.toml.
    index: usize,
    collection: &'a Collection,
}

impl<'a> Entry<'a> {
    /// Returns the collection in each language, the default one first.
    fn localized(self) -> Vec<Localized<'a>> {
        let languages = self.settings.languages.iter();
        let localized = languages.map(|language| Localized {
            language,
            collection: self.collection.localized(language.fields_of(&self.collection.name)),
        });
        localized.collect()
    }

    fn error(self, message: String, keys: &[String]) -> Diagnostic {
        self.error_at(message, collection::range_in(&self.settings.spanned, self.index, keys))
    }

    fn error_at(self, message: String, range: Range<usize>) -> Diagnostic {
        Diagnostic::error(Code::SiteTable, message).at(self.settings.layers.place(range))
    }

    /// Where site.toml names the template.
    fn template_origin(self) -> Option<ValueOrigin> {
        self.collection.template.as_ref()?;
        let keys = ["template".to_owned()];
        let range = collection::range_in(&self.settings.spanned, self.index, &keys);
        let place = self.settings.layers.place(range);
        let file = CascadeFile { path: SitePath::new(place.file), text: place.source };
        Some(ValueOrigin::new(&place.range, Some(Arc::new(file))))
    }

    /// The errors in the entry that concern all rows: columns that no row has, and taxonomies that are not declared.
    fn errors(self, rows: &[&SpannedValue]) -> Vec<Diagnostic> {
        let Entry { settings, collection, .. } = self;
        let mut errors = Vec::new();
        if rows.is_empty() {
            return errors;
        }

        let names: BTreeSet<&str> = rows
            .iter()
            .flat_map(|row| row.entries().iter().map(|(key, _)| key.name.as_str()))
            .collect();
        let is_missing = |column: &str| rows.iter().all(|row| column_of(row, column).is_none());
        let data = &collection.data;

        let missing = |column: &str| format!("no row of {data} has a `{column}`");
        let hint = |column: &str| {
            did_you_mean(column, names.iter().copied()).unwrap_or_else(|| {
                format!("name one of {}", names.iter().copied().collect::<Vec<_>>().join(", "))
            })
        };

        for (keys, column) in collection.named_columns() {
            if is_missing(column) {
                errors.push(self.error(missing(column), &keys).hint(hint(column)));
            }
        }

        for language in settings.languages.iter() {
            let fields = language.fields_of(&collection.name).and_then(Json::as_object);
            for (field, pattern) in fields.into_iter().flatten() {
                let columns = columns_in(field, pattern.as_str().unwrap_or_default());
                for column in columns.into_iter().filter(|column| is_missing(column)) {
                    let keys =
                        ["languages", language.key.as_str(), "collections", &collection.name];
                    let keys = keys.into_iter().chain([field.as_str()]).map(Into::into);
                    let range = settings.spanned.range_at(&keys.collect::<Vec<_>>());
                    errors.push(self.error_at(missing(column), range).hint(hint(column)));
                }
            }
        }

        if collection.fields.title.is_none() && is_missing("title") {
            let message = format!("no row of {data} has a `title`, which pages need");
            let hint = "name the column with the titles: `title` in `[collections.fields]`";
            errors.push(self.error(message, &[]).hint(hint));
        }

        let declared = &settings.config.taxonomies;
        for name in collection.taxonomies.keys() {
            if declared.iter().any(|taxonomy| taxonomy.name == *name) {
                continue;
            }

            let names = declared.iter().map(|taxonomy| taxonomy.name.as_str());
            let hint = did_you_mean(name, names).unwrap_or_else(|| {
                format!("declare it in site.toml: `[[taxonomies]]` with `name = \"{name}\"`")
            });

            let keys = ["taxonomies".to_owned(), name.clone()];
            let error = self.error(format!("there is no taxonomy `{name}`"), &keys);
            errors.push(Diagnostic { code: Code::TaxonomyUnknown, ..error }.hint(hint));
        }

        errors
    }
}

/// The digest of a page of a row, as that of a content file covers its whole text.
fn digest(page: &Page) -> Fingerprint {
    fingerprint(&("row", page.digest))
}

/// The error about a row with the route of another one.
fn duplicate(page: &Page, other: &Page) -> Diagnostic {
    let place = other.row.as_ref().map(|row| row.place());
    let line = place.map_or_else(String::new, |place| {
        format!(" as the one on line {} of {}", place.line_column().0, place.file)
    });
    let message = format!("this row has the same route{line}, {}", page.route);
    let hint = "give one of them another slug, or add another column to `route` of the collection in site.toml";
    page.locate(Diagnostic::error(Code::RouteTaken, message)).hint(hint)
}
