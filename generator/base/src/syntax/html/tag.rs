//! One tag, read by the tokenizer or, where it is written plainly, without it.

use std::borrow::Cow;

use html5gum::emitters::callback::{CallbackEmitter, CallbackEvent};
use html5gum::{Span, Tokenizer};

use crate::syntax::html::attributes::Reader;
use crate::syntax::html::found::Html;

/// Reads the tag that `html` begins with, which stands at the byte `at`, and returns its length.
pub(super) fn tag<'a>(html: &'a str, at: usize, found: &mut Html<'a>) -> usize {
    let before = (found.ids.len(), found.addresses.len(), found.unnamed.len());
    if let Some(length) = plain(html, at, found) {
        return length;
    }
    found.ids.truncate(before.0);
    found.addresses.truncate(before.1);
    found.unnamed.truncate(before.2);
    tokenized(html, at, found)
}

/// The same, where each attribute stands in double quotes after one space and has no character reference. Most tags are
/// written so, and can be read in one way only; the tokenizer reads all others.
fn plain<'a>(html: &'a str, offset: usize, found: &mut Html<'a>) -> Option<usize> {
    let bytes = html.as_bytes();
    let run = |from: usize| {
        from + bytes[from..]
            .iter()
            .take_while(|it| matches!(it, b'a'..=b'z' | b'0'..=b'9' | b'-'))
            .count()
    };
    let mut at = run(1);
    let mut reader = Reader::new(html, offset, found);
    reader.open(&bytes[1..at]);
    while bytes.get(at) == Some(&b' ') {
        let start = at + 1;
        let end = run(start);
        if end == start || !bytes[end..].starts_with(b"=\"") {
            return None;
        }
        let value = end + 2;
        let length = bytes[value..].iter().position(|it| matches!(it, b'"' | b'&' | b'\r' | 0))?;
        at = value + length;
        if bytes[at] != b'"' {
            return None;
        }
        reader.attribute(&bytes[start..end]);
        if length > 0 && reader.is_wanted() {
            reader.value(Cow::Borrowed(&html[value..at]), value..at);
        }
        at += 1;
    }
    if bytes.get(at) != Some(&b'>') {
        return None;
    }
    reader.close(at + 1);
    Some(at + 1)
}

/// The same, however the tag is written.
fn tokenized<'a>(html: &'a str, offset: usize, found: &mut Html<'a>) -> usize {
    let mut reader = Reader::new(html, offset, found);
    let mut length = html.len();
    let emitter = CallbackEmitter::new(|event: CallbackEvent<'_>, span: Span<usize>| {
        let is_over = matches!(event, CallbackEvent::CloseStartTag { .. });
        if is_over {
            length = span.end;
        }
        reader.event(&event, span.start..span.end);
        is_over.then_some(())
    });
    let (Some(Ok(())) | None) = Tokenizer::new_with_emitter(html, emitter).next();
    length
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tag_is_read_alike_however_it_is_written() {
        for html in [
            "<a href=\"/x\" id=\"b\">",
            "<img src=\"/x\" alt=\"\">",
            "<meta content=\"a > b\" id=\"c\">",
            "<img alt=\"a\" srcset=\"/x 1x, /y\">",
        ] {
            let (mut first, mut second) = (Html::default(), Html::default());
            assert_eq!(plain(html, 7, &mut first), Some(tokenized(html, 7, &mut second)), "{html}");
            assert_eq!(
                (first.ids, first.addresses, first.unnamed),
                (second.ids, second.addresses, second.unnamed)
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
            assert!(plain(html, 0, &mut Html::default()).is_none(), "{html}");
        }
    }
}
