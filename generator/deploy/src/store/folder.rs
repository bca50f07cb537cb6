//! A target that is a folder on this machine, such as the root of a web server.

#![expect(clippy::disallowed_methods, reason = "writes the folder that a site is deployed to")]

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::layout::OWN;
use crate::store::{
    Condition, Headers, Store, StoreError, StoreFailure, Stored, Version, unreadable,
};
use croupier_base::fingerprint::{ContentHash, ContentHasher, hex};

/// Folder of unfinished files, which are renamed when they are complete.
const TEMPORARY: &str = ".croupier/tmp/";

/// Number of bytes that are read at once.
const BUFFER: usize = 1 << 16;

/// A folder as a store.
#[derive(Debug)]
pub struct FolderStore {
    root: PathBuf,
    /// Number of temporary files of this process.
    count: AtomicUsize,
}

impl FolderStore {
    /// Creates a store in a folder, which need not exist.
    pub fn new(root: PathBuf) -> FolderStore {
        FolderStore { root, count: AtomicUsize::new(0) }
    }

    fn path(&self, key: &str) -> PathBuf {
        self.root.join(key)
    }

    /// Writes bytes to a new temporary file.
    fn temporary(
        &self,
        write: impl FnOnce(&Path) -> io::Result<()>,
    ) -> Result<PathBuf, StoreError> {
        let number = self.count.fetch_add(1, Ordering::Relaxed);
        let folder = self.path(TEMPORARY);
        let path = folder.join(format!("{}-{number}", std::process::id()));
        fs::create_dir_all(&folder)
            .and_then(|()| write(&path))
            .map_err(|error| failure(&path, &error))?;
        Ok(path)
    }

    /// Moves a temporary file to the path of a key.
    fn publish(&self, temporary: &Path, key: &str) -> Result<(), StoreError> {
        let path = self.path(key);
        // Removing the last file of a folder removes the folder, perhaps at the same time.
        let move_file = || {
            fs::create_dir_all(path.parent().unwrap_or(&self.root))
                .and_then(|()| fs::rename(temporary, &path))
        };
        let result = match move_file() {
            Err(error) if error.kind() == ErrorKind::NotFound => move_file(),
            result => result,
        };
        result.map_err(|error| {
            let _ = fs::remove_file(temporary);
            self.blocked(&path).unwrap_or_else(|| failure(&path, &error))
        })
    }

    /// Returns the failure of a write that a file or folder of another program prevents.
    fn blocked(&self, path: &Path) -> Option<StoreError> {
        let folders = path.ancestors().skip(1).take_while(|folder| *folder != self.root);
        let file = folders.into_iter().find(|folder| folder.is_file());
        let (kind, blocking) = match file {
            Some(file) => ("file", file),
            None if path.is_dir() => ("folder", path),
            None => return None,
        };
        let message = format!("{} is a {kind} of another program", blocking.display());
        Some(StoreError::Failed(
            StoreFailure::other(message).hint("move it away, and deploy again"),
        ))
    }
}

impl Store for FolderStore {
    fn keeps_headers(&self) -> bool {
        false
    }

    fn read(&self, key: &str) -> Result<Option<Stored>, StoreError> {
        let path = self.path(key);
        match fs::read(&path) {
            Ok(bytes) => {
                let version = Some(Version(hex(&bytes)));
                Ok(Some(Stored { bytes, version }))
            }
            Err(error) if is_missing(&error) => Ok(None),
            Err(error) => Err(failure(&path, &error)),
        }
    }

    fn digest(&self, key: &str) -> Result<Option<(ContentHash, u64)>, StoreError> {
        let path = self.path(key);
        let mut hasher = ContentHasher::default();
        match File::open(&path).and_then(|file| hasher.update_from(file)) {
            Ok(size) => Ok(Some((hasher.hash(), size))),
            Err(error) if is_missing(&error) => Ok(None),
            Err(error) => Err(failure(&path, &error)),
        }
    }

    fn write(&self, key: &str, bytes: Vec<u8>, _: &Headers) -> Result<(), StoreError> {
        let temporary = self.temporary(|path| fs::write(path, &bytes))?;
        self.publish(&temporary, key)
    }

    fn write_file(
        &self,
        key: &str,
        content: &mut dyn Read,
        _: u64,
        _: &Headers,
    ) -> Result<(), StoreError> {
        let mut reading = Ok(());

        let temporary = self.temporary(|path| {
            let mut file = File::create(path)?;
            let mut buffer = vec![0; BUFFER];
            loop {
                match content.read(&mut buffer) {
                    Ok(0) => return Ok(()),
                    Ok(count) => file.write_all(&buffer[..count])?,
                    Err(error) => {
                        reading = Err(unreadable(&error));
                        return Ok(());
                    }
                }
            }
        })?;

        match reading {
            Ok(()) => self.publish(&temporary, key),
            Err(error) => {
                let _ = fs::remove_file(temporary);
                Err(error)
            }
        }
    }

    fn write_if(
        &self,
        key: &str,
        bytes: Vec<u8>,
        condition: &Condition,
    ) -> Result<Option<Version>, StoreError> {
        let own = self.path(OWN);
        let lock = fs::create_dir_all(&own)
            .and_then(|()| File::open(&own))
            .map_err(|error| failure(&own, &error))?;

        // The lock covers the comparison and the write. Some network drives have no locks.
        let _ = lock.lock();
        let current = self.read(key)?.and_then(|stored| stored.version);
        let is_true = match condition {
            Condition::Absent => current.is_none(),
            Condition::Unchanged(None) => true,
            Condition::Unchanged(expected) => current == *expected,
        };

        if !is_true {
            return Err(StoreError::Conflict);
        }

        let version = Version(hex(&bytes));
        self.write(key, bytes, &Headers::new())?;
        Ok(Some(version))
    }

