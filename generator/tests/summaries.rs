//! `page.summary` in lists: the end of a summary, and changes that render the lists again.

use crate::common::{Site, SiteBuilder, assert_contains};

/// A site whose home page lists the title, the summary and the extra values of every page below `/info/`.
fn site() -> Site {
    SiteBuilder::new()
        .file(
        "pages/page.html",
        "{% if page.path == \"/\" %}{% for it in section(\"/info/\") %}[{{ it.title }}|{{ it.summary }}|{{ it.extra }}]{% endfor %}\
         {% else %}{{ page.body }}{% endif %}",
    )
    .file("pages/shell.html", "{{ main }}")
    .create()
}

#[test]
fn a_list_is_rendered_again_when_text_moves_from_the_summary_to_the_title() {
    let site = site();
    site.write("content/info/a.md", "# A\n\nB\n\n<!-- more -->\n\nRest\n");
    site.build();
    assert_eq!(site.output("index.html"), "[A|B|{}]\n");
    site.write("content/info/a.md", "# AB\n\nRest\n");
    site.build();
    assert_eq!(site.output("index.html"), "[AB||{}]\n");
    site.same_as_clean();
}

#[test]
fn a_list_is_rendered_again_when_an_empty_summary_is_removed() {
    let site = site();
    let page = |text: &str| {
        site.write(
            "content/info/a.md",
            &format!("+++\ntitle = \"A\"\ndescription = \"D\"\n+++\n{text}"),
        );
    };
    page("<!-- more -->\n\nRest\n");
    site.build();
    assert_eq!(site.output("index.html"), "[A||{}]\n");
    page("\nRest\n");
    site.build();
    assert_eq!(site.output("index.html"), "[A|D|{}]\n");
    site.same_as_clean();
}

#[test]
fn a_marker_inside_of_a_shortcode_ends_no_summary() {
    let site = site();
    site.write(
        "pages/shortcodes.html",
        "{% macro note() %}<aside>{{ caller() }}</aside>{% endmacro %}",
    );
    let page = |text: &str| {
        site.write(
            "content/info/a.md",
            &format!("+++\ntitle = \"A\"\ndescription = \"D\"\n+++\n{text}"),
        );
        site.build();
        site.output("index.html")
    };
    let inside = "{% note() %}\nIntro\n\n<!-- more -->\n\nRest\n{% end %}\n";
    assert_eq!(page(inside), "[A|D|{}]\n");
    assert_contains(&site.output("info/a/index.html"), &["<aside>", "Intro", "Rest"]);
    assert_eq!(page(&format!("One\n\n<!-- more -->\n\n{inside}")), "[A|One|{}]\n");
}

#[test]
fn a_list_is_rendered_again_when_a_cascaded_key_with_a_dot_becomes_a_table() {
    let site = site();
    let cascade = |extra: &str| {
        site.write(
            "content/info/index.md",
            &format!("+++\ntitle = \"I\"\n[cascade.extra]\n{extra}\n+++\n"),
        );
    };
    site.write("content/info/a.md", "+++\ntitle = \"A\"\n+++\n");
    cascade("\"b.c\" = 1");
    site.build();
    assert_eq!(site.output("index.html"), "[A||{&#x27;b.c&#x27;: 1}]\n");
    cascade("b.c = 1");
    site.build();
    assert_eq!(site.output("index.html"), "[A||{&#x27;b&#x27;: {&#x27;c&#x27;: 1}}]\n");
    site.same_as_clean();
}

/// Returns the summary that the list shows, or `none` if the text has no marker.
fn summary(text: &str) -> String {
    let site = SiteBuilder::new()
        .file("pages/shell.html", "{{ main|safe }}")
        .file(
            "pages/page.html",
            "{% for it in section(\"/info/\") %}{{ it.summary|safe }}{% endfor %}",
        )
        .page("info/a", "title = \"A\"\ndescription = \"none\"\n", text)
        .create();
    site.build();
    site.output("index.html").trim_end().to_owned()
}

#[test]
fn a_marker_in_a_code_sample_does_not_end_the_summary() {
    assert_eq!(summary("```text\n~~~\n```\n\n<!-- more -->\n"), "```text\n~~~\n```");
    assert_eq!(summary("````md\n```\n<!-- more -->\n````\n\nText\n"), "none");
}

