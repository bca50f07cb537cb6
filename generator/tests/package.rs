//! The crate as a package: whoever installs it has no repository around it.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use crate::common::{said, tree};

#[test]
fn a_package_holds_the_loader_the_sites_of_new_the_licence_and_the_readme() {
    let crate_folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut command = Command::new(env!("CARGO"));
    let output = command.args(["package", "--list", "--allow-dirty"]).current_dir(crate_folder).output().unwrap();
    assert!(output.status.success(), "{}", said(&output));
    let listed = String::from_utf8(output.stdout).unwrap();
    let listed: BTreeSet<&str> = listed.lines().collect();
    let runtime = crate_folder.parent().unwrap().join("runtime");
    let below = |folder: &Path, prefix: &str| {
        let files = tree(folder).into_keys().map(|path| format!("{prefix}{}", path.display()));
        files.collect::<Vec<_>>()
    };
    let mut wanted: Vec<String> =
        ["Cargo.lock", "LICENSE", "README.md", "build.rs", "loader/bundle.mjs"].map(str::to_owned).into();
    wanted.extend(below(&crate_folder.join("src"), "src/"));
    for part in ["src/loader", "src/island", "bundle"] {
        wanted.extend(below(&runtime.join(part), &format!("loader/{part}/")));
    }
    let missing: Vec<&String> = wanted.iter().filter(|path| !listed.contains(path.as_str())).collect();
    assert!(missing.is_empty(), "{missing:?}");
    assert!(wanted.len() > 250, "{}", wanted.len());
}
