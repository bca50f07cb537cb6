//! Writes several files: all of them or none, and only if nothing else changed them. `journal` continues this after a crash.

#![expect(clippy::disallowed_methods, reason = "the editor writes sources")]

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use similar::TextDiff;
use tempfile::{NamedTempFile, TempPath};
use walkdir::{DirEntry, WalkDir};

use crate::editor::journal::Journal;
use crate::editor::paths::WRITABLE;
use croupier_base::path::SitePath;

/// How the names of files begin that are not in their place yet. Builds ignore them.
pub(super) const TEMPORARY: &str = ".croupier-";

/// A change of one file.
#[derive(Debug, Clone)]
pub(super) struct Change {
    pub path: SitePath,
    pub full_path: PathBuf,
    /// The file as it must be on disk. None if it must not exist.
    pub before: Option<Vec<u8>>,
    /// The file as it becomes. None removes it.
    pub after: Option<Vec<u8>>,
}

/// Why nothing was written.
#[derive(Debug)]
pub(super) enum Failure {
    /// Another program changed this file.
    Changed(SitePath),
    /// The operating system reported an error.
    System(SitePath, io::Error),
}

/// Applies all changes, or none of them.
pub(super) fn commit(journal: &Journal, title: &str, changes: &[Change]) -> Result<(), Failure> {
    let Some(first) = changes.first() else { return Ok(()) };
    if let Some(locked) = changes.iter().find(|it| is_read_only(&it.full_path)) {
        let error = io::Error::new(io::ErrorKind::PermissionDenied, "it is read-only");
        return Err(Failure::System(locked.path.clone(), error));
    }

    let _entry = journal
        .begin(title, changes)
        .map_err(|error| Failure::System(first.path.clone(), error))?;
    let result = apply(changes);
    if result.is_err() {
        // The folders of new files were made for them. A build would take an empty one for a section.
        for change in changes.iter().filter(|it| it.before.is_none()) {
            remove_empty_folders(&change.full_path);
        }
    }
    result
}

/// Writes all changes into temporary files, and gives them their names if nothing else changed these files.
fn apply(changes: &[Change]) -> Result<(), Failure> {
    let mut staged: Vec<Option<TempPath>> = Vec::new();
    for change in changes {
        let system = |error| Failure::System(change.path.clone(), error);
        let file = change.after.as_ref().map(|bytes| stage(&target_of(&change.full_path), bytes));
        staged.push(file.transpose().map_err(system)?);
    }

    // Everything slow is done, so that another program has little time to write in between.
    for change in changes {
        let on_disk =
            read(&change.full_path).map_err(|error| Failure::System(change.path.clone(), error))?;
        if on_disk != change.before {
            return Err(Failure::Changed(change.path.clone()));
        }
    }

    for (index, (change, file)) in changes.iter().zip(staged).enumerate() {
        let result = match file {
            Some(file) => file.persist(target_of(&change.full_path)).map_err(|error| error.error),
            None => fs::remove_file(&change.full_path),
        };
        if let Err(error) = result {
            for done in &changes[..index] {
                // The error below is the one to report.
                let _ = restore(done);
            }
            return Err(Failure::System(change.path.clone(), error));
        }
    }

    for change in changes {
        let folder = change.full_path.parent();
        let _ = folder.map(File::open).transpose().map(|it| it.map(|folder| folder.sync_all()));
        if change.after.is_none() {
            remove_empty_folders(&change.full_path);
        }
    }
    Ok(())
}

/// Returns whether a file has no permission to be written. Version control marks the files that another person has locked like this. A
/// rename would replace it all the same.
fn is_read_only(full_path: &Path) -> bool {
    fs::metadata(full_path).is_ok_and(|it| it.permissions().readonly())
}

/// Returns the file that a path names: that of a symbolic link, which stays one.
fn target_of(full_path: &Path) -> PathBuf {
    let target = full_path.is_symlink().then(|| full_path.canonicalize().ok()).flatten();
    target.unwrap_or_else(|| full_path.to_owned())
}

/// Writes a file to disk in its folder, with a hidden name.
fn stage(full_path: &Path, bytes: &[u8]) -> io::Result<TempPath> {
    let mut file = new_temporary(full_path)?;
    file.write_all(bytes)?;
    let permissions = match fs::metadata(full_path) {
        Ok(metadata) => metadata.permissions(),
        Err(_) => std::os::unix::fs::PermissionsExt::from_mode(0o644),
    };
    file.as_file().set_permissions(permissions)?;
    file.as_file().sync_all()?;
    Ok(file.into_temp_path())
}

/// Creates an empty file with a hidden name in the folder of a file, which is created if it is missing.
pub(super) fn new_temporary(full_path: &Path) -> io::Result<NamedTempFile> {
    let folder = full_path.parent().unwrap_or(full_path);
    fs::create_dir_all(folder)?;
    let file = tempfile::Builder::new().prefix(TEMPORARY).tempfile_in(folder)?;
    // The lock shows other servers that the file is in use. Not all file systems have locks.
    let _ = file.as_file().try_lock();
    Ok(file)
}

