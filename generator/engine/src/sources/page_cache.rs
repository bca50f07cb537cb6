//! The metadata of content files in the cache, so that a new process parses only changed files.
//!
//! A file is cached with what its page inherits from `[cascade]` tables and with its warnings. Three kinds of files are parsed by every
//! process: those with errors, those with a `[cascade]` table, which are few, and those with translations, which inherit from them.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::io;
use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize};

use crate::cache::chunks::{ChunkWriter, Chunks, ReadChunks};
use crate::cache::saved_warning::SavedWarning;
use crate::cache::{Cache, CacheFile, Damaged};
use crate::sources::content::Content;
use crate::sources::history::SiteHistory;
use croupier_base::date::SiteZone;
use croupier_base::diagnostic::Diagnostic;
use croupier_base::disk::stamp::Stamp;
use croupier_base::fingerprint::Fingerprint;
use croupier_base::path::{Route, SitePath};
use croupier_content::config::tables::PathCase;
use croupier_content::config::tables::markdown::MarkdownOptions;
use croupier_content::config::tables::permalinks::Permalinks;
use croupier_content::front_matter::FrontMatter;
use croupier_content::languages::{FileLanguages, LanguageKey};
use croupier_content::markdown::Heading;
use croupier_content::model::content_order::ContentOrder;
use croupier_content::page::Page;
use croupier_content::read_options::ReadOptions;

/// The cached content files.
#[derive(Debug, Default)]
pub(crate) struct PageCache {
    /// Is in the state that was saved together with this.
    pub token: Fingerprint,
    /// When the stamps were taken.
    pub scanned_at: i64,
    /// The settings with which the files were parsed.
    pub options: StoredOptions,
    /// The histories of files that their pages have.
    pub history: Option<SiteHistory>,
    /// Sorted by path.
    pub files: Vec<CachedFile>,
    /// Files with a `[cascade]` table or with translations, of which only the stamps are cached.
    pub cascading: Vec<(SitePath, Stamp)>,
    /// The files as they are stored.
    pub chunks: Chunks,
}

/// See [`ReadOptions`].
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct StoredOptions {
    time_zone: Option<String>,
    markdown: MarkdownOptions,
    locales: BTreeMap<LanguageKey, String>,
    languages: FileLanguages,
    paths: PathCase,
    permalinks: Permalinks,
    order: ContentOrder,
    headings: bool,
    git_dates: bool,
}

impl StoredOptions {
    fn new(options: &ReadOptions) -> StoredOptions {
        let ReadOptions {
            zone,
            markdown,
            locales,
            languages,
            paths,
            permalinks,
            order,
            headings,
            git_dates,
        } = options;

        StoredOptions {
            time_zone: zone.name.clone(),
            markdown: *markdown,
            locales: locales.clone(),
            languages: languages.clone(),
            paths: *paths,
            permalinks: permalinks.clone(),
            order: order.clone(),
            headings: *headings,
            git_dates: *git_dates,
        }
    }

    /// Returns the options as content files are read with them.
    pub(super) fn restore(&self) -> ReadOptions {
        let StoredOptions {
            time_zone,
            markdown,
            locales,
            languages,
            paths,
            permalinks,
            order,
            headings,
            git_dates,
        } = self;

        ReadOptions {
            zone: SiteZone::new(time_zone.as_deref()),
            markdown: *markdown,
            locales: locales.clone(),
            languages: languages.clone(),
            paths: *paths,
            permalinks: permalinks.clone(),
            order: order.clone(),
            headings: *headings,
            git_dates: *git_dates,
        }
    }
}

/// A cached content file.
#[derive(Debug)]
pub(crate) struct CachedFile {
    /// Its path.
    pub path: SitePath,
    /// Its stamp when it was parsed.
    pub stamp: Stamp,
    /// Its page and digest. The page is not yet linked with the `[cascade]` tables that it inherits from.
    pub content: Content,
    /// The fingerprint of those tables; none if there are none.
    pub inherited: Option<Fingerprint>,
    /// Its warnings.
    pub warnings: Vec<SavedWarning>,
}

