//! Empties an output folder of everything that builds put there. Files of others stay.

#![expect(clippy::disallowed_methods, reason = "a part of the door out")]

use crate::output::files::{failed, remove};
use crate::output::folder::OutputFolder;
use crate::output::lock::OutputLock;
use crate::output::manifest::Manifest;
use crate::output::releases::Releases;
use crate::output::staging::Staging;
use croupier_base::diagnostic::Diagnostic;
use croupier_base::path::RELEASES;
use std::fs;

/// What was done to a folder.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Cleaned {
    /// Files that builds had put there.
    pub removed: usize,
    /// Files of others, which are still there.
    pub left: usize,
}

/// Removes from an output folder what its manifest names, and the folder itself if that leaves it empty; tells `waiting` when a build
/// is writing it. A folder that no build made is an error.
pub fn output(folder: &OutputFolder, waiting: &dyn Fn()) -> Result<Cleaned, Diagnostic> {
    let out = folder.path.as_path();
    if !out.is_dir() {
        return Ok(Cleaned::default());
    }
    let _lock = OutputLock::take(out, waiting)?;
    let staging = Staging::open(folder, None)?;
    let mut cleaned = Cleaned::default();
    let real = out.canonicalize().unwrap_or_else(|_| out.to_owned());
    // What tells that the folder is an output goes last: whoever is stopped before knows what is still ours.
    let (marks, files): (Vec<_>, Vec<_>) =
        staging.manifest.files.iter().partition(|path| path.as_str() == RELEASES);
    for path in files.into_iter().chain(marks) {
        let target = out.join(path);
        // A folder that somebody put in the place of ours, or a link that leads elsewhere, is theirs.
        let is_file = fs::symlink_metadata(&target).is_ok_and(|it| !it.is_dir());
        let is_inside = target
            .parent()
            .and_then(|it| it.canonicalize().ok())
            .is_some_and(|it| it.starts_with(&real));
        if is_file && is_inside {
            remove(&target, out)?;
            cleaned.removed += 1;
        }
    }
    let files = walkdir::WalkDir::new(out)
        .min_depth(1)
        .into_iter()
        .flatten()
        .filter(|it| !it.file_type().is_dir());
    cleaned.left = files.count();
    if cleaned.left > 0 {
        // The next build may fill the folder again.
        let target = out.join(RELEASES);
        let written = fs::create_dir_all(target.parent().unwrap_or(out))
            .and_then(|()| fs::write(&target, Releases::of(&Manifest::default()).bytes()));
        written.map_err(|error| failed(&target, &error))?;
    } else {
        let _ = fs::remove_dir(out);
    }
    folder.forget();
    Ok(cleaned)
}
