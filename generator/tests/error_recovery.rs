//! Error recovery: one run reports all independent errors and no follow-up errors.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::common::{SETTINGS, Site, SiteBuilder, assert_contains, printed_text};

/// A site with the shortcode `note`.
fn site() -> Site {
    SiteBuilder::new()
        .file("pages/shell.html", "<title>{{ site.name }}</title><main id='main'>{{ main }}</main>")
        .file("pages/shortcodes.html", "{% macro note(text) %}<b>{{ text }}</b>{% endmacro %}")
        .create()
}

/// Writes a page with these additional lines of front matter.
fn page(site: &Site, name: &str, front: &str, text: &str) {
    site.write(
        &format!("content/{name}.md"),
        &format!("+++\ntitle = \"A page\"\n{front}+++\n{text}\n"),
    );
}

/// Returns code, file and line of each error of `check`.
fn errors(site: &Site) -> BTreeSet<String> {
    let output = site.run(&["check", "--preview", "--json"]);
    assert_eq!(output.status.code(), Some(1), "{}", printed_text(&output));
    let lines = String::from_utf8(output.stdout).unwrap();
    let events = lines.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let errors = events.filter(|it| it["event"] == "diagnostic" && it["severity"] == "error");
    let text = |it: &Value| it.as_str().map_or_else(|| it.to_string(), str::to_owned);
    errors.map(|it| format!("{} {}:{}", text(&it["code"]), text(&it["file"]), it["line"])).collect()
}

/// Asserts that `check` and `build` report exactly these errors.
fn assert_errors(site: &Site, expected: &[&str]) {
    assert_eq!(errors(site), expected.iter().map(ToString::to_string).collect::<BTreeSet<_>>());
    // A build reports the same errors and publishes nothing.
    site.refused();
}

#[test]
fn errors_in_site_toml_do_not_hide_errors_in_content() {
    let site = site();
    page(&site, "a", "templat = \"x\"\n", "[gone](/gone/)");
    page(&site, "b", "", "[gone](/gone/)\n\n{{ nope(1) }}");
    site.write("content/data/games.json", "{");
    site.write(
        "site.toml",
        &format!("{SETTINGS}colour = \"red\"\n[[feeds]]\npath = \"/news.xml\"\n"),
    );
    let content = [
        "C0104 content/a.md:3",
        "C0204 content/a.md:5",
        "C0204 content/b.md:4",
        "C0406 content/b.md:6",
        "C0110 content/data/games.json:1",
    ];
    assert_errors(&site, &[&["C0005 site.toml:3", "C0009 site.toml:4"], &content[..]].concat());
    site.write("site.toml", &format!("{SETTINGS}[shop]\nowner = \"me\nvat = \"1\"\n"));
    assert_errors(&site, &[&["C0002 site.toml:4"], &content[..]].concat());
}

#[test]
fn follow_up_errors_of_site_toml_are_not_reported() {
    let site = site();
    site.write("pages/page.html", "{{ page.body }}{{ site.shop.owner.upper() }}");
    site.write("pages/term.html", "{{ page.title }}");
    site.write("pages/terms.html", "{% for it in terms('tags') %}{{ it.name }}{% endfor %}");
    page(
        &site,
        "a",
        "[taxonomies]\ntags = [\"red\"]\n",
        "[moved](/old/) [red](/tags/red/) [feed](/a.xml) [gone](/gone/)",
    );
    site.write(
        "site.toml",
        &format!(
            "{SETTINGS}[[redirects]]\nform = \"/old/\"\nto = \"/a/\"\n[[taxonomies]]\nname = \"tags\"\ntemplates = \"t\"\n\
             [[feeds]]\npath = \"/a.xml\"\nsections = \"/\"\n[shop]\nowner = \"me\"\n[checks]\nbroken_anchors = \"never\"\n"
        ),
    );
    page(&site, "b", "", "[nowhere](/a/#nowhere)");
    let tables =
        ["C0009 site.toml:4", "C0009 site.toml:8", "C0009 site.toml:11", "C0009 site.toml:15"];
    assert_errors(&site, &[&["C0204 content/a.md:6"], &tables[..]].concat());
    // The missing `shop.owner` of the template is a follow-up error of the broken line.
    site.write(
        "site.toml",
        &format!("{SETTINGS}[shop]\nowner = \"me\n[[taxonomies]]\nname = \"tags\"\n"),
    );
    page(&site, "a", "[taxonomies]\ntags = [\"red\"]\n", "[gone](/gone/)");
    page(&site, "b", "", "");
    assert_errors(&site, &["C0002 site.toml:4", "C0204 content/a.md:6"]);
}

