//! The values of a text without its form, for comparing what an edit should give with what the parsers read.

use std::cmp::Ordering;

use croupier_base::path::SitePath;
use croupier_base::syntax::spanned::{self, SpannedValue};
use croupier_base::syntax::{csv_violations, data, json};
use toml::value::Datetime;

use crate::format::Format;

/// A value.
#[derive(Debug, Clone)]
pub(crate) enum Model {
    Null,
    Boolean(bool),
    Integer(i64),
    Float(f64),
    Text(String),
    Date(Datetime),
    List(Vec<Model>),
    Table(Vec<Entry>),
}

/// A key of a table.
#[derive(Debug, Clone)]
pub(crate) struct Entry {
    pub(crate) key: String,
    pub(crate) value: Model,
    /// Whether an edit added the key. The format decides where it is in the table.
    pub(crate) is_new: bool,
}

/// Parses a text with the parsers of a build.
pub(crate) fn parse(format: Format, text: &str) -> Result<SpannedValue, String> {
    let problem = |message: &str| format!("This text is {}.", message.trim_end_matches('.'));
    match format {
        Format::Toml => {
            let (value, errors) = spanned::toml(text);
            errors.first().map_or(Ok(value), |error| Err(problem(&error.message)))
        }
        Format::Yaml => spanned::yaml(text).map_err(|error| problem(&error.message)),
        Format::Json => {
            let value = json::read(text)
                .map_err(|error| problem(&format!("not valid JSON: {}", error.message)))?;
            Ok(data::spanned(&SitePath::new("content/data/a.json"), text, &value))
        }
        Format::Csv => {
            if let Some(error) = csv_violations::problem(text) {
                return Err(problem(&format!("not valid CSV: {}", error.message)));
            }
            let path = SitePath::new("content/data/a.csv");
            let value = data::read(&path, text.as_bytes().to_vec())
                .map_err(|_| problem("not valid CSV"))?;
            Ok(data::spanned(&path, text, &value))
        }
        Format::Text => Err("A text file has no values.".to_owned()),
    }
}

impl From<&SpannedValue> for Model {
    fn from(value: &SpannedValue) -> Model {
        match &value.value {
            spanned::Value::Null => Model::Null,
            spanned::Value::Boolean(boolean) => Model::Boolean(*boolean),
            spanned::Value::Integer(number) => Model::Integer(*number),
            spanned::Value::Float(number) => Model::Float(*number),
            spanned::Value::Text(text) => Model::Text(text.clone()),
            spanned::Value::Date(date) => Model::Date(*date),
            spanned::Value::List(items) => Model::List(items.iter().map(Model::from).collect()),
            spanned::Value::Table(entries) => {
                // The parser of TOML sorts the keys by their names.
                let mut in_order: Vec<_> = entries.iter().collect();
                in_order.sort_by_key(|(key, _)| key.range.start);
                let entry = |(key, value): &(spanned::SpannedKey, SpannedValue)| Entry {
                    key: key.name.clone(),
                    value: value.into(),
                    is_new: false,
                };
                Model::Table(in_order.into_iter().map(entry).collect())
            }
        }
    }
}

impl Model {
    /// Returns the value at a path of keys and indices.
    pub(crate) fn at(&self, path: &[String]) -> Option<&Model> {
        path.iter().try_fold(self, |value, part| value.child(part))
    }

    /// Returns the value at a path of keys and indices.
    pub(crate) fn at_mut(&mut self, path: &[String]) -> Option<&mut Model> {
        path.iter().try_fold(self, |value, part| match value {
            Model::List(items) => items.get_mut(crate::pointer::index(part)?),
            Model::Table(entries) => {
                entries.iter_mut().find(|entry| entry.key == *part).map(|entry| &mut entry.value)
            }
            _ => None,
        })
    }

    pub(crate) fn child(&self, part: &str) -> Option<&Model> {
        match self {
            Model::List(items) => items.get(crate::pointer::index(part)?),
            Model::Table(entries) => {
                entries.iter().find(|entry| entry.key == part).map(|entry| &entry.value)
            }
            _ => None,
        }
    }

    /// Whether two values are equal, apart from the order of keys.
    pub(crate) fn equals(&self, other: &Model) -> bool {
        match (self, other) {
            (Model::Null, Model::Null) => true,
            (Model::Boolean(a), Model::Boolean(b)) => a == b,
            (Model::Integer(a), Model::Integer(b)) => a == b,
            (Model::Float(a), Model::Float(b)) => {
                a.partial_cmp(b) == Some(Ordering::Equal) || (a.is_nan() && b.is_nan())
            }
            (Model::Text(a), Model::Text(b)) => a == b,
            (Model::Date(a), Model::Date(b)) => a == b,
            (Model::List(a), Model::List(b)) => {
                a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.equals(b))
            }
            (Model::Table(a), Model::Table(b)) => {
                a.len() == b.len()
                    && a.iter().all(|entry| {
                        other.child(&entry.key).is_some_and(|it| entry.value.equals(it))
                    })
            }
            _ => false,
        }
    }

    /// Whether the value that was read from a text is this one, with the keys that no edit added in the same order.
    pub(crate) fn is_read_as(&self, read: &Model) -> bool {
        match (self, read) {
            (Model::List(own), Model::List(others)) => {
                own.len() == others.len() && own.iter().zip(others).all(|(a, b)| a.is_read_as(b))
            }
            (Model::Table(own), Model::Table(others)) => {
                let old: Vec<&str> =
                    own.iter().filter(|it| !it.is_new).map(|it| it.key.as_str()).collect();
                let read_keys = others.iter().map(|it| it.key.as_str());
                own.len() == others.len()
                    && own.iter().all(|entry| {
                        read.child(&entry.key).is_some_and(|it| entry.value.is_read_as(it))
                    })
                    && read_keys.filter(|key| old.contains(key)).eq(old.iter().copied())
            }
            _ => self.equals(read),
        }
    }

    /// Whether this is a list or a table.
    pub(crate) fn is_collection(&self) -> bool {
        matches!(self, Model::List(_) | Model::Table(_))
    }

    /// Whether this is a list or a table with items.
    pub(crate) fn is_filled(&self) -> bool {
        self.is_collection() && !self.is_empty()
    }

    /// Whether this is a list or a table without items.
    pub(crate) fn is_empty(&self) -> bool {
        match self {
            Model::List(items) => items.is_empty(),
            Model::Table(entries) => entries.is_empty(),
            _ => false,
        }
    }
}
