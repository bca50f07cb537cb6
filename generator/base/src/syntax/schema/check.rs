//! Checks values against a schema.

use std::collections::HashMap;

use regex_lite::Regex;
use serde_json::{Map, Value};
use toml::value::Datetime;

use crate::date;
use crate::diagnostic::wording::did_you_mean;

use crate::syntax::schema::violation::{Violation, type_hint};

/// Supported formats of text, each with an example.
pub(super) const FORMATS: [(&str, &str); 2] =
    [("date", "2026-11-21"), ("date-time", "2026-11-21T18:00:00Z")];

/// Maximum nesting depth of schemas, because `$ref` can be recursive.
pub(super) const MAX_DEPTH: usize = 64;

/// Returns the type names in the value of `type`.
pub(super) fn type_names(types: &Value) -> Vec<&str> {
    let all = types.as_array().map_or_else(|| vec![types], |all| all.iter().collect());
    all.into_iter().filter_map(Value::as_str).collect()
}

/// Returns everything in `value` that does not match the schema `root`. `patterns` holds its
/// compiled regular expressions.
pub(super) fn violations(
    root: &Value,
    patterns: &HashMap<String, Regex>,
    value: &Value,
) -> Vec<Violation> {
    let mut check = Check { root, patterns, path: Vec::new(), violations: Vec::new(), depth: 0 };
    check.value(root, value);
    check.violations
}

/// The state of a check.
struct Check<'a> {
    root: &'a Value,
    patterns: &'a HashMap<String, Regex>,
    /// Path of the current value.
    path: Vec<String>,
    violations: Vec<Violation>,
    /// Nesting depth of the current schema.
    depth: usize,
}

impl<'a> Check<'a> {
    /// Checks a value against a schema.
    fn value(&mut self, schema: &'a Value, value: &Value) {
        if schema == &Value::Bool(false) {
            self.report("is not allowed here".to_owned(), None);
        }
        let Some(schema) = schema.as_object() else {
            return;
        };
        if self.depth >= MAX_DEPTH {
            return self.report("is nested too deep".to_owned(), None);
        }
        self.depth += 1;
        self.keywords(schema, value);
        self.depth -= 1;
    }

    /// Checks a value against the keywords of a schema.
    fn keywords(&mut self, schema: &'a Map<String, Value>, value: &Value) {
        if let Some(reference) = schema.get("$ref").and_then(Value::as_str) {
            self.reference(reference, value);
        }

        // A value of another type would violate most other keywords, too.
        if let Some(types) = schema.get("type").map(type_names)
            && !types.iter().any(|name| has_type(value, name))
        {
            return self.report(type_message(value, &types), Some(type_hint(value, &types)));
        }

        self.allowed_values(schema, value);

        if let Some(choices) = schema.get("anyOf").and_then(Value::as_array) {
            self.any_of(choices, value);
        }

        if let Some(condition) = schema.get("if") {
            let matches = self.violations_of(condition, value).is_empty();
            if let Some(branch) = schema.get(if matches { "then" } else { "else" }) {
                self.value(branch, value);
            }
        }

        match value {
            Value::Object(object) => self.object(schema, object),
            Value::Array(items) => self.list(schema, items),
            Value::String(text) => self.text(schema, text),
            Value::Number(number) => self.number(schema, number.as_f64().unwrap_or(f64::NAN)),
            _ => {}
        }
    }

    /// Checks a value against the schema that `$ref` names.
    fn reference(&mut self, reference: &str, value: &Value) {
        match self.root.pointer(reference.trim_start_matches('#')) {
            Some(target) => self.value(target, value),
            None => {
                let message = format!("cannot be checked: the schema has no `{reference}`");
                self.report(message, None);
            }
        }
    }

