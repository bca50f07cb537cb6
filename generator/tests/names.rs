//! Names of files, pages and terms: lengths, encodings, signs that URLs must escape, and invisible characters.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;

use crate::common::{Site, SiteBuilder, assert_contains};
use crate::git_dates::git;

#[test]
fn a_path_that_is_too_long_is_an_error_at_its_source_and_leaves_nothing_behind() {
    let site = SiteBuilder::new()
        .settings(
            "[[taxonomies]]\nname = \"tags\"\ntemplate = \"page\"\nlist_template = \"page\"\n\
             [[collections]]\nname = \"shops\"\ndata = \"content/data/shops.csv\"\ntemplate = \"page\"\nroute = \"/shops/{slug}/\"\n",
        )
        .file("content/data/shops.csv", "title\nOne\n")
        .page("a", "title = \"A\"\n", "")
        .create();
    site.build();
    let long = "x".repeat(300);
    let chinese = "\u{8336}".repeat(90);
    let page = |front: &str| format!("+++\ntitle = \"A\"\n{front}\n+++\n");
    for (file, text, place) in [
        ("content/a.md", page(&format!("path = \"/{long}/\"")), "content/a.md:3:8"),
        (
            "content/a.md",
            page(&format!("path = \"/{}.html\"", "x".repeat(250))),
            "content/a.md:3:8",
        ),
        ("content/a.md", page(&format!("path = \"/{}\"", "abc/".repeat(1000))), "content/a.md:3:8"),
        ("content/a.md", page(&format!("taxonomies = {{tags = [\"{chinese}\"]}}")), "content/a.md"),
        ("content/data/shops.csv", format!("title\n{chinese}\n"), "content/data/shops.csv:2:1"),
    ] {
        let before = site.read(file);
        site.write(file, &text);
        for _ in 0..2 {
            assert_contains(&site.refused(), &["error[C0107]", place, "bytes"]);
        }
        site.write(file, &before);
        site.build();
        site.same_as_clean();
    }
    for table in [
        format!("[[feeds]]\npath = \"/{long}.xml\"\nsection = \"/\"\nformat = \"atom\"\n"),
        format!("[styles.entries]\n\"/{long}.css\" = \"styles/a.css\"\n"),
    ] {
        let settings = site.read("site.toml");
        site.append("site.toml", &table);
        assert_contains(&site.refused(), &["error[C0009]", "is not the URL path of a"]);
        site.write("site.toml", &settings);
    }
}

#[test]
fn a_name_that_the_file_system_refuses_is_reported_before_anything_is_published() {
    let name = format!("{}.svg", "x".repeat(245));
    let site = SiteBuilder::new().page("a", "title = \"A\"\n", "").create();
    site.build();
    let template = site.read("pages/page.html");
    // The name of the copy has a hash.
    site.write(&format!("static/{name}"), "<svg/>");
    site.append("pages/page.html", &format!("{{{{ asset('/{name}') }}}}"));
    let before = site.tree();
    for _ in 0..2 {
        let output = site.run(&["build", "--preview"]);
        assert_eq!(output.status.code(), Some(3));
        assert_contains(&crate::common::printed_text(&output), &["C0502", "shorter name"]);
        assert_eq!(site.tree(), before);
    }
    site.write("pages/page.html", &template);
    site.remove(&format!("static/{name}"));
    site.build();
    site.same_as_clean();
}

/// Moves a file of a site to a path whose last name is these bytes.
fn rename(site: &Site, from: &str, folder: &str, name: &[u8]) {
    let folder = site.root().join(folder);
    fs::rename(site.root().join(from), folder.join(OsStr::from_bytes(name))).unwrap();
}