    fn copy(&self, from: &str, to: &str) -> Result<(), StoreError> {
        let source = self.path(from);
        if !source.is_file() {
            return Err(StoreError::NotFound);
        }
        let temporary = self.temporary(|path| fs::copy(&source, path).map(|_| ()))?;
        self.publish(&temporary, to)
    }

    fn remove(&self, key: &str) -> Result<(), StoreError> {
        let path = self.path(key);
        match fs::remove_file(&path) {
            Ok(()) => {}
            // Some systems have no kind of their own for the removal of a folder.
            Err(error) if is_missing(&error) || path.is_dir() => return Ok(()),
            Err(error) => return Err(failure(&path, &error)),
        }
        // Web servers answer requests for an empty folder with 403 instead of 404.
        let folders = path.ancestors().skip(1).take_while(|folder| *folder != self.root);
        for folder in folders {
            if fs::remove_dir(folder).is_err() {
                break;
            }
        }
        Ok(())
    }

    fn list(&self, prefix: &str, each: &mut dyn FnMut(&str, u64)) -> Result<(), StoreError> {
        let folder = self.path(prefix);
        for entry in walkdir::WalkDir::new(&folder) {
            let entry = match entry {
                Ok(entry) => entry,
                Err(error) if error.io_error().is_some_and(is_missing) => continue,
                Err(error) => {
                    return Err(StoreError::Failed(StoreFailure::other(error.to_string())));
                }
            };

            let key = entry.path().strip_prefix(&self.root).ok().and_then(Path::to_str);
            if let Some(key) = key.filter(|key| !key.starts_with(TEMPORARY))
                && entry.file_type().is_file()
            {
                let size = entry.metadata().map_or(0, |metadata| metadata.len());
                each(key, size);
            }
        }

        Ok(())
    }

    fn clean_up(&self) {
        let _ = fs::remove_dir_all(self.path(TEMPORARY));
    }
}

/// Returns whether a file does not exist. A file can be where a folder was, and a folder where a file was. No file has a name that is too
/// long for the file system.
fn is_missing(error: &io::Error) -> bool {
    use ErrorKind::{InvalidFilename, IsADirectory, NotADirectory, NotFound};
    matches!(error.kind(), NotFound | NotADirectory | IsADirectory | InvalidFilename)
}

fn failure(path: &Path, error: &io::Error) -> StoreError {
    StoreError::Failed(StoreFailure::other(format!("{}: {error}", path.display())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::keys;

    #[test]
    fn conditional_writes_compare_the_version() {
        let folder = tempfile::TempDir::new().unwrap();
        let store = FolderStore::new(folder.path().join("new"));
        let first = store.write_if("a/b", b"1".to_vec(), &Condition::Absent).unwrap();
        assert_eq!(
            store.write_if("a/b", b"2".to_vec(), &Condition::Absent),
            Err(StoreError::Conflict)
        );
        let unchanged = Condition::Unchanged(first);
        store.write_if("a/b", b"2".to_vec(), &unchanged).unwrap();
        assert_eq!(store.write_if("a/b", b"3".to_vec(), &unchanged), Err(StoreError::Conflict));
        assert_eq!(store.read("a/b").unwrap().unwrap().bytes, b"2");
    }

    #[test]
    fn removing_the_last_file_of_a_folder_removes_the_folder() {
        let folder = tempfile::TempDir::new().unwrap();
        let store = FolderStore::new(folder.path().to_owned());
        store.write("a/b/c", Vec::new(), &Headers::new()).unwrap();
        store.copy("a/b/c", "a/d").unwrap();
        store.remove("a/b/c").unwrap();
        store.remove("a/b/c").unwrap();
        assert_eq!(keys(&store, "").unwrap(), ["a/d".to_owned()].into());
        assert!(!folder.path().join("a/b").exists());
        store.remove("a/d").unwrap();
        assert!(folder.path().is_dir() && !folder.path().join("a").exists());
        assert_eq!(store.copy("a/d", "e"), Err(StoreError::NotFound));
    }

    #[test]
    fn a_name_that_is_too_long_is_no_file() {
        let folder = tempfile::TempDir::new().unwrap();
        let store = FolderStore::new(folder.path().to_owned());
        let long = "n".repeat(256);
        assert_eq!(store.read(&long), Ok(None));
        assert_eq!(store.digest(&long), Ok(None));
        assert_eq!(store.remove(&long), Ok(()));
        assert!(store.write(&long, Vec::new(), &Headers::new()).is_err());
    }

    #[test]
    fn a_folder_is_no_file() {
        let folder = tempfile::TempDir::new().unwrap();
        let store = FolderStore::new(folder.path().to_owned());
        store.write("a/b", Vec::new(), &Headers::new()).unwrap();
        assert_eq!(store.read("a"), Ok(None));
        assert_eq!(store.digest("a"), Ok(None));
        assert_eq!(store.remove("a"), Ok(()));
        assert_eq!(keys(&store, "").unwrap(), ["a/b".to_owned()].into());
    }
}
