//! Continues where the previous process ended: restores its session, and finds what changed since.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::cache::chunks::Chunks;
use crate::cache::saved_warning::SavedWarning;
use crate::cache::{Cache, DAMAGED, Damaged};
use crate::output::folder::{FolderStamp, OutputFolder};
use crate::output::manifest::{self, OutputFile};
use crate::output::staging::PublishStats;
use crate::pipeline::mode::{ResumeMode, WrittenOutputs};
use crate::pipeline::portable_session::SourceDigests;
use crate::pipeline::report::BuildReport;
use crate::pipeline::{Engine, Resumed};
use crate::query::invalidation::Invalidation;
use crate::session::store::{CachedTraces, StateChunks, StoredState};
use crate::session::{Session, unmodified_files};
use crate::sources::page_cache::PageCache;
use crate::sources::scan::Scan;
use croupier_base::diagnostic::Diagnostic;
use croupier_base::disk::stamp::Stamp;
use croupier_base::path::SitePath;
use croupier_base::progress::Notes;

/// The result of comparing the sources with those of the previous process.
enum Compared {
    /// They are the same.
    Same(Scan, BTreeSet<SitePath>, StateChunks),
    /// The rest of the cache cannot be used.
    Unusable,
    /// The session is restored and the site is assembled. Holds what is wrong with the sources.
    Prepared(Result<Vec<Diagnostic>, Vec<Diagnostic>>),
}

impl Engine {
    /// Restores the session of the previous process. None if there is none that can be used.
    pub(super) fn resume(&mut self, notes: &Notes<'_>) -> Result<Option<Resumed>, Vec<Diagnostic>> {
        let (folder, cache) = (self.output_folder(), self.cache());

        let loaded = StoredState::load(&cache).unwrap_or_else(|Damaged| {
            notes(DAMAGED.into());
            None
        });
        let Some((stored, chunks)) = loaded else { return Ok(None) };

        // Sources and output are checked at the same time.
        let sources = || {
            let scan = self.sources.scan(stored.runtime.clone())?;
            let same = SourceDigests::load(&cache, stored.token)
                .map(|digests| digests.same_content(&self.sources.world, &stored, &scan))
                .unwrap_or_default();
            Ok(if self.is_unchanged(&stored, &scan, &same) {
                Compared::Same(scan, same, chunks)
            } else {
                self.restore(&stored, chunks, scan, &same, notes)
            })
        };

        let (compared, (stamps, folder_stamp)) =
            rayon::join(sources, || check_outputs(&folder, &stored));
        let mut stored = stored;
        let folder_stamp = folder_stamp.or_else(|| {
            let is_sparse = self.written_outputs == WrittenOutputs::Changed;
            is_sparse.then(|| adopt_outputs(&folder, &mut stored, &stamps)).flatten()
        });

        let compared = match (compared.map_err(|error: Diagnostic| vec![error])?, &folder_stamp) {
            (Compared::Same(..), Some(_)) => {
                return Ok(Some(Resumed::NothingToDo(self.unchanged_report(&stored))));
            }
            (Compared::Same(scan, same, chunks), None) => {
                self.restore(&stored, chunks, scan, &same, notes)
            }
            (compared, _) => compared,
        };

        let Compared::Prepared(diagnostics) = compared else { return Ok(None) };

        let StoredState { manifest, outputs, stamps: source_stamps, .. } = stored;
        // The caller need not wait until the memory is freed.
        rayon::spawn(|| drop(source_stamps));

        let Some(folder_stamp) = folder_stamp else {
            self.session.set_outputs(unmodified_files(&folder.path, &outputs, stamps));
            // Another program changed the output, which may concern any page.
            self.changes.pages = true;
            return Ok(Some(Resumed::Prepared(diagnostics.map(|_| self.assemble()))));
        };

        self.session.set_outputs(outputs.into_owned());
        let manifest =
            manifest.map(|(_, it)| (folder_stamp, it.with(self.session.outputs().keys())));
        self.session.set_manifest(manifest);
        self.is_unverified = diagnostics.is_err();
        Ok(Some(Resumed::Prepared(diagnostics)))
    }

    /// Restores the session and the sources, and brings the sources up to date.
    fn restore(
        &mut self,
        stored: &StoredState<'_>,
        mut chunks: StateChunks,
        scan: Scan,
        same: &BTreeSet<SitePath>,
        notes: &Notes<'_>,
    ) -> Compared {
        let cache = self.cache();
        if !scan.stamps.keys().eq(stored.stamps.keys()) {
            chunks.stamps = Chunks::default();
        }

        // The stored lists have other stamps.
        let has_other_stamps = !same.is_empty();
        let ((pages, diagnostics), traces) = rayon::join(
            || self.restore_sources(stored, &cache, scan, same, notes),
            || CachedTraces::load(&cache, Some(stored.token)),
        );

        if traces.is_err() {
            notes(DAMAGED.into());
        }
        let Ok(Some(traces)) = traces else {
            self.sources.reset();
            (self.changes, self.site) = (Invalidation::default(), None);
            self.session = Session::default();
            return Compared::Unusable;
        };

        if self.resume_mode == ResumeMode::Full {
            self.session.restore_traces(stored, traces, None);
            self.session.load_all_traces();
        } else {
            let pages = pages.filter(|_| !has_other_stamps);
            self.session.restore_traces(stored, traces, pages.map(|pages| (chunks, pages)));
        }

        Compared::Prepared(diagnostics)
    }

