//! Violations of a schema.

use std::borrow::Cow;

use serde_json::Value;

/// A mismatch between a value and its schema.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Violation {
    /// Keys and list indices of the value, from the outside in.
    pub path: Vec<String>,
    /// The problem, as the rest of a sentence about the value.
    pub message: String,
    /// How to fix it, if known.
    pub hint: Option<String>,
}

impl Violation {
    /// Formats the path: `games[3].name`; empty for the root value.
    pub fn path_text(&self) -> String {
        let mut text = String::new();
        for part in &self.path {
            match part.parse::<usize>() {
                Ok(_) => text.push_str(&format!("[{part}]")),
                Err(_) if text.is_empty() => text.push_str(part),
                Err(_) => text.push_str(&format!(".{part}")),
            }
        }
        text
    }

    /// Returns the path in the form that the lookup of byte ranges takes.
    pub fn steps(&self) -> Vec<Cow<'_, str>> {
        self.path.iter().map(|part| Cow::Borrowed(part.as_str())).collect()
    }
}

/// Returns a hint that describes values of the given types.
pub(super) fn type_hint(value: &Value, types: &[&str]) -> String {
    let without_quotes = if value.is_string() { ", without quotes" } else { "" };
    let descriptions = types.iter().map(|name| match *name {
        "integer" => format!("a whole number{without_quotes}"),
        "number" => format!("a number{without_quotes}"),
        "boolean" => format!("`true` or `false`{without_quotes}"),
        "string" => "a text in quotes".to_owned(),
        "array" => "a list".to_owned(),
        "object" => "a table".to_owned(),
        _ => "nothing".to_owned(),
    });
    format!("write {}", descriptions.collect::<Vec<_>>().join(", or "))
}
