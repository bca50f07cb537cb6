//! Patterns and names of dates in about 260 languages, from the Unicode CLDR (see `cldr/`).

use std::cell::RefCell;
use std::sync::Arc;

use jiff::Zoned;

use crate::cldr_table::{candidates, fields_of};
use crate::format_overrides::{self, FormatOverride, of_tag};
use crate::locale::{LATIN_ZERO, Locale, with_zero};

/// One line for each locale. `cldr/extract.py` writes the file and describes its format.
static TABLE: &str = include_str!("../cldr/dates.tsv");

/// The fields of a line, after the tag.
const FIELD_COUNT: usize = 15;
const FULL: usize = 0;
const LONG: usize = 1;
const MEDIUM: usize = 2;
const SHORT: usize = 3;
const YEAR_MONTH: usize = 4;
const MONTHS: usize = 5;
const STAND_ALONE_MONTHS: usize = 6;
const SHORT_MONTHS: usize = 7;
const STAND_ALONE_SHORT_MONTHS: usize = 8;
const DAYS: usize = 9;
const STAND_ALONE_DAYS: usize = 10;
const SHORT_DAYS: usize = 11;
const DAY_HALVES: usize = 12;
const ERA: usize = 13;
const TIME: usize = 14;

/// The pattern of the time of day.
pub const TIME_STYLE: &str = "time";

/// Names of the patterns that every language has.
const STYLES: [(&str, usize); 6] = [
    ("full", FULL),
    ("long", LONG),
    ("medium", MEDIUM),
    ("short", SHORT),
    ("year_month", YEAR_MONTH),
    (TIME_STYLE, TIME),
];

/// How dates are written in one language.
#[derive(Debug, PartialEq, Eq)]
pub struct DateLocale {
    fields: [&'static str; FIELD_COUNT],
    overrides: Vec<FormatOverride>,
    /// The digit zero of the patterns.
    zero: char,
}

impl DateLocale {
    /// Returns the locale of a language tag such as `en`, `de-AT`, `pt_BR` or `zh-Hant-HK`. Regions
    /// that are unknown have the dates of the language. `None` for an unknown language.
    pub fn from_tag(tag: &str) -> Option<Arc<DateLocale>> {
        thread_local! {
            // A site has few languages and needs them for every date.
            static CACHE: RefCell<Vec<(String, Option<Arc<DateLocale>>)>> = RefCell::default();
        }
        CACHE.with_borrow_mut(|cache| {
            if let Some((_, locale)) = cache.iter().find(|(known, _)| known == tag) {
                return locale.clone();
            }
            let fields = candidates(tag).iter().find_map(|tag| fields_of(TABLE, tag));
            let locale = fields.map(|fields| {
                let zero = Locale::from_tag(tag).map_or(LATIN_ZERO, Locale::zero);
                Arc::new(DateLocale { fields, overrides: of_tag(tag), zero })
            });
            cache.push((tag.to_owned(), locale.clone()));
            locale
        })
    }

    /// Returns whether a format is the name of a pattern: `full`, `long`, `medium`, `short`,
    /// `year_month` or `time`.
    pub fn is_style(format: &str) -> bool {
        STYLES.iter().any(|(name, _)| *name == format)
    }

    /// Returns the names of the patterns that every language has.
    pub fn style_names() -> impl Iterator<Item = &'static str> {
        STYLES.iter().map(|(name, _)| *name)
    }

    /// Returns whether a strftime format has a field, and none whose form depends on a locale of the system.
    pub(crate) fn is_strftime(format: &str) -> bool {
        let mut fields = fields(format).peekable();
        fields.peek().is_some()
            && fields.all(|(_, letter)| !matches!(letter, Some('c' | 'r' | 'x')))
    }

    /// Returns whether a strftime format has names of months, days or halves of the day.
    pub fn has_names(format: &str) -> bool {
        let mut fields = fields(format);
        fields.any(|(_, letter)| matches!(letter, Some('B' | 'b' | 'h' | 'A' | 'a' | 'p' | 'P')))
    }

