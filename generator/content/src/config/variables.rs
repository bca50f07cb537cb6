//! Environment variables that override values of site.toml: `CROUPIER_CLIENT__API` sets `api` of `[client]`.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::mem::discriminant;
use std::ops::Range;

use serde_json::Value as Json;
use toml::Spanned;
use toml::de::{DeArray, DeTable, DeValue};

use crate::config::options::VERIFY;
use crate::config::tables::cache;
use crate::config::tables::deploy::{NOTIFY_PREFIX, RELEASE, RELEASE_OUTPUT, RELEASE_RULES};
use crate::config::{checks, merging};
use croupier_base::diagnostic::code::Code;
use croupier_base::diagnostic::wording::did_you_mean;
use croupier_base::diagnostic::{Diagnostic, Location};

/// The prefix of all override variables. Two underscores separate a table from its key.
const PREFIX: &str = "CROUPIER_";

/// Returns the override variables of this process.
pub fn from_environment() -> BTreeMap<String, String> {
    let variables = std::env::vars_os().map(|(name, value)| {
        (name.to_string_lossy().into_owned(), value.to_string_lossy().into_owned())
    });
    let is_other = |name: &str| {
        [VERIFY, RELEASE, RELEASE_RULES, RELEASE_OUTPUT].contains(&name)
            || name.starts_with(NOTIFY_PREFIX)
            || cache::VARIABLES.contains(&name)
    };
    variables.filter(|(name, _)| is_ours(name) && !is_other(name)).collect()
}

/// Returns whether the name of a layer belongs to a variable and not to a file.
pub(crate) fn is_ours(name: &str) -> bool {
    name.starts_with(PREFIX)
}

/// Sets the value of a variable in `root`. The ranges of the value begin at `start`, and `place` is its location. The type comes from the
/// existing value, or from the schema if site.toml has no such key. Returns an error if both are missing or the type does not match.
pub fn apply<'a>(
    name: &str,
    text: &'a str,
    start: usize,
    root: &mut DeTable<'a>,
    place: impl Fn() -> Location,
) -> Result<(), Diagnostic> {
    let error = |code: Code, message: String, hint: String| {
        Err(Diagnostic::error(code, message).at(place()).hint(hint))
    };

    let key = &name[PREFIX.len()..];
    let segments: Vec<&str> = key.split("__").collect();
    let Some((path, expected)) = resolve(&segments, root) else {
        let variables = all_variables(root);
        let suggestion = did_you_mean(key, variables.iter().map(String::as_str));
        let rule = "a variable overrides an existing value: write the key into site.toml first. `CROUPIER_SHOP__OWNER` sets `owner` of \
                    `[shop]`";
        let hint = suggestion
            .map_or_else(|| rule.to_owned(), |it| it.replacen('`', &format!("`{PREFIX}"), 1));
        return error(Code::SiteKeyUnknown, format!("`{name}` is not a value of site.toml"), hint);
    };

    if let [Expected::Unsupported(hint)] = expected[..] {
        let message = format!("`{name}` cannot be set by a variable");
        return error(Code::SiteTable, message, hint.to_owned());
    }

    let Some(value) = expected.iter().find_map(|it| it.parse(text, start)) else {
        let names: Vec<&str> = expected.iter().map(Expected::name).collect();
        let examples: Vec<&str> = expected.iter().map(Expected::example).collect();
        let message = format!("`{name}` is `{text}`, which is not {}", names.join(", or "));
        return error(Code::SiteTable, message, format!("write {}", examples.join(", or ")));
    };

    insert(root, &path, value, start..start + text.len());
    Ok(())
}

/// A type that a key expects.
enum Expected<'a> {
    /// A string, which is not quoted in a variable.
    Text,
    /// A TOML value of the same type as this one.
    Like(DeValue<'a>),
    /// A type that a variable cannot set, with a hint.
    Unsupported(&'static str),
}

impl<'a> Expected<'a> {
    fn parse(&self, text: &'a str, start: usize) -> Option<Spanned<DeValue<'a>>> {
        let range = start..start + text.len();
        let sample = match self {
            Expected::Text => return Some(Spanned::new(range, DeValue::String(text.into()))),
            Expected::Like(sample) => sample,
            Expected::Unsupported(_) => return None,
        };
        let value = DeValue::parse(text.trim())
            .ok()
            .filter(|it| discriminant(it.get_ref()) == discriminant(sample))?;
        let value_start = start + text.len() - text.trim_start().len();
        Some(Spanned::new(range, merging::shift_value(value, value_start).into_inner()))
    }

    fn name(&self) -> &'static str {
        match self {
            Expected::Like(DeValue::Integer(_)) => "a whole number",
            Expected::Like(DeValue::Float(_)) => "a number with a fraction",
            Expected::Like(DeValue::Boolean(_)) => "`true` or `false`",
            Expected::Like(DeValue::Datetime(_)) => "a date",
            Expected::Like(DeValue::Array(_)) => "a list",
            _ => "a string",
        }
    }

    fn example(&self) -> &'static str {
        match self {
            Expected::Like(DeValue::Integer(_)) => "it in digits, such as `3`",
            Expected::Like(DeValue::Float(_)) => "it with a decimal point, such as `0.5`",
            Expected::Like(DeValue::Boolean(_)) => "`true` or `false`",
            Expected::Like(DeValue::Datetime(_)) => "it as in site.toml, such as `2026-11-05`",
            Expected::Like(DeValue::Array(_)) => {
                "it as in site.toml, such as `[\"https://cdn.example\"]`"
            }
            _ => "a string",
        }
    }
}

