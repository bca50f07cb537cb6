//! Renders the events of a text, and records what the text contains. Most events are written as they are; `elements` has
//! those that the site, or another event, changes. `finish` makes the document of the written events.

mod code;
mod elements;
mod finish;
mod links;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use pulldown_cmark::{Event, Tag, TagEnd};

use crate::markdown::callout::{Callout, Part, TitleEvent};
use crate::markdown::code_block::CodeInfo;
use crate::markdown::document::{Document, Link};
use crate::markdown::extensions::attributes::{self, Attributes};
use crate::markdown::extensions::{RangedEvent, autolink, pseudo};
use crate::markdown::footnotes::Labels;
use crate::markdown::headings::PendingHeading;
use crate::markdown::hooks::Hook;
use crate::markdown::lookup::Lookup;
use crate::markdown::placeholder::Placeholder;
use crate::markdown::problem::{ForeignSyntax, Problem, ProblemKind};
use crate::markdown::source::{ElementAttributes, Source};
use crate::markdown::writer::{Image, Writer};
use croupier_base::path::Href;
use croupier_base::syntax::html as markup;

/// What a text is rendered for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Form<'a> {
    /// Its own page.
    Page,
    /// The list of its headings, without HTML.
    Headings,
    /// A part of a page. All images load lazily, since it is not at the start of the page.
    Fragment,
    /// A part of another page than the one at this route, whose text it is.
    Excerpt(&'a str),
}

/// The text of a paragraph that can be the summary.
#[derive(Default)]
struct SummaryText {
    text: String,
    /// Whether it has a text other than those of calls and pictures.
    has_words: bool,
}

/// The state between two events of a text.
pub(super) struct Renderer<'a> {
    source: &'a Source<'a>,
    lookup: &'a Lookup<'a>,
    form: Form<'a>,
    writer: Writer<'a>,
    /// The attributes of the blocks that have not begun.
    blocks: ElementAttributes,
    /// The open heading or definition term.
    heading: Option<PendingHeading>,
    /// The headings and definition terms that are closed.
    headings: Vec<PendingHeading>,
    /// The ids that the text sets in HTML, shortcodes and attributes.
    html_ids: BTreeSet<String>,
    labels: Labels,
    image: Option<Image<'a>>,
    /// The open code block, if its code is not written event by event.
    code: Option<(CodeInfo, String)>,
    /// The LaTeX of the open code block, if it is a formula.
    formula: Option<String>,
    /// The open paragraph, if it can be the summary.
    paragraph: Option<SummaryText>,
    /// The open block quotes. Some of them are callouts.
    quotes: Vec<Option<Callout>>,
    /// The end of the last cell of a table, in bytes.
    cell_end: usize,
}

impl<'a> Renderer<'a> {
    /// Begins a text in which `placeholders` are masked. The ids of the text avoid those in `anchors` and are added to them.
    pub(super) fn new(
        source: &'a Source<'a>,
        placeholders: &'a [Placeholder],
        lookup: &'a Lookup<'a>,
        anchors: &'a mut BTreeMap<String, usize>,
        form: Form<'a>,
    ) -> Renderer<'a> {
        let mut writer = Writer::new(source.text, placeholders, lookup, anchors);
        writer.has_image = form != Form::Page;

