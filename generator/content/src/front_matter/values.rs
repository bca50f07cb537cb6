//! Values of front matter, each as the kind that its key asks for.

use std::ops::Range;
use std::sync::Arc;

use croupier_base::date;
use croupier_base::diagnostic::code::Code;
use croupier_base::diagnostic::{Diagnostic, Place};
use croupier_base::path::{Route, SitePath};
use croupier_base::syntax::spanned::{SpannedKey, SpannedValue, Value};

use crate::front_matter::model::{Alias, Term};
use crate::front_matter::written::{Origin, Written};

/// Reads values of one file, and takes note of those that are of another kind.
pub(super) struct Values<'a> {
    pub(super) file: &'a SitePath,
    pub(super) source: &'a Arc<str>,
    /// Where the front matter begins in it.
    pub(super) offset: usize,
    /// The file as others know it, while what it says for them is read.
    pub(super) origin: Option<Arc<Origin>>,
    pub(super) found: Vec<Diagnostic>,
}

impl Values<'_> {
    pub(super) fn text(&mut self, key: &SpannedKey, value: &SpannedValue) -> Option<String> {
        let text = value.as_text().map(str::to_owned);
        if text.is_none() {
            self.wrong(&key.name, value, "text in quotes");
        }
        text
    }

    pub(super) fn boolean(&mut self, key: &SpannedKey, value: &SpannedValue) -> Option<bool> {
        if let Value::Boolean(it) = value.value {
            return Some(it);
        }
        self.wrong(&key.name, value, "`true` or `false`, without quotes");
        None
    }

    pub(super) fn integer(&mut self, key: &SpannedKey, value: &SpannedValue) -> Option<i64> {
        if let Value::Integer(it) = value.value {
            return Some(it);
        }
        self.wrong(&key.name, value, "a whole number");
        None
    }

    pub(super) fn count(&mut self, key: &SpannedKey, value: &SpannedValue) -> Option<usize> {
        if let Value::Integer(it) = value.value
            && let Ok(count @ 1..) = usize::try_from(it)
        {
            return Some(count);
        }
        self.wrong(&key.name, value, "a whole number from 1 on");
        None
    }

    pub(super) fn date(&mut self, value: &SpannedValue) -> Option<String> {
        let day = value.as_date().and_then(|it| it.date);
        if day.is_none() {
            self.no_date("updated", value, "a date such as `2026-11-21`, without quotes");
        }
        day.map(|day| day.to_string())
    }

    pub(super) fn day_or_moment(&mut self, value: &SpannedValue) -> Option<String> {
        let date = value.as_date().filter(|it| it.date.is_some());
        if date.is_none() {
            self.no_date(
                "date",
                value,
                "a date such as `2026-11-21` or `2026-11-21T18:00:00Z`, without quotes",
            );
        }
        date.map(|date| date.to_string())
    }

    /// Tells of a value that is no date; in YAML one that no calendar has is a text.
    fn no_date(&mut self, key: &str, value: &SpannedValue, wanted: &str) {
        let looks_like_one = |text: &str| {
            text.len() >= 8
                && text.bytes().all(|it| it.is_ascii_digit() || b"-:TZ+. ".contains(&it))
        };
        if !value
            .as_text()
            .is_some_and(|text| looks_like_one(text) && text.matches('-').count() >= 2)
        {
            self.wrong(key, value, wanted);
            return;
        }
        let found =
            Diagnostic::error(Code::FrontMatterValue, format!("`{key}`: there is no such date"));
        let hint = "write a date such as `2026-11-21` or `2026-11-21T18:00:00Z`";
        self.found.push(found.at(self.place(value.range.clone())).hint(hint));
    }

    /// A moment; a date alone is its first second, a time without a zone is UTC.
    pub(super) fn moment(&mut self, key: &SpannedKey, value: &SpannedValue) -> Option<i64> {
        let written = value.as_date();
        let moment = written.as_ref().and_then(date::seconds);
        if moment.is_none() {
            self.no_date(
                &key.name,
                value,
                "a moment such as `2026-11-21T18:00:00Z`, without quotes",
            );
        } else if let Some(it) = written.filter(|it| it.time.is_some() && it.offset.is_none()) {
            let message = format!("`{}` names no time zone, so that it is meant in UTC", key.name);
            let found = Diagnostic::warning(Code::FrontMatterValue, message)
                .at(self.place(value.range.clone()));
            self.found.push(
                found.hint(format!("write `{it}Z`, or how far the zone is from UTC: `{it}-05:00`")),
            );
        }
        moment
    }

    pub(super) fn aliases(&mut self, value: &SpannedValue) -> Vec<Alias> {
        let Value::List(items) = &value.value else {
            self.wrong("aliases", value, "a list of addresses: `[\"/old/\"]`");
            return Vec::new();
        };
        let mut aliases = Vec::new();
        for item in items {
            match item.as_text() {
                Some(path) if path.starts_with('/') && !path.contains(char::is_whitespace) => {
                    aliases
                        .push(Alias { path: Route::new(path), range: self.absolute(&item.range) });
                }
                _ => self.wrong(
                    "aliases",
                    item,
                    "an address of this site, beginning with a slash: `\"/old/\"`",
                ),
            }
        }
        aliases
    }

    /// Tells of an entry of `taxonomies` that is no list; often one of our keys that fell into the table.
    fn no_terms(&mut self, key: &SpannedKey, value: &SpannedValue, keys: &[&str]) {
        if !keys.contains(&key.name.as_str()) {
            self.wrong(&key.name, value, "a list of names: `[\"news\"]`");
            return;
        }
        let found = Diagnostic::error(
            Code::FrontMatterKeyUnknown,
            format!("`{}` stands in `taxonomies`", key.name),
        );
        self.found.push(
            found.at(self.place(key.range.clone())).hint("move it above the line `[taxonomies]`"),
        );
    }

    /// The terms that a page is filed under, where `keys` are those of front matter.
    pub(super) fn taxonomies(
        &mut self,
        value: &SpannedValue,
        keys: &[&str],
    ) -> Vec<(String, Vec<Term>)> {
        let Value::Table(entries) = &value.value else {
            self.wrong(
                "taxonomies",
                value,
                "a table of lists, such as `tags = [\"news\"]` below a line `[taxonomies]`",
            );
            return Vec::new();
        };
        let mut taxonomies = Vec::new();
        for (key, value) in entries {
            let Value::List(items) = &value.value else {
                self.no_terms(key, value, keys);
                continue;
            };
            let mut terms = Vec::new();
            for item in items {
                match item.as_text().filter(|name| !name.trim().is_empty()) {
                    Some(name) => {
                        terms.push(Term { name: name.to_owned(), at: self.written(item) })
                    }
                    None => self.wrong(&key.name, item, "a name in quotes"),
                }
            }
            taxonomies.push((key.name.clone(), terms));
        }
        taxonomies
    }

    pub(super) fn choice<T: Copy>(
        &mut self,
        key: &SpannedKey,
        value: &SpannedValue,
        known: &[(&str, T)],
    ) -> Option<T> {
        if let Some((_, it)) = known.iter().find(|(name, _)| value.as_text() == Some(*name)) {
            return Some(*it);
        }
        let names =
            known.iter().map(|(name, _)| format!("\"{name}\"")).collect::<Vec<_>>().join(" or ");
        self.wrong(&key.name, value, &names);
        None
    }

    pub(super) fn wrong(&mut self, key: &str, value: &SpannedValue, expected: &str) {
        self.found.push(
            Diagnostic::error(
                Code::FrontMatterValue,
                format!("`{key}` has the wrong kind of value"),
            )
            .at(self.place(value.range.clone()))
            .hint(format!("write {expected}")),
        );
    }

    pub(super) fn absolute(&self, range: &Range<usize>) -> Range<usize> {
        self.offset + range.start..self.offset + range.end
    }

    pub(super) fn written(&self, value: &SpannedValue) -> Written {
        Written { range: self.absolute(&value.range), origin: self.origin.clone() }
    }

    pub(super) fn place(&self, range: Range<usize>) -> Place {
        Place::new(self.file.as_str(), Arc::clone(self.source), self.absolute(&range))
    }
}
