//! Scans HTML for ids, URLs, inline code and images without alternative text.

mod attributes;
mod extracted;
mod ids;
mod lines;
mod phrasing;
mod regions;
mod searchable;
mod text;

use std::borrow::Cow;
use std::ops::Range;

use memchr::{memchr, memmem};

use self::extracted::parse_tag;

pub use self::extracted::{Html, HtmlId, HtmlUrl, Use};
pub use self::ids::without_ids;
pub use self::lines::text_lines;
pub use self::phrasing::{InLine, in_line};
pub use self::regions::{REGION, Regions, regions};
pub use self::searchable::searchable;
pub use self::text::{alternative, is_line_end, readable, text};

/// Elements whose content is raw text up to their end tag.
const RAW_TEXT_ELEMENTS: [&str; 8] =
    ["script", "style", "title", "textarea", "iframe", "noembed", "noframes", "xmp"];

/// Extracts the data of a piece of HTML. Outside tags, only the ends of comments and raw text
/// matter. Simple tags are parsed directly, and all others by the tokenizer.
pub fn read(html: &str) -> Html<'_> {
    read_around(html, 0..0)
}

/// Extracts the data of a piece of HTML without the elements in `skipped`, a byte range of it.
pub fn read_around(html: &str, skipped: Range<usize>) -> Html<'_> {
    let mut output = Html::default();
    let mut position = 0;

    while let Some(length) = text_length(&html.as_bytes()[position..]) {
        let start = position + length;
        if skipped.contains(&start) {
            position = skipped.end;
            continue;
        }
        if let Some(length) = empty_tag_length(&html.as_bytes()[start..]) {
            position = start + length;
            continue;
        }

        let rest = &html[start..];
        position = match rest.as_bytes().get(1) {
            Some(b'!') if rest.starts_with("<!--") => start + 2 + comment_length(&rest[2..]),
            Some(b'!' | b'/' | b'?') => {
                memchr(b'>', rest.as_bytes()).map_or(html.len(), |length| start + length + 1)
            }
            Some(byte) if byte.is_ascii_alphabetic() => {
                let ends_name =
                    |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b'/' | b'>');
                let name_length = rest.as_bytes()[1..].iter().position(ends_name);
                let name = name_length.map_or("", |length| &rest[1..=length]);
                let end = start + parse_tag(rest, start, &mut output);
                let is_raw_text =
                    RAW_TEXT_ELEMENTS.iter().any(|raw| raw.eq_ignore_ascii_case(name));
                let next =
                    if is_raw_text { end + raw_text_length(&html[end..], name) } else { end };
                if name.eq_ignore_ascii_case("script") {
                    output.set_inline_script(html, end..next);
                } else if name.eq_ignore_ascii_case("style") {
                    output.add_style_sheet(html, start..end, end..next);
                }
                next
            }
            _ => start + 1,
        };
    }

    output
}

/// Returns the length of the text before the next tag. Most tags follow another one directly, or in
/// the next line.
fn text_length(html: &[u8]) -> Option<usize> {
    match html {
        [b'<', ..] => Some(0),
        [_, b'<', ..] => Some(1),
        _ => memchr(b'<', html),
    }
}

/// Returns the length of an end tag, or of a start tag without attributes whose element has no raw
/// text. Most tags are of this kind and contain no data. The search covers the next eight bytes at
/// once.
fn empty_tag_length(tag: &[u8]) -> Option<usize> {
    let next: &[u8; 8] = tag[1..].first_chunk()?;

    // The lowest marked bit belongs to the first `>`. Later bytes may be marked wrongly, and are
    // not used.
    let difference = u64::from_le_bytes(*next) ^ u64::from_ne_bytes([b'>'; 8]);
    let matches = difference.wrapping_sub(u64::from_ne_bytes([1; 8]))
        & !difference
        & u64::from_ne_bytes([0x80; 8]);
    if matches == 0 {
        return None;
    }

    let name = &next[..matches.trailing_zeros() as usize / 8];
    let is_empty = match name {
        // No element with one or two letters contains data or raw text.
        [b'/', ..] | [b'a'..=b'z'] | [b'a'..=b'z', b'a'..=b'z' | b'0'..=b'9'] => true,
        [b'a'..=b'z', rest @ ..] => {
            rest.iter().all(u8::is_ascii_lowercase)
                && name != b"img"
                && !RAW_TEXT_ELEMENTS.iter().any(|element| element.as_bytes() == name)
        }
        _ => false,
    };

    is_empty.then_some(name.len() + 2)
}

