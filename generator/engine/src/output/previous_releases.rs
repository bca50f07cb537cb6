//! Restores hashed files of earlier releases into an output folder, so that open tabs can load
//! them.
//!
//! A build that starts with an empty output folder, for example in CI, would lose them otherwise.

#![expect(clippy::disallowed_methods, reason = "reads and digests the files of earlier releases")]

use std::collections::BTreeSet;
use std::fs::File;
use std::path::PathBuf;

use crate::output::folder::OutputFolder;
use crate::output::fs_ops::write_error;
use crate::output::lock::OutputLock;
use crate::output::manifest::Manifest;
use crate::output::releases::Releases;
use crate::output::staging::Staging;
use croupier_base::diagnostic::Diagnostic;
use croupier_base::fingerprint::fingerprint_bytes;
use croupier_base::path::{OutputPath, RELEASES};

/// Returns the hashed files of the published releases that the folder does not contain.
pub fn missing_files(folder: &OutputFolder, published: &Releases) -> BTreeSet<OutputPath> {
    published
        .code
        .iter()
        .chain(&published.queries)
        .flatten()
        .filter(|path| !folder.path.join(path).is_file())
        .cloned()
        .collect()
}

/// Copies `files`, each from another path, to the folder and adds the published releases to its manifest.
///
/// The published releases come before the releases in the folder, because open tabs use them. Calls
/// `waiting` if another process is writing the folder.
pub fn restore_files(
    folder: &OutputFolder,
    published: Releases,
    files: &[(OutputPath, PathBuf)],
    waiting: &dyn Fn(),
) -> Result<(), Diagnostic> {
    let _lock = OutputLock::acquire(&folder.path, waiting)?;
    let staging = Staging::open(folder, None)?;

    let append_older = |mut newer: Vec<BTreeSet<OutputPath>>, older: &[BTreeSet<OutputPath>]| {
        let more: Vec<_> =
            older.iter().filter(|release| !newer.contains(release)).cloned().collect();
        newer.extend(more);
        newer
    };

    let local = &staging.manifest;
    let mut manifest = Manifest {
        files: local.files.iter().chain(files.iter().map(|(path, _)| path)).cloned().collect(),
        releases: append_older(published.code, &local.releases),
        queries: append_older(published.queries, &local.queries),
        ..local.clone()
    };

    let release_list = OutputPath::new(RELEASES);
    manifest.files.insert(release_list.clone());
    for (path, source) in files {
        let file = File::open(source).map_err(|error| write_error(source, &error))?;
        staging.stage_copy(path, file)?;
    }
    let releases = Releases::from_manifest(&manifest).bytes();
    staging.stage(&release_list, &releases, fingerprint_bytes(&releases))?;

    let written: Vec<&OutputPath> =
        files.iter().map(|(path, _)| path).chain([&release_list]).collect();
    staging.commit(&written, &[], Some(&manifest))
}
