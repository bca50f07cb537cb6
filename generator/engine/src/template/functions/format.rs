//! Filters that format values in the language of the site: `date`, `timestamp`, `number`, `money`, `to_sentence`.

use std::sync::Arc;

use iso_currency::Currency;
use minijinja::value::{Kwargs, Value};
use minijinja::{Error, State};

use crate::template::escape::escape;
use crate::template::function_errors::function_error;
use crate::template::functions::Functions;
use crate::template::functions::strict::check_items_shown;
use croupier_base::date::{self, Datetime, SiteZone, TimeZone};
use croupier_base::date_text;
use croupier_base::decimal;
use croupier_base::diagnostic::wording::did_you_mean;
use croupier_base::list_text::{ListKind, ListPatterns};
use croupier_base::locale::Locale;
use croupier_base::localized_date::{DateLocale, TIME_STYLE};

/// The default format of dates: the long pattern of the language.
const DATE_FORMAT: &str = "long";
/// The currency of amounts if neither the template nor site.toml sets one.
pub(super) const DEFAULT_CURRENCY: &str = "USD";

impl Functions {
    /// `date | date(format=..., time_zone=..., language=...)`: formats a date of TOML or YAML with a
    /// strftime format, or with a pattern of the language: `full`, `long`, `medium`, `short`,
    /// `year_month` or `time`. The default is `long`.
    ///
    /// A datetime is converted to the time zone of the site; a date without a time is not.
    pub(super) fn date(
        &self,
        date: &str,
        format: Option<String>,
        options: &Kwargs,
    ) -> Result<String, Error> {
        let format = if format.is_some() { format } else { options.get("format")? };
        let format = format.unwrap_or_else(|| DATE_FORMAT.to_owned());
        let zone: Option<String> = options.get("time_zone")?;
        let language: Option<String> = options.get("language")?;
        options.assert_all_used()?;
        self.date_in(language, date, &format, zone)
    }

    /// Formats a date in a language, by default that of the site.
    pub(super) fn date_in(
        &self,
        language: Option<String>,
        date: &str,
        format: &str,
        zone: Option<String>,
    ) -> Result<String, Error> {
        let written = parse_date(date)?;
        let has_time = written.time.is_some();
        // Midnight would be wrong for a day without a time.
        if format == TIME_STYLE && !has_time {
            return Err(function_error(
                format!("`{date}` has no time"),
                "write it with a time, such as `2026-11-21T18:00:00`, or show it with `date(\"long\")`",
            ));
        }
        let site_zone = self.setting("time_zone");
        let named = zone.or_else(|| site_zone.clone().filter(|_| has_time));
        let zone = named.map_or(Ok(TimeZone::UTC), |name| {
            date::time_zone(&name)
                .map_err(|hint| function_error(format!("there is no time zone `{name}`"), hint))
        })?;
        // A day begins at midnight in the zone of the site, and another zone would move it.
        let zone = if has_time { zone } else { SiteZone::new(site_zone.as_deref()).zone };

        let seconds = self.timestamp(date)?;
        let needs_language = DateLocale::is_style(format) || DateLocale::has_names(format);
        let locale = if needs_language { Some(self.date_locale(language)?) } else { None };

        date::format_timestamp(seconds, format, zone, locale.as_deref()).ok_or_else(|| {
            let hint = did_you_mean(format, DateLocale::style_names()).unwrap_or_else(|| {
                "write it as `%-d %B %Y` or `%Y-%m-%d %H:%M`, or name a pattern of the language: `long`, `medium`, `short`, `full`, `year_month` or `time`".to_owned()
            });
            function_error(format!("`{format}` is not a date format"), hint)
        })
    }

