//! Declared shapes of data: a part of JSON Schema (draft 2020-12), read once and held against values.
//!
//! What is supported is checked strictly: an unknown keyword is an error, so that no schema promises more than is looked at.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;

use regex_lite::Regex;
use serde_json::{Map, Value};
use toml::value::Datetime;

use crate::diagnostic::wording::did_you_mean;
use crate::source::date;

/// A shape that values can be held against.
#[derive(Debug, Clone)]
pub struct Schema {
    root: Value,
    /// What `pattern` says, by how it is written.
    patterns: Arc<HashMap<String, Regex>>,
}

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

/// Kinds of text, each with an example: a day, and a day or a moment.
const FORMATS: [(&str, &str); 2] = [("date", "2026-11-21"), ("date-time", "2026-11-21T18:00:00Z")];

/// Shapes stand in each other at most so deep; `$ref` could go on for ever.
const DEEPEST: usize = 64;

impl Schema {
    /// A shape from its JSON; the error says what in it is not supported.
    pub fn new(json: Value) -> Result<Schema, String> {
        let mut patterns = HashMap::new();
        supported(&json, &mut patterns)?;
        Ok(Schema { root: json, patterns: Arc::new(patterns) })
    }

    /// The kinds that the entries of a list have under `key`, as far as the shape says them outright.
    pub(crate) fn kinds_in_entries(&self, key: &str) -> Vec<&str> {
        let entry = self.followed(self.followed(Some(&self.root)).and_then(|it| it.get("items")));
        let value = self.followed(entry.and_then(|it| it.get("properties")?.get(key)));
        value.and_then(|it| it.get("type")).map(kinds).unwrap_or_default()
    }

    /// What a shape leads to that says nothing but where it stands.
    fn followed<'a>(&'a self, mut schema: Option<&'a Value>) -> Option<&'a Value> {
        for _ in 0..DEEPEST {
            let Some(to) = schema.and_then(|it| it.get("$ref")).and_then(Value::as_str) else { break };
            schema = self.root.pointer(to.trim_start_matches('#'));
        }
        schema
    }

    /// Everything in `value` that does not fit.
    pub fn violations(&self, value: &Value) -> Vec<Violation> {
        let mut check = Check { schema: self, path: Vec::new(), found: Vec::new(), depth: 0 };
        check.value(&self.root, value);
        check.found
    }
}

fn supported(schema: &Value, patterns: &mut HashMap<String, Regex>) -> Result<(), String> {
    let Some(object) = schema.as_object() else {
        return if schema.is_boolean() { Ok(()) } else { Err("a schema is an object".to_owned()) };
    };
    for (key, value) in object {
        match (key.as_str(), value) {
            ("properties" | "$defs", Value::Object(inner)) => inner.values().try_for_each(|it| supported(it, patterns))?,
            ("items" | "additionalProperties" | "if" | "then" | "else", _) => supported(value, patterns)?,
            ("anyOf", Value::Array(inner)) => inner.iter().try_for_each(|it| supported(it, patterns))?,
            ("$ref", Value::String(to)) if to == "#" || to.starts_with("#/$defs/") => {}
            ("format", Value::String(format)) if FORMATS.iter().any(|(known, _)| known == format) => {}
            ("pattern", Value::String(pattern)) => {
                let regex = Regex::new(pattern).map_err(|error| format!("`pattern` is no regular expression: {error}"))?;
                patterns.insert(pattern.clone(), regex);
            }
            ("uniqueItems", Value::Bool(_)) | ("uniqueKey", Value::String(_)) => {}
            ("uniqueKey", Value::Array(keys)) if !keys.is_empty() && keys.iter().all(Value::is_string) => {}
            ("uniqueKey", _) => return Err("`uniqueKey` is the name of a key, or a list of them".to_owned()),
            ("format", _) => return Err("`format` can be `date` or `date-time` alone".to_owned()),
            ("properties" | "$defs" | "anyOf" | "uniqueItems" | "pattern", _) => {
                return Err(format!("`{key}` has the wrong kind of value"));
            }
            ("$ref", _) => return Err("`$ref` can lead to `#` or `#/$defs/...` alone".to_owned()),
            (known, _) if KEYWORDS.contains(&known) => {}
            (unknown, _) => {
                let hint = did_you_mean(unknown, KEYWORDS).map(|hint| format!("; {hint}")).unwrap_or_default();
                return Err(format!("the keyword `{unknown}` is not supported{hint}"));
            }
        }
    }
    Ok(())
}

/// What `type` names.
fn kinds(written: &Value) -> Vec<&str> {
    let all = written.as_array().map_or_else(|| vec![written], |all| all.iter().collect());
    all.into_iter().filter_map(Value::as_str).collect()
}

struct Check<'a> {
    schema: &'a Schema,
    path: Vec<String>,
    found: Vec<Violation>,
    depth: usize,
}

