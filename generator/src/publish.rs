//! The only code that touches the output folder: what changed is written beside its place and renamed into it at the end.
//!
//! Hashed assets are renamed first, then data, then HTML, the manifest last, so that a build that is killed leaves whole
//! files, old or new. A folder that was not there or was empty is made beside its place and renamed as a whole. Only what
//! an earlier manifest says was ours is ever removed.

#![expect(clippy::disallowed_methods, reason = "this is the door out")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io::{self, Write};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::SystemTime;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::diagnostic::Diagnostic;
use crate::reads::{self, Digest};
use crate::world::Stamp;

/// Name of the manifest inside the output folder.
pub const MANIFEST: &str = ".croupier.json";
/// A file that stands in the output folder while it is being changed.
const WRITING: &str = ".croupier.writing";
/// How files begin that are not yet in their place.
const UNFINISHED: &str = ".croupier-";
/// Where the hashed assets lie.
const ASSETS: &str = "assets/";
const VERSION: u32 = 2;

/// A file of the output, as it was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Written {
    /// Digest of its bytes.
    pub digest: Digest,
    /// What the file system says of it.
    pub stamp: Stamp,
}

/// What a publication did.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Outcome {
    /// Files written.
    pub written: usize,
    /// Files left as they were.
    pub unchanged: usize,
    /// Files removed.
    pub removed: usize,
}

/// Which files of the output folder are ours.
#[derive(Debug, Default, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    croupier: u32,
    /// Output paths.
    pub files: BTreeSet<String>,
    /// Hashed assets of this release and of earlier ones, newest first.
    pub releases: Vec<BTreeSet<String>>,
}

impl Manifest {
    /// The manifest of `files`, after the last one: hashed assets of `keep` earlier releases stay.
    #[must_use]
    pub fn after(&self, files: BTreeSet<String>, keep: usize) -> Manifest {
        let assets: BTreeSet<String> = files
            .range(ASSETS.to_owned()..)
            .take_while(|path| path.starts_with(ASSETS))
            .filter(|path| is_hashed(path))
            .cloned()
            .collect();
        let mut releases = self.releases.clone();
        if releases.first() != Some(&assets) {
            releases.retain(|other| *other != assets);
            releases.insert(0, assets);
        }
        releases.truncate(keep + 1);
        let mut all = files;
        all.extend(releases.iter().flatten().filter(|path| self.files.contains(*path)).cloned().collect::<Vec<_>>());
        Manifest { croupier: VERSION, files: all, releases }
    }
}

/// The output folder while a build fills it.
#[derive(Debug)]
pub struct Stage {
    out: PathBuf,
    /// Where the whole folder is made, when there is none yet.
    fresh: Option<PathBuf>,
    marked: OnceLock<()>,
    /// What the last build left; whether it could be read.
    pub manifest: Manifest,
    is_readable: bool,
    /// Whether nobody else wrote the folder since this process did.
    pub is_known: bool,
}

impl Stage {
    /// Opens the folder `out`, which this process has locked, and clears away what a killed build left.
    /// `known` is the manifest as this process left it, which saves reading it again while nobody else wrote it.
    pub fn open(out: &Path, known: Option<(Stamp, Manifest)>) -> Result<Stage, Diagnostic> {
        let stage = |fresh, manifest, is_readable, is_known| Stage {
            out: out.to_owned(),
            fresh,
            marked: OnceLock::new(),
            manifest,
            is_readable,
            is_known,
        };
        let now = manifest_stamp(out);
        if let Some((_, manifest)) = known.filter(|(stamp, _)| Some(*stamp) == now) {
            return Ok(stage(None, manifest, true, true));
        }
        let read = match fs::read(out.join(MANIFEST)) {
            Ok(bytes) => serde_json::from_slice::<Manifest>(&bytes).ok(),
            // A first build that was killed in a folder that could not be exchanged as a whole left its mark.
            Err(_) if is_empty(out) || out.join(WRITING).is_file() => Some(Manifest::default()),
            Err(_) => {
                return Err(Diagnostic::error("C0501", format!("{} is not empty and was not made by Croupier", out.display()))
                    .hint("name another folder with --out, or empty this one yourself"));
            }
        };
        clear(out).map_err(|error| failed(out, &error))?;
        let fresh = can_be_replaced(out).then(|| beside(out, &std::process::id().to_string()));
        if let Some(fresh) = &fresh {
            fs::create_dir_all(fresh).map_err(|error| failed(fresh, &error))?;
        }
        // A manifest that can't be read lists nothing: everything is compared again, and nothing is removed.
        let is_readable = read.is_some();
        let mut manifest = read.unwrap_or_default();
        manifest.files.retain(|path| is_inside(path));
        Ok(stage(fresh, manifest, is_readable, false))
    }

