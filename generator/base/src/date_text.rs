//! Parses dates as people and other generators write them, and explains what is wrong with others.

use jiff::civil::Date;
use toml::value::{Datetime, Offset, Time};

/// What is wrong with a date, and how to write it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DateProblem {
    /// Completes a sentence that begins with the name of the key: "there is no month 13".
    pub message: String,
    /// How to fix it.
    pub hint: String,
}

/// How dates are written.
const EXAMPLES: &str = "write a date such as `2026-11-21` or `2026-11-21T18:00:00+01:00`";

/// Parses a date. In addition to the forms of TOML it accepts a space before the offset, offsets without a
/// colon, `UTC`, and times without seconds: `2026-03-01 09:00 +0900`.
pub fn parse(text: &str) -> Result<Datetime, DateProblem> {
    let text = text.trim();
    if let Ok(datetime) = text.parse::<Datetime>()
        && datetime.date.is_some()
    {
        return Ok(datetime);
    }

    let day_end = text.find([' ', 'T', 't']).unwrap_or(text.len());
    let (day, rest) = text.split_at(day_end);
    let date = Some(parse_day(text, day, rest)?);

    let clock_and_zone = rest.trim_start_matches(['T', 't']).trim();
    if clock_and_zone.is_empty() {
        return Ok(Datetime { date, time: None, offset: None });
    }

    let clock_end =
        clock_and_zone.find(|it: char| !(it.is_ascii_digit() || it == ':' || it == '.'));
    let (clock, spaced_zone) = clock_and_zone.split_at(clock_end.unwrap_or(clock_and_zone.len()));
    let zone = spaced_zone.trim();

    let time = parse_time(clock).ok_or_else(|| {
        problem(
            format!("there is no time `{clock}`"),
            "write the hour from 00 to 23, minutes and seconds: `18:00:00`",
        )
    })?;
    let offset = parse_offset(zone).map_err(|()| {
        let message = format!("`{zone}` is not an offset from UTC");
        problem(message, &format!("write it as a number: `{day}T{clock}-05:00`"))
    })?;
    Ok(Datetime { date, time: Some(time), offset })
}

fn problem(message: String, hint: &str) -> DateProblem {
    DateProblem { message, hint: hint.to_owned() }
}

/// Parses `day`, such as `2026-11-21`, with which `text` begins. `rest` follows it in the text.
fn parse_day(text: &str, day: &str, rest: &str) -> Result<toml::value::Date, DateProblem> {
    let unknown = || problem(format!("`{text}` is not a date"), EXAMPLES);

    let parts: Vec<&str> = day.split('-').collect();
    let [year, month, date] = parts[..] else { return Err(unknown()) };
    let number = |part: &str| {
        let is_number = !part.is_empty() && part.bytes().all(|it| it.is_ascii_digit());
        part.parse::<u16>().ok().filter(|_| is_number)
    };
    let (Some(year), Some(month_number), Some(day_number)) =
        (number(year).filter(|_| year.len() == 4), number(month), number(date))
    else {
        return Err(unknown());
    };

    if !(1..=12).contains(&month_number) {
        return Err(problem(format!("there is no month {month_number}"), EXAMPLES));
    }
    if month.len() != 2 || date.len() != 2 {
        let hint = format!("write `{year:04}-{month_number:02}-{day_number:02}{rest}`");
        let message = format!("`{day}` is not a date: months and days have two digits");
        return Err(problem(message, &hint));
    }

    // `days_in_month` knows leap years.
    let first = i16::try_from(year).ok().zip(i8::try_from(month_number).ok());
    let days = first
        .and_then(|(year, month)| Date::new(year, month, 1).ok())
        .map_or(31, |date| date.days_in_month().unsigned_abs());
    if day_number == 0 || day_number > days.into() {
        let message = format!("there is no {day}: that month has {days} days");
        return Err(problem(message, EXAMPLES));
    }

    Ok(toml::value::Date {
        year,
        month: u8::try_from(month_number).unwrap_or_default(),
        day: u8::try_from(day_number).unwrap_or_default(),
    })
}

