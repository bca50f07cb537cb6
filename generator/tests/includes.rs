//! `include_page`, which shows the text of another page or a section of it, and headless pages.

use crate::common::{Site, SiteBuilder, assert_contains};

const TERMS: &str = "Intro.\n\n## Fees\n\nSee [up](../), [rules](#rules), [sub](#sub) and ![p](pic.svg).[^1]\n\n### Sub\n\nMore.\n\n## Rules\n\nEnd.\n\n[^1]: Note.\n";

/// A site with a page, a page with terms, and a template that shows the body of a page.
fn site(text: &str) -> Site {
    SiteBuilder::new()
        .page("legal/terms/index", "title = \"Terms\"\n", TERMS)
        .page("legal/index", "title = \"Legal\"\n", "")
        .file("content/legal/terms/pic.svg", "<svg viewBox=\"0 0 3 4\">")
        .page("a", "title = \"A\"\n", text)
        .create()
}

#[test]
fn a_section_has_its_links_and_images_and_ids_of_its_own() {
    let site = site(
        "## Fees\n\n{{ include_page(\"legal/terms/index.md#fees\") }}\n\nAgain: {{ include_page(\"/legal/terms#sub\") }}\n",
    );
    let printed = site.build();
    assert!(!printed.contains("warning"), "{printed}");
    let html = site.output("a/index.html");
    let expected = [
        "<main id='main'><h2 id=\"fees\">Fees</h2>\n<p>See <a href=\"/legal/\">up</a>, <a href=\"/legal/terms/#rules\">rules</a>, \
         <a href=\"#legal-terms-sub\">sub</a> and <img src=\"/legal/terms/pic.svg\" alt=\"p\" width=\"3\" height=\"4\"",
        "<sup class=\"footnote-reference\" id=\"legal-terms-fnref-1\"><a href=\"#legal-terms-fn-1\"",
        "<h3 id=\"legal-terms-sub\">Sub</h3>\n<p>More.</p>",
        "<div class=\"footnote-definition\" id=\"legal-terms-fn-1\">",
        "<div class=\"paragraph\">Again: <p>More.</p></div>",
    ];
    assert_contains(&html, &expected);
    assert!(!html.contains("Intro.") && !html.contains("End."), "{html}");
}

#[test]
fn a_whole_page_can_be_included_twice_in_text_and_template() {
    let site = site(
        "{{ include_page(\"legal/terms/index.md\") }}\n\n{{ include_page(\"/legal/terms/\") }}\n",
    );
    site.write("pages/page.html", "{{ page.body }}{% if page.path == \"/\" %}{{ include_page(\"/a/\") }}{{ include_page(page.path) }}{% endif %}");
    let printed = site.build();
    assert!(!printed.contains("warning"), "{printed}");
    let expected =
        ["<p>Intro.</p>", "id=\"legal-terms-rules\"", "id=\"legal-terms-2-rules\"", "<p>End.</p>"];
    for file in ["a/index.html", "index.html"] {
        assert_contains(&site.output(file), &expected);
    }
}

#[test]
fn the_ids_of_an_included_text_can_have_another_prefix() {
    let call = |options: &str| {
        format!("[s](#sub)\n\n{{{{ include_page(\"legal/terms/index.md#fees\"{options}) }}}}\n")
    };
    let site = site(&call(", id_prefix=\"\""));
    let printed = site.build();
    assert!(!printed.contains("warning"), "{printed}");
    let html = site.output("a/index.html");
    assert_contains(&html, &["<h3 id=\"sub\">Sub</h3>", "<a href=\"#sub\">sub</a>", "id=\"fn-1\""]);
    site.write("content/a.md", &format!("+++\ntitle = \"A\"\n+++\n{}", call(", id_prefix=\"x-\"")));
    assert_contains(&site.refused(), &["C0205", "`#sub`"]);
    site.append("content/a.md", "\n## Sub\n");
    site.build();
    assert_contains(&site.output("a/index.html"), &["<h3 id=\"x-sub\">Sub</h3>"]);
}

