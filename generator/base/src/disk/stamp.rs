//! What the file system says of a file, by which one that was not written since is known.

use std::os::unix::fs::MetadataExt;

use serde::{Deserialize, Serialize};

/// Longer than the tick of a file system's clock, in nanoseconds.
const TICK: i64 = 20_000_000;
const SECOND: i64 = 1_000_000_000;
/// The same for one that knows whole seconds alone. FAT counts two at a time.
const COARSE_TICK: i64 = 2 * SECOND;

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
        let nanos =
            |seconds: i64, nanos: i64| seconds.saturating_mul(1_000_000_000).saturating_add(nanos);
        Stamp {
            size: metadata.size(),
            inode: metadata.ino(),
            modified: nanos(metadata.mtime(), metadata.mtime_nsec()),
            changed: nanos(metadata.ctime(), metadata.ctime_nsec()),
        }
    }

    /// Whether the file changed so shortly before the moment `looked` that a later change could have left the same stamp:
    /// file systems count time in ticks.
    pub fn is_racy(&self, scanned_at: i64) -> bool {
        let is_coarse = self.modified % SECOND == 0 && self.changed % SECOND == 0;
        self.modified.max(self.changed) + if is_coarse { COARSE_TICK } else { TICK } > scanned_at
    }

    /// How long the file was, in bytes.
    pub fn size(&self) -> u64 {
        self.size
    }

    /// Whether the file is as long as it was.
    pub fn same_size(&self, other: &Stamp) -> bool {
        self.size == other.size
    }

    /// Whether the content was written in between; a rename alone does not count.
    pub fn same_content(&self, other: &Stamp) -> bool {
        (self.size, self.inode, self.modified) == (other.size, other.inode, other.modified)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn where_a_file_system_counts_whole_seconds_a_file_is_doubted_for_longer() {
        let stamp = |modified: i64| Stamp { size: 1, inode: 1, modified, changed: modified };
        let at = 1_700_000_000 * SECOND;
        assert!(stamp(at).is_racy(at + SECOND) && !stamp(at).is_racy(at + 2 * SECOND));
        assert!(stamp(at + 1).is_racy(at + 10_000_000) && !stamp(at + 1).is_racy(at + 30_000_000));
    }
}
