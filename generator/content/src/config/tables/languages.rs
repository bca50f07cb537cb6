//! `[languages]` of site.toml: the languages of the site, and the values that differ between them.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use serde::Deserialize;
use serde_json::Value as Json;
use toml::Spanned;
use toml::de::{DeTable, DeValue, ValueDeserializer};

use crate::config::tables::i18n::{self, SearchEngineLanguages};
use crate::config::tables::markdown::{ANCHOR_LABEL, CALLOUTS, MarkdownOptions};
use crate::config::tables::{self, Embeds, PLAY_LABEL, TOP_LEVEL_KEYS};
use crate::config::validate;
use crate::foreign_names;
use crate::languages::{FileLanguage, FileLanguages, LanguageKey};
use crate::model::collection::PATTERN_FIELDS;
use crate::model::pattern::pattern_parts;
use croupier_base::diagnostic::wording::did_you_mean;
use croupier_base::path::{self, Route, is_on_this_host};
use croupier_base::pseudo::Pseudo;
use croupier_base::syntax::schema::overlay;
use croupier_base::syntax::spanned::SpannedValue;

/// The name of the table.
const TABLE: &str = "languages";

/// The keys of a language that are not values of site.toml.
const OWN_KEYS: [&str; 11] = [
    "label",
    "locale",
    "base_url",
    "path",
    "content_dir",
    "direction",
    "fallback",
    "untranslated",
    "untranslated_notice",
    "weight",
    "disabled",
];

/// The tables with texts of pages and feeds: `[languages.fr.taxonomies]` has the names of taxonomies, `[languages.fr.feeds]` the titles of
/// feeds by their paths, and `[languages.fr.collections.NAME]` patterns for the fields of a collection.
const TITLES: [&str; 3] = ["taxonomies", "feeds", COLLECTIONS];
const COLLECTIONS: &str = "collections";

/// The tables of the generator that have texts. All others are the same in all languages.
const TABLES_WITH_TEXTS: [&str; 2] = ["markdown", "embeds"];

/// Returns the keys with texts of such a table. The other ones are the same in all languages.
fn keys_with_texts(table: &str) -> &'static [&'static str] {
    match table {
        "markdown" => &[CALLOUTS, ANCHOR_LABEL],
        _ => &[PLAY_LABEL],
    }
}

/// The top-level keys that are the same in all languages.
const SHARED_KEYS: [&str; 3] = ["language", "default_language", "layouts"];

/// The languages that are written from right to left, and the scripts that are.
const RIGHT_TO_LEFT: [&str; 16] = [
    "ar", "arc", "azb", "ckb", "dv", "fa", "glk", "he", "ks", "lrc", "mzn", "nqo", "ps", "sd",
    "ug", "ur",
];
const RIGHT_TO_LEFT_SCRIPTS: [&str; 6] = ["adlm", "arab", "hebr", "nkoo", "syrc", "thaa"];

/// The direction of the text of a language.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize)]
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

impl Host {
    /// Returns the name of the host, which is that of its folder in the output: `casino.example.fr`.
    pub fn name(&self) -> String {
        host_name(&self.base_url).replace(':', "-")
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

    /// Adds the pseudo-languages, which show the texts of the default language. `taxonomies` are the names of taxonomies.
    #[must_use]
    pub(crate) fn with_pseudo<'n>(
        mut self,
        taxonomies: impl Iterator<Item = &'n str>,
    ) -> Languages {
        if !self.is_multiple() {
            // The files without a language belong to the default one.
            let default = &mut self.list[0];
            default.key = LanguageKey::new(&default.locale);
            default.label.clone_from(&default.locale);
            self.files.0.push(FileLanguage {
                key: default.key,
                prefix: String::new(),
                host: String::new(),
                folder: None,
                is_disabled: false,
            });
        }

        let taxonomies: Vec<&str> = taxonomies.collect();
        for pseudo in Pseudo::ALL {
            let language = pseudo_language(pseudo, self.default_language(), &taxonomies);
            self.files.0.push(FileLanguage {
                key: language.key,
                prefix: language.prefix.clone(),
                host: String::new(),
                folder: None,
                is_disabled: false,
            });
            self.list.push(language);
        }
        self
    }

