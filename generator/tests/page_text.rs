//! Texts of pages: shortcodes and comments, footnotes, ids, syntax of other generators.

use crate::common::{Site, SiteBuilder, assert_contains, assert_diagnostics};

const MACROS: &str = "{% macro card(t) %}<!-- card -->\n<p>{{ t }}</p>\n{% endmacro %}\
    {% macro key() %}<kbd>{{ caller() }}</kbd>{% endmacro %}{% macro badge(t) %}<b>{{ t }}</b>{% endmacro %}\
    {% macro yt(id) %}<div>\n  <p>{{ id }}</p>\n</div>{% endmacro %}{% macro url(p) %}/{{ p }}/{% endmacro %}\
    {% macro broken() %}{{ nothing.at.all }}{% endmacro %}";

/// A site with these macros, and with a page `a` of this text.
fn site(text: &str) -> Site {
    SiteBuilder::new()
        .file("pages/shell.html", "<main>{{ main }}</main>")
        .file("pages/shortcodes.html", MACROS)
        .page("a", "title = \"A\"\n", text)
        .create()
}

/// The HTML of the page `a` of this text.
fn html(text: &str) -> String {
    let site = site(text);
    site.build();
    let html = site.output("a/index.html");
    html.trim().trim_start_matches("<main>").trim_end_matches("</main>").to_owned()
}

#[test]
fn shortcodes_in_comments_and_code_are_not_called() {
    for text in [
        "<!-- {{ card(\"Secret\") }} -->",
        "Seen.\n\n<!-- Off: {{ gone(\"x\") }} -->\n\nAlso seen.",
        "Seen <!-- {% gone() %}x{% end %} --> seen",
        "<!--\n{% key() %}\n\nx\n\n{% end %}\n-->",
        "<!-- {{ page.title }} {# x #} {{< x >}} -->",
        "<pre>\n{{ gone() }}\n\n{{ x }}\n</pre>",
        "A <code>{{ gone() }}</code> b",
        "<script>\nconst a = `{{ gone() }}`;\n</script>",
        "<style>\n.a::before { content: \"{{ x }}\" }\n</style>",
        "`{{ gone() }}`\n\n    {{ gone() }}\n\n~~~\n{{ gone() }}\n~~~",
    ] {
        let site = site(text);
        let message = site.build();
        assert!(!message.contains("C0406"), "{text}\n{message}");
        assert!(!site.output("a/index.html").contains("card -->"), "{text}");
    }
    assert_eq!(html("<!-- x --> {{ badge(\"y\") }}"), "<!-- x --> <b>y</b>");
}

#[test]
fn a_template_comment_in_markdown_is_reported() {
    assert_contains(
        &site("Text {# a remark #} text\n").build(),
        &["warning[C0406]", "content/a.md:4:6", "template comments are shown as text"],
    );
    assert!(!site("## A {#own}\n\n`{# x #}` \\{# x #}\n").build().contains("C0406"));
}

#[test]
fn a_shortcode_in_indented_code_is_reported() {
    for text in ["    {{ badge(\"x\") }}\n", "- a\n\n      {% key() %}\n      x\n      {% end %}\n"]
    {
        let message = site(&format!("Text\n\n{text}")).build();
        assert_contains(&message, &["warning[C0406]", "content/a.md:", "in indented code"]);
        assert_eq!(message.matches("C0406").count(), 1, "{message}");
    }
    // Code can show shortcodes of other sites.
    for text in [
        "    {{ gist(\"x\") }}\n",
        "```\n    {{ badge(\"x\") }}\n```\n",
        "    a {{ badge(\"x\") }}\n",
    ] {
        assert!(!site(text).build().contains("C0406"), "{text}");
    }
}

#[test]
fn a_shortcode_on_a_line_of_its_own_is_a_block() {
    let div = "<div>\n  <p>1</p>\n</div>\n";
    assert_eq!(html("Text\n{{ yt(id=\"1\") }}\nmore\n"), format!("<p>Text</p>\n{div}<p>more</p>"));
    assert_eq!(
        html("- a\n- b\n    {{ yt(id=\"1\") }}\n- c\n"),
        format!("<ul>\n<li>a</li>\n<li>b\n{div}</li>\n<li>c</li>\n</ul>")
    );
    assert_eq!(
        html("Press\n{% key() %}*Ctrl*{% end %}\n\nText {% key() %}C{% end %} text\n"),
        "<p>Press</p>\n<kbd><em>Ctrl</em></kbd>\n<p>Text <kbd>C</kbd> text</p>"
    );
}

