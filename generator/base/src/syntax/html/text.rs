//! Extracts the visible text of HTML.

use std::borrow::Cow;

use html5gum::emitters::callback::{CallbackEmitter, CallbackEvent};
use html5gum::{Span, Tokenizer};

use super::phrasing::is_block;

/// Returns a piece of HTML without its tags and comments, and with its character references
/// resolved.
pub fn text(html: &str) -> Cow<'_, str> {
    if !html.contains(['<', '&']) {
        return Cow::Borrowed(html);
    }
    let mut text = String::new();
    let emitter = CallbackEmitter::new(|event: CallbackEvent<'_>, _: Span<usize>| {
        if let CallbackEvent::String { value } = event {
            text.push_str(&String::from_utf8_lossy(value));
        }
        None::<()>
    });
    for token in Tokenizer::new_with_emitter(html, emitter) {
        let Ok(()) = token;
    }
    Cow::Owned(text)
}

/// The element whose content is left out while it is open.
#[derive(Default)]
pub(super) struct Skipped {
    /// The name of the element, and how many elements of this name are open.
    open: Option<(Vec<u8>, usize)>,
    /// Whether the current start tag opens one of them.
    is_own_tag: bool,
}

impl Skipped {
    /// Leaves out the element that the current start tag opens.
    pub(super) fn start(&mut self, name: &[u8]) {
        self.open = Some((name.to_vec(), 1));
        self.is_own_tag = true;
    }

    /// Processes an event, and returns whether it belongs to the element.
    pub(super) fn has(&mut self, event: &CallbackEvent<'_>) -> bool {
        let Some((skipped, depth)) = &mut self.open else { return false };
        match event {
            CallbackEvent::OpenStartTag { name } => {
                self.is_own_tag = skipped == name;
                *depth += usize::from(self.is_own_tag);
            }
            // Only elements of SVG can end with their start tag. For those of HTML, the slash has no meaning.
            CallbackEvent::CloseStartTag { self_closing: true } => {
                *depth -= usize::from(self.is_own_tag && skipped == b"svg");
            }
            CallbackEvent::EndTag { name } => *depth -= usize::from(skipped == name),
            _ => {}
        }
        if *depth == 0 {
            self.open = None;
        }
        true
    }
}

/// Elements whose content readers do not see as text.
const HIDDEN: [&[u8]; 5] = [b"script", b"style", b"template", b"noscript", b"svg"];

/// Returns a piece of HTML as a line of text: with the alternative texts of its pictures, and with spaces in place of the tags that end a line.
pub fn readable(html: &str) -> Cow<'_, str> {
    if !html.contains(['<', '&']) {
        return Cow::Borrowed(html);
    }

    let mut text = String::new();
    let mut hidden = Skipped::default();
    // Whether the open tag is that of a picture, and whether its open attribute is the alternative text.
    let (mut is_picture, mut is_alternative) = (false, false);
    let mut emitter = CallbackEmitter::new(|event: CallbackEvent<'_>, _: Span<()>| {
        match event {
            _ if hidden.has(&event) => {}
            CallbackEvent::OpenStartTag { name } | CallbackEvent::EndTag { name } => {
                if ends_line(name) {
                    text.push(' ');
                }
                is_picture = name == b"img";
                if HIDDEN.contains(&name) && matches!(event, CallbackEvent::OpenStartTag { .. }) {
                    hidden.start(name);
                }
            }
            CallbackEvent::AttributeName { name } => is_alternative = is_picture && name == b"alt",
            CallbackEvent::AttributeValue { value } if is_alternative => {
                text.push_str(&String::from_utf8_lossy(value));
            }
            CallbackEvent::String { value } => text.push_str(&String::from_utf8_lossy(value)),
            _ => {}
        }
        None::<()>
    });

    emitter.naively_switch_states(true);
    for token in Tokenizer::new_with_emitter(html, emitter) {
        let Ok(()) = token;
    }
    Cow::Owned(text)
}

/// Returns whether a piece of HTML consists of tags and comments, one of which ends a line.
pub fn is_line_end(html: &str) -> bool {
    let line = readable(html);
    !line.is_empty() && line.bytes().all(|it| it == b' ')
}

/// Returns whether the text before and after a tag is not in the same line.
fn ends_line(name: &[u8]) -> bool {
    name == b"br" || std::str::from_utf8(name).is_ok_and(is_block)
}

/// Returns the texts that name elements without visible text: the values of `alt` and `aria-label`.
pub fn alternative(html: &str) -> String {
    if !html.contains("alt") && !html.contains("aria-label") {
        return String::new();
    }

    let mut texts: Vec<String> = Vec::new();
    let mut is_alternative = false;
    let emitter = CallbackEmitter::new(|event: CallbackEvent<'_>, _: Span<usize>| {
        match event {
            CallbackEvent::AttributeName { name } => {
                is_alternative = matches!(name, b"alt" | b"aria-label");
            }
            CallbackEvent::AttributeValue { value } if is_alternative => {
                texts.push(String::from_utf8_lossy(value).into_owned());
            }
            _ => {}
        }
        None::<()>
    });

    for token in Tokenizer::new_with_emitter(html, emitter) {
        let Ok(()) = token;
    }

    texts.retain(|text| !text.is_empty());
    texts.join(" ")
}

#[cfg(test)]
mod tests {
    use super::{alternative, is_line_end, readable, text};

    #[test]
    fn a_line_of_text_has_the_texts_that_readers_see() {
        for (html, expected) in [
            ("a &amp; <b>b</b>", "a & b"),
            ("a<br>b<wbr>c", "a bc"),
            ("<DIV>a</DIV>b", " a b"),
            ("a<script>if (a < b) {}</script><svg><title>t</title></svg>b<!-- c -->", "ab"),
            ("a<svg/>b<svg viewBox=\"0 0 1 1\" />c", "abc"),
            ("a<svg><svg>x</svg>y</svg>b<svg><svg/>x</svg>c", "abc"),
            ("a<template><template>x</template>y</template>b", "ab"),
            ("a<script/>x</script>b", "ab"),
            ("<img title=\"t\" alt=\"x &amp; y\"><a alt=\"z\">b</a>", "x & yb"),
        ] {
            assert_eq!(readable(html), expected);
        }
        assert_eq!(
            ["<br>", "</p><p>", "<b>", "<img alt=\"x\">", ""].map(is_line_end),
            [true, true, false, false, false]
        );
    }

    #[test]
    fn pictures_and_icons_have_alternative_texts() {
        for (html, expected) in [
            ("<img src=\"a\" alt=\"Map &amp; key\">", "Map & key"),
            ("<i aria-label='Star'></i><img alt=x><img alt=\"\">", "Star x"),
            ("<b title=\"alt\">alt</b>", ""),
        ] {
            assert_eq!(alternative(html), expected);
        }
    }

    #[test]
    fn tags_are_removed_and_references_resolved() {
        for (html, expected) in [
            ("a", "a"),
            ("<b>New</b> &amp; <kbd title=\"x > y\">Ctrl</kbd>", "New & Ctrl"),
            ("<!-- a -->b<br>c", "bc"),
            ("/a/?b&amp;c", "/a/?b&c"),
        ] {
            assert_eq!(text(html), expected);
        }
    }
}
