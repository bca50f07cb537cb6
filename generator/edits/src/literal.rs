//! Numbers and dates in the style of the literal that they replace.

use toml::value::Datetime;

/// Whether a float holds an integer without rounding.
pub(crate) fn is_exact(integer: i64) -> bool {
    integer.unsigned_abs() <= 1 << 53
}

/// Writes an integer with the base, the grouping and the sign of `old`.
pub(crate) fn integer(old: &str, new: i64) -> String {
    let digits_of = |radix: u32| radix_digits(new.unsigned_abs(), radix);
    let prefix = old.get(..2).unwrap_or_default();
    let radix = match prefix {
        "0x" | "0X" => 16,
        "0o" | "0O" => 8,
        "0b" | "0B" => 2,
        _ => 10,
    };

    if radix == 10 {
        let unsigned = old.trim_start_matches(['+', '-']);
        let sign = if new < 0 {
            "-"
        } else if old.starts_with('+') {
            "+"
        } else {
            ""
        };
        return sign.to_owned() + &grouped(unsigned, &digits_of(10));
    }
    if new < 0 {
        return new.to_string();
    }
    let old_digits = &old[2..];
    let width = old_digits.bytes().filter(|it| *it != b'_').count();
    let mut digits = format!("{:0>width$}", digits_of(radix));
    if old_digits.bytes().any(|it| it.is_ascii_uppercase()) {
        digits.make_ascii_uppercase();
    }
    prefix.to_owned() + &grouped(old_digits, &digits)
}

fn radix_digits(number: u64, radix: u32) -> String {
    match radix {
        16 => format!("{number:x}"),
        8 => format!("{number:o}"),
        2 => format!("{number:b}"),
        _ => number.to_string(),
    }
}

/// Groups digits as the old ones. `30_00` is an amount with cents: only its last group is separated. Thousands are repeated.
fn grouped(old: &str, digits: &str) -> String {
    let groups: Vec<usize> = old.split('_').rev().map(str::len).collect();
    let Some((_, inner)) = groups.split_last().filter(|(_, inner)| !inner.is_empty()) else {
        return digits.to_owned();
    };

    let mut parts = Vec::new();
    let mut rest = digits;
    let mut index = 0;
    loop {
        let is_repeated = inner.len() > 1 || inner[0] != 2;
        let size =
            inner.get(index).copied().or_else(|| inner.last().copied().filter(|_| is_repeated));
        match size.filter(|size| *size > 0 && rest.len() > *size) {
            Some(size) => {
                let (before, group) = rest.split_at(rest.len() - size);
                parts.push(group);
                rest = before;
            }
            None => {
                parts.push(rest);
                break;
            }
        }
        index += 1;
    }
    parts.reverse();
    parts.join("_")
}

/// Writes a number with a fraction, with at least as many decimals as `old`, or with its exponent.
pub(crate) fn float(old: &str, new: f64) -> String {
    let sign = if old.starts_with('+') && new >= 0.0 { "+" } else { "" };
    let exponent = old.find(['e', 'E']).filter(|_| !old.starts_with("0x"));
    if let Some(exponent) = exponent {
        let text = format!("{new:e}");
        let text = if old[exponent..].starts_with('E') { text.replace('e', "E") } else { text };
        return sign.to_owned() + &text;
    }

    let shortest = if new == 0.0 || (1e-7..1e17).contains(&new.abs()) {
        format!("{new}")
    } else {
        format!("{new:e}")
    };
    if shortest.contains('e') {
        return sign.to_owned() + &shortest;
    }
    let decimals = |text: &str| {
        text.split_once('.')
            .map_or(0, |(_, digits)| digits.bytes().filter(u8::is_ascii_digit).count())
    };
    let missing = decimals(old).max(1).saturating_sub(decimals(&shortest));
    let point = if missing > 0 && !shortest.contains('.') { "." } else { "" };
    [sign, &shortest, point, &"0".repeat(missing)].concat()
}

/// Writes a date with the separator of `old` between day and time.
pub(crate) fn date(old: &str, new: &Datetime) -> String {
    let text = new.to_string();
    let separator = old.chars().nth("2026-11-21".len()).filter(|it| ['t', ' '].contains(it));
    let text = match separator {
        Some(separator) if new.date.is_some() => text.replacen('T', &separator.to_string(), 1),
        _ => text,
    };
    if old.ends_with('z') { text.replace('Z', "z") } else { text }
}
