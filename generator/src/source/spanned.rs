//! Values that know where they stand, read from TOML or YAML: one shape for front matter, data and the errors about them.

use std::borrow::Cow;
use std::collections::HashSet;
use std::ops::Range;

use saphyr::{Scalar, ScalarStyle};
use saphyr_parser::{Event, Parser};
use serde_json::Value as Json;
use toml::de::{DeTable, DeValue};
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
}

/// Tables and lists stand in each other at most so deep; deeper ones are errors, in YAML as in TOML.
const DEEPEST: usize = 80;

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
            Value::Table(entries) => entries.iter().map(|(key, value)| (key.name.clone(), value.to_json())).collect(),
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

/// Reads TOML. What can be read is returned, with everything that cannot.
pub fn toml(text: &str) -> (SpannedValue, Vec<ParseError>) {
    let (table, errors) = DeTable::parse_recoverable(text);
    let broken = |error: &toml::de::Error| ParseError {
        message: format!("not valid TOML: {}", error.message()),
        range: error.span().unwrap_or(0..0),
    };
    let read = self::table(table.get_ref(), text.len());
    let mut found: Vec<ParseError> = errors.iter().map(broken).collect();
    too_large(&read, &mut found);
    (read, found)
}

/// Numbers that were too large to be read: TOML has no other way to say nothing.
fn too_large(value: &SpannedValue, found: &mut Vec<ParseError>) {
    match &value.value {
        Value::Nothing => found.push(ParseError {
            message: "this number is too large: whole numbers have 64 bits".to_owned(),
            range: value.range.clone(),
        }),
        Value::List(items) => items.iter().for_each(|item| too_large(item, found)),
        Value::Table(entries) => entries.iter().for_each(|(_, entry)| too_large(entry, found)),
        _ => {}
    }
}

/// TOML that was read already, from a text of so many bytes.
pub(crate) fn table(table: &DeTable<'_>, length: usize) -> SpannedValue {
    SpannedValue { range: 0..length, value: table_of(table) }
}

fn table_of(table: &DeTable<'_>) -> Value {
    let entry = |(key, value): (&toml::Spanned<Cow<'_, str>>, &toml::Spanned<DeValue<'_>>)| {
        (SpannedKey { name: key.get_ref().to_string(), range: key.span() }, value_of(value))
    };
    Value::Table(table.iter().map(entry).collect())
}

fn value_of(value: &toml::Spanned<DeValue<'_>>) -> SpannedValue {
    let range = value.span();
    let value = match value.get_ref() {
        DeValue::String(text) => Value::Text(text.to_string()),
        DeValue::Integer(it) => i64::from_str_radix(it.as_str(), it.radix()).map_or(Value::Nothing, Value::Integer),
        DeValue::Float(it) => it.as_str().replace('_', "").parse().map_or(Value::Nothing, Value::Float),
        DeValue::Boolean(it) => Value::Boolean(*it),
        DeValue::Datetime(date) => Value::Date(*date),
        DeValue::Array(items) => Value::List(items.iter().map(value_of).collect()),
        DeValue::Table(table) => table_of(table),
    };
    SpannedValue { range, value }
}

/// Reads YAML 1.2, or JSON, which is a part of it: one document that is a table or nothing at all. Anchors are refused,
/// since a few lines of them can stand for gigabytes.
pub fn yaml(text: &str) -> Result<SpannedValue, ParseError> {
    let bytes = Bytes::of(text);
    let mut open: Vec<Open> = Vec::new();
    let mut root = None;
    for event in Parser::new_from_str(text) {
        let (event, span) = event.map_err(|error| {
            let at = bytes.at(error.marker().index());
            ParseError { message: format!("not valid YAML: {}", error.info()), range: at..at }
        })?;
        let range = bytes.at(span.start.index())..bytes.at(span.end.index());
        let refuse = |message: &str| Err(ParseError { message: format!("not valid YAML here: {message}"), range: range.clone() });
        let done = match event {
            Event::Alias(_) => return refuse("anchors are not supported"),
            Event::SequenceStart(anchor, _) | Event::MappingStart(anchor, _) | Event::Scalar(_, _, anchor, _) if anchor > 0 => {
                return refuse("anchors are not supported");
            }
            Event::DocumentStart(_) if root.is_some() => return refuse("a second document begins"),
            Event::SequenceStart(..) | Event::MappingStart(..) if open.len() >= DEEPEST => {
                return refuse("it is nested too deep");
            }
            Event::SequenceStart(..) => {
                open.push(Open { start: range.start, of: Of::List(Vec::new()) });
                continue;
            }
            Event::MappingStart(..) => {
                open.push(Open { start: range.start, of: Of::Table(Vec::new(), HashSet::new(), None) });
                continue;
            }
            Event::Scalar(text, style, _, tag) => match Scalar::parse_from_cow_and_metadata(text, style, tag.as_ref()) {
                Some(scalar) => SpannedValue { range, value: scalar_of(scalar, style) },
                None => return refuse("the value does not fit its tag"),
            },
            Event::SequenceEnd | Event::MappingEnd => match open.pop() {
                Some(it) => SpannedValue { range: it.start..range.end, value: it.of.value() },
                None => continue,
            },
            _ => continue,
        };
        match open.last_mut().map(|it| &mut it.of) {
            Some(Of::List(items)) => items.push(done),
            Some(Of::Table(entries, names, waiting)) => match waiting.take() {
                Some(key) => entries.push((key, done)),
                None => *waiting = Some(key_of(done, names)?),
            },
            None => root = Some(done),
        }
    }
    Ok(root.unwrap_or(SpannedValue { range: 0..0, value: Value::Table(Vec::new()) }))
}