    /// Whether the folder holds a file at `path` that the last build did not leave there.
    pub fn is_foreign(&self, path: &str) -> bool {
        self.fresh.is_none() && self.is_readable && !self.manifest.files.contains(path) && self.out.join(path).exists()
    }

    /// Writes a file beside its place; [`Stage::commit`] puts it there.
    pub fn put(&self, path: &str, bytes: &[u8]) -> Result<Written, Diagnostic> {
        let target = match &self.fresh {
            Some(fresh) => fresh.join(path),
            None => unfinished(&self.out.join(path)),
        };
        if self.fresh.is_none() && self.marked.set(()).is_ok() {
            fs::write(self.out.join(WRITING), []).map_err(|error| failed(&self.out, &error))?;
        }
        let stamp = write(&target, bytes).map_err(|error| {
            // Half a file helps nobody, least of all on a disk that is full.
            let _ = fs::remove_file(&target);
            failed(&target, &error)
        })?;
        Ok(Written { digest: reads::digest(bytes), stamp })
    }

    /// Whether the folder already holds exactly these bytes, of which nothing is known from an earlier build.
    pub fn holds(&self, path: &str, bytes: &[u8]) -> Option<Written> {
        let target = self.out.join(path);
        let metadata = fs::metadata(&target).ok().filter(|it| it.is_file() && it.len() == bytes.len() as u64)?;
        let same = self.fresh.is_none() && fs::read(&target).is_ok_and(|found| found == bytes);
        same.then(|| Written { digest: reads::digest(bytes), stamp: Stamp::of(&metadata) })
    }

    /// Puts the files `written` into their places, removes `removed`, and writes the manifest if it changed.
    pub fn commit(&self, written: &[&str], removed: &[String], manifest: Option<&Manifest>) -> Result<(), Diagnostic> {
        if let Some(fresh) = &self.fresh {
            if let Some(manifest) = manifest {
                write_manifest(fresh, manifest)?;
            }
            return self.move_whole(fresh);
        }
        // A build that is killed between the renames and the last manifest must not leave a file that nobody knows of.
        if let Some(manifest) = manifest
            && written.iter().any(|path| !self.manifest.files.contains(*path))
        {
            let both = self.manifest.files.union(&manifest.files).cloned().collect();
            write_manifest(&self.out, &Manifest { files: both, ..manifest.clone() })?;
        }
        let mut waves: [Vec<&str>; 3] = Default::default();
        for path in written {
            waves[wave(path)].push(path);
        }
        for wave in &waves {
            wave.par_iter().try_for_each(|path| {
                let target = self.out.join(path);
                fs::rename(unfinished(&target), &target).map_err(|error| failed(&target, &error))
            })?;
        }
        for path in removed {
            let target = self.out.join(path);
            match fs::remove_file(&target) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(failed(&target, &error)),
                _ => remove_empty_parents(&target, &self.out),
            }
        }
        if let Some(manifest) = manifest {
            write_manifest(&self.out, manifest)?;
        }
        // Another process that knows this folder sees by the manifest's time that it must look again.
        if !written.is_empty() || !removed.is_empty() {
            let touched = File::options().write(true).open(self.out.join(MANIFEST));
            let _ = touched.and_then(|file| file.set_modified(SystemTime::now()));
        }
        if self.marked.get().is_some() {
            let _ = fs::remove_file(self.out.join(WRITING));
        }
        Ok(())
    }

    /// Takes back what was put and not committed.
    pub fn abandon(&self, written: &[&str]) {
        if let Some(fresh) = &self.fresh {
            let _ = fs::remove_dir_all(fresh);
            return;
        }
        for path in written {
            let target = self.out.join(path);
            let _ = fs::remove_file(unfinished(&target));
            remove_empty_parents(&target, &self.out);
        }
        if self.marked.get().is_some() {
            let _ = fs::remove_file(self.out.join(WRITING));
        }
    }

    /// Takes back one file that was put and whose companions could not be.
    pub fn take_back(&self, path: &str) {
        let target = match &self.fresh {
            Some(fresh) => fresh.join(path),
            None => unfinished(&self.out.join(path)),
        };
        let _ = fs::remove_file(target);
    }

    fn move_whole(&self, fresh: &Path) -> Result<(), Diagnostic> {
        if fs::rename(fresh, &self.out).is_ok() {
            return Ok(());
        }
        // An empty folder that cannot be replaced, such as a mount point, takes the files one by one.
        let entries = fs::read_dir(fresh).map_err(|error| failed(fresh, &error))?;
        for entry in entries.flatten() {
            let target = self.out.join(entry.file_name());
            fs::rename(entry.path(), &target).map_err(|error| failed(&target, &error))?;
        }
        fs::remove_dir(fresh).map_err(|error| failed(fresh, &error))
    }
}

