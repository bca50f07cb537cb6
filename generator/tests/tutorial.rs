//! Commands and scripts of the documentation: the tutorial, and the script that deploys to nginx.

use std::fs;
use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

use crate::common::{Site, assert_contains, printed_text, tree};

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
    // The tutorial contains one deliberate mistake, and it ends with a deployed site.
    assert_contains(&printed_text(&output), &["/about/ does not exist", "the build was refused"]);
    assert_eq!(printed_text(&output).matches("error").count(), 4, "{}", printed_text(&output));
    let live = fs::read_to_string(folder.path().join("live/us/index.html")).unwrap();
    assert_contains(&live, &["https://www.winter-garden-uppsala.se/us/", "Winter garden, Uppsala"]);
    assert!(!live.contains("noindex"));
}

#[test]
fn the_deploy_script_copies_pages_before_app_data_and_removes_old_files_last() {
    let site = Site::small();
    site.write("content/old/a.md", "+++\ntitle = \"Old\"\naliases = [\"/older/\"]\n+++\nOld\n");
    site.write("static/.well-known/security.txt", "Contact: mailto:a@b.test.org\n");
    let script =
        Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().join("docs/static/deploy/nginx.sh");
    let (live, config, seen) =
        (site.root().join("live"), site.root().join("site.conf"), site.root().join("seen"));
    let deploy = || {
        let mut command = Command::new(&script);
        command.arg(site.root()).args([&live, &config]);
        command.env("CROUPIER", env!("CARGO_BIN_EXE_croupier")).env("PROFILE", "preview");
        // The reload command copies the files that nginx serves when it reloads its configuration.
        let output = command
            .env("RELOAD", format!("cp -RT {} {}", live.display(), seen.display()))
            .output()
            .unwrap();
        assert!(output.status.success(), "{}", printed_text(&output));
    };
    let is_served = |path: &Path| !path.starts_with("_headers") && !path.starts_with("_redirects");
    let assert_deployed = || {
        let mut expected = site.tree();
        expected.retain(|path, _| is_served(path));
        assert_eq!(tree(&live), expected);
    };
    deploy();
    assert_deployed();
    assert!(live.join(".well-known/security.txt").is_file());
    assert!(fs::read_to_string(&config).unwrap().contains("location = \"/older/\""));
    let app_data = fs::read(live.join("page-data/app-data.json")).unwrap();

    site.write("content/index.md", "+++\ntitle = \"Home\"\n+++\nOf the second release.\n");
    site.remove("content/old/a.md");
    deploy();
    assert_deployed();
    assert!(!live.join("old").exists());
    // The new pages were copied before app-data.json, and the old pages were removed after it.
    assert!(
        fs::read_to_string(seen.join("index.html")).unwrap().contains("Of the second release.")
    );
    assert_eq!(fs::read(seen.join("page-data/app-data.json")).unwrap(), app_data);
    assert_ne!(fs::read(live.join("page-data/app-data.json")).unwrap(), app_data);
    assert!(seen.join("old/a/index.html").is_file());
}
