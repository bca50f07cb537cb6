//! Finds unclosed tags and blocks in templates, which minijinja reports at the end of the template.

use std::ops::Range;

/// Statements that are closed by `{% end... %}`.
const BLOCKS: [&str; 10] =
    ["if", "for", "block", "macro", "call", "filter", "set", "with", "autoescape", "raw"];

/// A block that is still open where another one ends, or at the end of the template.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct UnclosedBlock<'a> {
    /// The keyword of the block.
    pub name: &'a str,
    /// The byte range of its opening tag.
    pub range: Range<usize>,
}

/// Returns the tag at or before `index` if the next tag begins before it is closed.
///
/// The result is the byte range from the tag to the end of its line, and the closing delimiter.
pub(super) fn unclosed_tag(source: &str, index: usize) -> Option<(Range<usize>, &'static str)> {
    if let Some(start) = source.rfind("{#").filter(|start| !source[*start..].contains("#}")) {
        return Some((start..line_end(source, start), "#}"));
    }
    let is_tag = |index: &usize| source[index + 1..].starts_with(['{', '%']);
    let start = source
        .get(..source.len().min(index + 1))?
        .match_indices('{')
        .map(|(index, _)| index)
        .rfind(is_tag)?;
    // In `{{{` and `{{%` the second brace matched.
    let start = if source[..start].ends_with('{') { start - 1 } else { start };
    let close = if source[start..].starts_with("{{") { "}}" } else { "%}" };
    let inside = &source[start + 2..];
    let end = inside.find(close);
    let next_tag = [inside.find("{{"), inside.find("{%")].into_iter().flatten().min();
    let is_open = end.is_none_or(|end| next_tag.is_some_and(|next_tag| next_tag < end));
    is_open.then_some((start..line_end(source, start), close))
}

/// Returns the end of the line that contains the byte `start`.
fn line_end(source: &str, start: usize) -> usize {
    source[start..].find('\n').map_or(source.len(), |length| start + length)
}

/// Returns the innermost block that is open at the first wrong `{% end... %}`, or at the end.
pub(super) fn unclosed_block(source: &str) -> Option<UnclosedBlock<'_>> {
    let mut open: Vec<UnclosedBlock<'_>> = Vec::new();
    let mut index = 0;

    while let Some(start) = source[index..].find('{').map(|offset| index + offset) {
        let end_after = |close: &str| {
            source[start..].find(close).map_or(source.len(), |offset| start + offset + close.len())
        };

        index = match source.as_bytes().get(start + 1) {
            Some(b'#') => end_after("#}"),
            Some(b'{') => end_after("}}"),
            Some(b'%') => {
                let end = end_after("%}");
                let tag = source[start + 2..end].trim_start_matches(['-', '+']).trim_start();

                let name_length = tag.find(|c: char| !c.is_ascii_alphabetic());
                let name = &tag[..name_length.unwrap_or(tag.len())];

                if let Some(closed) = name.strip_prefix("end") {
                    if open.last()?.name != closed {
                        return open.pop();
                    }
                    open.pop();
                } else if BLOCKS.contains(&name) && !(name == "set" && tag.contains('=')) {
                    open.push(UnclosedBlock { name, range: start..end });
                }

                if name == "raw" && open.pop().is_some() {
                    match source[end..].match_indices("endraw").next() {
                        Some((offset, _)) => end + offset,
                        None => return Some(UnclosedBlock { name, range: start..end }),
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
    use super::{unclosed_block, unclosed_tag};

    #[test]
    fn an_unclosed_tag_is_found_at_its_start() {
        let tag_at = |source: &'static str, error: &str| {
            unclosed_tag(source, source.find(error).unwrap()).map(|(range, _)| &source[range])
        };
        assert_eq!(tag_at("a\n{{ b\n<p>", "<p>"), Some("{{ b"));
        assert_eq!(tag_at("{{ b\n{{ c }}", "\n"), Some("{{ b"));
        assert_eq!(tag_at("{% if a\n{{ c }}", "\n"), Some("{% if a"));
        assert_eq!(tag_at("{# a {{ b }}", "a"), Some("{# a {{ b }}"));
        assert_eq!(tag_at("{{ b | }} {{ c }}", "|"), None);
        assert_eq!(tag_at("{% if %}{% endif %}", "%}"), None);
    }

    #[test]
    fn the_innermost_unclosed_block_is_found() {
        for (source, tag) in [
            ("{% if a %}x{% endif %}", None),
            ("{% if a %}\n{% for b in c %}x{% endfor %}", Some("{% if a %}")),
            ("{%- if a -%}{% for b in c %}x{% endif %}", Some("{% for b in c %}")),
            ("{# {% if a %} #}{% raw %}{% if a %}{% endraw %}{{ \"{% if\" }}{% set a = 1 %}", None),
            ("{% set a %}", Some("{% set a %}")),
            ("{% raw %}{% if", Some("{% raw %}")),
            ("x{% endif %}", None),
            ("{% if", Some("{% if")),
        ] {
            assert_eq!(unclosed_block(source).map(|block| &source[block.range]), tag, "{source}");
        }
    }
}
