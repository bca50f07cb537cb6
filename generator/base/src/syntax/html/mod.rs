//! HTML as text, read by a tokenizer: the ids in it, the addresses in it with their places, and what no reader or browser can use.

mod attributes;
mod found;
mod tag;

use std::borrow::Cow;
use std::ops::Range;

use memchr::memchr;

use self::tag::tag;

pub use self::found::{Address, Html, Use};

/// Elements whose content is text alone, up to their end tag.
const RAW: [&str; 8] =
    ["script", "style", "title", "textarea", "iframe", "noembed", "noframes", "xmp"];

/// Reads a piece of HTML. Between tags nothing has to be known but where comments and raw text end; what stands in a tag is
/// read by the tokenizer, unless it is written so plainly that there is nothing to decide.
pub fn read(html: &str) -> Html<'_> {
    let mut found = Html::default();
    let mut at = 0;
    while let Some(start) = memchr(b'<', &html.as_bytes()[at..]).map(|it| at + it) {
        if let Some(length) = silent(&html.as_bytes()[start..]) {
            at = start + length;
            continue;
        }
        let rest = &html[start..];
        at = match rest.as_bytes().get(1) {
            Some(b'!') if rest.starts_with("<!--") => start + 2 + comment_end(&rest[2..]),
            Some(b'!' | b'/' | b'?') => {
                memchr(b'>', rest.as_bytes()).map_or(html.len(), |it| start + it + 1)
            }
            Some(it) if it.is_ascii_alphabetic() => {
                let ends = |it: &u8| it.is_ascii_whitespace() || matches!(it, b'/' | b'>');
                let name =
                    rest.as_bytes()[1..].iter().position(ends).map_or("", |end| &rest[1..=end]);
                let is_script = name.eq_ignore_ascii_case("script");
                let end = start + tag(rest, start, &mut found);
                let is_raw = RAW.iter().any(|raw| raw.eq_ignore_ascii_case(name));
                let next = if is_raw { end + raw_end(&html[end..], name) } else { end };
                if is_script {
                    found.code(html, end..next);
                } else if name.eq_ignore_ascii_case("style") {
                    found.sheet(html, start..end, end..next);
                }
                next
            }
            _ => start + 1,
        };
    }
    found
}

/// The length of an end tag, or of a tag without attributes that begins no text of its own: most are such, and say nothing. They are
/// looked for in the eight bytes that follow, all at once.
fn silent(tag: &[u8]) -> Option<usize> {
    let near: &[u8; 8] = tag[1..].first_chunk()?;
    // The highest bit of the first byte that is `>`; beyond it others may be set, which nobody looks at.
    let other = u64::from_le_bytes(*near) ^ u64::from_ne_bytes([b'>'; 8]);
    let ends =
        other.wrapping_sub(u64::from_ne_bytes([1; 8])) & !other & u64::from_ne_bytes([0x80; 8]);
    if ends == 0 {
        return None;
    }
    let name = &near[..ends.trailing_zeros() as usize / 8];
    let is_silent = match name {
        // No element that has to be looked at has a name of one letter or two.
        [b'/', ..] | [b'a'..=b'z'] | [b'a'..=b'z', b'a'..=b'z' | b'0'..=b'9'] => true,
        [b'a'..=b'z', rest @ ..] => {
            rest.iter().all(u8::is_ascii_lowercase)
                && name != b"img"
                && !RAW.iter().any(|it| it.as_bytes() == name)
        }
        _ => false,
    };
    is_silent.then_some(name.len() + 2)
}

impl<'a> Html<'a> {
    /// Fills in the text of a script whose tag was just read, which is none where it is loaded from elsewhere.
    fn code(&mut self, html: &'a str, range: Range<usize>) {
        let Some(last) = self
            .addresses
            .last_mut()
            .filter(|it| it.usage == Use::Code && it.range.end == range.start)
        else {
            return;
        };
        last.text = Cow::Borrowed(&html[range.clone()]);
        last.range = range;
        if last.text.trim().is_empty() {
            self.addresses.pop();
        }
    }

    /// Takes in the text of a style sheet, unless its tag says that it is one of the runtime.
    fn sheet(&mut self, html: &'a str, tag: Range<usize>, range: Range<usize>) {
        let text = &html[range.clone()];
        if !text.trim().is_empty() && !html[tag].contains(OF_RUNTIME) {
            self.addresses.push(Address { text: Cow::Borrowed(text), usage: Use::Sheet, range });
        }
    }
}

/// Marks a style sheet of the runtime, which the policy names by its hash.
const OF_RUNTIME: &str = " data-href=\"";

