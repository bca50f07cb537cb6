//! Decimal numbers in text, which are rounded as people and browsers round them.

/// The most decimals that a page can show of a number.
pub const MAX_DECIMALS: usize = 20;

/// Rounds a number to this many decimals, and returns its digits: `2.345` to `2.35`. A half is rounded away from zero. The number is finite,
/// and written as in JSON: with a sign, with decimals, with an exponent. It is not converted to a binary number, which would make
/// `1.005` a little less than a half. Zero has no sign.
pub fn rounded(number: &str, decimals: usize) -> String {
    let (minus, number) = match number.strip_prefix('-') {
        Some(number) => ("-", number),
        None => ("", number.trim_start_matches('+')),
    };
    let (whole, fraction) = plain(number, decimals);
    let shown = &fraction[..fraction.len().min(decimals)];
    let mut digits = format!("{whole}{shown:0<decimals$}").into_bytes();
    if fraction.as_bytes().get(decimals).is_some_and(|next| *next >= b'5') {
        increment(&mut digits);
    }

    let digits: String = digits.into_iter().map(char::from).collect();
    let (whole, fraction) = digits.split_at(digits.len() - decimals);
    let minus = if digits.bytes().all(|it| it == b'0') { "" } else { minus };
    let point = if decimals > 0 { "." } else { "" };
    format!("{minus}{whole}{point}{fraction}")
}

/// Returns the digits before and after the point of a number without a sign. One that is less than the last of the decimals is zero.
fn plain(number: &str, decimals: usize) -> (String, String) {
    let (mantissa, exponent) = number.split_once(['e', 'E']).unwrap_or((number, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = format!("{whole}{fraction}");
    if digits.bytes().all(|it| it == b'0') {
        return ("0".to_owned(), String::new());
    }

    let smallest = -i64::try_from(decimals + 1).unwrap_or(i64::MAX);
    // An exponent that overflows belongs to zero, or to a number that is almost zero.
    let exponent: i64 = exponent.parse().unwrap_or(smallest);
    let point = i64::try_from(whole.len()).unwrap_or(i64::MAX).saturating_add(exponent);
    let (whole, fraction) = match usize::try_from(point) {
        Ok(point) if point >= digits.len() => {
            (format!("{digits}{}", "0".repeat(point - digits.len())), String::new())
        }
        Ok(point) => (digits[..point].to_owned(), digits[point..].to_owned()),
        Err(_) => {
            let zeros = usize::try_from(-point.max(smallest)).unwrap_or_default();
            (String::new(), format!("{}{digits}", "0".repeat(zeros)))
        }
    };

    let whole = whole.trim_start_matches('0');
    (if whole.is_empty() { "0" } else { whole }.to_owned(), fraction)
}

/// Adds one to the last of the digits.
fn increment(digits: &mut Vec<u8>) {
    for digit in digits.iter_mut().rev() {
        if *digit != b'9' {
            *digit += 1;
            return;
        }
        *digit = b'0';
    }
    digits.insert(0, b'1');
}

#[cfg(test)]
mod tests {
    use super::rounded;

    #[test]
    fn a_half_is_rounded_away_from_zero() {
        for (number, decimals, expected) in [
            ("0.5", 0, "1"),
            ("2.5", 0, "3"),
            ("-2.5", 0, "-3"),
            ("0.125", 2, "0.13"),
            ("1.005", 2, "1.01"),
            ("1.25", 1, "1.3"),
            ("2.449", 1, "2.4"),
            ("9.995", 2, "10.00"),
            ("99.5", 0, "100"),
            ("7", 2, "7.00"),
            ("+1.5", 1, "1.5"),
            (".5", 1, "0.5"),
            ("5.", 1, "5.0"),
            ("007.25", 1, "7.3"),
            ("-0.001", 2, "0.00"),
            ("-0", 0, "0"),
            ("1.25e1", 0, "13"),
            ("125E-3", 2, "0.13"),
            ("1e21", 1, "1000000000000000000000.0"),
            ("5e-3", 2, "0.01"),
            ("5e-4", 2, "0.00"),
            ("1e-9999999999999999999", 2, "0.00"),
            ("0e9", 0, "0"),
            ("0e70000", 2, "0.00"),
            ("123456789012345678901234.5", 0, "123456789012345678901235"),
        ] {
            assert_eq!(rounded(number, decimals), expected, "{number} {decimals}");
        }
    }
}
