//! Dates, numbers and amounts of money in templates, written as the site's language does.

use iso_currency::Currency;
use jiff::tz::TimeZone;
use minijinja::Error;
use minijinja::value::{Kwargs, Value};

use crate::query::recorder::Recorder;
use crate::template::errors::invalid;
use croupier_base::date;
use croupier_base::locale::Locale;

/// What a date is shown in where its template says nothing.
const FORMAT: &str = "%-d %B %Y";
/// The currency of amounts where neither the template nor site.toml names one.
const CURRENCY: &str = "USD";

/// `date | date(format=..., time_zone=...)`: a date as it was written in TOML or YAML, in a format of strftime, with the names that the
/// site's language has for months and days. A moment is shown in the time zone that site.toml gives; a day is that day everywhere.
pub(crate) fn date(
    recorder: &Recorder,
    date: &str,
    format: Option<String>,
    options: &Kwargs,
) -> Result<String, Error> {
    let format = if format.is_some() { format } else { options.get("format")? };
    let format = format.unwrap_or_else(|| FORMAT.to_owned());
    let zone: Option<String> = options.get("time_zone")?;
    options.assert_all_used()?;
    let seconds = timestamp(date)?;
    let is_moment = date.contains(':');
    let zone = zone.or_else(|| if is_moment { setting(recorder, "time_zone") } else { None });
    let zone = zone.filter(|_| is_moment).map_or(Ok(TimeZone::UTC), |name| {
        date::time_zone(&name)
            .map_err(|hint| invalid(format!("there is no time zone `{name}`"), hint))
    })?;
    date::formatted(seconds, &format, zone, Locale::of(&language(recorder))).ok_or_else(|| {
        invalid(
            format!("`{format}` is no format of a date"),
            "write it as `%-d %B %Y` or `%Y-%m-%d %H:%M`".to_owned(),
        )
    })
}

/// Seconds since 1970 of a date as it was written in TOML or YAML.
pub(crate) fn timestamp(date: &str) -> Result<i64, Error> {
    date.parse().ok().as_ref().and_then(date::seconds).ok_or_else(|| {
        invalid(
            format!("`{date}` is no date"),
            "write it as `2026-11-21` or `2026-11-21T18:00:00Z`".to_owned(),
        )
    })
}

/// `number | number(decimals=...)`: with the language's separators; all of its decimals where none are asked for.
pub(crate) fn number(
    recorder: &Recorder,
    value: &Value,
    decimals: Option<usize>,
    options: &Kwargs,
) -> Result<String, Error> {
    let decimals = if decimals.is_some() { decimals } else { options.get("decimals")? };
    options.assert_all_used()?;
    Ok(locale(recorder)?.number(&digits(value, decimals)?))
}

/// `amount | money(currency=..., decimals=...)`: with the sign of the currency, on the side where the language has it, and as many
/// decimals as the currency; `decimals=0` leaves cents out.
pub(crate) fn money(
    recorder: &Recorder,
    value: &Value,
    currency: Option<String>,
    options: &Kwargs,
) -> Result<String, Error> {
    let code = if currency.is_some() { currency } else { options.get("currency")? };
    let code = code.or_else(|| setting(recorder, "currency"));
    let code = code.unwrap_or_else(|| CURRENCY.to_owned());
    let decimals: Option<usize> = options.get("decimals")?;
    options.assert_all_used()?;
    let currency = Currency::from_code(&code).ok_or_else(|| {
        invalid(
            format!("`{code}` is no currency"),
            "write its code of three letters, such as `USD`".to_owned(),
        )
    })?;
    let decimals = decimals.unwrap_or_else(|| currency.exponent().map_or(2, usize::from));
    Ok(locale(recorder)?.money(&digits(value, Some(decimals))?, currency))
}

/// A number's digits, `1234.5`; of a text of data too.
fn digits(value: &Value, decimals: Option<usize>) -> Result<String, Error> {
    let read = |text: &str| text.trim().parse().ok().filter(|it: &f64| it.is_finite());
    let shown = value.to_string();
    let is_number = value.is_number() || value.as_str().is_some();
    let number = read(&shown).filter(|_| is_number).ok_or_else(|| {
        invalid(format!("`{shown}` is no number"), "give a number, such as `1234.5`".to_owned())
    })?;
    Ok(match decimals {
        Some(decimals) => format!("{number:.decimals$}"),
        // As it is written, so that no digit of a long integer is lost.
        None if value.is_integer() => shown,
        None => format!("{number}"),
    })
}

fn locale(recorder: &Recorder) -> Result<Locale, Error> {
    let language = language(recorder);
    Locale::of(&language).ok_or_else(|| {
        let hint = "write `language` of site.toml as a tag such as `en` or `de-AT`".to_owned();
        invalid(format!("nothing is known of how `{language}` writes numbers"), hint)
    })
}

fn language(recorder: &Recorder) -> String {
    setting(recorder, "language").unwrap_or_else(|| "en".to_owned())
}

fn setting(recorder: &Recorder, name: &str) -> Option<String> {
    recorder.setting(name)?.as_str().map(str::to_owned)
}
