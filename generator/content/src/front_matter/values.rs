//! Converts front matter values to the types of their keys, and reports values of the wrong type.

use std::ops::Range;
use std::sync::Arc;

use croupier_base::date::SiteZone;
use croupier_base::date_text;
use croupier_base::diagnostic::code::Code;
use croupier_base::diagnostic::wording::did_you_mean;
use croupier_base::diagnostic::{Diagnostic, Location};
use croupier_base::path::{Href, SitePath};
use croupier_base::syntax::spanned::{SpannedKey, SpannedValue, Value};
use croupier_base::unicode::nfc;

use crate::config::head::is_url;
use crate::front_matter::model::{Alias, CascadeFile, Taxonomies, Term, ValueOrigin};
use crate::front_matter::names::SharedName;
use crate::model::authors::{self, Author};
use crate::slug::spelling_key;

/// The rules of the robots meta tag that search engines document.
const ROBOTS_RULES: [&str; 18] = [
    "all",
    "follow",
    "index",
    "indexifembedded",
    "max-image-preview",
    "max-snippet",
    "max-video-preview",
    "noai",
    "noarchive",
    "nocache",
    "nofollow",
    "noimageai",
    "noimageindex",
    "noindex",
    "none",
    "nosnippet",
    "notranslate",
    "unavailable_after",
];

/// Returns whether a text has the form of a language tag, or is `x-default`.
fn is_language_tag(text: &str) -> bool {
    let mut parts = text.split('-');
    let language = parts.next().unwrap_or_default();
    text == "x-default"
        || (matches!(language.len(), 2 | 3)
            && language.bytes().all(|it| it.is_ascii_alphabetic())
            && parts.all(|it| !it.is_empty() && it.bytes().all(|it| it.is_ascii_alphanumeric())))
}

