//! Locks an output folder, so that builds into the same folder run one after another.

#![expect(clippy::disallowed_methods, reason = "writes the output folder")]

use std::fs::{self, File, TryLockError};
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use crate::output::fs_ops::write_error;
use croupier_base::diagnostic::Diagnostic;

/// An exclusive lock on an output folder, released on drop or when the process ends.
#[derive(Debug)]
pub(crate) struct OutputLock {
    /// The locked folder. Locking the folder itself avoids a lock file in the output.
    folder: File,
    out: PathBuf,
    /// Whether [`OutputLock::acquire`] created the folder.
    is_created: bool,
}

impl OutputLock {
    /// Locks the folder `out` and creates it if it does not exist.
    ///
    /// Calls `waiting` if another process holds the lock, and waits for it. On file systems without
    /// locks (some network drives), builds do not wait for each other.
    pub(crate) fn acquire(out: &Path, waiting: &dyn Fn()) -> Result<OutputLock, Diagnostic> {
        let write_error = |error: io::Error| write_error(out, &error);
        loop {
            let is_created = create_folder(out).map_err(write_error)?;
            let folder = match File::open(out) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => {
                    if fs::symlink_metadata(out).is_ok_and(|it| it.is_symlink()) {
                        return Err(write_error(io::Error::other(
                            "the target of the link does not exist",
                        )));
                    }
                    // Another process created the folder and removed it again because it was empty.
                    continue;
                }
                result => result.map_err(write_error)?,
            };
            if let Err(TryLockError::WouldBlock) = folder.try_lock() {
                waiting();
                folder.lock().map_err(write_error)?;
            }
            let lock = OutputLock { folder, out: out.to_owned(), is_created };
            if lock.is_current() {
                return Ok(lock);
            }
        }
    }

    /// Returns whether the path still refers to the locked folder.
    ///
    /// Another process can remove the folder while this process waits for the lock.
    fn is_current(&self) -> bool {
        let identity = |metadata: fs::Metadata| (metadata.dev(), metadata.ino());
        self.folder.metadata().map(identity).ok() == fs::metadata(&self.out).map(identity).ok()
    }
}

impl Drop for OutputLock {
    fn drop(&mut self) {
        // Removes the folder only if it is empty, which means that the build published nothing.
        if self.is_created && self.is_current() {
            let _ = fs::remove_dir(&self.out);
        }
    }
}

/// Creates a folder with its parents. Returns `false` if the folder exists already.
fn create_folder(folder: &Path) -> io::Result<bool> {
    match fs::create_dir(folder) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(false),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            fs::create_dir_all(folder)?;
            Ok(true)
        }
        Err(error) => Err(error),
    }
}
