//! Stages changed files inside the output folder and renames them into place on commit.
//!
//! Hashed assets are renamed first, then data, then HTML, and last the files that announce the
//! release to open tabs. A build that is killed therefore leaves only complete files, old or new.
//! The output folder itself is never replaced, so its owner and mode stay. Only files that an
//! earlier manifest lists are removed.

#![expect(clippy::disallowed_methods, reason = "writes the output folder")]

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use serde::Serialize;

use crate::output::folder::{FolderStamp, OutputFolder};
use crate::output::fs_ops::{
    STAGING_FOLDER, StagingFolder, is_empty, move_into_place, remove_file, remove_staging_folder,
    write_error,
};
use crate::output::manifest::{Manifest, OutputFile};
use crate::output::releases::{self, LastOutput};
use croupier_base::diagnostic::Diagnostic;
use croupier_base::diagnostic::code::Code;
use croupier_base::disk::stamp::Stamp;
use croupier_base::fingerprint::{Fingerprint, fingerprint_reader, hex};
use croupier_base::path::{OutputPath, is_in_the_way, publish_order};

/// The number of output files that a build wrote, left and removed.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct PublishStats {
    /// Files written.
    pub written: usize,
    /// Files that did not change.
    pub unchanged: usize,
    /// Files removed.
    pub removed: usize,
}

/// An output folder during a build, with a staging folder for new files.
#[derive(Debug)]
pub(crate) struct Staging {
    folder: OutputFolder,
    temporary_folder: StagingFolder,
    /// Whether the output folder is empty, so that whole folders can be renamed into place.
    is_fresh: bool,
    /// The manifest of the previous build.
    pub manifest: Manifest,
    /// Whether the manifest is that of the last build. Otherwise it is put together from the list of releases.
    pub has_complete_manifest: bool,
    /// The absolute URL of another site that wrote the folder last, or of this site if it lost its manifest.
    pub site: Option<String>,
    /// Whether no other process wrote the folder since the last build of this process.
    pub is_untouched: bool,
}

impl Staging {
    /// Opens an output folder that this process has locked, and removes the staging folder of a
    /// killed build.
    ///
    /// `cached` is the manifest from the last build of this process. If the stamp still matches,
    /// the manifest is not read again. Returns an error if the folder contains files but no build
    /// wrote it.
    pub(crate) fn open(
        folder: &OutputFolder,
        cached: Option<(FolderStamp, Manifest)>,
    ) -> Result<Staging, Diagnostic> {
        let out = &folder.path;
        let current_stamp = folder.current_stamp();

        let new_staging = |is_fresh, last: LastOutput, is_untouched| Staging {
            folder: folder.clone(),
            temporary_folder: StagingFolder::new(folder.path.join(STAGING_FOLDER)),
            is_fresh,
            manifest: last.manifest,
            has_complete_manifest: last.has_complete_manifest,
            site: last.site,
            is_untouched,
        };
        let complete = |manifest| LastOutput { manifest, has_complete_manifest: true, site: None };

        if let Some((_, manifest)) = cached.filter(|(stamp, _)| Some(*stamp) == current_stamp) {
            return Ok(new_staging(false, complete(manifest), true));
        }

        let is_fresh = is_empty(out);
        let last_output = if is_fresh {
            Some(complete(Manifest::default()))
        } else {
            releases::last_output(folder)
        };

        let Some(last_output) = last_output else {
            let message = format!("{} is not empty and was not made by Croupier", out.display());
            let hint = if OutputFolder::of_hosts(out).is_empty() {
                "name another folder with --out, or empty this one yourself"
            } else {
                "it has the sites of hosts, which `croupier clean` removes"
            };
            return Err(Diagnostic::error(Code::OutputForeign, message).hint(hint));
        };

        remove_staging_folder(out).map_err(|error| write_error(out, &error))?;
        Ok(new_staging(is_fresh, last_output, false))
    }

    /// Returns an error if the file system does not allow the name of a file that has another name in the staging folder. Otherwise the
    /// error would only come when other files are published.
    pub(crate) fn check_name(&self, path: &OutputPath) -> Result<(), Diagnostic> {
        if self.is_fresh {
            return Ok(());
        }
        let target = self.folder.path.join(path);
        match fs::symlink_metadata(&target) {
            Err(error) if error.kind() == io::ErrorKind::InvalidFilename => {
                Err(write_error(&target, &error))
            }
            _ => Ok(()),
        }
    }

