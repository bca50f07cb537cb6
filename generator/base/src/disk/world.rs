//! File access of builds. All source files are listed and read through [`World`].

#![expect(clippy::disallowed_methods, reason = "other modules read sources through World")]

use std::collections::BTreeMap;
use std::fmt;
use std::io::{self, Read};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rayon::prelude::*;
use walkdir::WalkDir;

use crate::disk::ignored::is_hidden;
use crate::disk::outside_links::OutsideLinks;
use crate::disk::overlay::Overlay;
use crate::disk::stamp::Stamp;
use crate::disk::static_file::StaticFile;
use crate::disk::text;
use crate::disk::undecodable::UndecodableNames;
use crate::path::SitePath;
use crate::unicode::{into_nfc, nfc};

/// Returns the current time in the unit of stamps, nanoseconds since the epoch.
pub fn now() -> i64 {
    let elapsed =
        std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    i64::try_from(elapsed.as_nanos()).unwrap_or(i64::MAX)
}

/// A site root on disk.
#[derive(Debug, Clone)]
pub struct World {
    root: PathBuf,
    /// The output folder, which no link in a source folder may point to.
    output: Option<PathBuf>,
    /// Unsaved files, which are read in place of those on disk.
    overlay: Overlay,
    /// Links to targets outside the site root.
    pub links: OutsideLinks,
    /// Files and folders that no site path can name.
    pub undecodable: UndecodableNames,
}

/// A folder that cannot be scanned.
#[derive(Debug)]
pub enum ScanError {
    /// A link to the output folder, which would make a build read its own output.
    LinkToOutput(SitePath),
    /// A link to a folder above it.
    Cycle(SitePath),
    /// Two files whose names differ only in their Unicode normalization form.
    SameName(SitePath),
    /// The operating system reported an error.
    Unreadable(SitePath, io::Error),
}

impl ScanError {
    /// Returns the file or folder that causes the error.
    pub fn path(&self) -> &SitePath {
        let (Self::LinkToOutput(path)
        | Self::Cycle(path)
        | Self::SameName(path)
        | Self::Unreadable(path, _)) = self;
        path
    }
}

impl fmt::Display for ScanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::LinkToOutput(path) => write!(f, "{path} is a link to the output folder"),
            Self::Cycle(path) => write!(f, "{path} is a link to a folder that contains it"),
            Self::SameName(path) => write!(
                f,
                "two files have the name {path}, with composed and decomposed accents (Unicode NFC and NFD)"
            ),
            Self::Unreadable(path, error) => write!(f, "cannot read {path}: {error}"),
        }
    }
}

impl std::error::Error for ScanError {}

impl World {
    /// Returns the world of the site root `root`.
    pub fn new(root: impl Into<PathBuf>) -> World {
        World {
            root: root.into(),
            output: None,
            overlay: Overlay::default(),
            links: OutsideLinks::default(),
            undecodable: UndecodableNames::default(),
        }
    }

    /// Sets the output folder.
    #[must_use]
    pub fn with_output(self, out: PathBuf) -> World {
        World { output: Some(out), ..self }
    }

    /// Sets the unsaved files that are read in place of those on disk. [`World::stamps`] and [`World::list`] do not find new ones.
    #[must_use]
    pub fn with_overlay(self, overlay: Overlay) -> World {
        World { overlay, ..self }
    }

    /// Returns the site root.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Returns the stamps of all files in the folder `dir` and its subfolders, by site path. The
    /// result is empty if the folder does not exist. Hidden files, backups of editors and the
    /// folders in `skip` are left out.
    pub fn stamps(&self, dir: &str, skip: &[&str]) -> Result<BTreeMap<SitePath, Stamp>, ScanError> {
        let mut folders = Vec::new();
        let mut stamps = Vec::new();

        // The first level is scanned on this thread, and its folders in parallel.
        for entry in self.walk(&self.full_path(dir), skip, 1) {
            if let Ok(folder) = &entry
                && folder.file_type().is_dir()
                && folder.depth() == 1
            {
                folders.push(folder.path().to_owned());
            }
            stamps.extend(self.stamp_entry(entry)?);
        }

        let nested: Vec<Result<Vec<(SitePath, Stamp)>, ScanError>> = folders
            .par_iter()
            .map(|folder| {
                self.walk(folder, skip, usize::MAX)
                    .filter_map(|entry| self.stamp_entry(entry).transpose())
                    .collect()
            })
            .collect();

        for files in nested {
            stamps.extend(files?);
        }

        // Two names in different Unicode forms have the same site path.
        let count = stamps.len();
        let by_path: BTreeMap<SitePath, Stamp> = stamps.iter().cloned().collect();
        if by_path.len() < count {
            let mut paths: Vec<&SitePath> = stamps.iter().map(|(path, _)| path).collect();
            paths.sort_unstable();
            let same = paths.windows(2).find(|pair| pair[0] == pair[1]);
            if let Some([path, _]) = same {
                return Err(ScanError::SameName((*path).clone()));
            }
        }

        Ok(by_path)
    }

