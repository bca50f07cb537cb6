//! Folders of results that a later build can make again if they are lost.
//!
//! The name of an entry has a digest of what its content depends on, so that entries of several builds do not conflict. A damaged entry
//! is missing. Several processes can share a folder.

#![expect(clippy::disallowed_methods, reason = "its files are caches, which are not sources")]

use std::collections::BTreeSet;
use std::fs::{self, File, Metadata};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use crate::disk::replace::replace_file;
use crate::fingerprint::ContentHash;

/// An entry that no build used for this long is removed. Builds with different options share a folder.
const MAX_AGE: Duration = Duration::from_hours(30 * 24);
/// The time of last use is recorded at most this often.
const INTERVAL: Duration = Duration::from_hours(24);
/// Bytes of the checksum at the end of a file, which picture viewers ignore.
const CHECKSUM_LEN: usize = 16;

/// A folder of cached results. The modification time of a file is the time of its last use.
#[derive(Debug, Clone)]
pub struct ContentCache {
    folder: PathBuf,
}

impl ContentCache {
    /// Returns the cache `.croupier/<name>/` of the site at `root`.
    pub fn new(root: &Path, name: &str) -> ContentCache {
        ContentCache { folder: root.join(".croupier").join(name) }
    }

    /// Returns the path of the file of an entry.
    pub fn path(&self, key: &str) -> PathBuf {
        self.folder.join(key)
    }

    /// Whether there is an entry. It can be damaged.
    pub fn has(&self, key: &str) -> bool {
        self.path(key).is_file()
    }

    /// Returns the content of an entry, and records its use. None if it is missing or damaged.
    pub fn get(&self, key: &str) -> Option<Vec<u8>> {
        let path = self.path(key);
        let mut bytes = fs::read(&path).ok()?;
        let (content, checksum) = bytes.split_last_chunk::<CHECKSUM_LEN>()?;
        if checksum_of(content) != *checksum {
            return None;
        }

        bytes.truncate(bytes.len() - CHECKSUM_LEN);
        touch(&path);
        Some(bytes)
    }

    /// Adds an entry. A failure is ignored, because a later build can make the entry again.
    pub fn put(&self, key: &str, content: &[u8]) {
        let _ = replace_file(&self.path(key), [content, &checksum_of(content)].concat());
    }

    /// Records the use of the entries `used`, and removes other files that no build used for thirty days.
    pub fn prune(&self, used: &BTreeSet<String>) {
        let now = SystemTime::now();
        for entry in fs::read_dir(&self.folder).into_iter().flatten().flatten() {
            let is_used = entry.file_name().to_str().is_some_and(|name| used.contains(name));
            if is_used {
                touch(&entry.path());
            } else if age(entry.metadata(), now) > MAX_AGE {
                let _ = fs::remove_file(entry.path());
            }
        }
    }
}

/// Records that a cached file is used now. A failure is ignored, because the file can be made again.
pub fn touch(path: &Path) {
    let now = SystemTime::now();
    if age(fs::metadata(path), now) > INTERVAL {
        let file = File::options().write(true).open(path);
        let _ = file.and_then(|file| file.set_modified(now));
    }
}

/// Returns the time since the last use of a file; zero if it is not known.
fn age(metadata: io::Result<Metadata>, now: SystemTime) -> Duration {
    let last_use = metadata.and_then(|it| it.modified()).ok();
    last_use.and_then(|it| now.duration_since(it).ok()).unwrap_or_default()
}

fn checksum_of(content: &[u8]) -> [u8; CHECKSUM_LEN] {
    ContentHash::of(content).to_fingerprint().to_be_bytes()
}

#[cfg(test)]
mod tests {
    use std::thread;

    use tempfile::TempDir;

    use super::*;

    /// A cache in a folder that is removed with the first value.
    fn cache() -> (TempDir, ContentCache) {
        let folder = TempDir::new().unwrap();
        let cache = ContentCache::new(folder.path(), "results");
        (folder, cache)
    }

    fn names(cache: &ContentCache) -> Vec<String> {
        let entries = fs::read_dir(&cache.folder).unwrap().map(|it| it.unwrap().file_name());
        let mut names: Vec<String> = entries.map(|it| it.into_string().unwrap()).collect();
        names.sort();
        names
    }

