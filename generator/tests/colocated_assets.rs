//! Page assets: files in content/ that are published with the page of their folder.

use std::fs;

use crate::common::{Site, SiteBuilder, assert_contains, assert_diagnostics, printed_text};

const SVG: &str = "<svg viewBox=\"0 0 30 20\"></svg>";

/// Writes a page with these additional lines of front matter.
fn page(site: &Site, name: &str, front: &str, text: &str) {
    site.write(
        &format!("content/{name}.md"),
        &format!("+++\ntitle = \"{name}\"\n{front}+++\n{text}\n"),
    );
}

#[test]
fn an_asset_is_published_at_the_path_of_its_folders_page() {
    let site = Site::small();
    page(&site, "blog/index", "", "");
    page(&site, "blog/Tea/index", "", "![pot](pot.svg) [price](sheets/price%20list.csv#1)");
    site.write("content/blog/Tea/pot.svg", SVG);
    site.write("content/blog/Tea/sheets/price list.csv", "a,b\n");
    page(&site, "blog/coffee", "", "![cup](cup.svg) ![pot](Tea/pot.svg) [page](tea.md)");
    page(&site, "blog/tea", "path = \"/teas/\"\n", "");
    site.write("content/blog/cup.svg", SVG);
    page(&site, "moved/index", "path = \"/elsewhere/\"\n", "![map](map.svg)");
    site.write("content/moved/map.svg", SVG);
    page(&site, "404", "path = \"/404.html\"\n", "![top](top.svg)");
    site.write("content/top.svg", SVG);
    site.build();
    for path in [
        "blog/tea/pot.svg",
        "blog/tea/sheets/price list.csv",
        "blog/cup.svg",
        "elsewhere/map.svg",
        "top.svg",
    ] {
        assert!(site.has(path), "{path}");
    }
    assert_contains(
        &site.output("blog/tea/index.html"),
        &[
            "<img src=\"/blog/tea/pot.svg\" alt=\"pot\" width=\"30\" height=\"20\"",
            "href=\"/blog/tea/sheets/price%20list.csv#1\"",
        ],
    );
    assert_contains(
        &site.output("blog/coffee/index.html"),
        &[
            "src=\"/blog/cup.svg\" alt=\"cup\" width=\"30\"",
            "src=\"/blog/tea/pot.svg\"",
            "href=\"/teas/\"",
        ],
    );
    assert_contains(&site.output("elsewhere/index.html"), &["src=\"/elsewhere/map.svg\""]);
    assert_contains(&site.output("404.html"), &["src=\"/top.svg\""]);
    site.same_as_clean();
    // `explain` lists the asset as a dependency, and an edit of the asset updates the page.
    assert_contains(
        &printed_text(&site.run(&["explain", "--preview", "/blog/coffee/"])),
        &["depends on   URL of content/blog/cup.svg"],
    );
    site.write("content/blog/cup.svg", "<svg viewBox=\"0 0 7 7\"></svg>");
    site.build();
    assert_contains(&site.output("blog/coffee/index.html"), &["alt=\"cup\" width=\"7\""]);
    site.same_as_clean();
}

#[test]
fn templates_and_links_refer_to_an_asset_by_its_path() {
    let site = Site::small();
    site.write(
        "pages/page.html",
        "{{ image_size('/tea/pot.svg').width }} {{ asset('/tea/pot.svg') }}{{ page.body }}",
    );
    page(&site, "tea/index", "", "[pot](/tea/pot.svg) [pot](https://example.com/tea/pot.svg)");
    site.write("content/tea/pot.svg", SVG);
    site.build();
    assert_contains(&site.output("tea/index.html"), &["30 /tea/pot."]);
    assert_eq!(fs::read_dir(site.root().join(".croupier/preview/tea")).unwrap().count(), 3);
    site.remove("content/tea/pot.svg");
    assert_diagnostics!(site.refused());
    site.write("content/tea/pot.svg", SVG);
    page(&site, "tea/index", "expire_at = 2199-01-01\n", "[pot](/tea/pot.svg)");
    page(&site, "shop", "", "[pot](/tea/pot.svg)");
    assert_contains(&site.build(), &["C0212", "content/shop.md", "/tea/pot.svg expires then"]);
    site.remove("content/shop.md");
    assert!(!site.build().contains("C0212"));
    page(&site, "tea/index", "draft = true\n", "");
    assert_diagnostics!(site.refused());
    site.write("pages/page.html", "{{ page.body }}");
    site.write("static/_redirects", "/pot.svg /tea/pot.svg\n");
    assert_diagnostics!(site.refused());
    site.remove("static/_redirects");
    site.write(
        "pages/page.html",
        "{{ image_size('/tea/pot.svg').width }} {{ asset('/tea/pot.svg') }}{{ page.body }}",
    );
    page(&site, "tea/index", "", "[pot](/tea/pot.svg) [pot](https://example.com/tea/pot.svg)");
    site.build();
    site.remove("content/tea/pot.svg");
    site.write("pages/page.html", "{{ page.body }}");
    assert_diagnostics!(site.refused());
}

