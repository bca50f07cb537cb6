//! Reads data files in content/data (TOML, YAML, JSON or CSV) and validates them against the
//! `.schema.json` files next to them.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;

use jsonc_parser::common::Ranged;
use jsonc_parser::{CollectOptions, ParseOptions, ast};
use serde_json::{Map, Value};

use crate::diagnostic::code::Code;
use crate::diagnostic::{Diagnostic, Location};
use crate::path::SitePath;
use crate::syntax::csv_violations;
use crate::syntax::json;
use crate::syntax::schema::{self, Schema};
use crate::syntax::spanned::{self, SpannedKey, SpannedValue};
use crate::syntax::utf8;

/// Extensions of data files.
const EXTENSIONS: [&str; 5] = ["toml", "json", "csv", "yaml", "yml"];

/// Returns the name that templates use for the data file at `path`; `None` for other files.
pub fn name(path: &SitePath) -> Option<&str> {
    let (name, extension) = path.strip_prefix("content/data/")?.rsplit_once('.')?;
    (EXTENSIONS.contains(&extension) && !path.ends_with(SCHEMA_SUFFIX)).then_some(name)
}

/// Suffix of schema files.
const SCHEMA_SUFFIX: &str = ".schema.json";

/// Returns the name of the data that a schema file describes: `games` for
/// `content/data/games.schema.json`.
pub fn schema_name(path: &SitePath) -> Option<&str> {
    path.strip_prefix("content/data/")?.strip_suffix(SCHEMA_SUFFIX)
}

/// Returns the names under which the schema of the data `name` may be declared: its own name, then
/// the folders that contain it.
pub fn schema_names(name: &str) -> impl Iterator<Item = &str> {
    std::iter::successors(Some(name), |name| name.rsplit_once('/').map(|(folder, _)| folder))
}

/// Reads a schema file.
pub fn schema(source: &SitePath, bytes: Vec<u8>) -> Result<Schema, Vec<Diagnostic>> {
    let json = read(source, bytes)?;
    Schema::new(json).map_err(|message| {
        vec![
            Diagnostic::error(
                Code::SchemaUnsupported,
                format!("this schema cannot be used: {message}"),
            )
            .in_file(source)
            .hint("the guide \"Use data files\" lists the supported keywords"),
        ]
    })
}

/// Converts the cells of a CSV file from text to the types that the schema declares for their
/// columns: numbers, booleans or `null`. Cells that cannot be converted remain text, which the
/// schema then rejects.
pub fn typed(source: &SitePath, mut value: Value, schema: &Schema) -> Value {
    if !source.ends_with(".csv") {
        return value;
    }
    let mut columns = BTreeMap::<String, Vec<&str>>::new();
    for row in value.as_array_mut().into_iter().flatten().filter_map(Value::as_object_mut) {
        for (column, cell) in row {
            let types = columns.entry(column.clone()).or_insert_with(|| schema.entry_types(column));
            let converted = cell.as_str().and_then(|text| cell_value(text.trim(), types));
            if let Some(converted) = converted {
                *cell = converted;
            }
        }
    }
    value
}

/// Converts a cell to one of these types; `None` if it is text or does not fit.
fn cell_value(text: &str, types: &[&str]) -> Option<Value> {
    let allows = |name: &str| types.contains(&name);
    if allows("string") {
        return None;
    }
    if text.is_empty() {
        return allows("null").then_some(Value::Null);
    }
    if allows("boolean") && ["true", "false"].iter().any(|it| text.eq_ignore_ascii_case(it)) {
        return Some(Value::Bool(text.eq_ignore_ascii_case("true")));
    }
    let number = serde_json::from_str::<Value>(text).ok().filter(Value::is_number)?;
    // A whole number that does not fit an integer would lose digits as a float.
    let is_exact = !number.is_f64() || text.contains(['.', 'e', 'E']);
    (is_exact && (allows("number") || allows("integer"))).then_some(number)
}