/// Removes the temporary files that an earlier server left when it was killed during an upload. Those that another server receives are
/// locked, and stay.
pub(super) fn remove_abandoned(root: &Path) {
    let start = SystemTime::now();
    let is_abandoned = |entry: &DirEntry| {
        let modified = entry.metadata().ok().and_then(|it| it.modified().ok());
        entry.file_type().is_file()
            && is_temporary(&entry.file_name().to_string_lossy())
            && modified.is_some_and(|time| time < start)
            && File::open(entry.path()).is_ok_and(|file| file.try_lock().is_ok())
    };

    for folder in WRITABLE {
        let entries = WalkDir::new(root.join(folder)).into_iter().flatten();
        for entry in entries.filter(is_abandoned) {
            if fs::remove_file(entry.path()).is_ok() {
                remove_empty_folders(entry.path());
            }
        }
    }
}

/// Whether a name is one of `new_temporary`, and not that of a file of the user.
fn is_temporary(name: &str) -> bool {
    let random = name.strip_prefix(TEMPORARY);
    random.is_some_and(|it| it.len() == 6 && it.bytes().all(|byte| byte.is_ascii_alphanumeric()))
}

/// Gives a temporary file in the same folder its name. Fails with `AlreadyExists` if there is a file with this name.
pub(super) fn persist_new(file: NamedTempFile, full_path: &Path) -> io::Result<()> {
    file.as_file().set_permissions(std::os::unix::fs::PermissionsExt::from_mode(0o644))?;
    file.as_file().sync_all()?;
    file.persist_noclobber(full_path).map_err(|error| error.error)?;
    let _ = full_path.parent().map(File::open).transpose()?.map(|folder| folder.sync_all());
    Ok(())
}

/// Takes a change back after a later one failed.
pub(super) fn restore(change: &Change) -> io::Result<()> {
    match &change.before {
        Some(bytes) => replace(&change.full_path, bytes),
        None => fs::remove_file(&change.full_path),
    }
}

/// Removes the folders of a removed file that are empty, up to the folders of the site.
pub(super) fn remove_empty_folders(full_path: &Path) {
    for folder in full_path.ancestors().skip(1) {
        let is_top = ["content", "static", "i18n"].iter().any(|name| folder.ends_with(name));
        if is_top || fs::remove_dir(folder).is_err() {
            return;
        }
    }
}

/// Reads a file. None if there is none.
pub(super) fn read(full_path: &Path) -> io::Result<Option<Vec<u8>>> {
    match fs::read(full_path) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// Replaces a file at once, so that a crash leaves the old one or the new one.
pub(super) fn replace(full_path: &Path, bytes: &[u8]) -> io::Result<()> {
    let full_path = &target_of(full_path);
    let folder = full_path.parent().unwrap_or(full_path);
    let mut file = NamedTempFile::new_in(folder)?;
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    file.persist(full_path).map(drop).map_err(|error| error.error)
}

/// Returns the difference of two texts in the unified format.
pub(super) fn diff(before: Option<&str>, after: Option<&str>) -> String {
    let (before, after) = (before.unwrap_or_default(), after.unwrap_or_default());
    TextDiff::from_lines(before, after).unified_diff().context_radius(2).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn change(folder: &Path, name: &str, before: Option<&str>, after: Option<&str>) -> Change {
        let bytes = |text: Option<&str>| text.map(|text| text.as_bytes().to_vec());
        Change {
            path: SitePath::new(name),
            full_path: folder.join(name),
            before: bytes(before),
            after: bytes(after),
        }
    }

    #[test]
    fn all_files_are_written_or_none() {
        let folder = tempfile::TempDir::new().unwrap();
        let root = folder.path();
        let journal = Journal::new(root);
        let commit = |changes: &[Change]| commit(&journal, "Save", changes);
        fs::write(root.join("a"), "1").unwrap();
        fs::write(root.join("b"), "other").unwrap();
        let first = change(root, "a", Some("1"), Some("2"));
        let new = change(root, "content/new/c", None, Some("3"));

        let conflict = change(root, "b", Some("1"), Some("2"));
        let result = commit(&[first.clone(), new.clone(), conflict]);
        assert!(matches!(result, Err(Failure::Changed(path)) if path == SitePath::new("b")));
        assert_eq!(fs::read_to_string(root.join("a")).unwrap(), "1");
        assert!(!root.join("content/new").exists());

        // The file is there when all files are compared, and the second removal fails after `a` was replaced.
        let removal = change(root, "b", Some("other"), None);
        assert!(commit(&[first.clone(), removal.clone(), removal]).is_err());
        assert_eq!(fs::read_to_string(root.join("a")).unwrap(), "1");
        assert_eq!(fs::read_to_string(root.join("b")).unwrap(), "other");

        commit(&[first.clone(), new.clone()]).unwrap();
        assert_eq!(fs::read_to_string(root.join("a")).unwrap(), "2");
        let reversed = |it: Change| Change { before: it.after, after: it.before, ..it };
        commit(&[reversed(first), reversed(new)]).unwrap();
        assert_eq!(fs::read_to_string(root.join("a")).unwrap(), "1");
        assert!(!root.join("content/new").exists() && root.join("content").exists());
        let left = fs::read_dir(root).unwrap().count();
        assert_eq!(left, 4, "a, b, content and .croupier, and no temporary file");
    }

    #[test]
    fn files_that_another_server_receives_are_not_abandoned() {
        let folder = tempfile::TempDir::new().unwrap();
        let root = folder.path();
        let received = new_temporary(&root.join("static/cat.png")).unwrap();
        let abandoned = root.join("static/.croupier-3XUnrF");
        fs::write(&abandoned, "half").unwrap();

        remove_abandoned(root);
        assert!(received.path().exists() && !abandoned.exists());
        let (_, path) = received.keep().unwrap();
        remove_abandoned(root);
        assert!(!path.exists());
    }
}
