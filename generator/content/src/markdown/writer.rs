//! Rewrites parser events for output: images with dimensions, scrollable tables, inserted HTML.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use pulldown_cmark::{Alignment, CowStr, Event, Tag, TagEnd};
use pulldown_cmark_escape::{escape_href, escape_html};

use crate::markdown::document::{Document, Link};
use crate::markdown::extensions::attributes::{self, Attributes};
use crate::markdown::hooks::{Calls, Hook, HookValue, attribute_values};
use crate::markdown::inserted::InsertedInLines;
use crate::markdown::lookup::Lookup;
use crate::markdown::placeholder::{Line, PLACEHOLDER, Placeholder, expanded_url, occurrences};
use crate::markdown::problem::{Problem, ProblemKind};
use croupier_base::media::image::Dimensions;
use croupier_base::path::Href;
use croupier_base::syntax::html::{self as markup, Use};

/// An image that is not yet closed.
pub(super) struct Image<'a> {
    pub(super) src: Href,
    pub(super) title: CowStr<'a>,
    pub(super) alt: String,
    /// Nesting depth of images in its text.
    pub(super) depth: usize,
    pub(super) range: Range<usize>,
    pub(super) attributes: Attributes,
}

/// Collects the rewritten events and what the text contains.
pub(super) struct Writer<'a> {
    /// The text, in which `placeholders` are masked.
    pub(super) text: &'a str,
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
    /// Number of headings that have begun.
    pub(super) heading_count: usize,
    /// The event that opens the region around each table, and the index of the heading above it.
    pub(super) tables: Vec<(usize, usize)>,
    /// Nesting depth of inline elements, such as emphasis.
    pub(super) inline_depth: usize,
    /// Set after HTML that ended a paragraph or a line of a list item: whether the next text needs
    /// the start of a paragraph.
    pub(super) reopens_paragraph: Option<bool>,
    /// The value for `reopens_paragraph` after the line that a [`Line::Start`] began.
    pub(super) block_line: Option<bool>,
    /// The attributes of elements, by the index of the event that begins one.
    pub(super) attributed: Vec<(usize, Attributes)>,
    /// The attributes of a paragraph that a block line has ended, for the rest of the paragraph.
    rest_attributes: Option<Attributes>,
    /// The elements that templates render.
    pub(super) hook_calls: Calls,
    /// The open paragraph, if it may consist of an image that a template renders.
    pub(super) block_image: Option<BlockImage>,
    /// The inserted HTML within lines of text.
    pub(super) lines: InsertedInLines<'a>,
}

/// A paragraph that begins with an image.
pub(super) struct BlockImage {
    /// Byte range of the paragraph in the text.
    range: Range<usize>,
    /// Whether the image has replaced the paragraph.
    pub(super) is_written: bool,
}

impl BlockImage {
    /// Returns the paragraph at a range of the text, if it begins with an image.
    pub(super) fn new(text: &str, range: &Range<usize>) -> Option<BlockImage> {
        let is_image = text[range.clone()].starts_with("![");
        is_image.then(|| BlockImage { range: range.clone(), is_written: false })
    }

    /// Whether the image is everything that the paragraph contains, apart from its attributes.
    fn is_only(&self, image: &Image<'_>, text: &str) -> bool {
        let rest = text[image.range.end..self.range.end].trim();
        let has_attributes = !image.attributes.pairs().is_empty();
        let is_alone = rest.is_empty() || has_attributes && attributes::are_lists(rest);
        image.range.start == self.range.start && is_alone
    }
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
    /// Begins a text in which `placeholders` are masked.
    pub(super) fn new(
        text: &'a str,
        placeholders: &'a [Placeholder],
        lookup: &'a Lookup<'a>,
        anchors: &'a mut BTreeMap<String, usize>,
    ) -> Writer<'a> {
        Writer {
            text,
            placeholders,
            lookup,
            document: Document::default(),
            events: Vec::new(),
            anchors,
            has_image: false,
            inserted: BTreeSet::new(),
            cells: Cells { alignments: Vec::new(), next: 0, name: "td" },
            heading_count: 0,
            tables: Vec::new(),
            inline_depth: 0,
            reopens_paragraph: None,
            block_line: None,
            attributed: Vec::new(),
            rest_attributes: None,
            hook_calls: Calls::default(),
            block_image: None,
            lines: InsertedInLines::default(),
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

    /// Records the links and images of raw HTML at the byte range of the text. Returns its ids.
    pub(super) fn raw<'h>(&mut self, html: &'h str, place: &Range<usize>) -> Vec<String> {
        // Most tags have no attribute.
        if !html.contains('=') && !html.contains("img") {
            return Vec::new();
        }

        let extracted = markup::read(html);
        // Inserted HTML moves the offsets.
        let is_expanded = html.len() != place.len();

        let in_text = |range: &Range<usize>| {
            if is_expanded {
                place.clone()
            } else {
                place.start + range.start..place.start + range.end
            }
        };
        let link = |it: markup::HtmlUrl<'h>| Link {
            range: in_text(&it.range),
            href: Href::new(it.text),
            usage: it.usage,
        };

