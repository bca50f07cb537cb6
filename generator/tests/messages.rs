//! Messages of i18n/, the function `t`, and their diagnostics.

use crate::common::{Site, SiteBuilder, assert_contains, assert_diagnostics, printed_text};

/// A site whose pages show the body of `template`, with messages in English.
fn site(template: &str, messages: &str) -> Site {
    SiteBuilder::bare()
        .page("index", "title = \"Home\"\n", "")
        .file("pages/page.html", template)
        .file("i18n/en/site.ftl", messages)
        .create()
}

#[test]
fn numbers_of_csv_files_choose_the_plural() {
    let template = "{% for row in data.cart %}{{ t('cart', n=row.n) }}, {{ t('level', n=row.n) }}|{% endfor %}{{ t('level', n='one') }}";
    let messages = "\
cart = { $n ->
    [0] empty
    [one] { $n } item
   *[other] { NUMBER($n) } items
}
level = { $n ->
    [one] single
   *[other] many
}
";
    let site = site(template, messages);
    site.write("content/data/cart.csv", "n\n0\n1\n1234.5\n");
    site.build();
    assert_eq!(
        site.output("index.html").trim(),
        "empty, many|1 item, single|1,234.5 items, many|single"
    );
}

#[test]
fn templates_show_messages_with_plurals_numbers_dates_and_amounts() {
    let template = "\
{{ t('greeting', name='Ann & Bo') }}|{{ t('coupons', n=1) }}|{{ t('coupons', n=2500) }}|{{ t('coupons', n=0) }}\n\
{{ t('place', n=2) }}|{{ t('price', n=50) }}|{{ t('cad', n=1234.5) }}|{{ t('rate', n='2.5') }}\n\
{{ t('until', day='2026-11-28') }}|{{ t('buy.title') }}|{{ t('multi') }}|{{ t('casino') }}\n\
<a title=\"{{ t('quotes') }}\">{{ t('terms', link='<a href=\"/\">Terms</a>'|safe, name='A&B') }}</a>\n";
    let messages = "\
# $name (String): the player
greeting = Hello, { $name }!
coupons = { $n ->
    [0] No coupon
    [one] { $n } coupon
   *[other] { $n } coupons
}
place = { NUMBER($n, type: \"ordinal\") ->
    [one] { $n }st
    [two] { $n }nd
   *[other] { $n }th
}
price = { NUMBER($n, style: \"currency\", currency: \"USD\") }
cad = { NUMBER($n, minimumFractionDigits: 2) } dollars
rate = { NUMBER($n) } points
until = Until { DATETIME($day, dateStyle: \"long\") }
buy = Buy
    .title = Buy { -casino } coins
multi =
    First line
      second line
-casino = Aces{\"\\u00A0\"}High
casino = { -casino }, { multi }
quotes = Say \"hi\" <b>
terms = { $name }: read { $link } & smile
";
    let site = site(template, &messages.replace("buy = Buy\n", "buy =\n"));
    let printed = site.build();
    assert!(!printed.contains("warning"), "{printed}");
    assert_eq!(
        site.output("index.html"),
        "Hello, Ann &amp; Bo!|1 coupon|2,500 coupons|No coupon\n\
         2nd|$50.00|1,234.50 dollars|2.5 points\n\
         Until November 28, 2026|Buy Aces\u{a0}High coins|First line\n  second line|Aces\u{a0}High, First line\n  second line\n\
         <a title=\"Say &quot;hi&quot; &lt;b&gt;\">A&amp;B: read <a href=\"/\">Terms</a> &amp; smile</a>\n"
    );
}

#[test]
fn collate_sorts_in_the_order_of_the_language() {
    let template = "{% set words = ['zo', 'Äpple', 'apa', 'öl', 'ål'] %}{{ words|collate|join(' ') }}|\
        {{ [{'a': {'b': 'é'}}, {'a': {'b': 'f'}}, {'a': {'b': 'e'}}]|collate(attribute='a.b', reverse=true)|map(attribute='a.b')|join(' ') }}";
    let site = site(template, "");
    site.build();
    assert_eq!(site.output("index.html"), "ål apa Äpple öl zo|f é e\n");
    site.append("site.toml", "language = \"sv\"\n");
    site.build();
    assert_eq!(site.output("index.html"), "apa zo ål Äpple öl|f é e\n");

    site.write("pages/page.html", "{{ [{}]|collate(attribute='a') }}");
    assert_contains(&site.refused(), &["a value to sort has no `a`", "pages/page.html:1"]);
}

#[test]
fn lists_are_joined_as_in_a_sentence_of_the_language() {
    let template = "{{ t('who', names=['Ann', 'Bo & Co', 3]) }}|{{ t('any', names=names) }}|{{ t('link', names=['<a href=\"/\">A</a>'|safe, 'B&C']) }}|\
        {{ names|to_sentence }}|{{ names[:2]|to_sentence(type='or') }}|{{ ['<b>a</b>'|safe, '&']|to_sentence }}";
    let template = format!("{{% set names = ['a', 'b', 'c'] %}}{template}");
    let messages = "who = For { LIST($names) }.\nany = { LIST($names, type: \"or\") }\nlink = <{ LIST($names) }>\n";
    let site = site(&template, messages);
    site.build();
    assert_eq!(
        site.output("index.html"),
        "For Ann, Bo &amp; Co, and 3.|a, b, or c|&lt;<a href=\"/\">A</a> and B&amp;C&gt;|a, b, and c|a or b|<b>a</b> and &amp;\n"
    );

    site.append("site.toml", "language = \"fr\"\n");
    site.write("i18n/fr/site.ftl", messages);
    site.remove("i18n/en/site.ftl");
    site.build();
    assert_contains(
        &site.output("index.html"),
        &["For Ann, Bo &amp; Co et 3.|a, b ou c|", "|a, b et c|a ou b|"],
    );

    for (call, expected) in [
        ("t('who', names='Ann')", "it is no list"),
        ("t('plain', name=['Ann'])", "it is a list"),
        ("t('who', names=[[1]])", "is a list of lists"),
        ("[1]|to_sentence(type='xor')", "`xor` is no type of a list"),
    ] {
        site.write("i18n/fr/site.ftl", &format!("{messages}plain = {{ $name }}\n"));
        site.write("pages/page.html", &format!("{{{{ {call} }}}}"));
        assert_contains(&site.refused(), &[expected, "pages/page.html:1"]);
    }
}

#[test]
fn messages_are_shown_everywhere_in_the_language_of_the_site() {
    let site = SiteBuilder::bare()
        .file("site.toml", "name = \"Site\"\nbase_url = \"https://example.com\"\nlanguage = \"fr-CA\"\n")
        .page("index", "title = \"Accueil\"\n", "{{ call(1) }} {{ call(2000) }}\n")
        .file("pages/shell.html", "<nav>{{ t('menu') }}</nav>{{ main }}{{ slice('footer') }}")
        .file("pages/page.html", "{% import 'macros.html' as m %}{{ page.body }}{{ m.shown() }}")
        .file("pages/macros.html", "{% macro shown() %}{{ t('macro') }}{% endmacro %}")
        .file("pages/shortcodes.html", "{% macro call(n) %}{{ t('coins', n=n) }}{% endmacro %}")
        .file("pages/slices/footer.html", "<footer>{{ t('footer') }}</footer>")
        .file("pages/files/app.json", "{\"name\": {{ t('app')|tojson }}}")
        .file(
            "i18n/fr-CA/a/b.ftl",
            "menu = Menu d’« ici »\r\nmacro = M\r\ncoins = { $n ->\r\n    [one] { $n } pièce\r\n   *[other] { $n } pièces\r\n}\r\n",
        )
        .file("i18n/fr-CA/c.ftl", "\u{feff}footer = Pied\napp = L'app \"x\"\n")
        .create();
    let printed = site.build();
    assert!(!printed.contains("warning"), "{printed}");
    let page = site.output("index.html");
    assert_contains(
        &page,
        &[
            "<nav>Menu d’« ici »</nav>",
            "1 pièce 2",
            "000 pièces",
            "<footer>Pied</footer>",
            "\nM<div",
        ],
    );
    assert!(!page.contains('\r'), "{page:?}");
    assert_eq!(
        site.output("app.json").trim(),
        r#"{"name": "L'app \"x\""}"#.replace("L'app", "L\\u0027app")
    );
}

#[test]
fn a_changed_message_renders_only_what_shows_it() {
    let site = SiteBuilder::bare()
        .file("pages/shell.html", "{{ main }}{{ slice('footer') }}")
        .file("pages/page.html", "<p>{{ t(page.extra.key, n=1) }}</p>")
        .file("pages/slices/footer.html", "<i>{{ t('footer') }}</i>")
        .page("a", "title = \"A\"\n[extra]\nkey = \"a\"\n", "")
        .page("b", "title = \"B\"\n[extra]\nkey = \"b.c\"\n", "")
        .file("i18n/en/a.ftl", "a = A { $n } { -term }\n-term = Term\n")
        .file("i18n/en/b.ftl", "b =\n    .c = B { $n }\nfooter = Foot\n")
        .create();
    site.build();
    let reason = |route: &str| {
        let printed = String::from_utf8(site.run(&["explain", "--preview", route]).stdout).unwrap();
        printed.lines().find(|line| line.contains("was rendered last")).unwrap().trim().to_owned()
    };
    let new = "was rendered last because it was not built before";
    assert_eq!([reason("/a/"), reason("/b/")], [new, new]);

    // The term is a part of the message, and a comment is not.
    site.write("i18n/en/a.ftl", "# A comment\na = A { $n } { -term }\n-term = Other\n");
    site.build();
    assert_contains(&site.output("a/index.html"), &["<p>A 1 Other</p>"]);
    let changed = "was rendered last because this changed: message a in en";
    assert_eq!([&*reason("/a/"), &*reason("/b/")], [changed, new]);

    site.write("i18n/en/b.ftl", "b =\n    .c = B { $n }\nfooter = Feet\n");
    site.build();
    assert_contains(&site.output("b/index.html"), &["<p>B 1</p>", "<i>Feet</i>"]);
    let footer = "was rendered last because this changed: slice footer";
    assert_eq!([reason("/a/"), reason("/b/")], [footer, footer]);
    site.same_as_clean();

    // A message can move to another file.
    site.remove("i18n/en/a.ftl");
    site.append("i18n/en/b.ftl", "a = A { $n } { -term }\n-term = Other\n");
    let printed = site.build();
    assert_contains(&printed, &["0 files written"]);
    site.same_as_clean();
}

#[test]
fn mistakes_in_message_files_are_reported_at_their_lines() {
    let site = site(
        "{{ t('good') }}",
        "good = Good
no text
bad = { $n ->
    [one] One
}
open = { $n
unknown = { gone } { -brnad } { good.title }
-brand = Brand
call = { UPPER($n) }
option = { NUMBER($n, digits: 2) } { DATETIME($d, dateStyle: \"longest\") } { NUMBER($n, currency: \"XX\") }
styles = { DATETIME($d, dateStyle: \"long\", timeStyle: \"short\") } { DATETIME(\"2026-13-01\") }
good = Again
a = { b }
b = { c }
c = { a }
empty =
json: text
",
    );
    site.write("i18n/fr/site.ftl", "good = Bon\n");
    site.write("i18n/en.toml", "good = \"Good\"\n");
    let message = site.refused();
    assert_diagnostics!(message);
}

#[test]
fn wrong_calls_are_reported_at_the_template() {
    let site = site("", "hello = Hello, { $name }!\nplain = Plain\ndate = { DATETIME($day) }\n");
    for (call, expected) in [
        (
            "t('helo', name='A')",
            &["C0413", "there is no message `helo`", "did you mean `hello`?"][..],
        ),
        ("t('checkout')", &["C0413", "write `checkout = ...` in i18n/en/site.ftl"]),
        ("t('hello')", &["C0414", "needs the argument `name`", "i18n/en/site.ftl:1"]),
        ("t('hello', nam='A')", &["C0414", "no argument `nam`", "did you mean `name`?"]),
        ("t('plain', n=3)", &["C0414", "no argument `n`", "i18n/en/site.ftl:2"]),
        ("t('hello', name=page.extra)", &["C0414", "`name` of the message `hello` is"]),
        ("t('date', day='soon')", &["C0414", "`soon` is not a date"]),
        ("trans(key='hello')", &["write `t(\"key\")`", "i18n/en/site.ftl"]),
        ("'hello'|i18n", &["write `t(\"key\")`"]),
        ("i18n \"hello\"", &["write `t(\"key\")`"]),
        ("T \"hello\"", &["write `t(\"key\")`"]),
        ("t('hello', {'name': 'A'})", &["it is called as `t(key, argument=value)`"]),
    ] {
        site.write("pages/page.html", &format!("\n{{{{ {call} }}}}\n"));
        let message = site.refused();
        assert_contains(&message, expected);
        assert_contains(&message, &["pages/page.html:2:"]);
        assert_eq!(message.matches("error[").count(), 1, "{message}");
    }

    let site = SiteBuilder::new().file("pages/page.html", "{{ t('hello') }}").create();
    assert_contains(
        &site.refused(),
        &["there is no message `hello`", "write `hello = ...` in i18n/en/site.ftl"],
    );
    site.write("i18n/en/site.ftl", "hello = Hello\n");
    site.build();
}

#[test]
fn messages_that_nothing_shows_are_reported() {
    let site = site(
        "{{ t('used') }}{{ t('status-' ~ 'open') }}{% if page.extra.never %}{{ t(\"hidden\") }}{% endif %}",
        "used = { indirect }\nindirect = I\nstatus-open = Open\nhidden = Hidden\nstatus-closed = Closed\nbutton = B\n    .title = T\n",
    );
    let unused = |printed: &str| -> Vec<String> {
        let lines =
            printed.lines().filter_map(|line| line.split_once("no template shows the message "));
        lines.map(|(_, key)| key.to_owned()).collect()
    };
    let expected = ["`status-closed`", "`button`", "`button.title`"];
    let printed = site.build();
    assert_eq!(unused(&printed), expected, "{printed}");
    assert_contains(&printed, &["C0416", "i18n/en/site.ftl:5"]);
    let check = site.run(&["check", "--preview"]);
    assert_eq!(unused(&printed_text(&check)), expected);

    // An edit of a page keeps the warnings, and those of a message that it shows now are gone.
    site.append("pages/page.html", "{{ t('button') }}");
    assert_eq!(unused(&site.build()), ["`status-closed`", "`button.title`"]);

    // A message whose attribute is shown cannot be removed.
    site.write("pages/page.html", "{{ t('used') }}{{ t('button.title') }}");
    let without_value = unused(&site.build());
    assert!(!without_value.contains(&"`button`".to_owned()), "{without_value:?}");

    site.append("site.toml", "[checks]\nunused_messages = \"off\"\n");
    assert!(unused(&site.build()).is_empty());
    site.append("site.toml", "[[checks.in]]\npath = \"i18n/en\"\nunused_messages = \"error\"\n");
    assert_contains(&site.refused(), &["error[C0416]"]);
}

#[test]
fn new_changed_and_removed_message_files_are_seen() {
    let site = site("{{ t('a') }}", "a = One\n");
    site.build();
    for text in ["a = Two\n", "a = Three\n"] {
        site.write("i18n/en/site.ftl", text);
        site.build();
        site.same_as_clean();
    }
    site.write("i18n/en/other.ftl", "b = B\n");
    assert_contains(&site.build(), &["no template shows the message `b`"]);
    site.remove("i18n/en/site.ftl");
    assert_contains(&site.refused(), &["there is no message `a`"]);
    site.write("i18n/en/site.ftl", "a = Four\n");
    site.build();
    assert_eq!(site.output("index.html"), "Four\n");
}

#[test]
fn a_message_that_cannot_be_shown_is_reported_with_its_place() {
    let site = SiteBuilder::bare()
        .settings("[languages.en]\nlabel = \"English\"\n[languages.fr]\nlabel = \"Français\"\n")
        .page("index", "title = \"Home\"\n", "")
        .page("index.fr", "title = \"Accueil\"\n", "")
        .file("pages/page.html", "{{ t(\"until\", n=2) }}")
        .file("i18n/en/site.ftl", "until = { $n }\n")
        .create();
    for (message, expected) in [
        ("{ DATETIME($n) }", "`2` is not a date"),
        ("{ LIST($n) }", "it is no list"),
        ("{ $day } { $n }", "needs the argument `day`"),
        ("{ -term }", "a term needs the argument `day`"),
    ] {
        site.write("i18n/fr/site.ftl", &format!("-term = {{ $day }}\nuntil = {message}\n"));
        let refused = site.refused();
        assert_contains(&refused, &["[C0414]", expected, "the message is in i18n/fr/site.ftl:2"]);
    }
}

#[test]
fn numbers_are_rounded_and_grouped_as_in_browsers() {
    let site = site(
        "{{ 2.5|number(decimals=0) }} {{ 2.5|money(decimals=0) }} {{ 0.125|money }} {{ '1.005'|money }} \
         {{ -0.001|money }} {{ t('n', n=2.5) }} {{ t('cad', n=0.125) }}",
        "n = { NUMBER($n, maximumFractionDigits: 0) }\ncad = { NUMBER($n, currency: \"CAD\") }\n",
    );
    site.append("site.toml", "currency = \"USD\"\n");
    site.build();
    assert_contains(&site.output("index.html"), &["3 $3 $0.13 $1.01 $0.00 3 CA$0.13"]);

    site.write("pages/page.html", "{{ 1|number(decimals=70000) }}");
    assert_contains(&site.refused(), &["a number cannot have 70000 decimals", "pass at most 20"]);
}
