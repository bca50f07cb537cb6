//! Converts front matter values to the types of their keys, and reports values of the wrong type.

use std::ops::Range;
use std::sync::Arc;

use croupier_base::date::SiteZone;
use croupier_base::date_text;
use croupier_base::diagnostic::code::Code;
use croupier_base::diagnostic::wording::did_you_mean;
use croupier_base::diagnostic::{Diagnostic, Location};
use croupier_base::locale::is_language_tag;
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

/// The file whose values are converted, and their diagnostics.
pub(super) struct Values<'a> {
    pub(super) file: &'a SitePath,
    /// Whether the file is that of its folder, such as index.md.
    pub(super) is_of_folder: bool,
    pub(super) source: &'a Arc<str>,
    /// The start of `source` up to the end of the front matter. Empty for a row of data.
    pub(super) text_to_end: &'a str,
    /// Byte offset of the front matter in `source`.
    pub(super) offset: usize,
    /// The file as the origin of inherited values, while its `cascade` table is read.
    pub(super) cascade_file: Option<Arc<CascadeFile>>,
    /// The time zone of the site.
    pub(super) zone: &'a SiteZone,
    pub(super) diagnostics: Vec<Diagnostic>,
}

/// A key with its value, which is converted to the type of the key.
pub(super) struct KeyValue<'v, 'a> {
    pub(super) values: &'v mut Values<'a>,
    pub(super) key: &'v SpannedKey,
    pub(super) value: &'v SpannedValue,
}

impl KeyValue<'_, '_> {
    pub(super) fn text(&mut self) -> Option<String> {
        let text = self.value.as_text().map(str::to_owned);
        if text.is_none() {
            self.report_type("text in quotes");
        }
        text
    }

    pub(super) fn boolean(&mut self) -> Option<bool> {
        if let Value::Boolean(boolean) = self.value.value {
            return Some(boolean);
        }
        self.report_type("`true` or `false`, without quotes");
        None
    }

    pub(super) fn integer(&mut self) -> Option<i64> {
        if let Value::Integer(integer) = self.value.value {
            return Some(integer);
        }
        self.report_type("a whole number");
        None
    }

    /// Converts a value to a whole number of at least 1.
    pub(super) fn count(&mut self) -> Option<usize> {
        if let Value::Integer(integer) = self.value.value
            && let Ok(count @ 1..) = usize::try_from(integer)
        {
            return Some(count);
        }
        self.report_type("a whole number of at least 1");
        None
    }

    /// Converts a date or a datetime: its text for templates, and its epoch seconds.
    pub(super) fn date(&mut self) -> Option<(Box<str>, i64)> {
        let zone = self.values.zone;
        let date = self.value.as_date().filter(|it| it.date.is_some());
        let read =
            date.and_then(|date| Some((zone.text(&date)?.into(), zone.epoch_seconds(&date)?)));
        if read.is_none() {
            self.report_date();
        }
        read
    }

    /// Reports a value that is not a date. In YAML, a date outside of the calendar is text.
    fn report_date(&mut self) {
        let text = self.value.as_text();
        let problem = text
            .filter(|text| text.bytes().any(|it| it.is_ascii_digit()))
            .and_then(|text| date_text::parse(text).err());
        let Some(problem) = problem else {
            self.report_type(
                "a date such as `2026-11-21` or `2026-11-21T18:00:00Z`, without quotes",
            );
            return;
        };

        let message = format!("`{}`: {}", self.key.name, problem.message);
        let error = Diagnostic::error(Code::FrontMatterValue, message);
        self.report(error.hint(problem.hint));
    }

    /// Converts a date at which a page is published or expires. A time without a zone is a warning
    /// if the site has no time zone.
    pub(super) fn publication(&mut self) -> Option<(Box<str>, i64)> {
        let read = self.date()?;
        let datetime = self.value.as_date().filter(|it| it.time.is_some() && it.offset.is_none());
        if let Some(datetime) = datetime.filter(|_| self.values.zone.name.is_none()) {
            let message = format!("`{}` has no time zone and is read as UTC", self.key.name);
            let hint = format!(
                "write `{datetime}Z`, add the offset from UTC, `{datetime}-05:00`, or set `time_zone` in site.toml"
            );
            self.report(Diagnostic::warning(Code::FrontMatterValue, message).hint(hint));
        }
        Some(read)
    }