impl<'a> Check<'a> {
    fn value(&mut self, schema: &'a Value, value: &Value) {
        if schema == &Value::Bool(false) {
            self.wrong("must not be here".to_owned(), None);
        }
        let Some(schema) = schema.as_object() else {
            return;
        };
        if self.depth >= DEEPEST {
            return self.wrong("is nested too deep".to_owned(), None);
        }
        self.depth += 1;
        self.keywords(schema, value);
        self.depth -= 1;
    }

    fn keywords(&mut self, schema: &'a Map<String, Value>, value: &Value) {
        if let Some(to) = schema.get("$ref").and_then(Value::as_str) {
            match self.schema.root.pointer(to.trim_start_matches('#')) {
                Some(target) => self.value(target, value),
                None => self.wrong(format!("cannot be checked: the schema has no `{to}`"), None),
            }
        }
        if let Some(written) = schema.get("type") {
            let kinds = kinds(written);
            if !kinds.iter().any(|kind| is_kind(value, kind)) {
                return self.wrong(format!("is {} instead of {}", kind_of(value), kinds.join(" or ")), None);
            }
        }
        if let Some(allowed) = schema.get("enum").and_then(Value::as_array)
            && !allowed.contains(value)
        {
            let names: Vec<String> = allowed.iter().map(ToString::to_string).collect();
            let meant = value.as_str().and_then(|text| did_you_mean(text, allowed.iter().filter_map(Value::as_str)));
            self.wrong(format!("is {value}"), meant.or_else(|| Some(format!("write {}", names.join(" or ")))));
        }
        if let Some(only) = schema.get("const")
            && only != value
        {
            self.wrong(format!("is {value}"), Some(format!("write {only}")));
        }
        if let Some(choices) = schema.get("anyOf").and_then(Value::as_array) {
            self.any_of(choices, value);
        }
        if let Some(condition) = schema.get("if")
            && let Some(next) = schema.get(if self.beside(condition, value).is_empty() { "then" } else { "else" })
        {
            self.value(next, value);
        }
        match value {
            Value::Object(object) => self.object(schema, object),
            Value::Array(items) => self.list(schema, items),
            Value::String(text) => {
                let length = text.chars().count() as u64;
                self.bounds(schema, length, ("minLength", "maxLength"), "characters");
                let format = schema.get("format").and_then(Value::as_str);
                if let Some((format, example)) = FORMATS.into_iter().find(|(name, _)| Some(*name) == format)
                    && !is_format(text, format)
                {
                    let kind = if format == "date" { "day" } else { "day and no moment" };
                    self.wrong(format!("is \"{text}\", which is no {kind}"), Some(format!("write it as {example}")));
                }
                if let Some(pattern) = schema.get("pattern").and_then(Value::as_str)
                    && self.schema.patterns.get(pattern).is_some_and(|regex| !regex.is_match(text))
                {
                    let hint = schema.get("description").and_then(Value::as_str);
                    let hint = hint.map_or_else(|| format!("write what fits `{pattern}`"), str::to_owned);
                    self.wrong(format!("is \"{text}\", which does not fit `{pattern}`"), Some(hint));
                }
            }
            Value::Number(number) => {
                let limit = |key: &str| schema.get(key).and_then(Value::as_f64);
                let number = number.as_f64().unwrap_or(f64::NAN);
                if let Some(least) = limit("minimum").filter(|least| number < *least) {
                    self.wrong(format!("is less than {least}"), None);
                }
                if let Some(most) = limit("maximum").filter(|most| number > *most) {
                    self.wrong(format!("is more than {most}"), None);
                }
            }
            _ => {}
        }
    }