#[test]
fn headless_pages_are_published_only_where_they_are_included() {
    let text = "Text *a* [b](/), {{ twice(\"x\") }}\n\n![p](pic.svg)\n";
    let site = SiteBuilder::new()
        .settings("[search]\ntitles = true\n[[feeds]]\npath = \"/feed.xml\"\nformat = \"atom\"\nsection = \"/\"\n[[taxonomies]]\nname = \"tags\"\n")
        .file("pages/shortcodes.html", "{% macro twice(x) %}{{ x }}{{ x }}{{ page.title }}{% endmacro %}")
        .file("pages/terms.html", "{{ terms|length }}")
        .file("pages/term.html", "{{ term.name }}")
        .file("pages/page.html", "{{ page.body }}{% for it in section(\"/\") %}{{ it.path }};{% endfor %}")
        .page("parts/note/index", "title = \"Note\"\nheadless = true\ndate = 2026-01-01\ntaxonomies = {tags = [\"x\"]}\n", text)
        .file("content/parts/note/pic.svg", "<svg viewBox=\"0 0 3 4\">")
        .page("a", "title = \"A\"\ndate = 2026-01-01\n", "{{ include_page(\"parts/note/index.md\") }}\n")
        .create();
    let printed = site.build();
    assert!(!printed.contains("warning"), "{printed}");
    let html = site.output("a/index.html");
    assert_contains(
        &html,
        &[
            "<p>Text <em>a</em> <a href=\"/\">b</a>, xxNote</p>",
            "<img src=\"/parts/note/pic.svg\" alt=\"p\" width=\"3\"",
        ],
    );
    assert_contains(&html, &["/a/;</main>"]);
    assert!(site.has("parts/note/pic.svg"));
    assert!(!site.has("parts/note/index.html") && !site.has("tags/x/index.html"));
    for (path, text) in site.tree() {
        let is_listed = String::from_utf8_lossy(&text).contains("/parts/note/\"");
        assert!(!is_listed && !String::from_utf8_lossy(&text).contains(">Note<"), "{path:?}");
    }
    site.append("content/a.md", "\n[n](parts/note/index.md) [m](/parts/note/)\n");
    assert_contains(
        &site.refused(),
        &["C0204", "content/a.md", "is headless; include it with `include_page`"],
    );
}

#[test]
fn headless_pages_need_no_title() {
    let site = SiteBuilder::new()
        .file("content/own.md", "+++\nheadless = true\n+++\nOwn text.\n")
        .page("parts/index", "title = \"Parts\"\n[cascade]\nheadless = true\n", "")
        .file("content/parts/plain.md", "Plain text.\n")
        .page(
            "a",
            "title = \"A\"\n",
            "{{ include_page(\"own.md\") }}\n\n{{ include_page(\"parts/plain.md\") }}\n",
        )
        .create();
    site.build();
    assert_contains(&site.output("a/index.html"), &["<p>Own text.</p>", "<p>Plain text.</p>"]);
    site.write("content/parts/index.md", "+++\ntitle = \"Parts\"\n+++\n");
    assert_contains(&site.refused(), &["C0103", "content/parts/plain.md"]);
}

#[test]
fn keys_of_other_generators_name_the_key() {
    let site = SiteBuilder::new().page("a", "title = \"A\"\nrender = false\n", "").create();
    assert_contains(&site.refused(), &["C0104", "content/a.md:3:1", "headless = true"]);
    let site = SiteBuilder::new().page("a", "title = \"A\"\nheadles = true\n", "").create();
    assert_contains(&site.refused(), &["C0104", "did you mean `headless`?"]);
}

#[test]
fn missing_pages_and_headings_and_cycles_are_errors_at_the_call() {
    let site = site("Text\n\n{{ include_page(\"legal/term/index.md\") }}\n");
    assert_contains(
        &site.refused(),
        &["C0405", "content/a.md:6:1", "did you mean `content/legal/terms/index.md`?"],
    );
    site.write("content/a.md", "+++\ntitle = \"A\"\n+++\n{{ include_page(\"/legal/terms/#fee\") }} {{ include_page(\"terms\") }} {{ include_page(\"/leagl/\") }}\n");
    let expected = [
        "content/legal/terms/index.md has no heading with the id `fee`",
        "did you mean `fees`?",
        "`terms` names no page",
        "did you mean `/legal/`?",
    ];
    assert_contains(&site.refused(), &expected);
    site.write("content/a.md", "+++\ntitle = \"A\"\n+++\n{{ include_page(\"b.md\") }}\n");
    site.write("content/b.md", "+++\ntitle = \"B\"\n+++\n{{ include_page(\"c.md\") }}\n");
    site.write("content/c.md", "+++\ntitle = \"C\"\n+++\n{{ include_page(\"b.md\") }}\n");
    let printed = site.refused();
    let expected = [
        "C0405",
        "content/b.md includes itself: content/b.md → content/c.md → content/b.md",
        "content/c.md:4:1",
    ];
    assert_contains(&printed, &expected);
    site.write("content/c.md", "+++\ntitle = \"C\"\ndraft = true\n+++\nC\n");
    assert_contains(&site.refused(), &["content/b.md:4:1", "is a draft"]);
}