/// Converts the values of one file and collects diagnostics.
pub(super) struct Values<'a> {
    pub(super) file: &'a SitePath,
    /// Whether the file is that of its folder, such as index.md.
    pub(super) is_of_folder: bool,
    pub(super) source: &'a Arc<str>,
    /// Byte offset of the front matter in `source`.
    pub(super) offset: usize,
    /// The file as the origin of inherited values, while its `cascade` table is read.
    pub(super) cascade_file: Option<Arc<CascadeFile>>,
    /// The time zone of the site.
    pub(super) zone: &'a SiteZone,
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

    /// Converts a date or a datetime: its text for templates, and its epoch seconds.
    pub(super) fn date(
        &mut self,
        key: &SpannedKey,
        value: &SpannedValue,
    ) -> Option<(Box<str>, i64)> {
        let date = value.as_date().filter(|it| it.date.is_some());
        let read = date.and_then(|date| {
            Some((self.zone.text(&date)?.into(), self.zone.epoch_seconds(&date)?))
        });
        if read.is_none() {
            self.report_date(&key.name, value);
        }
        read
    }

    /// Reports a value that is not a date. In YAML, a date outside of the calendar is text.
    fn report_date(&mut self, key: &str, value: &SpannedValue) {
        let problem = value.as_text().and_then(|text| date_text::parse(text).err());
        let problem = problem.filter(|_| {
            value.as_text().is_some_and(|text| text.bytes().any(|it| it.is_ascii_digit()))
        });
        let Some(problem) = problem else {
            self.report_type(
                key,
                value,
                "a date such as `2026-11-21` or `2026-11-21T18:00:00Z`, without quotes",
            );
            return;
        };
        self.diagnostics.push(
            Diagnostic::error(Code::FrontMatterValue, format!("`{key}`: {}", problem.message))
                .at(self.place(value.range.clone()))
                .hint(problem.hint),
        );
    }

    /// Converts a date at which a page is published or expires. A time without a zone is a warning
    /// if the site has no time zone.
    pub(super) fn publication(
        &mut self,
        key: &SpannedKey,
        value: &SpannedValue,
    ) -> Option<(Box<str>, i64)> {
        let read = self.date(key, value)?;
        let datetime = value.as_date().filter(|it| it.time.is_some() && it.offset.is_none());
        if let Some(datetime) = datetime.filter(|_| self.zone.name.is_none()) {
            let message = format!("`{}` has no time zone and is read as UTC", key.name);
            self.diagnostics.push(
                Diagnostic::warning(Code::FrontMatterValue, message)
                    .at(self.place(value.range.clone()))
                    .hint(format!(
                        "write `{datetime}Z`, add the offset from UTC, `{datetime}-05:00`, or set `time_zone` in site.toml"
                    )),
            );
        }
        Some(read)
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
                        path: Href::new(&*nfc(path)),
                        range: self.absolute(&item.range),
                    });
                }
                Some(path) if path.starts_with('/') => {
                    let error = Diagnostic::error(
                        Code::FrontMatterValue,
                        format!("`aliases`: a URL cannot contain spaces: `{path}`"),
                    );
                    let encoded: String = path
                        .chars()
                        .map(
                            |it| if it.is_whitespace() { "%20".to_owned() } else { it.to_string() },
                        )
                        .collect();
                    self.diagnostics.push(
                        error.at(self.place(item.range.clone())).hint(format!("write `{encoded}`")),
                    );
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
    pub(super) fn taxonomies(&mut self, value: &SpannedValue, keys: &[&str]) -> Taxonomies {
        let Value::Table(entries) = &value.value else {
            self.report_type(
                "taxonomies",
                value,
                "a table of lists, such as `tags = [\"news\"]` below a line `[taxonomies]`",
            );
            return Box::default();
        };

        let mut taxonomies = Vec::new();
        for (key, value) in entries {
            let items = match &value.value {
                Value::List(items) => items.as_slice(),
                Value::Null => &[],
                _ => {
                    self.report_terms(key, value, keys);
                    continue;
                }
            };

            let mut terms: Vec<Term> = Vec::new();
            for item in items {
                match item.as_text().filter(|name| !name.trim().is_empty()) {
                    // Two spellings of one term file the page once.
                    Some(name)
                        if terms
                            .iter()
                            .any(|term| spelling_key(&term.name) == spelling_key(name)) => {}
                    Some(name) => {
                        terms.push(Term {
                            name: SharedName::new(&nfc(name)),
                            origin: self.origin(item),
                        });
                    }
                    None => self.report_type(&key.name, item, "a name in quotes"),
                }
            }

            taxonomies.push((SharedName::new(&nfc(&key.name)), terms.into()));
        }

        taxonomies.into()
    }

    /// Converts the rules for search engines. A rule that resembles a known one is a warning, because
    /// search engines ignore unknown rules.
    pub(super) fn robots(&mut self, key: &SpannedKey, value: &SpannedValue) -> Option<String> {
        let text = self.text(key, value)?;
        for rule in text.split(',') {
            let name = rule.split(':').next().unwrap_or_default().trim().to_lowercase();
            if ROBOTS_RULES.contains(&name.as_str()) {
                continue;
            }
            if let Some(hint) = did_you_mean(&name, ROBOTS_RULES) {
                let message = format!("search engines do not know the rule `{name}`");
                let warning = Diagnostic::warning(Code::FrontMatterValue, message);
                self.diagnostics.push(warning.at(self.place(value.range.clone())).hint(hint));
            }
        }
        Some(text)
    }

    /// Converts the authors: a name, a table with a name and a URL, or a list of both.
    pub(super) fn authors(&mut self, value: &SpannedValue) -> Vec<Author> {
        authors::read(&value.to_json()).unwrap_or_else(|| {
            self.report_type("authors", value, authors::EXPECTED);
            Vec::new()
        })
    }

    /// Converts a URL path of this site or an absolute URL.
    pub(super) fn url(&mut self, key: &str, value: &SpannedValue) -> Option<String> {
        let url = value.as_text().filter(|url| is_url(url)).map(str::to_owned);
        if url.is_none() {
            let expected = "a path on this site, or a URL: `\"https://example.com/page/\"`";
            self.report_type(key, value, expected);
        }
        url
    }

    /// Converts the URLs of a page in other languages.
    pub(super) fn alternates(&mut self, value: &SpannedValue) -> Vec<(String, String)> {
        let Value::Table(entries) = &value.value else {
            let expected = "a table of URLs by language: `alternates = { de = \"/de/about/\" }`";
            self.report_type("alternates", value, expected);
            return Vec::new();
        };
        let mut alternates = Vec::new();
        for (key, value) in entries {
            if !is_language_tag(&key.name) {
                let message = format!("`{}` is not a language tag", key.name);
                let error = Diagnostic::error(Code::FrontMatterValue, message);
                let hint = "write one such as `de` or `pt-BR`, or `x-default` for other languages";
                self.diagnostics.push(error.at(self.place(key.range.clone())).hint(hint));
            } else if let Some(url) = self.url("alternates", value) {
                alternates.push((key.name.clone(), url));
            }
        }
        alternates
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
        ValueOrigin::new(&self.absolute(&value.range), self.cascade_file.clone())
    }

    /// Returns the location of a range in the front matter.
    pub(super) fn place(&self, range: Range<usize>) -> Location {
        Location::new(self.file.as_str(), Arc::clone(self.source), self.absolute(&range))
    }
}