        let unnamed = extracted.unnamed.iter().map(in_text);
        self.document
            .problems
            .extend(unnamed.map(|range| Problem { kind: ProblemKind::ImageWithoutText, range }));

        // Raw HTML arrives line by line. Scripts and style sheets are checked in the finished page.
        let links = extracted.addresses.into_iter().filter(|it| {
            !matches!(it.usage, Use::MissingAlt | Use::InlineScript | Use::InlineStyleSheet)
        });
        self.document.links.extend(links.map(link));

        extracted.ids.into_iter().map(|id| id.text.into_owned()).collect()
    }

    /// Returns the raw HTML at a range of the text, with its placeholders replaced.
    pub(super) fn expanded(&self, range: &Range<usize>) -> Cow<'a, str> {
        let html = &self.text[range.clone()];
        if self.placeholders.is_empty() || !html.contains(PLACEHOLDER) {
            return Cow::Borrowed(html);
        }
        Cow::Owned(self.replaced(html, range.start, |placeholder| Cow::Borrowed(&placeholder.html)))
    }

    /// Returns `content`, which is the text from the byte `offset` on, with the result of
    /// `replacement` for each placeholder.
    fn replaced<'p>(
        &'p self,
        content: &str,
        offset: usize,
        replacement: impl Fn(&'p Placeholder) -> Cow<'p, str>,
    ) -> String {
        let mut replaced = String::new();
        let mut from = 0;
        for (mask, placeholder) in occurrences(self.placeholders, content, offset) {
            replaced.push_str(content.get(from..mask.start).unwrap_or_default());
            replaced.push_str(&replacement(placeholder));
            from = mask.end;
        }
        replaced.push_str(content.get(from..).unwrap_or_default());
        replaced
    }

    /// Returns a link target with the texts of its placeholders.
    pub(super) fn with_inserted_urls(&mut self, url: CowStr<'a>) -> CowStr<'a> {
        if self.placeholders.is_empty() || !url.contains(PLACEHOLDER) {
            return url;
        }
        match expanded_url(self.placeholders, &url) {
            Some((expanded, inserted)) => {
                self.inserted.extend(inserted);
                expanded.into()
            }
            None => url,
        }
    }

    /// Records a problem in the first line at a range of the text.
    pub(super) fn problem_in_line(&mut self, kind: ProblemKind, range: &Range<usize>) {
        // One problem of a kind in each file is enough to find them all.
        if self.document.problems.iter().any(|problem| problem.kind == kind) {
            return;
        }
        let line = self.text[range.clone()].lines().next().unwrap_or_default();
        let range = range.start..range.start + line.trim_end().len();
        self.document.problems.push(Problem { kind, range });
    }

    /// Records the language of the code block at a range of the text as unknown.
    pub(super) fn unknown_language(&mut self, language: &str, range: &Range<usize>) {
        let line = self.text[range.clone()].lines().next().unwrap_or_default().trim_end();
        // A language with an entity, such as `a&amp;b`, is not in the text as it is here.
        let found = line.find(language).map(|start| start..start + language.len());
        let in_line = found.unwrap_or(0..line.len());
        let range = range.start + in_line.start..range.start + in_line.end;
        self.document.problems.push(Problem { kind: ProblemKind::UnknownLanguage, range });
    }

    /// Writes an event. Most events are written unchanged.
    #[inline]
    pub(super) fn event(&mut self, event: Event<'a>, range: &Range<usize>) {
        match event {
            Event::Start(Tag::Table(_) | Tag::TableHead | Tag::TableRow | Tag::TableCell)
            | Event::End(TagEnd::Table) => {
                self.rewrite(event, range);
            }
            Event::TaskListMarker(is_done) => {
                let (label, checked) =
                    ((self.lookup.task_label)(is_done), if is_done { " checked" } else { "" });
                let html =
                    format!("<input type=\"checkbox\" disabled{checked} aria-label=\"{label}\"> ");
                self.rewrite(Event::InlineHtml(html.into()), range);
            }
            _ if self.placeholders.is_empty() => self.events.push(event),
            _ => self.rewrite(event, range),
        }
    }

    /// Writes an event of a table, or one that may contain placeholders.
    fn rewrite(&mut self, event: Event<'a>, range: &Range<usize>) {
        let may_insert = !self.placeholders.is_empty();
        if may_insert && self.ends_block_line(&event) {
            return;
        }

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
            Event::Start(ref tag) if allows_only_phrases(tag.to_end()) => {
                self.inline_depth += 1;
                self.events.push(event);
            }
            Event::End(tag) if allows_only_phrases(tag) => {
                self.inline_depth = self.inline_depth.saturating_sub(1);
                self.events.push(event);
            }
            Event::Start(Tag::Table(alignments)) => self.start_table(alignments),
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
            Event::End(TagEnd::Paragraph) => self.end_paragraph(),
            other => self.events.push(other),
        }
    }

    /// Begins a table in a region that can be scrolled.
    fn start_table(&mut self, alignments: Vec<Alignment>) {
        if let Some(heading) = self.heading_count.checked_sub(1) {
            self.tables.push((self.events.len(), heading));
        }
        self.events.push(Event::Html(table_region("").into()));
        self.cells = Cells { alignments: alignments.clone(), next: 0, name: "td" };
        self.events.push(Event::Start(Tag::Table(alignments)));
    }

    /// Ends a paragraph. HTML that is alone in a paragraph replaces the paragraph.
    fn end_paragraph(&mut self) {
        if !self.is_only_placeholder() {
            self.lines.end_paragraph(&self.events);
            self.events.push(Event::End(TagEnd::Paragraph));
            return;
        }

        let html = self.events.pop();
        self.events.pop();
        self.lines.truncate(self.events.len());
        self.events.extend(html.map(|html| match html {
            Event::InlineHtml(html) => Event::Html(format!("{html}\n").into()),
            other => other,
        }));
    }

    /// Returns whether the open paragraph contains inserted HTML and nothing else.
    fn is_only_placeholder(&self) -> bool {
        let [.., Event::Start(Tag::Paragraph), Event::InlineHtml(html)] = &self.events[..] else {
            return false;
        };
        self.placeholders.iter().any(|placeholder| *placeholder.html == **html)
    }

    /// Returns the placeholders in a range of the text.
    pub(super) fn placeholders_in(&self, range: &Range<usize>) -> &'a [Placeholder] {
        let placeholders = self.placeholders;
        let first = placeholders.partition_point(|it| it.range.end <= range.start);
        let rest = &placeholders[first..];
        &rest[..rest.partition_point(|it| it.range.start < range.end)]
    }

    /// Returns `content`, which is the text from the byte `offset` on, without placeholders.
    pub(super) fn without_placeholders<'w>(&self, content: &'w str, offset: usize) -> Cow<'w, str> {
        if self.placeholders.is_empty() {
            return Cow::Borrowed(content);
        }
        Cow::Owned(self.replaced(content, offset, |_| Cow::Borrowed("")))
    }

    /// Returns `content`, which is the text from the byte `offset` on, with the visible texts of
    /// its placeholders.
    pub(super) fn with_placeholder_texts<'w>(
        &self,
        content: &'w str,
        offset: usize,
    ) -> Cow<'w, str> {
        if self.placeholders.is_empty() {
            return Cow::Borrowed(content);
        }
        Cow::Owned(self.replaced(content, offset, |placeholder| {
            if markup::is_line_end(&placeholder.html) {
                Cow::Borrowed(" ")
            } else {
                markup::text(&placeholder.html)
            }
        }))
    }

    /// Returns `content`, which is the text from the byte `offset` on, with the texts that readers see in its line. Placeholders in lines of their
    /// own are left out.
    pub(super) fn with_line_texts<'w>(&self, content: &'w str, offset: usize) -> Cow<'w, str> {
        if self.placeholders.is_empty() {
            return Cow::Borrowed(content);
        }
        Cow::Owned(self.replaced(content, offset, |placeholder| {
            if placeholder.is_in_line() {
                markup::readable(&placeholder.html)
            } else {
                Cow::Borrowed("")
            }
        }))
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
        for (mask, placeholder) in occurrences(self.placeholders, content, range.start) {
            self.inserted.insert(placeholder.range.start);
            if mask.start > from {
                self.events.push(as_event(content[from..mask.start].to_owned().into()));
            }
            self.insert_placeholder(placeholder);
            from = mask.end;
        }
        if from < content.len() {
            self.events.push(as_event(content[from..].to_owned().into()));
        }
    }

    /// Writes the HTML of a placeholder. If it is a line of a paragraph, it ends the paragraph.
    fn insert_placeholder(&mut self, placeholder: &'a Placeholder) {
        let html = placeholder.html.as_str();
        let is_block = placeholder.line != Line::Shared && self.inline_depth == 0;
        if !is_block {
            self.insert_in_line(placeholder);
            return;
        }

        if placeholder.line == Line::End {
            self.events.push(Event::InlineHtml(format!("{html}\n").into()));
            self.reopens_paragraph = self.block_line.take();
            return;
        }

        while matches!(self.events.last(), Some(Event::SoftBreak | Event::HardBreak)) {
            self.events.pop();
        }

        let is_in_paragraph = self.is_in_paragraph();
        if is_in_paragraph {
            self.take_rest_attributes();
        }
        if matches!(self.events.last(), Some(Event::Start(Tag::Paragraph))) {
            self.events.pop();
        } else if is_in_paragraph {
            self.events.push(Event::End(TagEnd::Paragraph));
        } else {
            self.events.push(Event::Html("\n".into()));
        }

        let html =
            if placeholder.line == Line::Alone { format!("{html}\n") } else { html.to_owned() };
        self.events.push(Event::Html(html.into()));

        self.block_line = (placeholder.line == Line::Start).then_some(is_in_paragraph);
        self.reopens_paragraph = (placeholder.line == Line::Alone).then_some(is_in_paragraph);
    }

    /// Takes the attributes of the open paragraph, which belong to the block before their line: the rest of the paragraph.
    fn take_rest_attributes(&mut self) {
        let is_start = |event: &Event<'_>| matches!(event, Event::Start(Tag::Paragraph));
        let Some(start) = self.events.iter().rposition(is_start) else { return };
        if let Some(last) = self.attributed.iter().rposition(|(index, _)| *index == start) {
            self.rest_attributes = Some(self.attributed.remove(last).1);
        }
    }

    /// Whether a paragraph is open.
    pub(super) fn is_in_paragraph(&self) -> bool {
        self.events.iter().rev().find_map(|event| match event {
            Event::Start(Tag::Paragraph) => Some(true),
            Event::End(TagEnd::Paragraph | TagEnd::Item | TagEnd::DefinitionListDefinition)
            | Event::Start(Tag::Item | Tag::DefinitionListDefinition) => Some(false),
            _ => None,
        }) == Some(true)
    }

    /// Begins the rest of a paragraph that a block line divided, before its next event. Returns
    /// whether the event must not be written.
    fn ends_block_line(&mut self, event: &Event<'_>) -> bool {
        let Some(is_paragraph) = self.reopens_paragraph else { return false };
        match event {
            Event::SoftBreak | Event::HardBreak => true,
            Event::End(TagEnd::Paragraph) => {
                self.reopens_paragraph = None;
                self.rest_attributes = None;
                is_paragraph
            }
            _ => {
                self.reopens_paragraph = None;
                if is_paragraph && is_inline(event) {
                    let index = self.events.len();
                    self.attributed.extend(self.rest_attributes.take().map(|it| (index, it)));
                    self.events.push(Event::Start(Tag::Paragraph));
                }
                false
            }
        }
    }

    /// Writes an image of the text and records it if it has no text alternative.
    pub(super) fn image(&mut self, image: &Image<'_>) {
        if image.alt.trim().is_empty() {
            let (kind, range) = (ProblemKind::ImageWithoutText, image.range.clone());
            self.document.problems.push(Problem { kind, range });
        }

        // The first image is likely to be visible when the page opens.
        let loading = image.attributes.get("loading");
        let is_lazy = loading.map_or(self.has_image, |loading| loading == "lazy");
        let copies = (self.lookup.copies)(&image.src, is_lazy);

        let mut html = String::new();
        if let Some(copies) = &copies {
            html.push_str("<picture>");
            html.push_str(&copies.sources);
        }

        html.push_str("<img src=\"");
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

        html.push_str(&image.attributes.html());
        let is_sized = ["width", "height"].iter().any(|it| image.attributes.get(it).is_some());
        let dimensions = (self.lookup.dimensions)(&image.src).filter(|_| !is_sized);
        if let Some(Dimensions { width, height }) = dimensions {
            html.push_str(&format!(" width=\"{width}\" height=\"{height}\""));
        }

        if is_lazy && loading.is_none() {
            html.push_str(" loading=\"lazy\"");
        }
        self.has_image = true;

        if let Some(copies) = &copies {
            html.push_str(&copies.color_attribute);
        }
        html.push_str(" decoding=\"async\">");
        if copies.is_some() {
            html.push_str("</picture>");
        }

        if self.has_hook(Hook::Image) {
            self.hooked_image(image, dimensions, is_lazy, html);
            return;
        }

        let event = Event::InlineHtml(html.into());
        if !self.ends_block_line(&event) {
            self.events.push(event);
        }
    }
}

