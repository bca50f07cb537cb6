//! The quotation marks of the language of a text in place of the parser's, which are those of English.

use pulldown_cmark::Event;
use rayon::iter::Either;

use crate::markdown::extensions::RangedEvent;
use croupier_base::quotation_marks::QuotationMarks;

/// Returns the events with the quotation marks of a language for `"`. Marks that are written as they are, and inner quotations, remain.
pub(super) fn with_marks<'a>(
    text: &'a str,
    marks: QuotationMarks,
    events: impl Iterator<Item = RangedEvent<'a>>,
) -> impl Iterator<Item = RangedEvent<'a>> {
    if marks == QuotationMarks::ENGLISH {
        return Either::Left(events);
    }

    Either::Right(events.map(move |(event, range)| {
        let mark = match &event {
            Event::Text(content) if text.get(range.clone()) == Some("\"") => match &**content {
                // A mark before a space begins no quotation: it can be the sign of inches.
                "“" if !is_before_space(text, range.end) => Some(marks.open),
                "”" => Some(marks.close),
                _ => None,
            },
            _ => None,
        };
        (mark.map_or(event, |mark| Event::Text(mark.into())), range)
    }))
}

fn is_before_space(text: &str, position: usize) -> bool {
    text[position..].chars().next().is_none_or(char::is_whitespace)
}
