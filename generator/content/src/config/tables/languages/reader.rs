//! Reads `[languages]`: hosts, paths, fallbacks and values of each language.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::ops::Range;

use serde::Deserialize;
use serde_json::Value as Json;
use toml::Spanned;
use toml::de::{DeTable, DeValue, ValueDeserializer};

use super::keys::{OWN_KEYS, TITLES};
use super::{Direction, Host, HostChoice, Language, Languages, TABLE, Untranslated, with_locale};
use crate::config::tables::PathCase;
use crate::config::tables::i18n::{self, I18n};
use crate::config::validate::{self, language_tag_problem};
use crate::foreign_names;
use crate::languages::{FileLanguage, FileLanguages, LanguageKey};
use crate::page_route::route_problem;
use croupier_base::diagnostic::wording::did_you_mean;
use croupier_base::path::{self, Route};
use croupier_base::pseudo::Pseudo;
use croupier_base::syntax::spanned::SpannedValue;

impl Languages {
    /// Reads `[languages]`. `site` is site.toml as templates of all languages see it. Calls `report` with a message, a range and a hint for
    /// each error. A language with `disabled` is left out unless `with_disabled`.
    pub fn read(
        root: &DeTable<'_>,
        i18n: &I18n,
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

        Reader { root, i18n, spanned, site, choice, with_disabled, report }
            .read(table, value.span())
    }
}

/// The keys of a language, as they are written.
#[derive(Default, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default)]
pub(in crate::config) struct Written {
    /// The name of the language in itself, such as Français.
    #[cfg_attr(test, schemars(length(min = 1)))]
    label: Option<String>,
    /// The tag of the language, such as `fr-CA`, for the attribute `lang` and for formats. Default: the key.
    locale: Option<String>,
    /// The URL of its host, if it is not that of the site. Languages with the same URL share a host, which has a folder of its own in the
    /// output.
    #[cfg_attr(test, schemars(with = "Option<String>", regex(pattern = "^https?://[^/]")))]
    base_url: Option<Spanned<String>>,
    /// The start of the URL paths of its pages. Default: the key between slashes, and `/` for the default language or with `base_url`.
    #[cfg_attr(test, schemars(with = "Option<String>", regex(pattern = "^/(.*/)?$")))]
    path: Option<Spanned<String>>,
    /// The folder of its content files, such as `content/fr`. If omitted, its files have names such as `faq.fr.md`.
    #[cfg_attr(test, schemars(with = "Option<String>", regex(pattern = "^/?content/")))]
    content_dir: Option<Spanned<String>>,
    /// The direction of its text. Default: that of its script.
    direction: Option<Direction>,
    /// The languages whose pages take the place of missing ones, nearest first. The default language is always the last one.
    #[cfg_attr(test, schemars(with = "Option<Fallback>"))]
    fallback: Option<Spanned<Fallback>>,
    /// What the language has in place of a page that is not translated. Default: `omit`.
    untranslated: Untranslated,
    /// The notice on pages that show the text of another language. Default: a built-in text in the language, or in English.
    untranslated_notice: Option<String>,
    /// The position in switches, lowest first. Default: 0.
    weight: i64,
    /// Whether the pages of the language are left out. Default: `false`.
    disabled: bool,
}

/// One language, or several in their order.
#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged, expecting = "`fallback` is neither the key of a language nor a list of keys")]
enum Fallback {
    One(String),
    List(Vec<String>),
}

/// Reads `[languages]` and reports its errors.
pub(super) struct Reader<'a> {
    pub(super) root: &'a DeTable<'a>,
    i18n: &'a I18n,
    spanned: &'a SpannedValue,
    site: Json,
    choice: HostChoice<'a>,
    with_disabled: bool,
    pub(super) report: &'a mut dyn FnMut(String, Range<usize>, String),
}

