//! The settings of site.toml that decide how content files are read.

use std::collections::BTreeMap;

use crate::config::settings::Settings;
use crate::config::tables::PathCase;
use crate::config::tables::markdown::MarkdownOptions;
use crate::config::tables::permalinks::Permalinks;
use crate::languages::{FileLanguages, LanguageKey};
use crate::model::content_order::ContentOrder;
use croupier_base::date::SiteZone;

/// The settings that decide how content files are read.
#[derive(Debug, Clone, Default)]
pub struct ReadOptions {
    /// The time zone of dates without a zone.
    pub zone: SiteZone,
    /// The extensions of Markdown.
    pub markdown: MarkdownOptions,
    /// The tags of the languages. Empty if the texts of all languages are read alike.
    pub locales: BTreeMap<LanguageKey, String>,
    /// How content files state their languages.
    pub languages: FileLanguages,
    /// The case of the letters in routes.
    pub paths: PathCase,
    /// The URLs of pages by folder.
    pub permalinks: Permalinks,
    /// The order of pages.
    pub order: ContentOrder,
    /// Whether pages have [`Page::headings`](crate::page::Page::headings).
    pub headings: bool,
    /// Whether pages have [`Page::history`](crate::page::Page::history).
    pub git_dates: bool,
}

impl ReadOptions {
    /// Returns the options of a site.
    pub fn new(settings: &Settings) -> ReadOptions {
        ReadOptions {
            zone: SiteZone::new(settings.text("time_zone")),
            markdown: settings.config.markdown,
            locales: locales(settings),
            languages: settings.languages.files.clone(),
            paths: settings.config.content.paths,
            permalinks: settings.config.permalinks.clone(),
            order: settings.config.content.order.clone(),
            headings: settings.config.search.has_headings(),
            git_dates: settings.config.git.dates,
        }
    }

    /// Returns the extensions of Markdown for texts of a language.
    pub(crate) fn markdown_in(&self, language: LanguageKey) -> MarkdownOptions {
        self.locales.get(&language).map_or(self.markdown, |tag| self.markdown.in_language(tag))
    }
}

/// Returns the tags of the languages if titles and headings have their quotation marks.
fn locales(settings: &Settings) -> BTreeMap<LanguageKey, String> {
    if !settings.config.markdown.smart_punctuation {
        return BTreeMap::new();
    }
    settings.languages.iter().map(|it| (it.key, it.locale.clone())).collect()
}

impl PartialEq for ReadOptions {
    fn eq(&self, other: &ReadOptions) -> bool {
        // The name decides about the zone.
        let parts = |it: &ReadOptions| {
            (it.zone.name.clone(), it.markdown, it.paths, it.headings, it.git_dates)
        };
        parts(self) == parts(other)
            && self.permalinks == other.permalinks
            && self.order == other.order
            && self.languages == other.languages
            && self.locales == other.locales
    }
}
