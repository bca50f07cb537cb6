//! Validates the values `base_url`, `language`, `time_zone` and `currency` of site.toml.

use std::ops::Range;

use iso_currency::Currency;
use toml::de::{DeTable, DeValue};

use croupier_base::date;
use croupier_base::diagnostic::code::Code;
use croupier_base::diagnostic::{Diagnostic, Location};
use croupier_base::locale::is_language_tag;
use croupier_base::unicode::nfc;

/// Returns the diagnostics for `language`, which pages state, and for `time_zone` and `currency`, in which template filters format dates and
/// amounts.
pub(crate) fn check_formats(
    root: &DeTable<'_>,
    place: &dyn Fn(Range<usize>) -> Location,
) -> Vec<Diagnostic> {
    let check = |key: &str, noun: &str, validate: &dyn Fn(&str) -> Result<(), String>| {
        let value = root.get(key)?;
        let DeValue::String(text) = value.get_ref() else {
            let error = Diagnostic::error(Code::SiteTable, format!("`{key}` is not a string"));
            return Some(error.at(place(value.span())).hint("put it in quotes"));
        };
        let hint = validate(text).err()?;
        let error = Diagnostic::error(Code::SiteTable, format!("there is no {noun} `{text}`"));
        Some(error.at(place(value.span())).hint(hint))
    };

    let language = check("language", "language", &|tag| {
        language_tag_problem("language", tag).map_or(Ok(()), Err)
    });
    let zone = check("time_zone", "time zone", &|name| date::time_zone(name).map(|_| ()));
    let currency = check("currency", "currency", &|code| {
        let hint = "use a three-letter ISO 4217 code, such as `USD`";
        Currency::from_code(code).map(|_| ()).ok_or_else(|| hint.to_owned())
    });

    language.into_iter().chain(zone).chain(currency).collect()
}

/// Returns a hint for the value of a key that does not have the form of a language tag. Browsers and search engines ignore other tags, also
/// those with underscores.
pub(crate) fn language_tag_problem(key: &str, text: &str) -> Option<String> {
    if is_language_tag(text) {
        return None;
    }

    let hyphenated = text.replace('_', "-");
    Some(if is_language_tag(&hyphenated) {
        format!("write it with a hyphen: `{key} = \"{hyphenated}\"`")
    } else {
        format!(
            "write the code of the language, such as `{key} = \"fr\"`, or also of the country: `{key} = \"fr-CA\"`"
        )
    })
}

/// Returns a hint for fixing a base URL, or `None` if the URL is valid.
pub fn base_url_problem(url: &str) -> Option<&'static str> {
    let not_absolute = "write it with its scheme: `base_url = \"https://www.example.com\"`";
    let Some((scheme, rest)) = url.split_once("://") else { return Some(not_absolute) };
    if !matches!(scheme, "http" | "https") || rest.split('/').next().is_none_or(str::is_empty) {
        return Some(not_absolute);
    }
    if rest.contains(['?', '#']) {
        return Some(
            "remove `?` or `#` and the text after it: the paths of pages are appended to this URL",
        );
    }
    if rest.contains('%') || nfc(rest) != rest {
        return Some(
            "write the letters of its path as they are, without percent escapes: `/caf\u{e9}` in place of `/caf%C3%A9`",
        );
    }
    let is_forbidden = |it: char| it.is_whitespace() || it.is_control() || "\"'<>\\`".contains(it);
    rest.contains(is_forbidden)
        .then_some("write only the host and the path, without spaces and quotes")
}

/// Parses the value of `--base-url`. The error is a message for users.
pub fn parse_base_url_flag(url: &str) -> Result<String, String> {
    match base_url_problem(url) {
        None => Ok(url.to_owned()),
        Some(hint) => {
            let hint = hint.replace(
                "`base_url = \"https://www.example.com\"`",
                "`--base-url https://www.example.com`",
            );
            Err(format!("not the URL of a site; {hint}"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{base_url_problem, language_tag_problem};

    #[test]
    fn a_language_tag_has_a_code_and_parts_after_hyphens() {
        for valid in ["en", "fr-CA", "zh-Hant-TW", "de-u-co-phonebk", "haw"] {
            assert_eq!(language_tag_problem("language", valid), None, "{valid}");
        }

        for invalid in ["", "e", "English", "en-", "fr CA", "deutsch!", "en-abcdefghi"] {
            assert!(language_tag_problem("language", invalid).is_some(), "{invalid}");
        }
        let hint = language_tag_problem("locale", "fr_CA").unwrap_or_default();
        assert!(hint.contains("`locale = \"fr-CA\"`"), "{hint}");
    }

    #[test]
    fn a_base_url_has_a_scheme_a_host_and_nothing_after_its_path() {
        for valid in [
            "https://a.b",
            "http://localhost:8000",
            "https://a.b/docs",
            "https://a.b/docs/",
            "https://a.b/caf\u{e9}",
        ] {
            assert_eq!(base_url_problem(valid), None, "{valid}");
        }

        for invalid in [
            "foo",
            "//a.b",
            "ftp://a.b",
            "https://",
            "https:///x",
            "https://a.b/x?y",
            "https://a.b#c",
            "https://a b",
            "https://a.b/\"x",
            "https://a.b/caf%C3%A9",
            "https://a.b/d%20ocs",
            "https://a.b/cafe\u{301}",
        ] {
            assert!(base_url_problem(invalid).is_some(), "{invalid}");
        }
    }
}
