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
fn canadian_french_has_the_formats_of_its_language_office() {
    let site = SiteBuilder::bare()
        .page("a", "title = \"A\"\ndate = 2026-11-01T19:05:00Z\nupdated = 2026-11-01\n", "")
        .file("i18n/fr-CA/a.ftl", "when = { DATETIME($d, dateStyle: \"long\") }, { DATETIME($d, timeStyle: \"short\") }\nprice = { NUMBER($n, currency: \"USD\") } ou { NUMBER($n, style: \"currency\") }\n")
        .file(
            "pages/page.html",
            "{{ page.updated|date }}|{{ page.date|date(\"full\") }}|{{ page.date|date(\"time\") }}|\
             {{ page.date|date(\"time\", language=\"en\") }}|{{ \"2026-11-02T19:00:00\"|date(\"time\") }}|{{ 1234.5|number }}|\
             {{ 50|money }}|{{ 50|money(\"USD\") }}|{{ t('when', d=page.date) }}|{{ t('price', n=1234.5) }}",
        )
        .create();
    let settings = |keys: &str| site.write("site.toml", &format!("{SETTINGS}{keys}"));
    settings("language = \"fr-CA\"\ncurrency = \"CAD\"\n");
    site.build();
    assert_eq!(
        site.output("a/index.html").trim_end().replace('\u{a0}', "~"),
        "1er novembre 2026|dimanche 1er novembre 2026|19~h~5|7:05 PM|19~h|1~234,5|50,00~$|50,00~$~US|\
         1er novembre 2026, 19~h~5|1~234,50~$~US ou 1~234,50~$"
    );

    // The currency of the site decides which dollar needs its country.
    site.write("pages/page.html", "{{ 50|money(\"USD\") }} {{ 50|money(\"CAD\") }}");
    for (keys, expected) in [
        ("currency = \"CAD\"\n", "US$50.00 $50.00"),
        ("currency = \"USD\"\n", "$50.00 CA$50.00"),
        ("currency = \"EUR\"\n", "$50.00 $50.00"),
        ("", "$50.00 $50.00"),
    ] {
        settings(keys);
        site.build();
        assert_eq!(site.output("a/index.html").trim_end(), expected, "{keys}");
    }

    site.write("pages/page.html", "{{ page.updated|date(\"time\") }}");
    assert_contains(&site.refused(), &["`2026-11-01` has no time", "pages/page.html"]);
    site.write(
        "i18n/en/a.ftl",
        "both = { DATETIME($d, dateStyle: \"long\", timeStyle: \"short\") }\n",
    );
    site.write("pages/page.html", "{{ t('both', d=page.date) }}");
    assert_contains(&site.refused(), &["write two calls"]);
}

#[test]
fn numbers_amounts_and_dates_have_the_digits_and_separators_of_the_language() {
    let site = SiteBuilder::bare()
        .page("index", "title = \"A\"\ndate = 2026-03-01\n", "")
        .file(
            "pages/page.html",
            "{{ 1234567.5|money }}|{{ -1234567.891|number }}|{{ 1234|number }}|{{ page.date|date(\"short\") }}|\
             {{ page.date|date(\"%Y-%m-%d\") }}|{{ t('n', n=1234.5) }}",
        )
        .create();
    for (language, expected) in [
        ("pt-PT", "1~234~567,50~€|-1~234~567,891|1234|01/03/26|2026-03-01|1234,5"),
        ("de-AT", "€~1.234.567,50|-1~234~567,891|1~234|01.03.26|2026-03-01|1~234,5"),
        ("hi", "€12,34,567.50|-12,34,567.891|1,234|1/3/26|2026-03-01|1,234.5"),
        ("mr", "€१,२३४,५६७.५०|-१२,३४,५६७.८९१|१,२३४|१/३/२६|2026-03-01|१,२३४.५"),
        ("fa", "\u{200e}€۱٬۲۳۴٬۵۶۷٫۵۰|\u{200e}−۱٬۲۳۴٬۵۶۷٫۸۹۱|۱٬۲۳۴|۲۰۲۶/۳/۱|2026-03-01|۱٬۲۳۴٫۵"),
        (
            "ar-EG",
            "\u{200f}١٬٢٣٤٬٥٦٧٫٥٠~€|\u{61c}-١٬٢٣٤٬٥٦٧٫٨٩١|١٬٢٣٤|١\u{200f}/٣\u{200f}/٢٠٢٦|2026-03-01|١٬٢٣٤٫٥",
        ),
        ("es", "1.234.567,50~€|-1.234.567,891|1234|1/3/26|2026-03-01|1234,5"),
        ("sv", "1~234~567,50~€|−1~234~567,891|1~234|2026-03-01|2026-03-01|1~234,5"),
    ] {
        site.write(
            "site.toml",
            &format!("{SETTINGS}language = \"{language}\"\ncurrency = \"EUR\"\n"),
        );
        site.write(&format!("i18n/{language}/a.ftl"), "n = { $n }\n");
        site.build();
        let output = site.output("index.html").trim_end().replace('\u{a0}', "~");
        assert_eq!(output, expected, "{language}");
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

#[test]
fn a_day_has_the_offset_of_the_time_zone_of_the_site() {
    let site = SiteBuilder::bare()
        .settings("time_zone = \"Asia/Tokyo\"\n")
        .page("a", "title = \"A\"\n", "")
        .file(
            "pages/page.html",
            "{{ '2026-03-05'|date('%Y-%m-%dT%H:%M:%S%:z %s') }} {{ '2026-03-05'|timestamp }} \
             {{ '2026-03-05'|date('%F', time_zone='America/New_York') }}",
        )
        .create();
    site.build();
    assert_eq!(
        site.output("a/index.html"),
        "2026-03-05T00:00:00+09:00 1772636400 1772636400 2026-03-05\n"
    );
}

#[test]
fn a_format_without_a_field_or_without_a_language_is_refused() {
    let site = SiteBuilder::bare().page("a", "title = \"A\"\n", "").create();
    for (format, hint) in [
        ("Long", "did you mean `long`?"),
        ("lang", "did you mean `long`?"),
        ("yyyy-MM-dd", "`%Y-%m-%d %H:%M`"),
        ("", "`%Y-%m-%d %H:%M`"),
        ("%x", "`medium`"),
        ("%c", "`medium`"),
        ("%r", "`time`"),
    ] {
        site.write("pages/page.html", &format!("{{{{ '2026-03-05'|date('{format}') }}}}"));
        assert_contains(&site.refused(), &[&format!("`{format}` is not a date format"), hint]);
    }

    site.write("pages/page.html", "{{ '2026-03-05T15:00:00'|date('%I %P', language='zh-TW') }}");
    site.build();
    assert_eq!(site.output("a/index.html"), "03 下午\n");
}
