use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::catalog::{Catalogs, MessageFiles};
use super::format::{Argument, FormatError, Formats, format};
use super::{is_misplaced, language_of};
use croupier_base::path::SitePath;

/// Formats that show which of them was used.
struct Plain(&'static str);

impl Formats for Plain {
    fn tag(&self) -> &str {
        self.0
    }

    fn number(&self, digits: &str) -> Result<String, FormatError> {
        Ok(format!("<{digits}>"))
    }

    fn money(
        &self,
        digits: &str,
        currency: Option<&str>,
        decimals: Option<usize>,
    ) -> Result<String, FormatError> {
        Ok(format!("{digits} {currency:?} {decimals:?}"))
    }

    fn date(&self, date: &str, style: &str) -> Result<String, FormatError> {
        Ok(format!("{date} {style}"))
    }

    fn escape(&self, text: &str) -> String {
        text.replace('&', "&amp;")
    }
}

fn files(files: &[(&str, &str)]) -> MessageFiles {
    files.iter().map(|(path, text)| (SitePath::new(*path), Arc::from(*text))).collect()
}

/// Returns the text of the message `a`.
fn text(
    tag: &'static str,
    source: &str,
    arguments: &[(&str, Argument)],
) -> Result<String, FormatError> {
    let (catalogs, problems) = Catalogs::read(&files(&[("i18n/x/a.ftl", source)]));
    assert!(problems.is_empty(), "{problems:?}");
    let arguments: BTreeMap<String, Argument> =
        arguments.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
    let message = catalogs.message("x", "a").unwrap();
    format(&message, &arguments, &Plain(tag)).map(|formatted| formatted.text)
}

fn number(digits: &str) -> Argument {
    Argument::Number(digits.to_owned())
}

fn string(text: &str) -> Argument {
    Argument::Text(text.to_owned())
}

#[test]
fn a_choice_prefers_numbers_then_plural_categories_then_the_default() {
    let source = "a = { $n ->\n    [one] one\n    [few] few\n    [1] first\n    [yes] yes\n   *[other] other\n }\n";

    for (tag, value, expected) in [
        ("en", number("1"), "first"),
        ("en", number("1.0"), "first"),
        ("en", number("2"), "other"),
        ("ru", number("21"), "one"),
        ("ru", number("3"), "few"),
        ("ru", number("3.5"), "other"),
        ("en", string("yes"), "yes"),
        ("en", string("1"), "first"),
        ("en", string("few"), "few"),
        ("en", string("no"), "other"),
    ] {
        assert_eq!(
            text(tag, source, &[("n", value.clone())]).unwrap(),
            expected,
            "{tag} {value:?}"
        );
    }

    // The digits that readers see decide.
    let decimals =
        "a = { NUMBER($n, minimumFractionDigits: 1) ->\n    [one] one\n   *[other] other\n }\n";
    assert_eq!(text("en", decimals, &[("n", number("1"))]).unwrap(), "other");
    assert_eq!(text("fr", decimals, &[("n", number("1"))]).unwrap(), "one");
}

#[test]
fn numbers_have_at_most_three_decimals_unless_options_say_otherwise() {
    for (source, digits, expected) in [
        ("{ $n }", "1234.56789", "<1234.568>"),
        ("{ $n }", "0.10", "<0.1>"),
        ("{ $n }", "12345678901234567890", "<12345678901234567890>"),
        ("{ $n }", "-0.0001", "<0>"),
        ("{ $n }", "1e3", "<1000>"),
        ("{ NUMBER($n, minimumFractionDigits: 2) }", "5", "<5.00>"),
        ("{ NUMBER($n, maximumFractionDigits: 0) }", "5.5", "<6>"),
        ("{ NUMBER($n, minimumFractionDigits: 5) }", "5.123456", "<5.12346>"),
        ("{ NUMBER($n, currency: \"CAD\") }", "5", "5 Some(\"CAD\") None"),
        ("{ NUMBER($n, style: \"currency\", maximumFractionDigits: 0) }", "5", "5 None Some(0)"),
    ] {
        let shown = text("en", &format!("a = {source}\n"), &[("n", number(digits))]).unwrap();
        assert_eq!(shown, expected, "{source} {digits}");
    }
    let refused = text("en", "a = { NUMBER($n) }\n", &[("n", string("many"))]).unwrap_err();
    assert!(matches!(refused, FormatError::Refused(..)), "{refused:?}");
}

#[test]
fn terms_have_their_own_arguments_and_attributes() {
    let source = "\
-brand = { $case ->\n    [genitive] Brands\n   *[other] Brand\n }\n    .gender = feminine\n\
a = { -brand } { -brand(case: \"genitive\") } { -brand.gender ->\n    [feminine] f\n   *[other] o\n } { b.c }\n\
b =\n    .c = { $name }\n";
    assert_eq!(text("en", source, &[("name", string("N"))]).unwrap(), "Brand Brands f N");
    let missing = text("en", source, &[]).unwrap_err();
    assert_eq!(missing, FormatError::Missing("name".to_owned()));
}

#[test]
fn only_arguments_of_the_other_direction_are_isolated() {
    let source = "a = x { $n } y\n";
    for (tag, value, expected) in [
        ("en", string("Ann 12"), "x Ann 12 y"),
        ("en", string("אב"), "x \u{2068}אב\u{2069} y"),
        ("ar", string("Ann"), "x \u{2068}Ann\u{2069} y"),
        ("ar", string("12, אב"), "x 12, אב y"),
        ("he", number("12"), "x <12> y"),
        ("he", Argument::Html("<b>אב</b>".to_owned()), "x <b>אב</b> y"),
    ] {
        assert_eq!(
            text(tag, source, &[("n", value.clone())]).unwrap(),
            expected,
            "{tag} {value:?}"
        );
    }
}

#[test]
fn text_around_html_is_escaped() {
    let arguments = [("link", Argument::Html("<a>&amp;</a>".to_owned())), ("n", string("B&B"))];
    let shown = text("en", "a = A & { $link } { $n }\n", &arguments).unwrap();
    assert_eq!(shown, "A &amp; <a>&amp;</a> B&amp;B");
}

#[test]
fn the_hash_of_a_message_covers_what_it_refers_to_in_any_file() {
    let hash = |texts: &[(&str, &str)]| {
        let (catalogs, _) = Catalogs::read(&files(texts));
        croupier_base::fingerprint::fingerprint(&catalogs.message("en", "a"))
    };
    let before = hash(&[("i18n/en/a.ftl", "a = { -b }\n-b = B { c }\nc = C\nd = D\n")]);
    let moved = [
        ("i18n/en/a.ftl", "# x\na = { -b }\n"),
        ("i18n/en/b/c.ftl", "-b = B { c }\nc = C\nd = E\n"),
    ];
    assert_eq!(hash(&moved), before);
    assert_ne!(hash(&[("i18n/en/a.ftl", "a = { -b }\n-b = B { c }\nc = Other\n")]), before);
    // A translation that reads another argument changes which arguments calls may have.
    let translated =
        [("i18n/en/a.ftl", "a = { -b }\n-b = B { c }\nc = C\n"), ("i18n/fr/a.ftl", "a = { $n }\n")];
    assert_ne!(hash(&translated), before);
}

#[test]
fn the_languages_are_compared() {
    let (catalogs, problems) = Catalogs::read(&files(&[
        ("i18n/en/a.ftl", "a = A\nb = B\n-t = T\n"),
        ("i18n/fr/a.ftl", "a = A\nbb = B\nextra = E { -t }\n-own = O\n"),
        ("i18n/de/a.ftl", "a = A\n"),
    ]));
    assert!(problems.is_empty(), "{problems:?}");

    let problems = catalogs.problems("en", &["en", "fr"]);
    let found: BTreeSet<(String, &str)> = problems
        .iter()
        .map(|it| (it.message.clone(), it.place.as_ref().unwrap().file.as_str()))
        .collect();

    let expected = [
        ("the default language `en` has no message `bb`", "i18n/fr/a.ftl"),
        ("the default language `en` has no message `extra`", "i18n/fr/a.ftl"),
        ("there is no term `-t` in this language", "i18n/fr/a.ftl"),
        ("these messages are not used: the site has no language `de`", "i18n/de/a.ftl"),
    ];

    assert_eq!(found, expected.map(|(text, file)| (text.to_owned(), file)).into());
    assert!(catalogs.message("fr", "b").is_none() && catalogs.message("en", "-t").is_none());
}

#[test]
fn files_of_other_formats_and_places_are_not_read() {
    let language = |path| language_of(&SitePath::new(path)).map(str::to_owned);
    assert_eq!(language("i18n/fr-CA/a/b.ftl").as_deref(), Some("fr-CA"));
    assert_eq!(
        [language("i18n/en.ftl"), language("i18n/en/a.toml"), language("content/en/a.ftl")],
        [None, None, None]
    );
    for (path, expected) in [
        ("i18n/en.toml", true),
        ("i18n/en.ftl", true),
        ("i18n/en/a.po", true),
        ("i18n/en/a.ftl", false),
        ("i18n/fr.lock", false),
        ("i18n/README.md", false),
    ] {
        assert_eq!(is_misplaced(&SitePath::new(path)), expected, "{path}");
    }
}
