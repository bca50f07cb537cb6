//! Links: the check of link targets in every source of a page's HTML, the diagnostics, and links below a base path.

use crate::common::{
    SETTINGS, Site, SiteBuilder, assert_contains, assert_diagnostics, printed_text,
};

/// A site with a home page and a page whose heading has the anchor `who-pays`.
fn site() -> Site {
    SiteBuilder::new()
        .file("pages/shell.html", "<!doctype html><title>{{ page.title }}</title>{{ main }}")
        .file("pages/page.html", "<h1>{{ page.heading }}</h1>{{ page.body }}")
        .page("info/faq", "title = \"FAQ\"\n", "## Who pays\n")
        .create()
}

#[test]
fn a_broken_link_of_a_menu_is_reported_once_in_its_data_file() {
    let site = site();
    site.write(
        "content/data/menus.toml",
        "footer = [\n  { label = \"FAQ\", path = \"/info/faq/\" },\n  { label = \"Bank\", path = \"/info/fak/\" },\n]\n",
    );
    site.write(
        "pages/slices/footer.html",
        "{% for it in data.menus.footer %}<a href=\"{{ it.path }}\">{{ it.label }}</a>{% endfor %}",
    );
    site.write("pages/shell.html", "{{ main }}{{ slice(\"footer\") }}");
    let report = site.refused();
    assert_diagnostics!(report);
    assert_eq!(report.matches("error[").count(), 1, "{report}");
}

#[test]
fn broken_urls_in_templates_raw_html_and_shortcodes_are_reported_with_their_locations() {
    let site = site();
    site.write(
        "pages/page.html",
        "<h1>x</h1>\n<a href='/gone/'>x</a><img src=\"/i.png\" srcset=\"/j.png 2x\" alt=\"\">{{ page.body }}",
    );
    site.write(
        "pages/shortcodes.html",
        "{% macro box(to) %}<a href=\"/box/{{ to }}/\">x</a>{% endmacro %}",
    );
    site.write("content/raw.md", "+++\ntitle = \"Raw\"\n+++\n\n<div\nid=\"here\"><a\nhref=\"/raw/gone/\">x</a></div>\n\nSee <a href=\"#nowhere\">this</a> and [that](#here).\n\n{{ box(\"a\") }}\n");
    let report = site.refused();
    assert_diagnostics!(report);
    assert_eq!(report.matches("error[").count(), 6, "{report}");
}

#[test]
fn links_to_generated_files_are_checked() {
    let site = site();
    site.enable_page_data();
    site.write("content/a.md", "+++\ntitle = \"A\"\n+++\n[a](/assets/nope.js) [b](/page-data/nope/page-data.json) [c](/_redirects) [d](/sitemap.xml) [e](/page-data/a/page-data.json)\n");
    let report = site.refused();
    assert_diagnostics!(report);
    assert_eq!(report.matches("error[").count(), 3, "{report}");
}

#[test]
fn links_find_files_whose_names_contain_url_delimiters() {
    let site = site();
    for name in ["a#b.txt", "a?b.txt", "50%.txt"] {
        site.write(&format!("static/{name}"), "x");
    }
    site.write(
        "pages/page.html",
        "{{ page.body }}<a href=\"{{ asset('/a#b.txt') }}\">x</a><a href=\"{{ asset('/50%.txt') }}\">x</a>",
    );
    site.write(
        "content/index.md",
        "+++\ntitle = \"Home\"\n+++\n[a](/a%23b.txt) [b](/a%3Fb.txt?c=d#e) [c](/50%25.txt)\n",
    );
    site.build();
    assert_contains(&site.output("index.html"), &["href=\"/a%23b.", "href=\"/50%25."]);
    site.write("content/index.md", "+++\ntitle = \"Home\"\n+++\n[a](/a#b.txt)\n");
    assert_diagnostics!(site.refused());
}

#[test]
fn anchors_of_raw_html_are_found_except_in_code() {
    let site = site();
    site.write("content/a.md", "+++\ntitle = \"A\"\n+++\n<p\nid = x>\n\n[x](#x)\n");
    site.build();
    site.write("content/a.md", "+++\ntitle = \"A\"\n+++\n`<p id=\"ghost\">` [x](#ghost)\n");
    assert_diagnostics!(site.refused());
}

