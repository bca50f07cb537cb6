//! `[i18n]` of site.toml: how search engines find the translations of pages.

use std::ops::Range;

use toml::de::{DeTable, DeValue};

use crate::foreign_names;
use crate::languages::LanguageKey;
use croupier_base::diagnostic::wording::did_you_mean;

/// The name of the table.
pub(super) const TABLE: &str = "i18n";

const X_DEFAULT: &str = "x_default";
const SITEMAP_ALTERNATES: &str = "sitemap_alternates";

/// How search engines find the translations of pages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct SearchEngineLanguages {
    /// The language of the pages for readers of other languages.
    pub x_default: LanguageKey,
    /// Whether sitemap.xml names the translations of pages, in place of their heads.
    pub sitemap_alternates: bool,
}

impl SearchEngineLanguages {
    /// Reads `[i18n]` of a site with these languages, the default one first. Calls `report` with a message, a range and a hint for each
    /// error.
    pub(super) fn read(
        root: &DeTable<'_>,
        keys: &[LanguageKey],
        report: &mut dyn FnMut(String, Range<usize>, String),
    ) -> SearchEngineLanguages {
        let default = keys.first().copied().unwrap_or_default();
        let mut read = SearchEngineLanguages { x_default: default, sitemap_alternates: false };
        let Some(value) = root.get(TABLE) else { return read };
        let Some(table) = value.get_ref().as_table() else {
            let hint = "write it as `[i18n]`".to_owned();
            report("`i18n` is not a table".to_owned(), value.span(), hint);
            return read;
        };

        for (name, value) in table {
            let key = &**name.get_ref();
            match (key, value.get_ref()) {
                (X_DEFAULT, DeValue::String(language)) => {
                    match keys.iter().find(|it| it.as_str() == language.as_ref()) {
                        Some(language) => read.x_default = *language,
                        None => {
                            let message = format!("the site has no language `{language}`");
                            let names = keys.iter().map(|it| it.as_str());
                            let hint = did_you_mean(language, names.clone()).unwrap_or_else(|| {
                                let names: Vec<String> =
                                    names.map(|it| format!("`{it}`")).collect();
                                format!("its languages are {}", names.join(", "))
                            });
                            report(message, value.span(), hint);
                        }
                    }
                }
                (SITEMAP_ALTERNATES, DeValue::Boolean(is_enabled)) => {
                    read.sitemap_alternates = *is_enabled;
                }
                (X_DEFAULT, _) => {
                    let hint = "write the key of a language, such as `\"en\"`".to_owned();
                    report(format!("`{key}` is not a text"), value.span(), hint);
                }
                (SITEMAP_ALTERNATES, _) => {
                    let hint = "write `true` or `false`".to_owned();
                    report(format!("`{key}` is not a boolean"), value.span(), hint);
                }
                _ => {
                    let hint = foreign_names::table_key(TABLE, key).map(str::to_owned);
                    let hint = hint
                        .or_else(|| did_you_mean(key, [X_DEFAULT, SITEMAP_ALTERNATES]))
                        .unwrap_or_else(|| {
                            format!("the keys are `{X_DEFAULT}` and `{SITEMAP_ALTERNATES}`")
                        });
                    report(format!("unknown key `{key}`"), name.span(), hint);
                }
            }
        }
        read
    }
}
