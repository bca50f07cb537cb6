//! Reads CSS without interpreting it: its tokens, its statements and its URLs. Every text is a slice of the source, so that a copy of it
//! has the same meaning in every browser.

mod minified;
mod statements;
mod tokens;
mod urls;

pub use minified::{is_licence, minified, minified_tokens};
pub use statements::{Statement, statements};
pub use tokens::{Kind, Token, tokens};
pub use urls::{CssUrl, unescaped, urls, urls_of, with_base_path};

use std::fmt;

/// A text that is no CSS, such as a string without an end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CssError {
    /// The message.
    pub message: &'static str,
    /// Byte offset of the error.
    pub at: usize,
}

impl fmt::Display for CssError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.message)
    }
}

impl std::error::Error for CssError {}
