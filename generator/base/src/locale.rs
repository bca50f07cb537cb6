//! How a language writes numbers, amounts of money and the names of months and days: what the GNU C library knows of it.

use std::cell::RefCell;

use iso_currency::Currency;
use pure_rust_locales::{Locale as Known, locale_match};

/// Languages that more than one country writes, or whose country has another code, by the country that is meant where none is said.
const HOMES: [(&str, &str); 27] = [
    ("ar", "EG"),
    ("ca", "ES"),
    ("cs", "CZ"),
    ("cy", "GB"),
    ("da", "DK"),
    ("el", "GR"),
    ("en", "US"),
    ("et", "EE"),
    ("eu", "ES"),
    ("fa", "IR"),
    ("ga", "IE"),
    ("gl", "ES"),
    ("he", "IL"),
    ("hi", "IN"),
    ("ja", "JP"),
    ("ka", "GE"),
    ("ko", "KR"),
    ("nb", "NO"),
    ("nn", "NO"),
    ("sl", "SI"),
    ("sq", "AL"),
    ("sr", "RS"),
    ("sv", "SE"),
    ("ta", "IN"),
    ("uk", "UA"),
    ("vi", "VN"),
    ("zh", "CN"),
];

/// A language as a country writes it.
#[derive(Debug, Clone, Copy)]
pub struct Locale(Known);

impl Locale {
    /// What is known of a language tag such as `en`, `de-AT` or `pt_BR`; none where that is nothing.
    pub fn of(tag: &str) -> Option<Locale> {
        thread_local! {
            // A site has one language, and asks for it with each date.
            static LAST: RefCell<(String, Option<Locale>)> = RefCell::default();
        }
        LAST.with_borrow_mut(|(last, locale)| {
            if last != tag {
                (*last, *locale) = (tag.to_owned(), Locale::found(tag));
            }
            *locale
        })
    }

    fn found(tag: &str) -> Option<Locale> {
        let mut parts = tag.split(['-', '_']);
        let language = parts.next()?.to_ascii_lowercase();
        // `zh-Hans-CN`: a script has four letters.
        let country = parts.find(|part| part.len() == 2).map(str::to_ascii_uppercase);
        let home = HOMES
            .iter()
            .find(|(name, _)| *name == language)
            .map(|(_, country)| (*country).to_owned());
        let country = country.or(home).unwrap_or_else(|| language.to_ascii_uppercase());
        Known::try_from(&*format!("{language}_{country}")).ok().map(Locale)
    }

    /// A format of strftime in which the names of months, days and halves of the day are this language's; `month` and `weekday` (Sunday is 0)
    /// count from 0.
    pub fn named(self, format: &str, month: usize, weekday: usize, is_afternoon: bool) -> String {
        let mut named = String::with_capacity(format.len());
        let mut rest = format;
        while let Some(at) = rest.find('%') {
            named.push_str(&rest[..at]);
            let order = &rest[at + 1..];
            let flags = order.len() - order.trim_start_matches(['-', '_', '0', '^', '#']).len();
            let letter = order[flags..].chars().next();
            let name = match letter {
                Some('B') => locale_match!(self.0 => LC_TIME::MON).get(month),
                Some('b' | 'h') => locale_match!(self.0 => LC_TIME::ABMON).get(month),
                Some('A') => locale_match!(self.0 => LC_TIME::DAY).get(weekday),
                Some('a') => locale_match!(self.0 => LC_TIME::ABDAY).get(weekday),
                Some('p') => locale_match!(self.0 => LC_TIME::AM_PM).get(usize::from(is_afternoon)),
                _ => None,
            };
            // Languages that count to 24 have no name for a half of the day.
            let name = name.filter(|name| !name.is_empty());
            let end = at + 1 + flags + letter.map_or(0, char::len_utf8);
            match name {
                Some(name) if order[..flags].contains('^') => {
                    named.push_str(&name.to_uppercase().replace('%', "%%"))
                }
                Some(name) => named.push_str(&name.replace('%', "%%")),
                None => named.push_str(&rest[at..end]),
            }
            rest = &rest[end..];
        }
        named + rest
    }

