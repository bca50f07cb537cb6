//! Fenced code blocks: the words after the opening fence, and the HTML of highlighted and numbered
//! lines.

pub(super) mod islands;

use std::ops::RangeInclusive;

use pulldown_cmark::CodeBlockKind;
use pulldown_cmark_escape::{escape_html, escape_html_body_text};

use crate::markdown::extensions::attributes::{self, Attributes, Part, Parts};
use crate::markdown::hooks::{HookValue, attribute_values};

/// Returns code in a language, the first argument, as HTML with a class for each kind of token; `None` for an unknown language.
pub type Highlight<'a> = &'a dyn Fn(&str, &str) -> Option<String>;

/// Names of code without a language.
const PLAIN: [&str; 7] = ["", "none", "output", "plain", "plaintext", "text", "txt"];

/// Returns code without a language as HTML; `None` if `language` is one.
pub fn plain_code(language: &str, code: &str) -> Option<String> {
    PLAIN.contains(&language.to_ascii_lowercase().as_str()).then(|| escaped(code))
}

/// Returns code as HTML.
fn escaped(code: &str) -> String {
    let mut html = String::with_capacity(code.len());
    escape_html(&mut html, code).expect("writing to a string cannot fail");
    html
}

/// What the opening fence of a code block says.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct CodeInfo {
    /// The language, as written; empty for plain code.
    pub(super) language: String,
    /// Whether words that change the lines or the title follow the language.
    pub(super) has_words: bool,
    /// Whether one of these words is not known.
    pub(super) has_unknown: bool,
    /// The attributes of the element.
    pub(super) attributes: Attributes,
    title: Option<String>,
    /// The number of the first line, if lines are numbered.
    first_line: Option<u32>,
    starts_at: Option<u32>,
    marked: Lines,
    added: Lines,
    removed: Lines,
}

/// Lines of a code block, counted from 1.
#[derive(Debug, Default, PartialEq, Eq)]
struct Lines(Vec<RangeInclusive<usize>>);

impl Lines {
    fn contains(&self, line: usize) -> bool {
        self.0.iter().any(|range| range.contains(&line))
    }

    /// Adds the lines of a list such as `2, 4-6` or `[2,"4-6"]`. Returns whether it is one.
    fn add(&mut self, list: &str) -> bool {
        let separators =
            |it: char| it.is_whitespace() || matches!(it, ',' | '"' | '\'' | '[' | ']');
        list.split(separators).filter(|it| !it.is_empty()).all(|part| {
            let (first, last) = part.split_once('-').unwrap_or((part, part));
            match (first.parse(), last.parse()) {
                (Ok(first), Ok(last)) => {
                    self.0.push(first..=last);
                    true
                }
                _ => false,
            }
        })
    }
}

/// The lists of lines that an opening fence can have.
#[derive(Debug, Clone, Copy)]
enum List {
    Marked,
    Added,
    Removed,
}

impl CodeInfo {
    /// Parses the words after an opening fence, in the forms of Hugo, Zola, Astro, Docusaurus,
    /// `MkDocs` and Pandoc: `rust,linenos,hl_lines=1 3-4`, `go {linenos=true,hl_lines=[2,"4-6"]}`,
    /// `js {1,3-5} title="a.js" showLineNumbers`, `{.python .numberLines startFrom="10"}`.
    ///
    /// Other attributes in braces belong to the element if `has_attributes`.
    pub(super) fn parse(info: &str, has_attributes: bool) -> CodeInfo {
        let mut parsed = CodeInfo::default();
        let mut rest = info.trim();
        // In Pandoc's form, the first class is the language.
        if !rest.starts_with('{') || attributes::parts(rest).is_none() {
            let start =
                rest.trim_start_matches(|it: char| it.is_whitespace() || matches!(it, '{' | '.'));
            let is_end = |it: char| is_separator(it) || matches!(it, ';' | '=');
            start.split(is_end).next().unwrap_or_default().clone_into(&mut parsed.language);
            rest = &start[parsed.language.len()..];
        }

        let mut list = List::Marked;
        while let Some((before, (parts, length))) = attribute_list(rest) {
            parsed.set_words(before, &mut list);
            for (part, written) in parts {
                parsed.set_part(&part, written, &mut list, has_attributes);
            }
            rest = &rest[before.len() + length..];
        }
        parsed.set_words(rest, &mut list);
        if let (Some(first), Some(start)) = (&mut parsed.first_line, parsed.starts_at) {
            *first = start;
        }
        parsed
    }

