//! The filter `markdown`, which renders text of data files and front matter like pages.

use crate::common::{Site, SiteBuilder, assert_contains, assert_diagnostics};

/// A site with this page template and a data file with this `answer`.
fn site(template: &str, answer: &str) -> Site {
    SiteBuilder::new()
        .file("pages/shell.html", "{{ main }}")
        .file("pages/page.html", template)
        .file("content/data/faq.toml", &format!("answer = '''\n{answer}'''\n"))
        .create()
}

#[test]
fn text_of_data_files_is_rendered_like_pages() {
    let site = site(
        "{{ data.faq.answer|markdown }}",
        "See *[all](/info/faq.md#who)*.\n\n![dice](/a.svg)\n\n| a |\n|:-:|\n| 1 |\n",
    );
    site.write("static/a.svg", "<svg viewBox=\"0 0 30 20\"></svg>");
    site.write("content/info/faq.md", "+++\ntitle = \"FAQ\"\ntemplate = \"faq\"\n+++\n## Who\n");
    site.write("pages/faq.html", "{{ page.body }}");
    site.build();
    assert_contains(
        &site.output("index.html"),
        &[
            "<p>See <em><a href=\"/info/faq/#who\">all</a></em>.</p>",
            "<img src=\"/a.svg\" alt=\"dice\" width=\"30\" height=\"20\"",
            "<th class=\"align-center\">a</th>",
        ],
    );
    // Links and images are recorded as dependencies: the page gets another path and the image other dimensions.
    site.write(
        "content/info/faq.md",
        "+++\ntitle = \"FAQ\"\npath = \"/faq/\"\ntemplate = \"faq\"\n+++\n## Who\n",
    );
    site.write("static/a.svg", "<svg viewBox=\"0 0 60 20\"></svg>");
    site.build();
    assert_contains(&site.output("index.html"), &["href=\"/faq/#who\"", "width=\"60\""]);
    site.same_as_clean();
}

#[test]
fn links_get_the_base_path_and_broken_links_are_reported_in_the_data_file() {
    let site = site("{{ data.faq.answer|markdown }}", "[a](/)\n");
    site.write("site.toml", "name = \"Site\"\nbase_url = \"https://example.com/docs\"\n");
    site.build();
    assert_eq!(site.output("index.html"), "<p><a href=\"/docs/\">a</a></p>\n");
    site.write("content/data/faq.toml", "answer = \"\"\"\nOne.\n\n[a](/gone/)\n\"\"\"\n");
    assert_diagnostics!(site.refused());
}

#[test]
fn html_in_data_is_escaped_unless_the_template_allows_it() {
    let answer = "A <b onclick=\"x()\">b</b> [c](javascript:x()) <javascript:y()> [d](/)\n\n<div>\n*e*\n</div>\n";
    let escaped = site("{{ data.faq.answer|markdown }}", answer);
    escaped.build();
    assert_eq!(
        escaped.output("index.html"),
        "<p>A &lt;b onclick=\"x()\"&gt;b&lt;/b&gt; c javascript:y() <a href=\"/\">d</a></p>\n\
         <p>&lt;div&gt;\n*e*\n&lt;/div&gt;\n</p>\n"
    );
    let allowed = site("{{ data.faq.answer|markdown(html=true) }}", "A <b>b</b>\n");
    allowed.build();
    assert_eq!(allowed.output("index.html"), "<p>A <b>b</b></p>\n");
}

#[test]
fn a_single_paragraph_can_be_rendered_inline() {
    let site = site("<li>{{ data.faq.answer|markdown(inline=true) }}</li>", "Some *words*\n");
    site.build();
    assert_eq!(site.output("index.html"), "<li>Some <em>words</em></li>\n");
    site.write("content/data/faq.toml", "answer = \"a\\n\\nb\"\n");
    site.build();
    assert_eq!(site.output("index.html"), "<li><p>a</p>\n<p>b</p>\n</li>\n");
}

#[test]
fn an_inline_text_of_several_blocks_keeps_them() {
    let site = SiteBuilder::new()
        .settings("[markdown]\nattributes = true\n")
        .file("pages/shell.html", "{{ main }}")
        .file("pages/page.html", "{{ page.extra.a|markdown(inline=true, html=true) }}")
        .create();
    for (text, expected) in [
        ("a\n\nb\n{.x}", "<p>a</p>\n<p class=\"x\">b</p>"),
        ("a\n{.x}\n\nb", "<p class=\"x\">a</p>\n<p>b</p>"),
        ("*a*\n{.x}", "<span class=\"x\"><em>a</em></span>"),
        ("a\n\n- b\n\nc", "<p>a</p>\n<ul>\n<li>b</li>\n</ul>\n<p>c</p>"),
        ("<pre>a</pre>", "<pre>a</pre>"),
        ("a <!-- b --> c", "a  c"),
    ] {
        let front = format!("title = \"T\"\n[extra]\na = {}\n", serde_json::json!(text));
        site.write("content/index.md", &format!("+++\n{front}+++\n"));
        site.build();
        assert_eq!(site.output("index.html").trim_end(), expected, "{text}");
    }
}

