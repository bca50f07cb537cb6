//! Locale data for numbers and currency amounts, from the GNU C library.

use std::cell::RefCell;

use iso_currency::Currency;
use pure_rust_locales::{Locale as LibraryLocale, locale_match};

use crate::format_overrides;

/// Default countries of languages that several countries use, or whose country code differs from
/// the language code.
const DEFAULT_COUNTRIES: [(&str, &str); 27] = [
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

/// Returns a language and a country, which defaults to the one with most speakers: `pt_BR`, `de_DE`.
fn with_country(tag: &str) -> String {
    let mut parts = tag.split(['-', '_']);
    let language = parts.next().unwrap_or_default().to_ascii_lowercase();
    // The script in `zh-Hans-CN` has four letters.
    let country = parts.find(|part| part.len() == 2).map(str::to_ascii_uppercase);
    // The countries of pseudo-languages.
    let country = country.filter(|it| it != "XA" && it != "XB");
    let default_country =
        DEFAULT_COUNTRIES.iter().find(|(name, _)| *name == language).map(|(_, country)| *country);
    let country = country
        .or_else(|| default_country.map(str::to_owned))
        .unwrap_or_else(|| language.to_ascii_uppercase());
    format!("{language}_{country}")
}

/// A language as used in a country.
#[derive(Debug, Clone, Copy)]
pub struct Locale {
    library: LibraryLocale,
    /// The separator of thousands, if it is not that of the library.
    thousands_separator: Option<&'static str>,
    is_french: bool,
}

impl Locale {
    /// Returns the locale of a language tag such as `en`, `de-AT` or `pt_BR`; `None` if it is not
    /// supported.
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
        let library = LibraryLocale::try_from(&*with_country(tag)).ok()?;
        let thousands_separator =
            format_overrides::thousands_separator(&format_overrides::of_tag(tag));
        let language = tag.split(['-', '_']).next().unwrap_or_default();
        let is_french = language.eq_ignore_ascii_case("fr");
        Some(Locale { library, thousands_separator, is_french })
    }

    /// Returns a language tag with its country, as Open Graph writes it: `de_DE` for `de`. `None` if it is not supported.
    pub fn tag_with_country(tag: &str) -> Option<String> {
        Locale::from_tag(tag).map(|_| with_country(tag))
    }

    /// Returns the name of the language in itself, such as `français`. `None` if it is not known.
    pub fn own_name(self) -> Option<&'static str> {
        locale_match!(self.library => LC_ADDRESS::LANG_NAME)
    }

    /// Formats a decimal number: `1234567.5` becomes `1,234,567.5`.
    pub fn number(self, digits: &str) -> String {
        self.number_format().format(digits)
    }

    /// Returns the separators of numbers.
    pub fn number_format(self) -> NumberFormat {
        NumberFormat {
            point: locale_match!(self.library => LC_NUMERIC::DECIMAL_POINT),
            separator: self
                .thousands_separator
                .unwrap_or(locale_match!(self.library => LC_NUMERIC::THOUSANDS_SEP)),
            sizes: locale_match!(self.library => LC_NUMERIC::GROUPING),
        }
    }

    /// Returns the separators of amounts.
    pub fn amount_format(self) -> NumberFormat {
        NumberFormat {
            point: locale_match!(self.library => LC_MONETARY::MON_DECIMAL_POINT),
            separator: self
                .thousands_separator
                .unwrap_or(locale_match!(self.library => LC_MONETARY::MON_THOUSANDS_SEP)),
            sizes: locale_match!(self.library => LC_MONETARY::MON_GROUPING),
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
        let (minus, digits) = digits.strip_prefix('-').map_or(("", digits), |digits| ("-", digits));
        let amount = self.amount_format().format(digits);
        let (before, after) = self.around_amount(currency, site_currency);
        format!("{minus}{before}{amount}{after}")
    }

    /// Returns the texts before and after an amount, one of which is empty.
    pub fn around_amount(
        self,
        currency: Currency,
        site_currency: Option<Currency>,
    ) -> (String, String) {
        let space = if locale_match!(self.library => LC_MONETARY::P_SEP_BY_SPACE) == 1 {
            "\u{a0}"
        } else {
            ""
        };
        let precedes = locale_match!(self.library => LC_MONETARY::P_CS_PRECEDES);

        let mut symbol = currency.symbol().symbol;
        let is_dollar = |it: Currency| it.symbol().symbol == "$";
        let is_other_dollar = is_dollar(currency)
            && site_currency.is_some_and(|site| is_dollar(site) && site != currency);
        if is_other_dollar {
            let country = &currency.code()[..2];
            symbol = match precedes {
                0 if self.is_french => format!("$\u{a0}{country}"),
                _ => format!("{country}$"),
            };
        }

        match precedes {
            0 => (String::new(), format!("{space}{symbol}")),
            _ => (format!("{symbol}{space}"), String::new()),
        }
    }
}

/// The separators of a number.
#[derive(Debug, Clone, Copy)]
pub struct NumberFormat {
    /// The text between the integer part and the decimals.
    pub point: &'static str,
    /// The text between groups of digits.
    pub separator: &'static str,
    /// The sizes of groups from right to left. The last one repeats; without a positive one, there are no groups.
    pub sizes: &'static [i64],
}

impl NumberFormat {
    fn format(self, digits: &str) -> String {
        grouped(digits, self.point, self.separator, self.sizes)
    }
}

/// Groups the digits before the decimal point, from right to left. `sizes` are the group sizes; the
/// last one repeats.
fn grouped(digits: &str, point: &str, separator: &str, sizes: &[i64]) -> String {
    let (whole, fraction) =
        digits.split_once('.').map_or((digits, None), |(whole, fraction)| (whole, Some(fraction)));
    let (minus, whole) = whole.strip_prefix('-').map_or(("", whole), |whole| ("-", whole));

    let mut groups = Vec::new();
    let mut rest = whole;
    let mut sizes = sizes.iter();
    let mut size = usize::MAX;

    // The last group size repeats, as in the Indian 1,00,00,000.
    while !rest.is_empty() {
        if let Some(next) = sizes.next() {
            size = usize::try_from(*next).ok().filter(|size| *size > 0).unwrap_or(usize::MAX);
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
    fn a_language_without_a_country_has_a_default_country() {
        for tag in ["en", "de", "de-AT", "pt_BR", "ja", "zh-Hans-CN"] {
            assert!(Locale::from_tag(tag).is_some(), "{tag}");
        }
        for (name, _) in DEFAULT_COUNTRIES {
            assert!(Locale::from_tag(name).is_some(), "{name}");
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
