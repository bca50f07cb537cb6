//! Replaces parts of a Markdown text with HTML by placeholder characters, which survive parsing.
//!
//! The masked text has the same length as the original, so that byte offsets do not change.

use std::ops::Range;

use croupier_base::syntax::html::{InLine, text as html_text};

/// A part of the text, and the HTML that replaces it.
#[derive(Debug, Clone)]
pub struct Placeholder {
    /// Byte range of the replaced part.
    pub range: Range<usize>,
    /// The HTML.
    pub html: String,
    /// Number of bytes before it in its line, if it is alone on the line and separate from the
    /// blocks around it.
    pub indent: Option<usize>,
    /// How it divides the paragraph that it is in.
    pub line: Line,
    /// How the HTML fits into a line of text.
    pub in_line: InLine,
}

/// The lines that a placeholder within a text shares with other text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Line {
    /// Shares its line with other text, and is a part of the paragraph.
    #[default]
    Shared,
    /// Is alone on its line, and ends the paragraph.
    Alone,
    /// Begins a line that ends with an [`Line::End`], and ends the paragraph.
    Start,
    /// Ends a line that begins with a [`Line::Start`].
    End,
}

/// Number of letters that encode the index of a placeholder.
const INDEX_LETTERS: usize = 4;

/// Represents inserted HTML in the masked text. Unicode reserves it for private use.
pub const PLACEHOLDER: char = '\u{f8d0}';

impl Placeholder {
    /// Returns whether the masked form of a block fits in `range`: two line ends, the indentation
    /// and the placeholder character.
    pub fn fits(range: &Range<usize>, indent: usize) -> bool {
        range.len() >= indent + PLACEHOLDER.len_utf8() + 2
    }

    /// Returns whether it shares its line with other text.
    pub(super) fn is_in_line(&self) -> bool {
        self.indent.is_none() && self.line == Line::Shared
    }

    /// Returns the byte offset of the placeholder character.
    fn offset(&self) -> usize {
        let start = usize::from(self.edges().0);
        self.range.start + self.indent.map_or(start, |indent| indent + 1)
    }

    /// Returns the byte range of the mask in the masked text, without the lines around a block.
    fn mask(&self) -> Range<usize> {
        if self.indent.is_none() {
            return self.range.clone();
        }
        let start = self.offset();
        start..start + PLACEHOLDER.len_utf8()
    }

    /// Returns whether the mask begins and ends with a brace. A tag of HTML is punctuation to the text next to it, so that
    /// the text begins or ends there; other text, such as a number, is a part of the word.
    fn edges(&self) -> (bool, bool) {
        let html = self.html.as_str();
        // A link target needs the letters of the index, but contains no tag.
        let letters = if html.contains('<') { 0 } else { INDEX_LETTERS };
        let has_space = self.range.len() >= PLACEHOLDER.len_utf8() + letters + 2;
        let is_masked = self.indent.is_none() && has_space;
        let (starts, ends) = (html.starts_with('<'), html.ends_with('>'));
        (is_masked && (starts || html.is_empty()), is_masked && (ends || html.is_empty()))
    }
}

/// Returns the placeholders in `content`, which is the masked text from the byte `offset` on, with the byte ranges of their
/// masks in it.
pub(super) fn occurrences<'p>(
    placeholders: &'p [Placeholder],
    content: &str,
    offset: usize,
) -> impl Iterator<Item = (Range<usize>, &'p Placeholder)> {
    content.match_indices(PLACEHOLDER).filter_map(move |(index, _)| {
        let placeholder = at_offset(placeholders, offset + index)?;
        let mask = placeholder.mask();
        let start = mask.start.saturating_sub(offset);
        Some((start..(mask.end - offset).min(content.len()), placeholder))
    })
}

/// Returns the placeholder whose character is at the byte `offset`.
///
/// `placeholders` must be in order.
fn at_offset(placeholders: &[Placeholder], offset: usize) -> Option<&Placeholder> {
    let index = placeholders.binary_search_by_key(&offset, Placeholder::offset).ok()?;
    Some(&placeholders[index])
}

/// Returns the letters that encode the index of a placeholder. They survive in a URL, where the
/// parser does not report the offset of a character.
fn index_letters(mut index: usize) -> String {
    let mut letters = [b'a'; INDEX_LETTERS];
    for letter in letters.iter_mut().rev() {
        *letter += u8::try_from(index % 26).unwrap_or_default();
        index /= 26;
    }
    letters.map(char::from).iter().collect()
}

/// Returns a URL with the texts of its placeholders, and the start offsets of these. `None` if one
/// of them inserts HTML, which a URL cannot contain.
pub(super) fn expanded_url(
    placeholders: &[Placeholder],
    url: &str,
) -> Option<(String, Vec<usize>)> {
    let mut expanded = String::new();
    let mut inserted = Vec::new();
    let mut rest = url;

    while let Some((before, after)) = rest.split_once(PLACEHOLDER) {
        let letters = after.get(..INDEX_LETTERS)?;
        let index = letters.bytes().try_fold(0, |index, letter| {
            letter.is_ascii_lowercase().then(|| index * 26 + usize::from(letter - b'a'))
        })?;
        let placeholder = placeholders.get(index)?;

        if placeholder.html.contains('<') {
            return None;
        }

        let (starts, _) = placeholder.edges();
        expanded.push_str(if starts { before.strip_suffix('{').unwrap_or(before) } else { before });
        expanded.push_str(&html_text(&placeholder.html));
        inserted.push(placeholder.range.start);

        let length = placeholder.range.len() - PLACEHOLDER.len_utf8() - usize::from(starts);
        rest = after.get(length..)?;
    }

    expanded.push_str(rest);
    Some((expanded, inserted))
}

/// Returns the text with a placeholder character and padding for each part that is replaced.
pub(super) fn masked(text: &str, placeholders: &[Placeholder]) -> String {
    let mut masked = String::with_capacity(text.len());

    for (index, placeholder) in placeholders.iter().enumerate() {
        let Placeholder { range, indent, .. } = placeholder;
        let (starts, ends) = placeholder.edges();
        masked.push_str(&text[masked.len()..range.start]);

        let padding = match indent {
            None => {
                masked.push_str(if starts { "{" } else { "" });
                masked.push(PLACEHOLDER);
                let braces = usize::from(starts) + usize::from(ends);
                if range.len() >= PLACEHOLDER.len_utf8() + INDEX_LETTERS + braces {
                    masked.push_str(&index_letters(index));
                }
                "x"
            }
            // A blank line on both sides makes it a block of its own, inside of the same list.
            Some(indent) => {
                masked.push('\n');
                masked.push_str(&text[range.start - indent..range.start]);
                masked.push(PLACEHOLDER);
                masked.push('\n');
                " "
            }
        };

        let end = range.end - usize::from(ends);
        masked.push_str(&padding.repeat(end.saturating_sub(masked.len())));
        masked.push_str(if ends { "}" } else { "" });
    }

    masked.push_str(&text[masked.len()..]);
    masked
}

/// Returns whether a text has a call such as `{{ name() }}` or `{% name() %}`.
pub(crate) fn has_call(text: &str) -> bool {
    text.match_indices('{').any(|(index, _)| {
        let inside = text[index + 1..].strip_prefix(['{', '%']).map(str::trim_start);
        inside.and_then(|inside| inside.split_once('(')).is_some_and(|(name, _)| {
            !name.is_empty() && name.bytes().all(|it| it.is_ascii_alphanumeric() || it == b'_')
        })
    })
}
