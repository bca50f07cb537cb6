//! Render hooks: the templates in pages/markup/, which render elements of Markdown.

use crate::common::{Site, SiteBuilder, assert_contains};

/// A site with a text and a template of an element.
fn site(element: &str, template: &str, text: &str) -> Site {
    SiteBuilder::new()
        .file(&format!("pages/markup/{element}.html"), template)
        .page("a", "title = \"A\"\n", text)
        .create()
}

/// The main part of the page with the text.
fn rendered(element: &str, template: &str, text: &str) -> String {
    let site = site(element, template, text);
    site.build();
    let html = site.output("a/index.html");
    html.trim().trim_start_matches("<main id='main'>").trim_end_matches("</main>").to_owned()
}

#[test]
fn links_are_rendered_without_the_white_space_of_the_template() {
    let template = "<a class=\"{{ page.title }}-{{ link.ordinal }}\" href=\"{{ link.url }}\"{% if link.title %} title=\"{{ link.title }}\"{% endif %}>{{ link.text }}|{{ link.plain_text }}</a>\n\n";
    let text = "An [*a* \\<b>](/ \"T & 'u'\"), <https://a.example/> https://b.example and <c@d.example>.[^1]\n\n[^1]: [n](/)\n";
    let html = rendered("link", template, text);
    let expected = [
        "<p>An <a class=\"A-0\" href=\"/\" title=\"T &amp; &#39;u&#39;\"><em>a</em> &lt;b&gt;|a &lt;b&gt;</a>, <a class=\"A-1\" href=\"https://a.example/\">",
        "</a> <a class=\"A-2\" href=\"https://b.example\">https://b.example|https://b.example</a> and <a class=\"A-3\" href=\"mailto:c@d.example\">c@d.example|c@d.example</a>.<sup",
        "<a class=\"A-4\" href=\"/\">n|n</a> <a class=\"footnote-backref\"",
    ];
    assert_contains(&html, &expected);
}

#[test]
fn headings_have_their_ids_and_links_in_them_their_own_template() {
    let site = SiteBuilder::new()
        .settings("[markdown]\nheading_ids = \"github\"\n")
        .file("pages/markup/heading.html", "<h{{ heading.level }} id=\"{{ heading.id }}\" data-n=\"{{ heading.plain_text }}\"{% if heading.attributes.class %} class=\"{{ heading.attributes.class }}\"{% endif %}>{{ heading.text }}</h{{ heading.level }}>")
        .file("pages/markup/link.html", "[{{ link.text }}]")
        .file("pages/page.html", "{{ page.body }}{% for it in page.toc %}<i>{{ it.id }} {{ it.text }}</i>{% endfor %}")
        .page("a", "title = \"A\"\n", "## One [two](/) `&` {.x}\n\nText\n\n## One\n\nSetext\n---\n")
        .create();
    site.build();
    assert_eq!(
        site.output("a/index.html").trim(),
        "<main id='main'><h2 id=\"one-two-\" data-n=\"One two &amp;\" class=\"x\">One [two] <code>&amp;</code></h2>\n<p>Text</p>\n\
         <h2 id=\"one\" data-n=\"One\">One</h2>\n<h2 id=\"setext\" data-n=\"Setext\">Setext</h2>\n\
         <i>one-two- One two &amp;</i><i>one One</i><i>setext Setext</i></main>"
    );
}

#[test]
fn an_image_alone_in_its_paragraph_is_a_block_with_its_dimensions() {
    let template = "{% if image.is_block %}<figure>{{ image.html }}<figcaption>{{ image.title }}</figcaption></figure>{% else %}<img src=\"{{ image.url }}\" alt=\"{{ image.alt }}\" width={{ image.width }} height={{ image.height }}>{% endif %}";
    let site = SiteBuilder::new()
        .file("pages/markup/image.html", template)
        .file("content/posts/pic.svg", "<svg viewBox=\"0 0 3 4\">")
        .page(
            "posts/a",
            "title = \"A\"\n",
            "![One](pic.svg \"Cap\")\n\nText ![Two](/posts/pic.svg) end\n\n- ![Three](pic.svg)\n",
        )
        .create();
    site.build();
    assert_contains(
        &site.output("posts/a/index.html"),
        &[
            "<main id='main'><figure><img src=\"/posts/pic.svg\" alt=\"One\" title=\"Cap\" width=\"3\" height=\"4\" decoding=\"async\"><figcaption>Cap</figcaption></figure>\n\
           <p>Text <img src=\"/posts/pic.svg\" alt=\"Two\" width=3 height=4> end</p>\n<ul>\n<li><img src=\"/posts/pic.svg\" alt=\"Three\" width=3 height=4></li>\n</ul>",
        ],
    );
    assert!(site.has("posts/pic.svg"));
}