#[test]
fn a_base_path_is_added_to_every_url_except_in_code() {
    let site = site();
    site.write("site.toml", "name = \"Site\"\nbase_url = \"https://example.org/docs\"\n");
    site.write("static/a.png", "");
    site.write("static/a.png", "GIF89a\u{3}\u{0}\u{2}\u{0}\u{0}\u{0}\u{0}");
    site.write(
        "content/a.md",
        "+++\ntitle = \"A\"\n+++\n`<a href=\"/x\">` <img srcset=\"/a.png 1x, /a.png 2x\" src='/a.png' alt=\"\"> <a href='/info/faq/'>x</a>\n",
    );
    site.enable_page_data();
    site.build();
    let html = site.output("a/index.html");
    assert_contains(
        &html,
        &[
            "&lt;a href=\"/x\"&gt;",
            "srcset=\"/docs/a.png 1x, /docs/a.png 2x\"",
            "src='/docs/a.png'",
            "href='/docs/info/faq/'",
        ],
    );
    assert_contains(&site.output("page-data/a/page-data.json"), &["src='/docs/a.png'"]);
}

#[test]
fn links_to_markdown_files_and_relative_links_are_resolved() {
    let site = site();
    site.write("content/info/a.md", "+++\ntitle = \"A\"\n+++\n[a](faq.md#who-pays) [b](../index.md) [c](/info/faq.md) [d](/info/faq) [e](./faq#who-pays) [f](gone.md)\n\n## Node.js & you\n\n[g](#nodejs--you) [h](#node-js-you)\n");
    let report = site.refused();
    assert_diagnostics!(report);
    assert_eq!(report.matches("error[").count(), 2, "{report}");
    let text = site.read("content/info/a.md").replace(" [e](./faq#who-pays) [f](gone.md)", "");
    site.write("content/info/a.md", &text);
    site.build();
    assert_contains(
        &site.output("info/a/index.html"),
        &[
            "href=\"/info/faq/#who-pays\"",
            "href=\"/\"",
            "href=\"/info/faq/\"",
            "id=\"nodejs--you\"",
        ],
    );
    // A link to a file follows the route of its page.
    site.write(
        "content/info/faq.md",
        "+++\ntitle = \"FAQ\"\npath = \"/questions/\"\n+++\n## Who pays\n",
    );
    let text = site.read("content/info/a.md").replace(" [d](/info/faq)", "");
    site.write("content/info/a.md", &text);
    site.build();
    assert_contains(&site.output("info/a/index.html"), &["href=\"/questions/#who-pays\""]);
    site.same_as_clean();
}

#[test]
fn an_expired_page_is_removed_and_links_to_it_are_warnings() {
    let site = site();
    site.write("pages/shell.html", "{{ main }}<a href=\"/promo/\">Promo</a>");
    site.write(
        "site.toml",
        &format!("{SETTINGS}[[redirects]]\nfrom = \"/p/\"\nto = \"/promo/\"\n"),
    );
    site.write(
        "content/promo.md",
        "+++\ntitle = \"Promo\"\nexpire_at = 2026-01-02T00:00:00Z\n+++\n",
    );
    site.write("content/a.md", "+++\ntitle = \"A\"\n+++\n[promo](/promo/)\n");
    let before = 1_767_225_600;
    let output = site.run_at(&["build", "--preview"], before);
    assert!(output.status.success());
    let report = printed_text(&output);
    assert_contains(
        &report,
        &[
            "warning[C0212]",
            "will break at 2026-01-02T00:00:00Z",
            "content/a.md:4:1",
            "pages/shell.html:1:20",
        ],
    );
    // Every build reports the link again.
    assert_contains(
        &printed_text(&site.run_at(&["build", "--preview"], before)),
        &["warning[C0212]", "content/a.md:4:1"],
    );
    let output = site.run_at(&["build", "--preview"], before + 86_400);
    let report = printed_text(&output);
    assert!(output.status.success(), "{report}");
    assert!(!site.has("promo/index.html"));
    assert_contains(
        &report,
        &["warning[C0212]", "/promo/ has expired", "content/a.md:4:1", "broken redirect: /p/"],
    );
}

