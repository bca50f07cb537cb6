//! Attributes in braces: after a link or an image, `[a](/b/){target="_blank"}`, and on the line
//! after a block, `{.lead}`.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use pulldown_cmark::{CowStr, Event, Tag, TagEnd, html};
use pulldown_cmark_escape::escape_html;

use crate::config::tables::markdown::MarkdownOptions;
use crate::markdown::extensions::parser;

/// The attributes that a text may set. Others have an effect on scripts, or belong into HTML.
const NAMES: [&str; 17] = [
    "class",
    "dir",
    "download",
    "height",
    "hreflang",
    "id",
    "lang",
    "loading",
    "rel",
    "reversed",
    "role",
    "start",
    "target",
    "title",
    "translate",
    "type",
    "width",
];

/// The start of an attribute with classes.
const CLASS: &str = " class=\"";

/// Attributes of an element, in order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(in crate::markdown) struct Attributes(Vec<(String, String)>);

impl Attributes {
    /// Returns only an id.
    pub(in crate::markdown) fn id(id: &str) -> Attributes {
        Attributes(vec![("id".to_owned(), id.to_owned())])
    }

    /// Returns the value of an attribute.
    pub(in crate::markdown) fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// Returns the names and values.
    pub(in crate::markdown) fn pairs(&self) -> &[(String, String)] {
        &self.0
    }

    /// Returns the attributes as HTML, each with a space before it.
    pub(in crate::markdown) fn html(&self) -> String {
        let mut html = String::new();
        for (name, value) in &self.0 {
            html.push_str(&format!(" {name}=\""));
            escape_html(&mut html, value).expect("writing to a string cannot fail");
            html.push('"');
        }
        html
    }

    /// Adds a value. An attribute counts once, and classes add up.
    pub(in crate::markdown) fn add(&mut self, name: &str, value: &str) {
        match self.0.iter_mut().find(|(key, _)| key == name) {
            Some((_, classes)) if name == "class" => {
                classes.push(' ');
                classes.push_str(value);
            }
            Some(_) => {}
            None => self.0.push((name.to_owned(), value.to_owned())),
        }
    }
}

/// Adds attributes to the heading that an event begins.
pub(in crate::markdown) fn add_to_heading(event: &mut Event<'_>, attributes: &Attributes) {
    let Event::Start(Tag::Heading { id, classes, attrs, .. }) = event else { return };
    for (name, value) in &attributes.0 {
        let value = CowStr::from(value.clone());
        match name.as_str() {
            "id" if id.is_none() => *id = Some(value),
            "id" => {}
            "class" => classes.push(value),
            name => attrs.push((name.to_owned().into(), Some(value))),
        }
    }
}

