//! A file of static/, as templates ask for it.

use crate::digest::{Digest, Fingerprint, digest};

/// A file of static/.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct StaticFile {
    /// What the names of its copies tell of its bytes.
    pub fingerprint: Fingerprint,
    /// Digest of its bytes.
    pub digest: Digest,
    /// How many bytes it has.
    pub size: usize,
}

impl StaticFile {
    /// The file of these bytes.
    pub fn new(bytes: &[u8]) -> StaticFile {
        StaticFile { fingerprint: Fingerprint::of(bytes), digest: digest(bytes), size: bytes.len() }
    }
}
