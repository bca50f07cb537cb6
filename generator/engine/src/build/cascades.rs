//! What folders say for the pages below them, for all of content/ as it was read last.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use croupier_base::path::SitePath;
use croupier_content::front_matter::{Cascade, cascade};

/// What each folder says, and what that comes to.
#[derive(Debug, Default)]
pub(crate) struct Cascades {
    /// By folder and content file; more than one where names differ in capital letters alone.
    written: BTreeMap<SitePath, BTreeMap<SitePath, Arc<Cascade>>>,
    /// What holds for the pages in a folder, with all that stands above it: worked out when the first of them asks.
    known: HashMap<SitePath, Option<Arc<Cascade>>>,
}

impl Cascades {
    /// Takes up what a content file says now, and tells whether that is something else than before.
    pub(crate) fn take_up(&mut self, file: &SitePath, now: Option<Arc<Cascade>>) -> bool {
        let Some(folder) = cascade::folder(file) else { return false };
        let before = self.written.get(folder).and_then(|files| files.get(file));
        let mark = |it: &Cascade| (it.written, it.is_whole);
        if before.map(|it| mark(it)) == now.as_deref().map(mark) {
            return false;
        }
        self.known.clear();
        let files = self.written.entry(SitePath::new(folder)).or_default();
        match now {
            Some(now) => drop(files.insert(file.clone(), now)),
            None => drop(files.remove(file)),
        }
        if files.is_empty() {
            self.written.remove(folder);
        }
        true
    }

    /// What folders say for the page of a content file; the page of a folder takes what stands above that.
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
        if let Some(known) = self.known.get(folder) {
            return known.clone();
        }
        let above = parent(folder).and_then(|above| self.of_folder(above));
        let own = self.written.get(folder).into_iter().flat_map(BTreeMap::values);
        let all = own.fold(above, |above, own| {
            Some(above.map_or_else(|| Arc::clone(own), |above| Arc::new(own.below(&above))))
        });
        self.known.insert(SitePath::new(folder), all.clone());
        all
    }
}

/// The folder that a folder lies in; none for content/ itself.
fn parent(folder: &str) -> Option<&str> {
    folder.rsplit_once('/').map(|(folder, _)| folder)
}
