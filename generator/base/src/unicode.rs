//! Unicode Normalization Form C (NFC). All names and links are compared and published in this form.

use std::borrow::Cow;

use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc, is_nfc_quick};

/// Returns the text in NFC. Letters and their accents are composed: `e` and U+0301 become `é`.
pub fn nfc(text: &str) -> Cow<'_, str> {
    if text.is_ascii() || is_nfc(text) {
        Cow::Borrowed(text)
    } else {
        Cow::Owned(text.nfc().collect())
    }
}

/// Returns the text in NFC, without a copy if it is in NFC already.
pub fn into_nfc(text: String) -> String {
    match nfc(&text) {
        Cow::Borrowed(_) => text,
        Cow::Owned(text) => text,
    }
}

/// Returns whether a character has neither a width nor an effect on the spelling: a soft hyphen, a
/// mark of direction, a word joiner, a byte order mark, or a variation selector. The joiners of Persian
/// and Indic scripts have an effect, and the space without a width separates words.
pub fn is_invisible(character: char) -> bool {
    matches!(character,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{180b}'..='\u{180f}' | '\u{200e}' | '\u{200f}'
        | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}'
        | '\u{e0000}'..='\u{e0fff}')
}

/// Returns whether a text may not be in NFC. Looks at each character alone, which is fast.
pub fn may_have_decomposed(text: &str) -> bool {
    // All characters below U+0300 are in NFC. The first byte of the others is at least 0xCC.
    let is_first = |byte: u8| byte >= 0xCC;
    !text.is_ascii()
        && text.as_bytes().chunks(CHUNK).enumerate().any(|(number, chunk)| {
            // Without an early exit, the compiler compares many bytes at once.
            if !chunk.iter().fold(false, |found, byte| found | is_first(*byte)) {
                return false;
            }
            let first_bytes = chunk.iter().enumerate().filter(|(_, byte)| is_first(**byte));
            first_bytes
                .filter_map(|(index, _)| text[number * CHUNK + index..].chars().next())
                .any(|it| is_nfc_quick(std::iter::once(it)) != IsNormalized::Yes)
        })
}

/// Bytes that are examined together.
const CHUNK: usize = 128;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_that_nfc_changes_may_be_decomposed() {
        for text in ["", "plain", "caf\u{e9} \u{2019}", "日本", "\u{2cf}"] {
            assert!(!may_have_decomposed(text), "{text}");
            assert!(matches!(nfc(text), Cow::Borrowed(_)), "{text}");
        }
        for text in ["e\u{301}", "a \u{212b}", "\u{1112}\u{1161}"] {
            for start in [0, CHUNK - 1, 3 * CHUNK] {
                let text = "a".repeat(start) + text;
                assert!(may_have_decomposed(&text), "{text}");
                assert!(matches!(nfc(&text), Cow::Owned(_)), "{text}");
            }
        }
    }
}
