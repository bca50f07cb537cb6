//! What does not fit in a table of CSV, where one mistake in a column strikes every line: told once, at the first value.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;

use crate::syntax::schema::Violation;

/// So many further lines are named.
const NAMED: usize = 4;

/// Each violation once for a column, with the other lines that it is on; `line` is that of a row.
pub(super) fn once(found: Vec<Violation>, line: &dyn Fn(usize) -> usize) -> Vec<Violation> {
    let mut told: Vec<(Violation, Vec<usize>)> = Vec::new();
    let mut places = BTreeMap::new();
    for violation in found {
        let row = violation.path.first().and_then(|it| it.parse::<usize>().ok());
        // What tells of the value itself is another mistake on each line.
        let key = (violation.path.get(1..).map(<[String]>::to_vec), violation.message.clone());
        match (row, places.get(&key)) {
            (Some(row), Some(at)) => {
                let (_, rows): &mut (Violation, Vec<usize>) = &mut told[*at];
                rows.push(row);
            }
            (row, _) => {
                if row.is_some() {
                    places.insert(key, told.len());
                }
                told.push((violation, Vec::new()));
            }
        }
    }
    let whole = |(violation, rows): (Violation, Vec<usize>)| {
        if rows.is_empty() {
            return violation;
        }
        let named: Vec<String> =
            rows.iter().take(NAMED).map(|row| line(*row).to_string()).collect();
        let more = rows.len().saturating_sub(NAMED);
        let more = if more == 0 { String::new() } else { format!(" and on {more} more") };
        let word = if rows.len() == 1 { "line" } else { "lines" };
        let message = format!("{}, and so on {word} {}{more}", violation.message, named.join(", "));
        Violation { message, ..violation }
    };
    told.into_iter().map(whole).collect()
}

/// Where the value stands that a path of row and column leads to, in a text of these lines; its line where it names no column.
pub(super) fn range(
    text: &str,
    lines: &[Vec<Range<usize>>],
    path: &[Cow<'_, str>],
) -> Range<usize> {
    // The first line names the columns.
    let row = path.first().and_then(|it| it.parse::<usize>().ok()).map_or(0, |row| row + 1);
    let Some(cells) = lines.get(row) else { return 0..0 };
    let names = &lines[0];
    let is_named = |range: &Range<usize>, name: &str| text[range.clone()].trim_matches('"') == name;
    let column = path.get(1).and_then(|name| names.iter().position(|range| is_named(range, name)));
    match (column.and_then(|at| cells.get(at)), cells.first(), cells.last()) {
        (Some(cell), ..) => cell.clone(),
        (None, Some(first), Some(last)) => first.start..last.end,
        _ => 0..0,
    }
}

#[cfg(test)]
mod tests {
    use super::{once, range};
    use crate::syntax::csv_check::lines;
    use crate::syntax::schema::Violation;

    #[test]
    fn a_value_is_found_by_its_row_and_column() {
        let text = "id,\"the name\"\n\n1,\"A\nB\"\n2,C\n";
        let at = |path: &[&str]| {
            &text
                [range(text, &lines(text), &path.iter().map(|it| (*it).into()).collect::<Vec<_>>())]
        };
        assert_eq!(
            (at(&["0", "the name"]), at(&["1", "the name"]), at(&["1"])),
            ("\"A\nB\"", "C", "2,C")
        );
        assert_eq!((at(&[]), at(&["7"]), at(&["1", "nope"])), ("id,\"the name\"", "", "2,C"));
    }

    #[test]
    fn a_mistake_of_a_column_is_told_once_with_its_lines() {
        let wrong = |row: &str, column: &str, message: &str| Violation {
            path: vec![row.to_owned(), column.to_owned()],
            message: message.to_owned(),
            hint: None,
        };
        let mut found: Vec<Violation> =
            (0..9).map(|row| wrong(&row.to_string(), "a", "is text")).collect();
        found.push(wrong("3", "b", "is text"));
        let told: Vec<String> =
            once(found, &|row| row + 2).into_iter().map(|it| it.message).collect();
        assert_eq!(told, ["is text, and so on lines 3, 4, 5, 6 and on 4 more", "is text"]);
    }
}
