//! Extracts data from the attributes of a tag.

use std::borrow::Cow;
use std::ops::Range;

use html5gum::emitters::callback::CallbackEvent;

use crate::syntax::css;
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
    Meta,
    Other,
}

/// The attributes of SVG elements that can name a paint server, a clipping path or another resource with `url()`.
const PRESENTATION: [&[u8]; 10] = [
    b"fill",
    b"stroke",
    b"mask",
    b"clip-path",
    b"filter",
    b"cursor",
    b"marker",
    b"marker-start",
    b"marker-mid",
    b"marker-end",
];

/// The character references for quotes.
const QUOTES: [(&str, &str); 6] = [
    ("&quot;", "\""),
    ("&#34;", "\""),
    ("&#x22;", "\""),
    ("&apos;", "'"),
    ("&#39;", "'"),
    ("&#x27;", "'"),
];

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
    /// The `http-equiv` of a `meta` element.
    HttpEquiv,
    /// The `content` of a `meta` element.
    Content,
    /// A value that can have a `url()`.
    Presentation,
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
#[expect(clippy::struct_excessive_bools, reason = "each one is about another attribute")]
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
    /// Whether the tag is a `meta` element that redirects, and its content.
    is_refresh: bool,
    content: Option<(Cow<'a, str>, Range<usize>)>,
    has_alt: bool,
    /// The URL of an image.
    image: Option<(Cow<'a, str>, Range<usize>)>,
    /// Whether the tag is a script with inline code that browsers run.
    is_inline_script: bool,
    /// The name of the last attribute, relative to the tag.
    last_name: Range<usize>,
    /// Whether the tag has a name with a quotation mark.
    has_quote_in_name: bool,
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
            is_refresh: false,
            content: None,
            has_alt: false,
            image: None,
            is_inline_script: true,
            last_name: 0..0,
            has_quote_in_name: false,
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

    /// Adds the URL that a `meta` element redirects to. `range` is that of its content, relative to the tag.
    fn add_refresh_url(&mut self, text: &str, range: &Range<usize>) {
        // Character references are resolved only in the text.
        let written = refresh_url(&self.html[range.clone()]);
        if let Some((written, resolved)) = written.zip(refresh_url(text)) {
            let range = range.start + written.start..range.start + written.end;
            self.add_url(text[resolved].to_owned().into(), Use::Link, &range);
        }
    }

    /// Adds the URLs in a value of CSS, without those of elements in the same document. `range` is that of the value, relative to the tag.
    fn add_style_urls(&mut self, text: &str, range: &Range<usize>) {
        let source = with_plain_quotes(&self.html[range.clone()]);
        let (Ok(written), Ok(resolved)) = (css::urls(&source), css::urls(text)) else { return };
        // Character references for other signs of CSS than quotes hide a URL in the source.
        if written.len() != resolved.len() {
            return;
        }

        for (written, resolved) in written.into_iter().zip(resolved) {
            let url = css::unescaped(&text[resolved.range]).into_owned();
            if !url.is_empty() && !url.starts_with('#') {
                let range = range.start + written.range.start..range.start + written.range.end;
                self.add_url(url.into(), Use::Other, &range);
            }
        }
    }

    /// Processes an event of the tokenizer.
    pub(super) fn event(&mut self, event: &CallbackEvent<'_>, range: Range<usize>) {
        match event {
            CallbackEvent::OpenStartTag { name } => self.open(name),
            CallbackEvent::AttributeName { name } => {
                self.check_name(name, range);
                self.attribute(name);
            }
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

    /// Adds the attribute before the first name with a quotation mark: the quotation marks of its value are not escaped.
    fn check_name(&mut self, name: &[u8], range: Range<usize>) {
        let last = std::mem::replace(&mut self.last_name, range.clone());
        if self.has_quote_in_name || !name.iter().any(|byte| matches!(byte, b'"' | b'\'')) {
            return;
        }

        self.has_quote_in_name = true;
        let written = if last.is_empty() { range } else { last.start..last.end + 1 };
        if let Some(text) = self.html.get(written.clone()) {
            self.add_url(Cow::Borrowed(text), Use::QuoteInName, &written);
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
            b"meta" => Tag::Meta,
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

        if self.is_refresh
            && let Some((text, range)) = self.content.take()
        {
            self.add_refresh_url(&text, &range);
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
            (b"cite", _) => ValueKind::Url(Use::Link),
            (b"http-equiv", Tag::Meta) => ValueKind::HttpEquiv,
            (b"content", Tag::Meta) => ValueKind::Content,
            (name, _) if PRESENTATION.contains(&name) => ValueKind::Presentation,
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
            ValueKind::HttpEquiv => self.is_refresh = text.trim().eq_ignore_ascii_case("refresh"),
            ValueKind::Content => self.content = Some((text, range)),

            ValueKind::Presentation => self.add_style_urls(&text, &range),

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

/// Returns the byte range of the URL in the content of a `meta` element that redirects: `0; url=/a/`.
fn refresh_url(content: &str) -> Option<Range<usize>> {
    let is_space = |it: char| it.is_ascii_whitespace();
    let time = content.trim_start_matches(is_space);
    let after_time = time.trim_start_matches(|it: char| it.is_ascii_digit() || it == '.');
    let separated = after_time.trim_start_matches(is_space);
    let rest = separated.strip_prefix([';', ',']).unwrap_or(separated).trim_start_matches(is_space);
    if after_time.len() == time.len() || rest.len() == after_time.len() {
        return None;
    }

    let is_named = rest.get(..3).is_some_and(|name| name.eq_ignore_ascii_case("url"));
    let value =
        if is_named { rest[3..].trim_start_matches(is_space).strip_prefix('=') } else { None };
    let value = value.unwrap_or(rest).trim_start_matches(is_space);

    let mut quotes = ["\"", "'"].into_iter().chain(QUOTES.map(|(reference, _)| reference));
    let quote = quotes.find(|quote| value.starts_with(quote));
    let start = content.len() - value.len() + quote.map_or(0, str::len);
    let inside = &content[start..];
    let end = quote.and_then(|quote| inside.find(quote));
    let url = inside[..end.unwrap_or(inside.len())].trim_end();
    (!url.is_empty()).then(|| start..start + url.len())
}

/// Returns a value of CSS as written in HTML, with quotes in place of their character references. Spaces outside of the quotes keep the byte
/// offsets of all other characters.
fn with_plain_quotes(written: &str) -> Cow<'_, str> {
    if !written.contains('&') {
        return written.into();
    }

    let mut plain = written.to_owned();
    for (reference, quote) in QUOTES {
        let spaces = " ".repeat(reference.len() - quote.len());
        for (index, (start, _)) in written.match_indices(reference).enumerate() {
            let is_opening = index % 2 == 0;
            let (before, after) = if is_opening { (&*spaces, "") } else { ("", &*spaces) };
            let end = start + reference.len();
            plain.replace_range(start..end, &format!("{before}{quote}{after}"));
        }
    }
    plain.into()
}

#[cfg(test)]
mod tests {
    use super::refresh_url;

    #[test]
    fn urls_in_values_are_found() {
        for (content, expected) in [
            ("0; url=/a/", Some("/a/")),
            (" 5 ;URL = '/a/' x", Some("/a/")),
            ("0,/a/ ", Some("/a/")),
            ("0 /a/", Some("/a/")),
            ("1.5;url=\"/a/\"", Some("/a/")),
            ("0;urls/", Some("urls/")),
            ("30", None),
            ("0;", None),
            ("/a/", None),
            ("width=device-width", None),
        ] {
            assert_eq!(refresh_url(content).map(|range| &content[range]), expected, "{content}");
        }
    }

    #[test]
    fn urls_in_presentation_attributes_are_those_of_styles() {
        for (value, expected) in [
            ("url(/x.svg#p)", &[("/x.svg#p", "/x.svg#p")][..]),
            ("url( '/x.svg' ) none", &[("/x.svg", "/x.svg")]),
            ("url(&quot;/x.svg&quot;)", &[("/x.svg", "/x.svg")]),
            ("url(&#x27;/x y.svg&#x27;)", &[("/x y.svg", "/x y.svg")]),
            ("URL(/a) url(/b?c&amp;d)", &[("/a", "/a"), ("/b?c&d", "/b?c&amp;d")]),
            ("url(#p) url(/x)", &[("/x", "/x")]),
            ("src('/a')", &[("/a", "/a")]),
            ("image-set('/a' 1x, url(/b) 2x), auto", &[("/a", "/a"), ("/b", "/b")]),
            ("url(/a\\).svg)", &[("/a).svg", "/a\\).svg")]),
            ("url(#p)", &[]),
            ("url()", &[]),
            ("url(/a", &[]),
            ("red", &[]),
        ] {
            let html = format!("<path mask=\"{value}\"/>");
            let output = crate::syntax::html::read(&html);
            let urls: Vec<_> =
                output.addresses.iter().map(|it| (&*it.text, &html[it.range.clone()])).collect();
            assert_eq!(urls, expected, "{value}");
        }
    }
}
