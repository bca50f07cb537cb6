//! Removes the ids of a piece of HTML that is shown on another page than its own.

use std::borrow::Cow;
use std::ops::Range;

use crate::edits::edited;
use crate::syntax::html::{HtmlId, read};

/// Attributes that refer to an id of the same document, apart from those of ARIA.
const REFERENCES: [&str; 8] =
    ["for", "form", "headers", "itemref", "list", "popovertarget", "commandfor", "interestfor"];

/// Attributes of ARIA that are texts for readers.
const TEXTS: [&str; 4] =
    ["aria-label", "aria-description", "aria-placeholder", "aria-roledescription"];

/// Returns a piece of HTML without ids and names of links, which the page around it may have too.
///
/// Ids to which the HTML itself refers, such as that of a field with a label, begin with `prefix`
/// instead. Islands remain as they are: a component finds its HTML as it rendered it.
pub fn without_ids<'a>(html: &'a str, prefix: &dyn Fn() -> String) -> Cow<'a, str> {
    let extracted = read(html);
    let islands = island_ranges(html);
    let ids = extracted.ids.iter().chain(&extracted.anchor_names);
    let ids = ids.filter(|id| !islands.iter().any(|island| island.contains(&id.range.start)));
    let mut edits: Vec<(Range<usize>, String)> = Vec::new();
    let mut used_prefix = None;
    for HtmlId { text, range } in ids {
        let references = references(html, text);
        if references.is_empty() {
            edits.push((attribute_range(html, range), String::new()));
            continue;
        }
        let prefix = used_prefix.get_or_insert_with(prefix);
        let starts = references.into_iter().chain([range.start]);
        edits.extend(starts.map(|start| (start..start, prefix.clone())));
    }
    if edits.is_empty() {
        return Cow::Borrowed(html);
    }

    edits.sort_by_key(|(range, _)| range.start);
    // Two elements with the same id have the same references.
    edits.dedup();
    Cow::Owned(edited(html, edits))
}

/// Returns the range of the attribute with the value at a range, and of the spaces before it.
fn attribute_range(html: &str, value: &Range<usize>) -> Range<usize> {
    let is_quoted = html[..value.start].ends_with(['"', '\'']);
    let end = value.end + usize::from(is_quoted);
    let before = html[..value.start - usize::from(is_quoted)].trim_end();
    let name = before.strip_suffix('=').unwrap_or(before).trim_end();
    let start = name.trim_end_matches(|it: char| it.is_ascii_alphanumeric()).trim_end();
    start.len()..end
}

/// Returns the offsets at which attributes of the HTML refer to an id.
fn references(html: &str, id: &str) -> Vec<usize> {
    let starts = html.match_indices(id).map(|(start, _)| start);
    starts.filter(|start| is_reference(&html[..*start], &html[start + id.len()..])).collect()
}

/// Whether an id between two texts is a reference: `for="a"`, `aria-labelledby="b a"`, `url(#a)`.
fn is_reference(before: &str, after: &str) -> bool {
    if let Some(before) = before.strip_suffix('#') {
        return before.ends_with(['"', '\'', '(']) && after.starts_with(['"', '\'', ')']);
    }
    let is_word = before.ends_with(['"', '\'', ' ']) && after.starts_with(['"', '\'', ' ']);
    let value = before.rfind(['"', '\'']).filter(|_| is_word);
    let Some(name) = value.and_then(|value| before[..value].strip_suffix('=')) else {
        return false;
    };
    let name = &name[name.rfind(char::is_whitespace).map_or(0, |space| space + 1)..];
    name.starts_with("aria-") && !TEXTS.contains(&name) || REFERENCES.contains(&name)
}

/// Returns the ranges of the islands that are not in another one.
fn island_ranges(html: &str) -> Vec<Range<usize>> {
    let mut ranges: Vec<Range<usize>> = Vec::new();
    for (attribute, _) in html.match_indices(" data-island=\"") {
        let Some(start) = html[..attribute].rfind('<') else { continue };
        if ranges.last().is_none_or(|last| last.end <= start) {
            ranges.push(start..element_end(html, start, &html[start + 1..attribute]));
        }
    }
    ranges
}

/// Returns the end of the element `name` that begins at `start`.
fn element_end(html: &str, start: usize, name: &str) -> usize {
    let mut depth = 0_usize;
    for (index, _) in html[start..].match_indices('<') {
        let tag = &html[start + index + 1..];
        let has_name = |tag: &str| {
            tag.strip_prefix(name).is_some_and(|rest| rest.starts_with([' ', '>', '/', '\n']))
        };
        if has_name(tag) {
            depth += 1;
        } else if tag.strip_prefix('/').is_some_and(has_name) {
            depth -= 1;
            if depth == 0 {
                return start + index + "</>".len() + name.len();
            }
        }
    }
    html.len()
}

#[cfg(test)]
mod tests {
    use super::without_ids;

    #[test]
    fn ids_are_removed_or_renamed() {
        for (html, expected) in [
            ("<h2 id=\"a\" class=\"b\">id=\"a\"</h2>", "<h2 class=\"b\">id=\"a\"</h2>"),
            ("<p class=x\n ID = 'a'>b</p>", "<p class=x>b</p>"),
            ("<a name=\"a\"></a><a id=b>", "<a></a><a>"),
            ("<a id=\"a\" href=\"/x/#a\">a</a>", "<a href=\"/x/#a\">a</a>"),
            ("<input id=\"a\"><label for=\"a\">", "<input id=\"x-a\"><label for=\"x-a\">"),
            (
                "<i id=\"a\"></i><b aria-labelledby=\"c a\" aria-label=\"a\">",
                "<i id=\"x-a\"></i><b aria-labelledby=\"c x-a\" aria-label=\"a\">",
            ),
            ("<g id=\"a\"/><path fill=\"url(#a)\"/>", "<g id=\"x-a\"/><path fill=\"url(#x-a)\"/>"),
            (
                "<span data-island=\"x\"><span id=\"a\"></span><i id=\"b\"></i></span><i id=\"c\"></i>",
                "<span data-island=\"x\"><span id=\"a\"></span><i id=\"b\"></i></span><i></i>",
            ),
        ] {
            assert_eq!(without_ids(html, &|| "x-".to_owned()), expected);
        }
    }
}
