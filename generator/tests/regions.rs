//! `data-region`: what client-side navigation replaces in the base layout, and reports of what it cannot replace.

use serde_json::Value as Json;

use crate::common::{Site, SiteBuilder, assert_contains, assert_diagnostics};

const BUNDLER: &str = include_str!("../../tests/fixtures/islands/bundle.mjs");

/// A site with a runtime, this base layout around the pages, and the pages `/` and `/a/`.
fn site(body: &str) -> Site {
    let shell = format!(
        "<html lang=\"en\"><head><title>{{{{ page.title }}}}</title>{{{{ head }}}}{{{{ scripts }}}}</head>\n<body>\n{body}\n</body></html>"
    );
    SiteBuilder::bare()
        .settings("[runtime]\ndir = \"runtime\"\n")
        .file("runtime/bundle.mjs", BUNDLER)
        .file("runtime/boot.js", "boot")
        .file("runtime/islands/box/island.js", "box ")
        .file("pages/shell.html", &shell)
        .page("index", "title = \"Home\"\n", "Home.\n")
        .page("a", "title = \"A\"\n", "Text.\n")
        .create()
}

/// Returns what the loader gets of the page `/a/`.
fn data(site: &Site) -> Json {
    let text = site.output("page-data/a/page-data.json");
    serde_json::from_str::<Json>(&text).unwrap()["croupier"].take()
}

/// Returns the frame of a document.
fn frame(site: &Site, file: &str) -> String {
    let html = site.output(file);
    let after = html.split_once("croupier-frame\" content=\"").map_or("", |(_, after)| after);
    after.split('"').next().unwrap().to_owned()
}

#[test]
fn regions_are_in_the_page_data_with_their_islands() {
    let site = site(
        "<nav data-region=\"menu\"><a href=\"/a/\"{% if page.path == \"/a/\" %} aria-current=\"page\"{% endif %}>A</a>{{ island(\"box\") }}</nav><main>{{ main }}</main>",
    );
    assert!(!site.build().contains("warning"));
    let data = data(&site);
    let menu = data["regions"]["menu"].as_str().unwrap();
    assert_contains(menu, &["<a href=\"/a/\" aria-current=\"page\">A</a>", "data-island=\"box\""]);
    assert_contains(&data["chunks"].to_string(), &["box"]);
    assert_eq!(data["main"], "<p>Text.</p>");
    assert_eq!(data["frame"].as_str(), Some(frame(&site, "index.html").as_str()));
    site.same_as_clean();

    // Links in regions begin with the base path.
    let output = site.run(&["build", "--preview", "--base-url", "https://e.com/docs"]);
    assert!(output.status.success());
    assert_contains(&site.output("page-data/a/page-data.json"), &["href=\\\"/docs/a/\\\""]);
}

#[test]
fn a_site_without_regions_has_none_in_its_page_data() {
    let site = site("<header>{{ site.name }}</header><main id=\"main\">\n{{ main }}\n</main>");
    site.build();
    let data = data(&site);
    assert!(data.get("regions").is_none() && data.get("frame").is_none(), "{data}");
    assert_eq!(frame(&site, "index.html"), "");
}

#[test]
fn the_page_data_has_all_of_main() {
    let site = site(
        "<main class=\"wide\"><div class=\"text\"><h1>{{ page.title }}</h1>{{ main }}</div></main>",
    );
    assert!(!site.build().contains("warning"));
    assert_eq!(data(&site)["main"], "<div class=\"text\"><h1>A</h1><p>Text.</p></div>");
    // Without an element to replace, each click loads a document.
    let shell = site
        .read("pages/shell.html")
        .replace("main class", "div class")
        .replace("</main>", "</div>");
    site.write("pages/shell.html", &shell);
    site.build();
    assert_eq!(data(&site)["frame"], "document");
}

