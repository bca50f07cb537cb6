//! Makes pages of rows of data, as `[[collections]]` of site.toml declares. A row is an entry of a list in a data file, or a whole file
//! of a data folder.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

use serde_json::Value as Json;

use crate::front_matter::{self, FrontMatter, ValueOrigin};
use crate::languages::LanguageKey;
use crate::model::collection::{Collection, PATTERN_FIELDS};
use crate::model::pattern::{PatternPart, SLUG, pattern_parts};
use crate::page::Page;
use crate::page_route::{in_case, route_problem};
use crate::page_text::DataRow;
use crate::read_options::ReadOptions;
use crate::slug::slug;
use croupier_base::diagnostic::code::Code;
use croupier_base::diagnostic::{Diagnostic, Location, Severity};
use croupier_base::fingerprint::fingerprint;
use croupier_base::path::{Route, SitePath};
use croupier_base::syntax::spanned::{SpannedKey, SpannedValue, Value};

/// The key of the old paths of a page.
const ALIASES: &str = "aliases";

/// A data file whose rows become pages.
#[derive(Debug, Clone, Copy)]
pub struct RowFile<'a> {
    /// The collection that makes pages of it.
    pub collection: &'a Collection,
    /// Where site.toml names the template.
    pub template_origin: Option<&'a ValueOrigin>,
    /// Its path.
    pub path: &'a SitePath,
    /// Its text.
    pub text: &'a Arc<str>,
    /// Its values with their byte ranges.
    pub spanned: &'a SpannedValue,
    /// Its values for templates, with the texts of the language.
    pub value: &'a Json,
    /// The language of the pages.
    pub language: LanguageKey,
    /// The start of their routes, without a slash at the end.
    pub prefix: &'a str,
    /// Whether the file is the only row, as in a data folder.
    pub is_row: bool,
}

/// A row, and what templates see of it.
type Row<'a> = (&'a SpannedValue, &'a Json);

impl<'a> RowFile<'a> {
    /// Returns the rows, or the error if there is no list of them.
    pub fn rows(self) -> Result<Vec<Row<'a>>, Diagnostic> {
        if self.is_row {
            return match self.spanned.value {
                Value::Table(_) => Ok(vec![(self.spanned, self.value)]),
                _ => {
                    let message = "a file of a data folder is one page, and this one is a list";
                    let hint =
                        "write keys and values, or name this file in `data` of `[[collections]]`";
                    Err(self.shape_error(message.to_owned(), 0..0, hint.to_owned()))
                }
            };
        }

        let keys = self.collection.list.iter().flat_map(|keys| keys.split('.'));
        let found = keys.clone().try_fold((self.spanned, self.value), |(spanned, value), key| {
            Some((spanned.get(key)?, value.get(key)?))
        });

        let Some((Value::List(items), Json::Array(values))) =
            found.map(|(spanned, value)| (&spanned.value, value))
        else {
            let lists = self.spanned.entries().iter();
            let lists = lists.filter(|(_, value)| matches!(value.value, Value::List(_)));
            let names: Vec<_> =
                lists.map(|(key, _)| format!("`list = \"{}\"`", key.name)).collect();
            let hint = if names.is_empty() {
                "a collection needs a list of rows, or a folder with one file for each page"
                    .to_owned()
            } else {
                format!("name the list in `[[collections]]`: {}", names.join(" or "))
            };

            let subject = self
                .collection
                .list
                .as_ref()
                .map_or_else(|| "this file".to_owned(), |list| format!("`{list}` in this file"));
            let range = found.map_or(0..0, |(spanned, _)| spanned.range.start..spanned.range.start);
            return Err(self.shape_error(format!("{subject} is not a list of rows"), range, hint));
        };

