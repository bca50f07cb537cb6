//! What the attributes of a tag say, each read for what it is wanted for.

use std::borrow::Cow;
use std::ops::Range;

use html5gum::emitters::callback::CallbackEvent;

use crate::syntax::html::found::{Address, Html, Use};

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

/// Takes in a tag, event by event.
pub(super) struct Reader<'a, 'f> {
    /// The text from the tag on, which stands at the byte `offset`.
    html: &'a str,
    offset: usize,
    found: &'f mut Html<'a>,
    tag: Tag,
    wanted: Wanted,
    /// The address of a `link`, which is known for what it is when its tag ends.
    pending: Option<(Cow<'a, str>, Range<usize>)>,
    rel: Rel,
    alt: bool,
    /// The address of an image.
    shown: Option<(Cow<'a, str>, Range<usize>)>,
    /// Whether it is a script whose text browsers run.
    is_code: bool,
}

impl<'a, 'f> Reader<'a, 'f> {
    pub(super) fn new(html: &'a str, offset: usize, found: &'f mut Html<'a>) -> Reader<'a, 'f> {
        let (tag, wanted, rel) = (Tag::Other, Wanted::Nothing, Rel::Other);
        Reader {
            html,
            offset,
            found,
            tag,
            wanted,
            pending: None,
            rel,
            alt: false,
            shown: None,
            is_code: true,
        }
    }

    fn address(&mut self, text: Cow<'a, str>, usage: Use, range: &Range<usize>) {
        self.found.addresses.push(Address {
            text,
            usage,
            range: self.offset + range.start..self.offset + range.end,
        });
    }

    pub(super) fn event(&mut self, event: &CallbackEvent<'_>, range: Range<usize>) {
        match event {
            CallbackEvent::OpenStartTag { name } => self.open(name),
            CallbackEvent::AttributeName { name } => self.attribute(name),
            CallbackEvent::AttributeValue { value } if self.is_wanted() => {
                // Most values stand there as they are read.
                let text = match self
                    .html
                    .get(range.clone())
                    .filter(|written| written.as_bytes() == *value)
                {
                    Some(written) => Cow::Borrowed(written),
                    None => Cow::Owned(String::from_utf8_lossy(value).into_owned()),
                };
                self.value(text, range);
            }
            CallbackEvent::CloseStartTag { .. } => self.close(range.end),
            _ => {}
        }
    }

    /// Takes in the name of the tag.
    pub(super) fn open(&mut self, name: &[u8]) {
        self.tag = match name {
            b"link" => Tag::Link,
            b"img" => Tag::Img,
            b"script" => Tag::Script,
            b"iframe" | b"frame" => Tag::Frame,
            b"source" => Tag::Source,
            b"video" | b"audio" | b"track" => Tag::Media,
            _ => Tag::Other,
        };
    }

    /// Takes in the name of an attribute.
    pub(super) fn attribute(&mut self, name: &[u8]) {
        self.wanted = self.wanted(name);
    }

    /// Whether the value of that attribute says anything.
    pub(super) fn is_wanted(&self) -> bool {
        self.wanted != Wanted::Nothing
    }

    /// Takes in the end of the tag, so many bytes after its beginning.
    pub(super) fn close(&mut self, end: usize) {
        if self.tag == Tag::Img && !self.alt {
            self.found.unnamed.push(self.offset..self.offset + end);
            if let Some((text, range)) = self.shown.take() {
                self.address(text, Use::Unnamed, &range);
            }
        }
        if self.tag == Tag::Script && self.is_code {
            self.address(Cow::default(), Use::Code, &(end..end));
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

    /// Takes in the value of that attribute.
    pub(super) fn value(&mut self, text: Cow<'a, str>, range: Range<usize>) {
        match std::mem::replace(&mut self.wanted, Wanted::Nothing) {
            Wanted::Id => self.found.ids.push(text),
            Wanted::Rel => {
                let is = |word: &str| {
                    text.split_ascii_whitespace().any(|it| it.eq_ignore_ascii_case(word))
                };
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
                let kind = text.to_ascii_lowercase();
                self.is_code &= matches!(
                    kind.trim(),
                    "" | "module" | "text/javascript" | "application/javascript"
                );
            }
            Wanted::Address(Use::Image) if self.tag == Tag::Img => {
                self.shown = Some((text.clone(), range.clone()));
                self.address(text, Use::Image, &range);
            }
            Wanted::Address(Use::Other) if self.tag == Tag::Link => {
                self.pending = Some((text, range))
            }
            Wanted::Address(usage) => self.address(text, usage, &range),
            Wanted::Set => {
                let written = candidates(&self.html[range.clone()]);
                for (place, resolved) in written.zip(candidates(&text)) {
                    let range = range.start + place.start..range.start + place.end;
                    self.address(text[resolved].to_owned().into(), Use::Image, &range);
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
        let end = set[start..]
            .find(|it: char| it.is_ascii_whitespace())
            .map_or(set.len(), |it| start + it);
        let address = set[start..end].trim_end_matches(',');
        // A width or density goes on to the next comma.
        at = if address.len() < end - start {
            end
        } else {
            set[end..].find(',').map_or(set.len(), |it| end + it + 1)
        };
        Some(start..start + address.len())
    })
}