/// Parses `18:00`, `18:00:00` or `18:00:00.5`.
fn parse_time(text: &str) -> Option<Time> {
    let whole = text.split_once('.').map_or(text, |(whole, _)| whole);
    let parts: Vec<u8> = whole
        .split(':')
        .map(|part| part.parse().ok().filter(|_| part.len() == 2))
        .collect::<Option<_>>()?;
    let (hour, minute, second) = match parts[..] {
        [hour, minute] => (hour, minute, 0),
        [hour, minute, second] => (hour, minute, second),
        _ => return None,
    };
    (hour < 24 && minute < 60 && second <= 60).then_some(Time {
        hour,
        minute,
        second: Some(second),
        nanosecond: None,
    })
}

/// Parses `Z`, `UTC`, `+0900`, `+09:00` or `+09`.
fn parse_offset(text: &str) -> Result<Option<Offset>, ()> {
    if text.is_empty() {
        return Ok(None);
    }

    if ["z", "utc", "gmt"].iter().any(|it| text.eq_ignore_ascii_case(it)) {
        return Ok(Some(Offset::Z));
    }

    let sign = match text.as_bytes()[0] {
        b'+' => 1,
        b'-' => -1,
        _ => return Err(()),
    };

    let digits = text[1..].replacen(':', "", 1);
    let is_valid = matches!(digits.len(), 2 | 4) && digits.bytes().all(|it| it.is_ascii_digit());
    if !is_valid {
        return Err(());
    }

    let hours: i16 = digits[..2].parse().map_err(|_| ())?;
    let minutes: i16 =
        digits.get(2..).filter(|it| !it.is_empty()).map_or(Ok(0), str::parse).map_err(|_| ())?;
    if hours > 23 || minutes > 59 {
        return Err(());
    }
    Ok(Some(Offset::Custom { minutes: sign * (hours * 60 + minutes) }))
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn dates_of_other_generators_are_accepted() {
        for (text, expected) in [
            ("2026-03-01", "2026-03-01"),
            ("2026-03-01 09:00:00 +0900", "2026-03-01T09:00:00+09:00"),
            ("2026-03-01 09:00:00 +09:00", "2026-03-01T09:00:00+09:00"),
            ("2026-03-01 09:00:00 -0330", "2026-03-01T09:00:00-03:30"),
            ("2026-03-01T09:00:00+09", "2026-03-01T09:00:00+09:00"),
            ("2026-03-01 09:00:00 UTC", "2026-03-01T09:00:00Z"),
            ("2026-03-01 09:00", "2026-03-01T09:00"),
            ("2026-03-01 09:00 +0900", "2026-03-01T09:00:00+09:00"),
            ("2026-03-01T09:00:00Z", "2026-03-01T09:00:00Z"),
        ] {
            assert_eq!(parse(text).unwrap().to_string(), expected, "{text}");
        }
    }

    #[test]
    fn a_problem_names_what_is_wrong_and_how_to_write_it() {
        for (text, message, hint) in [
            ("2026-3-1", "two digits", "`2026-03-01`"),
            ("2026-3-1 09:00", "two digits", "`2026-03-01 09:00`"),
            ("2026-02-30", "there is no 2026-02-30: that month has 28 days", "2026-11-21"),
            ("2024-02-30", "that month has 29 days", "2026-11-21"),
            ("2026-13-01", "there is no month 13", "2026-11-21"),
            ("2026-03-01 25:00:00", "there is no time `25:00:00`", "00 to 23"),
            ("2026-03-01 09:00:00 EST", "`EST` is not an offset", "`2026-03-01T09:00:00-05:00`"),
            ("2026-03-01 9:00", "there is no time `9:00`", "`18:00:00`"),
            ("01/03/2026", "`01/03/2026` is not a date", "2026-11-21"),
            ("18:00:00", "`18:00:00` is not a date", "2026-11-21"),
            ("", "`` is not a date", "2026-11-21"),
            ("२०२६-०३-०१", "is not a date", "2026-11-21"),
        ] {
            let problem = parse(text).unwrap_err();
            assert!(problem.message.contains(message), "{text}: {problem:?}");
            assert!(problem.hint.contains(hint), "{text}: {problem:?}");
        }
    }
}