/// Returns the schema violations of a data file. `text` is the content of the file.
pub fn violations(
    source: &SitePath,
    text: &str,
    value: &Value,
    schema: &Schema,
) -> Vec<Diagnostic> {
    let lines = if source.extension() == "csv" { csv_violations::lines(text) } else { Vec::new() };

    let mut violations = schema.violations(value);
    if !lines.is_empty() {
        let line = |row: usize| {
            lines.get(row + 1).map_or(1, |cells| text[..cells[0].start].matches('\n').count() + 1)
        };
        violations = csv_violations::merge_by_column(violations, &line);
    }

    let to_diagnostic = |violation| violation_in(source, text, &lines, violation);
    violations.into_iter().map(to_diagnostic).collect()
}

/// Returns the error for a violation in a data file. `lines` are those of a CSV file.
fn violation_in(
    source: &SitePath,
    text: &str,
    lines: &[Vec<Range<usize>>],
    violation: schema::Violation,
) -> Diagnostic {
    let steps = violation.steps();
    let range = if lines.is_empty() {
        range_at(source, text, &steps)
    } else {
        csv_violations::range(text, lines, &steps)
    };

    let path = violation.path_text();
    let subject = if path.is_empty() { "this file".to_owned() } else { format!("`{path}`") };
    let message = format!("{subject} {}", violation.message);

    let location = Location::new(source.as_str(), text, range);
    let diagnostic = Diagnostic::error(Code::DataShape, message).at(location);
    match violation.hint {
        Some(hint) => diagnostic.hint(hint),
        None => diagnostic,
    }
}

/// Returns data with the texts of another language from the overlay file `source`, whose content is `text` and `overlay`, and the errors in
/// the overlay.
pub fn localized(
    source: &SitePath,
    text: &str,
    base: &Value,
    overlay: &Value,
    schema: Option<&Schema>,
) -> (Value, Vec<Diagnostic>) {
    let (value, mut violations) = schema::overlay::localized(base, overlay, schema);
    if violations.is_empty() {
        violations.extend(schema.into_iter().flat_map(|schema| schema.violations(&value)));
    }
    let to_diagnostic = |violation| violation_in(source, text, &[], violation);
    (value, violations.into_iter().map(to_diagnostic).collect())
}

/// Moves the columns of a CSV file for other languages, such as `name.fr`, out of its rows. Returns the rows of a language with its texts.
/// An empty cell has the text of the original.
pub fn take_columns(rows: &mut Value, suffix: &str) -> Option<Value> {
    let mut localized = Vec::new();
    let mut has_columns = false;
    for row in rows.as_array_mut()?.iter_mut().filter_map(Value::as_object_mut) {
        let is_of_language =
            |column: &str| column.strip_suffix(suffix)?.strip_suffix('.').map(str::to_owned);
        let columns: Vec<String> =
            row.keys().filter(|column| is_of_language(column).is_some()).cloned().collect();
        let taken: Vec<(String, Value)> = columns
            .iter()
            .filter_map(|column| Some((is_of_language(column)?, row.remove(column)?)))
            .collect();
        has_columns |= !taken.is_empty();
        let texts = taken.into_iter().filter(|(_, cell)| cell.as_str() != Some(""));
        localized.push(texts.collect::<Map<String, Value>>());
    }
    has_columns.then(|| localized.into_iter().map(Value::Object).collect())
}

