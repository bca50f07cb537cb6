//! Finds texts that look like front matter but are not read as such.
//!
//! Such a page would be published with its keys as text, although it may be a draft.

use std::ops::Range;

use crate::front_matter::keys::KEYS;
use crate::front_matter::split::first_line;

/// A text that looks like front matter.
#[derive(Debug, PartialEq, Eq)]
pub struct Lookalike {
    /// The byte range of the first line of it.
    pub range: Range<usize>,
    /// How to turn it into front matter.
    pub hint: &'static str,
}

/// Keys of other generators that are common enough to recognise front matter by.
const OTHER_KEYS: [&str; 14] = [
    "author",
    "categories",
    "lastmod",
    "linktitle",
    "permalink",
    "publishdate",
    "published",
    "sidebar_position",
    "slug",
    "subtitle",
    "summary",
    "tags",
    "type",
    "url",
];

/// Lines before front matter that are searched for its opening fence.
const MAX_LINES_BEFORE: usize = 20;

/// The longest front matter in lines.
const MAX_LINES: usize = 200;

const FENCES: &str = "begin the file with a line of `+++` and end the TOML with another one; YAML belongs between two lines of `---`";

/// Characters that editors do not show.
fn is_invisible(character: char) -> bool {
    character.is_whitespace()
        || matches!(character, '\u{feff}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{00ad}')
}

