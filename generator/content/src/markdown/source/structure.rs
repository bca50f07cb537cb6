//! Where a text has words, as opposed to code, HTML and link targets: the first look at a text, before formulas and
//! attributes are read.

use std::ops::Range;

use pulldown_cmark::{Event, Tag, TagEnd};

use crate::config::tables::markdown::MarkdownOptions;
use crate::markdown::extensions::parser;

/// The words of a text, and the elements that attributes can belong to.
#[derive(Debug, Default)]
pub(in crate::markdown) struct Structure {
    /// The byte ranges of words, in order.
    words: Vec<Range<usize>>,
    /// The parts in which formulas can be.
    pub(in crate::markdown) runs: Vec<Run>,
    /// The byte ranges of headings, in order.
    pub(super) headings: Vec<Range<usize>>,
    /// The byte offsets of the ends of links and images, in order.
    pub(super) links: Vec<usize>,
    /// The byte ranges of code in lines, in order.
    pub(in crate::markdown) code: Vec<Range<usize>>,
}

/// Words without an element between them that comes before formulas: code, HTML, a link, an image or a footnote.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::markdown) struct Run {
    pub(in crate::markdown) range: Range<usize>,
    pub(in crate::markdown) is_in_table: bool,
}

impl Structure {
    /// Parses a text.
    pub(in crate::markdown) fn new(text: &str, options: MarkdownOptions) -> Structure {
        let mut structure = Structure::default();
        let mut is_code = false;
        let mut is_in_table = false;
        let mut open: Option<Run> = None;

        for (event, range) in parser(text, options).into_offset_iter() {
            match event {
                Event::Text(_) if is_code => {}
                Event::Text(_) | Event::SoftBreak | Event::HardBreak => {
                    let run = open.get_or_insert(Run { range: range.clone(), is_in_table });
                    run.range.end = range.end;
                    if matches!(event, Event::Text(_)) {
                        structure.words.push(range);
                    }
                }
                // Delimiters of emphasis can be characters of a formula: `$a_1 b_1$`.
                Event::Start(
                    Tag::Emphasis
                    | Tag::Strong
                    | Tag::Strikethrough
                    | Tag::Superscript
                    | Tag::Subscript,
                )
                | Event::End(
                    TagEnd::Emphasis
                    | TagEnd::Strong
                    | TagEnd::Strikethrough
                    | TagEnd::Superscript
                    | TagEnd::Subscript,
                ) => {}
                other => {
                    structure.runs.extend(open.take());
                    match other {
                        Event::Start(Tag::CodeBlock(_)) => is_code = true,
                        Event::End(TagEnd::CodeBlock) => is_code = false,
                        Event::Start(Tag::Table(_)) => is_in_table = true,
                        Event::End(TagEnd::Table) => is_in_table = false,
                        Event::Start(Tag::Heading { .. }) => structure.headings.push(range),
                        Event::End(TagEnd::Link | TagEnd::Image) => structure.links.push(range.end),
                        Event::Code(_) => structure.code.push(range),
                        _ => {}
                    }
                }
            }
        }

        structure.runs.extend(open);
        structure
    }

    /// Returns whether the byte `position` is in words.
    pub(in crate::markdown) fn is_word(&self, position: usize) -> bool {
        let index = self.words.partition_point(|range| range.end <= position);
        self.words.get(index).is_some_and(|range| range.contains(&position))
    }
}

/// Returns the number of block quotes whose markers are in the lines of a range, from the line before it on. Returns 0 for a
/// range in one line, which contains no markers.
pub(in crate::markdown) fn quotes_around(text: &str, range: &Range<usize>) -> usize {
    if !text[range.clone()].contains('\n') {
        return 0;
    }
    markers(&text[line_start(text, range.start)..range.start]).1
}

/// Returns the length of the markers of block quotes, lists, definitions and footnotes at the start of a line, and the
/// number of quotes.
pub(in crate::markdown) fn markers(line: &str) -> (usize, usize) {
    let mut quotes = 0;

    let mut rest = line;
    loop {
        let content = rest.trim_start_matches([' ', '\t']);
        let digits = content.find(|it: char| !it.is_ascii_digit()).unwrap_or(0);
        let number = (1..10).contains(&digits).then(|| &content[digits..]);

        let after_bullet = content.strip_prefix(['-', '+', '*', ':']);
        let after_note = content.strip_prefix("[^").and_then(|it| Some(it.split_once("]:")?.1));
        let after_number = number.and_then(|it| it.strip_prefix(['.', ')']));
        let after_marker =
            after_bullet.or(after_number).or(after_note).filter(|it| it.starts_with([' ', '\t']));

        rest = match (content.strip_prefix('>'), after_marker) {
            (Some(after), _) => {
                quotes += 1;
                after
            }
            (None, Some(after)) => after,
            (None, None) => return (line.len() - content.len(), quotes),
        };
    }
}

/// Returns the length of the indentation and the markers of at most `quotes` block quotes at the start of a line that
/// continues a block.
pub(in crate::markdown) fn continuation(line: &str, quotes: usize) -> usize {
    let mut rest = line.trim_start_matches([' ', '\t']);
    for _ in 0..quotes {
        let Some(after) = rest.strip_prefix('>') else { break };
        rest = after.trim_start_matches([' ', '\t']);
    }
    line.len() - rest.len()
}

/// Returns the byte offset of the start of the line with the byte `position`.
pub(in crate::markdown) fn line_start(text: &str, position: usize) -> usize {
    memchr::memrchr(b'\n', &text.as_bytes()[..position]).map_or(0, |newline| newline + 1)
}

/// Returns whether an odd number of backslashes is before a position.
pub(in crate::markdown) fn is_escaped(text: &str, position: usize) -> bool {
    let before = &text[..position];
    (before.len() - before.trim_end_matches('\\').len()) % 2 == 1
}
