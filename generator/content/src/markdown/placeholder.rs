//! Replaces parts of a Markdown text with HTML by placeholder characters, which survive parsing.
//!
//! The masked text has the same length as the original, so that byte offsets do not change.

use std::ops::Range;

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
}

/// Represents inserted HTML in the masked text. Unicode reserves it for private use.
pub const PLACEHOLDER: char = '\u{f8d0}';

impl Placeholder {
    /// Returns whether the masked form of a block fits in `range`: two line ends, the indentation
    /// and the placeholder character.
    pub fn fits(range: &Range<usize>, indent: usize) -> bool {
        range.len() >= indent + PLACEHOLDER.len_utf8() + 2
    }

    /// Returns the byte offset of the placeholder character.
    fn offset(&self) -> usize {
        self.range.start + self.indent.map_or(0, |indent| indent + 1)
    }

    /// Returns the number of bytes of the masked text to skip from the placeholder character on.
    pub fn width(&self) -> usize {
        if self.indent.is_some() { PLACEHOLDER.len_utf8() } else { self.range.len() }
    }
}

/// Returns the placeholder whose character is at the byte `offset`.
///
/// `placeholders` must be in order.
pub(super) fn at_offset(placeholders: &[Placeholder], offset: usize) -> Option<&Placeholder> {
    let index = placeholders.binary_search_by_key(&offset, Placeholder::offset).ok()?;
    Some(&placeholders[index])
}

/// Returns the text with a placeholder character and padding for each part that is replaced.
pub(super) fn masked(text: &str, placeholders: &[Placeholder]) -> String {
    let mut masked = String::with_capacity(text.len());
    for Placeholder { range, indent, .. } in placeholders {
        masked.push_str(&text[masked.len()..range.start]);
        let padding = match indent {
            None => {
                masked.push(PLACEHOLDER);
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
        masked.push_str(&padding.repeat(range.end - masked.len()));
    }
    masked.push_str(&text[masked.len()..]);
    masked
}
