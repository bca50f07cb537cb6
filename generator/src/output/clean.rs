//! Empties an output folder of everything that builds put there. Files of others stay.

#![expect(clippy::disallowed_methods, reason = "a part of the door out")]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::diagnostic::Diagnostic;
use crate::output::files::remove;
use crate::output::lock::OutputLock;
use crate::output::manifest::{MANIFEST, write_manifest};
use crate::output::staging::Staging;

/// What was done to a folder.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Cleaned {
    /// Files that builds had put there.
    pub removed: usize,
    /// Files of others, which are still there.
    pub left: usize,
}

/// Removes from the folder `out` what its manifest names, and the folder itself if that leaves it empty; tells `waiting` when a build
/// is writing it. A folder that no build made is an error.
pub(crate) fn output(out: &Path, waiting: &dyn Fn()) -> Result<Cleaned, Diagnostic> {
    if !out.is_dir() {
        return Ok(Cleaned::default());
    }
    let _lock = OutputLock::take(out, waiting)?;
    let staging = Staging::open(out, None)?;
    let mut cleaned = Cleaned::default();
    let real = out.canonicalize().unwrap_or_else(|_| out.to_owned());
    for path in &staging.manifest.files {
        let target = out.join(path);
        // A folder that somebody put in the place of ours, or a link that leads elsewhere, is theirs.
        let is_file = fs::symlink_metadata(&target).is_ok_and(|it| !it.is_dir());
        let is_inside = target.parent().and_then(|it| it.canonicalize().ok()).is_some_and(|it| it.starts_with(&real));
        if is_file && is_inside {
            remove(&target, out)?;
            cleaned.removed += 1;
        }
    }
    let files = walkdir::WalkDir::new(out).min_depth(1).into_iter().flatten().filter(|it| !it.file_type().is_dir());
    cleaned.left = files.filter(|it| it.path() != out.join(MANIFEST)).count();
    // The manifest goes last: whoever is stopped before knows what is still ours.
    if cleaned.left > 0 {
        // The next build may fill the folder again.
        write_manifest(out, &staging.manifest.after(BTreeSet::new(), 0))?;
        staging.abandon();
    } else if out.join(MANIFEST).exists() {
        remove(&out.join(MANIFEST), out)?;
        let _ = fs::remove_dir(out);
    }
    Ok(cleaned)
}
