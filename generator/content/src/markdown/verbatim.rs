//! Finds the parts of a Markdown text in which shortcodes are neither called nor checked: code, formulas,
//! HTML comments, and raw HTML elements that hold code.

use std::ops::Range;

use pulldown_cmark::{CodeBlockKind, Event, Tag, TagEnd};

use crate::config::tables::markdown::MarkdownOptions;
use crate::markdown::extensions::parser;
use crate::markdown::formula;
use crate::markdown::source::structure::Structure;

/// Raw HTML elements whose text is code.
const CODE_ELEMENTS: [&str; 7] = ["code", "pre", "script", "style", "textarea", "samp", "xmp"];

/// A piece of raw HTML that begins or ends verbatim text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mark {
    CommentStart,
    CommentEnd,
    /// The start tag of one of [`CODE_ELEMENTS`], by its index.
    Open(usize),
    /// The end tag of one of [`CODE_ELEMENTS`], by its index.
    Close(usize),
}

/// The verbatim parts of a text. Positions are queried in ascending order.
#[derive(Debug)]
pub struct VerbatimText {
    /// Byte ranges of Markdown code, in order.
    code: Vec<Range<usize>>,
    /// Byte ranges of indented code blocks, in order.
    indented: Vec<Range<usize>>,
    /// Byte ranges of the cells of tables, in order.
    cells: Vec<Range<usize>>,
    /// Byte offsets of marks in raw HTML, in order.
    marks: Vec<(usize, Mark)>,
    next_mark: usize,
    /// Byte offset of the last end tag of each of [`CODE_ELEMENTS`].
    last_ends: [usize; CODE_ELEMENTS.len()],
    /// The comment or element that the last position is in.
    open: Option<Mark>,
}

impl VerbatimText {
    /// Parses a text.
    pub fn new(text: &str, options: MarkdownOptions) -> VerbatimText {
        let mut verbatim = VerbatimText {
            code: Vec::new(),
            indented: Vec::new(),
            cells: Vec::new(),
            marks: Vec::new(),
            next_mark: 0,
            last_ends: [0; CODE_ELEMENTS.len()],
            open: None,
        };

        let mut block = None;
        for (event, range) in parser(text, options).into_offset_iter() {
            match event {
                Event::Code(_) => verbatim.code.push(range),
                Event::Start(Tag::CodeBlock(kind)) => block = Some((range.start, kind)),
                Event::End(TagEnd::CodeBlock) => {
                    let (start, kind) = block.take().expect("a code block begins before it ends");
                    verbatim.code.push(start..range.end);
                    if kind == CodeBlockKind::Indented {
                        verbatim.indented.push(start..range.end);
                    }
                }
                Event::Start(Tag::TableCell) => verbatim.cells.push(range),
                Event::Html(_) | Event::InlineHtml(_) => verbatim.add_marks(text, range),
                _ => {}
            }
        }

        if formula::may_have(text, options) {
            let formulas = formula::find(text, &Structure::new(text, options)).into_iter();
            verbatim.code.extend(formulas.map(|formula| formula.range));
            verbatim.code.sort_by_key(|range| range.start);
        }

        // The end of a comment that a blank line divides is not HTML for the parser.
        if text.contains("<!--") {
            let ends = text.match_indices("-->").map(|(index, _)| (index, Mark::CommentEnd));
            verbatim.marks.extend(ends);
            verbatim.marks.sort_by_key(|(index, _)| *index);
        }

        verbatim
    }

    /// Adds the marks in the raw HTML at `range`.
    fn add_marks(&mut self, text: &str, range: Range<usize>) {
        let html = &text[range.clone()];
        for (index, _) in html.match_indices('<') {
            let rest = &html[index + 1..];
            if rest.starts_with("!--") {
                self.marks.push((range.start + index, Mark::CommentStart));
                continue;
            }

            let (is_end, rest) = match rest.strip_prefix('/') {
                Some(rest) => (true, rest),
                None => (false, rest),
            };

            let length = rest.find(|it: char| !it.is_ascii_alphanumeric()).unwrap_or(rest.len());
            let name = &rest[..length];
            let Some(element) = CODE_ELEMENTS.iter().position(|it| it.eq_ignore_ascii_case(name))
            else {
                continue;
            };

            if is_end {
                self.last_ends[element] = range.start + index;
            }
            let mark = if is_end { Mark::Close(element) } else { Mark::Open(element) };
            self.marks.push((range.start + index, mark));
        }
    }

    /// Returns whether the byte `position` is in a cell of a table, where `\|` is a bar.
    pub fn is_in_cell(&self, position: usize) -> bool {
        let index = self.cells.partition_point(|cell| cell.end <= position);
        self.cells.get(index).is_some_and(|cell| cell.contains(&position))
    }

    /// Returns whether the byte `position` is in verbatim text. Marks between the position of the
    /// last query and `searched_from` are ignored, since they belong to a shortcode.
    pub fn contains(&mut self, position: usize, searched_from: usize) -> bool {
        while let Some((index, mark)) = self.marks.get(self.next_mark).copied()
            && index < position
        {
            self.next_mark += 1;
            if index < searched_from && self.open.is_none() {
                continue;
            }

            match (self.open, mark) {
                (Some(Mark::CommentStart), Mark::CommentEnd) => self.open = None,
                (Some(Mark::Open(open)), Mark::Close(name)) if open == name => self.open = None,
                (None, Mark::CommentStart) => self.open = Some(mark),
                // Text after an element such as `<code>` that is never closed is not code.
                (None, Mark::Open(element)) if self.last_ends[element] > index => {
                    self.open = Some(mark);
                }
                _ => {}
            }
        }

        self.open.is_some() || includes(&self.code, position)
    }

    /// Returns whether the byte `position` is in an indented code block.
    pub fn is_indented_code(&self, position: usize) -> bool {
        includes(&self.indented, position)
    }
}

/// Returns whether one of the ranges, which are in order, contains a position. A text can have many.
fn includes(ranges: &[Range<usize>], position: usize) -> bool {
    let range = ranges.get(ranges.partition_point(|range| range.end <= position));
    range.is_some_and(|range| range.contains(&position))
}
