//! The `[cascade]` tables of all folders, and what they add up to for the pages below.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use croupier_base::path::SitePath;
use croupier_content::front_matter::{Cascade, cascade};

/// The `[cascade]` tables of all folders.
#[derive(Debug, Default)]
pub(crate) struct Cascades {
    /// By folder and file: the index.md and the schema of `extra`. A folder has several index.md if their names differ in case only.
    written: BTreeMap<SitePath, BTreeMap<SitePath, Arc<Cascade>>>,
    /// The tables of a folder and all folders above it, merged. Computed when a page first needs it.
    merged: HashMap<SitePath, Option<Arc<Cascade>>>,
}

impl Cascades {
    /// Replaces the table of a content file, and returns whether it changed.
    pub(crate) fn replace(&mut self, file: &SitePath, now: Option<Arc<Cascade>>) -> bool {
        let Some(folder) = cascade::folder_of_source(file) else { return false };
        let before = self.written.get(folder).and_then(|files| files.get(file));
        let mark = |it: &Cascade| (it.source_digest, it.is_complete);
        if before.map(|it| mark(it)) == now.as_deref().map(mark) {
            return false;
        }

        self.merged.clear();
        let files = self.written.entry(SitePath::new(folder)).or_default();
        match now {
            Some(now) => {
                files.insert(file.clone(), now);
            }
            None => {
                files.remove(file);
            }
        }

        if files.is_empty() {
            self.written.remove(folder);
        }
        true
    }

    /// The merged tables of the folders above a content file. The index.md of a folder inherits from the folders above that.
    pub(crate) fn above(&mut self, file: &SitePath) -> Option<Arc<Cascade>> {
        if self.written.is_empty() {
            return None;
        }
        let folder = match cascade::folder(file) {
            Some(own) => parent(own)?,
            None => file.folder()?,
        };
        self.of_folder(folder)
    }

    fn of_folder(&mut self, folder: &str) -> Option<Arc<Cascade>> {
        if let Some(merged) = self.merged.get(folder) {
            return merged.clone();
        }
        let above = parent(folder).and_then(|above| self.of_folder(above));
        let own = self.written.get(folder).into_iter().flat_map(BTreeMap::values);
        let all = own.fold(above, |above, own| {
            Some(above.map_or_else(|| Arc::clone(own), |above| Arc::new(own.below(&above))))
        });
        self.merged.insert(SitePath::new(folder), all.clone());
        all
    }
}

/// The folder above a folder. None for content/ itself.
fn parent(folder: &str) -> Option<&str> {
    folder.rsplit_once('/').map(|(folder, _)| folder)
}
