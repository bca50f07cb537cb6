//! One TOML over another: tables key by key, with the ranges of the text that each value came from.

use std::borrow::Cow;
use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// Lays one table over another.
pub fn merge<'a>(base: &mut DeTable<'a>, over: DeTable<'a>) {
    for (key, value) in over {
        match (base.get_mut(&**key.get_ref()).map(Spanned::get_mut), value.get_ref()) {
            (Some(DeValue::Table(below)), DeValue::Table(_)) => {
                if let DeValue::Table(above) = value.into_inner() {
                    merge(below, above);
                }
            }
            _ => replace(base, key, value),
        }
    }
}

/// Puts a value into a table under a key of its own place.
pub fn replace<'a>(
    table: &mut DeTable<'a>,
    key: Spanned<Cow<'a, str>>,
    value: Spanned<DeValue<'a>>,
) {
    table.remove(&**key.get_ref());
    table.insert(key, value);
}

/// A value whose ranges begin at `start`.
pub fn moved(value: Spanned<DeValue<'_>>, start: usize) -> Spanned<DeValue<'_>> {
    let range = later(value.span(), start);
    let value = match value.into_inner() {
        DeValue::Table(table) => DeValue::Table(moved_table(table, start)),
        DeValue::Array(mut items) => {
            for item in items.iter_mut() {
                let read = std::mem::replace(item, Spanned::new(0..0, DeValue::Boolean(false)));
                *item = moved(read, start);
            }
            DeValue::Array(items)
        }
        plain => plain,
    };
    Spanned::new(range, value)
}

/// A table whose ranges begin at `start`.
pub fn moved_table<'a>(table: DeTable<'a>, start: usize) -> DeTable<'a> {
    let entry = |(key, value): (Spanned<Cow<'a, str>>, _)| {
        (Spanned::new(later(key.span(), start), key.into_inner()), moved(value, start))
    };
    table.into_iter().map(entry).collect()
}

/// A range that begins so much later.
pub fn later(range: Range<usize>, start: usize) -> Range<usize> {
    range.start + start..range.end + start
}
