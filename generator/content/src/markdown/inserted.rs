//! The inserted HTML that a text has within its lines. While the text is written, it is not known
//! which form of it fits: whether its element is open or alone is decided at the end.

use pulldown_cmark::{Event, Tag};

use crate::markdown::placeholder::Placeholder;
use croupier_base::syntax::html::InLine;

/// The inserted HTML within lines of text, and the paragraphs that contain blocks.
#[derive(Default)]
pub(super) struct InsertedInLines<'a> {
    pub(super) inserted: Vec<Inserted<'a>>,
    /// The events that begin and end the paragraphs.
    pub(super) paragraphs: Vec<(usize, usize)>,
}

/// The HTML of a placeholder within a line.
pub(super) struct Inserted<'a> {
    /// The index of its event.
    pub(super) event: usize,
    pub(super) placeholder: &'a Placeholder,
    /// Whether the element around the line allows no blocks.
    pub(super) is_phrasing: bool,
}

impl InsertedInLines<'_> {
    /// Forgets the HTML of events that were removed: those from `length` on.
    pub(super) fn truncate(&mut self, length: usize) {
        self.inserted.retain(|it| it.event < length);
    }

    /// Notes the paragraph that ends after `events`, if it contains a block.
    pub(super) fn end_paragraph(&mut self, events: &[Event<'_>]) {
        let is_start = |event: &Event<'_>| matches!(event, Event::Start(Tag::Paragraph));
        let mut blocks = self.inserted.iter().rev();
        let Some(last) = blocks.find(|it| it.placeholder.in_line == InLine::Block) else { return };
        let start = events.iter().rposition(is_start).filter(|start| *start < last.event);
        self.paragraphs.extend(start.map(|start| (start, events.len())));
    }
}