    /// Applies the words of a text.
    fn set_words(&mut self, text: &str, list: &mut List) {
        for (key, value) in words(text) {
            self.has_words = true;
            self.has_unknown |= !self.set(&key, value.as_deref(), list);
        }
    }

    /// Applies a part of a list of attributes.
    fn set_part(&mut self, part: &Part<'_>, written: &str, list: &mut List, has_attributes: bool) {
        let is_word = match part {
            Part::Class(language) if self.language.is_empty() => {
                (*language).clone_into(&mut self.language);
                return;
            }
            Part::Class(word) => self.set(word, None, list),
            Part::Value(key, value) => self.set(key, Some(value), list),
            Part::Word => self.set(written, None, list),
            Part::Id(_) => false,
        };
        self.has_words |= is_word;
        let is_known = is_word || has_attributes && self.attributes.set(part);
        if !is_known {
            self.has_unknown = true;
        }
    }

    /// Applies one word. A word without a key continues `list`. Returns whether it is known.
    fn set(&mut self, key: &str, value: Option<&str>, list: &mut List) -> bool {
        let name = key.trim_start_matches('.').to_ascii_lowercase().replace(['-', '_'], "");
        match (name.as_str(), value) {
            ("title" | "name" | "filename" | "file", Some(title)) => {
                self.title = Some(title.to_owned());
                true
            }
            ("linenos" | "linenums" | "linenumbers" | "showlinenumbers" | "numberlines", value) => {
                let first = value.and_then(|it| it.parse().ok()).unwrap_or(1);
                self.first_line = (value != Some("false")).then_some(first);
                true
            }
            ("linenostart" | "startfrom" | "startlinenumber", Some(value)) => {
                self.starts_at = value.parse().ok();
                self.starts_at.is_some()
            }
            ("hllines" | "mark" | "highlight", Some(lines)) => self.add(List::Marked, lines, list),
            ("ins" | "add", Some(lines)) => self.add(List::Added, lines, list),
            ("del" | "remove", Some(lines)) => self.add(List::Removed, lines, list),
            (_, None) => self.add(*list, key, list),
            _ => false,
        }
    }

    fn add(&mut self, to: List, lines: &str, list: &mut List) -> bool {
        *list = to;
        match to {
            List::Marked => self.marked.add(lines),
            List::Added => self.added.add(lines),
            List::Removed => self.removed.add(lines),
        }
    }

    /// Returns the fields of the template of code blocks that do not depend on the code.
    pub(super) fn hook_fields(
        &self,
        kind: &CodeBlockKind<'_>,
        attributes: Option<&Attributes>,
    ) -> Vec<(&'static str, HookValue)> {
        let info = match kind {
            CodeBlockKind::Fenced(info) => info.to_string(),
            CodeBlockKind::Indented => String::new(),
        };
        vec![
            ("language", HookValue::Text(self.language.clone())),
            ("info", HookValue::Text(info)),
            ("title", HookValue::Text(self.title.clone().unwrap_or_default())),
            ("is_numbered", HookValue::Flag(self.first_line.is_some())),
            ("first_line", HookValue::Number(self.first_line.unwrap_or(1) as usize)),
            ("attributes", attribute_values(attributes)),
        ]
    }

    /// Returns the HTML before the block: its title opens a figure.
    pub(super) fn opening(&self) -> Option<String> {
        let title = self.title.as_ref()?;
        let mut html = String::from("<figure class=\"code-block\">\n<figcaption>");
        escape_html_body_text(&mut html, title).expect("writing to a string cannot fail");
        html.push_str("</figcaption>\n");
        Some(html)
    }

