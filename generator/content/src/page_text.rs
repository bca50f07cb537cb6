//! Reads the text of a page: of a content file, or of the row of data that the page is made from.

use std::ops::Range;
use std::sync::Arc;

use crate::front_matter::{self, Language, Parts, SplitError};
use croupier_base::diagnostic::code::Code;
use croupier_base::diagnostic::{Diagnostic, Location};
use croupier_base::disk::text;
use croupier_base::path::SitePath;
use croupier_base::syntax::utf8;

/// The text of a content file, split into front matter and Markdown.
#[derive(Debug, Clone)]
pub struct Text {
    /// The whole file.
    pub source: Arc<str>,
    /// Byte range of the front matter. Empty if there is none.
    pub front: Range<usize>,
    /// The language of the front matter.
    pub language: Language,
    /// Byte offset of the Markdown.
    pub body: usize,
}

impl Text {
    /// Returns the text of a page that is made from a row of data. It has no Markdown.
    pub fn of_row(row: &DataRow) -> Text {
        let body = row.text.len();
        Text { source: Arc::clone(&row.text), front: 0..0, language: Language::Toml, body }
    }

    /// Returns the text of a page without a file.
    pub fn empty() -> Text {
        Text { source: Arc::from(""), front: 0..0, language: Language::Toml, body: 0 }
    }

    /// Returns a text that has only Markdown.
    pub fn of_markdown(markdown: String) -> Text {
        Text { source: markdown.into(), ..Text::empty() }
    }

    /// Decodes and splits the bytes of the file `source`.
    pub fn read(source: &SitePath, bytes: Vec<u8>) -> Result<Text, Diagnostic> {
        let text = utf8::decode(source, text::read(source, bytes)).map_err(|error| *error)?;
        // Text in UTF-16 without a byte order mark is valid UTF-8 with zero bytes.
        if let Some(end) = memchr::memchr(0, text.as_bytes()) {
            return Err(utf8::not_utf8(source, text, end));
        }

        let text: Arc<str> = text.into();

        match front_matter::split(&text) {
            Ok(Parts { front, body }) => {
                let (front, language) = front.unwrap_or((0..0, Language::Toml));
                Ok(Text { source: text, front, language, body })
            }
            Err(SplitError::Unread(found)) => Err(Diagnostic::error(
                Code::FrontMatterUnread,
                "this looks like front matter, but would be published as text",
            )
            .at(Location::new(source.as_str(), Arc::clone(&text), found.range))
            .hint(found.hint)),
            Err(SplitError::Unclosed(range, language)) => {
                Err(Diagnostic::error(Code::FrontMatterUnclosed, "the front matter is not closed")
                    .at(Location::new(source.as_str(), Arc::clone(&text), range))
                    .hint(format!("end it with a line that contains only `{}`", language.fence())))
            }
        }
    }

    /// Returns the source text of the front matter.
    pub fn front(&self) -> &str {
        &self.source[self.front.clone()]
    }

    /// Returns the Markdown.
    pub fn body(&self) -> &str {
        &self.source[self.body..]
    }
}

/// The row that a page is made from.
#[derive(Debug, PartialEq, Eq)]
pub struct DataRow {
    /// The data file.
    pub file: SitePath,
    /// The text of the data file.
    pub text: Arc<str>,
    /// Byte range of the row.
    pub range: Range<usize>,
}

impl DataRow {
    /// Returns the location of the row.
    pub fn place(&self) -> Location {
        Location::new(self.file.as_str(), Arc::clone(&self.text), self.range.clone())
    }
}