    /// Checks a value against `enum` and `const`.
    fn allowed_values(&mut self, schema: &Map<String, Value>, value: &Value) {
        if let Some(allowed) = schema.get("enum").and_then(Value::as_array)
            && !allowed.contains(value)
        {
            let names: Vec<String> = allowed.iter().map(ToString::to_string).collect();
            let similar = value
                .as_str()
                .and_then(|text| did_you_mean(text, allowed.iter().filter_map(Value::as_str)));
            let hint = similar.unwrap_or_else(|| format!("write {}", names.join(" or ")));
            self.report(format!("is {value}"), Some(hint));
        }

        if let Some(only) = schema.get("const")
            && only != value
        {
            self.report(format!("is {value}"), Some(format!("write {only}")));
        }
    }

    /// Checks the length, the format and the pattern of a text.
    fn text(&mut self, schema: &Map<String, Value>, text: &str) {
        let length = text.chars().count() as u64;
        self.bounds(schema, length, ("minLength", "maxLength"), "characters");

        let format_name = schema.get("format").and_then(Value::as_str);
        if let Some((format, example)) =
            FORMATS.into_iter().find(|(name, _)| Some(*name) == format_name)
            && !has_format(text, format)
        {
            let noun = if format == "date" { "date" } else { "date or datetime" };
            self.report(
                format!("is \"{text}\", which is not a {noun}"),
                Some(format!("write it as {example}")),
            );
        }

        if let Some(pattern) = schema.get("pattern").and_then(Value::as_str)
            && self.patterns.get(pattern).is_some_and(|regex| !regex.is_match(text))
        {
            let hint = schema
                .get("description")
                .and_then(Value::as_str)
                .map_or_else(|| format!("write text that matches `{pattern}`"), str::to_owned);
            self.report(format!("is \"{text}\", which does not match `{pattern}`"), Some(hint));
        }
    }

    /// Checks a number against its limits.
    fn number(&mut self, schema: &Map<String, Value>, number: f64) {
        let limit = |key: &str| schema.get(key).and_then(Value::as_f64);

        if let Some(least) = limit("minimum").filter(|least| number < *least) {
            let hint = format!("write {least} or more");
            self.report(format!("is less than {least}"), Some(hint));
        }

        if let Some(most) = limit("maximum").filter(|most| number > *most) {
            let hint = format!("write {most} or less");
            self.report(format!("is more than {most}"), Some(hint));
        }
    }

    /// Checks an object, its keys and their values.
    fn object(&mut self, schema: &'a Map<String, Value>, object: &Map<String, Value>) {
        let properties = schema.get("properties").and_then(Value::as_object);
        for (key, value) in object {
            let inner = properties
                .and_then(|properties| properties.get(key))
                .or_else(|| schema.get("additionalProperties"));

            self.path.push(key.clone());
            match inner {
                Some(Value::Bool(false)) => {
                    let names = properties.into_iter().flat_map(Map::keys).map(String::as_str);
                    self.report("is unknown".to_owned(), did_you_mean(key, names));
                }
                Some(inner) => self.value(inner, value),
                None => {}
            }
            self.path.pop();
        }

        let required = schema.get("required").and_then(Value::as_array).into_iter().flatten();
        for key in required.filter_map(Value::as_str) {
            if !object.contains_key(key) {
                self.report(format!("has no `{key}`"), Some(format!("add `{key}`")));
            }
        }
    }

    /// Checks a list and its entries.
    fn list(&mut self, schema: &'a Map<String, Value>, items: &[Value]) {
        self.bounds(schema, items.len() as u64, ("minItems", "maxItems"), "entries");
        self.unique(schema, items);
        if let Some(inner) = schema.get("items") {
            for (index, item) in items.iter().enumerate() {
                self.path.push(index.to_string());
                self.value(inner, item);
                self.path.pop();
            }
        }
    }