    fn object(&mut self, schema: &'a Map<String, Value>, object: &Map<String, Value>) {
        let known = schema.get("properties").and_then(Value::as_object);
        for (key, value) in object {
            let inner = known.and_then(|known| known.get(key)).or_else(|| schema.get("additionalProperties"));
            self.path.push(key.clone());
            match inner {
                Some(Value::Bool(false)) => {
                    let names = known.into_iter().flat_map(Map::keys).map(String::as_str);
                    self.wrong("is unknown".to_owned(), did_you_mean(key, names));
                }
                Some(inner) => self.value(inner, value),
                None => {}
            }
            self.path.pop();
        }
        for key in schema.get("required").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str) {
            if !object.contains_key(key) {
                self.wrong(format!("has no `{key}`"), Some(format!("add `{key}`")));
            }
        }
    }

    fn list(&mut self, schema: &'a Map<String, Value>, items: &[Value]) {
        self.bounds(schema, items.len() as u64, ("minItems", "maxItems"), "entries");
        self.unique(schema, items);
        if let Some(inner) = schema.get("items") {
            for (place, item) in items.iter().enumerate() {
                self.path.push(place.to_string());
                self.value(inner, item);
                self.path.pop();
            }
        }
    }

    /// Entries that are there twice, as a whole or in the keys of `uniqueKey` together, which is our own keyword.
    fn unique(&mut self, schema: &Map<String, Value>, items: &[Value]) {
        let keys: Vec<&str> = match schema.get("uniqueKey") {
            Some(Value::String(key)) => vec![key],
            Some(Value::Array(keys)) => keys.iter().filter_map(Value::as_str).collect(),
            _ if schema.get("uniqueItems") == Some(&Value::Bool(true)) => Vec::new(),
            _ => return,
        };
        let mut first = HashMap::new();
        for (place, item) in items.iter().enumerate() {
            let values: Vec<String> = keys.iter().map(|key| item.get(key).unwrap_or(&Value::Null).to_string()).collect();
            let same = if keys.is_empty() { item.to_string() } else { values.join(", ") };
            if let Some(other) = first.get(&same) {
                let message = if keys.is_empty() {
                    format!("is entry {other} again")
                } else {
                    format!("has the {} {same} of entry {other}", keys.join(" and "))
                };
                self.path.push(place.to_string());
                self.wrong(message, Some("remove one of them, or tell them apart".to_owned()));
                self.path.pop();
            } else {
                first.insert(same, place + 1);
            }
        }
    }

    /// Fits when one choice fits; else what is wrong with the choice that comes closest is told.
    fn any_of(&mut self, choices: &'a [Value], value: &Value) {
        let tried = choices.iter().map(|choice| self.beside(choice, value));
        // A choice that is wrong further inside is closer than one of another kind.
        let depth = |found: &Vec<Violation>| found.iter().map(|it| it.path.len()).min().unwrap_or(usize::MAX);
        let closest = tried.max_by_key(|found| (found.is_empty(), depth(found), std::cmp::Reverse(found.len())));
        self.found.extend(closest.unwrap_or_default());
    }

    /// What another shape finds at the same place, for the one who asks to judge.
    fn beside(&self, schema: &'a Value, value: &Value) -> Vec<Violation> {
        let mut check = Check { schema: self.schema, path: self.path.clone(), found: Vec::new(), depth: self.depth };
        check.value(schema, value);
        check.found
    }

    fn bounds(&mut self, schema: &Map<String, Value>, count: u64, (least, most): (&str, &str), unit: &str) {
        let limit = |key: &str| schema.get(key).and_then(Value::as_u64);
        if let Some(least) = limit(least).filter(|least| count < *least) {
            self.wrong(format!("has {count} {unit} and needs at least {least}"), None);
        }
        if let Some(most) = limit(most).filter(|most| count > *most) {
            self.wrong(format!("has {count} {unit} and may have at most {most}"), None);
        }
    }

    fn wrong(&mut self, message: String, hint: Option<String>) {
        self.found.push(Violation { path: self.path.clone(), message, hint });
    }
}

/// Whether a text is a day, or for `date-time` a day or a moment.
fn is_format(text: &str, format: &str) -> bool {
    let written = text.parse::<Datetime>().ok().filter(|written| date::seconds(written).is_some());
    written.is_some_and(|written| format == "date-time" || written.time.is_none())
}

fn is_kind(value: &Value, kind: &str) -> bool {
    match kind {
        "integer" => value.is_i64() || value.is_u64() || value.as_f64().is_some_and(|it| it.fract() == 0.0),
        "number" => value.is_number(),
        other => kind_of(value) == other,
    }
}

fn kind_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn told(schema: Value, value: &Value) -> Vec<String> {
        let tell = |it: Violation| {
            format!("{}: {}{}", it.place(), it.message, it.hint.map(|hint| format!(" ({hint})")).unwrap_or_default())
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
                "games[1].id: is less than 1",
                "games[1].kind: is \"slot\" (did you mean `slots`?)",
                "games[1].nme: is unknown (did you mean `name`?)",
                "games[1].tags: has 2 entries and may have at most 1",
                "games[1].tags[0]: is number instead of string",
                "games[1]: has no `name` (add `name`)",
                "games[2].id: is number instead of integer",
                "games[2].name: has 1 characters and needs at least 2",
                "games[3]: is number instead of object",
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
        assert_eq!(told(json!({ "type": "FORM", "about": "logn" })), ["about: is \"logn\" (did you mean `login`?)"]);
        assert_eq!(told(json!({ "type": "ROUTE" })), [": has no `about` (add `about`)"]);
        assert_eq!(told(json!({ "type": "ROUTES" })), ["type: is \"ROUTES\" (did you mean `ROUTE`?)"]);
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
        assert_eq!(error(json!({ "$ref": "https://example.com" })), "`$ref` can lead to `#` or `#/$defs/...` alone");
        assert_eq!(error(json!([])), "a schema is an object");
    }

    #[test]
    fn a_schema_that_leads_to_itself_ends() {
        let schema = json!({ "$ref": "#" });
        assert_eq!(told(schema, &json!(1)), [": is nested too deep"]);
        assert_eq!(told(json!({ "$ref": "#/$defs/gone" }), &json!(1)).len(), 1);
    }
}
