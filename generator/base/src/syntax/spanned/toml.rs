//! TOML as values with their places.

use std::borrow::Cow;

use toml::de::{DeTable, DeValue};

use crate::syntax::spanned::slip;
use crate::syntax::spanned::value::{ParseError, SpannedKey, SpannedValue, Value};

/// Reads TOML. What can be read is returned, with everything that cannot.
pub fn toml(text: &str) -> (SpannedValue, Vec<ParseError>) {
    let (table, errors) = DeTable::parse_recoverable(text);
    let read = table_in(table.get_ref(), text.len());
    let mut found = slip::in_toml(text, &errors);
    too_large(&read, &mut found);
    (read, found)
}

/// Numbers that were too large to be read: TOML has no other way to say nothing.
fn too_large(value: &SpannedValue, found: &mut Vec<ParseError>) {
    match &value.value {
        // What cannot be read as a number is told already.
        Value::Nothing if found.iter().any(|it| value.range.contains(&it.range.start)) => {}
        Value::Nothing => found.push(ParseError {
            message: "not valid TOML: this number is too large: whole numbers have 64 bits"
                .to_owned(),
            range: value.range.clone(),
            hint: Some("write it as a text in quotes"),
        }),
        Value::List(items) => items.iter().for_each(|item| too_large(item, found)),
        Value::Table(entries) => entries.iter().for_each(|(_, entry)| too_large(entry, found)),
        _ => {}
    }
}

/// TOML that was read already, from a text of so many bytes.
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
        DeValue::Integer(it) => {
            i64::from_str_radix(it.as_str(), it.radix()).map_or(Value::Nothing, Value::Integer)
        }
        DeValue::Float(it) => {
            it.as_str().replace('_', "").parse().map_or(Value::Nothing, Value::Float)
        }
        DeValue::Boolean(it) => Value::Boolean(*it),
        DeValue::Datetime(date) => Value::Date(*date),
        DeValue::Array(items) => Value::List(items.iter().map(value_of).collect()),
        DeValue::Table(table) => table_of(table),
    };
    SpannedValue { range, value }
}
