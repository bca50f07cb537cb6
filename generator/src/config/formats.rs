//! `time_zone` and `currency` of site.toml, which filters of templates show dates and amounts in.

use std::ops::Range;

use iso_currency::Currency;
use jiff::tz::TimeZone;
use toml::de::{DeTable, DeValue};

use crate::diagnostic::code::Code;
use crate::diagnostic::wording::did_you_mean;
use crate::diagnostic::{Diagnostic, Place};

/// What of them is wrong.
pub(crate) fn found(root: &DeTable<'_>, place: &dyn Fn(Range<usize>) -> Place) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let mut look = |key: &str, is_right: fn(&str) -> bool, what: &str, hint: &dyn Fn(&str) -> String| {
        let Some(value) = root.get(key) else { return };
        let text = if let DeValue::String(text) = value.get_ref() { &**text } else { "" };
        if !is_right(text) {
            let message = if text.is_empty() { format!("`{key}` is no text") } else { format!("there is no {what} `{text}`") };
            found.push(Diagnostic::error(Code::SiteTable, message).at(place(value.span())).hint(hint(text)));
        }
    };
    look("time_zone", |it| !it.is_empty() && TimeZone::get(it).is_ok(), "time zone", &|text| {
        let names: Vec<_> = jiff::tz::db().available().map(|it| it.to_string()).collect();
        did_you_mean(text, names.iter().map(String::as_str)).unwrap_or_else(|| "write one such as `America/New_York`".to_owned())
    });
    look("currency", |it| Currency::from_code(it).is_some(), "currency", &|_| {
        "write its code of three letters, such as `USD`".to_owned()
    });
    found
}
