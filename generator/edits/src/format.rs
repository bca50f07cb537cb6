//! The formats of files, and what all of them need to change a text.

use std::ops::Range;

use crate::pointer;

/// The format of data or of front matter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// TOML.
    Toml,
    /// YAML without anchors.
    Yaml,
    /// JSON without comments.
    Json,
    /// CSV with commas, whose first line names the columns. The pointer of a cell is `/3/name`: row 3, column `name`.
    Csv,
    /// Any other text, which has no values.
    Text,
}

/// What a file consists of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SourceKind {
    /// Data in a format.
    Data(Format),
    /// A content file.
    Content {
        /// Byte range of the text between the fences, and its format.
        front: Option<(Range<usize>, Format)>,
        /// Byte offset of the body.
        body: usize,
    },
}

/// Divides a file into its parts. It is called again after each edit, and with texts that are not valid. The error is a sentence.
pub type Split<'a> = dyn Fn(&str) -> Result<SourceKind, String> + 'a;

/// How texts are written that have no model in the file.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Style {
    /// The line end of most lines.
    pub(crate) newline: &'static str,
}

/// Returns the error of a change that the format offers no proven text for.
pub(crate) fn unsafe_change(path: &[String]) -> String {
    let name =
        if path.is_empty() { "This file".to_owned() } else { format!("`{}`", pointer::text(path)) };
    format!(
        "{name} cannot be changed without changing other values or comments; edit the text instead."
    )
}
