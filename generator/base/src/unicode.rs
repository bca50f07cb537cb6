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
    let is_maybe = |character: char| {
        !character.is_ascii() && is_nfc_quick(std::iter::once(character)) != IsNormalized::Yes
    };
    !text.is_ascii() && text.chars().any(is_maybe)
}
