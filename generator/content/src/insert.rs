//! HTML that takes the place of a part of a Markdown text: a mark stands in the text for it while that is parsed, so that what
//! follows keeps its place.

use std::ops::Range;

/// HTML that takes the place of a part of the text.
#[derive(Debug, Clone)]
pub struct Insert {
    /// The part of the text.
    pub range: Range<usize>,
    /// The HTML.
    pub html: String,
    /// How many bytes stand before it in its line, where it has the line for itself and is no part of what stands above and below.
    pub indent: Option<usize>,
}

/// Stands in the text where HTML is inserted; Unicode leaves it to private use.
pub const MARK: char = '\u{f8d0}';

impl Insert {
    /// Whether a part of the text that is indented so far has room for what takes its place: two ends of lines, what it is
    /// indented by, and the mark.
    pub fn has_room(range: &Range<usize>, indent: usize) -> bool {
        range.len() >= indent + MARK.len_utf8() + 2
    }

    /// Where the mark stands in the text.
    fn mark(&self) -> usize {
        self.range.start + self.indent.map_or(0, |indent| indent + 1)
    }

    /// How many bytes stand in the text from the mark on that are not the author's.
    pub fn width(&self) -> usize {
        if self.indent.is_some() { MARK.len_utf8() } else { self.range.len() }
    }
}

/// The insert whose mark stands at a byte of the text.
pub fn at_mark(inserts: &[Insert], at: usize) -> Option<&Insert> {
    inserts.binary_search_by_key(&at, Insert::mark).ok().map(|place| &inserts[place])
}

/// The text with a mark and filling where HTML is inserted, as long as before so that places stay the same.
pub fn masked(text: &str, inserts: &[Insert]) -> String {
    let mut masked = String::with_capacity(text.len());
    for Insert { range, indent, .. } in inserts {
        masked.push_str(&text[masked.len()..range.start]);
        let filling = match indent {
            None => {
                masked.push(MARK);
                "x"
            }
            // An empty line on either side makes a block of its own, in the same list.
            Some(indent) => {
                masked.push('\n');
                masked.push_str(&text[range.start - indent..range.start]);
                masked.push(MARK);
                masked.push('\n');
                " "
            }
        };
        masked.push_str(&filling.repeat(range.end - masked.len()));
    }
    masked.push_str(&text[masked.len()..]);
    masked
}
