//! Unsaved files of an editor, which a preview reads in place of the files on disk.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, PoisonError, RwLock};

use crate::path::SitePath;

/// Unsaved files by site path, shared by all clones. `None` removes a file.
pub type UnsavedFiles = BTreeMap<SitePath, Option<Arc<[u8]>>>;

/// A layer of unsaved files over a site root. Empty for builds.
#[derive(Debug, Clone, Default)]
pub struct Overlay {
    files: Arc<RwLock<UnsavedFiles>>,
}

impl Overlay {
    /// Replaces all unsaved files. Returns the paths of those that differ from before.
    pub fn set(&self, files: UnsavedFiles) -> BTreeSet<SitePath> {
        let mut current = self.files.write().unwrap_or_else(PoisonError::into_inner);
        let before = std::mem::replace(&mut *current, files);
        let paths = before.keys().chain(current.keys());
        paths.filter(|path| before.get(*path) != current.get(*path)).cloned().collect()
    }

    /// Returns the unsaved content of a file: `Some(None)` if the overlay removes it, and `None` if the file on disk counts.
    #[expect(clippy::option_option, reason = "three states, each with its own meaning")]
    pub(super) fn get(&self, path: &str) -> Option<Option<Arc<[u8]>>> {
        self.files.read().unwrap_or_else(PoisonError::into_inner).get(path).cloned()
    }

    /// Whether the overlay has or removes a file.
    pub(super) fn has(&self, path: &str) -> bool {
        self.files.read().unwrap_or_else(PoisonError::into_inner).contains_key(path)
    }
}
