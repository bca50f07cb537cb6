//! Conversion of TOML and YAML dates to epoch seconds, and formatting of epoch seconds for feeds
//! and templates. Times without a zone are UTC.

use jiff::civil::DateTime;
use jiff::tz::{Offset, TimeZone};
use jiff::{Timestamp, Zoned};
use toml::value::Datetime;

use crate::diagnostic::wording::did_you_mean;
use crate::locale::Locale;

/// Returns the epoch seconds of a date as written. A date without a time is the start of that day,
/// and a time without a zone is UTC. Returns `None` for a time without a date.
pub fn epoch_seconds(written: &Datetime) -> Option<i64> {
    let (date, time) = (written.date?, written.time);
    let second = i8::try_from(time.and_then(|time| time.second).unwrap_or(0)).ok()?;
    let civil = DateTime::new(
        i16::try_from(date.year).ok()?,
        i8::try_from(date.month).ok()?,
        i8::try_from(date.day).ok()?,
        i8::try_from(time.map_or(0, |time| time.hour)).ok()?,
        i8::try_from(time.map_or(0, |time| time.minute)).ok()?,
        // A leap second is treated as the second before it.
        second.min(59),
        0,
    );
    let offset = match written.offset {
        Some(toml::value::Offset::Custom { minutes }) => {
            Offset::from_seconds(i32::from(minutes) * 60).ok()?
        }
        _ => Offset::UTC,
    };
    offset.to_timestamp(civil.ok()?).ok().map(Timestamp::as_second)
}

/// Formats the date: `2026-11-21`.
pub fn day(seconds: i64) -> String {
    zoned(seconds).date().to_string()
}

/// Returns the civil year.
pub fn year(seconds: i64) -> i64 {
    zoned(seconds).year().into()
}

/// Returns the first second of a civil year, or the last supported timestamp if the year is out of
/// range.
pub fn year_start(year: i64) -> i64 {
    let civil =
        i16::try_from(year).ok().and_then(|year| DateTime::new(year, 1, 1, 0, 0, 0, 0).ok());
    let start = civil.and_then(|civil| Offset::UTC.to_timestamp(civil).ok());
    start.unwrap_or(Timestamp::MAX).as_second()
}

/// Formats a timestamp for Atom and JSON feeds: `2026-11-21T18:00:00Z`.
pub fn rfc3339(seconds: i64) -> String {
    timestamp(seconds).to_string()
}

/// Formats a timestamp for RSS: `Sat, 21 Nov 2026 18:00:00 +0000`.
pub fn rfc2822(seconds: i64) -> String {
    jiff::fmt::rfc2822::to_string(&zoned(seconds)).unwrap_or_default()
}

/// Formats a timestamp with a strftime format, in a time zone. Names of months and days are those
/// of `locale`, or English without one. Returns `None` if the format is invalid.
pub fn format_timestamp(
    seconds: i64,
    format: &str,
    zone: TimeZone,
    locale: Option<Locale>,
) -> Option<String> {
    let zoned = timestamp(seconds).to_zoned(zone);
    let month = zoned.month().unsigned_abs() - 1;
    let weekday = zoned.weekday().to_sunday_zero_offset().unsigned_abs();
    let is_afternoon = zoned.hour() >= 12;
    let localized = locale
        .map(|locale| locale.insert_names(format, month.into(), weekday.into(), is_afternoon));
    jiff::fmt::strtime::format(localized.as_deref().unwrap_or(format), &zoned).ok()
}

/// Looks up a time zone by its name, such as `America/New_York`. The error is a hint for the user.
pub fn time_zone(name: &str) -> Result<TimeZone, String> {
    if !name.is_empty()
        && let Ok(zone) = TimeZone::get(name)
    {
        return Ok(zone);
    }
    let names: Vec<String> = jiff::tz::db().available().map(|name| name.to_string()).collect();
    let hint = did_you_mean(name, names.iter().map(String::as_str));
    Err(hint.unwrap_or_else(|| "write one such as `America/New_York`".to_owned()))
}

fn zoned(seconds: i64) -> Zoned {
    timestamp(seconds).to_zoned(TimeZone::UTC)
}

/// Returns the timestamp, clamped to the supported range.
fn timestamp(seconds: i64) -> Timestamp {
    Timestamp::from_second(seconds).unwrap_or(if seconds < 0 {
        Timestamp::MIN
    } else {
        Timestamp::MAX
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_become_epoch_seconds_in_utc() {
        let seconds = |text: &str| epoch_seconds(&text.parse().unwrap());
        assert_eq!(seconds("1970-01-01"), Some(0));
        assert_eq!(seconds("2026-11-21T18:00:00Z"), Some(1_795_284_000));
        assert_eq!(seconds("2026-11-21T18:00:00+05:30"), Some(1_795_284_000 - 19_800));
        assert_eq!(seconds("2024-02-29"), Some(1_709_164_800));
        assert_eq!(seconds("18:00:00"), None);
        assert_eq!(seconds("9999-12-31T23:59:59-23:00"), None);
    }

    #[test]
    fn each_format_is_written_as_its_readers_expect() {
        assert_eq!(day(1_795_284_000), "2026-11-21");
        assert_eq!(rfc3339(1_795_284_000), "2026-11-21T18:00:00Z");
        assert_eq!(rfc2822(1_795_284_000), "Sat, 21 Nov 2026 18:00:00 +0000");
        assert_eq!(
            [0, 1_735_689_599, 1_735_689_600, 951_782_400].map(year),
            [1970, 2024, 2025, 2000]
        );
        assert_eq!(rfc3339(i64::MIN), "-009999-01-02T01:59:59Z");
    }
}
