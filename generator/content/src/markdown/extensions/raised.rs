//! Superscripts and subscripts directly after a word: `2^nd^`, `H~2~O`.

use std::ops::Range;

use memchr::memchr_iter;
use pulldown_cmark::{CowStr, Event, Tag, TagEnd};

use crate::markdown::extensions::text_runs::Replacement;
use crate::markdown::placeholder::PLACEHOLDER;

/// The superscripts of a text.
pub(super) fn superscripts(text: &str) -> Vec<Replacement<'_>> {
    let with_tags = |range| with_tags(text, range, Tag::Superscript, TagEnd::Superscript);
    ranges(text, '^').map(with_tags).collect()
}

/// The subscripts of a text.
pub(super) fn subscripts(text: &str) -> Vec<Replacement<'_>> {
    let with_tags = |range| with_tags(text, range, Tag::Subscript, TagEnd::Subscript);
    ranges(text, '~').map(with_tags).collect()
}

/// Returns the byte ranges of parts between two delimiters that follow a word and have no spaces.
pub(in crate::markdown) fn ranges(
    text: &str,
    delimiter: char,
) -> impl Iterator<Item = Range<usize>> {
    let mut end = 0;
    memchr_iter(delimiter as u8, text.as_bytes()).filter_map(move |start| {
        let before = &text[..start];
        let follows_word = before.ends_with(|it: char| it.is_alphanumeric() || it == ')')
            || ends_with_placeholder(before);

        if start < end || !follows_word {
            return None;
        }

        let inside = &text[start + 1..];
        let length = inside.find(|it: char| it == delimiter || it.is_whitespace())?;
        let is_closed = length > 0 && inside[length..].starts_with(delimiter);

        is_closed.then(|| {
            end = start + length + 2;
            start..end
        })
    })
}

/// Returns whether a text ends with the HTML of a shortcode.
fn ends_with_placeholder(text: &str) -> bool {
    text.ends_with('}')
        && text.rfind('{').is_some_and(|start| text[start + 1..].starts_with(PLACEHOLDER))
}

/// Returns a part of the text between two tags, without its delimiters.
fn with_tags<'a>(
    text: &'a str,
    range: Range<usize>,
    start: Tag<'a>,
    end: TagEnd,
) -> Replacement<'a> {
    let inside = range.start + 1..range.end - 1;
    let events = vec![
        (Event::Start(start), range.clone()),
        (Event::Text(CowStr::from(&text[inside.clone()])), inside),
        (Event::End(end), range.clone()),
    ];
    (range, events)
}