    /// Returns the HTML after the block.
    pub(super) fn closing(&self) -> Option<&'static str> {
        self.title.as_ref().map(|_| "</figure>\n")
    }

    /// Returns the HTML of the code, and whether its language is known.
    pub(super) fn code(&self, code: &str, highlight: Highlight<'_>) -> (String, bool) {
        let html = plain_code(&self.language, code).or_else(|| highlight(&self.language, code));
        let is_known = html.is_some();
        let html = html.unwrap_or_else(|| escaped(code));
        let has_lines = self.first_line.is_some()
            || [&self.marked, &self.added, &self.removed].iter().any(|lines| !lines.0.is_empty());
        (if has_lines { self.with_lines(&html) } else { html }, is_known)
    }

    /// Returns code with an element for each line: `mark`, `ins`, `del` or `span`. A token of
    /// several lines becomes one token in each.
    fn with_lines(&self, html: &str) -> String {
        let mut with_lines = String::with_capacity(html.len() * 2);
        let mut open: Vec<&str> = Vec::new();

        for (index, content) in html.split_inclusive('\n').enumerate() {
            let line = index + 1;
            let element = if self.added.contains(line) {
                "ins"
            } else if self.removed.contains(line) {
                "del"
            } else if self.marked.contains(line) {
                "mark"
            } else {
                "span"
            };

            with_lines.push_str(&format!("<{element} class=\"code-line\""));
            if let Some(first) = self.first_line {
                with_lines.push_str(&format!(" data-line=\"{}\"", first as usize + index));
            }
            with_lines.push('>');

            with_lines.extend(open.iter().copied());
            let text = content.trim_end_matches('\n');
            update_open_tags(&mut open, text);
            with_lines.push_str(text);
            with_lines.extend(open.iter().map(|_| "</span>"));
            with_lines.push_str(&content[text.len()..]);
            with_lines.push_str(&format!("</{element}>"));
        }

        with_lines
    }
}

/// Follows the `<span …>` tags of a line, so that `open` contains those that stay open after it.
fn update_open_tags<'h>(open: &mut Vec<&'h str>, line: &'h str) {
    for (start, _) in line.match_indices('<') {
        let tag = &line[start..];
        let Some(end) = tag.find('>') else { continue };
        if tag.starts_with("</") {
            open.pop();
        } else {
            open.push(&tag[..=end]);
        }
    }
}

/// Returns the text before the first list of attributes in the words after a language, and the parts of the list. Lists of
/// lines, `{1,3-5}`, and lists with commas, `{linenos=true,hl_lines=3}`, are words.
fn attribute_list(text: &str) -> Option<(&str, Parts<'_>)> {
    text.match_indices('{').find_map(|(start, _)| {
        let before = &text[..start];
        let is_in_value = before.ends_with('=') || before.matches('"').count() % 2 == 1;
        let (parts, length) = attributes::parts(&text[start..]).filter(|_| !is_in_value)?;
        let has_comma = parts
            .iter()
            .any(|(part, _)| matches!(part, Part::Value(_, value) if value.contains(',')));
        let is_quoted = text[start..start + length].contains(['"', '\'']);
        (!has_comma || is_quoted).then_some((before, (parts, length)))
    })
}

fn is_separator(character: char) -> bool {
    character.is_whitespace() || matches!(character, ',' | '{' | '}' | ':')
}

/// Splits the words after a language into keys and values. A value can be quoted, or in brackets
/// or braces.
fn words(text: &str) -> Vec<(String, Option<String>)> {
    let mut words = Vec::new();
    let mut rest = text.trim_start_matches(is_separator);
    while !rest.is_empty() {
        let key_end = rest.find(|it: char| is_separator(it) || it == '=').unwrap_or(rest.len());
        let (key, after) = rest.split_at(key_end);
        let (value, after) = match after.strip_prefix('=') {
            Some(value) => {
                let (value, after) = value_at_start(value);
                (Some(value.to_owned()), after)
            }
            None => (None, after),
        };
        words.push((key.to_owned(), value));
        rest = after.trim_start_matches(is_separator);
    }
    words
}

