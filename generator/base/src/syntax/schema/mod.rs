//! Declared shapes of data: a part of JSON Schema (draft 2020-12), read once and held against values.
//!
//! What is supported is checked strictly: an unknown keyword is an error, so that no schema promises more than is looked at.

mod check;
mod violation;

use std::collections::HashMap;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use regex_lite::Regex;
use serde_json::Value;

use self::check::{DEEPEST, FORMATS, kinds};
use crate::diagnostic::wording::did_you_mean;

pub use self::violation::Violation;

/// A shape that values can be held against.
#[derive(Debug, Clone)]
pub struct Schema {
    root: Value,
    /// What `pattern` says, by how it is written.
    patterns: Arc<HashMap<String, Regex>>,
}

impl Hash for Schema {
    fn hash<H: Hasher>(&self, state: &mut H) {
        // The patterns are compiled from the root.
        self.root.hash(state);
    }
}

const KEYWORDS: [&str; 30] = [
    "$schema",
    "$id",
    "$defs",
    "$ref",
    "$comment",
    "title",
    "description",
    "default",
    "examples",
    "type",
    "properties",
    "required",
    "additionalProperties",
    "items",
    "minItems",
    "maxItems",
    "uniqueItems",
    "uniqueKey",
    "enum",
    "const",
    "anyOf",
    "if",
    "then",
    "else",
    "minLength",
    "maxLength",
    "format",
    "pattern",
    "minimum",
    "maximum",
];

impl Schema {
    /// A shape from its JSON; the error says what in it is not supported.
    pub fn new(json: Value) -> Result<Schema, String> {
        let mut patterns = HashMap::new();
        supported(&json, &mut patterns)?;
        Ok(Schema { root: json, patterns: Arc::new(patterns) })
    }

    /// The kinds that the entries of a list have under `key`, as far as the shape says them outright.
    pub fn kinds_in_entries(&self, key: &str) -> Vec<&str> {
        let entry = self.followed(self.followed(Some(&self.root)).and_then(|it| it.get("items")));
        let value = self.followed(entry.and_then(|it| it.get("properties")?.get(key)));
        value.and_then(|it| it.get("type")).map(kinds).unwrap_or_default()
    }

    /// What a shape leads to that says nothing but where it stands.
    fn followed<'a>(&'a self, mut schema: Option<&'a Value>) -> Option<&'a Value> {
        for _ in 0..DEEPEST {
            let Some(to) = schema.and_then(|it| it.get("$ref")).and_then(Value::as_str) else {
                break;
            };
            schema = self.root.pointer(to.trim_start_matches('#'));
        }
        schema
    }

    /// Everything in `value` that does not fit.
    pub fn violations(&self, value: &Value) -> Vec<Violation> {
        check::violations(&self.root, &self.patterns, value)
    }
}

