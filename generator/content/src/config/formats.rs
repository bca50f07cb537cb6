//! `time_zone` and `currency` of site.toml, which filters of templates show dates and amounts in.

use std::ops::Range;

use iso_currency::Currency;
use toml::de::{DeTable, DeValue};

use croupier_base::date;
use croupier_base::diagnostic::code::Code;
use croupier_base::diagnostic::{Diagnostic, Place};

/// What of them is wrong.
pub fn found(root: &DeTable<'_>, place: &dyn Fn(Range<usize>) -> Place) -> Vec<Diagnostic> {
    let hint = "write its code of three letters, such as `USD`";
    let currency = |code: &str| Currency::from_code(code).map(drop).ok_or_else(|| hint.to_owned());
    let look = |key: &str, what: &str, read: &dyn Fn(&str) -> Result<(), String>| {
        let value = root.get(key)?;
        let DeValue::String(text) = value.get_ref() else {
            let error = Diagnostic::error(Code::SiteTable, format!("`{key}` is no text"));
            return Some(error.at(place(value.span())).hint("write it in quotes"));
        };
        let hint = read(text).err()?;
        let error = Diagnostic::error(Code::SiteTable, format!("there is no {what} `{text}`"));
        Some(error.at(place(value.span())).hint(hint))
    };
    let zone = look("time_zone", "time zone", &|name| date::time_zone(name).map(drop));
    zone.into_iter().chain(look("currency", "currency", &currency)).collect()
}
