//! The properties of a front matter key. The table of all keys is in [`super::keys`].

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json, json};

use crate::front_matter::cascade::Taken;
use crate::front_matter::keys::KEYS;
use crate::front_matter::model::{FrontMatter, ValueOrigin};
use crate::front_matter::values::KeyValue;
use croupier_base::fingerprint::Fingerprint;

/// A key of front matter.
pub struct Key {
    /// Its name.
    pub name: &'static str,
    /// Stores its value, and reports a value that cannot be read.
    pub(super) read: Read,
    /// Compares its values, if they decide whether, where and in which lists a page is published.
    pub(super) has_same_position: Option<Compare>,
    /// How pages inherit it.
    pub(super) inheritance: Inheritance,
    /// The location of its value, if pages can inherit it.
    pub(super) origin: Option<OriginField>,
    /// Replaces its value by that of a pseudo-language, if it is a text.
    pub(super) translate: Option<Translate>,
    /// Where it is reported as misplaced.
    pub(super) misplaced: Misplaced,
    /// The group of this key and of those below it in forms, if another one begins.
    group: Option<&'static str>,
    title: &'static str,
    description: &'static str,
    schema: &'static str,
}

pub(super) type Read = fn(&mut FrontMatter, &mut KeyValue<'_, '_>);
type Compare = fn(&FrontMatter, &FrontMatter) -> bool;
type Translate = fn(&mut FrontMatter, &dyn Fn(&str) -> String);

/// How pages inherit a key. The functions copy a value from the second front matter to the first.
pub(super) enum Inheritance {
    /// Not at all.
    None,
    /// From `[cascade]` tables and originals, if the page does not set the key.
    Value(fn(&mut FrontMatter, &FrontMatter) -> Fingerprint),
    /// Like `Value`, but the key is a table, and a page inherits the entries that it does not set.
    Entries(fn(&mut FrontMatter, &FrontMatter, &mut Vec<Taken>)),
    /// Only from originals. The result is `None` if the page has a value of its own.
    Original(fn(&mut FrontMatter, &FrontMatter) -> Option<Fingerprint>),
}

/// Access to the location of a value. Reading it does not allocate the rare keys.
pub(super) struct OriginField {
    pub(super) get: fn(&FrontMatter) -> Option<&ValueOrigin>,
    pub(super) get_mut: fn(&mut FrontMatter) -> &mut Option<ValueOrigin>,
}

/// Where inside of `extra` a key is reported as misplaced, if no template reads it by its name and no schema declares it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Misplaced {
    /// In the table `extra` itself, unless a template reads the table without naming the key: templates often need a value with
    /// this name.
    UnreadExtra,
    /// In the table `extra` itself.
    Extra,
    /// Also in the tables inside of it, because the name has no other plausible meaning.
    Tables,
}

impl Key {
    /// Creates a key that changes only the rendered page and its order within lists.
    pub(super) const fn of_page(name: &'static str) -> Key {
        Key {
            name,
            read: |_, _| {},
            has_same_position: None,
            inheritance: Inheritance::None,
            origin: None,
            translate: None,
            misplaced: Misplaced::UnreadExtra,
            group: None,
            title: "",
            description: "",
            schema: "",
        }
    }

    /// Creates a key that decides whether, where and in which lists a page is published. If its
    /// value changes, the whole site is assembled again.
    pub(super) const fn of_position(name: &'static str, is_same: Compare) -> Key {
        Key { has_same_position: Some(is_same), ..Key::of_page(name) }
    }

    /// Pages inherit the value from `[cascade]` tables, and translations from their original.
    pub(super) const fn inherited(
        self,
        copy: fn(&mut FrontMatter, &FrontMatter) -> Fingerprint,
    ) -> Key {
        Key { inheritance: Inheritance::Value(copy), ..self }
    }

    /// Like [`Key::inherited`], for a table whose entries are inherited one by one.
    pub(super) const fn merged(
        self,
        merge: fn(&mut FrontMatter, &FrontMatter, &mut Vec<Taken>),
    ) -> Key {
        Key { inheritance: Inheritance::Entries(merge), ..self }
    }

    /// Translations inherit the value from their original. `[cascade]` cannot set it.
    pub(super) const fn inherited_by_translations(
        self,
        copy: fn(&mut FrontMatter, &FrontMatter) -> Option<Fingerprint>,
    ) -> Key {
        Key { inheritance: Inheritance::Original(copy), ..self }
    }

    /// Diagnostics show where the value is, also if it is inherited.
    pub(super) const fn located(self, origin: OriginField) -> Key {
        Key { origin: Some(origin), ..self }
    }

    /// The value is a text for readers, which translations do not inherit from their original.
    pub(super) const fn text(self, translate: Translate) -> Key {
        Key { translate: Some(translate), ..self }
    }

    /// The key in the table `extra` is a warning, unless a template names it.
    pub(super) const fn not_in_extra(self) -> Key {
        Key { misplaced: Misplaced::Extra, ..self }
    }

    /// The key in `extra`, or in a table inside of it, is a warning.
    pub(super) const fn not_in_tables(self) -> Key {
        Key { misplaced: Misplaced::Tables, ..self }
    }

