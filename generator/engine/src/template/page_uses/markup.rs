//! The HTML that a base layout writes: which part of the document comes next.

use crate::template::page_uses::PageUse;

/// Elements whose content is text up to their end tag.
const TEXT_ELEMENTS: [&str; 4] = ["script", "style", "textarea", "title"];
/// Elements without content.
const VOID_ELEMENTS: [&str; 8] = ["area", "br", "hr", "img", "input", "link", "meta", "source"];
/// Attributes of `<html>` and `<body>` that the loader compares, or replaces.
const DOCUMENT_ATTRIBUTES: [&str; 4] = ["lang", "dir", "class", "data-layout"];

/// The position in a document.
#[derive(Default)]
pub(super) struct Markup {
    /// The places that read the page outside of the replaced parts.
    pub uses: Vec<PageUse>,
    state: State,
    is_in_head: bool,
    /// The replaced element that is open, and how many elements of its name are.
    replaced: Option<(String, usize)>,
}

/// What the next character belongs to.
#[derive(Default)]
enum State {
    #[default]
    Content,
    Comment,
    /// Text up to the end tag of this element.
    Text(String),
    Tag(OpenTag),
}

/// A tag that is not closed yet.
#[derive(Default)]
struct OpenTag {
    /// The text after `<`.
    text: String,
    quote: Option<char>,
    /// The places in its attributes that read the page.
    uses: Vec<PageUse>,
}

impl Markup {
    /// Processes text between the tags of the template.
    pub(super) fn text(&mut self, text: &str) {
        let mut rest = text;
        while !rest.is_empty() {
            rest = match &mut self.state {
                State::Content => {
                    let Some(start) = rest.find('<') else { return };
                    let after = &rest[start + 1..];
                    if after.starts_with("!--") {
                        self.state = State::Comment;
                    } else if after.starts_with(|it: char| it.is_ascii_alphabetic() || it == '/') {
                        self.state = State::Tag(OpenTag::default());
                    }
                    after
                }
                State::Comment => {
                    let Some(end) = rest.find("-->") else { return };
                    self.state = State::Content;
                    &rest[end + 3..]
                }
                State::Text(name) => {
                    let end = format!("</{name}");
                    let Some(start) = rest.to_ascii_lowercase().find(&end) else { return };
                    self.state = State::Content;
                    &rest[start..]
                }
                State::Tag(tag) => {
                    let Some(end) = tag.read(rest) else { return };
                    let tag = std::mem::take(tag);
                    self.state = State::Content;
                    self.close(&tag);
                    &rest[end..]
                }
            };
        }
    }

    /// Returns whether the tag of `<html>` or `<body>` is open.
    pub(super) fn is_in_document_tag(&self) -> bool {
        matches!(&self.state, State::Tag(tag) if tag.is_of_document())
    }

    /// Notes a place that reads the page, unless its output is replaced after a click.
    pub(super) fn page_use(&mut self, place: PageUse) {
        match &mut self.state {
            State::Tag(tag) => {
                let is_compared =
                    tag.is_of_document() && DOCUMENT_ATTRIBUTES.contains(&tag.attribute().as_str());
                if !is_compared {
                    tag.uses.push(place);
                }
            }
            State::Comment => {}
            _ if self.is_in_head || self.replaced.is_some() => {}
            _ => self.uses.push(place),
        }
    }

    /// Processes a complete tag.
    fn close(&mut self, tag: &OpenTag) {
        let name = tag.name();
        if let Some(name) = name.strip_prefix('/') {
            if name == "head" {
                self.is_in_head = false;
            }
            if let Some((open, depth)) = self.replaced.as_mut().filter(|(open, _)| open == name) {
                *depth -= 1;
                if *depth == 0 {
                    open.clear();
                }
            }
            self.replaced.take_if(|(_, depth)| *depth == 0);
            return;
        }

        let is_void = VOID_ELEMENTS.contains(&name.as_str()) || tag.text.ends_with('/');
        let is_main = name == "main" || tag.has_id("main");
        if let Some((open, depth)) = &mut self.replaced {
            *depth += usize::from(*open == name && !is_void);
        } else {
            if !self.is_in_head {
                self.uses.extend(tag.uses.iter().cloned());
            }
            let is_replaced =
                is_main || tag.has_attribute("data-region") || tag.has_attribute("data-slice");
            if is_replaced && !is_void {
                self.replaced = Some((name.clone(), 1));
            }
        }
        match name.as_str() {
            "head" => self.is_in_head = true,
            "body" => self.is_in_head = false,
            _ => {}
        }
        if TEXT_ELEMENTS.contains(&name.as_str()) {
            self.state = State::Text(name);
        }
    }
}

impl OpenTag {
    /// Reads the tag up to its end. Returns the offset after it, if the text contains it.
    fn read(&mut self, text: &str) -> Option<usize> {
        for (index, it) in text.char_indices() {
            match self.quote {
                Some(quote) if quote == it => self.quote = None,
                None if it == '>' => return Some(index + 1),
                None if matches!(it, '"' | '\'') => self.quote = Some(it),
                _ => {}
            }
            self.text.push(it);
        }
        None
    }

    /// Returns the name in lower case; that of an end tag begins with a slash.
    fn name(&self) -> String {
        let ends = |it: char| it.is_whitespace() || it == '>';
        let name = self.text.split(ends).next().unwrap_or_default();
        let name = if name.starts_with('/') { name } else { name.trim_end_matches('/') };
        name.to_ascii_lowercase()
    }

    fn is_of_document(&self) -> bool {
        matches!(self.name().as_str(), "html" | "body")
    }

    /// Returns the name of the attribute whose value is being read.
    fn attribute(&self) -> String {
        let before = self.text.rfind('=').map_or("", |end| &self.text[..end]);
        let name = before.trim_end().rsplit(char::is_whitespace).next().unwrap_or_default();
        name.to_ascii_lowercase()
    }

    fn has_attribute(&self, name: &str) -> bool {
        let text = self.text.to_ascii_lowercase();
        text.match_indices(name).any(|(start, _)| {
            text[..start].ends_with(char::is_whitespace)
                && !text[start + name.len()..]
                    .starts_with(|it: char| it.is_alphanumeric() || it == '-')
        })
    }

    fn has_id(&self, id: &str) -> bool {
        ["\"", "'", ""].iter().any(|quote| self.text.contains(&format!(" id={quote}{id}{quote}")))
    }
}
