//! HTML as text, read by a tokenizer: the ids in it, the addresses in it with their places, and what no reader or browser can use.

use std::ops::Range;

use html5gum::emitters::callback::{CallbackEmitter, CallbackEvent};
use html5gum::{Span, Tokenizer};
use serde::{Deserialize, Serialize};

/// What an address is there for, which decides what the content security policy asks of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Use {
    /// A reader goes there.
    Link,
    /// A picture is shown.
    Image,
    /// A script is run.
    Script,
    /// A style sheet is applied.
    Style,
    /// A sound or film is played.
    Media,
    /// A document is shown in the page.
    Frame,
    /// A form is sent there.
    Form,
    /// Anything else that browsers fetch.
    Other,
    /// No address: what a `style` attribute says.
    Inline,
    /// No address: what an `on...` attribute says.
    Handler,
    /// No address: the text of a script that stands in the page.
    Code,
    /// The address of an image without `alt` once more.
    Unnamed,
}

impl Use {
    /// Whether it is an address, and here for the first time.
    pub fn is_address(self) -> bool {
        !matches!(self, Use::Inline | Use::Handler | Use::Code | Use::Unnamed)
    }
}

/// An address in HTML.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Address {
    /// What it says, with character references resolved.
    pub text: String,
    /// What it is there for.
    pub usage: Use,
    /// Byte range in the HTML.
    pub range: Range<usize>,
}

/// What stands in a piece of HTML.
#[derive(Debug, Default)]
pub struct Html {
    /// Values of `id`, in order.
    pub ids: Vec<String>,
    /// Addresses, in order.
    pub addresses: Vec<Address>,
    /// Byte ranges of images that have no `alt` at all.
    pub unnamed: Vec<Range<usize>>,
}

/// Elements whose content is text alone, up to their end tag.
const RAW: [&str; 8] = ["script", "style", "title", "textarea", "iframe", "noembed", "noframes", "xmp"];

/// Reads a piece of HTML. Between tags nothing has to be known but where comments and raw text end; what stands in a tag is
/// read by the tokenizer, unless it is written so plainly that there is nothing to decide.
pub fn read(html: &str) -> Html {
    let mut found = Html::default();
    let mut at = 0;
    while let Some(start) = html[at..].find('<').map(|it| at + it) {
        let rest = &html[start..];
        let past = |end: &str| rest.find(end).map_or(html.len(), |it| start + it + end.len());
        at = match rest.as_bytes().get(1) {
            Some(b'!') if rest.starts_with("<!--") => start + 2 + comment_end(&rest[2..]),
            Some(b'!' | b'/' | b'?') => past(">"),
            Some(it) if it.is_ascii_alphabetic() => {
                let name = rest[1..]
                    .find(|it: char| it.is_ascii_whitespace() || matches!(it, '/' | '>'))
                    .map_or("", |end| &rest[1..=end]);
                let is_script = name.eq_ignore_ascii_case("script");
                let is_bare = rest[1 + name.len()..].starts_with('>') && !is_script && !name.eq_ignore_ascii_case("img");
                let end = if is_bare { start + name.len() + 2 } else { start + tag(rest, start, &mut found) };
                let is_raw = RAW.iter().any(|raw| raw.eq_ignore_ascii_case(name));
                let next = if is_raw { end + raw_end(&html[end..], name) } else { end };
                if is_script {
                    found.code(html, end..next);
                }
                next
            }
            _ => start + 1,
        };
    }
    found
}

impl Html {
    /// Fills in the text of a script whose tag was just read, which is none where it is loaded from elsewhere.
    fn code(&mut self, html: &str, range: Range<usize>) {
        let Some(last) = self.addresses.last_mut().filter(|it| it.usage == Use::Code && it.range.end == range.start) else {
            return;
        };
        html[range.clone()].clone_into(&mut last.text);
        last.range = range;
        if last.text.trim().is_empty() {
            self.addresses.pop();
        }
    }
}