impl Reader<'_> {
    fn read(mut self, table: &DeTable<'_>, range: Range<usize>) -> Languages {
        let mut written = Vec::new();
        for (name, value) in table {
            if let Some(mut language) = self.language(name, value) {
                self.check_key(name, &written);
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
        if of_default.2.disabled {
            let hint = "set `default_language` to another language";
            let message = format!("the default language `{default}` cannot be disabled");
            (self.report)(message, of_default.1.clone(), hint.to_owned());
        }
        written.sort_by_key(|(key, _, language)| (language.weight, *key));
        written.insert(0, of_default);
        self.check_hosts(&written);
        self.check_labels_and_locales(&written);
        self.check_paths(&written);

        let chains: Vec<Vec<LanguageKey>> =
            written.iter().map(|(key, ..)| self.chain(*key, &written)).collect();
        let hosts = self.hosts(&written);
        let prefixes = self.prefixes(&written);
        let preview_paths = self.paths_on_one_host(&written, default);
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
            let path = self.path_on_host(key, &language, default);
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
        let search_engines = self.i18n.resolve(&keys, self.report);
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
            let paths = self.paths_on_one_host(written, default).into_iter();
            return paths.map(|path| (String::new(), path)).collect();
        };
        let prefix = |(key, _, language): &(LanguageKey, Range<usize>, Written)| {
            let path = self.path_on_host(*key, language, default);
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

    /// Reports a key that differs from another one only in the case of its letters. Names of files state languages in any case.
    fn check_key(
        &mut self,
        name: &Spanned<Cow<'_, str>>,
        written: &[(LanguageKey, Range<usize>, Written)],
    ) {
        let key = name.get_ref();
        if let Some((other, ..)) = written.iter().find(|(it, ..)| it.eq_ignore_ascii_case(key)) {
            let message = format!("`{key}` and `{other}` are the same language in names of files");
            (self.report)(message, name.span(), "remove one of them".to_owned());
        }
    }

    /// Reads the table of one language.
    fn language(
        &mut self,
        name: &Spanned<Cow<'_, str>>,
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
        let (tag, range) = match table.get("locale") {
            Some(locale) => (locale.get_ref().as_str(), locale.span()),
            None => (Some(key), name.span()),
        };
        if let Some(hint) = tag.and_then(|tag| language_tag_problem("locale", tag)) {
            (self.report)("this is not the tag of a language".to_owned(), range, hint);
        }
        let own = table.iter().filter(|(name, _)| OWN_KEYS.contains(&&**name.get_ref()));
        let own: DeTable<'_> = own.map(|(name, value)| (name.clone(), value.clone())).collect();
        let own = Spanned::new(value.span(), DeValue::Table(own));
        match Written::deserialize(ValueDeserializer::from(own)) {
            Ok(language) if language.label.as_ref().is_none_or(|it| it.trim().is_empty()) => {
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

    /// Returns the key of the default language.
    fn default_key(&self) -> LanguageKey {
        let key = ["default_language", "language"].into_iter().find_map(|key| self.root.get(key));
        LanguageKey::new(key.and_then(|it| it.get_ref().as_str()).unwrap_or("en"))
    }

    /// Reports labels and locales that two languages have.
    fn check_labels_and_locales(&mut self, written: &[(LanguageKey, Range<usize>, Written)]) {
        let (mut labels, mut locales) = (BTreeSet::new(), BTreeSet::new());
        for (key, range, language) in written {
            let label = language.label.as_deref().unwrap_or_default().trim();
            if !label.is_empty() && !labels.insert(label) {
                let message = format!("two languages have the label `{label}`");
                let hint = "readers choose a language by it: `Português (Brasil)`";
                (self.report)(message, range.clone(), hint.to_owned());
            }
            let locale = language.locale.as_deref().unwrap_or(key.as_str()).to_ascii_lowercase();
            if !locales.insert(locale.clone()) {
                let message = format!("two languages have the locale `{locale}`");
                let hint =
                    "search engines need another `locale` for each language: `fr` and `fr-CA`";
                (self.report)(message, range.clone(), hint.to_owned());
            }
        }
    }

    /// Reports paths and folders that are invalid, and those that two languages have.
    fn check_paths(&mut self, written: &[(LanguageKey, Range<usize>, Written)]) {
        let (mut paths, mut folders) = (BTreeSet::new(), BTreeSet::new());
        for (key, range, language) in written {
            let path = self.path_on_host(*key, language, default_of(written));
            let prefix = trimmed(&path).to_owned();
            let host = self.host_of(language).to_owned();
            let at = language.path.as_ref().map_or_else(|| range.clone(), Spanned::span);
            let problem = path_problem(&path);
            if let Some(problem) = problem {
                let message = format!("`{path}` cannot be the path of a language: {problem}");
                let hint = format!("write it with slashes: `path = \"/{key}/\"`");
                (self.report)(message, at, hint);
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
                let is_of_data = name == "content/data" || name.starts_with("content/data/");
                if !name.starts_with("content/") || !path::is_portable(name) || is_of_data {
                    let message = format!("`{name}` cannot have the content files of a language");
                    let hint =
                        format!("name a folder in content/: `content_dir = \"content/{key}\"`");
                    (self.report)(message, folder.span(), hint);
                } else if !folders.insert(name) {
                    let message = format!("two languages have the folder `{name}`");
                    let hint = format!("give one of them another folder, such as `content/{key}`");
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

    /// Returns the path of a language on its host, in the case of the paths of pages.
    fn path_on_host(&self, key: LanguageKey, language: &Written, default: LanguageKey) -> String {
        let path = match &language.path {
            Some(path) => path.get_ref().clone(),
            None if key == default || language.base_url.is_some() => "/".to_owned(),
            None => format!("/{key}/"),
        };
        if self.keeps_case() { path } else { path.to_lowercase() }
    }

    /// Returns the path of each language, without a slash at the end, if one host has all of them. A language whose path another one has is
    /// below its key.
    fn paths_on_one_host(
        &self,
        written: &[(LanguageKey, Range<usize>, Written)],
        default: LanguageKey,
    ) -> Vec<String> {
        let mut paths: Vec<String> = Vec::new();
        for (key, _, language) in written {
            let own = trimmed(&self.path_on_host(*key, language, default)).to_owned();
            let is_taken = language.base_url.is_some() && paths.contains(&own);
            let below_key = if self.keeps_case() { key.to_string() } else { key.to_lowercase() };
            paths.push(if is_taken { format!("/{below_key}") } else { own });
        }
        paths
    }

    /// Returns whether `[content] paths` keeps capital letters.
    fn keeps_case(&self) -> bool {
        let content = self.root.get("content").and_then(|it| it.get_ref().as_table());
        let paths = content.and_then(|table| table.get("paths"));
        paths.and_then(|it| it.get_ref().as_str()) == Some("keep")
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

/// Returns why a path cannot be that of a language, or `None` if it can.
fn path_problem(path: &str) -> Option<Cow<'static, str>> {
    if !path.ends_with('/') {
        return Some("it does not end with a slash".into());
    }
    if path.contains(['*', ':']) {
        return Some("it has a character with a special meaning in `_headers`".into());
    }
    route_problem(&Route::new(path), PathCase::Keep)
}

/// Returns a path or a URL without slashes at its end.
fn trimmed(url: &str) -> &str {
    url.trim_end_matches('/')
}

/// Returns the host of a URL, with its port.
pub(super) fn host_name(base_url: &str) -> String {
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
