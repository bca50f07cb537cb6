//! Scanning the sources: the stamps of all files, and which of them changed.

use std::collections::{BTreeMap, BTreeSet};

use crate::commands::CommandInputs;
use crate::island::inputs::outer_inputs;
use crate::island::packages::SKIPPED_IN_RUNTIME;
use crate::sources::Sources;
use crate::sources::styles::style_inputs;
use croupier_base::diagnostic::Diagnostic;
use croupier_base::diagnostic::code::Code;
use croupier_base::disk::stamp::Stamp;
use croupier_base::disk::world::{self, ScanError};
use croupier_base::path::{self, SitePath};
use croupier_content::config::layers::{self, SITE};
use croupier_content::config::options::BuildOptions;
use croupier_content::messages;

/// Returns the stamps of all sources of a site, whose runtime is in the folder `runtime`, and of the inputs of its commands.
pub fn scan(
    args: &BuildOptions,
    runtime: Option<&SitePath>,
) -> Result<BTreeMap<SitePath, Stamp>, Diagnostic> {
    let sources = Sources::new(args, args.clock());
    let mut stamps = sources.stamps(runtime)?;
    stamps.extend(CommandInputs::read(args).stamps(args, &sources.world)?);
    Ok(stamps)
}

/// The files of a site at one time.
#[derive(Debug)]
pub(crate) struct Scan {
    /// When the scan began.
    pub at: i64,
    /// The folder of the runtime, if it was known.
    pub runtime: Option<SitePath>,
    /// By site path.
    pub stamps: BTreeMap<SitePath, Stamp>,
}

impl Sources {
    /// Scans all sources. `runtime` is the folder of the runtime.
    pub(crate) fn scan(&self, runtime: Option<SitePath>) -> Result<Scan, Diagnostic> {
        let at = world::now();
        let stamps = self.stamps(runtime.as_ref())?;
        Ok(Scan { at, runtime, stamps })
    }

    /// The stamps of all sources.
    fn stamps(&self, runtime: Option<&SitePath>) -> Result<BTreeMap<SitePath, Stamp>, Diagnostic> {
        let list = |dir: &str, skip: &[&str]| {
            self.world.stamps(dir, skip).map_err(|error| {
                let (code, hint) = match error {
                    ScanError::LinkToOutput(_) => (Code::OutputInSource, Some("remove the link")),
                    ScanError::Cycle(_) => (Code::Unreadable, Some("remove the link")),
                    ScanError::SameName(_) => (Code::Unreadable, Some("remove one of them")),
                    ScanError::Unreadable(..) => (Code::Unreadable, None),
                };
                let diagnostic = Diagnostic::error(code, error.to_string()).in_file(error.path());
                match hint {
                    Some(hint) => diagnostic.hint(hint),
                    None => diagnostic,
                }
            })
        };

        let (content, others) = rayon::join(
            || list("content", &[]),
            || {
                let mut stamps = list("pages", &[])?;
                stamps.extend(list("static", &[])?);
                stamps.extend(list(messages::FOLDER, &[])?);
                if let Some(dir) = runtime {
                    stamps.extend(list(dir, &SKIPPED_IN_RUNTIME)?);
                }
                let files = [SitePath::new(SITE), layers::overlay(self.options.profile)]
                    .into_iter()
                    .chain(self.outside_inputs(runtime));
                stamps.extend(
                    files.filter_map(|file| self.world.stamp(&file).map(|stamp| (file, stamp))),
                );
                Ok::<_, Diagnostic>(stamps)
            },
        );

        let mut stamps = content?;
        stamps.append(&mut others?);
        stamps.extend(self.world.undecodable.stamps());
        Ok(stamps)
    }

    /// Whether a path is one that a scan finds, or a folder of such paths. Other paths are only inputs of commands.
    pub(crate) fn is_source(&self, path: &SitePath) -> bool {
        let runtime = self.settings.as_ref().and_then(|it| it.runtime.as_ref());
        self.is_in_source_folder(path)
            || path.as_str() == SITE
            || *path == layers::overlay(self.options.profile)
            || self.stamps.contains_key(path)
            || self.outside_inputs(runtime).contains(path)
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

    /// Returns the files outside of the source folders that the bundle and the style sheets are made from.
    fn outside_inputs(&self, runtime: Option<&SitePath>) -> BTreeSet<SitePath> {
        let mut inputs = style_inputs(&self.world);
        inputs.extend(runtime.into_iter().flat_map(|dir| outer_inputs(&self.world, dir)));
        inputs
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