fn supported(schema: &Value, patterns: &mut HashMap<String, Regex>) -> Result<(), String> {
    let Some(object) = schema.as_object() else {
        return if schema.is_boolean() { Ok(()) } else { Err("a schema is an object".to_owned()) };
    };
    for (key, value) in object {
        match (key.as_str(), value) {
            ("properties" | "$defs", Value::Object(inner)) => {
                inner.values().try_for_each(|it| supported(it, patterns))?
            }
            ("items" | "additionalProperties" | "if" | "then" | "else", _) => {
                supported(value, patterns)?
            }
            ("anyOf", Value::Array(inner)) => {
                inner.iter().try_for_each(|it| supported(it, patterns))?
            }
            ("$ref", Value::String(to)) if to == "#" || to.starts_with("#/$defs/") => {}
            ("format", Value::String(format))
                if FORMATS.iter().any(|(known, _)| known == format) => {}
            ("pattern", Value::String(pattern)) => {
                let regex = Regex::new(pattern)
                    .map_err(|error| format!("`pattern` is no regular expression: {error}"))?;
                patterns.insert(pattern.clone(), regex);
            }
            ("uniqueItems", Value::Bool(_)) | ("uniqueKey", Value::String(_)) => {}
            ("uniqueKey", Value::Array(keys))
                if !keys.is_empty() && keys.iter().all(Value::is_string) => {}
            ("uniqueKey", _) => {
                return Err("`uniqueKey` is the name of a key, or a list of them".to_owned());
            }
            ("format", _) => return Err("`format` can be `date` or `date-time` alone".to_owned()),
            ("properties" | "$defs" | "anyOf" | "uniqueItems" | "pattern", _) => {
                return Err(format!("`{key}` has the wrong kind of value"));
            }
            ("$ref", _) => return Err("`$ref` can lead to `#` or `#/$defs/...` alone".to_owned()),
            (known, _) if KEYWORDS.contains(&known) => {}
            (unknown, _) => {
                let hint = did_you_mean(unknown, KEYWORDS)
                    .map(|hint| format!("; {hint}"))
                    .unwrap_or_default();
                return Err(format!("the keyword `{unknown}` is not supported{hint}"));
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn told(schema: Value, value: &Value) -> Vec<String> {
        let tell = |it: Violation| {
            format!(
                "{}: {}{}",
                it.place(),
                it.message,
                it.hint.map(|hint| format!(" ({hint})")).unwrap_or_default()
            )
        };
        Schema::new(schema).unwrap().violations(value).into_iter().map(tell).collect()
    }

    #[test]
    fn everything_that_does_not_fit_is_told_with_its_place() {
        let game = json!({
            "type": "object",
            "required": ["id", "name"],
            "additionalProperties": false,
            "properties": {
                "id": { "type": "integer", "minimum": 1 },
                "name": { "type": "string", "minLength": 2, "maxLength": 5 },
                "kind": { "enum": ["slots", "crash"] },
                "tags": { "type": "array", "maxItems": 1, "items": { "type": "string" } },
            },
        });
        let schema = json!({ "properties": { "games": { "items": { "$ref": "#/$defs/game" } } }, "$defs": { "game": game } });
        let value = json!({ "games": [
            { "id": 1, "name": "Lucky", "kind": "slots", "tags": ["new"] },
            { "id": 0, "nme": "x", "kind": "slot", "tags": [1, "b"] },
            { "id": 1.5, "name": "x" },
            7,
        ] });
        assert_eq!(
            told(schema, &value),
            [
                "games[1].id: is less than 1 (write 1 or more)",
                "games[1].kind: is \"slot\" (did you mean `slots`?)",
                "games[1].nme: is unknown (did you mean `name`?)",
                "games[1].tags: has 2 entries and may have at most 1",
                "games[1].tags[0]: is number instead of string (write a text in quotes)",
                "games[1]: has no `name` (add `name`)",
                "games[2].id: is number instead of integer (write a whole number)",
                "games[2].name: has 1 characters and needs at least 2",
                "games[3]: is number instead of object (write a table)",
            ]
        );
    }

    #[test]
    fn the_choice_that_comes_closest_is_the_one_that_is_told() {
        let schema = json!({ "anyOf": [{ "type": "string" }, { "properties": { "a": { "const": 1 } } }, { "type": "null" }] });
        assert!(told(schema.clone(), &json!("x")).is_empty());
        assert_eq!(told(schema, &json!({ "a": 2 })), ["a: is 2 (write 1)"]);
    }

    #[test]
    fn what_is_asked_of_one_key_can_hang_on_another() {
        let schema = json!({
            "properties": { "type": { "enum": ["FORM", "ROUTE", "CLOSE"] } },
            "if": { "required": ["type"], "properties": { "type": { "const": "FORM" } } },
            "then": { "required": ["about"], "properties": { "about": { "enum": ["login", "signup"] } } },
            "else": { "if": { "properties": { "type": { "const": "ROUTE" } } }, "then": { "required": ["about"] } },
        });
        let told = |value: Value| told(schema.clone(), &value);
        assert!(told(json!({ "type": "FORM", "about": "login" })).is_empty());
        assert!(told(json!({ "type": "ROUTE", "about": "/anywhere/" })).is_empty());
        assert!(told(json!({ "type": "CLOSE" })).is_empty());
        assert_eq!(
            told(json!({ "type": "FORM", "about": "logn" })),
            ["about: is \"logn\" (did you mean `login`?)"]
        );
        assert_eq!(told(json!({ "type": "ROUTE" })), [": has no `about` (add `about`)"]);
        assert_eq!(
            told(json!({ "type": "ROUTES" })),
            ["type: is \"ROUTES\" (did you mean `ROUTE`?)"]
        );
    }

    #[test]
    fn a_schema_says_nothing_that_is_not_looked_at() {
        let error = |schema: Value| Schema::new(schema).unwrap_err();
        assert_eq!(error(json!({ "multipleOf": 2 })), "the keyword `multipleOf` is not supported");
        assert!(error(json!({ "pattern": "(" })).starts_with("`pattern` is no regular expression"));
        assert_eq!(
            error(json!({ "items": { "requird": [] } })),
            "the keyword `requird` is not supported; did you mean `required`?"
        );
        assert_eq!(
            error(json!({ "$ref": "https://example.com" })),
            "`$ref` can lead to `#` or `#/$defs/...` alone"
        );
        assert_eq!(error(json!([])), "a schema is an object");
    }

    #[test]
    fn a_schema_that_leads_to_itself_ends() {
        let schema = json!({ "$ref": "#" });
        assert_eq!(told(schema, &json!(1)), [": is nested too deep"]);
        assert_eq!(told(json!({ "$ref": "#/$defs/gone" }), &json!(1)).len(), 1);
    }
}
