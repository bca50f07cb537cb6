//! Locations in CSV files: of syntax errors, of cells, and of schema violations. A violation that is
//! repeated in a column is reported once.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use serde_json::Value as Json;

use crate::syntax::schema::Violation;
use crate::syntax::spanned::{SpannedKey, SpannedValue, Value};

/// Maximum number of further lines that a message lists.
const MAX_LISTED_LINES: usize = 4;

/// Merges violations of a column that have the same message, and lists their lines. `line` returns
/// the line number of a row.
pub(super) fn merge_by_column(
    violations: Vec<Violation>,
    line: &dyn Fn(usize) -> usize,
) -> Vec<Violation> {
    let mut merged: Vec<(Violation, Vec<usize>)> = Vec::new();
    let mut indices = BTreeMap::new();

    for violation in violations {
        let row = violation.path.first().and_then(|row| row.parse::<usize>().ok());
        // Messages that contain the value differ from line to line, and are not merged.
        let key = (violation.path.get(1..).map(<[String]>::to_vec), violation.message.clone());

        match (row, indices.get(&key)) {
            (Some(row), Some(index)) => {
                let (_, rows): &mut (Violation, Vec<usize>) = &mut merged[*index];
                rows.push(row);
            }
            (row, _) => {
                if row.is_some() {
                    indices.insert(key, merged.len());
                }
                merged.push((violation, Vec::new()));
            }
        }
    }

    let with_lines = |(violation, rows): (Violation, Vec<usize>)| {
        if rows.is_empty() {
            return violation;
        }

        let listed = rows.iter().take(MAX_LISTED_LINES).map(|row| line(*row).to_string());
        let listed = listed.collect::<Vec<_>>().join(", ");
        let more = rows.len().saturating_sub(MAX_LISTED_LINES);
        let more = if more == 0 { String::new() } else { format!(" and {more} more") };
        let noun = if rows.len() == 1 { "line" } else { "lines" };

        let message = format!("{}, also on {noun} {listed}{more}", violation.message);
        Violation { message, ..violation }
    };
    merged.into_iter().map(with_lines).collect()
}

