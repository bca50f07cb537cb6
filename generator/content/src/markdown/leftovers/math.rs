//! Mathematics of TeX in a line: `$x$`, `$$`, `\\(x\\)` and `\\[`.

use std::ops::Range;

use crate::config::tables::markdown::MarkdownOptions;
use crate::markdown::problem::ForeignSyntax;

/// The longest formula in a line, in bytes. Limits the search from a dollar sign.
const MAX_LENGTH: usize = 500;

/// Returns what mathematics is that is shown as text.
pub(super) fn syntax(options: MarkdownOptions) -> ForeignSyntax {
    if options.math { ForeignSyntax::InvalidFormula } else { ForeignSyntax::Math }
}

/// Returns the syntax of a line that begins a formula on lines of its own.
pub(super) fn whole_line(line: &str, options: MarkdownOptions) -> Option<ForeignSyntax> {
    let is_dollars =
        line == "$$" || line.len() > 4 && line.starts_with("$$") && line.ends_with("$$");
    (is_dollars || line == "\\[").then(|| syntax(options))
}

/// Returns the byte range of the first formula within a line. Amounts such as `$5 or $10` are none.
pub(super) fn inline(line: &str) -> Option<Range<usize>> {
    let dollars = line.match_indices('$').find_map(|(start, _)| {
        let inside = nearby(&line[start + 1..]);
        let length = inside.find('$').filter(|length| *length > 0)?;
        let (formula, after) = (&inside[..length], &inside[length + 1..]);
        let is_delimited = !line[..start]
            .ends_with(|it: char| it.is_alphanumeric() || matches!(it, '$' | '\\'))
            && !formula.starts_with(char::is_whitespace)
            && !formula.ends_with(|it: char| it.is_whitespace() || it == '\\')
            && !after.starts_with(|it: char| it.is_alphanumeric() || it == '$');
        (is_delimited && is_formula(formula)).then(|| start..start + length + 2)
    });
    dollars.or_else(|| {
        let start = line.find("\\(").filter(|start| !line[..*start].ends_with('\\'))?;
        let inside = nearby(&line[start + 2..]);
        let length = inside.find("\\)")?;
        is_formula(inside[..length].trim()).then(|| start..start + length + 4)
    })
}

fn nearby(text: &str) -> &str {
    &text[..text.floor_char_boundary(MAX_LENGTH)]
}

/// Returns whether a text between delimiters is a formula: a letter, or with an operator or a command.
fn is_formula(text: &str) -> bool {
    let has_command = text
        .match_indices('\\')
        .any(|(index, _)| text[index + 1..].starts_with(|it: char| it.is_ascii_alphabetic()));
    let is_letter = text.len() == 1 && text.bytes().all(|it| it.is_ascii_alphabetic());
    has_command || is_letter || text.contains(['^', '_', '=', '+', '<', '>'])
}