/// The length of a comment without its `<!`. Its first two hyphens may be its last two.
fn comment_end(comment: &str) -> usize {
    let ends = |at: &usize| comment[..*at].ends_with("--") || comment[2..*at].ends_with("--!");
    comment.match_indices('>').map(|(at, _)| at).find(ends).map_or(comment.len(), |at| at + 1)
}

/// Where the end tag of raw text begins.
fn raw_end(text: &str, name: &str) -> usize {
    let is_end = |at: &usize| text.get(at + 2..at + 2 + name.len()).is_some_and(|it| it.eq_ignore_ascii_case(name));
    text.match_indices("</").map(|(at, _)| at).find(is_end).unwrap_or(text.len())
}

/// Reads the tag that `html` begins with, which stands at the byte `at`, and returns its length.
fn tag(html: &str, at: usize, found: &mut Html) -> usize {
    let before = (found.ids.len(), found.addresses.len(), found.unnamed.len());
    if let Some(length) = plain(html, at, found) {
        return length;
    }
    found.ids.truncate(before.0);
    found.addresses.truncate(before.1);
    found.unnamed.truncate(before.2);
    tokenized(html, at, found)
}

/// The same, where each attribute stands in double quotes after one space and has no character reference. Most tags are
/// written so, and can be read in one way only; the tokenizer reads all others.
fn plain(html: &str, offset: usize, found: &mut Html) -> Option<usize> {
    let bytes = html.as_bytes();
    let run = |from: usize| from + bytes[from..].iter().take_while(|it| matches!(it, b'a'..=b'z' | b'0'..=b'9' | b'-')).count();
    let mut at = run(1);
    let mut reader = Reader::new(html, offset, found);
    reader.event(&CallbackEvent::OpenStartTag { name: &bytes[1..at] }, 0..at);
    while bytes.get(at) == Some(&b' ') {
        let start = at + 1;
        let end = run(start);
        if end == start || !bytes[end..].starts_with(b"=\"") {
            return None;
        }
        let value = end + 2;
        let length = bytes[value..].iter().position(|it| matches!(it, b'"' | b'&' | b'\r' | 0))?;
        at = value + length;
        if bytes[at] != b'"' {
            return None;
        }
        reader.event(&CallbackEvent::AttributeName { name: &bytes[start..end] }, start..end);
        if length > 0 {
            reader.event(&CallbackEvent::AttributeValue { value: &bytes[value..at] }, value..at);
        }
        at += 1;
    }
    if bytes.get(at) != Some(&b'>') {
        return None;
    }
    reader.event(&CallbackEvent::CloseStartTag { self_closing: false }, at..at + 1);
    Some(at + 1)
}

/// The same, however the tag is written.
fn tokenized(html: &str, offset: usize, found: &mut Html) -> usize {
    let mut reader = Reader::new(html, offset, found);
    let mut length = html.len();
    let emitter = CallbackEmitter::new(|event: CallbackEvent<'_>, span: Span<usize>| {
        let is_over = matches!(event, CallbackEvent::CloseStartTag { .. });
        if is_over {
            length = span.end;
        }
        reader.event(&event, span.start..span.end);
        is_over.then_some(())
    });
    let (Some(Ok(())) | None) = Tokenizer::new_with_emitter(html, emitter).next();
    length
}

/// The tags that say what an address is there for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Tag {
    Link,
    Img,
    Script,
    Frame,
    Source,
    Media,
    Other,
}

/// What the value of the attribute is wanted for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Wanted {
    Id,
    Address(Use),
    Set,
    Rel,
    /// The kind of a script.
    Kind,
    Nothing,
}

/// What a `link` element links to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Rel {
    Sheet,
    Icon,
    /// An address that nothing is fetched from, or that is the page's own.
    Said,
    Other,
}

struct Reader<'a> {
    /// The text from the tag on, which stands at the byte `offset`.
    html: &'a str,
    offset: usize,
    found: &'a mut Html,
    tag: Tag,
    wanted: Wanted,
    /// The address of a `link`, which is known for what it is when its tag ends.
    pending: Option<(String, Range<usize>)>,
    rel: Rel,
    alt: bool,
    /// The address of an image.
    shown: Option<(String, Range<usize>)>,
    /// Whether it is a script whose text browsers run.
    is_code: bool,
}