impl<'a> Html<'a> {
    /// Sets the text of the script whose tag was just parsed, and removes its entry if it has no
    /// code.
    fn set_inline_script(&mut self, html: &'a str, range: Range<usize>) {
        let is_script =
            |it: &&mut HtmlUrl<'_>| it.usage == Use::InlineScript && it.range.end == range.start;
        let Some(last) = self.addresses.last_mut().filter(is_script) else {
            return;
        };
        last.text = Cow::Borrowed(&html[range.clone()]);
        last.range = range;
        if last.text.trim().is_empty() {
            self.addresses.pop();
        }
    }

    /// Adds the text of a style sheet, unless its tag marks it as one of the runtime.
    fn add_style_sheet(&mut self, html: &'a str, tag: Range<usize>, range: Range<usize>) {
        let text = &html[range.clone()];
        if !text.trim().is_empty() && !html[tag].contains(RUNTIME_STYLE_SHEET) {
            self.addresses.push(HtmlUrl {
                text: Cow::Borrowed(text),
                usage: Use::InlineStyleSheet,
                range,
            });
        }
    }
}

/// Marks a style sheet of the runtime, which the content security policy allows by its hash.
const RUNTIME_STYLE_SHEET: &str = " data-href=\"";

/// Returns the length of a comment without its `<!`. Its first two hyphens can also be its last
/// two.
fn comment_length(comment: &str) -> usize {
    let ends_comment =
        |end: &usize| comment[..*end].ends_with("--") || comment[2..*end].ends_with("--!");
    let mut candidates = comment.match_indices('>').map(|(end, _)| end);
    candidates.find(ends_comment).map_or(comment.len(), |end| end + 1)
}

