//! Replaces parts of a text that the parser divides into several events, at characters such as `_`.

use std::iter::Peekable;
use std::ops::Range;

use pulldown_cmark::{CowStr, Event};

use crate::markdown::extensions::RangedEvent;

/// A part of the text, and the events that replace it.
pub(super) type Replacement<'a> = (Range<usize>, Vec<RangedEvent<'a>>);

/// Returns whether a text is as written, without escapes and substitutions.
pub(super) fn is_verbatim(text: &str, content: &str, range: &Range<usize>) -> bool {
    text.get(range.clone()) == Some(content)
}

/// Returns whether a text is as written, except for typographic punctuation.
fn is_plain(text: &str, content: &str, range: &Range<usize>) -> bool {
    let is_punctuation = |it: u8| matches!(it, b'"' | b'\'' | b'-' | b'.');
    is_verbatim(text, content, range)
        || text.get(range.clone()).is_some_and(|written| written.bytes().all(is_punctuation))
}

/// Returns a text event with the texts that directly follow it.
pub(super) fn run<'a>(
    text: &str,
    first: RangedEvent<'a>,
    events: &mut Peekable<impl Iterator<Item = RangedEvent<'a>>>,
) -> Vec<RangedEvent<'a>> {
    let mut end = first.1.end;
    let mut pieces = vec![first];
    while let Some(next) = events.next_if(|(event, range)| {
        range.start == end
            && matches!(event, Event::Text(content) if is_plain(text, content, range))
    }) {
        end = next.1.end;
        pieces.push(next);
    }
    pieces
}

/// Returns the events of a run with replacements, which are in order and do not overlap.
pub(super) fn replaced<'a>(
    text: &'a str,
    pieces: Vec<RangedEvent<'a>>,
    replacements: Vec<Replacement<'a>>,
) -> Vec<RangedEvent<'a>> {
    let written = |range: Range<usize>| (Event::Text(CowStr::from(&text[range.clone()])), range);
    let mut output = Vec::with_capacity(pieces.len() + 4 * replacements.len());
    let mut replacements = replacements.into_iter().peekable();
    let mut position = 0;
    for (event, range) in pieces {
        let mut start = position.max(range.start);
        while let Some((part, events)) = replacements.next_if(|(part, _)| part.start < range.end) {
            if part.start > start {
                output.push(written(start..part.start));
            }
            output.extend(events);
            position = part.end;
            start = position;
        }
        if start == range.start {
            output.push((event, range));
        } else if start < range.end {
            output.push(written(start..range.end));
        }
    }
    output
}
