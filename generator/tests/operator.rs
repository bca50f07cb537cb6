//! Unusual conditions of operation: files of other programs, clocks that go back, conflicting sources and links of all kinds.

use std::fs;
use std::os::unix::fs::symlink;
use std::process::{Command, Stdio};

use crate::common::{
    SETTINGS, Site, SiteBuilder, assert_contains, assert_diagnostics, printed_text,
};

/// A site with a page whose heading has the anchor `part`.
fn site() -> Site {
    SiteBuilder::new().page("a", "title = \"A\"\n", "## Part\n").create()
}

/// Asserts that a build fails and reports all of this.
fn refuses(site: &Site, expected: &[&str]) {
    assert_contains(&site.refused(), expected);
}

#[test]
fn a_file_of_another_program_in_the_output_is_neither_replaced_nor_removed() {
    let site = site();
    site.build();
    site.write(".croupier/preview/b/index.html", "another program's");
    site.write("content/b.md", "+++\ntitle = \"B\"\n+++\n");
    refuses(&site, &["C0503", "b/index.html"]);
    site.remove("content/b.md");
    site.build();
    assert_eq!(site.output("b/index.html"), "another program's");
}

#[test]
fn an_invalid_url_is_reported_with_its_location() {
    let site = site();
    site.write(
        "content/a.md",
        "+++\ntitle = \"A\"\n+++\nText [a](https://example.com/a/#part)\n\nand [b](http://) and [c](//)\n",
    );
    refuses(
        &site,
        &[
            "C0205",
            "C0211",
            "content/a.md:6:5",
            "`http://` is not a valid URL",
            "content/a.md:6:22",
        ],
    );
}

#[test]
fn two_redirects_from_one_path_and_redirects_from_paths_with_spaces_are_errors() {
    let site = site();
    site.write("content/a.md", "+++\ntitle = \"A\"\naliases = [\"/who/\"]\n+++\n");
    site.write("content/b.md", "+++\ntitle = \"B\"\naliases = [\"/who\"]\n+++\n");
    refuses(
        &site,
        &["C0206", "/who cannot be redirected", "content/a.md also redirects this path"],
    );
    site.write("content/b.md", "+++\ntitle = \"B\"\naliases = [\"/a\"]\n+++\n");
    refuses(&site, &["C0206", "there is a page or a file at this path"]);
    site.write("content/b.md", "+++\ntitle = \"B\"\n+++\n");
    site.write(
        "site.toml",
        &format!("{SETTINGS}[[redirects]]\nfrom = \"/old place/\"\nto = \"/b/\"\n"),
    );
    refuses(&site, &["C0208", "`/old place/` cannot be redirected", "write `%20` for a space"]);
}

#[test]
fn urls_in_machine_readable_files_are_ascii() {
    let site = site();
    site.write(
        "content/a.md",
        "+++\ntitle = \"A\"\npath = \"/été/\"\naliases = [\"/old/\"]\n+++\n",
    );
    site.enable_page_data();
    site.build();
    assert_contains(
        &site.output("sitemap.xml"),
        &["<loc>https://example.com/%C3%A9t%C3%A9/</loc>"],
    );
    assert_contains(&site.output("_redirects"), &["/old/ /%C3%A9t%C3%A9/ 301\n"]);
    let data = site.output("page-data/été/page-data.json");
    assert_contains(&data, &["https://example.com/%C3%A9t%C3%A9/"]);
}

#[test]
fn the_path_of_base_url_is_encoded_in_robots_txt_and_lists_of_changed_urls() {
    let site = site();
    site.write(
        "site.toml",
        &format!(
            "{}[deploy.production]\nurl = \"live\"\nprofile = \"preview\"\n",
            SETTINGS.replace("example.com", "example.com/é")
        ),
    );
    let output = site.run(&["deploy", "--purge-list", "urls.txt"]);
    assert!(output.status.success(), "{}", printed_text(&output));
    let url = "https://example.com/%C3%A9/";
    assert!(site.read("urls.txt").lines().all(|line| line.starts_with(url)));
    assert_contains(&site.read("live/robots.txt"), &[&format!("Sitemap: {url}sitemap.xml\n")]);
}

