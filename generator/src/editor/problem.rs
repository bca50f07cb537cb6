//! Diagnostics as the form shows them: with the value that they are about.

use serde_json::{Value, json};

use crate::editor::source::{Source, pointer_at, utf16_offset};
use croupier_base::diagnostic::{Diagnostic, Severity};

/// Returns a diagnostic as JSON. `source` is the file that it is in, with the edits that caused it.
pub(super) fn to_json(
    diagnostic: &Diagnostic,
    source: Option<&Source>,
    published: &[Diagnostic],
) -> Value {
    let place = diagnostic.place.as_ref();
    let (line, column) = place.map(croupier_base::diagnostic::Location::line_column).unzip();
    let source = source.filter(|it| place.is_some_and(|place| place.file == *it.path.as_str()));

    let located = source.zip(place).filter(|(_, place)| !place.source.is_empty());
    let pointer = located.and_then(|(source, place)| {
        source.values().and_then(|values| pointer_at(&values, place.range.start))
    });
    let range = located.map(|(_, place)| {
        let offset = |byte| utf16_offset(&place.source, byte);
        json!({ "start": offset(place.range.start), "end": offset(place.range.end) })
    });

    let is_known = |other: &Diagnostic| {
        other.code.number() == diagnostic.code.number()
            && other.message == diagnostic.message
            && other.place.as_ref().map(|it| &it.file) == place.map(|it| &it.file)
    };

    json!({
        "severity": if diagnostic.severity == Severity::Error { "error" } else { "warning" },
        "code": diagnostic.code.number(),
        "message": diagnostic.message,
        "hint": diagnostic.hint,
        "file": place.map(|it| &it.file),
        "line": line,
        "column": column,
        "pointer": pointer,
        "range": range,
        "is_new": !published.iter().flat_map(Diagnostic::occurrences).any(is_known),
    })
}

/// Returns the diagnostics of a file as JSON.
pub(super) fn of_file(
    diagnostics: &[Diagnostic],
    source: &Source,
    published: &[Diagnostic],
) -> Vec<Value> {
    let all = diagnostics.iter().flat_map(Diagnostic::occurrences);
    let own = all.filter(|it| it.place.as_ref().is_some_and(|at| at.file == *source.path.as_str()));
    own.map(|it| to_json(it, Some(source), published)).collect()
}
