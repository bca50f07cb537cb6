//! The command `explain`.

use crate::common::{SiteBuilder, assert_contains, printed_text};

#[test]
fn explain_shows_changed_dependencies_and_why_a_page_was_rendered() {
    let site = SiteBuilder::bare()
        .file("pages/page.html", "{{ data.menu.label }}{{ page.body }}")
        .file("content/data/menu.toml", "label = \"Menu\"\n")
        .page("a", "title = \"A\"\n", "")
        .create();
    let explained = || String::from_utf8(site.run(&["explain", "/a/"]).stdout).unwrap();
    assert_contains(&explained(), &["was not there in the last build"]);
    site.build();
    assert_contains(&explained(), &["because it was not built before", "is up to date"]);

    site.write("content/data/menu.toml", "label = \"Other\"\n");
    assert_contains(&explained(), &["data menu   (changed since the last build)"]);
    assert!(
        explained().contains("will be rendered by the next build")
            && !explained().contains("page.html   (changed")
    );
    site.build();
    assert_contains(&explained(), &["because this changed: data menu", "is up to date"]);

    site.append("content/a.md", "More.\n");
    assert_contains(&explained(), &["content/a.md   (changed since the last build)"]);
    site.build();
    assert_contains(&explained(), &["because its own file changed"]);
    site.write(".croupier/preview/a/index.html", "another program");
    site.build();
    assert_contains(&explained(), &["because its output files were missing or modified"]);
}

#[test]
fn explain_knows_the_flags_of_the_last_build() {
    let site = SiteBuilder::bare().page("a", "title = \"A\"\ndraft = true\n", "").create();
    for flags in [
        &["--preview"][..],
        &["--preview", "--base-url", "https://a.example.org/b/"],
        &["--allow-samples", "--base-url", "https://a.garden.org"],
    ] {
        let output = site.run(&[&["build", "--drafts"], flags].concat());
        assert!(output.status.success(), "{}", printed_text(&output));
        let explained = printed_text(&site.run(&["explain", "/a/"]));
        assert_contains(&explained, &["because it was not built before", "is up to date"]);
    }
}

#[test]
fn explain_describes_every_kind_of_output_path() {
    let site = SiteBuilder::new()
        .settings("[[feeds]]\npath = \"/news.xml\"\nsection = \"/\"\nformat = \"atom\"\n")
        .page("info/a", "title = \"A\"\naliases = [\"/old/\"]\ndate = 2025-01-01\n", "")
        .file("content/info/pot.txt", "x")
        .page("info/index", "title = \"I\"\n", "")
        .file("static/b.txt", "x")
        .file("pages/files/c.json", "{}")
        .create();
    for (path, message) in [
        ("/info/a/", "is made from content/info/a.md"),
        ("info/a", "is made from content/info/a.md"),
        ("/", "is made from content/index.md"),
        ("/old/", "redirects to /info/a/ with status 301"),
        ("/old", "redirects to /info/a/ with status 301"),
        ("/news.xml", "is a feed of the dated pages of /"),
        ("/b.txt", "is published from static/b.txt"),
        ("/info/pot.txt", "is published from content/info/pot.txt"),
        ("/c.json", "is made from pages/files/c.json"),
        ("/sitemap.xml", "is generated from the pages"),
    ] {
        let output = site.run(&["explain", path]);
        assert!(output.status.success(), "{}", printed_text(&output));
        assert_contains(&printed_text(&output), &[message]);
    }
    let output = site.run(&["explain", "/nix/"]);
    assert_eq!(output.status.code(), Some(2));
    assert_contains(&printed_text(&output), &["no page has the route /nix/"]);
}

#[test]
fn explain_shows_the_changed_dependencies_of_a_standalone_file_and_a_feed() {
    let site = SiteBuilder::new()
        .settings("[[feeds]]\npath = \"/news.xml\"\nsection = \"/\"\nformat = \"atom\"\n")
        .page("a", "title = \"A\"\ndate = 2025-01-01\n", "")
        .file("content/data/menu.toml", "label = \"Menu\"\n")
        .file("pages/files/c.json", "[{{ data.menu.label | tojson }}]")
        .create();
    let explained = |path: &str| printed_text(&site.run(&["explain", path]));
    site.build();
    assert_contains(&explained("/c.json"), &["is made from pages/files/c.json", "data menu\n"]);
    site.write("content/data/menu.toml", "label = \"Other\"\n");
    assert_contains(&explained("/c.json"), &["data menu   (changed since the last build)"]);
    site.write("content/a.md", "+++\ntitle = \"B\"\ndate = 2025-01-01\n+++\n");
    assert_contains(&explained("/news.xml"), &["(changed since the last build)"]);
}

#[test]
fn explain_accepts_the_source_file_of_a_page_or_file() {
    let site = SiteBuilder::new()
        .page("info/index", "title = \"I\"\n", "")
        .page("info/Über uns", "title = \"A\"\npath = \"/elsewhere/\"\n", "")
        .file("content/info/pot.txt", "x")
        .file("static/b.txt", "x")
        .file("pages/files/c.json", "{}")
        .create();
    let absolute = site.root().join("content/info/index.md");
    for (path, message) in [
        ("content/info/index.md", "/info/\n  is made from content/info/index.md"),
        ("./content/info/index.md", "/info/\n  is made from content/info/index.md"),
        (absolute.to_str().unwrap(), "/info/\n  is made from content/info/index.md"),
        ("content/info/Über uns.md", "/elsewhere/\n  is made from content/info/Über uns.md"),
        ("content/info/pot.txt", "is published from content/info/pot.txt"),
        ("static/b.txt", "is published from static/b.txt"),
        ("pages/files/c.json", "is made from pages/files/c.json"),
    ] {
        let output = site.run(&["explain", path]);
        assert!(output.status.success(), "{path}: {}", printed_text(&output));
        assert_contains(&printed_text(&output), &[message]);
    }
}

#[test]
fn explain_says_why_a_page_is_not_published() {
    let site = SiteBuilder::bare()
        .page("a", "title = \"A\"\ndraft = true\naliases = [\"/old/\"]\n", "")
        .page("b", "title = \"B\"\npublish_at = 2999-01-01\n", "")
        .page("c", "title = \"C\"\nexpire_at = 2001-01-01\n", "")
        .page("d", "title = \"D\"\nheadless = true\n", "")
        .create();
    for (path, message) in [
        ("/a/", "content/a.md is a draft; explain it with `--drafts`"),
        ("a", "content/a.md is a draft; explain it with `--drafts`"),
        ("/old/", "content/a.md is a draft; explain it with `--drafts`"),
        ("content/a.md", "content/a.md is a draft; explain it with `--drafts`"),
        ("/b/", "content/b.md will be published at 2999-01-01"),
        ("/c/", "content/c.md expired at 2001-01-01"),
        ("/d/", "content/d.md is headless: it has no page of its own"),
    ] {
        let output = site.run(&["explain", path]);
        assert_eq!(output.status.code(), Some(2), "{path}");
        assert_contains(&printed_text(&output), &[message]);
    }
    let output = site.run(&["explain", "/a/", "--drafts"]);
    assert_contains(&printed_text(&output), &["is made from content/a.md"]);
}