    /// Returns whether a file of another program is at `path`, or blocks it.
    pub(crate) fn is_foreign(&self, path: &OutputPath) -> bool {
        if self.is_fresh {
            return false;
        }

        let target = self.folder.path.join(path);
        let is_listed = |file: &Path| {
            let path = file.strip_prefix(&self.folder.path).ok().and_then(Path::to_str);
            path.is_some_and(|path| self.manifest.files.contains(path))
        };

        match fs::symlink_metadata(&target) {
            Ok(metadata) if metadata.is_dir() => {
                let mut files = walkdir::WalkDir::new(&target)
                    .into_iter()
                    .flatten()
                    .filter(|entry| !entry.file_type().is_dir());
                files.any(|file| !is_listed(file.path()))
            }
            Ok(_) => !is_listed(&target),
            // A file has the path of a required parent folder.
            Err(error) if error.kind() == io::ErrorKind::NotADirectory => {
                let blocking_file = target.ancestors().find(|ancestor| ancestor.is_file());
                blocking_file.is_some_and(|file| !is_listed(file))
            }
            Err(_) => false,
        }
    }

    /// Returns the path of a file inside the staging folder.
    ///
    /// In an output folder with files, it is a hash of the path. With real paths, a staged file
    /// could block the parent folder of another one.
    fn staged_name<'a>(&self, path: &'a OutputPath) -> Cow<'a, str> {
        if self.is_fresh { path.as_str().into() } else { hex(path.as_bytes()).into() }
    }

    /// Returns the path of a staged file on disk.
    fn staged_path(&self, path: &OutputPath) -> PathBuf {
        self.temporary_folder.path.join(&*self.staged_name(path))
    }

    /// Writes a file to the staging folder. [`Staging::commit`] moves it into place. `digest` is that of the bytes.
    pub(crate) fn stage(
        &self,
        path: &OutputPath,
        bytes: &[u8],
        digest: Fingerprint,
    ) -> Result<OutputFile, Diagnostic> {
        let name = self.staged_name(path);
        let stamp = self.temporary_folder.write(&name, bytes, self.is_fresh).map_err(|error| {
            // A partial file is useless and takes up space on a disk that may be full.
            self.unstage(path);
            write_error(&self.folder.path.join(path), &error)
        })?;
        Ok(OutputFile { digest, stamp })
    }

    /// Copies a large file to the staging folder, in parts.
    pub(crate) fn stage_copy(
        &self,
        path: &OutputPath,
        source: File,
    ) -> Result<OutputFile, Diagnostic> {
        let name = self.staged_name(path);
        self.temporary_folder.copy(&name, source, self.is_fresh).map_err(|error| {
            self.unstage(path);
            write_error(&self.folder.path.join(path), &error)
        })
    }

    /// Adds the file `source` with this digest to the staging folder. Both share their content on disk if they are on the same one.
    pub(crate) fn link(
        &self,
        path: &OutputPath,
        source: &Path,
        digest: Fingerprint,
    ) -> Result<OutputFile, Diagnostic> {
        let target = self.staged_path(path);
        let add = || {
            fs::create_dir_all(target.parent().unwrap_or(&target))?;
            if fs::hard_link(source, &target).is_err() {
                fs::copy(source, &target)?;
            }
            fs::metadata(&target)
        };
        let metadata = add().map_err(|error| write_error(&self.folder.path.join(path), &error))?;
        Ok(OutputFile { digest, stamp: Stamp::of(&metadata) })
    }

    /// Reads a text file of the release: from the staging folder if it is staged, or from the output.
    pub(crate) fn read(&self, path: &OutputPath, is_staged: bool) -> Result<String, Diagnostic> {
        let file = if is_staged { self.staged_path(path) } else { self.folder.path.join(path) };
        fs::read_to_string(&file).map_err(|error| {
            Diagnostic::error(Code::Unreadable, format!("cannot read {path}: {error}"))
        })
    }

    /// Returns the file at `path` if it has this size in bytes and this digest.
    ///
    /// Used for files without a record from an earlier build.
    pub(crate) fn find_identical(
        &self,
        path: &OutputPath,
        size: usize,
        digest: Fingerprint,
    ) -> Option<OutputFile> {
        if self.is_fresh {
            return None;
        }
        let target = self.folder.path.join(path);
        let is_of_size = |it: &fs::Metadata| it.is_file() && it.len() == size as u64;
        let metadata = fs::metadata(&target).ok().filter(is_of_size)?;
        let found = File::open(&target).and_then(fingerprint_reader).ok()?;
        (found == digest).then(|| OutputFile { digest, stamp: Stamp::of(&metadata) })
    }

    /// Moves the staged files `written` into place, removes the files `removed`, and saves
    /// `manifest`.
    ///
    /// `manifest` is `None` if it did not change.
    pub(crate) fn commit(
        &self,
        written: &[&OutputPath],
        removed: &[OutputPath],
        manifest: Option<&Manifest>,
    ) -> Result<(), Diagnostic> {
        // If the build is killed between the first rename and the last write of the manifest, a
        // manifest on disk must already list the new files. So it is saved before the renames too.
        let mut final_manifest = manifest;
        if let Some(manifest) = manifest
            && written.iter().any(|path| !self.manifest.files.contains(*path))
        {
            if self.manifest.files.is_subset(&manifest.files) {
                // The new manifest lists all old files too, so one write is enough.
                self.folder.save_manifest(manifest);
                final_manifest = None;
            } else {
                let files = self.manifest.files.union(&manifest.files).cloned().collect();
                self.folder.save_manifest(&Manifest { files, ..manifest.clone() });
            }
        }

        if self.is_fresh {
            self.move_all_into_place()?;
        } else {
            self.move_and_remove(written, removed)?;
        }

        if let Some(manifest) = final_manifest {
            self.folder.save_manifest(manifest);
        }

        if !written.is_empty() || !removed.is_empty() {
            self.folder.touch_manifest();
        }
        self.abandon();
        Ok(())
    }

    /// Moves everything in the staging folder into an empty output folder.
    fn move_all_into_place(&self) -> Result<(), Diagnostic> {
        let staging_path = &self.temporary_folder.path;
        let entries =
            fs::read_dir(staging_path).map_err(|error| write_error(staging_path, &error))?;
        let mut names: Vec<_> = entries.flatten().map(|entry| entry.file_name()).collect();
        names.sort_by_key(|name| publish_order(&format!("{}/", name.to_string_lossy())));
        for name in &names {
            move_into_place(&staging_path.join(name), &self.folder.path.join(name))?;
        }
        Ok(())
    }

    /// Moves the files `written` into place and removes the files `removed`.
    fn move_and_remove(
        &self,
        written: &[&OutputPath],
        removed: &[OutputPath],
    ) -> Result<(), Diagnostic> {
        let out = &self.folder.path;

        let written_paths: BTreeSet<&str> = written.iter().map(|path| path.as_str()).collect();

        let (blocking, other): (Vec<_>, Vec<_>) =
            removed.iter().partition(|path| is_in_the_way(path, &written_paths));
        for path in blocking {
            remove_file(&out.join(path), out)?;
        }

        let mut batches: [Vec<&OutputPath>; 4] = Default::default();
        for path in written {
            batches[publish_order(path)].push(path);
        }
        for batch in &batches {
            batch
                .par_iter()
                .try_for_each(|path| move_into_place(&self.staged_path(path), &out.join(path)))?;
        }

        for path in other {
            remove_file(&out.join(path), out)?;
        }
        Ok(())
    }

    /// Removes all staged files that are not committed.
    pub(crate) fn abandon(&self) {
        let _ = remove_staging_folder(&self.folder.path);
    }

    /// Removes one staged file.
    pub(crate) fn unstage(&self, path: &OutputPath) {
        let _ = fs::remove_file(self.staged_path(path));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_with_only_a_staging_folder_is_accepted_and_one_with_foreign_files_is_not() {
        let folder = tempfile::TempDir::new().unwrap();
        let staging_path = folder.path().join(STAGING_FOLDER);
        fs::create_dir(&staging_path)
            .and_then(|()| fs::write(staging_path.join("index.html"), "partial"))
            .unwrap();
        let out = OutputFolder {
            path: folder.path().to_owned(),
            manifest: folder.path().join("missing manifest"),
        };
        assert!(Staging::open(&out, None).is_ok());
        assert!(!staging_path.exists());
        fs::write(folder.path().join("index.html"), "foreign").unwrap();
        assert!(Staging::open(&out, None).is_err());
    }
}