/// A blog whose home page shows summaries with the filter `markdown`.
fn blog(summary: &str, rest: &str) -> Site {
    let image = |width: u32| {
        format!("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"10\"/>")
    };
    SiteBuilder::new()
        .file("pages/shell.html", "{{ main }}")
        .file(
            "pages/page.html",
            "{{ page.body }}{% if page.path == \"/\" %}{% for it in section(\"/posts/\") %}{{ it.summary|markdown }}{% endfor %}{% endif %}",
        )
        .page("about", "title = \"Root\"\n", "")
        .page("posts/about", "title = \"About\"\n", "")
        .page("posts/index", "title = \"Posts\"\n", "")
        .file("content/cover.svg", &image(10))
        .file("content/posts/cover.svg", &image(77))
        .page(
            "posts/trip",
            "title = \"Trip\"\n",
            &format!("{summary}\n\n<!-- more -->\n{rest}"),
        )
        .create()
}

#[test]
fn a_summary_has_the_targets_of_its_page() {
    let site = blog(
        "See [about](about.md), ![cover](cover.svg), [guide][g], note[^1], [below](#later), [up](../about/).\n\n## Intro",
        "Rest[^1].\n\n## Later\n\n[g]: /posts/\n[^1]: A note.\n",
    );
    site.build();
    let html = site.output("index.html");
    assert_contains(
        &html,
        &[
            "<a href=\"/posts/about/\">about</a>",
            "src=\"/posts/cover.svg\" alt=\"cover\" width=\"77\"",
            "<a href=\"/posts/\">guide</a>",
            "<sup class=\"footnote-reference\"><a href=\"/posts/trip/#fn-1\" role=\"doc-noteref\">1</a></sup>",
            "<a href=\"/posts/trip/#later\">below</a>",
            "<a href=\"/posts/about/\">up</a>",
            "<h2>Intro</h2>",
        ],
    );
    assert!(!html.contains("A note."), "{html}");
    site.same_as_clean();
    // A summary depends on everything that it shows.
    site.write(
        "content/posts/cover.svg",
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"5\" height=\"5\"/>",
    );
    site.append("content/posts/trip.md", "\nMore.\n");
    site.build();
    assert_contains(&site.output("index.html"), &["alt=\"cover\" width=\"5\""]);
    site.write(
        "content/posts/trip.md",
        &site.read("content/posts/trip.md").replace("[g]: /posts/", "[g]: /about/"),
    );
    site.build();
    assert_contains(&site.output("index.html"), &["<a href=\"/about/\">guide</a>"]);
    site.same_as_clean();
}

#[test]
fn a_broken_link_in_a_summary_is_reported_at_the_summary() {
    for link in ["[a](gone.md)", "[a](/gone/)", "[a](#gone)", "![a](gone.png)", "[a](../gone/)"] {
        let message = blog(&format!("Text {link}."), "").refused();
        assert_contains(&message, &["content/posts/trip.md:4:6"]);
        assert!(!message.contains("pages/page.html"), "{message}");
        assert_eq!(message.matches("error[").count(), 1, "{message}");
    }
}

/// A summary with remarks of its writer, a shortcode and ids.
const REMARKS: &str = "\
## Intro {#intro}

