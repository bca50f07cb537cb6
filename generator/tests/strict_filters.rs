//! Filters and tests of templates that refuse values for which they have no result.

use crate::common::{SiteBuilder, assert_contains};

#[test]
fn an_expression_without_a_result_is_an_error_with_its_location() {
    let site = SiteBuilder::bare()
        .page("a", "title = \"A\"\n", "")
        .file("content/data/rows.toml", "per = 0\nmany = 99999999999\n")
        .create();
    for (expression, message) in [
        ("{{ 4 is divisibleby(data.rows.per) }}", "no number is divisible by 0"),
        ("{{ [4]|select('divisibleby', 0)|list }}", "no number is divisible by 0"),
        ("{{ [1]|slice(data.rows.many) }}", "99999999999 slices are too many"),
        ("{{ [1]|batch(data.rows.many, 0) }}", "99999999999 items are too many"),
        ("{% for it in [1, 2] %}{{ loop.cycle() }}{% endfor %}", "`loop.cycle` needs a value"),
    ] {
        site.write("pages/page.html", &format!("<p>\n{expression}</p>"));
        assert_contains(&site.refused(), &["C0405", message, "pages/page.html:2:"]);
    }
}

#[test]
fn a_panic_of_the_template_engine_does_not_hide_other_errors() {
    let site = SiteBuilder::bare()
        .page("a", "title = \"A\"\n", "")
        .file("pages/files/a.txt", "{{ site.gone }}")
        .file("pages/page.html", "{% for it in [1] %}{{ loop.cycle( ) }}{% endfor %}")
        .create();
    assert_contains(
        &site.refused(),
        &["C0405", "pages/page.html:1:", "cannot be computed", "`site.gone` is undefined"],
    );
    let printed = site.refused();
    assert!(!printed.contains("panicked"), "{printed}");
}

#[test]
fn a_filter_refuses_a_missing_value() {
    let site = SiteBuilder::bare().page("a", "title = \"A\"\n", "").create();
    for filter in [
        "e",
        "truncate(length=80)",
        "urlencode",
        "join(',')",
        "to_sentence",
        "tojson",
        "pprint",
        "collate",
        "groupby('a')",
        "zip([1])",
        "chain([1])",
        "current",
        "bool",
        "list",
        "sort",
        "min",
        "max",
        "map('upper')",
        "slice(2)",
        "batch(2)",
    ] {
        site.write("pages/page.html", &format!("<p>\n{{{{ page.extra.naem|{filter} }}}}</p>"));
        assert_contains(
            &site.refused(),
            &["C0403", "`page.extra.naem` is undefined", "pages/page.html:2:4"],
        );
    }

    for (list, filter) in [
        ("['a', page.extra.b]", "join(', ')"),
        ("['a', page.extra.b]", "to_sentence"),
        ("{'name': page.extra.b}", "tojson"),
    ] {
        site.write("pages/page.html", &format!("{{{{ {list}|{filter} }}}}"));
        assert_contains(&site.refused(), &["C0403", "`page.extra.b` is undefined"]);
    }

    site.write(
        "pages/page.html",
        "{{ page.extra.b|default('x')|e }} {{ [page.extra.b|d('y'), none]|tojson }}",
    );
    site.build();
    assert_eq!(site.output("a/index.html"), "x [\"y\", null]\n");
}

#[test]
fn map_passes_named_options_to_the_filter() {
    let site = SiteBuilder::bare()
        .page("a", "title = \"A\"\n", "")
        .file(
            "pages/page.html",
            "{{ ['2026-03-05']|map('date', format='%Y')|join }} {{ [1.5, 2]|map('number', decimals=2)|join(' ') }} \
             {{ [5]|map('money', currency='JPY')|join }} {{ ['a long text']|map('truncate', length=6, leeway=0)|join }} \
             {{ ['*a*']|map('markdown', inline=true)|join }} {{ ['2026-03-05']|map('date', '%m')|join }} \
             {{ [{'n': 'x'}, {}]|map(attribute='n', default='-')|join }}",
        )
        .create();
    site.build();
    assert_eq!(site.output("a/index.html"), "2026 1.50 2.00 ¥5 a... <em>a</em> 03 x-\n");

    site.write("pages/page.html", "{{ ['2026-03-05']|map('date', fromat='%Y')|join }}");
    assert_contains(&site.refused(), &["C0405", "fromat"]);
}

