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

#[cfg(test)]
mod tests {
    use super::text;

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
