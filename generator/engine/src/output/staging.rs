//! The only code that fills the output folder: what changed waits in a folder inside it and is renamed to its place at the end.
//!
//! Hashed assets are renamed first, then data, then HTML, then what tells open tabs of all that, so that a build that is killed
//! leaves whole files, old or new. The folder itself stays the same one, with its owner and mode. Only what an earlier
//! manifest says was ours is ever removed.

#![expect(clippy::disallowed_methods, reason = "this is the door out")]

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use serde::Serialize;

use crate::output::files::{STAGE, failed, is_empty, place, remove, remove_stage};
use crate::output::folder::{Mark, OutputFolder};
use crate::output::manifest::{Manifest, OutputFile};
use crate::output::releases;
use crate::output::stage::Stage;
use croupier_base::diagnostic::Diagnostic;
use croupier_base::diagnostic::code::Code;
use croupier_base::digest::{digest, hex};
use croupier_base::disk::stamp::Stamp;
use croupier_base::hashed_path::is_hashed;
use croupier_base::path::{APP_DATA, ASSETS, OutputPath, below_in};

/// What a publication did.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct PublishStats {
    /// Files written.
    pub written: usize,
    /// Files left as they were.
    pub unchanged: usize,
    /// Files removed.
    pub removed: usize,
}

/// The output folder while a build fills it.
#[derive(Debug)]
pub(crate) struct Staging {
    folder: OutputFolder,
    stage: Stage,
    /// Whether the folder is empty, so that whole folders can be renamed to their places.
    is_fresh: bool,
    /// What the last build left; whether all of it is known.
    pub manifest: Manifest,
    /// Whether the manifest was read completely.
    pub is_whole: bool,
    /// Whether nobody else wrote the folder since this process did.
    pub is_known: bool,
}

impl Staging {
    /// Opens an output folder, which this process has locked, and clears away what a killed build left.
    /// `known` is the manifest as this process left it, which saves reading it again while nobody else wrote it.
    pub(crate) fn open(
        folder: &OutputFolder,
        known: Option<(Mark, Manifest)>,
    ) -> Result<Staging, Diagnostic> {
        let out = &folder.path;
        let now = folder.mark();
        let opened = |is_fresh, manifest, is_whole, is_known| {
            let folder = folder.clone();
            Staging {
                stage: Stage::new(folder.path.join(STAGE)),
                folder,
                is_fresh,
                manifest,
                is_whole,
                is_known,
            }
        };
        if let Some((_, manifest)) = known.filter(|(mark, _)| Some(*mark) == now) {
            return Ok(opened(false, manifest, true, true));
        }
        let is_fresh = is_empty(out);
        let last = if is_fresh {
            Some((Manifest::default(), true))
        } else {
            releases::last_manifest(folder)
        };
        let Some((manifest, is_whole)) = last else {
            let what = format!("{} is not empty and was not made by Croupier", out.display());
            let hint = "name another folder with --out, or empty this one yourself";
            return Err(Diagnostic::error(Code::OutputForeign, what).hint(hint));
        };
        remove_stage(out).map_err(|error| failed(out, &error))?;
        Ok(opened(is_fresh, manifest, is_whole, false))
    }

    /// Whether something stands at `path`, or in its way, that the last build did not leave there.
    pub(crate) fn is_foreign(&self, path: &OutputPath) -> bool {
        if self.is_fresh || !self.is_whole {
            return false;
        }
        let target = self.folder.path.join(path);
        let is_ours = |file: &Path| {
            let path = file.strip_prefix(&self.folder.path).ok().and_then(Path::to_str);
            path.is_some_and(|path| self.manifest.files.contains(path))
        };
        match fs::symlink_metadata(&target) {
            Ok(it) if it.is_dir() => {
                let mut files = walkdir::WalkDir::new(&target)
                    .into_iter()
                    .flatten()
                    .filter(|it| !it.file_type().is_dir());
                files.any(|file| !is_ours(file.path()))
            }
            Ok(_) => !is_ours(&target),
            // A file stands where a folder is needed.
            Err(error) if error.kind() == io::ErrorKind::NotADirectory => {
                target.ancestors().find(|it| it.is_file()).is_some_and(|file| !is_ours(file))
            }
            Err(_) => false,
        }
    }