impl<'a> Reader<'a> {
    fn new(html: &'a str, offset: usize, found: &'a mut Html) -> Reader<'a> {
        let (tag, wanted, rel) = (Tag::Other, Wanted::Nothing, Rel::Other);
        Reader { html, offset, found, tag, wanted, pending: None, rel, alt: false, shown: None, is_code: true }
    }

    fn address(&mut self, text: String, usage: Use, range: &Range<usize>) {
        self.found.addresses.push(Address { text, usage, range: self.offset + range.start..self.offset + range.end });
    }

    fn event(&mut self, event: &CallbackEvent<'_>, range: Range<usize>) {
        match event {
            CallbackEvent::OpenStartTag { name } => {
                self.tag = match *name {
                    b"link" => Tag::Link,
                    b"img" => Tag::Img,
                    b"script" => Tag::Script,
                    b"iframe" | b"frame" => Tag::Frame,
                    b"source" => Tag::Source,
                    b"video" | b"audio" | b"track" => Tag::Media,
                    _ => Tag::Other,
                };
            }
            CallbackEvent::AttributeName { name } => self.wanted = self.wanted(name),
            CallbackEvent::AttributeValue { value } => self.value(value, range),
            CallbackEvent::CloseStartTag { .. } => {
                if self.tag == Tag::Img && !self.alt {
                    self.found.unnamed.push(self.offset..self.offset + range.end);
                    if let Some((text, range)) = self.shown.take() {
                        self.address(text, Use::Unnamed, &range);
                    }
                }
                if self.tag == Tag::Script && self.is_code {
                    self.address(String::new(), Use::Code, &(range.end..range.end));
                }
                if let Some((text, range)) = self.pending.take() {
                    let usage = match self.rel {
                        Rel::Sheet => Use::Style,
                        Rel::Icon => Use::Image,
                        Rel::Said => return,
                        Rel::Other => Use::Other,
                    };
                    self.address(text, usage, &range);
                }
            }
            _ => {}
        }
    }

    fn wanted(&mut self, name: &[u8]) -> Wanted {
        match (name, self.tag) {
            (b"id", _) => Wanted::Id,
            (b"rel", Tag::Link) => Wanted::Rel,
            (b"alt", _) => {
                self.alt = true;
                Wanted::Nothing
            }
            (b"style", _) => Wanted::Address(Use::Inline),
            (b"href", tag) if tag != Tag::Link => Wanted::Address(Use::Link),
            (b"href" | b"xlink:href" | b"data", _) => Wanted::Address(Use::Other),
            (b"type", Tag::Script) => Wanted::Kind,
            (b"src", Tag::Script) => {
                self.is_code = false;
                Wanted::Address(Use::Script)
            }
            (b"src", Tag::Frame) => Wanted::Address(Use::Frame),
            (b"src", Tag::Source | Tag::Media) => Wanted::Address(Use::Media),
            (b"src" | b"poster", _) => Wanted::Address(Use::Image),
            (b"srcset" | b"imagesrcset", _) => Wanted::Set,
            // No handler has a shorter name.
            (name, _) if name.starts_with(b"on") && name.len() > 4 => Wanted::Address(Use::Handler),
            (b"action" | b"formaction", _) => Wanted::Address(Use::Form),
            _ => Wanted::Nothing,
        }
    }

    fn value(&mut self, value: &[u8], range: Range<usize>) {
        let text = || String::from_utf8_lossy(value).into_owned();
        match std::mem::replace(&mut self.wanted, Wanted::Nothing) {
            Wanted::Id => self.found.ids.push(text()),
            Wanted::Rel => {
                let is = |word: &str| text().split_ascii_whitespace().any(|it| it.eq_ignore_ascii_case(word));
                self.rel = if is("stylesheet") {
                    Rel::Sheet
                } else if is("icon") || is("apple-touch-icon") {
                    Rel::Icon
                } else if is("canonical") || is("preconnect") || is("dns-prefetch") {
                    Rel::Said
                } else {
                    Rel::Other
                };
            }
            Wanted::Kind => {
                let kind = text().to_ascii_lowercase();
                self.is_code &= matches!(kind.trim(), "" | "module" | "text/javascript" | "application/javascript");
            }
            Wanted::Address(Use::Image) if self.tag == Tag::Img => {
                self.shown = Some((text(), range.clone()));
                self.address(text(), Use::Image, &range);
            }
            Wanted::Address(Use::Other) if self.tag == Tag::Link => self.pending = Some((text(), range)),
            Wanted::Address(usage) => self.address(text(), usage, &range),
            Wanted::Set => {
                let written = candidates(&self.html[range.clone()]);
                let text = text();
                for (place, resolved) in written.zip(candidates(&text)) {
                    let range = range.start + place.start..range.start + place.end;
                    self.address(text[resolved].to_owned(), Use::Image, &range);
                }
            }
            Wanted::Nothing => {}
        }
    }
}

