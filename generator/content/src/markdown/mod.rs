//! Renders Markdown to HTML: `CommonMark` with tables, footnotes, alerts, strikethrough, task
//! lists, bare URLs, heading ids, image dimensions and shortcodes.

mod autolink;
mod footnotes;
mod placeholder;
mod sanitize;
mod summary;
mod title;
mod writer;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use pulldown_cmark::{CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd, html};
use serde::Serialize;

use self::placeholder::masked;
pub use self::placeholder::{PLACEHOLDER, Placeholder};
use self::sanitize::sanitized;
pub use self::summary::summary;
pub use self::title::TitleHeading;
pub use self::title::title;
use self::writer::{Cells, Image, Writer, unique_anchor};
use crate::slug::{github_slug, slug};
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
    /// The text without markup.
    pub text: String,
}

/// A link or an image of the text.
#[derive(Debug, Clone)]
pub struct Link {
    /// The target as written, or the URL of the content file that it names.
    pub href: Href,
    /// The kind of link.
    pub usage: Use,
    /// Byte range in the Markdown.
    pub range: Range<usize>,
}

/// The result of rendering a Markdown text.
#[derive(Debug, Clone, Default)]
pub struct Document {
    /// The HTML.
    pub html: String,
    /// The first paragraph with text, shortened, without markup and shortcodes.
    pub summary: String,
    /// Headings in order.
    pub headings: Vec<Heading>,
    /// Links and images in order, including those in raw HTML and in inserted HTML.
    pub links: Vec<Link>,
    /// Byte ranges of images without a text alternative.
    pub unnamed: Vec<Range<usize>>,
    /// Byte ranges of placeholders in locations where no HTML can be inserted.
    pub misplaced: Vec<Range<usize>>,
}

/// The Markdown extensions that are enabled.
pub const OPTIONS: Options = Options::ENABLE_TABLES
    .union(Options::ENABLE_FOOTNOTES)
    .union(Options::ENABLE_STRIKETHROUGH)
    .union(Options::ENABLE_TASKLISTS)
    .union(Options::ENABLE_GFM)
    .union(Options::ENABLE_HEADING_ATTRIBUTES);

/// Functions that resolve references of a text to its site.
pub struct Lookup<'a> {
    /// Returns the dimensions of an image.
    pub dimensions: &'a dyn Fn(&Href) -> Option<Dimensions>,
    /// Returns the URL for a link that names a content file or page asset: `/info/faq/#fees` for
    /// `faq.md#fees`.
    pub resolve_link: &'a dyn Fn(&Href) -> Option<Href>,
}

/// Renders `text` with `placeholders`, which must be in order.
pub fn render(text: &str, placeholders: &[Placeholder], lookup: &Lookup<'_>) -> Document {
    let masked = (!placeholders.is_empty()).then(|| masked(text, placeholders));
    let events = Parser::new_ext(masked.as_deref().unwrap_or(text), OPTIONS).into_offset_iter();
    render_events(text, placeholders, lookup, events, &mut BTreeMap::new(), false)
}

/// Renders a text that is embedded in a page. Its anchors avoid those in `anchors` and are added to
/// them. Raw HTML passes through if `allow_html`, and is shown as text otherwise.
pub fn fragment(
    text: &str,
    lookup: &Lookup<'_>,
    allow_html: bool,
    anchors: &mut BTreeMap<String, usize>,
) -> Document {
    let events = Parser::new_ext(text, OPTIONS).into_offset_iter();
    if allow_html {
        render_events(text, &[], lookup, events, anchors, true)
    } else {
        render_events(text, &[], lookup, sanitized(events), anchors, true)
    }
}

/// A heading that is not yet closed.
struct OpenHeading {
    level: HeadingLevel,
    id: Option<String>,
    /// Index of its start event in the output.
    event_index: usize,
    text: String,
}

