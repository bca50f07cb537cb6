//! Calls of shortcodes in a text: their expansion and their syntax errors.

use crate::common::{SiteBuilder, assert_contains, assert_diagnostics};

#[test]
fn shortcodes_are_macros_and_their_errors_have_locations() {
    let site = SiteBuilder::bare()
        .file(
            "pages/shortcodes.html",
            "{% macro note(text, kind=\"info\") %}<aside class=\"{{ kind }}\">{{ text }}</aside>{% endmacro %}\n\
             {% macro pages(prefix) %}{% for it in section(prefix) %}<b>{{ it.title }}</b>{% endfor %}{% endmacro %}\n",
        )
        .page(
            "a",
            "title = \"A\"\n",
            "{{ note(\"a < b\", kind=\"warn\") }}\n\nAll: {{ pages(\"/x/\") }}.\n\n`{{ note(1) }}`\n",
        )
        .page("x/y", "title = \"Y\"\n", "")
        .create();
    site.build();
    let expected = "<aside class=\"warn\">a &lt; b</aside>\n<p>All: <b>Y</b>.</p>\n<p><code>{{ note(1) }}</code></p>\n";
    assert_eq!(site.output("a/index.html"), expected);

    site.write("content/x/y.md", "+++\ntitle = \"Z\"\n+++\n");
    site.write(
        "pages/shortcodes.html",
        &site.read("pages/shortcodes.html").replace("<aside", "<aside role=\"note\""),
    );
    site.build();
    assert_contains(&site.output("a/index.html"), &["<b>Z</b>", "role=\"note\""]);
    site.same_as_clean();

    site.write("content/b.md", "+++\ntitle = \"B\"\n+++\n\nText {{ nte(\"x\") }}\n");
    site.write("content/c.md", "+++\ntitle = \"C\"\n+++\n\n{{ note(\"x) }}\n");
    site.write("content/d.md", "+++\ntitle = \"D\"\n+++\n\n{{ note(1 2) }}\n");
    let message = site.refused();
    assert_diagnostics!(message);
}

#[test]
fn a_broken_or_foreign_shortcode_is_an_error() {
    let site = SiteBuilder::bare()
        .file("pages/shortcodes.html", "{% macro note(words) %}<b>{{ words }}</b>{% endmacro %}")
        .create();
    for (text, expected) in [
        ("a {{ note(\"x\" }} b", "this shortcode is not closed"),
        ("{{ note(\"x\")", "this shortcode is not closed"),
        ("{{ note(\"x\") }", "this shortcode is not closed"),
        ("{{ note(\u{201c}x\u{201d}) }}", "straight quotes"),
        ("{{< youtube abc >}}", "another generator"),
        ("{% alert %}", "another generator"),
        ("{% note(\"x\"", "as in `{% note(\"...\") %}`"),
        ("{{ nite(\"x\") }}", "did you mean `note`?"),
        ("> {{ note(\n>   \"x\") }}", "a call in a block quote is on one line"),
        ("> > {{ note(\"x\n> > y\") }}", "a call in a block quote is on one line"),
    ] {
        site.write("content/a.md", &format!("+++\ntitle = \"A\"\n+++\n{text}\n"));
        let message = site.refused();
        assert!(
            message.contains("C0406")
                && message.contains("content/a.md:4:")
                && message.contains(expected),
            "{text}: {message}"
        );
    }
    site.write(
        "content/a.md",
        "+++\ntitle = \"A\"\n+++\n`{{ note(` \\{{< x >}} {{ note(\"y\") }} {{ plain }} 100{%}\n",
    );
    site.build();
    assert_contains(&site.output("a/index.html"), &["{{ note(", "<b>y</b>"]);
}

#[test]
fn all_unknown_arguments_of_a_call_are_reported_at_once() {
    let site = SiteBuilder::bare()
        .file(
            "pages/shortcodes.html",
            "{% macro card(title, kind=\"\") %}{{ title }}{% endmacro %}\n",
        )
        .page(
            "a",
            "title = \"A\"\n",
            "{{ card(titel=\"a, b=1 \\\"c=2\", kind=dict(x=1), size = 1 == 2) }}\n",
        )
        .page("b", "title = \"B\"\n", "{{ card(titel=\"a\", kind='=') }}\n")
        .create();
    assert_contains(
        &site.refused(),
        &[
            "unknown keyword arguments `titel`, `size`",
            "it takes `title`, `kind`",
            "unknown keyword argument `titel`",
            "did you mean `title`?",
        ],
    );
}