#[test]
fn what_differs_between_pages_outside_of_regions_is_reported_and_loads_documents() {
    let site =
        site("<p>{{ page.title }}</p>\n{% include \"menu.html\" %}\n<main>{{ main }}</main>");
    site.write("pages/menu.html", "{% set here = page.path %}\n<i>{{ here }}</i>\n");
    assert_diagnostics!(site.build().split("built ").next().unwrap());
    let frames = [frame(&site, "index.html"), data(&site)["frame"].as_str().unwrap().to_owned()];
    assert_ne!(frames[0], frames[1]);
    assert_eq!(frame(&site, "a/index.html"), frames[1]);
    // The warning remains while other files change.
    site.write("content/a.md", "+++\ntitle = \"A\"\n+++\nOther.\n");
    assert_contains(&site.build(), &["C0250", "pages/menu.html:2:7"]);
    site.same_as_clean();

    // Without a runtime, each click loads a document anyway.
    let settings = site.read("site.toml").replace("[runtime]\ndir = \"runtime\"\n", "");
    site.write("site.toml", &settings);
    assert!(!site.build().contains("C0250"));
}

#[test]
fn two_regions_have_different_names() {
    let site = site("<p data-region=\"a\">1</p><p data-region=\"a\">2</p><main>{{ main }}</main>");
    assert_diagnostics!(site.refused());
}

#[test]
fn a_menu_leaves_out_pages_that_are_not_published_and_reports_missing_ones() {
    let menu = "[[menu]]\npath = \"/a/\"\n[[menu]]\npath = \"/draft/\"\n[[menu]]\npath = \"/draft/#terms\"\n[[menu]]\npath = \"/later/?from=menu\"\n[[menu]]\npath = \"https://example.org/\"\n";
    let site = SiteBuilder::bare()
        .settings(menu)
        .file("pages/shell.html", "{% for it in site.menu if it.path is not unpublished %}<a href=\"{{ it.path }}\">x</a>{% endfor %}{{ main }}")
        .page("index", "title = \"Home\"\n", "")
        .page("a", "title = \"A\"\n", "")
        .page("draft", "title = \"Draft\"\ndraft = true\n", "## Terms\n")
        .page("later", "title = \"Later\"\npublish_at = 2099-01-01\n", "")
        .create();
    site.build();
    assert_contains(
        &site.output("index.html"),
        &["<a href=\"/a/\">x</a><a href=\"https://example.org/\">x</a>\n"],
    );
    let output = site.run(&["build", "--preview", "--drafts"]);
    assert!(output.status.success());
    assert_contains(&site.output("index.html"), &["<a href=\"/draft/\">"]);
    site.build();
    // Published, the page is in the menu of all pages.
    site.write("content/draft.md", "+++\ntitle = \"Draft\"\n+++\n## Terms\n");
    site.build();
    assert_contains(&site.output("a/index.html"), &["<a href=\"/draft/\">"]);
    site.same_as_clean();

    site.write("site.toml", &site.read("site.toml").replace("\"/a/\"", "\"/b/\""));
    assert_diagnostics!(site.refused());
}

#[test]
fn the_menu_of_the_blog_reports_a_page_that_was_renamed() {
    let folder = tempfile::TempDir::new().unwrap();
    let run = |arguments: &[&str]| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_croupier"));
        crate::common::printed_text(
            &command.args(arguments).current_dir(folder.path()).output().unwrap(),
        )
    };
    run(&["new", "blog", "--template", "blog"]);
    let path = |name: &str| folder.path().join("blog/content").join(name);
    assert!(!run(&["check", "--root", "blog"]).contains("C0204"));
    std::fs::rename(path("about.md"), path("us.md")).unwrap();
    assert_contains(
        &run(&["check", "--root", "blog"]),
        &["C0204", "site.toml:", "path = \"/about/\""],
    );
    // Without the sample posts, the sections of the menu still exist.
    std::fs::rename(path("us.md"), path("about.md")).unwrap();
    for name in ["first", "second", "text", "pictures"] {
        std::fs::remove_file(path(&format!("posts/{name}.md"))).unwrap();
    }
    let report = run(&["check", "--root", "blog"]);
    assert!(!report.contains("error["), "{report}");
}
