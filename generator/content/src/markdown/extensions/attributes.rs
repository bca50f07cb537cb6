//! Attributes in braces, `{#id .class key="value"}`: the one grammar of headings, blocks, links, images and code blocks,
//! and how an element gets them.

use std::ops::Range;

use memchr::{memchr, memchr3};
use pulldown_cmark::{CowStr, Event, Tag, TagEnd, html};
use pulldown_cmark_escape::escape_html;

use croupier_base::syntax::html as markup;

/// The attributes that a text may set. Others have an effect on scripts, or belong into HTML.
const NAMES: [&str; 17] = [
    "class",
    "dir",
    "download",
    "height",
    "hreflang",
    "id",
    "lang",
    "loading",
    "rel",
    "reversed",
    "role",
    "start",
    "target",
    "title",
    "translate",
    "type",
    "width",
];

/// The start of an attribute with classes.
const CLASS: &str = " class=\"";

/// Attributes of an element, in order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(in crate::markdown) struct Attributes(Vec<(String, String)>);

impl Attributes {
    /// Returns only an id.
    pub(in crate::markdown) fn id(id: &str) -> Attributes {
        Attributes(vec![("id".to_owned(), id.to_owned())])
    }

    /// Returns the value of an attribute.
    pub(in crate::markdown) fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// Returns the names and values.
    pub(in crate::markdown) fn pairs(&self) -> &[(String, String)] {
        &self.0
    }

    /// Removes all attributes but the id and the classes.
    pub(in crate::markdown) fn keep_names(&mut self) {
        self.0.retain(|(name, _)| matches!(name.as_str(), "id" | "class"));
    }

    /// Returns the attributes as HTML, each with a space before it.
    pub(in crate::markdown) fn html(&self) -> String {
        let mut html = String::new();
        for (name, value) in &self.0 {
            html.push_str(&format!(" {name}=\""));
            escape_html(&mut html, value).expect("writing to a string cannot fail");
            html.push('"');
        }
        html
    }

    /// Adds a part of a list. Returns false if a text may not set it, or has set it already.
    pub(in crate::markdown) fn set(&mut self, part: &Part<'_>) -> bool {
        match part {
            Part::Class(name) => self.add("class", name),
            Part::Id(name) => self.add("id", name),
            Part::Word => false,
            Part::Value(name, value) => {
                let name = name.to_ascii_lowercase();
                let is_id = !value.is_empty() && !value.contains(char::is_whitespace);
                is_allowed(&name) && (name != "id" || is_id) && self.add(&name, value)
            }
        }
    }

    /// Adds a value. Classes add up. Returns false if the attribute has a value already, which stays.
    pub(in crate::markdown) fn add(&mut self, name: &str, value: &str) -> bool {
        match self.0.iter_mut().find(|(key, _)| key == name) {
            Some((_, classes)) if name == "class" => {
                classes.push(' ');
                classes.push_str(value);
                true
            }
            Some(_) => false,
            None => {
                self.0.push((name.to_owned(), value.to_owned()));
                true
            }
        }
    }

    /// Adds the attributes of another list. Returns false if both set the same attribute, and then adds nothing.
    pub(in crate::markdown) fn merge(&mut self, other: &Attributes) -> bool {
        let is_set = |name: &str| name != "class" && self.get(name).is_some();
        if other.0.iter().any(|(name, _)| is_set(name)) {
            return false;
        }
        other.0.iter().all(|(name, value)| self.add(name, value))
    }
}

/// Adds attributes to the heading that an event begins.
pub(in crate::markdown) fn add_to_heading(event: &mut Event<'_>, attributes: &Attributes) {
    let Event::Start(Tag::Heading { id, classes, attrs, .. }) = event else { return };
    for (name, value) in &attributes.0 {
        let value = CowStr::from(value.clone());
        match name.as_str() {
            "id" => *id = Some(value),
            "class" => classes.push(value),
            name => attrs.push((name.to_owned().into(), Some(value))),
        }
    }
}

