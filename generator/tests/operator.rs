//! What operators meet: folders of others, clocks that go back, sources that stand in each other's way, links of all kinds.
#![expect(clippy::disallowed_methods, clippy::unwrap_used, reason = "tests look at real folders")]

mod common;

use std::fs;
use std::os::unix::fs::symlink;
use std::process::{Command, Stdio};

use common::{Site, said};

const SETTINGS: &str = "name = \"Site\"\nbase_url = \"https://example.com\"\n";

fn site() -> Site {
    let site = Site::new(SETTINGS);
    site.write("pages/shell.html", "<main id='main'>{{ main }}</main>");
    site.write("pages/page.html", "{{ page.body }}");
    site.write("content/index.md", "+++\ntitle = \"Home\"\n+++\n");
    site.write("content/a.md", "+++\ntitle = \"A\"\n+++\n## Part\n");
    site
}

fn refuses(site: &Site, expected: &[&str]) {
    let words = site.refused();
    for it in expected {
        assert!(words.contains(it), "{it:?} is not in\n{words}");
    }
}

#[test]
fn a_file_of_somebody_else_is_neither_replaced_nor_removed() {
    let site = site();
    site.build();
    site.write("public/b/index.html", "somebody else's");
    site.write("content/b.md", "+++\ntitle = \"B\"\n+++\n");
    refuses(&site, &["C0503", "b/index.html"]);
    site.remove("content/b.md");
    site.build();
    assert_eq!(site.output("b/index.html"), "somebody else's");
}

#[test]
fn a_manifest_that_names_files_outside_the_output_removes_none_of_them() {
    let site = site();
    site.write("victim.txt", "precious");
    site.build();
    let manifest = site.output(".croupier.json").replace("\"files\":[", "\"files\":[\"../victim.txt\",");
    site.write("public/.croupier.json", &manifest);
    site.remove("content/a.md");
    site.build();
    assert_eq!(site.read("victim.txt"), "precious");
    assert!(!site.has("a/index.html"));
}

#[test]
fn an_output_that_was_removed_or_written_by_others_is_made_whole_again() {
    let site = site();
    site.build();
    let whole = site.tree();
    fs::remove_dir_all(site.root().join("public")).unwrap();
    site.build();
    assert_eq!(site.tree(), whole);
    let output = site.run(&["build", "--base-url", "https://other.example"]);
    assert!(output.status.success());
    site.build();
    assert_eq!(site.tree(), whole);
}

#[test]
fn a_clock_that_goes_back_hides_what_is_not_due_again() {
    let site = site();
    site.write("content/later.md", "+++\ntitle = \"Later\"\npublish_at = 2026-02-01\n+++\n");
    let build = |moment: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_croupier"));
        let output = command.arg("build").current_dir(site.root()).env("SOURCE_DATE_EPOCH", moment).output().unwrap();
        assert!(output.status.success(), "{}", said(&output));
    };
    build("1772323200");
    assert!(site.has("later/index.html"));
    build("1767225600");
    assert!(!site.has("later/index.html") && !site.has("page-data/later/page-data.json"));
}

#[test]
fn what_editors_leave_behind_stops_no_build() {
    let site = site();
    symlink("user@host.1234:1", site.root().join("content/.#a.md")).unwrap();
    site.write("content/#a.md#", "half a thought");
    site.write("content/a.md~", "an older thought");
    site.build();
    assert!(site.tree().keys().all(|path| !path.to_string_lossy().contains('#')));
}

#[test]
fn an_output_inside_a_source_folder_is_refused() {
    let site = site();
    for folder in ["static/out", "content/out", "pages"] {
        let output = site.run(&["build", "--out", folder]);
        assert_eq!(output.status.code(), Some(1));
        assert!(said(&output).contains("C0010"), "{}", said(&output));
    }
}

