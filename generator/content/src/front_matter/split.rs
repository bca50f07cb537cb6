//! Splits a content file into its front matter and its Markdown body.

use std::ops::Range;

use crate::front_matter::lookalike::{self, Lookalike};

/// The language of front matter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Language {
    /// TOML, between lines of `+++`.
    Toml,
    /// YAML, between lines of `---`.
    Yaml,
}

impl Language {
    /// Returns the line that opens and closes front matter in this language.
    pub fn fence(self) -> &'static str {
        match self {
            Language::Toml => "+++",
            Language::Yaml => "---",
        }
    }
}

/// The two parts of a content file.
#[derive(Debug, PartialEq, Eq)]
pub struct Parts {
    /// Byte range of the text between the fences, and its language.
    pub front: Option<(Range<usize>, Language)>,
    /// Byte offset of the Markdown.
    pub body: usize,
}

/// Why a file cannot be split.
#[derive(Debug, PartialEq, Eq)]
pub enum SplitError {
    /// No line closes the front matter. Has the range of the opening fence.
    Unclosed(Range<usize>, Language),
    /// A text looks like front matter, but is not read as such.
    Unread(Lookalike),
}

/// Splits a file at its fences. Blank lines before the opening fence are skipped.
///
/// A file without an opening fence has no front matter. Neither has a file that begins with a
/// thematic break, which is a `---` that no metadata follows.
pub fn split(source: &str) -> Result<Parts, SplitError> {
    let start = if source.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };

    let (first, opening) = first_line(source, start);
    let language = match opening.trim_end() {
        "+++" => Language::Toml,
        "---" => Language::Yaml,
        _ => return without_front_matter(source, start),
    };

    let front_start = first + opening.len();
    let mut offset = front_start;
    for line in source[front_start..].split_inclusive('\n') {
        if line.trim_end() == language.fence() {
            if language == Language::Yaml && lookalike::is_prose(&source[front_start..offset]) {
                return without_front_matter(source, start);
            }

            let body = offset + line.len();
            let front = &source[front_start..offset];
            if let Some(second) = lookalike::second_block(source, front, body) {
                return Err(SplitError::Unread(second));
            }
            return Ok(Parts { front: Some((front_start..offset, language)), body });
        }
        offset += line.len();
    }

    if language == Language::Yaml && !lookalike::begins_with_metadata(&source[front_start..]) {
        return without_front_matter(source, start);
    }
    Err(SplitError::Unclosed(first..front_start, language))
}

/// Returns the parts of a file without front matter, unless its first lines look like front matter.
fn without_front_matter(source: &str, start: usize) -> Result<Parts, SplitError> {
    match lookalike::find(source, start) {
        Some(found) => Err(SplitError::Unread(found)),
        None => Ok(Parts { front: None, body: start }),
    }
}

/// Returns the first line at or after `start` that is not blank, with its byte offset.
pub(super) fn first_line(source: &str, start: usize) -> (usize, &str) {
    let mut offset = start;
    for line in source[start..].split_inclusive('\n') {
        if !line.trim().is_empty() {
            return (offset, line);
        }
        offset += line.len();
    }
    (offset, "")
}
