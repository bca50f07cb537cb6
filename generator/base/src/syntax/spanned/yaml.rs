//! Parses YAML, and JSON as its subset, into values with byte ranges.

use std::borrow::Cow;
use std::collections::HashSet;
use std::ops::Range;

use saphyr::{Scalar, ScalarStyle};
use saphyr_parser::{Event, Parser, Tag};

use crate::syntax::spanned::syntax_hints;
use crate::syntax::spanned::value::{NOT_FINITE, ParseError, SpannedKey, SpannedValue, Value};

/// Maximum nesting depth of tables and lists, the same as in TOML.
const MAX_DEPTH: usize = 80;

/// Parses YAML 1.2 or JSON: one document that is a table or empty. Anchors are refused, because a
/// few lines with anchors can expand to gigabytes.
pub fn yaml(text: &str) -> Result<SpannedValue, ParseError> {
    // The parser does not accept a tab after the colon of a key, and takes such a key for text.
    match tabs_after_keys_as_spaces(text) {
        Some(spaced) => parse_flow(&spaced),
        None => parse_flow(text),
    }
}

/// Parses YAML. The parser requires that the lines of a list between brackets are indented. Other
/// parsers do not.
fn parse_flow(text: &str) -> Result<SpannedValue, ParseError> {
    parse(text)
        .or_else(|error| flow_on_one_line(text).and_then(|text| parse(&text).ok()).ok_or(error))
}

/// Returns the text with spaces in place of the tabs after the colons of keys, and with the same byte
/// offsets. Returns `None` if it has no such tab.
fn tabs_after_keys_as_spaces(text: &str) -> Option<String> {
    if !text.contains('\t') {
        return None;
    }

    let mut spaced = String::with_capacity(text.len());
    // The indentation of the key whose value is a literal or folded text, in which tabs are text.
    let mut text_indent = None;

    for line in text.split_inclusive('\n') {
        let indent = line.len() - line.trim_start_matches(' ').len();
        let is_in_text = text_indent.is_some_and(|it| indent > it) || line.trim().is_empty();
        let key_end = line.find(':').filter(|end| is_key(&line[..*end]) && !is_in_text);
        let Some(end) = key_end else {
            spaced.push_str(line);
            continue;
        };

        let (key, value) = line.split_at(end + 1);
        let start = value.trim_start_matches([' ', '\t']);
        spaced.push_str(key);
        spaced.push_str(&value[..value.len() - start.len()].replace('\t', " "));
        spaced.push_str(start);
        text_indent = start.starts_with(['|', '>']).then_some(indent);
    }

    (spaced != text).then_some(spaced)
}

/// Whether the start of a line, before a colon, is a key without quotes, perhaps of an item.
fn is_key(start: &str) -> bool {
    let name = start.trim_start_matches([' ', '-']).trim_end();
    !name.is_empty() && name.chars().all(|it| it.is_alphanumeric() || matches!(it, '_' | '-' | '.'))
}

/// Returns the text with each list or table between brackets on one line, and with the same byte offsets. Returns `None` if there is
/// none on several lines.
fn flow_on_one_line(text: &str) -> Option<String> {
    let mut bytes = text.as_bytes().to_vec();
    let (mut depth, mut quote, mut is_comment, mut is_changed) = (0_usize, None, false, false);
    // The last character that is not a space.
    let mut before = b'\n';

    for index in 0..bytes.len() {
        let byte = bytes[index];
        let after_space = index == 0 || bytes[index - 1].is_ascii_whitespace();
        if byte == b'\n' || byte == b'\r' {
            is_comment = false;
            if depth > 0 {
                bytes[index] = b' ';
                is_changed = true;
            } else {
                before = byte;
            }
        } else if is_comment {
            if depth > 0 {
                bytes[index] = b' ';
            }
        } else if let Some(open) = quote {
            if byte == open {
                quote = None;
            }
        } else if byte == b'#' && after_space {
            is_comment = true;
            if depth > 0 {
                bytes[index] = b' ';
            }
        } else {
            match byte {
                b'[' | b'{' if depth > 0 || matches!(before, b':' | b'-' | b'\n') => depth += 1,
                b']' | b'}' => depth = depth.saturating_sub(1),
                b'"' | b'\'' if matches!(before, b':' | b'-' | b',' | b'[' | b'{') => {
                    quote = Some(byte);
                }
                _ => {}
            }
            if !byte.is_ascii_whitespace() {
                before = byte;
            }
        }
    }

    String::from_utf8(bytes).ok().filter(|_| is_changed)
}

