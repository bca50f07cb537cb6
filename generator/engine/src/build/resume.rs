//! What an earlier process left, and what the output still holds of it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Mutex;

use rayon::prelude::*;

use crate::build::cache::{Cache, CacheRecords, CacheState, DAMAGED, Damaged, KeptState};
use crate::build::engine::{Engine, Resumed, Start};
use crate::build::kept_pages::KeptPages;
use crate::build::packed::Kept;
use crate::build::report::BuildReport;
use crate::build::sources::{Look, Sources};
use crate::build::taken_over::TakenOver;
use crate::output::folder::{Mark, OutputFolder};
use crate::output::manifest::{self, OutputFile};
use crate::output::staging::PublishStats;
use crate::query::invalidation::Invalidation;
use croupier_base::diagnostic::Diagnostic;
use croupier_base::disk::stamp::Stamp;
use croupier_base::path::OutputPath;
use croupier_content::config::settings::Settings;

/// What a look at the sources came to.
enum Seen {
    /// They are as an earlier process left them.
    Same(Look, KeptState),
    /// What is kept of them cannot be used.
    Unknown,
    /// They were taken up: what is wrong with them.
    TakenUp(Result<Vec<Diagnostic>, Vec<Diagnostic>>),
}

impl Engine {
    /// Takes up where an earlier process ended. Where nothing changed at all, that is the whole build.
    pub(super) fn resume(
        &mut self,
        note: &(dyn Fn(&str) + Sync),
    ) -> Result<Option<Resumed>, Vec<Diagnostic>> {
        let (folder, cache) = (self.folder(), self.cache());
        let out = &folder.path;
        let (saved, kept) = match cache.load() {
            Ok(Some(saved)) => saved,
            Ok(None) => return Ok(None),
            Err(Damaged) => {
                note(DAMAGED);
                return Ok(None);
            }
        };
        // What is wrong with the sources does not wait for how the output stands.
        let sources = || {
            let look = self.sources.look(saved.runtime.clone())?;
            Ok(if self.is_unchanged(&saved, &look) {
                Seen::Same(look, kept)
            } else {
                self.take_up(&saved, kept, look, note)
            })
        };
        let (seen, (stamps, there)) = rayon::join(sources, || outputs(&folder, &saved));
        let found = match (seen.map_err(|error: Diagnostic| vec![error])?, &there) {
            (Seen::Same(..), Some(_)) => return Ok(Some(Resumed::Whole(self.unchanged(&saved)))),
            (Seen::Same(look, kept), None) => self.take_up(&saved, kept, look, note),
            (seen, _) => seen,
        };
        let Seen::TakenUp(mut found) = found else {
            return Ok(None);
        };
        let CacheState { manifest, outputs, stamps: sources, .. } = saved;
        // Whoever waits for the build need not wait for memory that is freed.
        rayon::spawn(|| drop(sources));
        if let Some(now) = there {
            self.outputs = outputs.into_owned();
            self.manifest = manifest.map(|(_, more)| (now, more.with(self.outputs.keys())));
            self.unverified = found.is_err();
        } else {
            self.outputs = as_written(out, &outputs, stamps);
            // Nobody knows what else happened since.
            self.pending.pages = true;
            found = found.map(|_| self.prepare());
        }
        Ok(Some(Resumed::Begun(found)))
    }

    /// Takes up the sources as an earlier process left them, and brings them up to date with what stands there now.
    fn take_up(
        &mut self,
        saved: &CacheState<'_>,
        mut state: KeptState,
        look: Look,
        note: &(dyn Fn(&str) + Sync),
    ) -> Seen {
        let cache = self.cache();
        if !look.stamps.keys().eq(saved.stamps.keys()) {
            state.stamps = Kept::default();
        }
        // Sources know nothing of what pages were made from, which is read beside that.
        let ((pages, found), records) = rayon::join(
            || self.take_up_sources(saved, &cache, look, note),
            || cache.load_records(Some(saved.token)),
        );
        if records.is_err() {
            note(DAMAGED);
        }
        let Ok(Some(CacheRecords { dependencies, addresses, records, tables })) = records else {
            self.sources = Sources::new(&self.args, self.clock);
            (self.pending, self.context, self.built_at) = (Invalidation::default(), None, 0);
            return Seen::Unknown;
        };
        (self.addresses, self.dependencies) = (Mutex::new(addresses), Mutex::new(dependencies));
        self.records = records;
        // Who goes on for long keeps everything anew at its end.
        if self.start == Start::Whole {
            self.records.unpacked();
        } else {
            self.taken_over =
                pages.map(|pages| TakenOver { state, tables, pages, written: BTreeSet::new() });
        }
        self.pages = saved.pages_digest;
        (self.warned_of_links, self.told) = (saved.warned_of_links, saved.told);
        self.site_files = saved.site_files.clone().into_owned();
        Seen::TakenUp(found)
    }

