//! Plural categories of numbers by language, from the Unicode CLDR (see `cldr/`).

use std::cell::RefCell;
use std::str::FromStr;

use crate::cldr_table::candidates;

/// The rules of all languages. `cldr/extract_plurals.py` writes the file and describes its format.
static TABLE: &str = include_str!("../cldr/plurals.tsv");

/// Digits that a remainder can depend on. The largest divisor of the rules is 1,000,000.
const MAX_DIGITS: usize = 18;

/// What a number counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PluralKind {
    /// How many: 1 day, 2 days.
    Cardinal,
    /// Which one: 1st, 2nd.
    Ordinal,
}

impl PluralKind {
    fn name(self) -> &'static str {
        match self {
            PluralKind::Cardinal => "cardinal",
            PluralKind::Ordinal => "ordinal",
        }
    }
}

/// Returns the plural category of a number in a language: `zero`, `one`, `two`, `few`, `many` or `other`.
///
/// `digits` are the digits that readers see, such as `1.50`, because `1` and `1.0` can have different categories. An unknown language
/// has the category `other` only.
pub fn category(tag: &str, kind: PluralKind, digits: &str) -> &'static str {
    let Some(number) = Operands::of(digits) else { return "other" };
    let mut rules = rules(tag, kind).split(';').filter_map(|rule| rule.split_once(':'));
    rules
        .find(|(_, condition)| number.satisfies(condition))
        .map_or("other", |(category, _)| category)
}

/// Returns the rules of a language, such as `one:i = 1 and v = 0;few:n % 10 = 2..4`. Empty if it has one category, or is unknown.
pub fn rules(tag: &str, kind: PluralKind) -> &'static str {
    thread_local! {
        // A site has few languages and needs them for every number.
        static CACHE: RefCell<Vec<(String, PluralKind, &'static str)>> = RefCell::default();
    }
    CACHE.with_borrow_mut(|cache| {
        if let Some((.., rules)) = cache.iter().find(|it| it.0 == tag && it.1 == kind) {
            return *rules;
        }
        let rules = candidates(tag).iter().find_map(|tag| rules_of(tag, kind)).unwrap_or_default();
        cache.push((tag.to_owned(), kind, rules));
        rules
    })
}

fn rules_of(tag: &str, kind: PluralKind) -> Option<&'static str> {
    let mut lines = TABLE.lines().filter_map(|line| {
        let mut fields = line.split('\t');
        Some((fields.next()?, fields.next()?, fields.next()?))
    });
    let line =
        lines.find(|(of, _, tags)| *of == kind.name() && tags.split(' ').any(|it| it == tag));
    line.map(|(_, rules, _)| rules)
}

/// The values of a number that rules refer to by letters.
#[derive(Debug)]
struct Operands {
    /// `i`: the integer part.
    integer: u64,
    /// `v`: how many digits are behind the point.
    decimals: u64,
    /// `f`: these digits.
    fraction: u64,
    /// `w`: how many of them are left without zeros at the end.
    significant_decimals: u64,
    /// `t`: these digits.
    significant_fraction: u64,
}

impl Operands {
    fn of(digits: &str) -> Option<Operands> {
        let digits = digits.strip_prefix('-').unwrap_or(digits);
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
        let significant = fraction.trim_end_matches('0');
        Some(Operands {
            integer: last_digits(whole)?,
            decimals: fraction.len() as u64,
            fraction: last_digits(fraction)?,
            significant_decimals: significant.len() as u64,
            significant_fraction: last_digits(significant)?,
        })
    }

    /// Whether a condition such as `n % 10 = 2..4 and v = 0 or n = 1` is true.
    fn satisfies(&self, condition: &str) -> bool {
        let mut alternatives = condition.split(" or ");
        alternatives.any(|all| all.split(" and ").all(|it| self.satisfies_relation(it)))
    }

    fn satisfies_relation(&self, relation: &str) -> bool {
        let (left, ranges, is_equal) = match relation.split_once(" != ") {
            Some((left, ranges)) => (left, ranges, false),
            None => {
                let (left, ranges) = relation.split_once(" = ").expect("relations compare");
                (left, ranges, true)
            }
        };
        let (letter, divisor) = match left.split_once(" % ") {
            Some((letter, divisor)) => (letter, Some(integer(divisor))),
            None => (left, None),
        };

        let value = match letter {
            // A number with decimals is in no range of integers.
            "n" if self.significant_fraction != 0 => None,
            "n" | "i" => Some(self.integer),
            "v" => Some(self.decimals),
            "f" => Some(self.fraction),
            "w" => Some(self.significant_decimals),
            "t" => Some(self.significant_fraction),
            // Numbers in compact notation are not supported, so that the exponent is 0.
            _ => Some(0),
        };
        let value = value.map(|value| divisor.map_or(value, |divisor| value % divisor));
        let is_in_range = ranges.split(',').any(|range| {
            let (start, end) = range.split_once("..").unwrap_or((range, range));
            value.is_some_and(|value| (integer(start)..=integer(end)).contains(&value))
        });
        is_in_range == is_equal
    }
}

/// Returns the value of digits. A long number keeps its last digits, and is not small.
fn last_digits(digits: &str) -> Option<u64> {
    if !digits.bytes().all(|it| it.is_ascii_digit()) {
        return None;
    }
    let digits = digits.trim_start_matches('0');
    if digits.is_empty() {
        return Some(0);
    }
    let is_long = digits.len() > MAX_DIGITS;
    let tail: u64 = digits[digits.len().saturating_sub(MAX_DIGITS)..].parse().ok()?;
    Some(tail + if is_long { 10_u64.pow(18) } else { 0 })
}

fn integer(text: &str) -> u64 {
    u64::from_str(text).expect("the table has integers")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_samples_of_the_cldr_have_their_categories() {
        let samples = include_str!("../cldr/plural_samples.tsv");
        let mut count = 0;
        for line in samples.lines() {
            let [kind, categories, tags] = line.split('\t').collect::<Vec<_>>()[..] else {
                panic!("{line}")
            };
            let kind = if kind == "ordinal" { PluralKind::Ordinal } else { PluralKind::Cardinal };

            for tag in tags.split(' ') {
                for (expected, numbers) in categories.split(';').filter_map(|it| it.split_once(':'))
                {
                    for digits in numbers.split(',') {
                        assert_eq!(
                            category(tag, kind, digits),
                            expected,
                            "{tag} {kind:?} {digits}"
                        );
                        count += 1;
                    }
                }
            }
        }

        assert!(count > 5000, "{count}");
    }

    #[test]
    fn regions_follow_their_language_and_unknown_languages_have_one_category() {
        let cardinal = |tag, digits| category(tag, PluralKind::Cardinal, digits);
        assert_eq!(
            [cardinal("fr-CA", "0"), cardinal("fr-CA", "1.5"), cardinal("fr-CA", "2")],
            ["one", "one", "other"]
        );
        assert_eq!(
            [cardinal("fr", "1000000"), cardinal("pt-PT", "0"), cardinal("pt_BR", "0")],
            ["many", "other", "one"]
        );
        assert_eq!(
            [cardinal("en", "-1"), cardinal("en", "1.0"), cardinal("tlh", "1")],
            ["one", "other", "other"]
        );
        assert_eq!(cardinal("ru", "100000000000000000000000000001"), "one");
        assert_eq!(cardinal("en", "1000000000000000000000001"), "other");
        assert_eq!(cardinal("en", "many"), "other");
    }
}
