//! Leaves HTML comments out of a text: they are remarks of the writer, and texts that other pages,
//! feeds and data show have no use for them.

use std::ops::Range;

use pulldown_cmark::{Event, Tag, TagEnd};

use crate::config::tables::markdown::MarkdownOptions;
use crate::markdown::extensions::RangedEvent;
use crate::markdown::extensions::parser;
use croupier_base::edits::edited;

/// Elements whose content is no HTML, so that it has no comments.
const RAW_TEXT: [&str; 5] = ["script", "style", "textarea", "title", "xmp"];

/// Returns the events without comments. A block that contains nothing else is left out.
pub(super) fn without_comments<'a>(
    events: impl Iterator<Item = RangedEvent<'a>>,
) -> impl Iterator<Item = RangedEvent<'a>> {
    let mut scanner = Scanner::default();
    // The start of a block of which nothing was written yet.
    let mut block: Option<RangedEvent<'a>> = None;

    events.flat_map(move |(event, range)| {
        let event = match event {
            Event::Start(Tag::HtmlBlock) => {
                scanner = Scanner::default();
                block = Some((event, range));
                None
            }
            Event::End(TagEnd::HtmlBlock) if block.take().is_some() => None,
            Event::InlineHtml(html) => {
                let comments = Scanner::default().comments(&html);
                let rest = without_ranges(&html, &comments);
                (comments.is_empty() || !rest.is_empty())
                    .then(|| (Event::InlineHtml(rest.into()), range))
            }
            Event::Html(html) => {
                let comments = scanner.comments(&html);
                let rest = without_ranges(&html, &comments);
                (comments.is_empty() || !rest.trim().is_empty())
                    .then(|| (Event::Html(rest.into()), range))
            }
            other => Some((other, range)),
        };

        let start = if event.is_some() { block.take() } else { None };
        start.into_iter().chain(event)
    })
}

/// Returns the byte ranges of the comments in a Markdown text, in order.
pub fn comments(text: &str, options: MarkdownOptions) -> Vec<Range<usize>> {
    if !text.contains("<!--") {
        return Vec::new();
    }

    let mut scanner = Scanner::default();
    let mut found = Vec::new();

    for (event, range) in parser(text, options).into_offset_iter() {
        let inside = match event {
            Event::Start(Tag::HtmlBlock) => {
                scanner = Scanner::default();
                continue;
            }
            Event::Html(_) => scanner.comments(&text[range.clone()]),
            Event::InlineHtml(_) => Scanner::default().comments(&text[range.clone()]),
            _ => continue,
        };

        // The line ends remain, because the next line can begin with the marker of a quotation.
        found.extend(inside.into_iter().map(|it| {
            let start = range.start + it.start;
            start..start + text[start..range.start + it.end].trim_end_matches(['\r', '\n']).len()
        }));
    }

    found
}

/// Returns a text without the parts at these ranges.
pub fn without_ranges(text: &str, ranges: &[Range<usize>]) -> String {
    edited(text, ranges.iter().map(|range| (range.clone(), "")).collect())
}

/// Finds the comments of an HTML block, which arrives line by line.
#[derive(Default)]
struct Scanner {
    is_in_comment: bool,
    /// The element of [`RAW_TEXT`] that is open.
    raw_text: Option<&'static str>,
    /// The tag that is open, in whose values a comment is text.
    tag: Option<OpenTag>,
}

/// A tag that is not at its end.
#[derive(Default)]
struct OpenTag {
    /// The quote of the open value.
    quote: Option<u8>,
    /// The last byte that is no space.
    last: u8,
}

impl OpenTag {
    /// Returns the length of the tag in the next part of the block, with its closing bracket. `None` if the tag goes on.
    fn length(&mut self, html: &str) -> Option<usize> {
        for (index, byte) in html.bytes().enumerate() {
            match self.quote {
                Some(quote) if byte == quote => self.quote = None,
                None if byte == b'>' => return Some(index + 1),
                // Elsewhere, a quote is part of a value without quotes.
                None if matches!(byte, b'"' | b'\'') && self.last == b'=' => {
                    self.quote = Some(byte);
                }
                _ => {}
            }
            if !byte.is_ascii_whitespace() {
                self.last = byte;
            }
        }
        None
    }
}

