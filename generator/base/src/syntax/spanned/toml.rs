//! Parses TOML into values with byte ranges.

use std::borrow::Cow;

use toml::de::{DeTable, DeValue};

use crate::syntax::spanned::syntax_hints;
use crate::syntax::spanned::value::{NOT_FINITE, ParseError, SpannedKey, SpannedValue, Value};

/// Parses TOML. Returns the values that could be parsed, and all errors.
pub fn toml(text: &str) -> (SpannedValue, Vec<ParseError>) {
    let (table, errors) = DeTable::parse_recoverable(text);
    let value = table_in(table.get_ref(), text.len());
    let mut errors = syntax_hints::explain_toml_errors(text, &errors);
    check_numbers(&value, &mut errors);
    (value, errors)
}

/// Reports numbers that templates cannot have: those that are too large, which became [`Value::Null`], and those that are not finite.
/// TOML itself has no null.
fn check_numbers(value: &SpannedValue, errors: &mut Vec<ParseError>) {
    match &value.value {
        // A value with a syntax error is already reported.
        Value::Null | Value::Float(_)
            if errors.iter().any(|error| value.range.contains(&error.range.start)) => {}
        Value::Null => errors.push(ParseError {
            message: "not valid TOML: this number is too large: whole numbers have 64 bits"
                .to_owned(),
            range: value.range.clone(),
            hint: Some("write it as a text in quotes"),
        }),
        Value::Float(number) if !number.is_finite() => errors.push(ParseError {
            message: format!("not valid TOML here: {NOT_FINITE}"),
            range: value.range.clone(),
            hint: Some("write it as a text in quotes, or leave the key out"),
        }),
        Value::List(items) => items.iter().for_each(|item| check_numbers(item, errors)),
        Value::Table(entries) => entries.iter().for_each(|(_, entry)| check_numbers(entry, errors)),
        _ => {}
    }
}

/// Converts a parsed TOML table, from a text of `length` bytes.
pub fn table_in(table: &DeTable<'_>, length: usize) -> SpannedValue {
    SpannedValue { range: 0..length, value: table_of(table) }
}

fn table_of(table: &DeTable<'_>) -> Value {
    let entry = |(key, value): (&toml::Spanned<Cow<'_, str>>, &toml::Spanned<DeValue<'_>>)| {
        (SpannedKey { name: key.get_ref().to_string(), range: key.span() }, value_of(value))
    };
    Value::Table(table.iter().map(entry).collect())
}

fn value_of(value: &toml::Spanned<DeValue<'_>>) -> SpannedValue {
    let range = value.span();
    let value = match value.get_ref() {
        DeValue::String(text) => Value::Text(text.to_string()),
        DeValue::Integer(number) => {
            i64::from_str_radix(number.as_str(), number.radix()).map_or(Value::Null, Value::Integer)
        }
        DeValue::Float(number) => {
            number.as_str().replace('_', "").parse().map_or(Value::Null, Value::Float)
        }
        DeValue::Boolean(boolean) => Value::Boolean(*boolean),
        DeValue::Datetime(date) => Value::Date(*date),
        DeValue::Array(items) => Value::List(items.iter().map(value_of).collect()),
        DeValue::Table(table) => table_of(table),
    };
    SpannedValue { range, value }
}