Press <kbd>Ctrl</kbd> {{ badge(\"new\") }} <!-- secret --> `<!-- sample -->`.

<!-- secret

secret -->

- item <!-- secret -->
  <!-- secret
  secret -->

> <!-- secret
> secret -->
> quote

{% note() %}
*text*[^1] {{ badge(\"in\") }}
{% end %}

<a name=\"old\"></a><input id=\"field\"><label for=\"field\">L</label>

<!-- more or less -->";

#[test]
fn a_summary_is_rendered_as_on_its_page() {
    let site = blog(REMARKS, "[^1]: A note.\n");
    site.write(
        "pages/shortcodes.html",
        "{% macro badge(t) %}<b id=\"badge\">{{ t }}</b>{% endmacro %}{% macro note() %}<aside>{{ caller() }}</aside>{% endmacro %}",
    );
    let page = site.read("pages/page.html");
    site.write("pages/page.html", &format!("{page}{{{{ (section(\"/posts/\")|first).path }}}}"));
    site.build();
    let html = site.output("index.html");
    assert_contains(
        &html,
        &[
            "<h2>Intro</h2>\n<p>Press <kbd>Ctrl</kbd> <b>new</b>  <code>&lt;!-- sample --&gt;</code>.</p>",
            "<ul>\n<li>item </li>\n</ul>\n<blockquote>\n<p>quote</p>\n</blockquote>",
            "<aside>\n<p><em>text</em><sup class=\"footnote-reference\"><a href=\"/posts/trip/#fn-1\" role=\"doc-noteref\">1</a></sup> <b>in</b></p>\n</aside>",
            "<a></a><input id=\"posts-trip-field\"><label for=\"posts-trip-field\">L</label>",
        ],
    );
    assert!(!html.contains("secret") && !html.contains("{{") && !html.contains("more"), "{html}");
    site.same_as_clean();

    // A changed macro is seen in the summaries that call it.
    site.write(
        "pages/shortcodes.html",
        "{% macro badge(t) %}<i>{{ t }}</i>{% endmacro %}{% macro note() %}{{ caller() }}{% endmacro %}",
    );
    site.build();
    assert_contains(&site.output("index.html"), &["<i>new</i>", "<i>in</i>"]);
    site.same_as_clean();
}

#[test]
fn a_page_shows_a_summary_twice_without_equal_ids() {
    let site = blog(REMARKS, "[^1]: A note.\n");
    site.write(
        "pages/shortcodes.html",
        "{% macro badge(t) %}<b id=\"badge\">{{ t }}</b>{% endmacro %}{% macro note() %}<aside>{{ caller() }}</aside>{% endmacro %}",
    );
    site.write(
        "pages/page.html",
        "{% for it in section(\"/posts/\") %}{{ it.summary|markdown }}{{ it.summary|markdown }}{% endfor %}",
    );
    let message = site.build();
    assert!(!message.contains("C0222") && !message.contains("warning"), "{message}");
    assert_contains(
        &site.output("index.html"),
        &["id=\"posts-trip-field\"", "id=\"posts-trip-2-field\""],
    );
}

#[test]
fn the_value_of_a_summary_has_no_remarks_and_no_calls() {
    let text = "One {{ x(\"a\") }} two <!-- b -->.\n\n{% y() %}\nthree\n{% end %}\n\n`{{ z() }}`\n\n<!-- c\n\nc -->\n\n<!-- more -->\n";
    let site = SiteBuilder::new()
        .file("pages/shell.html", "{{ main }}")
        .file(
            "pages/shortcodes.html",
            "{% macro x(a) %}{% endmacro %}{% macro y() %}{{ caller() }}{% endmacro %}",
        )
        .file(
            "pages/page.html",
            "{% for it in section(\"/info/\") %}{{ it.summary|safe }}{% endfor %}",
        )
        .page("info/a", "title = \"A\"\n", text)
        .create();
    site.build();
    let html = site.output("index.html");
    let words: Vec<&str> = html.split_whitespace().collect();
    assert_eq!(words, ["One", "two", ".", "three", "`{{", "z()", "}}`"]);
}

#[test]
fn an_error_in_a_shortcode_of_a_summary_is_reported_at_the_summary() {
    for text in ["Text {{ gone() }}.", "Text {{ badge() }}.", "Text {{ badge(\"a\", \"b\") }}."] {
        let site = blog(text, "");
        site.write("pages/shortcodes.html", "{% macro badge(t) %}{{ t.a.b }}{% endmacro %}");
        let message = site.refused();
        assert_contains(&message, &["content/posts/trip.md"]);
        assert_eq!(message.matches("error[").count(), 1, "{message}");
    }
}

#[test]
fn a_text_cannot_show_its_own_summary() {
    let site = blog("{{ latest() }}", "");
    site.write(
        "pages/shortcodes.html",
        "{% macro latest() %}{% for it in section(\"/posts/\") %}{{ it.summary|markdown }}{% endfor %}{% endmacro %}",
    );
    assert_contains(&site.refused(), &["content/posts/trip.md shows its own summary"]);
}

#[test]
fn a_comment_in_the_value_of_an_attribute_is_text() {
    let site = SiteBuilder::new()
        .file(
            "pages/page.html",
            "{% for it in section(\"/info/\") %}{{ it.summary|markdown(html=true) }}{% endfor %}",
        )
        .file("pages/shell.html", "{{ main }}")
        .file(
            "content/info/a.md",
            "# A\n\n<b title=\"<!-- b -->\">c</b> d<!-- e -->\n\n<p\n title='<!-- f -->'><!-- g --></p>\n\n<!-- more -->\n\nRest\n",
        )
        .create();
    site.build();
    let expected = "<p><b title=\"<!-- b -->\">c</b> d</p>\n<p\n title='<!-- f -->'></p>";
    assert_contains(&site.output("index.html"), &[expected]);
}
