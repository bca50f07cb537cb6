//! Validates data against a subset of JSON Schema (draft 2020-12).
//!
//! Unknown keywords are errors, so that a schema cannot rely on a keyword that is not checked.

mod check;
pub mod overlay;
mod violation;

use std::collections::HashMap;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use regex_lite::Regex;
use serde_json::Value;

use self::check::{FORMATS, MAX_DEPTH, type_names};
use crate::diagnostic::wording::did_you_mean;

pub use self::violation::Violation;

/// A parsed schema.
#[derive(Debug, Clone)]
pub struct Schema {
    root: Value,
    /// Compiled regular expressions of `pattern`, by their source.
    patterns: Arc<HashMap<String, Regex>>,
}

impl Hash for Schema {
    fn hash<H: Hasher>(&self, state: &mut H) {
        // The patterns are compiled from the root.
        self.root.hash(state);
    }
}

const KEYWORDS: [&str; 32] = [
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
    "translatable",
    "x-editor",
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
    /// Parses a schema. The error describes the unsupported part.
    pub fn new(json: Value) -> Result<Schema, String> {
        let mut patterns = HashMap::new();
        check_supported(&json, &mut patterns)?;
        Ok(Schema { root: json, patterns: Arc::new(patterns) })
    }

    /// Returns the document of the schema.
    pub fn json(&self) -> &Value {
        &self.root
    }

    /// Returns the types that the schema declares for `key` in the entries of a list; empty if it
    /// declares none directly.
    pub(crate) fn entry_types(&self, key: &str) -> Vec<&str> {
        let list = self.resolve(Some(&self.root));
        let entry = self.resolve(list.and_then(|list| list.get("items")));
        let value = self.resolve(entry.and_then(|entry| entry.get("properties")?.get(key)));
        value.and_then(|value| value.get("type")).map(type_names).unwrap_or_default()
    }

    /// Returns whether the schema declares a property directly.
    pub fn has_property(&self, name: &str) -> bool {
        let object = self.resolve(Some(&self.root));
        object.and_then(|object| object.get("properties")?.get(name)).is_some()
    }

    /// Removes the values that the schema marks as `"translatable": true`.
    pub fn remove_translatable(&self, value: &mut Value) {
        self.remove_in(Some(&self.root), value);
    }

    fn remove_in(&self, schema: Option<&Value>, value: &mut Value) {
        let schema = self.resolve(schema);
        let Some(table) = value.as_object_mut() else { return };
        let property = |name: &str| schema.and_then(|schema| schema.get("properties")?.get(name));
        table.retain(|name, _| !self.is_translatable(property(name)));
        for (name, value) in table {
            self.remove_in(property(name), value);
        }
    }

    /// Returns whether a schema, or that of its items, marks a value as translatable.
    fn is_translatable(&self, schema: Option<&Value>) -> bool {
        let schema = self.resolve(schema);
        let is_marked = |schema: Option<&Value>| {
            schema.and_then(|it| it.get("translatable")) == Some(&Value::Bool(true))
        };
        is_marked(schema) || is_marked(self.resolve(schema.and_then(|it| it.get("items"))))
    }

    /// Follows the `$ref` of a schema.
    fn resolve<'a>(&'a self, mut schema: Option<&'a Value>) -> Option<&'a Value> {
        for _ in 0..MAX_DEPTH {
            let reference = schema.and_then(|schema| schema.get("$ref"));
            let Some(target) = reference.and_then(Value::as_str) else {
                break;
            };
            schema = self.root.pointer(target.trim_start_matches('#'));
        }
        schema
    }

    /// Returns everything in `value` that does not match the schema.
    pub fn violations(&self, value: &Value) -> Vec<Violation> {
        check::violations(&self.root, &self.patterns, value)
    }
}

