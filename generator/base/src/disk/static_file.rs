//! Hashes and size of a static file, for templates.

use crate::fingerprint::{ContentHash, Fingerprint, fingerprint_bytes};
use crate::media::image::is_animated;

/// A file in static/.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct StaticFile {
    /// Content hash, for the names of copies of the file.
    pub content_hash: ContentHash,
    /// Fingerprint of the bytes.
    pub digest: Fingerprint,
    /// Size in bytes.
    pub size: usize,
    /// Whether it is an animated PNG or WebP, whose copies would not be animated.
    pub is_animated: bool,
}

impl StaticFile {
    /// Computes the hashes of a file with these bytes.
    #[expect(clippy::disallowed_methods, reason = "digests the bytes of a file")]
    pub fn new(bytes: &[u8]) -> StaticFile {
        StaticFile {
            content_hash: ContentHash::of(bytes),
            digest: fingerprint_bytes(bytes),
            size: bytes.len(),
            is_animated: is_animated(bytes),
        }
    }
}
