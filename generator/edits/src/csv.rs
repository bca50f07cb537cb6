//! Changes of CSV by cells and by lines.

use std::ops::Range;

use croupier_base::syntax::csv_violations;

use crate::format::Style;
use crate::lines;
use crate::model::{Entry, Model};
use crate::pointer;
use crate::steps::Step;

/// The message about changes of single keys.
const SAME_COLUMNS: &str = "A CSV file has the same columns in all rows; \
    add, rename or remove a column in its text.";

/// Returns the texts for a step, best first.
pub(crate) fn offer(text: &str, step: &Step, style: Style) -> Result<Vec<String>, String> {
    let csv = Csv { text, rows: csv_violations::lines(text), newline: style.newline };
    match step {
        Step::Replace { path, value } => csv.replaced(path, value),
        Step::InsertItem { path, index, value } if path.is_empty() => csv.with_row(*index, value),
        Step::Remove { path } if path.len() == 1 => csv.without_row(path),
        Step::MoveItem { from, to, .. } => {
            let rows: Vec<Range<usize>> =
                csv.rows.iter().skip(1).map(Vec::as_slice).map(range_of).collect();
            Ok(vec![lines::reordered(text, &rows, *from, *to)])
        }
        _ => Err(SAME_COLUMNS.to_owned()),
    }
}

/// Returns the step with an empty cell for each column that a new row leaves out.
pub(crate) fn completed(text: &str, step: &Step) -> Step {
    let mut step = step.clone();
    if let Step::InsertItem { value: Model::Table(entries), .. } = &mut step {
        let csv = Csv { text, rows: csv_violations::lines(text), newline: "" };
        for key in csv.columns() {
            if !entries.iter().any(|it| it.key == key) {
                entries.push(Entry { key, value: Model::Text(String::new()), is_new: true });
            }
        }
    }
    step
}

/// A text with the ranges of its cells. The first row names the columns.
struct Csv<'a> {
    text: &'a str,
    rows: Vec<Vec<Range<usize>>>,
    newline: &'static str,
}

impl Csv<'_> {
    fn replaced(&self, path: &[String], value: &Model) -> Result<Vec<String>, String> {
        let name = pointer::text(path);
        if !matches!(value, Model::Text(_)) {
            return Err("A cell of a CSV file has no list or table.".to_owned());
        }
        let [row, column] = path else { return Err(format!("`{name}` is no cell.")) };
        let column = self.columns().iter().position(|it| it == column);
        let row = pointer::index(row).and_then(|index| self.rows.get(index + 1));
        let cell = row.zip(column).and_then(|(row, column)| row.get(column));
        let (Some(range), Model::Text(new)) = (cell, value) else {
            return Err(format!("`{name}` is no cell."));
        };

        let is_quoted = self.text[range.clone()].starts_with('"');
        let forms = [cell_of(new, is_quoted), cell_of(new, true)];
        Ok(forms.iter().map(|form| lines::replaced(self.text, range.clone(), form)).collect())
    }

    fn with_row(&self, index: usize, value: &Model) -> Result<Vec<String>, String> {
        let Model::Table(entries) = value else {
            return Err("A row of a CSV file is a table.".to_owned());
        };
        let columns = self.columns();
        if let Some(Entry { key, .. }) = entries.iter().find(|it| !columns.contains(&it.key)) {
            return Err(format!(
                "This file has no column `{key}`; its columns are {}.",
                columns.join(", ")
            ));
        }

        // Cells are in quotes if those of the row before are.
        let above = self.rows.get(index).filter(|_| index > 0).or(self.rows.get(1));
        let row = |is_forced: bool| {
            let cell = |(position, column): (usize, &String)| {
                let old =
                    above.and_then(|row| row.get(position)).map_or("", |it| &self.text[it.clone()]);
                let text = match value.child(column) {
                    Some(Model::Text(text)) => text.as_str(),
                    _ => "",
                };
                cell_of(text, is_forced || old.starts_with('"'))
            };
            columns.iter().enumerate().map(cell).collect::<Vec<_>>().join(",")
        };

        let with_row = |row: &String| match self.rows.get(index + 1).and_then(|it| it.first()) {
            Some(next) => lines::with(self.text, next.start, row, self.newline),
            None => {
                let last = self.rows.last().map_or(0, |it| range_of(it).end);
                lines::with(self.text, lines::end(self.text, last), row, self.newline)
            }
        };
        Ok([row(false), row(true)].iter().map(with_row).collect())
    }

    fn without_row(&self, path: &[String]) -> Result<Vec<String>, String> {
        let row = path
            .first()
            .and_then(|it| pointer::index(it))
            .and_then(|index| self.rows.get(index + 1));
        let row = row.ok_or_else(|| format!("There is no row `{}`.", pointer::text(path)))?;
        let range = range_of(row);
        Ok(vec![lines::without(self.text, range.start..lines::end(self.text, range.end))])
    }

    /// Returns the names of the columns.
    fn columns(&self) -> Vec<String> {
        let name = |range: &Range<usize>| {
            let text = &self.text[range.clone()];
            let inside = text.strip_prefix('"').and_then(|it| it.strip_suffix('"'));
            inside.map_or_else(|| text.to_owned(), |it| it.replace("\"\"", "\""))
        };
        self.rows.first().map_or_else(Vec::new, |row| row.iter().map(name).collect())
    }
}

/// Returns the range of a row, without its line end.
fn range_of(row: &[Range<usize>]) -> Range<usize> {
    row.first().map_or(0, |it| it.start)..row.last().map_or(0, |it| it.end)
}

fn cell_of(text: &str, is_quoted: bool) -> String {
    if is_quoted || text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}