/// The stamp of the manifest in the folder `out`.
pub fn manifest_stamp(out: &Path) -> Option<Stamp> {
    fs::metadata(out.join(MANIFEST)).ok().map(|it| Stamp::of(&it))
}

/// The stamps of files of the output, as far as they are there.
pub fn stamps<'a>(out: &Path, paths: &[&'a String]) -> BTreeMap<&'a str, Stamp> {
    let found: Vec<_> = paths
        .par_iter()
        .filter_map(|path| {
            fs::metadata(out.join(path)).ok().filter(fs::Metadata::is_file).map(|it| (path.as_str(), Stamp::of(&it)))
        })
        .collect();
    found.into_iter().collect()
}

/// A digest as manifests and page-data write it.
pub fn digest(bytes: &[u8]) -> String {
    format!("{:032x}", reads::digest(bytes))
}

fn write_manifest(folder: &Path, manifest: &Manifest) -> Result<(), Diagnostic> {
    let bytes = serde_json::to_vec(manifest).expect("a manifest is plain data");
    let target = folder.join(MANIFEST);
    if fs::read(&target).is_ok_and(|found| found == bytes) {
        return Ok(());
    }
    let temporary = unfinished(&target);
    write(&temporary, &bytes).and_then(|_| fs::rename(&temporary, &target)).map_err(|error| failed(&target, &error))
}

/// The error of a file or folder that cannot be written.
pub fn failed(path: &Path, error: &io::Error) -> Diagnostic {
    Diagnostic::error("C0502", format!("cannot write {}: {error}", path.display()))
        .hint("what stands in the output folder is whole; build again when this is mended")
}

/// Whether a whole folder can be renamed to `out`: there is none, or an empty one on the same disk that is no link.
fn can_be_replaced(out: &Path) -> bool {
    let disk = |path: &Path| fs::symlink_metadata(path).ok().map(|it| (it.is_dir(), it.dev()));
    match (disk(out), out.parent().map(|it| if it.as_os_str().is_empty() { Path::new(".") } else { it }).and_then(disk)) {
        (None, _) => true,
        (Some((is_folder, disk)), Some((_, other))) => is_folder && disk == other && is_empty(out),
        (Some(_), None) => false,
    }
}

/// Whether an output path stays inside the output folder.
pub fn is_inside(path: &str) -> bool {
    !path.is_empty() && path.split('/').all(|part| !matches!(part, "" | "." | "..")) && !path.contains('\\')
}

/// Whether a file's name has the digest of its content in it, as the runtime's files have: `assets/boot-c7ebb320de.js`.
pub fn is_hashed(path: &str) -> bool {
    let name = path.strip_prefix(ASSETS).and_then(|rest| rest.rsplit_once('.')).and_then(|(name, _)| name.rsplit_once('-'));
    name.is_some_and(|(_, digest)| digest.len() == 10 && digest.bytes().all(|it| it.is_ascii_hexdigit()))
}

