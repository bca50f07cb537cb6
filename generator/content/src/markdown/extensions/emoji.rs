//! Replaces names such as `:smile:` by emoji.

use std::ops::Range;

use memchr::memchr_iter;
use pulldown_cmark::{CowStr, Event};

use crate::markdown::extensions::text_runs::Replacement;

/// The longest name of an emoji has fewer bytes.
const MAX_NAME_LENGTH: usize = 64;

/// The emoji of a text.
pub(super) fn replacements(text: &str) -> Vec<Replacement<'_>> {
    let replacement = |range: Range<usize>| {
        let emoji = emojis::get_by_shortcode(&text[range.start + 1..range.end - 1])?;
        let event = Event::Text(CowStr::from(emoji.as_str()));
        Some((range.clone(), vec![(event, range)]))
    };
    names(text).filter_map(replacement).collect()
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
    memchr_iter(b':', text.as_bytes()).filter_map(move |start| {
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