/// Adds attributes to the element that the event at `index` begins.
pub(in crate::markdown) fn add_to_element(
    events: &mut [Event<'_>],
    index: usize,
    attributes: &Attributes,
) {
    let Some(event @ Event::Start(_)) = events.get_mut(index) else { return };
    let is_table = matches!(event, Event::Start(Tag::Table(_)));
    let mut tag = String::new();
    html::push_html(&mut tag, std::iter::once(event.clone()));
    let mut attributes = attributes.clone();
    let Some(name_start) = tag.find('<').map(|start| start + 1) else { return };
    let name_length = tag[name_start..].find(|it: char| !it.is_ascii_alphanumeric()).unwrap_or(0);
    let name_end = name_start + name_length;
    if tag[name_end..].starts_with(CLASS)
        && let Some(index) = attributes.0.iter().position(|(name, _)| name == "class")
    {
        let (_, classes) = attributes.0.remove(index);
        tag.insert_str(name_end + CLASS.len(), &format!("{classes} "));
    }
    tag.insert_str(name_end, &attributes.html());
    *event = match event {
        Event::Start(Tag::Link { .. }) => Event::InlineHtml(tag.into()),
        _ => Event::Html(tag.into()),
    };
    if is_table {
        write_cells(&mut events[index..]);
    }
}

/// Writes the start tags of the cells of a table as HTML, because the writer of events does not
/// know their alignment without the start of the table.
fn write_cells(events: &mut [Event<'_>]) {
    let mut name = "td";
    for event in events {
        match event {
            Event::Start(Tag::TableHead) => name = "th",
            Event::End(TagEnd::TableHead) => name = "td",
            Event::Start(Tag::TableCell) => *event = Event::Html(format!("<{name}>").into()),
            Event::End(TagEnd::Table) => return,
            _ => {}
        }
    }
}

/// Parses the attributes at the start of a text: `{.a #b c="d"}`, or `{: .a}`. Returns their length
/// in bytes, too.
pub(super) fn parse(text: &str) -> Option<(Attributes, usize)> {
    let inside = text.strip_prefix('{')?;
    let mut rest = inside.strip_prefix(':').unwrap_or(inside);
    let mut attributes = Attributes::default();
    loop {
        rest = rest.trim_start_matches([' ', '\t']);
        if let Some(after) = rest.strip_prefix('}') {
            let length = text.len() - after.len();
            return (!attributes.0.is_empty()).then_some((attributes, length));
        }
        let is_name = |it: char| it.is_ascii_alphanumeric() || matches!(it, '-' | '_' | ':' | '/');
        let marker = rest.chars().next().filter(|it| matches!(it, '.' | '#'));
        if let Some(marker) = marker {
            rest = &rest[1..];
            let length = rest.find(|it: char| !(is_name(it) || it.is_alphanumeric()))?;
            let name = if marker == '.' { "class" } else { "id" };
            attributes.add(name, Some(&rest[..length]).filter(|it| !it.is_empty())?);
            rest = &rest[length..];
            continue;
        }
        let (name, after) = rest.split_once('=')?;
        let is_known = NAMES.contains(&name)
            || ["data-", "aria-"].iter().any(|start| {
                name.strip_prefix(start)
                    .is_some_and(|end| !end.is_empty() && end.chars().all(is_name))
            });
        if !is_known {
            return None;
        }
        let quote = after.chars().next().filter(|it| matches!(it, '"' | '\''));
        let (value, after) = match quote {
            Some(quote) => after[1..].split_once(quote)?,
            None => after.split_at(after.find([' ', '\t', '}'])?),
        };
        // The parser would find markup in such a value.
        let is_markup = value.starts_with('_') && value.ends_with('_') && value.len() > 1;
        if is_markup || value.contains(['\n', '*', '`', '[', ']', '<', '&', '\\', '~']) {
            return None;
        }
        attributes.add(name, value);
        rest = after;
    }
}

/// Returns the attributes that directly follow a link or an image at `range`.
pub(in crate::markdown) fn after(text: &str, range: &Range<usize>) -> Option<Attributes> {
    parse(text.get(range.end..)?).map(|(attributes, _)| attributes)
}

/// Returns the byte ranges of texts that are attributes if a link or an image is before them.
pub(super) fn candidates(text: &str) -> impl Iterator<Item = Range<usize>> {
    memchr::memchr_iter(b'{', text.as_bytes()).filter_map(|start| {
        let follows = text[..start].ends_with([')', ']', '>']);
        let (_, length) = parse(&text[start..]).filter(|_| follows)?;
        Some(start..start + length)
    })
}

/// The attributes of blocks, by the byte offset of the block.
pub(in crate::markdown) type BlockAttributes = BTreeMap<usize, Attributes>;

/// Returns a text with blank lines in place of the attributes of blocks, and these attributes.
/// `None` if no block has attributes.
pub(in crate::markdown) fn of_blocks(
    text: &str,
    options: MarkdownOptions,
) -> Option<(String, BlockAttributes)> {
    if !options.attributes {
        return None;
    }
    let lines = attribute_lines(text);
    if lines.is_empty() {
        return None;
    }
    let texts: BTreeSet<usize> = parser(text, options)
        .into_offset_iter()
        .filter_map(|(event, range)| matches!(event, Event::Text(_)).then_some(range.start))
        .collect();
    let lines = lines.into_iter().filter(|(range, _)| texts.contains(&range.start));
    let lines: Vec<(Range<usize>, Attributes)> = lines.collect();
    let mut masked = text.to_owned();
    for (range, _) in &lines {
        masked.replace_range(range.clone(), &" ".repeat(range.len()));
    }
    let blocks: Vec<Range<usize>> = parser(&masked, options)
        .into_offset_iter()
        .filter_map(|(event, range)| is_block(&event).then_some(range))
        .collect();
    let mut attributes = BlockAttributes::new();
    let mut orphans = Vec::new();
    for (range, value) in lines {
        let indent = column(text, range.start);
        let end = masked[..range.start].trim_end().len();
        // The outermost block begins first.
        let block = blocks.iter().find(|block| {
            block.start < range.start
                && masked[..block.end].trim_end().len() == end
                && column(text, block.start) >= indent
        });
        match block {
            Some(block) => {
                attributes.insert(block.start, value);
            }
            None => orphans.push(range),
        }
    }
    for range in orphans {
        masked.replace_range(range.clone(), &text[range]);
    }
    (!attributes.is_empty()).then_some((masked, attributes))
}

/// Returns the lines that hold only attributes, after another line.
fn attribute_lines(text: &str) -> Vec<(Range<usize>, Attributes)> {
    let mut lines = Vec::new();
    let mut offset = 0;
    let mut follows_text = false;
    for line in text.split_inclusive('\n') {
        let content = line.trim();
        if follows_text
            && content.starts_with('{')
            && let Some((attributes, length)) = parse(content)
            && length == content.len()
        {
            let start = offset + line.len() - line.trim_start().len();
            lines.push((start..start + length, attributes));
        }
        follows_text = !content.is_empty();
        offset += line.len();
    }
    lines
}

/// Returns the number of bytes between a position and the start of its line.
fn column(text: &str, position: usize) -> usize {
    position - text[..position].rfind('\n').map_or(0, |newline| newline + 1)
}

/// Returns whether an event begins a block that can have attributes.
pub(in crate::markdown) fn is_block(event: &Event<'_>) -> bool {
    matches!(
        event,
        Event::Start(
            Tag::Paragraph
                | Tag::Heading { .. }
                | Tag::BlockQuote(_)
                | Tag::List(_)
                | Tag::Table(_)
                | Tag::CodeBlock(_)
                | Tag::DefinitionList
        )
    )
}
