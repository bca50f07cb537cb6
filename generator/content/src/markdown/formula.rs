//! Formulas of LaTeX between dollar signs, and in code blocks of the language `math`.
//!
//! Code, HTML, links and bare URLs come before formulas, so that a dollar sign in code ends no formula.

use std::collections::BTreeMap;
use std::ops::Range;

use croupier_extensions::{FormulaError, Math};
use pulldown_cmark::Event;

use crate::config::tables::markdown::MarkdownOptions;
use crate::markdown::extensions::bare_url;
use crate::markdown::source::structure::{
    Run, Structure, continuation, is_escaped, line_start, markers, quotes_around,
};
use crate::markdown::writer::Writer;

/// The language of code blocks that are formulas, as on GitHub.
pub(super) const LANGUAGE: &str = "math";

/// The most lines of a formula between lines of `$$`.
const MAX_LINES: usize = 200;

/// A formula in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Formula {
    /// Byte range with the dollar signs.
    pub(super) range: Range<usize>,
    pub(super) latex: String,
    /// Whether it is on a line of its own.
    pub(super) is_display: bool,
}

/// Returns whether a text may have formulas. Most texts have none, and are not parsed for them.
pub(super) fn may_have(text: &str, options: MarkdownOptions) -> bool {
    options.math && text.contains('$')
}

/// Returns the formulas of a text, in order.
pub(super) fn find(text: &str, structure: &Structure) -> Vec<Formula> {
    let mut formulas: Vec<Formula> = Vec::new();
    for Run { range, is_in_table } in &structure.runs {
        // A formula of several lines can contain lines that are other blocks for the parser.
        let end = formulas.last().map_or(0, |formula| formula.range.end);
        let start = range.start.max(end);
        if start >= range.end || !text[start..range.end].contains('$') {
            continue;
        }
        in_run(text, start..range.end, *is_in_table, &mut formulas);
    }
    formulas.extend(structure.code.iter().filter_map(|code| in_code(text, code)));
    formulas.sort_by_key(|formula| formula.range.start);
    formulas.dedup_by(|later, earlier| later.range.start < earlier.range.end);
    formulas
}

/// Returns the formula that code between dollar signs is, as on GitHub: $`x`$.
fn in_code(text: &str, code: &Range<usize>) -> Option<Formula> {
    let before = text[..code.start].strip_suffix('$')?;
    let after = text[code.end..].strip_prefix('$')?;
    let latex = text[code.clone()].strip_prefix('`')?.strip_suffix('`')?;
    let is_formula = !before.ends_with(|it: char| it == '$' || it.is_alphanumeric())
        && !after.starts_with(|it: char| it == '$' || it.is_ascii_digit())
        && !is_escaped(text, code.start - 1)
        && !latex.contains(['`', '\n'])
        && !latex.trim().is_empty();
    let range = code.start - 1..code.end + 1;
    is_formula.then(|| Formula { range, latex: latex.trim().to_owned(), is_display: false })
}

/// One or more dollar signs.
#[derive(Debug)]
struct Dollars {
    range: Range<usize>,
    /// The index of the next ones between the same braces.
    next: Option<usize>,
}

/// Adds the formulas of a part of a text.
fn in_run(text: &str, run: Range<usize>, is_in_table: bool, formulas: &mut Vec<Formula>) {
    let dollars = dollars(text, &run);
    let mut end = run.start;
    for Dollars { range: open, next } in &dollars {
        let is_display = open.len() == 2;
        let may_open = open.start >= end
            && open.len() <= 2
            && !text[run.start..open.start].ends_with(char::is_alphanumeric);
        if !may_open {
            continue;
        }

        let close = next.map(|index| &dollars[index].range);
        let closes = |close: &&Range<usize>| {
            let inside = &text[open.end..close.start];
            let is_delimited = !inside.starts_with(char::is_whitespace)
                && !inside.ends_with(char::is_whitespace)
                && !text[close.end..].starts_with(|it: char| it.is_ascii_digit());
            close.len() == open.len() && (is_display || is_delimited) && !inside.trim().is_empty()
        };

        let range = match close.filter(closes) {
            Some(close) => open.start..close.end,
            None if is_display && close.is_none() => match block(text, open) {
                Some(range) => range,
                None => continue,
            },
            None => continue,
        };

        end = range.end;
        let latex = latex(text, &range, open.len(), is_in_table);
        formulas.push(Formula { range, latex, is_display });
    }
}

