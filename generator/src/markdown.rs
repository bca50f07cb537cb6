//! Markdown to HTML: `CommonMark` with tables, footnotes, strikethrough and task lists, an id on every heading, measures on
//! every picture, and shortcodes in their places.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use pulldown_cmark::{CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd, html};
use pulldown_cmark_escape::{escape_href, escape_html};
use serde::Serialize;

use crate::picture::Measures;

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
    /// Where it leads, as written.
    pub href: String,
    /// Byte range in the Markdown.
    pub range: Range<usize>,
}

/// What a Markdown text becomes.
#[derive(Debug, Clone, Default)]
pub struct Document {
    /// The HTML.
    pub html: String,
    /// Headings in order.
    pub headings: Vec<Heading>,
    /// Links and images in order.
    pub links: Vec<Link>,
    /// Byte ranges of images that do not say what they show.
    pub unnamed: Vec<Range<usize>>,
    /// Byte ranges of inserts that stand where there can be none.
    pub misplaced: Vec<Range<usize>>,
}

/// HTML that takes the place of a part of the text.
#[derive(Debug, Clone)]
pub struct Insert {
    /// The part of the text.
    pub range: Range<usize>,
    /// The HTML.
    pub html: String,
}

/// The Markdown that is understood.
pub const OPTIONS: Options = Options::ENABLE_TABLES
    .union(Options::ENABLE_FOOTNOTES)
    .union(Options::ENABLE_STRIKETHROUGH)
    .union(Options::ENABLE_TASKLISTS)
    .union(Options::ENABLE_HEADING_ATTRIBUTES);

/// Stands in the text where HTML is inserted; Unicode leaves it to private use.
const MARK: char = '\u{f8d0}';

/// Renders `text` with `inserts`, which are in order. `measures` knows pictures by the address that the text gives them.
pub fn render(text: &str, inserts: &[Insert], measures: &dyn Fn(&str) -> Option<Measures>) -> Document {
    let masked = (!inserts.is_empty()).then(|| masked(text, inserts));
    let mut writer = Writer {
        inserts,
        measures,
        document: Document::default(),
        events: Vec::new(),
        anchors: BTreeMap::new(),
        seen: false,
        placed: BTreeSet::new(),
    };
    let mut heading: Option<(HeadingLevel, Option<String>, usize, String)> = None;
    let mut image: Option<Image> = None;
    for (event, range) in Parser::new_ext(masked.as_deref().unwrap_or(text), OPTIONS).into_offset_iter() {
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
                writer.document.links.push(Link { href: dest_url.to_string(), range: range.clone() });
                image = Some(Image { src: dest_url, title, alt: String::new(), depth: 0, range });
                continue;
            }
            Event::Start(Tag::Link { ref dest_url, .. }) => {
                writer.document.links.push(Link { href: dest_url.to_string(), range: range.clone() });
            }
            Event::Start(Tag::Heading { level, ref id, .. }) => {
                heading = Some((level, id.as_ref().map(ToString::to_string), writer.events.len(), String::new()));
            }
            Event::Text(ref words) | Event::Code(ref words) => {
                if let Some((.., text)) = &mut heading {
                    text.push_str(words.split(MARK).next().unwrap_or_default());
                }
            }
            Event::SoftBreak | Event::HardBreak => {
                if let Some((.., text)) = &mut heading {
                    text.push(' ');
                }
            }
            Event::End(TagEnd::Heading(_)) => {
                if let Some((level, id, at, text)) = heading.take() {
                    let id = unique(&mut writer.anchors, &id.unwrap_or_else(|| slug(&text)));
                    if let Some(Event::Start(Tag::Heading { id: slot, .. })) = writer.events.get_mut(at) {
                        *slot = Some(CowStr::from(id.clone()));
                    }
                    writer.document.headings.push(Heading { level: level as u8, id, text });
                }
            }
            _ => {}
        }
        writer.event(event, &range);
    }
    let placed = std::mem::take(&mut writer.placed);
    let lost = inserts.iter().map(|insert| &insert.range).filter(|range| !placed.contains(&range.start));
    writer.document.misplaced = lost.cloned().collect();
    html::push_html(&mut writer.document.html, writer.events.into_iter());
    writer.document
}

