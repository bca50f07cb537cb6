//! Template filters for dates, numbers and money.

use crate::common::{SETTINGS, SiteBuilder, assert_contains, assert_diagnostics};

#[test]
fn dates_are_formatted() {
    let site = SiteBuilder::bare()
        .page("a", "title = \"A\"\ndate = 2026-11-05T18:30:00+02:00\nupdated = 2026-11-06\n", "")
        .file(
            "pages/page.html",
            "{{ page.date | date }}|{{ page.date | date(\"%Y-%m-%d %H:%M\") }}|{{ page.date | date(format=\"%a %H:%M\") }}|{{ page.title | truncate(length=3) }}",
        )
        .create();
    site.build();
    assert_eq!(site.output("a/index.html"), "November 5, 2026|2026-11-05 16:30|Thu 16:30|A\n");
    site.write("pages/page.html", "{{ page.title | date }}");
    assert_diagnostics!(site.refused());
    site.write("pages/page.html", "{{ page.date | date(time_zone=\"Europe/Pariss\") }}");
    assert_diagnostics!(site.refused());
}

#[test]
fn dates_numbers_and_money_follow_the_language_of_the_site() {
    let site = SiteBuilder::bare()
        .page("a", "title = \"A\"\ndate = 2026-03-01T02:30:00Z\nupdated = 2026-03-01\n", "")
        .file("content/data/sums.csv", "name,sum\na,1234567.5\n")
        .file(
            "pages/page.html",
            "{{ page.date | date(\"%A %-d %B %H:%M\") }}|\
             {{ page.date | date(\"%H:%M\", time_zone=\"Asia/Kolkata\") }}|{{ page.updated | date }}|\
             {{ 1234567 | number }}|{{ 0.5 | number(decimals=2) }}|{{ data.sums.0.sum | number(0) }}|\
             {{ data.sums.0.sum | money }}|{{ -5 | money(decimals=0) }}|{{ 5000 | money(currency=\"JPY\") }}",
        )
        .create();
    let settings = |keys: &str| site.write("site.toml", &format!("{SETTINGS}{keys}"));
    let shows = |expected: &str| {
        site.build();
        assert_eq!(site.output("a/index.html").trim_end().replace('\u{a0}', " "), expected);
    };
    shows(
        "Sunday 1 March 02:30|08:00|March 1, 2026|1,234,567|0.50|1,234,568|$1,234,567.50|-$5|¥5,000",
    );
    // Pages that use the settings are rendered again. A date without a time does not shift.
    settings("language = \"de\"\ntime_zone = \"America/New_York\"\ncurrency = \"EUR\"\n");
    shows(
        "Samstag 28 Februar 21:30|08:00|1. März 2026|1.234.567|0,50|1.234.568|1.234.567,50 €|-5 €|5.000 ¥",
    );
    settings("language = \"tlh\"\n");
    assert_diagnostics!(site.refused());
    settings("time_zone = \"America/New_Yorkk\"\ncurrency = \"DOLLARS\"\n");
    assert_diagnostics!(site.refused());
    settings("");
    for (template, message) in [
        ("{{ page.title | number }}", "`A` is not a number"),
        ("{{ true | money }}", "`True` is not a number"),
        ("{{ 1 | money(\"usd\") }}", "`usd` is not a currency"),
    ] {
        site.write("pages/page.html", template);
        assert_contains(&site.refused(), &[message]);
    }
}

#[test]
fn truncate_explains_its_options() {
    let site = SiteBuilder::bare()
        .file("pages/page.html", "{{ page.title|truncate(2) }}")
        .page("index", "title = \"Home\"\n", "")
        .create();
    assert_diagnostics!(site.refused());
}

/// Arguments of the documented filters that need some, and the value that each filter is applied to.
const FILTER_CALLS: [(&str, &str); 27] = [
    ("attr", "{\"a\": 1}|attr(\"a\")"),
    ("batch", "[1]|batch(1)"),
    ("chain", "[1]|chain([2])"),
    ("dictsort", "{\"a\": 1}|dictsort"),
    ("filesizeformat", "1000|filesizeformat"),
    ("first", "[1]|first"),
    ("float", "1|float"),
    ("format", "\"%s\"|format(1)"),
    ("groupby", "[{\"a\": 1}]|groupby(\"a\")"),
    ("int", "1|int"),
    ("items", "{\"a\": 1}|items"),
    ("abs", "1|abs"),
    ("last", "[1]|last"),
    ("map", "[{\"a\": 1}]|map(attribute=\"a\")"),
    ("max", "[1]|max"),
    ("min", "[1]|min"),
    ("reject", "[1]|reject(\"odd\")"),
    ("rejectattr", "[{\"a\": 1}]|rejectattr(\"a\")"),
    ("replace", "\"a\"|replace(\"a\", \"b\")"),
    ("round", "1.5|round"),
    ("select", "[1]|select(\"odd\")"),
    ("selectattr", "[{\"a\": 1}]|selectattr(\"a\")"),
    ("slice", "[1]|slice(1)"),
    ("sum", "[1]|sum"),
    ("truncate", "\"a long text\"|truncate(length=5)"),
    ("zip", "[1]|zip([2])"),
    ("sort", "[1]|sort"),
];

#[test]
fn every_documented_filter_can_be_called() {
    let docs = include_str!("../../docs/content/reference/templates.md");
    let list = docs.split("These filters are also available: ").nth(1).unwrap();
    let list = list.split(". `truncate` takes").next().unwrap();
    let names: Vec<&str> = list.split('`').skip(1).step_by(2).collect();
    assert!(
        names.len() > 40 && names.contains(&"urlencode") && names.contains(&"striptags"),
        "{names:?}"
    );
    let call = |name: &str| {
        let known = FILTER_CALLS.iter().find(|(known, _)| *known == name);
        let call = known.map_or_else(|| format!("\"a b\"|{name}"), |(_, call)| (*call).to_owned());
        format!("{name}: {{{{ {call} }}}}\n")
    };
    let template: String = names.iter().map(|name| call(name)).collect();
    let site = SiteBuilder::bare()
        .file("pages/page.html", &template)
        .page("index", "title = \"Home\"\n", "")
        .create();
    site.build();
    assert_contains(&site.output("index.html"), &["urlencode: a%20b\n", "upper: A B\n"]);
}
