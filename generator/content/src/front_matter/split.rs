//! Splits a content file into its front matter and its Markdown body.

use std::ops::Range;

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

/// Splits a file at its fences. A file without an opening fence has no front matter.
///
/// Returns the range and language of the opening fence as an error if no line closes it.
pub fn split(source: &str) -> Result<Parts, (Range<usize>, Language)> {
    let start = if source.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    let first = source[start..].split_inclusive('\n').next().unwrap_or("");
    let language = match first.trim_end() {
        "+++" => Language::Toml,
        "---" => Language::Yaml,
        _ => return Ok(Parts { front: None, body: start }),
    };
    let front_start = start + first.len();
    let mut offset = front_start;
    for line in source[front_start..].split_inclusive('\n') {
        if line.trim_end() == language.fence() {
            let front = Some((front_start..offset, language));
            return Ok(Parts { front, body: offset + line.len() });
        }
        offset += line.len();
    }
    Err((start..front_start, language))
}
