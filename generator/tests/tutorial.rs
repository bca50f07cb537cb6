//! The tutorial's commands, in its order, in an empty folder.

use std::fs;
use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

use crate::common::{assert_says, said};

#[test]
fn every_command_of_the_tutorial_does_what_it_says() {
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().join("docs/tutorial.md")).unwrap();
    let blocks = text.split("```sh\n").skip(1).map(|rest| rest.split("```").next().unwrap());
    let script: String = std::iter::once("set -eu\n").chain(blocks).collect();
    assert!(script.matches("croupier ").count() > 8, "{script}");
    let folder = TempDir::new().unwrap();
    let binary = Path::new(env!("CARGO_BIN_EXE_croupier")).parent().unwrap();
    let path = format!("{}:{}", binary.display(), std::env::var("PATH").unwrap());
    let mut command = Command::new("bash");
    let output = command.args(["-c", &script]).current_dir(folder.path()).env("PATH", path).output().unwrap();
    assert!(output.status.success(), "{}", said(&output));
    // The one mistake is made on purpose, and the site went live.
    assert_says(&said(&output), &["there is no /about/", "the build was refused"]);
    assert_eq!(said(&output).matches("error").count(), 4, "{}", said(&output));
    let live = fs::read_to_string(folder.path().join("live/us/index.html")).unwrap();
    assert_says(&live, &["https://www.winter-garden-uppsala.se/us/", "Winter garden, Uppsala"]);
    assert!(!live.contains("noindex"));
}
