//! Shortcodes: calls of macros in a page's text, `{{ youtube("x") }}`, where each macro stands in pages/shortcodes.html.

use std::ops::Range;
use std::sync::Arc;

use minijinja::context;
use pulldown_cmark::{Event, Parser, Tag, TagEnd};

use crate::content::markdown::{self, Insert};
use crate::content::page::{Page, Text};
use crate::diagnostic::code::Code;
use crate::diagnostic::wording::did_you_mean;
use crate::diagnostic::{Diagnostic, Place};
use crate::snapshot::recorder::Recorder;
use crate::template::emitted::Emitted;
use crate::template::environment::Templates;

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

/// The HTML of every shortcode of a page, with what they placed. One that is broken, or cannot be rendered, stands for nothing, and
/// is told of in `wrong`.
pub(crate) fn render(
    recorder: &Recorder,
    templates: &Templates,
    page: &Page,
    text: &Text,
    emitted: &mut Emitted,
    wrong: &mut Vec<Diagnostic>,
) -> Vec<Insert> {
    let mut inserts = Vec::new();
    let (calls, broken) = calls(text.body());
    let place = |range: &Range<usize>| {
        Place::new(page.source.as_str(), Arc::clone(&text.source), range.start + text.body..range.end + text.body)
    };
    for Broken { range, message, hint } in broken {
        wrong.push(Diagnostic::error(Code::BadShortcode, message).at(place(&range)).hint(hint));
    }
    for call in calls {
        let html = html(recorder, templates, page, &call).map(|(html, more)| {
            emitted.merge(more);
            html.trim().to_owned()
        });
        let html = html.unwrap_or_else(|error| {
            wrong.push(if error.place.is_some() { error } else { error.at(place(&call.range)) });
            String::new()
        });
        inserts.push(Insert { range: call.range, html });
    }
    inserts
}

/// The HTML of one call. An error without a place is the call's own.
fn html(recorder: &Recorder, templates: &Templates, page: &Page, call: &Call<'_>) -> Result<(String, Emitted), Diagnostic> {
    let none = || Diagnostic::error(Code::BadShortcode, format!("there is no shortcode `{}`", call.name));
    let Ok(macros_text) = recorder.template(MACROS) else {
        let hint = format!("write a macro of this name in {MACROS}, or `\\{{{{` if the braces are meant for readers");
        return Err(none().hint(hint));
    };
    if !has_macro(macros_text, call.name) {
        let hint = did_you_mean(call.name, macros(macros_text));
        return Err(none().hint(hint.unwrap_or_else(|| format!("write a macro of this name in {MACROS}"))));
    }
    let source = format!("{{% from \"{MACROS}\" import {} %}}{{{{ {} }}}}", call.name, call.expression);
    templates.render_text(&source, context! {}).map_err(|error| {
        // An error inside the macro has its own place; one of the call is the author's.
        let chain = format!("shortcode `{}` of {}", call.name, page.source);
        if error.place.is_some() { error.through(chain) } else { error }
    })
}

/// The names that a template of macros has for calls.
fn macros(template: &str) -> impl Iterator<Item = &str> {
    let name = |rest: &'_ str| rest.find(|it: char| !it.is_ascii_alphanumeric() && it != '_').unwrap_or(rest.len());
    template.split("macro ").skip(1).map(str::trim_start).map(move |rest| &rest[..name(rest)])
}

/// Whether a template of macros has one of this name, or another way to bring it.
fn has_macro(template: &str, name: &str) -> bool {
    macros(template).any(|it| it == name) || template.contains("import") || template.contains("set ")
}

/// Quotes as word processors set them.
const CURLY: [char; 4] = ['\u{201c}', '\u{201d}', '\u{2018}', '\u{2019}'];

/// What was meant as a call and is none, so that readers would see it.
#[derive(Debug)]
struct Broken {
    range: Range<usize>,
    message: &'static str,
    hint: String,
}

