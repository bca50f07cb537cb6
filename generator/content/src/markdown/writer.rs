//! Rewrites parser events for output: images with dimensions, scrollable tables, inserted HTML.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use pulldown_cmark::{Alignment, CowStr, Event, Tag, TagEnd};
use pulldown_cmark_escape::{escape_href, escape_html};

use crate::markdown::placeholder::{PLACEHOLDER, Placeholder, at_offset};
use crate::markdown::{Document, Link, Lookup};
use croupier_base::media::image::Dimensions;
use croupier_base::path::Href;
use croupier_base::syntax::html::{self as markup, Use};
use croupier_base::unicode::nfc;

/// An image that is not yet closed.
pub(super) struct Image<'a> {
    pub(super) src: Href,
    pub(super) title: CowStr<'a>,
    pub(super) alt: String,
    /// Nesting depth of images in its text.
    pub(super) depth: usize,
    pub(super) range: Range<usize>,
}

/// Collects the rewritten events and what the text contains.
pub(super) struct Writer<'a> {
    pub(super) placeholders: &'a [Placeholder],
    pub(super) lookup: &'a Lookup<'a>,
    pub(super) document: Document,
    pub(super) events: Vec<Event<'a>>,
    pub(super) anchors: &'a mut BTreeMap<String, usize>,
    /// Whether an image was written already.
    pub(super) has_image: bool,
    /// Start offsets of the placeholders whose HTML was inserted.
    pub(super) inserted: BTreeSet<usize>,
    pub(super) cells: Cells,
}

/// The cells of the open table. The alignment is a class because the content security policy
/// forbids inline styles.
pub(super) struct Cells {
    pub(super) alignments: Vec<Alignment>,
    /// The column of the next cell.
    pub(super) next: usize,
    /// `th` or `td`.
    pub(super) name: &'static str,
}

impl Cells {
    /// Returns the start tag of the next cell, if it is aligned.
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
    /// Adds GitHub's anchors to headings, where they differ from ours and are not in use. Each
    /// anchor comes with the index of the event that it is inserted before.
    pub(super) fn add_anchors(&mut self, anchors: Vec<(usize, String)>) {
        let mut counts = BTreeMap::<String, usize>::new();
        let mut added = Vec::new();
        for (event_index, anchor) in anchors {
            let count = counts.entry(anchor.clone()).or_default();
            let numbered = if *count == 0 { anchor } else { format!("{anchor}-{count}") };
            *count += 1;
            if !numbered.trim_matches('-').is_empty() && !self.anchors.contains_key(&numbered) {
                self.anchors.insert(numbered.clone(), 1);
                added.push((event_index, numbered));
            }
        }
        for (event_index, anchor) in added.into_iter().rev() {
            let html = format!("<span id=\"{anchor}\"></span>");
            self.events.insert(event_index, Event::InlineHtml(html.into()));
        }
    }

    /// Records a link or an image. Returns its URL if it names a content file or page asset.
    pub(super) fn link(&mut self, target: &str, usage: Use, range: &Range<usize>) -> Option<Href> {
        let href = Href::new(target);
        let resolved = (self.lookup.resolve_link)(&href);
        self.document.links.push(Link {
            href: resolved.clone().unwrap_or(href),
            usage,
            range: range.clone(),
        });
        resolved
    }