#[test]
fn a_value_that_a_page_lacks_is_not_shown_as_a_word() {
    let site = SiteBuilder::bare()
        .page("a", "title = \"A\"\n", "")
        .file("content/data/c.json", "[{\"b\": null}]")
        .create();
    for value in ["page.date", "page.menu_label", "data.c[0].b", "none"] {
        for filter in ["", "|upper", "|e", " | replace('a', 'b')", "|string|trim"] {
            site.write("pages/page.html", &format!("<p>\n{{{{ {value}{filter} }}}}</p>"));
            let hint = format!("{{{{ {value}|default(\"–\", true) }}}}");
            let message = format!("`{value}` has no value");
            assert_contains(&site.refused(), &["C0403", &message, "pages/page.html:2:4", &hint]);
        }
    }

    for (expression, message) in [
        ("[page.date, page.title]|join(' – ')", "an item of this list has no value"),
        ("[page, page]|join(', ', attribute='date')", "an item of this list has no value"),
        ("[page.date]|to_sentence", "an item of this list has no value"),
        ("'%s'|format(page.date)", "an argument of this filter has no value"),
        ("page.title|replace('A', page.date)", "an argument of this filter has no value"),
        ("page.date if true", "this expression has no value"),
        ("(page.date)|upper", "this expression has no value"),
    ] {
        site.write("pages/page.html", &format!("<p>\n{{{{ {expression} }}}}</p>"));
        assert_contains(&site.refused(), &["C0403", message, "pages/page.html:2:", "default"]);
    }

    site.write("pages/page.html", "{{ page.date or '' }}{{ data.c|tojson }}");
    site.write("pages/files/c.json", "{{ data.c[0].b }}");
    site.build();
    assert_eq!(site.output("a/index.html"), "[{\"b\": null}]\n");
    assert_eq!(site.output("c.json"), "null\n");
}

#[test]
fn the_hint_about_a_filter_is_not_that_of_a_function() {
    let site = SiteBuilder::bare().page("a", "title = \"A\"\n", "").create();
    site.write("pages/page.html", "{{ [1]|slice(0) }}");
    let message = site.refused();
    assert!(!message.contains("slice(name"), "{message}");

    site.write("pages/page.html", "{{ 'a long text'|truncate(length=2) }}");
    let message = site.refused();
    assert!(!message.contains("name the option"), "{message}");

    site.write("pages/page.html", "{{ 'a long text'|truncate(2) }}");
    assert_contains(&site.refused(), &["name the option: `truncate(length=80)`"]);
}

#[test]
fn a_wrong_argument_has_a_hint_that_fixes_it() {
    let site = SiteBuilder::bare().page("a", "title = \"A\"\n", "").create();
    for (expression, message, hint) in [
        (
            "{% for k, v in {'a': 1} %}{{ k }}{% endfor %}",
            "not iterable",
            "`{% for key, value in map|items %}`",
        ),
        (
            "{{ one_of('left', [], 'side') }}",
            "the list of every side is empty",
            "`one_of(text, [\"left\", \"right\"], \"side\")`",
        ),
        ("{{ 1|number(decimals='2') }}", "`'2'` is no number of decimals", "`decimals=2`"),
        ("{{ 1|number(-1) }}", "`-1` is no number of decimals", "from 0 to 20"),
        ("{{ 5|money(decimals=-1) }}", "`-1` is no number of decimals", "from 0 to 20"),
        ("{{ 20260305|date }}", "`20260305` is not a date", "`\"2026-03-05\"`"),
        ("{{ 20260305|timestamp }}", "`20260305` is not a date", "`\"2026-03-05\"`"),
        (
            "{{ '2026-03-05'|date('long', time_zone='Nowhere/City') }}",
            "there is no time zone `Nowhere/City`",
            "",
        ),
        ("{{ {'a': 1}|dictsort(by='valu') }}", "`valu` is no order", "did you mean `value`?"),
        (
            "{{ figure('/i.svg', 'A', loading='eagre') }}",
            "`eagre` is no way",
            "did you mean `eager`?",
        ),
    ] {
        site.write("pages/page.html", &format!("<p>\n{expression}</p>"));
        assert_contains(&site.refused(), &["C0405", message, hint, "pages/page.html:2:"]);
    }

    site.write(
        "pages/page.html",
        "{{ -0.0|number }} {{ '-0'|number(1) }} {{ -0.5|number }} {{ 1.5|number(decimals=none) }}",
    );
    site.build();
    assert_eq!(site.output("a/index.html"), "0 0.0 -0.5 1.5\n");
}
