//! Hashes and size of a static file, for templates.

use std::io::{self, Read};

use crate::fingerprint::{
    ContentHash, ContentHasher, Fingerprint, fingerprint_bytes, fingerprint_reader,
};
use crate::media::image::is_animated;

/// The most bytes of a file that are read into memory. They have the dimensions of a picture.
pub const HEAD: u64 = 8 << 20;

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

    /// Computes the hashes of a file that is read in parts. Also returns its first bytes, at most `limit` of them. `size` is the expected
    /// number of its bytes.
    pub fn read(mut reader: impl Read, size: u64, limit: u64) -> io::Result<(StaticFile, Vec<u8>)> {
        let capacity = usize::try_from(size.min(limit)).unwrap_or_default();
        // One spare byte, so that the end of a file of this size is found without more memory.
        let mut head = Vec::with_capacity(capacity + 1);
        reader.by_ref().take(limit).read_to_end(&mut head)?;
        if (head.len() as u64) < limit {
            return Ok((StaticFile::new(&head), head));
        }

        let mut content_hasher = ContentHasher::default();
        let mut size = 0;
        let all = head.as_slice().chain(reader);
        let digest = fingerprint_reader(Observed(all, |bytes: &[u8]| {
            content_hasher.update(bytes);
            size += bytes.len();
        }))?;
        let file = StaticFile {
            content_hash: content_hasher.hash(),
            digest,
            size,
            is_animated: is_animated(&head),
        };
        Ok((file, head))
    }
}

/// A reader that also passes the bytes to a function.
struct Observed<R, F>(R, F);

impl<R: Read, F: FnMut(&[u8])> Read for Observed<R, F> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.0.read(buffer)?;
        (self.1)(&buffer[..count]);
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_is_read_in_parts_has_the_same_hashes() {
        let bytes: Vec<u8> = (0..1_000_000_u32).flat_map(u32::to_le_bytes).collect();
        for (size, limit) in
            [(0, 10), (9, 10), (10, 10), (11, 10), (4_000_000, 10), (4_000_000, HEAD)]
        {
            let bytes = &bytes[..size];
            let (file, head) = StaticFile::read(bytes, 3, limit).unwrap();
            assert_eq!(file, StaticFile::new(bytes), "{size} {limit}");
            assert_eq!(head, &bytes[..size.min(usize::try_from(limit).unwrap())]);
        }
    }
}