    /// Returns the path and stamp of a directory entry if it is a file. Returns `None` for a folder
    /// and for a file that was deleted since it was listed.
    fn stamp_entry(
        &self,
        entry: walkdir::Result<walkdir::DirEntry>,
    ) -> Result<Option<(SitePath, Stamp)>, ScanError> {
        if let Ok(link) = &entry
            && link.path_is_symlink()
        {
            if self.is_output(link.path()) {
                return Err(ScanError::LinkToOutput(self.site_path(link.path())));
            }
            self.links.record(&self.root, self.site_path(link.path()));
        }

        let file = entry.and_then(|entry| {
            let is_file = entry.file_type().is_file();
            Ok(is_file.then_some((entry.metadata()?, entry)))
        });

        match file {
            Ok(file) => {
                Ok(file
                    .map(|(metadata, entry)| (self.site_path(entry.path()), Stamp::of(&metadata))))
            }
            Err(error) => {
                let path = error.path().unwrap_or(&self.root);
                if is_gone(path) {
                    return Ok(None);
                }
                let is_cycle = error.loop_ancestor().is_some();
                let path = self.site_path(path);
                Err(match error.into_io_error() {
                    Some(error) if !is_cycle => ScanError::Unreadable(path, error),
                    _ => ScanError::Cycle(path),
                })
            }
        }
    }

    /// Whether a link points to the output folder, into it, or to a folder that contains it. Links
    /// that form a cycle are excluded, because they have their own error.
    fn is_output(&self, link: &Path) -> bool {
        let real = |path: &Path| path.canonicalize().ok();
        let (target, output) = (real(link), self.output.as_deref().and_then(real));
        let is_cycle = |target: &Path| {
            link.parent().and_then(real).is_some_and(|parent| parent.starts_with(target))
        };
        target.zip(output).is_some_and(|(target, output)| {
            target.starts_with(&output) || output.starts_with(&target) && !is_cycle(&target)
        })
    }

    /// Lists the entries of the folder `top` down to `depth` levels, without hidden ones and those in `skip`.
    fn walk(
        &self,
        top: &Path,
        skip: &[&str],
        depth: usize,
    ) -> impl Iterator<Item = walkdir::Result<walkdir::DirEntry>> {
        let (root, undecodable) = (self.root.clone(), self.undecodable.clone());

        // Hidden files and build folders are left out together with all that they contain.
        let is_included = move |entry: &walkdir::DirEntry| {
            entry.depth() == 0 || {
                let name = entry.file_name().to_string_lossy();
                !is_hidden(&name)
                    && !skip.contains(&&*name)
                    && !undecodable.record(&root, entry.path())
            }
        };

        // The lock file of an editor is a dangling link, which is reported as an error before its
        // name is checked.
        let is_valid = |entry: &walkdir::Result<walkdir::DirEntry>| {
            let name = entry.as_ref().err().and_then(|error| error.path()?.file_name());
            !name.is_some_and(|name| is_hidden(&name.to_string_lossy()))
        };

        let walk = top.is_dir().then(|| {
            WalkDir::new(top)
                .follow_links(true)
                .max_depth(depth)
                .into_iter()
                .filter_entry(is_included)
        });
        walk.into_iter().flatten().filter(is_valid)
    }

    /// Returns the site path, in NFC, of a path below the root.
    fn site_path(&self, path: &Path) -> SitePath {
        let relative = path.strip_prefix(&self.root).expect("walked below the root");
        if let Some(text) = relative.to_str() {
            return SitePath::new(&*nfc(text));
        }
        let parts: Vec<_> =
            relative.components().map(|part| part.as_os_str().to_string_lossy()).collect();
        SitePath::new(into_nfc(parts.join("/")))
    }

