//! Where the targets of links are written in the text of a page.

use std::borrow::Cow;
use std::ops::Range;

use croupier_base::path::Href;
use croupier_base::syntax::html;

/// A link target in a text.
pub(super) struct LinkTarget {
    /// The byte range in the text.
    pub range: Range<usize>,
    /// The target. Escapes and character references of its path are resolved; query and fragment are as written.
    pub href: Href,
}

impl LinkTarget {
    fn new(text: &str, range: Range<usize>, is_markdown: bool) -> LinkTarget {
        let written = &text[range.clone()];
        // `&#40;` is a character reference, and no fragment.
        let is_rest = |at: usize, it: char| it == '?' || it == '#' && !written[..at].ends_with('&');
        let rest = written.char_indices().find(|(at, it)| is_rest(*at, *it));
        let (path, rest) = written.split_at(rest.map_or(written.len(), |(at, _)| at));
        let path = if is_markdown { without_escapes(path) } else { Cow::Borrowed(path) };
        let href = Href::new(format!("{}{rest}", html::text(&path)));
        LinkTarget { range, href }
    }
}

/// Returns the target in the source of a link, whose resolved target is `href`. None for a link with its target elsewhere.
pub(super) fn of_link(written: &str, href: &str) -> Option<LinkTarget> {
    if written.starts_with('[') || written.starts_with("![") {
        return of_inline_link(written);
    }
    if !written.starts_with('<') {
        // A bare URL, or the value of an attribute, in which other URLs can be.
        let is_whole = !written.contains(['"', '\'', ' ', ',', '\n']) && !written.is_empty();
        let found = written.rfind(href).map(|at| at..at + href.len());
        let range = if is_whole { Some(0..written.len()) } else { found };
        return range.map(|range| LinkTarget::new(written, range, false));
    }

    let autolink = written.strip_prefix('<').and_then(|it| it.strip_suffix('>'));
    if autolink == Some(href) {
        return Some(LinkTarget::new(written, 1..written.len() - 1, false));
    }
    let urls = html::read(written).addresses;
    let url = urls.iter().find(|it| it.text == href)?;
    let value = written.get(url.range.clone())?;
    let unquoted = value.trim_matches(['"', '\'']);
    let start = url.range.start + value.find(unquoted)?;
    Some(LinkTarget::new(written, start..start + unquoted.len(), false))
}

/// Returns the target of `[text](target "title")`. None for a link that names a definition.
fn of_inline_link(written: &str) -> Option<LinkTarget> {
    // The text can have links of pictures, and the title can look like a target. Only the first one that ends with the link is the target.
    let range = written.match_indices("](").find_map(|(at, opening)| {
        let start = at + opening.len();
        let (range, end) = destination(&written[start..])?;
        let is_end = ends_link(&written[start + end..]);
        is_end.then(|| start + range.start..start + range.end)
    })?;
    (!range.is_empty()).then(|| LinkTarget::new(written, range, true))
}

/// Returns the targets in the link definitions of a Markdown text, `[label]: target`, which starts at the byte `body`.
pub(super) fn of_definitions(source: &str, body: usize) -> Vec<LinkTarget> {
    let mut targets = Vec::new();
    let mut start = body;
    for line in source[body..].split_inclusive('\n') {
        let text = line.trim_start_matches([' ', '>']);
        let target = text.strip_prefix('[').and_then(|it| it.split_once("]:")).map(|(_, it)| it);
        if let Some(target) = target.filter(|_| !text.starts_with("[^")) {
            let at = start + line.len() - target.len();
            let found = destination(target).filter(|(range, _)| !range.is_empty());
            targets.extend(
                found.map(|(range, _)| {
                    LinkTarget::new(source, at + range.start..at + range.end, true)
                }),
            );
        }
        start += line.len();
    }
    targets
}

/// Returns the range of the link destination that a text begins with, without angle brackets, and where the text continues.
fn destination(text: &str) -> Option<(Range<usize>, usize)> {
    let start = text.len() - text.trim_start().len();
    let inner = text[start..].strip_prefix('<');
    let (first, rest) = inner.map_or((start, &text[start..]), |rest| (start + 1, rest));

    let (mut depth, mut is_escaped) = (0_usize, false);
    for (at, character) in rest.char_indices() {
        let was_escaped = is_escaped;
        is_escaped = character == '\\' && !was_escaped;
        if was_escaped && character.is_ascii_punctuation() {
            continue;
        }
        let range = first..first + at;
        match (inner.is_some(), character) {
            (true, '>') => return Some((range, first + at + 1)),
            (true, '<' | '\n' | '\r') => return None,
            (false, '(') => depth += 1,
            (false, ')') if depth > 0 => depth -= 1,
            (false, ')') => return Some((range, first + at)),
            (false, it) if it == ' ' || it.is_ascii_control() => {
                return (depth == 0).then_some((range, first + at));
            }
            _ => {}
        }
    }
    (inner.is_none() && depth == 0).then_some((first..text.len(), text.len()))
}