#[test]
fn each_file_whose_name_is_not_utf_8_is_reported() {
    let site = SiteBuilder::new()
        .page("gone", "title = \"Gone\"\n", "")
        .file("content/folder/a.md", "+++\ntitle = \"A\"\n+++\n")
        .file("content/data/d.toml", "a = 1\n")
        .file("static/s.txt", "x")
        .file("pages/t.html", "x")
        .create();
    site.build();
    rename(&site, "content/gone.md", "content", b"gr\xfc\xdfe.md");
    rename(&site, "content/folder", "content", b"f\xfclder");
    rename(&site, "content/data/d.toml", "content/data", b"d\xe9.toml");
    rename(&site, "static/s.txt", "static", b"s\xe9.txt");
    rename(&site, "pages/t.html", "pages", b"t\xe9.html");
    for _ in 0..2 {
        let report = site.build();
        assert_eq!(report.matches("warning[C0214]").count(), 5, "{report}");
        assert_contains(
            &report,
            &[
                "content/gr\u{fffd}\u{fffd}e.md is ignored",
                "content/f\u{fffd}lder is ignored",
                "content/data/d\u{fffd}.toml is ignored",
                "static/s\u{fffd}.txt is ignored",
                "pages/t\u{fffd}.html is ignored",
                "not UTF-8",
            ],
        );
    }
    // A new file is reported by the next build.
    site.write("static/u.txt", "x");
    rename(&site, "static/u.txt", "static", b"u\xe9.txt");
    assert_contains(&site.build(), &["static/u\u{fffd}.txt is ignored"]);
    fs::remove_file(site.root().join("static").join(OsStr::from_bytes(b"u\xe9.txt"))).unwrap();
    assert!(!site.build().contains("static/u"));
    site.same_as_clean();
}

#[test]
fn a_percent_sign_in_the_name_of_a_file_is_encoded_in_its_urls() {
    let site = SiteBuilder::new()
        .settings("[[feeds]]\npath = \"/feed.xml\"\nsection = \"/\"\nformat = \"atom\"\ncontent = \"full\"\n")
        .file("content/50% off.svg", "<svg viewBox=\"0 0 3 2\"></svg>")
        .file("content/shop/5%.txt", "x")
        .file("static/60%.svg", "<svg viewBox=\"0 0 3 2\"></svg>")
        .file("static/app.webmanifest", "{\"icons\": [{\"src\": \"/60%.svg\"}]}")
        .page(
            "a",
            "title = \"A\"\ndescription = \"d\"\ndate = 2026-01-01\nimage = \"/60%.svg\"\nimage_alt = \"i\"\n",
            "![x](<50% off.svg>) [y](<50%%20off.svg>) [z](/60%.svg?5%#5) <img src=\"/60%.svg\" srcset=\"/60%.svg 2x\" alt=\"s\">",
        )
        .page("shop/index", "title = \"Shop\"\n", "[file](5%.txt) ![e](../50%25%20off.svg)")
        .create();
    site.build();
    let page = site.output("a/index.html");
    assert_contains(
        &page,
        &[
            "<img src=\"/50%25%20off.svg\" alt=\"x\" width=\"3\" height=\"2\"",
            "href=\"/50%25%20off.svg\"",
            "href=\"/60%25.svg?5%#5\"",
            "src=\"/60%25.svg\" srcset=\"/60%25.svg 2x\"",
        ],
    );
    assert_contains(
        &site.output("shop/index.html"),
        &["href=\"/shop/5%25.txt\"", "src=\"/50%25%20off.svg\""],
    );
    assert_contains(&site.output("app.webmanifest"), &["/60%25.svg"]);
    assert_contains(&site.output("feed.xml"), &["https://example.com/50%25%20off.svg"]);
    assert!(site.has("50% off.svg") && site.has("60%.svg") && site.has("shop/5%.txt"));
    site.same_as_clean();

    // Servers decode the escape to a byte that is not UTF-8.
    site.write("static/60%ab.svg", "<svg/>");
    site.append("content/a.md", "\n[b](/60%ab.svg)\n");
    assert_contains(&site.refused(), &["C0204", "not UTF-8", "`%25`", "content/a.md:9:1"]);
}

