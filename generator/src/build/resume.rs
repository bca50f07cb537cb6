//! What an earlier process left, and what the output still holds of it.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Mutex;

use rayon::prelude::*;

use crate::build::address_table::AddressTable;
use crate::build::dependency_table::DependencyTable;
use crate::build::engine::{BuildReport, Engine, Resumed, Start};
use crate::build::kept_pages::KeptPages;
use crate::build::rendered::share;
use crate::config::settings::Settings;
use crate::diagnostic::Diagnostic;
use crate::output::manifest::{self, OutputFile};
use crate::output::staging::PublishStats;
use crate::source::path::OutputPath;
use crate::source::world::Stamp;

impl Engine {
    /// Takes up where an earlier process ended. Where nothing changed at all, that is the whole build.
    pub(super) fn resume(&mut self, note: &dyn Fn(&str)) -> Result<Option<Resumed>, Vec<Diagnostic>> {
        let out = self.out();
        let Some(saved) = self.cache().load(note) else {
            return Ok(None);
        };
        let (now, there) = rayon::join(
            || self.sources.look(saved.runtime.clone()),
            || {
                let stamps = manifest::stamps(&out, &saved.outputs.keys().collect::<Vec<_>>());
                let is_known =
                    manifest::manifest_stamp(&out).is_some_and(|now| saved.manifest.is_some_and(|it| now.same_content(&it)));
                let is_there = is_known
                    && saved
                        .outputs
                        .iter()
                        .all(|(path, it)| stamps.get(path.as_str()).is_some_and(|now| now.same_content(&it.stamp)));
                (stamps, is_there)
            },
        );
        let (now, (stamps, there)) = (now.map_err(|error| vec![error])?, there);
        let unchanged = self.start == Start::Quick
            && there
            && now.stamps == *saved.stamps
            && saved.variables == self.args.variables_digest()
            && saved.built_at <= self.clock.now
            && saved.next_change_at.is_none_or(|moment| moment > self.clock.now)
            && !saved.stamps.values().any(|stamp| stamp.is_racy(saved.scanned_at));
        if unchanged {
            let stats = PublishStats { unchanged: saved.outputs.len(), ..PublishStats::default() };
            let next_change_at = saved.next_change_at;
            let warnings = saved.warnings.iter().filter_map(|warning| warning.told(&self.sources.world)).collect();
            return Ok(Some(Resumed::Whole(BuildReport {
                pages: saved.pages,
                rendered: 0,
                stats,
                warnings,
                next_change_at,
                changes: Vec::new(),
            })));
        }
        self.dependencies = Mutex::new(DependencyTable::resumed(saved.dependencies.into_owned(), saved.answers.into_owned()));
        let linked = saved.records.values().flat_map(|record| record.links.iter().map(|(_, href, ..)| href));
        self.addresses = Mutex::new(AddressTable::resumed(saved.addresses.into_owned(), linked));
        self.warned_of_links = !saved.warnings.is_empty();
        self.records = saved.records.into_owned();
        self.pages = self.records.iter().fold(0, |sum, (route, record)| sum.wrapping_add(share(route, record)));
        self.outputs = as_written(&out, &saved.outputs, &stamps);
        self.sources.first_look = Some(now);
        self.sources.kept = KeptPages::load(&self.cache(), note);
        self.site_files = saved.site_files.into_owned();
        self.built_at = saved.built_at;
        Ok(Some(Resumed::Begun))
    }

    /// Forgets files of the output that no longer hold what was written.
    pub(super) fn forget_lost_outputs(&mut self, settings: &Settings) {
        let stamps = manifest::stamps(&settings.out, &self.outputs.keys().collect::<Vec<_>>());
        self.outputs = as_written(&settings.out, &self.outputs, &stamps);
    }
}

/// The files that still hold what was written, by what was known of them and their stamps now.
fn as_written(
    out: &Path,
    known: &BTreeMap<OutputPath, OutputFile>,
    stamps: &BTreeMap<&str, Stamp>,
) -> BTreeMap<OutputPath, OutputFile> {
    let now = known.par_iter().filter_map(|(path, known)| {
        let now = manifest::as_written(out, path, known, *stamps.get(path.as_str())?)?;
        Some((path.clone(), now))
    });
    now.collect::<Vec<_>>().into_iter().collect()
}