    /// Reads `[languages]`. `site` is site.toml as templates of all languages see it. Calls `report` with a message, a range and a hint for
    /// each error. A language with `disabled` is left out unless `with_disabled`.
    pub fn read(
        root: &DeTable<'_>,
        spanned: &SpannedValue,
        site: Json,
        choice: HostChoice<'_>,
        with_disabled: bool,
        report: &mut dyn FnMut(String, Range<usize>, String),
    ) -> Languages {
        let Some(value) = root.get(TABLE) else {
            if let Some((key, _)) = root.get_key_value("default_language") {
                let hint = "a site in one language has `language = \"en\"`";
                report(
                    "`default_language` needs `[languages]`".to_owned(),
                    key.span(),
                    hint.to_owned(),
                );
            }
            if let Some((key, _)) = root.get_key_value(i18n::TABLE) {
                let hint =
                    "write a table for each language: `[languages.fr]` with `label = \"Français\"`";
                report("`[i18n]` needs `[languages]`".to_owned(), key.span(), hint.to_owned());
            }
            return Languages::one(site);
        };

        let Some(table) = value.get_ref().as_table() else {
            let hint = "write a table for each language: `[languages.fr]`";
            report("`languages` is not a table".to_owned(), value.span(), hint.to_owned());
            return Languages::one(site);
        };

        Reader { root, spanned, site, choice, with_disabled, report }.read(table, value.span())
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

/// Returns a pseudo-language.
fn pseudo_language(pseudo: Pseudo, default: &Language, taxonomies: &[&str]) -> Language {
    let locale = pseudo.tag().to_owned();
    let direction = Direction::of(&locale);
    let mut titles = default.titles.clone();
    if !titles.is_object() {
        titles = Json::Object(serde_json::Map::new());
    }
    for name in taxonomies {
        let title = default.title("taxonomies", name).unwrap_or(name).to_owned();
        titles["taxonomies"][*name] = title.into();
    }
    let tables = titles.as_object_mut().into_iter().flatten();
    // Patterns have names of columns, which are no texts.
    for (_, texts) in tables.filter(|(table, _)| *table != COLLECTIONS) {
        for title in texts.as_object_mut().into_iter().flat_map(|texts| texts.values_mut()) {
            *title = pseudo.text(title.as_str().unwrap_or_default()).into();
        }
    }

    Language {
        key: LanguageKey::new(pseudo.tag()),
        label: pseudo.tag().to_owned(),
        prefix: format!("/{}", pseudo.tag().to_ascii_lowercase()),
        path: format!("/{}", pseudo.tag().to_ascii_lowercase()),
        preview_path: format!("/{}", pseudo.tag().to_ascii_lowercase()),
        fallback: vec![default.key],
        untranslated: Untranslated::Show,
        untranslated_notice: None,
        titles,
        site: with_locale(pseudo_site(pseudo, &default.site), &locale, direction),
        locale,
        direction,
    }
}

/// Returns site.toml with texts in a pseudo-language.
fn pseudo_site(pseudo: Pseudo, site: &Json) -> Json {
    let replace = |text: &str| pseudo.text(text);
    let mut site = site.clone();
    for (name, value) in site.as_object_mut().into_iter().flatten() {
        let is_text = matches!(name.as_str(), "name" | "description" | "image_alt");
        let is_table = value.is_object() || value.is_array();
        let may_have_texts =
            TABLES_WITH_TEXTS.contains(&name.as_str()) || !tables::TABLES.contains(&name.as_str());
        if let Some(text) = value.as_str().filter(|_| is_text) {
            *value = replace(text).into();
        } else if is_table && may_have_texts {
            *value = overlay::with_texts(value, None, &replace);
        }
    }
    site
}

/// The keys of a language, as they are written.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Written {
    label: Option<String>,
    locale: Option<String>,
    base_url: Option<Spanned<String>>,
    path: Option<Spanned<String>>,
    content_dir: Option<Spanned<String>>,
    direction: Option<Direction>,
    fallback: Option<Spanned<Fallback>>,
    untranslated: Untranslated,
    untranslated_notice: Option<String>,
    weight: i64,
    disabled: bool,
}

/// One language, or several in their order.
#[derive(Deserialize)]
#[serde(untagged, expecting = "`fallback` is neither the key of a language nor a list of keys")]
enum Fallback {
    One(String),
    List(Vec<String>),
}

/// Returns whether a table of site.toml has a key.
fn is_key_of_site(table: &str, key: &str) -> bool {
    let unknown = format!("unknown field `{key}`");
    let entry = DeTable::from_iter([(
        Spanned::new(0..0, key.into()),
        Spanned::new(0..0, DeValue::Table(DeTable::new())),
    )]);
    let value = ValueDeserializer::from(Spanned::new(0..0, DeValue::Table(entry)));
    let error = match table {
        "markdown" => MarkdownOptions::deserialize(value).err(),
        _ => Embeds::deserialize(value).err(),
    };
    let is_read_apart = table == "markdown" && ["code_islands", "language_aliases"].contains(&key);
    is_read_apart || !error.is_some_and(|it| it.message().starts_with(&unknown))
}

/// Reads `[languages]` and reports its errors.
struct Reader<'a> {
    root: &'a DeTable<'a>,
    spanned: &'a SpannedValue,
    site: Json,
    choice: HostChoice<'a>,
    with_disabled: bool,
    report: &'a mut dyn FnMut(String, Range<usize>, String),
}

