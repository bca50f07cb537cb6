//! Replaces files in one step, so that no process reads a part of a file.

#![expect(
    clippy::disallowed_methods,
    reason = "its callers write state in .croupier and other files that are neither sources nor output"
)]

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// Numbers the temporary files of this process, because two threads can write the same file.
static WRITES: AtomicU64 = AtomicU64::new(0);

/// Replaces a file by one with these bytes. Creates its folder.
pub fn replace_file(path: &Path, bytes: impl AsRef<[u8]>) -> io::Result<()> {
    replace_file_with(path, |temporary| fs::write(temporary, bytes))
}

/// Replaces a file by the one that `write` creates at the path that it gets. Creates the folder.
///
/// A process that is killed leaves the old file, and a temporary one next to it, whose name has a dot and digits at its end.
pub fn replace_file_with(
    path: &Path,
    write: impl FnOnce(&Path) -> io::Result<()>,
) -> io::Result<()> {
    let number = WRITES.fetch_add(1, Ordering::Relaxed);
    let mut temporary = path.as_os_str().to_owned();
    temporary.push(format!(".{}.{number}", std::process::id()));
    let temporary = PathBuf::from(temporary);

    fs::create_dir_all(path.parent().unwrap_or(path))
        .and_then(|()| write(&temporary))
        .and_then(|()| fs::rename(&temporary, path))
        .inspect_err(|_| drop(fs::remove_file(&temporary)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failed_write_leaves_the_old_file_and_no_other() {
        let folder = tempfile::TempDir::new().unwrap();
        let file = folder.path().join("new/a");
        replace_file(&file, "old").unwrap();

        let written = replace_file_with(&file, |temporary| {
            fs::write(temporary, "ne")?;
            Err(io::ErrorKind::StorageFull.into())
        });
        assert_eq!(written.unwrap_err().kind(), io::ErrorKind::StorageFull);
        assert_eq!(fs::read_to_string(&file).unwrap(), "old");
        assert_eq!(fs::read_dir(folder.path().join("new")).unwrap().count(), 1);

        replace_file(&file, "new").unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), "new");
    }
}
