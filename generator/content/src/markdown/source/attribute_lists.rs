//! Finds the lists of attributes of a text, and the elements that they belong to: the heading that a list ends, the block
//! before a line of its own, or the link or image directly before it.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use memchr::memchr_iter;
use pulldown_cmark::{CodeBlockKind, Event, Tag, TagEnd};

use crate::config::tables::markdown::MarkdownOptions;
use crate::markdown::callout::Marker;
use crate::markdown::extensions::attributes::{self, Attributes, List};
use crate::markdown::extensions::parser;
use crate::markdown::formula;
use crate::markdown::placeholder::{Line, Placeholder};
use crate::markdown::problem::{ForeignSyntax, Problem, ProblemKind};
use crate::markdown::source::structure::{Structure, is_escaped, line_start};

/// The attributes of elements, by the byte offset of the start of a block, or of the end of a link or an image.
pub(in crate::markdown) type ElementAttributes = BTreeMap<usize, Attributes>;

/// Returns whether a text may have lists. Most texts have none.
pub(super) fn may_have(text: &str, options: MarkdownOptions) -> bool {
    (options.attributes || options.heading_attributes)
        && memchr_iter(b'{', text.as_bytes())
            .any(|start| attributes::parse(&text[start..]).is_some())
}

/// Where a list is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Position {
    /// At the end of the heading with this start.
    Heading(usize),
    /// On a line of its own.
    Line,
    /// Directly after a link or an image.
    Link,
}

/// One or more lists in a row, which have the same effect as one list.
#[derive(Debug)]
pub(super) struct PlacedLists {
    /// Byte range in the text. In a heading, no-break spaces before are a part of it.
    pub(super) range: Range<usize>,
    pub(super) position: Position,
    attributes: Attributes,
}

/// The lists of a text, and the attributes of its elements.
#[derive(Debug, Default)]
pub(super) struct AttributeLists {
    pub(super) lists: Vec<PlacedLists>,
    pub(super) blocks: ElementAttributes,
    pub(super) links: ElementAttributes,
    pub(super) headings: BTreeSet<usize>,
    pub(super) problems: Vec<Problem>,
}

impl AttributeLists {
    /// Finds the lists of a text. Those in formulas are none.
    pub(super) fn find(
        text: &str,
        structure: &Structure,
        options: MarkdownOptions,
        is_in_formula: impl Fn(usize) -> bool,
    ) -> AttributeLists {
        let mut lists = AttributeLists::default();
        let mut end = 0;
        for start in memchr_iter(b'{', text.as_bytes()) {
            let is_text = start >= end && structure.is_word(start) && !is_escaped(text, start);
            if !is_text || is_in_formula(start) {
                continue;
            }
            let Some(list) = attributes::parse(&text[start..]) else { continue };
            end = lists.place(text, start, &list, structure, options);
        }
        lists
    }

    /// Adds the lists at `start`, of which the first is known. Returns their end.
    fn place(
        &mut self,
        text: &str,
        start: usize,
        first: &List,
        structure: &Structure,
        options: MarkdownOptions,
    ) -> usize {
        let adjacent = Group::new(text, start, first, "");
        let separated = Group::new(text, start, first, " \t\u{a0}");
        let in_heading = heading_at(structure, start);
        let heading = in_heading.filter(|it| content_end(text, it) == separated.end);
        let is_line = is_line(text, start, separated.end);

        let (position, group, is_enabled) = if let Some(heading) = heading
            && options.heading_attributes
        {
            // Without the list, a line of a heading is blank, and ends it.
            let position = (!is_line).then_some(Position::Heading(heading.start));
            (position, separated, true)
        } else if is_line {
            let is_after_block = in_heading.is_none() && follows_text(text, start);
            (is_after_block.then_some(Position::Line), separated, options.attributes)
        } else if structure.links.binary_search(&start).is_ok() {
            (Some(Position::Link), adjacent, options.attributes)
        } else if text[..start].ends_with([')', ']', '>', '`', '*', '_', '~', '}']) {
            (None, adjacent, options.attributes)
        } else {
            // Braces within a sentence.
            return separated.end;
        };
        if !is_enabled {
            return group.end;
        }

        let end = group.end;
        match (group.refused, position) {
            (Some(part), _) => self.report(ForeignSyntax::RefusedAttributes, part),
            (None, None) => self.report(ForeignSyntax::UnattachedAttributes, start..end),
            (None, Some(position)) => {
                // The parser trims only spaces from the end of a heading.
                let is_heading = matches!(position, Position::Heading(_));
                let before = text[..start].trim_end_matches('\u{a0}').len();
                let range = if is_heading { before } else { start }..end;
                self.lists.push(PlacedLists { range, position, attributes: group.attributes });
            }
        }
        end
    }

