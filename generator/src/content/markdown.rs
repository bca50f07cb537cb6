//! Markdown to HTML: `CommonMark` with tables, footnotes, strikethrough and task lists, an id on every heading, dimensions on
//! every image, and shortcodes in their places.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use pulldown_cmark::{Alignment, CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd, html};
use pulldown_cmark_escape::{escape_href, escape_html};
use serde::Serialize;

pub use crate::content::insert::Insert;
use crate::content::insert::{MARK, at_mark, masked};
use crate::content::slug::{github_slug, slug};
use crate::content::untrusted::harmless;
use crate::source::html::{self as markup, Use};
use crate::source::image::Dimensions;

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
    pub href: String,
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
pub(crate) const OPTIONS: Options = Options::ENABLE_TABLES
    .union(Options::ENABLE_FOOTNOTES)
    .union(Options::ENABLE_STRIKETHROUGH)
    .union(Options::ENABLE_TASKLISTS)
    .union(Options::ENABLE_HEADING_ATTRIBUTES);

/// What a text can ask of its site.
pub struct Lookup<'a> {
    /// The dimensions of an image, by the address that the text gives it.
    pub dimensions: &'a dyn Fn(&str) -> Option<Dimensions>,
    /// The address of the page that a link means which names a content file: `/info/faq/#fees` for `faq.md#fees`.
    pub address: &'a dyn Fn(&str) -> Option<String>,
}

/// Renders `text` with `inserts`, which are in order.
pub fn render(text: &str, inserts: &[Insert], lookup: &Lookup<'_>) -> Document {
    let masked = (!inserts.is_empty()).then(|| masked(text, inserts));
    let events = Parser::new_ext(masked.as_deref().unwrap_or(text), OPTIONS).into_offset_iter();
    written(text, inserts, lookup, events, &mut BTreeMap::new(), false)
}

/// Renders a text that stands in a page beside others, some of whose anchors are `taken`; its own are added. HTML in it is let
/// through or shown as it is written.
pub(crate) fn fragment(text: &str, lookup: &Lookup<'_>, html: bool, taken: &mut BTreeMap<String, usize>) -> Document {
    let events = Parser::new_ext(text, OPTIONS).into_offset_iter();
    if html { written(text, &[], lookup, events, taken, true) } else { written(text, &[], lookup, harmless(events), taken, true) }
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
        events: Vec::new(),
        seen: is_beside,
        anchors,
        placed: BTreeSet::new(),
        cells: Cells { alignments: Vec::new(), next: 0, name: "td" },
    };
    let mut heading: Option<(HeadingLevel, Option<String>, usize, String)> = None;
    let mut image: Option<Image> = None;
    let mut others: Vec<(usize, String)> = Vec::new();
    let mut paragraph: Option<String> = None;
    for insert in inserts {
        let addresses = markup::read(&insert.html).addresses;
        writer.document.links.extend(addresses.into_iter().map(|it| Link {
            href: it.text,
            usage: it.usage,
            range: insert.range.clone(),
        }));
    }
    for (event, range) in events {
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
                writer.document.links.push(Link { href: dest_url.to_string(), usage: Use::Image, range: range.clone() });
                image = Some(Image { src: dest_url, title, alt: String::new(), depth: 0, range });
                continue;
            }
            Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
                let dest_url = (lookup.address)(&dest_url).map_or(dest_url, CowStr::from);
                writer.document.links.push(Link { href: dest_url.to_string(), usage: Use::Link, range: range.clone() });
                writer.event(Event::Start(Tag::Link { link_type, dest_url, title, id }), &range);
                continue;
            }
            Event::Start(Tag::HtmlBlock) => writer.raw(&text[range.clone()], range.start),
            Event::InlineHtml(ref html) => writer.raw(html, range.start),
            Event::Start(Tag::Heading { level, ref id, .. }) => {
                heading = Some((level, id.as_ref().map(ToString::to_string), writer.events.len(), String::new()));
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
            Event::Start(Tag::Paragraph) if writer.document.summary.is_empty() => paragraph = Some(String::new()),
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
    writer.add_anchors(others);
    let placed = std::mem::take(&mut writer.placed);
    let lost = inserts.iter().map(|insert| &insert.range).filter(|range| !placed.contains(&range.start));
    writer.document.misplaced = lost.cloned().collect();
    html::push_html(&mut writer.document.html, writer.events.into_iter());
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
    format!("{}…", text[..end].trim_end_matches(|it: char| it.is_whitespace() || it.is_ascii_punctuation()))
}

