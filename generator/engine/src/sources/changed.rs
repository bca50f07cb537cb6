//! Which sources changed since the last refresh.

use std::collections::BTreeSet;

use crate::sources::Sources;
use crate::sources::scan::{Scan, outside_inputs};
use croupier_base::diagnostic::Diagnostic;
use croupier_base::path::{self, SitePath};
use croupier_content::config::layers::{self, SITE};
use croupier_content::messages;

impl Sources {
    /// Scans all sources. `runtime` is the folder of the runtime.
    pub(crate) fn scan(&self, runtime: Option<SitePath>) -> Result<Scan, Diagnostic> {
        Scan::new(&self.world, self.options.profile, runtime)
    }

    /// Whether a path is one that a scan finds, or a folder of such paths. Other paths are only inputs of commands.
    pub(crate) fn is_source(&self, path: &SitePath) -> bool {
        let runtime = self.settings.as_ref().and_then(|it| it.runtime.as_ref());
        self.is_in_source_folder(path)
            || path.as_str() == SITE
            || *path == layers::overlay(self.options.profile)
            || self.stamps.contains_key(path)
            || outside_inputs(&self.world, runtime).contains(path)
    }

    /// Whether a path is in a folder of sources.
    pub(super) fn is_in_source_folder(&self, path: &SitePath) -> bool {
        let runtime = self.settings.as_ref().and_then(|it| it.runtime.as_deref());
        let mut folders =
            ["content", "pages", "static", messages::FOLDER].into_iter().chain(runtime);
        folders.any(|folder| {
            path.strip_prefix(folder).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        })
    }

    /// The site paths that were created, changed or removed. `paths` limits the scan to these.
    pub(super) fn changed(
        &mut self,
        paths: Option<&BTreeSet<SitePath>>,
    ) -> Result<BTreeSet<SitePath>, Diagnostic> {
        if let Some(paths) = paths {
            let mut changed = BTreeSet::new();
            for path in paths {
                let now = self.world.stamp(path);
                // The watcher reported a change, which counts more than an equal stamp.
                if now.is_some() || self.stamps.contains_key(path) {
                    changed.insert(path.clone());
                }

                // A path that is no file now may have been a folder with files.
                if now.is_none() {
                    let gone: Vec<SitePath> =
                        path::entries_with_prefix(&self.stamps, &format!("{path}/"))
                            .map(|(path, _)| path.clone())
                            .collect();
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
        let Scan { at, runtime, stamps: now } =
            self.first_scan.take().map_or_else(|| self.scan(runtime()), Ok)?;
        self.scanned_runtime = runtime;

        let scanned_at = std::mem::replace(&mut self.scanned_at, at);
        if let Some(changed) = self.previous.as_mut().and_then(|it| it.changed.take()) {
            self.stamps = now;
            return Ok(changed);
        }

        let mut changed: BTreeSet<SitePath> = now
            .iter()
            .filter(|(path, stamp)| {
                self.stamps.get(*path) != Some(*stamp) || stamp.is_racy(scanned_at)
            })
            .map(|(path, _)| path.clone())
            .collect();
        changed.extend(self.stamps.keys().filter(|path| !now.contains_key(*path)).cloned());
        self.stamps = now;

        Ok(changed)
    }
}
