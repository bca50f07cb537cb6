//! What the docs have to be typed: the tutorial's commands in their order, and the script that deploys to nginx.

use std::fs;
use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

use crate::common::{Site, assert_says, said, tree};

#[test]
fn every_command_of_the_tutorial_does_what_it_says() {
    let text = fs::read_to_string(
        Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().join("docs/tutorial.md"),
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
    assert!(output.status.success(), "{}", said(&output));
    // The one mistake is made on purpose, and the site went live.
    assert_says(&said(&output), &["there is no /about/", "the build was refused"]);
    assert_eq!(said(&output).matches("error").count(), 4, "{}", said(&output));
    let live = fs::read_to_string(folder.path().join("live/us/index.html")).unwrap();
    assert_says(&live, &["https://www.winter-garden-uppsala.se/us/", "Winter garden, Uppsala"]);
    assert!(!live.contains("noindex"));
}

#[test]
fn the_deploy_script_brings_pages_before_what_tells_of_them_and_removes_what_is_gone() {
    let site = Site::small();
    site.write("content/old/a.md", "+++\ntitle = \"Old\"\naliases = [\"/older/\"]\n+++\nOld\n");
    site.write("static/.well-known/security.txt", "Contact: mailto:a@b.test.org\n");
    let script =
        Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().join("docs/deploy/nginx.sh");
    let (live, config, seen) =
        (site.root().join("live"), site.root().join("site.conf"), site.root().join("seen"));
    let deploy = || {
        let mut command = Command::new(&script);
        command.arg(site.root()).args([&live, &config]);
        command.env("CROUPIER", env!("CARGO_BIN_EXE_croupier")).env("PROFILE", "preview");
        // What nginx would serve at the moment at which it reads its configuration again.
        let output = command
            .env("RELOAD", format!("cp -RT {} {}", live.display(), seen.display()))
            .output()
            .unwrap();
        assert!(output.status.success(), "{}", said(&output));
    };
    let is_served = |path: &Path| !path.starts_with("_headers") && !path.starts_with("_redirects");
    let same = || {
        let mut wanted = site.tree();
        wanted.retain(|path, _| is_served(path));
        assert_eq!(tree(&live), wanted);
    };
    deploy();
    same();
    assert!(live.join(".well-known/security.txt").is_file());
    assert!(fs::read_to_string(&config).unwrap().contains("location = \"/older/\""));
    let told = fs::read(live.join("page-data/app-data.json")).unwrap();

    site.write("content/index.md", "+++\ntitle = \"Home\"\n+++\nOf the second release.\n");
    site.remove("content/old/a.md");
    deploy();
    same();
    assert!(!live.join("old").exists());
    // Tabs heard of the new pages when these were there, and the old ones went after that.
    assert!(
        fs::read_to_string(seen.join("index.html")).unwrap().contains("Of the second release.")
    );
    assert_eq!(fs::read(seen.join("page-data/app-data.json")).unwrap(), told);
    assert_ne!(fs::read(live.join("page-data/app-data.json")).unwrap(), told);
    assert!(seen.join("old/a/index.html").is_file());
}
