//! The loader that comes with the generator, for sites that bring none of their own: unpacked into the site, where npm finds it.

#![expect(
    clippy::disallowed_methods,
    reason = "unpacks into .croupier, which is neither a source nor output"
)]

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use include_dir::{Dir, DirEntry, include_dir};

static LOADER: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/loader");

/// The digest of all its files.
static DIGEST: LazyLock<String> = LazyLock::new(|| {
    let mut hasher = blake3::Hasher::new();
    add(&LOADER, &mut hasher);
    hasher.finalize().to_hex().to_string()
});

/// Where it lies in a site; `package.json` names it there as `@croupier/loader`.
pub(crate) const FOLDER: &str = ".croupier/loader";
/// Says which loader was unpacked; written last.
const STAMP: &str = ".digest";

/// Invalidation with the loader.
pub(crate) fn digest() -> &'static str {
    &DIGEST
}

/// Where the loader of the site in `root` lies, or is to lie.
pub(crate) fn folder(root: &Path) -> PathBuf {
    root.join(FOLDER)
}

/// Whether the site in `root` has exactly this loader.
pub(crate) fn is_unpacked(root: &Path) -> bool {
    fs::read_to_string(folder(root).join(STAMP)).is_ok_and(|found| found == digest())
}

/// Puts the loader in the place of another one. To be called by one process at a time.
pub(crate) fn unpack(root: &Path) -> io::Result<()> {
    let folder = folder(root);
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(&folder)?;
    LOADER.extract(&folder)?;
    fs::write(folder.join(STAMP), digest())
}

fn add(dir: &Dir<'_>, hasher: &mut blake3::Hasher) {
    for entry in dir.entries() {
        match entry {
            DirEntry::Dir(dir) => add(dir, hasher),
            DirEntry::File(file) => {
                hasher.update(file.path().as_os_str().as_encoded_bytes());
                hasher.update(&[0]);
                hasher.update(blake3::hash(file.contents()).as_bytes());
            }
        }
    }
}
