//! Finds texts that look like front matter but are not read as such.
//!
//! Such a page would be published with its keys as text, although it may be a draft.

mod lines;

use std::ops::Range;

use self::lines::{
    Entry, after_fence, is_code_fence, is_data, is_explicit_value, is_fence_like, is_invisible,
    is_known, is_significant, is_typical_entry, without_marker, without_node_properties,
};
use crate::front_matter::split::{first_line, split};

/// A text that looks like front matter.
#[derive(Debug, PartialEq, Eq)]
pub struct Lookalike {
    /// The byte range of the first line of it.
    pub range: Range<usize>,
    /// How to turn it into front matter.
    pub hint: &'static str,
}

/// Lines before front matter that are searched for its opening fence.
const MAX_LINES_BEFORE: usize = 20;

/// The longest front matter in lines.
const MAX_LINES: usize = 200;

/// Bytes at the start of a file in which other line ends are searched.
const MAX_BYTES: usize = 4096;

const FENCES: &str = "begin the file with a line of `+++` and end the TOML with another one; YAML belongs between two lines of `---`";

const JSON: &str =
    "JSON is not supported; write the keys as TOML, `key = \"value\"`, between two lines of `+++`";

/// Characters that some programs show as the end of a line, and that Markdown, YAML and TOML do not.
const OTHER_LINE_ENDS: [char; 5] = ['\u{b}', '\u{c}', '\u{85}', '\u{2028}', '\u{2029}'];

/// Returns what looks like front matter in the first lines of a file that has none.
pub(super) fn find(source: &str, start: usize) -> Option<Lookalike> {
    let (content_start, has_comment_of_metadata) = skip_comments(source, start);
    let (offset, line) = first_line(source, content_start);
    let rest = &source[offset + line.len()..];
    let shown = line.trim_matches(is_invisible);
    let found = |hint| Some(Lookalike { range: range_of(offset, line), hint });

    if has_comment_of_metadata {
        let (offset, line) = first_line(source, start);
        return Some(Lookalike { range: range_of(offset, line), hint: FENCES });
    }
    if is_json(&source[offset..]) {
        return found(JSON);
    }
    if has_other_line_ends(&source[start..]) {
        return found(
            "its lines end with a character that is no line end in Markdown, such as U+2028; save the file with the line ends LF or CRLF",
        );
    }
    if is_fence_with_text(source, offset, line) {
        return found("write the fence and each key on a line of its own");
    }
    if shown.is_empty() || !is_fence_like(shown) {
        if first_paragraph_is_metadata(&source[offset..]) {
            return found(FENCES);
        }
        return find_below(source, content_start);
    }

    if is_json(rest) {
        return found(JSON);
    }
    if !begins_with_metadata(without_fences(rest)) && !is_wrapped_block(shown, rest) {
        return find_below(source, offset + line.len());
    }
    let trimmed = line.trim();
    if matches!(trimmed, "---" | "+++") {
        return if content_start > start && !source[start..content_start].trim().is_empty() {
            found("move the comment below the front matter; only blank lines may come before it")
        } else {
            found("remove the spaces before the fence, and begin each fence in the first column")
        };
    }
    if matches!(shown, "---" | "+++") {
        return found("remove the invisible characters before the fence");
    }
    if is_code_fence(shown) {
        return found("remove the code fences around the front matter");
    }
    found(FENCES)
}

/// Returns front matter at the start of the body of a page whose front matter is `front`.
pub(super) fn second_block(source: &str, front: &str, body: usize) -> Option<Lookalike> {
    // A page with an empty block is like one without front matter.
    if has_no_keys(front) {
        let hint = "the front matter above is empty; write the keys between its fences";
        return find(source, body).map(|found| Lookalike { hint, ..found });
    }

    let (offset, line) = first_line(source, body);
    let rest = &source[offset + line.len()..];
    let is_fence = matches!(line.trim_matches(is_invisible), "---" | "+++");
    let is_second = is_fence && is_closed_metadata(rest)
        || is_fence_with_text(source, offset, line)
        || counts_of_keys(&source[offset..]).has_exact_keys();
    is_second.then(|| Lookalike {
        range: range_of(offset, line),
        hint: "a page has one block of front matter; merge the two",
    })
}

/// Returns whether front matter is blank, or an empty table, as some programs write it.
fn has_no_keys(front: &str) -> bool {
    let mut lines = front.lines().filter(|line| is_significant(line));
    let first = lines.next().map_or("", str::trim);
    matches!(first, "" | "{}" | "null" | "~") && lines.next().is_none()
}

