//! What stands between the `+++` lines of a page: its title, template, route and the like, checked key by key.

use std::sync::Arc;

use serde::Serialize;
use serde_json::{Map, Value};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::diagnostic::{Diagnostic, Place, did_you_mean};

/// How much of the shell stands around a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Layout {
    /// Navigation bar and footer.
    #[default]
    Full,
    /// Navigation bar, no footer.
    Lobby,
    /// Neither.
    Bare,
}

/// Whether the page's words were approved by the operator (A4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// Shipped as an example; the production profile refuses it.
    Sample,
    /// Ready for players.
    #[default]
    Approved,
}

/// The front matter of one page.
#[derive(Debug, Clone, Default)]
pub struct FrontMatter {
    /// The document title.
    pub title: String,
    /// The meta description.
    pub description: String,
    /// The `h1`, where it is not the title.
    pub heading: Option<String>,
    /// Template name without folder and extension.
    pub template: Option<String>,
    /// Place of the template's name, for errors about it.
    pub template_range: Option<std::ops::Range<usize>>,
    /// Route that overrides the one of the file's place.
    pub path: Option<String>,
    /// Place of the route, for errors about it.
    pub path_range: Option<std::ops::Range<usize>>,
    /// What stands around the page.
    pub layout: Layout,
    /// Sample or approved.
    pub status: Status,
    /// Left out of the build unless `--drafts`.
    pub draft: bool,
    /// Order among its siblings, lowest first.
    pub weight: i64,
    /// Listed in sitemap.xml.
    pub in_sitemap: bool,
    /// Content of the robots meta tag.
    pub robots: Option<String>,
    /// Day of the last change, `2026-11-21`.
    pub updated: Option<String>,
    /// Not part of the site before this moment, in epoch seconds.
    pub publish_at: Option<i64>,
    /// No longer part of the site from this moment on, in epoch seconds.
    pub expire_at: Option<i64>,
    /// Former addresses, which lead here.
    pub aliases: Vec<Alias>,
    /// Short name for menus.
    pub menu_label: Option<String>,
    /// Everything that is the template's own business.
    pub extra: Value,
}

/// A former address of a page.
#[derive(Debug, Clone)]
pub struct Alias {
    /// The address path.
    pub path: String,
    /// Where it stands in the file.
    pub range: std::ops::Range<usize>,
}

const KEYS: [&str; 17] = [
    "title",
    "description",
    "heading",
    "template",
    "path",
    "layout",
    "status",
    "draft",
    "weight",
    "in_sitemap",
    "robots",
    "updated",
    "publish_at",
    "expire_at",
    "aliases",
    "menu_label",
    "extra",
];

/// A page's file cut in two.
pub struct Parts<'a> {
    /// The text between the fences and its offset in the file.
    pub front: Option<(&'a str, usize)>,
    /// The Markdown and its offset in the file.
    pub body: (&'a str, usize),
}

/// Cuts a file at its `+++` fences. A file without an opening fence is all body.
pub fn split(source: &str) -> Result<Parts<'_>, std::ops::Range<usize>> {
    let start = if source.starts_with('\u{feff}') { 3 } else { 0 };
    let first = source[start..].split_inclusive('\n').next().unwrap_or("");
    if first.trim_end() != "+++" {
        return Ok(Parts { front: None, body: (&source[start..], start) });
    }
    let opened = start + first.len();
    let mut at = opened;
    for line in source[opened..].split_inclusive('\n') {
        if line.trim_end() == "+++" {
            let body = at + line.len();
            return Ok(Parts { front: Some((&source[opened..at], opened)), body: (&source[body..], body) });
        }
        at += line.len();
    }
    Err(start..opened)
}

/// Reads front matter; what can't be read becomes a diagnostic and its default.
pub fn parse(file: &str, source: &Arc<str>, text: &str, offset: usize) -> (FrontMatter, Vec<Diagnostic>) {
    let mut reader = Reader { file, source, offset, found: Vec::new() };
    let (table, errors) = DeTable::parse_recoverable(text);
    for error in errors {
        let range = error.span().unwrap_or(0..0);
        reader.found.push(
            Diagnostic::error("C0102", format!("front matter is not valid TOML: {}", error.message()))
                .at(reader.place(range))
                .hint("write one `key = \"value\"` a line; text needs quotes"),
        );
    }
    let mut front = FrontMatter { in_sitemap: true, extra: Value::Object(Map::new()), ..FrontMatter::default() };
    let broken = !reader.found.is_empty();
    for (key, value) in table.get_ref() {
        reader.key(&mut front, key, value);
    }
    if front.title.is_empty() && !broken {
        let has_title = table.get_ref().keys().any(|key| key.get_ref() == "title");
        if !has_title {
            reader.found.push(
                Diagnostic::error("C0103", "this page has no title")
                    .at(reader.place(0..0))
                    .hint("add `title = \"...\"` to its front matter"),
            );
        }
    }
    (front, reader.found)
}