/// The text with a mark and filling where HTML is inserted, as long as before so that places stay the same.
fn masked(text: &str, inserts: &[Insert]) -> String {
    let mut masked = String::with_capacity(text.len());
    for Insert { range, .. } in inserts {
        masked.push_str(&text[masked.len()..range.start]);
        masked.push(MARK);
        masked.extend(std::iter::repeat_n('x', range.len() - MARK.len_utf8()));
    }
    masked.push_str(&text[masked.len()..]);
    masked
}

/// An image that is not yet closed.
struct Image<'a> {
    src: CowStr<'a>,
    title: CowStr<'a>,
    alt: String,
    /// How many images stand in its text.
    depth: usize,
    range: Range<usize>,
}

/// Turns events into those that are written.
struct Writer<'a> {
    inserts: &'a [Insert],
    measures: &'a dyn Fn(&str) -> Option<Measures>,
    document: Document,
    events: Vec<Event<'a>>,
    anchors: BTreeMap<String, usize>,
    /// Whether an image came before.
    seen: bool,
    /// Where inserts stood that were put in.
    placed: BTreeSet<usize>,
}

impl<'a> Writer<'a> {
    fn event(&mut self, event: Event<'a>, range: &Range<usize>) {
        match event {
            Event::Text(words) if words.contains(MARK) => self.insert(&words, range, Event::Text),
            Event::Html(html) if html.contains(MARK) => self.insert(&html, range, Event::Html),
            Event::InlineHtml(html) if html.contains(MARK) => self.insert(&html, range, Event::InlineHtml),
            Event::Start(Tag::Table(_)) => {
                self.events.push(Event::Html("<div class=\"table-scroll\" tabindex=\"0\" role=\"group\">".into()));
                self.events.push(event);
            }
            Event::End(TagEnd::Table) => {
                self.events.push(event);
                self.events.push(Event::Html("</div>\n".into()));
            }
            // What was inserted on a line of its own is no paragraph.
            Event::End(TagEnd::Paragraph) if self.is_alone() => {
                let html = self.events.pop();
                self.events.pop();
                self.events.extend(html.map(|html| match html {
                    Event::InlineHtml(html) => Event::Html(format!("{html}\n").into()),
                    other => other,
                }));
            }
            other => self.events.push(other),
        }
    }

    /// Whether the open paragraph holds an insert and nothing else.
    fn is_alone(&self) -> bool {
        let [.., Event::Start(Tag::Paragraph), Event::InlineHtml(html)] = &self.events[..] else {
            return false;
        };
        self.inserts.iter().any(|insert| *insert.html == **html)
    }

