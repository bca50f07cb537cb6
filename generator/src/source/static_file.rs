//! A file of static/, as templates ask for it.

use crate::source::digest::{Digest, digest};

/// A file of static/.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct StaticFile {
    /// Digest of its bytes.
    pub digest: Digest,
    /// How many bytes it has.
    pub size: usize,
}

impl StaticFile {
    /// The file of these bytes.
    pub(crate) fn new(bytes: &[u8]) -> StaticFile {
        StaticFile { digest: digest(bytes), size: bytes.len() }
    }
}
