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

const LIVE: [&str; 1] = ["build"];

#[test]
fn a_preview_never_replaces_the_live_site() {
    let site = site();
    let message = printed_text(&site.run(&LIVE));
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
    site.run(&LIVE);
    let live = site.tree();
    let refused = site.run(&["build", "--preview", "--out", "public"]);
    assert_eq!(refused.status.code(), Some(1));
    assert_contains(
        &printed_text(&refused),
        &[
            "error[C0504]: public contains the output of the profile production, and this build is for preview",
            "croupier clean --out public",
        ],
    );
    assert_eq!(site.tree(), live);
    assert!(site.run(&LIVE).status.success());
    assert!(site.run(&["clean", "--out", "public"]).status.success());
    let built = site.run(&["build", "--preview", "--out", "public"]);
    assert!(built.status.success(), "{}", printed_text(&built));
}

#[test]
fn commands_that_read_an_output_name_the_flag_for_the_one_that_is_built() {
    for (built, hint) in [
        (&["build", "--preview"][..], "or add --preview to read the preview in .croupier/preview"),
        (&LIVE, "or omit --preview to read the live site in public"),
    ] {
        let site = site();
        assert!(site.run(built).status.success());
        let flag: &[&str] = if built.contains(&"--preview") { &[] } else { &["--preview"] };
        for command in [&["serve", "--port", "0"][..], &["host-config", "nginx"]] {
            let refused = site.run(&[command, flag].concat());
            assert_eq!(refused.status.code(), Some(2));
            assert_contains(&printed_text(&refused), &["contains no built site; run", hint]);
            let other = site.run(&[command, flag, &["--out", "other"]].concat());
            assert!(!printed_text(&other).contains(hint), "{}", printed_text(&other));
        }
    }
}

#[test]
fn serve_and_host_config_read_the_live_site_unless_told_otherwise() {
    let site = site();
    let missing = site.run(&["serve", "--port", "0"]);
    assert_eq!(missing.status.code(), Some(2));
    let missing = printed_text(&missing);
    assert_contains(&missing, &["contains no built site; run croupier build first"]);
    assert!(!missing.contains("--preview"), "{missing}");
    site.write("content/a.md", "+++\ntitle = \"A\"\naliases = [\"/b/\"]\n+++\n");
    assert!(site.run(&LIVE).status.success());
    // A newer preview, with another URL than that of site.toml.
    let preview = ["build", "--preview", "--base-url", "https://tiny.games/new"];
    assert!(site.run(&preview).status.success());

    let config = printed_text(&site.run(&["host-config", "nginx"]));
    assert!(config.contains("/docs/a/") && !config.contains("is a preview"), "{config}");
    let server = Server::start(&site, &["serve", "--port", "0"]);
    assert!(server.get("/docs/a/").starts_with("HTTP/1.1 200"));
    drop(server);

    let config = printed_text(&site.run(&["host-config", "nginx", "--preview"]));
    assert_contains(&config, &["/new/a/", ".croupier/preview is a preview"]);
    let server = Server::start(&site, &["serve", "--preview", "--port", "0"]);
    assert!(server.get("/new/a/").starts_with("HTTP/1.1 200"));
    drop(server);
    let other = ["host-config", "nginx", "--preview", "--base-url", "https://tiny.games/docs"];
    let other = site.run(&other);
    assert_eq!(other.status.code(), Some(2));
    assert_contains(&printed_text(&other), &["was built for https://tiny.games/new"]);
}

#[test]
fn a_moved_output_of_a_site_with_samples_is_served() {
    let site = Site::small();
    assert!(site.run(&["build", "--out", "first"]).status.success());
    fs::rename(site.root().join("first"), site.root().join("second")).unwrap();
    let server = Server::start(&site, &["serve", "--out", "second", "--port", "0"]);
    assert!(server.get("/").starts_with("HTTP/1.1 200"));
}

#[test]
fn dev_has_a_folder_of_its_own() {
    let site = site();
    site.write("content/draft.md", "+++\ntitle = \"Draft\"\ndraft = true\n+++\n");
    let server = Server::start(&site, &["dev", "--drafts", "--port", "0"]);
    server.says("built");
    for arguments in [&["build"][..], &["build", "--preview"]] {
        assert!(site.run(arguments).status.success());
        assert!(!site.has("draft/index.html"));
        assert!(server.get("/docs/draft/").starts_with("HTTP/1.1 200"), "{arguments:?}");
    }
    assert!(site.root().join(".croupier/dev/draft/index.html").is_file());
}

#[test]
fn a_new_site_builds_with_warnings_about_its_samples() {
    for template in ["plain", "blog", "docs"] {
        let site = site();
        let new = ["new", "site", "--template", template, "--name", "Harbour", "--ci", "none"];
        assert!(site.run(&new).status.success());
        let output = site.run(&["build", "--root", "site"]);
        let message = printed_text(&output);
        assert!(output.status.success(), "{template}: {message}");
        assert_contains(&message, &["warning[C0007]: `example.com` is a sample", "site.toml:3:12"]);
        assert!(site.root().join("site/public/index.html").is_file());
        // Nothing was rendered, and the warning is still true.
        assert_contains(&printed_text(&site.run(&["build", "--root", "site"])), &["C0007"]);
    }
}

#[test]
fn samples_are_warnings_unless_production_refuses_them() {
    let site = site();
    site.write("content/a.md", "+++\ntitle = \"A\"\nstatus = \"sample\"\n+++\n");
    site.write("pages/shell.html", "{{ main }}<a href=\"https://shop.example.com/\">Shop</a>");
    let kinds = ["content/a.md is a sample text", "`shop.example.com` is a sample and not ready"];
    for _ in 0..2 {
        let output = site.run(&LIVE);
        assert!(output.status.success(), "{}", printed_text(&output));
        assert_contains(
            &printed_text(&output),
            &kinds.map(|it| format!("warning[C0201]: {it}")).each_ref().map(String::as_str),
        );
    }
    assert!(!site.build().contains("C0201"));
    let allowed = printed_text(&site.run(&["build", "--allow-samples"]));
    assert!(!allowed.contains("C0201"), "{allowed}");
    site.append("site.toml", "[production]\nsamples = \"error\"\n");
    let refused = site.run(&LIVE);
    assert_eq!(refused.status.code(), Some(1));
    assert_contains(
        &printed_text(&refused),
        &kinds.map(|it| format!("error[C0201]: {it}")).each_ref().map(String::as_str),
    );
    site.build();
}

#[test]
fn events_have_a_time_and_the_last_one_names_the_output() {
    let site = site();
    for (arguments, folder, profile) in [
        (&["build", "--json"][..], "public", "production"),
        (&["build", "--json", "--preview"], PREVIEW, "preview"),
        (&["build", "--json", "--preview", "--out", "there"], "there", "preview"),
    ] {
        let lines = String::from_utf8(site.run(arguments).stdout).unwrap();
        let events: Vec<serde_json::Value> =
            lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let times: Vec<&str> = events.iter().map(|it| it["time"].as_str().unwrap()).collect();
        assert!(times.is_sorted() && times.len() == 2, "{times:?}");
        let last = events.last().unwrap();
        let root = fs::canonicalize(site.root()).unwrap();
        assert_eq!(last["folder"], root.join(folder).to_str().unwrap());
        assert_eq!(last["profile"], profile);
    }
}
