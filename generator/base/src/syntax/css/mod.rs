//! Reads CSS without interpreting it: its tokens, its statements and its URLs. Every text is a slice of the source, so that a copy of it
//! has the same meaning in every browser.

mod minified;
mod statements;
mod tokens;
mod urls;

pub use minified::{is_licence, minified, minified_tokens};
pub use statements::{Statement, statements};
pub use tokens::{CssError, Kind, Token, tokens};
pub use urls::{CssUrl, unescaped, urls, urls_of, with_base_path};
