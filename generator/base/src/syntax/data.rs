//! Data files under content/data: TOML, YAML, JSON or CSV, for templates, menus and static queries. A `.schema.json` beside them
//! declares their shape.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;

use jsonc_parser::common::Ranged;
use jsonc_parser::{CollectOptions, ParseOptions, ast};
use serde_json::{Map, Value};

use crate::diagnostic::code::Code;
use crate::diagnostic::{Diagnostic, Place};
use crate::path::SitePath;
use crate::syntax::csv_check;
use crate::syntax::json;
use crate::syntax::of_columns;
use crate::syntax::schema::{self, Schema};
use crate::syntax::spanned;

/// The kinds of data files, by extension.
const KINDS: [&str; 5] = ["toml", "json", "csv", "yaml", "yml"];

/// The name under which templates know the file at `path`; `None` for files that are no data.
pub fn name(path: &SitePath) -> Option<&str> {
    let (name, kind) = path.strip_prefix("content/data/")?.rsplit_once('.')?;
    (KINDS.contains(&kind) && !path.ends_with(SCHEMA)).then_some(name)
}

/// How the name of a file ends that declares a shape.
const SCHEMA: &str = ".schema.json";

/// What a file that declares a shape is for: `games` for `content/data/games.schema.json`.
pub fn schema_name(path: &SitePath) -> Option<&str> {
    path.strip_prefix("content/data/")?.strip_suffix(SCHEMA)
}

/// Where the shape of the data called `name` may be declared: under its own name, else for its whole folder.
pub fn schema_names(name: &str) -> impl Iterator<Item = &str> {
    std::iter::successors(Some(name), |name| name.rsplit_once('/').map(|(folder, _)| folder))
}

/// Reads a file that declares a shape.
pub fn schema(source: &SitePath, bytes: Vec<u8>) -> Result<Schema, Vec<Diagnostic>> {
    let json = read(source, bytes)?;
    Schema::new(json).map_err(|message| {
        vec![
            Diagnostic::error(
                Code::SchemaUnsupported,
                format!("this schema cannot be used: {message}"),
            )
            .in_file(source)
            .hint("docs/editors.md lists the keywords that can stand here"),
        ]
    })
}

/// Data as its shape says: what a CSV file holds is text, until the shape of its lines says that a column holds numbers,
/// `true` and `false`, or nothing (`null`). What cannot be read as that stays text, which the shape then refuses.
pub fn typed(source: &SitePath, mut value: Value, schema: &Schema) -> Value {
    if !source.ends_with(".csv") {
        return value;
    }
    let mut columns = BTreeMap::<String, Vec<&str>>::new();
    for row in value.as_array_mut().into_iter().flatten().filter_map(Value::as_object_mut) {
        for (column, cell) in row {
            let kinds =
                columns.entry(column.clone()).or_insert_with(|| schema.kinds_in_entries(column));
            if let Some(read) = cell.as_str().and_then(|text| cell_value(text.trim(), kinds)) {
                *cell = read;
            }
        }
    }
    value
}

/// A cell as one of these kinds; none where it is text, or none of them.
fn cell_value(text: &str, kinds: &[&str]) -> Option<Value> {
    let may = |kind: &str| kinds.contains(&kind);
    if may("string") {
        return None;
    }
    if text.is_empty() {
        return may("null").then_some(Value::Null);
    }
    if may("boolean") && ["true", "false"].iter().any(|it| text.eq_ignore_ascii_case(it)) {
        return Some(Value::Bool(text.eq_ignore_ascii_case("true")));
    }
    let number = serde_json::from_str::<Value>(text).ok().filter(Value::is_number)?;
    // More digits than a number can hold would be lost.
    let is_exact = !number.is_f64() || text.contains(['.', 'e', 'E']);
    (is_exact && (may("number") || may("integer"))).then_some(number)
}

/// What in a data file does not fit its declared shape. `text` is what the file holds.
pub fn violations(
    source: &SitePath,
    text: &str,
    value: &Value,
    schema: &Schema,
) -> Vec<Diagnostic> {
    let lines = if source.extension() == "csv" { csv_check::lines(text) } else { Vec::new() };
    let mut found = schema.violations(value);
    if !lines.is_empty() {
        let line = |row: usize| {
            lines.get(row + 1).map_or(1, |cells| text[..cells[0].start].matches('\n').count() + 1)
        };
        found = of_columns::once(found, &line);
    }
    let tell = |violation: schema::Violation| {
        let steps = violation.steps();
        let range = if lines.is_empty() {
            range_at(source, text, &steps)
        } else {
            of_columns::range(text, &lines, &steps)
        };
        let place = violation.place();
        let what = if place.is_empty() { "this file".to_owned() } else { format!("`{place}`") };
        let found = Diagnostic::error(Code::DataShape, format!("{what} {}", violation.message))
            .at(Place::new(source.as_str(), text, range));
        match violation.hint {
            Some(hint) => found.hint(hint),
            None => found,
        }
    };
    found.into_iter().map(tell).collect()
}

