//! Content files: parsed again when they changed, and their texts, which stay in memory for one build only.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::prelude::*;

use crate::cache::saved_warning::SavedWarning;
use crate::query::invalidation::Invalidation;
use crate::sources::content::{Content, Parsed};
use crate::sources::page_cache::PageCache;
use crate::sources::{Sources, unreadable};
use croupier_base::diagnostic::code::Code;
use croupier_base::diagnostic::{Diagnostic, Severity, Subject};
use croupier_base::disk::ignored;
use croupier_base::disk::stamp::Stamp;
use croupier_base::fingerprint::{Fingerprint, fingerprint, fingerprint_bytes};
use croupier_base::git::FileHistory;
use croupier_base::path::{self, Route, SitePath};
use croupier_base::syntax::data;
use croupier_base::url;
use croupier_content::extra_schema;
use croupier_content::front_matter::{Cascade, cascade};
use croupier_content::model::pattern::route_prefix;
use croupier_content::page::Page;
use croupier_content::page_route;
use croupier_content::page_text::Text;

/// Bytes of texts that stay in memory after parsing, for rendering. Further texts are read again.
const TEXTS_IN_MEMORY: usize = 20 << 20;

/// A file that was parsed. None if it is gone.
type ParseResult = Result<Option<Parsed>, Box<Diagnostic>>;

impl Sources {
    /// Parses changed content files again, and pages below folders whose `[cascade]` table changed. Returns whether one of these did.
    pub(super) fn refresh_pages(
        &mut self,
        changed: Vec<SitePath>,
        changes: &mut Invalidation,
    ) -> bool {
        for path in &changed {
            self.note_ignored(path);
        }

        let unread = self.unread();
        let (mut parsed, has_other_cascades) = self.parse_with_dependents(changed);
        self.inherit_all(&mut parsed);
        self.page_cache = PageCache::default();
        if let Some(since_load) = &mut self.changed_since_load {
            since_load.extend(parsed.iter().map(|(path, _)| path.clone()));
        }

        let mut contents = Vec::new();
        for (path, result) in parsed {
            self.errors.remove(&path);
            self.note_ignored(&path);

            match result {
                Ok(None) => changes.pages |= self.contents.remove(&path).is_some(),
                Err(error) => {
                    changes.pages |= self.contents.remove(&path).is_some();
                    self.errors.insert(path, vec![*error]);
                }
                Ok(Some(Parsed { text, content, diagnostics, .. })) => {
                    if !diagnostics.is_empty() {
                        self.errors.insert(path.clone(), diagnostics);
                    }
                    self.note_changes(&path, &content, changes);
                    self.texts.extend(text.map(|text| (path.clone(), *text)));
                    contents.push((path, content));
                }
            }
        }

        if self.contents.is_empty() {
            self.contents = contents.into_iter().collect();
        } else {
            self.contents.extend(contents);
        }

        changes.pages |= unread != self.unread();
        has_other_cascades
    }

    /// Compares a file with its previous version.
    pub(super) fn note_changes(
        &mut self,
        path: &SitePath,
        content: &Content,
        changes: &mut Invalidation,
    ) {
        let before = self.contents.get(path);
        if before.is_none_or(|it| it.digest != content.digest) {
            changes.bodies.insert(path.clone());
        }

        match before.map(|it| &it.page) {
            Some(page)
                if page.digest == content.page.digest
                    && page.has_same_cascade_source(&content.page) => {}
            Some(page) if page.has_same_position(&content.page) => {
                changes.sitemap |= !page.front.has_same_sitemap_entry(&content.page.front);
                changes.metadata.insert(path.clone());
                if let Some(previous) = &mut self.previous {
                    previous.pages.entry(path.clone()).or_insert_with(|| Arc::clone(page));
                }
            }
            _ => changes.pages = true,
        }
    }