/// Returns whether a line has a fence and a key, or a fence and a remark above a block of metadata.
fn is_fence_with_text(source: &str, offset: usize, line: &str) -> bool {
    let shown = line.trim_matches(is_invisible);
    let rest = &source[offset + line.len()..];
    after_fence(shown).is_some_and(|text| {
        let start = offset + line.len() - line.trim_start_matches(is_invisible).len();
        let after = &source[start + shown.len() - text.len()..];
        let is_block_below = || begins_with_metadata(rest) && is_closed_metadata(rest);
        !text.is_empty() && (is_typical_entry(text) || is_json(after) || is_block_below())
    })
}

/// Returns the text after fences and blank lines.
fn without_fences(text: &str) -> &str {
    let mut rest = text;
    loop {
        let (offset, line) = first_line(rest, 0);
        if line.is_empty() || !is_fence_like(line.trim_matches(is_invisible)) {
            return rest;
        }
        rest = &rest[offset + line.len()..];
    }
}

/// Returns whether the text between two lines of `---` is prose between two thematic breaks.
pub(super) fn is_prose(text: &str) -> bool {
    let mut lines = text.lines().filter(|line| is_significant(line)).peekable();
    if lines.peek().is_none() {
        return false;
    }
    let starts_with_blank_line = text.lines().next().is_some_and(|line| line.trim().is_empty());
    if starts_with_blank_line {
        !begins_with_metadata(text)
    } else {
        // A table of JSON is YAML, too.
        !is_json(text) && !lines.any(|line| Entry::of(line).is_some() || is_data(line))
    }
}

/// Returns whether the first lines that are not blank contain one of our keys, or two known ones,
/// before any prose.
pub(super) fn begins_with_metadata(text: &str) -> bool {
    let lines = text.lines().filter(|line| is_significant(line)).take(MAX_LINES);
    let mut known = 0;
    for line in lines {
        match Entry::of(line) {
            Some(entry) => {
                known += usize::from(entry.is_known());
                // Words such as `Author:` also begin a line of prose.
                if known > 1 || entry.is_exact() {
                    return true;
                }
            }
            None if is_data(line) || is_explicit_value(line) => {}
            None => return false,
        }
    }
    false
}

/// Returns whether a fence closes a block of metadata in which a key is known.
fn is_closed_metadata(text: &str) -> bool {
    let mut has_known_key = false;
    for line in text.lines().take(MAX_LINES) {
        let shown = line.trim_matches(is_invisible);
        if is_fence_like(shown) {
            return has_known_key;
        }
        if !is_significant(line) {
            continue;
        }
        match Entry::of(line) {
            Some(entry) => has_known_key |= entry.is_known(),
            None if is_data(line) || is_explicit_value(line) => {}
            None => return false,
        }
    }
    false
}

/// Returns whether a code fence encloses a whole block of front matter with fences of its own.
fn is_wrapped_block(fence: &str, rest: &str) -> bool {
    let (_, line) = first_line(rest, 0);
    is_code_fence(fence)
        && matches!(line.trim(), "---" | "+++")
        && is_closed_metadata(rest.split_once(line).map_or("", |(_, after)| after))
}

/// Returns whether the text begins with metadata without an opening fence.
///
/// A fence must follow, or at least one value must be written as only metadata is, or the first
/// paragraph must be a header of keys.
fn first_paragraph_is_metadata(text: &str) -> bool {
    let counts = counts_of_keys(text);
    is_header(text) || counts.has_exact_keys() || counts.is_closed && counts.known > 1
}

/// The keys that a text begins with.
#[derive(Debug, Default)]
struct Counts {
    /// Keys of ours and of other generators.
    known: usize,
    /// Keys as we write them.
    exact: usize,
    /// Keys as we write them, with a value that is written as only metadata is.
    typed: usize,
    /// Whether a fence follows.
    is_closed: bool,
}

impl Counts {
    /// Returns whether the keys are metadata because of how they are written.
    fn has_exact_keys(&self) -> bool {
        if self.is_closed { self.exact > 0 } else { self.typed > 0 || self.exact > 1 }
    }
}

/// Counts the keys at the start of a text, up to prose or a fence.
fn counts_of_keys(text: &str) -> Counts {
    let mut counts = Counts::default();
    for line in text.lines().take(MAX_LINES) {
        let shown = line.trim_matches(is_invisible);
        if is_fence_like(shown) {
            counts.is_closed = true;
            break;
        }

        if line.trim().is_empty() {
            // A fence may follow, or another table of TOML.
            continue;
        }

        let is_continuation = is_data(line) || is_explicit_value(line);
        match Entry::of(line) {
            Some(entry) => {
                counts.known += usize::from(entry.is_known());
                counts.exact += usize::from(entry.is_exact());
                counts.typed += usize::from(entry.is_exact() && entry.has_typed_value());
            }
            None if counts.known > 0 && (is_continuation || line.trim_start().starts_with('#')) => {
            }
            None => break,
        }
    }
    counts
}

