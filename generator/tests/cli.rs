//! What can be typed: where a site is found, what is said, and the commands around builds.

use std::process::{Command, Output};

use tempfile::TempDir;

use crate::common::{Site, assert_says, said};

fn croupier(folder: &std::path::Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_croupier")).args(arguments).current_dir(folder).output().unwrap()
}

#[test]
fn a_site_is_found_from_a_folder_below_it() {
    let site = Site::small();
    site.write("content/info/deep/a.md", "+++\ntitle = \"A\"\n+++\n");
    let below = site.root().join("content/info/deep");
    let built = croupier(&below, &["build"]);
    assert!(built.status.success(), "{}", said(&built));
    assert!(site.has("info/deep/a/index.html"));
    assert!(!below.join("public").exists());
    for arguments in [["check", "--drafts"], ["explain", "/info/deep/a/"], ["host-config", "nginx"]] {
        let output = croupier(&below, &arguments);
        assert!(output.status.success(), "{arguments:?}: {}", said(&output));
    }
    // The nearest one counts, and what --root says counts more.
    let inner = Site::small();
    site.write("content/info/site.toml", "name = \"\"\n");
    assert_says(&said(&croupier(&below, &["check"])), &["C0004"]);
    let named = croupier(&below, &["check", "--root", inner.root().to_str().unwrap()]);
    assert!(named.status.success(), "{}", said(&named));
    assert_eq!(croupier(&below, &["check", "--root", "."]).status.code(), Some(1));
}

#[test]
fn without_a_site_the_error_says_where_it_was_looked_for() {
    let folder = TempDir::new().unwrap();
    let output = croupier(folder.path(), &["check"]);
    assert_eq!(output.status.code(), Some(1));
    assert_says(&said(&output), &["C0001", "those above it", "--root", "croupier new"]);
}