    /// Digits as `1234567.5` has them, grouped: `1,234,567.5`.
    pub fn number(self, digits: &str) -> String {
        let (point, separator) = (
            locale_match!(self.0 => LC_NUMERIC::DECIMAL_POINT),
            locale_match!(self.0 => LC_NUMERIC::THOUSANDS_SEP),
        );
        grouped(digits, point, separator, locale_match!(self.0 => LC_NUMERIC::GROUPING))
    }

    /// An amount with the sign of its currency: `$1,234.50`, `1.234,50 €`.
    pub fn money(self, digits: &str, currency: Currency) -> String {
        let point = locale_match!(self.0 => LC_MONETARY::MON_DECIMAL_POINT);
        let separator = locale_match!(self.0 => LC_MONETARY::MON_THOUSANDS_SEP);
        let (minus, digits) = digits.strip_prefix('-').map_or(("", digits), |digits| ("-", digits));
        let amount =
            grouped(digits, point, separator, locale_match!(self.0 => LC_MONETARY::MON_GROUPING));
        let symbol = currency.symbol().symbol;
        let space =
            if locale_match!(self.0 => LC_MONETARY::P_SEP_BY_SPACE) == 1 { "\u{a0}" } else { "" };
        match locale_match!(self.0 => LC_MONETARY::P_CS_PRECEDES) {
            0 => format!("{minus}{amount}{space}{symbol}"),
            _ => format!("{minus}{symbol}{space}{amount}"),
        }
    }
}

/// Digits with a point of this kind, and between groups of these sizes, from the right, a separator; the last size goes on.
fn grouped(digits: &str, point: &str, separator: &str, sizes: &[i64]) -> String {
    let (whole, fraction) =
        digits.split_once('.').map_or((digits, None), |(whole, fraction)| (whole, Some(fraction)));
    let (minus, whole) = whole.strip_prefix('-').map_or(("", whole), |whole| ("-", whole));
    let mut groups = Vec::new();
    let mut rest = whole;
    let mut sizes = sizes.iter();
    let mut size = usize::MAX;
    while !rest.is_empty() {
        if let Some(next) = sizes.next() {
            size = usize::try_from(*next).ok().filter(|it| *it > 0).unwrap_or(usize::MAX);
        }
        let (before, group) = rest.split_at(rest.len().saturating_sub(size));
        groups.push(group);
        rest = before;
    }
    groups.reverse();
    let whole = groups.join(separator);
    fraction.map_or_else(
        || format!("{minus}{whole}"),
        |fraction| format!("{minus}{whole}{point}{fraction}"),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_language_alone_is_that_of_its_country() {
        for (tag, month) in [
            ("en", "March"),
            ("de", "März"),
            ("de-AT", "März"),
            ("pt_BR", "março"),
            ("ja", "3月"),
            ("zh-Hans-CN", "三月"),
        ] {
            let locale = Locale::of(tag).unwrap_or_else(|| panic!("{tag}"));
            assert_eq!(
                locale.named("%B", 2, 0, false).to_lowercase(),
                month.to_lowercase(),
                "{tag}"
            );
        }
        for (name, _) in HOMES {
            assert!(Locale::of(name).is_some(), "{name}");
        }
        assert!(Locale::of("tlh").is_none() && Locale::of("").is_none());
    }

    #[test]
    fn numbers_and_amounts_are_written_as_the_language_does() {
        let number = |tag, digits| Locale::of(tag).unwrap().number(digits);
        assert_eq!(number("en", "1234567.891"), "1,234,567.891");
        assert_eq!(number("de", "-1234567.5"), "-1.234.567,5");
        assert_eq!([number("en", "0"), number("en", "-999")], ["0", "-999"]);
        let money = |tag, digits| Locale::of(tag).unwrap().money(digits, Currency::USD);
        assert_eq!([money("en", "1234.50"), money("en", "-5.00")], ["$1,234.50", "-$5.00"]);
        assert_eq!(money("hi", "12345678"), "$1,23,45,678");
        assert_eq!(money("de", "1234.50"), "1.234,50\u{a0}$");
    }

    #[test]
    fn only_names_are_replaced_in_a_format() {
        let named = |tag, format| Locale::of(tag).unwrap().named(format, 10, 6, true);
        assert_eq!(named("de", "%A, %-d. %^b %Y %% %H"), "Samstag, %-d. NOV %Y %% %H");
        assert_eq!(named("en", "%I %p %"), "%I PM %");
        assert_eq!(named("de", "%p"), "%p");
    }
}
