//! The loader for sites without their own bundler. It is part of the program and is extracted into
//! the site, where npm finds it.

#![expect(
    clippy::disallowed_methods,
    reason = "extracts into .croupier, which is neither a source nor output"
)]

use std::fs;
use std::io;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use include_dir::{Dir, DirEntry, include_dir};
use serde_json::Value;

use crate::island::types::{TYPES_FILE, write_empty_types};

static LOADER: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/loader");

static DIGEST: LazyLock<String> = LazyLock::new(|| {
    let mut hasher = blake3::Hasher::new();
    hash_folder(&LOADER, &mut hasher);
    hasher.finalize().to_hex().to_string()
});

/// The folder of the loader in a site, which `package.json` names as `@croupier/loader`.
pub(crate) const FOLDER: &str = ".croupier/loader";
/// The file with the digest of the extracted loader, which is written last.
const STAMP: &str = ".digest";

/// The npm package of the loader.
pub(super) const NAME: &str = "@croupier/loader";

/// Returns whether an entry of a lock file has the dependencies of this version of the loader.
pub(super) fn has_dependencies(locked: &Value) -> bool {
    let package = LOADER.get_file("package.json").expect("the loader has a package.json");
    let own: Value = serde_json::from_slice(package.contents()).expect("package.json is valid");
    ["dependencies", "peerDependencies"].iter().all(|kind| own[kind] == locked[kind])
}

/// Returns the digest of all files of the loader.
pub(crate) fn digest() -> &'static str {
    &DIGEST
}

/// Returns the folder of the loader for the site in `root`. It may not exist yet.
pub(crate) fn folder(root: &Path) -> PathBuf {
    root.join(FOLDER)
}

/// Returns whether the site in `root` has exactly this version of the loader.
pub(crate) fn is_extracted(root: &Path) -> bool {
    fs::read_to_string(folder(root).join(STAMP)).is_ok_and(|extracted| extracted == digest())
}

/// Extracts the loader and replaces an earlier version. The caller must hold the runtime's lock.
pub(crate) fn extract(root: &Path) -> io::Result<()> {
    let folder = folder(root);
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(&folder)?;
    LOADER.extract(&folder)?;
    // The loader imports the types of the site.
    write_empty_types(root)?;
    fs::write(folder.join(STAMP), digest())
}

/// Makes the packages of the loader available to it, which the package manager installed in `packages`. npm links to the loader, and puts
/// its packages above it. Others install a copy of the loader, with the packages next to the copy. The copy gets the types of the site.
pub(super) fn link_packages(root: &Path, packages: &Path) -> io::Result<()> {
    let folder = folder(root);
    let Ok(installed) = packages.join("node_modules").join(NAME).canonicalize() else {
        return Ok(());
    };
    if folder.canonicalize().is_ok_and(|own| own == installed) {
        return Ok(());
    }

    let is_modules = |it: &&Path| it.file_name().is_some_and(|name| name == "node_modules");
    let Some(modules) = installed.ancestors().find(is_modules) else { return Ok(()) };
    link(modules, &folder.join("node_modules"))?;

    // `site.d.ts` of the copy refers to the types of the site by their relative path.
    let types = root.canonicalize()?.join(TYPES_FILE);
    link(&types, &installed.with_file_name("types.d.ts"))
}

/// Creates a symbolic link, or replaces the file or the folder at its path.
fn link(target: &Path, link: &Path) -> io::Result<()> {
    if fs::read_link(link).is_ok_and(|found| found == target) {
        return Ok(());
    }
    match fs::symlink_metadata(link) {
        // npm's, from before the change of the package manager.
        Ok(found) if found.is_dir() => fs::remove_dir_all(link)?,
        Ok(_) => fs::remove_file(link)?,
        Err(_) => {}
    }
    symlink(target, link)
}

fn hash_folder(dir: &Dir<'_>, hasher: &mut blake3::Hasher) {
    for entry in dir.entries() {
        match entry {
            DirEntry::Dir(dir) => hash_folder(dir, hasher),
            DirEntry::File(file) => {
                hasher.update(file.path().as_os_str().as_encoded_bytes());
                hasher.update(&[0]);
                hasher.update(blake3::hash(file.contents()).as_bytes());
            }
        }
    }
}