/// Parses YAML whose flow collections are indented.
fn parse(text: &str) -> Result<SpannedValue, ParseError> {
    let offsets = ByteOffsets::new(text);
    let mut open: Vec<Open> = Vec::new();
    let mut root = None;

    for event in Parser::new_from_str(text) {
        let (event, span) = event.map_err(|error| {
            let offset = offsets.of(error.marker().index());
            let message = format!("not valid YAML: {}", error.info());
            let error = ParseError { message, range: offset..offset, hint: None };
            syntax_hints::explain_yaml_error(text, error)
        })?;

        let range = offsets.of(span.start.index())..offsets.of(span.end.index());
        if let Some(reason) = unsupported(&event, open.len(), root.is_some()) {
            return Err(refused(reason, range));
        }

        let value = match event {
            Event::SequenceStart(..) => {
                open.push(Open { start: range.start, collection: Collection::List(Vec::new()) });
                continue;
            }
            Event::MappingStart(..) => {
                open.push(Open {
                    start: range.start,
                    collection: Collection::Table(Vec::new(), HashSet::new(), None),
                });
                continue;
            }
            Event::Scalar(text, style, _, tag) => match parsed_scalar(text, style, tag.as_ref()) {
                Ok(value) => SpannedValue { range, value },
                Err(reason) => return Err(refused(reason, range)),
            },
            Event::SequenceEnd | Event::MappingEnd => match open.pop() {
                Some(it) => {
                    SpannedValue { range: it.start..range.end, value: it.collection.into_value() }
                }
                None => continue,
            },
            _ => continue,
        };

        match open.last_mut().map(|it| &mut it.collection) {
            Some(Collection::List(items)) => items.push(value),
            Some(Collection::Table(entries, names, pending_key)) => match pending_key.take() {
                Some(key) => entries.push((key, value)),
                None => *pending_key = Some(key_of(value, names)?),
            },
            None => root = Some(value),
        }
    }

    Ok(root.unwrap_or(SpannedValue { range: 0..0, value: Value::Table(Vec::new()) }))
}

/// Returns a value that is neither a table nor a list. The error is the reason why it is refused.
fn parsed_scalar<'a>(
    text: Cow<'a, str>,
    style: ScalarStyle,
    tag: Option<&Cow<'a, Tag>>,
) -> Result<Value, &'static str> {
    let is_whole = is_whole_number(&text);
    match Scalar::parse_from_cow_and_metadata(text, style, tag) {
        Some(Scalar::FloatingPoint(number)) if !number.is_finite() => Err(NOT_FINITE),
        // The parser rounds whole numbers with more than 64 bits.
        Some(Scalar::FloatingPoint(_)) if is_whole && tag.is_none() => Err(TOO_LARGE),
        Some(scalar) => Ok(scalar_of(scalar, style)),
        None => Err("the value does not fit its tag"),
    }
}

/// The reason why a value with an anchor is refused.
const ANCHORS: &str = "anchors are not supported";

/// The reason why a long number is refused.
const TOO_LARGE: &str = "this number is too large: whole numbers have 64 bits";

/// Returns whether a text consists of digits, perhaps after a sign.
fn is_whole_number(text: &str) -> bool {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    !digits.is_empty() && digits.bytes().all(|it| it.is_ascii_digit())
}

