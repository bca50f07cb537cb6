//! The one door through which a build reads: every source file is listed and read here and nowhere else.

#![expect(clippy::disallowed_methods, reason = "this is the door")]

use std::collections::BTreeMap;
use std::io::{self, Read};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use walkdir::WalkDir;

use crate::disk::hidden::is_hidden;
use crate::disk::links_out::LinksOut;
use crate::disk::stamp::Stamp;
use crate::path::SitePath;

/// Now, as stamps count time.
pub fn now() -> i64 {
    let since =
        std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_nanos()).unwrap_or(i64::MAX)
}

/// A site root on disk.
#[derive(Debug, Clone)]
pub struct World {
    root: PathBuf,
    /// The output folder, which no link of a source folder may lead to.
    output: Option<PathBuf>,
    /// Links that lead out of it.
    pub links: LinksOut,
}

/// A link inside a source folder leads to the output, so that a build would read what it writes.
#[derive(Debug)]
pub struct OutputMet(SitePath);

impl std::fmt::Display for OutputMet {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} is a link to the output folder", self.0)
    }
}

impl std::error::Error for OutputMet {}

impl World {
    /// The world below `root`.
    pub fn new(root: impl Into<PathBuf>) -> World {
        World { root: root.into(), output: None, links: LinksOut::default() }
    }

    /// The same beside the output folder `out`.
    #[must_use]
    pub fn with_output(self, out: PathBuf) -> World {
        World { output: Some(out), ..self }
    }

    /// The site root.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Every file below the folder `dir`, as site paths with their stamps; empty when there is no such folder.
    /// Hidden files, editors' backups and the folders in `skip` are left out.
    pub fn stamps(&self, dir: &str, skip: &[&str]) -> io::Result<BTreeMap<SitePath, Stamp>> {
        let mut folders = Vec::new();
        let mut stamps = Vec::new();
        // The first level is looked at here and each of its folders on a thread of its own.
        for entry in self.walk(dir, skip, 1) {
            folders.extend(
                entry
                    .as_ref()
                    .ok()
                    .filter(|it| it.file_type().is_dir() && it.depth() == 1)
                    .map(|it| self.site_path(it.path())),
            );
            stamps.extend(self.stamped(entry)?);
        }
        let found: Vec<io::Result<Vec<(SitePath, Stamp)>>> = folders
            .par_iter()
            .map(|folder| {
                self.walk(folder, skip, usize::MAX)
                    .filter_map(|entry| self.stamped(entry).transpose())
                    .collect()
            })
            .collect();
        for files in found {
            stamps.extend(files?);
        }
        Ok(stamps.into_iter().collect())
    }

    /// A file that was met, with its stamp; none for a folder, and for what went since its name was read.
    fn stamped(
        &self,
        entry: walkdir::Result<walkdir::DirEntry>,
    ) -> io::Result<Option<(SitePath, Stamp)>> {
        if let Ok(it) = &entry
            && it.path_is_symlink()
        {
            if self.is_output(it.path()) {
                return Err(io::Error::other(OutputMet(self.site_path(it.path()))));
            }
            self.links.meet(&self.root, self.site_path(it.path()));
        }
        let stamp =
            entry.and_then(|it| Ok(it.file_type().is_file().then_some((it.metadata()?, it))));
        match stamp {
            Ok(file) => {
                Ok(file.map(|(metadata, it)| (self.site_path(it.path()), Stamp::of(&metadata))))
            }
            Err(error) => {
                let is_gone = error.path().is_some_and(is_gone);
                if is_gone { Ok(None) } else { Err(error.into()) }
            }
        }
    }

    /// Whether a link leads to the output folder, into it, or to a folder around it. One that leads in a circle is told as that.
    fn is_output(&self, link: &Path) -> bool {
        let real = |path: &Path| path.canonicalize().ok();
        let (target, output) = (real(link), self.output.as_deref().and_then(real));
        let is_circle =
            |target: &Path| link.parent().and_then(real).is_some_and(|it| it.starts_with(target));
        target.zip(output).is_some_and(|(target, output)| {
            target.starts_with(&output) || output.starts_with(&target) && !is_circle(&target)
        })
    }

    fn walk(
        &self,
        dir: &str,
        skip: &[&str],
        depth: usize,
    ) -> impl Iterator<Item = walkdir::Result<walkdir::DirEntry>> {
        let top = self.root.join(dir);
        let wanted = move |entry: &walkdir::DirEntry| {
            entry.depth() == 0 || {
                let name = entry.file_name().to_string_lossy();
                !is_hidden(&name) && !skip.contains(&&*name)
            }
        };
        // An editor's lock is a link that leads nowhere, and is met before it is known to be hidden.
        let is_valid = |entry: &walkdir::Result<walkdir::DirEntry>| {
            let name = entry.as_ref().err().and_then(|error| error.path()?.file_name());
            !name.is_some_and(|name| is_hidden(&name.to_string_lossy()))
        };
        let walk = top.is_dir().then(|| {
            WalkDir::new(&top).follow_links(true).max_depth(depth).into_iter().filter_entry(wanted)
        });
        walk.into_iter().flatten().filter(is_valid)
    }