    /// Formats a date with the pattern of a style. `None` if there is no such style.
    pub(crate) fn format_style(&self, style: &str, date: &Zoned) -> Option<String> {
        let (_, index) = STYLES.iter().find(|(name, _)| *name == style)?;

        let mut output = String::new();
        let mut rest =
            format_overrides::pattern(&self.overrides, style, date).unwrap_or(self.fields[*index]);

        while let Some(first) = rest.chars().next() {
            if first == '\'' {
                let quoted = &rest[1..];
                let end = quoted.find('\'').unwrap_or(quoted.len());
                output.push_str(if end == 0 { "'" } else { &quoted[..end] });
                rest = quoted.get(end + 1..).unwrap_or_default();
                continue;
            }

            let width = rest.chars().take_while(|it| *it == first).count();
            let length = width * first.len_utf8();
            if first.is_ascii_alphabetic() {
                self.push_field(&mut output, first, width, date);
            } else {
                output.push_str(&rest[..length]);
            }

            rest = &rest[length..];
        }

        Some(output)
    }

    /// Returns the patterns of a style, each with the field and its value on which it depends. The first one whose condition is met
    /// applies. Empty if there is no such style.
    pub fn patterns(&self, style: &str) -> Vec<(Option<(char, i8)>, &'static str)> {
        let Some((_, index)) = STYLES.iter().find(|(name, _)| *name == style) else {
            return Vec::new();
        };
        let mut patterns = format_overrides::patterns(&self.overrides, style);
        patterns.push((None, self.fields[*index]));
        patterns
    }

    /// Returns the names that a field of a pattern, such as `MMMM`, has for its values, separated by `|`. `None` for a field with digits.
    pub fn names(&self, letter: char, width: usize) -> Option<&'static str> {
        let field = match (letter, width) {
            ('M', 3) => SHORT_MONTHS,
            ('M', 4..) => MONTHS,
            ('L', 3) => STAND_ALONE_SHORT_MONTHS,
            ('L', 4..) => STAND_ALONE_MONTHS,
            ('E', 1..=3) | ('c', 3) => SHORT_DAYS,
            ('E', _) => DAYS,
            ('c', _) => STAND_ALONE_DAYS,
            ('a', _) => DAY_HALVES,
            ('G', _) => ERA,
            _ => return None,
        };
        Some(self.fields[field])
    }

    /// Writes a field of a pattern, such as `MMMM`.
    fn push_field(&self, output: &mut String, letter: char, width: usize, date: &Zoned) {
        let month = usize::from(date.month().unsigned_abs()) - 1;
        let weekday = usize::from(date.weekday().to_sunday_zero_offset().unsigned_abs());

        if let Some(names) = self.names(letter, width) {
            let index = match letter {
                'M' | 'L' => month,
                'E' | 'c' => weekday,
                'a' => usize::from(date.hour() >= 12),
                _ => 0,
            };
            output.push_str(names.split('|').nth(index).unwrap_or_default());
            return;
        }

        let text = match (letter, width) {
            ('y', 2) => format!("{:02}", date.year().rem_euclid(100)),
            ('y', _) => date.year().to_string(),
            ('M' | 'L', 1) => date.month().to_string(),
            ('M' | 'L', 2) => format!("{:02}", date.month()),
            ('d', 2) => format!("{:02}", date.day()),
            ('d', _) => date.day().to_string(),
            ('H', 1) => date.hour().to_string(),
            ('H', _) => format!("{:02}", date.hour()),
            ('h', 1) => twelve_hours(date).to_string(),
            ('h', _) => format!("{:02}", twelve_hours(date)),
            ('m', 1) => date.minute().to_string(),
            ('m', _) => format!("{:02}", date.minute()),
            _ => String::new(),
        };

        output.extend(with_zero(&text, self.zero));
    }

    /// Returns the digit zero of the patterns. The other digits follow it in Unicode.
    pub fn zero(&self) -> char {
        self.zero
    }

    /// Replaces the fields of a strftime format for names by this language's names. A month next to
    /// a day has the form of a date (genitive in many languages), and otherwise that of a title.
    pub(crate) fn insert_names(&self, format: &str, date: &Zoned) -> String {
        let month = usize::from(date.month().unsigned_abs()) - 1;
        let weekday = usize::from(date.weekday().to_sunday_zero_offset().unsigned_abs());

        let has_day = fields(format).any(|(_, letter)| matches!(letter, Some('d' | 'e')));
        let (months, short_months) = if has_day {
            (MONTHS, SHORT_MONTHS)
        } else {
            (STAND_ALONE_MONTHS, STAND_ALONE_SHORT_MONTHS)
        };

        let mut result = String::with_capacity(format.len());
        let mut copied = 0;

        for (range, letter) in fields(format) {
            let name = match letter {
                Some('B') => self.name(months, month),
                Some('b' | 'h') => self.name(short_months, month),
                Some('A') => self.name(STAND_ALONE_DAYS, weekday),
                Some('a') => self.name(SHORT_DAYS, weekday),
                Some('p' | 'P') => self.name(DAY_HALVES, usize::from(date.hour() >= 12)),
                _ => continue,
            };

            let is_upper = format[range.clone()].contains('^');
            let name = match letter {
                _ if is_upper => name.to_uppercase(),
                Some('P') => name.to_lowercase(),
                _ => name.to_owned(),
            };

            result.push_str(&format[copied..range.start]);
            result.push_str(&name.replace('%', "%%"));
            copied = range.end;
        }

        result + &format[copied..]
    }

    fn name(&self, field: usize, index: usize) -> &'static str {
        self.fields[field].split('|').nth(index).unwrap_or_default()
    }
}

