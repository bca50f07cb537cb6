//! Replaces parts of a text that the parser divides into several events, at characters such as `_`.

use std::iter::Peekable;
use std::ops::Range;

use pulldown_cmark::{CowStr, Event, LinkType, Tag, TagEnd};
use rayon::iter::Either;

use crate::markdown::extensions::RangedEvent;

/// A part of the text, and the events that replace it.
pub(super) type Replacement<'a> = (Range<usize>, Vec<RangedEvent<'a>>);

/// Returns the events with replacements for parts of the text. Code and URLs do not change.
pub(super) fn with_replacements<'a>(
    text: &'a str,
    events: impl Iterator<Item = RangedEvent<'a>>,
    mut replacements: Vec<Replacement<'a>>,
) -> impl Iterator<Item = RangedEvent<'a>> {
    if replacements.is_empty() {
        return Either::Left(events);
    }

    replacements.sort_by_key(|(range, _)| range.start);
    replacements.dedup_by(|later, earlier| later.0.start < earlier.0.end);

    let mut events = events.peekable();
    let mut is_excluded = false;
    let mut ready = Vec::new().into_iter();

    Either::Right(std::iter::from_fn(move || {
        loop {
            if let Some(event) = ready.next() {
                return Some(event);
            }

            let (event, range) = events.next()?;
            match &event {
                Event::Start(
                    Tag::CodeBlock(_)
                    | Tag::Link { link_type: LinkType::Autolink | LinkType::Email, .. },
                ) => is_excluded = true,
                Event::End(TagEnd::CodeBlock | TagEnd::Link | TagEnd::Image) => is_excluded = false,
                Event::Text(content) if !is_excluded && is_verbatim(text, content, &range) => {
                    let pieces = run(text, (event, range), &mut events);
                    let (start, end) = ends(&pieces);
                    let first = replacements.partition_point(|(range, _)| range.start < start);
                    let parts =
                        replacements[first..].iter().take_while(|(range, _)| range.end <= end);
                    let parts = parts.cloned().collect();
                    ready = replaced(text, pieces, parts).into_iter();
                    continue;
                }
                _ => {}
            }

            return Some((event, range));
        }
    }))
}

/// Returns whether a text is as written, without escapes and substitutions.
pub(super) fn is_verbatim(text: &str, content: &str, range: &Range<usize>) -> bool {
    text.get(range.clone()) == Some(content)
}

/// Returns whether a text is as written, except for typographic punctuation and `&amp;`, which a URL can have.
fn is_plain(text: &str, content: &str, range: &Range<usize>) -> bool {
    let is_punctuation = |it: u8| matches!(it, b'"' | b'\'' | b'-' | b'.');
    is_verbatim(text, content, range)
        || text
            .get(range.clone())
            .is_some_and(|written| written == "&amp;" || written.bytes().all(is_punctuation))
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

/// Returns the byte offsets of the start and the end of a run.
pub(super) fn ends(pieces: &[RangedEvent<'_>]) -> (usize, usize) {
    let start = pieces.first().map_or(0, |(_, range)| range.start);
    (start, pieces.last().map_or(start, |(_, range)| range.end))
}

/// Returns the events of a run with replacements, which are in order and do not overlap.
pub(super) fn replaced<'a>(
    text: &'a str,
    pieces: Vec<RangedEvent<'a>>,
    replacements: Vec<Replacement<'a>>,
) -> Vec<RangedEvent<'a>> {
    if replacements.is_empty() {
        return pieces;
    }

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