/// Where the addresses of a `srcset` stand in it: each begins after commas and spaces and ends at a space, or at the commas
/// before one.
fn candidates(set: &str) -> impl Iterator<Item = Range<usize>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at + set[at..].find(|it: char| it != ',' && !it.is_ascii_whitespace())?;
        let end = set[start..].find(|it: char| it.is_ascii_whitespace()).map_or(set.len(), |it| start + it);
        let address = set[start..end].trim_end_matches(',');
        // A width or density goes on to the next comma.
        at = if address.len() < end - start { end } else { set[end..].find(',').map_or(set.len(), |it| end + it + 1) };
        Some(start..start + address.len())
    })
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
        let told: Vec<_> = found.addresses.iter().map(|it| (&*it.text, it.usage, &html[it.range.clone()])).collect();
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
    fn a_tag_is_read_alike_however_it_is_written() {
        for html in [
            "<a href=\"/x\" id=\"b\">",
            "<img src=\"/x\" alt=\"\">",
            "<meta content=\"a > b\" id=\"c\">",
            "<img alt=\"a\" srcset=\"/x 1x, /y\">",
        ] {
            let (mut first, mut second) = (Html::default(), Html::default());
            assert_eq!(plain(html, 7, &mut first), Some(tokenized(html, 7, &mut second)), "{html}");
            assert_eq!((first.ids, first.addresses, first.unnamed), (second.ids, second.addresses, second.unnamed));
        }
        for html in ["<a href=/x>", "<a  href=\"/x\">", "<a href=\"/x?a&amp;b\">", "<a hidden>", "<a href=\"x", "<a "] {
            assert!(plain(html, 0, &mut Html::default()).is_none(), "{html}");
        }
    }

    #[test]
    fn a_tag_ends_where_it_does() {
        let html = "<a title=\"1 > 2\" href='/x'><a title=\"1 > 2\" href='/y'><IMG><!--><a href=/z><!-- x --!><STYLE><a href=/n></style ><a href=/w>";
        let found = read(html);
        assert_eq!(found.addresses.iter().map(|it| &*it.text).collect::<Vec<_>>(), ["/x", "/y", "/z", "/w"]);
        assert!(found.addresses.iter().all(|it| html[it.range.clone()] == it.text));
        assert_eq!(found.unnamed.len(), 1);
        assert!(read("<!--!><a href=/n>--><!---!><a href=/n>-->").addresses.is_empty());
        for cut in (0..html.len()).filter(|at| html.is_char_boundary(*at)) {
            assert!(read(&html[..cut]).addresses.len() <= 4);
        }
    }

    #[test]
    fn what_a_policy_forbids_in_a_page_is_found() {
        let found = read(
            "<script>\n</script><script> a() </script><script type=\"application/json\">{}</script><script src=/x.js></script>\
             <script TYPE='module'>b()</script><p onclick=\"c()\" one=\"d\"><img src=\"/i.png\">",
        );
        let told: Vec<_> = found.addresses.iter().map(|it| (&*it.text, it.usage)).collect();
        assert_eq!(
            told,
            [
                (" a() ", Use::Code),
                ("/x.js", Use::Script),
                ("b()", Use::Code),
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
