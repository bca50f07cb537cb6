//! Inserted HTML within a line of text. A block there would end the paragraph in browsers, and its
//! rest would be outside of it.

use pulldown_cmark::{Event, Tag, TagEnd};

use crate::markdown::inserted::Inserted;
use crate::markdown::placeholder::Placeholder;
use crate::markdown::problem::{Problem, ProblemKind};
use crate::markdown::writer::{Writer, is_inline};
use croupier_base::syntax::html::InLine;

/// The class of a paragraph with a block in it, which is no `<p>`.
const PARAGRAPH: &str = "paragraph";

impl<'a> Writer<'a> {
    /// Writes the HTML of a placeholder within a line of text.
    pub(super) fn insert_in_line(&mut self, placeholder: &'a Placeholder) {
        let is_in_raw_line = is_in_raw_line(&self.events);
        if placeholder.in_line == InLine::Block && (is_in_raw_line || is_in_phrase(&self.events)) {
            let (kind, range) = (ProblemKind::BlockInLine, placeholder.range.clone());
            self.document.problems.push(Problem { kind, range });
        }
        let is_phrasing = self.inline_depth > 0 || is_in_raw_line || self.is_in_paragraph();
        let event = self.events.len();
        self.lines.inserted.push(Inserted { event, placeholder, is_phrasing });
        self.events.push(Event::InlineHtml(placeholder.html.as_str().into()));
    }

    /// Gives the inserted HTML the form that fits into its line: islands are `span` elements there,
    /// and a paragraph with a block is no `<p>`.
    pub(super) fn fit_into_lines(&mut self) {
        let lines = std::mem::take(&mut self.lines);
        for Inserted { event, placeholder, is_phrasing } in &lines.inserted {
            let InLine::Spans(html) = &placeholder.in_line else { continue };
            // An island that is alone in a cell or an item remains a block.
            if *is_phrasing || !is_alone(&self.events, *event) {
                self.events[*event] = Event::InlineHtml(html.as_str().into());
            }
        }
        for (start, end) in lines.paragraphs {
            // The paragraph may have attributes already.
            let tag = match &self.events[start] {
                Event::Html(tag) => tag.to_string(),
                _ => "<p>".to_owned(),
            };
            self.events[start] = Event::Html(as_division(&tag).into());
            self.events[end] = Event::Html("</div>\n".into());
        }
    }
}

/// Returns the start tag of a `div` with the attributes of a `p` and the class of paragraphs.
fn as_division(tag: &str) -> String {
    let attributes = tag.trim_start().strip_prefix("<p").unwrap_or(">");
    match attributes.split_once(" class=\"") {
        Some((before, after)) => format!("<div{before} class=\"{PARAGRAPH} {after}"),
        None => format!("<div class=\"{PARAGRAPH}\"{attributes}"),
    }
}

/// Whether the last element that is open allows only a line of text: a heading, or an emphasis.
fn is_in_phrase(events: &[Event<'_>]) -> bool {
    let mut closed = 0_usize;

    for event in events.iter().rev() {
        match event {
            Event::End(
                TagEnd::Heading(_)
                | TagEnd::Emphasis
                | TagEnd::Strong
                | TagEnd::Strikethrough
                | TagEnd::Superscript
                | TagEnd::Subscript,
            ) => closed += 1,
            Event::Start(
                Tag::Heading { .. }
                | Tag::Emphasis
                | Tag::Strong
                | Tag::Strikethrough
                | Tag::Superscript
                | Tag::Subscript,
            ) => match closed.checked_sub(1) {
                Some(rest) => closed = rest,
                None => return true,
            },
            Event::Start(Tag::Paragraph | Tag::Item | Tag::TableCell) => return false,
            _ => {}
        }
    }

    false
}

/// Whether the raw HTML at the end of the events is in a paragraph or a heading.
fn is_in_raw_line(events: &[Event<'_>]) -> bool {
    let mut parts = events.iter().rev().map_while(|event| match event {
        Event::Html(html) | Event::InlineHtml(html) => Some(html),
        _ => None,
    });
    let last_tag = parts.find_map(|html| {
        let html = html.to_ascii_lowercase();
        let tags = html.rmatch_indices('<').map(|(index, _)| html[index + 1..].to_owned());
        tags.into_iter().find_map(|tag| {
            let name = tag.trim_start_matches('/');
            let length = name.find(|it: char| !it.is_ascii_alphanumeric())?;
            let is_line = matches!(&name[..length], "p" | "h1" | "h2" | "h3" | "h4" | "h5" | "h6");
            is_line.then(|| !tag.starts_with('/'))
        })
    });
    last_tag == Some(true)
}

/// Whether no other text is next to an event.
fn is_alone(events: &[Event<'_>], index: usize) -> bool {
    let is_text = |event: Option<&Event<'_>>| event.is_some_and(is_inline);
    !is_text(index.checked_sub(1).and_then(|before| events.get(before)))
        && !is_text(events.get(index + 1))
}