/// The heading that a text's title can be taken from.
#[derive(Debug, PartialEq, Eq)]
pub struct TitleHeading {
    /// Its words.
    pub text: String,
    /// Where it ends, if the text begins with it and it is of the first level: the page shows it as its title then.
    pub end: Option<usize>,
}

/// The first heading of a text.
pub(crate) fn title(text: &str) -> Option<TitleHeading> {
    let mut words: Option<(String, bool)> = None;
    let mut is_first = true;
    for (event, range) in Parser::new_ext(text, OPTIONS).into_offset_iter() {
        match (event, &mut words) {
            (Event::Start(Tag::Heading { level, .. }), _) => words = Some((String::new(), is_first && level == HeadingLevel::H1)),
            (Event::Text(text) | Event::Code(text), Some((words, _))) => words.push_str(&text),
            (Event::SoftBreak | Event::HardBreak, Some((words, _))) => words.push(' '),
            (Event::End(TagEnd::Heading(_)), Some((words, is_title))) => {
                let text = std::mem::take(words);
                return (!text.trim().is_empty()).then(|| TitleHeading { text, end: is_title.then_some(range.end) });
            }
            _ => {}
        }
        is_first = false;
    }
    None
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
    lookup: &'a Lookup<'a>,
    document: Document,
    events: Vec<Event<'a>>,
    anchors: &'a mut BTreeMap<String, usize>,
    /// Whether an image came before.
    seen: bool,
    /// Where inserts stood that were put in.
    placed: BTreeSet<usize>,
    cells: Cells,
}

/// The cells of the open table. Their alignment is a class, since the content security policy forbids styles in tags.
struct Cells {
    alignments: Vec<Alignment>,
    /// The column of the cell that comes next.
    next: usize,
    /// `th` or `td`.
    name: &'static str,
}

impl Cells {
    /// The start tag of the next cell, if it is aligned.
    fn open(&mut self) -> Option<String> {
        let column = self.next;
        self.next += 1;
        let class = match self.alignments.get(column)? {
            Alignment::None => return None,
            Alignment::Left => "align-left",
            Alignment::Center => "align-center",
            Alignment::Right => "align-right",
        };
        Some(format!("<{} class=\"{class}\">", self.name))
    }
}

impl<'a> Writer<'a> {
    /// Gives headings the anchors that they have on GitHub, where those are others than ours and nothing else has them.
    fn add_anchors(&mut self, anchors: Vec<(usize, String)>) {
        let mut counts = BTreeMap::<String, usize>::new();
        let mut added = Vec::new();
        for (at, anchor) in anchors {
            let count = counts.entry(anchor.clone()).or_default();
            let numbered = if *count == 0 { anchor } else { format!("{anchor}-{count}") };
            *count += 1;
            if !numbered.trim_matches('-').is_empty() && !self.anchors.contains_key(&numbered) {
                self.anchors.insert(numbered.clone(), 1);
                added.push((at, numbered));
            }
        }
        for (at, anchor) in added.into_iter().rev() {
            self.events.insert(at, Event::InlineHtml(format!("<span id=\"{anchor}\"></span>").into()));
        }
    }

    /// Notes the addresses of raw HTML that stands at the byte `at` of the text.
    fn raw(&mut self, html: &str, at: usize) {
        // Most tags have no attribute.
        if !html.contains('=') && !html.contains("img") {
            return;
        }
        let found = markup::read(html);
        let moved = |range: &Range<usize>| at + range.start..at + range.end;
        let link = |it: markup::Address| Link { range: moved(&it.range), href: it.text, usage: it.usage };
        self.document.unnamed.extend(found.unnamed.iter().map(moved));
        // Lines come one by one: what a script says is looked at in the finished page.
        let written = found.addresses.into_iter().filter(|it| !matches!(it.usage, Use::Unnamed | Use::Code));
        self.document.links.extend(written.map(link));
    }

