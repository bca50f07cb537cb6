//! Text inside HTML and SVG, and the simplest of pictures.

use axum::http::header;
use axum::response::{IntoResponse, Response};

/// Text as it stands in HTML and SVG, in an attribute too; braces go as well, so that no text is taken for a place to fill.
pub(crate) fn text(raw: &str) -> String {
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

/// A picture that says what it stands for.
pub(crate) fn picture(of: &str) -> Response {
    let of = text(of);
    svg(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 320 180\" role=\"img\"><title>{of}</title>\
         <rect width=\"320\" height=\"180\" rx=\"12\" fill=\"#1d2440\"/><text x=\"160\" y=\"98\" fill=\"#f4c56a\" \
         font-family=\"sans-serif\" font-size=\"22\" text-anchor=\"middle\">{of}</text></svg>"
    ))
}

/// A drawing as it is served: it runs nothing, even when it is opened as a page.
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
    fn no_text_leaves_its_place() {
        assert_eq!(
            super::text("<a href='{x'>\"&\""),
            "&lt;a href=&#39;&#123;x&#39;&gt;&quot;&amp;&quot;"
        );
    }
}
