//! Variables of the environment that take the place of values of site.toml: `CROUPIER_CLIENT__API` is `api` of `[client]`.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::mem::discriminant;
use std::ops::Range;

use serde_json::Value as Json;
use toml::Spanned;
use toml::de::{DeArray, DeTable, DeValue};

use crate::config::args::VERIFY;
use crate::config::{merge, schema};
use croupier_base::diagnostic::code::Code;
use croupier_base::diagnostic::wording::did_you_mean;
use croupier_base::diagnostic::{Diagnostic, Place};

/// How their names begin; two underlines stand between a table and its key.
const PREFIX: &str = "CROUPIER_";

/// The variables that this process was given.
pub fn given() -> BTreeMap<String, String> {
    let texts = std::env::vars_os().map(|(name, value)| {
        (name.to_string_lossy().into_owned(), value.to_string_lossy().into_owned())
    });
    texts.filter(|(name, _)| is_ours(name) && name != VERIFY).collect()
}

/// Whether a name is that of a variable, and not of a file.
pub fn is_ours(name: &str) -> bool {
    name.starts_with(PREFIX)
}

/// Lays the value of a variable, whose ranges begin at `start`, over `root`. `place` is where it
/// stands. It is read as what stands there, or as what the generator declares; what is neither is an
/// error, and so is a value of another kind.
pub fn lay<'a>(
    name: &str,
    value: &'a str,
    start: usize,
    root: &mut DeTable<'a>,
    place: impl Fn() -> Place,
) -> Result<(), Diagnostic> {
    let wrong = |code: Code, message: String, hint: String| {
        Err(Diagnostic::error(code, message).at(place()).hint(hint))
    };
    let parts: Vec<&str> = name[PREFIX.len()..].split("__").collect();
    let Some((path, kind)) = target(&parts, root) else {
        let names = known(root);
        let meant = did_you_mean(&name[PREFIX.len()..], names.iter().map(String::as_str));
        let rule = "a variable takes the place of a value: write the key into site.toml first, `CROUPIER_SHOP__OWNER` being `owner` of \
                    `[shop]`";
        let hint =
            meant.map_or_else(|| rule.to_owned(), |it| it.replacen('`', &format!("`{PREFIX}"), 1));
        return wrong(Code::SiteKeyUnknown, format!("`{name}` is no value of site.toml"), hint);
    };
    if let Kind::None(hint) = kind {
        return wrong(Code::SiteTable, format!("`{name}` cannot be set by a variable"), hint);
    }
    let Some(value_there) = kind.read(value, start) else {
        let message = format!("`{name}` is `{value}`, which is not {}", kind.name());
        return wrong(Code::SiteTable, message, format!("write {}", kind.example()));
    };
    put(root, &path, value_there, start..start + value.len());
    Ok(())
}

/// What a value can be.
enum Kind<'a> {
    Text,
    /// Anything that TOML writes without a table, like the value that stands there.
    Like(DeValue<'a>),
    /// It cannot be said in one line, and what to do.
    None(String),
}

impl<'a> Kind<'a> {
    fn read(&self, text: &'a str, start: usize) -> Option<Spanned<DeValue<'a>>> {
        let range = start..start + text.len();
        let Kind::Like(there) = self else {
            return Some(Spanned::new(range, DeValue::String(text.into())));
        };
        let value = DeValue::parse(text.trim())
            .ok()
            .filter(|it| discriminant(it.get_ref()) == discriminant(there))?;
        let begin = start + text.len() - text.trim_start().len();
        Some(Spanned::new(range, merge::moved(value, begin).into_inner()))
    }

    fn name(&self) -> &'static str {
        match self {
            Kind::Like(DeValue::Integer(_)) => "a whole number",
            Kind::Like(DeValue::Float(_)) => "a number with a fraction",
            Kind::Like(DeValue::Boolean(_)) => "`true` or `false`",
            Kind::Like(DeValue::Datetime(_)) => "a date",
            Kind::Like(DeValue::Array(_)) => "a list",
            _ => "a text",
        }
    }