/// Returns the byte range of the value at a path of row and column, or of the whole line if the
/// path names no column. `lines` are the lines of the text.
pub(super) fn range(
    text: &str,
    lines: &[Vec<Range<usize>>],
    path: &[Cow<'_, str>],
) -> Range<usize> {
    // The first line holds the names of the columns.
    let row = path.first().and_then(|row| row.parse::<usize>().ok()).map_or(0, |row| row + 1);
    let Some(cells) = lines.get(row) else { return 0..0 };
    let names = &lines[0];
    let is_named = |range: &Range<usize>, name: &str| text[range.clone()].trim_matches('"') == name;
    let column = path.get(1).and_then(|name| names.iter().position(|range| is_named(range, name)));
    match (column.and_then(|column| cells.get(column)), cells.first(), cells.last()) {
        (Some(cell), ..) => cell.clone(),
        (None, Some(first), Some(last)) => first.start..last.end,
        _ => 0..0,
    }
}

/// Returns the rows of a CSV file with the byte range of each cell. `value` has the same rows, in
/// which cells may be numbers, booleans or `null`.
pub(super) fn spanned(text: &str, value: &Json) -> SpannedValue {
    let lines = lines(text);
    let (names, cells) = lines
        .split_first()
        .map_or((&[][..], &[][..]), |(first, others)| (first.as_slice(), others));
    let row = |(cells, row): (&Vec<Range<usize>>, &Json)| {
        let entry = |(name, cell): (&Range<usize>, &Range<usize>)| {
            let key = SpannedKey { name: unquoted(&text[name.clone()]), range: name.clone() };
            let value = spanned_cell(row.get(&key.name).unwrap_or(&Json::Null), cell.clone());
            (key, value)
        };
        let range = cells.first().map_or(0, |it| it.start)..cells.last().map_or(0, |it| it.end);
        let entries = names.iter().zip(cells).map(entry).collect();
        SpannedValue { range, value: Value::Table(entries) }
    };
    let rows = value.as_array().map_or(&[][..], Vec::as_slice);
    let rows = cells.iter().zip(rows).map(row).collect();
    SpannedValue { range: 0..text.len(), value: Value::List(rows) }
}

/// Returns the text of a value of a CSV file.
fn unquoted(value: &str) -> String {
    let inside = value.strip_prefix('"').and_then(|it| it.strip_suffix('"'));
    inside.map_or_else(|| value.to_owned(), |it| it.replace("\"\"", "\""))
}

fn spanned_cell(value: &Json, range: Range<usize>) -> SpannedValue {
    let value = match value {
        Json::String(text) => Value::Text(text.clone()),
        Json::Bool(boolean) => Value::Boolean(*boolean),
        Json::Number(number) => match (number.as_i64(), number.as_f64()) {
            (Some(integer), _) => Value::Integer(integer),
            (None, Some(float)) => Value::Float(float),
            (None, None) => Value::Null,
        },
        _ => Value::Null,
    };
    SpannedValue { range, value }
}

/// A syntax error in a CSV file.
#[derive(Debug)]
pub struct Problem {
    /// The problem, in one sentence.
    pub message: String,
    /// Byte range of the problem.
    pub range: Range<usize>,
    /// How to fix it.
    pub hint: String,
}

/// Returns the first syntax error of a CSV file. It checks the quotes (RFC 4180), the delimiter,
/// the names of the columns and the number of values of each line.
pub fn problem(text: &str) -> Option<Problem> {
    let mut offset = first_record(text);
    let mut columns: Option<Vec<Range<usize>>> = None;

    while offset < text.len() {
        let record = match record(text, offset) {
            Ok(record) => record,
            Err(problem) => return Some(problem),
        };
        let line = offset..record.end;
        offset = record.next;

        if record.values.len() == 1 && record.values[0].is_empty() {
            continue;
        }

        match &columns {
            None => {
                if let Some(problem) = header_problem(text, &line, &record.values) {
                    return Some(problem);
                }
                columns = Some(record.values);
            }
            Some(names) if names.len() != record.values.len() => {
                let values = record.values.len();
                let count = names.len();
                let message = format!(
                    "this line has {values} value{}, but the first line names {count} columns",
                    if values == 1 { "" } else { "s" }
                );
                let hint = "put a value that contains a comma in double quotes: `\"Red, white\"`"
                    .to_owned();
                return Some(Problem { message, range: line, hint });
            }
            Some(names) => {
                let is_empty = |range: &Range<usize>| {
                    text[range.clone()].trim_matches(['"', ' ', '\t']).is_empty()
                };
                let mut columns = names.iter().zip(&record.values);
                if let Some((name, _)) =
                    columns.find(|(name, value)| is_empty(name) && !is_empty(value))
                {
                    let number = text[..line.start].matches('\n').count() + 1;
                    let message = format!("this column has no name, but a value on line {number}");
                    let hint = "name it here, or remove the column from all lines".to_owned();
                    return Some(Problem { message, range: name.clone(), hint });
                }
            }
        }
    }

    None
}

/// Returns the byte ranges of the values of each line that is not empty, for a text without syntax
/// errors. The first line holds the names of the columns.
pub fn lines(text: &str) -> Vec<Vec<Range<usize>>> {
    let mut offset = first_record(text);
    let mut lines = Vec::new();
    while offset < text.len() {
        let Ok(record) = record(text, offset) else { break };
        offset = record.next;
        if record.values.len() > 1 || !record.values[0].is_empty() {
            lines.push(record.values);
        }
    }
    lines
}

/// Returns the first problem of the line that names the columns.
fn header_problem(text: &str, line: &Range<usize>, values: &[Range<usize>]) -> Option<Problem> {
    let header = &text[line.clone()];
    let delimiter =
        [';', '\t', '|'].into_iter().find(|it| values.len() == 1 && header.contains(*it));

    if let Some(delimiter) = delimiter {
        let name = if delimiter == '\t' { "tabs".to_owned() } else { format!("`{delimiter}`") };
        let start = line.start + header.find(delimiter).unwrap_or(0);
        let hint =
            "save it with commas between the values, as \"CSV UTF-8 (comma delimited)\"".to_owned();
        return Some(Problem {
            message: format!("its columns are separated by {name}"),
            range: start..start + 1,
            hint,
        });
    }

    let mut names = BTreeSet::new();
    let duplicate = values.iter().find(|range| !names.insert(&text[(*range).clone()]))?;

    let message = format!("two columns have the name `{}`", &text[duplicate.clone()]);
    let hint = "give each column a unique name".to_owned();
    Some(Problem { message, range: duplicate.clone(), hint })
}

/// A record. It spans several lines if a quoted value contains line ends.
struct Record {
    /// Byte ranges of the values, with their quotes.
    values: Vec<Range<usize>>,
    /// Offset of the end of the record.
    end: usize,
    /// Offset of the next record.
    next: usize,
}

/// Returns the offset of the first record, which is after a byte order mark.
fn first_record(text: &str) -> usize {
    if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 }
}

