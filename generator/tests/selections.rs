//! The selections of packages that CONTRIBUTING.md names: they give dependencies the same features, so that each is compiled once.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

/// The only crate that differs.
const PROGRAM: &str = "croupier";

/// Returns the sets of features with which cargo compiles each package: `rustix v1.1.6` to `alloc,fs`.
fn features(arguments: &[&str]) -> BTreeMap<String, BTreeSet<String>> {
    let output = Command::new(env!("CARGO"))
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
        .args(["tree", "--locked", "--prefix", "none", "--no-dedupe", "--format", "{p}|{f}"])
        .args(arguments)
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));

    let mut packages = BTreeMap::<String, BTreeSet<String>>::new();
    for line in String::from_utf8(output.stdout).unwrap().lines() {
        let Some((package, features)) = line.split_once('|') else { continue };
        // After name and version, cargo prints the path of the package, or that it is a procedural macro.
        let name_and_version: Vec<&str> = package.split(' ').take(2).collect();
        let features = features.trim_end_matches(" (*)").to_owned();
        packages.entry(name_and_version.join(" ")).or_default().insert(features);
    }
    packages
}

#[test]
fn the_first_page_and_the_tests_give_dependencies_the_same_features() {
    let first_page = features(&["--edges", "normal,build"]);
    let tests = features(&["--workspace", "--features", "croupier/full"]);
    assert!(first_page.len() > 100, "{first_page:?}");

    for (package, features) in &first_page {
        let name = package.split(' ').next().unwrap();
        if name != PROGRAM {
            let message = "add the features to tests/shared_features/Cargo.toml";
            assert_eq!(Some(features), tests.get(package), "{package}: {message}");
        }
    }
}