#[test]
fn only_noindex_rules_for_robots_remove_a_page_from_the_sitemap() {
    let site = site();
    let with = |rules: &str| {
        site.write("content/a.md", &format!("+++\ntitle = \"A\"\nrobots = \"{rules}\"\n+++\n"));
        site.build();
        site.output("sitemap.xml").contains("/a/")
    };
    assert_eq!(
        ["max-image-preview:none", "nofollow", "noindex", "NONE", "nofollow, noindex"].map(with),
        [true, true, false, false, false]
    );
}

#[test]
fn an_invalid_source_date_epoch_is_an_error_before_the_build() {
    let site = site();
    let run = |epoch: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_croupier"));
        command
            .args(["build", "--preview"])
            .current_dir(site.root())
            .env("SOURCE_DATE_EPOCH", epoch)
            .output()
            .unwrap()
    };
    let refused = run("abc");
    assert_eq!(refused.status.code(), Some(2), "{}", printed_text(&refused));
    assert_contains(&printed_text(&refused), &["SOURCE_DATE_EPOCH is `abc`"]);
    assert!(!site.has("index.html"));
    assert!(run("").status.success());
}

#[test]
fn a_manifest_cannot_remove_files_outside_the_output() {
    let site = site();
    site.write("victim.txt", "precious");
    site.build();
    let path = fs::read_dir(site.root().join(".croupier/outputs"))
        .unwrap()
        .next()
        .unwrap()
        .unwrap()
        .path();
    let manifest =
        fs::read_to_string(&path).unwrap().replace("\"files\":[", "\"files\":[\"../victim.txt\",");
    fs::write(&path, manifest).unwrap();
    site.remove("content/a.md");
    site.build();
    assert_eq!(site.read("victim.txt"), "precious");
    assert!(!site.has("a/index.html"));
}

#[test]
fn an_output_that_was_removed_or_built_with_another_base_url_is_restored() {
    let site = site();
    site.build();
    let complete = site.tree();
    fs::remove_dir_all(site.root().join(".croupier/preview")).unwrap();
    site.build();
    assert_eq!(site.tree(), complete);
    let output = site.run(&["build", "--preview", "--base-url", "https://other.example"]);
    assert!(output.status.success());
    site.build();
    assert_eq!(site.tree(), complete);
}

#[test]
fn a_clock_that_goes_back_removes_pages_that_are_not_due() {
    let site = site();
    site.write("content/later.md", "+++\ntitle = \"Later\"\npublish_at = 2026-02-01\n+++\n");
    let build = |epoch: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_croupier"));
        let output = command
            .args(["build", "--preview"])
            .current_dir(site.root())
            .env("SOURCE_DATE_EPOCH", epoch)
            .output()
            .unwrap();
        assert!(output.status.success(), "{}", printed_text(&output));
    };
    build("1772323200");
    assert!(site.has("later/index.html"));
    build("1767225600");
    assert!(!site.has("later/index.html") && !site.has("page-data/later/page-data.json"));
}

#[test]
fn temporary_files_of_editors_are_ignored() {
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
    fs::create_dir(site.root().join("aside")).unwrap();
    symlink("../content", site.root().join("aside/link")).unwrap();
    for folder in ["static/out", "content/out", "pages", "aside/../content/out", "aside/link/out"] {
        let output = site.run(&["build", "--preview", "--out", folder]);
        assert_eq!(output.status.code(), Some(1));
        assert_contains(&printed_text(&output), &["C0010"]);
    }
}

#[test]
fn a_link_from_a_source_folder_to_the_output_is_refused() {
    let site = site();
    site.build();
    fs::create_dir_all(site.root().join("static/deep")).unwrap();
    for link in ["static/x", "static/deep/x"] {
        symlink(site.root().join(".croupier/preview"), site.root().join(link)).unwrap();
        refuses(&site, &["C0010", &format!("{link} is a link to the output folder")]);
        site.remove(link);
    }
    site.build();
}