    fn example(&self) -> &'static str {
        match self {
            Kind::Like(DeValue::Integer(_)) => "it in digits, such as `3`",
            Kind::Like(DeValue::Float(_)) => "it with its point, such as `0.5`",
            Kind::Like(DeValue::Boolean(_)) => "`true` or `false`",
            Kind::Like(DeValue::Datetime(_)) => "it as in site.toml, such as `2026-11-05`",
            Kind::Like(DeValue::Array(_)) => {
                "it as in site.toml, such as `[\"https://cdn.example\"]`"
            }
            _ => "a text",
        }
    }
}

/// The key that the parts of a name stand for, with its tables, and what its value can be.
fn target<'a>(parts: &[&str], root: &DeTable<'a>) -> Option<(Vec<String>, Kind<'a>)> {
    let mut path = Vec::new();
    let mut table = root;
    for (at, part) in parts.iter().enumerate() {
        let Some((key, value)) =
            table.iter().find(|(key, _)| spelled(key.get_ref()) == part.to_ascii_uppercase())
        else {
            return declared(parts);
        };
        path.push(key.get_ref().to_string());
        let is_last = at + 1 == parts.len();
        match value.get_ref() {
            DeValue::Table(below) if !is_last => table = below,
            DeValue::Table(_) => {
                return Some((
                    path,
                    Kind::None(
                        "it is a table: name one of its keys, after two more underlines".to_owned(),
                    ),
                ));
            }
            DeValue::Array(items) if items.iter().any(|item| item.get_ref().is_table()) => {
                return Some((
                    path,
                    Kind::None(
                        "it is a list of tables: write it into the file of the profile".to_owned(),
                    ),
                ));
            }
            _ if !is_last => return None,
            DeValue::String(_) => return Some((path, Kind::Text)),
            value => return Some((path, Kind::Like(value.clone()))),
        }
    }
    None
}

/// The same for a key that site.toml leaves out and the generator declares.
fn declared(parts: &[&str]) -> Option<(Vec<String>, Kind<'static>)> {
    let shape: Json = serde_json::from_str(schema::SITE).ok()?;
    let mut at = &shape;
    let mut path = Vec::new();
    for part in parts {
        let (key, next) = at
            .get("properties")?
            .as_object()?
            .iter()
            .find(|(key, _)| spelled(key) == part.to_ascii_uppercase())?;
        path.push(key.clone());
        at = next;
    }
    let kind = match at.get("type")?.as_str()? {
        "string" => Kind::Text,
        "integer" => Kind::Like(DeValue::parse("1").ok()?.into_inner()),
        "boolean" => Kind::Like(DeValue::Boolean(true)),
        "array" if at["items"]["type"] == "string" || at["items"]["enum"].is_array() => {
            Kind::Like(DeValue::Array(DeArray::new()))
        }
        _ => return None,
    };
    Some((path, kind))
}

/// A key as it stands in the name of a variable.
fn spelled(key: &str) -> String {
    key.to_ascii_uppercase().replace('-', "_")
}

/// The names of all variables that stand for a value of `root`, without the prefix.
fn known(root: &DeTable<'_>) -> Vec<String> {
    let mut names = Vec::new();
    let mut open = vec![(String::new(), root)];
    while let Some((start, table)) = open.pop() {
        for (key, value) in table {
            let name = format!("{start}{}", spelled(key.get_ref()));
            match value.get_ref() {
                DeValue::Table(below) => open.push((format!("{name}__"), below)),
                _ => names.push(name),
            }
        }
    }
    names
}

/// Puts a value to its place, and makes the tables on the way that are not there.
fn put<'a>(
    root: &mut DeTable<'a>,
    path: &[String],
    value: Spanned<DeValue<'a>>,
    range: Range<usize>,
) {
    let Some((key, tables)) = path.split_last() else { return };
    let mut at = root;
    for name in tables {
        if !at.contains_key(name.as_str()) {
            at.insert(
                Spanned::new(range.clone(), Cow::Owned(name.clone())),
                Spanned::new(range.clone(), DeValue::Table(DeTable::new())),
            );
        }
        match at.get_mut(name.as_str()).map(Spanned::get_mut) {
            Some(DeValue::Table(below)) => at = below,
            _ => return,
        }
    }
    merge::replace(at, Spanned::new(range, Cow::Owned(key.clone())), value);
}
