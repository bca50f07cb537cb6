//! YAML, and JSON as a part of it, as values with their places.

use std::collections::HashSet;

use saphyr::{Scalar, ScalarStyle};
use saphyr_parser::{Event, Parser};

use crate::syntax::spanned::slip;
use crate::syntax::spanned::value::{ParseError, SpannedKey, SpannedValue, Value};

/// Tables and lists stand in each other at most so deep; deeper ones are errors, in YAML as in TOML.
const DEEPEST: usize = 80;

/// Reads YAML 1.2, or JSON, which is a part of it: one document that is a table or nothing at all. Anchors are refused,
/// since a few lines of them can stand for gigabytes.
pub fn yaml(text: &str) -> Result<SpannedValue, ParseError> {
    let bytes = Bytes::of(text);
    let mut open: Vec<Open> = Vec::new();
    let mut root = None;
    for event in Parser::new_from_str(text) {
        let (event, span) = event.map_err(|error| {
            let at = bytes.at(error.marker().index());
            slip::in_yaml(
                text,
                ParseError {
                    message: format!("not valid YAML: {}", error.info()),
                    range: at..at,
                    hint: None,
                },
            )
        })?;
        let range = bytes.at(span.start.index())..bytes.at(span.end.index());
        let refuse = |message: &str| {
            let hint = message
                .starts_with("anchors")
                .then_some("write the value itself wherever it is wanted");
            Err(ParseError {
                message: format!("not valid YAML here: {message}"),
                range: range.clone(),
                hint,
            })
        };
        let done = match event {
            Event::Alias(_) => return refuse("anchors are not supported"),
            Event::SequenceStart(anchor, _)
            | Event::MappingStart(anchor, _)
            | Event::Scalar(_, _, anchor, _)
                if anchor > 0 =>
            {
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
                open.push(Open {
                    start: range.start,
                    of: Of::Table(Vec::new(), HashSet::new(), None),
                });
                continue;
            }
            Event::Scalar(text, style, _, tag) => {
                match Scalar::parse_from_cow_and_metadata(text, style, tag.as_ref()) {
                    Some(scalar) => SpannedValue { range, value: scalar_of(scalar, style) },
                    None => return refuse("the value does not fit its tag"),
                }
            }
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
        _ => {
            return Err(ParseError {
                message: "not valid YAML here: a key is a text".into(),
                range: key.range,
                hint: None,
            });
        }
    };
    if !names.insert(name.clone()) {
        let message = format!("not valid YAML: `{name}` is there twice");
        return Err(ParseError { message, range: key.range, hint: Some("remove one of them") });
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
