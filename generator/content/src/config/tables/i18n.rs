//! `[i18n]` of site.toml: how search engines find the translations of pages.

use std::ops::Range;

use serde::Deserialize;
use toml::Spanned;

use crate::languages::LanguageKey;
use croupier_base::diagnostic::wording::did_you_mean;

/// The name of the table.
pub(super) const TABLE: &str = "i18n";

/// The `[i18n]` table.
#[derive(Debug, Clone, Default, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct I18n {
    /// The key of the language whose pages are for readers of other languages. Default: the default language.
    #[cfg_attr(test, schemars(with = "Option<String>"))]
    pub x_default: Option<Spanned<String>>,
    /// Whether sitemap.xml names the translations of pages, in place of their heads. Default: `false`.
    pub sitemap_alternates: bool,
}

/// How search engines find the translations of pages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct SearchEngineLanguages {
    /// The language of the pages for readers of other languages.
    pub x_default: LanguageKey,
    /// Whether sitemap.xml names the translations of pages, in place of their heads.
    pub sitemap_alternates: bool,
}

impl I18n {
    /// Returns the settings of a site with these languages, the default one first. Calls `report` with a message, a range and a hint if
    /// `x_default` is none of them.
    pub(super) fn resolve(
        &self,
        keys: &[LanguageKey],
        report: &mut dyn FnMut(String, Range<usize>, String),
    ) -> SearchEngineLanguages {
        let default = keys.first().copied().unwrap_or_default();
        let written = self.x_default.as_ref();
        let found = written.and_then(|it| keys.iter().find(|key| key.as_str() == it.get_ref()));

        if let (Some(written), None) = (written, found) {
            let message = format!("the site has no language `{}`", written.get_ref());
            let names = keys.iter().map(|it| it.as_str());
            let hint = did_you_mean(written.get_ref(), names.clone()).unwrap_or_else(|| {
                let names: Vec<String> = names.map(|it| format!("`{it}`")).collect();
                format!("its languages are {}", names.join(", "))
            });
            report(message, written.span(), hint);
        }

        SearchEngineLanguages {
            x_default: found.copied().unwrap_or(default),
            sitemap_alternates: self.sitemap_alternates,
        }
    }
}
