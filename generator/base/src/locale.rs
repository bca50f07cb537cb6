//! Locale data for numbers and currency amounts, from the GNU C library.

use std::cell::RefCell;

use iso_currency::Currency;
use pure_rust_locales::{Locale as LibraryLocale, locale_match};

use crate::format_overrides;

/// The countries of languages without one, which are those of most speakers (CLDR, likely subtags), if they are not the language in capital
/// letters.
const DEFAULT_COUNTRIES: &str = "\
    af_ZA am_ET anp_IN ar_EG as_IN be_BY bho_IN bn_BD bo_CN br_FR brx_IN bs_BA ca_ES ce_RU chr_US crh_UA cs_CZ cv_RU cy_GB da_DK doi_IN \
    dsb_DE dv_MV dz_BT el_GR en_US et_EE eu_ES fa_IR ff_SN fil_PH fur_IT fy_NL ga_IE gd_GB gez_ET gl_ES gu_IN gv_GB ha_NG hak_TW he_IL \
    hi_IN hif_FJ hne_IN hsb_DE hy_AM ia_FR ig_NG ik_CA iu_CA ja_JP ka_GE kab_DZ kk_KZ kl_GL km_KH kn_IN ko_KR kok_IN ks_IN ku_TR kw_GB \
    ky_KG lb_LU lg_UG li_NL lij_IT ln_CD lo_LA lzh_TW mai_IN mfe_MU mhr_RU mi_NZ ml_IN mni_IN mr_IN ms_MY my_MM nan_TW nb_NO nds_DE ne_NP \
    nn_NO nr_ZA nso_ZA oc_FR om_ET or_IN os_RU pa_IN pap_CW ps_AF pt_BR raj_IN sa_IN sah_RU sat_IN sc_IT sd_IN se_NO sgs_LT shn_MM si_LK \
    sl_SI sm_WS sq_AL sr_RS ss_ZA st_ZA sv_SE sw_TZ szl_PL ta_IN tcy_IN te_IN tg_TJ ti_ET tk_TM tl_PH tn_ZA tpi_PG ts_ZA tt_RU ug_CN uk_UA \
    ur_PK ve_ZA vi_VN wa_BE wae_CH wal_ET wo_SN xh_ZA yi_US yo_NG yue_HK zh_CN zu_ZA";

/// Deprecated codes of languages, and those that replace them.
const DEPRECATED_CODES: [(&str, &str); 3] = [("no", "nb"), ("iw", "he"), ("in", "id")];

/// The countries of languages in a script or a region: Latin America is the region 419.
const SUBTAG_COUNTRIES: [(&str, &str, &str); 3] =
    [("zh", "hant", "TW"), ("pa", "arab", "PK"), ("es", "419", "MX")];

/// Returns the language of a tag, and its country. Without a country, it is that of the script, or else the one with most speakers: `pt_BR`.
fn with_country(tag: &str) -> String {
    let lower = tag.to_ascii_lowercase();
    let mut parts = lower.split(['-', '_']);
    let language = language_of(parts.next().unwrap_or_default());
    let parts: Vec<&str> = parts.collect();

    // The script in `zh-Hans-CN` has four letters. `XA` and `XB` are the countries of pseudo-languages.
    let country = parts.iter().find(|it| it.len() == 2 && !["xa", "xb"].contains(*it));
    if let Some(country) = country {
        return format!("{language}_{}", country.to_ascii_uppercase());
    }
    let of_subtag = SUBTAG_COUNTRIES
        .iter()
        .find(|(code, subtag, _)| *code == language && parts.contains(subtag));
    of_subtag.map_or_else(|| with_default_country(language), |(.., it)| format!("{language}_{it}"))
}

/// Returns the current code of a language: `he` for `iw`.
fn language_of(code: &str) -> &str {
    DEPRECATED_CODES
        .iter()
        .find(|(deprecated, _)| *deprecated == code)
        .map_or(code, |(_, language)| language)
}

/// Returns a language with its default country.
fn with_default_country(language: &str) -> String {
    let is_of_language = |it: &&str| it.split_once('_').is_some_and(|(it, _)| it == language);
    match DEFAULT_COUNTRIES.split(' ').find(is_of_language) {
        Some(known) => known.to_owned(),
        None => format!("{language}_{}", language.to_ascii_uppercase()),
    }
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

    /// Looks up a locale without the cache. A country that is not known for the language has the formats of the default country.
    fn look_up(tag: &str) -> Option<Locale> {
        let name = with_country(tag);
        let language = name.split('_').next().unwrap_or_default();
        let library = LibraryLocale::try_from(&*name)
            .or_else(|_| LibraryLocale::try_from(&*with_default_country(language)))
            .ok()?;
        let thousands_separator =
            format_overrides::thousands_separator(&format_overrides::of_tag(tag));
        let is_french = language == "fr";
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

    /// Returns the name of the country in the language, such as `Brasil`. `None` if it is not known.
    pub fn country_name(self) -> Option<&'static str> {
        locale_match!(self.library => LC_ADDRESS::COUNTRY_NAME)
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
        for name in DEFAULT_COUNTRIES.split(' ') {
            let (language, _) = name.split_once('_').unwrap();
            assert_eq!(with_country(language), name);
            assert!(LibraryLocale::try_from(name).is_ok(), "{name}");
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
