//! File system operations of the output folder: write a staged file, move it into place, remove it.

#![expect(clippy::disallowed_methods, reason = "writes the output folder")]

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use rustix::fs::{Mode, OFlags, mkdirat, openat};
use rustix::io::{Errno, retry_on_intr};

use crate::output::manifest::OutputFile;
use croupier_base::diagnostic::Diagnostic;
use croupier_base::diagnostic::code::Code;
use croupier_base::disk::stamp::Stamp;
use croupier_base::fingerprint::fingerprint_reader;

/// Name of the staging folder inside the output folder.
///
/// Files are written there and renamed into place, so that the output never contains a partial
/// file.
pub(super) const STAGING_FOLDER: &str = ".croupier-new";

/// The staging folder, opened once.
///
/// Paths resolve relative to the open descriptor. This saves resolving the whole path for each
/// file.
#[derive(Debug)]
pub(super) struct StagingFolder {
    pub(super) path: PathBuf,
    /// Descriptor of the folder. Empty until the first file is written.
    descriptor: OnceLock<OwnedFd>,
}

impl StagingFolder {
    pub(super) fn new(path: PathBuf) -> StagingFolder {
        StagingFolder { path, descriptor: OnceLock::new() }
    }

    /// Writes `bytes` to the file `path` in the folder and creates missing parent folders.
    ///
    /// `is_new_parent` is a hint: `true` if the parent folder of `path` probably does not exist
    /// yet.
    pub(super) fn write(&self, path: &str, bytes: &[u8], is_new_parent: bool) -> io::Result<Stamp> {
        let mut file = self.create(path, is_new_parent)?;
        file.write_all(bytes)?;
        Ok(Stamp::of(&file.metadata()?))
    }

    /// Copies `source` to the file `path` in the folder. Returns the digest of the bytes that were copied, because the source can change
    /// while it is read.
    pub(super) fn copy(
        &self,
        path: &str,
        source: impl Read,
        is_new_parent: bool,
    ) -> io::Result<OutputFile> {
        let mut file = self.create(path, is_new_parent)?;
        let digest = fingerprint_reader(Tee { source, target: &mut file })?;
        Ok(OutputFile { digest, stamp: Stamp::of(&file.metadata()?) })
    }

    /// Creates a file in the folder.
    fn create(&self, path: &str, is_new_parent: bool) -> io::Result<File> {
        let root = self.open()?;
        let parent = path.rsplit_once('/').map(|(parent, _)| parent);
        if let Some(parent) = parent.filter(|_| is_new_parent) {
            create_dir_all_at(root, parent)?;
        }

        let create_file = || {
            let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::TRUNC | OFlags::CLOEXEC;
            retry_on_intr(|| openat(root, path, flags, Mode::from_raw_mode(0o666)))
        };
        let descriptor = match (create_file(), parent) {
            // A failed attempt is cheaper than checking whether the folder exists.
            (Err(Errno::NOENT), Some(parent)) => {
                create_dir_all_at(root, parent)?;
                create_file()?
            }
            (result, _) => result?,
        };

        Ok(File::from(descriptor))
    }

    fn open(&self) -> io::Result<&OwnedFd> {
        if let Some(descriptor) = self.descriptor.get() {
            return Ok(descriptor);
        }
        fs::create_dir_all(&self.path)?;
        let descriptor = File::open(&self.path)?.into();
        Ok(self.descriptor.get_or_init(|| descriptor))
    }
}

/// A reader that writes what it reads.
struct Tee<'a, R> {
    source: R,
    target: &'a mut File,
}

impl<R: Read> Read for Tee<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.source.read(buffer)?;
        self.target.write_all(&buffer[..count])?;
        Ok(count)
    }
}

