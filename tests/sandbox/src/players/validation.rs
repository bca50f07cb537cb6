//! Server-side validation of player fields (section 5, decisions A95 to A98).

use axum::http::StatusCode;

use crate::error::ApiError;
use crate::offers::catalogue::DAY;
use crate::texts;

/// Validates a first name: letters, spaces, commas, periods, apostrophes and hyphens; at most 30
/// characters.
pub(crate) fn check_first_name(text: &str) -> Result<(), ApiError> {
    if is_name(text, 30) { Ok(()) } else { Err(ApiError::bad_request(texts::FIRST_NAME)) }
}

/// Validates a last name: the characters of a first name; at most 40 characters.
pub(crate) fn check_last_name(text: &str) -> Result<(), ApiError> {
    if is_name(text, 40) { Ok(()) } else { Err(ApiError::bad_request(texts::LAST_NAME)) }
}

fn is_name(text: &str, maximum: usize) -> bool {
    // `char::is_alphabetic` rejects combining marks. All other non-ASCII characters except controls
    // and numbers are therefore allowed.
    let allowed = |c: char| {
        c.is_alphabetic()
            || " ,.'’-".contains(c)
            || (!c.is_ascii() && !c.is_control() && !c.is_numeric())
    };
    text.chars().count() <= maximum
        && text.chars().all(allowed)
        && text.chars().any(char::is_alphabetic)
}

/// Validates a login: at most 64 characters, and not only digits, because numbers are player ids.
pub(crate) fn check_login(text: &str) -> Result<(), ApiError> {
    if text.is_empty() || text.chars().all(|c| c.is_ascii_digit()) {
        return Err(ApiError::conflict(texts::LOGIN_EXISTS));
    }
    if text.chars().count() > 64 {
        return Err(ApiError::invalid_request(
            StatusCode::UNPROCESSABLE_ENTITY,
            "the login must not exceed 64 characters".to_owned(),
        ));
    }
    Ok(())
}

/// Validates an email address: a dot in the domain, at most 64 characters.
pub(crate) fn check_email(text: &str) -> Result<(), ApiError> {
    let is_valid = text.split_once('@').is_some_and(|(name, domain)| {
        let name_is_valid = !name.is_empty()
            && name
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || ".!#$%&'*+/=?^_`{|}~-".contains(c));
        let label = |label: &str| {
            !label.is_empty()
                && !label.starts_with('-')
                && !label.ends_with('-')
                && label.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
        };
        name_is_valid && domain.contains('.') && domain.split('.').all(label)
    });
    if is_valid && text.chars().count() <= 64 {
        Ok(())
    } else {
        Err(ApiError::bad_request(texts::EMAIL))
    }
}

/// Validates a password: 6 to 80 characters of any kind.
pub(crate) fn check_password(text: &str) -> Result<(), ApiError> {
    if (6..=80).contains(&text.chars().count()) {
        Ok(())
    } else {
        Err(ApiError::bad_request(texts::PASSWORD))
    }
}

/// Validates a birth date in the format `YYYY-MM-DD`: 21 to 120 years ago, with a tolerance of one
/// day for time zones.
pub(crate) fn check_birth_date(text: &str, now: i64) -> Result<(), ApiError> {
    let invalid = || ApiError::bad_request(texts::BIRTH_DATE);
    let (year, month, day) = parse_date(text).ok_or_else(invalid)?;
    let today = now.div_euclid(DAY);
    let birthday = |age| days_since_epoch(year + age, month, day);
    if today + 1 >= birthday(21) && today - 1 < birthday(121) { Ok(()) } else { Err(invalid()) }
}

fn parse_date(text: &str) -> Option<(i64, i64, i64)> {
    let has_format = text.len() == 10
        && text.bytes().enumerate().all(|(index, byte)| {
            if index == 4 || index == 7 { byte == b'-' } else { byte.is_ascii_digit() }
        });
    if !has_format {
        return None;
    }
    let (year, month, day) =
        (text[..4].parse().ok()?, text[5..7].parse().ok()?, text[8..].parse().ok()?);
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let last_day = match month {
        2 => 28 + i64::from(leap),
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => 0,
    };
    (1..=last_day).contains(&day).then_some((year, month, day))
}

/// Returns the days from 1970-01-01 to a civil date. 29 February of a common year counts as 1 March
/// (decision A97).
pub(crate) fn days_since_epoch(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let day_of_era = year - era * 400;
    let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    era * 146_097 + day_of_era * 365 + day_of_era / 4 - day_of_era / 100 + day_of_year - 719_468
}

/// Formats a timestamp in milliseconds as `YYYY-MM-DD` in UTC.
pub(crate) fn format_day(now: i64) -> String {
    let shifted = now.div_euclid(DAY) + 719_468;
    let era = shifted.div_euclid(146_097);
    let day_of_era = shifted - era * 146_097;
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}")
}

#[cfg(test)]
mod tests {
    use super::{check_birth_date, check_email, check_first_name, format_day};

    #[test]
    fn birth_dates_are_validated_with_a_tolerance_of_one_day() {
        let noon = 1_790_000_000_000; // 2026-09-21
        assert_eq!(format_day(noon), "2026-09-21");
        assert_eq!(
            (format_day(0), format_day(951_782_400_000)),
            ("1970-01-01".to_owned(), "2000-02-29".to_owned())
        );

        for valid in ["2005-09-21", "2005-09-22", "1976-02-29", "1905-09-22"] {
            assert!(check_birth_date(valid, noon).is_ok(), "{valid}");
        }

        for invalid in [
            "2005-09-23",
            "1905-09-20",
            "1975-02-29",
            "2000-00-10",
            "2000-13-01",
            "1976-9-21",
            "",
            "éé-aa-bb",
        ] {
            assert!(check_birth_date(invalid, noon).is_err(), "{invalid}");
        }
    }

    #[test]
    fn names_and_emails_are_validated() {
        assert!(check_first_name("Zoë").is_ok() && check_first_name("O'Brien, Jr.").is_ok());
        assert!(
            check_first_name("").is_err()
                && check_first_name("R2D2").is_err()
                && check_first_name(&"a".repeat(31)).is_err()
        );
        assert!(check_email("a.b+c@mail.example.com").is_ok());
        assert!(
            check_email("a@b").is_err()
                && check_email("@example.com").is_err()
                && check_email("a@-x.com").is_err()
                && check_email("a b@x.com").is_err()
        );
    }
}