impl Reader<'_> {
    fn read(mut self, table: &DeTable<'_>, range: Range<usize>) -> Languages {
        let mut written = Vec::new();
        for (name, value) in table {
            if let Some(mut language) = self.language(name, value) {
                language.disabled &= !self.with_disabled;
                written.push((LanguageKey::new(name.get_ref()), name.span(), language));
            }
        }

        let default = self.default_key();
        let Some(first) = written.iter().position(|(key, ..)| *key == default) else {
            let message = format!("`[languages]` lacks the default language `{default}`");
            let hint = format!(
                "add `[languages.{default}]` with `label = \"English\"`, or set `default_language`"
            );
            (self.report)(message, range, hint);
            return Languages::one(self.site);
        };

        // The default language is first, and then they follow their weights.
        let of_default = written.remove(first);
        written.sort_by_key(|(key, _, language)| (language.weight, *key));
        written.insert(0, of_default);
        self.check_hosts(&written);
        self.check_paths(&written);

        let chains: Vec<Vec<LanguageKey>> =
            written.iter().map(|(key, ..)| self.chain(*key, &written)).collect();
        let hosts = self.hosts(&written);
        let prefixes = self.prefixes(&written);
        let preview_paths = paths_on_one_host(&written, default);
        let files = written.iter().zip(prefixes);
        let files = files.map(|((key, _, language), (host, path))| {
            let folder = language.content_dir.as_ref();
            let folder = folder.map(|folder| folder.get_ref().trim_matches('/'));
            FileLanguage {
                key: *key,
                prefix: format!("{host}{path}"),
                host,
                folder: folder.map(|folder| format!("{folder}/")),
                is_disabled: language.disabled,
            }
        });
        let files = FileLanguages(files.collect());

        let mut list = Vec::new();
        let languages = written.into_iter().zip(chains).zip(preview_paths).zip(&files.0);
        for ((((key, _, language), chain), preview_path), file) in languages {
            if language.disabled {
                continue;
            }
            let path = path_on_host(key, &language, default);
            let locale = language.locale.unwrap_or_else(|| key.to_string());
            let direction = language.direction.unwrap_or_else(|| Direction::of(&locale));
            let values = self.values_of(key);
            let titles = TITLES
                .iter()
                .filter_map(|name| Some(((*name).to_owned(), values.get(*name)?.clone())));
            let titles = Json::Object(titles.collect());
            list.push(Language {
                key,
                label: language.label.unwrap_or_else(|| key.to_string()),
                prefix: file.prefix.clone(),
                path: trimmed(&path).to_owned(),
                preview_path,
                fallback: chain,
                untranslated: language.untranslated,
                untranslated_notice: language.untranslated_notice,
                titles,
                site: with_locale(merged(self.site.clone(), values), &locale, direction),
                locale,
                direction,
            });
        }
        let keys: Vec<LanguageKey> = list.iter().map(|it: &Language| it.key).collect();
        let search_engines = SearchEngineLanguages::read(self.root, &keys, self.report);
        Languages { list, hosts, files, search_engines }
    }

    /// Returns the URL of the host of a language, without a slash at the end.
    fn host_of<'w>(&'w self, language: &'w Written) -> &'w str {
        language.base_url.as_ref().map_or(self.choice.base_url, |url| trimmed(url.get_ref()))
    }

    /// Returns the hosts with languages that are not disabled, if languages have a `base_url`.
    fn hosts(&self, written: &[(LanguageKey, Range<usize>, Written)]) -> Vec<Host> {
        let published = || written.iter().filter(|(.., language)| !language.disabled);
        if published().all(|(.., language)| language.base_url.is_none()) {
            return Vec::new();
        }
        let mut hosts: Vec<Host> = Vec::new();
        for (key, _, language) in published() {
            let base_url = self.host_of(language);
            match hosts.iter_mut().find(|it| it.base_url == base_url) {
                Some(host) => host.languages.push(*key),
                None => {
                    hosts.push(Host { base_url: base_url.to_owned(), languages: vec![*key] });
                }
            }
        }
        hosts
    }

    /// Returns the start of the routes of each language, without a slash at the end: the URL of another host, or nothing, and the path.
    fn prefixes(&self, written: &[(LanguageKey, Range<usize>, Written)]) -> Vec<(String, String)> {
        let default = default_of(written);
        let Some(host) = self.choice.host else {
            let paths = paths_on_one_host(written, default).into_iter();
            return paths.map(|path| (String::new(), path)).collect();
        };
        let prefix = |(key, _, language): &(LanguageKey, Range<usize>, Written)| {
            let path = path_on_host(*key, language, default);
            let own = self.host_of(language);
            let other = if own == host { "" } else { own };
            (other.to_owned(), trimmed(&path).to_owned())
        };
        written.iter().map(prefix).collect()
    }

    /// Reports a `base_url` that is invalid, or on the host of another one.
    fn check_hosts(&mut self, written: &[(LanguageKey, Range<usize>, Written)]) {
        let mut known = vec![self.choice.base_url.to_owned()];
        for (key, _, language) in written {
            let Some(base_url) = &language.base_url else { continue };
            let url = trimmed(base_url.get_ref());
            if let Some(hint) = validate::base_url_problem(url) {
                let message = format!("`{url}` is not the URL of a host");
                (self.report)(message, base_url.span(), hint.to_owned());
                continue;
            }
            let other = known.iter().find(|it| **it != url && host_name(it) == host_name(url));
            if let Some(other) = other {
                let message = format!("`{url}` and `{other}` are two URLs of one host");
                let hint = format!(
                    "write `base_url = \"{other}\"`, and `path`, such as `path = \"/{key}/\"`"
                );
                (self.report)(message, base_url.span(), hint);
            }
            known.push(url.to_owned());
        }
    }

    /// Reads the table of one language.
    fn language(
        &mut self,
        name: &Spanned<std::borrow::Cow<'_, str>>,
        value: &Spanned<DeValue<'_>>,
    ) -> Option<Written> {
        let key = &**name.get_ref();
        let Some(table) = value.get_ref().as_table() else {
            let hint = foreign_names::table_key(TABLE, key).map_or_else(
                || format!("write a table for each language: `[languages.{key}]`"),
                str::to_owned,
            );
            (self.report)(format!("`{key}` is not the table of a language"), name.span(), hint);
            return None;
        };
        let is_key = key.starts_with(|it: char| it.is_ascii_alphabetic())
            && key.bytes().all(|it| it.is_ascii_alphanumeric() || it == b'-');
        let locale = table.get("locale").and_then(|it| it.get_ref().as_str());
        if let Some(pseudo) = [Some(key), locale].into_iter().flatten().find_map(Pseudo::of_tag) {
            let message = format!("`{}` is a pseudo-language", pseudo.tag());
            let hint = "remove it; `croupier build --pseudo` adds it".to_owned();
            (self.report)(message, name.span(), hint);
            return None;
        }
        if !is_key {
            let hint = "use letters, digits and hyphens, such as `fr` or `pt-br`".to_owned();
            (self.report)(format!("`{key}` cannot be the key of a language"), name.span(), hint);
            return None;
        }

        self.check_names(table);
        let own = table.iter().filter(|(name, _)| OWN_KEYS.contains(&&**name.get_ref()));
        let own: DeTable<'_> = own.map(|(name, value)| (name.clone(), value.clone())).collect();
        let own = Spanned::new(value.span(), DeValue::Table(own));
        match Written::deserialize(ValueDeserializer::from(own)) {
            Ok(language) if language.label.is_none() => {
                let hint =
                    "add `label`, the name of the language in itself: `label = \"Français\"`";
                (self.report)(
                    format!("the language `{key}` has no name"),
                    name.span(),
                    hint.to_owned(),
                );
                Some(language)
            }
            Ok(language) => Some(language),
            Err(error) => {
                let message = error.message().lines().next().unwrap_or_default().to_owned();
                let range = error.span().unwrap_or(value.span());
                (self.report)(
                    message,
                    range,
                    "the guide \"Languages\" lists the keys of a language".to_owned(),
                );
                None
            }
        }
    }

    /// Reports keys that a language cannot have.
    fn check_names(&mut self, table: &DeTable<'_>) {
        for (name, value) in table {
            let key = &**name.get_ref();
            if TABLES_WITH_TEXTS.contains(&key) {
                self.check_texts(key, value);
            }
            if TITLES.contains(&key) {
                self.check_titles(key, value);
            }
            let is_table = matches!(value.get_ref(), DeValue::Table(_) | DeValue::Array(_));
            let is_value = TOP_LEVEL_KEYS.contains(&key) && !SHARED_KEYS.contains(&key);
            let is_of_templates = is_table && !tables::TABLES.contains(&key);
            if OWN_KEYS.contains(&key)
                || TITLES.contains(&key)
                || TABLES_WITH_TEXTS.contains(&key)
                || is_value
                || is_of_templates
            {
                continue;
            }

            let is_shared = SHARED_KEYS.contains(&key) || tables::TABLES.contains(&key);
            let message = if is_shared {
                format!("`{key}` is the same in all languages")
            } else {
                format!("a language has no key `{key}`")
            };
            let known = OWN_KEYS.into_iter().chain(TOP_LEVEL_KEYS);
            let hint = foreign_names::table_key(TABLE, key)
                .map(str::to_owned)
                .or_else(|| is_shared.then(|| "set it at the top of site.toml".to_owned()))
                .or_else(|| did_you_mean(key, known))
                .unwrap_or_else(|| "put your own values in a table".to_owned());
            (self.report)(message, name.span(), hint);
        }
    }

    /// Reports keys of a table with texts that a language cannot have, and values that are no texts.
    fn check_texts(&mut self, table: &str, value: &Spanned<DeValue<'_>>) {
        let Some(keys) = value.get_ref().as_table() else {
            let hint = format!("write a table: `[languages.KEY.{table}]`");
            (self.report)(format!("`{table}` is not a table"), value.span(), hint);
            return;
        };

        let known = keys_with_texts(table);
        for (name, value) in keys {
            let key = &**name.get_ref();
            let is_text = |value: &Spanned<DeValue<'_>>| value.get_ref().as_str().is_some();
            let is_valid = match value.get_ref().as_table() {
                Some(texts) => key == CALLOUTS && texts.values().all(is_text),
                None => key != CALLOUTS && is_text(value),
            };
            if !known.contains(&key) {
                let shared = is_key_of_site(table, key);
                let message = if shared {
                    format!("`{key}` of `[{table}]` is the same in all languages")
                } else {
                    format!("`[{table}]` of a language has no key `{key}`")
                };
                let hint = foreign_names::table_key(table, key)
                    .map(str::to_owned)
                    .or_else(|| shared.then(|| format!("set it in `[{table}]` of site.toml")))
                    .or_else(|| did_you_mean(key, known.iter().copied()))
                    .unwrap_or_else(|| format!("it can have {}", known.join(" and ")));
                (self.report)(message, name.span(), hint);
            } else if !is_valid {
                let expected = if key == CALLOUTS { "a table of texts" } else { "a text" };
                let hint = format!("write {expected} in the language");
                (self.report)(format!("`{key}` is not {expected}"), value.span(), hint);
            }
        }
    }

    /// Reports titles and fields of taxonomies, feeds and collections that the site does not have, and values that are no texts.
    fn check_titles(&mut self, table: &str, value: &Spanned<DeValue<'_>>) {
        let key = if table == "feeds" { "path" } else { "name" };
        let Some(titles) = value.get_ref().as_table() else {
            let hint = format!("write a table: `[languages.KEY.{table}]`");
            (self.report)(format!("`{table}` is not a table"), value.span(), hint);
            return;
        };

        let of_site = self.root.get(table).and_then(|it| it.get_ref().as_array());
        let entries = of_site.map(|it| it.iter()).into_iter().flatten();
        let names = entries.filter_map(|it| it.get_ref().as_table()?.get(key)?.get_ref().as_str());
        let names: Vec<&str> = names.collect();
        for (name, value) in titles {
            let written = &**name.get_ref();
            if !names.contains(&written) {
                let hint = did_you_mean(written, names.iter().copied())
                    .unwrap_or_else(|| format!("write the `{key}` of an entry of `[[{table}]]`"));
                (self.report)(format!("`[[{table}]]` has no `{written}`"), name.span(), hint);
            } else if table == COLLECTIONS {
                self.check_fields(written, value);
            } else if value.get_ref().as_str().is_none() {
                let hint = "write the title in the language".to_owned();
                (self.report)(format!("`{written}` is not a text"), value.span(), hint);
            }
        }
    }

    /// Reports fields of a collection that are the same in all languages, and values that are no patterns.
    fn check_fields(&mut self, collection: &str, value: &Spanned<DeValue<'_>>) {
        let Some(fields) = value.get_ref().as_table() else {
            let hint = format!("write a table: `[languages.KEY.{COLLECTIONS}.{collection}]`");
            (self.report)(format!("`{collection}` is not a table"), value.span(), hint);
            return;
        };

        for (name, value) in fields {
            let field = &**name.get_ref();
            if !PATTERN_FIELDS.contains(&field) {
                let message = format!("a language has no field `{field}` of a collection");
                let hint = did_you_mean(field, PATTERN_FIELDS)
                    .unwrap_or_else(|| format!("it can have {}", PATTERN_FIELDS.join(", ")));
                (self.report)(message, name.span(), hint);
                continue;
            }

            let problem = match value.get_ref().as_str().map(pattern_parts) {
                Some(Ok(_)) => continue,
                Some(Err(problem)) => problem,
                None => "it is not a text",
            };
            let hint = "write a text with names of columns in braces: `\"{name} | Shop\"`";
            let message = format!("`{field}` is no pattern: {problem}");
            (self.report)(message, value.span(), hint.to_owned());
        }
    }

    /// Returns the key of the default language.
    fn default_key(&self) -> LanguageKey {
        let key = ["default_language", "language"].into_iter().find_map(|key| self.root.get(key));
        LanguageKey::new(key.and_then(|it| it.get_ref().as_str()).unwrap_or("en"))
    }

    /// Reports paths and folders that are invalid, or that two languages have.
    fn check_paths(&mut self, written: &[(LanguageKey, Range<usize>, Written)]) {
        let mut paths = BTreeSet::new();
        for (key, range, language) in written {
            let path = path_on_host(*key, language, default_of(written));
            let prefix = trimmed(&path).to_owned();
            let host = self.host_of(language).to_owned();
            let at = language.path.as_ref().map_or_else(|| range.clone(), Spanned::span);
            let is_path = language.path.as_ref().is_none_or(|path| {
                let path = path.get_ref();
                path.starts_with('/') && path.ends_with('/') && !path.contains("//")
            });
            let is_reserved =
                path::is_reserved(Route::new(format!("{prefix}/")).trim_start_matches('/'));
            if !is_path || is_reserved {
                let hint = format!("write it with slashes: `path = \"/{key}/\"`");
                (self.report)(format!("`{prefix}` cannot be the path of a language"), at, hint);
            } else if !paths.insert((host.clone(), prefix.clone())) {
                let hint = format!("give one of them another `path`, such as `\"/{key}/\"`");
                let at_host = language.base_url.as_ref().map(|_| format!(" at {host}"));
                let message = format!(
                    "two languages have the path `{prefix}/`{}",
                    at_host.unwrap_or_default()
                );
                (self.report)(message, at, hint);
            }

            if let Some(folder) = &language.content_dir {
                let name = folder.get_ref().trim_matches('/');
                if !name.starts_with("content/") || !path::is_inside(name) || name == "content/data"
                {
                    let message = format!("`{name}` cannot have the content files of a language");
                    let hint =
                        format!("name a folder in content/: `content_dir = \"content/{key}\"`");
                    (self.report)(message, folder.span(), hint);
                }
            }
        }
    }

    /// Returns the languages that take the place of `key`, nearest first. Reports unknown ones. The default language is the last one.
    fn chain(
        &mut self,
        key: LanguageKey,
        written: &[(LanguageKey, Range<usize>, Written)],
    ) -> Vec<LanguageKey> {
        let default = written[0].0;
        let mut chain = Vec::new();
        let mut pending = vec![key];
        while let Some(next) = pending.pop() {
            let Some((.., language)) = written.iter().find(|(it, ..)| *it == next) else {
                continue;
            };

            let Some(fallback) = &language.fallback else { continue };
            let names = match fallback.get_ref() {
                Fallback::One(name) => std::slice::from_ref(name),
                Fallback::List(names) => names,
            };

            for name in names {
                let other = LanguageKey::new(name);
                if !written.iter().any(|(it, ..)| *it == other) {
                    if next == key {
                        let keys = written.iter().map(|(it, ..)| it.as_str());
                        let hint = did_you_mean(name, keys.clone()).unwrap_or_else(|| {
                            format!("name one of {}", keys.collect::<Vec<_>>().join(", "))
                        });
                        (self.report)(
                            format!("there is no language `{name}`"),
                            fallback.span(),
                            hint,
                        );
                    }
                } else if other != key && !chain.contains(&other) {
                    chain.push(other);
                    pending.push(other);
                }
            }
        }

        if key != default && !chain.contains(&default) {
            chain.push(default);
        }

        chain.retain(|it| {
            written.iter().any(|(other, _, language)| other == it && !language.disabled)
        });

        chain
    }

    /// Returns the values of site.toml that a language has of its own.
    fn values_of(&self, key: LanguageKey) -> Json {
        let values = self.spanned.get(TABLE).and_then(|table| table.get(key.as_str()));
        let mut values = values.map_or(Json::Null, SpannedValue::to_json);
        if let Some(table) = values.as_object_mut() {
            table.retain(|name, _| !OWN_KEYS.contains(&name.as_str()));
        }
        values
    }
}