/// Checks that a schema has only supported keywords, and compiles its patterns.
fn check_supported(schema: &Value, patterns: &mut HashMap<String, Regex>) -> Result<(), String> {
    let Some(object) = schema.as_object() else {
        return if schema.is_boolean() {
            Ok(())
        } else {
            Err("a schema must be an object".to_owned())
        };
    };

    for (key, value) in object {
        match (key.as_str(), value) {
            ("properties" | "$defs", Value::Object(inner)) => {
                inner.values().try_for_each(|it| check_supported(it, patterns))?;
            }
            ("items" | "additionalProperties" | "if" | "then" | "else", _) => {
                check_supported(value, patterns)?;
            }
            ("anyOf", Value::Array(inner)) => {
                inner.iter().try_for_each(|it| check_supported(it, patterns))?;
            }
            ("$ref", Value::String(target)) if target == "#" || target.starts_with("#/$defs/") => {}
            ("format", Value::String(format))
                if FORMATS.iter().any(|(known, _)| known == format) => {}
            ("pattern", Value::String(pattern)) => {
                let regex = Regex::new(pattern).map_err(|error| {
                    format!("`pattern` is not a valid regular expression: {error}")
                })?;
                patterns.insert(pattern.clone(), regex);
            }
            ("uniqueItems" | "translatable", Value::Bool(_))
            | ("uniqueKey", Value::String(_))
            | ("x-editor", Value::Object(_)) => {}
            ("uniqueKey", Value::Array(keys))
                if !keys.is_empty() && keys.iter().all(Value::is_string) => {}
            ("x-editor", _) => return Err("`x-editor` must be an object".to_owned()),
            ("uniqueKey", _) => {
                return Err("`uniqueKey` must be a key name or a list of key names".to_owned());
            }
            ("format", _) => return Err("`format` must be `date` or `date-time`".to_owned()),
            ("properties" | "$defs" | "anyOf" | "uniqueItems" | "pattern", _) => {
                return Err(format!("`{key}` has the wrong kind of value"));
            }
            ("$ref", _) => return Err("`$ref` must be `#` or `#/$defs/...`".to_owned()),
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

    fn violations(schema: Value, value: &Value) -> Vec<String> {
        let describe = |violation: Violation| {
            let hint = violation.hint.as_ref().map(|hint| format!(" ({hint})"));
            let path = violation.path_text();
            format!("{path}: {}{}", violation.message, hint.unwrap_or_default())
        };
        Schema::new(schema).unwrap().violations(value).into_iter().map(describe).collect()
    }

    #[test]
    fn every_violation_is_reported_with_its_path() {
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
            violations(schema, &value),
            [
                "games[1].id: is less than 1 (write 1 or more)",
                "games[1].kind: is \"slot\" (did you mean `slots`?)",
                "games[1].nme: is unknown (did you mean `name`?)",
                "games[1].tags: has 2 entries and may have at most 1",
                "games[1].tags[0]: is a number but must be a string (write a text in quotes)",
                "games[1]: has no `name` (add `name`)",
                "games[2].id: is a number but must be an integer (write a whole number)",
                "games[2].name: has 1 characters and needs at least 2",
                "games[3]: is a number but must be an object (write a table)",
            ]
        );
    }

    #[test]
    fn the_violations_of_the_closest_choice_are_reported() {
        let schema = json!({ "anyOf": [{ "type": "string" }, { "properties": { "a": { "const": 1 } } }, { "type": "null" }] });
        assert!(violations(schema.clone(), &json!("x")).is_empty());
        assert_eq!(violations(schema, &json!({ "a": 2 })), ["a: is 2 (write 1)"]);
    }

    #[test]
    fn conditions_select_the_schema_of_other_keys() {
        let schema = json!({
            "properties": { "type": { "enum": ["FORM", "ROUTE", "CLOSE"] } },
            "if": { "required": ["type"], "properties": { "type": { "const": "FORM" } } },
            "then": { "required": ["about"], "properties": { "about": { "enum": ["login", "signup"] } } },
            "else": { "if": { "properties": { "type": { "const": "ROUTE" } } }, "then": { "required": ["about"] } },
        });

        let violations = |value: Value| violations(schema.clone(), &value);
        assert!(violations(json!({ "type": "FORM", "about": "login" })).is_empty());
        assert!(violations(json!({ "type": "ROUTE", "about": "/anywhere/" })).is_empty());
        assert!(violations(json!({ "type": "CLOSE" })).is_empty());

        assert_eq!(
            violations(json!({ "type": "FORM", "about": "logn" })),
            ["about: is \"logn\" (did you mean `login`?)"]
        );
        assert_eq!(violations(json!({ "type": "ROUTE" })), [": has no `about` (add `about`)"]);
        assert_eq!(
            violations(json!({ "type": "ROUTES" })),
            ["type: is \"ROUTES\" (did you mean `ROUTE`?)"]
        );
    }

    #[test]
    fn unsupported_schemas_are_refused() {
        let error = |schema: Value| Schema::new(schema).unwrap_err();
        assert_eq!(error(json!({ "multipleOf": 2 })), "the keyword `multipleOf` is not supported");
        assert!(error(json!({ "pattern": "(" })).starts_with("`pattern` is not a valid"));
        assert_eq!(
            error(json!({ "items": { "requird": [] } })),
            "the keyword `requird` is not supported; did you mean `required`?"
        );
        assert_eq!(
            error(json!({ "$ref": "https://example.com" })),
            "`$ref` must be `#` or `#/$defs/...`"
        );
        assert_eq!(error(json!([])), "a schema must be an object");
    }

    #[test]
    fn recursive_schemas_terminate() {
        let schema = json!({ "$ref": "#" });
        assert_eq!(violations(schema, &json!(1)), [": is nested too deep"]);
        assert_eq!(violations(json!({ "$ref": "#/$defs/gone" }), &json!(1)).len(), 1);
    }
}
