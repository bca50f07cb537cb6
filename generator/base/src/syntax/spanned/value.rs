//! One shape for values of every language, each with its place in the text.

use std::borrow::Cow;
use std::ops::Range;

use serde_json::Value as Json;
use toml::value::Datetime;

/// A value and its byte range in the text.
#[derive(Debug, Clone, PartialEq)]
pub struct SpannedValue {
    /// Where it stands.
    pub range: Range<usize>,
    /// What it is.
    pub value: Value,
}

/// What stands there.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// Text.
    Text(String),
    /// A whole number.
    Integer(i64),
    /// A number with a fraction.
    Float(f64),
    /// True or false.
    Boolean(bool),
    /// A date, a time, or both; TOML alone has it.
    Date(Datetime),
    /// YAML's `null`.
    Nothing,
    /// A list.
    List(Vec<SpannedValue>),
    /// Keys with their values, in the order of the text where the language keeps it.
    Table(Vec<(SpannedKey, SpannedValue)>),
}

/// A key of a table.
#[derive(Debug, Clone, PartialEq)]
pub struct SpannedKey {
    /// Its name.
    pub name: String,
    /// Where it stands.
    pub range: Range<usize>,
}

/// Why a text cannot be read, and where.
#[derive(Debug, Clone, PartialEq)]
pub struct ParseError {
    /// In the words of the language.
    pub message: String,
    /// Where.
    pub range: Range<usize>,
    /// What to write, where that is known.
    pub hint: Option<&'static str>,
}

impl SpannedValue {
    /// The value as JSON, so that templates see one kind of data; dates become text.
    pub fn to_json(&self) -> Json {
        match &self.value {
            Value::Text(text) => Json::String(text.clone()),
            Value::Integer(it) => (*it).into(),
            Value::Float(it) => (*it).into(),
            Value::Boolean(it) => (*it).into(),
            Value::Date(date) => Json::String(date.to_string()),
            Value::Nothing => Json::Null,
            Value::List(items) => items.iter().map(SpannedValue::to_json).collect(),
            Value::Table(entries) => {
                entries.iter().map(|(key, value)| (key.name.clone(), value.to_json())).collect()
            }
        }
    }

    /// The entries of a table; none where this is no table.
    pub fn entries(&self) -> &[(SpannedKey, SpannedValue)] {
        if let Value::Table(entries) = &self.value { entries } else { &[] }
    }

    /// The value of a table's key.
    pub fn get(&self, name: &str) -> Option<&SpannedValue> {
        self.entries().iter().find(|(key, _)| key.name == name).map(|(_, value)| value)
    }

    /// The text, where it is one.
    pub fn as_text(&self) -> Option<&str> {
        if let Value::Text(text) = &self.value { Some(text) } else { None }
    }

    /// The date, where it is one or a text that reads as one, as YAML has no other.
    pub fn as_date(&self) -> Option<Datetime> {
        match &self.value {
            Value::Date(date) => Some(*date),
            Value::Text(text) => text.trim().parse().ok(),
            _ => None,
        }
    }

    /// Where the value at a path of keys and list places stands; of its nearest parent where the text has no such value.
    pub fn range_at(&self, path: &[Cow<'_, str>]) -> Range<usize> {
        let mut at = self;
        for part in path {
            let next = match &at.value {
                Value::List(items) => part.parse::<usize>().ok().and_then(|place| items.get(place)),
                _ => at.get(part),
            };
            match next {
                Some(next) => at = next,
                None => break,
            }
        }
        at.range.clone()
    }
}
