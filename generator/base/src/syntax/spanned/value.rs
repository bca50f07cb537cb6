//! Values with byte ranges, independent of the format.

use std::borrow::Cow;
use std::ops::Range;

use serde_json::Value as Json;
use toml::value::Datetime;

use crate::date_text;

/// The reason why an infinite number, or one that is no number, is refused. JSON, the data model of templates, has none.
pub(super) const NOT_FINITE: &str = "this number is not finite";

/// A value and its byte range in the text.
#[derive(Debug, Clone, PartialEq)]
pub struct SpannedValue {
    /// Byte range of the value.
    pub range: Range<usize>,
    /// The value.
    pub value: Value,
}

/// A value without its byte range.
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
    /// A date, a time, or both. YAML has no type for them, but an unquoted date is recognized.
    Date(Datetime),
    /// YAML's `null`, or a TOML number that is too large.
    Null,
    /// A list.
    List(Vec<SpannedValue>),
    /// Keys with their values, in the order of the text if the parser keeps it.
    Table(Vec<(SpannedKey, SpannedValue)>),
}

/// A key of a table.
#[derive(Debug, Clone, PartialEq)]
pub struct SpannedKey {
    /// The name.
    pub name: String,
    /// Byte range of the key.
    pub range: Range<usize>,
}

/// A parse error.
#[derive(Debug, Clone, PartialEq)]
pub struct ParseError {
    /// The message, which names the format.
    pub message: String,
    /// Byte range of the error.
    pub range: Range<usize>,
    /// How to fix it, if known.
    pub hint: Option<&'static str>,
}

impl SpannedValue {
    /// Converts the value to JSON, the data model of templates. Dates become text.
    pub fn to_json(&self) -> Json {
        match &self.value {
            Value::Text(text) => Json::String(text.clone()),
            Value::Integer(value) => (*value).into(),
            Value::Float(value) => (*value).into(),
            Value::Boolean(value) => (*value).into(),
            Value::Date(date) => Json::String(date.to_string()),
            Value::Null => Json::Null,
            Value::List(items) => items.iter().map(SpannedValue::to_json).collect(),
            Value::Table(entries) => {
                entries.iter().map(|(key, value)| (key.name.clone(), value.to_json())).collect()
            }
        }
    }

    /// Returns the value with the texts of `translated`, which has the same tables and lists. The ranges stay those of the original.
    #[must_use]
    pub fn with_texts_of(&self, translated: &Json) -> SpannedValue {
        let in_range = |value: Value| SpannedValue { range: self.range.clone(), value };
        let text = |item: &Json| Some(in_range(Value::Text(item.as_str()?.to_owned())));

        let value = match (&self.value, translated) {
            (Value::Text(_), Json::String(text)) => Value::Text(text.clone()),
            (Value::List(items), Json::Array(values)) if items.len() == values.len() => {
                let pairs = items.iter().zip(values);
                Value::List(pairs.map(|(item, value)| item.with_texts_of(value)).collect())
            }
            // A list of texts can have another length.
            (Value::List(_), Json::Array(values)) => {
                Value::List(values.iter().filter_map(text).collect())
            }
            (Value::Table(entries), Json::Object(values)) => {
                let own = entries.iter().map(|(key, value)| {
                    let translated = values.get(&key.name);
                    let value =
                        translated.map_or_else(|| value.clone(), |it| value.with_texts_of(it));
                    (key.clone(), value)
                });
                // An optional text can be only in the translation.
                let missing = values.iter().filter(|(name, _)| self.get(name).is_none());
                let added = missing.filter_map(|(name, value)| {
                    let key = SpannedKey { name: name.clone(), range: self.range.clone() };
                    Some((key, text(value)?))
                });
                Value::Table(own.chain(added).collect())
            }
            _ => self.value.clone(),
        };

        in_range(value)
    }

    /// Returns the entries of a table; empty for other values.
    pub fn entries(&self) -> &[(SpannedKey, SpannedValue)] {
        if let Value::Table(entries) = &self.value { entries } else { &[] }
    }

    /// Returns the value of a key of a table.
    pub fn get(&self, name: &str) -> Option<&SpannedValue> {
        self.entries().iter().find(|(key, _)| key.name == name).map(|(_, value)| value)
    }

    /// Returns the text; `None` for other values.
    pub fn as_text(&self) -> Option<&str> {
        if let Value::Text(text) = &self.value { Some(text) } else { None }
    }

    /// Returns the date, or a text parsed as one; `None` for other values.
    pub fn as_date(&self) -> Option<Datetime> {
        match &self.value {
            Value::Date(date) => Some(*date),
            Value::Text(text) => date_text::parse(text).ok(),
            _ => None,
        }
    }

    /// Returns the byte range of the value at a path of keys and list indices. Falls back to the
    /// nearest parent if the value does not exist.
    pub fn range_at(&self, path: &[Cow<'_, str>]) -> Range<usize> {
        let mut value = self;
        for part in path {
            let child = match &value.value {
                Value::List(items) => part.parse::<usize>().ok().and_then(|index| items.get(index)),
                _ => value.get(part),
            };
            match child {
                Some(child) => value = child,
                None => break,
            }
        }
        value.range.clone()
    }
}
