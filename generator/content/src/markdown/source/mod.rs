//! Reads the parts of a text that the parser does not know, or reads in another way: attributes in braces, formulas and
//! the markers of definitions.
//!
//! The parser gets a text of the same length in which they are masked, so that byte offsets do not change. The events
//! have the text as it is written.

mod attribute_lists;
pub(super) mod structure;

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::ops::Range;

use pulldown_cmark::{CowStr, Event, Tag, TagEnd};
use rayon::iter::Either;

pub(super) use self::attribute_lists::ElementAttributes;
use self::attribute_lists::{AttributeLists, Position};
use self::structure::{Structure, continuation, quotes_around};
use crate::config::tables::markdown::MarkdownOptions;
use crate::markdown::extensions::attributes::Attributes;
use crate::markdown::extensions::parser;
use crate::markdown::extensions::{RangedEvent, extended};
use crate::markdown::formula::{self, Formula};
use crate::markdown::placeholder::Placeholder;
use crate::markdown::problem::Problem;

/// Masks a colon that begins no definition. Texts do not contain this control character.
const COLON: char = '\u{1}';

/// A text, and the form in which it is parsed.
#[derive(Debug)]
pub(super) struct Source<'t> {
    /// The text as written, with placeholders for calls of shortcodes.
    pub(super) text: &'t str,
    pub(super) options: MarkdownOptions,
    /// The text for the parser.
    masked: Cow<'t, str>,
    /// The masked parts that become other events, in order.
    parts: Vec<MaskedPart>,
    /// The attributes of blocks.
    pub(super) blocks: ElementAttributes,
    /// The attributes of links and images.
    pub(super) links: ElementAttributes,
    /// The starts of headings with attributes in their last line.
    pub(super) headings: BTreeSet<usize>,
    /// Lists of attributes that have no effect.
    pub(super) problems: Vec<Problem>,
}

/// A masked part of a text.
#[derive(Debug)]
struct MaskedPart {
    range: Range<usize>,
    /// The formula that it is. `None` for attributes, which are not shown.
    formula: Option<Formula>,
}

impl<'t> Source<'t> {
    /// Reads a text, in which `placeholders` are masked.
    pub(super) fn new(
        text: &'t str,
        placeholders: &[Placeholder],
        options: MarkdownOptions,
    ) -> Source<'t> {
        let mut source = Source {
            text,
            options,
            masked: Cow::Borrowed(text),
            parts: Vec::new(),
            blocks: ElementAttributes::new(),
            links: ElementAttributes::new(),
            headings: BTreeSet::new(),
            problems: Vec::new(),
        };
        if options.definition_lists {
            source.mask_colons();
        }
        let may_have_lists = attribute_lists::may_have(text, options);
        // Most texts have neither, and are parsed once.
        if !may_have_lists && !formula::may_have(text, options) {
            return source;
        }