/// Returns the value at the start of a text, without its quotes or braces, and the text after it.
fn value_at_start(text: &str) -> (&str, &str) {
    let closing = match text.chars().next() {
        Some(quote @ ('"' | '\'')) => quote,
        Some('[') => ']',
        Some('{') => '}',
        _ => {
            let is_end = |it: char| it.is_whitespace() || matches!(it, ',' | '}');
            return text.split_at(text.find(is_end).unwrap_or(text.len()));
        }
    };
    let inner = &text[1..];
    match inner.split_once(closing) {
        Some(parts) => parts,
        None => (inner, ""),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(info: &str) -> (String, Option<u32>, Vec<usize>, bool) {
        let info = CodeInfo::parse(info, false);
        let marked = (1..30).filter(|line| info.marked.contains(*line)).collect();
        (info.language, info.first_line, marked, info.has_unknown)
    }

    #[test]
    fn the_forms_of_other_generators_are_read() {
        let cases: [(&str, &str, Option<u32>, &[usize]); 12] = [
            ("rust", "rust", None, &[]),
            ("", "", None, &[]),
            ("rust,linenos,hl_lines=1 3-4,linenostart=20", "rust", Some(20), &[1, 3, 4]),
            ("go {linenos=true,hl_lines=[2,\"4-6\"],linenostart=9}", "go", Some(9), &[2, 4, 5, 6]),
            ("go {linenos=false}", "go", None, &[]),
            ("js {1,3-4} showLineNumbers", "js", Some(1), &[1, 3, 4]),
            ("js{2}", "js", None, &[2]),
            ("ts:line-numbers {3}", "ts", Some(1), &[3]),
            ("py title=\"a b.py\" linenums=\"5\" hl_lines=\"2 3\"", "py", Some(5), &[2, 3]),
            ("{.python .numberLines startFrom=\"10\"}", "python", Some(10), &[]),
            ("c++ mark={1} ins={2-3} del={4}", "c++", None, &[1]),
            ("diff linenos=table", "diff", Some(1), &[]),
        ];
        for (info, language, first, marked) in cases {
            let expected = (language.to_owned(), first, marked.to_vec(), false);
            assert_eq!(parsed(info), expected, "{info}");
        }
    }

    #[test]
    fn words_without_an_effect_are_unknown() {
        for info in [
            "rust,ignore",
            "js copy",
            "js hl_lines=x",
            "js startFrom=a",
            "js linenostart=99999999999",
            "js theme=\"x\"",
        ] {
            assert!(CodeInfo::parse(info, false).has_unknown, "{info}");
        }
    }

    #[test]
    fn other_attributes_belong_to_the_element() {
        for (info, language, html, has_unknown) in [
            ("{#a .rust .wide .numberLines}", "rust", " id=\"a\" class=\"wide\"", false),
            (
                "js {1} {.b data-x=\"{1}, 2\"} linenos",
                "js",
                " class=\"b\" data-x=\"{1}, 2\"",
                false,
            ),
            ("js {.b onclick=x}", "js", " class=\"b\"", true),
            ("js title=\"{.a}\" {#a #b}", "js", " id=\"a\"", true),
        ] {
            let parsed = CodeInfo::parse(info, true);
            let found = (parsed.language.as_str(), parsed.attributes.html(), parsed.has_unknown);
            assert_eq!(found, (language, html.to_owned(), has_unknown), "{info}");
            assert!(CodeInfo::parse(info, false).has_unknown, "{info}");
        }
    }

    #[test]
    fn titles_keep_their_spaces_and_are_escaped() {
        let info = CodeInfo::parse("js title=\"a <b>, {c}.js\" {1}", false);
        assert_eq!(
            info.opening().as_deref(),
            Some("<figure class=\"code-block\">\n<figcaption>a &lt;b&gt;, {c}.js</figcaption>\n")
        );
        assert!(!info.has_unknown);
    }

    #[test]
    fn tokens_of_several_lines_are_closed_in_each_line() {
        let info = CodeInfo::parse("x linenos {2} ins=3", false);
        let html = "<span class=\"c\">/* a\n  b */</span> c\n\nd\n";
        assert_eq!(
            info.with_lines(html),
            "<span class=\"code-line\" data-line=\"1\"><span class=\"c\">/* a</span>\n</span>\
             <mark class=\"code-line\" data-line=\"2\"><span class=\"c\">  b */</span> c\n</mark>\
             <ins class=\"code-line\" data-line=\"3\">\n</ins>\
             <span class=\"code-line\" data-line=\"4\">d\n</span>"
        );
    }
}