#[test]
fn a_link_to_a_renamed_unpublished_or_draft_page_names_the_reason() {
    let site = site();
    site.write("content/later.md", "+++\ntitle = \"Later\"\npublish_at = 2027-01-01\n+++\n");
    site.write("content/draft.md", "+++\ntitle = \"Draft\"\ndraft = true\n+++\n");
    site.write("content/a.md", "+++\ntitle = \"A\"\n+++\n[a](/info/faq/)\n");
    site.build();
    let text = site.read("content/info/faq.md");
    site.remove("content/info/faq.md");
    site.write("content/info/questions.md", &text);
    site.write("content/a.md", "+++\ntitle = \"A\"\n+++\n[a](/info/faq/) [b](/later/) [c](/draft/) [d](www.example.com) [e]() [f](htps://e.com) [g](mail:x@y.z)\n");
    let expected = [
        "content/info/faq.md was renamed to content/info/questions.md",
        "aliases = [\"/info/faq/\"]",
        "content/later.md will be published at 2027-01-01T00:00:00Z",
        "content/draft.md is a draft",
        "`https://www.example.com`",
        "this link has no target",
        "did you mean `https://e.com`?",
        "did you mean `mailto:x@y.z`?",
    ];
    assert_contains(&site.refused(), &expected);
    assert_contains(&printed_text(&site.run(&["check", "--preview"])), &expected);
}

#[test]
fn a_mistake_is_reported_once_without_its_consequences() {
    let site = site();
    site.write("content/a.md", "+++\ntitle = \"A\"\n+++\n[b](/b/) [c](/c/)\n");
    site.write("content/b.md", "+++\ntitle = \"B\"\ndraft = \"no\"\n+++\n");
    std::fs::write(site.root().join("content/c.md"), b"+++\ntitle = \"\xe9\"\n+++\n").unwrap();
    site.write("content/data/menus.toml", "a = \n");
    site.write("pages/shell.html", "{{ main }}{% for it in data.menus.a %}{{ it }}{% endfor %}");
    let report = site.refused();
    assert_diagnostics!(report);
    assert_eq!(report.matches("error[").count(), 3, "{report}");
}

#[test]
fn content_that_the_policy_blocks_is_reported() {
    let site = site();
    site.write("site.toml", &format!("{SETTINGS}[hosts]\nimg = [\"https://*.good.example\"]\n"));
    site.write(
        "content/a.md",
        "+++\ntitle = \"A\"\n+++\n![a](https://cdn.example/x.png) ![b](https://a.good.example/x.png) <i style=\"color: red\">x</i> [c](javascript:x)\n\n<iframe src=\"//film.example/x\"></iframe>\n",
    );
    let report = site.build();
    assert_contains(
        &report,
        &[
            "C0213",
            "content/a.md:4:1",
            "img = [\"https://cdn.example\"]",
            "style=\"color: red\"",
            "`javascript:`",
            "frame = [\"https://film.example\"]",
        ],
    );
    assert_eq!(report.matches("warning[").count(), 4, "{report}");
}

#[test]
fn a_link_to_a_redirect_is_reported_with_the_new_target() {
    let site = site();
    let redirect = |from: &str, to: &str, status: u16| {
        format!("[[redirects]]\nfrom = \"{from}\"\nto = \"{to}\"\nstatus = {status}\n")
    };
    let redirects = [
        redirect("/ask/", "/older/", 308),
        redirect("/today/", "/info/faq/", 302),
        redirect("/shop/", "https://shop.example.org/", 301),
        redirect("/blog/*", "/info/:splat", 301),
        redirect("/wiki/*", "https://wiki.example.org/:splat", 301),
    ];
    site.write("site.toml", &format!("{SETTINGS}{}", redirects.concat()));
    site.write(
        "content/info/faq.md",
        "+++\ntitle = \"FAQ\"\naliases = [\"/older/\"]\n+++\n## Who pays\n",
    );
    site.write(
        "content/data/menus.toml",
        "items = [\"/ask/\", \"/today/\", \"/shop/\", \"/wiki/faq/\"]\n",
    );
    site.write(
        "pages/shell.html",
        "{{ main }}{% for it in data.menus.items %}<a href=\"{{ it }}\">x</a>{% endfor %}<a href=\"/older\">x</a>",
    );
    site.write(
        "content/a.md",
        "+++\ntitle = \"A\"\n+++\n[a](/older/?a=1#who-pays)\n\n[b](../blog/faq/)\n\n[c](/today/) [d](/info/faq/)\n",
    );
    let reported = |report: &str| {
        let location = |line: &str| {
            let (_, location) = line.split_once("--> ").or_else(|| line.split_once("::: "))?;
            Some(location.to_owned())
        };
        report.lines().filter_map(location).collect::<Vec<_>>()
    };
    let locations = [
        "content/a.md:4:1",
        "content/a.md:6:1",
        "content/data/menus.toml:1:11",
        "pages/shell.html:1:88",
    ];
    let build = || printed_text(&site.run(&["build", "--preview", "--all-diagnostics"]));
    let report = build();
    assert_eq!(reported(&report), locations);
    assert_contains(
        &report,
        &[
            "warning[C0220]: this link points to a redirect to /info/faq/",
            "link to `/info/faq/?a=1#who-pays` instead",
        ],
    );
    assert_eq!(report.matches("C0220").count(), 4, "{report}");
    // A build that renders no page or another page reports the links again.
    assert_eq!(reported(&build()), locations);
    site.append("content/info/faq.md", "More.\n");
    assert_eq!(reported(&build()), locations);
    site.append("site.toml", "[checks]\nmoved_links = \"error\"\n");
    assert_diagnostics!(site.refused());
}

