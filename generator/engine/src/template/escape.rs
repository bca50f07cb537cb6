//! Text for HTML and XML.

use std::borrow::Cow;

/// Text for an HTML attribute or element.
pub(crate) fn escape(text: &str) -> Cow<'_, str> {
    let mut out = String::new();
    let mut from = 0;
    for (at, byte) in text.bytes().enumerate() {
        let written = match byte {
            b'&' => "&amp;",
            b'<' => "&lt;",
            b'>' => "&gt;",
            b'"' => "&quot;",
            b'\'' => "&#39;",
            _ => continue,
        };
        out.push_str(&text[from..at]);
        out.push_str(written);
        from = at + 1;
    }
    // Most texts have nothing of it.
    if from == 0 {
        return Cow::Borrowed(text);
    }
    out.push_str(&text[from..]);
    Cow::Owned(out)
}