/// Returns why an event is refused, in collections of this depth.
fn unsupported(event: &Event<'_>, depth: usize, has_document: bool) -> Option<&'static str> {
    match event {
        Event::Alias(_) => Some(ANCHORS),
        Event::SequenceStart(anchor, _)
        | Event::MappingStart(anchor, _)
        | Event::Scalar(_, _, anchor, _)
            if *anchor > 0 =>
        {
            Some(ANCHORS)
        }
        Event::DocumentStart(_) if has_document => Some("a second document begins"),
        Event::SequenceStart(..) | Event::MappingStart(..) if depth >= MAX_DEPTH => {
            Some("it is nested too deep")
        }
        _ => None,
    }
}

/// Returns the error of an event that is refused.
fn refused(reason: &str, range: Range<usize>) -> ParseError {
    let hint = match reason {
        ANCHORS => Some("write out the value in each place that uses it"),
        NOT_FINITE => Some("write it as a text in quotes, or leave the key out"),
        TOO_LARGE => Some("write it as a text in quotes"),
        _ => None,
    };
    ParseError { message: format!("not valid YAML here: {reason}"), range, hint }
}

/// A list or table whose end is not reached yet.
struct Open {
    /// Byte offset of its start.
    start: usize,
    collection: Collection,
}

/// A partly parsed list or table.
enum Collection {
    List(Vec<SpannedValue>),
    /// The entries, their names, and the key that waits for its value.
    Table(Vec<(SpannedKey, SpannedValue)>, HashSet<String>, Option<SpannedKey>),
}

impl Collection {
    fn into_value(self) -> Value {
        match self {
            Collection::List(items) => Value::List(items),
            Collection::Table(entries, ..) => Value::Table(entries),
        }
    }
}

/// Converts a scalar.
fn scalar_of(scalar: Scalar<'_>, style: ScalarStyle) -> Value {
    match scalar {
        Scalar::Null => Value::Null,
        Scalar::Boolean(boolean) => Value::Boolean(boolean),
        Scalar::Integer(number) => Value::Integer(number),
        Scalar::FloatingPoint(number) => Value::Float(number.into_inner()),
        // YAML 1.2 has no dates. An unquoted text that parses as a date is one.
        Scalar::String(text) => match text.parse() {
            Ok(date) if style == ScalarStyle::Plain => Value::Date(date),
            _ => Value::Text(text.into_owned()),
        },
    }
}

/// Converts a value to a key, and refuses a duplicate.
fn key_of(key: SpannedValue, names: &mut HashSet<String>) -> Result<SpannedKey, ParseError> {
    let name = match key.value {
        Value::Text(text) => text,
        Value::Integer(value) => value.to_string(),
        Value::Boolean(value) => value.to_string(),
        Value::Date(value) => value.to_string(),
        _ => {
            return Err(ParseError {
                message: "not valid YAML here: a key must be text".into(),
                range: key.range,
                hint: None,
            });
        }
    };

    if !names.insert(name.clone()) {
        let message = format!("not valid YAML: `{name}` is defined twice");
        return Err(ParseError { message, range: key.range, hint: Some("remove one of them") });
    }

    Ok(SpannedKey { name, range: key.range })
}

/// Converts character offsets of the parser to byte offsets.
struct ByteOffsets<'a> {
    text: &'a str,
    /// The byte offset of each character; `None` for ASCII text, where both offsets are equal.
    offsets: Option<Vec<usize>>,
}

impl ByteOffsets<'_> {
    /// Prepares the conversion for a text.
    fn new(text: &str) -> ByteOffsets<'_> {
        let offsets =
            (!text.is_ascii()).then(|| text.char_indices().map(|(offset, _)| offset).collect());
        ByteOffsets { text, offsets }
    }

    /// Returns the byte offset of a character, or the length of the text after the last one.
    fn of(&self, character: usize) -> usize {
        match &self.offsets {
            Some(offsets) => offsets.get(character).copied().unwrap_or(self.text.len()),
            None => character.min(self.text.len()),
        }
    }
}