/// Returns the length of raw text before its end tag.
fn raw_text_length(text: &str, name: &str) -> usize {
    let is_end_tag = |start: &usize| {
        let end_name = text.get(start + 2..start + 2 + name.len());
        end_name.is_some_and(|end_name| end_name.eq_ignore_ascii_case(name))
    };
    memmem::find_iter(text.as_bytes(), b"</").find(is_end_tag).unwrap_or(text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn skipped_elements_are_not_read() {
        let html = "<a href=/a></a>\n<a href=/b></a>\n<a href=/c></a>";
        let skipped = html.find("\n<a href=/b").unwrap()..html.find("\n<a href=/c").unwrap();
        let urls = |output: Html<'_>| {
            let found = output.addresses.iter();
            found.map(|it| (it.text.to_string(), it.range.start)).collect::<Vec<_>>()
        };

        let without_b = vec![("/a".to_owned(), 8), ("/c".to_owned(), 40)];
        assert_eq!(urls(read_around(html, skipped.clone())), without_b);
        assert_eq!(urls(read_around(html, 0..html.len())), []);
        assert_eq!(urls(read_around(html, skipped.start..skipped.start)).len(), 3);
    }

    #[test]
    fn urls_are_found_where_browsers_find_them() {
        let html = "<!doctype html><title><a href=\"/t\"></title><link href=/s.css rel=stylesheet><link rel=canonical href=\"https://e.com/\">\
                    <p id=é\n><a\nhref='/x?a=1&amp;b=2'>é</a><!-- <a href=\"/c\"> --><code>&lt;a href=\"/y\"></code>\
                    <img src=\"/i.png\" srcset=\"/a.png 2x, /b,c.png 3x,/d.png\"><script>\"<a href='/z'>\"</script><form action=/f>";
        let output = read(html);

        let urls: Vec<_> = output
            .addresses
            .iter()
            .map(|it| (&*it.text, it.usage, &html[it.range.clone()]))
            .collect();

        assert_eq!(
            urls,
            [
                ("/s.css", Use::Style, "/s.css"),
                ("/x?a=1&b=2", Use::Link, "/x?a=1&amp;b=2"),
                ("/i.png", Use::Image, "/i.png"),
                ("/a.png", Use::Image, "/a.png"),
                ("/b,c.png", Use::Image, "/b,c.png"),
                ("/d.png", Use::Image, "/d.png"),
                ("/i.png", Use::MissingAlt, "/i.png"),
                ("\"<a href='/z'>\"", Use::InlineScript, "\"<a href='/z'>\""),
                ("/f", Use::Form, "/f"),
            ]
        );

        let ids: Vec<_> =
            output.ids.iter().map(|id| (&*id.text, &html[id.range.clone()])).collect();
        assert_eq!(ids, [("é", "é")]);

        assert_eq!(output.unnamed.len(), 1);
        assert!(html[output.unnamed[0].clone()].starts_with("<img"));
    }

    #[test]
    fn names_of_links_are_targets() {
        let html = "<a name=\"a\"></a><A NAME=b></A><map name=\"c\"></map><a name=\"\">";
        let names: Vec<_> = read(html).anchor_names.into_iter().map(|name| name.text).collect();
        assert_eq!(names, ["a", "b"]);
    }

    #[test]
    fn ends_of_tags_and_comments_are_found() {
        let html = "<a title=\"1 > 2\" href='/x'><a title=\"1 > 2\" href='/y'><IMG><!--><a href=/z><!-- x --!><STYLE><a href=/n></style ><a href=/w>";
        let output = read(html);
        let of = |usage: fn(Use) -> bool| {
            output.addresses.iter().filter(move |it| usage(it.usage)).map(|it| &*it.text)
        };
        assert_eq!(of(Use::is_url).collect::<Vec<_>>(), ["/x", "/y", "/z", "/w"]);
        assert_eq!(of(|it| it == Use::InlineStyleSheet).collect::<Vec<_>>(), ["<a href=/n>"]);
        assert!(output.addresses.iter().all(|it| html[it.range.clone()] == it.text));
        assert_eq!(output.unnamed.len(), 1);
        assert!(read("<!--!><a href=/n>--><!---!><a href=/n>-->").addresses.is_empty());
        for cut in (0..html.len()).filter(|cut| html.is_char_boundary(*cut)) {
            let addresses = read(&html[..cut]).addresses;
            assert!(addresses.iter().filter(|it| it.usage.is_url()).count() <= 4);
        }
    }

    #[test]
    fn empty_tags_are_skipped() {
        let length = |tag: &str| empty_tag_length(format!("{tag} and more").as_bytes());
        for tag in ["<p>", "<h1>", "<code>", "<thead>", "</p>", "</code>", "</p  >", "</x/\">"] {
            assert_eq!(length(tag), Some(tag.len()), "{tag}");
        }

        for tag in [
            "<",
            "<>",
            "</a-long-name>",
            "<a-long-name>",
            "<p class>",
            "<img>",
            "<xmp>",
            "<STYLE>",
            "<!-->",
            "<?x>",
            "<1>",
            "<p",
        ] {
            assert_eq!(length(tag), None, "{tag}");
        }
    }

    #[test]
    fn inline_code_is_found() {
        let output = read(
            "<script>\n</script><script> a() </script><script type=\"application/json\">{}</script><script src=/x.js></script>\
             <script TYPE='module'>b()</script><style>i {}</style><style data-href=\"/a.css\">j {}</style><style></style><p onclick=\"c()\" one=\"d\"><img src=\"/i.png\">",
        );
        let urls: Vec<_> = output.addresses.iter().map(|it| (&*it.text, it.usage)).collect();
        assert_eq!(
            urls,
            [
                (" a() ", Use::InlineScript),
                ("/x.js", Use::Script),
                ("b()", Use::InlineScript),
                ("i {}", Use::InlineStyleSheet),
                ("c()", Use::EventHandler),
                ("/i.png", Use::Image),
                ("/i.png", Use::MissingAlt),
            ]
        );
    }

    #[test]
    fn quotation_marks_in_names_are_found() {
        for (html, expected) in [
            ("<div data-a=\"{\"b\": \"c d\"}\" id=x>", Some("data-a=")),
            ("<p class=a title=\"\"Home\"\">", Some("title=")),
            ("<a href='it's'>", Some("href=")),
            ("<p \"x\">", Some("\"x\"")),
            ("<p title='\"a\"' class=\"it's\">", None),
            ("<p title=a\"b @click=\"c('d')\">", None),
        ] {
            let output = read(html);
            let found: Vec<_> =
                output.addresses.iter().filter(|it| it.usage == Use::QuoteInName).collect();
            assert_eq!(found.first().map(|it| &*it.text), expected, "{html}");
            assert!(found.len() < 2, "{html}");
        }
    }

    #[test]
    fn an_empty_alt_counts_and_style_attributes_are_found() {
        let output = read("<img alt src=a><img src=b style=\"x:y\">");
        assert_eq!(output.unnamed.len(), 1);
        assert!(
            output.addresses.iter().any(|it| (&*it.text, it.usage) == ("x:y", Use::StyleAttribute))
        );
    }
}
