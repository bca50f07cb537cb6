//! The messages of all languages.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{Hash, Hasher};
use std::ops::Range;
use std::sync::Arc;

use crate::messages::language_of;
use crate::messages::parse::parse;
use crate::messages::pattern::Pattern;
use croupier_base::diagnostic::code::Code;
use croupier_base::diagnostic::{Diagnostic, Location};
use croupier_base::path::SitePath;
use croupier_base::pseudo::Pseudo;

/// The message files, by path, with their texts.
pub type MessageFiles = BTreeMap<SitePath, Arc<str>>;

/// The messages of all languages, by language.
#[derive(Debug, Default)]
pub struct Catalogs(pub(super) BTreeMap<String, Catalog>);

/// The messages and terms of one language, by key. All of its files are one namespace.
#[derive(Debug, Default)]
pub struct Catalog {
    pub(super) entries: BTreeMap<String, Entry>,
    /// Whether a part of its files could not be parsed, so that messages may be missing.
    pub(super) is_incomplete: bool,
}

/// The value of a message or a term, or one of its attributes.
#[derive(Debug, Clone)]
pub(super) struct Entry {
    pub pattern: Pattern,
    pub file: SitePath,
    pub source: Arc<str>,
    /// Where the key is in the source.
    pub range: Range<usize>,
    /// The keys that it refers to, and where.
    pub references: Vec<(String, Range<usize>)>,
    /// The arguments that it reads itself.
    pub arguments: BTreeSet<String>,
}

impl Entry {
    pub(super) fn location(&self) -> Location {
        Location::new(self.file.as_str(), Arc::clone(&self.source), self.range.clone())
    }
}

/// A message with all patterns that it refers to.
#[derive(Debug)]
pub struct Message<'a> {
    /// Its key: `id` or `id.attribute`.
    pub key: &'a str,
    /// Its pattern, and those that it refers to, by key.
    pub patterns: BTreeMap<&'a str, &'a Pattern>,
    /// The arguments that it reads in any language. A translation need not use each of them.
    pub arguments: BTreeSet<&'a str>,
}

impl Hash for Message<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.key, &self.patterns, &self.arguments).hash(state);
    }
}

impl Catalogs {
    /// Parses message files. Returns the messages, and what is wrong with single files.
    pub fn read(files: &MessageFiles) -> (Catalogs, Vec<Diagnostic>) {
        let (mut catalogs, mut diagnostics) = (Catalogs::default(), Vec::new());
        for (path, text) in files {
            let Some(language) = language_of(path) else { continue };
            let catalog = catalogs.0.entry(language.to_owned()).or_default();
            let (entries, problems) = parse(path, text);
            catalog.is_incomplete |= !problems.is_empty();
            diagnostics.extend(problems);

            for (key, entry) in entries {
                match catalog.entries.get(&key) {
                    Some(first) => diagnostics.push(duplicate(&key, first, &entry)),
                    None => drop(catalog.entries.insert(key, entry)),
                }
            }
        }
        (catalogs, diagnostics)
    }

    /// Adds the pseudo-languages, whose messages are made of those of the default language.
    pub fn add_pseudo(&mut self, default: &str) {
        let Some(original) = self.0.get(default) else { return };
        let of_pseudo = |pseudo: Pseudo| {
            let entry = |(key, entry): (&String, &Entry)| {
                let pattern = entry.pattern.translated(pseudo, is_public(key));
                (key.clone(), Entry { pattern, ..entry.clone() })
            };
            let entries = original.entries.iter().map(entry).collect();
            let catalog = Catalog { entries, is_incomplete: original.is_incomplete };
            (pseudo.tag().to_owned(), catalog)
        };
        self.0.extend(Pseudo::ALL.map(of_pseudo));
    }