    fn event(&mut self, event: Event<'a>, range: &Range<usize>) {
        match event {
            Event::Text(words) if words.contains(MARK) => self.insert(&words, range, Event::Text),
            Event::Html(html) if html.contains(MARK) => self.insert(&html, range, Event::Html),
            Event::InlineHtml(html) if html.contains(MARK) => self.insert(&html, range, Event::InlineHtml),
            Event::Start(Tag::Table(_)) => {
                // Who comes to it with the keyboard hears what it is about: the heading that it stands under.
                let name = self.document.headings.last().map(|heading| format!(" aria-labelledby=\"{}\"", heading.id));
                let open = format!("<div class=\"table-scroll\" tabindex=\"0\" role=\"group\"{}>", name.unwrap_or_default());
                self.events.push(Event::Html(open.into()));
                if let Event::Start(Tag::Table(alignments)) = &event {
                    self.cells = Cells { alignments: alignments.clone(), next: 0, name: "td" };
                }
                self.events.push(event);
            }
            Event::Start(Tag::TableHead | Tag::TableRow) => {
                self.cells.next = 0;
                self.cells.name = if matches!(event, Event::Start(Tag::TableHead)) { "th" } else { "td" };
                self.events.push(event);
            }
            Event::Start(Tag::TableCell) => match self.cells.open() {
                Some(html) => self.events.push(Event::Html(html.into())),
                None => self.events.push(event),
            },
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

    /// Words of the text from its byte `start` on without what stands in for inserts.
    fn without_inserts(&self, words: &str, start: usize) -> String {
        let mut plain = String::new();
        let mut from = 0;
        for (at, _) in words.match_indices(MARK) {
            if let Some(insert) = at_mark(self.inserts, start + at) {
                plain.push_str(words.get(from..at).unwrap_or_default());
                from = at + insert.width();
            }
        }
        plain.push_str(words.get(from..).unwrap_or_default());
        plain
    }

    fn insert(&mut self, words: &str, range: &Range<usize>, as_event: fn(CowStr<'a>) -> Event<'a>) {
        let mut from = 0;
        for (at, _) in words.match_indices(MARK) {
            let Some(insert) = at_mark(self.inserts, range.start + at) else {
                continue;
            };
            self.placed.insert(insert.range.start);
            if at > from {
                self.events.push(as_event(words[from..at].to_owned().into()));
            }
            self.events.push(Event::InlineHtml(insert.html.as_str().into()));
            from = at + insert.width();
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
        if let Some(Dimensions { width, height }) = (self.lookup.dimensions)(&image.src) {
            html.push_str(&format!(" width=\"{width}\" height=\"{height}\""));
        }
        // The first one is likely to be in view when the page opens.
        html.push_str(if std::mem::replace(&mut self.seen, true) { " loading=\"lazy\"" } else { "" });
        html.push_str(" decoding=\"async\">");
        self.events.push(Event::InlineHtml(html.into()));
    }
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
        with_images(text, &[], &|_| None)
    }

    fn with_images(text: &str, inserts: &[Insert], dimensions: &dyn Fn(&str) -> Option<Dimensions>) -> Document {
        render(text, inserts, &Lookup { dimensions, address: &|_| None })
    }

    #[test]
    fn an_image_knows_its_room_and_one_without_words_is_found() {
        let text = "![two *dice*](/a.png \"T\")\n\n![](/b.png)\n";
        let document = with_images(text, &[], &|path| (path == "/a.png").then_some(Dimensions { width: 4, height: 2 }));
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
            Insert { range: start..start + words.len(), html: html.to_owned(), indent: None }
        };
        let inserts = [
            insert("{{ x() }}", "<i>1</i>"),
            insert("{{ y() }}", "<div>2</div>"),
            insert("{{ z() }}", "3"),
            insert("{{ w() }}", "4"),
        ];
        let document = with_images(text, &inserts, &|_| None);
        assert_eq!(document.html, "<p>a <i>1</i> é</p>\n<div>2</div>\n<h2 id=\"h\">H 3</h2>\n<p><b>4</b></p>\n");
    }

    #[test]
    fn what_stands_around_a_part_of_the_text_leaves_it_a_part() {
        let text = "One\n{% a() %}\nTwo [x]\n## Three\n{% end %}\nFour\n\n- l\n  {% a() %}\n  in\n  {% end %}\n\n[x]: /x/\n";
        let tags = text.match_indices("{% a() %}").chain(text.match_indices("{% end %}"));
        let insert = |(start, tag): (usize, &str)| Insert {
            range: start..start + tag.len(),
            html: if tag.contains("end") { "</aside>" } else { "<aside>" }.to_owned(),
            indent: Some(if text[..start].ends_with(' ') { 2 } else { 0 }),
        };
        let mut inserts: Vec<_> = tags.map(insert).collect();
        inserts.sort_by_key(|insert| insert.range.start);
        let document = with_images(text, &inserts, &|_| None);
        assert_eq!(
            document.html,
            "<p>One</p>\n<aside>\n<p>Two <a href=\"/x/\">x</a></p>\n<h2 id=\"three\">Three</h2>\n</aside>\n<p>Four</p>\n\
             <ul>\n<li>\n<p>l</p>\n<aside>\n<p>in</p>\n</aside>\n</li>\n</ul>\n"
        );
        assert!(document.misplaced.is_empty());
        assert_eq!(document.links.iter().map(|link| &text[link.range.clone()]).collect::<Vec<_>>(), ["[x]"]);
    }

    #[test]
    fn headings_get_distinct_anchors_in_every_script() {
        let document = plain("## Été à *Québec*\n\n## 21+\n\n## 21+\n\n## 21 2\n\nTwo\nlines\n---\n\n## !!\n");
        let ids: Vec<_> = document.headings.iter().map(|heading| heading.id.as_str()).collect();
        assert_eq!(ids, ["été-à-québec", "21", "21-2", "21-2-2", "two-lines", "section"]);
        assert!(document.html.contains("<h2 id=\"été-à-québec\">"));
    }

    #[test]
    fn a_heading_has_the_anchor_of_github_too() {
        let html = plain("## Node.js & you\n\n## Plain words\n\n## a.b {#own}\n").html;
        assert!(html.contains("<h2 id=\"node-js-you\"><span id=\"nodejs--you\"></span>Node.js"), "{html}");
        assert!(html.contains("<h2 id=\"plain-words\">Plain") && html.contains("<h2 id=\"own\">a.b"), "{html}");
    }

    #[test]
    fn the_first_heading_can_be_the_title() {
        let of = |text: &str| title(text).map(|it| (it.text, it.end));
        assert_eq!(of("# A `b` *c*\n\nText\n"), Some(("A b c".to_owned(), Some(12))));
        assert_eq!(of("Text\n\n# A\n"), Some(("A".to_owned(), None)));
        assert_eq!(of("## A\n"), Some(("A".to_owned(), None)));
        assert_eq!(of("Text\n"), None);
    }

    #[test]
    fn the_first_paragraph_with_words_is_the_summary() {
        assert_eq!(plain("# A\n\n![dice](/a.png)\n\nOne *two*\n`three` [four](/x/)\n\nFive\n").summary, "One two three four");
        let long = plain(&"word, ".repeat(100)).summary;
        assert!(long.ends_with("word…") && long.chars().count() <= 300, "{long}");
    }

    #[test]
    fn cells_are_aligned_by_class() {
        let html = plain("| a | b | c |\n|---|:-:|--:|\n| 1 | 2 | 3 |\n").html;
        assert!(html.contains("<th>a</th><th class=\"align-center\">b</th><th class=\"align-right\">c</th>"), "{html}");
        assert!(
            html.contains("<td>1</td><td class=\"align-center\">2</td><td class=\"align-right\">3</td>")
                && !html.contains("style"),
            "{html}"
        );
    }

    #[test]
    fn a_table_can_be_scrolled_with_the_keyboard() {
        let document = plain("| a | b |\n|---|---|\n| 1 | 2 |\n");
        assert!(document.html.contains("<div class=\"table-scroll\" tabindex=\"0\" role=\"group\"><table>"));
        let document = plain("## What it costs\n\n| a | b |\n|---|---|\n| 1 | 2 |\n");
        assert!(document.html.contains(" role=\"group\" aria-labelledby=\"what-it-costs\"><table>"));
    }
}
