//! Data files: TOML under content/data, for templates, menus and static queries.

use serde_json::Value;

use crate::diagnostic::{Diagnostic, Place};
use crate::front_matter;

/// The name under which templates know the file at `path`; `None` for files that are no data.
pub fn name(path: &str) -> Option<&str> {
    path.strip_prefix("content/data/")?.strip_suffix(".toml")
}

/// Reads one file of content/data.
pub fn read(source: &str, bytes: Vec<u8>) -> Result<Value, Vec<Diagnostic>> {
    let text = String::from_utf8(bytes).map_err(|_| {
        vec![Diagnostic::error("C0101", "this file is not UTF-8 text").at(Place::new(source, "", 0..0)).hint("save it as UTF-8")]
    })?;
    let (table, errors) = toml::de::DeTable::parse_recoverable(&text);
    if errors.is_empty() {
        return Ok(front_matter::json(&toml::de::DeValue::Table(table.get_ref().clone())));
    }
    let report = |error: &toml::de::Error| {
        Diagnostic::error("C0110", format!("this data file is not valid TOML: {}", error.message())).at(Place::new(
            source,
            text.as_str(),
            error.span().unwrap_or(0..0),
        ))
    };
    Err(errors.iter().map(report).collect())
}
