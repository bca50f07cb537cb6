//! Markers of other generators in a line: directives, attributes in braces, and tables of contents.

use std::ops::Range;

use crate::markdown::problem::ForeignSyntax;

/// Names of tabs and of groups of tabs, without regard to upper case.
const TABS: [&str; 11] = [
    "tab",
    "tabs",
    "tab-item",
    "tab-set",
    "tabbed",
    "tabgroup",
    "tabitem",
    "tablist",
    "tabpanel",
    "tabset",
    "code-group",
];

/// Returns the syntax of a line that is a marker.
pub(super) fn whole_line(line: &str) -> Option<ForeignSyntax> {
    let is_leaf_directive =
        || line.strip_prefix("::").is_some_and(|rest| directive_name(rest).is_some());
    if line.starts_with(":::") || is_leaf_directive() {
        return Some(ForeignSyntax::Directive);
    }
    if is_tab_title(line) {
        return Some(ForeignSyntax::Tabs);
    }
    let is_foreign = line.starts_with("!!! ")
        || is_marker(line)
        || is_abbreviation(line)
        || has_markdown_attribute(line);
    is_foreign.then_some(ForeignSyntax::ForeignMarker)
}

/// Returns whether a line defines an abbreviation: `*[HTML]: Hyper Text Markup Language`.
fn is_abbreviation(line: &str) -> bool {
    let rest = line.strip_prefix("*[").and_then(|rest| rest.split_once("]:"));
    rest.is_some_and(|(name, text)| !name.contains(['[', ']']) && !text.contains('*'))
}

/// Returns whether a line begins with a tag whose text another generator reads as Markdown: `<div markdown="1">`.
fn has_markdown_attribute(line: &str) -> bool {
    let tag = line.strip_prefix('<').and_then(|rest| rest.split_once('>'));
    let mut words = tag.map_or("", |(tag, _)| tag).split_ascii_whitespace().skip(1);
    words.any(|word| word == "markdown" || word.starts_with("markdown="))
}

/// Returns whether a line begins a tab of `MkDocs`: `=== "npm"`, `===! "npm"`.
fn is_tab_title(line: &str) -> bool {
    let rest = line.strip_prefix("===").unwrap_or_default();
    let title = rest.strip_prefix(['!', '+']).unwrap_or(rest);
    title.starts_with(' ') && title.trim_start().starts_with(['"', '\''])
}

/// Returns whether a component or a directive of another generator is a tab or a group of tabs.
pub(super) fn is_tabs(syntax: &str) -> bool {
    let name = syntax.trim_start_matches([':', '<', '/', ' ', '{']);
    let is_name = |it: char| it.is_ascii_alphanumeric() || it == '-';
    let name = &name[..name.find(|it| !is_name(it)).unwrap_or(name.len())];
    syntax.starts_with([':', '<']) && TABS.iter().any(|it| it.eq_ignore_ascii_case(name))
}

/// Returns the byte range of the first directive within a text, `:kbd[Ctrl]`.
pub(super) fn text_directive(line: &str) -> Option<Range<usize>> {
    line.match_indices(':').find_map(|(start, _)| {
        let is_word = |it: char| it.is_alphanumeric() || matches!(it, ':' | '\\');
        let name = directive_name(&line[start + 1..])?;
        (!line[..start].ends_with(is_word)).then(|| start..start + 1 + name.len())
    })
}

/// Returns the name of a directive at the start of a text, before `[` or `{`.
fn directive_name(text: &str) -> Option<&str> {
    let length = text.find(|it: char| !it.is_ascii_alphanumeric() && it != '-')?;
    let (name, after) = text.split_at(length);
    (name.starts_with(|it: char| it.is_ascii_alphabetic()) && after.starts_with(['[', '{']))
        .then_some(name)
}

/// Returns whether a line is replaced by another generator: `[TOC]`, `[[_TOC_]]`, `![[embed]]`.
fn is_marker(line: &str) -> bool {
    let name = line.trim_matches(['[', ']', '_']);
    (line.starts_with('[') && line.ends_with(']') && name.eq_ignore_ascii_case("toc"))
        || (line.starts_with("![[") && line.ends_with("]]"))
}

/// Returns the range of attributes in braces that are alone on a line or follow a link or image:
/// `{.lead}`, `{: .lead}`, `[a](/b/){target="_blank"}`.
pub(super) fn attributes(line: &str) -> Option<Range<usize>> {
    let text = line.trim();
    // The attributes of a heading have a meaning.
    if text.starts_with('#') {
        return None;
    }

    line.match_indices('{').find_map(|(start, _)| {
        let length = line[start..].find('}')?;
        let inside = line[start + 1..start + length].trim_start_matches(':').trim();

        let is_attributes = inside.starts_with('.')
            && inside[1..].starts_with(|it: char| it.is_ascii_alphabetic())
            || inside.starts_with('#') && !line[start..].starts_with("{#}")
            || line[start..].starts_with("{:") && inside.contains('=')
            || line[start..].starts_with("{:toc")
            || inside.contains("=\"");

        let is_alone =
            line[..start].trim().is_empty() && line[start + length + 1..].trim().is_empty();
        let follows_link = line[..start].ends_with([')', ']']);
        let is_plain = !line[..start].ends_with(['{', '\\']) && !inside.contains('{');

        (is_attributes && is_plain && (is_alone || follows_link)).then(|| start..start + length + 1)
    })
}
