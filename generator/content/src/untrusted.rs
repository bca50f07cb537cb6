//! Markdown of texts that nobody vouches for, such as data from elsewhere: HTML in it is shown as it is written, and a link that
//! would do something else than lead somewhere is words.

use std::ops::Range;

use pulldown_cmark::{Event, Tag, TagEnd};

/// Schemes of links that lead somewhere. One that counts from the page has none.
const SCHEMES: [&str; 6] = ["http", "https", "mailto", "tel", "sms", "ftp"];

/// The events of a text without those that could do harm. Ranges stay what they were.
pub fn harmless<'a>(
    events: impl Iterator<Item = (Event<'a>, Range<usize>)>,
) -> impl Iterator<Item = (Event<'a>, Range<usize>)> {
    let mut in_words = false;
    events.filter_map(move |(event, range)| {
        let event = match event {
            Event::Html(html) | Event::InlineHtml(html) => Event::Text(html),
            Event::Start(Tag::HtmlBlock) => Event::Start(Tag::Paragraph),
            Event::End(TagEnd::HtmlBlock) => Event::End(TagEnd::Paragraph),
            Event::Start(Tag::Link { ref dest_url, .. }) if !leads_somewhere(dest_url) => {
                in_words = true;
                return None;
            }
            // Links do not stand in each other.
            Event::End(TagEnd::Link) if in_words => {
                in_words = false;
                return None;
            }
            other => other,
        };
        Some((event, range))
    })
}

/// Whether an address has no scheme, or one of those that lead somewhere. Browsers overlook spaces and control characters.
fn leads_somewhere(address: &str) -> bool {
    let address: String =
        address.chars().filter(|it| !it.is_whitespace() && !it.is_control()).collect();
    let scheme = address.split(['/', '?', '#']).next().and_then(|start| start.split_once(':'));
    scheme.is_none_or(|(scheme, _)| SCHEMES.contains(&scheme.to_ascii_lowercase().as_str()))
}

#[cfg(test)]
mod tests {
    use super::leads_somewhere;

    #[test]
    fn a_link_that_does_something_leads_nowhere() {
        for address in ["/a/", "b/", "#c", "?d:e", "f/g:h", "HTTPS://e.com", "mailto:a@b", ""] {
            assert!(leads_somewhere(address), "{address}");
        }
        for address in [
            "javascript:x()",
            " JavaScript:x()",
            "java\tscript:x()",
            "\u{1}javascript:x()",
            "data:text/html,x",
            "vbscript:x",
        ] {
            assert!(!leads_somewhere(address), "{address}");
        }
    }
}
