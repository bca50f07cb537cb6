//! What is wrong with a link, before anybody knows where it was written.

use std::ops::Range;
use std::sync::Arc;

use croupier_base::diagnostic::code::Code;
use croupier_base::diagnostic::{Diagnostic, Place};
use croupier_base::path::SitePath;

/// A link that leads nowhere, will not for long, or only by way of another address.
#[derive(Debug, Clone)]
pub struct BrokenLink {
    message: String,
    hint: String,
    /// What it is.
    pub code: Code,
    is_error: bool,
}

impl BrokenLink {
    pub(super) fn error(code: Code, message: String, hint: impl Into<String>) -> BrokenLink {
        BrokenLink { message, hint: hint.into(), code, is_error: true }
    }

    pub(super) fn warning(code: Code, message: String, hint: impl Into<String>) -> BrokenLink {
        BrokenLink { message, hint: hint.into(), code, is_error: false }
    }

    /// The diagnostic, without a place.
    pub fn told(&self) -> Diagnostic {
        let make = if self.is_error { Diagnostic::error } else { Diagnostic::warning };
        make(self.code, self.message.as_str()).hint(self.hint.as_str())
    }

    /// The diagnostic, placed in the text of the file `source`.
    pub fn diagnostic(&self, source: &SitePath, text: Arc<str>, range: Range<usize>) -> Diagnostic {
        self.told().at(Place::new(source.as_str(), text, range))
    }
}