    /// Begins a group of keys in forms.
    pub(super) const fn first_of_group(self, group: &'static str) -> Key {
        Key { group: Some(group), ..self }
    }

    /// Sets the title and the description of the key in forms.
    pub(super) const fn documented(self, title: &'static str, description: &'static str) -> Key {
        Key { title, description, ..self }
    }

    /// Sets the JSON Schema of the value, and how it is read.
    pub(super) const fn value(self, schema: &'static str, read: Read) -> Key {
        Key { read, schema, ..self }
    }

    /// Returns whether `[cascade]` can set the key.
    pub const fn is_cascaded(&self) -> bool {
        matches!(self.inheritance, Inheritance::Value(_) | Inheritance::Entries(_))
    }

    /// Returns whether the value is a text for readers, which each translation has itself.
    pub const fn is_text(&self) -> bool {
        self.translate.is_some()
    }
}

/// Returns the JSON Schema of each key by name. The keys of forms are in the order of [`KEYS`].
pub fn schemas() -> Map<String, Json> {
    let mut group = "";
    let mut schemas = Map::new();
    for (index, key) in KEYS.iter().enumerate() {
        group = key.group.unwrap_or(group);

        let mut schema: Json = serde_json::from_str(key.schema).expect("a test parses it");
        schema["title"] = key.title.into();
        schema["description"] = key.description.into();
        schema["x-editor"]["group"] = group.into();
        schema["x-editor"]["order"] = json!((index + 1) * 10);
        schemas.insert(key.name.to_owned(), schema);
    }
    schemas
}

/// Returns the position of a key in [`KEYS`].
pub(super) fn position(name: &str) -> Option<usize> {
    KEYS.iter().position(|key| key.name == name)
}

/// Returns whether there is a key with this name.
pub(super) fn is_key(name: &str) -> bool {
    position(name).is_some()
}

/// Returns whether templates often need a value in `extra` with the name of a key.
pub fn is_plausible_in_extra(name: &str) -> bool {
    position(name).is_none_or(|index| KEYS[index].misplaced == Misplaced::UnreadExtra)
}

/// Returns the names of all keys.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    KEYS.iter().map(|key| key.name)
}

/// A set of keys that a page can inherit, from folders or as a translation. It is a bit set because a large site has one for each page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct ExplicitKeys(u64);

const _: () = assert!(KEYS.len() <= 64, "a bit set has a bit for each key");

impl ExplicitKeys {
    /// Returns whether the set has `key`.
    pub fn has(self, key: &str) -> bool {
        position(key).is_some_and(|index| self.has_at(index))
    }

    /// Adds `key`. Does nothing if no page can inherit it.
    pub fn add(&mut self, key: &str) {
        if let Some(index) = position(key) {
            self.add_at(index);
        }
    }

    /// Removes the key at a position of [`KEYS`].
    pub(super) fn remove_at(&mut self, index: usize) {
        self.0 &= !(1 << index);
    }

    pub(super) fn has_at(self, index: usize) -> bool {
        self.0 & (1 << index) != 0
    }

    pub(super) fn add_at(&mut self, index: usize) {
        if !matches!(KEYS[index].inheritance, Inheritance::None) {
            self.0 |= 1 << index;
        }
    }
}

/// Compares a field of two pages.
macro_rules! same {
    ($($field:ident).+) => {
        |a, b| a.$($field).+ == b.$($field).+
    };
}

/// Copies fields, and returns the fingerprint of their values.
macro_rules! copy {
    ($($($field:ident).+),+) => {
        |front, from| {
            $(front.$($field).+.clone_from(&from.$($field).+);)+
            croupier_base::fingerprint::fingerprint(&($(&from.$($field).+),+))
        }
    };
}

/// Copies a field and those that belong to it, if only the original has a value.
macro_rules! fill {
    ($field:ident, $($other:ident),+) => {
        |front, from| {
            let is_missing = front.$field.is_none() && from.$field.is_some();
            is_missing.then(|| {
                front.$field.clone_from(&from.$field);
                $(front.$other.clone_from(&from.$other);)+
                croupier_base::fingerprint::fingerprint(&(&from.$field, $(&from.$other),+))
            })
        }
    };
}

/// Gives access to the field with the location of a value.
macro_rules! origin {
    ($($field:ident).+) => {
        $crate::front_matter::key::OriginField {
            get: |front| front.$($field).+.as_ref(),
            get_mut: |front| &mut front.$($field).+,
        }
    };
}

/// Translates an optional text.
macro_rules! text {
    ($($field:ident).+) => {
        |front, translate| {
            // Changing a rare key would take memory for all of them.
            if let Some(text) = front.$($field).+.as_deref().map(translate) {
                front.$($field).+ = Some(text);
            }
        }
    };
}

pub(super) use {copy, fill, origin, same, text};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_is_documented() {
        for (name, schema) in schemas() {
            let kinds = ["type", "enum", "anyOf"];
            assert!(kinds.iter().any(|it| !schema[it].is_null()), "`{name}` has no schema");
            for text in [&schema["title"], &schema["description"], &schema["x-editor"]["group"]] {
                assert_ne!(text, "", "`{name}` is not documented");
            }
        }
    }
}
