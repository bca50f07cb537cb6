//! The block of a template that is not closed: found at its end, and mended at its beginning.

use std::ops::Range;

/// What is closed by `{% end... %}`.
const BLOCKS: [&str; 10] = ["if", "for", "block", "macro", "call", "filter", "set", "with", "autoescape", "raw"];

/// A block that is not closed where another ends, or at the end of the template.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Unclosed<'a> {
    /// Its name.
    pub name: &'a str,
    /// Where its tag stands.
    pub range: Range<usize>,
}

/// The first block of a template that is not closed in its place.
pub(super) fn unclosed(source: &str) -> Option<Unclosed<'_>> {
    let mut open: Vec<Unclosed<'_>> = Vec::new();
    let mut at = 0;
    while let Some(start) = source[at..].find('{').map(|it| at + it) {
        let past = |end: &str| source[start..].find(end).map_or(source.len(), |it| start + it + end.len());
        at = match source.as_bytes().get(start + 1) {
            Some(b'#') => past("#}"),
            Some(b'{') => past("}}"),
            Some(b'%') => {
                let end = past("%}");
                let tag = source[start + 2..end].trim_start_matches(['-', '+']).trim_start();
                let name = &tag[..tag.find(|it: char| !it.is_ascii_alphabetic()).unwrap_or(tag.len())];
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
    use super::unclosed;

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
