//! What stands above a page's text, between `+++` lines (TOML) or `---` lines (YAML): its title, template, route and the
//! like, checked key by key.

use std::ops::Range;
use std::sync::Arc;

use serde::Serialize;
use serde_json::{Map, Value as Json};

use crate::config::sort_by::SortBy;
use crate::content::markdown::TitleHeading;
use crate::diagnostic::code::Code;
use crate::diagnostic::wording::did_you_mean;
use crate::diagnostic::{Diagnostic, Place};
use crate::source::date;
use crate::source::spanned::{self, ParseError, SpannedKey, SpannedValue, Value};

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
    /// Where the text begins that is shown, if a heading before it gave the title: a byte of the text.
    pub text_begins: Option<usize>,
    /// The meta description.
    pub description: String,
    /// The `h1`, where it is not the title.
    pub heading: Option<String>,
    /// Template name without folder and extension.
    pub template: Option<String>,
    /// Place of the template's name, for errors about it.
    pub template_range: Option<Range<usize>>,
    /// Route that overrides the one of the file's place.
    pub path: Option<String>,
    /// Place of the route, for errors about it.
    pub path_range: Option<Range<usize>>,
    /// What stands around the page, where it says so.
    pub layout: Option<String>,
    /// Place of that, for errors about it.
    pub layout_range: Option<Range<usize>>,
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
    /// Day or moment of publication as it was written, `2026-11-21`; that of `publish_at` where it is not given.
    pub date: Option<String>,
    /// The same in epoch seconds, to sort by.
    pub dated_at: Option<i64>,
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
    /// In which order the page lists the pages below it.
    pub sort_by: SortBy,
    /// How many of the pages below it one page of its list shows; the rest is on further pages.
    pub paginate_by: Option<usize>,
    /// Terms by the name of their taxonomy.
    pub taxonomies: Vec<(String, Vec<Term>)>,
    /// Everything that is the template's own business.
    pub extra: Json,
}

/// A former address of a page.
#[derive(Debug, Clone)]
pub struct Alias {
    /// The address path.
    pub path: String,
    /// Where it stands in the file.
    pub range: Range<usize>,
}

/// A term that a page is filed under.
#[derive(Debug, Clone)]
pub struct Term {
    /// Its name.
    pub name: String,
    /// Where it stands in the file.
    pub range: Range<usize>,
}

/// Keys of other generators, and what says the same here.
const FOREIGN: [(&str, &str); 10] = [
    ("tags", "write it into the table `taxonomies`"),
    ("categories", "write it into the table `taxonomies`"),
    ("params", "keys of your own belong into the table `extra`"),
    ("menu", "menus are data files, such as content/data/menus.toml"),
    ("linkTitle", "it is called `menu_label` here"),
    ("lastmod", "it is called `updated` here"),
    ("publishDate", "it is called `publish_at` here"),
    ("expiryDate", "it is called `expire_at` here"),
    ("slug", "write the whole address: `path = \"/news/a-slug/\"`"),
    ("url", "it is called `path` here"),
];

/// Every key.
pub(crate) const KEYS: [&str; 21] = [
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
    "date",
    "updated",
    "publish_at",
    "expire_at",
    "aliases",
    "menu_label",
    "sort_by",
    "paginate_by",
    "taxonomies",
    "extra",
];

/// Keys that decide whether, where and how a page is published, and that a template hardly has a use for.
const DECIDING: [&str; 13] = [
    "template",
    "path",
    "layout",
    "status",
    "draft",
    "weight",
    "in_sitemap",
    "robots",
    "publish_at",
    "expire_at",
    "aliases",
    "paginate_by",
    "taxonomies",
];

/// The language that front matter is written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Language {
    /// Between lines of `+++`.
    Toml,
    /// Between lines of `---`.
    Yaml,
}

impl Language {
    /// The line that opens and closes it.
    pub fn fence(self) -> &'static str {
        match self {
            Language::Toml => "+++",
            Language::Yaml => "---",
        }
    }
}

/// A page's file cut in two.
#[derive(Debug, PartialEq, Eq)]
pub struct Parts {
    /// Where the text between the fences stands, and its language.
    pub front: Option<(Range<usize>, Language)>,
    /// Where the Markdown begins.
    pub body: usize,
}

/// Cuts a file at its fences. A file without an opening fence is all body; the error is the place of one that is never closed.
pub fn split(source: &str) -> Result<Parts, (Range<usize>, Language)> {
    let start = if source.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    let first = source[start..].split_inclusive('\n').next().unwrap_or("");
    let language = match first.trim_end() {
        "+++" => Language::Toml,
        "---" => Language::Yaml,
        _ => return Ok(Parts { front: None, body: start }),
    };
    let opened = start + first.len();
    let mut at = opened;
    for line in source[opened..].split_inclusive('\n') {
        if line.trim_end() == language.fence() {
            return Ok(Parts { front: Some((opened..at, language)), body: at + line.len() });
        }
        at += line.len();
    }
    Err((start..opened, language))
}