    fn insert(&mut self, words: &str, range: &Range<usize>, as_event: fn(CowStr<'a>) -> Event<'a>) {
        let mut from = 0;
        for (at, _) in words.match_indices(MARK) {
            let Ok(place) = self.inserts.binary_search_by_key(&(range.start + at), |insert| insert.range.start) else {
                continue;
            };
            let insert = &self.inserts[place];
            self.placed.insert(insert.range.start);
            if at > from {
                self.events.push(as_event(words[from..at].to_owned().into()));
            }
            self.events.push(Event::InlineHtml(insert.html.as_str().into()));
            from = at + insert.range.len();
        }
        if from < words.len() {
            self.events.push(as_event(words[from..].to_owned().into()));
        }
    }

    fn image(&mut self, image: Image<'_>) {
        if image.alt.trim().is_empty() {
            self.document.unnamed.push(image.range);
        }
        let mut html = String::from("<img src=\"");
        let written = escape_href(&mut html, &image.src).and_then(|()| {
            html.push_str("\" alt=\"");
            escape_html(&mut html, &image.alt)?;
            if !image.title.is_empty() {
                html.push_str("\" title=\"");
                escape_html(&mut html, &image.title)?;
            }
            Ok(())
        });
        written.expect("a string takes what is written to it");
        html.push('"');
        if let Some(Measures { width, height }) = (self.measures)(&image.src) {
            html.push_str(&format!(" width=\"{width}\" height=\"{height}\""));
        }
        // The first one is likely to be in view when the page opens.
        html.push_str(if std::mem::replace(&mut self.seen, true) { " loading=\"lazy\"" } else { "" });
        html.push_str(" decoding=\"async\">");
        self.events.push(Event::InlineHtml(html.into()));
    }
}

/// A heading's words as an anchor: lower case, words joined by hyphens, letters of every script kept.
pub fn slug(text: &str) -> String {
    let mut slug = String::with_capacity(text.len());
    for character in text.chars() {
        if character.is_alphanumeric() {
            slug.extend(character.to_lowercase());
        } else if !slug.ends_with('-') && !slug.is_empty() && !matches!(character, '\'' | '\u{2019}') {
            slug.push('-');
        }
    }
    slug.truncate(slug.trim_end_matches('-').len());
    if slug.is_empty() { "section".to_owned() } else { slug }
}

fn unique(taken: &mut BTreeMap<String, usize>, wanted: &str) -> String {
    let mut id = wanted.to_owned();
    while taken.contains_key(&id) {
        let count = taken.entry(wanted.to_owned()).or_insert(1);
        *count += 1;
        id = format!("{wanted}-{count}");
    }
    taken.insert(id.clone(), 1);
    id
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(text: &str) -> Document {
        render(text, &[], &|_| None)
    }

    #[test]
    fn an_image_knows_its_room_and_one_without_words_is_found() {
        let text = "![two *dice*](/a.png \"T\")\n\n![](/b.png)\n";
        let document = render(text, &[], &|path| (path == "/a.png").then_some(Measures { width: 4, height: 2 }));
        assert_eq!(
            document.html,
            "<p><img src=\"/a.png\" alt=\"two dice\" title=\"T\" width=\"4\" height=\"2\" decoding=\"async\"></p>\n\
             <p><img src=\"/b.png\" alt=\"\" loading=\"lazy\" decoding=\"async\"></p>\n"
        );
        assert_eq!(document.unnamed.iter().map(|range| &text[range.clone()]).collect::<Vec<_>>(), ["![](/b.png)"]);
        assert_eq!(document.links.len(), 2);
    }

    #[test]
    fn inserts_take_their_places_and_stand_alone_where_they_did() {
        let text = "a {{ x() }} é\n\n{{ y() }}\n\n## H {{ z() }}\n\n<b>{{ w() }}</b>\n";
        let insert = |words: &str, html: &str| {
            let start = text.find(words).unwrap();
            Insert { range: start..start + words.len(), html: html.to_owned() }
        };
        let inserts = [
            insert("{{ x() }}", "<i>1</i>"),
            insert("{{ y() }}", "<div>2</div>"),
            insert("{{ z() }}", "3"),
            insert("{{ w() }}", "4"),
        ];
        let document = render(text, &inserts, &|_| None);
        assert_eq!(document.html, "<p>a <i>1</i> é</p>\n<div>2</div>\n<h2 id=\"h\">H 3</h2>\n<p><b>4</b></p>\n");
    }

    #[test]
    fn headings_get_distinct_anchors_in_every_script() {
        let document = plain("## Été à *Québec*\n\n## 21+\n\n## 21+\n\n## 21 2\n\nTwo\nlines\n---\n\n## !!\n");
        let ids: Vec<_> = document.headings.iter().map(|heading| heading.id.as_str()).collect();
        assert_eq!(ids, ["été-à-québec", "21", "21-2", "21-2-2", "two-lines", "section"]);
        assert!(document.html.contains("<h2 id=\"été-à-québec\">"));
    }

    #[test]
    fn a_table_can_be_scrolled_with_the_keyboard() {
        let document = plain("| a | b |\n|---|---|\n| 1 | 2 |\n");
        assert!(document.html.contains("<div class=\"table-scroll\" tabindex=\"0\" role=\"group\"><table>"));
    }
}
