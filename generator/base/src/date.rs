//! Conversion of TOML and YAML dates to epoch seconds, and formatting of epoch seconds for feeds
//! and templates. Dates without a zone are in the time zone of the site.

use jiff::civil::DateTime;
use jiff::tz::Offset;
pub use jiff::tz::TimeZone;
use jiff::{Timestamp, Zoned};
pub use toml::value::Datetime;

use crate::diagnostic::wording::did_you_mean;
use crate::localized_date::DateLocale;

/// The offset of the first place where a day begins, in which the last timestamp is shown.
const END_OFFSET: Offset = jiff::tz::offset(14);

/// The time zone of a site, in which dates without a zone are.
#[derive(Debug, Clone)]
pub struct SiteZone {
    /// Its name in site.toml. `None` if site.toml sets none; then it is UTC.
    pub name: Option<String>,
    /// The zone.
    pub zone: TimeZone,
}

impl Default for SiteZone {
    fn default() -> SiteZone {
        SiteZone { name: None, zone: TimeZone::UTC }
    }
}

impl SiteZone {
    /// Returns the zone with a name. An unknown name, which is an error of site.toml, is UTC.
    pub fn new(name: Option<&str>) -> SiteZone {
        let zone = name.and_then(|name| time_zone(name).ok()).unwrap_or(TimeZone::UTC);
        SiteZone { name: name.map(str::to_owned), zone }
    }

    /// Returns the epoch seconds of a date. Without an offset it is in this zone, and without a time
    /// it is the start of that day. Returns `None` for a time without a date.
    pub fn epoch_seconds(&self, written: &Datetime) -> Option<i64> {
        let civil = civil(written)?;
        let timestamp = match written.offset {
            Some(toml::value::Offset::Custom { minutes }) => {
                Offset::from_seconds(i32::from(minutes) * 60).ok()?.to_timestamp(civil)
            }
            Some(toml::value::Offset::Z) => Offset::UTC.to_timestamp(civil),
            None => self.zone.to_timestamp(civil),
        };
        // Timestamps end before the last day of the calendar, which means "never" in other programs.
        Some(timestamp.unwrap_or(Timestamp::MAX).as_second())
    }

    /// Returns a date for templates: a day as written, and any other date with its offset.
    pub fn text(&self, written: &Datetime) -> Option<String> {
        if written.time.is_none() || written.offset.is_some() {
            return Some(written.to_string());
        }
        self.epoch_seconds(written).map(|seconds| self.rfc3339(seconds))
    }

    /// Returns the year and the month of a timestamp in this zone.
    pub fn year_and_month(&self, seconds: i64) -> (i16, i8) {
        let (year, month, _) = self.day(seconds);
        (year, month)
    }

    /// Returns the year, the month and the day of a timestamp in this zone.
    pub fn day(&self, seconds: i64) -> (i16, i8, i8) {
        let zoned = zoned_in(seconds, self.zone.clone());
        (zoned.year(), zoned.month(), zoned.day())
    }

    /// Returns the first second of a month in this zone, or the last supported timestamp if the year is out of range.
    pub fn month_start(&self, year: i16, month: i8) -> i64 {
        let civil = DateTime::new(year, month, 1, 0, 0, 0, 0).ok();
        let start = civil.and_then(|civil| self.zone.to_timestamp(civil).ok());
        start.unwrap_or(Timestamp::MAX).as_second()
    }

    /// Formats a timestamp with the offset of this zone: `2026-11-21T18:00:00+09:00`.
    pub fn rfc3339(&self, seconds: i64) -> String {
        let zoned = zoned_in(seconds, self.zone.clone());
        if zoned.offset().is_zero() {
            zoned.timestamp().to_string()
        } else {
            zoned.timestamp().display_with_offset(zoned.offset()).to_string()
        }
    }

    /// Formats a timestamp for RSS: `Sat, 21 Nov 2026 18:00:00 +0900`.
    pub fn rfc2822(&self, seconds: i64) -> String {
        let zoned = zoned_in(seconds, self.zone.clone());
        jiff::fmt::rfc2822::to_string(&zoned).unwrap_or_default()
    }
}

/// Returns the epoch seconds of a date as written. A date without a time is the start of that day,
/// and a time without a zone is UTC. Returns `None` for a time without a date.
pub fn epoch_seconds(written: &Datetime) -> Option<i64> {
    SiteZone::default().epoch_seconds(written)
}