/// Whether a text is the rest of a link after its destination: perhaps a title, and the end.
fn ends_link(rest: &str) -> bool {
    let Some(before) = rest.strip_suffix(')') else { return false };
    let title = before.trim();
    if title.is_empty() {
        return true;
    }
    let closing = match title.as_bytes()[0] {
        b'(' => ')',
        quote @ (b'"' | b'\'') => char::from(quote),
        _ => return false,
    };
    let is_spaced = before.starts_with(char::is_whitespace);
    let inner = title[1..].strip_suffix(closing);
    let is_open = |(at, _): (usize, _)| !title[..=at].ends_with('\\');
    is_spaced && inner.is_some_and(|it| !it.match_indices(closing).any(is_open))
}

/// Resolves the backslash escapes of Markdown.
fn without_escapes(text: &str) -> Cow<'_, str> {
    if !text.contains('\\') {
        return Cow::Borrowed(text);
    }
    let mut resolved = String::new();
    let mut rest = text.chars().peekable();
    while let Some(character) = rest.next() {
        let next = rest.next_if(|it| character == '\\' && it.is_ascii_punctuation());
        resolved.push(next.unwrap_or(character));
    }
    Cow::Owned(resolved)
}

#[cfg(test)]
mod tests {
    use super::{LinkTarget, of_definitions, of_link};

    fn found<'a>(text: &'a str, target: &LinkTarget) -> (&'a str, String) {
        (&text[target.range.clone()], target.href.to_string())
    }

    #[test]
    fn the_target_of_a_link_is_found_in_every_form() {
        for (written, href, range, target) in [
            ("[a](b.md)", "/b/", "b.md", "b.md"),
            ("[a]( b.md )", "/b/", "b.md", "b.md"),
            ("[/b/](/b/ \"/b/\")", "/b/", "/b/", "/b/"),
            ("[a](b.md \"t](c.md\")", "/b/", "b.md", "b.md"),
            ("[a](b.md 'it (is)')", "/b/", "b.md", "b.md"),
            ("[a](b.md\n(title))", "/b/", "b.md", "b.md"),
            ("![a](<a b.png>)", "/a b.png", "a b.png", "a b.png"),
            ("[a](<a\\>b.md#x y> \"t\")", "/", "a\\>b.md#x y", "a>b.md#x y"),
            ("[a](a(b).md)", "/", "a(b).md", "a(b).md"),
            ("[a](a\\(b.md?a=1&amp;b)", "/", "a\\(b.md?a=1&amp;b", "a(b.md?a=1&amp;b"),
            ("[a](a&amp;b&#40;.md)", "/", "a&amp;b&#40;.md", "a&b(.md"),
            ("[![p](p.png)](b.md#c)", "/b/#c", "b.md#c", "b.md#c"),
            ("[`](x`](b.md)", "/b/", "b.md", "b.md"),
            (
                "<https://e.example/a/>",
                "https://e.example/a/",
                "https://e.example/a/",
                "https://e.example/a/",
            ),
            ("<a class=\"x\" href=\"/b/\">", "/b/", "/b/", "/b/"),
            ("<a href='/a&amp;b/' title=\"/b/\">", "/a&b/", "/a&amp;b/", "/a&b/"),
            ("<a href=/b/>", "/b/", "/b/", "/b/"),
            ("/b/", "/b/", "/b/", "/b/"),
            ("/c.png 1x, /b.png 2x", "/b.png", "/b.png", "/b.png"),
        ] {
            let it = of_link(written, href).unwrap_or_else(|| panic!("{written}"));
            assert_eq!(found(written, &it), (range, target.to_owned()), "{written}");
        }
        for written in ["[a][b]", "[b]", "[a]()", "[a]({{ url() }})", "<a title=\"/b/\">"] {
            assert!(of_link(written, "/b/").is_none(), "{written}");
        }
    }

    #[test]
    fn definitions_have_targets_and_footnotes_have_none() {
        let text = "+++\n[x]: no\n+++\n[a]: b.md \"Title\"\n> [c]: <d e.md>\r\n[f]:/g/\n[^1]: note\n[h]:\n";
        let targets = of_definitions(text, text.find("[a]").unwrap());
        let hrefs: Vec<_> = targets.iter().map(|it| found(text, it).0).collect();
        assert_eq!(hrefs, ["b.md", "d e.md", "/g/"]);
    }
}
