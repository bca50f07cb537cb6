//! Parses JSON, rejects duplicate keys, and adds hints to syntax errors.

use std::fmt;
use std::ops::Range;

use serde::de::{Deserialize, Deserializer, Error as _, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};

use crate::syntax::spanned::syntax_hints::unclosed_bracket;

/// A syntax error.
#[derive(Debug)]
pub struct Problem {
    /// The problem, in one sentence.
    pub message: String,
    /// Byte range of the problem.
    pub range: Range<usize>,
    /// How to fix it.
    pub hint: &'static str,
}

/// Parses JSON.
pub fn read(text: &str) -> Result<Value, Problem> {
    let Unique(value) =
        serde_json::from_str::<Unique>(text).map_err(|error| problem(text, &error))?;

    // The parser rounds whole numbers with more than 64 bits.
    match long_number(text) {
        Some(range) => Err(Problem {
            message: "this number is too large: whole numbers have 64 bits".to_owned(),
            range,
            hint: "write it as a text in quotes",
        }),
        None => Ok(value),
    }
}

/// Returns the range of the first whole number of valid JSON that 64 bits cannot hold.
fn long_number(text: &str) -> Option<Range<usize>> {
    let bytes = text.as_bytes();
    let mut at = 0;

    while let Some(byte) = bytes.get(at) {
        match byte {
            // Digits in a text are no number.
            b'"' => at += string_length(&bytes[at..]),
            b'-' | b'0'..=b'9' => {
                let is_part =
                    |it: &&u8| matches!(it, b'0'..=b'9' | b'-' | b'+' | b'.' | b'e' | b'E');
                let length = bytes[at..].iter().take_while(is_part).count();
                let number = &text[at..at + length];

                if !number.contains(['.', 'e', 'E'])
                    && number.parse::<i64>().is_err()
                    && number.parse::<u64>().is_err()
                {
                    return Some(at..at + length);
                }
                at += length;
            }
            _ => at += 1,
        }
    }

    None
}

/// Returns the length of the string with which JSON begins, with its quotes.
fn string_length(bytes: &[u8]) -> usize {
    let mut at = 1;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'"' => return at + 1,
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
    bytes.len()
}

/// Converts an error of the parser, and refines its message, range and hint.
fn problem(text: &str, error: &serde_json::Error) -> Problem {
    let lines_before = text.split_inclusive('\n').take(error.line().saturating_sub(1));
    let line_start: usize = lines_before.map(str::len).sum();
    let offset = text.floor_char_boundary(line_start + error.column().saturating_sub(1));
    let message = error.to_string();
    let parser_message =
        message.rsplit_once(" at line ").map_or(message.as_str(), |(message, _)| message);
    let problem = |message: &str, range: Range<usize>, hint| Problem {
        message: message.to_owned(),
        range,
        hint,
    };
    let rest = text.get(offset..).unwrap_or_default();
    if text.trim().is_empty() {
        return problem("the text is empty", 0..0, "write `{}` or `[]`");
    }

    if rest.starts_with("//") || rest.starts_with("/*") {
        return problem(
            "JSON has no comments",
            offset..offset + "//".len(),
            "remove the comment, or write the data as TOML or YAML",
        );
    }

    if parser_message.starts_with("control character")
        || parser_message.starts_with("EOF while parsing a string")
    {
        // The string ends at the end of its line or of the file.
        let before = text[..offset].trim_end_matches(['\n', '\r']);
        let open = before.rfind('"').unwrap_or(offset);
        return problem(
            "the quote that opens here is never closed",
            open..before.len().max(open),
            "close it at the end of the text",
        );
    }

    if parser_message.starts_with("EOF")
        && let Some((open, bracket)) = unclosed_bracket(text)
    {
        return problem(
            &format!("the `{bracket}` that opens here is never closed"),
            open..open + 1,
            "add the closing bracket",
        );
    }

    let hint = hint_for(parser_message);
    Problem { message: parser_message.to_owned(), range: offset..offset, hint }
}

/// Returns how to fix the error with a message of the parser.
fn hint_for(parser_message: &str) -> &'static str {
    if parser_message.starts_with("trailing comma") {
        "remove the comma before it"
    } else if parser_message.starts_with("key must be a string") {
        "write names in double quotes: `\"name\": 1`"
    } else if parser_message.starts_with("expected `,`") {
        "write a comma between two values"
    } else if parser_message.starts_with("expected `:`") {
        "write a colon between a name and its value"
    } else if parser_message.ends_with(DUPLICATE) {
        "remove one of them"
    } else if parser_message.starts_with("trailing characters") {
        "a file holds one value: put several values in a list, `[1, 2]`"
    } else {
        "write a text in double quotes, a number, `true`, `false`, `null`, a list or an object"
    }
}

/// End of the message about a duplicate key.
const DUPLICATE: &str = "is defined twice";

/// A value without duplicate keys in its objects.
struct Unique(Value);

impl<'de> Deserialize<'de> for Unique {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Unique, D::Error> {
        deserializer.deserialize_any(UniqueVisitor).map(Unique)
    }
}

/// Builds the value of a [`Unique`].
struct UniqueVisitor;

impl<'de> Visitor<'de> for UniqueVisitor {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut list = Vec::new();
        while let Some(Unique(item)) = items.next_element()? {
            list.push(item);
        }
        Ok(Value::Array(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Value, A::Error> {
        let mut object = Map::new();
        while let Some(name) = entries.next_key::<String>()? {
            if object.contains_key(&name) {
                return Err(A::Error::custom(format!("`{name}` {DUPLICATE}")));
            }
            let Unique(value) = entries.next_value()?;
            object.insert(name, value);
        }
        Ok(Value::Object(object))
    }
}

#[cfg(test)]
mod tests {
    use super::read;

    #[test]
    fn valid_json_is_parsed() {
        let text = r#"{"a": [1, -2, 2.5, true, null, "x"], "b": {"a": {}}}"#;
        assert_eq!(read(text).unwrap(), serde_json::from_str::<serde_json::Value>(text).unwrap());
    }

    #[test]
    fn syntax_errors_have_a_position_and_a_hint() {
        for (text, start, message, hint) in [
            ("{\"a\": 1,}", 8, "trailing comma", "remove the comma"),
            ("{'a': 1}", 1, "key must be a string", "double quotes"),
            ("{\"a\": 1\n\"b\": 2}", 8, "expected `,`", "a comma"),
            ("{\"a\": \"x\n}", 6, "the quote that opens here", "close it at"),
            ("{\"a\": \"x", 6, "the quote that opens here", "close it at"),
            ("{\"a\": [1, 2", 6, "the `[` that opens here", "closing bracket"),
            ("{\"a\": 1, \"a\": 2}", 11, "`a` is defined twice", "remove one"),
            ("{\"a\" 1}", 5, "expected `:`", "a colon"),
            ("", 0, "the text is empty", "write `{}`"),
            ("// x\n{}", 0, "no comments", "TOML"),
            ("{} {}", 3, "trailing characters", "a list"),
            ("[yes]", 1, "expected value", "`true`"),
        ] {
            let problem = read(text).unwrap_err();
            assert!(
                problem.range.start == start
                    && problem.message.contains(message)
                    && problem.hint.contains(hint),
                "{text:?} {problem:?}"
            );
        }
    }
}