/// Reads the front matter that stands at `range` of `source`; what can't be read becomes a diagnostic and its default.
/// Where it gives no title, the first `heading` of the text is the title.
pub fn parse(
    file: &str,
    source: &Arc<str>,
    range: Range<usize>,
    language: Language,
    heading: &dyn Fn() -> Option<TitleHeading>,
) -> (FrontMatter, Vec<Diagnostic>) {
    let mut reader = Reader { file, source, offset: range.start, found: Vec::new() };
    let (table, broken) = match language {
        Language::Toml => spanned::toml(&source[range]),
        Language::Yaml => match spanned::yaml(&source[range]) {
            Ok(table) => (table, Vec::new()),
            Err(broken) => (SpannedValue { range: 0..0, value: Value::Nothing }, vec![broken]),
        },
    };
    let is_broken = !broken.is_empty();
    for ParseError { message, range } in broken {
        let hint = match language {
            Language::Toml => "write one `key = \"value\"` a line; text needs quotes",
            Language::Yaml => "write one `key: value` a line",
        };
        reader.found.push(
            Diagnostic::error(Code::FrontMatterSyntax, format!("front matter is {message}")).at(reader.place(range)).hint(hint),
        );
    }
    let mut front = FrontMatter { in_sitemap: true, extra: Json::Object(Map::new()), ..FrontMatter::default() };
    for (key, value) in table.entries() {
        reader.key(&mut front, key, value);
    }
    let heading = if table.get("title").is_none() { heading() } else { None };
    if let Some(heading) = &heading {
        front.title.clone_from(&heading.text);
        front.text_begins = heading.end;
    }
    if table.get("title").is_none() && !is_broken && heading.is_none() {
        let hint = match language {
            Language::Toml => "add `title = \"...\"` to its front matter",
            Language::Yaml => "add `title: ...` to its front matter",
        };
        reader.found.push(Diagnostic::error(Code::NoTitle, "this page has no title").at(reader.place(0..0)).hint(hint));
    }
    if front.date.is_none()
        && let Some(at) = front.publish_at
    {
        front.dated_at = Some(at);
        front.date = Some(date::day(at));
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
    fn key(&mut self, front: &mut FrontMatter, key: &SpannedKey, value: &SpannedValue) {
        match &*key.name {
            "title" => {
                front.title = self.text(key, value).unwrap_or_default();
                if front.title.trim().is_empty() {
                    self.found.push(
                        Diagnostic::error(Code::NoTitle, "this page's title is empty")
                            .at(self.place(value.range.clone()))
                            .hint("give it a title"),
                    );
                }
            }
            "description" => front.description = self.text(key, value).unwrap_or_default(),
            "heading" => front.heading = self.text(key, value),
            "template" => {
                front.template = self.text(key, value);
                front.template_range = Some(self.absolute(&value.range));
            }
            "path" => {
                front.path = self.text(key, value);
                front.path_range = Some(self.absolute(&value.range));
            }
            "layout" => {
                front.layout = self.text(key, value);
                front.layout_range = Some(self.absolute(&value.range));
            }
            "status" => {
                let known = [("sample", Status::Sample), ("approved", Status::Approved)];
                front.status = self.choice(key, value, &known).unwrap_or_default();
            }
            "draft" => front.draft = self.boolean(key, value).unwrap_or(true),
            "in_sitemap" => front.in_sitemap = self.boolean(key, value).unwrap_or(true),
            "weight" => front.weight = self.integer(key, value).unwrap_or(0),
            "robots" => front.robots = self.text(key, value),
            "menu_label" => front.menu_label = self.text(key, value),
            "date" => {
                front.date = self.day_or_moment(value);
                front.dated_at = value.as_date().as_ref().and_then(date::seconds);
            }
            "updated" => front.updated = self.date(value),
            "publish_at" => front.publish_at = self.moment(key, value),
            "expire_at" => front.expire_at = self.moment(key, value),
            "aliases" => front.aliases = self.aliases(value),
            "sort_by" => front.sort_by = self.choice(key, value, &SortBy::NAMES).unwrap_or_default(),
            "paginate_by" => front.paginate_by = self.count(key, value),
            "taxonomies" => front.taxonomies = self.taxonomies(value),
            "extra" => match value.value {
                Value::Table(_) => {
                    self.swallowed(value);
                    front.extra = value.to_json();
                }
                _ => self.wrong("extra", value, "a table: put its keys below a line `[extra]`"),
            },
            unknown => {
                let foreign = FOREIGN.iter().find(|(name, _)| *name == unknown).map(|(_, hint)| (*hint).to_owned());
                let hint = foreign
                    .or_else(|| did_you_mean(unknown, KEYS))
                    .unwrap_or_else(|| "keys of your own belong into the table `extra`".to_owned());
                self.found.push(
                    Diagnostic::error(Code::FrontMatterKeyUnknown, format!("unknown front matter key `{unknown}`"))
                        .at(self.place(key.range.clone()))
                        .hint(hint),
                );
            }
        }
    }

    /// Warns of keys in `extra` that decide of the page where they stand above it.
    fn swallowed(&mut self, extra: &SpannedValue) {
        for (key, _) in extra.entries().iter().filter(|(key, _)| DECIDING.contains(&key.name.as_str())) {
            let found = Diagnostic::warning(
                Code::FrontMatterKeyUnknown,
                format!("`{}` stands in `extra`, where it decides nothing", key.name),
            );
            let hint = "move it above the line `[extra]`; if it is the template's own, give it another name";
            self.found.push(found.at(self.place(key.range.clone())).hint(hint));
        }
    }

    fn text(&mut self, key: &SpannedKey, value: &SpannedValue) -> Option<String> {
        let text = value.as_text().map(str::to_owned);
        if text.is_none() {
            self.wrong(&key.name, value, "text in quotes");
        }
        text
    }

    fn boolean(&mut self, key: &SpannedKey, value: &SpannedValue) -> Option<bool> {
        if let Value::Boolean(it) = value.value {
            return Some(it);
        }
        self.wrong(&key.name, value, "`true` or `false`, without quotes");
        None
    }

    fn integer(&mut self, key: &SpannedKey, value: &SpannedValue) -> Option<i64> {
        if let Value::Integer(it) = value.value {
            return Some(it);
        }
        self.wrong(&key.name, value, "a whole number");
        None
    }

    fn count(&mut self, key: &SpannedKey, value: &SpannedValue) -> Option<usize> {
        if let Value::Integer(it) = value.value
            && let Ok(count @ 1..) = usize::try_from(it)
        {
            return Some(count);
        }
        self.wrong(&key.name, value, "a whole number from 1 on");
        None
    }

    fn date(&mut self, value: &SpannedValue) -> Option<String> {
        let day = value.as_date().and_then(|it| it.date);
        if day.is_none() {
            self.wrong("updated", value, "a date such as `2026-11-21`, without quotes");
        }
        day.map(|day| day.to_string())
    }

    fn day_or_moment(&mut self, value: &SpannedValue) -> Option<String> {
        let date = value.as_date().filter(|it| it.date.is_some());
        if date.is_none() {
            self.wrong("date", value, "a date such as `2026-11-21` or `2026-11-21T18:00:00Z`, without quotes");
        }
        date.map(|date| date.to_string())
    }

    /// A moment; a date alone is its first second, a time without a zone is UTC.
    fn moment(&mut self, key: &SpannedKey, value: &SpannedValue) -> Option<i64> {
        let moment = value.as_date().as_ref().and_then(date::seconds);
        if moment.is_none() {
            self.wrong(&key.name, value, "a moment such as `2026-11-21T18:00:00Z`, without quotes");
        }
        moment
    }

    fn aliases(&mut self, value: &SpannedValue) -> Vec<Alias> {
        let Value::List(items) = &value.value else {
            self.wrong("aliases", value, "a list of addresses: `[\"/old/\"]`");
            return Vec::new();
        };
        let mut aliases = Vec::new();
        for item in items {
            match item.as_text() {
                Some(path) if path.starts_with('/') && !path.contains(char::is_whitespace) => {
                    aliases.push(Alias { path: path.to_owned(), range: self.absolute(&item.range) });
                }
                _ => self.wrong("aliases", item, "an address of this site, beginning with a slash: `\"/old/\"`"),
            }
        }
        aliases
    }

    fn taxonomies(&mut self, value: &SpannedValue) -> Vec<(String, Vec<Term>)> {
        let Value::Table(entries) = &value.value else {
            self.wrong("taxonomies", value, "a table of lists, such as `tags = [\"news\"]` below a line `[taxonomies]`");
            return Vec::new();
        };
        let mut taxonomies = Vec::new();
        for (key, value) in entries {
            let Value::List(items) = &value.value else {
                self.wrong(&key.name, value, "a list of names: `[\"news\"]`");
                continue;
            };
            let mut terms = Vec::new();
            for item in items {
                match item.as_text().filter(|name| !name.trim().is_empty()) {
                    Some(name) => terms.push(Term { name: name.to_owned(), range: self.absolute(&item.range) }),
                    None => self.wrong(&key.name, item, "a name in quotes"),
                }
            }
            taxonomies.push((key.name.clone(), terms));
        }
        taxonomies
    }

    fn choice<T: Copy>(&mut self, key: &SpannedKey, value: &SpannedValue, known: &[(&str, T)]) -> Option<T> {
        if let Some((_, it)) = known.iter().find(|(name, _)| value.as_text() == Some(*name)) {
            return Some(*it);
        }
        let names = known.iter().map(|(name, _)| format!("\"{name}\"")).collect::<Vec<_>>().join(" or ");
        self.wrong(&key.name, value, &names);
        None
    }

    fn wrong(&mut self, key: &str, value: &SpannedValue, expected: &str) {
        self.found.push(
            Diagnostic::error(Code::FrontMatterValue, format!("`{key}` has the wrong kind of value"))
                .at(self.place(value.range.clone()))
                .hint(format!("write {expected}")),
        );
    }

    fn absolute(&self, range: &Range<usize>) -> Range<usize> {
        self.offset + range.start..self.offset + range.end
    }

    fn place(&self, range: Range<usize>) -> Place {
        Place::new(self.file, Arc::clone(self.source), self.absolute(&range))
    }
}
