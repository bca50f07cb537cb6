//! Syntax of MDX in a line: imports, components, comments and expressions.

use std::ops::Range;

use crate::markdown::problem::ForeignSyntax;

/// HTML elements that are written with a capital letter in old pages.
const HTML_ELEMENTS: [&str; 30] = [
    "abbr", "article", "body", "br", "center", "code", "details", "div", "dl", "dd", "dt", "em",
    "font", "form", "head", "hr", "html", "img", "input", "li", "ol", "pre", "span", "strong",
    "summary", "table", "td", "th", "tr", "ul",
];

/// Returns the syntax of a line that is an `import` or `export` of JavaScript.
pub(super) fn whole_line(line: &str) -> Option<ForeignSyntax> {
    is_import(line).then_some(ForeignSyntax::MdxImport)
}

fn is_import(line: &str) -> bool {
    let is_quoted = |text: &str| text.trim_end_matches(';').ends_with(['"', '\'']);
    if let Some(rest) = line.strip_prefix("import ") {
        let names = rest.split(" from ").next().unwrap_or_default();
        let has_names = names.starts_with(['{', '*']) || !names.trim().contains(' ');
        return is_quoted(line)
            && (rest.starts_with(['"', '\'']) || rest.contains(" from ") && has_names)
            || rest.trim_end() == "{";
    }
    let Some(rest) = line.strip_prefix("export ") else { return false };
    ["default ", "const ", "function ", "let ", "{ "].iter().any(|it| rest.starts_with(it))
}

/// Returns the byte range of the first tag of a component in a text: `<Tabs>`, `<Chart data={x} />`, or `<Tabs` before a line
/// break.
pub(in crate::markdown) fn component_tag(text: &str) -> Option<Range<usize>> {
    text.match_indices('<').find_map(|(start, _)| {
        let name_start = start + 1 + usize::from(text[start + 1..].starts_with('/'));
        let rest = &text[name_start..];
        let length = rest.find(|it: char| !it.is_ascii_alphanumeric() && it != '.');
        let (name, after) = rest.split_at(length.unwrap_or(rest.len()));
        let is_component = name.starts_with(|it: char| it.is_ascii_uppercase())
            && name.contains(|it: char| it.is_ascii_lowercase())
            && !HTML_ELEMENTS.contains(&name.to_ascii_lowercase().as_str());
        let line = after.lines().next().unwrap_or_default();
        let has_attributes =
            line.starts_with([' ', '\t']) && (line.contains(['=', '{']) || line.contains("/>"));
        let is_tag = line.starts_with(['>', '/']) || line.trim().is_empty() || has_attributes;
        let length = line.find('>').map_or(line.trim_end().len(), |index| index + 1);
        let end = name_start + name.len() + length;
        (is_component && is_tag && !text[..start].ends_with('\\')).then_some(start..end)
    })
}

/// Returns the byte range of the start of the first comment in a line, `{/*`.
pub(super) fn comment(line: &str) -> Option<Range<usize>> {
    let start = line.find("{/*").filter(|start| !line[..*start].ends_with('\\'))?;
    Some(start..start + "{/*".len())
}

/// Returns whether an expression can begin with this byte.
pub(super) fn is_expression_start(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || matches!(byte, b'_' | b'$' | b'"' | b'\'' | b'`' | b'!' | b'(')
}

/// Returns the byte range of the first expression in braces in a line. A single word in braces is none, because texts
/// use it for placeholders.
pub(super) fn expression(line: &str) -> Option<Range<usize>> {
    line.match_indices('{').find_map(|(start, _)| {
        // `${x}` is a variable of a shell, and `{{` begins a shortcode.
        if line[..start].ends_with(['\\', '$', '{', '=']) {
            return None;
        }
        let inside = &line[start + 1..];
        let end = inside.rfind('}');
        let code = inside[..end.unwrap_or(inside.len())].trim();
        is_expression(code, end.is_some())
            .then(|| start..start + 1 + end.map_or(inside.trim_end().len(), |end| end + 1))
    })
}

/// Returns whether a text in braces is JavaScript. `is_closed` is false if it continues in the next line.
fn is_expression(code: &str, is_closed: bool) -> bool {
    if !code.as_bytes().first().is_some_and(|it| is_expression_start(*it)) {
        return false;
    }
    let has_operator = [" => ", " && ", " || ", " ?? ", " ? "].iter().any(|it| code.contains(it));
    let is_path = |it: char| it.is_ascii_alphanumeric() || matches!(it, '_' | '$' | '.' | '?');
    let path = &code[..code.find(|it| !is_path(it)).unwrap_or(code.len())];
    let has_member = path.split('.').count() > 1 && path.split('.').all(|it| !it.is_empty());
    let is_call = !path.is_empty() && code[path.len()..].starts_with('(');
    let quote = code.chars().next().filter(|it| matches!(it, '"' | '\'' | '`'));
    let is_string = quote.is_some_and(|it| code.len() > 1 && code.ends_with(it));
    has_operator || is_call || is_closed && (is_string || has_member && path == code)
}
