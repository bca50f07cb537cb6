//! A record of the files that a save changes, so that a save that the end of the process interrupts is taken back.
//!
//! The record is complete on disk before the first file changes, and removed after the last one. A process that starts finds it only if
//! another one ended in between.

#![expect(clippy::disallowed_methods, reason = "the record is neither source nor output")]

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::editor::paths::checked;
use crate::editor::source::digest;
use crate::editor::transaction::{Change, TEMPORARY, read, remove_empty_folders, replace, restore};
use croupier_base::diagnostic::wording::counted;
use croupier_base::disk::lock::Lock;
use croupier_base::path::SitePath;

/// How many paths a message lists.
const MAX_LISTED: usize = 10;

/// Where the record of a site is. Saves of several processes run one after another.
pub(super) struct Journal {
    root: PathBuf,
    folder: PathBuf,
}

/// A save.
#[derive(Debug, Serialize, Deserialize)]
struct Record {
    title: String,
    changes: Vec<Recorded>,
}

/// The change of a file.
#[derive(Debug, Serialize, Deserialize)]
struct Recorded {
    path: String,
    /// The length of the file before the save, whose bytes follow those of the files before it. None if there was none.
    before: Option<usize>,
    /// The digest of the file after the save. None if it is deleted.
    after: Option<String>,
}

/// A save in progress. Dropping it ends the save.
pub(super) struct Entry<'a> {
    journal: &'a Journal,
    _lock: Lock,
}

/// A save that was interrupted.
pub(super) struct Interrupted {
    pub title: String,
    /// What happened to the files, in a sentence.
    pub message: String,
    /// The changes that are still on disk.
    pub changes: Vec<Change>,
}

impl Journal {
    /// Creates the journal of the site in `root`.
    pub(super) fn new(root: &Path) -> Journal {
        Journal { root: root.to_owned(), folder: root.join(".croupier").join("save") }
    }

    fn record(&self) -> PathBuf {
        self.folder.join("record.json")
    }

    fn bytes(&self) -> PathBuf {
        self.folder.join("before")
    }

    fn lock(&self) -> io::Result<Lock> {
        Lock::take(&self.folder, "lock", &|| {})
    }

    /// Records a save that is about to begin.
    pub(super) fn begin(&self, title: &str, changes: &[Change]) -> io::Result<Entry<'_>> {
        let lock = self.lock()?;
        let mut bytes = File::create(self.bytes())?;
        for before in changes.iter().filter_map(|it| it.before.as_ref()) {
            bytes.write_all(before)?;
        }
        bytes.sync_all()?;

        let recorded = changes.iter().map(|change| Recorded {
            path: change.path.to_string(),
            before: change.before.as_ref().map(Vec::len),
            after: change.after.as_deref().map(digest),
        });
        let record = Record { title: title.to_owned(), changes: recorded.collect() };
        let text = serde_json::to_vec(&record).map_err(io::Error::other)?;
        replace(&self.record(), &text)?;
        File::open(&self.folder)?.sync_all()?;
        Ok(Entry { journal: self, _lock: lock })
    }

    /// Takes a save back that was interrupted between two files. None if there is none.
    pub(super) fn recover(&self) -> io::Result<Option<Interrupted>> {
        let Some((_lock, record, changes)) = self.unfinished()? else { return Ok(None) };
        for change in &changes {
            remove_temporary_files(&change.full_path);
        }

        // After an error, the next start tries again.
        let interrupted = take_back(record, changes)?;
        self.remove();
        Ok(interrupted)
    }

    /// Returns the title of a save that was interrupted between two files, and that no server has taken back yet.
    pub(super) fn interrupted(&self) -> io::Result<Option<String>> {
        let Some((_lock, record, changes)) = self.unfinished()? else { return Ok(None) };
        let is_partial = Progress::of(&record, changes)?.is_partial();
        Ok(is_partial.then_some(record.title))
    }

    /// Returns the record of a save that no running process has begun, with its changes.
    fn unfinished(&self) -> io::Result<Option<(Lock, Record, Vec<Change>)>> {
        // A site without saves gets no folder.
        if !self.record().exists() {
            return Ok(None);
        }
        let lock = self.lock()?;
        let Some(text) = read(&self.record())? else { return Ok(None) };
        let record: Record = serde_json::from_slice(&text).map_err(io::Error::other)?;
        let changes = self.changes(&record.changes)?;
        Ok(Some((lock, record, changes)))
    }

    fn remove(&self) {
        // Without the record, the other file has no meaning.
        let _ = fs::remove_file(self.record());
        let _ = fs::remove_file(self.bytes());
    }

    /// Returns the changes of a record. Their text after the save is only known by its digest.
    fn changes(&self, recorded: &[Recorded]) -> io::Result<Vec<Change>> {
        let bytes = fs::read(self.bytes())?;
        let mut rest = bytes.as_slice();
        let mut changes = Vec::new();

        for it in recorded {
            let before = match it.before {
                Some(length) => {
                    let (before, after) = rest
                        .split_at_checked(length)
                        .ok_or_else(|| io::Error::other("the record of a save is incomplete"))?;
                    rest = after;
                    Some(before.to_vec())
                }
                None => None,
            };

            let (path, full_path) = checked(&self.root, &it.path).map_err(|_| {
                io::Error::other("the record of a save has a path outside of the site")
            })?;
            changes.push(Change { path, full_path, before, after: None });
        }

        Ok(changes)
    }
}

