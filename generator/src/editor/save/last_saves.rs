//! The last saves, which can be taken back.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::Mutex;

use crate::editor::source::digest;
use crate::editor::transaction::{self, Change, Failure};
use croupier_base::date;
use croupier_base::path::SitePath;

/// How many saves can be taken back.
const MAX_UNDO: usize = 20;

/// The last saves, newest last.
#[derive(Debug, Default)]
pub(in crate::editor) struct Undo {
    pub(super) saves: Mutex<VecDeque<Saved>>,
}

/// A save.
#[derive(Debug, Clone)]
pub(super) struct Saved {
    pub(super) id: String,
    pub(super) title: String,
    pub(super) at: String,
    pub(super) files: Vec<SavedFile>,
}

/// A file of a save. What was saved is only known by its digest, because uploads are large.
#[derive(Debug, Clone)]
pub(in crate::editor) struct SavedFile {
    pub path: SitePath,
    pub full_path: PathBuf,
    /// The file before the save. None if there was none.
    pub before: Option<Vec<u8>>,
    /// The digest of the file after the save. None if it was removed.
    pub after: Option<String>,
}

impl From<Change> for SavedFile {
    fn from(Change { path, full_path, before, after }: Change) -> SavedFile {
        SavedFile { path, full_path, before, after: after.as_deref().map(digest) }
    }
}

impl SavedFile {
    /// Returns the change that takes the save back. Fails if the file is no longer the saved one.
    pub(super) fn reversed(&self) -> Result<Change, Failure> {
        let SavedFile { path, full_path, before, after } = self;
        let on_disk =
            transaction::read(full_path).map_err(|error| Failure::System(path.clone(), error))?;
        if on_disk.as_deref().map(digest) != *after {
            return Err(Failure::Changed(path.clone()));
        }
        let (path, full_path) = (path.clone(), full_path.clone());
        Ok(Change { path, full_path, before: on_disk, after: before.clone() })
    }
}

/// Adds a save to those that can be taken back. Returns its id.
pub(super) fn add(saves: &mut VecDeque<Saved>, title: String, files: Vec<SavedFile>) -> String {
    let digests: Vec<_> = files.iter().map(|it| (&it.path, &it.after)).collect();
    let id = digest(format!("{digests:?}{}", date::now()).as_bytes());
    saves.push_back(Saved { id: id.clone(), title, at: date::now(), files });
    if saves.len() > MAX_UNDO {
        saves.pop_front();
    }
    id
}
