//! `[languages]` of site.toml: the languages of the site, and the values that differ between them.

mod keys;
mod pseudo;
mod reader;

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value as Json;

#[cfg(test)]
pub(in crate::config) use self::reader::Written;
use crate::config::tables::i18n::SearchEngineLanguages;
use crate::languages::{FileLanguages, LanguageKey};
use croupier_base::path::is_on_this_host;

/// The name of the table.
const TABLE: &str = "languages";

/// The table of a language with patterns for the fields of pages from data.
const COLLECTIONS: &str = "collections";

/// The languages that are written from right to left, and the scripts that are.
const RIGHT_TO_LEFT: [&str; 16] = [
    "ar", "arc", "azb", "ckb", "dv", "fa", "glk", "he", "ks", "lrc", "mzn", "nqo", "ps", "sd",
    "ug", "ur",
];
const RIGHT_TO_LEFT_SCRIPTS: [&str; 6] = ["adlm", "arab", "hebr", "nkoo", "syrc", "thaa"];

/// The direction of the text of a language.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Direction {
    /// From left to right.
    Ltr,
    /// From right to left.
    Rtl,
}

impl Direction {
    /// Returns the direction of a language tag: that of its script, or else of its language.
    fn of(locale: &str) -> Direction {
        let tag = locale.to_ascii_lowercase();
        let mut parts = tag.split(['-', '_']);
        let language = parts.next().unwrap_or_default();
        let script = parts.find(|part| part.len() == 4);
        let is_right_to_left = match script {
            Some(script) => RIGHT_TO_LEFT_SCRIPTS.contains(&script),
            None => RIGHT_TO_LEFT.contains(&language),
        };
        if is_right_to_left { Direction::Rtl } else { Direction::Ltr }
    }

    /// Returns the value of the attribute `dir`.
    pub fn as_str(self) -> &'static str {
        match self {
            Direction::Ltr => "ltr",
            Direction::Rtl => "rtl",
        }
    }
}

/// What a language has in place of a page that is not translated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Deserialize, serde::Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Untranslated {
    /// The page with the text of another language.
    Show,
    /// No page.
    #[default]
    Omit,
    /// A redirect to the page in another language.
    Redirect,
    /// No page. The missing translation is a warning, and an error of production builds.
    Error,
}

impl Untranslated {
    /// The names in site.toml and front matter.
    pub const NAMES: [(&'static str, Untranslated); 4] = [
        ("show", Untranslated::Show),
        ("omit", Untranslated::Omit),
        ("redirect", Untranslated::Redirect),
        ("error", Untranslated::Error),
    ];
}

/// A language of the site.
#[derive(Debug, Clone)]
pub struct Language {
    /// Its key.
    pub key: LanguageKey,
    /// Its name in itself: `Français`.
    pub label: String,
    /// The tag of the language and its country, for `lang` and for formats: `fr-CA`.
    pub locale: String,
    /// The start of the routes of its pages, without a slash at the end: `/fr`, or nothing. If another host has them, it begins with the URL
    /// of that host.
    pub prefix: String,
    /// The path of its pages on its host, without a slash at the end. It is the prefix, unless another host has them, or one host has the
    /// languages of several.
    pub path: String,
    /// The path of its pages in previews, where one host has all languages, without a slash at the end.
    pub preview_path: String,
    /// The direction of its text.
    pub direction: Direction,
    /// The languages whose pages and texts take the place of missing ones, nearest first.
    pub fallback: Vec<LanguageKey>,
    /// What it has in place of pages that are not translated.
    pub untranslated: Untranslated,
    /// The notice on pages that show the text of another language, in place of the built-in one.
    pub untranslated_notice: Option<String>,
    /// The titles of generated pages by the name of their taxonomy, of feeds by the path in `[[feeds]]`, and tables with the fields of
    /// collections by their names.
    pub titles: Json,
    /// site.toml as templates see it in this language.
    pub site: Json,
}

impl Language {
    /// Returns whether its pages are part of the build. Another host has them otherwise.
    pub fn is_published(&self) -> bool {
        is_on_this_host(&self.prefix)
    }

    /// Returns a top-level text of site.toml in this language.
    pub fn text(&self, key: &str) -> Option<&str> {
        self.site.get(key).and_then(Json::as_str)
    }

    /// Returns the URL path in this language of a path that is the same in all languages: `/fr/feed.xml` for `/feed.xml`.
    pub fn localized(&self, path: &str) -> String {
        format!("{}{path}", self.prefix)
    }

    /// Returns the title of a taxonomy or a feed: see [`Language::titles`].
    pub fn title(&self, table: &str, name: &str) -> Option<&str> {
        self.titles.get(table)?.get(name)?.as_str()
    }

    /// Returns the fields of a collection that have other patterns in this language.
    pub fn fields_of(&self, collection: &str) -> Option<&Json> {
        self.titles.get(COLLECTIONS)?.get(collection)
    }
}

/// Which of the sites that `base_url` of languages divides a site into is built.
#[derive(Debug, Clone, Copy)]
pub struct HostChoice<'a> {
    /// The URL of the site, without a slash at the end.
    pub base_url: &'a str,
    /// The URL of the host that is built. Without it, one host has all languages.
    pub host: Option<&'a str>,
}

/// A host with languages of the site.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Host {
    /// Its URL, without a slash at the end.
    pub base_url: String,
    /// The keys of its languages, in the order of switches.
    pub languages: Vec<LanguageKey>,
}

impl Language {
    /// Returns the path of an alias in this build. Writers write the path on the host of the language, which has a prefix in previews.
    pub fn route_of_alias(&self, alias: &str) -> String {
        with_other_start(alias, &self.path, &self.prefix)
    }