#[test]
fn sources_that_stand_in_each_others_way_are_told_before_anything_is_written() {
    let site = site();
    site.write("static/page-data/app-data.json", "{}");
    site.write("static/assets/b.css", "kept for ever though its name stays");
    site.write("static/a", "a file where a folder must be");
    site.write("content/x.md", "+++\ntitle = \"X\"\npath = \"/x.html\"\n+++\n");
    site.write("content/y.md", "+++\ntitle = \"Y\"\npath = \"/x.html/\"\n+++\n");
    site.write("content/z.md", "+++\ntitle = \"Z\"\npath = \"/assets/z/\"\n+++\n");
    site.write("pages/files/sitemap.xml", "<a/>");
    let checked = site.run(&["check"]);
    assert_eq!(checked.status.code(), Some(1));
    let words = said(&checked);
    for expected in [
        "static/page-data/app-data.json",
        "static/assets/b.css",
        "static/a stands in the way",
        "a file and a folder of one name",
        "C0107",
        "sitemap.xml",
    ] {
        assert!(words.contains(expected), "{expected:?} is not in\n{words}");
    }
    assert_eq!(site.run(&["build"]).status.code(), Some(1));
}

#[test]
fn a_feed_stays_inside_the_output_and_has_a_name_of_its_own() {
    let site = site();
    for path in ["/../evil.xml", "/page-data/a.json", "//x.xml", "/feed"] {
        site.write("site.toml", &format!("{SETTINGS}[[feeds]]\npath = \"{path}\"\nsection = \"/\"\nformat = \"atom\"\n"));
        let output = site.run(&["build"]);
        assert!(said(&output).contains("C0009"), "{path}: {}", said(&output));
    }
    site.write("site.toml", &format!("{SETTINGS}[[feeds]]\npath = \"/sitemap.xml\"\nsection = \"/\"\nformat = \"atom\"\n"));
    assert!(said(&site.run(&["build"])).contains("C0203"));
}

#[test]
fn templates_that_extend_each_other_in_a_circle_are_an_error() {
    let site = site();
    site.write("pages/page.html", "{% extends \"one.html\" %}");
    site.write("pages/one.html", "{%- extends 'pages/page.html' %}");
    refuses(&site, &["C0402", "pages/page.html:1:4", "pages/one.html:1:5"]);
}

#[test]
fn links_of_every_kind_are_followed() {
    let site = site();
    site.write("content/café.md", "+++\ntitle = \"Café\"\naliases = [\"/old/\"]\n+++\n");
    site.write("static/b.txt", "b");
    let good = [
        "/a/",
        "/a/?x#part",
        "#top",
        "#main",
        "../a/",
        "../b.txt",
        "https://example.com/a/#part",
        "https://example.com",
        "/caf%C3%A9/",
        "/old/",
        "/sitemap.xml",
        "/robots.txt",
        "https://elsewhere.example/x",
        "mailto:a@b.example",
        "//host.example/x",
    ];
    let list = |links: &[&str]| links.iter().map(|link| format!("- [x]({link})\n")).collect::<String>();
    site.write("content/links.md", &format!("+++\ntitle = \"Links\"\n+++\n{}", list(&good)));
    site.build();
    let bad = ["/nowhere/", "../nowhere/", "https://example.com/nowhere/", "/a/#nowhere", "/caf%C3%A8/", "nowhere.png"];
    site.write("content/links.md", &format!("+++\ntitle = \"Links\"\n+++\n{}", list(&bad)));
    let words = site.refused();
    assert!(words.contains("6 errors"), "{words}");
}

#[test]
fn a_shortcode_in_an_address_is_an_error_with_its_place() {
    let site = site();
    site.write("pages/shortcodes.html", "{% macro x() %}x{% endmacro %}");
    site.write("content/a.md", "+++\ntitle = \"A\"\n+++\n\n[link](/{{ x() }}/)\n");
    refuses(&site, &["C0406", "content/a.md:5:9", "cannot stand here"]);
}

#[test]
fn nobody_listening_is_no_reason_to_fail() {
    let site = site();
    let mut child = Command::new(env!("CARGO_BIN_EXE_croupier"))
        .arg("build")
        .current_dir(site.root())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop((child.stdout.take(), child.stderr.take()));
    assert_eq!(child.wait().unwrap().code(), Some(0));
    assert!(site.has("a/index.html"));
}