#[test]
fn code_has_its_language_title_text_and_html() {
    let template = "<div data-l=\"{{ code.language }}\" data-t=\"{{ code.title }}\" data-i=\"{{ code.info }}\" data-p=\"{{ code.plain_text }}\">{{ code.html }}</div>";
    let html =
        rendered("code", template, "```rust title=\"a b\"\nlet a = \"<\";\n```\n\n    indented\n");
    assert_contains(
        &html,
        &[
            "<div data-l=\"rust\" data-t=\"a b\" data-i=\"rust title=&quot;a b&quot;\" data-p=\"let a = &quot;&lt;&quot;;\n\"><pre><code class=\"language-rust\">let a = \"&lt;\";\n</code></pre></div>\n",
            "<div data-l=\"\" data-t=\"\" data-i=\"\" data-p=\"indented\n\"><pre><code>indented\n</code></pre></div>",
        ],
    );
}

#[cfg(feature = "highlight")]
#[test]
fn code_has_the_html_of_its_tokens() {
    let site = SiteBuilder::new()
        .settings("[markdown]\nhighlight = true\n")
        .file("pages/markup/code.html", "<pre><code>{{ code.text }}</code></pre>")
        .page("a", "title = \"A\"\n", "```rust\nlet a = 1;\n```\n")
        .create();
    site.build();
    let expected = "<main id='main'><pre><code><span class=\"hl-keyword\">let</span>";
    assert_contains(&site.output("a/index.html"), &[expected]);
}

#[test]
fn callouts_and_tables_have_their_content() {
    let template = "<aside class=\"{{ callout.kind }}\"{% if callout.is_foldable %} data-open=\"{{ callout.is_open|int }}\"{% endif %}>{{ callout.title or callout.label }}: {{ callout.text }}</aside>";
    let text =
        "> [!NOTE]\n> Text *a*.\n\n> [!TIP]- Own `t`\n> > [!WARNING]\n> > Inner.\n>\n> End.\n";
    assert_eq!(
        rendered("callout", template, text),
        "<aside class=\"note\">Note: <p>Text <em>a</em>.</p></aside>\n\
         <aside class=\"tip\" data-open=\"0\">Own <code>t</code>: <aside class=\"warning\">Warning: <p>Inner.</p></aside>\n<p>End.</p></aside>"
    );
    let html =
        rendered("table", "<figure>{{ table.html }}</figure>", "# H\n\n|a|\n|-|\n|1|\n\nEnd\n");
    assert_contains(
        &html,
        &["<figure><div class=\"table-scroll\" ", "</table>\n</div></figure>\n<p>End</p>"],
    );
}

#[test]
fn the_notes_of_a_text_are_one_element() {
    let template = "<aside><h2>Notes: {{ footnotes.count }}</h2>{{ footnotes.text }}</aside>";
    let text = "A[^b] and[^a]\n\n[^a]: Second `c`\n\n[^b]: First\n\nEnd\n";
    let html = rendered("footnotes", template, text);
    assert_contains(
        &html,
        &[
            "<p>End</p>\n<aside><h2>Notes: 2</h2>",
            "<div class=\"footnote-definition\" id=\"fn-1\"><sup class=\"footnote-definition-label\">1</sup>\n<p>First <a class=\"footnote-backref\"",
            "<p>Second <code>c</code> <a",
        ],
    );
    assert!(html.ends_with("</div>\n</aside>") && !html.contains("<section"), "{html}");
    assert_eq!(rendered("footnotes", template, "A[^1]\n\nEnd\n"), "<p>A[^1]</p>\n<p>End</p>");
}

#[test]
fn summaries_and_texts_of_data_use_the_templates() {
    let site = SiteBuilder::new()
        .file("pages/markup/link.html", "{{ page.title }}[{{ link.url }}]{{ \"[x](/)\"|markdown(inline=true) }}")
        .file("content/data/notes.toml", "text = \"[N](/a/)\"\n")
        .file("pages/list.html", "{{ data.notes.text|markdown(inline=true) }} {% for it in children(page.path) %}{{ it.summary|markdown(inline=true) }}{% endfor %}")
        .file("content/index.md", "+++\ntitle = \"Home\"\ntemplate = \"list\"\n+++\n")
        .page("a", "title = \"A\"\n", "[S](.)\n\n<!-- more -->\n")
        .create();
    site.build();
    // The Markdown of the template itself has the default HTML.
    let inner = "<a href=\"/\">x</a>";
    let expected = format!("Home[/a/]{inner} A[/a/]{inner}");
    assert_contains(&site.output("index.html"), &[&expected]);
}

