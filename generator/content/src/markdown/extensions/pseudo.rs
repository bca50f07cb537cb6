//! Shows a text in a pseudo-language: its words, the alternatives of its images, and the words in its HTML. Code and URLs stay as they are.

use std::ops::Range;

use pulldown_cmark::{CowStr, Event, Tag, TagEnd};
use rayon::iter::Either;

use crate::markdown::extensions::RangedEvent;
use crate::markdown::placeholder::{PLACEHOLDER, Placeholder, occurrences};
use crate::markdown::source::Source;
use croupier_base::pseudo::Pseudo;

/// The attributes of HTML that people read or hear.
const TEXT_ATTRIBUTES: [&str; 3] = ["alt", "title", "aria-label"];

/// Elements whose content is no text.
const CODE_ELEMENTS: [&str; 6] = ["script", "style", "code", "pre", "kbd", "samp"];

/// Returns the events of a text in the pseudo-language of its options, if they have one.
pub(in crate::markdown) fn translated<'a>(
    source: &'a Source<'a>,
    placeholders: &'a [Placeholder],
    events: impl Iterator<Item = RangedEvent<'a>>,
) -> impl Iterator<Item = RangedEvent<'a>> {
    let Some(pseudo) = source.options.pseudo else { return Either::Left(events) };

    let mut all = Vec::new();
    for (event, range) in events {
        match event {
            Event::Text(content) if content.contains(PLACEHOLDER) => {
                all.extend(at_placeholders(&content, &range, placeholders, Event::Text));
            }
            Event::Html(html) if html.contains(PLACEHOLDER) => {
                all.extend(at_placeholders(&html, &range, placeholders, Event::Html));
            }
            event => all.push((event, range)),
        }
    }

    Translation { pseudo, text: source.text, events: &mut all, block: Vec::new() }.apply();
    Either::Right(all.into_iter())
}

/// Divides a text at its placeholders, which are found by their byte offsets.
fn at_placeholders<'a>(
    content: &str,
    range: &Range<usize>,
    placeholders: &[Placeholder],
    event: fn(CowStr<'a>) -> Event<'a>,
) -> Vec<RangedEvent<'a>> {
    let mut events = Vec::new();
    let mut add = |part: Range<usize>| {
        if !part.is_empty() {
            let text = CowStr::from(content[part.clone()].to_owned());
            events.push((event(text), range.start + part.start..range.start + part.end));
        }
    };

    let mut position = 0;
    for (mask, _) in occurrences(placeholders, content, range.start) {
        add(position..mask.start.max(position));
        add(mask.start.max(position)..mask.end);
        position = mask.end;
    }

    add(position..content.len());
    events
}

/// Translates the events of a text.
struct Translation<'t, 'a> {
    pseudo: Pseudo,
    text: &'t str,
    events: &'t mut [RangedEvent<'a>],
    /// The indices of the texts of the current block, which are one text for readers.
    block: Vec<usize>,
}

impl Translation<'_, '_> {
    fn apply(&mut self) {
        let mut is_code = false;
        let (mut marker_end, mut is_title) = (0, false);
        let mut html = HtmlState::default();

        for index in 0..self.events.len() {
            let (event, range) = &mut self.events[index];
            match event {
                Event::Start(Tag::CodeBlock(_)) => is_code = true,
                Event::End(TagEnd::CodeBlock) => is_code = false,
                Event::Text(content) => {
                    let is_name = is_code || html.is_code() || range.start < marker_end;
                    if !is_name && !content.contains(PLACEHOLDER) {
                        self.block.push(index);
                    }
                }
                Event::Html(content) | Event::InlineHtml(content)
                    if !content.contains(PLACEHOLDER) =>
                {
                    *content = html.translated(self.pseudo, content).into();
                }
                Event::Start(Tag::Link { title, .. } | Tag::Image { title, .. }) => {
                    *title = self.pseudo.text(title).into();
                }
                Event::Start(tag) => {
                    if matches!(tag, Tag::BlockQuote(_)) {
                        marker_end = end_of_marker(self.text, range.start);
                        is_title = marker_end > 0;
                    }
                    if !is_in_line(tag.to_end()) {
                        self.end_block();
                    }
                }
                Event::End(tag) if !is_in_line(*tag) => {
                    self.end_block();
                    is_title = false;
                }
                // The first line of a callout is its title.
                Event::SoftBreak | Event::HardBreak if is_title => {
                    self.end_block();
                    is_title = false;
                }
                _ => {}
            }
        }

        self.end_block();
    }

