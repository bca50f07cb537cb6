//! Shortcodes: calls of macros in a page's text, `{{ youtube("x") }}`, where each macro stands in pages/shortcodes.html.

use std::ops::Range;
use std::sync::Arc;

use minijinja::{Environment, context};
use pulldown_cmark::{Event, Parser, Tag, TagEnd};

use crate::diagnostic::{Diagnostic, Place};
use crate::markdown::{self, Insert};
use crate::page::{Page, Text};
use crate::reads::{Key, asked};
use crate::template::{self, Pieces, Placed};

/// Where the macros stand.
const MACROS: &str = "pages/shortcodes.html";

/// Characters of an expression at most; a quote that is never closed must not be looked for to the end of a long text.
const LONGEST: usize = 4000;

/// A call in a text.
#[derive(Debug, PartialEq, Eq)]
struct Call<'a> {
    /// With its braces.
    range: Range<usize>,
    /// The macro's name.
    name: &'a str,
    /// What stands between the braces.
    expression: &'a str,
}

/// The HTML of every shortcode of a page, with what they placed.
pub fn render(
    pieces: &Pieces,
    env: &Environment<'_>,
    page: &Page,
    text: &Text,
    placed: &mut Placed,
) -> Result<Vec<Insert>, Diagnostic> {
    let mut inserts = Vec::new();
    for call in calls(text.body()) {
        asked(Key::Template(MACROS.to_owned()));
        let range = call.range.start + text.body..call.range.end + text.body;
        let place = || Place::new(page.source.as_str(), Arc::clone(&text.source), range.clone());
        if !pieces.templates.contains_key(MACROS) {
            return Err(Diagnostic::error("C0406", format!("there is no shortcode `{}`", call.name))
                .at(place())
                .hint(format!("write a macro of this name in {MACROS}, or `\\{{{{` if the braces are meant for readers")));
        }
        let source = format!("{{% from \"{MACROS}\" import {} %}}{{{{ {} }}}}", call.name, call.expression);
        let (html, more) = template::render_text(env, &pieces.templates, &source, context! {}).map_err(|error| {
            // An error inside the macro has its own place; one of the call is the author's.
            let chain = format!("shortcode `{}` of {}", call.name, page.source);
            if error.place.is_some() { error.through(chain) } else { error.at(place()) }
        })?;
        placed.merge(more);
        inserts.push(Insert { range: call.range, html: html.trim().to_owned() });
    }
    Ok(inserts)
}

/// The calls of a text, outside of code and where no backslash stands before them.
fn calls(text: &str) -> Vec<Call<'_>> {
    let mut calls = Vec::new();
    if !text.contains("{{") {
        return calls;
    }
    let code = code(text);
    let mut from = 0;
    while let Some(start) = text[from..].find("{{").map(|at| from + at) {
        from = start + 2;
        let is_code = code.iter().any(|range| range.contains(&start));
        if is_code || text[..start].ends_with('\\') {
            continue;
        }
        let Some(length) = length(&text[from..]) else {
            continue;
        };
        let expression = text[from..from + length].trim();
        let name = expression.split('(').next().unwrap_or_default();
        let is_name = name.starts_with(|it: char| it.is_ascii_alphabetic() || it == '_')
            && name.chars().all(|it| it.is_ascii_alphanumeric() || it == '_');
        if is_name && expression.len() > name.len() && expression.ends_with(')') {
            from += length + 2;
            calls.push(Call { range: start..from, name, expression });
        }
    }
    calls
}

/// How long an expression is that ends at the first `}}` outside of quotes.
fn length(text: &str) -> Option<usize> {
    let mut quote = None;
    let mut escaped = false;
    for (at, character) in text.char_indices().take(LONGEST) {
        match (quote, character) {
            _ if std::mem::take(&mut escaped) => {}
            (Some(_), '\\') => escaped = true,
            (Some(open), _) if open == character => quote = None,
            (None, '"' | '\'') => quote = Some(character),
            (None, '}') if text[at..].starts_with("}}") => return Some(at),
            _ => {}
        }
    }
    None
}

/// Where the text is code.
fn code(text: &str) -> Vec<Range<usize>> {
    let mut code = Vec::new();
    let mut block = None;
    for (event, range) in Parser::new_ext(text, markdown::OPTIONS).into_offset_iter() {
        match event {
            Event::Code(_) => code.push(range),
            Event::Start(Tag::CodeBlock(_)) => block = Some(range.start),
            Event::End(TagEnd::CodeBlock) => code.extend(block.take().map(|start| start..range.end)),
            _ => {}
        }
    }
    code
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<&str> {
        calls(text).into_iter().map(|call| call.expression).collect()
    }

    #[test]
    fn a_call_ends_where_its_braces_close_and_not_in_quotes() {
        assert_eq!(found("a {{ x(\"}}\", b='\\'}}') }} b {{y()}}"), ["x(\"}}\", b='\\'}}')", "y()"]);
        assert_eq!(found("{{ two(\n  1,\n  2\n) }}"), ["two(\n  1,\n  2\n)"]);
    }

    #[test]
    fn code_escapes_and_other_braces_are_left_alone() {
        for text in
            ["`{{ x() }}`", "    {{ x() }}", "```\n{{ x() }}\n```\n", "\\{{ x() }}", "{{ x }}", "{{ x() ", "{{ a.b() }}", "{{}}"]
        {
            assert_eq!(found(text), [""; 0], "{text}");
        }
    }
}
