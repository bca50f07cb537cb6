//! A content file as it was read last.

use std::sync::Arc;

use croupier_base::diagnostic::Diagnostic;
use croupier_base::digest::Digest;
use croupier_content::page::{Page, Text};

/// One content file.
#[derive(Debug, Clone)]
pub(crate) struct Content {
    /// Its page.
    pub page: Arc<Page>,
    /// Digest of the whole file.
    pub digest: Digest,
    /// How long the file was, in bytes.
    pub size: u64,
    /// Digest of what the page takes from the folders above it; 0 where it takes nothing.
    pub taken: Digest,
}

/// A content file that was read, with its text where that is kept and with what is wrong with it; nothing where it is gone.
pub(super) type FileRead = Result<Option<(Option<Text>, Content, Vec<Diagnostic>)>, Diagnostic>;