struct Reader<'a> {
    file: &'a str,
    source: &'a Arc<str>,
    offset: usize,
    found: Vec<Diagnostic>,
}

impl Reader<'_> {
    fn key(&mut self, front: &mut FrontMatter, key: &Spanned<std::borrow::Cow<'_, str>>, value: &Spanned<DeValue<'_>>) {
        match &**key.get_ref() {
            "title" => {
                front.title = self.text(key.get_ref(), value).unwrap_or_default();
                if front.title.trim().is_empty() {
                    self.found.push(
                        Diagnostic::error("C0103", "this page's title is empty")
                            .at(self.place(value.span()))
                            .hint("give it a title"),
                    );
                }
            }
            "description" => front.description = self.text(key.get_ref(), value).unwrap_or_default(),
            "heading" => front.heading = self.text(key.get_ref(), value),
            "template" => {
                front.template = self.text(key.get_ref(), value);
                front.template_range = Some(self.absolute(value.span()));
            }
            "path" => {
                front.path = self.text(key.get_ref(), value);
                front.path_range = Some(self.absolute(value.span()));
            }
            "layout" => {
                front.layout = self
                    .choice(key.get_ref(), value, &[("full", Layout::Full), ("lobby", Layout::Lobby), ("bare", Layout::Bare)])
                    .unwrap_or_default();
            }
            "status" => {
                front.status = self
                    .choice(key.get_ref(), value, &[("sample", Status::Sample), ("approved", Status::Approved)])
                    .unwrap_or_default();
            }
            "draft" => front.draft = self.boolean(key.get_ref(), value).unwrap_or(true),
            "in_sitemap" => front.in_sitemap = self.boolean(key.get_ref(), value).unwrap_or(true),
            "weight" => front.weight = self.integer(key.get_ref(), value).unwrap_or(0),
            "robots" => front.robots = self.text(key.get_ref(), value),
            "menu_label" => front.menu_label = self.text(key.get_ref(), value),
            "updated" => front.updated = self.date(value),
            "publish_at" => front.publish_at = self.moment("publish_at", value),
            "expire_at" => front.expire_at = self.moment("expire_at", value),
            "aliases" => front.aliases = self.aliases(value),
            "extra" => match value.get_ref() {
                DeValue::Table(_) => front.extra = json(value.get_ref()),
                _ => self.wrong("extra", value, "a table: put its keys below a line `[extra]`"),
            },
            unknown => {
                let hint =
                    did_you_mean(unknown, KEYS).unwrap_or_else(|| "keys of your own belong below a line `[extra]`".to_owned());
                self.found.push(
                    Diagnostic::error("C0104", format!("unknown front matter key `{unknown}`"))
                        .at(self.place(key.span()))
                        .hint(hint),
                );
            }
        }
    }

    fn text(&mut self, key: &str, value: &Spanned<DeValue<'_>>) -> Option<String> {
        if let DeValue::String(text) = value.get_ref() {
            return Some(text.to_string());
        }
        self.wrong(key, value, "text in quotes");
        None
    }

    fn boolean(&mut self, key: &str, value: &Spanned<DeValue<'_>>) -> Option<bool> {
        if let DeValue::Boolean(it) = value.get_ref() {
            return Some(*it);
        }
        self.wrong(key, value, "`true` or `false`, without quotes");
        None
    }

    fn integer(&mut self, key: &str, value: &Spanned<DeValue<'_>>) -> Option<i64> {
        let number = match value.get_ref() {
            DeValue::Integer(it) => i64::from_str_radix(it.as_str(), it.radix()).ok(),
            _ => None,
        };
        if number.is_none() {
            self.wrong(key, value, "a whole number");
        }
        number
    }

    fn date(&mut self, value: &Spanned<DeValue<'_>>) -> Option<String> {
        if let DeValue::Datetime(date) = value.get_ref() {
            date.date.map(|day| day.to_string())
        } else {
            self.wrong("updated", value, "a date such as `2026-11-21`, without quotes");
            None
        }
    }

    /// A moment; a date alone is its first second, a time without a zone is UTC.
    fn moment(&mut self, key: &str, value: &Spanned<DeValue<'_>>) -> Option<i64> {
        if let DeValue::Datetime(it) = value.get_ref()
            && let Some(moment) = epoch_seconds(it)
        {
            return Some(moment);
        }
        self.wrong(key, value, "a moment such as `2026-11-21T18:00:00Z`, without quotes");
        None
    }

    fn aliases(&mut self, value: &Spanned<DeValue<'_>>) -> Vec<Alias> {
        let DeValue::Array(items) = value.get_ref() else {
            self.wrong("aliases", value, "a list of addresses: `[\"/old/\"]`");
            return Vec::new();
        };
        let mut aliases = Vec::new();
        for item in items {
            match item.get_ref() {
                DeValue::String(path) if path.starts_with('/') && !path.contains(char::is_whitespace) => {
                    aliases.push(Alias { path: path.to_string(), range: self.absolute(item.span()) });
                }
                _ => self.wrong("aliases", item, "an address of this site, beginning with a slash: `\"/old/\"`"),
            }
        }
        aliases
    }

    fn choice<T: Copy>(&mut self, key: &str, value: &Spanned<DeValue<'_>>, known: &[(&str, T)]) -> Option<T> {
        if let DeValue::String(text) = value.get_ref()
            && let Some((_, it)) = known.iter().find(|(name, _)| name == text)
        {
            return Some(*it);
        }
        let names = known.iter().map(|(name, _)| format!("\"{name}\"")).collect::<Vec<_>>().join(" or ");
        self.wrong(key, value, &names);
        None
    }

    fn wrong(&mut self, key: &str, value: &Spanned<DeValue<'_>>, expected: &str) {
        self.found.push(
            Diagnostic::error("C0105", format!("`{key}` has the wrong kind of value"))
                .at(self.place(value.span()))
                .hint(format!("write {expected}")),
        );
    }

    fn absolute(&self, range: std::ops::Range<usize>) -> std::ops::Range<usize> {
        self.offset + range.start..self.offset + range.end
    }

    fn place(&self, range: std::ops::Range<usize>) -> Place {
        Place::new(self.file, Arc::clone(self.source), self.absolute(range))
    }
}