        let structure = Structure::new(&source.masked, options);
        if formula::may_have(text, options) {
            for formula in formula::find(text, &structure) {
                source.mask_formula(&formula.range);
                source
                    .parts
                    .push(MaskedPart { range: formula.range.clone(), formula: Some(formula) });
            }
        }
        if may_have_lists {
            source.read_attributes(&structure, placeholders);
        }
        source
    }

    /// Masks the colons at the starts of lines that no space follows, which the parser takes for definitions.
    fn mask_colons(&mut self) {
        let mut offset = 0;
        for line in self.text.split_inclusive('\n') {
            let content = line.trim_start_matches([' ', '\t', '>']);
            let is_marker = content.starts_with(':') && content[1..].starts_with([' ', '\t']);
            let row = content.trim_end();
            let is_table_row =
                row.contains('-') && row.bytes().all(|it| matches!(it, b'|' | b':' | b'-' | b' '));
            if content.starts_with(':') && !is_marker && !is_table_row {
                let colon = offset + line.len() - content.len();
                self.mask(&(colon..colon + 1), COLON);
            }
            offset += line.len();
        }
    }

    /// Reads the lists of attributes, and masks those that belong to an element.
    fn read_attributes(&mut self, structure: &Structure, placeholders: &[Placeholder]) {
        let mut lists = AttributeLists::find(self.text, structure, self.options, |position| {
            let index = self.parts.partition_point(|part| part.range.end <= position);
            self.parts.get(index).is_some_and(|part| part.range.contains(&position))
        });

        for list in &lists.lists {
            match list.position {
                // The parser removes the space at the end of a heading.
                Position::Heading(_) => self.mask(&list.range, ' '),
                // A processing instruction is a block of its own in the innermost container, and makes no list loose.
                Position::Line => {
                    let inside = list.range.start + 2..list.range.end - 2;
                    self.mask(&inside, 'x');
                    self.replace(list.range.start, "<?");
                    self.replace(list.range.end - 2, "?>");
                }
                // The text in quotes can contain markup.
                Position::Link => self.mask(&(list.range.start + 1..list.range.end - 1), 'x'),
            }
        }

        let orphans = lists.attach(&self.masked, placeholders, self.options);
        for range in orphans {
            let text = self.text;
            self.replace(range.start, &text[range]);
        }

        let parts = lists.lists.iter().map(|list| list.range.clone());
        self.parts.extend(parts.map(|range| MaskedPart { range, formula: None }));
        self.parts.sort_by_key(|part| part.range.start);

        self.blocks = lists.blocks;
        self.links = lists.links;
        self.headings = lists.headings;
        self.problems = lists.problems;
    }

    /// Masks the lines of a formula, without the markers of block quotes.
    fn mask_formula(&mut self, range: &Range<usize>) {
        let text = self.text;
        let quotes = quotes_around(text, range);
        let mut offset = range.start;
        for line in text[range.clone()].split_inclusive('\n') {
            let is_first = offset == range.start;
            let content = line.trim_end_matches(['\n', '\r']);
            let start = if is_first { 0 } else { continuation(content, quotes) };
            self.mask(&(offset + start..offset + content.len()), 'x');
            offset += line.len();
        }
        // A dollar sign at both ends is punctuation, as in the text.
        self.replace(range.start, "$");
        self.replace(range.end - 1, "$");
    }

    /// Replaces a range by a character of one byte.
    fn mask(&mut self, range: &Range<usize>, character: char) {
        let mask = character.to_string().repeat(range.len());
        self.replace(range.start, &mask);
    }

    /// Replaces the bytes from an offset on.
    fn replace(&mut self, start: usize, with: &str) {
        self.masked.to_mut().replace_range(start..start + with.len(), with);
    }

    /// Removes the attributes with which a text without HTML could call the scripts of a site, such as `data-` attributes.
    pub(super) fn keep_names(&mut self) {
        self.blocks.values_mut().for_each(Attributes::keep_names);
    }

    /// Returns the events of the text.
    pub(super) fn events(&self) -> impl Iterator<Item = RangedEvent<'_>> {
        let parsed = parser(&self.masked, self.options).into_offset_iter();
        extended(self.text, self.options, self.unmasked(parsed))
    }

    /// Returns the events of the masked text with the text as written.
    fn unmasked<'s>(
        &'s self,
        mut events: impl Iterator<Item = RangedEvent<'s>>,
    ) -> impl Iterator<Item = RangedEvent<'s>> {
        if matches!(self.masked, Cow::Borrowed(_)) {
            return Either::Left(events);
        }

        let mut ready = Vec::new().into_iter();
        Either::Right(std::iter::from_fn(move || {
            loop {
                if let Some(event) = ready.next() {
                    return Some(event);
                }
                let (event, range) = events.next()?;

                let parts = self.parts_in(&range);
                if parts.is_empty() {
                    return Some((self.as_written(event, &range), range));
                }

                match event {
                    Event::Text(_) => ready = self.split(&range, parts).into_iter(),
                    // These are a line of attributes, or in a formula of several lines.
                    Event::Start(Tag::HtmlBlock)
                    | Event::End(TagEnd::HtmlBlock)
                    | Event::Html(_)
                    | Event::SoftBreak
                    | Event::HardBreak => {}
                    other => return Some((self.as_written(other, &range), range)),
                }
            }
        }))
    }

    /// Returns the masked parts in a range of the text.
    fn parts_in(&self, range: &Range<usize>) -> &[MaskedPart] {
        // The indentation of HTML is a text at the start of the HTML, without bytes.
        let end = range.end.max(range.start + 1);
        let first = self.parts.partition_point(|part| part.range.end <= range.start);
        let count = self.parts[first..].iter().take_while(|part| part.range.start < end).count();
        &self.parts[first..first + count]
    }

    /// Returns the events of a text with masked parts. A part that began before the text has its event already.
    fn split<'s>(&'s self, range: &Range<usize>, parts: &'s [MaskedPart]) -> Vec<RangedEvent<'s>> {
        let mut events = Vec::new();
        let mut position = range.start;
        let written = |range: Range<usize>| (Event::Text(self.text[range.clone()].into()), range);

        for part in parts {
            if part.range.start >= range.start {
                if part.range.start > position {
                    events.push(written(position..part.range.start));
                }

                let formula = part.formula.as_ref().map(|formula| {
                    let latex = CowStr::from(formula.latex.as_str());
                    if formula.is_display {
                        Event::DisplayMath(latex)
                    } else {
                        Event::InlineMath(latex)
                    }
                });
                events.extend(formula.map(|event| (event, part.range.clone())));
            }
            position = part.range.end;
        }

        if position < range.end {
            events.push(written(position..range.end));
        }
        events
    }

    /// Returns an event of the masked text with the text as written.
    fn as_written<'s>(&'s self, event: Event<'s>, range: &Range<usize>) -> Event<'s> {
        let with_colons = |content: CowStr<'s>| -> CowStr<'s> {
            if content.contains(COLON) { content.replace(COLON, ":").into() } else { content }
        };
        match event {
            Event::Text(content) if content.contains(COLON) => {
                Event::Text(self.text.get(range.clone()).map_or(content, CowStr::from))
            }
            Event::Code(content) => Event::Code(with_colons(content)),
            Event::Html(html) => Event::Html(with_colons(html)),
            Event::InlineHtml(html) => Event::InlineHtml(with_colons(html)),
            Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
                Event::Start(Tag::Link { link_type, dest_url, title: with_colons(title), id })
            }
            Event::Start(Tag::Image { link_type, dest_url, title, id }) => {
                Event::Start(Tag::Image { link_type, dest_url, title: with_colons(title), id })
            }
            other => other,
        }
    }
}
