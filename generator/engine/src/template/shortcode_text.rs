//! Where in a text braces can call a shortcode: not in code, and an expression ends outside of its quotes.

use std::ops::Range;

use pulldown_cmark::{Event, Parser, Tag, TagEnd};

use croupier_content::markdown;

/// Characters of an expression at most; a quote that is never closed must not be looked for to the end of a long text.
const LONGEST: usize = 4000;

/// Where the next `{{` or `{%` stands.
pub(super) fn next_brace(text: &str, from: usize) -> Option<usize> {
    text[from..]
        .match_indices('{')
        .map(|(at, _)| from + at)
        .find(|at| text[at + 1..].starts_with(['{', '%']))
}

/// How long an expression is that ends at the first `end` outside of quotes.
pub(super) fn length(text: &str, end: &str) -> Option<usize> {
    let mut quote = None;
    let mut escaped = false;
    for (at, character) in text.char_indices().take(LONGEST) {
        match (quote, character) {
            _ if std::mem::take(&mut escaped) => {}
            (Some(_), '\\') => escaped = true,
            (Some(open), _) if open == character => quote = None,
            (None, '"' | '\'') => quote = Some(character),
            (None, _) if text[at..].starts_with(end) => return Some(at),
            _ => {}
        }
    }
    None
}

/// Where the text is code.
pub(super) fn code(text: &str) -> Vec<Range<usize>> {
    let mut code = Vec::new();
    let mut block = None;
    for (event, range) in Parser::new_ext(text, markdown::OPTIONS).into_offset_iter() {
        match event {
            Event::Code(_) => code.push(range),
            Event::Start(Tag::CodeBlock(_)) => block = Some(range.start),
            Event::End(TagEnd::CodeBlock) => {
                code.extend(block.take().map(|start| start..range.end))
            }
            _ => {}
        }
    }
    code
}
