//! Shortcodes with a body, and the page that shortcodes can read.

use crate::common::{Site, SiteBuilder, assert_contains, assert_diagnostics};

/// The front matter of the page `a`.
const FRONT_MATTER: &str = "title = \"A\"\n[extra]\ncolour = \"red\"\n";

/// A site with these macros, and with a page `a` of this text.
fn site(macros: &str, text: &str) -> Site {
    SiteBuilder::new()
        .file("pages/shell.html", "{{ main }}")
        .file(
            "pages/page.html",
            "{{ page.body }}{% for it in page.headings %}[{{ it.text }}]{% endfor %}",
        )
        .file("pages/shortcodes.html", macros)
        .page("a", FRONT_MATTER, text)
        .create()
}

const NOTE: &str = "{% macro note(kind=\"info\") %}<aside class=\"{{ kind }}\">{{ caller() }}</aside>{% endmacro %}\n\
                    {% macro plain() %}<b>x</b>{% endmacro %}";

#[test]
fn the_body_of_a_shortcode_is_markdown_of_the_page() {
    let site = site(
        NOTE,
        "Before\n{% note(kind=\"warn\") %}\nSome *words* with a [link][x].\n\n## Inside\n\n{% note() %}\n- {{ plain() }}\n{% end %}\n{% end %}\nAfter [it](#inside)\n\n\
         A {% note() %}*short*{% end %} one.\n\n[x]: /\n",
    );
    site.build();
    assert_eq!(
        site.output("a/index.html"),
        "<p>Before</p>\n<aside class=\"warn\">\n<p>Some <em>words</em> with a <a href=\"/\">link</a>.</p>\n<h2 id=\"inside\">Inside</h2>\n\
         <aside class=\"info\">\n<ul>\n<li><b>x</b></li>\n</ul>\n</aside>\n</aside>\n<p>After <a href=\"#inside\">it</a></p>\n\
         <div class=\"paragraph\">A <aside class=\"info\"><em>short</em></aside> one.</div>\n[Inside]\n"
    );
}

#[test]
fn broken_links_in_the_body_of_a_shortcode_are_reported_with_their_location() {
    let site = site(NOTE, "{% note() %}\nSee [this](/gone/).\n{% end %}\n");
    assert_diagnostics!(site.refused());
}

#[test]
fn templates_can_call_a_macro_with_a_body() {
    let site = site(NOTE, "");
    site.write(
        "pages/page.html",
        "{% from \"shortcodes.html\" import note %}{% call note() %}<i>y</i>{% endcall %}",
    );
    site.build();
    assert_eq!(site.output("a/index.html"), "<aside class=\"info\"><i>y</i></aside>\n");
}

#[test]
fn a_shortcode_can_read_its_page() {
    let macros = "{% macro paint() %}{{ page.title }} is {{ page.extra.colour }}{% if page.next %}, then {{ page.next.title }}{% endif %}{% endmacro %}";
    let site = site(macros, "{{ paint() }}\n");
    site.write("content/b.md", "+++\ntitle = \"B\"\n+++\n");
    site.build();
    assert_eq!(site.output("a/index.html"), "A is red, then B\n");
    site.write("content/b.md", "+++\ntitle = \"C\"\n+++\n");
    site.build();
    assert_eq!(site.output("a/index.html"), "A is red, then C\n");
    site.same_as_clean();
}

#[test]
fn mistakes_in_shortcodes_with_a_body_are_reported_with_their_location() {
    let macros = "{% macro note() %}<b>{{ caller() }}</b>{% endmacro %}{% macro plain() %}x{% endmacro %}\
                  {% macro twice() %}{{ caller() }}{{ caller() }}{% endmacro %}{% macro never() %}{% if caller %}x{% endif %}{% endmacro %}";
    let site = site(macros, "");
    for (text, expected) in [
        (
            "x\n{% note() %}\ny\n",
            [
                "content/a.md:7:1",
                "this shortcode is never closed",
                "write `{% end %}` where its text ends",
            ],
        ),
        (
            "x\n\n{% end %}\n",
            ["content/a.md:8:1", "this ends no shortcode", "begin the shortcode that it ends"],
        ),
        (
            "{% nite() %}x{% end %}\n",
            ["content/a.md:6:1", "there is no shortcode `nite`", "did you mean `note`?"],
        ),
        (
            "{% plain() %}x{% end %}\n",
            [
                "content/a.md:6:1",
                "`plain` does not show a text",
                "or call it without one: `{{ plain() }}`",
            ],
        ),
        (
            "{% never() %}x{% end %}\n",
            [
                "content/a.md:6:1",
                "`never` does not show a text",
                "write `{{ caller() }}` in its macro",
            ],
        ),
        (
            "{% twice() %}x{% end %}\n",
            ["content/a.md:6:1", "shows its text more than once", "leave one `{{ caller() }}`"],
        ),
        (
            "{{ note() }}\n",
            [
                "content/a.md:6:1",
                "`note` shows a text",
                "call it with one: `{% note() %}...{% end %}`",
            ],
        ),
        (
            "> {% note() %}\n> x\n> {% end %}\n",
            ["content/a.md:6:3", "must begin and end on its own lines", "outside of block quotes"],
        ),
    ] {
        site.write("content/a.md", &format!("+++\n{FRONT_MATTER}+++\n{text}"));
        assert_contains(&site.refused(), &expected);
    }
    site.write(
        "content/a.md",
        "+++\ntitle = \"A\"\n+++\n`{% note() %}`\n\n```\n{% end %}\n```\n\n\\{% note() %}\n",
    );
    site.build();
    assert_contains(
        &site.output("a/index.html"),
        &["<code>{% note() %}</code>", "<pre><code>{% end %}", "<p>{% note() %}</p>"],
    );
}