/// A file as it is written with borrowed values, and as it is read with owned ones.
#[derive(Serialize, Deserialize)]
struct StoredFile<File, Text, Headings, Route, FrontMatter> {
    path: File,
    stamp: Stamp,
    digest: Fingerprint,
    route: Route,
    /// See [`Page::file_route`]. None if it is the route.
    file_route: Option<Route>,
    front: FrontMatter,
    /// See [`Page::digest`].
    page_digest: Fingerprint,
    summary: Option<Text>,
    /// See [`Page::definitions`].
    definitions: Option<Text>,
    /// See [`Page::headings`].
    headings: Headings,
    /// See [`Content::cascade`].
    cascade: Fingerprint,
    inherited: Option<Fingerprint>,
    warnings: Vec<SavedWarning>,
}

#[derive(Deserialize)]
struct StoredCache<'a> {
    token: Fingerprint,
    scanned_at: i64,
    options: StoredOptions,
    history: Option<SiteHistory>,
    cascading: Vec<(SitePath, Stamp)>,
    #[serde(borrow)]
    files: ReadChunks<'a>,
}

impl PageCache {
    /// Reads what the previous process cached.
    pub(crate) fn load(cache: &Cache) -> Result<Option<PageCache>, Damaged> {
        cache.read(CacheFile::Pages, |bytes, file| {
            let StoredCache { token, scanned_at, options, history, cascading, files } =
                postcard::from_bytes(bytes).ok()?;

            let chunks = files.within(file);
            let mut files = files.read(|Decoded(file)| file)?;

            if let Some(SiteHistory { files: histories, .. }) = &history {
                for file in &mut files {
                    let history = histories.get(&file.path).cloned().map(Arc::new);
                    Arc::make_mut(&mut file.content.page).history = history;
                }
            }

            if options.languages.is_multiple() {
                for file in &mut files {
                    let language = options.languages.split(&file.path).language;
                    Arc::make_mut(&mut file.content.page).language = language;
                }
            }

            Some(PageCache { token, scanned_at, options, history, files, cascading, chunks })
        })
    }

    /// The page of a file that is still the same, if the page inherits nothing.
    pub(crate) fn get(&self, path: &SitePath, now: &Stamp) -> Option<(Content, &[SavedWarning])> {
        let index = self.files.binary_search_by(|it| it.path.cmp(path)).ok()?;
        let file = &self.files[index];
        let is_same = file.stamp == *now && !file.stamp.is_racy(self.scanned_at);
        let is_usable = is_same && file.inherited.is_none();
        is_usable.then(|| (file.content.clone(), file.warnings.as_slice()))
    }
}

/// The content files of this process, and what else their metadata is cached with.
pub(crate) struct CacheablePages<'a> {
    pub(super) contents: &'a BTreeMap<SitePath, Content>,
    pub(super) stamps: &'a BTreeMap<SitePath, Stamp>,
    /// When the stamps were taken.
    pub(super) scanned_at: i64,
    /// The settings with which the files were parsed.
    pub(super) read_options: &'a ReadOptions,
    pub(super) history: Option<&'a SiteHistory>,
    /// The diagnostics of files.
    pub(super) errors: &'a BTreeMap<SitePath, Vec<Diagnostic>>,
}