fn is_empty(out: &Path) -> bool {
    fs::read_dir(out).map_or(true, |mut entries| entries.next().is_none()) && !out.is_file()
}

/// Removes what a build left that was killed: folders beside `out`, and files in it that never came to their place.
fn clear(out: &Path) -> io::Result<()> {
    let left = beside(out, "");
    if let (Some(parent), Some(start)) = (left.parent(), left.file_name()) {
        for entry in fs::read_dir(parent).into_iter().flatten().flatten() {
            // What follows is the number of a process and nothing else: `public` must not clear away after `public-2`.
            let name = entry.file_name();
            let process = name.to_str().and_then(|name| name.strip_prefix(start.to_str()?));
            if process.is_some_and(|it| !it.is_empty() && it.bytes().all(|byte| byte.is_ascii_digit())) {
                fs::remove_dir_all(entry.path())?;
            }
        }
    }
    if out.join(WRITING).is_file() {
        for entry in walkdir::WalkDir::new(out).into_iter().flatten() {
            if entry.file_type().is_file() && entry.file_name().to_string_lossy().starts_with(UNFINISHED) {
                fs::remove_file(entry.path())?;
            }
        }
        fs::remove_file(out.join(WRITING))?;
    }
    Ok(())
}

fn beside(out: &Path, end: &str) -> PathBuf {
    let name = out.file_name().unwrap_or_default().to_string_lossy();
    out.with_file_name(format!("{UNFINISHED}{name}-{end}"))
}

fn unfinished(target: &Path) -> PathBuf {
    let name = target.file_name().unwrap_or_default().to_string_lossy();
    // A name can be as long as the system allows, and then has no room for more.
    if name.len() > LONGEST {
        return target.with_file_name(format!("{UNFINISHED}{}", digest(name.as_bytes())));
    }
    target.with_file_name(format!("{UNFINISHED}{name}"))
}

/// Bytes of a name that leave room for [`UNFINISHED`].
const LONGEST: usize = 240;

fn wave(path: &str) -> usize {
    if path.starts_with(ASSETS) {
        0
    } else if path.ends_with(".html") || path == "sw.js" {
        2
    } else {
        1
    }
}

fn write(target: &Path, bytes: &[u8]) -> io::Result<Stamp> {
    let mut file = match File::create(target) {
        // Most folders are there already; asking first would cost more than being wrong.
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            fs::create_dir_all(target.parent().unwrap_or(target))?;
            File::create(target)?
        }
        created => created?,
    };
    file.write_all(bytes)?;
    Ok(Stamp::of(&file.metadata()?))
}

fn remove_empty_parents(path: &Path, out: &Path) {
    let mut folder = path.parent();
    while let Some(it) = folder.filter(|it| *it != out && it.starts_with(out)) {
        if fs::remove_dir(it).is_err() {
            return;
        }
        folder = it.parent();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_in_which_the_first_build_was_killed_is_ours_and_one_without_its_mark_is_not() {
        let folder = tempfile::TempDir::new().unwrap();
        fs::write(folder.path().join(".croupier-index.html"), "half").unwrap();
        assert!(Stage::open(folder.path(), None).is_err());
        fs::write(folder.path().join(WRITING), "").unwrap();
        assert!(Stage::open(folder.path(), None).is_ok());
        assert!(!folder.path().join(".croupier-index.html").exists());
    }

    #[test]
    fn what_a_killed_build_left_is_cleared_away_and_what_another_folder_needs_is_not() {
        let folder = tempfile::TempDir::new().unwrap();
        for name in [".croupier-public-123", ".croupier-public-2-456", ".croupier-public-"] {
            fs::create_dir(folder.path().join(name)).unwrap();
        }
        clear(&folder.path().join("public")).unwrap();
        let left = fs::read_dir(folder.path()).unwrap().flatten().map(|entry| entry.file_name().into_string().unwrap());
        assert_eq!(left.collect::<BTreeSet<_>>(), [".croupier-public-", ".croupier-public-2-456"].map(str::to_owned).into());
    }
}
