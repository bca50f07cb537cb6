//! URLs of pages: collisions, sub-paths, redirects and anchors.

use std::fs;

use crate::common::{SETTINGS, SiteBuilder, assert_contains, assert_diagnostics};

#[test]
fn two_sources_of_one_path_are_an_error_even_if_case_differs() {
    let site = SiteBuilder::bare()
        .page("About", "title = \"A\"\n", "")
        .page("about", "title = \"B\"\n", "")
        .page("index", "title = \"Home\"\n", "")
        .page("x", "title = \"X\"\npath = \"/index/\"\n", "")
        .file("static/A.txt", "1")
        .file("static/a.txt", "2")
        .page("y", "title = \"Y\"\n", "")
        .file("static/Y/index.html", "3")
        .create();
    let message = site.refused();
    assert_diagnostics!(message);
}

#[test]
fn links_of_a_site_below_a_path_include_that_path() {
    let site = SiteBuilder::bare()
        .file("site.toml", "name = \"Site\"\nbase_url = \"https://example.com/docs/\"\n")
        .file("pages/shell.html", "{{ slice(\"footer\") }}<main>{{ main }}</main>")
        .file("pages/slices/footer.html", "<a href=\"/a/\">A</a>")
        .page("a", "title = \"A\"\n", "[b](/b/) ![b](/b.svg)\n")
        .page("b", "title = \"B\"\n", "")
        .file("static/b.svg", "<svg viewBox=\"0 0 1 1\"></svg>")
        .create();
    site.enable_page_data();
    site.build();
    let html = site.output("a/index.html");
    assert_contains(
        &html,
        &["<a href=\"/docs/a/\">A</a>", "<a href=\"/docs/b/\">b</a>", "src=\"/docs/b.svg\""],
    );
    assert_contains(&site.output("page-data/a/page-data.json"), &["/docs/b/"]);
    assert_contains(&site.output("slice-data/footer.json"), &["/docs/a/"]);
    assert_contains(&site.output("sitemap.xml"), &["<loc>https://example.com/docs/a/</loc>"]);
}

#[test]
fn pages_whose_url_is_a_file_are_in_the_sitemap() {
    let site = SiteBuilder::bare()
        .settings("[permalinks]\nposts = \"/{slug}.html\"\n")
        .page("posts/tea", "title = \"Tea\"\n", "")
        .page("about", "title = \"About\"\npath = \"/about.html\"\n", "")
        .page("404", "title = \"Not found\"\n", "")
        .create();
    site.build();

    let sitemap = site.output("sitemap.xml");
    let pages =
        ["<loc>https://example.com/tea.html</loc>", "<loc>https://example.com/about.html</loc>"];
    assert_contains(&sitemap, &pages);
    assert!(!sitemap.contains("404"), "{sitemap}");
}

#[test]
fn urls_in_redirecting_elements_quotations_and_drawings_are_checked_and_have_the_base_path() {
    let site = SiteBuilder::bare()
        .file("site.toml", "name = \"Site\"\nbase_url = \"https://example.com/docs\"\n")
        .file("pages/shell.html", "<head><meta http-equiv=\"refresh\" content=\"9; url=/b/\"></head><main>{{ main }}</main>")
        .page("b", "title = \"B\"\n", "<q cite=\"/b/\">q</q> <svg><path fill=\"url(/b.svg#p)\" mask=\"url(#m)\"/></svg>\n")
        .file("static/b.svg", "<svg viewBox=\"0 0 1 1\"></svg>")
        .create();
    site.build();
    assert_contains(
        &site.output("b/index.html"),
        &[
            "content=\"9; url=/docs/b/\"",
            "cite=\"/docs/b/\"",
            "fill=\"url(/docs/b.svg#p)\" mask=\"url(#m)\"",
        ],
    );

    for text in [
        "<meta http-equiv=\"refresh\" content=\"9;url=/nope/\">",
        "<q cite=\"/nope/\">q</q>",
        "<svg><path fill=\"url(/nope/)\"/></svg>",
    ] {
        site.write("content/a.md", &format!("# A\n\n{text}\n"));
        assert_contains(&site.refused(), &["C0204", "content/a.md:3:", "/nope/"]);
    }
}