#[test]
fn a_path_with_an_invisible_character_is_an_error_and_a_slug_has_none() {
    let site = SiteBuilder::new()
        .settings(
            "[[taxonomies]]\nname = \"tags\"\ntemplate = \"page\"\nlist_template = \"page\"\n",
        )
        .page(
            "a",
            "title = \"A\"\ntaxonomies = {tags = [\"Silben\u{ad}trennung\"]}\n",
            "## Bidi\u{200e}\u{2060} head\u{ad}ing\n",
        )
        .page(
            "b",
            "title = \"B\"\ntaxonomies = {tags = [\"Silbentrennung\", \"\u{feff}Tea\u{200b}\"]}\n",
            "[a](/a/#bidi-heading)\n",
        )
        .page("c", "title = \"C\"\ntaxonomies = {tags = [\"Tea\"]}\n", "")
        .create();
    site.build();
    assert!(site.has("tags/silbentrennung/index.html") && site.has("tags/tea/index.html"));
    site.write("content/d.md", "+++\ntitle = \"D\"\npath = \"/soft\u{ad}hyphen/\"\n+++\n");
    assert_contains(&site.refused(), &["C0107", "content/d.md:3:8", "U+00AD"]);
    site.remove("content/d.md");
    site.write("content/e\u{feff}.md", "+++\ntitle = \"E\"\n+++\n");
    assert_contains(&site.refused(), &["C0107", "U+FEFF"]);
    site.remove("content/e\u{feff}.md");
    for (name, expected) in [
        ("a\u{200b}b", "U+200B"),
        ("a\u{2028}b", "U+2028"),
        ("a\u{a0}b", "U+00A0"),
        ("a\u{2009}", "U+2009"),
        (" lead", "begins or ends with a space"),
        ("folder /a", "begins or ends with a space"),
    ] {
        let file = format!("content/{name}.md");
        site.write(&file, "+++\ntitle = \"E\"\n+++\n");
        assert_contains(&site.refused(), &["C0107", &file, expected]);
        site.remove(&file);
    }
    for name in ["two words", "日本\u{3000}語", "می\u{200c}شود"] {
        site.write(&format!("content/{name}.md"), "+++\ntitle = \"E\"\n+++\n");
    }
    site.build();
    assert!(site.has("two words/index.html"));
}

#[test]
fn a_page_cannot_have_the_name_of_a_file_of_its_folder() {
    let site = SiteBuilder::new().page("a/index", "title = \"A\"\n", "").create();
    site.write("content/b.md", "+++\ntitle = \"B\"\npath = \"/a/index.html/\"\n+++\n");
    assert_contains(&site.refused(), &["C0107", "content/b.md:3:8", "`index.html`"]);
    site.remove("content/b.md");
    site.write("static/a/index.html/x.txt", "x");
    assert_contains(&site.refused(), &["C0203", "static/a/index.html/x.txt"]);
    fs::remove_dir_all(site.root().join("static")).unwrap();
    site.write("pages/files/a", "x");
    assert_contains(
        &site.refused(),
        &["C0203", "pages/files/a and content/a/index.md", "a folder"],
    );
}

#[test]
fn a_folder_can_exist_with_both_forms_of_its_name() {
    let site = SiteBuilder::bare()
        .file("pages/page.html", "{{ page.body }}")
        .page("cafe\u{301}/one", "title = \"One\"\n", "First.")
        .create();
    fs::create_dir_all(site.root().join("content/caf\u{e9}")).unwrap();
    site.build();
    site.write("content/caf\u{e9}/two.md", "+++\ntitle = \"Two\"\n+++\nSecond.");
    site.build();
    assert_contains(&site.output("caf\u{e9}/one/index.html"), &["First."]);
    assert_contains(&site.output("caf\u{e9}/two/index.html"), &["Second."]);
    site.same_as_clean();
}

#[test]
fn decomposed_names_have_dates_of_git_and_their_path_on_disk() {
    let names = ["cafe\u{301}", "caf\u{e9}"];
    let site = SiteBuilder::bare()
        .settings("[git]\ndates = true\n[[collections]]\nname = \"rows\"\ndata = \"content/data/cafe\u{301}.csv\"\nroute = \"/rows/{slug}/\"\n")
        .file(".gitignore", ".croupier/\n")
        .file("pages/page.html", "{{ page.source_path|urlencode }} {{ page.git.author if page.git else \"none\" }}")
        .page(names[0], "title = \"C\"\n", "")
        .file(&format!("content/data/{}.csv", names[0]), "title\nOne\n")
        .create();
    git(site.root(), "", 0, &["init", "--quiet"]);
    git(site.root(), "Ada", 1_000_000, &["add", "--all"]);
    git(site.root(), "Ada", 1_000_000, &["commit", "--quiet", "--message", "Edit"]);
    site.build();
    assert_eq!(site.output("caf\u{e9}/index.html").trim(), "content/cafe%CC%81.md Ada");
    assert_eq!(site.output("rows/one/index.html").trim(), "content/data/cafe%CC%81.csv none");
    // The name changes and the text does not.
    let path = |name: &str| site.root().join(format!("content/{name}.md"));
    fs::rename(path(names[0]), path(names[1])).unwrap();
    git(site.root(), "Bo", 2_000_000, &["add", "--all"]);
    git(site.root(), "Bo", 2_000_000, &["commit", "--quiet", "--message", "Rename"]);
    site.build();
    assert_contains(&site.output("caf\u{e9}/index.html"), &["content/caf%C3%A9.md"]);
    site.same_as_clean();
}