    /// Returns the path on the host of the language, as aliases are written, for a route in this build.
    pub fn path_on_host(&self, route: &str) -> String {
        with_other_start(route, &self.prefix, &self.path)
    }
}

/// Returns a path that begins with `new` in place of `old`. Other paths stay as they are.
fn with_other_start(path: &str, old: &str, new: &str) -> String {
    let rest = path.strip_prefix(old).filter(|rest| rest.starts_with('/'));
    rest.map_or_else(|| path.to_owned(), |rest| format!("{new}{rest}"))
}

impl Host {
    /// Returns the name of the host, which is that of its folder in the output: `casino.example.fr`.
    pub fn name(&self) -> String {
        reader::host_name(&self.base_url).replace(':', "-")
    }
}

/// The languages of the site, the default one first. A site without `[languages]` has one, whose key is empty.
#[derive(Debug, Clone)]
pub struct Languages {
    list: Vec<Language>,
    /// The hosts, if languages have a `base_url`: that of the first language, and then the others.
    pub hosts: Vec<Host>,
    /// How content files state their languages.
    pub files: FileLanguages,
    /// How search engines find the translations of pages.
    pub search_engines: SearchEngineLanguages,
}

impl Languages {
    /// Returns the language of a site without `[languages]`, whose templates see `site`.
    pub fn one(site: Json) -> Languages {
        let locale = site.get("language").and_then(Json::as_str).unwrap_or("en").to_owned();
        let direction = Direction::of(&locale);
        let language = Language {
            key: LanguageKey::default(),
            label: String::new(),
            prefix: String::new(),
            path: String::new(),
            preview_path: String::new(),
            fallback: Vec::new(),
            untranslated: Untranslated::default(),
            untranslated_notice: None,
            titles: Json::Null,
            site: with_locale(site, &locale, direction),
            locale,
            direction,
        };

        let search_engines =
            SearchEngineLanguages { x_default: language.key, sitemap_alternates: false };

        Languages {
            list: vec![language],
            hosts: Vec::new(),
            files: FileLanguages::default(),
            search_engines,
        }
    }

    /// Returns the languages in the order of switches, also those on other hosts.
    pub fn iter(&self) -> impl Iterator<Item = &Language> {
        self.list.iter()
    }

    /// Returns the languages whose pages are part of the build, in the order of switches.
    pub fn published(&self) -> impl Iterator<Item = &Language> {
        self.list.iter().filter(|it| it.is_published())
    }

    /// Returns the default language, which can be on another host.
    pub fn default_language(&self) -> &Language {
        self.list.first().expect("a site has a language")
    }

    /// Returns the first language whose pages are part of the build: the default one, unless another host has it.
    pub fn main_language(&self) -> &Language {
        self.published().next().unwrap_or_else(|| self.default_language())
    }

    /// Returns the language with a key, or the default one.
    pub fn get(&self, key: LanguageKey) -> &Language {
        &self.list[self.position(key)]
    }

    /// Returns the position of the language with a key, or of the default one, in [`Languages::iter`].
    pub fn position(&self, key: LanguageKey) -> usize {
        match self.list.len() {
            // Most sites have one language, and look it up several times for each page.
            1 => 0,
            _ => self.list.iter().position(|it| it.key == key).unwrap_or_default(),
        }
    }

    /// Returns the language with a key.
    pub fn find(&self, key: LanguageKey) -> Option<&Language> {
        self.list.iter().find(|it| it.key == key)
    }

    /// Returns the languages that take the place of each language, nearest first.
    pub fn chains(&self) -> BTreeMap<LanguageKey, Vec<LanguageKey>> {
        self.list.iter().map(|it| (it.key, it.fallback.clone())).collect()
    }

    /// Returns the language that a path in a text or a template names, and the path without that of the language: those of previews, where
    /// one host has all languages. None if the language has the same path in this build.
    pub fn moved<'p>(&self, path: &'p str) -> Option<(&Language, &'p str)> {
        if self.hosts.is_empty() {
            return None;
        }
        let named = self.list.iter().filter_map(|language| {
            let rest = path.strip_prefix(language.preview_path.as_str())?;
            rest.starts_with('/').then_some((language, rest))
        });
        let named = named.min_by_key(|(_, rest)| rest.len());
        named.filter(|(language, _)| language.prefix != language.preview_path)
    }

    /// Returns whether the site has several languages.
    pub fn is_multiple(&self) -> bool {
        self.files.is_multiple()
    }

    /// Returns whether pages of several languages are built. Disabled languages have no pages.
    pub fn are_several_published(&self) -> bool {
        self.list.len() > 1
    }

    /// Returns the language of the pages at a URL path.
    pub fn of_path(&self, path: &str) -> &Language {
        let is_below = |it: &&Language| {
            path.strip_prefix(&it.prefix)
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        let found = self.list.iter().filter(is_below).max_by_key(|it| it.prefix.len());
        found.unwrap_or_else(|| self.main_language())
    }
}

/// Adds the tag and the direction of a language to the values that templates see.
fn with_locale(mut site: Json, locale: &str, direction: Direction) -> Json {
    if let Some(table) = site.as_object_mut() {
        table.insert("language".into(), locale.into());
        table.insert("direction".into(), direction.as_str().into());
    }
    site
}

#[cfg(test)]
mod tests {
    use super::Direction;

    #[test]
    fn the_script_decides_about_the_direction() {
        for tag in ["ar", "he-IL", "az-Arab", "ar_XB", "ur"] {
            assert_eq!(Direction::of(tag), Direction::Rtl, "{tag}");
        }
        for tag in ["en", "az", "ur-Latn", "pa-Guru", "fr-CA"] {
            assert_eq!(Direction::of(tag), Direction::Ltr, "{tag}");
        }
    }
}
