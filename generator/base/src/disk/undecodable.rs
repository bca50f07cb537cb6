//! Files and folders whose names are not UTF-8. No path or URL of the site can name them, so that builds ignore them with a warning.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use crate::diagnostic::Diagnostic;
use crate::disk::ignored;
use crate::disk::stamp::Stamp;
use crate::path::SitePath;

/// The start of the paths under which a scan lists these files, so that a new one is a change. No source has such a path.
const MARK: &str = "not UTF-8/";

/// The files and folders found so far, by their site paths with replacement characters.
#[derive(Debug, Clone, Default)]
pub struct UndecodableNames(Arc<Mutex<BTreeMap<SitePath, PathBuf>>>);

impl UndecodableNames {
    /// Records the entry at a path on disk if its name is not UTF-8. Returns whether it is.
    pub fn record(&self, root: &Path, path: &Path) -> bool {
        let is_undecodable = path.file_name().is_some_and(|name| name.to_str().is_none());
        if is_undecodable {
            let shown = path.strip_prefix(root).unwrap_or(path).to_string_lossy();
            let mut names = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            names.insert(SitePath::new(&*shown), path.to_owned());
        }
        is_undecodable
    }

    /// Returns the stamps of the recorded entries, under paths that no source has.
    pub fn stamps(&self) -> Vec<(SitePath, Stamp)> {
        let names = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let stamp = |(path, file): (&SitePath, &PathBuf)| {
            let metadata = std::fs::symlink_metadata(file).ok()?;
            Some((SitePath::new(format!("{MARK}{path}")), Stamp::of(&metadata)))
        };
        names.iter().filter_map(stamp).collect()
    }

    /// Returns a warning for each recorded entry that still exists.
    pub fn warnings(&self) -> Vec<Diagnostic> {
        let mut names = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        names.retain(|_, file| std::fs::symlink_metadata(file).is_ok());
        let hint = "its name is not UTF-8, such as one from an old archive; rename it";
        names.keys().map(|path| ignored::warning(path).hint(hint)).collect()
    }
}
