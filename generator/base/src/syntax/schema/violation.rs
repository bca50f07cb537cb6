//! What does not fit a shape, and where.

use std::borrow::Cow;

use serde_json::Value;

/// What does not fit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Violation {
    /// Keys and list places that lead to the value, from the outside in.
    pub path: Vec<String>,
    /// What is wrong with it.
    pub message: String,
    /// What to write instead, where that is known.
    pub hint: Option<String>,
}

impl Violation {
    /// The path in one word: `games[3].name`; empty for the value as a whole.
    pub fn place(&self) -> String {
        self.path.iter().fold(String::new(), |mut place, part| {
            match part.parse::<usize>() {
                Ok(_) => place.push_str(&format!("[{part}]")),
                Err(_) if place.is_empty() => place.push_str(part),
                Err(_) => place.push_str(&format!(".{part}")),
            }
            place
        })
    }

    /// The path for a look into the text.
    pub fn steps(&self) -> Vec<Cow<'_, str>> {
        self.path.iter().map(|part| Cow::Borrowed(part.as_str())).collect()
    }
}

/// How a value of one of these kinds is written, for a hint.
pub(super) fn written_as(value: &Value, kinds: &[&str]) -> String {
    let quoted = if value.is_string() { ", without quotes" } else { "" };
    let written = kinds.iter().map(|kind| match *kind {
        "integer" => format!("a whole number{quoted}"),
        "number" => format!("a number{quoted}"),
        "boolean" => format!("`true` or `false`{quoted}"),
        "string" => "a text in quotes".to_owned(),
        "array" => "a list".to_owned(),
        "object" => "a table".to_owned(),
        _ => "nothing".to_owned(),
    });
    format!("write {}", written.collect::<Vec<_>>().join(", or "))
}
