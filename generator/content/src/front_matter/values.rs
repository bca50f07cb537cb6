//! Converts front matter values to the types of their keys, and reports values of the wrong type.

use std::ops::Range;
use std::sync::Arc;

use croupier_base::date;
use croupier_base::diagnostic::code::Code;
use croupier_base::diagnostic::{Diagnostic, Location};
use croupier_base::path::{Route, SitePath};
use croupier_base::syntax::spanned::{SpannedKey, SpannedValue, Value};
use croupier_base::unicode::nfc;
use croupier_base::url;

use crate::front_matter::model::{Alias, CascadeFile, Term, ValueOrigin};

/// Converts the values of one file and collects diagnostics.
pub(super) struct Values<'a> {
    pub(super) file: &'a SitePath,
    pub(super) source: &'a Arc<str>,
    /// Byte offset of the front matter in `source`.
    pub(super) offset: usize,
    /// The file as the origin of inherited values, while its `cascade` table is read.
    pub(super) cascade_file: Option<Arc<CascadeFile>>,
    pub(super) diagnostics: Vec<Diagnostic>,
}

impl Values<'_> {
    pub(super) fn text(&mut self, key: &SpannedKey, value: &SpannedValue) -> Option<String> {
        let text = value.as_text().map(str::to_owned);
        if text.is_none() {
            self.report_type(&key.name, value, "text in quotes");
        }
        text
    }

    pub(super) fn boolean(&mut self, key: &SpannedKey, value: &SpannedValue) -> Option<bool> {
        if let Value::Boolean(boolean) = value.value {
            return Some(boolean);
        }
        self.report_type(&key.name, value, "`true` or `false`, without quotes");
        None
    }

    pub(super) fn integer(&mut self, key: &SpannedKey, value: &SpannedValue) -> Option<i64> {
        if let Value::Integer(integer) = value.value {
            return Some(integer);
        }
        self.report_type(&key.name, value, "a whole number");
        None
    }

    /// Converts a value to a whole number of at least 1.
    pub(super) fn count(&mut self, key: &SpannedKey, value: &SpannedValue) -> Option<usize> {
        if let Value::Integer(integer) = value.value
            && let Ok(count @ 1..) = usize::try_from(integer)
        {
            return Some(count);
        }
        self.report_type(&key.name, value, "a whole number of at least 1");
        None
    }

    pub(super) fn date(&mut self, value: &SpannedValue) -> Option<String> {
        let day = value.as_date().and_then(|it| it.date);
        if day.is_none() {
            self.report_date("updated", value, "a date such as `2026-11-21`, without quotes");
        }
        day.map(|day| day.to_string())
    }

    pub(super) fn date_or_datetime(&mut self, value: &SpannedValue) -> Option<String> {
        let date = value.as_date().filter(|it| it.date.is_some());
        if date.is_none() {
            self.report_date(
                "date",
                value,
                "a date such as `2026-11-21` or `2026-11-21T18:00:00Z`, without quotes",
            );
        }
        date.map(|date| date.to_string())
    }

    /// Reports a value that is not a date. In YAML, a date outside of the calendar is text.
    fn report_date(&mut self, key: &str, value: &SpannedValue, expected: &str) {
        let looks_like_date = |text: &str| {
            text.len() >= 8
                && text.bytes().all(|it| it.is_ascii_digit() || b"-:TZ+. ".contains(&it))
                && text.matches('-').count() >= 2
        };
        if !value.as_text().is_some_and(looks_like_date) {
            self.report_type(key, value, expected);
            return;
        }
        self.diagnostics.push(
            Diagnostic::error(Code::FrontMatterValue, format!("`{key}`: there is no such date"))
                .at(self.place(value.range.clone()))
                .hint("write a date such as `2026-11-21` or `2026-11-21T18:00:00Z`"),
        );
    }

    /// Converts a datetime to epoch seconds. A date alone is midnight; without a zone it is UTC.
    pub(super) fn timestamp(&mut self, key: &SpannedKey, value: &SpannedValue) -> Option<i64> {
        let datetime = value.as_date();
        let timestamp = datetime.as_ref().and_then(date::epoch_seconds);
        if timestamp.is_none() {
            self.report_date(
                &key.name,
                value,
                "a datetime such as `2026-11-21T18:00:00Z`, without quotes",
            );
        } else if let Some(datetime) =
            datetime.filter(|it| it.time.is_some() && it.offset.is_none())
        {
            let message = format!("`{}` has no time zone and is read as UTC", key.name);
            self.diagnostics.push(
                Diagnostic::warning(Code::FrontMatterValue, message)
                    .at(self.place(value.range.clone()))
                    .hint(format!(
                        "write `{datetime}Z`, or add the offset from UTC: `{datetime}-05:00`"
                    )),
            );
        }
        timestamp
    }

    pub(super) fn aliases(&mut self, value: &SpannedValue) -> Vec<Alias> {
        let Value::List(items) = &value.value else {
            self.report_type("aliases", value, "a list of paths: `[\"/old/\"]`");
            return Vec::new();
        };
        let mut aliases = Vec::new();
        for item in items {
            match item.as_text() {
                Some(path) if path.starts_with('/') && !path.contains(char::is_whitespace) => {
                    aliases.push(Alias {
                        path: Route::new(&*url::decode_non_ascii(path)),
                        range: self.absolute(&item.range),
                    });
                }
                _ => self.report_type(
                    "aliases",
                    item,
                    "a path on this site that begins with a slash: `\"/old/\"`",
                ),
            }
        }
        aliases
    }

    /// Reports an entry of `taxonomies` that is not a list. Often it is a key of front matter that
    /// was written below the line `[taxonomies]` by mistake.
    fn report_terms(&mut self, key: &SpannedKey, value: &SpannedValue, keys: &[&str]) {
        if !keys.contains(&key.name.as_str()) {
            self.report_type(&key.name, value, "a list of names: `[\"news\"]`");
            return;
        }
        self.diagnostics.push(
            Diagnostic::error(
                Code::FrontMatterKeyUnknown,
                format!("`{}` is in the table `taxonomies`", key.name),
            )
            .at(self.place(key.range.clone()))
            .hint("move it above the line `[taxonomies]`"),
        );
    }

    /// Converts the terms of a page. `keys` are the keys of front matter.
    pub(super) fn taxonomies(
        &mut self,
        value: &SpannedValue,
        keys: &[&str],
    ) -> Vec<(String, Vec<Term>)> {
        let Value::Table(entries) = &value.value else {
            self.report_type(
                "taxonomies",
                value,
                "a table of lists, such as `tags = [\"news\"]` below a line `[taxonomies]`",
            );
            return Vec::new();
        };
        let mut taxonomies = Vec::new();
        for (key, value) in entries {
            let Value::List(items) = &value.value else {
                self.report_terms(key, value, keys);
                continue;
            };
            let mut terms = Vec::new();
            for item in items {
                match item.as_text().filter(|name| !name.trim().is_empty()) {
                    Some(name) => {
                        terms
                            .push(Term { name: nfc(name).into_owned(), origin: self.origin(item) });
                    }
                    None => self.report_type(&key.name, item, "a name in quotes"),
                }
            }
            taxonomies.push((nfc(&key.name).into_owned(), terms));
        }
        taxonomies
    }

    /// Converts a value to the option of the same name.
    pub(super) fn choice<T: Copy>(
        &mut self,
        key: &SpannedKey,
        value: &SpannedValue,
        options: &[(&str, T)],
    ) -> Option<T> {
        if let Some((_, option)) = options.iter().find(|(name, _)| value.as_text() == Some(*name)) {
            return Some(*option);
        }
        let names =
            options.iter().map(|(name, _)| format!("\"{name}\"")).collect::<Vec<_>>().join(" or ");
        self.report_type(&key.name, value, &names);
        None
    }

    /// Reports a value of the wrong type. `expected` describes what to write.
    pub(super) fn report_type(&mut self, key: &str, value: &SpannedValue, expected: &str) {
        self.diagnostics.push(
            Diagnostic::error(
                Code::FrontMatterValue,
                format!("`{key}` has the wrong kind of value"),
            )
            .at(self.place(value.range.clone()))
            .hint(format!("write {expected}")),
        );
    }

    /// Converts a range in the front matter to a range in the file.
    pub(super) fn absolute(&self, range: &Range<usize>) -> Range<usize> {
        self.offset + range.start..self.offset + range.end
    }

    pub(super) fn origin(&self, value: &SpannedValue) -> ValueOrigin {
        ValueOrigin { range: self.absolute(&value.range), cascade_file: self.cascade_file.clone() }
    }

    /// Returns the location of a range in the front matter.
    pub(super) fn place(&self, range: Range<usize>) -> Location {
        Location::new(self.file.as_str(), Arc::clone(self.source), self.absolute(&range))
    }
}