/// Adds attributes to the element that the event at `index` begins.
pub(in crate::markdown) fn add_to_element(
    events: &mut [Event<'_>],
    index: usize,
    attributes: &Attributes,
) {
    let Some(event @ Event::Start(_)) = events.get_mut(index) else { return };
    let is_table = matches!(event, Event::Start(Tag::Table(_)));
    let mut tag = String::new();
    html::push_html(&mut tag, std::iter::once(event.clone()));
    let mut attributes = attributes.clone();

    let Some(name_start) = tag.find('<').map(|start| start + 1) else { return };
    let name_length = tag[name_start..].find(|it: char| !it.is_ascii_alphanumeric()).unwrap_or(0);
    let name_end = name_start + name_length;

    if tag[name_end..].starts_with(CLASS)
        && let Some(index) = attributes.0.iter().position(|(name, _)| name == "class")
    {
        let (_, classes) = attributes.0.remove(index);
        tag.insert_str(name_end + CLASS.len(), &format!("{classes} "));
    }

    tag.insert_str(name_end, &attributes.html());
    *event = match event {
        Event::Start(Tag::Link { .. }) => Event::InlineHtml(tag.into()),
        _ => Event::Html(tag.into()),
    };

    if is_table {
        write_cells(&mut events[index..]);
    }
}

/// Writes the start tags of the cells of a table as HTML, because the writer of events does not
/// know their alignment without the start of the table.
fn write_cells(events: &mut [Event<'_>]) {
    let mut name = "td";
    for event in events {
        match event {
            Event::Start(Tag::TableHead) => name = "th",
            Event::End(TagEnd::TableHead) => name = "td",
            Event::Start(Tag::TableCell) => *event = Event::Html(format!("<{name}>").into()),
            Event::End(TagEnd::Table) => return,
            _ => {}
        }
    }
}

/// A list of attributes in braces.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::markdown) struct List {
    pub(in crate::markdown) attributes: Attributes,
    /// Its length in bytes, with the braces.
    pub(in crate::markdown) length: usize,
    /// The byte range of its first part that is not allowed, because of which it has no effect: an unknown or repeated
    /// attribute, or a single word.
    pub(in crate::markdown) refused: Option<Range<usize>>,
}

/// A part of a list of attributes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::markdown) enum Part<'t> {
    /// `.name`
    Class(&'t str),
    /// `#name`
    Id(&'t str),
    /// `name="value"`
    Value(&'t str, String),
    /// A single word, which is no attribute.
    Word,
}

/// The parts of a list, each with its text, and the length of the list in bytes.
pub(in crate::markdown) type Parts<'t> = (Vec<(Part<'t>, &'t str)>, usize);

/// Parses the list of attributes at the start of a text: `{.a #b c="d"}`, or `{: .a}` as in kramdown. `None` for other
/// braces, such as `{id}` and `{1, 2}`.
pub(in crate::markdown) fn parse(text: &str) -> Option<List> {
    let (parts, length) = parts(text)?;
    let mut attributes = Attributes::default();
    let mut refused = None;
    for (part, written) in parts {
        if !attributes.set(&part) {
            let start = written.as_ptr() as usize - text.as_ptr() as usize;
            refused.get_or_insert(start..start + written.len());
        }
    }
    Some(List { attributes, length, refused })
}

/// Parses a list into its parts.
pub(in crate::markdown) fn parts(text: &str) -> Option<Parts<'_>> {
    let inside = text.strip_prefix('{')?;
    if !inside.starts_with(|it| matches!(it, ':' | '.' | '#') || is_space(it) || is_key(it)) {
        return None;
    }
    // A list has one of these signs in its line. Most other braces, which are code, do not.
    let end = memchr(b'\n', inside.as_bytes()).unwrap_or(inside.len());
    if !inside.starts_with(':') && memchr3(b'.', b'#', b'=', &inside.as_bytes()[..end]).is_none() {
        return None;
    }

    let mut rest = inside.strip_prefix(':').unwrap_or(inside);
    // In kramdown, a single word refers to another list.
    let mut is_list = rest.len() < inside.len();
    let mut parts = Vec::new();
    let mut is_separated = true;
    loop {
        let part = rest.trim_start_matches(is_space);
        is_separated |= part.len() < rest.len();
        if let Some(after) = part.strip_prefix('}') {
            let is_complete = is_list && !parts.is_empty();
            return is_complete.then_some((parts, text.len() - after.len()));
        }

        if let Some(name) = part.strip_prefix(['.', '#']) {
            let is_class = part.starts_with('.');
            let length = name.find(|it| !is_name(it)).unwrap_or(name.len());
            let begins_name = |it: char| is_name(it) && !(is_class && it.is_ascii_digit());
            if !name.starts_with(begins_name) || !name[..length].contains(is_word) {
                return None;
            }
            let name = &name[..length];
            let named = if is_class { Part::Class(name) } else { Part::Id(name) };
            parts.push((named, &part[..=length]));
            is_list = true;
            rest = &part[length + 1..];
            is_separated = false;
            continue;
        }

        let length = part.find(|it| !is_key(it)).filter(|length| *length > 0 && is_separated)?;
        let key = &part[..length];
        rest = &part[length..];
        is_separated = false;
        let Some(value) = rest.strip_prefix('=') else {
            if !rest.starts_with(|it| it == '}' || is_space(it)) {
                return None;
            }
            parts.push((Part::Word, key));
            continue;
        };
        let (value, after) = value_at_start(value)?;
        parts.push((Part::Value(key, value), key));
        is_list = true;
        rest = after;
    }
}

/// Returns the value at the start of a text, in quotes or not, and the text after it.
fn value_at_start(text: &str) -> Option<(String, &str)> {
    let Some(quote) = text.chars().next().filter(|it| matches!(it, '"' | '\'')) else {
        let length = text.find(|it| it == '}' || it == '\n' || is_space(it))?;
        let (value, after) = text.split_at(length);
        let is_valid = length > 0 && !value.contains(['"', '\'', '`', '<', '>', '=', '{']);
        return is_valid.then(|| (resolved(value), after));
    };
    let inside = &text[1..];
    let mut is_escaped = false;
    let end = inside.find(|it| {
        let is_end = (it == quote && !is_escaped) || it == '\n';
        is_escaped = it == '\\' && !is_escaped;
        is_end
    })?;
    let after = inside[end..].strip_prefix(quote)?;
    Some((resolved(&inside[..end]), after))
}

/// Returns a value with its character references and backslash escapes resolved.
fn resolved(value: &str) -> String {
    let mut resolved = String::with_capacity(value.len());
    let mut characters = value.chars().peekable();
    while let Some(character) = characters.next() {
        let escaped = characters.next_if(|it| character == '\\' && it.is_ascii_punctuation());
        resolved.push(escaped.unwrap_or(character));
    }
    if resolved.contains('&') {
        resolved = markup::text(&resolved.replace('<', "&lt;")).into_owned();
    }
    resolved
}

/// Returns whether a text consists of lists of attributes and nothing else.
pub(in crate::markdown) fn are_lists(text: &str) -> bool {
    let mut rest = text;
    while let Some(list) = parse(rest) {
        rest = &rest[list.length..];
    }
    rest.is_empty()
}

/// Returns whether a text may set an attribute.
fn is_allowed(name: &str) -> bool {
    let mut starts = ["data-", "aria-"].into_iter();
    NAMES.contains(&name)
        || starts.any(|start| name.strip_prefix(start).is_some_and(|end| !end.is_empty()))
}

/// Returns whether an id or a class can contain a character.
fn is_name(character: char) -> bool {
    is_word(character) || matches!(character, '-' | '_' | ':' | '.' | '/' | '+')
}

/// Returns whether a character can be the only one of an id or a class.
fn is_word(character: char) -> bool {
    if character.is_ascii() {
        return character.is_ascii_alphanumeric();
    }
    // The marks of many scripts are no letters, such as the virama in `हिन्दी`.
    !character.is_whitespace() && !character.is_control()
}

/// Returns whether the name of an attribute can contain a character.
fn is_key(character: char) -> bool {
    character.is_ascii_alphanumeric() || matches!(character, '-' | '_' | ':' | '.')
}

/// Returns whether a character separates the parts of a list. Some keyboards write a no-break space.
fn is_space(character: char) -> bool {
    character.is_whitespace() && !matches!(character, '\n' | '\r')
}

/// Returns whether an event begins a block that can have attributes.
pub(in crate::markdown) fn is_block(event: &Event<'_>) -> bool {
    matches!(
        event,
        Event::Start(
            Tag::Paragraph
                | Tag::Heading { .. }
                | Tag::BlockQuote(_)
                | Tag::List(_)
                | Tag::Table(_)
                | Tag::CodeBlock(_)
                | Tag::DefinitionList
        )
    )
}

#[cfg(test)]
mod tests {
    use super::parse;

    /// The attributes of a list as HTML, or its refused part.
    fn parsed(text: &str) -> Option<String> {
        let list = parse(text)?;
        let refused = list.refused.map(|range| format!("refused {}", &text[range]));
        Some(refused.unwrap_or_else(|| list.attributes.html()))
    }

    #[test]
    fn lists_have_ids_classes_and_values() {
        for (text, html) in [
            ("{.a}", " class=\"a\""),
            ("{#a .b .c key}", "refused key"),
            ("{#a.b-c .md:w-1/2 .p-0.5}", " id=\"a.b-c\" class=\"md:w-1/2 p-0.5\""),
            ("{.a#b}", " class=\"a\" id=\"b\""),
            ("{: .a title='x y' }", " class=\"a\" title=\"x y\""),
            ("{#été}{.b}", " id=\"été\""),
            ("{#cafe\u{301} .हिन्दी}", " id=\"cafe\u{301}\" class=\"हिन्दी\""),
            ("{\u{a0}.a\u{a0}lang=de}", " class=\"a\" lang=\"de\""),
            ("{Width=3 data-x='{\"a\": [1]}'}", " width=\"3\" data-x=\"{&quot;a&quot;: [1]}\""),
            (
                "{title=\"a \\\"b\\\" & &lt;c> *d*\"}",
                " title=\"a &quot;b&quot; &amp; &lt;c&gt; *d*\"",
            ),
            ("{aria-label=\"\"}", " aria-label=\"\""),
            ("{.a onclick=\"x()\"}", "refused onclick"),
            ("{style=\"a: b\"}", "refused style"),
            ("{#a #b}", "refused #b"),
            ("{title=a title=b}", "refused title"),
            ("{id=\"a b\"}", "refused id"),
            ("{:toc}", "refused toc"),
        ] {
            assert_eq!(parsed(text).as_deref(), Some(html), "{text}");
        }

        for text in [
            "{id}",
            "{1, 2}",
            "{\"a\": 1}",
            "{}",
            "{#}",
            "{.}",
            "{#-}",
            "{.5}",
            "{# a #}",
            "{a, b}",
            "{{ a }}",
            "{% a %}",
            "{.a",
            "{.a\n}",
            "{title=\"a}",
            "{title=}",
            "{.a=b}",
            "{.a, .b}",
            "{#\"a}",
            "{.a<b>}",
            "{:}",
            "{ }",
            "{=html}",
            "{.a'b}",
            "{a b}",
            "{title=\"a\"b}",
        ] {
            assert_eq!(parsed(text), None, "{text}");
        }
    }
}
