//! Markdown to HTML: `CommonMark` with tables, footnotes, alerts, strikethrough, task lists and bare addresses, an id on every
//! heading, dimensions on every image, and shortcodes in their places.

mod autolink;
mod footnotes;
mod summary;
mod title;
mod writer;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use pulldown_cmark::{CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd, html};
use serde::Serialize;

pub use self::summary::summary;
pub use self::title::TitleHeading;
pub use self::title::title;
use self::writer::{Cells, Image, Writer, unique};
pub use crate::insert::Insert;
use crate::insert::{MARK, masked};
use crate::slug::{github_slug, slug};
use crate::untrusted::harmless;
use croupier_base::media::image::Dimensions;
use croupier_base::path::Href;
use croupier_base::syntax::html::{self as markup, Use};

/// A heading of the page, for tables of contents and anchors.
#[derive(Debug, Clone, Serialize)]
pub struct Heading {
    /// 1 to 6.
    pub level: u8,
    /// The anchor.
    pub id: String,
    /// Its words, without markup.
    pub text: String,
}

/// A link as it stands in the source.
#[derive(Debug, Clone)]
pub struct Link {
    /// Where it leads: as written, or the route of the content file that it names.
    pub href: Href,
    /// What it is there for.
    pub usage: Use,
    /// Byte range in the Markdown.
    pub range: Range<usize>,
}

/// What a Markdown text becomes.
#[derive(Debug, Clone, Default)]
pub struct Document {
    /// The HTML.
    pub html: String,
    /// The words of the first paragraph that has some, without markup and shortcodes, and not too many of them.
    pub summary: String,
    /// Headings in order.
    pub headings: Vec<Heading>,
    /// Links and images in order, those of raw HTML and of inserts too.
    pub links: Vec<Link>,
    /// Byte ranges of images that do not say what they show.
    pub unnamed: Vec<Range<usize>>,
    /// Byte ranges of inserts that stand where there can be none.
    pub misplaced: Vec<Range<usize>>,
}

/// The Markdown that is understood.
pub const OPTIONS: Options = Options::ENABLE_TABLES
    .union(Options::ENABLE_FOOTNOTES)
    .union(Options::ENABLE_STRIKETHROUGH)
    .union(Options::ENABLE_TASKLISTS)
    .union(Options::ENABLE_GFM)
    .union(Options::ENABLE_HEADING_ATTRIBUTES);

/// What a text can ask of its site.
pub struct Lookup<'a> {
    /// The dimensions of an image, by the address that the text gives it.
    pub dimensions: &'a dyn Fn(&Href) -> Option<Dimensions>,
    /// The address of the page or file that a link means which names a content file: `/info/faq/#fees` for `faq.md#fees`.
    pub address: &'a dyn Fn(&Href) -> Option<Href>,
}

/// Renders `text` with `inserts`, which are in order.
pub fn render(text: &str, inserts: &[Insert], lookup: &Lookup<'_>) -> Document {
    let masked = (!inserts.is_empty()).then(|| masked(text, inserts));
    let events = Parser::new_ext(masked.as_deref().unwrap_or(text), OPTIONS).into_offset_iter();
    written(text, inserts, lookup, events, &mut BTreeMap::new(), false)
}

/// Renders a text that stands in a page beside others, some of whose anchors are `taken`; its own are added. HTML in it is let
/// through or shown as it is written.
pub fn fragment(
    text: &str,
    lookup: &Lookup<'_>,
    html: bool,
    taken: &mut BTreeMap<String, usize>,
) -> Document {
    let events = Parser::new_ext(text, OPTIONS).into_offset_iter();
    if html {
        written(text, &[], lookup, events, taken, true)
    } else {
        written(text, &[], lookup, harmless(events), taken, true)
    }
}