impl CacheablePages<'_> {
    /// Caches the content files, together with the state that has this `token`. Chunks of the `previous` process are copied if none of
    /// the `changed` files is in them.
    pub(crate) fn save(
        &self,
        cache: &Cache,
        token: Fingerprint,
        previous: Option<(&Chunks, &BTreeSet<SitePath>)>,
    ) -> io::Result<()> {
        // Both maps are sorted.
        let translated = self.translated_keys();
        let mut stamps = self.stamps.iter().peekable();
        let mut cascading = Vec::new();
        let mut files = Vec::new();

        for (path, content) in self.contents {
            while stamps.next_if(|(it, _)| *it < path).is_some() {}
            let Some((_, stamp)) = stamps.next_if(|(it, _)| *it == path) else { continue };
            let Some(warnings) = self.cacheable_warnings(path, content) else { continue };
            let Content { page, digest, size: _, cascade } = content;

            if self.passes_on_values(page, &translated) {
                cascading.push((path, stamp));
                continue;
            }

            files.push(StoredFile {
                path,
                stamp: *stamp,
                digest: *digest,
                route: &page.route,
                file_route: Some(&page.file_route).filter(|it| **it != page.route),
                front: &page.front,
                page_digest: page.digest,
                summary: page.summary.as_deref(),
                definitions: page.definitions.as_deref(),
                headings: &*page.headings,
                cascade: *cascade,
                inherited: page.inherited.as_ref().map(|above| above.source_digest),
                warnings,
            });
        }

        // If there are as many files as before, they are the same ones.
        let previous = previous.filter(|(chunks, _)| chunks.len == files.len());
        let is_unchanged = |file: &StoredFile<&SitePath, _, _, _, _>| {
            previous.is_some_and(|(_, changed)| !changed.contains(file.path))
        };

        let chunks = previous.map(|(chunks, _)| chunks);
        // In the order of the fields of `StoredCache`.
        let stored = (
            token,
            self.scanned_at,
            StoredOptions::new(self.read_options),
            self.history,
            cascading,
            ChunkWriter::new(&files, chunks, is_unchanged),
        );

        cache.write(CacheFile::Pages, &stored)
    }

    /// Whether other pages inherit values of a page: those below its folder, or its translations.
    fn passes_on_values(&self, page: &Page, translated: &HashSet<Cow<'_, str>>) -> bool {
        let is_original = page.language == self.read_options.languages.default_key()
            && translated.contains(&*page.translation_key());
        page.front.rare.cascade.is_some() || is_original
    }

    /// The keys of the pages that have translations.
    fn translated_keys(&self) -> HashSet<Cow<'_, str>> {
        let languages = &self.read_options.languages;
        if !languages.is_multiple() {
            return HashSet::new();
        }
        let pages = self.contents.values().map(|content| &content.page);
        let translations = pages.filter(|page| page.language != languages.default_key());
        translations.map(|page| page.translation_key()).collect()
    }

    /// The warnings of a content file that can be cached. None if it has errors.
    fn cacheable_warnings(&self, path: &SitePath, content: &Content) -> Option<Vec<SavedWarning>> {
        let is_valid = content.page.is_valid;
        let Some(diagnostics) = self.errors.get(path) else {
            return is_valid.then(Vec::new);
        };
        let warnings = SavedWarning::all(diagnostics);
        (is_valid && warnings.len() == diagnostics.len()).then_some(warnings)
    }
}

/// Converts a file as soon as it is decoded, because the stored form is large and would be moved otherwise.
struct Decoded(CachedFile);

impl<'de> Deserialize<'de> for Decoded {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Decoded, D::Error> {
        let file =
            StoredFile::<SitePath, String, Vec<Heading>, Route, FrontMatter>::deserialize(from)?;
        let page = Page {
            file_route: file.file_route.unwrap_or_else(|| file.route.clone()),
            summary: file.summary.map(Arc::from),
            definitions: file.definitions.map(Arc::from),
            headings: file.headings.into(),
            ..Page::new(file.path.clone(), file.route, file.front, file.page_digest)
        };
        let (digest, size) = (file.digest, file.stamp.size());
        let content = Content { page: Arc::new(page), digest, size, cascade: file.cascade };
        let StoredFile { path, stamp, inherited, warnings, .. } = file;
        Ok(Decoded(CachedFile { path, stamp, content, inherited, warnings }))
    }
}
