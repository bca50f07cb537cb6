//! Replaces names such as `:smile:` by emoji.

use std::ops::Range;

use pulldown_cmark::{CowStr, Event, LinkType, Tag, TagEnd};
use rayon::iter::Either;

use crate::markdown::extensions::RangedEvent;
use crate::markdown::extensions::text_runs::{self, Replacement, is_verbatim};

/// The longest name of an emoji has fewer bytes.
const MAX_NAME_LENGTH: usize = 64;

/// Returns the events of `text` with emoji in place of their names, if they are `enabled`. Code and
/// URLs do not change.
pub(super) fn replaced<'a>(
    text: &'a str,
    events: impl Iterator<Item = RangedEvent<'a>>,
    enabled: bool,
) -> impl Iterator<Item = RangedEvent<'a>> {
    let names: Vec<Range<usize>> = if enabled { names(text).collect() } else { Vec::new() };
    if names.is_empty() {
        return Either::Left(events);
    }
    let mut events = events.peekable();
    let mut is_excluded = false;
    let mut ready = Vec::new().into_iter();
    Either::Right(std::iter::from_fn(move || {
        if let Some(event) = ready.next() {
            return Some(event);
        }
        let (event, range) = events.next()?;
        match &event {
            Event::Start(
                Tag::CodeBlock(_)
                | Tag::Link { link_type: LinkType::Autolink | LinkType::Email, .. },
            ) => is_excluded = true,
            Event::End(TagEnd::Link | TagEnd::CodeBlock) => is_excluded = false,
            Event::Text(content) if !is_excluded && is_verbatim(text, content, &range) => {
                let pieces = text_runs::run(text, (event, range), &mut events);
                ready = with_emoji(text, &names, pieces).into_iter();
                return ready.next();
            }
            _ => {}
        }
        Some((event, range))
    }))
}

/// Returns the name of an emoji as written, if `content` is the emoji that replaces the text at
/// `range`.
pub(in crate::markdown) fn written_name<'t>(
    text: &'t str,
    content: &str,
    range: &Range<usize>,
) -> Option<&'t str> {
    let written = text.get(range.clone())?;
    (written != content && written.len() > 2 && written.starts_with(':') && written.ends_with(':'))
        .then_some(written)
}

/// Returns the byte ranges of the names of emoji in a text, with their colons.
pub(in crate::markdown) fn names(text: &str) -> impl Iterator<Item = Range<usize>> {
    let mut end = 0;
    memchr::memchr_iter(b':', text.as_bytes()).filter_map(move |start| {
        let bytes = text.as_bytes();
        let is_in_word = |it: Option<&u8>| it.is_some_and(u8::is_ascii_alphanumeric);
        let before = start.checked_sub(1).and_then(|index| bytes.get(index));
        // `std::key::x` and `12:100:30` have no emoji; `:+1::tada:` has two.
        if start < end
            || start != end && (is_in_word(before) || before == Some(&b':'))
            || before == Some(&b'\\')
        {
            return None;
        }
        let is_name = |it: u8| it.is_ascii_alphanumeric() || matches!(it, b'_' | b'-' | b'+');
        let rest = &bytes[start + 1..];
        let length = rest.iter().take(MAX_NAME_LENGTH).position(|it| !is_name(*it))?;
        let is_closed = rest[length] == b':' && !is_in_word(rest.get(length + 1));
        if !is_closed || emojis::get_by_shortcode(&text[start + 1..][..length]).is_none() {
            return None;
        }
        end = start + length + 2;
        Some(start..end)
    })
}

/// Returns the events of a run of text with emoji. `names` are the ranges of all names in the text.
fn with_emoji<'a>(
    text: &'a str,
    names: &[Range<usize>],
    pieces: Vec<RangedEvent<'a>>,
) -> Vec<RangedEvent<'a>> {
    let (Some((_, first)), Some((_, last))) = (pieces.first(), pieces.last()) else {
        return pieces;
    };
    let (start, end) = (first.start, last.end);
    let replacements: Vec<Replacement<'a>> = names
        [names.partition_point(|range| range.start < start)..]
        .iter()
        .take_while(|range| range.end <= end)
        .filter_map(|range| {
            let emoji = emojis::get_by_shortcode(&text[range.start + 1..range.end - 1])?;
            let event = Event::Text(CowStr::from(emoji.as_str()));
            Some((range.clone(), vec![(event, range.clone())]))
        })
        .collect();
    if replacements.is_empty() { pieces } else { text_runs::replaced(text, pieces, replacements) }
}