    /// Whether the site has no message files.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns a message of a language. `None` if the language does not have it itself.
    pub fn message(&self, language: &str, key: &str) -> Option<Message<'_>> {
        let catalog = self.0.get(language)?;
        let (key, _) = catalog.entries.get_key_value(key).filter(|(key, _)| is_public(key))?;
        let closure = catalog.closure(key);
        let patterns = closure.iter().map(|(key, entry)| (*key, &entry.pattern)).collect();
        let arguments =
            self.0.values().flat_map(|catalog| catalog.arguments(key)).collect::<BTreeSet<_>>();
        Some(Message { key, patterns, arguments })
    }

    /// Returns where a message of a language is.
    pub fn location(&self, language: &str, key: &str) -> Option<Location> {
        Some(self.0.get(language)?.entries.get(key)?.location())
    }

    /// The keys of the messages of a language.
    pub fn keys(&self, language: &str) -> impl Iterator<Item = &str> {
        let entries = self.0.get(language).into_iter().flat_map(|catalog| catalog.entries.keys());
        entries.map(String::as_str).filter(|key| is_public(key))
    }

    /// The keys of the messages of all languages, with these.
    pub fn all_keys(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.keys().flat_map(|language| self.keys(language).map(|key| (language.as_str(), key)))
    }

    /// Returns the keys that the messages `used` of a language refer to, and these keys.
    pub fn referenced<'a>(&'a self, language: &str, used: &BTreeSet<&'a str>) -> BTreeSet<&'a str> {
        let mut found = used.clone();
        if let Some(catalog) = self.0.get(language) {
            found.extend(used.iter().flat_map(|key| catalog.closure(key).into_keys()));
        }
        found
    }

    /// Whether a part of the files of a language could not be parsed, so that messages may be missing.
    pub fn is_incomplete(&self, language: &str) -> bool {
        self.0.get(language).is_some_and(|catalog| catalog.is_incomplete)
    }

    /// Returns the file in `language` that has the translations of a file of the default language. Services for translators pair them by
    /// their names.
    pub fn file_of_translation(&self, language: &str, default: &str, original: &str) -> String {
        let name = original.strip_prefix("i18n/").and_then(|it| it.strip_prefix(default));
        name.map_or_else(|| self.file_of(language), |name| format!("i18n/{language}{name}"))
    }

    /// Returns the file that a new message of a language belongs to: one that exists, or else the usual one.
    pub fn file_of(&self, language: &str) -> String {
        let first = self.0.get(language).and_then(|catalog| catalog.entries.values().next());
        first.map_or_else(|| format!("i18n/{language}/site.ftl"), |entry| entry.file.to_string())
    }
}

impl Catalog {
    /// Returns a key and all keys that it refers to, directly or not, as far as they exist.
    pub(super) fn closure<'a>(&'a self, key: &str) -> BTreeMap<&'a str, &'a Entry> {
        let mut found = BTreeMap::new();
        let mut next: Vec<&str> = vec![key];
        while let Some(key) = next.pop() {
            let Some((key, entry)) = self.entries.get_key_value(key) else { continue };
            if found.insert(key.as_str(), entry).is_none() {
                next.extend(entry.references.iter().map(|(key, _)| key.as_str()));
            }
        }
        found
    }

    /// Returns the arguments of a message, and those of the messages that it refers to. Terms have their own.
    fn arguments<'a>(&'a self, key: &str) -> impl Iterator<Item = &'a str> {
        let messages = self.closure(key).into_iter().filter(|(key, _)| is_public(key));
        messages.flat_map(|(_, entry)| entry.arguments.iter().map(String::as_str))
    }
}

/// Whether a key is that of a message. Templates cannot read terms.
pub(super) fn is_public(key: &str) -> bool {
    !key.starts_with('-')
}

fn duplicate(key: &str, first: &Entry, second: &Entry) -> Diagnostic {
    let (line, _) = first.location().line_column();
    let kind = if is_public(key) { "message" } else { "term" };
    Diagnostic::error(
        Code::MessageDuplicate,
        format!("there are two {kind}s `{key}` in this language"),
    )
    .at(second.location())
    .hint(format!("the first one is in {}:{line}; remove one of them, or rename it", first.file))
}