#[test]
fn conflicting_sources_are_reported_before_anything_is_written() {
    let site = site();
    site.write("static/page-data/app-data.json", "{}");
    site.write("static/assets/b.css", "cached for a year under an unchanged name");
    site.write("static/a", "a file at the path of a folder");
    site.write("content/x.md", "+++\ntitle = \"X\"\npath = \"/x.html\"\n+++\n");
    site.write("content/y.md", "+++\ntitle = \"Y\"\npath = \"/x.html/\"\n+++\n");
    site.write("content/z.md", "+++\ntitle = \"Z\"\npath = \"/assets/z/\"\n+++\n");
    site.write("pages/files/sitemap.xml", "<a/>");
    let checked = site.run(&["check", "--preview"]);
    assert_eq!(checked.status.code(), Some(1));
    assert_contains(
        &printed_text(&checked),
        &[
            "static/page-data/app-data.json",
            "static/assets/b.css",
            "static/a conflicts with generated files",
            "a file and a folder with the same name",
            "C0107",
            "sitemap.xml",
        ],
    );
    assert_eq!(site.run(&["build", "--preview"]).status.code(), Some(1));
}

#[test]
fn a_feed_with_a_path_outside_the_output_or_of_another_file_is_an_error() {
    let site = site();
    for path in ["/../evil.xml", "/page-data/a.json", "//x.xml", "/feed"] {
        site.write(
            "site.toml",
            &format!(
                "{SETTINGS}[[feeds]]\npath = \"{path}\"\nsection = \"/\"\nformat = \"atom\"\n"
            ),
        );
        let output = site.run(&["build", "--preview"]);
        assert_contains(&printed_text(&output), &["C0009"]);
    }
    site.write(
        "site.toml",
        &format!(
            "{SETTINGS}[[feeds]]\npath = \"/sitemap.xml\"\nsection = \"/\"\nformat = \"atom\"\n"
        ),
    );
    assert!(printed_text(&site.run(&["build", "--preview"])).contains("C0203"));
}

#[test]
fn templates_that_extend_each_other_in_a_cycle_are_an_error() {
    let site = site();
    site.write("pages/page.html", "{% extends \"one.html\" %}");
    site.write("pages/one.html", "{%- extends 'pages/page.html' %}");
    refuses(&site, &["C0402", "pages/page.html:1:4", "pages/one.html:1:5"]);
    site.write("pages/page.html", "{# extends \"other.html\" #}\n{%\textends \"one.html\" %}");
    refuses(&site, &["C0402", "pages/page.html:2:4"]);
    site.write("pages/page.html", "{# {% extends \"one.html\" %} #}{{ page.body }}");
    site.build();
}

