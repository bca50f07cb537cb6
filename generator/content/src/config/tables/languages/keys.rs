//! The keys that the table of a language can have, and the errors of other ones.

use serde_json::Value as Json;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::reader::Reader;
use super::{COLLECTIONS, TABLE};
use crate::config::tables::markdown::{ANCHOR_LABEL, CALLOUTS};
use crate::config::tables::{self, PLAY_LABEL, SITE_SCHEMA, TOP_LEVEL_KEYS};
use crate::foreign_names;
use crate::model::collection::PATTERN_FIELDS;
use crate::model::pattern::pattern_parts;
use croupier_base::diagnostic::wording::did_you_mean;

/// The keys of a language that are not values of site.toml.
pub(super) const OWN_KEYS: [&str; 11] = [
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
pub(super) const TITLES: [&str; 3] = ["taxonomies", "feeds", COLLECTIONS];

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

/// The keys of the site's own tables that are the same in all languages, because the loader reads them once for all pages.
const SHARED_VALUES: [(&str, &str); 1] = [("client", "secret_parameters")];

impl Reader<'_> {
    /// Reports keys that a language cannot have.
    pub(super) fn check_names(&mut self, table: &DeTable<'_>) {
        for (name, value) in table {
            let key = &**name.get_ref();
            if TABLES_WITH_TEXTS.contains(&key) {
                self.check_texts(key, value);
            }
            if TITLES.contains(&key) {
                self.check_titles(key, value);
            }
            self.check_shared_values(key, value);
            self.check_shape(key, value);

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

    /// Reports a list of tables in place of a table of the site's own, or the other way round. Its values would replace all of the site.
    fn check_shape(&mut self, key: &str, value: &Spanned<DeValue<'_>>) {
        let Some(of_site) = self.root.get(key).filter(|_| !tables::TABLES.contains(&key)) else {
            return;
        };
        let (message, hint) = match (of_site.get_ref(), value.get_ref()) {
            (DeValue::Table(_), DeValue::Array(_)) => {
                (format!("`{key}` is a table"), format!("write `[languages.KEY.{key}]`"))
            }
            (DeValue::Array(_), DeValue::Table(_)) => {
                (format!("`{key}` is a list"), format!("write `[[languages.KEY.{key}]]`"))
            }
            _ => return,
        };
        (self.report)(message, value.span(), hint);
    }

    /// Reports keys of a table of the site that are the same in all languages.
    fn check_shared_values(&mut self, table: &str, value: &Spanned<DeValue<'_>>) {
        let Some(values) = value.get_ref().as_table() else { return };
        for (name, _) in values {
            let key = &**name.get_ref();
            if SHARED_VALUES.contains(&(table, key)) {
                let message = format!("`{key}` of `[{table}]` is the same in all languages");
                (self.report)(message, name.span(), format!("set it in `[{table}]` of site.toml"));
            }
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
}

/// Returns whether a top-level table of site.toml has texts that pages can show.
pub(super) fn has_texts(table: &str) -> bool {
    TABLES_WITH_TEXTS.contains(&table) || !tables::TABLES.contains(&table)
}

/// Returns whether a table of site.toml has a key.
fn is_key_of_site(table: &str, key: &str) -> bool {
    let schema: Json = serde_json::from_str(SITE_SCHEMA).expect("a test generates it");
    schema["properties"][table]["properties"].get(key).is_some()
}