    /// The name under which a file waits. In a folder that is not empty it is a short one, since its own can stand in the way of others.
    fn name<'a>(&self, path: &'a OutputPath) -> Cow<'a, str> {
        if self.is_fresh { path.as_str().into() } else { hex(path.as_bytes()).into() }
    }

    /// Where a file waits.
    fn staged(&self, path: &OutputPath) -> PathBuf {
        self.stage.path.join(&*self.name(path))
    }

    /// Writes a file aside; [`Staging::commit`] puts it into its place.
    pub(crate) fn put(&self, path: &OutputPath, bytes: &[u8]) -> Result<OutputFile, Diagnostic> {
        let stamp = self.stage.write(&self.name(path), bytes, self.is_fresh).map_err(|error| {
            // Half a file helps nobody, least of all on a disk that is full.
            self.unstage(path);
            failed(&self.folder.path.join(path), &error)
        })?;
        Ok(OutputFile { digest: digest(bytes), stamp })
    }

    /// Whether the folder already holds exactly these bytes, of which nothing is known from an earlier build.
    pub(crate) fn holds(&self, path: &OutputPath, bytes: &[u8]) -> Option<OutputFile> {
        if self.is_fresh {
            return None;
        }
        let target = self.folder.path.join(path);
        let metadata = fs::metadata(&target)
            .ok()
            .filter(|it| it.is_file() && it.len() == bytes.len() as u64)?;
        let same = fs::read(&target).is_ok_and(|found| found == bytes);
        same.then(|| OutputFile { digest: digest(bytes), stamp: Stamp::of(&metadata) })
    }

    /// Puts the files `written` into their places, removes `removed`, and writes the manifest if it changed.
    pub(crate) fn commit(
        &self,
        written: &[&OutputPath],
        removed: &[OutputPath],
        manifest: Option<&Manifest>,
    ) -> Result<(), Diagnostic> {
        // A build that is killed between the renames and the last manifest must not leave a file that nobody knows of.
        let mut last = manifest;
        if let Some(manifest) = manifest
            && written.iter().any(|path| !self.manifest.files.contains(*path))
        {
            // One that lists what the last did too is written once.
            if self.manifest.files.is_subset(&manifest.files) {
                self.folder.keep(manifest);
                last = None;
            } else {
                let both = self.manifest.files.union(&manifest.files).cloned().collect();
                self.folder.keep(&Manifest { files: both, ..manifest.clone() });
            }
        }
        if self.is_fresh {
            self.place_all()?;
        } else {
            self.place(written, removed)?;
        }
        if let Some(manifest) = last {
            self.folder.keep(manifest);
        }
        if !written.is_empty() || !removed.is_empty() {
            self.folder.touch();
        }
        self.abandon();
        Ok(())
    }

    /// Puts everything that waits into a folder that is empty.
    fn place_all(&self) -> Result<(), Diagnostic> {
        let stage = &self.stage.path;
        let entries = fs::read_dir(stage).map_err(|error| failed(stage, &error))?;
        let mut names: Vec<_> = entries.flatten().map(|entry| entry.file_name()).collect();
        names.sort_by_key(|name| publish_order(&format!("{}/", name.to_string_lossy())));
        names.iter().try_for_each(|name| place(&stage.join(name), &self.folder.path.join(name)))
    }

    /// Puts files into their places, and removes others.
    fn place(&self, written: &[&OutputPath], removed: &[OutputPath]) -> Result<(), Diagnostic> {
        let places: BTreeSet<&str> = written.iter().map(|path| path.as_str()).collect();
        // What was a file becomes a folder, or the other way round.
        let is_in_the_way = |path: &OutputPath| {
            let mut folders = path.match_indices('/').map(|(at, _)| &path[..at]);
            folders.any(|folder| places.contains(folder))
                || below_in(&places, &format!("{path}/")).next().is_some()
        };
        let (first, last): (Vec<_>, Vec<_>) = removed.iter().partition(|path| is_in_the_way(path));
        first
            .iter()
            .try_for_each(|path| remove(&self.folder.path.join(path), &self.folder.path))?;
        let mut batches: [Vec<&OutputPath>; 4] = Default::default();
        for path in written {
            batches[publish_order(path)].push(path);
        }
        for batch in &batches {
            batch
                .par_iter()
                .try_for_each(|path| place(&self.staged(path), &self.folder.path.join(path)))?;
        }
        last.iter().try_for_each(|path| remove(&self.folder.path.join(path), &self.folder.path))
    }

    /// Takes back what was put and not committed.
    pub(crate) fn abandon(&self) {
        let _ = remove_stage(&self.folder.path);
    }

    /// Takes back one file that was put and whose companions could not be.
    pub(crate) fn unstage(&self, path: &OutputPath) {
        let _ = fs::remove_file(self.staged(path));
    }
}

/// What others speak of goes before them: assets, data, pages; and what tells open tabs of all that goes last.
pub fn publish_order(path: &str) -> usize {
    if path.starts_with(ASSETS) || is_hashed(path) {
        0
    } else if path == APP_DATA || path == "sw.js" {
        3
    } else if path.ends_with(".html") {
        2
    } else {
        1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn open_tabs_hear_of_a_release_when_all_of_it_is_there() {
        let mut paths = [
            "sw.js",
            "index.html",
            APP_DATA,
            "page-data/index/page-data.json",
            "assets/a.js",
            "feed.xml",
        ];
        paths.sort_by_key(|path| publish_order(path));
        assert_eq!(paths[0], "assets/a.js");
        assert_eq!(paths[3..], ["index.html", "sw.js", APP_DATA]);
    }

    #[test]
    fn a_folder_in_which_the_first_build_was_killed_is_ours_and_one_that_holds_anything_else_is_not()
     {
        let folder = tempfile::TempDir::new().unwrap();
        let stage = folder.path().join(STAGE);
        fs::create_dir(&stage).and_then(|()| fs::write(stage.join("index.html"), "half")).unwrap();
        let out = OutputFolder {
            path: folder.path().to_owned(),
            manifest: folder.path().join("nothing is kept"),
        };
        assert!(Staging::open(&out, None).is_ok());
        assert!(!stage.exists());
        fs::write(folder.path().join("index.html"), "somebody else's").unwrap();
        assert!(Staging::open(&out, None).is_err());
    }
}
