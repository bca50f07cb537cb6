//! Checks the messages of all languages against each other.

use std::ops::Range;
use std::sync::Arc;

use crate::messages::catalog::{Catalog, Catalogs, Entry, is_public};
use croupier_base::diagnostic::code::Code;
use croupier_base::diagnostic::wording::did_you_mean;
use croupier_base::diagnostic::{Diagnostic, Location};

impl Catalogs {
    /// Returns what is wrong with the messages: references to unknown messages, circular ones, messages that the language `default`
    /// does not have, and folders of languages that are not in `languages`.
    pub fn problems(&self, default: &str, languages: &[&str]) -> Vec<Diagnostic> {
        let mut problems = Vec::new();
        for (language, catalog) in &self.0 {
            if !languages.contains(&&**language) {
                problems.extend(undeclared(language, catalog, languages));
                continue;
            }
            for (key, entry) in &catalog.entries {
                problems.extend(unknown_references(language, catalog, entry));
                problems.extend(circular(catalog, key, entry));
            }
            let is_complete = self.0.get(default).is_some_and(|it| !it.is_incomplete);
            if *language != default && is_complete {
                problems.extend(self.without_original(default, catalog));
            }
        }
        problems
    }

    /// Returns the warnings about messages that only a translation has.
    fn without_original(&self, default: &str, catalog: &Catalog) -> Vec<Diagnostic> {
        let entries = catalog.entries.iter().filter(|(key, _)| is_public(key));
        let missing = entries.filter(|(key, _)| !self.0[default].entries.contains_key(*key));
        let warnings = missing.map(|(key, entry)| {
            let message = format!("the default language `{default}` has no message `{key}`");
            let hint = did_you_mean(key, self.keys(default))
                .unwrap_or_else(|| format!("remove it, or add it to {}", self.file_of(default)));
            Diagnostic::warning(Code::MessageUnused, message).at(entry.location()).hint(hint)
        });
        warnings.collect()
    }
}

/// Returns the warning about the messages of a language that the site does not have.
fn undeclared(language: &str, catalog: &Catalog, languages: &[&str]) -> Option<Diagnostic> {
    let file = &catalog.entries.values().next()?.file;
    let message = format!("these messages are not used: the site has no language `{language}`");
    let names: Vec<String> = languages.iter().map(|it| format!("i18n/{it}/")).collect();
    let hint = did_you_mean(language, languages.iter().copied())
        .unwrap_or_else(|| format!("the messages of this site are in {}", names.join(", ")));
    Some(Diagnostic::warning(Code::FileIgnored, message).in_file(file).hint(hint))
}

fn unknown_references(language: &str, catalog: &Catalog, entry: &Entry) -> Vec<Diagnostic> {
    let unknown = entry.references.iter().filter(|(key, _)| !catalog.entries.contains_key(key));
    let errors = unknown.map(|(key, range)| {
        let kind = if is_public(key) { "message" } else { "term" };
        let hint = did_you_mean(key, catalog.entries.keys().map(String::as_str)).unwrap_or_else(|| {
            format!("write `{key} = …` in a file of i18n/{language}/, or show a brace with `{{ \"{{\" }}`")
        });
        let message = format!("there is no {kind} `{key}` in this language");
        Diagnostic::error(Code::MessageReference, message).at(within(entry, range)).hint(hint)
    });
    errors.collect()
}

/// Returns the error about a message that refers to itself, directly or through others.
fn circular(catalog: &Catalog, key: &str, entry: &Entry) -> Option<Diagnostic> {
    let mut references = entry.references.iter();
    let (_, range) = references.find(|(to, _)| catalog.closure(to).contains_key(key))?;
    let message = format!("`{key}` refers to itself");
    let hint = "remove the reference, or one of those that lead back to it";
    Some(Diagnostic::error(Code::MessageReference, message).at(within(entry, range)).hint(hint))
}

fn within(entry: &Entry, range: &Range<usize>) -> Location {
    Location::new(entry.file.as_str(), Arc::clone(&entry.source), range.clone())
}
