//! Moments in epoch seconds: as authors write them in TOML and YAML, and as feeds and templates show them. All in UTC.

use jiff::civil::DateTime;
use jiff::tz::{Offset, TimeZone};
use jiff::{Timestamp, Zoned};
use toml::value::Datetime;

use crate::diagnostic::wording::did_you_mean;
use crate::locale::Locale;

/// The moment of a date as written. A date alone is its first second, a time without a zone is UTC; a time without a
/// date is no moment.
pub fn seconds(written: &Datetime) -> Option<i64> {
    let (date, time) = (written.date?, written.time);
    let second = i8::try_from(time.and_then(|it| it.second).unwrap_or(0)).ok()?;
    let civil = DateTime::new(
        i16::try_from(date.year).ok()?,
        i8::try_from(date.month).ok()?,
        i8::try_from(date.day).ok()?,
        i8::try_from(time.map_or(0, |it| it.hour)).ok()?,
        i8::try_from(time.map_or(0, |it| it.minute)).ok()?,
        // A leap second is the one before it.
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

/// `2026-11-21`.
pub fn day(seconds: i64) -> String {
    zoned(seconds).date().to_string()
}

/// The civil year.
pub fn year(seconds: i64) -> i64 {
    zoned(seconds).year().into()
}

/// The first second of a civil year; the last moment there is where no calendar has it.
pub fn beginning_of(year: i64) -> i64 {
    let civil =
        i16::try_from(year).ok().and_then(|year| DateTime::new(year, 1, 1, 0, 0, 0, 0).ok());
    let moment = civil.and_then(|it| Offset::UTC.to_timestamp(it).ok()).unwrap_or(Timestamp::MAX);
    moment.as_second()
}

/// `2026-11-21T18:00:00Z`, as Atom and JSON feeds have it.
pub fn rfc3339(seconds: i64) -> String {
    timestamp(seconds).to_string()
}

/// `Sat, 21 Nov 2026 18:00:00 +0000`, as RSS has it.
pub fn rfc2822(seconds: i64) -> String {
    jiff::fmt::rfc2822::to_string(&zoned(seconds)).unwrap_or_default()
}

/// A moment in a format of strftime, in a time zone and with a language's names, the English ones where nothing is known of it; none where
/// that is no format.
pub fn formatted(
    seconds: i64,
    format: &str,
    zone: TimeZone,
    locale: Option<Locale>,
) -> Option<String> {
    let moment = timestamp(seconds).to_zoned(zone);
    let (month, weekday) = (
        moment.month().unsigned_abs() - 1,
        moment.weekday().to_sunday_zero_offset().unsigned_abs(),
    );
    let named =
        locale.map(|it| it.named(format, month.into(), weekday.into(), moment.hour() >= 12));
    jiff::fmt::strtime::format(named.as_deref().unwrap_or(format), &moment).ok()
}

/// The time zone of this name, `America/New_York`; the error says what to write.
pub fn time_zone(name: &str) -> Result<TimeZone, String> {
    if !name.is_empty()
        && let Ok(zone) = TimeZone::get(name)
    {
        return Ok(zone);
    }
    let names: Vec<String> = jiff::tz::db().available().map(|it| it.to_string()).collect();
    let meant = did_you_mean(name, names.iter().map(String::as_str));
    Err(meant.unwrap_or_else(|| "write one such as `America/New_York`".to_owned()))
}

fn zoned(seconds: i64) -> Zoned {
    timestamp(seconds).to_zoned(TimeZone::UTC)
}

/// A moment that no calendar has is the nearest one.
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
    fn moments_count_from_1970_in_utc() {
        let seconds = |text: &str| seconds(&text.parse().unwrap());
        assert_eq!(seconds("1970-01-01"), Some(0));
        assert_eq!(seconds("2026-11-21T18:00:00Z"), Some(1_795_284_000));
        assert_eq!(seconds("2026-11-21T18:00:00+05:30"), Some(1_795_284_000 - 19_800));
        assert_eq!(seconds("2024-02-29"), Some(1_709_164_800));
        assert_eq!(seconds("18:00:00"), None);
        assert_eq!(seconds("9999-12-31T23:59:59-23:00"), None);
    }

    #[test]
    fn each_reader_gets_its_own_words() {
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
