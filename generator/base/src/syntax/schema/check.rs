//! Values held against a shape: everything in them that does not fit.

use std::collections::HashMap;

use regex_lite::Regex;
use serde_json::{Map, Value};
use toml::value::Datetime;

use crate::date;
use crate::diagnostic::wording::did_you_mean;

use crate::syntax::schema::violation::{Violation, written_as};

/// Kinds of text, each with an example: a day, and a day or a moment.
pub(super) const FORMATS: [(&str, &str); 2] =
    [("date", "2026-11-21"), ("date-time", "2026-11-21T18:00:00Z")];

/// Shapes stand in each other at most so deep; `$ref` could go on for ever.
pub(super) const DEEPEST: usize = 64;

/// What `type` names.
pub(super) fn kinds(written: &Value) -> Vec<&str> {
    let all = written.as_array().map_or_else(|| vec![written], |all| all.iter().collect());
    all.into_iter().filter_map(Value::as_str).collect()
}

/// Everything in `value` that does not fit the shape `root`, which has these patterns in it.
pub(super) fn violations(
    root: &Value,
    patterns: &HashMap<String, Regex>,
    value: &Value,
) -> Vec<Violation> {
    let mut check = Check { root, patterns, path: Vec::new(), found: Vec::new(), depth: 0 };
    check.value(root, value);
    check.found
}

struct Check<'a> {
    root: &'a Value,
    patterns: &'a HashMap<String, Regex>,
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
            match self.root.pointer(to.trim_start_matches('#')) {
                Some(target) => self.value(target, value),
                None => self.wrong(format!("cannot be checked: the schema has no `{to}`"), None),
            }
        }
        if let Some(written) = schema.get("type") {
            let kinds = kinds(written);
            if !kinds.iter().any(|kind| is_kind(value, kind)) {
                let hint = written_as(value, &kinds);
                return self.wrong(
                    format!("is {} instead of {}", kind_of(value), kinds.join(" or ")),
                    Some(hint),
                );
            }
        }
        if let Some(allowed) = schema.get("enum").and_then(Value::as_array)
            && !allowed.contains(value)
        {
            let names: Vec<String> = allowed.iter().map(ToString::to_string).collect();
            let meant = value
                .as_str()
                .and_then(|text| did_you_mean(text, allowed.iter().filter_map(Value::as_str)));
            self.wrong(
                format!("is {value}"),
                meant.or_else(|| Some(format!("write {}", names.join(" or ")))),
            );
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
            && let Some(next) =
                schema.get(if self.beside(condition, value).is_empty() { "then" } else { "else" })
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
                if let Some((format, example)) =
                    FORMATS.into_iter().find(|(name, _)| Some(*name) == format)
                    && !is_format(text, format)
                {
                    let kind = if format == "date" { "day" } else { "day and no moment" };
                    self.wrong(
                        format!("is \"{text}\", which is no {kind}"),
                        Some(format!("write it as {example}")),
                    );
                }
                if let Some(pattern) = schema.get("pattern").and_then(Value::as_str)
                    && self.patterns.get(pattern).is_some_and(|regex| !regex.is_match(text))
                {
                    let hint = schema.get("description").and_then(Value::as_str);
                    let hint =
                        hint.map_or_else(|| format!("write what fits `{pattern}`"), str::to_owned);
                    self.wrong(
                        format!("is \"{text}\", which does not fit `{pattern}`"),
                        Some(hint),
                    );
                }
            }
            Value::Number(number) => {
                let limit = |key: &str| schema.get(key).and_then(Value::as_f64);
                let number = number.as_f64().unwrap_or(f64::NAN);
                if let Some(least) = limit("minimum").filter(|least| number < *least) {
                    self.wrong(
                        format!("is less than {least}"),
                        Some(format!("write {least} or more")),
                    );
                }
                if let Some(most) = limit("maximum").filter(|most| number > *most) {
                    self.wrong(
                        format!("is more than {most}"),
                        Some(format!("write {most} or less")),
                    );
                }
            }
            _ => {}
        }
    }

    fn object(&mut self, schema: &'a Map<String, Value>, object: &Map<String, Value>) {
        let known = schema.get("properties").and_then(Value::as_object);
        for (key, value) in object {
            let inner = known
                .and_then(|known| known.get(key))
                .or_else(|| schema.get("additionalProperties"));
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
        for key in schema
            .get("required")
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
        {
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
            let values: Vec<String> =
                keys.iter().map(|key| item.get(key).unwrap_or(&Value::Null).to_string()).collect();
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
        let depth = |found: &Vec<Violation>| {
            found.iter().map(|it| it.path.len()).min().unwrap_or(usize::MAX)
        };
        let closest = tried
            .max_by_key(|found| (found.is_empty(), depth(found), std::cmp::Reverse(found.len())));
        self.found.extend(closest.unwrap_or_default());
    }

    /// What another shape finds at the same place, for the one who asks to judge.
    fn beside(&self, schema: &'a Value, value: &Value) -> Vec<Violation> {
        let mut check = Check { path: self.path.clone(), found: Vec::new(), ..*self };
        check.value(schema, value);
        check.found
    }

    fn bounds(
        &mut self,
        schema: &Map<String, Value>,
        count: u64,
        (least, most): (&str, &str),
        unit: &str,
    ) {
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
        "integer" => {
            value.is_i64() || value.is_u64() || value.as_f64().is_some_and(|it| it.fract() == 0.0)
        }
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
