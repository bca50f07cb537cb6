//! Where a page's front matter begins and ends.

use std::ops::Range;

/// The language that front matter is written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Language {
    /// Between lines of `+++`.
    Toml,
    /// Between lines of `---`.
    Yaml,
}

impl Language {
    /// The line that opens and closes it.
    pub fn fence(self) -> &'static str {
        match self {
            Language::Toml => "+++",
            Language::Yaml => "---",
        }
    }
}

/// A page's file cut in two.
#[derive(Debug, PartialEq, Eq)]
pub struct Parts {
    /// Where the text between the fences stands, and its language.
    pub front: Option<(Range<usize>, Language)>,
    /// Where the Markdown begins.
    pub body: usize,
}

/// Cuts a file at its fences. A file without an opening fence is all body; the error is the place of one that is never closed.
pub fn split(source: &str) -> Result<Parts, (Range<usize>, Language)> {
    let start = if source.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    let first = source[start..].split_inclusive('\n').next().unwrap_or("");
    let language = match first.trim_end() {
        "+++" => Language::Toml,
        "---" => Language::Yaml,
        _ => return Ok(Parts { front: None, body: start }),
    };
    let opened = start + first.len();
    let mut at = opened;
    for line in source[opened..].split_inclusive('\n') {
        if line.trim_end() == language.fence() {
            return Ok(Parts { front: Some((opened..at, language)), body: at + line.len() });
        }
        at += line.len();
    }
    Err((start..opened, language))
}
