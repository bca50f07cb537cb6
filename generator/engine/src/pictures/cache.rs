//! The cache of encoded copies, placeholder colours and social cards, so that a clean build does not make them again.

#![expect(
    clippy::disallowed_methods,
    reason = "stores its files in .croupier, which is neither source nor output"
)]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime};

use croupier_base::disk::last_use;
use croupier_base::fingerprint::ContentHash;

/// A copy that no release used for this long is removed. Builds with different options share the folder.
const MAX_AGE: Duration = Duration::from_hours(30 * 24);
/// Bytes of the checksum at the end of a file, which picture viewers ignore.
const CHECKSUM_LEN: usize = 16;

/// Numbers the temporary files of this process.
static WRITES: AtomicU64 = AtomicU64::new(0);

/// The folder `.croupier/pictures/` of a site.
pub(crate) struct PictureCache {
    folder: PathBuf,
}

impl PictureCache {
    /// Returns the cache of the site at `root`.
    pub(crate) fn new(root: &Path) -> PictureCache {
        PictureCache { folder: root.join(".croupier").join("pictures") }
    }

    /// Whether the cache has a copy with this name.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.folder.join(name).is_file()
    }

    /// Returns a copy by its name. None if it is missing or damaged.
    pub(crate) fn get(&self, name: &str) -> Option<Vec<u8>> {
        let mut bytes = fs::read(self.folder.join(name)).ok()?;
        let (picture, checksum) = bytes.split_last_chunk::<CHECKSUM_LEN>()?;
        if ContentHash::of(picture).to_fingerprint().to_be_bytes() != *checksum {
            return None;
        }
        bytes.truncate(bytes.len() - CHECKSUM_LEN);
        Some(bytes)
    }

    /// Adds a copy. A failure is ignored, because a later build can encode the copy again.
    pub(crate) fn insert(&self, name: &str, picture: &[u8]) {
        // Two threads can add the same file.
        let number = WRITES.fetch_add(1, Ordering::Relaxed);
        let temporary = self.folder.join(format!("{name}.{}-{number}", std::process::id()));
        let checksummed =
            [picture, &ContentHash::of(picture).to_fingerprint().to_be_bytes()].concat();
        let written = fs::create_dir_all(&self.folder)
            .and_then(|()| fs::write(&temporary, checksummed))
            .and_then(|()| fs::rename(&temporary, self.folder.join(name)));
        if written.is_err() {
            let _ = fs::remove_file(&temporary);
        }
    }

    /// Records that a release uses the copies with these names, and removes copies that no release used for [`MAX_AGE`].
    pub(crate) fn record_use(&self, used: &BTreeSet<String>) {
        let Ok(entries) = fs::read_dir(&self.folder) else { return };
        let now = SystemTime::now();
        for entry in entries.flatten() {
            let last_use = entry.metadata().and_then(|it| it.modified()).ok();
            let age = last_use.and_then(|it| now.duration_since(it).ok()).unwrap_or_default();
            let is_used = entry.file_name().to_str().is_some_and(|name| used.contains(name));
            if is_used {
                last_use::record(&entry.path());
            } else if age > MAX_AGE {
                let _ = fs::remove_file(entry.path());
            }
        }
    }
}