/// Returns what looks like front matter in the first lines of a file that has none.
pub(super) fn find(source: &str, start: usize) -> Option<Lookalike> {
    let content_start = skip_comments(source, start);
    let (offset, line) = first_line(source, content_start);
    let rest = &source[offset + line.len()..];
    let shown = line.trim_matches(is_invisible);
    let found = |hint| Some(Lookalike { range: range_of(offset, line), hint });
    if is_json(&source[offset..]) {
        return found(
            "JSON is not supported; write the keys as TOML, `key = \"value\"`, between two lines of `+++`",
        );
    }
    if shown.is_empty() || !is_fence_like(shown) {
        if first_paragraph_is_metadata(&source[offset..]) {
            return found(FENCES);
        }
        return find_below(source, content_start);
    }
    if !begins_with_metadata(rest) && !is_wrapped_block(shown, rest) {
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

/// Returns front matter at the start of the body of a page that has front matter already.
pub(super) fn second_block(source: &str, body: usize) -> Option<Lookalike> {
    let (offset, line) = first_line(source, body);
    let is_fence = matches!(line.trim_matches(is_invisible), "---" | "+++");
    (is_fence && is_closed_metadata(&source[offset + line.len()..])).then(|| Lookalike {
        range: range_of(offset, line),
        hint: "a page has one block of front matter; merge the two",
    })
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
        !lines.any(|line| key_of(line).is_some() || is_data(line))
    }
}

/// Returns whether the first lines that are not blank contain one of our keys, or two known ones,
/// before any prose.
pub(super) fn begins_with_metadata(text: &str) -> bool {
    let lines = text.lines().filter(|line| is_significant(line)).take(MAX_LINES);
    let mut known = 0;
    for line in lines {
        match key_of(line) {
            Some(key) => {
                known += usize::from(is_known(key));
                // Words such as `Author:` also begin a line of prose.
                if known > 1 || KEYS.contains(&key) {
                    return true;
                }
            }
            None if is_data(line) => {}
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
        match key_of(line) {
            Some(key) => has_known_key |= is_known(key),
            None if is_data(line) => {}
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
/// A fence must follow, or at least one value must be written as only metadata is.
fn first_paragraph_is_metadata(text: &str) -> bool {
    let (mut known, mut exact, mut typed) = (0, 0, 0);
    for line in text.lines().take(MAX_LINES) {
        let shown = line.trim_matches(is_invisible);
        if is_fence_like(shown) {
            return known > 1 || exact > 0;
        }
        if line.trim().is_empty() {
            // A fence may follow, or another table of TOML.
            continue;
        }
        match key_of(line) {
            Some(key) => {
                let is_known = is_known(key);
                known += usize::from(is_known);
                let is_exact = KEYS.contains(&key);
                exact += usize::from(is_exact);
                typed += usize::from(is_exact && has_typed_value(line));
            }
            None if known > 0 && (is_data(line) || line.trim_start().starts_with('#')) => {}
            None => break,
        }
    }
    typed > 0 || exact > 1
}

/// Returns whether the value of a line is written as in TOML, or is a boolean or a date.
fn has_typed_value(line: &str) -> bool {
    let is_typed = |value: &str| {
        matches!(value, "true" | "false")
            || value.starts_with(['"', '\'', '['])
            || value.starts_with(|it: char| it.is_ascii_digit())
    };
    if let Some((key, value)) = line.split_once('=')
        && !key.contains(':')
    {
        return is_typed(value.trim());
    }
    line.split_once(':').is_some_and(|(key, value)| {
        let value = value.trim();
        key.trim() == "draft" && matches!(value, "true" | "false" | "yes" | "no")
            || value.starts_with('"') && value.len() > 1 && value.ends_with('"')
    })
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

/// Returns the offset of the first text after invisible characters and HTML comments.
fn skip_comments(source: &str, start: usize) -> usize {
    let mut offset = start;
    loop {
        let rest = &source[offset..];
        let visible = rest.trim_start_matches(is_invisible);
        let comment_start = source.len() - visible.len();
        let end = visible.strip_prefix("<!--").and_then(|comment| comment.find("-->"));
        match end {
            Some(length) => offset = comment_start + "<!--".len() + length + "-->".len(),
            // Keeps the line of the first text whole, with its indentation.
            None => {
                let line = source[offset..comment_start].rfind('\n');
                return line.map_or(offset, |index| offset + index + 1);
            }
        }
    }
}

/// Returns whether a line resembles a fence: dashes, plus signs or a code fence, and perhaps the
/// name of a language.
fn is_fence_like(shown: &str) -> bool {
    let marks = |it: char| {
        matches!(
            it,
            '-' | '+' | '=' | ';' | '~' | '`' | '*' | '_' | '.' | '\u{2010}'
                ..='\u{2015}'
                    | '\u{2212}'
                    | '\u{fe58}'
                    | '\u{fe63}'
                    | '\u{ff0d}'
                    | '\u{ff0b}'
                    | '\u{2500}'
                    | '\u{2501}'
                    | ' '
        )
    };
    let language = shown.trim_start_matches(marks);
    let fence = shown[..shown.len() - language.len()].trim_end();
    let typographic = !fence.is_ascii();
    let is_language = matches!(
        language.trim_matches(['{', '}', ' ']).to_ascii_lowercase().as_str(),
        "" | "yaml" | "yml" | "toml" | "json" | "frontmatter" | "front-matter" | "markdown" | "md"
    );
    is_language
        && (fence.chars().filter(|it| *it != ' ').count() >= if typographic { 1 } else { 2 })
}

fn is_code_fence(shown: &str) -> bool {
    shown.starts_with("```") || shown.starts_with("~~~")
}

/// Returns whether the text begins with a JSON object that has a known key.
fn is_json(text: &str) -> bool {
    let Some(inside) = text.trim_start_matches(is_invisible).strip_prefix('{') else {
        return false;
    };
    let Some(first) = inside.trim_start().strip_prefix('"') else { return false };
    let keys = std::iter::once(first)
        .chain(inside.split([',', '{']).filter_map(|entry| entry.trim().strip_prefix('"')));
    let mut names = keys.take(MAX_LINES).filter_map(|entry| {
        let (name, value) = entry.split_once('"')?;
        value.trim_start().starts_with(':').then_some(name)
    });
    names.any(is_known)
}

/// Returns whether a line is neither blank nor a comment.
fn is_significant(line: &str) -> bool {
    let line = line.trim_matches(is_invisible);
    !line.is_empty() && (!line.starts_with('#') || line.starts_with("##"))
}

/// Returns whether a line without a key can be part of metadata: an item of a list, the header of a
/// table, a bracket or an indented text.
fn is_data(line: &str) -> bool {
    line.starts_with([' ', '\t'])
        || line.starts_with("- ")
        || line.starts_with([']', '}', '[', '"', '\''])
}

/// Returns the key of a line such as `title: A` or `title = "A"`. Words with spaces are no keys.
fn key_of(line: &str) -> Option<&str> {
    let line = line.trim_matches(is_invisible);
    let end = line.find([':', '='])?;
    let key = line[..end].trim_end().trim_matches(['"', '\'']);
    let is_name = |it: char| it.is_alphanumeric() || matches!(it, '_' | '-' | '.');
    let after = &line[end + 1..];
    let is_separator = line[end..].starts_with('=') || after.is_empty() || after.starts_with(' ');
    (is_separator && !key.is_empty() && key.chars().all(is_name)).then_some(key)
}

/// Returns whether a key is one of ours or of another generator, whatever its case.
fn is_known(key: &str) -> bool {
    let key = key.to_ascii_lowercase();
    KEYS.contains(&key.as_str()) || OTHER_KEYS.contains(&key.as_str())
}

fn range_of(offset: usize, line: &str) -> Range<usize> {
    offset..offset + line.trim_end().len()
}