        Ok(items.iter().zip(values).collect())
    }

    /// Returns the page of a row, or what is wrong with its route, and the diagnostics of its front matter.
    pub fn page(
        self,
        (row, value): Row<'a>,
        options: &ReadOptions,
    ) -> Result<(Page, Vec<Diagnostic>), Diagnostic> {
        if !matches!(row.value, Value::Table(_)) {
            let hint = "each row needs keys, such as `title`".to_owned();
            return Err(self.shape_error(
                "this row has no keys".to_owned(),
                row.range.clone(),
                hint,
            ));
        }

        // Texts do not change the route: translations have the one of their original.
        let file_route = self.route(row, options)?;
        let route = file_route.below(self.prefix);
        let is_translation = self.language != options.languages.default_key();
        let row =
            if is_translation { Cow::Owned(row.with_texts_of(value)) } else { Cow::Borrowed(row) };

        let table = self.front_matter(&row, is_translation);
        let (mut front, mut diagnostics) =
            front_matter::of_row(self.path, self.text, &table, &options.zone);
        if table.get("title").is_none() {
            diagnostics.push(self.missing_title(&row));
        }

        self.set_template(&mut front);
        front.extra = Arc::new(value.clone());

        let digest = fingerprint(&(
            value,
            self.language,
            &front.title,
            &front.template,
            front.dates(),
            &self.collection,
        ));

        let row = DataRow {
            file: self.path.clone(),
            text: Arc::clone(self.text),
            range: row.range.clone(),
        };

        let source = SitePath::new(format!("{}#{route}", self.path));
        let page = Page {
            language: self.language,
            file_route,
            is_valid: diagnostics.iter().all(|it| it.severity == Severity::Warning),
            row: Some(Arc::new(row)),
            ..Page::new(source, route, front, digest)
        };

        Ok((page, diagnostics))
    }

    /// Sets the template of the collection, if it has one.
    fn set_template(self, front: &mut FrontMatter) {
        if let Some(template) = &self.collection.template {
            front.template = Some(template.as_str().into());
            front.template_origin = self.template_origin.cloned();
            front.explicit_keys.add("template");
        }
    }

    /// Returns the error for a row without a title.
    fn missing_title(self, row: &SpannedValue) -> Diagnostic {
        let column = self.column_for("title");
        let message = format!("this row has no `{column}`, which is the title of its page");
        let range = column_of(row, column).map_or_else(|| row.range.clone(), |it| it.range.clone());
        self.error(Code::NoTitle, message, range).hint("fill it in")
    }

    /// Returns the route of the page of a row, or what is wrong with it.
    fn route(self, row: &SpannedValue, options: &ReadOptions) -> Result<Route, Diagnostic> {
        let parts = self.collection.route_parts().unwrap_or_default();
        let mut path = String::new();
        for part in parts {
            match part {
                PatternPart::Text(text) => path.push_str(text),
                PatternPart::Column(SLUG) => path.push_str(&self.slug(row)?),
                PatternPart::Column(column) => path.push_str(&self.segment(row, column)?),
            }
        }

        let route = in_case(&Route::new(path), options.paths);
        if let Some(problem) = route_problem(&route, options.paths) {
            let message = format!("`{route}` cannot be a route: {problem}");
            let hint = "change the row, or `route` of its collection in site.toml";
            return Err(self.error(Code::BadRoute, message, row.range.clone()).hint(hint));
        }
        Ok(route)
    }

    /// Returns the slug of a row: of its own column, of the name of the file, or of the title.
    fn slug(self, row: &SpannedValue) -> Result<String, Diagnostic> {
        let (column, is_named) = self.collection.slug_column();
        if is_named || column_of(row, column).is_some() {
            return self.segment(row, column);
        }
        if self.is_row {
            let name = self.path.rsplit('/').next().unwrap_or_default();
            return Ok(slug(name.rsplit_once('.').map_or(name, |(stem, _)| stem)));
        }
        self.segment(row, self.column_for("title"))
    }

    /// Returns the slug of the text in a column.
    fn segment(self, row: &SpannedValue, column: &str) -> Result<String, Diagnostic> {
        let cell = column_of(row, column);
        let text = cell.and_then(text_of).unwrap_or_default();
        if text.contains(char::is_alphanumeric) {
            return Ok(slug(&text));
        }
        let range = cell.map_or_else(|| row.range.clone(), |cell| cell.range.clone());
        let message = format!(
            "this row has no letters or digits in `{column}` for its route, {}",
            self.collection.route
        );
        let hint =
            "fill it in, or name another column: `slug` in `[collections.fields]` of site.toml";
        Err(self.error(Code::BadRoute, message, range).hint(hint))
    }

    /// Returns the front matter of a row, with the values of its columns.
    fn front_matter(self, row: &SpannedValue, is_translation: bool) -> SpannedValue {
        let key = |name: &str, cell: &SpannedValue| SpannedKey {
            name: name.to_owned(),
            range: cell.range.clone(),
        };

        let mut entries = Vec::new();
        // Redirects belong to the page in the default language, and each language has its own.
        let is_left_out = |name: &str| name == SLUG || (name == ALIASES && is_translation);
        for (name, column, _) in self.collection.fields.columns().filter(|it| !is_left_out(it.0)) {
            if PATTERN_FIELDS.contains(&name) && column.contains('{') {
                entries.extend(filled(column, row).map(|text| (key(name, row), text)));
            } else if let Some(cell) = column_of(row, column).filter(|cell| !is_empty(cell)) {
                entries.push((key(name, cell), self.field(name, cell)));
            }
        }

        let taxonomies = self.collection.taxonomies.iter().filter_map(|(name, column)| {
            let cell = column_of(row, column).filter(|cell| !is_empty(cell))?;
            Some((key(name, cell), list(cell)))
        });
        let taxonomies: Vec<_> = taxonomies.collect();
        if !taxonomies.is_empty() {
            let taxonomies =
                SpannedValue { range: row.range.clone(), value: Value::Table(taxonomies) };
            entries.push((key("taxonomies", row), taxonomies));
        }

        SpannedValue { range: row.range.clone(), value: Value::Table(entries) }
    }

    /// Returns a value with the type of a key. The cells of a CSV file are text, and titles can be numbers.
    fn field(self, key: &str, cell: &SpannedValue) -> SpannedValue {
        let is_csv = self.path.extension() == "csv";
        let text = cell.as_text().map(str::trim).filter(|_| is_csv);
        let value = match key {
            "draft" => text.and_then(|it| it.to_lowercase().parse().ok()).map(Value::Boolean),
            "weight" => text.and_then(|it| it.parse().ok()).map(Value::Integer),
            ALIASES | "authors" => Some(list(cell).value),
            "title" | "description" | "heading" | "menu_label" | "image" | "image_alt" => {
                text_of(cell).map(|text| Value::Text(text.into_owned()))
            }
            _ => text.map(|text| Value::Text(text.to_owned())),
        };
        value
            .map_or_else(|| cell.clone(), |value| SpannedValue { range: cell.range.clone(), value })
    }

    fn column_for(self, key: &str) -> &'a str {
        let columns = self.collection.fields.columns();
        columns.into_iter().find(|(name, ..)| *name == key).map_or("title", |(_, column, _)| column)
    }

    fn shape_error(self, message: String, range: Range<usize>, hint: String) -> Diagnostic {
        self.error(Code::DataShape, message, range).hint(hint)
    }

    fn error(self, code: Code, message: String, range: Range<usize>) -> Diagnostic {
        let place = Location::new(self.path.as_str(), Arc::clone(self.text), range);
        Diagnostic::error(code, message).at(place)
    }
}

