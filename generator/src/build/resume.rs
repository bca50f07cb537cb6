//! What an earlier process left, and what the output still holds of it.

use std::sync::Mutex;

use rayon::prelude::*;

use crate::build::address_table::AddressTable;
use crate::build::dependency_table::DependencyTable;
use crate::build::engine::{BuildReport, Engine, Start};
use crate::build::rendered::share;
use crate::config::settings::Settings;
use crate::diagnostic::Diagnostic;
use crate::output::manifest::{self, OutputFile};
use crate::output::staging::PublishStats;
use crate::source::path::OutputPath;

impl Engine {
    /// Takes up where an earlier process ended. Where nothing changed at all, that is the whole build.
    pub(super) fn resume(&mut self, note: &dyn Fn(&str)) -> Result<Option<BuildReport>, Vec<Diagnostic>> {
        let out = self.out();
        let Some(saved) = self.cache().load(note) else {
            return Ok(None);
        };
        let (now, there) = rayon::join(
            || self.sources.scan_with(saved.runtime.as_deref()),
            || {
                let stamps = manifest::stamps(&out, &saved.outputs.keys().collect::<Vec<_>>());
                let is_known =
                    manifest::manifest_stamp(&out).is_some_and(|now| saved.manifest.is_some_and(|it| now.same_content(&it)));
                is_known
                    && saved
                        .outputs
                        .iter()
                        .all(|(path, it)| stamps.get(path.as_str()).is_some_and(|now| now.same_content(&it.stamp)))
            },
        );
        let unchanged = self.start == Start::Quick
            && there
            && now.map_err(|error| vec![error])? == *saved.stamps
            && saved.variables == self.args.variables_digest()
            && saved.built_at <= self.clock.now
            && saved.next_change_at.is_none_or(|moment| moment > self.clock.now)
            && !saved.stamps.values().any(|stamp| stamp.is_racy(saved.scanned_at));
        if unchanged {
            let stats = PublishStats { unchanged: saved.outputs.len(), ..PublishStats::default() };
            let next_change_at = saved.next_change_at;
            let warnings = saved.warnings.iter().filter_map(|warning| warning.told(&self.sources.world)).collect();
            return Ok(Some(BuildReport {
                pages: saved.pages,
                rendered: 0,
                stats,
                warnings,
                next_change_at,
                changes: Vec::new(),
            }));
        }
        self.dependencies = Mutex::new(DependencyTable::resumed(saved.dependencies.into_owned(), saved.answers.into_owned()));
        self.addresses = Mutex::new(AddressTable::resumed(saved.addresses.into_owned()));
        self.warned_of_links = !saved.warnings.is_empty();
        self.records = saved.records.into_owned();
        self.pages = self.records.iter().fold(0, |sum, (route, record)| sum.wrapping_add(share(route, record)));
        self.outputs = saved.outputs.into_owned();
        self.site_files = saved.site_files.into_owned();
        self.built_at = saved.built_at;
        Ok(None)
    }

    /// Forgets files of the output that no longer hold what was written.
    pub(super) fn forget_lost_outputs(&mut self, settings: &Settings) {
        let stamps = manifest::stamps(&settings.out, &self.outputs.keys().collect::<Vec<_>>());
        let now: Vec<(OutputPath, OutputFile)> = self
            .outputs
            .par_iter()
            .filter_map(|(path, known)| {
                let now = manifest::as_written(&settings.out, path, known, *stamps.get(path.as_str())?)?;
                Some((path.clone(), now))
            })
            .collect();
        drop(stamps);
        self.outputs = now.into_iter().collect();
    }
}
