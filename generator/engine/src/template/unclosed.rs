//! The block of a template that is not closed: found at its end, and mended at its beginning.

use std::ops::Range;

/// What is closed by `{% end... %}`.
const BLOCKS: [&str; 10] =
    ["if", "for", "block", "macro", "call", "filter", "set", "with", "autoescape", "raw"];

/// A block that is not closed where another ends, or at the end of the template.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Unclosed<'a> {
    /// Its name.
    pub name: &'a str,
    /// Where its tag stands.
    pub range: Range<usize>,
}

/// The tag that a byte of a template stands in or after, where it does not end before the next begins, and what it would end with.
pub(super) fn unclosed_tag(source: &str, at: usize) -> Option<(Range<usize>, &'static str)> {
    if let Some(start) = source.rfind("{#").filter(|start| !source[*start..].contains("#}")) {
        let line = source[start..].find('\n').map_or(source.len(), |length| start + length);
        return Some((start..line, "#}"));
    }
    let is_tag = |at: &usize| source[at + 1..].starts_with(['{', '%']);
    let start = source
        .get(..source.len().min(at + 1))?
        .match_indices('{')
        .map(|(at, _)| at)
        .rfind(is_tag)?;
    // The first of two braces in a row begins it.
    let start = if source[..start].ends_with('{') { start - 1 } else { start };
    let close = if source[start..].starts_with("{{") { "}}" } else { "%}" };
    let inside = &source[start + 2..];
    let end = inside.find(close);
    let next = [inside.find("{{"), inside.find("{%")].into_iter().flatten().min();
    let is_open = end.is_none_or(|end| next.is_some_and(|next| next < end));
    let line = source[start..].find('\n').map_or(source.len(), |length| start + length);
    is_open.then_some((start..line, close))
}

/// The first block of a template that is not closed in its place.
pub(super) fn unclosed(source: &str) -> Option<Unclosed<'_>> {
    let mut open: Vec<Unclosed<'_>> = Vec::new();
    let mut at = 0;
    while let Some(start) = source[at..].find('{').map(|it| at + it) {
        let past =
            |end: &str| source[start..].find(end).map_or(source.len(), |it| start + it + end.len());
        at = match source.as_bytes().get(start + 1) {
            Some(b'#') => past("#}"),
            Some(b'{') => past("}}"),
            Some(b'%') => {
                let end = past("%}");
                let tag = source[start + 2..end].trim_start_matches(['-', '+']).trim_start();
                let name =
                    &tag[..tag.find(|it: char| !it.is_ascii_alphabetic()).unwrap_or(tag.len())];
                if let Some(closed) = name.strip_prefix("end") {
                    if open.last()?.name != closed {
                        return open.pop();
                    }
                    open.pop();
                } else if BLOCKS.contains(&name) && !(name == "set" && tag.contains('=')) {
                    open.push(Unclosed { name, range: start..end });
                }
                if name == "raw" && open.pop().is_some() {
                    match source[end..].match_indices("endraw").next() {
                        Some((raw, _)) => end + raw,
                        None => return Some(Unclosed { name, range: start..end }),
                    }
                } else {
                    end
                }
            }
            _ => start + 1,
        };
    }
    open.pop()
}

#[cfg(test)]
mod tests {
    use super::{unclosed, unclosed_tag};

    #[test]
    fn a_tag_that_is_open_is_found_where_it_begins() {
        let found = |source: &'static str, at: &str| {
            unclosed_tag(source, source.find(at).unwrap()).map(|it| &source[it.0])
        };
        assert_eq!(found("a\n{{ b\n<p>", "<p>"), Some("{{ b"));
        assert_eq!(found("{{ b\n{{ c }}", "\n"), Some("{{ b"));
        assert_eq!(found("{% if a\n{{ c }}", "\n"), Some("{% if a"));
        assert_eq!(found("{# a {{ b }}", "a"), Some("{# a {{ b }}"));
        assert_eq!(found("{{ b | }} {{ c }}", "|"), None);
        assert_eq!(found("{% if %}{% endif %}", "%}"), None);
    }

    #[test]
    fn the_innermost_block_that_is_open_is_found() {
        for (source, found) in [
            ("{% if a %}x{% endif %}", None),
            ("{% if a %}\n{% for b in c %}x{% endfor %}", Some("{% if a %}")),
            ("{%- if a -%}{% for b in c %}x{% endif %}", Some("{% for b in c %}")),
            ("{# {% if a %} #}{% raw %}{% if a %}{% endraw %}{{ \"{% if\" }}{% set a = 1 %}", None),
            ("{% set a %}", Some("{% set a %}")),
            ("{% raw %}{% if", Some("{% raw %}")),
            ("x{% endif %}", None),
            ("{% if", Some("{% if")),
        ] {
            assert_eq!(unclosed(source).map(|it| &source[it.range]), found, "{source}");
        }
    }
}
