//! The inputs and outputs of a command on disk, and their state after its last run.

#![expect(clippy::disallowed_methods, reason = "digests the bytes of files")]

use std::collections::BTreeMap;
use std::path::Path;

use serde::{Deserialize, Serialize};

use croupier_base::diagnostic::Diagnostic;
use croupier_base::diagnostic::code::Code;
use croupier_base::disk::content_cache::ContentCache;
use croupier_base::disk::stamp::Stamp;
use croupier_base::disk::world::World;
use croupier_base::fingerprint::{Fingerprint, fingerprint_bytes};
use croupier_base::path::SitePath;
use croupier_content::config::tables::build::{BuildCommand, pattern_folder};

/// Lock files of package managers in the root. A new version of a tool runs its commands again.
const LOCK_FILES: [&str; 6] = [
    "package-lock.json",
    "npm-shrinkwrap.json",
    "pnpm-lock.yaml",
    "yarn.lock",
    "bun.lock",
    "bun.lockb",
];

/// The stamps and digests of files.
#[derive(Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct DigestedFiles(pub(super) BTreeMap<SitePath, (Stamp, Fingerprint)>);

impl DigestedFiles {
    /// Reads the files whose stamp is not that of `known`, which was scanned at `scanned_at`.
    pub(super) fn read(
        world: &World,
        files: BTreeMap<SitePath, Stamp>,
        known: &DigestedFiles,
        scanned_at: i64,
    ) -> Result<DigestedFiles, Diagnostic> {
        let mut digested = BTreeMap::new();

        for (path, stamp) in files {
            let known = known
                .0
                .get(&path)
                .filter(|(before, _)| *before == stamp && !stamp.is_racy(scanned_at));

            let digest = match known {
                Some((_, digest)) => *digest,
                None => match world.read_if_exists(&path) {
                    Ok(Some(bytes)) => fingerprint_bytes(&bytes),
                    Ok(None) => continue,
                    Err(error) => {
                        let message = format!("cannot read {path}: {error}");
                        return Err(Diagnostic::error(Code::Unreadable, message));
                    }
                },
            };

            digested.insert(path, (stamp, digest));
        }

        Ok(DigestedFiles(digested))
    }

    /// Returns the paths with their digests.
    pub(super) fn digests(&self) -> Vec<(&SitePath, Fingerprint)> {
        self.0.iter().map(|(path, (_, digest))| (path, *digest)).collect()
    }

    /// Returns the paths with their stamps.
    pub(super) fn stamps(&self) -> BTreeMap<SitePath, Stamp> {
        self.0.iter().map(|(path, (stamp, _))| (path.clone(), *stamp)).collect()
    }

    /// Whether both have the same files with the same content.
    pub(super) fn same_content(&self, other: &DigestedFiles) -> bool {
        self.digests() == other.digests()
    }
}

/// The state after the last run of a command.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct LastRun {
    /// Digest of the command line and the inputs. `None` if there was no run.
    pub(super) key: Option<Fingerprint>,
    /// When the files were scanned.
    pub(super) scanned_at: i64,
    pub(super) inputs: DigestedFiles,
    pub(super) outputs: DigestedFiles,
}

impl LastRun {
    /// Loads the state of the command with this key. `None` if there is none that can be read.
    pub(super) fn load(cache: &ContentCache, key: &str) -> Option<LastRun> {
        postcard::from_bytes(&cache.get(key)?).ok()
    }

    /// Stores the state. Without it, the next build runs the command again.
    pub(super) fn save(&self, cache: &ContentCache, key: &str) {
        if let Ok(bytes) = postcard::to_stdvec(self) {
            cache.put(key, &bytes);
        }
    }
}

/// Whether a path is an output of a command, or in an output folder.
pub(super) fn is_output(command: &BuildCommand, path: &SitePath) -> bool {
    command.outputs.iter().any(|output| is_at_or_below(path, output))
}

fn is_at_or_below(path: &str, folder: &str) -> bool {
    let rest = path.strip_prefix(folder.trim_end_matches('/'));
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// Whether a command reads the file at this path.
pub(super) fn is_input(command: &BuildCommand, path: &SitePath) -> bool {
    let is_matched = |pattern: &String| fast_glob::glob_match(pattern.as_bytes(), path.as_bytes());
    let is_tool = LOCK_FILES.contains(&path.as_str())
        || command.command.first().is_some_and(|program| {
            program.contains('/') && program.trim_start_matches("./") == path.as_str()
        });
    (is_tool || command.inputs.iter().any(is_matched)) && !is_output(command, path)
}

/// Returns the stamps of the inputs of a command: the files that match a pattern, its program, and lock files. Files in `out`, the
/// output folder, are left out.
pub(super) fn inputs(
    world: &World,
    command: &BuildCommand,
    out: Option<&Path>,
) -> Result<BTreeMap<SitePath, Stamp>, Diagnostic> {
    let mut inputs = BTreeMap::new();
    let program = command.command.first().map(|it| it.trim_start_matches("./"));
    for file in LOCK_FILES.into_iter().chain(program.filter(|it| it.contains('/'))) {
        inputs.extend(world.stamp(file).map(|stamp| (SitePath::new(file), stamp)));
    }

    let mut folders: Vec<&str> = command.inputs.iter().map(|it| pattern_folder(it)).collect();
    folders.sort_unstable();
    // The files of a folder include those of its subfolders.
    folders.dedup_by(|next, folder| folder.is_empty() || is_at_or_below(next, folder));

    for folder in folders {
        inputs.extend(stamps(world, folder)?);
    }

    inputs.retain(|path, _| {
        is_input(command, path) && !out.is_some_and(|out| Path::new(path.as_str()).starts_with(out))
    });

    Ok(inputs)
}

/// Returns the stamps of the outputs of a command that exist.
pub(super) fn outputs(
    world: &World,
    command: &BuildCommand,
) -> Result<BTreeMap<SitePath, Stamp>, Diagnostic> {
    let mut found = BTreeMap::new();
    for output in &command.outputs {
        let output = output.trim_end_matches('/');
        match world.stamp(output) {
            Some(stamp) => {
                found.insert(SitePath::new(output), stamp);
            }
            None => found.extend(stamps(world, output)?),
        }
    }
    Ok(found)
}

/// Returns the first declared output without any file.
pub(super) fn missing_output<'a, V>(
    command: &'a BuildCommand,
    found: &BTreeMap<SitePath, V>,
) -> Option<&'a str> {
    let is_missing = |output: &&String| !found.keys().any(|path| is_at_or_below(path, output));
    command.outputs.iter().find(is_missing).map(String::as_str)
}

fn stamps(world: &World, folder: &str) -> Result<BTreeMap<SitePath, Stamp>, Diagnostic> {
    world.stamps(folder, &["node_modules"]).map_err(|error| {
        Diagnostic::error(Code::Unreadable, error.to_string())
            .hint("name only files and folders that can be read in `inputs` and `outputs`")
    })
}