/// Returns the hour on a clock of twelve hours, from 1 to 12.
fn twelve_hours(date: &Zoned) -> i8 {
    match date.hour() % 12 {
        0 => 12,
        hour => hour,
    }
}

/// Returns the fields of a strftime format: their byte ranges and letters.
fn fields(format: &str) -> impl Iterator<Item = (std::ops::Range<usize>, Option<char>)> {
    let mut position = 0;
    std::iter::from_fn(move || {
        let start = position + format[position..].find('%')?;
        let rest = &format[start + 1..];
        let flags = rest.len() - rest.trim_start_matches(['-', '_', '0', '^', '#']).len();
        let letter = rest[flags..].chars().next();
        position = start + 1 + flags + letter.map_or(0, char::len_utf8);
        Some((start..position, letter))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::date;
    use jiff::tz::TimeZone;

    fn format(tag: &str, format: &str) -> String {
        let locale = DateLocale::from_tag(tag).unwrap_or_else(|| panic!("{tag}"));
        let zoned = date(2026, 3, 5).at(18, 30, 0, 0).to_zoned(TimeZone::UTC).unwrap();
        locale.format_style(format, &zoned).unwrap_or_else(|| locale.insert_names(format, &zoned))
    }

    #[test]
    fn dates_have_the_order_and_the_punctuation_of_the_language() {
        for (tag, expected) in [
            ("en", "March 5, 2026"),
            ("en-GB", "5 March 2026"),
            ("en-001", "5 March 2026"),
            ("de", "5. März 2026"),
            ("de-AT", "5. März 2026"),
            ("ja", "2026年3月5日"),
            ("zh-Hans", "2026年3月5日"),
            ("zh-TW", "2026年3月5日"),
            ("ko", "2026년 3월 5일"),
            ("fi", "5. maaliskuuta 2026"),
            ("cs", "5. března 2026"),
            ("pt_BR", "5 de março de 2026"),
            ("es", "5 de marzo de 2026"),
            ("ru", "5 марта 2026 г."),
            ("pl", "5 marca 2026"),
            ("hu", "2026. március 5."),
            ("fr-XX", "5 mars 2026"),
            ("sr-Latn-RS", "5. mart 2026."),
            ("iw", "5 במרץ 2026"),
        ] {
            assert_eq!(format(tag, "long").replace('\u{202f}', " "), expected, "{tag}");
        }

        assert_eq!(format("ja", "year_month"), "2026年3月");
        assert_eq!(format("fi", "full"), "torstai 5. maaliskuuta 2026");
        assert!(DateLocale::from_tag("tlh").is_none() && DateLocale::from_tag("").is_none());
    }

    #[test]
    fn times_have_the_clock_of_the_language() {
        let time = |tag, hour, minute| {
            let zoned = date(2026, 11, 1).at(hour, minute, 0, 0).to_zoned(TimeZone::UTC).unwrap();
            DateLocale::from_tag(tag).unwrap().format_style("time", &zoned).unwrap()
        };
        for (tag, expected) in [
            ("en", ["3:30 PM", "12:00 AM", "12:05 PM"]),
            ("en-GB", ["15:30", "00:00", "12:05"]),
            ("de", ["15:30", "00:00", "12:05"]),
            ("fr", ["15:30", "00:00", "12:05"]),
            ("fr-CA", ["15\u{a0}h\u{a0}30", "0\u{a0}h", "12\u{a0}h\u{a0}5"]),
            ("fr_CA", ["15\u{a0}h\u{a0}30", "0\u{a0}h", "12\u{a0}h\u{a0}5"]),
            ("fi", ["15.30", "0.00", "12.05"]),
            ("ko", ["PM 3:30", "AM 12:00", "PM 12:05"]),
            ("zh-TW", ["下午3:30", "上午12:00", "下午12:05"]),
        ] {
            assert_eq!([time(tag, 15, 30), time(tag, 0, 0), time(tag, 12, 5)], expected, "{tag}");
        }
    }

    #[test]
    fn only_the_first_day_of_a_month_is_an_ordinal_in_canadian_french() {
        let format = |tag, style, day| {
            let zoned = date(2026, 11, day).at(0, 0, 0, 0).to_zoned(TimeZone::UTC).unwrap();
            DateLocale::from_tag(tag).unwrap().format_style(style, &zoned).unwrap()
        };
        for tag in ["fr-CA", "fr_CA", "fr-Latn-CA"] {
            assert_eq!(format(tag, "long", 1), "1er novembre 2026", "{tag}");
            assert_eq!(format(tag, "full", 1), "dimanche 1er novembre 2026");
            assert_eq!(format(tag, "medium", 1), "1 nov. 2026");
            assert_eq!(format(tag, "short", 1), "2026-11-01");
            assert_eq!(format(tag, "year_month", 1), "novembre 2026");
            for day in [2, 11, 21, 30] {
                assert_eq!(format(tag, "long", day), format!("{day} novembre 2026"));
            }
        }
        assert_eq!(format("fr", "long", 1), "1 novembre 2026");
    }

    #[test]
    fn a_month_without_a_day_has_its_nominative() {
        for (tag, alone, with_day) in [
            ("ru", "март 2026", "%-d марта"),
            ("pl", "marzec 2026", "%-d marca"),
            ("cs", "březen 2026", "%-d března"),
            ("uk", "березень 2026", "%-d березня"),
            ("de", "März 2026", "%-d März"),
        ] {
            assert_eq!(format(tag, "%B 2026"), alone);
            assert_eq!(format(tag, "%-d %B"), with_day);
        }
    }

    #[test]
    fn only_names_are_replaced_in_a_format() {
        assert_eq!(format("de", "%A, %-d. %^B %Y %% %H"), "Donnerstag, %-d. MÄRZ %Y %% %H");
        assert_eq!(format("en", "%I %p %"), "%I PM %");
        assert_eq!(format("cs", "%a %b"), "čt bře");
    }

    #[test]
    fn every_locale_has_all_fields() {
        for line in TABLE.lines() {
            let tag = line.split('\t').next().unwrap();
            let fields: [&str; FIELD_COUNT] = fields_of(TABLE, tag).unwrap();
            for (index, field) in fields.iter().enumerate() {
                let names = match index {
                    MONTHS..=STAND_ALONE_SHORT_MONTHS => 12,
                    DAYS..=SHORT_DAYS => 7,
                    DAY_HALVES => 2,
                    _ => 1,
                };
                assert!(!field.is_empty(), "{tag} {index}");
                assert_eq!(field.split('|').count(), names, "{tag} {index}");
            }
        }
    }
}
