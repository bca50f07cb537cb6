//! A program without the features of operators: each command and setting that needs one names it, and everything else works.

use std::process::Command;

use crate::common::{Site, SiteBuilder, assert_contains, printed_text};

/// Runs the program outside of a site, and returns the exit code and what it printed.
fn run(arguments: &[&str]) -> (Option<i32>, String) {
    let program = env!("CARGO_BIN_EXE_croupier");
    let output = Command::new(program).args(arguments).output().unwrap();
    (output.status.code(), printed_text(&output))
}

fn site(settings: &str) -> Site {
    SiteBuilder::new().settings(settings).create()
}

#[test]
fn a_missing_command_names_its_feature() {
    for command in
        ["cache-key", "deploy", "diff", "host-config", "previews", "releases", "rollback"]
    {
        let (code, text) = run(&[command]);
        assert_eq!(code, Some(2), "{text}");
        let command = format!("there is no command `{command}`");
        assert_contains(&text, &[&command, "built without `deploy`", "--features deploy"]);
    }
    for command in ["completions", "man"] {
        assert_contains(&run(&[command]).1, &["built without `manual`", "--features manual"]);
    }
    assert_contains(&run(&["biuld"]).1, &["unrecognized subcommand", "'build'"]);
}

#[test]
fn parts_are_exchanged_only_with_the_feature_and_built_without_it() {
    let site = site("");
    let output =
        site.run(&["build", "--preview", "--shard", "1/2", "--upload", "s3://bucket/parts"]);
    assert_eq!(output.status.code(), Some(2));
    assert_contains(&printed_text(&output), &["built without `deploy`"]);

    for shard in ["1/2", "2/2"] {
        assert!(site.run(&["build", "--preview", "--shard", shard]).status.success());
    }
    let merge = ["merge", "--preview", ".croupier/parts/1-of-2", ".croupier/parts/2-of-2"];
    assert!(site.run(&merge).status.success());
}

#[test]
fn a_site_with_a_shared_cache_is_built_with_a_warning() {
    let output = site("[cache]\nremote = \"file:///srv/cache\"\n").run(&["build", "--preview"]);
    assert!(output.status.success());
    assert_contains(&printed_text(&output), &["the shared cache is not used", "`deploy`"]);
}

#[test]
fn links_to_other_sites_need_a_feature() {
    let site = site("[link_checker]\nexclude = [\"www.your-host.com\"]\n");
    assert!(site.run(&["check"]).status.success());
    let output = site.run(&["check", "--external"]);
    assert_eq!(output.status.code(), Some(2));
    let feature = ["built without `external-links`", "--features external-links"];
    assert_contains(&printed_text(&output), &feature);
}

#[test]
fn earlier_releases_at_https_urls_need_the_feature_tls() {
    let output = site("").run(&["build", "--preview", "--previous", "https://www.example.com"]);
    assert_eq!(output.status.code(), Some(3));
    assert_contains(
        &printed_text(&output),
        &["no connection to https://www.example.com", "built without `tls`", "--features tls"],
    );
}