#[test]
fn links_in_elements_are_checked_in_the_text_and_those_of_templates_in_the_template() {
    let site =
        site("link", "<a href=\"{{ link.url }}\">{{ link.text }}</a>", "Text\n\n[a](/nowhere/)\n");
    assert_contains(&site.refused(), &["C0204", "content/a.md:6:1", "/nowhere/"]);
    site.write("content/a.md", "+++\ntitle = \"A\"\n+++\n[a](/)\n");
    site.write("pages/markup/link.html", "{{ link.html }}<a href=\"/missing/\">icon</a>");
    assert_contains(&site.refused(), &["C0204", "pages/markup/link.html:1", "/missing/"]);
}

#[test]
fn an_error_has_its_location_in_the_template_and_in_the_text() {
    let site = site("link", "\n{{ link.urll }}", "Text\n\n[a](/) [b](/)\n");
    site.write("content/b.md", "+++\ntitle = \"B\"\n+++\n[b](/)\n");
    let printed = site.refused();
    assert_contains(
        &printed,
        &["C0403", "pages/markup/link.html:2:4", "link at content/a.md:6", "1 other page"],
    );
    assert_eq!(printed.matches("C0403").count(), 1, "{printed}");
    site.write("pages/markup/link.html", "{{ link.url");
    assert_contains(&site.refused(), &["C0402", "pages/markup/link.html:1"]);
}

#[test]
fn other_names_below_the_folder_are_reported_with_the_name_that_was_meant() {
    let site = site("links", "x", "[a](/)\n");
    site.write("pages/markup/render-heading.html", "x");
    site.write("pages/markup/icons.html", "x");
    let printed = site.build();
    let expected = [
        "C0214",
        "pages/markup/links.html",
        "did you mean `link.html`?",
        "did you mean `heading.html`?",
        "move other templates out of pages/markup/",
    ];
    assert_contains(&printed, &expected);
    assert_contains(&site.output("a/index.html"), &["<a href=\"/\">a</a>"]);
    // A build that changes nothing reports the same.
    assert_contains(&site.build(), &expected);
    for name in ["links", "render-heading", "icons"] {
        site.remove(&format!("pages/markup/{name}.html"));
    }
    assert!(!site.build().contains("C0214"));
}

#[test]
fn edits_of_the_templates_and_of_what_they_read_render_the_pages_again() {
    let site = SiteBuilder::new()
        .settings("[[feeds]]\npath = \"/feed.xml\"\nformat = \"atom\"\ncontent = \"full\"\nsection = \"/\"\n")
        .page("a", "title = \"A\"\ndate = 2026-01-01\n", "[a](/)\n")
        .create();
    site.build();
    for (template, expected) in [("<b>{{ link.text }}</b>", "<b>a</b>"), ("{{ data.x.y }}", "z")] {
        site.write("content/data/x.toml", "y = \"z\"\n");
        site.write("pages/markup/link.html", template);
        site.build();
        assert_contains(&site.output("a/index.html"), &[expected]);
        assert!(!site.output("feed.xml").contains("href=&quot;/&quot;"));
        site.same_as_clean();
    }
    site.write("content/data/x.toml", "y = \"new\"\n");
    site.build();
    assert_contains(&site.output("a/index.html"), &["new"]);
    site.remove("pages/markup/link.html");
    site.build();
    assert_contains(&site.output("a/index.html"), &["<a href=\"/\">a</a>"]);
    site.same_as_clean();
}

#[test]
fn a_template_of_headings_links_to_the_page_of_a_summary() {
    let template = "<h{{ heading.level }} id=\"{{ heading.id }}\"><a href=\"#{{ heading.id }}\">{{ heading.text }}</a></h{{ heading.level }}>";
    let site = SiteBuilder::bare()
        .file("pages/markup/heading.html", template)
        .file("pages/page.html", "{{ page.body }}{% for it in section(\"/posts/\") %}<div>{{ it.summary|markdown }}</div>{% endfor %}")
        .page("index", "title = \"Home\"\n", "")
        .page("posts/a", "title = \"A\"\n", "## Why\n\n## Why\n\n## Node.js & you\n\nIntro\n\n<!-- more -->\n\nRest\n")
        .create();
    site.build();
    assert_contains(
        &site.output("index.html"),
        &[
            "<h2><a href=\"/posts/a/#why\">Why</a></h2>",
            "<h2><a href=\"/posts/a/#why-2\">",
            "<h2><a href=\"/posts/a/#node-js-you\">Node.js &amp; you</a></h2>",
        ],
    );
    assert!(!site.output("index.html").contains("<span></span>"));
    assert_contains(&site.output("posts/a/index.html"), &["<span id=\"nodejs--you\"></span>"]);
    assert_contains(&site.output("posts/a/index.html"), &["id=\"why\"", "id=\"why-2\""]);
}
