//! File metadata used to detect modification.

use std::os::unix::fs::MetadataExt;

use serde::{Deserialize, Serialize};

use crate::fingerprint::fingerprint;

/// Upper bound of the timestamp resolution of a file system, in nanoseconds.
const RESOLUTION: i64 = 20_000_000;
const SECOND: i64 = 1_000_000_000;
/// The bound for file systems that only store whole seconds. FAT has a resolution of two seconds.
const COARSE_RESOLUTION: i64 = 2 * SECOND;

/// Metadata of a file. If the stamp is unchanged, the file was not written in between.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stamp {
    size: u64,
    inode: u64,
    /// Time of the last change of the content (mtime), in nanoseconds.
    modified: i64,
    /// Time of the last change of the content or metadata (ctime), in nanoseconds. It also changes
    /// if a tool resets `modified`.
    changed: i64,
}

impl Stamp {
    /// Returns the stamp of a file from its metadata.
    pub fn of(metadata: &std::fs::Metadata) -> Stamp {
        let nanos =
            |seconds: i64, nanos: i64| seconds.saturating_mul(1_000_000_000).saturating_add(nanos);
        Stamp {
            size: metadata.size(),
            inode: metadata.ino(),
            modified: nanos(metadata.mtime(), metadata.mtime_nsec()),
            changed: nanos(metadata.ctime(), metadata.ctime_nsec()),
        }
    }

    /// Returns the stamp of an unsaved file with these bytes. It differs from the stamp of every file on disk.
    pub fn of_bytes(bytes: &[u8]) -> Stamp {
        let digest = fingerprint(bytes);
        // The lower half takes the place of an inode; no file was changed before the epoch.
        let inode = u64::try_from(digest & u128::from(u64::MAX)).unwrap_or_default();
        Stamp { size: bytes.len() as u64, inode, modified: -1, changed: -1 }
    }

    /// Whether the file changed so shortly before `scanned_at` that a later change could have left
    /// the same stamp, because file systems store times with limited resolution.
    pub fn is_racy(&self, scanned_at: i64) -> bool {
        let is_coarse = self.modified % SECOND == 0 && self.changed % SECOND == 0;
        let resolution = if is_coarse { COARSE_RESOLUTION } else { RESOLUTION };
        self.modified.max(self.changed) + resolution > scanned_at
    }

    /// Whether the file changed after a time.
    pub fn is_after(&self, time: i64) -> bool {
        self.modified.max(self.changed) > time
    }

    /// Returns the size of the file in bytes.
    pub fn size(&self) -> u64 {
        self.size
    }

    /// Whether both stamps have the same size.
    pub fn same_size(&self, other: &Stamp) -> bool {
        self.size == other.size
    }

    /// Whether the content is unchanged between the stamps. Ignores changes of metadata alone, such
    /// as a rename.
    pub fn same_content(&self, other: &Stamp) -> bool {
        (self.size, self.inode, self.modified) == (other.size, other.inode, other.modified)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_racy_for_longer_on_file_systems_with_whole_seconds() {
        let stamp = |modified: i64| Stamp { size: 1, inode: 1, modified, changed: modified };
        let now = 1_700_000_000 * SECOND;
        assert!(stamp(now).is_racy(now + SECOND) && !stamp(now).is_racy(now + 2 * SECOND));
        assert!(
            stamp(now + 1).is_racy(now + 10_000_000) && !stamp(now + 1).is_racy(now + 30_000_000)
        );
    }
}
