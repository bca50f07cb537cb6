//! Extracts the visible text of HTML.

use std::borrow::Cow;

use html5gum::emitters::callback::{CallbackEmitter, CallbackEvent};
use html5gum::{Span, Tokenizer};

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
    use super::{alternative, text};

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
