//! Sanitizes Markdown from untrusted sources, such as API data. Raw HTML is shown as text, and
//! links with unsafe schemes become plain text.

use std::ops::Range;

use pulldown_cmark::{Event, Tag, TagEnd};

/// Schemes of safe links. Relative links have no scheme.
const SAFE_SCHEMES: [&str; 6] = ["http", "https", "mailto", "tel", "sms", "ftp"];

/// Returns the events without raw HTML and unsafe links. Byte ranges do not change.
pub(super) fn sanitized<'a>(
    events: impl Iterator<Item = (Event<'a>, Range<usize>)>,
) -> impl Iterator<Item = (Event<'a>, Range<usize>)> {
    let mut in_unsafe_link = false;
    events.filter_map(move |(event, range)| {
        let event = match event {
            Event::Html(html) | Event::InlineHtml(html) => Event::Text(html),
            Event::Start(Tag::HtmlBlock) => Event::Start(Tag::Paragraph),
            Event::End(TagEnd::HtmlBlock) => Event::End(TagEnd::Paragraph),
            Event::Start(Tag::Link { ref dest_url, .. }) if !is_safe(dest_url) => {
                in_unsafe_link = true;
                return None;
            }
            // Links cannot be nested.
            Event::End(TagEnd::Link) if in_unsafe_link => {
                in_unsafe_link = false;
                return None;
            }
            other => other,
        };

        Some((event, range))
    })
}

/// Returns whether a URL has no scheme or a safe one. Whitespace and control characters are ignored
/// because browsers ignore them.
fn is_safe(url: &str) -> bool {
    let url: String = url.chars().filter(|it| !it.is_whitespace() && !it.is_control()).collect();
    let scheme = url.split(['/', '?', '#']).next().and_then(|start| start.split_once(':'));
    scheme.is_none_or(|(scheme, _)| SAFE_SCHEMES.contains(&scheme.to_ascii_lowercase().as_str()))
}

#[cfg(test)]
mod tests {
    use super::is_safe;

    #[test]
    fn links_with_other_schemes_are_unsafe() {
        for url in ["/a/", "b/", "#c", "?d:e", "f/g:h", "HTTPS://e.com", "mailto:a@b", ""] {
            assert!(is_safe(url), "{url}");
        }
        for url in [
            "javascript:x()",
            " JavaScript:x()",
            "java\tscript:x()",
            "\u{1}javascript:x()",
            "data:text/html,x",
            "vbscript:x",
        ] {
            assert!(!is_safe(url), "{url}");
        }
    }
}
