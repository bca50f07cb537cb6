//! Formats of numbers and currency amounts, and names of languages and countries, from the Unicode CLDR (see `cldr/`).

use std::cell::RefCell;

use iso_currency::Currency;

use crate::cldr_table::{TagParts, candidates, fields_of};

/// One line for each locale. `cldr/extract_locales.py` writes the file and describes its format.
static TABLE: &str = include_str!("../cldr/locales.tsv");

/// The fields of a line, after the tag.
const FIELD_COUNT: usize = 14;
/// The name of the language in itself.
const NAME: usize = 0;
/// The country of a tag without one, which is that of most speakers.
const COUNTRY: usize = 1;
const COUNTRY_NAME: usize = 2;
/// The digit zero.
const ZERO: usize = 3;
const POINT: usize = 4;
const SEPARATOR: usize = 5;
const MINUS: usize = 6;
/// Sizes of groups from right to left, separated by commas.
const SIZES: usize = 7;
/// How many digits are before the first separator at least.
const MINIMUM: usize = 8;
const AMOUNT_POINT: usize = 9;
const AMOUNT_SEPARATOR: usize = 10;
const AMOUNT_SIZES: usize = 11;
/// An amount, with `0` for its digits and `¤` for the currency.
const AMOUNT: usize = 12;
const NEGATIVE_AMOUNT: usize = 13;

/// The zero of the digits that Latin scripts have.
pub const LATIN_ZERO: char = '0';
/// The countries of pseudo-languages.
const PSEUDO_COUNTRIES: [&str; 2] = ["XA", "XB"];

/// A language as used in a country.
#[derive(Debug, Clone, Copy)]
pub struct Locale {
    fields: [&'static str; FIELD_COUNT],
    is_french: bool,
}

impl Locale {
    /// Returns the locale of a language tag such as `en`, `de-AT` or `pt_BR`; `None` if it is not supported. A country that is not known
    /// for the language has the formats of the language. `ar-EG-u-nu-latn` has Latin digits.
    pub fn from_tag(tag: &str) -> Option<Locale> {
        thread_local! {
            // A site has few languages and needs them for every number.
            static CACHE: RefCell<Vec<(String, Option<Locale>)>> = RefCell::default();
        }
        CACHE.with_borrow_mut(|cache| {
            if let Some((_, locale)) = cache.iter().find(|(known, _)| known == tag) {
                return *locale;
            }
            let locale = Locale::look_up(tag);
            cache.push((tag.to_owned(), locale));
            locale
        })
    }

    /// Looks up a locale without the cache.
    fn look_up(tag: &str) -> Option<Locale> {
        let has_latin_digits = tag.to_ascii_lowercase().contains("-nu-latn");
        let fields = candidates(tag).into_iter().find_map(|tag| {
            let latin = has_latin_digits.then(|| format!("{tag}-u-nu-latn"));
            latin.and_then(|it| fields_of(TABLE, &it)).or_else(|| fields_of(TABLE, &tag))
        })?;
        Some(Locale { fields, is_french: TagParts::of_tag(tag).language == "fr" })
    }

    /// Returns a language tag with its country, as Open Graph writes it: `de_DE` for `de`. `None` if it is not supported.
    pub fn tag_with_country(tag: &str) -> Option<String> {
        let locale = Locale::from_tag(tag)?;
        let TagParts { language, region, .. } = TagParts::of_tag(tag);
        let is_country = |it: &String| it.len() == 2 && !PSEUDO_COUNTRIES.contains(&it.as_str());
        let country = region.filter(is_country);
        Some(format!("{language}_{}", country.as_deref().unwrap_or(locale.fields[COUNTRY])))
    }

    /// Returns the name of the language in itself, such as `français`. `None` if it is not known.
    pub fn own_name(self) -> Option<&'static str> {
        Some(self.fields[NAME]).filter(|it| !it.is_empty())
    }