#[test]
fn links_of_every_kind_are_checked() {
    let site = site();
    site.write("content/café.md", "+++\ntitle = \"Café\"\naliases = [\"/old/\"]\n+++\n");
    site.write("static/b.txt", "b");
    let valid = [
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
    let list =
        |links: &[&str]| links.iter().map(|link| format!("- [x]({link})\n")).collect::<String>();
    site.write("content/links.md", &format!("+++\ntitle = \"Links\"\n+++\n{}", list(&valid)));
    site.build();
    let broken = [
        "/nowhere/",
        "../nowhere/",
        "https://example.com/nowhere/",
        "/a/#nowhere",
        "/caf%C3%A8/",
        "nowhere.png",
    ];
    site.write("content/links.md", &format!("+++\ntitle = \"Links\"\n+++\n{}", list(&broken)));
    let report = site.refused();
    assert_diagnostics!(report);
}

#[test]
fn a_shortcode_in_a_url_that_returns_html_is_an_error_with_its_location() {
    let site = site();
    site.write("pages/shortcodes.html", "{% macro x() %}<b>x</b>{% endmacro %}");
    site.write("content/a.md", "+++\ntitle = \"A\"\n+++\n\n[link](/{{ x() }}/)\n");
    refuses(&site, &["C0406", "content/a.md:5:9", "is not allowed here"]);
}

#[test]
fn a_build_succeeds_when_its_output_pipes_are_closed() {
    let site = site();
    let mut child = Command::new(env!("CARGO_BIN_EXE_croupier"))
        .args(["build", "--preview"])
        .current_dir(site.root())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop((child.stdout.take(), child.stderr.take()));
    assert_eq!(child.wait().unwrap().code(), Some(0));
    assert!(site.has("a/index.html"));
}

#[test]
fn different_terms_with_one_route_are_an_error() {
    let site = site();
    site.write("site.toml", &format!("{SETTINGS}[[taxonomies]]\nname = \"tags\"\n"));
    site.write("pages/term.html", "{{ term.name }} {{ paginator.pages|length }}");
    site.write("pages/terms.html", "");
    let write_pages = |terms: [&str; 2]| {
        for (page, term) in ["a", "b"].iter().zip(terms) {
            let front_matter = format!("title = \"A\"\n[taxonomies]\ntags = [\"{term}\"]");
            site.write(&format!("content/{page}.md"), &format!("+++\n{front_matter}\n+++\n"));
        }
    };
    for (one, other) in [("C++", "C#"), ("\u{1f3b2}", "\u{1f3b0}")] {
        write_pages([one, other]);
        refuses(&site, &["C0215", "content/b.md", &format!("`{other}` and `{one}`")]);
    }
    write_pages(["High Roller", "high-roller"]);
    site.build();
    assert_contains(&site.output("tags/high-roller/index.html"), &["High Roller 2"]);
}

#[test]
fn composed_and_decomposed_letters_with_accents_are_the_same() {
    let site = site();
    site.write("content/cafe\u{301}.md", "+++\ntitle = \"Cafe\"\n+++\n");
    site.write(
        "content/a.md",
        "+++\ntitle = \"A\"\n+++\n[one](/caf\u{e9}/) [two](/cafe\u{301}/) [three](/caf%C3%A9/)\n",
    );
    site.build();
    assert!(site.has("caf\u{e9}/index.html"));
    site.write("content/caf\u{e9}.md", "+++\ntitle = \"Cafe\"\n+++\n");
    refuses(&site, &["C0008", "two files have the name content/caf\u{e9}.md"]);
}

#[test]
fn a_page_that_cannot_be_parsed_is_one_error_and_links_to_it_are_valid() {
    let site = site();
    fs::write(site.root().join("content/b.md"), b"+++\ntitle = \"caf\xe9\"\n+++\n").unwrap();
    site.write("content/a.md", "+++\ntitle = \"A\"\n+++\n[b](/b/)\n");
    let report = site.refused();
    assert_diagnostics!(report);
}

#[test]
fn a_wrong_value_in_json_is_reported_with_its_location_for_every_formatting() {
    let site = site();
    site.write(
        "content/data/a.schema.json",
        "{\"type\": \"object\", \"properties\": {\"n\": {\"type\": \"integer\"}}}",
    );
    for (text, location) in [
        ("{\n\t\"x\":\t1,\n\t\"n\":\t\"one\"\n}\n", "content/data/a.json:3:7"),
        ("{\"x\": \"\\ud83c\\udfb2\",\n \"n\": \"one\"}", "content/data/a.json:2:7"),
    ] {
        site.write("content/data/a.json", text);
        refuses(&site, &["C0113", location]);
    }
}

#[test]
fn the_dimensions_of_a_rotated_photo_are_those_that_browsers_show() {
    let site = site();
    site.write(
        "pages/page.html",
        "{{ image_size(\"/a.jpg\").width }}x{{ image_size(\"/a.jpg\").height }}",
    );
    // The start of a JPEG file, its EXIF orientation, and a frame of 40 by 30 pixels.
    let photo = |orientation: u8| {
        let exif = b"\xff\xe1\x00\x22Exif\0\0MM\0\x2a\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0";
        let frame = b"\xff\xc0\x00\x0b\x08\x00\x1e\x00\x28\x01\x01\x11\x00\xff\xd9";
        [b"\xff\xd8".as_slice(), exif, &[orientation], b"\0\0\0\0\0\0", frame].concat()
    };
    fs::create_dir(site.root().join("static")).unwrap();
    for (orientation, dimensions) in [(1, "40x30"), (3, "40x30"), (6, "30x40"), (8, "30x40")] {
        fs::write(site.root().join("static/a.jpg"), photo(orientation)).unwrap();
        site.build();
        assert_contains(&site.output("index.html"), &[dimensions]);
    }
}