    /// Records a problem.
    fn report(&mut self, syntax: ForeignSyntax, range: Range<usize>) {
        self.problems.push(Problem { kind: ProblemKind::Foreign(syntax), range });
    }

    /// Finds the element of each list in the masked text. Removes the lists that belong to none, and returns their ranges.
    pub(super) fn attach(
        &mut self,
        masked: &str,
        placeholders: &[Placeholder],
        options: MarkdownOptions,
    ) -> Vec<Range<usize>> {
        for list in &self.lists {
            match list.position {
                Position::Heading(start) => {
                    self.headings.insert(start);
                    self.blocks.insert(start, list.attributes.clone());
                }
                Position::Link => {
                    self.links.insert(list.range.start, list.attributes.clone());
                }
                Position::Line => {}
            }
        }
        if self.lists.iter().all(|list| list.position != Position::Line) {
            return Vec::new();
        }

        let blocks = blocks_before_lines(masked, &self.lists, placeholders, options);
        let mut orphans = Vec::new();
        for list in std::mem::take(&mut self.lists) {
            if list.position == Position::Line {
                let range = list.range.clone();
                let Some(block) = blocks.get(&range.start) else {
                    self.report(ForeignSyntax::UnattachedAttributes, range.clone());
                    orphans.push(range);
                    continue;
                };
                if !self.blocks.entry(*block).or_default().merge(&list.attributes) {
                    self.report(ForeignSyntax::RefusedAttributes, range.clone());
                    orphans.push(range);
                    continue;
                }
            }
            self.lists.push(list);
        }
        orphans
    }
}

/// Lists in a row.
struct Group {
    attributes: Attributes,
    end: usize,
    /// The byte range of the first part that is not allowed.
    refused: Option<Range<usize>>,
}

impl Group {
    /// Reads the lists after the first one, between which only these separators are.
    fn new(text: &str, start: usize, first: &List, separators: &str) -> Group {
        let in_text = |range: &Range<usize>, start: usize| start + range.start..start + range.end;
        let mut group = Group {
            attributes: first.attributes.clone(),
            end: start + first.length,
            refused: first.refused.as_ref().map(|range| in_text(range, start)),
        };

        loop {
            let rest = text[group.end..].trim_start_matches(|it| separators.contains(it));
            let start = text.len() - rest.len();
            let Some(next) = attributes::parse(rest) else { return group };

            group.end = start + next.length;
            if group.refused.is_some() {
                continue;
            }

            group.refused = next.refused.as_ref().map(|range| in_text(range, start));
            if !group.attributes.merge(&next.attributes) {
                group.refused = Some(start..group.end);
            }
        }
    }
}

/// Returns the range of the heading that contains a position.
fn heading_at(structure: &Structure, position: usize) -> Option<&Range<usize>> {
    let index = structure.headings.partition_point(|range| range.end <= position);
    structure.headings.get(index).filter(|range| range.contains(&position))
}

/// Returns the end of the words of a heading: before its closing signs `##`, or before its underline.
fn content_end(text: &str, heading: &Range<usize>) -> usize {
    let written = text[heading.clone()].trim_end();
    let content = if written.trim_start().starts_with('#') {
        let without_closing = written.trim_end_matches('#');
        let has_closing = without_closing.ends_with([' ', '\t']);
        if has_closing { without_closing } else { written }
    } else {
        written.rsplit_once('\n').map_or(written, |(content, _)| content)
    };
    heading.start + content.trim_end().len()
}

/// Returns whether only spaces and markers of block quotes are in the line of a range.
fn is_line(text: &str, start: usize, end: usize) -> bool {
    let before = text[..start].trim_end_matches([' ', '\t', '>']);
    let after = text[end..].trim_start_matches([' ', '\t', '\r', '\u{a0}']);
    (before.is_empty() || before.ends_with('\n')) && (after.is_empty() || after.starts_with('\n'))
}

/// Returns whether the line before that of a position has text.
fn follows_text(text: &str, position: usize) -> bool {
    let start = line_start(text, position);
    let Some(before) = text[..start].strip_suffix('\n') else { return false };
    let line = &before[line_start(before, before.len())..];
    !line.trim_matches([' ', '\t', '>', '\r']).is_empty()
}

