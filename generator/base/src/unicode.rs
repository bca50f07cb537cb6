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

/// Returns whether a text may not be in NFC. Looks at each character alone, which is fast.
pub fn may_have_decomposed(text: &str) -> bool {
    // All characters below U+0300 are in NFC. The first byte of the others is at least 0xCC.
    let first_bytes = text.bytes().enumerate().filter(|(_, byte)| *byte >= 0xCC);
    let mut characters = first_bytes.filter_map(|(index, _)| text[index..].chars().next());
    characters.any(|it| is_nfc_quick(std::iter::once(it)) != IsNormalized::Yes)
}

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
            assert!(may_have_decomposed(text), "{text}");
            assert!(matches!(nfc(text), Cow::Owned(_)), "{text}");
        }
    }
}