#[test]
fn assets_are_published_and_removed_with_their_page() {
    let site = Site::small();
    page(&site, "index", "", "");
    site.write("content/tea/pot.svg", SVG);
    for (front, why) in [
        ("draft = true\n", "content/tea/index.md is a draft"),
        ("publish_at = 2026-02-01\n", "content/tea/index.md will be published at"),
        ("expire_at = 2025-02-01\n", "content/tea/index.md expired at"),
    ] {
        page(&site, "tea/index", front, "![pot](pot.svg)");
        page(&site, "other", "", "");
        site.build();
        assert!(!site.has("tea/pot.svg"), "{front}");
        // A page that shows the asset gets an error with the reason. An expired asset is only a warning.
        page(&site, "other", "", "![pot](tea/pot.svg)");
        let output = site.run(&["build", "--preview"]);
        assert_contains(&printed_text(&output), &[why]);
        assert_eq!(output.status.success(), front.starts_with("expire_at"), "{front}");
    }
    page(&site, "tea/index", "publish_at = 2026-02-01\n", "![pot](pot.svg)");
    page(&site, "other", "", "");
    site.build();
    let output = site.run_at(&["build", "--preview"], 1_772_323_200);
    assert!(output.status.success() && site.has("tea/pot.svg"), "{}", printed_text(&output));
    // A parent folder can hide the page too.
    page(&site, "index", "[cascade]\ndraft = true\n", "");
    site.build();
    assert!(!site.has("tea/pot.svg"));
    assert!(site.run(&["build", "--preview", "--drafts"]).status.success());
    assert!(site.has("tea/pot.svg"));
}

#[test]
fn relative_links_to_assets_follow_the_path_of_their_page() {
    let site = Site::small();
    page(&site, "tea/index", "", "");
    page(&site, "tea/green", "", "[prices](prices.csv)");
    site.write("content/tea/prices.csv", "a,b\n");
    site.build();
    assert_contains(&site.output("tea/green/index.html"), &["href=\"/tea/prices.csv\""]);
    page(&site, "tea/index", "path = \"/teas/\"\n", "");
    site.build();
    assert_contains(&site.output("tea/green/index.html"), &["href=\"/teas/prices.csv\""]);
    assert!(site.has("teas/prices.csv") && !site.has("tea/prices.csv"));
    site.same_as_clean();
    // A new index.md of a folder becomes the page of the assets in that folder.
    site.write("content/tea/cups/cup.svg", SVG);
    page(&site, "tea/green", "", "![cup](cups/cup.svg)");
    site.build();
    assert!(site.has("teas/cups/cup.svg"));
    page(&site, "tea/cups/index", "", "");
    site.build();
    assert!(site.has("tea/cups/cup.svg") && !site.has("teas/cups/cup.svg"));
    assert_contains(&site.output("tea/green/index.html"), &["src=\"/tea/cups/cup.svg\""]);
    site.same_as_clean();
}

#[test]
fn two_assets_at_one_path_are_an_error_that_names_both() {
    let site = Site::small();
    page(&site, "tea/index", "", "");
    site.write("content/tea/pot.svg", SVG);
    site.write("static/tea/pot.svg", SVG);
    assert_diagnostics!(site.refused());
    site.remove("static/tea/pot.svg");
    page(&site, "b/index", "path = \"/tea/cups/\"\n", "");
    site.write("content/b/one.svg", SVG);
    site.write("content/tea/cups/one.svg", SVG);
    assert_diagnostics!(site.refused());
    site.remove("content/b/one.svg");
    site.write("content/tea/index.html", "x");
    assert_diagnostics!(site.refused());
    site.remove("content/tea/index.html");
    site.write("content/assets/x.svg", SVG);
    assert_diagnostics!(site.refused());
    site.remove("content/assets/x.svg");
    site.build();
    site.same_as_clean();
}