/// Returns the byte range of the value at a path of keys and list indices in the text of a data
/// file. Falls back to the nearest parent if the value does not exist.
pub fn range_at(source: &SitePath, text: &str, path: &[Cow<'_, str>]) -> Range<usize> {
    let spanned = match source.extension() {
        "toml" => Some(spanned::toml(text).0),
        "json" => return json_range(text, path).unwrap_or(0..0),
        "yaml" | "yml" => spanned::yaml(text).ok(),
        _ => None,
    };
    spanned.map_or_else(
        || csv_violations::range(text, &csv_violations::lines(text), path),
        |spanned| spanned.range_at(path),
    )
}

/// Returns the content of a data file with the byte range of each value. `value` is the parsed
/// content, with the types that a schema gives to the cells of a CSV file.
pub fn spanned(source: &SitePath, text: &str, value: &Value) -> SpannedValue {
    let nothing = || SpannedValue { range: 0..0, value: spanned::Value::Null };
    match source.extension() {
        "toml" => spanned::toml(text).0,
        "json" => {
            jsonc_parser::parse_to_ast(text, &CollectOptions::default(), &ParseOptions::default())
                .ok()
                .and_then(|parsed| parsed.value)
                .map_or_else(nothing, |root| spanned_json(&root))
        }
        "yaml" | "yml" => spanned::yaml(text).unwrap_or_else(|_| nothing()),
        _ => csv_violations::spanned(text, value),
    }
}

fn spanned_json(value: &ast::Value<'_>) -> SpannedValue {
    let range = value.range();

    let value = match value {
        ast::Value::StringLit(text) => spanned::Value::Text(text.value.to_string()),
        ast::Value::NumberLit(number) => match number.value.parse() {
            Ok(integer) => spanned::Value::Integer(integer),
            Err(_) => number.value.parse().map_or(spanned::Value::Null, spanned::Value::Float),
        },
        ast::Value::BooleanLit(boolean) => spanned::Value::Boolean(boolean.value),
        ast::Value::NullKeyword(_) => spanned::Value::Null,
        ast::Value::Array(array) => {
            spanned::Value::List(array.elements.iter().map(spanned_json).collect())
        }
        ast::Value::Object(object) => {
            let entry = |property: &ast::ObjectProp<'_>| {
                let range = property.name.range();
                let name = property.name.as_str().to_owned();
                let key = SpannedKey { name, range: range.start..range.end };
                (key, spanned_json(&property.value))
            };
            spanned::Value::Table(object.properties.iter().map(entry).collect())
        }
    };

    SpannedValue { range: range.start..range.end, value }
}