/// What the events of `text` become. `is_beside` others: then it does not begin its page.
fn written<'a>(
    text: &'a str,
    inserts: &'a [Insert],
    lookup: &'a Lookup<'a>,
    events: impl Iterator<Item = (Event<'a>, Range<usize>)>,
    anchors: &'a mut BTreeMap<String, usize>,
    is_beside: bool,
) -> Document {
    let mut writer = Writer {
        inserts,
        lookup,
        document: Document::default(),
        // A list that grows is moved again and again; words between events are seldom shorter than this.
        events: Vec::with_capacity(text.len() / 16),
        seen: is_beside,
        anchors,
        placed: BTreeSet::new(),
        cells: Cells { alignments: Vec::new(), next: 0, name: "td" },
    };
    let mut heading: Option<(HeadingLevel, Option<String>, usize, String)> = None;
    let mut image: Option<Image> = None;
    let mut others: Vec<(usize, String)> = Vec::new();
    let mut paragraph: Option<String> = None;
    let mut has_notes = false;
    for insert in inserts {
        let addresses = markup::read(&insert.html).addresses;
        writer.document.links.extend(addresses.into_iter().map(|it| Link {
            href: Href::new(it.text),
            usage: it.usage,
            range: insert.range.clone(),
        }));
    }
    for (event, range) in autolink::linked(text, events) {
        if let Some(open) = &mut image {
            match event {
                Event::Text(words) | Event::Code(words) => open.alt.push_str(&words),
                Event::SoftBreak | Event::HardBreak => open.alt.push(' '),
                Event::Start(Tag::Image { .. }) => open.depth += 1,
                Event::End(TagEnd::Image) if open.depth > 0 => open.depth -= 1,
                Event::End(TagEnd::Image) => writer.image(image.take().expect("one is open")),
                _ => {}
            }
            continue;
        }
        match event {
            Event::Start(Tag::Image { dest_url, title, .. }) => {
                let src = writer
                    .link(&dest_url, Use::Image, &range)
                    .unwrap_or_else(|| Href::new(&*dest_url));
                image = Some(Image { src, title, alt: String::new(), depth: 0, range });
                continue;
            }
            Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
                let meant = writer.link(&dest_url, Use::Link, &range);
                let dest_url = meant.map_or(dest_url, |meant| String::from(meant).into());
                writer.event(Event::Start(Tag::Link { link_type, dest_url, title, id }), &range);
                continue;
            }
            Event::Start(Tag::HtmlBlock) => writer.raw(&text[range.clone()], range.start),
            Event::InlineHtml(ref html) => writer.raw(html, range.start),
            Event::Start(Tag::Heading { level, ref id, .. }) => {
                heading = Some((
                    level,
                    id.as_ref().map(ToString::to_string),
                    writer.events.len(),
                    String::new(),
                ));
            }
            Event::Text(ref words) | Event::Code(ref words) => {
                if let Some((.., text)) = &mut heading {
                    text.push_str(words.split(MARK).next().unwrap_or_default());
                }
                if let Some(text) = &mut paragraph {
                    text.push_str(&writer.without_inserts(words, range.start));
                }
            }
            Event::SoftBreak | Event::HardBreak => {
                if let Some((.., text)) = &mut heading {
                    text.push(' ');
                }
                if let Some(text) = &mut paragraph {
                    text.push(' ');
                }
            }
            Event::Start(Tag::Paragraph) if writer.document.summary.is_empty() => {
                paragraph = Some(String::new())
            }
            Event::End(TagEnd::Paragraph) => {
                if let Some(text) = paragraph.take() {
                    writer.document.summary = beginning(text.trim());
                }
            }
            Event::End(TagEnd::Heading(_)) => {
                if let Some((level, id, at, text)) = heading.take() {
                    if id.is_none() {
                        others.push((at + 1, github_slug(&text)));
                    }
                    let id = unique(writer.anchors, &id.unwrap_or_else(|| slug(&text)));
                    if let Some(Event::Start(Tag::Heading { id: slot, .. })) =
                        writer.events.get_mut(at)
                    {
                        *slot = Some(CowStr::from(id.clone()));
                    }
                    writer.document.headings.push(Heading { level: level as u8, id, text });
                }
            }
            Event::FootnoteReference(_) | Event::Start(Tag::FootnoteDefinition(_)) => {
                has_notes = true
            }
            _ => {}
        }
        writer.event(event, &range);
    }
    writer.add_anchors(others);
    let placed = std::mem::take(&mut writer.placed);
    let lost =
        inserts.iter().map(|insert| &insert.range).filter(|range| !placed.contains(&range.start));
    writer.document.misplaced = lost.cloned().collect();
    writer.document.html.reserve(text.len() + text.len() / 2);
    let events = if has_notes { footnotes::linked(writer.events) } else { writer.events };
    html::push_html(&mut writer.document.html, events.into_iter());
    writer.document
}

/// Characters of a summary at most.
const SUMMARY: usize = 300;

/// A text, or as many of its first words as a summary may have.
fn beginning(text: &str) -> String {
    let Some((end, _)) = text.char_indices().nth(SUMMARY) else {
        return text.to_owned();
    };
    let end = text[..end].rfind(char::is_whitespace).unwrap_or(end);
    format!(
        "{}…",
        text[..end].trim_end_matches(|it: char| it.is_whitespace() || it.is_ascii_punctuation())
    )
}

#[cfg(test)]
mod tests;
