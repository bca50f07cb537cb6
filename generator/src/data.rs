//! Data files under content/data: TOML, JSON or CSV, for templates, menus and static queries.

use serde_json::{Map, Value};

use crate::diagnostic::{Diagnostic, Place};
use crate::marked;

/// The kinds of data files, by extension.
const KINDS: [&str; 3] = ["toml", "json", "csv"];

/// The name under which templates know the file at `path`; `None` for files that are no data.
pub fn name(path: &str) -> Option<&str> {
    let (name, kind) = path.strip_prefix("content/data/")?.rsplit_once('.')?;
    KINDS.contains(&kind).then_some(name)
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