#[test]
fn a_link_finds_ids_and_names_of_links() {
    let site = SiteBuilder::new()
        .file("pages/page.html", "{{ page.body }}")
        .page(
            "a",
            "title = \"A\"\n",
            "<a name=\"old\"></a> <A NAME='Caf\u{e9}'>x</A> <a name=\"e\u{301}\"></a> <i id=\"a%20b\"></i>\n\n\
             [x](#old) [x](#top) [x](#TOP) [x](#) [x](#caf%C3%A9) [x](#a%20b) [x](#old:~:text=x)\n",
        )
        .page(
            "b",
            "title = \"B\"\n",
            "[x](/a/#old) [x](a.md#old) [x](/a/#Caf%C3%A9) [x](/a/#\u{e9}) [x](a.md#Top) [x](/a/#)\n",
        )
        .create();
    // Upper and lower case letters differ.
    let message = site.refused();
    assert_contains(&message, &["error[C0205]", "`#café`", "did you mean `Café`?"]);
    assert_eq!(message.matches("error[").count(), 1, "{message}");
    site.write("content/a.md", &site.read("content/a.md").replace("[x](#caf%C3%A9) ", ""));
    site.build();
    // The names of other elements are no targets, and a name that is removed is no target any more.
    site.write(
        "content/b.md",
        "+++\ntitle = \"B\"\n+++\n<input name=\"f\" aria-label=\"f\"> [x](#f)\n",
    );
    assert_contains(&site.refused(), &["`#f`"]);
    site.write("content/b.md", "+++\ntitle = \"B\"\n+++\n[x](/a/#old)\n");
    site.build();
    site.write("content/a.md", "+++\ntitle = \"A\"\n+++\nText\n");
    assert_contains(&site.refused(), &["content/b.md:4:1", "`#old`"]);
}

#[test]
fn links_that_are_written_wrongly_and_files_with_similar_names_have_a_hint() {
    let site = SiteBuilder::new()
        .file("static/img/dunes.jpg", "picture")
        .file("static/files/Rules.pdf", "rules")
        .page("posts/tea/index", "title = \"Tea\"\n", "")
        .file("content/posts/tea/cup.png", "picture")
        .page(
            "about",
            "title = \"About\"\n",
            "![Dunes](/img/dune.jpg) ![Cup](posts/covers/cups.png) [Rules](../files/rules.pdf)\n\n\
             [ask us] (/about/) or [ask us](/about/\n\n\
             [mail](mailto:help) and [mail](mailto:)\n\n`[code] (/x/)`\n\n[TOC]\n",
        )
        .page("code", "title = \"Code\"\n", "!!! note\n\n<Cart client:load />\n\n[a](/about/\n")
        .create();
    assert_diagnostics!(site.refused());
}

#[test]
fn a_target_on_the_next_line_is_named_in_one_line() {
    let site =
        SiteBuilder::bare().page("a", "title = \"A\"\n", "[multi\nline](\nnope/)\n").create();
    assert_contains(&site.refused(), &["broken link: nope/ does not exist (/a/nope/)"]);
}