    /// Returns the date patterns of a language. The default is the language of the site.
    fn date_locale(&self, language: Option<String>) -> Result<Arc<DateLocale>, Error> {
        let hint = if language.is_some() {
            "write a language tag such as `de` or `pt-BR`, or a format without names: `%Y-%m-%d`"
        } else {
            "write `language` of site.toml as a tag such as `en` or `de-AT`, or a format without names: `%Y-%m-%d`"
        };
        let language = language.unwrap_or_else(|| self.language());
        DateLocale::from_tag(&language).ok_or_else(|| {
            function_error(format!("the dates of the language `{language}` are unknown"), hint)
        })
    }

    /// `date | timestamp`: converts a date of TOML or YAML to epoch seconds. A date without a zone is
    /// in the time zone of the site.
    pub(super) fn timestamp(&self, date: &str) -> Result<i64, Error> {
        let written = parse_date(date)?;
        if written.offset.is_some() {
            return utc_seconds(date, &written);
        }
        let zone = SiteZone::new(self.setting("time_zone").as_deref());
        zone.epoch_seconds(&written).ok_or_else(|| out_of_range(date))
    }

    /// `number | number(decimals=...)`: formats a number in the language of the site.
    ///
    /// Without `decimals`, shows all decimals.
    pub(super) fn number(
        &self,
        value: &Value,
        decimals: Option<Value>,
        options: &Kwargs,
    ) -> Result<String, Error> {
        let decimals = if decimals.is_some() { decimals } else { options.get("decimals")? };
        options.assert_all_used()?;
        let decimals = decimal_count(decimals)?;
        Ok(locale(&self.language())?.number(&plain_digits(value, decimals)?))
    }

    /// `amount | money(currency=..., decimals=...)`: formats an amount with its currency symbol.
    ///
    /// The default for `decimals` is the number of decimals of the currency.
    pub(super) fn money(
        &self,
        amount: &Value,
        currency: Option<String>,
        options: &Kwargs,
    ) -> Result<String, Error> {
        let code = if currency.is_some() { currency } else { options.get("currency")? };
        let decimals: Option<Value> = options.get("decimals")?;
        options.assert_all_used()?;
        let decimals = decimal_count(decimals)?;
        self.amount_in(&self.language(), amount, code, decimals)
    }

    /// Formats an amount in a language. The defaults are the currency of the site, and its number of decimals.
    pub(super) fn amount_in(
        &self,
        language: &str,
        amount: &Value,
        code: Option<String>,
        decimals: Option<usize>,
    ) -> Result<String, Error> {
        let site_code = self.setting("currency");
        let site_currency = site_code.as_deref().and_then(Currency::from_code);

        let code = code.or(site_code);
        let code = code.unwrap_or_else(|| DEFAULT_CURRENCY.to_owned());
        let currency = Currency::from_code(&code).ok_or_else(|| {
            function_error(
                format!("`{code}` is not a currency"),
                "write its code of three letters, such as `USD`",
            )
        })?;

        let decimals = decimals.unwrap_or_else(|| currency.exponent().map_or(2, usize::from));
        let digits = plain_digits(amount, Some(decimals))?;
        Ok(locale(language)?.money(&digits, currency, site_currency))
    }

    /// `items | to_sentence | to_sentence(type="or")`: joins texts as in a sentence of the language, `a, b and c`. If one of them is HTML,
    /// the result is HTML, and the others are escaped.
    pub(super) fn to_sentence(
        &self,
        state: &mut State,
        items: &Value,
        kind: Option<String>,
        options: &Kwargs,
    ) -> Result<Value, Error> {
        let kind = if kind.is_some() { kind } else { options.get("type")? };
        options.assert_all_used()?;
        check_items_shown(state, items)?;
        let kind = kind.unwrap_or_else(|| "and".to_owned());
        let kind = ListKind::of_name(&kind).ok_or_else(|| {
            function_error(format!("`{kind}` is no type of a list"), "write `and` or `or`")
        })?;

        let items: Vec<Value> = items.try_iter()?.collect();
        let is_html = items.iter().any(Value::is_safe);
        let escaped = |text: &str| {
            if is_html { escape(text).into_owned() } else { text.to_owned() }
        };
        let texts: Vec<String> = items
            .iter()
            .map(|item| if item.is_safe() { item.to_string() } else { escaped(&item.to_string()) })
            .collect();

        let text = ListPatterns::of_tag(&self.language(), kind).join(&texts, &escaped);
        Ok(if is_html { Value::from_safe_string(text) } else { Value::from(text) })
    }