/// Seconds since 1970 UTC of a TOML date; `None` for a time without a date.
fn epoch_seconds(moment: &toml::value::Datetime) -> Option<i64> {
    let date = moment.date?;
    let (year, month) = (i64::from(date.year), i64::from(date.month));
    // Years begin in March, so that the day that leap years add is the last one.
    let year = if month <= 2 { year - 1 } else { year };
    let month = (month + 9) % 12;
    let era = year.div_euclid(400);
    let of_era = year.rem_euclid(400);
    let day_of_year = (153 * month + 2) / 5 + i64::from(date.day) - 1;
    let days = era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + day_of_year - 719_468;
    let time =
        moment.time.map_or(0, |it| i64::from(it.hour) * 3600 + i64::from(it.minute) * 60 + i64::from(it.second.unwrap_or(0)));
    let offset = match moment.offset {
        Some(toml::value::Offset::Custom { minutes }) => i64::from(minutes) * 60,
        _ => 0,
    };
    Some(days * 86_400 + time - offset)
}

/// A TOML value as JSON, so that templates see one kind of data; dates become text.
pub fn json(value: &DeValue<'_>) -> Value {
    match value {
        DeValue::String(text) => Value::String(text.to_string()),
        DeValue::Integer(it) => i64::from_str_radix(it.as_str(), it.radix()).map_or(Value::Null, Value::from),
        DeValue::Float(it) => it.as_str().replace('_', "").parse::<f64>().map_or(Value::Null, Value::from),
        DeValue::Boolean(it) => Value::Bool(*it),
        DeValue::Datetime(date) => Value::String(date.to_string()),
        DeValue::Array(items) => Value::Array(items.iter().map(|item| json(item.get_ref())).collect()),
        DeValue::Table(table) => {
            Value::Object(table.iter().map(|(key, item)| (key.get_ref().to_string(), json(item.get_ref()))).collect())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::epoch_seconds;

    #[test]
    fn moments_count_from_1970_in_utc() {
        let seconds = |text: &str| epoch_seconds(&text.parse().unwrap());
        assert_eq!(seconds("1970-01-01"), Some(0));
        assert_eq!(seconds("2026-11-21T18:00:00Z"), Some(1_795_284_000));
        assert_eq!(seconds("2026-11-21T18:00:00+05:30"), Some(1_795_284_000 - 19_800));
        assert_eq!(seconds("2024-02-29"), Some(1_709_164_800));
        assert_eq!(seconds("18:00:00"), None);
    }
}