/// The length of a comment without its `<!`. Its first two hyphens may be its last two.
fn comment_end(comment: &str) -> usize {
    let ends = |at: &usize| comment[..*at].ends_with("--") || comment[2..*at].ends_with("--!");
    comment.match_indices('>').map(|(at, _)| at).find(ends).map_or(comment.len(), |at| at + 1)
}

/// Where the end tag of raw text begins.
fn raw_end(text: &str, name: &str) -> usize {
    let is_end = |at: &usize| {
        text.get(at + 2..at + 2 + name.len()).is_some_and(|it| it.eq_ignore_ascii_case(name))
    };
    text.match_indices("</").map(|(at, _)| at).find(is_end).unwrap_or(text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_found_where_browsers_find_them() {
        let html = "<!doctype html><title><a href=\"/t\"></title><link href=/s.css rel=stylesheet><link rel=canonical href=\"https://e.com/\">\
                    <p id=é\n><a\nhref='/x?a=1&amp;b=2'>é</a><!-- <a href=\"/c\"> --><code>&lt;a href=\"/y\"></code>\
                    <img src=\"/i.png\" srcset=\"/a.png 2x, /b,c.png 3x,/d.png\"><script>\"<a href='/z'>\"</script><form action=/f>";
        let found = read(html);
        let told: Vec<_> = found
            .addresses
            .iter()
            .map(|it| (&*it.text, it.usage, &html[it.range.clone()]))
            .collect();
        assert_eq!(
            told,
            [
                ("/s.css", Use::Style, "/s.css"),
                ("/x?a=1&b=2", Use::Link, "/x?a=1&amp;b=2"),
                ("/i.png", Use::Image, "/i.png"),
                ("/a.png", Use::Image, "/a.png"),
                ("/b,c.png", Use::Image, "/b,c.png"),
                ("/d.png", Use::Image, "/d.png"),
                ("/i.png", Use::Unnamed, "/i.png"),
                ("\"<a href='/z'>\"", Use::Code, "\"<a href='/z'>\""),
                ("/f", Use::Form, "/f"),
            ]
        );
        assert_eq!(found.ids, ["é"]);
        assert_eq!(found.unnamed.len(), 1);
        assert!(html[found.unnamed[0].clone()].starts_with("<img"));
    }

    #[test]
    fn a_tag_ends_where_it_does() {
        let html = "<a title=\"1 > 2\" href='/x'><a title=\"1 > 2\" href='/y'><IMG><!--><a href=/z><!-- x --!><STYLE><a href=/n></style ><a href=/w>";
        let found = read(html);
        let of = |usage: fn(Use) -> bool| {
            found.addresses.iter().filter(move |it| usage(it.usage)).map(|it| &*it.text)
        };
        assert_eq!(of(Use::is_address).collect::<Vec<_>>(), ["/x", "/y", "/z", "/w"]);
        assert_eq!(of(|it| it == Use::Sheet).collect::<Vec<_>>(), ["<a href=/n>"]);
        assert!(found.addresses.iter().all(|it| html[it.range.clone()] == it.text));
        assert_eq!(found.unnamed.len(), 1);
        assert!(read("<!--!><a href=/n>--><!---!><a href=/n>-->").addresses.is_empty());
        for cut in (0..html.len()).filter(|at| html.is_char_boundary(*at)) {
            assert!(
                read(&html[..cut]).addresses.iter().filter(|it| it.usage.is_address()).count() <= 4
            );
        }
    }

    #[test]
    fn a_tag_that_says_nothing_is_passed_over_whole() {
        let length = |tag: &str| silent(format!("{tag} and more").as_bytes());
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
    fn what_a_policy_forbids_in_a_page_is_found() {
        let found = read(
            "<script>\n</script><script> a() </script><script type=\"application/json\">{}</script><script src=/x.js></script>\
             <script TYPE='module'>b()</script><style>i {}</style><style data-href=\"/a.css\">j {}</style><style></style><p onclick=\"c()\" one=\"d\"><img src=\"/i.png\">",
        );
        let told: Vec<_> = found.addresses.iter().map(|it| (&*it.text, it.usage)).collect();
        assert_eq!(
            told,
            [
                (" a() ", Use::Code),
                ("/x.js", Use::Script),
                ("b()", Use::Code),
                ("i {}", Use::Sheet),
                ("c()", Use::Handler),
                ("/i.png", Use::Image),
                ("/i.png", Use::Unnamed),
            ]
        );
    }

    #[test]
    fn an_empty_alt_is_a_text_and_a_style_is_found() {
        let found = read("<img alt src=a><img src=b style=\"x:y\">");
        assert_eq!(found.unnamed.len(), 1);
        assert!(found.addresses.iter().any(|it| (&*it.text, it.usage) == ("x:y", Use::Inline)));
    }
}