impl Drop for Entry<'_> {
    fn drop(&mut self) {
        self.journal.remove();
    }
}

/// Which files of a save are on disk.
#[derive(Default)]
struct Progress {
    written: Vec<Change>,
    missing: Vec<SitePath>,
    /// Files that another program changed since the save began.
    others: Vec<SitePath>,
}

impl Progress {
    fn of(record: &Record, changes: Vec<Change>) -> io::Result<Progress> {
        let mut progress = Progress::default();
        for (change, recorded) in changes.into_iter().zip(&record.changes) {
            let on_disk = read(&change.full_path)?;
            if on_disk.as_deref().map(digest) == recorded.after {
                progress.written.push(Change { after: on_disk, ..change });
            } else if on_disk == change.before {
                progress.missing.push(change.path);
            } else {
                progress.others.push(change.path);
            }
        }
        Ok(progress)
    }

    fn is_partial(&self) -> bool {
        !self.others.is_empty() || !(self.written.is_empty() || self.missing.is_empty())
    }
}

/// Restores the files of a save that is partly on disk.
fn take_back(record: Record, changes: Vec<Change>) -> io::Result<Option<Interrupted>> {
    let progress = Progress::of(&record, changes)?;
    if !progress.is_partial() {
        return Ok(None);
    }

    let Progress { written, missing, others } = progress;
    let title = record.title;
    if others.is_empty() {
        for change in written.iter().rev() {
            restore(change)?;
            if change.before.is_none() {
                remove_empty_folders(&change.full_path);
            }
        }
        let message = format!(
            "the end of `croupier` interrupted \"{title}\" in the editor. No file was changed; unsaved drafts are still there"
        );
        return Ok(Some(Interrupted { title, message, changes: Vec::new() }));
    }

    // Another program changed a file since then, so that taking the save back would lose that.
    let message = format!(
        "the end of `croupier` interrupted \"{title}\" in the editor, and {} changed since then. Written: {}. Not written: {}. \
         Undo in the editor takes back what was written",
        list(&others),
        list(&written.iter().map(|it| it.path.clone()).collect::<Vec<_>>()),
        list(&missing),
    );
    Ok(Some(Interrupted { title, message, changes: written }))
}

/// Returns the first paths of a list, and the number of the others.
fn list(paths: &[SitePath]) -> String {
    let shown: Vec<String> = paths.iter().take(MAX_LISTED).map(|it| format!("`{it}`")).collect();
    match paths.len().saturating_sub(MAX_LISTED) {
        0 if shown.is_empty() => "nothing".to_owned(),
        0 => shown.join(", "),
        others => format!("{} and {}", shown.join(", "), counted(others, "other")),
    }
}

/// Removes the files that a save prepared next to a file.
fn remove_temporary_files(full_path: &Path) {
    let entries = full_path.parent().map(fs::read_dir).into_iter().flatten().flatten().flatten();
    for entry in entries {
        if entry.file_name().to_string_lossy().starts_with(TEMPORARY) {
            let _ = fs::remove_file(entry.path());
        }
    }
}
