//! Commands of the documentation: the tutorial.

use std::fs;
use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

use crate::common::{assert_contains, printed_text};

#[test]
fn the_commands_of_the_tutorial_succeed_in_their_order() {
    let text = fs::read_to_string(
        Path::new(env!("CARGO_MANIFEST_DIR"))
            .parent()
            .unwrap()
            .join("docs/content/tutorial/index.md"),
    )
    .unwrap();
    let blocks = text.split("```sh\n").skip(1).map(|rest| rest.split("```").next().unwrap());
    let script: String = std::iter::once("set -eu\n").chain(blocks).collect();
    assert!(script.matches("croupier ").count() > 8, "{script}");
    let folder = TempDir::new().unwrap();
    let binary = Path::new(env!("CARGO_BIN_EXE_croupier")).parent().unwrap();
    let path = format!("{}:{}", binary.display(), std::env::var("PATH").unwrap());
    let mut command = Command::new("bash");
    let output = command
        .args(["-c", &script])
        .current_dir(folder.path())
        .env("PATH", path)
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", printed_text(&output));
    // The tutorial contains one deliberate mistake, which breaks a link and an entry of the menu, and it ends with a deployed site.
    assert_contains(&printed_text(&output), &["/about/ does not exist", "the build was refused"]);
    assert_eq!(printed_text(&output).matches("error").count(), 5, "{}", printed_text(&output));
    let live = fs::read_to_string(folder.path().join("live/us/index.html")).unwrap();
    assert_contains(&live, &["https://www.winter-garden-uppsala.se/us/", "Winter garden, Uppsala"]);
    assert!(!live.contains("noindex"));
}
