//! The folder in which files wait for their places. It is opened once, so that the system finds a file that is written there from it,
//! and not from the root of the disk each time.

#![expect(clippy::disallowed_methods, reason = "a part of the door out")]

use std::fs::{self, File};
use std::io::{self, Write};
use std::os::fd::OwnedFd;
use std::path::PathBuf;
use std::sync::OnceLock;

use rustix::fs::{Mode, OFlags, mkdirat, openat};
use rustix::io::{Errno, retry_on_intr};

use croupier_base::disk::stamp::Stamp;

/// A folder in which files wait.
#[derive(Debug)]
pub(super) struct Stage {
    pub(super) path: PathBuf,
    /// Once something was written.
    opened: OnceLock<OwnedFd>,
}

impl Stage {
    pub(super) fn new(path: PathBuf) -> Stage {
        Stage { path, opened: OnceLock::new() }
    }

    /// Writes the file `path` in it, and the folders that it needs, of which `is_new` says whether they are probably not there yet.
    pub(super) fn write(&self, path: &str, bytes: &[u8], is_new: bool) -> io::Result<Stamp> {
        let stage = self.opened()?;
        let folder = path.rsplit_once('/').map(|(folder, _)| folder);
        if let Some(folder) = folder.filter(|_| is_new) {
            make(stage, folder)?;
        }
        let create = || {
            let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::TRUNC | OFlags::CLOEXEC;
            retry_on_intr(|| openat(stage, path, flags, Mode::from_raw_mode(0o666)))
        };
        let opened = match (create(), folder) {
            // Asking first would cost more than being wrong.
            (Err(Errno::NOENT), Some(folder)) => {
                make(stage, folder)?;
                create()?
            }
            (opened, _) => opened?,
        };
        let mut file = File::from(opened);
        file.write_all(bytes)?;
        Ok(Stamp::of(&file.metadata()?))
    }

    fn opened(&self) -> io::Result<&OwnedFd> {
        if let Some(opened) = self.opened.get() {
            return Ok(opened);
        }
        fs::create_dir_all(&self.path)?;
        let opened = File::open(&self.path)?.into();
        Ok(self.opened.get_or_init(|| opened))
    }
}

/// Makes a folder and those around it, unless it is there.
fn make(stage: &OwnedFd, folder: &str) -> io::Result<()> {
    let one = || mkdirat(stage, folder, Mode::from_raw_mode(0o777));
    match (one(), folder.rsplit_once('/')) {
        (Err(Errno::NOENT), Some((around, _))) => {
            make(stage, around)?;
            match one() {
                // Another thread was first.
                Err(Errno::EXIST) => Ok(()),
                made => Ok(made?),
            }
        }
        (Err(Errno::EXIST), _) => Ok(()),
        (made, _) => Ok(made?),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_written_with_the_folders_that_it_needs() {
        let folder = tempfile::TempDir::new().unwrap();
        let stage = Stage::new(folder.path().join("out/new"));
        for (path, is_new) in [
            ("a/b/c.html", true),
            ("a/b/d.html", true),
            ("a/e/f.html", false),
            ("g", false),
            ("g", true),
        ] {
            stage.write(path, path.as_bytes(), is_new).unwrap();
            assert_eq!(fs::read(stage.path.join(path)).unwrap(), path.as_bytes());
        }
        // A file stands where a folder is needed.
        assert!(stage.write("g/h", b"", true).is_err());
    }
}
