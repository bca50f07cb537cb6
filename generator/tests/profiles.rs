//! Profiles: each has its own output folder, and commands that read an output know what it was built for.

use std::fs;

use crate::common::server::Server;
use crate::common::{PREVIEW, Site, SiteBuilder, assert_contains, printed_text};

/// A site that production builds accept.
fn site() -> Site {
    SiteBuilder::new()
        .file("site.toml", "name = \"Site\"\nbase_url = \"https://tiny.games/docs\"\n")
        .file("pages/shell.html", "{{ head }}{{ main }}")
        .create()
}

const PRODUCTION: [&str; 3] = ["build", "--profile", "production"];

#[test]
fn a_preview_never_replaces_the_live_site() {
    let site = site();
    let message = printed_text(&site.run(&PRODUCTION));
    assert_contains(&message, &["the output is in public\n"]);
    let live = crate::common::tree(&site.root().join("public"));
    site.write("content/a.md", "+++\ntitle = \"A\"\n+++\n");
    assert_contains(&site.build(), &["the output is in .croupier/preview: a preview"]);
    assert_eq!(crate::common::tree(&site.root().join("public")), live);
    let read =
        |folder: &str| fs::read_to_string(site.root().join(folder).join("robots.txt")).unwrap();
    assert_contains(&read(PREVIEW), &["Disallow: /\n"]);
    assert_contains(&read("public"), &["Allow: /\n"]);
}

#[test]
fn a_folder_with_the_output_of_another_profile_is_refused() {
    let site = site();
    site.run(&PRODUCTION);
    let live = site.tree();
    let refused = site.run(&["build", "--out", "public"]);
    assert_eq!(refused.status.code(), Some(1));
    assert_contains(
        &printed_text(&refused),
        &[
            "error[C0504]: public contains the output of the profile production, and this build is for preview",
            "croupier clean --out public",
        ],
    );
    assert_eq!(site.tree(), live);
    assert!(site.run(&PRODUCTION).status.success());
    assert!(site.run(&["clean", "--out", "public"]).status.success());
    let built = site.run(&["build", "--out", "public"]);
    assert!(built.status.success(), "{}", printed_text(&built));
}

#[test]
fn serve_and_host_config_use_the_newest_output_and_its_base_url() {
    let site = site();
    let missing = site.run(&["serve", "--port", "0"]);
    assert_eq!(missing.status.code(), Some(2));
    assert_contains(&printed_text(&missing), &["contains no built site; run croupier build first"]);
    site.write("content/a.md", "+++\ntitle = \"A\"\naliases = [\"/b/\"]\n+++\n");
    assert!(site.run(&["build", "--base-url", "https://tiny.games/new"]).status.success());
    // The output of another URL than that of site.toml.
    let config = printed_text(&site.run(&["host-config", "nginx"]));
    assert_contains(&config, &["/new/a/", ".croupier/preview is a preview"]);
    let server = Server::start(&site, &["serve", "--port", "0"]);
    assert!(server.get("/new/a/").starts_with("HTTP/1.1 200"));
    drop(server);
    let other = site.run(&["host-config", "nginx", "--base-url", "https://tiny.games/docs"]);
    assert_eq!(other.status.code(), Some(2));
    assert_contains(&printed_text(&other), &["was built for https://tiny.games/new"]);

    assert!(site.run(&PRODUCTION).status.success());
    let config = printed_text(&site.run(&["host-config", "nginx"]));
    assert_contains(&config, &["/docs/a/"]);
    assert!(!config.contains("is a preview"), "{config}");
    assert_contains(&printed_text(&site.run(&["explain", "/a/"])), &["was rendered last"]);
    // The last build wins, also if it changed nothing.
    site.run(&["build", "--base-url", "https://tiny.games/new"]);
    assert_contains(&printed_text(&site.run(&["host-config", "nginx"])), &["/new/a/"]);
    // `--profile` names the other one.
    let named = printed_text(&site.run(&["host-config", "nginx", "--profile", "production"]));
    assert_contains(&named, &["/docs/a/"]);
}