#[test]
fn broken_links_of_an_included_page_are_reported_once_in_its_file() {
    let site = site("{{ include_page(\"b.md\") }}\n\n{{ nothing() }}\n");
    site.write("pages/shortcodes.html", "{% macro x() %}{% endmacro %}");
    site.write("content/b.md", "+++\ntitle = \"B\"\n+++\n[x](/nowhere/)\n\n{{ y() }}\n");
    let printed = site.refused();
    assert_contains(&printed, &["content/b.md:4:1", "content/b.md:6:1", "content/a.md:6:1"]);
    assert_eq!(printed.matches("C0204").count(), 1, "{printed}");
    assert_eq!(printed.matches("shortcode `y`").count(), 1, "{printed}");
}

#[test]
fn an_edit_of_an_included_page_renders_the_pages_that_include_it() {
    let site = site("{{ include_page(\"b.md#one\") }}\n");
    site.write(
        "content/b.md",
        "+++\ntitle = \"B\"\nheadless = true\n+++\n## One\n\n{{ include_page(\"c.md\") }}\n",
    );
    site.write("content/c.md", "+++\ntitle = \"C\"\n+++\nFirst.\n");
    site.write("pages/slices/s.html", "{{ include_page(\"/c/\") }}");
    site.write("pages/shell.html", "{{ main }}{{ slice(\"s\") }}");
    site.build();
    for text in ["Second.", "Third."] {
        site.write("content/c.md", &format!("+++\ntitle = \"C\"\n+++\n{text}\n"));
        site.build();
        let html = site.output("a/index.html");
        assert_eq!(html.matches(text).count(), 2, "{html}");
        site.same_as_clean();
    }
    site.write("content/b.md", "+++\ntitle = \"B\"\nheadless = true\n+++\n## One\n\nOther.\n");
    site.build();
    assert_contains(&site.output("a/index.html"), &["<p>Other.</p>"]);
    site.same_as_clean();
    site.write("content/b.md", "+++\ntitle = \"B\"\n+++\n## One\n\nOther.\n");
    site.build();
    assert!(site.has("b/index.html"));
    site.same_as_clean();
}

#[test]
fn links_of_summaries_into_included_texts_have_the_anchors_of_their_pages() {
    let mut site = SiteBuilder::bare()
        .page(
            "note",
            "title = \"Note\"\nheadless = true\n",
            "Prices without tax[^1]. [See the table](#table)\n\n## Table\nx\n\n[^1]: Since 2026.\n",
        )
        .page("index", "title = \"Home\"\n", "")
        .file(
            "pages/page.html",
            "{{ page.body }}{% for it in section(\"/posts/\") %}<div>{{ it.summary|markdown }}</div>{% endfor %}",
        );
    for name in ["a", "b"] {
        site = site.page(
            &format!("posts/{name}"),
            &format!("title = \"{name}\"\n"),
            "{{ include_page(\"../note.md\") }}\n\n<!-- more -->\n\nRest\n",
        );
    }
    let site = site.create();
    site.build();
    let list = site.output("index.html");
    for name in ["a", "b"] {
        assert_contains(
            &list,
            &[
                &format!("href=\"/posts/{name}/#note-fn-1\""),
                &format!("href=\"/posts/{name}/#note-table\""),
            ],
        );
        let page = site.output(&format!("posts/{name}/index.html"));
        assert_contains(&page, &["id=\"note-fn-1\"", "id=\"note-table\""]);
    }
}

#[test]
fn a_text_in_another_language_than_the_text_around_it_has_its_language() {
    let call = "{{ include_page(\"legal.md\") }}\n";
    let site = SiteBuilder::bare()
        .settings(
            "[languages.en]\nlabel = \"English\"\n[languages.ar]\nlabel = \"العربية\"\nuntranslated = \"show\"\n",
        )
        .page("index", "title = \"Home\"\n", "")
        .page("legal", "title = \"Legal\"\n", "EN\n")
        .page("legal.ar", "title = \"Legal\"\n", "AR\n")
        .page("rules", "title = \"Rules\"\n", "Rules\n")
        .page("shop", "title = \"Shop\"\n", call)
        .page("cart", "title = \"Cart\"\n", "Cart\n")
        .page("cart.ar", "title = \"Cart\"\n", "{{ include_page(\"rules.md\") }}\n")
        .file("pages/page.html", "{{ page.body }}{{ include_page(\"/rules/\") }}")
        .create();
    site.build();
    let english = "<div lang=\"en\" dir=\"ltr\">\n<p>Rules</p>\n</div>";
    assert!(
        !site.output("shop/index.html").contains("lang="),
        "{}",
        site.output("shop/index.html")
    );
    // The copy in the other language has the English text of the page, and in it the translation of the other text.
    assert_contains(
        &site.output("ar/shop/index.html"),
        &["<div lang=\"ar\" dir=\"rtl\">\n<p>AR</p>\n</div>", english],
    );
    assert_eq!(site.output("ar/cart/index.html").matches(english).count(), 2);
    site.same_as_clean();
}
