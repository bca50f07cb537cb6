//! Finds the parts of a document that client-side navigation replaces.

use std::ops::Range;

use html5gum::emitters::callback::{CallbackEmitter, CallbackEvent};
use html5gum::{Span, Tokenizer};

/// The attribute of an element whose content the loader replaces by that of the next page.
pub const REGION: &str = "data-region";

/// Elements without content.
const VOID_ELEMENTS: [&[u8]; 13] = [
    b"area", b"base", b"br", b"col", b"embed", b"hr", b"img", b"input", b"link", b"meta",
    b"source", b"track", b"wbr",
];

/// The parts of a document, as byte ranges in it.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Regions {
    /// The content of `<main>`: the element with the id `main`, or the first one of this name.
    pub main: Option<Range<usize>>,
    /// The content of elements with the attribute [`REGION`], with its value. None is in `<main>`, in a slice or in another one.
    pub regions: Vec<(String, Range<usize>)>,
    /// The slices outside of regions.
    pub slices: Vec<Range<usize>>,
    /// The content of `<body>`, or of the document without such a tag.
    pub body: Range<usize>,
}

/// Finds the parts of a document.
pub fn regions(document: &str) -> Regions {
    let mut finder = Finder {
        tag: Tag::default(),
        open: None,
        main_id: document.contains("id=\"main\"")
            || document.contains("id='main'")
            || document.contains("id=main"),
        attribute: Attribute::Other,
        found: Regions { body: 0..document.len(), ..Regions::default() },
    };

    let mut emitter = CallbackEmitter::new(|event: CallbackEvent<'_>, span: Span<usize>| {
        finder.event(&event, span.start..span.end);
        None::<()>
    });

    emitter.naively_switch_states(true);
    for token in Tokenizer::new_with_emitter(document, emitter) {
        let Ok(()) = token;
    }

    // An element without an end tag reaches to the end of the document.
    if let Some(Open { kind, start, content, .. }) = finder.open {
        finder.found.add(kind, start, content, document.len()..document.len());
    }

    finder.found
}

/// The attributes of interest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Attribute {
    Id,
    Region,
    Other,
}

/// The start tag that is read.
#[derive(Debug, Default)]
struct Tag {
    name: Vec<u8>,
    start: usize,
    id: Vec<u8>,
    region: Option<Vec<u8>>,
    is_slice: bool,
}

/// What an element is.
#[derive(Debug)]
enum Kind {
    Main,
    Region(String),
    Slice,
}

/// The element that is open.
#[derive(Debug)]
struct Open {
    kind: Kind,
    name: Vec<u8>,
    start: usize,
    /// The end of the start tag.
    content: usize,
    /// How many elements of its name are open, with itself.
    depth: usize,
}

struct Finder {
    tag: Tag,
    attribute: Attribute,
    open: Option<Open>,
    /// Whether an element seems to have the id `main`. Without one, the first `<main>` is meant.
    main_id: bool,
    found: Regions,
}

impl Finder {
    fn event(&mut self, event: &CallbackEvent<'_>, span: Range<usize>) {
        match event {
            CallbackEvent::OpenStartTag { name } => {
                self.tag = Tag { name: name.to_vec(), start: span.start, ..Tag::default() };
            }
            CallbackEvent::AttributeName { name } => {
                self.attribute = match *name {
                    b"id" => Attribute::Id,
                    b"data-region" => {
                        self.tag.region.get_or_insert_default();
                        Attribute::Region
                    }
                    _ => Attribute::Other,
                };
                self.tag.is_slice |= *name == b"data-slice";
            }
            CallbackEvent::AttributeValue { value } => match self.attribute {
                Attribute::Id => self.tag.id = value.to_vec(),
                Attribute::Region => self.tag.region = Some(value.to_vec()),
                Attribute::Other => {}
            },
            CallbackEvent::CloseStartTag { self_closing } => {
                let tag = std::mem::take(&mut self.tag);
                self.start(tag, *self_closing, span.end);
            }
            CallbackEvent::EndTag { name } => self.end(name, span),
            _ => {}
        }
    }

    /// Processes the start tag that ends at `end`.
    fn start(&mut self, tag: Tag, is_self_closing: bool, end: usize) {
        if let Some(open) = &mut self.open {
            open.depth += usize::from(open.name == tag.name);
            return;
        }
        if tag.name == b"body" {
            self.found.body.start = end;
            return;
        }
        if is_self_closing || VOID_ELEMENTS.contains(&tag.name.as_slice()) {
            return;
        }

        let is_main = if self.main_id {
            tag.id == b"main"
        } else {
            tag.name == b"main" && self.found.main.is_none()
        };
        let kind = if is_main {
            Kind::Main
        } else if tag.is_slice {
            Kind::Slice
        } else if let Some(name) = tag.region {
            Kind::Region(String::from_utf8_lossy(&name).into_owned())
        } else {
            return;
        };
        self.open = Some(Open { kind, name: tag.name, start: tag.start, content: end, depth: 1 });
    }

    /// Processes an end tag.
    fn end(&mut self, name: &[u8], span: Range<usize>) {
        if name == b"body" {
            self.found.body.end = span.start;
        }
        let Some(open) = self.open.as_mut().filter(|open| open.name == name) else { return };
        open.depth -= 1;
        if open.depth > 0 {
            return;
        }
        if let Some(Open { kind, start, content, .. }) = self.open.take() {
            self.found.add(kind, start, content, span);
        }
    }
}

impl Regions {
    /// Adds an element, whose end tag is at a range.
    fn add(&mut self, kind: Kind, start: usize, content: usize, end_tag: Range<usize>) {
        match kind {
            Kind::Main => self.main = Some(content..end_tag.start),
            Kind::Region(name) => self.regions.push((name, content..end_tag.start)),
            Kind::Slice => self.slices.push(start..end_tag.end),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the main part and the regions of a document as texts.
    fn texts(html: &str) -> (Option<&str>, Vec<(String, &str)>) {
        let found = regions(html);
        let of = found.regions.into_iter().map(|(name, range)| (name, &html[range])).collect();
        (found.main.map(|range| &html[range]), of)
    }

    #[test]
    fn the_parts_of_a_document_are_found() {
        let html = "<body><nav class='a > b' data-region=\"menu\"><nav>x</nav></nav><!-- <main>n</main> --><main id=main><p data-region=no>y</p><main>z</main></main>\
                    <DIV data-slice=s><b data-region=s>s</b></DIV><aside DATA-REGION>w</aside></body>";
        let (main, regions) = texts(html);
        assert_eq!(main, Some("<p data-region=no>y</p><main>z</main>"));
        let expected = [("menu".to_owned(), "<nav>x</nav>"), (String::new(), "w")];
        assert_eq!(regions, expected);
    }

    #[test]
    fn a_document_without_ids_has_the_first_main() {
        assert_eq!(texts("<script>'<main>'</script><main>a</main><main>b</main>").0, Some("a"));
        assert_eq!(texts("<p>a</p>").0, None);
        assert_eq!(texts("<main>a").0, Some("a"));
        assert_eq!(texts("<img data-region=x><p data-region=y>a</p>").1.len(), 1);
    }
}
