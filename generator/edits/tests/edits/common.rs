//! Applies edits that are written as JSON.

use croupier_content::front_matter::{Language, split};
use croupier_edits::{Edit, EditError, Format, SourceKind, apply};

/// Parses a list of edits.
pub(crate) fn edits(json: &str) -> Vec<Edit> {
    serde_json::from_str(json).unwrap_or_else(|error| panic!("{json}: {error}"))
}

/// Applies edits to data.
pub(crate) fn data(format: Format, source: &str, json: &str) -> Result<String, EditError> {
    apply(source, &|_| Ok(SourceKind::Data(format)), Format::Toml, &edits(json))
}

/// Divides a content file as a build does.
pub(crate) fn parts(source: &str) -> Result<SourceKind, String> {
    let parts = split(source).map_err(|error| format!("{error:?}"))?;
    let front = parts.front.map(|(range, language)| {
        (range, if language == Language::Toml { Format::Toml } else { Format::Yaml })
    });
    Ok(SourceKind::Content { front, body: parts.body })
}

/// Applies edits to a content file.
pub(crate) fn page(source: &str, json: &str) -> Result<String, EditError> {
    apply(source, &parts, Format::Toml, &edits(json))
}

/// Checks a table of a name, a text, edits and the expected text.
pub(crate) fn check(format: Format, cases: &[(&str, &str, &str, &str)]) {
    let mut wrong = Vec::new();
    for (name, source, json, expected) in cases {
        match data(format, source, json) {
            Ok(text) if text == *expected => {}
            result => wrong.push(format!("{name}: {result:?}\ninstead of {expected:?}")),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Checks a table of a text, an edit that fails, and a part of its message.
pub(crate) fn check_errors(format: Format, cases: &[(&str, &str, &str)]) {
    for (source, json, message) in cases {
        let error = data(format, source, json).expect_err(json);
        assert!(error.message.contains(message), "{json}: {error:?}");
    }
}