/// Returns the value of a column: of a key, or of a path of keys with dots.
pub fn column_of<'a>(row: &'a SpannedValue, column: &str) -> Option<&'a SpannedValue> {
    row.get(column).or_else(|| column.split('.').try_fold(row, |value, key| value.get(key)))
}

/// Returns a pattern with the values of a row, or `None` if the row has none of them.
fn filled(pattern: &str, row: &SpannedValue) -> Option<SpannedValue> {
    let mut has_value = false;
    let mut text = String::new();
    for part in pattern_parts(pattern).ok()? {
        match part {
            PatternPart::Text(part) => text.push_str(part),
            PatternPart::Column(column) => {
                let value = column_of(row, column).and_then(text_of).unwrap_or_default();
                has_value |= !value.trim().is_empty();
                text.push_str(value.trim());
            }
        }
    }
    has_value.then(|| SpannedValue { range: row.range.clone(), value: Value::Text(text) })
}

/// Returns whether a cell has no value.
fn is_empty(cell: &SpannedValue) -> bool {
    matches!(cell.value, Value::Null) || cell.as_text().is_some_and(|text| text.trim().is_empty())
}

/// Returns the text of a cell that has one value.
fn text_of(cell: &SpannedValue) -> Option<Cow<'_, str>> {
    match &cell.value {
        Value::Text(text) => Some(Cow::Borrowed(text)),
        Value::Integer(_) | Value::Float(_) | Value::Date(_) => Some(match cell.to_json() {
            Json::String(text) => Cow::Owned(text),
            other => Cow::Owned(other.to_string()),
        }),
        Value::Boolean(_) | Value::Null | Value::List(_) | Value::Table(_) => None,
    }
}

/// Returns a cell as a list. Semicolons separate the values of a text, or commas if it has no semicolon.
fn list(cell: &SpannedValue) -> SpannedValue {
    let item = |text: &str| SpannedValue {
        range: cell.range.clone(),
        value: Value::Text(text.trim().to_owned()),
    };

    let value = match &cell.value {
        Value::Text(text) => {
            let separator = if text.contains(';') { ';' } else { ',' };
            let items = text.split(separator).filter(|it| !it.trim().is_empty()).map(item);
            Value::List(items.collect())
        }
        Value::List(items) => {
            let items = items.iter().map(|it| match it.value {
                Value::Integer(_) => {
                    SpannedValue { range: it.range.clone(), ..item(&it.to_json().to_string()) }
                }
                _ => it.clone(),
            });
            Value::List(items.collect())
        }
        Value::Integer(_) => Value::List(vec![item(&cell.to_json().to_string())]),
        other => other.clone(),
    };

    SpannedValue { range: cell.range.clone(), value }
}