/// Renders the events of `text`. All images of a fragment load lazily, since it is not at the start
/// of the page.
#[expect(clippy::too_many_lines, reason = "one match over the kinds of events")]
fn render_events<'a>(
    text: &'a str,
    placeholders: &'a [Placeholder],
    lookup: &'a Lookup<'a>,
    events: impl Iterator<Item = (Event<'a>, Range<usize>)>,
    anchors: &'a mut BTreeMap<String, usize>,
    is_fragment: bool,
) -> Document {
    let mut writer = Writer {
        placeholders,
        lookup,
        document: Document::default(),
        // Avoids most reallocations: there are rarely less than 16 bytes per event.
        events: Vec::with_capacity(text.len() / 16),
        has_image: is_fragment,
        anchors,
        inserted: BTreeSet::new(),
        cells: Cells { alignments: Vec::new(), next: 0, name: "td" },
    };
    let mut heading: Option<OpenHeading> = None;
    let mut image: Option<Image> = None;
    let mut github_anchors: Vec<(usize, String)> = Vec::new();
    let mut paragraph: Option<String> = None;
    let mut has_footnotes = false;
    for placeholder in placeholders {
        let addresses = markup::read(&placeholder.html).addresses;
        writer.document.links.extend(addresses.into_iter().map(|it| Link {
            href: Href::new(it.text),
            usage: it.usage,
            range: placeholder.range.clone(),
        }));
    }
    for (event, range) in autolink::linked(text, events) {
        if let Some(open_image) = &mut image {
            match event {
                Event::Text(content) | Event::Code(content) => open_image.alt.push_str(&content),
                Event::SoftBreak | Event::HardBreak => open_image.alt.push(' '),
                Event::Start(Tag::Image { .. }) => open_image.depth += 1,
                Event::End(TagEnd::Image) if open_image.depth > 0 => open_image.depth -= 1,
                Event::End(TagEnd::Image) => writer.image(image.take().expect("an image is open")),
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
                let resolved = writer.link(&dest_url, Use::Link, &range);
                let dest_url = resolved.map_or(dest_url, |href| String::from(href).into());
                writer.event(Event::Start(Tag::Link { link_type, dest_url, title, id }), &range);
                continue;
            }
            Event::Start(Tag::HtmlBlock) => writer.raw(&text[range.clone()], range.start),
            Event::InlineHtml(ref html) => writer.raw(html, range.start),
            Event::Start(Tag::Heading { level, ref id, .. }) => {
                heading = Some(OpenHeading {
                    level,
                    id: id.as_ref().map(ToString::to_string),
                    event_index: writer.events.len(),
                    text: String::new(),
                });
            }
            Event::Text(ref content) | Event::Code(ref content) => {
                if let Some(OpenHeading { text, .. }) = &mut heading {
                    text.push_str(content.split(PLACEHOLDER).next().unwrap_or_default());
                }
                if let Some(text) = &mut paragraph {
                    text.push_str(&writer.without_placeholders(content, range.start));
                }
            }
            Event::SoftBreak | Event::HardBreak => {
                if let Some(OpenHeading { text, .. }) = &mut heading {
                    text.push(' ');
                }
                if let Some(text) = &mut paragraph {
                    text.push(' ');
                }
            }
            Event::Start(Tag::Paragraph) if writer.document.summary.is_empty() => {
                paragraph = Some(String::new());
            }
            Event::End(TagEnd::Paragraph) => {
                if let Some(text) = paragraph.take() {
                    writer.document.summary = shortened(text.trim());
                }
            }
            Event::End(TagEnd::Heading(_)) => {
                if let Some(OpenHeading { level, id, event_index, text }) = heading.take() {
                    if id.is_none() {
                        github_anchors.push((event_index + 1, github_slug(&text)));
                    }
                    let id = unique_anchor(writer.anchors, &id.unwrap_or_else(|| slug(&text)));
                    if let Some(Event::Start(Tag::Heading { id: slot, .. })) =
                        writer.events.get_mut(event_index)
                    {
                        *slot = Some(CowStr::from(id.clone()));
                    }
                    writer.document.headings.push(Heading { level: level as u8, id, text });
                }
            }
            Event::FootnoteReference(_) | Event::Start(Tag::FootnoteDefinition(_)) => {
                has_footnotes = true;
            }
            _ => {}
        }
        writer.event(event, &range);
    }
    writer.add_anchors(github_anchors);
    let inserted = std::mem::take(&mut writer.inserted);
    writer.document.misplaced = placeholders
        .iter()
        .map(|placeholder| &placeholder.range)
        .filter(|range| !inserted.contains(&range.start))
        .cloned()
        .collect();
    writer.document.html.reserve(text.len() + text.len() / 2);
    let events = if has_footnotes { footnotes::linked(writer.events) } else { writer.events };
    html::push_html(&mut writer.document.html, events.into_iter());
    writer.document
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

#[cfg(test)]
mod tests;