/// Returns the key of the default language.
fn default_of(written: &[(LanguageKey, Range<usize>, Written)]) -> LanguageKey {
    written[0].0
}

/// Returns the path of a language on its host.
fn path_on_host(key: LanguageKey, language: &Written, default: LanguageKey) -> String {
    match &language.path {
        Some(path) => path.get_ref().clone(),
        None if key == default || language.base_url.is_some() => "/".to_owned(),
        None => format!("/{key}/"),
    }
}

/// Returns the path of each language, without a slash at the end, if one host has all of them. A language whose path another one has is
/// below its key.
fn paths_on_one_host(
    written: &[(LanguageKey, Range<usize>, Written)],
    default: LanguageKey,
) -> Vec<String> {
    let mut paths: Vec<String> = Vec::new();
    for (key, _, language) in written {
        let own = trimmed(&path_on_host(*key, language, default)).to_owned();
        let is_taken = language.base_url.is_some() && paths.contains(&own);
        paths.push(if is_taken { format!("/{key}") } else { own });
    }
    paths
}

/// Returns a path or a URL without slashes at its end.
fn trimmed(url: &str) -> &str {
    url.trim_end_matches('/')
}

/// Returns the host of a URL, with its port.
fn host_name(base_url: &str) -> String {
    let rest = base_url.split_once("://").map_or(base_url, |(_, rest)| rest);
    rest.split('/').next().unwrap_or_default().to_ascii_lowercase()
}

/// Returns `site` with the values of a language, merged table by table. Titles are not values.
fn merged(mut site: Json, values: Json) -> Json {
    if let (Json::Object(site), Json::Object(values)) = (&mut site, values) {
        for (name, value) in values {
            if TITLES.contains(&name.as_str()) {
                continue;
            }
            let of_site = site.remove(&name).unwrap_or(Json::Null);
            site.insert(name, merged_value(of_site, value));
        }
    }
    site
}

fn merged_value(base: Json, over: Json) -> Json {
    match (base, over) {
        (Json::Object(mut base), Json::Object(over)) => {
            for (name, value) in over {
                let lower = base.remove(&name).unwrap_or(Json::Null);
                base.insert(name, merged_value(lower, value));
            }
            Json::Object(base)
        }
        (_, over) => over,
    }
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