    /// Returns the name of the country in the language, such as `Brasil`. `None` if it is not known.
    pub fn country_name(self) -> Option<&'static str> {
        Some(self.fields[COUNTRY_NAME]).filter(|it| !it.is_empty())
    }

    /// Returns the digit zero of the language. The other digits follow it in Unicode.
    pub fn zero(self) -> char {
        self.fields[ZERO].chars().next().unwrap_or(LATIN_ZERO)
    }

    /// Formats a decimal number: `1234567.5` becomes `1,234,567.5`.
    pub fn number(self, digits: &str) -> String {
        self.number_format().format(digits)
    }

    /// Returns the format of numbers.
    pub fn number_format(self) -> NumberFormat {
        self.format_of([POINT, SEPARATOR, SIZES])
    }

    /// Returns the format of the digits of amounts.
    pub fn amount_format(self) -> NumberFormat {
        self.format_of([AMOUNT_POINT, AMOUNT_SEPARATOR, AMOUNT_SIZES])
    }

    fn format_of(self, [point, separator, sizes]: [usize; 3]) -> NumberFormat {
        let mut sizes = self.fields[sizes].split(',').filter_map(|it| it.parse().ok());
        let first = sizes.next();
        NumberFormat {
            point: self.fields[point],
            separator: self.fields[separator],
            minus: self.fields[MINUS],
            sizes: first.map(|first| (first, sizes.next().unwrap_or(first))),
            minimum: self.fields[MINIMUM].parse().unwrap_or(1),
            zero: self.zero(),
        }
    }

    /// Formats an amount with its currency symbol: `$1,234.50`, `1.234,50 €`. The symbol of another dollar than that of the site has
    /// its country.
    pub fn money(
        self,
        digits: &str,
        currency: Currency,
        site_currency: Option<Currency>,
    ) -> String {
        let texts = self.around_amount(currency, site_currency);
        let (digits, (before, after)) = match digits.strip_prefix('-') {
            Some(digits) => (digits, &texts.negative),
            None => (digits, &texts.positive),
        };
        format!("{before}{}{after}", self.amount_format().format(digits))
    }

    /// Returns the texts before and after an amount.
    pub fn around_amount(self, currency: Currency, site_currency: Option<Currency>) -> AmountTexts {
        let mut symbol = currency.symbol().symbol;
        let is_dollar = |it: Currency| it.symbol().symbol == "$";
        let is_other_dollar = is_dollar(currency)
            && site_currency.is_some_and(|site| is_dollar(site) && site != currency);
        if is_other_dollar {
            let country = &currency.code()[..2];
            let is_at_end = self.fields[AMOUNT].ends_with('¤');
            symbol = if is_at_end && self.is_french {
                format!("$\u{a0}{country}")
            } else {
                format!("{country}$")
            };
        }

        let [positive, negative] = [AMOUNT, NEGATIVE_AMOUNT]
            .map(|pattern| texts_of_pattern(self.fields[pattern], &symbol));
        AmountTexts { positive, negative }
    }
}

/// Returns the texts before and after the digits of an amount. A symbol with a letter next to them has a space between: `CHF 5`.
fn texts_of_pattern(pattern: &str, symbol: &str) -> (String, String) {
    let is_letter = |it: Option<char>| it.is_some_and(|it| it.is_alphanumeric() || it == '.');
    let (before, after) = pattern.split_once('0').unwrap_or_default();

    let mut before = before.replace('¤', symbol);
    if pattern.contains("¤0") && is_letter(symbol.chars().next_back()) {
        before.push('\u{a0}');
    }
    let mut after = after.replace('¤', symbol);
    if pattern.contains("0¤") && is_letter(symbol.chars().next()) {
        after.insert(0, '\u{a0}');
    }
    (before, after)
}

/// The texts before and after an amount, for those above and below zero.
#[derive(Debug, PartialEq, Eq)]
pub struct AmountTexts {
    /// Around an amount that is zero or more.
    pub positive: (String, String),
    /// Around the digits of an amount below zero. They contain the sign.
    pub negative: (String, String),
}

/// How the digits of a number are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NumberFormat {
    /// The text between the integer part and the decimals.
    pub point: &'static str,
    /// The text between groups of digits.
    pub separator: &'static str,
    /// The sign of negative numbers.
    pub minus: &'static str,
    /// The sizes of the last group and of those before it. `None` if there are no groups.
    pub sizes: Option<(usize, usize)>,
    /// How many digits are before the first separator at least. In Spanish, `1234` has no separator.
    pub minimum: usize,
    /// The digit zero.
    pub zero: char,
}