/// Returns the unescaped dollar signs of a part of a text, outside of URLs and calls of shortcodes.
fn dollars(text: &str, run: &Range<usize>) -> Vec<Dollars> {
    let content = &text[run.clone()];
    let bytes = content.as_bytes();
    let mut urls = bare_url::find(content).into_iter().map(|url| url.range).peekable();
    let mut dollars: Vec<Dollars> = Vec::new();

    // The last dollar signs between the same braces.
    let mut last = BTreeMap::<usize, usize>::new();
    let mut braces = Braces::new();
    let mut has_calls = true;
    let mut index = 0;

    while index < bytes.len() {
        if let Some(url) = urls.next_if(|url| url.start <= index) {
            index = index.max(url.end);
            continue;
        }

        if has_calls && begins_call(&content[index..]) {
            match call_length(&content[index..]) {
                Some(length) => {
                    index += length;
                    continue;
                }
                // The time stays linear in a text with many calls that have no end.
                None => has_calls = false,
            }
        }

        match bytes[index] {
            b'\\' => index += 1,
            b'{' => braces.open(),
            b'}' => braces.close(),
            b'$' => {
                let length = bytes[index..].iter().take_while(|it| **it == b'$').count();
                if let Some(before) = last.insert(braces.innermost(), dollars.len()) {
                    dollars[before].next = Some(dollars.len());
                }
                let start = run.start + index;
                dollars.push(Dollars { range: start..start + length, next: None });
                index += length - 1;
            }
            _ => {}
        }

        // The other bytes of a character match none of these.
        index += 1;
        while index < bytes.len() && !content.is_char_boundary(index) {
            index += 1;
        }
    }

    dollars
}

/// The open braces of a text, outermost first, each with its own number.
struct Braces {
    open: Vec<usize>,
    count: usize,
}

impl Braces {
    /// The text outside of all braces has a number, too.
    fn new() -> Braces {
        Braces { open: vec![0], count: 0 }
    }

    fn open(&mut self) {
        self.count += 1;
        self.open.push(self.count);
    }

    fn close(&mut self) {
        self.open.pop();
        // A brace that closes none divides the text.
        if self.open.is_empty() {
            self.open();
        }
    }

    fn innermost(&self) -> usize {
        self.open.last().copied().unwrap_or_default()
    }
}

/// Returns whether a text begins with the call of a shortcode, `{{ name("$") }}`.
fn begins_call(text: &str) -> bool {
    let inside = text.strip_prefix("{{").or_else(|| text.strip_prefix("{%"));
    let name = inside.unwrap_or_default().trim_start();
    let length = name.find(|it: char| !it.is_ascii_alphanumeric() && it != '_').unwrap_or(0);
    length > 0 && name[length..].starts_with('(')
}

/// Returns the length of the call at the start of a text. `None` if it does not end.
fn call_length(text: &str) -> Option<usize> {
    let close = if text.starts_with("{{") { "}}" } else { "%}" };
    let mut quote = None;
    for (index, character) in text.char_indices().skip(2) {
        if let Some(open) = quote {
            quote = quote.filter(|_| open != character);
        } else if matches!(character, '"' | '\'') {
            quote = Some(character);
        } else if text[index..].starts_with(close) {
            return Some(index + close.len());
        }
    }
    None
}

/// Returns the range of the formula that begins with `$$` at the start of a line and ends with `$$` at the end of a later
/// one, before a blank line. Its lines can begin with signs that begin lists and headings elsewhere.
fn block(text: &str, open: &Range<usize>) -> Option<Range<usize>> {
    // The time stays linear in a long line.
    let before = text[..open.start].trim_end_matches([' ', '\t']);
    if !before.is_empty() && !before.ends_with(['\n', '>', '-', '+', '*', ':', '.', ')']) {
        return None;
    }
    let start = line_start(text, open.start);
    let (length, quotes) = markers(&text[start..open.start]);
    if start + length != open.start {
        return None;
    }

    let mut offset = start;
    for (index, line) in text[start..].split_inclusive('\n').take(MAX_LINES).enumerate() {
        if index > 0 {
            let content = line[continuation(line, quotes)..].trim_end();
            if content.is_empty() {
                return None;
            }
            if let Some(before) = content.strip_suffix("$$") {
                let end = offset + line.trim_end().len();
                let inside = &text[open.end..end - 2];
                let is_end = !before.ends_with(['$', '\\']) && !inside.contains("$$");
                return (is_end && !inside.trim_matches([' ', '\t', '\r', '\n', '>']).is_empty())
                    .then_some(open.start..end);
            }
        }
        offset += line.len();
    }

    None
}

/// Returns the formula in a range, without the dollar signs and the markers of block quotes.
fn latex(text: &str, range: &Range<usize>, dollars: usize, is_in_table: bool) -> String {
    let quotes = quotes_around(text, range);
    let inside = &text[range.start + dollars..range.end - dollars];
    let lines = inside.split_inclusive('\n').enumerate().map(|(index, line)| {
        let is_quoted = index > 0 && quotes > 0;
        if is_quoted { &line[continuation(line, quotes)..] } else { line }
    });
    let latex: String = lines.collect();
    if is_in_table { latex.replace("\\|", "|") } else { latex }
}

impl Writer<'_> {
    /// Writes a formula at a range of the text, or records its error.
    pub(super) fn formula(
        &mut self,
        math: Math,
        formula: &str,
        is_display: bool,
        range: &Range<usize>,
    ) {
        match math(formula, is_display) {
            Ok(html) => self.event(Event::InlineHtml(html.into()), range),
            Err(error) => {
                let found = self.text[range.clone()].find(formula);
                // Markers of a block quotation are in the text, and not in the formula.
                let range = found.map_or(range.clone(), |found| {
                    let start = range.start + found;
                    start + error.range.start..start + error.range.end
                });
                self.document.formula_errors.push(FormulaError { range, ..error });
            }
        }
    }
}
