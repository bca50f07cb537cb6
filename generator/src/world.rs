//! The one door through which a build reads: every source file is listed and read here and nowhere else.

#![expect(clippy::disallowed_methods, reason = "this is the door")]

use std::io;
use std::path::{Path, PathBuf};

use walkdir::WalkDir;

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

    /// Every file below the folder `dir`, as site paths in byte order; empty when there is no such folder.
    /// Hidden files, editors' backups and the folders in `skip` are left out.
    pub fn list(&self, dir: &str, skip: &[&str]) -> io::Result<Vec<String>> {
        let top = self.root.join(dir);
        if !top.is_dir() {
            return Ok(Vec::new());
        }
        let mut paths = Vec::new();
        let walk = WalkDir::new(&top).follow_links(true).into_iter().filter_entry(|entry| {
            entry.depth() == 0 || {
                let name = entry.file_name().to_string_lossy();
                !is_hidden(&name) && !skip.contains(&&*name)
            }
        });
        for entry in walk {
            let entry = entry?;
            if entry.file_type().is_file() {
                let relative = entry.path().strip_prefix(&self.root).expect("walked below the root");
                paths.push(site_path(relative));
            }
        }
        paths.sort();
        Ok(paths)
    }

    /// The bytes of one file.
    pub fn read(&self, path: &str) -> io::Result<Vec<u8>> {
        std::fs::read(self.root.join(path))
    }

    /// Whether there is such a file.
    pub fn has(&self, path: &str) -> bool {
        self.root.join(path).is_file()
    }
}

/// Files that editors and systems leave behind and that no build means.
fn is_hidden(name: &str) -> bool {
    name.starts_with('.') && name != ".well-known" || name.ends_with('~') || name.ends_with(".swp") || name.ends_with(".tmp")
}

fn site_path(relative: &Path) -> String {
    relative.components().map(|part| part.as_os_str().to_string_lossy()).collect::<Vec<_>>().join("/")
}
