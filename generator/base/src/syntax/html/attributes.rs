//! Extracts data from the attributes of a tag.

use std::borrow::Cow;
use std::ops::Range;

use html5gum::emitters::callback::CallbackEvent;

use crate::syntax::html::extracted::{Html, HtmlId, HtmlUrl, Use};

/// Tags that determine the purpose of their URLs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Tag {
    Anchor,
    Link,
    Img,
    Script,
    Frame,
    Source,
    Media,
    Other,
}

/// What an attribute value is used for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ValueKind {
    Id,
    /// The `name` of an `a` element.
    AnchorName,
    Url(Use),
    Srcset,
    Rel,
    /// The `type` of a script.
    ScriptType,
    Ignored,
}

/// The relation of a `link` element.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Rel {
    StyleSheet,
    Icon,
    /// A URL that is not fetched, or the canonical URL of the page.
    NotFetched,
    Other,
}

/// Processes a tag, event by event.
pub(super) struct Reader<'a, 'f> {
    /// The document from the tag on, and the byte offset of the tag.
    html: &'a str,
    offset: usize,
    output: &'f mut Html<'a>,
    tag: Tag,
    /// The kind of the value of the current attribute.
    value_kind: ValueKind,
    /// The URL of a `link`. Its purpose is known when the tag ends.
    pending: Option<(Cow<'a, str>, Range<usize>)>,
    rel: Rel,
    has_alt: bool,
    /// The URL of an image.
    image: Option<(Cow<'a, str>, Range<usize>)>,
    /// Whether the tag is a script with inline code that browsers run.
    is_inline_script: bool,
}

impl<'a, 'f> Reader<'a, 'f> {
    /// Starts a tag at the start of `html`, which is at the byte `offset` of the document.
    pub(super) fn new(html: &'a str, offset: usize, output: &'f mut Html<'a>) -> Reader<'a, 'f> {
        Reader {
            html,
            offset,
            output,
            tag: Tag::Other,
            value_kind: ValueKind::Ignored,
            pending: None,
            rel: Rel::Other,
            has_alt: false,
            image: None,
            is_inline_script: true,
        }
    }

    /// Adds a URL. `range` is relative to the tag.
    fn add_url(&mut self, text: Cow<'a, str>, usage: Use, range: &Range<usize>) {
        self.output.addresses.push(HtmlUrl {
            text,
            usage,
            range: self.offset + range.start..self.offset + range.end,
        });
    }

    /// Processes an event of the tokenizer.
    pub(super) fn event(&mut self, event: &CallbackEvent<'_>, range: Range<usize>) {
        match event {
            CallbackEvent::OpenStartTag { name } => self.open(name),
            CallbackEvent::AttributeName { name } => self.attribute(name),
            CallbackEvent::AttributeValue { value } if self.needs_value() => {
                // Most values have no character references and can be borrowed.
                let source = self.html.get(range.clone());
                let text = match source.filter(|source| source.as_bytes() == *value) {
                    Some(source) => Cow::Borrowed(source),
                    None => Cow::Owned(String::from_utf8_lossy(value).into_owned()),
                };
                self.value(text, range);
            }
            CallbackEvent::CloseStartTag { .. } => self.close(range.end),
            _ => {}
        }
    }

    /// Processes the name of the tag.
    pub(super) fn open(&mut self, name: &[u8]) {
        self.tag = match name {
            b"a" => Tag::Anchor,
            b"link" => Tag::Link,
            b"img" => Tag::Img,
            b"script" => Tag::Script,
            b"iframe" | b"frame" => Tag::Frame,
            b"source" => Tag::Source,
            b"video" | b"audio" | b"track" => Tag::Media,
            _ => Tag::Other,
        };
    }

    /// Processes the name of an attribute.
    pub(super) fn attribute(&mut self, name: &[u8]) {
        self.value_kind = self.kind_of_value(name);
    }

    /// Whether the value of the current attribute is needed.
    pub(super) fn needs_value(&self) -> bool {
        self.value_kind != ValueKind::Ignored
    }

    /// Processes the end of the tag, which is `end` bytes after its start.
    pub(super) fn close(&mut self, end: usize) {
        if self.tag == Tag::Img && !self.has_alt {
            self.output.unnamed.push(self.offset..self.offset + end);
            if let Some((text, range)) = self.image.take() {
                self.add_url(text, Use::MissingAlt, &range);
            }
        }

        if self.tag == Tag::Script && self.is_inline_script {
            self.add_url(Cow::default(), Use::InlineScript, &(end..end));
        }

        if let Some((text, range)) = self.pending.take() {
            let usage = match self.rel {
                Rel::StyleSheet => Use::Style,
                Rel::Icon => Use::Image,
                Rel::NotFetched => return,
                Rel::Other => Use::Other,
            };
            self.add_url(text, usage, &range);
        }
    }

    /// Returns the kind of the value of an attribute.
    fn kind_of_value(&mut self, name: &[u8]) -> ValueKind {
        match (name, self.tag) {
            (b"id", _) => ValueKind::Id,
            (b"name", Tag::Anchor) => ValueKind::AnchorName,
            (b"rel", Tag::Link) => ValueKind::Rel,
            (b"alt", _) => {
                self.has_alt = true;
                ValueKind::Ignored
            }
            (b"style", _) => ValueKind::Url(Use::StyleAttribute),
            (b"href", tag) if tag != Tag::Link => ValueKind::Url(Use::Link),
            (b"href" | b"xlink:href" | b"data", _) => ValueKind::Url(Use::Other),
            (b"type", Tag::Script) => ValueKind::ScriptType,
            (b"src", Tag::Script) => {
                self.is_inline_script = false;
                ValueKind::Url(Use::Script)
            }
            (b"src", Tag::Frame) => ValueKind::Url(Use::Frame),
            (b"src", Tag::Source | Tag::Media) => ValueKind::Url(Use::Media),
            (b"src" | b"poster", _) => ValueKind::Url(Use::Image),
            (b"srcset" | b"imagesrcset", _) => ValueKind::Srcset,
            // Names of event handlers have at least five bytes.
            (name, _) if name.starts_with(b"on") && name.len() > 4 => {
                ValueKind::Url(Use::EventHandler)
            }
            (b"action" | b"formaction", _) => ValueKind::Url(Use::Form),
            _ => ValueKind::Ignored,
        }
    }

    /// Processes the value of the current attribute.
    pub(super) fn value(&mut self, text: Cow<'a, str>, range: Range<usize>) {
        match std::mem::replace(&mut self.value_kind, ValueKind::Ignored) {
            kind @ (ValueKind::Id | ValueKind::AnchorName) => {
                let ids = &mut self.output.ids;
                let names = &mut self.output.anchor_names;
                let range = self.offset + range.start..self.offset + range.end;
                if kind == ValueKind::Id { ids } else { names }.push(HtmlId { text, range });
            }
            ValueKind::Rel => {
                let is = |word: &str| {
                    text.split_ascii_whitespace().any(|it| it.eq_ignore_ascii_case(word))
                };
                self.rel = if is("stylesheet") {
                    Rel::StyleSheet
                } else if is("icon") || is("apple-touch-icon") {
                    Rel::Icon
                } else if is("canonical") || is("preconnect") || is("dns-prefetch") {
                    Rel::NotFetched
                } else {
                    Rel::Other
                };
            }
            ValueKind::ScriptType => {
                let script_type = text.to_ascii_lowercase();
                self.is_inline_script &= matches!(
                    script_type.trim(),
                    "" | "module" | "text/javascript" | "application/javascript"
                );
            }
            ValueKind::Url(Use::Image) if self.tag == Tag::Img => {
                self.image = Some((text.clone(), range.clone()));
                self.add_url(text, Use::Image, &range);
            }
            ValueKind::Url(Use::Other) if self.tag == Tag::Link => {
                self.pending = Some((text, range));
            }
            ValueKind::Url(usage) => self.add_url(text, usage, &range),
            ValueKind::Srcset => {
                let source = candidates(&self.html[range.clone()]);
                for (candidate, resolved) in source.zip(candidates(&text)) {
                    let range = range.start + candidate.start..range.start + candidate.end;
                    self.add_url(text[resolved].to_owned().into(), Use::Image, &range);
                }
            }
            ValueKind::Ignored => {}
        }
    }
}

/// Returns the byte ranges of the URLs in a `srcset`. A URL starts after commas and spaces, and
/// ends at a space or at the commas before one.
fn candidates(set: &str) -> impl Iterator<Item = Range<usize>> {
    let mut offset = 0;
    std::iter::from_fn(move || {
        let start = offset + set[offset..].find(|c: char| c != ',' && !c.is_ascii_whitespace())?;
        let end = set[start..]
            .find(|c: char| c.is_ascii_whitespace())
            .map_or(set.len(), |length| start + length);
        let url = set[start..end].trim_end_matches(',');
        // A width or density descriptor ends at the next comma.
        offset = if url.len() < end - start {
            end
        } else {
            set[end..].find(',').map_or(set.len(), |length| end + length + 1)
        };
        Some(start..start + url.len())
    })
}
