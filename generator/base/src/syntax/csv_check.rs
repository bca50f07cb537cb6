//! What is wrong with a CSV file as a whole, told once and where it begins: readers of CSV take what comes.

use std::collections::BTreeSet;
use std::ops::Range;

/// The first thing that is wrong.
#[derive(Debug)]
pub struct Problem {
    /// What it is.
    pub message: String,
    /// Where it begins.
    pub range: Range<usize>,
    /// What to do.
    pub hint: String,
}

/// Looks for a quote that is not closed where its value ends (RFC 4180), another delimiter than the comma, a column that is
/// named twice or has values and no name, and a line with more or fewer values than columns.
pub fn problem(text: &str) -> Option<Problem> {
    let start = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    let mut at = start;
    let mut columns: Option<Vec<Range<usize>>> = None;
    while at < text.len() {
        let record = match record(text, at) {
            Ok(record) => record,
            Err(problem) => return Some(problem),
        };
        let line = at..record.end;
        at = record.next;
        if record.values.len() == 1 && record.values[0].is_empty() {
            continue;
        }
        match &columns {
            None => {
                if let Some(problem) = heads(text, &line, &record.values) {
                    return Some(problem);
                }
                columns = Some(record.values);
            }
            Some(names) if names.len() != record.values.len() => {
                let (values, count) = (record.values.len(), names.len());
                let message = format!(
                    "this line has {values} value{} and the first one names {count} columns",
                    if values == 1 { "" } else { "s" }
                );
                let hint = "a value with a comma in it stands in double quotes: `\"Red, white\"`"
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
                    let message = format!("this column has no name, and a value on line {number}");
                    let hint = "name it here, or take it out of all lines".to_owned();
                    return Some(Problem { message, range: name.clone(), hint });
                }
            }
        }
    }
    None
}

/// The values of each line of a text without a problem, lines without any left out. The first names the columns.
pub fn lines(text: &str) -> Vec<Vec<Range<usize>>> {
    let mut at = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    let mut lines = Vec::new();
    while at < text.len() {
        let Ok(record) = record(text, at) else { break };
        at = record.next;
        if record.values.len() > 1 || !record.values[0].is_empty() {
            lines.push(record.values);
        }
    }
    lines
}

/// What is wrong with the names of the columns.
fn heads(text: &str, line: &Range<usize>, values: &[Range<usize>]) -> Option<Problem> {
    let written = &text[line.clone()];
    if let Some(other) =
        [';', '\t', '|'].into_iter().find(|it| values.len() == 1 && written.contains(*it))
    {
        let name = if other == '\t' { "tabs".to_owned() } else { format!("`{other}`") };
        let at = line.start + written.find(other).unwrap_or(0);
        let hint =
            "save it with commas between the values, as \"CSV UTF-8 (comma delimited)\"".to_owned();
        return Some(Problem {
            message: format!("its columns are separated by {name}"),
            range: at..at + 1,
            hint,
        });
    }
    let mut seen = BTreeSet::new();
    let twice = values.iter().find(|range| !seen.insert(&text[(*range).clone()]))?;
    let message = format!("two columns have the name `{}`", &text[twice.clone()]);
    Some(Problem {
        message,
        range: twice.clone(),
        hint: "give each column a name of its own".to_owned(),
    })
}

/// A line, which goes on where a value in quotes has line ends in it.
struct Record {
    values: Vec<Range<usize>>,
    end: usize,
    next: usize,
}

fn record(text: &str, start: usize) -> Result<Record, Problem> {
    let mut values = Vec::new();
    let mut at = start;
    loop {
        let end = if text[at..].starts_with('"') {
            quoted(text, at)?
        } else {
            text[at..].find([',', '\n', '\r']).map_or(text.len(), |it| at + it)
        };
        values.push(at..end);
        match text[end..].chars().next() {
            Some(',') => at = end + 1,
            Some('\r') if text[end..].starts_with("\r\n") => {
                return Ok(Record { values, end, next: end + 2 });
            }
            Some(_) => return Ok(Record { values, end, next: end + 1 }),
            None => return Ok(Record { values, end, next: end }),
        }
    }
}

/// Where the value in quotes ends that begins at a byte.
fn quoted(text: &str, start: usize) -> Result<usize, Problem> {
    let wrong = |message: String| {
        Problem {
        message,
        range: start..start + 1,
        hint: "close the quote where the value ends; a quote that belongs to the value is written twice: `\"\"`".to_owned(),
    }
    };
    let mut at = start + 1;
    while let Some(quote) = text[at..].find('"').map(|it| at + it) {
        if text[quote + 1..].starts_with('"') {
            at = quote + 2;
            continue;
        }
        if text[quote + 1..].starts_with([',', '\n', '\r']) || quote + 1 == text.len() {
            return Ok(quote + 1);
        }
        let line = text[..quote].matches('\n').count() + 1;
        return Err(wrong(format!(
            "the quote that opens here is closed in the midst of a value, on line {line}"
        )));
    }
    Err(wrong("the quote that opens here is never closed".to_owned()))
}

#[cfg(test)]
mod tests {
    use super::problem;

    #[test]
    fn what_readers_would_take_without_a_word_is_found_where_it_begins() {
        for (text, at, words) in [
            ("a,b\n1,\"x\n2,y\n", 6, "never closed"),
            ("a,b\n1,\"x\n2,\"y\"\n", 6, "on line 3"),
            ("a;b\n1;2\n", 1, "`;`"),
            ("a\tb\n1\t2\n", 1, "tabs"),
            ("a,a\n1,2\n", 2, "`a`"),
            ("a,b\n1\n", 4, "1 value "),
            ("a,b\n1,2,3\n", 4, "3 values"),
            ("a,,c\n1,,3\n\n1,2,3\n", 2, "no name, and a value on line 4"),
            ("a,\" \"\n1,2\n", 2, "no name"),
        ] {
            let found = problem(text).unwrap();
            assert!(found.range.start == at && found.message.contains(words), "{text:?} {found:?}");
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