/// Parses a date as users write it: a day, or a day with a time and perhaps an offset. The error is a message for users.
pub fn parse(text: &str) -> Result<Datetime, String> {
    let date = text.parse().ok().filter(|date| epoch_seconds(date).is_some());
    date.ok_or_else(|| "write a date such as 2026-12-24 or 2026-12-24T18:00".to_owned())
}

/// Returns the day and the time of a date, without its offset.
fn civil(written: &Datetime) -> Option<DateTime> {
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
    civil.ok()
}

/// Returns the civil year.
pub fn year(seconds: i64) -> i64 {
    zoned_in(seconds, TimeZone::UTC).year().into()
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

/// Returns the current time in UTC with milliseconds: `2026-11-21T09:00:00.250Z`.
pub fn now() -> String {
    format!("{:.3}", Timestamp::now())
}

/// Formats a timestamp in a time zone, with a strftime format or the name of a pattern of the language.
/// Returns `None` if the format is invalid, or if it needs a language and there is none.
pub fn format_timestamp(
    seconds: i64,
    format: &str,
    zone: TimeZone,
    locale: Option<&DateLocale>,
) -> Option<String> {
    let zoned = zoned_in(seconds, zone);
    if DateLocale::is_style(format) {
        return locale?.format_style(format, &zoned);
    }
    if !DateLocale::is_strftime(format) {
        return None;
    }

    let localized = locale.map(|locale| locale.insert_names(format, &zoned));
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

/// Returns a timestamp in a zone. The last timestamp is on the last day of the calendar in all zones, so that the date means "never" again.
fn zoned_in(seconds: i64, zone: TimeZone) -> Zoned {
    let is_end = seconds >= Timestamp::MAX.as_second();
    let zone = if is_end { TimeZone::fixed(END_OFFSET) } else { zone };
    timestamp(seconds).to_zoned(zone)
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
        let end = Timestamp::MAX.as_second();
        assert_eq!(seconds("9999-12-31"), Some(end));
        assert_eq!(seconds("9999-12-31T23:59:59-23:00"), Some(end));
        assert_eq!(format_timestamp(end, "%Y-%m-%d", TimeZone::UTC, None).unwrap(), "9999-12-31");
        assert_eq!(year(end), 9999);
    }

    #[test]
    fn the_end_of_time_is_the_last_day_in_all_zones() {
        for name in ["UTC", "Asia/Tokyo", "America/New_York", "Pacific/Kiritimati"] {
            let zone = SiteZone::new(Some(name));
            for written in ["9999-12-31", "9999-12-31T23:59:59"] {
                let end = zone.epoch_seconds(&written.parse().unwrap()).unwrap();
                assert_eq!(zone.day(end), (9999, 12, 31), "{name}");
                assert_eq!(zone.year_and_month(end), (9999, 12), "{name}");
                let text = zone.rfc3339(end);
                assert!(text.starts_with("9999-12-31T"), "{name}: {text}");
                assert_eq!(text.parse::<Timestamp>().unwrap().as_second(), end);
                assert!(zone.rfc2822(end).starts_with("Fri, 31 Dec 9999"), "{name}");
            }
        }
    }

    #[test]
    fn each_format_is_written_as_its_readers_expect() {
        assert_eq!(rfc3339(1_795_284_000), "2026-11-21T18:00:00Z");
        let utc = SiteZone::default();
        assert_eq!(utc.rfc2822(1_795_284_000), "Sat, 21 Nov 2026 18:00:00 +0000");

        let tokyo = SiteZone::new(Some("Asia/Tokyo"));
        assert_eq!(tokyo.rfc3339(1_795_284_000), "2026-11-22T03:00:00+09:00");
        assert_eq!(
            tokyo.text(&"2026-11-22T03:00:00".parse().unwrap()).unwrap(),
            "2026-11-22T03:00:00+09:00"
        );
        assert_eq!(
            tokyo.epoch_seconds(&"2026-11-22".parse().unwrap()),
            Some(1_795_284_000 - 3 * 3600)
        );

        assert_eq!(
            [0, 1_735_689_599, 1_735_689_600, 951_782_400].map(year),
            [1970, 2024, 2025, 2000]
        );

        assert_eq!(rfc3339(i64::MIN), "-009999-01-02T01:59:59Z");
    }
}
