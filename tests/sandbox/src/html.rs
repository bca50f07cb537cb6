//! Escapes text for HTML and SVG, and serves placeholder images.

use axum::http::header;
use axum::response::{IntoResponse, Response};

/// Escapes text for HTML and SVG, including attribute values. Opening braces are escaped too, so
/// that no text is read as a template placeholder.
pub(crate) fn escape(raw: &str) -> String {
    raw.chars().fold(String::with_capacity(raw.len()), |mut safe, c| {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            '{' => safe.push_str("&#123;"),
            _ => safe.push(c),
        }
        safe
    })
}

/// Returns a placeholder image that shows the name of its subject.
pub(crate) fn placeholder(name: &str) -> Response {
    let name = escape(name);
    svg(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 320 180\" role=\"img\"><title>{name}</title>\
         <rect width=\"320\" height=\"180\" rx=\"12\" fill=\"#1d2440\"/><text x=\"160\" y=\"98\" fill=\"#f4c56a\" \
         font-family=\"sans-serif\" font-size=\"22\" text-anchor=\"middle\">{name}</text></svg>"
    ))
}

/// Returns a response with an SVG image. Its content security policy prevents scripts, even when
/// the image is opened as a document.
pub(crate) fn svg(drawing: String) -> Response {
    let headers = [
        (header::CONTENT_TYPE, "image/svg+xml"),
        (header::CONTENT_SECURITY_POLICY, "default-src 'none'; style-src 'unsafe-inline'"),
        (header::CACHE_CONTROL, "public, max-age=3600"),
    ];
    (headers, drawing).into_response()
}

#[cfg(test)]
mod tests {
    #[test]
    fn special_characters_are_escaped() {
        assert_eq!(
            super::escape("<a href='{x'>\"&\""),
            "&lt;a href=&#39;&#123;x&#39;&gt;&quot;&amp;&quot;"
        );
    }
}