    /// Returns the path on disk of a site path. Some systems store names in another normalization
    /// form than NFC.
    pub fn full_path(&self, path: &str) -> PathBuf {
        let full_path = self.root.join(path);
        if path.is_ascii() || !is_gone(&full_path) {
            return full_path;
        }

        // Folders with both forms of a name can exist, and one of them has the file.
        let names: Vec<&str> = path.split('/').collect();
        let mut folders = vec![self.root.clone()];
        for (index, name) in names.iter().enumerate() {
            let found: Vec<PathBuf> =
                folders.iter().flat_map(|folder| entries_named(folder, name)).collect();
            if found.is_empty() {
                return folders[0].join(names[index..].join("/"));
            }
            folders = found;
        }
        folders.swap_remove(0)
    }

    /// Returns the path of a file as the system stores it, if it is not in NFC.
    pub fn stored_path(&self, path: &SitePath) -> Option<SitePath> {
        if path.is_ascii() {
            return None;
        }
        let full_path = self.full_path(path);
        let stored = full_path.strip_prefix(&self.root).ok()?.to_str()?;
        (*stored != **path).then(|| SitePath::new(stored))
    }

    /// Returns all files in the folder `dir` and its subfolders, as site paths in byte order.
    pub fn list(&self, dir: &str, skip: &[&str]) -> io::Result<Vec<SitePath>> {
        Ok(self.stamps(dir, skip).map_err(io::Error::other)?.into_keys().collect())
    }

    /// Returns the stamp of a file; `None` if there is no such file.
    pub fn stamp(&self, path: &str) -> Option<Stamp> {
        if let Some(bytes) = self.overlay.get(path) {
            return bytes.map(|bytes| Stamp::of_bytes(&bytes));
        }

        let full_path = self.full_path(path);
        if full_path.is_symlink() {
            self.links.record(&self.root, SitePath::new(path));
        }
        let metadata = std::fs::metadata(full_path).ok();
        metadata.filter(std::fs::Metadata::is_file).map(|metadata| Stamp::of(&metadata))
    }

    /// Reads a file; returns `None` if it does not exist.
    pub fn read_if_exists(&self, path: &SitePath) -> io::Result<Option<Vec<u8>>> {
        self.none_if_missing(path, self.read(path))
    }

    /// Reads a source file, with normalized line ends and without a byte order mark; returns `None` if it does not exist.
    pub fn read_source_if_exists(&self, path: &SitePath) -> io::Result<Option<Vec<u8>>> {
        Ok(self.read_if_exists(path)?.map(|bytes| text::read(path, bytes)))
    }

    /// Reads a file that is expected to have `size` bytes; returns `None` if it does not exist.
    pub fn read_sized_if_exists(&self, path: &SitePath, size: u64) -> io::Result<Option<Vec<u8>>> {
        self.none_if_missing(path, self.read_sized(path, size))
    }

    /// Turns the result of reading a file that does not exist into `None`.
    fn none_if_missing<T>(&self, path: &SitePath, result: io::Result<T>) -> io::Result<Option<T>> {
        match result {
            Err(error) if error.kind() == io::ErrorKind::NotFound && self.overlay.has(path) => {
                Ok(None)
            }
            Err(_) if is_gone(&self.full_path(path)) => Ok(None),
            result => result.map(Some),
        }
    }

    /// Reads a file that is expected to have `size` bytes. If it does, one system call reads it.
    pub fn read_sized(&self, path: &SitePath, size: u64) -> io::Result<Vec<u8>> {
        if let Some(bytes) = self.overlay.get(path) {
            return Ok(found(bytes)?.to_vec());
        }
        read_of_size(&self.full_path(path), size)
    }

    /// Opens a file on disk, to read it in parts.
    pub fn open(&self, path: &SitePath) -> io::Result<std::fs::File> {
        std::fs::File::open(self.full_path(path))
    }

    /// Reads a file of static/ or a page asset, of which at most `limit` bytes are in memory; returns `None` if it does not exist.
    pub fn read_static_file(
        &self,
        path: &SitePath,
        limit: u64,
    ) -> io::Result<Option<(StaticFile, Vec<u8>)>> {
        if let Some(bytes) = self.overlay.get(path) {
            let bytes = bytes.as_deref();
            return bytes.map(|it| StaticFile::read(it, it.len() as u64, limit)).transpose();
        }
        let read = self.open(path).and_then(|file| {
            let size = file.metadata()?.len();
            StaticFile::read(file, size, limit)
        });
        self.none_if_missing(path, read)
    }

    /// Reads a file.
    pub fn read(&self, path: &SitePath) -> io::Result<Vec<u8>> {
        if let Some(bytes) = self.overlay.get(path) {
            return Ok(found(bytes)?.to_vec());
        }
        std::fs::read(self.full_path(path))
    }
}

