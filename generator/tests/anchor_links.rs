//! `[markdown] insert_anchor_links`: links of headings to themselves.

use crate::common::{Site, SiteBuilder, assert_contains};

const TEXT: &str = "## One & *two*\n\nText.\n\n<!-- more -->\n\n## [Link](/)\n";

fn site(place: &str) -> Site {
    SiteBuilder::new()
        .settings(&format!("language = \"fr\"\n[markdown]\ninsert_anchor_links = \"{place}\"\n[search]\ntitles = true\n[[feeds]]\npath = \"/feed.xml\"\nsection = \"/\"\nformat = \"atom\"\ncontent = \"full\"\n"))
        .file("pages/page.html", "{{ page.body }}{% for it in page.toc %}<i>{{ it.id }} {{ it.text }}</i>{% endfor %}{% for it in section(\"/\") %}<u>{{ it.summary|markdown }}</u>{% endfor %}")
        .page("a", "title = \"A\"\ndate = 2026-01-01\n", TEXT)
        .create()
}

#[test]
fn headings_link_to_themselves_where_site_toml_says() {
    let link = |id: &str| {
        format!(
            "<a class=\"heading-anchor\" href=\"#{id}\" aria-label=\"Lien vers cette section\" data-pagefind-ignore>#</a>"
        )
    };
    let github = "<span id=\"one--two\"></span>";
    let (one, two) = (link("one-two"), link("link"));
    for (place, expected) in [
        ("left", format!("{one} {github}One &amp; <em>two</em></h2>")),
        ("left", format!("<h2 id=\"link\">{two} <a href=\"/\">Link</a></h2>")),
        ("right", format!("{github}One &amp; <em>two</em> {one}</h2>")),
        (
            "heading",
            format!(
                "<a class=\"heading-anchor\" href=\"#one-two\">{github}One &amp; <em>two</em></a></h2>"
            ),
        ),
        ("heading", format!("<h2 id=\"link\"><a href=\"/\">Link</a> {two}</h2>")),
        ("none", format!("<h2 id=\"one-two\">{github}One &amp; <em>two</em></h2>")),
    ] {
        let site = site(place);
        let printed = site.build();
        assert!(!printed.contains("warning"), "{printed}");
        let html = site.output("a/index.html");
        assert_contains(
            &html,
            &[&expected, "<i>one-two One &amp; two</i>", "<u><h2>One &amp; <em>two</em></h2>"],
        );
        for file in ["feed.xml", "page-data/search.json"] {
            let text = site.output(file);
            assert!(text.contains("two") && !text.contains("heading-anchor"), "{text}");
            assert!(!text.contains("Lien vers"), "{text}");
        }
    }
}

#[test]
fn another_value_is_an_error_with_the_values() {
    assert_contains(&site("before").refused(), &["C0009", "`before`", "`left`"]);
}

#[test]
fn site_toml_sets_the_name_of_the_links() {
    let site = site("left");
    let settings = site.read("site.toml");
    site.write(
        "site.toml",
        &settings.replace("[search]", "anchor_label = \"A \\\"B\\\"\"\n[search]"),
    );
    site.build();
    assert_contains(
        &site.output("a/index.html"),
        &["href=\"#link\" aria-label=\"A &quot;B&quot;\" data-pagefind-ignore>#</a>"],
    );
    site.write("site.toml", &settings.replace("[search]", "anchor_label = 1\n[search]"));
    assert_contains(&site.refused(), &["C0009", "is a text in quotes"]);
}

#[test]
fn included_headings_link_to_their_own_ids() {
    let site = site("right");
    site.write("content/b.md", "+++\ntitle = \"B\"\n+++\n{{ include_page(\"a.md\") }}\n");
    site.build();
    assert_contains(
        &site.output("b/index.html"),
        &["<h2 id=\"a-link\">", "href=\"#a-link\" aria-label"],
    );
}

#[test]
fn a_line_break_separates_the_words_of_a_heading() {
    let site = site("none");
    let template = site.read("pages/page.html");
    site.write("pages/page.html", &format!("<h1>{{{{ page.title }}}}</h1>{template}"));
    site.write(
        "pages/shortcodes.html",
        "{% macro nl() %}<br>{% endmacro %}{% macro k() %}<kbd>C</kbd>{% endmacro %}",
    );
    site.write(
        "content/a.md",
        "# One<br>two\n\n## Line<br>two\n\n## Line <br> three\n\n## Line<wbr>four\n\n## A{{ nl() }}b {{ k() }}d\n\n## <b>x</b>y<!-- z -->\n",
    );
    site.build();
    let html = site.output("a/index.html");
    for expected in [
        "<i>line-two Line two</i>",
        "<span id=\"linetwo\"></span>",
        "<i>line-three Line three</i>",
        "<i>linefour Linefour</i>",
        "<i>a-b-cd A b Cd</i>",
        "<i>xy xy</i>",
    ] {
        assert_contains(&html, &[expected]);
    }
    assert_contains(&html, &["<h1>One two</h1>"]);
}
