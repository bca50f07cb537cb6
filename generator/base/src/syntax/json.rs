//! JSON as values, where a mistake is told with what to write, and a name that stands twice is one: readers of JSON take the last.

use std::fmt;
use std::ops::Range;

use serde::de::{Deserialize, Deserializer, Error as _, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};

use crate::syntax::spanned::slip::unclosed;

/// What is wrong with a text.
#[derive(Debug)]
pub struct Problem {
    /// What it is.
    pub message: String,
    /// Where it stands.
    pub range: Range<usize>,
    /// What to write instead.
    pub hint: &'static str,
}

/// Reads JSON.
pub fn read(text: &str) -> Result<Value, Problem> {
    serde_json::from_str::<Unique>(text).map(|it| it.0).map_err(|error| problem(text, &error))
}

fn problem(text: &str, error: &serde_json::Error) -> Problem {
    let line: usize =
        text.split_inclusive('\n').take(error.line().saturating_sub(1)).map(str::len).sum();
    let at = text.floor_char_boundary(line + error.column().saturating_sub(1));
    let words = error.to_string();
    let words = words.rsplit_once(" at line ").map_or(words.as_str(), |(words, _)| words);
    let told = |message: &str, range: Range<usize>, hint| Problem {
        message: message.to_owned(),
        range,
        hint,
    };
    let rest = text.get(at..).unwrap_or_default();
    if text.trim().is_empty() {
        return told("there is nothing in it", 0..0, "write `{}` or `[]`");
    }
    if rest.starts_with("//") || rest.starts_with("/*") {
        return told(
            "JSON has no comments",
            at..at + "//".len(),
            "take it out, or write the data as TOML or YAML",
        );
    }
    if words.starts_with("control character") || words.starts_with("EOF while parsing a string") {
        // The text ends with its line, or with the file.
        let before = text[..at].trim_end_matches(['\n', '\r']);
        let open = before.rfind('"').unwrap_or(at);
        return told(
            "the quote that opens here is never closed",
            open..before.len().max(open),
            "close it where the text ends",
        );
    }
    if words.starts_with("EOF")
        && let Some((open, bracket)) = unclosed(text)
    {
        return told(
            &format!("the `{bracket}` that opens here is never closed"),
            open..open + 1,
            "close it where it ends",
        );
    }
    let hint = if words.starts_with("trailing comma") {
        "take the comma before it out"
    } else if words.starts_with("key must be a string") {
        "write names in double quotes: `\"name\": 1`"
    } else if words.starts_with("expected `,`") {
        "write a comma between two values"
    } else if words.starts_with("expected `:`") {
        "write a colon between a name and its value"
    } else if words.ends_with(TWICE) {
        "remove one of them"
    } else if words.starts_with("trailing characters") {
        "a file holds one value: put several into a list, `[1, 2]`"
    } else {
        "write a text in double quotes, a number, `true`, `false`, `null`, a list or an object"
    };
    Problem { message: words.to_owned(), range: at..at, hint }
}

const TWICE: &str = "is there twice";

/// A value in which no object has a name twice.
struct Unique(Value);

impl<'de> Deserialize<'de> for Unique {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Unique, D::Error> {
        deserializer.deserialize_any(OfUnique).map(Unique)
    }
}

struct OfUnique;

impl<'de> Visitor<'de> for OfUnique {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_bool<E>(self, it: bool) -> Result<Value, E> {
        Ok(Value::Bool(it))
    }

    fn visit_i64<E>(self, it: i64) -> Result<Value, E> {
        Ok(it.into())
    }

    fn visit_u64<E>(self, it: u64) -> Result<Value, E> {
        Ok(it.into())
    }

    fn visit_f64<E>(self, it: f64) -> Result<Value, E> {
        Ok(it.into())
    }

    fn visit_str<E>(self, it: &str) -> Result<Value, E> {
        Ok(it.into())
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
                return Err(A::Error::custom(format!("`{name}` {TWICE}")));
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
    fn what_can_be_read_is_what_it_is() {
        let text = r#"{"a": [1, -2, 2.5, true, null, "x"], "b": {"a": {}}}"#;
        assert_eq!(read(text).unwrap(), serde_json::from_str::<serde_json::Value>(text).unwrap());
    }

    #[test]
    fn a_mistake_is_told_where_it_begins_with_what_to_write() {
        for (text, at, words, hint) in [
            ("{\"a\": 1,}", 8, "trailing comma", "take the comma"),
            ("{'a': 1}", 1, "key must be a string", "double quotes"),
            ("{\"a\": 1\n\"b\": 2}", 8, "expected `,`", "a comma"),
            ("{\"a\": \"x\n}", 6, "the quote that opens here", "close it"),
            ("{\"a\": \"x", 6, "the quote that opens here", "close it"),
            ("{\"a\": [1, 2", 6, "the `[` that opens here", "close it"),
            ("{\"a\": 1, \"a\": 2}", 11, "`a` is there twice", "remove one"),
            ("{\"a\" 1}", 5, "expected `:`", "a colon"),
            ("", 0, "there is nothing in it", "write `{}`"),
            ("// x\n{}", 0, "no comments", "TOML"),
            ("{} {}", 3, "trailing characters", "a list"),
            ("[yes]", 1, "expected value", "`true`"),
        ] {
            let found = read(text).unwrap_err();
            assert!(
                found.range.start == at
                    && found.message.contains(words)
                    && found.hint.contains(hint),
                "{text:?} {found:?}"
            );
        }
    }
}