        Renderer {
            source,
            lookup,
            form,
            writer,
            blocks: source.blocks.clone(),
            heading: None,
            headings: Vec::new(),
            html_ids: BTreeSet::new(),
            labels: Labels::default(),
            image: None,
            code: None,
            formula: None,
            paragraph: None,
            quotes: Vec::new(),
            cell_end: 0,
        }
    }

    /// Renders the events of the text.
    pub(super) fn render(mut self, events: impl Iterator<Item = RangedEvent<'a>>) -> Document {
        self.record_inserted();
        // Avoids most reallocations. Prose has about 50 bytes for each event, and tables have three. Behind the memory of the
        // parser, the list can often grow without a copy.
        self.writer.events.reserve(self.source.text.len() / 8);

        let placeholders = self.writer.placeholders;
        let linked = autolink::linked(self.source.text, placeholders, events);
        // `for_each` chooses the kind of iterator once, and not for each event.
        pseudo::translated(self.source, placeholders, linked)
            .for_each(|(event, range)| self.event(event, range));

        self.finish()
    }

    /// Records the ids, links and images of the inserted HTML.
    fn record_inserted(&mut self) {
        for placeholder in self.writer.placeholders {
            let extracted = markup::read(&placeholder.html);

            for id in extracted.ids {
                let id = id.text.into_owned();
                self.writer.document.inserted_ids.push((id.clone(), placeholder.range.clone()));
                self.html_ids.insert(id);
            }

            self.writer.document.links.extend(extracted.addresses.into_iter().map(|it| Link {
                href: Href::new(it.text),
                usage: it.usage,
                range: placeholder.range.clone(),
            }));
        }
    }

    /// Writes what an event of the text becomes.
    fn event(&mut self, event: Event<'a>, mut range: Range<usize>) {
        match event {
            Event::End(TagEnd::TableCell) => self.cell_end = range.end,
            Event::End(TagEnd::TableRow) => self.record_surplus_cells(range.end),
            _ => {}
        }

        // Most events are texts, cells and ends of elements, which only a few elements process.
        if !self.processes_text() && is_plain(&event) {
            self.writer.event(event, &range);
            return;
        }

        let mut attributes = None;
        let Some(mut event) = self.callout_title(event, &mut range, &mut attributes) else {
            return;
        };
        if !self.blocks.is_empty() && attributes::is_block(&event) {
            attributes = self.blocks.remove(&range.start).or(attributes);
        }
        if let Some(attributes) = &attributes {
            attributes::add_to_heading(&mut event, attributes);
        }

        let Some(event) = self.collect(event) else { return };
        let Some(event) = self.element(event, &range, &mut attributes) else { return };
        self.write(event, &range, attributes);
    }

    /// Records the text of a row that ends at `row_end` beyond its last cell. The parser has no events for it.
    fn record_surplus_cells(&mut self, row_end: usize) {
        let is_around = |it: char| it == '|' || it.is_whitespace();
        let surplus = &self.source.text[self.cell_end.min(row_end)..row_end];
        let start = row_end - surplus.trim_start_matches(is_around).len();
        let length = surplus.trim_matches(is_around).len();
        if length > 0 {
            let kind = ProblemKind::Foreign(ForeignSyntax::SurplusCells);
            self.writer.document.problems.push(Problem { kind, range: start..start + length });
        }
    }

    /// Whether plain events concern an open element, a template or a placeholder.
    fn processes_text(&self) -> bool {
        self.image.is_some()
            || self.heading.is_some()
            || self.paragraph.is_some()
            || self.code.is_some()
            || self.formula.is_some()
            || !self.quotes.is_empty()
            || !self.lookup.hooks.is_empty()
            || !self.writer.placeholders.is_empty()
    }

    /// Returns what an event becomes in the marker or the title of a callout, with its range and the attributes of the
    /// block that it begins. Returns an event elsewhere as it is, and `None` for an event that needs no further processing.
    fn callout_title(
        &mut self,
        event: Event<'a>,
        range: &mut Range<usize>,
        attributes: &mut Option<Attributes>,
    ) -> Option<Event<'a>> {
        let Some(quote) = self.quotes.last_mut() else { return Some(event) };
        let Some(callout) = quote.as_mut().filter(|it| it.part != Part::Text) else {
            return Some(event);
        };

        match callout.title_event(event, range) {
            TitleEvent::Opening => {
                self.writer.open_callout(callout, range);
                // They belong to the rest of the paragraph.
                callout.text_attributes = self.blocks.remove(&range.start);
                None
            }
            TitleEvent::Quotation(first) => {
                *quote = None;
                self.writer.event(Event::Start(Tag::BlockQuote(None)), range);
                Some(first)
            }
            TitleEvent::Hidden => None,
            TitleEvent::First(first, first_range) => {
                self.writer.event(Event::InlineHtml(" ".into()), range);
                *range = first_range;
                Some(first)
            }
            TitleEvent::Shown(shown) => Some(shown),
            TitleEvent::End { continues } => {
                *attributes = callout.text_attributes.take();
                if self.writer.has_hook(Hook::Callout) {
                    self.writer.end_hook_title();
                }
                self.writer.event(Event::Html(callout.title_end().into()), range);
                continues.then_some(Event::Start(Tag::Paragraph))
            }
        }
    }

    /// Adds an event to the image, the code block or the formula that is open. Returns it if none is.
    fn collect(&mut self, event: Event<'a>) -> Option<Event<'a>> {
        if self.image.is_some() {
            self.image_event(event);
            return None;
        }

        let code = self.code.as_mut().map(|(_, code)| code).or(self.formula.as_mut());
        if let (Some(code), Event::Text(content)) = (code, &event) {
            code.push_str(content);
            return None;
        }
        Some(event)
    }

    /// Writes an event with the attributes of the block that it begins.
    fn write(&mut self, event: Event<'a>, range: &Range<usize>, attributes: Option<Attributes>) {
        let is_heading = matches!(event, Event::Start(Tag::Heading { .. }));
        let closed = match event {
            Event::End(TagEnd::Link) => Some(Hook::Link),
            Event::End(TagEnd::Heading(_)) => Some(Hook::Heading),
            Event::End(TagEnd::Table) => Some(Hook::Table),
            _ => None,
        };

        self.writer.event(event, range);
        if closed.is_some_and(|hook| self.writer.has_hook(hook)) {
            self.writer.close_hook(Vec::new());
        }

        // The event of a heading has its attributes already.
        if let Some(attributes) = attributes.filter(|_| !is_heading) {
            self.add_to_last(attributes);
        }
    }

    /// Adds attributes to the element that the last written event begins.
    fn add_to_last(&mut self, attributes: Attributes) {
        self.html_ids.extend(attributes.get("id").map(String::from));
        self.writer.attributed.push((self.writer.events.len() - 1, attributes));
    }
}

/// Returns whether an event is a text, the end of an element, or the start of one that has no attributes, no template and no
/// effect on other elements.
fn is_plain(event: &Event<'_>) -> bool {
    matches!(
        event,
        Event::Text(_)
            | Event::Code(_)
            | Event::SoftBreak
            | Event::HardBreak
            | Event::End(_)
            | Event::Start(
                Tag::Item
                    | Tag::TableHead
                    | Tag::TableRow
                    | Tag::TableCell
                    | Tag::Emphasis
                    | Tag::Strong
                    | Tag::Strikethrough,
            )
    )
}