/// The calls of a text, outside of code and where no backslash stands before them, and what is broken of them.
fn calls(text: &str) -> (Vec<Call<'_>>, Vec<Broken>) {
    let (mut calls, mut found) = (Vec::new(), Vec::new());
    if !text.contains("{{") && !text.contains("{%") {
        return (calls, found);
    }
    let code = code(text);
    let mut from = 0;
    while let Some(start) = next_brace(text, from) {
        from = start + 2;
        // The ranges stand in order, and a text can have a great many.
        let is_code = code.get(code.partition_point(|range| range.end <= start)).is_some_and(|range| range.contains(&start));
        if is_code || text[..start].ends_with('\\') {
            continue;
        }
        let broken = match foreign(text, start) {
            None if text[start..].starts_with("{%") => continue,
            None => match call(text, start) {
                Ok(call) => {
                    from = call.range.end;
                    calls.push(call);
                    continue;
                }
                Err(broken) => broken,
            },
            foreign => foreign,
        };
        found.extend(broken);
    }
    (calls, found)
}

/// The call that begins at `start`; the error is what is wrong with it, or nothing where it is none.
fn call(text: &str, start: usize) -> Result<Call<'_>, Option<Broken>> {
    let from = start + 2;
    let length = length(&text[from..]).ok_or_else(|| unclosed(text, start))?;
    let range = start..from + length + 2;
    let expression = text[from..from + length].trim();
    let name = expression.split('(').next().unwrap_or_default();
    let is_name = name.starts_with(|it: char| it.is_ascii_alphabetic() || it == '_')
        && name.chars().all(|it| it.is_ascii_alphanumeric() || it == '_');
    // A quote that is never closed reaches to that of another call.
    let is_torn = expression.contains('\n') && expression.contains("{{");
    if !is_name || is_torn || expression.len() == name.len() || !expression.ends_with(')') {
        return Err(unclosed(text, start));
    }
    if expression.contains(CURLY) && !expression.contains('"') {
        let hint = "write straight quotes in a call, `\"`".to_owned();
        return Err(Some(Broken { range, message: "this shortcode has curly quotes", hint }));
    }
    Ok(Call { range, name, expression })
}

/// Where the next `{{` or `{%` stands.
fn next_brace(text: &str, from: usize) -> Option<usize> {
    text[from..].match_indices('{').map(|(at, _)| from + at).find(|at| text[at + 1..].starts_with(['{', '%']))
}

/// A call as other generators write it.
fn foreign(text: &str, start: usize) -> Option<Broken> {
    let rest = &text[start + 2..];
    let is_block = text[start..].starts_with("{%");
    let inside = if is_block { rest } else { rest.strip_prefix(['<', '%'])? };
    let name: String =
        inside.trim_start_matches(['-', ' ', '/']).chars().take_while(|it| it.is_ascii_alphanumeric() || *it == '_').collect();
    if name.is_empty() || name.starts_with(|it: char| it.is_ascii_digit()) {
        return None;
    }
    let line = rest.lines().next().unwrap_or_default();
    let end = ["%}", "}}"].iter().filter_map(|end| line.find(end)).min().map_or(line.len(), |at| at + 2);
    let hint = format!(
        "write it as a call of a macro in {MACROS}, `{{{{ {name}(\"...\") }}}}`, or a backslash before it if it is meant for readers"
    );
    Some(Broken { range: start..start + 2 + end, message: "this is how another generator calls a shortcode", hint })
}

/// A call that begins and does not end as one.
fn unclosed(text: &str, start: usize) -> Option<Broken> {
    let rest = &text[start + 2..];
    let inside = rest.trim_start_matches([' ', '\t']);
    let name = &inside[..inside.find(|it: char| !it.is_ascii_alphanumeric() && it != '_').unwrap_or(inside.len())];
    if name.is_empty() || name.starts_with(|it: char| it.is_ascii_digit()) || !inside[name.len()..].starts_with('(') {
        return None;
    }
    let line = rest.lines().next().unwrap_or_default();
    let hint =
        format!("end it with `) }}}}`, as in `{{{{ {name}(\"...\") }}}}`, or write `\\{{{{` if the braces are meant for readers");
    Some(Broken { range: start..start + 2 + line.trim_end().len(), message: "this shortcode is not closed", hint })
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
        calls(text).0.into_iter().map(|call| call.expression).collect()
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