#[test]
fn a_redirect_source_is_a_path_and_its_target_may_omit_the_final_slash() {
    let site = SiteBuilder::bare()
        .page("index", "title = \"Home\"\n", "")
        .page("a", "title = \"A\"\n", "## B\n")
        .create();
    let redirects = |from: &str, to: &str| {
        site.write(
            "site.toml",
            &format!("{SETTINGS}[[redirects]]\nfrom = \"{from}\"\nto = \"{to}\"\n"),
        );
    };
    redirects("/old/", "/a?x=1#b");
    site.build();
    assert_contains(&site.output("_redirects"), &["/old/ /a/?x=1#b 301\n"]);
    for (from, hint) in
        [("/old/#part", "write the path alone"), ("/old/?x=1", "write the path alone")]
    {
        redirects(from, "/a/");
        let message = site.refused();
        assert!(
            message.contains("C0208")
                && message.contains(hint)
                && message.contains("site.toml:3:1"),
            "{from}: {message}"
        );
    }
    redirects("/old/", "/b");
    assert_diagnostics!(site.refused());
}

#[test]
fn github_anchors_keep_variation_selectors() {
    let text = "[a](#%EF%B8%8F-setting-up)\n\n## \u{2699}\u{fe0f} Setting up\n";
    SiteBuilder::bare().page("index", "title = \"Home\"\n", text).create().build();
}

#[test]
fn static_files_in_another_encoding_get_the_base_path() {
    let site = SiteBuilder::new()
        .file("site.toml", "name = \"Site\"\nbase_url = \"https://example.com/é\"\n")
        .create();
    fs::create_dir(site.root().join("static")).unwrap();
    let files: [(&str, &[u8], &[u8]); 2] = [
        (
            "old.html",
            b"<title>Caf\xe9</title><a href=\"/\">caf\xe9</a><img src='/a.svg' alt=\"\">",
            b"<title>Caf\xe9</title><a href=\"/%C3%A9/\">caf\xe9</a><img src='/%C3%A9/a.svg' alt=\"\">",
        ),
        (
            "old.css",
            b"/* \xe9 */ a { background: url(/a.svg) }",
            b"/* \xe9 */ a { background: url(/%C3%A9/a.svg) }",
        ),
    ];
    for (name, text, _) in files {
        fs::write(site.root().join("static").join(name), text).unwrap();
    }
    site.build();
    for (name, _, expected) in files {
        assert_eq!(fs::read(site.out().join(name)).unwrap(), expected, "{name}");
    }
}

#[test]
fn a_slash_that_is_written_as_an_entity_gets_the_base_path() {
    let site = SiteBuilder::bare()
        .file("site.toml", "name = \"Site\"\nbase_url = \"https://u.example.com/docs\"\n")
        .page("index", "title = \"Home\"\n", "")
        .page(
            "e",
            "title = \"E\"\n",
            "<a href=\"&#x2F;e/\">1</a> <a href=\"&sol;e/\">2</a> <a href=\"&#47;e/#s\">3</a> <a href=\" /e/ \">4</a>\n\n## S\n",
        )
        .create();
    site.build();
    let html = site.output("e/index.html");
    for href in ["/docs&#x2F;e/", "/docs&sol;e/", "/docs&#47;e/#s", " /docs/e/ "] {
        assert!(html.contains(&format!("href=\"{href}\"")), "{html}");
    }
}

#[test]
fn relative_urls_of_pages_that_are_shown_at_other_paths_become_paths() {
    let html = "<a href=\"about/\">a</a> <img src=\"logo.svg\" alt=\"Logo\"> <a href=\"#x\">x</a> <a href=\"?q\">q</a>";
    let site = SiteBuilder::bare()
        .file("pages/page.html", "<i id=\"x\"></i>{% if page.path != \"/about/\" %}<a href=\"about/\">template</a>{% endif %}{{ page.body }}")
        .file("pages/shell.html", "<html><head>{{ head }}</head><body><a href=\"./\">up</a>{{ main }}</body></html>")
        .file("content/logo.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\"/>")
        .page("index", "title = \"Home\"\n", "")
        .page("about", "title = \"About\"\n", "<a href=\"../about/\">a</a>\n")
        .page("404", "title = \"Missing\"\n", &format!("{html}\n"))
        .page("offline", "title = \"Offline\"\npath = \"/offline.html\"\n", &format!("{html}\n"))
        .create();
    site.build();
    let expected = [
        "<a href=\"/\">up</a>",
        "<a href=\"/about/\">template</a>",
        "<a href=\"/about/\">a</a> <img src=\"/logo.svg\" alt=\"Logo\">",
        "<a href=\"#x\">x</a> <a href=\"?q\">q</a>",
    ];
    for file in ["404.html", "offline.html"] {
        assert_contains(&site.output(file), &expected);
    }
    assert_contains(&site.output("about/index.html"), &["href=\"../about/\"", "href=\"./\""]);

    site.write("content/404.md", "+++\ntitle = \"Missing\"\n+++\n<a href=\"nowhere/\">x</a>\n");
    let message = site.refused();
    assert_contains(&message, &["content/404.md:4:", "/nowhere/"]);
    assert_eq!(message.matches("C0204").count(), 1, "{message}");
}