    /// Translates the texts of a block.
    fn end_block(&mut self) {
        let texts = std::mem::take(&mut self.block);
        let content = |(event, _): &RangedEvent<'_>| match event {
            Event::Text(content) => content.chars().filter(|it| it.is_alphabetic()).count(),
            _ => 0,
        };
        let length: usize = texts.iter().map(|index| content(&self.events[*index])).sum();
        if length == 0 {
            return;
        }

        let (start, end) = self.pseudo.frame(length);
        for (position, index) in texts.iter().enumerate() {
            let Event::Text(content) = &mut self.events[*index].0 else { continue };
            let mut text = self.pseudo.run(content);
            if position == 0 {
                text.insert_str(text.len() - text.trim_start().len(), start);
            }
            if position + 1 == texts.len() {
                text.insert_str(text.trim_end().len(), &end);
            }
            *content = text.into();
        }
    }
}

/// Whether an element is a part of a line of text.
fn is_in_line(tag: TagEnd) -> bool {
    matches!(
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

/// Returns the end of the marker of the callout that begins at `start`. 0 for a quotation.
fn end_of_marker(text: &str, start: usize) -> usize {
    let line = text[start..].lines().next().unwrap_or_default();
    let content = line.trim_start_matches(['>', ' ', '\t']);
    let marker = content.strip_prefix("[!").and_then(|it| it.find(']'));
    marker.map_or(0, |length| start + line.len() - content.len() + length + 3)
}

/// Where in HTML the next event begins. HTML has an event for each line or tag.
#[derive(Default)]
struct HtmlState {
    /// The open elements whose content is no text.
    code: Vec<String>,
    /// Whether a tag or a comment continues.
    open_tag: Option<&'static str>,
}

impl HtmlState {
    fn is_code(&self) -> bool {
        !self.code.is_empty()
    }

    /// Returns HTML with translated words, and translated attributes that people read.
    fn translated(&mut self, pseudo: Pseudo, html: &str) -> String {
        let mut result = String::with_capacity(html.len() * 2);
        let mut rest = html;
        while !rest.is_empty() {
            if let Some(end) = self.open_tag {
                let length = rest.find(end).map_or(rest.len(), |at| at + end.len());
                let (tag, after) = rest.split_at(length);
                if tag.ends_with(end) {
                    self.open_tag = None;
                }
                result.push_str(&with_attributes(pseudo, tag));
                rest = after;
                continue;
            }

            let start = rest.find('<').unwrap_or(rest.len());
            let (text, tag) = rest.split_at(start);
            result.push_str(&if self.is_code() { text.to_owned() } else { pseudo.text(text) });
            rest = tag;
            if !tag.is_empty() {
                self.open_tag = Some(if tag.starts_with("<!--") { "-->" } else { ">" });
                self.note(tag);
            }
        }
        result
    }

    /// Notes the start or the end of an element with code.
    fn note(&mut self, tag: &str) {
        let is_end = tag.starts_with("</");
        let name = tag.trim_start_matches(['<', '/']);
        let name = name.split(|it: char| !it.is_ascii_alphanumeric()).next().unwrap_or_default();
        let name = name.to_ascii_lowercase();
        if is_end && self.code.last() == Some(&name) {
            self.code.pop();
        } else if !is_end && CODE_ELEMENTS.contains(&&*name) {
            self.code.push(name);
        }
    }
}

/// Returns a tag with translated attributes.
fn with_attributes(pseudo: Pseudo, tag: &str) -> String {
    let mut result = tag.to_owned();
    for name in TEXT_ATTRIBUTES {
        let start = format!(" {name}=\"");
        let Some(at) = result.find(&start).map(|at| at + start.len()) else { continue };
        let Some(end) = result[at..].find('"').map(|end| at + end) else { continue };
        let text = pseudo.text(&result[at..end]);
        result.replace_range(at..end, &text);
    }
    result
}