impl NumberFormat {
    fn format(self, digits: &str) -> String {
        let (minus, digits) =
            digits.strip_prefix('-').map_or(("", digits), |digits| (self.minus, digits));
        let (whole, fraction) = digits
            .split_once('.')
            .map_or((digits, None), |(whole, fraction)| (whole, Some(fraction)));

        let mut text = minus.to_owned();
        text.extend(with_zero(&self.grouped(whole), self.zero));
        if let Some(fraction) = fraction {
            text.push_str(self.point);
            text.extend(with_zero(fraction, self.zero));
        }
        text
    }

    /// Returns digits with separators.
    fn grouped(self, whole: &str) -> String {
        let Some((last, others)) = self.sizes.filter(|it| whole.len() >= it.0 + self.minimum)
        else {
            return whole.to_owned();
        };

        let (mut rest, group) = whole.split_at(whole.len() - last);
        let mut groups = vec![group];
        // The size of the other groups repeats, as in the Indian 1,00,00,000.
        while !rest.is_empty() {
            let (before, group) = rest.split_at(rest.len().saturating_sub(others));
            groups.push(group);
            rest = before;
        }
        groups.reverse();
        groups.join(self.separator)
    }
}

/// Returns a text with the digits that begin with this zero.
pub(crate) fn with_zero(text: &str, zero: char) -> impl Iterator<Item = char> {
    text.chars().map(move |letter| {
        let digit = letter.to_digit(10).filter(|_| zero != LATIN_ZERO);
        digit.and_then(|digit| char::from_u32(u32::from(zero) + digit)).unwrap_or(letter)
    })
}