/// Returns the range for JSON; `None` if the text is not JSON.
fn json_range(text: &str, path: &[Cow<'_, str>]) -> Option<Range<usize>> {
    let root =
        jsonc_parser::parse_to_ast(text, &CollectOptions::default(), &ParseOptions::default())
            .ok()?
            .value?;

    let mut value = &root;

    for part in path {
        let child = match value {
            ast::Value::Object(object) => object
                .properties
                .iter()
                .rfind(|property| property.name.as_str() == part.as_ref())
                .map(|property| &property.value),
            ast::Value::Array(array) => {
                part.parse::<usize>().ok().and_then(|index| array.elements.get(index))
            }
            _ => None,
        };

        match child {
            Some(child) => value = child,
            None => break,
        }
    }

    let range = value.range();
    Some(range.start..range.end)
}

/// Parses a data file. A CSV file becomes a list of objects, one per line, with the names of the
/// first line as keys.
pub fn read(source: &SitePath, bytes: Vec<u8>) -> Result<Value, Vec<Diagnostic>> {
    let text = utf8::decode(source, bytes).map_err(|error| vec![*error])?;

    match source.extension() {
        "json" => json::read(&text).map_err(|error| {
            vec![
                syntax_error(
                    source,
                    &text,
                    error.range,
                    &format!("not valid JSON: {}", error.message),
                )
                .hint(error.hint),
            ]
        }),
        "csv" => csv(source, &text).map_err(|error| vec![error]),
        "yaml" | "yml" => spanned::yaml(&text)
            .map(|value| value.to_json())
            .map_err(|error| vec![parse_error(source, &text, error)]),
        _ => toml(source, &text),
    }
}

/// Parses a TOML file.
fn toml(source: &SitePath, text: &str) -> Result<Value, Vec<Diagnostic>> {
    let (value, errors) = spanned::toml(text);
    let report = |error: spanned::ParseError| parse_error(source, text, error);
    if errors.is_empty() {
        Ok(value.to_json())
    } else {
        Err(errors.into_iter().map(report).collect())
    }
}

/// Parses a CSV file.
fn csv(source: &SitePath, text: &str) -> Result<Value, Diagnostic> {
    if let Some(problem) = csv_violations::problem(text) {
        let message = format!("not valid CSV: {}", problem.message);
        return Err(syntax_error(source, text, problem.range, &message).hint(problem.hint));
    }
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let to_diagnostic = |error: &csv::Error| {
        let position = error.position();
        let offset = position.map_or(0, |it| usize::try_from(it.byte()).unwrap_or(0));
        syntax_error(source, text, offset..offset, &format!("not valid CSV: {error}"))
    };
    let names = reader.headers().map_err(|error| to_diagnostic(&error))?.clone();
    let row = |record: &csv::StringRecord| {
        let cells = names.iter().zip(record).map(|(name, cell)| (name.to_owned(), cell.into()));
        Value::Object(cells.collect::<Map<_, _>>())
    };
    let rows = reader.records().map(|record| record.map(|record| row(&record)));
    rows.collect::<Result<Vec<_>, _>>().map(Value::Array).map_err(|error| to_diagnostic(&error))
}

/// Returns the diagnostic for a syntax error. `problem` completes the sentence "this data file is".
fn syntax_error(source: &SitePath, text: &str, range: Range<usize>, problem: &str) -> Diagnostic {
    Diagnostic::error(Code::DataSyntax, format!("this data file is {problem}")).at(Location::new(
        source.as_str(),
        text,
        range,
    ))
}

/// Returns the diagnostic for a parse error of TOML or YAML.
fn parse_error(source: &SitePath, text: &str, error: spanned::ParseError) -> Diagnostic {
    let is_toml = source.extension() == "toml";
    let fallback = if is_toml {
        "write one `key = value` per line, with text in quotes"
    } else {
        "write one `key: value` per line"
    };
    syntax_error(source, text, error.range, &error.message).hint(error.hint.unwrap_or(fallback))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn toml_json_and_csv_hold_the_same_data() {
        let read = |path: &str, bytes: &[u8]| read(&SitePath::new(path), bytes.to_vec());
        let toml = read("content/data/a.toml", b"x = \"1\"\n").unwrap();
        let json = read("content/data/a.json", b"{\"x\": \"1\"}").unwrap();
        let csv = read("content/data/a.csv", b"x,y\n1,\"2, 3\"\n").unwrap();
        assert_eq!(toml, json);
        assert_eq!(csv, json!([{ "x": "1", "y": "2, 3" }]));
        let menu = SitePath::new("content/data/menus/main.json");
        let notes = SitePath::new("content/data/notes.md");
        assert_eq!((name(&menu), name(&notes)), (Some("menus/main"), None));
    }

    #[test]
    fn values_of_all_formats_have_byte_ranges() {
        for (name, text) in [
            ("a.csv", "title,n\n\"B, c\",2\n"),
            ("a.json", "[{ \"title\": \"B, c\", \"n\": \"2\" }]"),
            ("a.yaml", "- title: \"B, c\"\n  n: \"2\"\n"),
        ] {
            let source = SitePath::new(format!("content/data/{name}"));
            let value = read(&source, text.as_bytes().to_vec()).unwrap();
            let spanned = spanned(&source, text, &value);
            assert_eq!(spanned.to_json(), value, "{name}");
            let range = spanned.range_at(&["0".into(), "title".into()]);
            assert_eq!(&text[range], "\"B, c\"", "{name}");
        }
    }

    #[test]
    fn syntax_errors_are_located() {
        let read = |path: &str, bytes: &[u8]| read(&SitePath::new(path), bytes.to_vec());
        let errors = read("content/data/a.json", b"{\n  \"x\": oops\n}").unwrap_err();
        assert_eq!(errors[0].place.as_ref().unwrap().line_column().0, 2);
        let errors = read("content/data/a.csv", b"x,y\n1\n").unwrap_err();
        assert_eq!(errors[0].place.as_ref().unwrap().line_column().0, 2);
    }
}