    /// The same of the sources alone. Returned are the content files as they are kept, where this process goes on from them, and what
    /// is wrong.
    fn take_up_sources(
        &mut self,
        saved: &CacheState<'_>,
        cache: &Cache,
        look: Look,
        note: &(dyn Fn(&str) + Sync),
    ) -> (Option<Kept>, Result<Vec<Diagnostic>, Vec<Diagnostic>>) {
        let kept = KeptPages::load(cache).unwrap_or_else(|Damaged| {
            note(DAMAGED);
            None
        });
        let kept = kept.unwrap_or_default();
        self.built_at = saved.built_at;
        self.pending.pages = saved.next_change_at.is_some_and(|moment| moment <= self.clock.now);
        let goes_on = kept.token == saved.token && saved.scanned_at != 0;
        let pages = if goes_on {
            self.sources.restore(kept.files, saved.scanned_at, saved.shared.clone(), look);
            Some(kept.packed)
        } else {
            (self.sources.first_look, self.sources.kept) = (Some(look), kept);
            None
        };
        (pages, self.catch_up(None, note))
    }

    /// Whether all sources are as an earlier process left them, and the build would be told the same.
    fn is_unchanged(&self, saved: &CacheState<'_>, look: &Look) -> bool {
        self.start == Start::Quick
            && look.stamps == *saved.stamps
            && saved.variables == self.args.variables_digest()
            && saved.built_at <= self.clock.now
            && saved.next_change_at.is_none_or(|moment| moment > self.clock.now)
            && !saved.stamps.values().any(|stamp| stamp.is_racy(saved.scanned_at))
    }

    /// A build that has nothing to do.
    fn unchanged(&self, saved: &CacheState<'_>) -> BuildReport {
        let stats = PublishStats { unchanged: saved.outputs.len(), ..PublishStats::default() };
        let CacheState { next_change_at, pages, .. } = *saved;
        let warnings =
            saved.warnings.iter().filter_map(|warning| warning.told(&self.sources.world)).collect();
        BuildReport { pages, rendered: 0, stats, warnings, next_change_at, changes: Vec::new() }
    }

    /// Forgets files of the output that no longer hold what was written.
    pub(super) fn forget_lost_outputs(&mut self, settings: &Settings) {
        let stamps = manifest::stamps(&settings.out, &self.outputs.keys().collect::<Vec<_>>());
        self.outputs = as_written(&settings.out, &self.outputs, stamps);
    }
}

/// The stamps of the files of the output, and how the folder stands where all of them are as they were written and nobody else wrote
/// it.
fn outputs(folder: &OutputFolder, saved: &CacheState<'_>) -> (Vec<Option<Stamp>>, Option<Mark>) {
    let stamps = manifest::stamps(&folder.path, &saved.outputs.keys().collect::<Vec<_>>());
    let known = saved.manifest.as_ref().map(|(mark, _)| mark);
    let now = folder.mark().filter(|now| known.is_some_and(|known| now.same_content(known)));
    let is_there = |(it, now): (&OutputFile, &Option<Stamp>)| {
        now.is_some_and(|now| now.same_content(&it.stamp))
    };
    let is_whole = saved.outputs.values().zip(&stamps).all(is_there);
    (stamps, now.filter(|_| is_whole))
}

/// The files that still hold what was written, by what was known of them and their stamps now.
fn as_written(
    out: &Path,
    known: &BTreeMap<OutputPath, OutputFile>,
    stamps: Vec<Option<Stamp>>,
) -> BTreeMap<OutputPath, OutputFile> {
    let known: Vec<_> = known.iter().zip(stamps).collect();
    let now = known.into_par_iter().filter_map(|((path, known), now)| {
        let now = manifest::as_written(out, path, known, now?)?;
        Some((path.clone(), now))
    });
    now.collect::<Vec<_>>().into_iter().collect()
}
