//! Data extracted from HTML: ids, URLs and images without alternative text. Also parses single
//! tags.

use std::borrow::Cow;
use std::ops::Range;

use html5gum::emitters::callback::{CallbackEmitter, CallbackEvent};
use html5gum::{Span, Tokenizer};
use serde::{Deserialize, Serialize};

use crate::syntax::html::attributes::Reader;

/// The purpose of a URL, which decides the directive of the content security policy that applies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Use {
    /// A link that users follow.
    Link,
    /// An image.
    Image,
    /// A script.
    Script,
    /// A style sheet.
    Style,
    /// Audio or video.
    Media,
    /// A document in a frame.
    Frame,
    /// The action of a form.
    Form,
    /// Any other resource that browsers fetch.
    Other,
    /// Not a URL: the value of a `style` attribute.
    StyleAttribute,
    /// Not a URL: the value of an `on...` attribute.
    EventHandler,
    /// Not a URL: the text of an inline script.
    InlineScript,
    /// The URL of an image without `alt`, in addition to its `Image` entry.
    MissingAlt,
    /// Not a URL: the text of an inline style sheet.
    InlineStyleSheet,
    /// Not a URL: an id that several elements have.
    DuplicateId,
    /// Not a URL: the attribute before a name with a quotation mark, as in `title=`. Its value ended too early.
    QuoteInName,
}

impl Use {
    /// Whether the entry is a URL and not a repetition of one.
    pub fn is_url(self) -> bool {
        !matches!(
            self,
            Use::StyleAttribute
                | Use::EventHandler
                | Use::InlineScript
                | Use::MissingAlt
                | Use::InlineStyleSheet
                | Use::DuplicateId
                | Use::QuoteInName
        )
    }
}

/// A URL in HTML, or one of the other texts that [`Use`] lists.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HtmlUrl<'a> {
    /// The text, with character references resolved.
    pub text: Cow<'a, str>,
    /// The purpose.
    pub usage: Use,
    /// Byte range in the HTML.
    pub range: Range<usize>,
}

/// A name that links can target.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HtmlId<'a> {
    /// The name, with character references resolved.
    pub text: Cow<'a, str>,
    /// Byte range in the HTML, without quotes.
    pub range: Range<usize>,
}

/// The data extracted from a piece of HTML.
#[derive(Debug, Default)]
pub struct Html<'a> {
    /// Values of `id`, in order.
    pub ids: Vec<HtmlId<'a>>,
    /// Values of `name` of `a` elements, in order. Links find them like ids.
    pub anchor_names: Vec<HtmlId<'a>>,
    /// URLs and other texts, in order.
    pub addresses: Vec<HtmlUrl<'a>>,
    /// Byte ranges of the tags of images without an `alt` attribute.
    pub unnamed: Vec<Range<usize>>,
}

/// Parses the tag at the start of `html`, which is at the byte `offset` of the document. Returns
/// the length of the tag.
pub(super) fn parse_tag<'a>(html: &'a str, offset: usize, output: &mut Html<'a>) -> usize {
    let ids = output.ids.len();
    let anchor_names = output.anchor_names.len();
    let addresses = output.addresses.len();
    let unnamed = output.unnamed.len();
    if let Some(length) = parse_simple(html, offset, output) {
        return length;
    }
    // Discard what the failed attempt extracted.
    output.ids.truncate(ids);
    output.anchor_names.truncate(anchor_names);
    output.addresses.truncate(addresses);
    output.unnamed.truncate(unnamed);
    parse_with_tokenizer(html, offset, output)
}

/// Parses a tag whose attributes each have one space before them, a value in double quotes and no
/// character references. Most tags have this form. Returns `None` for all others, which need the
/// tokenizer.
fn parse_simple<'a>(html: &'a str, offset: usize, output: &mut Html<'a>) -> Option<usize> {
    let bytes = html.as_bytes();

    let name_end = |start: usize| {
        let is_name = |byte: &&u8| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-');
        start + bytes[start..].iter().take_while(is_name).count()
    };

    let mut position = name_end(1);
    let mut reader = Reader::new(html, offset, output);
    reader.open(&bytes[1..position]);

    while bytes.get(position) == Some(&b' ') {
        let start = position + 1;
        let end = name_end(start);
        if end == start || !bytes[end..].starts_with(b"=\"") {
            return None;
        }

        // A character reference or an escaped byte needs the tokenizer.
        let value = end + 2;
        let length =
            bytes[value..].iter().position(|byte| matches!(byte, b'"' | b'&' | b'\r' | 0))?;
        position = value + length;
        if bytes[position] != b'"' {
            return None;
        }

        reader.attribute(&bytes[start..end]);
        if length > 0 && reader.needs_value() {
            reader.value(Cow::Borrowed(&html[value..position]), value..position);
        }
        position += 1;
    }

    if bytes.get(position) != Some(&b'>') {
        return None;
    }

    reader.close(position + 1);
    Some(position + 1)
}

/// Parses any tag with the tokenizer.
fn parse_with_tokenizer<'a>(html: &'a str, offset: usize, output: &mut Html<'a>) -> usize {
    let mut reader = Reader::new(html, offset, output);
    let mut length = html.len();
    let emitter = CallbackEmitter::new(|event: CallbackEvent<'_>, span: Span<usize>| {
        let is_end = matches!(event, CallbackEvent::CloseStartTag { .. });
        if is_end {
            length = span.end;
        }
        reader.event(&event, span.start..span.end);
        is_end.then_some(())
    });
    let (Some(Ok(())) | None) = Tokenizer::new_with_emitter(html, emitter).next();
    length
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_parsers_agree() {
        for html in [
            "<a href=\"/x\" id=\"b\">",
            "<a id=\"b\" name=\"c\">",
            "<img src=\"/x\" alt=\"\">",
            "<meta content=\"a > b\" id=\"c\">",
            "<img alt=\"a\" srcset=\"/x 1x, /y\">",
            "<meta content=\"0; url=/x\" http-equiv=\"refresh\">",
            "<path fill=\"url(/x.svg#p)\" mask=\"url(#m)\">",
            "<q cite=\"/x\">",
        ] {
            let (mut first, mut second) = (Html::default(), Html::default());
            assert_eq!(
                parse_simple(html, 7, &mut first),
                Some(parse_with_tokenizer(html, 7, &mut second)),
                "{html}"
            );
            assert_eq!(
                (first.ids, first.anchor_names, first.addresses, first.unnamed),
                (second.ids, second.anchor_names, second.addresses, second.unnamed)
            );
        }

        for html in [
            "<a href=/x>",
            "<a  href=\"/x\">",
            "<a href=\"/x?a&amp;b\">",
            "<a hidden>",
            "<a href=\"x",
            "<a ",
        ] {
            assert!(parse_simple(html, 0, &mut Html::default()).is_none(), "{html}");
        }
    }
}
