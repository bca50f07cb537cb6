//! The lock of an output folder: builds into one folder take turns, whichever sites they are builds of.

#![expect(clippy::disallowed_methods, reason = "a part of the door out")]

use std::fs::{self, File, TryLockError};
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use crate::output::files::failed;
use croupier_base::diagnostic::Diagnostic;

/// A lock that is held until this is dropped, or until the process ends in whatever way.
#[derive(Debug)]
pub(crate) struct OutputLock {
    /// The folder itself is what is locked, so that no file of a lock lies in the output.
    folder: File,
    out: PathBuf,
    /// Whether the folder was made for this build.
    is_made: bool,
}

impl OutputLock {
    /// Locks the folder `out`, which is made where there is none; tells `waiting` when another process holds it. Where the
    /// file system has no locks (some network drives), builds do not wait for each other.
    pub(crate) fn take(out: &Path, waiting: &dyn Fn()) -> Result<OutputLock, Diagnostic> {
        let failed = |error: io::Error| failed(out, &error);
        loop {
            let is_made = make(out).map_err(failed)?;
            let folder = match File::open(out) {
                // Whoever made it had nothing to put into it, and removed it.
                Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
                opened => opened.map_err(failed)?,
            };
            if let Err(TryLockError::WouldBlock) = folder.try_lock() {
                waiting();
                folder.lock().map_err(failed)?;
            }
            let lock = OutputLock { folder, out: out.to_owned(), is_made };
            if lock.is_current() {
                return Ok(lock);
            }
        }
    }

    /// Whether the folder that was locked still has its name: it can be removed while somebody waits for it.
    fn is_current(&self) -> bool {
        let identity = |it: fs::Metadata| (it.dev(), it.ino());
        self.folder.metadata().map(identity).ok() == fs::metadata(&self.out).map(identity).ok()
    }
}

impl Drop for OutputLock {
    fn drop(&mut self) {
        // A build that published nothing leaves nothing; a folder that is not empty stays.
        if self.is_made && self.is_current() {
            let _ = fs::remove_dir(&self.out);
        }
    }
}

/// Makes a folder where there is none, and says whether it did.
fn make(folder: &Path) -> io::Result<bool> {
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
