//! The time of the last use of cached files, which is their modification time. Caches drop files that no build used for a long time.

#![expect(clippy::disallowed_methods, reason = "its files are caches, which are not sources")]

use std::fs::{self, File};
use std::path::Path;
use std::time::{Duration, SystemTime};

/// The time of last use is recorded at most this often.
const INTERVAL: Duration = Duration::from_hours(24);

/// Records that a file is used now. A failure is ignored, because the file can be made again.
pub fn record(path: &Path) {
    let now = SystemTime::now();
    let last_use = fs::metadata(path).and_then(|metadata| metadata.modified());
    let age = last_use.ok().and_then(|it| now.duration_since(it).ok()).unwrap_or_default();
    if age > INTERVAL {
        let file = File::options().write(true).open(path);
        let _ = file.and_then(|file| file.set_modified(now));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_changes_after_a_day() {
        let folder = tempfile::TempDir::new().unwrap();
        let path = folder.path().join("a");
        let file = File::create(&path).unwrap();
        let now = SystemTime::now();
        for (hours, is_recorded) in [(23, false), (25, true)] {
            let last_use = now - Duration::from_hours(hours);
            file.set_modified(last_use).unwrap();
            record(&path);
            let modified = fs::metadata(&path).unwrap().modified().unwrap();
            assert_eq!(modified != last_use, is_recorded);
        }
    }
}