/// Where in the text of a data file the value stands that a path of keys and list places leads to; of its nearest parent
/// where there is no such value.
pub fn range_at(source: &SitePath, text: &str, path: &[Cow<'_, str>]) -> Range<usize> {
    let spanned = match source.extension() {
        "toml" => Some(spanned::toml(text).0),
        "json" => return json_range(text, path).unwrap_or(0..0),
        "yaml" | "yml" => spanned::yaml(text).ok(),
        _ => None,
    };
    spanned.map_or_else(
        || of_columns::range(text, &csv_check::lines(text), path),
        |spanned| spanned.range_at(path),
    )
}

/// The same in JSON; none where it is none.
fn json_range(text: &str, path: &[Cow<'_, str>]) -> Option<Range<usize>> {
    let root =
        jsonc_parser::parse_to_ast(text, &CollectOptions::default(), &ParseOptions::default())
            .ok()?
            .value?;
    let mut at = &root;
    for part in path {
        let next = match at {
            ast::Value::Object(object) => object
                .properties
                .iter()
                .rfind(|it| it.name.as_str() == part.as_ref())
                .map(|it| &it.value),
            ast::Value::Array(array) => {
                part.parse::<usize>().ok().and_then(|place| array.elements.get(place))
            }
            _ => None,
        };
        match next {
            Some(next) => at = next,
            None => break,
        }
    }
    let range = at.range();
    Some(range.start..range.end)
}

/// Reads one data file. A CSV file becomes a list of tables, one for each line, keyed by its first line.
pub fn read(source: &SitePath, bytes: Vec<u8>) -> Result<Value, Vec<Diagnostic>> {
    let text = String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let text = String::from_utf8_lossy(error.as_bytes());
        let place = Place::new(source.as_str(), text.as_ref(), at..at + 1);
        vec![
            Diagnostic::error(Code::NotUtf8, "this file is not UTF-8 text")
                .at(place)
                .hint("save it as UTF-8"),
        ]
    })?;
    match source.extension() {
        "json" => json::read(&text).map_err(|error| {
            vec![
                broken(source, &text, error.range, &format!("not valid JSON: {}", error.message))
                    .hint(error.hint),
            ]
        }),
        "csv" => table(source, &text).map_err(|error| vec![error]),
        "yaml" | "yml" => spanned::yaml(&text)
            .map(|value| value.to_json())
            .map_err(|error| vec![unread(source, &text, error)]),
        _ => toml(source, &text),
    }
}

fn toml(source: &SitePath, text: &str) -> Result<Value, Vec<Diagnostic>> {
    let (value, errors) = spanned::toml(text);
    let report = |error: spanned::ParseError| unread(source, text, error);
    if errors.is_empty() {
        Ok(value.to_json())
    } else {
        Err(errors.into_iter().map(report).collect())
    }
}

fn table(source: &SitePath, text: &str) -> Result<Value, Diagnostic> {
    if let Some(error) = csv_check::problem(text) {
        let found = broken(source, text, error.range, &format!("not valid CSV: {}", error.message));
        return Err(found.hint(error.hint));
    }
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let failed = |error: &csv::Error| {
        let at = error.position().map_or(0, |it| usize::try_from(it.byte()).unwrap_or(0));
        broken(source, text, at..at, &format!("not valid CSV: {error}"))
    };
    let names = reader.headers().map_err(|error| failed(&error))?.clone();
    let row = |record: &csv::StringRecord| {
        Value::Object(
            names
                .iter()
                .zip(record)
                .map(|(name, cell)| (name.to_owned(), cell.into()))
                .collect::<Map<_, _>>(),
        )
    };
    let rows = reader.records().map(|record| record.map(|record| row(&record)));
    rows.collect::<Result<Vec<_>, _>>().map(Value::Array).map_err(|error| failed(&error))
}

fn broken(source: &SitePath, text: &str, range: std::ops::Range<usize>, what: &str) -> Diagnostic {
    Diagnostic::error(Code::DataSyntax, format!("this data file is {what}")).at(Place::new(
        source.as_str(),
        text,
        range,
    ))
}

fn unread(source: &SitePath, text: &str, error: spanned::ParseError) -> Diagnostic {
    let is_toml = source.extension() == "toml";
    let usual = if is_toml {
        "write one `key = value` a line; a text needs quotes"
    } else {
        "write one `key: value` a line"
    };
    broken(source, text, error.range, &error.message).hint(error.hint.unwrap_or(usual))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn the_three_kinds_hold_the_same_data() {
        let read = |path: &str, bytes: &[u8]| read(&SitePath::new(path), bytes.to_vec());
        let toml = read("content/data/a.toml", b"x = \"1\"\n").unwrap();
        let json = read("content/data/a.json", b"{\"x\": \"1\"}").unwrap();
        let csv = read("content/data/a.csv", b"x,y\n1,\"2, 3\"\n").unwrap();
        assert_eq!(toml, json);
        assert_eq!(csv, json!([{ "x": "1", "y": "2, 3" }]));
        let (menu, notes) =
            ["content/data/menus/main.json", "content/data/notes.md"].map(SitePath::new).into();
        assert_eq!((name(&menu), name(&notes)), (Some("menus/main"), None));
    }

    #[test]
    fn what_is_broken_is_placed() {
        let read = |path: &str, bytes: &[u8]| read(&SitePath::new(path), bytes.to_vec());
        let found = read("content/data/a.json", b"{\n  \"x\": oops\n}").unwrap_err();
        assert_eq!(found[0].place.as_ref().unwrap().line_column().0, 2);
        let found = read("content/data/a.csv", b"x,y\n1\n").unwrap_err();
        assert_eq!(found[0].place.as_ref().unwrap().line_column().0, 2);
    }
}