/// A block or another element that is open.
#[derive(Debug, Default)]
struct OpenElement {
    /// The start of the block that ended last in it, if it can have attributes and nothing follows it.
    last: Option<usize>,
    /// The start of the block quote that it is.
    quote: Option<usize>,
    /// Whether it has no element in the HTML that could have attributes.
    is_replaced: bool,
}

/// Returns the start of the block before each line of attributes, by the start of the lists.
fn blocks_before_lines(
    masked: &str,
    lists: &[PlacedLists],
    placeholders: &[Placeholder],
    options: MarkdownOptions,
) -> BTreeMap<usize, usize> {
    let lines: BTreeSet<usize> = lists
        .iter()
        .filter(|list| list.position == Position::Line)
        .map(|list| list.range.start)
        .collect();

    let mut blocks = BTreeMap::new();
    let mut open = vec![OpenElement::default()];
    let mut is_line = false;

    for (event, range) in parser(masked, options).into_offset_iter() {
        match event {
            Event::Start(Tag::HtmlBlock) if lines.contains(&range.start) => {
                is_line = true;
                let last = open.last().and_then(|element| element.last);
                blocks.extend(last.map(|block| (range.start, block)));
            }
            // The next line can belong to the same block.
            Event::End(TagEnd::HtmlBlock) if is_line => is_line = false,
            _ if is_line => {}
            Event::Start(tag) if is_block(&tag) => {
                let quote = matches!(tag, Tag::BlockQuote(_)).then_some(range.start);
                let is_replaced = match tag {
                    Tag::CodeBlock(CodeBlockKind::Fenced(info)) => {
                        options.math && info.trim() == formula::LANGUAGE
                    }
                    _ => false,
                };
                open.push(OpenElement { last: None, quote, is_replaced });
            }
            Event::End(tag) if is_block_end(tag) => {
                let ended = open.pop().unwrap_or_default();
                let Some(parent) = open.last_mut() else { continue };
                parent.last = match tag {
                    // Other elements replace these paragraphs.
                    TagEnd::Paragraph
                        if is_title(masked, parent.quote, &range)
                            || ends_with_call(masked, &range, placeholders) =>
                    {
                        None
                    }
                    _ => attributed_block(tag, range.start, &ended),
                };
            }
            _ => {
                if let Some(element) = open.last_mut() {
                    element.last = None;
                }
            }
        }
    }

    blocks
}

/// Returns the start of the block that gets the attributes in the line after an element.
fn attributed_block(tag: TagEnd, start: usize, ended: &OpenElement) -> Option<usize> {
    match tag {
        TagEnd::Paragraph
        | TagEnd::Heading(_)
        | TagEnd::BlockQuote(_)
        | TagEnd::List(_)
        | TagEnd::Table
        | TagEnd::DefinitionList => Some(start),
        TagEnd::CodeBlock => (!ended.is_replaced).then_some(start),
        // The notes are at the end of the page.
        TagEnd::FootnoteDefinition => ended.last,
        _ => None,
    }
}

/// Returns whether the paragraph at a range is the title of a callout and nothing else.
fn is_title(text: &str, quote: Option<usize>, paragraph: &Range<usize>) -> bool {
    let marker = quote.and_then(|start| Marker::find(text, start));
    marker.is_some_and(|marker| marker.range.start == paragraph.start)
        && !text[paragraph.clone()].trim_end().contains('\n')
}

/// Returns whether a shortcode with a line of its own ends the paragraph at a range.
fn ends_with_call(text: &str, paragraph: &Range<usize>, placeholders: &[Placeholder]) -> bool {
    let end = paragraph.start + text[paragraph.clone()].trim_end().len();
    let index = placeholders.partition_point(|it| it.range.end < end);
    placeholders.get(index).is_some_and(|it| {
        let is_alone = it.range.start <= paragraph.start;
        it.range.start < end && (it.indent.is_some() || it.line != Line::Shared || is_alone)
    })
}

/// Returns whether a tag begins a block, or a part of one.
fn is_block(tag: &Tag<'_>) -> bool {
    !matches!(
        tag,
        Tag::Emphasis
            | Tag::Strong
            | Tag::Strikethrough
            | Tag::Superscript
            | Tag::Subscript
            | Tag::Link { .. }
            | Tag::Image { .. }
    )
}

/// Returns whether a tag ends a block, or a part of one.
fn is_block_end(tag: TagEnd) -> bool {
    !matches!(
        tag,
        TagEnd::Emphasis
            | TagEnd::Strong
            | TagEnd::Strikethrough
            | TagEnd::Superscript
            | TagEnd::Subscript
            | TagEnd::Link
            | TagEnd::Image
    )
}