    fn set_age(cache: &ContentCache, key: &str, hours: u64) -> SystemTime {
        let time = SystemTime::now() - Duration::from_hours(hours);
        let file = File::options().write(true).open(cache.path(key)).unwrap();
        file.set_modified(time).unwrap();
        time
    }

    fn last_use(cache: &ContentCache, key: &str) -> SystemTime {
        fs::metadata(cache.path(key)).unwrap().modified().unwrap()
    }

    #[test]
    fn an_entry_is_found_until_a_byte_of_it_differs() {
        let (_folder, cache) = cache();
        assert!(!cache.has("a") && cache.get("a").is_none());
        for content in [&b""[..], b"some content"] {
            cache.put("a", content);
            assert!(cache.has("a"));
            assert_eq!(cache.get("a").as_deref(), Some(content));

            let bytes = fs::read(cache.path("a")).unwrap();
            for damaged in 0..bytes.len() {
                let mut other = bytes.clone();
                other[damaged] ^= 1;
                fs::write(cache.path("a"), other).unwrap();
                assert_eq!(cache.get("a"), None, "byte {damaged}");
                fs::write(cache.path("a"), &bytes[..damaged]).unwrap();
                assert_eq!(cache.get("a"), None, "{damaged} bytes");
            }
        }
        cache.put("a", b"some content");
        assert_eq!(cache.get("a").unwrap(), b"some content");
    }

    #[test]
    fn threads_that_write_the_same_entry_do_not_disturb_each_other() {
        let (_folder, cache) = cache();
        let contents: Vec<Vec<u8>> = (0..4).map(|byte| vec![byte; 100_000]).collect();
        cache.put("a", &contents[0]);

        thread::scope(|scope| {
            for content in &contents {
                scope.spawn(|| {
                    for _ in 0..50 {
                        cache.put("a", content);
                        let found = cache.get("a").expect("an entry is replaced in one step");
                        assert!(contents.contains(&found));
                    }
                });
            }
        });
        assert_eq!(names(&cache), ["a"]);
    }

    #[test]
    fn a_process_that_is_killed_before_the_rename_changes_no_entry() {
        let (_folder, cache) = cache();
        cache.put("a", b"old");
        // What is on disk when the process ends between the write and the rename.
        fs::write(cache.path("a.4194305.0"), "ne").unwrap();
        fs::write(cache.path("b.4194305.1"), "ne").unwrap();
        assert_eq!(cache.get("a").unwrap(), b"old");
        assert!(!cache.has("b"));

        cache.put("b", b"new");
        assert_eq!(cache.get("b").unwrap(), b"new");
        cache.prune(&BTreeSet::new());
        assert_eq!(names(&cache).len(), 4, "another process can still write");
        for name in ["a.4194305.0", "b.4194305.1"] {
            set_age(&cache, name, 31 * 24);
        }
        cache.prune(&BTreeSet::new());
        assert_eq!(names(&cache), ["a", "b"]);
    }

    #[test]
    fn entries_that_no_build_used_for_thirty_days_are_removed() {
        let (_folder, cache) = cache();
        cache.prune(&BTreeSet::new());
        for key in ["old", "read", "used", "young"] {
            cache.put(key, key.as_bytes());
            set_age(&cache, key, 31 * 24);
        }
        let young = set_age(&cache, "young", 29 * 24);
        cache.get("read").unwrap();
        cache.prune(&["used".to_owned(), "never written".to_owned()].into());

        assert_eq!(names(&cache), ["read", "used", "young"]);
        let yesterday = SystemTime::now() - Duration::from_hours(24);
        assert!(last_use(&cache, "read") > yesterday && last_use(&cache, "used") > yesterday);
        assert_eq!(last_use(&cache, "young"), young);
    }

    #[test]
    fn a_use_is_recorded_once_a_day() {
        let (_folder, cache) = cache();
        cache.put("a", b"a");
        for (hours, is_recorded) in [(23, false), (25, true)] {
            let before = set_age(&cache, "a", hours);
            cache.get("a").unwrap();
            assert_eq!(last_use(&cache, "a") != before, is_recorded);
        }
    }
}