impl Scanner {
    /// Returns the byte ranges of the comments in the next part of the block.
    fn comments(&mut self, html: &str) -> Vec<Range<usize>> {
        let mut found = Vec::new();
        let mut position = 0;

        if self.is_in_comment {
            let end = html.find("-->").map(|end| end + "-->".len());
            self.is_in_comment = end.is_none();
            position = end.unwrap_or(html.len());
            found.push(0..position);
        }
        position += self.skip_tag(&html[position..]);

        while let Some(start) = html[position..].find('<').map(|length| position + length) {
            let tag = &html[start..];
            position = start + 1;
            if let Some(name) = self.raw_text {
                let is_end = tag.strip_prefix("</").is_some_and(|tag| has_name(tag, name));
                self.raw_text = (!is_end).then_some(name);
            } else if tag.starts_with("<!--") {
                // The hyphens that begin a comment can also end it.
                let end = tag[2..].find("-->").map(|end| start + 2 + end + "-->".len());
                self.is_in_comment = end.is_none();
                position = end.unwrap_or(html.len());
                found.push(start..position);
            } else {
                self.raw_text = RAW_TEXT.into_iter().find(|name| has_name(&tag[1..], name));
                if tag[1..].starts_with(|it: char| it.is_ascii_alphabetic()) {
                    self.tag = Some(OpenTag::default());
                    position += self.skip_tag(&html[position..]);
                }
            }
        }
        found
    }

    /// Returns the length of the rest of the open tag.
    fn skip_tag(&mut self, html: &str) -> usize {
        let Some(tag) = &mut self.tag else { return 0 };
        let Some(length) = tag.length(html) else { return html.len() };
        self.tag = None;
        length
    }
}

/// Whether a tag without its first characters begins with a name.
fn has_name(tag: &str, name: &str) -> bool {
    let start = tag.get(..name.len());
    start.is_some_and(|start| start.eq_ignore_ascii_case(name))
        && !tag[name.len()..].starts_with(|it: char| it.is_ascii_alphanumeric())
}

#[cfg(test)]
mod tests {
    use super::{comments, without_ranges};
    use crate::config::tables::markdown::MarkdownOptions;

    #[test]
    fn comments_are_found_outside_of_code() {
        for (text, expected) in [
            ("a <!-- b --> c", "a  c"),
            ("<!-- a\n\nb --> c", "\n\n c"),
            ("- a\n  <!-- b\n  c -->\n- d", "- a\n  \n  \n- d"),
            ("> <!-- a\n> b -->\n> c", "> \n> \n> c"),
            ("<div>\n<!-- a --> b <!-- c\nd -->\n</div>", "<div>\n b \n\n</div>"),
            ("`<!-- a -->` \\<!-- b -->", "`<!-- a -->` \\<!-- b -->"),
            ("```\n<!-- a -->\n```", "```\n<!-- a -->\n```"),
            ("<script>\n\"<!-- a -->\"\n</script>", "<script>\n\"<!-- a -->\"\n</script>"),
            ("<!--> a <!-- more? -->", " a "),
            ("<b title=\"<!-- a -->\">c</b> <!-- d -->", "<b title=\"<!-- a -->\">c</b> "),
            ("<img alt='\"<!-- a -->'> b<!-- c -->", "<img alt='\"<!-- a -->'> b"),
            ("<p title=it's><!-- a --></p>", "<p title=it's></p>"),
            (
                "<div\n title = \"\n<!-- a -->\n\">\n<!-- b -->\n</div>",
                "<div\n title = \"\n<!-- a -->\n\">\n\n</div>",
            ),
        ] {
            let found = comments(text, MarkdownOptions::default());
            assert_eq!(without_ranges(text, &found), expected, "{text:?}");
        }
    }
}