    /// Completes parsed pages like [`Sources::inherit`].
    fn inherit_all(&mut self, parsed: &mut [(SitePath, ParseResult)]) {
        let above = parsed.iter().map(|(path, result)| match result {
            Ok(Some(parsed)) => self.above(path, &parsed.content.page),
            Ok(None) | Err(_) => None,
        });
        let above: Vec<Option<Arc<Cascade>>> = above.collect();

        let sources = &*self;
        parsed.par_iter_mut().zip(above).for_each(|((path, result), above)| {
            if let Ok(Some(Parsed { content, diagnostics, .. })) = result {
                sources.complete(path, above, content, diagnostics);
            }
        });
    }

    /// Fills in what a page inherits from the folders above it and from its original, checks `extra`, unless its syntax is wrong, and sets
    /// the route of a translation.
    pub(super) fn inherit(
        &mut self,
        path: &SitePath,
        content: &mut Content,
        diagnostics: &mut Vec<Diagnostic>,
    ) {
        let above = self.above(path, &content.page);
        self.complete(path, above, content, diagnostics);
    }

    /// Returns what the page of a file inherits.
    fn above(&mut self, path: &SitePath, page: &Page) -> Option<Arc<Cascade>> {
        let file = self.read_options.languages.split(path).path;
        self.cascades.above(page, &file)
    }

    fn complete(
        &self,
        path: &SitePath,
        above: Option<Arc<Cascade>>,
        content: &mut Content,
        diagnostics: &mut Vec<Diagnostic>,
    ) {
        if let Some(above) = above {
            self.inherit_from(above, content, diagnostics);
        }

        let page = &content.page;
        let is_translation = page.language != self.read_options.languages.default_key();
        if is_translation && page.row.is_none() {
            let page = Arc::make_mut(&mut content.page);
            let text = || self.text(path).ok();
            diagnostics.extend(page.set_translated_route(&self.read_options, text));
        }
    }

    fn inherit_from(
        &self,
        above: Arc<Cascade>,
        content: &mut Content,
        diagnostics: &mut Vec<Diagnostic>,
    ) {
        let (schema, is_complete) = (above.extra_schema.clone(), above.is_complete);
        let page = Arc::make_mut(&mut content.page);
        content.cascade = page.inherit(above);

        if page.front.headless && diagnostics.iter().any(|it| it.code == Code::NoTitle) {
            // Only the cascade says that the page needs no title.
            diagnostics.retain(|it| it.code != Code::NoTitle);
            page.is_valid =
                is_complete && diagnostics.iter().all(|it| it.severity == Severity::Warning);
        }

        let has_syntax_error = diagnostics.iter().any(|it| it.code == Code::FrontMatterSyntax);
        // Rows have the schema of their data file.
        let Some(schema) = schema.filter(|_| page.row.is_none() && !has_syntax_error) else {
            return;
        };

        let text_of = |file: &SitePath| self.text(file).ok();
        let is_declared = |it: &Diagnostic| match &it.subject {
            Some(Subject::KeyInExtra(key)) => schema.has_property(key),
            _ => false,
        };
        diagnostics.retain(|it| !is_declared(it));

        let violations = extra_schema::violations(page, &schema, &text_of);
        page.is_valid &= violations.is_empty();
        diagnostics.extend(violations);
    }

