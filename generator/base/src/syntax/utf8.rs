//! Decodes source files, and locates the first byte that is not UTF-8.

use std::sync::Arc;

use crate::diagnostic::code::Code;
use crate::diagnostic::{Diagnostic, Location};
use crate::path::SitePath;

/// Decodes the bytes of a source file. The error has the location of the first byte that is not UTF-8.
pub fn decode(path: &SitePath, bytes: Vec<u8>) -> Result<String, Box<Diagnostic>> {
    String::from_utf8(bytes).map_err(|error| {
        let end = error.utf8_error().valid_up_to();
        let text = String::from_utf8_lossy(error.as_bytes()).into_owned();
        Box::new(not_utf8(path, text, end))
    })
}

/// Returns the error for a source file that is not text in UTF-8 from the byte `end` on.
pub fn not_utf8(path: &SitePath, text: impl Into<Arc<str>>, end: usize) -> Diagnostic {
    Diagnostic::error(Code::NotUtf8, "this file is not UTF-8 text")
        .at(Location::new(path.as_str(), text, end..end))
        .hint("save it as UTF-8")
}