/// Finds the key path for the segments of a variable name, and the types that its value can have.
fn resolve<'a>(segments: &[&str], root: &DeTable<'a>) -> Option<(Vec<String>, Vec<Expected<'a>>)> {
    let mut path = Vec::new();
    let mut table = root;
    for (index, segment) in segments.iter().enumerate() {
        let segment = segment.to_ascii_uppercase();
        let Some((key, value)) = table.iter().find(|(key, _)| to_segment(key.get_ref()) == segment)
        else {
            return resolve_in_schema(segments, &path);
        };

        path.push(key.get_ref().to_string());
        let is_last = index + 1 == segments.len();
        let expected = match value.get_ref() {
            DeValue::Table(child) if !is_last => {
                table = child;
                continue;
            }
            DeValue::Table(_) => Expected::Unsupported(
                "it is a table: add two underscores and the name of one of its keys",
            ),
            DeValue::Array(items) if items.iter().any(|item| item.get_ref().is_table()) => {
                Expected::Unsupported(
                    "it is a list of tables: put it into the overlay file of the profile, such as site.production.toml",
                )
            }
            _ if !is_last => return None,
            DeValue::String(_) => Expected::Text,
            value => Expected::Like(value.clone()),
        };
        return Some((path, vec![expected]));
    }

    None
}

/// Finds the key path and the types in the schema, for a key that site.toml does not set. `present` are the keys of the tables above it that
/// site.toml has, which can have any names, such as those of targets.
fn resolve_in_schema(
    segments: &[&str],
    present: &[String],
) -> Option<(Vec<String>, Vec<Expected<'static>>)> {
    let schema = checks::site_schema();
    let mut current = vec![&schema];
    let mut path = Vec::new();
    for (index, segment) in segments.iter().enumerate() {
        let segment = segment.to_ascii_uppercase();
        let key = |schema: &&'_ Json| {
            let properties = schema.get("properties")?.as_object()?;
            properties.keys().find(|key| to_segment(key) == segment).cloned()
        };
        let key = present.get(index).cloned().or_else(|| current.iter().find_map(key))?;

        let below = current.iter().find_map(|schema| {
            let named = schema["properties"].get(&key);
            named.or_else(|| schema.get("additionalProperties").filter(|it| it.is_object()))
        });
        current = alternatives(below?);
        path.push(key);
    }

    let mut expected: Vec<Expected<'_>> = current.into_iter().filter_map(type_of).collect();
    // A text has any value.
    expected.sort_by_key(|it| matches!(it, Expected::Text));
    (!expected.is_empty()).then_some((path, expected))
}

/// Returns the schemas of which a value has to match one.
fn alternatives(schema: &Json) -> Vec<&Json> {
    match schema.get("anyOf").and_then(Json::as_array) {
        Some(schemas) => schemas.iter().collect(),
        None => vec![schema],
    }
}

/// Returns the type of a schema. `None` for tables and lists of tables.
fn type_of(schema: &Json) -> Option<Expected<'static>> {
    let is_of_texts =
        |values: &Json| values.as_array().is_some_and(|values| values.iter().all(Json::is_string));
    match schema["type"].as_str() {
        Some("string") => Some(Expected::Text),
        Some("integer") => Some(Expected::Like(DeValue::parse("1").ok()?.into_inner())),
        Some("boolean") => Some(Expected::Like(DeValue::Boolean(true))),
        Some("array") if schema["items"]["type"] != "object" => {
            Some(Expected::Like(DeValue::Array(DeArray::new())))
        }
        None if is_of_texts(&schema["enum"]) => Some(Expected::Text),
        _ => None,
    }
}

/// Converts a key to the spelling in variable names.
fn to_segment(key: &str) -> String {
    key.to_ascii_uppercase().replace('-', "_")
}

/// Returns the names of the variables for all values of `root`, without the prefix.
fn all_variables(root: &DeTable<'_>) -> Vec<String> {
    let mut names = Vec::new();
    let mut pending = vec![(String::new(), root)];
    while let Some((prefix, table)) = pending.pop() {
        for (key, value) in table {
            let name = format!("{prefix}{}", to_segment(key.get_ref()));
            match value.get_ref() {
                DeValue::Table(child) => pending.push((format!("{name}__"), child)),
                _ => names.push(name),
            }
        }
    }
    names
}

/// Inserts a value at a key path and creates missing tables with `range`.
fn insert<'a>(
    root: &mut DeTable<'a>,
    path: &[String],
    value: Spanned<DeValue<'a>>,
    range: Range<usize>,
) {
    let Some((key, parents)) = path.split_last() else { return };

    let mut table = root;
    for name in parents {
        if !table.contains_key(name.as_str()) {
            table.insert(
                Spanned::new(range.clone(), Cow::Owned(name.clone())),
                Spanned::new(range.clone(), DeValue::Table(DeTable::new())),
            );
        }
        match table.get_mut(name.as_str()).map(Spanned::get_mut) {
            Some(DeValue::Table(child)) => table = child,
            _ => return,
        }
    }

    merging::replace(table, Spanned::new(range, Cow::Owned(key.clone())), value);
}