    /// Restores the sources and brings them up to date. Returns the stored content files, if this process continues from them, and what
    /// is wrong with the sources.
    fn restore_sources(
        &mut self,
        stored: &StoredState<'_>,
        cache: &Cache,
        scan: Scan,
        same: &BTreeSet<SitePath>,
        notes: &Notes<'_>,
    ) -> (Option<Chunks>, Result<Vec<Diagnostic>, Vec<Diagnostic>>) {
        let pages = PageCache::load(cache).unwrap_or_else(|Damaged| {
            notes(DAMAGED.into());
            None
        });
        let mut pages = pages.unwrap_or_default();

        self.session.set_built_at(stored.built_at);
        self.changes.pages = stored.next_change.as_ref().is_some_and(|it| it.at <= self.clock.now);
        let is_of_release = pages.token == stored.token && stored.scanned_at != 0;

        let chunks = if is_of_release {
            let chunks = std::mem::take(&mut pages.chunks);
            self.sources.restore(pages, stored.shared.clone(), scan, same);
            Some(chunks)
        } else {
            self.sources.use_page_cache(pages, scan);
            None
        };

        (chunks, self.prepare(None, notes))
    }

    /// Whether sources and options are those of the previous process, no page has become due, and no warning is outdated.
    fn is_unchanged(
        &self,
        stored: &StoredState<'_>,
        scan: &Scan,
        same: &BTreeSet<SitePath>,
    ) -> bool {
        let is_same =
            |((path, now), (stored_path, before)): ((&SitePath, &Stamp), (&SitePath, &Stamp))| {
                let is_same = now == before && !before.is_racy(stored.scanned_at);
                path == stored_path && (is_same || same.contains(path))
            };

        self.resume_mode == ResumeMode::Shortcut
            && stored.scanned_at != 0
            && scan.stamps.len() == stored.stamps.len()
            && scan.stamps.iter().zip(stored.stamps.iter()).all(is_same)
            && stored.variables == self.options.variables_digest()
            && stored.built_at <= self.clock.now
            && stored.next_change.as_ref().is_none_or(|it| it.at > self.clock.now)
            && stored.warnings_valid_until > self.clock.now
            && stored.history.is_none_or(|state| state == self.sources.history_state())
    }

    /// The report of a build without changes.
    fn unchanged_report(&self, stored: &StoredState<'_>) -> BuildReport {
        let world = &self.sources.world;
        BuildReport {
            pages: stored.pages,
            site_pages: stored.pages,
            rendered: 0,
            stats: PublishStats { unchanged: stored.outputs.len(), ..PublishStats::default() },
            warnings: Arc::new(SavedWarning::restore(&stored.warnings, world)),
            next_change: stored.next_change.clone(),
            left_out: stored.left_out,
        }
    }
}

/// The stamps of the files of the output, and the stamp of the folder if all files are as they were written and no other program wrote
/// into it.
fn check_outputs(
    folder: &OutputFolder,
    stored: &StoredState<'_>,
) -> (Vec<Option<Stamp>>, Option<FolderStamp>) {
    let paths: Vec<_> = stored.outputs.keys().collect();
    let stamps = manifest::read_stamps(&folder.path, &paths);
    let before = stored.manifest.as_ref().map(|(folder_stamp, _)| folder_stamp);
    let folder_stamp =
        folder.current_stamp().filter(|now| before.is_some_and(|before| now.same_content(before)));
    let is_same = |(file, now): (&OutputFile, &Option<Stamp>)| {
        now.is_some_and(|now| now.same_content(&file.stamp))
    };
    let is_complete = stored.outputs.values().zip(&stamps).all(is_same);
    (stamps, folder_stamp.filter(|_| is_complete))
}

/// Continues from an output whose files are mostly on another machine. Returns the stamp of the folder, unless a file that is on this machine
/// has another content.
fn adopt_outputs(
    folder: &OutputFolder,
    stored: &mut StoredState<'_>,
    stamps: &[Option<Stamp>],
) -> Option<FolderStamp> {
    let outputs = stored.outputs.to_mut();
    let is_unchanged = outputs.iter_mut().zip(stamps).all(|((path, file), stamp)| {
        let Some(stamp) = stamp else { return true };
        let current = manifest::verify_content(&folder.path, path, file, *stamp);
        *file = current.unwrap_or(*file);
        current.is_some()
    });
    let (_, manifest) = stored.manifest.as_ref().filter(|_| is_unchanged)?;
    let manifest = manifest.clone().with(stored.outputs.keys());
    // Without the list of releases, which is among the files, there is no stamp.
    folder.current_stamp().filter(|_| folder.manifest().as_ref() == Some(&manifest))
}