#[test]
fn every_broken_shortcode_call_of_a_page_is_reported() {
    let site = site();
    page(
        &site,
        "a",
        "layout = \"wide\"\n[taxonomies]\ntags = [\"red\"]\n",
        "{{ note(\"x\" }}\n\n{{ nope(1) }} [gone](/gone/)\n\n{{ note(1, 2) }}\n\n{{ note(nix()) }}\n\n{{< youtube x >}}\n\n{{ note(\"y\") }}",
    );
    site.write("site.toml", &SETTINGS.replace("base_url", "layouts = [\"full\"]\nbase_url"));
    assert_errors(
        &site,
        &[
            "C0105 content/a.md:3",
            "C0209 content/a.md:5",
            "C0406 content/a.md:7",
            "C0406 content/a.md:9",
            "C0204 content/a.md:9",
            "C0405 content/a.md:11",
            "C0404 content/a.md:13",
            "C0406 content/a.md:15",
        ],
    );
}

#[test]
fn a_broken_shortcode_call_hides_no_warnings_of_its_page() {
    let site = site();
    let text = "{{ nope() }}\n\n![](/a.svg) text[^1]\n";
    page(&site, "warned", "", text);
    site.write("static/a.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\"/>");
    let expected = ["error[C0406]", "warning[C0210]", "warning[C0221]", "content/warned.md:6:1"];
    for _ in 0..2 {
        assert_contains(&site.refused(), &expected);
    }
    page(&site, "warned", "", &text.replace("{{ nope() }}", ""));
    assert_contains(&site.build(), &expected[1..]);
}

#[test]
fn links_to_a_refused_path_are_no_further_errors() {
    let site = site();
    site.append("site.toml", "[[redirects]]\nfrom = \"/old/\"\nto = \"/50%25/\"\n");
    page(&site, "percent", "path = \"/50%/\"\n", "");
    page(&site, "quote", "path = '/a\"b/'\n", "");
    page(&site, "reserved", "path = \"/assets/x/\"\n", "");
    let text = "[1](/50%/) [2](</a\"b/>) [3](/assets/x/) [4](percent.md) [5](/nowhere/)\n";
    page(&site, "links", "", text);
    let printed = site.refused();
    assert_eq!(printed.matches("error[C0107]").count(), 3, "{printed}");
    assert_eq!(printed.matches("error[C0204]").count(), 1, "{printed}");
    assert_contains(&printed, &["/nowhere/ does not exist"]);
}

#[test]
fn every_failed_expression_of_a_template_is_reported_with_its_location() {
    let site = site();
    site.write(
        "pages/page.html",
        "{{ page.nothing.more }}\n{{ section('/nope/') }}\n{% include 'nope.html' %}\n{{ page.body }}\n{{ asset('nope') }}",
    );
    site.write("pages/shell.html", "{{ main }}{{ page.nix.nix }}");
    site.write("pages/slices/menu.html", "{{ data.nope.nope }}\n{{ terms('nope') }}");
    assert_errors(
        &site,
        &[
            "C0403 pages/page.html:1",
            "C0405 pages/page.html:2",
            "C0401 pages/page.html:3",
            "C0405 pages/page.html:5",
            "C0403 pages/shell.html:1",
            "C0403 pages/slices/menu.html:1",
            "C0405 pages/slices/menu.html:2",
        ],
    );
}

#[test]
fn failed_loops_and_conditions_do_not_hide_other_errors() {
    let site = site();
    site.write(
        "pages/page.html",
        "{% for it in section('/nope/') %}{{ it.title }}{% endfor %}\n{% if get_page('/nope/') %}x{% elif page.nix.nix %}y{% endif %}\n\
         {% for it in data.nope if it %}{% else %}{{ terms('nope') }}{% endfor %}\n{{ page.body }}",
    );
    assert_errors(
        &site,
        &[
            "C0405 pages/page.html:1",
            "C0405 pages/page.html:2",
            "C0403 pages/page.html:2",
            "C0403 pages/page.html:3",
            "C0405 pages/page.html:3",
        ],
    );
}

#[test]
fn a_template_syntax_error_hides_no_errors_and_causes_no_follow_up_errors() {
    let site = site();
    site.write("pages/shortcodes.html", "{% macro note(text) %}");
    site.write("pages/parts.html", "{% if %}");
    site.write(
        "pages/page.html",
        "{% from 'parts.html' import part %}<h2 id='top'>{{ part() }}</h2>{{ page.body }}",
    );
    page(&site, "a", "", "{{ note(1) }} [gone](/gone/)");
    assert_errors(
        &site,
        &["C0402 pages/shortcodes.html:1", "C0402 pages/parts.html:1", "C0204 content/a.md:4"],
    );
}