/// Returns whether a text has the form of a language tag (BCP 47): a language of two or three letters, and parts of up to eight letters
/// and digits.
pub fn is_language_tag(text: &str) -> bool {
    let mut parts = text.split('-');
    let language = parts.next().unwrap_or_default();
    matches!(language.len(), 2 | 3)
        && language.bytes().all(|it| it.is_ascii_alphabetic())
        && parts
            .all(|it| matches!(it.len(), 1..=8) && it.bytes().all(|it| it.is_ascii_alphanumeric()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_language_without_a_country_has_a_default_country() {
        for tag in ["en", "de", "de-AT", "pt_BR", "ja", "zh-Hans-CN"] {
            assert!(Locale::from_tag(tag).is_some(), "{tag}");
        }
        for (tag, expected) in [
            ("no", "nb_NO"),
            ("iw-IL", "he_IL"),
            ("zh-Hant", "zh_TW"),
            ("zh-Hant-HK", "zh_HK"),
            ("zh-Hans", "zh_CN"),
            ("es-419", "es_MX"),
            ("sr-Latn", "sr_RS"),
            ("en-XA", "en_US"),
            ("it", "it_IT"),
            ("fr-MA", "fr_MA"),
        ] {
            assert_eq!(Locale::tag_with_country(tag).as_deref(), Some(expected), "{tag}");
        }
        assert!(Locale::from_tag("tlh").is_none() && Locale::from_tag("").is_none());
    }

    #[test]
    fn numbers_and_amounts_follow_the_language() {
        let number = |tag, digits| Locale::from_tag(tag).unwrap().number(digits);
        assert_eq!(number("en", "1234567.891"), "1,234,567.891");
        assert_eq!(number("de", "-1234567.5"), "-1.234.567,5");
        assert_eq!([number("en", "0"), number("en", "-999")], ["0", "-999"]);
        let money = |tag, digits| Locale::from_tag(tag).unwrap().money(digits, Currency::USD, None);
        assert_eq!([money("en", "1234.50"), money("en", "-5.00")], ["$1,234.50", "-$5.00"]);
        assert_eq!(money("hi", "12345678"), "$1,23,45,678");
        assert_eq!(money("de", "1234.50"), "1.234,50\u{a0}$");
    }

    #[test]
    fn numbers_and_amounts_of_all_locales_are_those_of_browsers() {
        let samples = include_str!("../cldr/number_samples.tsv");
        assert!(samples.lines().count() > 600);
        for line in samples.lines() {
            let fields: Vec<&str> = line.split('\t').collect();
            let locale = Locale::from_tag(fields[0]).unwrap();
            let numbers = ["-1234567.891", "1234"].map(|it| locale.number(it));
            let amounts =
                ["1234567.50", "-1234.50"].map(|it| locale.money(it, Currency::EUR, None));
            let texts = [numbers, amounts].concat();
            assert_eq!(texts[..fields.len() - 1], fields[1..], "{line}");
        }
    }

    #[test]
    fn every_line_of_the_table_has_all_fields() {
        for line in TABLE.lines() {
            let tag = line.split('\t').next().unwrap();
            assert_eq!(line.split('\t').count(), FIELD_COUNT + 1, "{line}");
            let fields: [&str; FIELD_COUNT] = fields_of(TABLE, tag).unwrap();
            let is_set = |index: &usize| !fields[*index].is_empty();
            assert!((ZERO..FIELD_COUNT).chain([COUNTRY]).all(|it| is_set(&it)), "{line}");
        }
    }

    #[test]
    fn digits_are_those_of_the_language_unless_the_tag_names_latin_ones() {
        let number = |tag| Locale::from_tag(tag).unwrap().number("1234.5");
        for (tag, expected) in [
            ("ar", "1,234.5"),
            ("ar-EG", "١٬٢٣٤٫٥"),
            ("ar-EG-u-nu-latn", "1,234.5"),
            ("fa", "۱٬۲۳۴٫۵"),
            ("fa-AF-u-nu-latn", "1,234.5"),
            ("mr", "१,२३४.५"),
            ("es", "1234,5"),
            ("es-u-nu-latn", "1234,5"),
        ] {
            assert_eq!(number(tag), expected, "{tag}");
        }
    }

    #[test]
    fn a_symbol_with_letters_has_a_space_before_digits() {
        let money = |tag, currency| Locale::from_tag(tag).unwrap().money("-5.00", currency, None);
        assert_eq!(money("en", Currency::SEK), "-kr\u{a0}5.00");
        assert_eq!(money("sv", Currency::SEK), "\u{2212}5,00\u{a0}kr");
        assert_eq!(money("nl", Currency::EUR), "€\u{a0}-5,00");
    }

    #[test]
    fn canadian_french_groups_digits_with_a_no_break_space() {
        let locale = Locale::from_tag("fr-CA").unwrap();
        assert_eq!(locale.number("1234567.5"), "1\u{a0}234\u{a0}567,5");
        let amount = locale.money("-1234.50", Currency::CAD, Some(Currency::CAD));
        assert_eq!(amount, "-1\u{a0}234,50\u{a0}$");
        assert_eq!(Locale::from_tag("fr").unwrap().number("1234.5"), "1\u{202f}234,5");
    }

    #[test]
    fn another_dollar_than_that_of_the_site_has_its_country() {
        let money =
            |tag, currency, site| Locale::from_tag(tag).unwrap().money("50.00", currency, site);
        let (cad, usd) = (Currency::CAD, Currency::USD);
        for (tag, currency, site, expected) in [
            ("fr-CA", cad, Some(cad), "50,00\u{a0}$"),
            ("fr-CA", usd, Some(cad), "50,00\u{a0}$\u{a0}US"),
            ("fr-CA", usd, Some(Currency::EUR), "50,00\u{a0}$"),
            ("fr-CA", usd, None, "50,00\u{a0}$"),
            ("fr", cad, Some(usd), "50,00\u{a0}$\u{a0}CA"),
            ("en", usd, Some(cad), "US$50.00"),
            ("en-CA", usd, Some(cad), "US$50.00"),
            ("en", cad, Some(usd), "CA$50.00"),
            ("en", usd, Some(usd), "$50.00"),
            ("de", usd, Some(cad), "50,00\u{a0}US$"),
            ("en", Currency::EUR, Some(cad), "€50.00"),
        ] {
            assert_eq!(money(tag, currency, site), expected, "{tag} {currency:?} {site:?}");
        }
    }
}