/// A list or table of which not everything is read.
struct Open {
    start: usize,
    of: Of,
}

enum Of {
    List(Vec<SpannedValue>),
    /// The entries, their names, and the key whose value comes next.
    Table(Vec<(SpannedKey, SpannedValue)>, HashSet<String>, Option<SpannedKey>),
}

impl Of {
    fn value(self) -> Value {
        match self {
            Of::List(items) => Value::List(items),
            Of::Table(entries, ..) => Value::Table(entries),
        }
    }
}

fn scalar_of(scalar: Scalar<'_>, style: ScalarStyle) -> Value {
    match scalar {
        Scalar::Null => Value::Nothing,
        Scalar::Boolean(it) => Value::Boolean(it),
        Scalar::Integer(it) => Value::Integer(it),
        Scalar::FloatingPoint(it) => Value::Float(it.into_inner()),
        // A date is a text in YAML 1.2; one without quotes was meant as the date.
        Scalar::String(text) => match text.parse() {
            Ok(date) if style == ScalarStyle::Plain => Value::Date(date),
            _ => Value::Text(text.into_owned()),
        },
    }
}

/// A key that was not there before.
fn key_of(key: SpannedValue, names: &mut HashSet<String>) -> Result<SpannedKey, ParseError> {
    let name = match key.value {
        Value::Text(text) => text,
        Value::Integer(it) => it.to_string(),
        Value::Boolean(it) => it.to_string(),
        Value::Date(it) => it.to_string(),
        _ => return Err(ParseError { message: "not valid YAML here: a key is a text".into(), range: key.range }),
    };
    if !names.insert(name.clone()) {
        return Err(ParseError { message: format!("not valid YAML: `{name}` is there twice"), range: key.range });
    }
    Ok(SpannedKey { name, range: key.range })
}

/// Byte offsets of a text whose places are counted in characters.
struct Bytes<'a> {
    text: &'a str,
    /// The byte offset of each character, where the two differ at all.
    offsets: Option<Vec<usize>>,
}

impl Bytes<'_> {
    fn of(text: &str) -> Bytes<'_> {
        let offsets = (!text.is_ascii()).then(|| text.char_indices().map(|(at, _)| at).collect());
        Bytes { text, offsets }
    }

    fn at(&self, character: usize) -> usize {
        match &self.offsets {
            Some(offsets) => offsets.get(character).copied().unwrap_or(self.text.len()),
            None => character.min(self.text.len()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn toml_and_yaml_and_json_say_the_same() {
        let (from_toml, errors) = toml("a = \"é\"\nb = [1, 2.5, true]\nc = { d = 2026-11-21 }\n");
        assert_eq!(errors, []);
        let from_yaml = yaml("a: é\nb:\n  - 1\n  - 2.5\n  - true\nc:\n  d: 2026-11-21\n").unwrap();
        let from_json = yaml("{\"a\": \"é\", \"b\": [1, 2.5, true], \"c\": {\"d\": \"2026-11-21\"}}").unwrap();
        assert_eq!(from_toml.to_json(), from_yaml.to_json());
        assert_eq!(from_toml.to_json(), from_json.to_json());
        assert_eq!(from_yaml.get("c").unwrap().get("d").unwrap().as_date().unwrap().to_string(), "2026-11-21");
    }

    #[test]
    fn places_count_bytes() {
        let text = "é: 1\nßß: [x, \"yz\"]\n";
        let spanned = yaml(text).unwrap();
        assert_eq!(&text[spanned.range_at(&["ßß".into(), "1".into()])], "\"yz\"");
        assert_eq!(&text[spanned.entries()[1].0.range.clone()], "ßß");
        let error = yaml("é: 'x\n").unwrap_err();
        assert!(error.message.starts_with("not valid YAML"), "{error:?}");
    }

    #[test]
    fn words_of_older_yaml_stay_words_and_quoted_values_stay_text() {
        let spanned = yaml("draft: no\nb: \"true\"\nc: '2026-11-21'\n").unwrap();
        assert_eq!(spanned.to_json(), serde_json::json!({ "draft": "no", "b": "true", "c": "2026-11-21" }));
    }

    #[test]
    fn what_could_grow_without_bounds_is_refused() {
        for text in ["a: &x [1]\nb: *x\n", "a: 1\na: 2\n", "a: 1\n---\nb: 2\n", "? [1]\n: 2\n"] {
            assert!(yaml(text).is_err(), "{text}");
        }
        assert!(yaml(&"[".repeat(5000)).is_err());
        assert!(yaml(&"- ".repeat(5000)).is_err());
        assert!(!toml(&format!("a = {}", "[".repeat(5000))).1.is_empty());
    }
}
