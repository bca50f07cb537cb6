//! Comparing the sources with those of the previous process, so that a new process continues where that one ended.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use crate::cache::saved_warning::SavedWarning;
use crate::query::invalidation::Invalidation;
use crate::sources::Sources;
use crate::sources::cascades::Cascades;
use crate::sources::content::{Content, Parsed};
use crate::sources::page_cache::{CachedFile, PageCache};
use crate::sources::previous_inputs::{PreviousInputs, SharedInputs};
use crate::sources::scan::Scan;
use croupier_base::disk::stamp::Stamp;
use croupier_base::fingerprint::{Fingerprint, fingerprint};
use croupier_base::path::SitePath;

impl Sources {
    /// Uses the cache for single files that did not change, because the rest of the session is lost.
    pub(crate) fn use_page_cache(&mut self, mut cache: PageCache, scan: Scan) {
        self.history = cache.history.take();
        self.read_options = cache.options.restore();
        self.cascades = Cascades::new(&self.read_options.languages);
        (self.page_cache, self.first_scan) = (cache, Some(scan));
    }

    /// Restores the content files of the previous process, whose other inputs were `shared`. `scan` is the current state of the disk, and
    /// `same` are files that have the same content though their stamps differ.
    pub(crate) fn restore(
        &mut self,
        cache: PageCache,
        shared: SharedInputs,
        scan: Scan,
        same: &BTreeSet<SitePath>,
    ) {
        let PageCache { scanned_at, options, history, files, cascading, .. } = cache;
        self.history = history;
        self.read_options = options.restore();
        self.cascades = Cascades::new(&self.read_options.languages);
        let cascading_count = cascading.len();

        let is_same = |before: &Stamp, path: &SitePath| {
            let is_same = scan.stamps.get(path) == Some(before) && !before.is_racy(scanned_at);
            is_same || same.contains(path)
        };

        let unchanged: Vec<SitePath> = cascading
            .into_iter()
            .filter(|(path, stamp)| is_same(stamp, path))
            .map(|(path, _)| path)
            .collect();
        let mut known: BTreeSet<SitePath> = unchanged.iter().cloned().collect();
        self.restore_cascading(unchanged, &scan);

        let has_lost_pages = self.contents.len() < cascading_count;
        let (mut contents, mut changed) = self.restore_files(files, scanned_at, &scan, same);
        known.retain(|path| self.contents.contains_key(path));
        changed.retain(|path| !known.contains(path));

        contents.extend(std::mem::take(&mut self.contents));
        self.contents = contents.into_iter().collect();

        self.changed_since_load = Some(BTreeSet::new());
        self.previous = Some(PreviousInputs {
            shared,
            has_lost_pages,
            pages: HashMap::new(),
            changed: Some(changed),
        });

        self.first_scan = Some(scan);
    }

    /// Returns the content of the cached files, and the files of the disk that are other ones.
    fn restore_files(
        &mut self,
        files: Vec<CachedFile>,
        scanned_at: i64,
        scan: &Scan,
        same: &BTreeSet<SitePath>,
    ) -> (Vec<(SitePath, Content)>, BTreeSet<SitePath>) {
        let mut changed = BTreeSet::new();
        let mut contents = Vec::with_capacity(files.len());
        let mut now = scan.stamps.iter().peekable();

        // Both lists are sorted by path.
        for CachedFile { path, stamp, mut content, inherited, warnings } in files {
            while let Some((other, _)) = now.next_if(|(it, _)| **it < path) {
                changed.insert(other.clone());
            }

            let is_same = now
                .next_if(|(it, _)| **it == path)
                .is_some_and(|(_, now)| stamp == *now && !stamp.is_racy(scanned_at))
                || same.contains(&path);

            if is_same && self.inherits_the_same(&path, &mut content, inherited) {
                let warnings = SavedWarning::restore(&warnings, &self.world);
                if !warnings.is_empty() {
                    self.errors.insert(path.clone(), warnings);
                }
            } else {
                changed.insert(path.clone());
            }

            contents.push((path, content));
        }

        changed.extend(now.map(|(path, _)| path.clone()));
        (contents, changed)
    }

    /// Links the page of a file to what it inherits now. Returns whether that is what it has inherited in the previous process.
    fn inherits_the_same(
        &mut self,
        path: &SitePath,
        content: &mut Content,
        inherited: Option<Fingerprint>,
    ) -> bool {
        let file = self.read_options.languages.split(path).path.into_owned();
        let above = self.cascades.above(&content.page, &file);
        let is_same = above.as_ref().map(|above| above.source_digest) == inherited;
        if let Some(above) = above.filter(|_| is_same) {
            Arc::make_mut(&mut content.page).link_inherited(above);
        }
        is_same
    }

    /// Parses unchanged files with a `[cascade]` table, which the cache does not hold.
    fn restore_cascading(&mut self, paths: Vec<SitePath>, scan: &Scan) {
        let read: Vec<_> = paths
            .into_iter()
            .filter_map(|path| {
                let parsed = self.parse_page(&path, scan.stamps.get(&path)?).ok()??;
                Some((path, parsed))
            })
            .collect();

        for (path, parsed) in &read {
            self.note_original(path, Some(parsed));
            self.cascades.replace(path, parsed.content.page.front.rare.cascade.clone());
        }

        for (path, Parsed { mut content, mut diagnostics, .. }) in read {
            self.inherit(&path, &mut content, &mut diagnostics);
            if !diagnostics.is_empty() {
                self.errors.insert(path.clone(), diagnostics);
            }
            self.contents.insert(path, content);
        }
    }

    /// Adds the changes that the previous process has not seen. Each process reads shared inputs again, so that it cannot know which
    /// files are gone.
    pub(super) fn compare_with_previous(&mut self, changes: &mut Invalidation) {
        if self.previous.is_none() {
            return;
        }
        // The paths of assets are compared, too.
        changes.merge(self.locate_assets(self.clock.now));
        let now = self.shared_inputs();
        if let Some(PreviousInputs { shared, has_lost_pages, pages, .. }) = self.previous.take() {
            // Everything was read for the first time, which is no change in itself.
            changes.settings = shared.settings != now.settings;
            changes.templates = shared.templates != now.templates;
            changes.data = shared.data != now.data;
            changes.messages = shared.messages != now.messages;
            changes.statics = shared.statics != now.statics;
            changes.assets = shared.assets != now.assets;
            changes.pages |= has_lost_pages || shared.rows != now.rows;
            changes.previous.extend(pages);
        }
    }

    /// Fingerprints of the inputs that pages share.
    pub(crate) fn shared_inputs(&self) -> SharedInputs {
        let texts = self.settings.iter().flat_map(|it| it.layers.texts());
        let bundle = self.bundle.as_ref().map(|it| it.digest);
        let translated = self.translated_data.values().flatten();
        let data = self.data.iter().chain(translated);
        let data = data.map(|(name, data)| (name, &data.hash, data.file()));

        SharedInputs {
            settings: fingerprint(&(
                texts.collect::<Vec<_>>(),
                (&self.scanned_runtime, bundle),
                self.inlined_sheets(),
            )),
            templates: fingerprint(&self.templates),
            data: fingerprint(&data.collect::<Vec<_>>()),
            messages: fingerprint(&self.message_files),
            statics: fingerprint(&(&self.static_files, &self.static_images, &self.styles.files)),
            assets: fingerprint(&(&self.assets, &self.asset_paths)),
            rows: self.data_pages_digest(),
        }
    }
}