    fn site_path(&self, path: &Path) -> SitePath {
        let relative = path.strip_prefix(&self.root).expect("walked below the root");
        if let Some(text) = relative.to_str() {
            return SitePath::new(text);
        }
        SitePath::new(
            relative
                .components()
                .map(|part| part.as_os_str().to_string_lossy())
                .collect::<Vec<_>>()
                .join("/"),
        )
    }

    /// Every file below the folder `dir`, as site paths in byte order.
    pub fn list(&self, dir: &str, skip: &[&str]) -> io::Result<Vec<SitePath>> {
        Ok(self.stamps(dir, skip)?.into_keys().collect())
    }

    /// The stamp of one file; `None` when there is no such file.
    pub fn stamp(&self, path: &str) -> Option<Stamp> {
        let whole = self.root.join(path);
        if whole.is_symlink() {
            self.links.meet(&self.root, SitePath::new(path));
        }
        std::fs::metadata(whole).ok().filter(std::fs::Metadata::is_file).map(|it| Stamp::of(&it))
    }

    /// The bytes of one file; none where there is nothing of this name any more.
    pub fn read_if_there(&self, path: &SitePath) -> io::Result<Option<Vec<u8>>> {
        self.if_there(path, self.read(path))
    }

    /// The same of a file that was so many bytes long.
    pub fn read_seen_if_there(&self, path: &SitePath, size: u64) -> io::Result<Option<Vec<u8>>> {
        self.if_there(path, self.read_seen(path, size))
    }

    fn if_there(&self, path: &SitePath, read: io::Result<Vec<u8>>) -> io::Result<Option<Vec<u8>>> {
        match read {
            Err(_) if is_gone(&self.root.join(path)) => Ok(None),
            read => read.map(Some),
        }
    }

    /// The bytes of one file that was so many bytes long: where it still is, the system is asked for them once.
    pub fn read_seen(&self, path: &SitePath, size: u64) -> io::Result<Vec<u8>> {
        read_of_size(&self.root.join(path), size)
    }

    /// The bytes of one file.
    pub fn read(&self, path: &SitePath) -> io::Result<Vec<u8>> {
        std::fs::read(self.root.join(path))
    }
}

/// The bytes of a file that is probably of this size.
fn read_of_size(path: &Path, size: u64) -> io::Result<Vec<u8>> {
    let mut file = std::fs::File::open(path)?;
    let Ok(size) = usize::try_from(size) else {
        return std::fs::read(path);
    };
    // One byte more than is expected: a file that ends where it was said to has nothing for that place.
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

/// Whether nothing has this name, not even a link that leads nowhere.
fn is_gone(path: &Path) -> bool {
    std::fs::symlink_metadata(path).is_err_and(|error| error.kind() == io::ErrorKind::NotFound)
}

/// What the system knows a folder by; `None` where there is none.
pub fn identity(folder: &Path) -> Option<u64> {
    std::fs::metadata(folder).ok().filter(std::fs::Metadata::is_dir).map(|it| it.ino())
}

/// What links below a folder lead to, as real paths.
pub fn linked(folder: &Path) -> Vec<PathBuf> {
    let is_seen = |entry: &walkdir::DirEntry| {
        entry.depth() == 0 || !is_hidden(&entry.file_name().to_string_lossy())
    };
    let entries =
        WalkDir::new(folder).follow_links(true).into_iter().filter_entry(is_seen).flatten();
    entries
        .filter(walkdir::DirEntry::path_is_symlink)
        .filter_map(|entry| entry.path().canonicalize().ok())
        .collect()
}

/// Names of the folders in a folder, without hidden ones.
pub fn folders(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let folders = entries.filter(|entry| entry.file_type().is_ok_and(|it| it.is_dir()));
    folders
        .filter_map(|entry| entry.file_name().into_string().ok())
        .filter(|name| !is_hidden(name))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_read_whole_whatever_its_stamp_said_of_its_length() {
        let folder = tempfile::TempDir::new().unwrap();
        let (world, file) = (World::new(folder.path()), SitePath::new("a.md"));
        std::fs::write(folder.path().join("a.md"), "as it was").unwrap();
        let stamp = world.stamp(&file).unwrap();
        for text in ["as it was", "longer than it was", "shorter", ""] {
            std::fs::write(folder.path().join("a.md"), text).unwrap();
            assert_eq!(world.read_seen(&file, stamp.size()).unwrap(), text.as_bytes());
        }
        std::fs::remove_file(folder.path().join("a.md")).unwrap();
        assert!(world.read_seen_if_there(&file, stamp.size()).unwrap().is_none());
    }
}