#[test]
fn headings_keep_the_words_around_and_in_shortcodes() {
    let site = site(
        "## Press {% key() %}Ctrl{% end %} to stop\n\n## {{ badge(\"New\") }} in version 2\n\n## Before {{ badge(\"x\") }} after\n",
    );
    site.write(
        "pages/page.html",
        "{% for h in page.headings %}[{{ h.id }}|{{ h.text }}]{% endfor %}{{ page.body }}",
    );
    site.build();
    assert_contains(
        &site.output("a/index.html"),
        &[
            "[press-ctrl-to-stop|Press Ctrl to stop][new-in-version-2|New in version 2][before-x-after|Before x after]",
            "<h2 id=\"press-ctrl-to-stop\">Press <kbd>Ctrl</kbd> to stop</h2>",
        ],
    );
}

#[test]
fn shortcodes_work_in_link_targets() {
    assert_eq!(
        html(
            "[a]({{ url(\"a\") }}#b) [c][r] <{{ url(\"a\") }}>\n\n## B\n\n[r]: {{ url(\"a\") }}\n"
        ),
        "<p><a href=\"/a/#b\">a</a> <a href=\"/a/\">c</a> <a href=\"/a/\">/a/</a></p>\n<h2 id=\"b\">B</h2>"
    );
    assert_contains(
        &site("[a]({{ url(\"gone\") }})\n").refused(),
        &["C0204", "content/a.md:4:1", "/gone/ does not exist"],
    );
    assert_contains(&site("[a]({{ badge(\"b\") }})\n").refused(), &["C0406", "content/a.md:4:5"]);
    assert_eq!(
        html(
            "<a href=\"{{ url(\"a\") }}\">a</a>\n\n<div>\n<a href=\"{{ url(\"a\") }}\">a</a>\n</div>"
        ),
        "<p><a href=\"/a/\">a</a></p>\n<div>\n<a href=\"/a/\">a</a>\n</div>"
    );
}

#[test]
fn all_broken_shortcodes_of_a_page_are_reported() {
    assert_contains(
        &site("{% key() %}\nx\n\n{{ badge( }}\n\n{{ broken() }}\n").refused(),
        &["content/a.md:4:1", "never closed", "content/a.md:7:1", "is not closed", "nothing"],
    );
    let message = site("{{ broken() }}\n\n{{ broken() }}\n").refused();
    assert!(!message.contains("other page"), "{message}");
}

#[test]
fn problems_with_footnotes_are_warnings_in_every_build() {
    let site = site(
        "One[^b] two[^a].\n\n[^a]: defined first\n\nText between.\n\n[^b]: low\n[^b]: twice\n[^unused]: orphan\n\nTypo[^bb].\n",
    );
    let expected = [
        "warning[C0221]",
        "content/a.md:11:1",
        "an earlier one has the same label",
        "content/a.md:12:1",
        "nothing refers to it",
        "content/a.md:14:5",
        "there is no footnote with this label",
    ];
    assert_contains(&site.build(), &expected);
    assert_contains(&site.build(), &expected);
    assert_eq!(site.output("a/index.html").matches("id=\"fn-1\"").count(), 1);
    site.write("content/a.md", "+++\ntitle = \"A\"\n+++\nOne[^B].\n\n[^b]: low\n");
    assert!(!site.build().contains("C02"));
    site.same_as_clean();
}

#[test]
fn an_id_that_a_page_has_twice_is_reported() {
    let site = SiteBuilder::new()
        .page(
            "a",
            "title = \"A\"\n",
            "[m](#main) [t](#test)\n\n## Main\n\n<div id=\"test\"></div>\n\n## Test\n\n## Fn 1\n\nNote[^1].\n\n[^1]: foot\n",
        )
        .create();
    let message = site.build();
    assert_contains(&message, &["warning[C0222]", "content/a.md:6:1", "{#own-id}"]);
    assert_eq!(message.matches("warning[").count(), 1, "{message}");
    assert_contains(&site.build(), &["content/a.md:6:1"]);
    let ids = site.output("a/index.html");
    for id in ["test", "test-2", "fn-1", "fn-1-2"] {
        assert_eq!(ids.matches(&format!("id=\"{id}\"")).count(), 1, "{id} {ids}");
    }
    site.write("content/a.md", "+++\ntitle = \"A\"\n+++\n## B\n");
    site.write("pages/shell.html", "<b id=\"x\"></b>{{ main }}<i id=\"x\"></i>");
    let message = site.build();
    assert_contains(
        &message,
        &["C0222", "have the id `x`", "pages/shell.html:1:8", "1 other page"],
    );
    site.write(
        "site.toml",
        &format!("{}[checks]\nduplicate_ids = \"error\"\n", crate::common::SETTINGS),
    );
    assert_diagnostics!(site.refused());
}

