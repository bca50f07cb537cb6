//! Opens every data file and content file of this repository, and changes its values.

use std::fs;
use std::path::{Path, PathBuf};

use croupier_base::path::SitePath;
use croupier_base::syntax::data;
use croupier_base::syntax::spanned::{self, SpannedValue, Value};
use croupier_edits::{Edit, Format, SourceKind, apply};

use crate::common::parts;

/// The most values of a file that are changed.
const MAX_CHANGED: usize = 16;

/// Returns the files below a folder of the repository.
fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        if path.is_dir()
            && !["node_modules", "target", "public", "test-results"].contains(&name.as_str())
        {
            files(&path, found);
        } else if path.is_file() {
            found.push(path);
        }
    }
}

/// Returns the format of a data file.
fn format(path: &Path) -> Option<Format> {
    match path.extension()?.to_str()? {
        "toml" => Some(Format::Toml),
        "yaml" | "yml" => Some(Format::Yaml),
        "json" => Some(Format::Json),
        "csv" => Some(Format::Csv),
        _ => None,
    }
}

/// Parses values; `None` if the text is not valid.
pub(crate) fn values(format: Format, text: &str) -> Option<SpannedValue> {
    let read = |name: &str| {
        let path = SitePath::new(name);
        let value = data::read(&path, text.as_bytes().to_vec()).ok()?;
        Some(data::spanned(&path, text, &value))
    };
    match format {
        Format::Toml => Some(spanned::toml(text))
            .filter(|(_, errors)| errors.is_empty())
            .map(|(value, _)| value),
        Format::Yaml => spanned::yaml(text).ok(),
        Format::Json => read("content/data/a.json"),
        Format::Csv => read("content/data/a.csv"),
        Format::Text => None,
    }
}

/// Collects the scalars with their pointers.
fn scalars<'a>(
    value: &'a SpannedValue,
    pointer: &str,
    found: &mut Vec<(String, &'a SpannedValue)>,
) {
    match &value.value {
        Value::List(items) => {
            for (index, item) in items.iter().enumerate() {
                scalars(item, &format!("{pointer}/{index}"), found);
            }
        }
        Value::Table(entries) => {
            for (key, value) in entries {
                let part = key.name.replace('~', "~0").replace('/', "~1");
                scalars(value, &format!("{pointer}/{part}"), found);
            }
        }
        _ => found.push((pointer.to_owned(), value)),
    }
}

/// Returns another value of the same type.
fn other(value: &SpannedValue) -> Option<serde_json::Value> {
    match &value.value {
        Value::Text(text) => {
            let end = text.trim_end_matches('\n').len();
            Some(format!("{}x{}", &text[..end], &text[end..]).into())
        }
        Value::Integer(number) => Some((number + 1).into()),
        Value::Float(number) => Some((number + 1.0).into()),
        Value::Boolean(boolean) => Some((!boolean).into()),
        Value::Date(date) => {
            let text = date.to_string();
            // Both are leap years.
            let year = if text.starts_with("2028") { "2032" } else { "2028" };
            text.contains('-').then(|| (year.to_owned() + &text[4..]).into())
        }
        _ => None,
    }
}

fn set(pointer: &str, value: serde_json::Value) -> Edit {
    Edit::Set { pointer: pointer.to_owned(), value: value.into(), value_type: None }
}

/// Returns the problems of changes of a file. `offset` is that of its values.
fn problems(
    source: &str,
    kind: &SourceKind,
    split: &dyn Fn(&str) -> Result<SourceKind, String>,
    changed: &mut usize,
) -> Vec<String> {
    let (format, range) = match kind {
        SourceKind::Data(format) => (*format, 0..source.len()),
        SourceKind::Content { front: Some((range, format)), .. } => (*format, range.clone()),
        SourceKind::Content { front: None, .. } => return Vec::new(),
    };
    let Some(root) = values(format, &source[range.clone()]) else { return Vec::new() };
    let mut found = Vec::new();
    scalars(&root, "", &mut found);
    let mut problems = Vec::new();

    // The whole value contains all others.
    let mut same = vec![set("", root.to_json())];
    same.extend(
        found.iter().take(MAX_CHANGED).map(|(pointer, value)| set(pointer, value.to_json())),
    );
    if apply(source, split, Format::Toml, &same).as_deref() != Ok(source) {
        problems.push("set to itself".to_owned());
    }

    for (pointer, value) in found.iter().step_by(found.len().div_ceil(MAX_CHANGED).max(1)) {
        let Some(new) = other(value) else { continue };
        *changed += 1;
        let result = match apply(source, split, Format::Toml, &[set(pointer, new.clone())]) {
            Ok(result) => result,
            Err(error) => {
                problems.push(format!("{pointer} to {new}: {error}"));
                continue;
            }
        };

        let start = range.start + value.range.start;
        let end = range.start + value.range.end;
        let is_outside_equal =
            result.starts_with(&source[..start]) && result.ends_with(&source[end..]);
        let is_same_line = source.split('\n').count() == result.split('\n').count();
        if !is_outside_equal || (!source[start..end].contains('\n') && !is_same_line) {
            problems.push(format!("{pointer} to {new}: other bytes changed"));
        }

        let back = apply(&result, split, Format::Toml, &[set(pointer, value.to_json())]);
        let literal = &source[start..end];
        // Optional escapes and breaks of lines are not known after the value was replaced.
        let is_exact =
            !literal.contains("\\u") && !literal.contains("\\/") && !literal.starts_with('>');
        if is_exact && back.as_deref() != Ok(source) {
            problems.push(
                format!("{pointer} to {new} and back: {literal} {back:?}")
                    .chars()
                    .take(300)
                    .collect(),
            );
        }
    }
    problems
}

#[test]
fn every_value_of_this_repository_can_be_changed_and_changed_back() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut paths = Vec::new();
    for folder in ["content", "docs", "generator", "tests", "i18n", ".github"] {
        files(&root.join(folder), &mut paths);
    }

    let (mut data_files, mut pages, mut changed, mut wrong) = (0, 0, 0, Vec::new());
    for path in paths {
        let name = path.display().to_string();
        // Lock files are large and repeat the same form.
        if name.ends_with("lock.json") {
            continue;
        }
        let Ok(source) = fs::read_to_string(&path) else { continue };
        let found = if let Some(format) = format(&path) {
            data_files += usize::from(values(format, &source).is_some());
            problems(
                &source,
                &SourceKind::Data(format),
                &|_| Ok(SourceKind::Data(format)),
                &mut changed,
            )
        } else if name.ends_with(".md") {
            let Ok(kind) = parts(&source) else { continue };
            pages += 1;
            problems(&source, &kind, &parts, &mut changed)
        } else {
            continue;
        };
        wrong.extend(found.into_iter().map(|it| format!("{name}: {it}")));
    }

    assert!(data_files > 100 && pages > 200 && changed > 1500, "{data_files} {pages} {changed}");
    assert!(
        wrong.is_empty(),
        "{} of {changed}:\n{}",
        wrong.len(),
        wrong[..wrong.len().min(40)].join("\n")
    );
}