#[test]
fn comments_are_left_out_of_texts_of_data() {
    let answer = "a <!-- x --> b\n\n<!-- y\n\ny -->\n\n- c\n  <!-- z -->\n\n`<!-- d -->`\n";
    for template in ["{{ data.faq.answer|markdown }}", "{{ data.faq.answer|markdown(html=true) }}"]
    {
        let site = site(template, answer);
        site.build();
        let html = site.output("index.html");
        assert_contains(&html, &["<p>a  b</p>\n<ul>\n<li>c</li>\n</ul>", "&lt;!-- d --&gt;"]);
        assert!(!html.contains('x') && !html.contains('y') && !html.contains('z'), "{html}");
    }
}

#[test]
fn headings_of_texts_around_a_summary_have_unique_anchors() {
    let site = site(
        "{% for it in section(\"/posts/\") %}{{ \"## Who\"|markdown }}{{ it.summary|markdown }}{{ \"## Who\"|markdown }}{% endfor %}",
        "",
    );
    site.write("pages/shell.html", "{{ main }}{{ \"## Who\"|markdown }}");
    site.write("pages/post.html", "{{ page.body }}");
    site.write(
        "content/posts/a.md",
        "+++\ntitle = \"A\"\ntemplate = \"post\"\n+++\n## Who\n\n<!-- more -->\n",
    );
    site.build();
    let headings = "<h2 id=\"who\">Who</h2>\n<h2>Who</h2>\n<h2 id=\"who-2\">Who</h2>";
    assert_contains(&site.output("index.html"), &[headings, "<h2 id=\"who-3\">"]);
}

#[test]
fn headings_of_several_texts_have_unique_anchors() {
    let site = site(
        "{{ page.body }}{{ data.faq.answer|markdown }}{{ data.faq.answer|markdown }}",
        "## Who\n",
    );
    site.append("content/index.md", "## Who\n\n[second](#who-2) [third](#who-3)\n");
    site.build();
    assert_contains(
        &site.output("index.html"),
        &["<h2 id=\"who\">", "<h2 id=\"who-2\">", "<h2 id=\"who-3\">"],
    );
}

#[test]
fn the_filter_accepts_text_of_front_matter_and_rejects_other_values() {
    let site = site("{{ page.extra.note|markdown }}", "");
    site.write("content/index.md", "+++\ntitle = \"Home\"\n[extra]\nnote = \"a *b*\"\n+++\n");
    site.write("pages/files/note.json", "{\"html\": {{ \"a *b*\"|markdown }}}");
    site.build();
    assert_eq!(site.output("index.html"), "<p>a <em>b</em></p>\n");
    let json: serde_json::Value = serde_json::from_str(&site.output("note.json")).unwrap();
    assert_eq!(json["html"], "<p>a <em>b</em></p>\n");
    site.write("content/index.md", "+++\ntitle = \"Home\"\n[extra]\nnote = 3\n+++\n");
    assert_diagnostics!(site.refused());
    site.write("content/index.md", "+++\ntitle = \"Home\"\n+++\n");
    assert_diagnostics!(site.refused());
}

#[test]
fn problems_of_texts_are_reported_in_data_and_front_matter() {
    let text = "Only {{ price(4.5) }}, {{< old >}} and {% note %}, text[^1] :smile:\\n\\n![](/x.svg)\\n\\n:::note\\nx\\n:::\\n\\n\
                [TOC]\\n\\n[^2]: unused\\n\\n## \\n\\n`{{ code }}` \\\\{{ shown }}\\n";
    let site = SiteBuilder::bare()
        .file("pages/shortcodes.html", "{% macro price(n) %}<b>{{ n }}</b>{% endmacro %}")
        .file("content/data/offer.json", &format!("{{\n  \"text\": \"{text}\"\n}}\n"))
        .file("static/x.svg", "<svg viewBox=\"0 0 30 20\"></svg>")
        .page("a", "title = \"A\"\n[extra]\nlead = \"Now {{ price(3) }}\"\n", "[TOC]\n")
        .page("b", "title = \"B\"\n", "")
        .file("pages/slices/offer.html", "{{ data.offer.text|markdown }}")
        .file(
            "pages/page.html",
            "{{ page.body }}{{ slice(\"offer\") }}\
             {% if page.extra.lead is defined %}{{ page.extra.lead|markdown }}{% endif %}",
        )
        .create();
    let output = site.build();
    for expected in [
        "warning[C0406]: a text of data or front matter calls no shortcodes",
        "{{ price(4.5) }}",
        "{{< old >}}",
        "{% note %}",
        "C0221]: there is no footnote with this label",
        "C0221]: this footnote is not published",
        "C0210]: this image has no alternative text",
        "C0223]: directives are shown as text",
        "C0223]: names of emoji are shown as text",
        "this heading has no text",
        "content/data/offer.json:2:",
        "content/a.md:4:13",
    ] {
        assert_contains(&output, &[expected]);
    }
    // Each text is reported once, although two pages show it, and the text of a page at its own location.
    assert_eq!(output.matches("directives are shown").count(), 1, "{output}");
    assert_contains(&output, &["content/a.md:6:1", "in 1 other page"]);
    assert!(!output.contains("{{ code }}` is") && !output.contains("{{ shown }}\n"), "{output}");

    // The warnings stay while nothing changes, and go with the text.
    assert_contains(&site.build(), &["directives are shown"]);
    site.write("content/data/offer.json", "{\n  \"text\": \"Fine\"\n}\n");
    site.write("content/a.md", "+++\ntitle = \"A\"\n+++\n");
    assert!(!site.build().contains("warning"), "{}", site.build());
    site.same_as_clean();
}