    /// Reports duplicate entries. Entries are duplicates if they are equal as a whole or, with
    /// `uniqueKey`, in all of its keys. `uniqueKey` is an extension of JSON Schema.
    fn unique(&mut self, schema: &Map<String, Value>, items: &[Value]) {
        let keys: Vec<&str> = match schema.get("uniqueKey") {
            Some(Value::String(key)) => vec![key],
            Some(Value::Array(keys)) => keys.iter().filter_map(Value::as_str).collect(),
            _ if schema.get("uniqueItems") == Some(&Value::Bool(true)) => Vec::new(),
            _ => return,
        };

        let mut first = HashMap::new();
        for (index, item) in items.iter().enumerate() {
            let values: Vec<String> =
                keys.iter().map(|key| item.get(key).unwrap_or(&Value::Null).to_string()).collect();
            let key = if keys.is_empty() { item.to_string() } else { values.join(", ") };

            if let Some(other) = first.get(&key) {
                let message = if keys.is_empty() {
                    format!("is a duplicate of entry {other}")
                } else {
                    format!("has the same {} as entry {other}: {key}", keys.join(" and "))
                };
                self.path.push(index.to_string());
                self.report(message, Some("remove one of them, or make them different".to_owned()));
                self.path.pop();
            } else {
                first.insert(key, index + 1);
            }
        }
    }

    /// Checks that at least one choice matches. Otherwise it reports the violations of the closest
    /// choice.
    fn any_of(&mut self, choices: &'a [Value], value: &Value) {
        let results = choices.iter().map(|choice| self.violations_of(choice, value));
        // A choice with violations deeper inside the value is closer than one of another type.
        let depth = |violations: &Vec<Violation>| {
            violations.iter().map(|violation| violation.path.len()).min().unwrap_or(usize::MAX)
        };
        let closest = results.max_by_key(|violations| {
            (violations.is_empty(), depth(violations), std::cmp::Reverse(violations.len()))
        });
        self.violations.extend(closest.unwrap_or_default());
    }

    /// Returns the violations of another schema for the current value, without reporting them.
    fn violations_of(&self, schema: &'a Value, value: &Value) -> Vec<Violation> {
        let mut check = Check { path: self.path.clone(), violations: Vec::new(), ..*self };
        check.value(schema, value);
        check.violations
    }

    /// Checks a length against its limits.
    fn bounds(
        &mut self,
        schema: &Map<String, Value>,
        count: u64,
        (least, most): (&str, &str),
        unit: &str,
    ) {
        let limit = |key: &str| schema.get(key).and_then(Value::as_u64);
        if let Some(least) = limit(least).filter(|least| count < *least) {
            self.report(format!("has {count} {unit} and needs at least {least}"), None);
        }
        if let Some(most) = limit(most).filter(|most| count > *most) {
            self.report(format!("has {count} {unit} and may have at most {most}"), None);
        }
    }

    /// Adds a violation of the current value.
    fn report(&mut self, message: String, hint: Option<String>) {
        self.violations.push(Violation { path: self.path.clone(), message, hint });
    }
}

/// Whether a text is a date or, for `date-time`, a date or a datetime.
fn has_format(text: &str, format: &str) -> bool {
    let datetime =
        text.parse::<Datetime>().ok().filter(|datetime| date::epoch_seconds(datetime).is_some());
    datetime.is_some_and(|datetime| format == "date-time" || datetime.time.is_none())
}

/// Whether a value has the type of this name.
fn has_type(value: &Value, name: &str) -> bool {
    match name {
        "integer" => {
            value.is_i64() || value.is_u64() || value.as_f64().is_some_and(|it| it.fract() == 0.0)
        }
        "number" => value.is_number(),
        other => type_of(value) == other,
    }
}

/// Returns the message for a value that has none of the types.
fn type_message(value: &Value, types: &[&str]) -> String {
    let expected: Vec<String> = types.iter().map(|it| with_article(it)).collect();
    format!("is {} but must be {}", with_article(type_of(value)), expected.join(" or "))
}

/// Returns the name of a JSON type with its article: `an object`.
fn with_article(name: &str) -> String {
    match name {
        "null" => name.to_owned(),
        "array" | "integer" | "object" => format!("an {name}"),
        _ => format!("a {name}"),
    }
}

/// Returns the type name of a value.
fn type_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}
