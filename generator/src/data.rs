//! Data files under content/data: TOML, JSON or CSV, for templates, menus and static queries. A `.schema.json` beside them
//! declares their shape.

use serde_json::{Map, Value};

use crate::diagnostic::{Diagnostic, Place};
use crate::marked;
use crate::schema::{self, Schema};

/// The kinds of data files, by extension.
const KINDS: [&str; 3] = ["toml", "json", "csv"];

/// The name under which templates know the file at `path`; `None` for files that are no data.
pub fn name(path: &str) -> Option<&str> {
    let (name, kind) = path.strip_prefix("content/data/")?.rsplit_once('.')?;
    (KINDS.contains(&kind) && !path.ends_with(SCHEMA)).then_some(name)
}

/// How the name of a file ends that declares a shape.
const SCHEMA: &str = ".schema.json";

/// What a file that declares a shape is for: `games` for `content/data/games.schema.json`.
pub fn schema_name(path: &str) -> Option<&str> {
    path.strip_prefix("content/data/")?.strip_suffix(SCHEMA)
}

/// Where the shape of the data called `name` may be declared: under its own name, else for its whole folder.
pub fn schema_names(name: &str) -> impl Iterator<Item = &str> {
    std::iter::successors(Some(name), |name| name.rsplit_once('/').map(|(folder, _)| folder))
}

/// Reads a file that declares a shape.
pub fn schema(source: &str, bytes: Vec<u8>) -> Result<Schema, Vec<Diagnostic>> {
    let json = read(source, bytes)?;
    Schema::new(json).map_err(|message| {
        vec![
            Diagnostic::error("C0112", format!("this schema cannot be used: {message}"))
                .in_file(source)
                .hint("docs/editors.md lists the keywords that can stand here"),
        ]
    })
}

/// What in a data file does not fit its declared shape. `text` is what the file holds.
pub fn misfits(source: &str, text: &str, value: &Value, schema: &Schema) -> Vec<Diagnostic> {
    let found = schema.misfits(value);
    if found.is_empty() {
        return Vec::new();
    }
    let marked = match source.rsplit_once('.').map_or("", |(_, kind)| kind) {
        "toml" => Some(marked::toml(text).0),
        // JSON is a part of YAML, whose reader knows places.
        "json" => marked::yaml(text).ok(),
        _ => None,
    };
    let tell = |misfit: schema::Misfit| {
        let range = match &marked {
            Some(marked) => marked.range_at(&misfit.steps()),
            // The first line of a CSV file names the columns.
            None => {
                let row = misfit.path.first().and_then(|it| it.parse().ok()).map_or(1, |row: usize| row + 2);
                line_start(text, row)..line_start(text, row + 1).saturating_sub(1)
            }
        };
        let place = misfit.place();
        let what = if place.is_empty() { "this file".to_owned() } else { format!("`{place}`") };
        let found = Diagnostic::error("C0113", format!("{what} {}", misfit.message)).at(Place::new(source, text, range));
        match misfit.hint {
            Some(hint) => found.hint(hint),
            None => found,
        }
    };
    found.into_iter().map(tell).collect()
}

/// Reads one data file. A CSV file becomes a list of tables, one for each line, keyed by its first line.
pub fn read(source: &str, bytes: Vec<u8>) -> Result<Value, Vec<Diagnostic>> {
    let text = String::from_utf8(bytes)
        .map_err(|_| vec![Diagnostic::error("C0101", "this file is not UTF-8 text").in_file(source).hint("save it as UTF-8")])?;
    match source.rsplit_once('.').map_or("", |(_, kind)| kind) {
        "json" => serde_json::from_str(&text).map_err(|error| {
            let at = line_start(&text, error.line()) + error.column().saturating_sub(1);
            vec![broken(source, &text, at..at, &format!("not valid JSON: {error}"))]
        }),
        "csv" => table(source, &text).map_err(|error| vec![error]),
        _ => toml(source, &text),
    }
}

fn toml(source: &str, text: &str) -> Result<Value, Vec<Diagnostic>> {
    let (value, errors) = marked::toml(text);
    let report = |error: marked::Broken| broken(source, text, error.range, &error.message);
    if errors.is_empty() { Ok(value.to_json()) } else { Err(errors.into_iter().map(report).collect()) }
}

fn table(source: &str, text: &str) -> Result<Value, Diagnostic> {
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let failed = |error: &csv::Error| {
        let at = error.position().map_or(0, |it| usize::try_from(it.byte()).unwrap_or(0));
        broken(source, text, at..at, &format!("not valid CSV: {error}"))
    };
    let names = reader.headers().map_err(|error| failed(&error))?.clone();
    let row = |record: &csv::StringRecord| {
        Value::Object(names.iter().zip(record).map(|(name, cell)| (name.to_owned(), cell.into())).collect::<Map<_, _>>())
    };
    let rows = reader.records().map(|record| record.map(|record| row(&record)));
    rows.collect::<Result<Vec<_>, _>>().map(Value::Array).map_err(|error| failed(&error))
}

fn broken(source: &str, text: &str, range: std::ops::Range<usize>, what: &str) -> Diagnostic {
    Diagnostic::error("C0110", format!("this data file is {what}")).at(Place::new(source, text, range))
}

fn line_start(text: &str, line: usize) -> usize {
    text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn the_three_kinds_hold_the_same_data() {
        let toml = read("content/data/a.toml", b"x = \"1\"\n".to_vec()).unwrap();
        let json = read("content/data/a.json", b"{\"x\": \"1\"}".to_vec()).unwrap();
        let csv = read("content/data/a.csv", b"x,y\n1,\"2, 3\"\n".to_vec()).unwrap();
        assert_eq!(toml, json);
        assert_eq!(csv, json!([{ "x": "1", "y": "2, 3" }]));
        assert_eq!((name("content/data/menus/main.json"), name("content/data/notes.md")), (Some("menus/main"), None));
    }

    #[test]
    fn what_is_broken_is_placed() {
        let found = read("content/data/a.json", b"{\n  \"x\": oops\n}".to_vec()).unwrap_err();
        assert_eq!(found[0].place.as_ref().unwrap().line_column().0, 2);
        let found = read("content/data/a.csv", b"x,y\n1\n".to_vec()).unwrap_err();
        assert_eq!(found[0].place.as_ref().unwrap().line_column().0, 2);
    }
}
