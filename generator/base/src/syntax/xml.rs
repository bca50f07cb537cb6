//! The characters that XML 1.0 allows.

use std::borrow::Cow;

/// Returns a text without the characters that XML forbids, and without DEL and C1 controls, which XML discourages. References such as
/// `&#1;` stay.
pub fn allowed(text: &str) -> Cow<'_, str> {
    if text.chars().all(is_allowed) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.chars().filter(|it| is_allowed(*it)).collect())
}

fn is_allowed(character: char) -> bool {
    match character {
        '\t' | '\n' | '\r' => true,
        '\u{fffe}' | '\u{ffff}' => false,
        other => !other.is_control(),
    }
}

#[cfg(test)]
mod tests {
    use super::allowed;

    #[test]
    fn forbidden_characters_are_left_out() {
        for (text, expected) in [
            ("a\tb\r\nc\u{fffd}\u{10000}", "a\tb\r\nc\u{fffd}\u{10000}"),
            ("a\u{0}\u{8}\u{b}\u{c}\u{1b}\u{7f}\u{85}b", "ab"),
            ("a\u{fffe}b\u{ffff}", "ab"),
        ] {
            assert_eq!(allowed(text), expected);
        }
    }
}