impl Writer<'_> {
    /// Writes an image by its template. One that is alone in its paragraph replaces the paragraph.
    fn hooked_image(
        &mut self,
        image: &Image<'_>,
        dimensions: Option<Dimensions>,
        is_lazy: bool,
        html: String,
    ) {
        let is_first = matches!(self.events.last(), Some(Event::Start(Tag::Paragraph)));
        let mut block =
            self.block_image.as_mut().filter(|it| is_first && it.is_only(image, self.text));
        if let Some(block) = &mut block {
            block.is_written = true;
            self.events.pop();
        }
        let is_block = block.is_some();

        let number =
            |it: Option<u32>| it.map_or(HookValue::Nothing, |it| HookValue::Number(it as usize));
        let fields = vec![
            ("url", HookValue::Text(image.src.to_string())),
            ("alt", HookValue::Text(image.alt.clone())),
            ("title", HookValue::Text(image.title.to_string())),
            ("width", number(dimensions.map(|it| it.width))),
            ("height", number(dimensions.map(|it| it.height))),
            ("is_block", HookValue::Flag(is_block)),
            ("is_lazy", HookValue::Flag(is_lazy)),
            ("attributes", attribute_values(Some(&image.attributes))),
            ("html", HookValue::Html(html)),
        ];

        let call = self.hook_call(Hook::Image, &image.range, fields);
        let html = (self.lookup.render_hook)(call).trim().to_owned();
        let event = if is_block {
            Event::Html(format!("{html}\n").into())
        } else {
            Event::InlineHtml(html.into())
        };

        if !self.ends_block_line(&event) {
            self.events.push(event);
        }
    }
}

/// Returns whether an element contains only a line of text, and no blocks.
fn allows_only_phrases(tag: TagEnd) -> bool {
    matches!(
        tag,
        TagEnd::Emphasis
            | TagEnd::Strong
            | TagEnd::Strikethrough
            | TagEnd::Superscript
            | TagEnd::Subscript
            | TagEnd::Link
            | TagEnd::Heading(_)
            | TagEnd::DefinitionListTitle
    )
}

/// Returns whether an event belongs to a line of text.
pub(super) fn is_inline(event: &Event<'_>) -> bool {
    matches!(
        event,
        Event::Text(_)
            | Event::Code(_)
            | Event::InlineHtml(_)
            | Event::FootnoteReference(_)
            | Event::InlineMath(_)
            | Event::Start(
                Tag::Emphasis
                    | Tag::Strong
                    | Tag::Strikethrough
                    | Tag::Superscript
                    | Tag::Subscript
                    | Tag::Link { .. }
                    | Tag::Image { .. },
            )
    )
}

/// Returns the start tag of the scrollable region around a table.
pub(super) fn table_region(attributes: &str) -> String {
    format!("<div class=\"table-scroll\" tabindex=\"0\" role=\"group\"{attributes}>")
}