/// Returns the bytes of an unsaved file, or the error of one that the overlay removes.
fn found(bytes: Option<Arc<[u8]>>) -> io::Result<Arc<[u8]>> {
    bytes.ok_or_else(|| io::ErrorKind::NotFound.into())
}

/// Reads a file of the expected size.
fn read_of_size(path: &Path, size: u64) -> io::Result<Vec<u8>> {
    let mut file = std::fs::File::open(path)?;
    let Ok(size) = usize::try_from(size) else {
        return std::fs::read(path);
    };
    // The buffer has one spare byte, so that a short read proves that the file did not grow.
    let mut bytes = vec![0; size + 1];
    let read = match file.read(&mut bytes) {
        Err(error) if error.kind() == io::ErrorKind::Interrupted => 0,
        read => read?,
    };
    bytes.truncate(read);
    if read != size {
        file.read_to_end(&mut bytes)?;
    }
    Ok(bytes)
}

/// Returns the entries of a folder that have this name in any normalization form, the composed one first.
fn entries_named(folder: &Path, name: &str) -> Vec<PathBuf> {
    let composed = folder.join(name);
    let mut found: Vec<PathBuf> = (!is_gone(&composed)).then_some(composed).into_iter().collect();
    if name.is_ascii() {
        return found;
    }

    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let is_other_form = |entry: &std::fs::DirEntry| {
        entry.file_name().to_str().is_some_and(|stored| stored != name && *nfc(stored) == *name)
    };
    found.extend(entries.filter(is_other_form).map(|entry| entry.path()));
    found
}

/// Whether a path does not exist, not even as a dangling link.
fn is_gone(path: &Path) -> bool {
    std::fs::symlink_metadata(path).is_err_and(|error| error.kind() == io::ErrorKind::NotFound)
}

/// Returns the inode of a folder; `None` if it does not exist.
pub fn folder_inode(folder: &Path) -> Option<u64> {
    std::fs::metadata(folder).ok().filter(std::fs::Metadata::is_dir).map(|metadata| metadata.ino())
}

/// Whether a file exists and is empty.
pub fn is_empty_file(path: &Path) -> bool {
    std::fs::metadata(path).is_ok_and(|metadata| metadata.is_file() && metadata.len() == 0)
}

/// Returns the real paths of the targets of all links below a folder, also of those that are gone and can come back.
pub fn link_targets(folder: &Path) -> Vec<PathBuf> {
    let is_visible = |entry: &walkdir::DirEntry| {
        entry.depth() == 0 || !is_hidden(&entry.file_name().to_string_lossy())
    };
    let link = |entry: walkdir::Result<walkdir::DirEntry>| match entry {
        Ok(entry) => entry.path_is_symlink().then(|| entry.into_path()),
        // Editors mark open files by hidden links without a target.
        Err(error) => error
            .path()
            .filter(|path| path.is_symlink() && !is_hidden_file(path))
            .map(Path::to_owned),
    };

    let entries = WalkDir::new(folder).follow_links(true).into_iter().filter_entry(is_visible);
    let links = entries.filter_map(link);
    links.filter_map(|link| link.canonicalize().ok().or_else(|| missing_target(&link))).collect()
}

fn is_hidden_file(path: &Path) -> bool {
    path.file_name().is_none_or(|name| is_hidden(&name.to_string_lossy()))
}

/// Returns where the target of a link was.
fn missing_target(link: &Path) -> Option<PathBuf> {
    let target = link.parent()?.join(std::fs::read_link(link).ok()?);
    Some(target.parent()?.canonicalize().ok()?.join(target.file_name()?))
}

/// Returns the names of the direct subfolders of a folder, without hidden ones.
pub fn subfolders(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let folders = entries.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir()));
    folders
        .filter_map(|entry| entry.file_name().into_string().ok())
        .filter(|name| !is_hidden(name))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_read_completely_even_if_its_size_changed() {
        let folder = tempfile::TempDir::new().unwrap();
        let (world, file) = (World::new(folder.path()), SitePath::new("a.md"));
        std::fs::write(folder.path().join("a.md"), "as it was").unwrap();
        let stamp = world.stamp(&file).unwrap();
        for text in ["as it was", "longer than it was", "shorter", ""] {
            std::fs::write(folder.path().join("a.md"), text).unwrap();
            assert_eq!(world.read_sized(&file, stamp.size()).unwrap(), text.as_bytes());
        }
        std::fs::remove_file(folder.path().join("a.md")).unwrap();
        assert!(world.read_sized_if_exists(&file, stamp.size()).unwrap().is_none());
    }
}