/// Returns whether the first paragraph consists of keys, as the header of Pelican or
/// Org does. A line break in Markdown shows that readers see the lines: `Author: A\`.
fn is_header(text: &str) -> bool {
    let (mut known, mut has_header_key) = (0, false);
    for line in text.lines().take(MAX_LINES) {
        if line.trim_matches(is_invisible).is_empty() {
            break;
        }

        let has_line_break = line.ends_with("  ") || line.ends_with('\\');
        let (unmarked, is_marked) = without_marker(line);
        match Entry::of(unmarked) {
            Some(entry) if !has_line_break => {
                known += usize::from(entry.is_known());
                has_header_key |= entry.is_header_key();
                if is_marked && entry.is_known() {
                    return true;
                }
            }
            None if known > 0 && (is_data(line) || is_explicit_value(line)) => {}
            _ => return false,
        }
    }

    known > 1 && has_header_key
}

/// Returns whether a file has front matter, or what looks like it, if the characters end lines that
/// other programs show as such.
fn has_other_line_ends(text: &str) -> bool {
    let first = &text[..text.floor_char_boundary(MAX_BYTES)];
    let has_front_matter = |text: &str| split(text).map_or(true, |parts| parts.front.is_some());
    first.contains(OTHER_LINE_ENDS) && has_front_matter(&first.replace(OTHER_LINE_ENDS, "\n"))
}

/// Returns a block of front matter with fences in the first lines, below other text.
fn find_below(source: &str, start: usize) -> Option<Lookalike> {
    let mut offset = start;
    let mut in_code = None;
    for line in source[start..].split_inclusive('\n').take(MAX_LINES_BEFORE) {
        let shown = line.trim_matches(is_invisible);
        if is_code_fence(shown) {
            let marker = shown.as_bytes()[0];
            in_code = match in_code {
                None => Some(marker),
                Some(open) if open == marker => None,
                open => open,
            };
        } else if in_code.is_none()
            && line.trim_end().len() < 7
            && matches!(shown, "---" | "+++")
            && is_closed_metadata(&source[offset + line.len()..])
        {
            return Some(Lookalike {
                range: range_of(offset, line),
                hint: "front matter must be at the start of the file; move it there",
            });
        }

        offset += line.len();
    }

    None
}

/// Returns the offset of the first text after invisible characters and HTML comments, and whether
/// one of the comments is a header of keys.
fn skip_comments(source: &str, start: usize) -> (usize, bool) {
    let mut offset = start;
    let mut has_metadata = false;

    loop {
        let rest = &source[offset..];
        let visible = rest.trim_start_matches(is_invisible);
        let comment_start = source.len() - visible.len();
        let end = visible.strip_prefix("<!--").and_then(|comment| comment.find("-->"));

        match end {
            Some(length) => {
                let inside = &visible["<!--".len()..][..length];
                let text = inside.trim_matches(|it| is_invisible(it) || it == '-');
                // A comment in one line is a remark about a key.
                has_metadata |= text.contains('\n') && is_header(text);
                offset = comment_start + "<!--".len() + length + "-->".len();
            }
            // Keeps the line of the first text whole, with its indentation.
            None => {
                let line = source[offset..comment_start].rfind('\n');
                return (line.map_or(offset, |index| offset + index + 1), has_metadata);
            }
        }
    }
}

/// Returns whether the text begins with an object of JSON or JavaScript that has a known key.
fn is_json(text: &str) -> bool {
    let (table, _) = without_node_properties(text.trim_start_matches(is_invisible));
    let Some(inside) = table.strip_prefix('{') else {
        return false;
    };
    let mut entries = inside.split([',', '{', '\n']).map(str::trim).filter(|it| !it.is_empty());
    let is_entry = |entry: &str| entry.starts_with('"') || Entry::of(entry).is_some();
    // The braces of a shortcode, or a text in braces.
    if inside.starts_with(['{', '%', '#']) || !entries.clone().next().is_some_and(is_entry) {
        return false;
    }
    entries.by_ref().take(MAX_LINES).any(|entry| {
        let (name, value) = entry.split_once(':').unwrap_or_default();
        !value.is_empty() && is_known(name.trim_end().trim_matches(['"', '\'']))
    })
}

fn range_of(offset: usize, line: &str) -> Range<usize> {
    offset..offset + line.trim_end().len()
}