    pub(super) fn language(&self) -> String {
        self.setting("language").unwrap_or_else(|| "en".to_owned())
    }

    /// Returns a text setting of site.toml.
    pub(super) fn setting(&self, name: &str) -> Option<String> {
        self.recorder.setting(name)?.as_str().map(str::to_owned)
    }
}

/// Returns the formats of numbers of a language.
pub(super) fn locale(language: &str) -> Result<Locale, Error> {
    Locale::from_tag(language).ok_or_else(|| {
        function_error(
            format!("the number format of the language `{language}` is unknown"),
            "write `language` of site.toml as a tag such as `en` or `de-AT`",
        )
    })
}

/// Returns a date, or the error for a page that has none.
pub(super) fn present(date: &Value) -> Result<&str, Error> {
    if date.is_undefined() || date.is_none() {
        let hint = "test it first: `{% if page.date %}{{ page.date|date }}{% endif %}`";
        return Err(function_error("there is no date", hint));
    }
    date.as_str().ok_or_else(|| {
        let hint = "write the date as a text, such as `\"2026-03-05\"`";
        function_error(format!("`{date}` is not a date"), hint)
    })
}

/// Returns the argument `decimals`.
fn decimal_count(decimals: Option<Value>) -> Result<Option<usize>, Error> {
    let Some(value) = decimals.filter(|it| !it.is_none() && !it.is_undefined()) else {
        return Ok(None);
    };
    value.as_usize().map(Some).ok_or_else(|| {
        let hint = format!("write a number from 0 to {}: `decimals=2`", decimal::MAX_DECIMALS);
        function_error(format!("`{value:?}` is no number of decimals"), hint)
    })
}

fn parse_date(date: &str) -> Result<Datetime, Error> {
    date_text::parse(date).map_err(|problem| {
        let message = if problem.message.contains("is not a date") {
            problem.message
        } else {
            format!("`{date}` is not a date: {}", problem.message)
        };
        function_error(message, problem.hint)
    })
}

/// Returns the epoch seconds of a date, in UTC if it has no zone.
fn utc_seconds(date: &str, written: &Datetime) -> Result<i64, Error> {
    date::epoch_seconds(written).ok_or_else(|| out_of_range(date))
}

fn out_of_range(date: &str) -> Error {
    function_error(
        format!("`{date}` is not a date"),
        "write it as `2026-11-21` or `2026-11-21T18:00:00Z`",
    )
}

/// Returns the digits of a number, such as `1234.5`. The number can be in a string.
fn plain_digits(value: &Value, decimals: Option<usize>) -> Result<String, Error> {
    let text = value.to_string();
    let is_number_or_text = value.is_number() || value.as_str().is_some();
    let number: Option<f64> = text.trim().parse().ok();
    let number =
        number.filter(|number| number.is_finite() && is_number_or_text).ok_or_else(|| {
            function_error(format!("`{text}` is not a number"), "pass a number, such as `1234.5`")
        })?;

    let digits = match decimals {
        Some(decimals) if decimals > decimal::MAX_DECIMALS => {
            let message = format!("a number cannot have {decimals} decimals");
            let hint = format!("pass at most {}", decimal::MAX_DECIMALS);
            return Err(function_error(message, hint));
        }
        Some(decimals) => decimal::rounded(text.trim(), decimals),
        // `f64` would lose digits of a long integer.
        None if value.is_integer() => text,
        None => format!("{number}"),
    };

    // Zero has no sign.
    Ok(if number == 0.0 { digits.trim_start_matches('-').to_owned() } else { digits })
}
