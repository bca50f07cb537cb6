//! The one door through which a build reads: every source file is listed and read here and nowhere else.

#![expect(clippy::disallowed_methods, reason = "this is the door")]

use std::collections::BTreeMap;
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use walkdir::WalkDir;

/// Longer than the tick of any file system's clock, in nanoseconds.
const TICK: i64 = 20_000_000;

/// Now, as stamps count time.
pub fn now() -> i64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_nanos()).unwrap_or(i64::MAX)
}

/// What the file system says of a file without its bytes. A file whose stamp is the same was not written in between.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stamp {
    size: u64,
    inode: u64,
    /// Nanoseconds of the last change of the content.
    modified: i64,
    /// Nanoseconds of the last change of anything; it also moves where tools set `modified` back.
    changed: i64,
}

impl Stamp {
    /// The stamp in a file's metadata.
    pub fn of(metadata: &std::fs::Metadata) -> Stamp {
        let nanos = |seconds: i64, nanos: i64| seconds.saturating_mul(1_000_000_000).saturating_add(nanos);
        Stamp {
            size: metadata.size(),
            inode: metadata.ino(),
            modified: nanos(metadata.mtime(), metadata.mtime_nsec()),
            changed: nanos(metadata.ctime(), metadata.ctime_nsec()),
        }
    }

    /// Whether the file changed so shortly before the moment `looked` that a later change could have left the same stamp:
    /// file systems count time in ticks.
    pub fn is_racy(&self, looked: i64) -> bool {
        self.modified.max(self.changed) + TICK > looked
    }

    /// Whether the content was written in between; a rename alone does not count.
    pub fn same_content(&self, other: &Stamp) -> bool {
        (self.size, self.inode, self.modified) == (other.size, other.inode, other.modified)
    }
}

/// A site root on disk.
#[derive(Debug, Clone)]
pub struct World {
    root: PathBuf,
}

impl World {
    /// The world below `root`.
    pub fn new(root: impl Into<PathBuf>) -> World {
        World { root: root.into() }
    }

    /// The site root.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Every file below the folder `dir`, as site paths with their stamps; empty when there is no such folder.
    /// Hidden files, editors' backups and the folders in `skip` are left out.
    pub fn stamps(&self, dir: &str, skip: &[&str]) -> io::Result<BTreeMap<String, Stamp>> {
        let mut folders = Vec::new();
        let mut stamps = BTreeMap::new();
        // The first level is looked at here and each of its folders on a thread of its own.
        for entry in self.walk(dir, skip, 1) {
            let entry = entry?;
            if entry.file_type().is_dir() && entry.depth() == 1 {
                folders.push(self.site_path(entry.path()));
            } else if entry.file_type().is_file() {
                stamps.insert(self.site_path(entry.path()), Stamp::of(&entry.metadata()?));
            }
        }
        let found: Vec<io::Result<Vec<(String, Stamp)>>> = folders
            .par_iter()
            .map(|folder| {
                let files =
                    self.walk(folder, skip, usize::MAX).filter(|entry| !matches!(entry, Ok(it) if !it.file_type().is_file()));
                files
                    .map(|entry| {
                        entry.and_then(|it| Ok((self.site_path(it.path()), Stamp::of(&it.metadata()?)))).map_err(io::Error::from)
                    })
                    .collect()
            })
            .collect();
        for files in found {
            stamps.extend(files?);
        }
        Ok(stamps)
    }

    fn walk(&self, dir: &str, skip: &[&str], depth: usize) -> impl Iterator<Item = walkdir::Result<walkdir::DirEntry>> {
        let top = self.root.join(dir);
        let wanted = move |entry: &walkdir::DirEntry| {
            entry.depth() == 0 || {
                let name = entry.file_name().to_string_lossy();
                !is_hidden(&name) && !skip.contains(&&*name)
            }
        };
        // An editor's lock is a link that leads nowhere, and is met before it is known to be hidden.
        let is_sound = |entry: &walkdir::Result<walkdir::DirEntry>| {
            let name = entry.as_ref().err().and_then(|error| error.path()?.file_name());
            !name.is_some_and(|name| is_hidden(&name.to_string_lossy()))
        };
        let walk = top.is_dir().then(|| WalkDir::new(&top).follow_links(true).max_depth(depth).into_iter().filter_entry(wanted));
        walk.into_iter().flatten().filter(is_sound)
    }

    fn site_path(&self, path: &Path) -> String {
        let relative = path.strip_prefix(&self.root).expect("walked below the root");
        relative.components().map(|part| part.as_os_str().to_string_lossy()).collect::<Vec<_>>().join("/")
    }

    /// Every file below the folder `dir`, as site paths in byte order.
    pub fn list(&self, dir: &str, skip: &[&str]) -> io::Result<Vec<String>> {
        Ok(self.stamps(dir, skip)?.into_keys().collect())
    }

    /// The stamp of one file; `None` when there is no such file.
    pub fn stamp(&self, path: &str) -> Option<Stamp> {
        std::fs::metadata(self.root.join(path)).ok().filter(std::fs::Metadata::is_file).map(|it| Stamp::of(&it))
    }

    /// The bytes of one file.
    pub fn read(&self, path: &str) -> io::Result<Vec<u8>> {
        std::fs::read(self.root.join(path))
    }
}

/// What the system knows a folder by; `None` where there is none.
pub fn identity(folder: &Path) -> Option<u64> {
    std::fs::metadata(folder).ok().filter(std::fs::Metadata::is_dir).map(|it| it.ino())
}

/// Names of the folders in a folder, without hidden ones.
pub fn folders(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let folders = entries.filter(|entry| entry.file_type().is_ok_and(|it| it.is_dir()));
    folders.filter_map(|entry| entry.file_name().into_string().ok()).filter(|name| !is_hidden(name)).collect()
}

/// Whether a build looks at a file of this name: not what editors and systems leave behind.
pub fn is_hidden(name: &str) -> bool {
    name.starts_with('.') && name != ".well-known"
        || name.starts_with('#') && name.ends_with('#')
        || name.ends_with('~')
        || name.ends_with(".swp")
        || name.ends_with(".tmp")
}