#[test]
fn a_wrong_argument_is_reported_at_the_call() {
    let site = SiteBuilder::bare()
        .file("pages/parts/m.html", "{% macro deep(x) %}<i>{{ x }}</i>{% endmacro %}")
        .file(
            "pages/shortcodes.html",
            "{% from \"parts/m.html\" import deep %}\n\
             {% macro note(text, kind=\"a, b)\") %}<b class=\"{{ kind }}\">{{ deep(text) }}</b>{% endmacro %}\n\
             {% macro badge(name) %}{% if name == \"new\" %}x{% endif %}{{ caller() }}{% endmacro %}\n\
             {% macro wrong(x) %}\n{{ x.gone }}{% endmacro %}",
        )
        .create();
    for (text, expected) in [
        (
            "{{ note(harbour) }}",
            ["C0403", "content/a.md:6:9", "`harbour` is undefined", "`{{ note(\"harbour\") }}`"],
        ),
        (
            "{{ note(kind=info, text=\"info\") }}",
            ["C0403", "content/a.md:6:14", "`info` is undefined", "kind=\"info\", text=\"info\""],
        ),
        (
            "{% badge(new) %}x{% end %}",
            ["C0403", "content/a.md:6:10", "`new` is undefined", "`{% badge(\"new\") %}`"],
        ),
        (
            "{{ note(\n  page.extra.gone\n) }}",
            ["C0403", "content/a.md:7:3", "`page.extra.gone` is undefined", "`default`"],
        ),
        (
            "{{ note(harbour|upper) }}",
            [
                "C0403",
                "content/a.md:6:9",
                "`harbour` is undefined",
                "`{{ note(\"harbour\"|upper) }}`",
            ],
        ),
        (
            "{{ figure(\"/a.svg\", harbour) }}",
            ["C0403", "content/a.md:6:21", "`harbour` is undefined", "\"/a.svg\", \"harbour\""],
        ),
        (
            "{{ note() }}",
            ["C0406", "content/a.md:6:1", "`note` needs `text`", "`{{ note(text=\"...\") }}`"],
        ),
        (
            "{{ note(kind=\"x\") }}",
            ["C0406", "content/a.md:6:1", "`note` needs `text`", "kind=\"x\", text=\"...\""],
        ),
        (
            "{{ nota(\"x\") }}",
            ["C0406", "content/a.md:6:1", "there is no shortcode `nota`", "did you mean `note`?"],
        ),
        (
            "{{ depp(\"x\") }}",
            ["C0406", "content/a.md:6:1", "there is no shortcode `depp`", "did you mean `deep`?"],
        ),
        (
            "{{ wrong({}) }}",
            ["C0403", "pages/shortcodes.html:5:4", "`x.gone` is undefined", "content/a.md:6"],
        ),
    ] {
        site.write("content/a.md", &format!("+++\ntitle = \"A\"\n+++\nText\n\n{text}\n"));
        let message = site.refused();
        assert_contains(&message, &expected);
        assert!(!message.contains("<string>"), "{message}");
    }
}

#[test]
fn a_bar_in_an_argument_in_a_table_is_escaped_like_one_in_a_cell() {
    let site = SiteBuilder::bare()
        .file("pages/page.html", "{{ page.body }}")
        .file("pages/shortcodes.html", "{% macro sc(t) %}<i>{{ t }}</i>{% endmacro %}")
        .page(
            "a",
            "title = \"A\"\n",
            "| {{ sc(\"h\\|i\") }} |\n|---|\n| x {{ sc(t=\"a\\|b\") }} |\n\n{{ sc(\"c|d\") }}\n",
        )
        .create();
    site.build();
    let html = site.output("a/index.html");
    assert_contains(&html, &["<th><i>h|i</i></th>", "<td>x <i>a|b</i></td>", "<i>c|d</i>"]);
}
