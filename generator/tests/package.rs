//! The packages of the crates, which users install without the repository.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use crate::common::{assert_contains, printed_text, tree};

#[test]
fn the_packages_contain_every_file_that_an_installation_needs() {
    let crate_folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let listed = packaged(crate_folder);
    let engine = packaged(&crate_folder.join("engine"));
    let loader = crate_folder.parent().unwrap().join("runtime/loader");
    let below = |folder: &Path, prefix: &str| {
        let files = tree(folder).into_keys().map(|path| format!("{prefix}{}", path.display()));
        files.collect::<Vec<_>>()
    };
    let mut wanted: Vec<String> =
        ["Cargo.lock", "LICENSE", "README.md", "build.rs"].map(str::to_owned).into();
    wanted.extend(below(&crate_folder.join("src"), "src/"));
    let mut wanted_of_engine: Vec<String> =
        ["build.rs", "loader/bundle.mjs"].map(str::to_owned).into();
    wanted_of_engine.extend(below(&crate_folder.join("engine/src"), "src/"));
    for part in ["src/loader", "src/island", "src/platform", "src/react", "bundle"] {
        wanted_of_engine.extend(below(&loader.join(part), &format!("loader/{part}/")));
    }
    for (wanted, listed) in [(&wanted, &listed), (&wanted_of_engine, &engine)] {
        let missing: Vec<&String> = wanted.iter().filter(|path| !listed.contains(*path)).collect();
        assert!(missing.is_empty(), "{missing:?}");
    }
    assert!(wanted_of_engine.len() > 150, "{}", wanted_of_engine.len());
}

#[test]
fn binstall_finds_the_archives_that_the_release_workflow_uploads() {
    let crate_folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |path: &str| std::fs::read_to_string(crate_folder.join(path)).unwrap();
    let (manifest, workflow) = (read("Cargo.toml"), read("../.github/workflows/release.yml"));
    assert_contains(
        &manifest,
        &[
            "pkg-url = \"{ repo }/releases/download/v{ version }/croupier-{ target }.tar.gz\"",
            "bin-dir = \"{ bin }{ binary-ext }\"",
        ],
    );
    // The binary is at the root of the archive.
    let archive = "tar -czf croupier-${{ matrix.target }}.tar.gz -C target/${{ matrix.target }}/dist croupier\n";
    assert_contains(&workflow, &["tags: [\"v*\"]", archive, "find binaries -name '*.tar.gz'"]);
}

/// Returns the files of the package of the crate in a folder.
fn packaged(crate_folder: &Path) -> BTreeSet<String> {
    let mut command = Command::new(env!("CARGO"));
    let output = command
        .args(["package", "--list", "--allow-dirty"])
        .current_dir(crate_folder)
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", printed_text(&output));
    String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
}
