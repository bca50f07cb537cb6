//! The packages of the crates, which users install without the repository.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use crate::common::{said, tree};

#[test]
fn the_packages_contain_every_file_that_an_installation_needs() {
    let crate_folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let listed = packaged(crate_folder);
    let engine = packaged(&crate_folder.join("engine"));
    let runtime = crate_folder.parent().unwrap().join("runtime");
    let below = |folder: &Path, prefix: &str| {
        let files = tree(folder).into_keys().map(|path| format!("{prefix}{}", path.display()));
        files.collect::<Vec<_>>()
    };
    let mut wanted: Vec<String> = ["Cargo.lock", "LICENSE", "README.md"].map(str::to_owned).into();
    wanted.extend(below(&crate_folder.join("src"), "src/"));
    let mut wanted_of_engine: Vec<String> =
        ["build.rs", "loader/bundle.mjs"].map(str::to_owned).into();
    wanted_of_engine.extend(below(&crate_folder.join("engine/src"), "src/"));
    for part in ["src/loader", "src/island", "bundle"] {
        wanted_of_engine.extend(below(&runtime.join(part), &format!("loader/{part}/")));
    }
    for (wanted, listed) in [(&wanted, &listed), (&wanted_of_engine, &engine)] {
        let missing: Vec<&String> = wanted.iter().filter(|path| !listed.contains(*path)).collect();
        assert!(missing.is_empty(), "{missing:?}");
    }
    assert!(wanted_of_engine.len() > 150, "{}", wanted_of_engine.len());
}

/// Returns the files of the package of the crate in a folder.
fn packaged(crate_folder: &Path) -> BTreeSet<String> {
    let mut command = Command::new(env!("CARGO"));
    let output = command
        .args(["package", "--list", "--allow-dirty"])
        .current_dir(crate_folder)
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", said(&output));
    String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
}