    pub(super) fn aliases(&mut self) -> Vec<Alias> {
        let Value::List(items) = &self.value.value else {
            self.report_type("a list of paths: `[\"/old/\"]`");
            return Vec::new();
        };
        let values = &mut *self.values;

        let mut aliases = Vec::new();
        for item in items {
            match item.as_text() {
                Some(path) if path.starts_with('/') && !path.contains(char::is_whitespace) => {
                    aliases.push(Alias {
                        path: Href::new(&*nfc(path)),
                        range: values.absolute(&item.range),
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
                    values.diagnostics.push(
                        error
                            .at(values.place(item.range.clone()))
                            .hint(format!("write `{encoded}`")),
                    );
                }
                _ => values.report_type(
                    "aliases",
                    item,
                    "a path on this site that begins with a slash: `\"/old/\"`",
                ),
            }
        }

        aliases
    }

    /// Converts the terms of a page. `is_key` is whether a name is a key of front matter.
    pub(super) fn taxonomies(&mut self, is_key: fn(&str) -> bool) -> Taxonomies {
        let Value::Table(entries) = &self.value.value else {
            let expected = if self.values.is_yaml() {
                "a table of lists, such as `tags: [news]`, indented below a line `taxonomies:`"
            } else {
                "a table of lists, such as `tags = [\"news\"]` below a line `[taxonomies]`"
            };
            self.report_type(expected);
            return Box::default();
        };
        let values = &mut *self.values;

        let mut taxonomies = Vec::new();
        for (key, value) in entries {
            let items = match &value.value {
                Value::List(items) => items.as_slice(),
                Value::Null => &[],
                _ => {
                    values.report_terms(key, value, is_key(&key.name));
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
                            origin: values.origin(item),
                        });
                    }
                    None => values.report_type(&key.name, item, "a name in quotes"),
                }
            }

            taxonomies.push((SharedName::new(&nfc(&key.name)), terms.into()));
        }

        taxonomies.into()
    }

    /// Converts the rules for search engines. A rule that resembles a known one is a warning, because
    /// search engines ignore unknown rules.
    pub(super) fn robots(&mut self) -> Option<String> {
        let text = self.text()?;
        for rule in text.split(',') {
            let name = rule.split(':').next().unwrap_or_default().trim().to_lowercase();
            if ROBOTS_RULES.contains(&name.as_str()) {
                continue;
            }
            if let Some(hint) = did_you_mean(&name, ROBOTS_RULES) {
                let message = format!("search engines do not know the rule `{name}`");
                self.report(Diagnostic::warning(Code::FrontMatterValue, message).hint(hint));
            }
        }
        Some(text)
    }

    /// Converts the authors: a name, a table with a name and a URL, or a list of both.
    pub(super) fn authors(&mut self) -> Vec<Author> {
        if let Some((key, message, hint)) = authors::unknown_key(self.value) {
            let place = self.values.place(key.range.clone());
            let error = Diagnostic::error(Code::FrontMatterValue, message);
            self.values.diagnostics.push(error.at(place).hint(hint));
            return Vec::new();
        }

        authors::read(&self.value.to_json()).unwrap_or_else(|| {
            self.report_type(if self.values.is_yaml() {
                "a name, or a list of names: `[\"A Name\", { name: \"B Name\", url: \"https://example.com/\" }]`"
            } else {
                authors::EXPECTED
            });
            Vec::new()
        })
    }

    /// Converts a URL path of this site or an absolute URL.
    pub(super) fn url(&mut self) -> Option<String> {
        self.values.url(&self.key.name, self.value)
    }

    /// Converts the URLs of a page in other languages.
    pub(super) fn alternates(&mut self) -> Vec<(String, String)> {
        let Value::Table(entries) = &self.value.value else {
            self.report_type(if self.values.is_yaml() {
                "a table of URLs by language: `alternates: { de: /de/about/ }`"
            } else {
                "a table of URLs by language: `alternates = { de = \"/de/about/\" }`"
            });
            return Vec::new();
        };

        let values = &mut *self.values;
        let mut alternates = Vec::new();
        for (key, value) in entries {
            if key.name != "x-default" && !is_language_tag(&key.name) {
                let message = format!("`{}` is not a language tag", key.name);
                let error = Diagnostic::error(Code::FrontMatterValue, message);
                let hint = "write one such as `de` or `pt-BR`, or `x-default` for other languages";
                values.diagnostics.push(error.at(values.place(key.range.clone())).hint(hint));
            } else if let Some(url) = values.url("alternates", value) {
                alternates.push((key.name.clone(), url));
            }
        }
        alternates
    }

    /// Converts a value to the option of the same name.
    pub(super) fn choice<T: Copy>(&mut self, options: &[(&str, T)]) -> Option<T> {
        let text = self.value.as_text();
        if let Some((_, option)) = options.iter().find(|(name, _)| text == Some(*name)) {
            return Some(*option);
        }
        let names =
            options.iter().map(|(name, _)| format!("\"{name}\"")).collect::<Vec<_>>().join(" or ");
        self.report_type(&names);
        None
    }

    /// Returns the location of the value, which pages below the folder can inherit.
    pub(super) fn origin(&self) -> ValueOrigin {
        self.values.origin(self.value)
    }

    /// Returns the range of the value in the file.
    pub(super) fn range(&self) -> Range<usize> {
        self.values.absolute(&self.value.range)
    }

    /// Reports that the value has the wrong type. `expected` describes what to write.
    pub(super) fn report_type(&mut self, expected: &str) {
        self.values.report_type(&self.key.name, self.value, expected);
    }

    /// Reports a problem of the value.
    pub(super) fn report(&mut self, problem: Diagnostic) {
        let place = self.values.place(self.value.range.clone());
        self.values.diagnostics.push(problem.at(place));
    }
}

