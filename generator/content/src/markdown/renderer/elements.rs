//! What each kind of event becomes: headings, paragraphs, block quotes, texts and raw HTML. Images, links and code blocks are in
//! modules of their own.

use std::ops::Range;

use pulldown_cmark::{CodeBlockKind, CowStr, Event, HeadingLevel, Tag, TagEnd};

use crate::markdown::callout::Part;
use crate::markdown::extensions::attributes::Attributes;
use crate::markdown::extensions::emoji;
use crate::markdown::footnotes::folded;
use crate::markdown::formula;
use crate::markdown::headings::PendingHeading;
use crate::markdown::hooks::{Hook, HookValue, attribute_values};
use crate::markdown::renderer::{Renderer, SummaryText};
use crate::markdown::writer::BlockImage;
use croupier_base::syntax::html as markup;

impl<'a> Renderer<'a> {
    /// Returns what an event becomes, with the attributes of the element that it begins. `None` if it is written already,
    /// or has no output.
    pub(super) fn element(
        &mut self,
        event: Event<'a>,
        range: &Range<usize>,
        attributes: &mut Option<Attributes>,
    ) -> Option<Event<'a>> {
        match event {
            Event::Start(tag) => self.start(tag, range, attributes).map(Event::Start),
            Event::End(tag) => self.end(tag, range).map(Event::End),
            Event::Text(_) | Event::Code(_) | Event::InlineMath(_) | Event::DisplayMath(_) => {
                self.text(event, range)
            }
            Event::SoftBreak | Event::HardBreak => {
                self.line_break();
                Some(event)
            }
            Event::InlineHtml(_) => {
                self.html(range);
                Some(event)
            }
            Event::FootnoteReference(ref label) => {
                self.labels.references.push((folded(label), range.clone()));
                Some(event)
            }
            other => Some(other),
        }
    }

    fn start(
        &mut self,
        tag: Tag<'a>,
        range: &Range<usize>,
        attributes: &mut Option<Attributes>,
    ) -> Option<Tag<'a>> {
        match tag {
            Tag::Image { dest_url, title, .. } => {
                self.start_image(dest_url, title, range);
                return None;
            }
            Tag::Link { .. } => {
                self.start_link(tag, range);
                return None;
            }
            Tag::CodeBlock(CodeBlockKind::Fenced(ref info))
                if self.lookup.math.is_some() && info.trim() == formula::LANGUAGE =>
            {
                self.formula = Some(String::new());
                return None;
            }
            Tag::CodeBlock(kind) => return Some(self.start_code(kind, range, attributes)),
            Tag::BlockQuote(_) => return self.start_quote(tag, range, attributes),
            Tag::HtmlBlock => self.html(range),
            Tag::Heading { level, .. } => self.start_heading(&tag, level, range),
            Tag::DefinitionListTitle if self.lookup.options.definition_term_ids => {
                let index = self.writer.events.len();
                self.heading = Some(PendingHeading::new(None, None, index, range.clone()));
            }
            Tag::Paragraph => self.start_paragraph(range),
            Tag::Table(_) if self.writer.has_hook(Hook::Table) => {
                let fields = vec![("attributes", attribute_values(attributes.as_ref()))];
                self.writer.open_hook(Hook::Table, range, fields);
            }
            Tag::FootnoteDefinition(ref label) => {
                self.labels.definitions.push((folded(label), range.clone()));
            }
            _ => {}
        }

        Some(tag)
    }

    fn end(&mut self, tag: TagEnd, range: &Range<usize>) -> Option<TagEnd> {
        match tag {
            TagEnd::CodeBlock if self.formula.is_some() => {
                self.end_formula(range);
                return None;
            }
            TagEnd::CodeBlock => return self.end_code(range),
            TagEnd::BlockQuote(_) => return self.end_quote(tag, range),
            TagEnd::Paragraph => return self.end_paragraph(),
            TagEnd::Heading(_) | TagEnd::DefinitionListTitle => {
                self.headings.extend(self.heading.take());
            }
            _ => {}
        }
        Some(tag)
    }

    /// Begins a block quote. Writes its start if it is a callout, and returns the start of a quotation.
    fn start_quote(
        &mut self,
        tag: Tag<'a>,
        range: &Range<usize>,
        attributes: &mut Option<Attributes>,
    ) -> Option<Tag<'a>> {
        let Tag::BlockQuote(kind) = tag else { return Some(tag) };
        let callout = self.writer.callout(kind, range, attributes);
        let quotation = callout.is_none().then_some(tag);

        if let Some(callout) = &callout {
            self.html_ids.extend(callout.id());
            if callout.part == Part::Text {
                self.writer.open_callout(callout, range);
            }
        }

        self.quotes.push(callout);
        quotation
    }

    fn end_quote(&mut self, tag: TagEnd, range: &Range<usize>) -> Option<TagEnd> {
        let Some(callout) = self.quotes.pop().flatten() else { return Some(tag) };

        self.writer.event(Event::Html(callout.closing().into()), range);
        if self.writer.has_hook(Hook::Callout) {
            self.writer.close_hook(Vec::new());
        }
        None
    }

    /// Records what the raw HTML at a range of the text contains.
    fn html(&mut self, range: &Range<usize>) {
        let html = self.writer.expanded(range);
        self.html_ids.extend(self.writer.raw(&html, range));
        if let Some(heading) = &mut self.heading {
            heading.add_html(&html);
        }
        if let Some(paragraph) = &mut self.paragraph {
            paragraph.text.push_str(&markup::readable(&html));
        }
    }

    fn start_heading(&mut self, tag: &Tag<'a>, level: HeadingLevel, range: &Range<usize>) {
        let Tag::Heading { id, classes, attrs, .. } = tag else { return };
        if self.writer.has_hook(Hook::Heading) {
            let fields = vec![
                ("level", HookValue::Number(level as usize)),
                ("attributes", HookValue::Texts(heading_attributes(classes, attrs))),
            ];
            self.writer.open_hook(Hook::Heading, range, fields);
        }
        self.writer.heading_count += 1;

        let end = range.start + self.source.text[range.clone()].trim_end().len();
        let written = id.as_ref().map(ToString::to_string);
        let index = self.writer.events.len();
        self.heading = Some(PendingHeading::new(Some(level), written, index, range.start..end));
    }

    fn start_paragraph(&mut self, range: &Range<usize>) {
        // The first paragraph with text is the summary.
        if self.writer.document.summary.is_empty() {
            self.paragraph = Some(SummaryText::default());
        }
        if self.writer.has_hook(Hook::Image) {
            self.writer.block_image = BlockImage::new(self.source.text, range);
        }
    }

    fn end_paragraph(&mut self) -> Option<TagEnd> {
        if let Some(SummaryText { text, .. }) = self.paragraph.take_if(|it| it.has_words) {
            // Spaces in HTML are one space for readers, apart from those without a break.
            let words: Vec<&str> = text.split_ascii_whitespace().collect();
            self.writer.document.summary = shortened(words.join(" ").trim());
        }
        self.paragraph = None;

        // An image that is a block has replaced the start of its paragraph.
        let is_replaced = self.writer.block_image.take().is_some_and(|it| it.is_written);
        (!is_replaced).then_some(TagEnd::Paragraph)
    }

    /// Adds a text, code or a formula to the open heading and the summary. Writes a formula, and returns other events.
    fn text(&mut self, event: Event<'a>, range: &Range<usize>) -> Option<Event<'a>> {
        let (Event::Text(content)
        | Event::Code(content)
        | Event::InlineMath(content)
        | Event::DisplayMath(content)) = &event
        else {
            return Some(event);
        };

        self.add_to_heading(content, range);
        if let Some(paragraph) = &mut self.paragraph {
            let written = self.writer.without_placeholders(content, range.start);
            paragraph.has_words |= !written.trim().is_empty();
            paragraph.text.push_str(&self.writer.with_line_texts(content, range.start));
        }

        match (&event, self.lookup.math) {
            (Event::InlineMath(_) | Event::DisplayMath(_), Some(math)) => {
                let is_display = matches!(event, Event::DisplayMath(_));
                self.writer.formula(math, content, is_display, range);
                None
            }
            _ => Some(event),
        }
    }

    /// Adds a text, with the texts and the alternative texts of its placeholders, to the open heading.
    fn add_to_heading(&mut self, content: &str, range: &Range<usize>) {
        let Some(heading) = &mut self.heading else { return };
        for placeholder in self.writer.placeholders_in(range) {
            heading.add_alternative(&markup::alternative(&placeholder.html));
        }

        let content = self.writer.with_placeholder_texts(content, range.start);
        // The id of a heading does not depend on whether names of emoji are replaced.
        let name = emoji::written_name(self.source.text, &content, range);
        heading.add_text(&content, name.unwrap_or(&content));
    }

    /// Adds the space between two lines to the open heading and the summary.
    fn line_break(&mut self) {
        if let Some(PendingHeading { text, id_text, .. }) = &mut self.heading {
            text.push(' ');
            id_text.push(' ');
        }
        if let Some(paragraph) = &mut self.paragraph {
            paragraph.text.push(' ');
        }
    }
}

/// Returns the classes and other attributes of a heading.
fn heading_attributes(
    classes: &[CowStr<'_>],
    attributes: &[(CowStr<'_>, Option<CowStr<'_>>)],
) -> Vec<(String, String)> {
    let classes = (!classes.is_empty()).then(|| ("class".to_owned(), classes.join(" ")));
    let others = attributes.iter().map(|(name, value)| {
        (name.to_string(), value.as_ref().map(ToString::to_string).unwrap_or_default())
    });
    classes.into_iter().chain(others).collect()
}

/// Maximum number of characters in a summary.
const SUMMARY_LENGTH: usize = 300;

/// Returns the text, cut at a word boundary if it is longer than a summary may be.
fn shortened(text: &str) -> String {
    let Some((end, _)) = text.char_indices().nth(SUMMARY_LENGTH) else {
        return text.to_owned();
    };
    let end = text[..end].rfind(char::is_whitespace).unwrap_or(end);
    format!(
        "{}…",
        text[..end].trim_end_matches(|it: char| it.is_whitespace() || it.is_ascii_punctuation())
    )
}
