//! Events as they are written: images with their dimensions, tables in a box that scrolls, inserts in their places.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use pulldown_cmark::{Alignment, CowStr, Event, Tag, TagEnd};
use pulldown_cmark_escape::{escape_href, escape_html};

use crate::insert::{Insert, MARK, at_mark};
use crate::markdown::{Document, Link, Lookup};
use croupier_base::media::image::Dimensions;
use croupier_base::path::Href;
use croupier_base::syntax::html::{self as markup, Use};

/// An image that is not yet closed.
pub(super) struct Image<'a> {
    pub(super) src: Href,
    pub(super) title: CowStr<'a>,
    pub(super) alt: String,
    /// How many images stand in its text.
    pub(super) depth: usize,
    pub(super) range: Range<usize>,
}

/// Turns events into those that are written.
pub(super) struct Writer<'a> {
    pub(super) inserts: &'a [Insert],
    pub(super) lookup: &'a Lookup<'a>,
    pub(super) document: Document,
    pub(super) events: Vec<Event<'a>>,
    pub(super) anchors: &'a mut BTreeMap<String, usize>,
    /// Whether an image came before.
    pub(super) seen: bool,
    /// Where inserts stood that were put in.
    pub(super) placed: BTreeSet<usize>,
    pub(super) cells: Cells,
}

/// The cells of the open table. Their alignment is a class, since the content security policy forbids styles in tags.
pub(super) struct Cells {
    pub(super) alignments: Vec<Alignment>,
    /// The column of the cell that comes next.
    pub(super) next: usize,
    /// `th` or `td`.
    pub(super) name: &'static str,
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
    pub(super) fn add_anchors(&mut self, anchors: Vec<(usize, String)>) {
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
            self.events
                .insert(at, Event::InlineHtml(format!("<span id=\"{anchor}\"></span>").into()));
        }
    }

    /// Notes the address of a link or an image, and returns the one that it means, where it names a content file.
    pub(super) fn link(&mut self, written: &str, usage: Use, range: &Range<usize>) -> Option<Href> {
        let href = Href::new(written);
        let meant = (self.lookup.address)(&href);
        self.document.links.push(Link {
            href: meant.clone().unwrap_or(href),
            usage,
            range: range.clone(),
        });
        meant
    }

    /// Notes the addresses of raw HTML that stands at the byte `at` of the text.
    pub(super) fn raw(&mut self, html: &str, at: usize) {
        // Most tags have no attribute.
        if !html.contains('=') && !html.contains("img") {
            return;
        }
        let found = markup::read(html);
        let moved = |range: &Range<usize>| at + range.start..at + range.end;
        let link = |it: markup::Address<'_>| Link {
            range: moved(&it.range),
            href: Href::new(it.text),
            usage: it.usage,
        };
        self.document.unnamed.extend(found.unnamed.iter().map(moved));
        // Lines come one by one: what a script or a style sheet says is looked at in the finished page.
        let written = found
            .addresses
            .into_iter()
            .filter(|it| !matches!(it.usage, Use::Unnamed | Use::Code | Use::Sheet));
        self.document.links.extend(written.map(link));
    }

    /// Writes an event; most are written as they come.
    #[inline]
    pub(super) fn event(&mut self, event: Event<'a>, range: &Range<usize>) {
        match event {
            Event::Start(Tag::Table(_) | Tag::TableHead | Tag::TableRow | Tag::TableCell)
            | Event::End(TagEnd::Table) => {
                self.adapted(event, range);
            }
            _ if self.inserts.is_empty() => self.events.push(event),
            _ => self.adapted(event, range),
        }
    }

    fn adapted(&mut self, event: Event<'a>, range: &Range<usize>) {
        let may_insert = !self.inserts.is_empty();
        match event {
            Event::Text(words) if may_insert && words.contains(MARK) => {
                self.insert(&words, range, Event::Text)
            }
            Event::Html(html) if may_insert && html.contains(MARK) => {
                self.insert(&html, range, Event::Html)
            }
            Event::InlineHtml(html) if may_insert && html.contains(MARK) => {
                self.insert(&html, range, Event::InlineHtml)
            }
            Event::Start(Tag::Table(_)) => {
                // Who comes to it with the keyboard hears what it is about: the heading that it stands under.
                let name = self
                    .document
                    .headings
                    .last()
                    .map(|heading| format!(" aria-labelledby=\"{}\"", heading.id));
                let open = format!(
                    "<div class=\"table-scroll\" tabindex=\"0\" role=\"group\"{}>",
                    name.unwrap_or_default()
                );
                self.events.push(Event::Html(open.into()));
                if let Event::Start(Tag::Table(alignments)) = &event {
                    self.cells = Cells { alignments: alignments.clone(), next: 0, name: "td" };
                }
                self.events.push(event);
            }
            Event::Start(Tag::TableHead | Tag::TableRow) => {
                self.cells.next = 0;
                self.cells.name =
                    if matches!(event, Event::Start(Tag::TableHead)) { "th" } else { "td" };
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
    pub(super) fn without_inserts<'w>(&self, words: &'w str, start: usize) -> Cow<'w, str> {
        if self.inserts.is_empty() {
            return Cow::Borrowed(words);
        }
        let mut plain = String::new();
        let mut from = 0;
        for (at, _) in words.match_indices(MARK) {
            if let Some(insert) = at_mark(self.inserts, start + at) {
                plain.push_str(words.get(from..at).unwrap_or_default());
                from = at + insert.width();
            }
        }
        plain.push_str(words.get(from..).unwrap_or_default());
        Cow::Owned(plain)
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

    pub(super) fn image(&mut self, image: Image<'_>) {
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
        html.push_str(if std::mem::replace(&mut self.seen, true) {
            " loading=\"lazy\""
        } else {
            ""
        });
        html.push_str(" decoding=\"async\">");
        self.events.push(Event::InlineHtml(html.into()));
    }
}

/// An anchor like the wanted one that nothing else has.
pub(super) fn unique(taken: &mut BTreeMap<String, usize>, wanted: &str) -> String {
    let mut id = wanted.to_owned();
    while taken.contains_key(&id) {
        let count = taken.entry(wanted.to_owned()).or_insert(1);
        *count += 1;
        id = format!("{wanted}-{count}");
    }
    taken.insert(id.clone(), 1);
    id
}
