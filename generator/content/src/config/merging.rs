//! Merges parsed TOML of several texts, whose ranges follow each other.

use std::borrow::Cow;
use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// Merges `over` into `base` key by key. Values of `over` win.
pub(super) fn merge<'a>(base: &mut DeTable<'a>, over: DeTable<'a>) {
    for (key, value) in over {
        match (base.get_mut(&**key.get_ref()).map(Spanned::get_mut), value.get_ref()) {
            (Some(DeValue::Table(lower)), DeValue::Table(_)) => {
                if let DeValue::Table(upper) = value.into_inner() {
                    merge(lower, upper);
                }
            }
            _ => replace(base, key, value),
        }
    }
}

/// Inserts a value and replaces the existing key too, since a plain `insert` would keep the span of the old key.
pub(super) fn replace<'a>(
    table: &mut DeTable<'a>,
    key: Spanned<Cow<'a, str>>,
    value: Spanned<DeValue<'a>>,
) {
    table.remove(&**key.get_ref());
    table.insert(key, value);
}

/// Returns a value with all its ranges moved by `start` bytes.
pub(super) fn shift_value(value: Spanned<DeValue<'_>>, start: usize) -> Spanned<DeValue<'_>> {
    let range = shift_range(value.span(), start);
    let value = match value.into_inner() {
        DeValue::Table(table) => DeValue::Table(shift_table(table, start)),
        DeValue::Array(mut items) => {
            for item in items.iter_mut() {
                let original = std::mem::replace(item, Spanned::new(0..0, DeValue::Boolean(false)));
                *item = shift_value(original, start);
            }
            DeValue::Array(items)
        }
        scalar => scalar,
    };
    Spanned::new(range, value)
}

/// Returns a table with the ranges of its keys and values moved by `start` bytes.
pub(super) fn shift_table<'a>(table: DeTable<'a>, start: usize) -> DeTable<'a> {
    let entry = |(key, value): (Spanned<Cow<'a, str>>, _)| {
        let key_range = shift_range(key.span(), start);
        (Spanned::new(key_range, key.into_inner()), shift_value(value, start))
    };
    table.into_iter().map(entry).collect()
}

/// Returns a range moved by `start` bytes.
pub(super) fn shift_range(range: Range<usize>, start: usize) -> Range<usize> {
    range.start + start..range.end + start
}