#[test]
fn a_quotation_mark_that_ends_a_value_too_early_is_reported() {
    let site = SiteBuilder::bare()
        .page("a", "title = \"A\"\n", "<div title=\"a \"b\"\">c</div>\n")
        .page("b", "title = \"B\"\n", "x\n")
        .file(
            "pages/page.html",
            "<p data-props=\"x\">\n<div data-props=\"{{ {'a': 'x y'}|tojson }}\">{{ page.body }}</div>",
        )
        .file("pages/files/f.html", "<p>\n<p id=\"{{ site.name|tojson }}\">")
        .create();
    let message = site.build();
    let expected = [
        "warning[C0252]: a quotation mark ends the value of `data-props` too early",
        "pages/page.html:2:6",
        "1 other page",
        "data-props='...'",
        "content/a.md:4:6",
        "the value of `title`",
        "pages/files/f.html:2:4",
    ];
    assert_contains(&message, &expected);
    assert_eq!(message.matches("C0252").count(), 3, "{message}");

    site.write(
        "pages/page.html",
        "<div data-props='{{ {'a': \"it's\"}|tojson }}' title=\"{{ page.title }}\">x</div>",
    );
    site.write("pages/files/f.html", "<p id={{ site.name|tojson }}>");
    site.write("content/a.md", "+++\ntitle = \"A\"\n+++\n<div title='a \"b\"'>c</div>\n");
    assert!(!site.build().contains("C0252"));
}

#[test]
fn syntax_of_other_generators_is_reported_once_in_a_file() {
    for (text, place) in [
        ("import { Tabs } from '@astrojs/starlight/components';", "4:1"),
        ("Text\n\n<Tabs syncKey=\"pkg\">\n\n<TabItem>\n", "6:1"),
        ("Text <LinkCard title=\"x\" href=\"/\" /> text", "4:6"),
        ("{/* a comment */}", "4:1"),
        (":::note[Look]\ntext\n:::", "4:1"),
        ("Text\n{.lead}", "5:1"),
        ("```rust,ignore\nx\n```", "4:1"),
        ("Text <Chart data={[1, 2]} /> text", "4:6"),
        ("{posts.map((post) => post.title)}", "4:1"),
        ("::card[x]", "4:1"),
        ("Text\n\n$$\na = b\n$$", "6:1"),
        ("A | B\n-- | -- | --\n1 | 2", "5:1"),
    ] {
        let message = site(&format!("{text}\n\n{text}\n")).build();
        assert_contains(&message, &["warning[C0223]", &format!("content/a.md:{place}")]);
        assert_eq!(message.matches("C0223").count(), 1, "{text}\n{message}");
    }
    assert!(!site("`<Tabs>` <div> <br> a < B {x}\n\n    :::note\n").build().contains("C0223"));
}

#[test]
fn an_email_address_is_a_link() {
    assert_contains(&html("<help@crates.io>\n"), &["<a href=\"mailto:help@crates.io\">"]);
    assert_contains(&site("[x](a@b.org)\n").refused(), &["C0204", "`mailto:a@b.org`"]);
}

#[test]
fn small_differences_in_link_targets_are_understood_or_explained() {
    site("[x](/a/index.html) <a href=\" /a/ \">y</a>\n").build();
    let site = site("![x](/rot3.jpg)\n");
    site.write("static/ROT3.JPG", "x");
    assert_diagnostics!(site.refused());
    site.write("content/x.md", "+++\ntitle = \"X\"\n+++\n[n](nope.md)\n");
    assert!(!site.refused().contains("did you mean `content/x.md`"));
    site.write("content/404.md", "# Not found\n");
    site.remove("content/x.md");
    site.write("content/a.md", "# A\n");
    site.build();
    assert!(site.has("404.html") && !site.has("404/index.html"));
}