/// Reads the record at the offset `start`.
fn record(text: &str, start: usize) -> Result<Record, Problem> {
    let mut values = Vec::new();
    let mut offset = start;
    loop {
        let end = if text[offset..].starts_with('"') {
            quoted_end(text, offset)?
        } else {
            text[offset..].find([',', '\n', '\r']).map_or(text.len(), |length| offset + length)
        };
        values.push(offset..end);

        match text[end..].chars().next() {
            Some(',') => offset = end + 1,
            Some('\r') if text[end..].starts_with("\r\n") => {
                return Ok(Record { values, end, next: end + 2 });
            }
            Some(_) => return Ok(Record { values, end, next: end + 1 }),
            None => return Ok(Record { values, end, next: end }),
        }
    }
}

/// Returns the end of the quoted value at the offset `start`.
fn quoted_end(text: &str, start: usize) -> Result<usize, Problem> {
    let problem = |message: String| Problem {
        message,
        range: start..start + 1,
        hint: "close the quote at the end of the value; write a quote inside a value twice: `\"\"`"
            .to_owned(),
    };

    let mut offset = start + 1;

    while let Some(quote) = text[offset..].find('"').map(|length| offset + length) {
        if text[quote + 1..].starts_with('"') {
            offset = quote + 2;
            continue;
        }

        if text[quote + 1..].starts_with([',', '\n', '\r']) || quote + 1 == text.len() {
            return Ok(quote + 1);
        }

        let line = text[..quote].matches('\n').count() + 1;
        return Err(problem(format!(
            "the quote that opens here is closed in the middle of a value, on line {line}"
        )));
    }
    Err(problem("the quote that opens here is never closed".to_owned()))
}

#[cfg(test)]
mod tests {
    use super::{lines, merge_by_column, problem, range};
    use crate::syntax::schema::Violation;

    #[test]
    fn values_are_located_by_row_and_column() {
        let text = "id,\"the name\"\n\n1,\"A\nB\"\n2,C\n";
        let value_at = |path: &[&str]| {
            let path: Vec<_> = path.iter().map(|part| (*part).into()).collect();
            &text[range(text, &lines(text), &path)]
        };
        assert_eq!(
            (value_at(&["0", "the name"]), value_at(&["1", "the name"]), value_at(&["1"])),
            ("\"A\nB\"", "C", "2,C")
        );
        assert_eq!(
            (value_at(&[]), value_at(&["7"]), value_at(&["1", "nope"])),
            ("id,\"the name\"", "", "2,C")
        );
    }

    #[test]
    fn violations_of_a_column_are_merged() {
        let violation = |row: &str, column: &str, message: &str| Violation {
            path: vec![row.to_owned(), column.to_owned()],
            message: message.to_owned(),
            hint: None,
        };
        let mut violations: Vec<Violation> =
            (0..9).map(|row| violation(&row.to_string(), "a", "is text")).collect();
        violations.push(violation("3", "b", "is text"));
        let merged = merge_by_column(violations, &|row| row + 2);
        let messages: Vec<String> = merged.into_iter().map(|it| it.message).collect();
        assert_eq!(messages, ["is text, also on lines 3, 4, 5, 6 and 4 more", "is text"]);
    }

    #[test]
    fn syntax_errors_are_located_at_their_start() {
        for (text, start, message) in [
            ("a,b\n1,\"x\n2,y\n", 6, "never closed"),
            ("a,b\n1,\"x\n2,\"y\"\n", 6, "on line 3"),
            ("a;b\n1;2\n", 1, "`;`"),
            ("a\tb\n1\t2\n", 1, "tabs"),
            ("a,a\n1,2\n", 2, "`a`"),
            ("a,b\n1\n", 4, "1 value,"),
            ("a,b\n1,2,3\n", 4, "3 values"),
            ("a,,c\n1,,3\n\n1,2,3\n", 2, "no name, but a value on line 4"),
            ("a,\" \"\n1,2\n", 2, "no name"),
        ] {
            let problem = problem(text).unwrap();
            assert!(
                problem.range.start == start && problem.message.contains(message),
                "{text:?} {problem:?}"
            );
        }

        for text in [
            "",
            "a\n",
            "a,b\r\n\"1\n2\",\"x \"\" y\"\r\n\r\n",
            "\u{feff}\"a\",b\n1,\n",
            "a\n5\" pipe\n",
            "a,\n1,\n",
        ] {
            assert!(problem(text).is_none(), "{text:?}");
        }
    }
}
