//! Inputs of the bundle that a listing of the runtime's folder lacks: the lock file of npm, the settings of npm and TypeScript, and
//! files that the last bundle imported, such as those of workspace packages, of folders named `tests`, and hidden ones.

#![expect(
    clippy::disallowed_methods,
    reason = "the list is in .croupier, which is not a source; the root is listed without its folders"
)]

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::PathBuf;

use crate::island::packages::{LOCK_FILE, SKIPPED_IN_RUNTIME};
use croupier_base::disk::ignored::is_hidden;
use croupier_base::disk::replace::replace_file;
use croupier_base::disk::world::World;
use croupier_base::path::SitePath;

/// Returns the site path of a file that another program names relative to the folder `dir`.
/// None for a file outside of the site.
pub(super) fn site_path(dir: &str, file: &str) -> Option<SitePath> {
    let mut parts: Vec<&str> = dir.split('/').filter(|part| !part.is_empty()).collect();
    for part in file.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            part => parts.push(part),
        }
    }
    Some(SitePath::new(parts.join("/")))
}

/// Returns whether a listing of the runtime's folder has a file, which another program names relative to it. It has none in other
/// folders, and none of tests and of hidden files, which a module can import all the same.
pub(super) fn is_listed(file: &str) -> bool {
    let is_skipped = |part: &str| is_hidden(part) || SKIPPED_IN_RUNTIME.contains(&part);
    !file.split('/').any(is_skipped)
}

/// Returns the inputs that a listing of the runtime's folder `dir` lacks, whether or not they exist.
pub fn outer_inputs(world: &World, dir: &SitePath) -> BTreeSet<SitePath> {
    let mut inputs = BTreeSet::from([SitePath::new(LOCK_FILE)]);
    inputs.extend(imported(world));
    let mut folder = dir.folder();
    loop {
        let prefix = folder.map_or(String::new(), |folder| format!("{folder}/"));
        let entries = fs::read_dir(world.root().join(&prefix)).into_iter().flatten().flatten();
        let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
        inputs.extend(
            names
                .filter(|name| is_runtime_settings(name))
                .map(|name| SitePath::new(prefix.clone() + &name)),
        );
        let Some(current) = folder else { return inputs };
        folder = current.rsplit_once('/').map(|(parent, _)| parent);
    }
}

/// Returns whether a file outside of the runtime's folder has settings of its bundle, if it is in the same folder or above.
pub fn is_runtime_settings(name: &str) -> bool {
    let is_json = name.ends_with(".json");
    name == LOCK_FILE || name == "package.json" || is_json && name.starts_with("tsconfig")
}

/// Returns the files that the last bundle imported and a listing lacks.
pub(super) fn imported(world: &World) -> BTreeSet<SitePath> {
    let text = fs::read_to_string(list_file(world)).unwrap_or_default();
    text.lines().map(SitePath::new).collect()
}

/// Stores the files that the last bundle imported and a listing lacks.
pub(super) fn store(world: &World, imported: &BTreeSet<SitePath>) -> io::Result<()> {
    let text: String = imported.iter().map(|path| format!("{path}\n")).collect();
    replace_file(&list_file(world), text)
}

fn list_file(world: &World) -> PathBuf {
    world.root().join(".croupier").join("runtime").join("inputs")
}
