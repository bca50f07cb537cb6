//! Converts the values of edits, with the types of the values that they replace: JSON has no dates, and one type of number.

use toml::value::Datetime;

use crate::format::Format;
use crate::literal;
use crate::model::{Entry, Model};
use crate::value::Value;

/// How dates are written.
const EXAMPLES: &str = "`2026-11-21` or `2026-11-21T18:00:00+01:00`";

/// How the values of an edit are converted.
pub(crate) struct Target {
    pub(crate) format: Format,
    /// Whether a text has to be a date.
    pub(crate) is_date: bool,
}

impl Target {
    /// Converts a value. `old` is the value that it replaces, or one next to it with the same types.
    pub(crate) fn model(&self, value: &Value, old: Option<&Model>) -> Result<Model, String> {
        if self.format == Format::Csv && !matches!(value, Value::List(_) | Value::Table(_)) {
            return cell(value, old);
        }
        match value {
            // JSON has no number for infinity.
            Value::Null => match old {
                Some(Model::Float(number)) if !number.is_finite() => Ok(Model::Float(*number)),
                _ if self.format == Format::Toml => {
                    Err("TOML has no empty value; remove the key instead.".to_owned())
                }
                _ => Ok(Model::Null),
            },
            Value::Boolean(boolean) => Ok(Model::Boolean(*boolean)),
            Value::Number(number) => {
                let is_float = matches!(old, Some(Model::Float(_)));
                match (number.as_i64(), number.as_f64()) {
                    (Some(integer), Some(float)) if is_float && literal::is_exact(integer) => {
                        Ok(Model::Float(float))
                    }
                    (Some(integer), _) => Ok(Model::Integer(integer)),
                    (None, Some(float)) if number.is_f64() => Ok(Model::Float(float)),
                    _ => Err(format!("The number {number} is too large.")),
                }
            }
            Value::Text(text) => self.text(text, old),
            Value::List(items) => {
                let olds = if let Some(Model::List(olds)) = old { olds.as_slice() } else { &[] };
                let item = |(index, item): (usize, &Value)| {
                    self.model(item, olds.get(index).or(olds.last()))
                };
                items.iter().enumerate().map(item).collect::<Result<_, _>>().map(Model::List)
            }
            Value::Table(entries) => {
                let entry = |(key, value): &(String, Value)| {
                    let value = self.model(value, old.and_then(|it| it.child(key)))?;
                    Ok(Entry { key: key.clone(), value, is_new: true })
                };
                entries.iter().map(entry).collect::<Result<_, String>>().map(Model::Table)
            }
        }
    }

    /// Converts a text, which is a date if the old value is one.
    fn text(&self, text: &str, old: Option<&Model>) -> Result<Model, String> {
        let is_quoted_date = matches!(old, Some(Model::Text(it)) if it.parse::<Datetime>().is_ok());
        let is_date = (self.is_date && !is_quoted_date) || matches!(old, Some(Model::Date(_)));

        if is_date && matches!(self.format, Format::Toml | Format::Yaml) {
            if let Some(date) = date_of(text) {
                return Ok(Model::Date(date));
            }
            if self.is_date {
                return Err(format!("`{text}` is not a date; write one such as {EXAMPLES}."));
            }
        }

        let old = if let Some(Model::Text(old)) = old { old } else { "" };
        Ok(Model::Text(with_line_ends_of(old, text)))
    }
}

/// Returns a text with the line ends of its old version. Text fields of browsers have no carriage returns.
fn with_line_ends_of(old: &str, text: &str) -> String {
    if old.contains("\r\n") && !text.contains('\r') {
        text.replace('\n', "\r\n")
    } else {
        text.to_owned()
    }
}

/// Parses a date. Fields of browsers leave out seconds.
fn date_of(text: &str) -> Option<Datetime> {
    let mut date: Datetime = text.parse().ok()?;
    if let Some(time) = &mut date.time {
        time.second = time.second.or(Some(0));
    }
    Some(date)
}

/// Converts a value to the text of a CSV cell. The old text stays if it has the same value: `5.00` is 5.
fn cell(value: &Value, old: Option<&Model>) -> Result<Model, String> {
    let old = if let Some(Model::Text(text)) = old { text.as_str() } else { "" };
    let text = match value {
        Value::Text(text) => with_line_ends_of(old, text),
        Value::Boolean(boolean) if old.trim().eq_ignore_ascii_case(&boolean.to_string()) => {
            old.to_owned()
        }
        Value::Boolean(boolean) => boolean.to_string(),
        Value::Null if old.trim().is_empty() => old.to_owned(),
        Value::Null => String::new(),
        Value::Number(number) if old.trim().parse().ok() == number.as_f64() => old.to_owned(),
        Value::Number(number) => match number.as_i64() {
            Some(integer) if old.contains('.') && literal::is_exact(integer) => {
                literal::float(old.trim(), number.as_f64().unwrap_or_default())
            }
            Some(integer) => integer.to_string(),
            None => literal::float(old.trim(), number.as_f64().unwrap_or_default()),
        },
        Value::List(_) | Value::Table(_) => {
            return Err("A cell of a CSV file has no list or table.".to_owned());
        }
    };
    Ok(Model::Text(text))
}
