//! Decodes source files, and locates the first byte that is not UTF-8.

use crate::diagnostic::code::Code;
use crate::diagnostic::{Diagnostic, Location};
use crate::path::SitePath;

/// Decodes the bytes of a source file. The error has the location of the first byte that is not text in UTF-8.
pub fn decode(path: &SitePath, bytes: Vec<u8>) -> Result<String, Box<Diagnostic>> {
    let (text, end) = match String::from_utf8(bytes) {
        // Text in UTF-16 without a byte order mark is valid UTF-8 with zero bytes.
        Ok(text) => match memchr::memchr(0, text.as_bytes()) {
            Some(end) => (text, end),
            None => return Ok(text),
        },
        Err(error) => {
            let end = error.utf8_error().valid_up_to();
            (String::from_utf8_lossy(error.as_bytes()).into_owned(), end)
        }
    };
    let error = Diagnostic::error(Code::NotUtf8, "this file is not UTF-8 text");
    let place = Location::new(path.as_str(), text, end..end);
    Err(Box::new(error.at(place).hint("save it as UTF-8")))
}