#[test]
fn temporary_files_and_assets_without_a_page_are_not_published() {
    let site = SiteBuilder::bare().file("pages/page.html", "").create();
    page(&site, "tea", "", "");
    site.write("content/pot.svg", SVG);
    assert_contains(
        &site.build(),
        &["C0214", "content/pot.svg is ignored", "add an index.md to its folder"],
    );
    assert!(!site.has("pot.svg"));
    page(&site, "index", "", "");
    assert!(!site.build().contains("C0214"));
    assert!(site.has("pot.svg"));
    for name in [
        "notes.toml",
        "draft.markdown",
        "_headers",
        "Thumbs.db",
        "index.md.bak",
        "tea.md.orig",
        "tea.md.rej",
        "tea.md~1",
    ] {
        site.write(&format!("content/{name}"), "x");
        assert_contains(&site.build(), &["C0214", &format!("content/{name} is ignored")]);
        site.remove(&format!("content/{name}"));
    }
    site.write("content/.pot.svg.swp", "x");
    site.write("content/pot.svg~", "x");
    site.write("content/~$notes.docx", "x");
    site.write("content/tea.md___jb_tmp___", "x");
    site.write("content/broken.png", "x");
    assert_contains(&site.build(), &["C0216", "content/broken.png is not a readable image"]);
    assert!(!site.tree().keys().any(|path| path.to_string_lossy().contains('~')
        || path.to_string_lossy().contains("___")
        || path.to_string_lossy().contains("swp")));
    site.same_as_clean();
}

#[test]
fn unused_source_files_are_reported() {
    let site = SiteBuilder::bare().create();
    for (file, text) in [
        ("content/new.markdown", "x"),
        ("content/notes.txt", "x"),
        ("content/a/dice.png", "x"),
        ("content/data/x.md", "x"),
        ("content/promo/_index.md", "+++\ntitle = \"P\"\n+++\n"),
        ("static/bad.png", "no image"),
        ("static/.nojekyll", ""),
        ("content/data/team.yaml", "- name: A\n"),
    ] {
        site.write(file, text);
    }
    site.write("pages/page.html", "{{ data.team[0].name }}");
    for message in [site.build(), site.build()] {
        assert_contains(
            &message,
            &[
                "new.markdown",
                "notes.txt",
                "dice.png",
                "data/x.md",
                "content/promo/index.md; rename",
                "C0216",
                "static/bad.png",
            ],
        );
        assert_eq!(message.matches("warning[").count(), 6, "{message}");
    }
    assert!(site.has(".nojekyll"));
    assert_eq!(site.output("promo/_index/index.html"), "A\n");
    site.remove("content/notes.txt");
    assert!(!site.build().contains("notes.txt"));
}

#[test]
fn a_file_with_front_matter_that_is_no_page_is_an_error() {
    let site = Site::small();
    site.write("content/plan.html", "---\ntitle: Plan\ndraft: true\n---\n<p>Secret</p>\n");
    assert_contains(&site.refused(), &["error[C0109]", "content/plan.html", "ends with `.md`"]);
    // Other files can begin with a line of hyphens.
    site.write("content/plan.html", "<p>Text</p>\n");
    site.write("content/notes.txt", "---\n\nNotes\n\n---\n");
    site.write("content/data.json", "{\"title\": \"Plan\", \"draft\": true}\n");
    site.build();
    assert!(site.has("plan.html") && site.has("notes.txt") && site.has("data.json"));
}

#[test]
fn functions_for_files_take_the_image_of_a_page_with_any_name() {
    for (name, url) in [
        ("Ebbe fr\u{fc}h.svg", "/tea/Ebbe%20fr%C3%BCh.svg"),
        ("1+1=2.svg", "/tea/1+1=2.svg"),
        ("a#b.svg", "/tea/a%23b.svg"),
        ("50% off?.svg", "/tea/50%25%20off%3F.svg"),
    ] {
        let site = SiteBuilder::bare()
            .page("tea/index", &format!("title = \"Tea\"\nimage = \"{name}\"\n"), "")
            .file(
                &format!("content/tea/{name}"),
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"3\" height=\"2\"/>",
            )
            .file(
                "pages/page.html",
                "<img src=\"{{ page.image }}\" width=\"{{ image_size(page.image).width }}\">",
            )
            .create();
        site.build();
        assert_contains(
            &site.output("tea/index.html"),
            &[&format!("<img src=\"{url}\" width=\"3\">")],
        );
    }
}

#[test]
fn an_image_of_a_folder_with_signs_in_its_name_is_found_by_its_path() {
    let picture = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"3\" height=\"2\"/>";
    let site = SiteBuilder::bare()
        .page("tea/index", "title = \"Tea\"\nimage = \"/i/a#b.svg\"\n", "")
        .file("static/i/a#b.svg", picture)
        .file("pages/page.html", "{{ page.image }} {{ image_size(\"/i/a#b.svg\").width }}")
        .create();
    site.build();
    assert_eq!(site.output("tea/index.html").trim(), "/i/a%23b.svg 3");
    site.write("content/tea/index.md", "+++\ntitle = \"Tea\"\nimage = \"a#c.svg\"\n+++\n");
    assert_contains(&site.refused(), &["there is no image `a#c.svg`"]);
}