    /// Records the links and images of raw HTML at the byte `offset` of the text.
    pub(super) fn raw(&mut self, html: &str, offset: usize) {
        // Most tags have no attribute.
        if !html.contains('=') && !html.contains("img") {
            return;
        }
        let extracted = markup::read(html);
        let in_text = |range: &Range<usize>| offset + range.start..offset + range.end;
        let link = |it: markup::HtmlUrl<'_>| Link {
            range: in_text(&it.range),
            href: Href::new(it.text),
            usage: it.usage,
        };
        self.document.unnamed.extend(extracted.unnamed.iter().map(in_text));
        // Raw HTML arrives line by line. Scripts and style sheets are checked in the finished page.
        let links = extracted.addresses.into_iter().filter(|it| {
            !matches!(it.usage, Use::MissingAlt | Use::InlineScript | Use::InlineStyleSheet)
        });
        self.document.links.extend(links.map(link));
    }

    /// Writes an event. Most events are written unchanged.
    #[inline]
    pub(super) fn event(&mut self, event: Event<'a>, range: &Range<usize>) {
        match event {
            Event::Start(Tag::Table(_) | Tag::TableHead | Tag::TableRow | Tag::TableCell)
            | Event::End(TagEnd::Table) => {
                self.rewrite(event, range);
            }
            _ if self.placeholders.is_empty() => self.events.push(event),
            _ => self.rewrite(event, range),
        }
    }

    /// Writes an event of a table, or one that may contain placeholders.
    fn rewrite(&mut self, event: Event<'a>, range: &Range<usize>) {
        let may_insert = !self.placeholders.is_empty();
        match event {
            Event::Text(content) if may_insert && content.contains(PLACEHOLDER) => {
                self.insert(&content, range, Event::Text);
            }
            Event::Html(html) if may_insert && html.contains(PLACEHOLDER) => {
                self.insert(&html, range, Event::Html);
            }
            Event::InlineHtml(html) if may_insert && html.contains(PLACEHOLDER) => {
                self.insert(&html, range, Event::InlineHtml);
            }
            Event::Start(Tag::Table(_)) => {
                // Screen readers announce the heading above as the name of the focusable region.
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
            // HTML that is alone in a paragraph replaces the paragraph.
            Event::End(TagEnd::Paragraph) if self.is_only_placeholder() => {
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

    /// Returns whether the open paragraph contains inserted HTML and nothing else.
    fn is_only_placeholder(&self) -> bool {
        let [.., Event::Start(Tag::Paragraph), Event::InlineHtml(html)] = &self.events[..] else {
            return false;
        };
        self.placeholders.iter().any(|placeholder| *placeholder.html == **html)
    }

    /// Returns `content`, which is the text from the byte `offset` on, without placeholders.
    pub(super) fn without_placeholders<'w>(&self, content: &'w str, offset: usize) -> Cow<'w, str> {
        if self.placeholders.is_empty() {
            return Cow::Borrowed(content);
        }
        let mut plain = String::new();
        let mut from = 0;
        for (index, _) in content.match_indices(PLACEHOLDER) {
            if let Some(placeholder) = at_offset(self.placeholders, offset + index) {
                plain.push_str(content.get(from..index).unwrap_or_default());
                from = index + placeholder.width();
            }
        }
        plain.push_str(content.get(from..).unwrap_or_default());
        Cow::Owned(plain)
    }

    /// Writes `content` with the HTML of its placeholders. The text between them becomes events of
    /// the kind `as_event`.
    fn insert(
        &mut self,
        content: &str,
        range: &Range<usize>,
        as_event: fn(CowStr<'a>) -> Event<'a>,
    ) {
        let mut from = 0;
        for (index, _) in content.match_indices(PLACEHOLDER) {
            let Some(placeholder) = at_offset(self.placeholders, range.start + index) else {
                continue;
            };
            self.inserted.insert(placeholder.range.start);
            if index > from {
                self.events.push(as_event(content[from..index].to_owned().into()));
            }
            self.events.push(Event::InlineHtml(placeholder.html.as_str().into()));
            from = index + placeholder.width();
        }
        if from < content.len() {
            self.events.push(as_event(content[from..].to_owned().into()));
        }
    }

    /// Writes an image and records it if it has no text alternative.
    pub(super) fn image(&mut self, image: Image<'_>) {
        if image.alt.trim().is_empty() {
            self.document.unnamed.push(image.range);
        }
        let mut html = String::from("<img src=\"");
        let result = escape_href(&mut html, &image.src).and_then(|()| {
            html.push_str("\" alt=\"");
            escape_html(&mut html, &image.alt)?;
            if !image.title.is_empty() {
                html.push_str("\" title=\"");
                escape_html(&mut html, &image.title)?;
            }
            Ok(())
        });
        result.expect("writing to a string cannot fail");
        html.push('"');
        if let Some(Dimensions { width, height }) = (self.lookup.dimensions)(&image.src) {
            html.push_str(&format!(" width=\"{width}\" height=\"{height}\""));
        }
        // The first image is likely to be visible when the page opens.
        if self.has_image {
            html.push_str(" loading=\"lazy\"");
        }
        self.has_image = true;
        html.push_str(" decoding=\"async\">");
        self.events.push(Event::InlineHtml(html.into()));
    }
}

/// Returns `base`, or `base` with a number if the anchor is in use, and records it as used.
pub(super) fn unique_anchor(anchors: &mut BTreeMap<String, usize>, base: &str) -> String {
    let base = &*nfc(base);
    let mut id = base.to_owned();
    while anchors.contains_key(&id) {
        let count = anchors.entry(base.to_owned()).or_insert(1);
        *count += 1;
        id = format!("{base}-{count}");
    }
    anchors.insert(id.clone(), 1);
    id
}