/// Creates `folder` relative to `root`, with its parents. Does nothing if it exists.
fn create_dir_all_at(root: &OwnedFd, folder: &str) -> io::Result<()> {
    let create = || mkdirat(root, folder, Mode::from_raw_mode(0o777));
    match (create(), folder.rsplit_once('/')) {
        (Err(Errno::NOENT), Some((parent, _))) => {
            create_dir_all_at(root, parent)?;
            match create() {
                // Another thread created it first.
                Err(Errno::EXIST) => Ok(()),
                result => Ok(result?),
            }
        }
        (Err(Errno::EXIST), _) => Ok(()),
        (result, _) => Ok(result?),
    }
}

/// Returns the error for a file or folder that cannot be written.
pub(super) fn write_error(path: &Path, error: &io::Error) -> Diagnostic {
    let hint = if error.kind() == io::ErrorKind::InvalidFilename {
        "give the file that it is made from a shorter name"
    } else {
        "the output folder contains no partial files; fix the cause of the error and build again"
    };
    Diagnostic::error(Code::CannotWrite, format!("cannot write {}: {error}", path.display()))
        .hint(hint)
}

/// Renames the staged file or folder `staged` to `target` and creates missing parent folders.
pub(super) fn move_into_place(staged: &Path, target: &Path) -> Result<(), Diagnostic> {
    let result = match fs::rename(staged, target) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            fs::create_dir_all(target.parent().unwrap_or(target))
                .and_then(|()| fs::rename(staged, target))
        }
        // An empty folder contains no files of other programs, so it can be replaced.
        Err(error) if error.kind() == io::ErrorKind::IsADirectory => {
            fs::remove_dir(target).and_then(|()| fs::rename(staged, target))
        }
        result => result,
    };
    result.map_err(|error| write_error(target, &error))
}

/// Removes a file and every parent folder below `out` that is empty afterwards. A folder in its place is from a build that was killed after
/// it removed the file.
pub(super) fn remove_file(target: &Path, out: &Path) -> Result<(), Diagnostic> {
    if let Err(error) = fs::remove_file(target) {
        if fs::symlink_metadata(target).is_ok_and(|it| it.is_dir()) {
            return Ok(());
        }
        // A manifest can list a file that a failed build could not write, because of its name.
        let is_present = fs::symlink_metadata(target).is_ok();
        if is_present || error.kind() == io::ErrorKind::PermissionDenied {
            return Err(write_error(target, &error));
        }
    }
    let mut next = target.parent();
    while let Some(folder) = next.filter(|folder| *folder != out && folder.starts_with(out)) {
        if fs::remove_dir(folder).is_err() {
            break;
        }
        next = folder.parent();
    }
    Ok(())
}

/// Returns whether the folder is empty except for the staging folder of a killed first build.
pub(super) fn is_empty(out: &Path) -> bool {
    fs::read_dir(out)
        .is_ok_and(|entries| entries.flatten().all(|entry| entry.file_name() == STAGING_FOLDER))
}

/// Removes the staging folder and all files in it.
pub(super) fn remove_staging_folder(out: &Path) -> io::Result<()> {
    match fs::remove_dir_all(out.join(STAGING_FOLDER)) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn write_creates_missing_parent_folders() {
        let folder = tempfile::TempDir::new().unwrap();
        let staging_folder = StagingFolder::new(folder.path().join("out/new"));
        for (path, is_new_parent) in [
            ("a/b/c.html", true),
            ("a/b/d.html", true),
            ("a/e/f.html", false),
            ("g", false),
            ("g", true),
        ] {
            staging_folder.write(path, path.as_bytes(), is_new_parent).unwrap();
            assert_eq!(fs::read(staging_folder.path.join(path)).unwrap(), path.as_bytes());
        }
        // `g` is a file, so it cannot be a parent folder.
        assert!(staging_folder.write("g/h", b"", true).is_err());
    }

    #[test]
    fn a_folder_in_the_place_of_a_removed_file_stays() {
        let out = tempfile::TempDir::new().unwrap();
        let file = out.path().join("a/file");
        fs::create_dir(out.path().join("a")).and_then(|()| fs::write(&file, "")).unwrap();
        remove_file(&out.path().join("a"), out.path()).unwrap();
        assert!(file.is_file());
        remove_file(&file, out.path()).unwrap();
        assert!(!out.path().join("a").exists());
    }
}
