//! The quotation marks of the language of a text in place of the parser's, which are those of English.

use pulldown_cmark::Event;

use crate::markdown::extensions::RangedEvent;
use croupier_base::quotation_marks::QuotationMarks;

/// Returns the events with the quotation marks of a language for `"`. Marks that are written as they are, and inner quotations, remain.
pub(super) fn with_marks<'a>(
    text: &'a str,
    marks: QuotationMarks,
    events: impl Iterator<Item = RangedEvent<'a>>,
) -> impl Iterator<Item = RangedEvent<'a>> {
    events.map(move |(event, range)| {
        let mark = match &event {
            Event::Text(content) if text.get(range.clone()) == Some("\"") => match &**content {
                "“" => Some(opening_mark(text, range.start, marks)),
                "”" => Some(marks.close),
                _ => None,
            },
            _ => None,
        };
        (mark.map_or(event, |mark| Event::Text(mark.into())), range)
    })
}

/// Returns the mark for a `"` that has no partner in its paragraph, or that is the first one of two.
fn opening_mark(text: &str, position: usize, marks: QuotationMarks) -> &'static str {
    let before = text[..position].chars().next_back();
    let after = text[position + 1..].chars().next();
    let is_end = after.is_none_or(|it| it.is_whitespace() || it.is_ascii_punctuation());

    match before {
        // The sign of inches.
        Some(digit) if is_end && digit.is_ascii_digit() => "\"",
        // The quotation began in another paragraph, item or cell.
        Some(letter) if is_end && (letter.is_alphanumeric() || ".,!?…".contains(letter)) => {
            marks.close
        }
        _ if after.is_none_or(char::is_whitespace) => "\"",
        _ => marks.open,
    }
}