    /// Reads changed schemas of `extra` again. Returns the folders whose pages they describe.
    pub(super) fn refresh_extra_schemas<'a>(
        &mut self,
        changed: impl IntoIterator<Item = &'a SitePath>,
    ) -> BTreeSet<String> {
        let mut folders = BTreeSet::new();
        for path in changed {
            if !ignored::is_extra_schema(path) {
                continue;
            }
            self.errors.remove(path);
            let bytes = self
                .world
                .read_source_if_exists(path)
                .map_err(|error| vec![unreadable(path, &error)]);

            let table = bytes.and_then(|bytes| {
                let Some(bytes) = bytes else { return Ok(None) };
                let digest = fingerprint(&(path, &bytes));
                let schema = data::schema(path, bytes)?;
                Ok(Some(Arc::new(Cascade::of_schema(path, schema, digest))))
            });

            let table = table.unwrap_or_else(|errors| {
                self.errors.insert(path.clone(), errors);
                None
            });

            if self.cascades.replace(path, table) {
                folders.extend(self.cascades.folders_below(path));
            }
        }

        folders
    }

    /// Parses content files, and the pages below folders whose `[cascade]` table changed. Returns whether one of these did.
    fn parse_with_dependents(
        &mut self,
        changed: Vec<SitePath>,
    ) -> (Vec<(SitePath, ParseResult)>, bool) {
        let bytes_in_memory = AtomicUsize::new(0);
        let mut paths = changed;
        let mut all = Vec::new();
        let mut folders_of_schemas = self.refresh_extra_schemas(&paths);
        let mut has_other_cascades = !folders_of_schemas.is_empty();

        while !paths.is_empty() {
            let parsed = self.parse_pages(paths, &bytes_in_memory);
            let mut folders = std::mem::take(&mut folders_of_schemas);
            let mut originals = BTreeSet::new();

            for (path, result) in &parsed {
                let found = result.as_ref().ok().and_then(Option::as_ref);
                originals.extend(self.note_original(path, found));
                let table = match result {
                    Ok(parsed) => {
                        parsed.as_ref().and_then(|it| it.content.page.front.rare.cascade.clone())
                    }
                    Err(_) => self.may_cascade(path).then(|| Arc::new(Cascade::unknown(path))),
                };
                if self.cascades.replace(path, table) {
                    has_other_cascades = true;
                    folders.extend(self.cascades.folders_below(path));
                }
            }

            for path in self.unread_originals(&parsed) {
                let original = self.stamps.get(&path).map(|stamp| self.parse_page(&path, stamp));
                if let Some(Ok(Some(original))) = original {
                    originals.extend(self.note_original(&path, Some(&original)));
                }
            }

            // A second list of all pages would take much memory.
            if all.is_empty() {
                all = parsed;
            } else {
                all.extend(parsed);
            }

            let below =
                folders.iter().flat_map(|folder| path::entries_with_prefix(&self.contents, folder));
            let mut below: BTreeSet<&SitePath> = below.map(|(path, _)| path).collect();
            below.extend(self.translations_of(&originals));
            if below.is_empty() {
                break;
            }

            let done: BTreeSet<&SitePath> = all.iter().map(|(path, _)| path).collect();
            paths = below.difference(&done).map(|path| (*path).clone()).collect();
        }

        (all, has_other_cascades)
    }

    /// Records what translations of a page take from it. Returns the keys of the pages whose translations take other values now.
    pub(super) fn note_original(
        &mut self,
        path: &SitePath,
        parsed: Option<&Parsed>,
    ) -> Vec<String> {
        if !self.read_options.languages.is_multiple() {
            return Vec::new();
        }
        let original =
            parsed.and_then(|it| Some((&*it.content.page, it.for_translations.clone()?)));
        self.cascades.replace_original(path, original)
    }

    /// Returns the originals of these pages that came from the cache, which does not have what translations take from them. Pages
    /// that had a translation are not cached, so that these are pages whose first translation is new.
    fn unread_originals(&self, parsed: &[(SitePath, ParseResult)]) -> Vec<SitePath> {
        let default = self.read_options.languages.default_key();
        let now = parsed.iter().filter_map(|(_, it)| it.as_ref().ok()?.as_ref());
        let now = now.map(|it| &it.content);

        let translations = now.clone().filter(|it| it.page.language != default);
        let keys: HashSet<Cow<'_, str>> = translations
            .map(|it| it.page.translation_key())
            .filter(|key| !self.cascades.has_original(key))
            .collect();
        if keys.is_empty() {
            return Vec::new();
        }

        let originals =
            self.contents.values().chain(now).filter(|it| {
                it.page.language == default && keys.contains(&*it.page.translation_key())
            });
        let files: BTreeSet<SitePath> = originals.map(|it| it.page.source.clone()).collect();
        files.into_iter().collect()
    }

    /// Returns the files of the translations of these pages.
    fn translations_of(&self, keys: &BTreeSet<String>) -> Vec<&SitePath> {
        if keys.is_empty() {
            return Vec::new();
        }
        let default = self.read_options.languages.default_key();
        let is_translation =
            |page: &Page| page.language != default && keys.contains(&*page.translation_key());
        let translations = self.contents.iter().filter(|(_, it)| is_translation(&it.page));
        translations.map(|(path, _)| path).collect()
    }

    /// Whether a file that cannot be parsed may have a `[cascade]` table.
    fn may_cascade(&self, path: &SitePath) -> bool {
        let key = b"cascade";
        let has_key = |text: Vec<u8>| text.windows(key.len()).any(|it| it == key);
        cascade::folder(&self.read_options.languages.split(path).path).is_some()
            && self.world.read(path).map_or(true, has_key)
    }

    /// Parses content files on all threads. The texts of a large site would fill the memory, so that most are dropped at once.
    fn parse_pages(
        &self,
        paths: Vec<SitePath>,
        bytes_in_memory: &AtomicUsize,
    ) -> Vec<(SitePath, ParseResult)> {
        let parse = |path: &SitePath| -> ParseResult {
            let Some(stamp) = self.stamps.get(path) else {
                return Ok(None);
            };

            let cached = self.page_cache.get(path, stamp);
            let has_same_history =
                |content: &Content| content.page.history.as_deref() == self.history_of(path);
            if let Some((content, warnings)) = cached.filter(|(it, _)| has_same_history(it)) {
                let diagnostics = SavedWarning::restore(warnings, &self.world);
                let parsed = Parsed { text: None, content, diagnostics, for_translations: None };
                return Ok(Some(parsed));
            }

            let Some(mut parsed) = self.parse_page(path, stamp)? else {
                return Ok(None);
            };

            let size = parsed.text.as_ref().map_or(0, |text| text.source.len());
            let before = bytes_in_memory.fetch_add(size, Ordering::Relaxed);
            parsed.text = parsed.text.filter(|_| before < TEXTS_IN_MEMORY);
            Ok(Some(parsed))
        };

        // The length of the list is known, so that it is collected in place.
        let pages: Vec<SitePath> = paths.into_iter().filter(|path| path.ends_with(".md")).collect();
        pages
            .into_par_iter()
            .map(|path| {
                let result = parse(&path);
                (path, result)
            })
            .collect()
    }

    /// Parses a content file. None if it has been removed since it was listed.
    #[expect(clippy::disallowed_methods, reason = "digests the bytes of a file")]
    pub(super) fn parse_page(
        &self,
        path: &SitePath,
        stamp: &Stamp,
    ) -> Result<Option<Parsed>, Diagnostic> {
        let bytes = self.world.read_sized_if_exists(path, stamp.size());
        let Some(bytes) = bytes.map_err(|error| unreadable(path, &error))? else {
            return Ok(None);
        };

        let digest = fingerprint_bytes(&bytes);
        let text = Text::read(path, bytes)?;
        let (mut page, diagnostics) = Page::read(path, &text, &self.read_options);

        let languages = &self.read_options.languages;
        let is_original = languages.is_multiple() && page.language == languages.default_key();
        let for_translations = is_original.then(|| {
            let front = &text.source[..text.front.end];
            Arc::new(Cascade::of_original(path, front, &page.front, page.is_valid))
        });

        let history = self.add_history(&mut page);
        page.set_stored_path(self.world.stored_path(path));
        let stored_path = &page.front.rare.stored_path;
        // The same text has other dates in another time zone.
        let digest = if page.front.has_dates() || history != 0 || stored_path.is_some() {
            fingerprint(&(digest, page.front.dates(), history, stored_path))
        } else {
            digest
        };

        let content = Content { page: Arc::new(page), digest, size: stamp.size(), cascade: 0 };
        Ok(Some(Parsed { text: Some(Box::new(text)), content, diagnostics, for_translations }))
    }

    /// The history of a content file.
    pub(super) fn history_of(&self, path: &SitePath) -> Option<&FileHistory> {
        self.history.as_ref()?.files.get(path)
    }

    /// Adds the history of its file to a page. Returns the fingerprint of the history, or 0 if there is none.
    fn add_history(&self, page: &mut Page) -> Fingerprint {
        let Some(history) = self.history_of(&page.source) else { return 0 };
        page.set_history(Arc::new(history.clone()), &self.read_options.zone);
        fingerprint(history)
    }

    /// Routes of content files that cannot be read, derived from their paths. A link to one of them is not reported.
    pub(crate) fn unread_routes(&self) -> BTreeSet<Route> {
        let options = &self.read_options;
        let unread =
            self.errors.keys().filter(|path| is_page(path) && !self.contents.contains_key(*path));
        let route = |path| page_route::default_route(path, &options.languages, options.paths);
        unread.map(route).collect()
    }

    /// The start of the routes of pages that cannot be read: those of data files, those of content files with a pattern, and those that
    /// are refused.
    pub(crate) fn unread(&self) -> Vec<String> {
        let permalinks = &self.read_options.permalinks;
        let is_valid = |file: &SitePath| self.contents.get(file).is_some_and(|it| it.page.is_valid);
        let unread = self.errors.keys().filter(|file| is_page(file) && !is_valid(file));
        let patterns = unread.filter_map(|file| permalinks.find(file, true));
        let of_files: BTreeSet<&str> = patterns.map(|it| route_prefix(it.pattern())).collect();
        let of_data = self.data_pages.unread.iter().map(String::as_str);
        let starts = of_data.chain(of_files).map(str::to_owned);
        starts.chain(self.refused_routes()).collect()
    }

    /// The routes of pages that are refused, with a slash at their start.
    fn refused_routes(&self) -> impl Iterator<Item = String> {
        let refused = self.errors.values().flatten().filter_map(|error| match &error.subject {
            Some(Subject::RefusedRoute(route)) => Some(url::decoded(route)),
            _ => None,
        });
        let routes = refused.map(|route| format!("/{}", route.trim_start_matches('/')));
        // Each route begins with this one.
        routes.filter(|route| route != "/")
    }

    /// The digest of a page's file, and the fingerprint of what it inherits. Both are 0 for a generated page.
    pub(crate) fn digests(&self, page: &Page) -> (Fingerprint, Fingerprint) {
        self.digests_of(&page.source)
    }

    /// The digest of a content file, and the fingerprint of what it inherits. 0 for a file that does not exist.
    pub(crate) fn digests_of(&self, source: &SitePath) -> (Fingerprint, Fingerprint) {
        self.contents.get(source).map_or((0, 0), |it| (it.digest, it.cascade))
    }

    /// The text of a page, from after the heading that gave it its title. Empty for a generated page.
    pub(crate) fn text_of(&self, page: &Page) -> Result<Text, Diagnostic> {
        let Some(content) = self.contents.get(&page.source) else {
            return Ok(Text::empty());
        };
        if let Some(row) = &content.page.row {
            return Ok(Text::of_row(row));
        }
        let mut text = self.text_of_size(&page.source, Some(content.size))?;
        // The title's heading in the version that was parsed with this text; `page` may be an older one.
        let start = text.body + content.page.front.body_start.unwrap_or(0);
        // The file may have become shorter since.
        if text.source.is_char_boundary(start) {
            text.body = start;
        }
        Ok(text)
    }

    /// The text of a content file, or the data file of a row.
    pub(crate) fn text(&self, path: &SitePath) -> Result<Text, Diagnostic> {
        let content = self.contents.get(path);
        match content.and_then(|content| content.page.row.as_ref()) {
            Some(row) => Ok(Text::of_row(row)),
            None => self.text_of_size(path, content.map(|it| it.size)),
        }
    }

    /// The text of a content file that had this size in bytes, if that is known.
    fn text_of_size(&self, path: &SitePath, size: Option<u64>) -> Result<Text, Diagnostic> {
        if let Some(text) = self.texts.get(path) {
            return Ok(text.clone());
        }
        let read = match size {
            Some(size) => self.world.read_sized(path, size),
            None => self.world.read(path),
        };
        Text::read(path, read.map_err(|error| unreadable(path, &error))?)
    }
}

/// Whether a file is the content file of a page.
fn is_page(path: &SitePath) -> bool {
    path.starts_with("content/") && path.ends_with(".md")
}