impl Values<'_> {
    /// Reports an entry of `taxonomies` that is not a list. Often it is a key of front matter that
    /// was written below the line `[taxonomies]` by mistake.
    fn report_terms(&mut self, key: &SpannedKey, value: &SpannedValue, is_key: bool) {
        if !is_key {
            self.report_type(&key.name, value, "a list of names: `[\"news\"]`");
            return;
        }
        self.diagnostics.push(
            Diagnostic::error(
                Code::FrontMatterKeyUnknown,
                format!("`{}` is in the table `taxonomies`", key.name),
            )
            .at(self.place(key.range.clone()))
            .hint(format!("move it {}", self.out_of("taxonomies"))),
        );
    }

    /// Converts a URL path of this site or an absolute URL.
    fn url(&mut self, key: &str, value: &SpannedValue) -> Option<String> {
        let url = value.as_text().filter(|url| is_url(url)).map(str::to_owned);
        if url.is_none() {
            let expected = "a path on this site, or a URL: `\"https://example.com/page/\"`";
            self.report_type(key, value, expected);
        }
        url
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

    /// Returns whether the front matter is YAML. That of a row of data is not.
    pub(super) fn is_yaml(&self) -> bool {
        self.text_to_end.trim_start_matches('\u{feff}').starts_with("---")
    }

    /// Returns where to write a key that is in a table by mistake.
    pub(super) fn out_of(&self, table: &str) -> String {
        if self.is_yaml() {
            // A table inside of another one begins with an indented line.
            let outermost = table.split('.').next().unwrap_or(table);
            format!("above the line `{outermost}:`, without indentation")
        } else {
            format!("above the line `[{table}]`")
        }
    }

    /// Reports a value that should be a table.
    pub(super) fn report_no_table(&mut self, key: &str, value: &SpannedValue) {
        let expected = if self.is_yaml() {
            format!("a table: put its keys, indented, below a line `{key}:`")
        } else {
            format!("a table: put its keys below a line `[{key}]`")
        };
        self.report_type(key, value, &expected);
    }

    /// Converts a range in the front matter to a range in the file.
    pub(super) fn absolute(&self, range: &Range<usize>) -> Range<usize> {
        self.offset + range.start..self.offset + range.end
    }

    pub(super) fn origin(&self, value: &SpannedValue) -> ValueOrigin {
        ValueOrigin::new(&self.absolute(&value.range), self.cascade_file.clone())
    }

    /// Returns the text below the front matter.
    pub(super) fn body(&self) -> &str {
        &self.source[self.text_to_end.len()..]
    }

    /// Returns the location of a range in the front matter.
    pub(super) fn place(&self, range: Range<usize>) -> Location {
        Location::new(self.file.as_str(), Arc::clone(self.source), self.absolute(&range))
    }
}
