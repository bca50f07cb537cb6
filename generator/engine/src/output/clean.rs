//! Removes the files that builds wrote to an output folder. Files of other programs remain.

#![expect(clippy::disallowed_methods, reason = "writes the output folder")]

use crate::output::folder::OutputFolder;
use crate::output::fs_ops::{remove_file, write_error};
use crate::output::lock::OutputLock;
use crate::output::manifest::Manifest;
use crate::output::releases::Releases;
use crate::output::staging::Staging;
use croupier_base::diagnostic::Diagnostic;
use croupier_base::path::RELEASES;
use std::fs;

/// The number of files that [`clean_output`] removed and left.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct CleanStats {
    /// Files of builds that were removed.
    pub removed: usize,
    /// Files of other programs that are still in the folder.
    pub left: usize,
}

/// Removes the files that the manifest lists, and the folder itself if it is empty afterwards.
///
/// Calls `waiting` if another process is writing the folder, and waits for it. Returns an error if
/// no build created the folder.
pub fn clean_output(folder: &OutputFolder, waiting: &dyn Fn()) -> Result<CleanStats, Diagnostic> {
    let out = folder.path.as_path();
    if !out.is_dir() {
        return Ok(CleanStats::default());
    }

    let _lock = OutputLock::acquire(out, waiting)?;
    let staging = Staging::open(folder, None)?;
    let mut stats = CleanStats::default();
    let canonical_out = out.canonicalize().unwrap_or_else(|_| out.to_owned());

    // The list of releases marks the folder as an output folder, so it is removed last. If the
    // process is killed before, the next one still recognises the remaining files.
    let (release_lists, files): (Vec<_>, Vec<_>) =
        staging.manifest.files.iter().partition(|path| path.as_str() == RELEASES);
    for path in files.into_iter().chain(release_lists) {
        let target = out.join(path);
        // A folder at the path, or a symbolic link out of the output folder, is not from a build.
        let is_file = fs::symlink_metadata(&target).is_ok_and(|metadata| !metadata.is_dir());
        let is_inside = target
            .parent()
            .and_then(|parent| parent.canonicalize().ok())
            .is_some_and(|parent| parent.starts_with(&canonical_out));
        if is_file && is_inside {
            remove_file(&target, out)?;
            stats.removed += 1;
        }
    }

    let remaining_files = walkdir::WalkDir::new(out)
        .min_depth(1)
        .into_iter()
        .flatten()
        .filter(|entry| !entry.file_type().is_dir());
    stats.left = remaining_files.count();

    if stats.left > 0 {
        // An empty list of releases lets the next build write to the folder.
        let target = out.join(RELEASES);
        let result = fs::create_dir_all(target.parent().unwrap_or(out)).and_then(|()| {
            fs::write(&target, Releases::from_manifest(&Manifest::default()).bytes())
        });
        result.map_err(|error| write_error(&target, &error))?;
    } else {
        let _ = fs::remove_dir(out);
    }

    folder.remove_manifest();
    Ok(stats)
}