#[test]
fn an_invalid_draft_key_does_not_hide_other_errors() {
    let site = site();
    page(&site, "a", "draft = \"no\"\n", "{{ note(1, 2) }} [gone](/gone/)");
    page(&site, "b", "draft = true\nweigth = 1\n", "{{ note(1, 2) }} [gone](/gone/)");
    page(&site, "c/index", "[cascade]\ndraft = \"no\"\n", "");
    page(&site, "c/d", "", "[gone](/gone/)");
    assert_errors(
        &site,
        &[
            "C0105 content/a.md:3",
            "C0405 content/a.md:5",
            "C0204 content/a.md:5",
            "C0104 content/b.md:4",
            "C0105 content/c/index.md:4",
            "C0204 content/c/d.md:4",
        ],
    );
}

#[test]
fn an_error_in_a_macro_names_the_call_that_fails() {
    let site = SiteBuilder::bare()
        .page("a", "title = \"A\"\n", "")
        .file(
            "pages/m.html",
            "{% macro deep(x) %}\n{{ x.nope }}\n{% endmacro %}\n{% macro mid(x) %}{{ deep(x) }}{% endmacro %}",
        )
        .create();
    for (calls, line) in [
        ("{{ deep({'nope': 1}) }}\n{{ deep({}) }}\n{{ mid({}) }}", 3),
        ("{{ deep({'nope': 1}) }}\n{{ mid({}) }}", 3),
        ("{% if true %}\n{{ mid({}) }}{% endif %}", 3),
        ("{{ x }}\n{{ deep({'nope': 1}) }}\n{{ deep(deep({})) }}", 4),
    ] {
        let template = format!("{{% from 'm.html' import deep, mid %}}\n{calls}");
        site.write("pages/page.html", &template);
        let step = format!("in template pages/page.html:{line}\n");
        assert_contains(&site.refused(), &["`x.nope` is undefined", "pages/m.html:2:4", &step]);
    }

    site.write("pages/part.html", "\n{% import 'm.html' as m %}{{ m.mid({}) }}");
    site.write("pages/page.html", "{% include 'part.html' %}");
    assert_contains(
        &site.refused(),
        &["pages/m.html:2:4", "in template pages/page.html:1\n", "in template pages/part.html:2\n"],
    );
    for call in ["m.deap({})", "deap({})"] {
        site.write(
            "pages/page.html",
            &format!(
                "{{% import 'm.html' as m %}}{{% from 'm.html' import deap %}}\n{{{{ {call} }}}}"
            ),
        );
        assert_contains(
            &site.refused(),
            &["there is no macro `deap` in pages/m.html", "did you mean `deep`?", "page.html:2:"],
        );
    }
}

#[test]
fn a_call_without_the_text_of_a_macro_is_the_error() {
    let site = SiteBuilder::bare()
        .page("a", "title = \"A\"\n", "")
        .file("pages/m.html", "{% macro box(x) %}\n<b>{{ caller() }}</b>\n{% endmacro %}{% macro no() %}x{% endmacro %}")
        .file(
            "pages/page.html",
            "{% from 'm.html' import box, no %}\n{% call box(1) %}b{% endcall %}\n{{ box(2) }}\n{{- box(x=(3)) -}}",
        )
        .create();
    let message = site.refused();
    assert_contains(
        &message,
        &[
            "C0405",
            "the macro `box` shows a text",
            "pages/page.html:3:4",
            "`{% call box(2) %}...{% endcall %}`",
            "pages/page.html:4:5",
            "`{% call box(x=(3)) %}...{% endcall %}`",
            "2 errors",
        ],
    );

    site.write("pages/page.html", "{% from 'm.html' import no %}\n{% call no() %}b{% endcall %}");
    assert_contains(
        &site.refused(),
        &["argument `caller`", "page.html:2:", "the macro shows no text"],
    );
}

#[test]
fn a_template_without_a_page_says_why() {
    let site = SiteBuilder::bare()
        .page("a", "title = \"A\"\n", "")
        .file("pages/shell.html", "{{ main }}{{ slice('footer') }}")
        .file("pages/slices/footer.html", "{{ page.title }}")
        .file("pages/files/a.txt", "{{ page.title|upper }}")
        .create();
    assert_contains(
        &site.refused(),
        &["a slice has no `page`", "a file of `pages/files/` has no `page`"],
    );
}

#[test]
fn a_template_that_includes_itself_is_named_once() {
    let site = SiteBuilder::bare()
        .page("a", "title = \"A\"\n", "")
        .file("pages/page.html", "{% include 'page.html' %}")
        .create();
    let message = site.refused();
    assert_eq!(message.matches("in template pages/page.html:1").count(), 1, "{message}");
}
