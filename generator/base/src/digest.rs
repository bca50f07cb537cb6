//! Digests: what stands for bytes wherever two states are compared.

use std::fmt;

use xxhash_rust::xxh3::xxh3_128;

/// A digest of bytes; two of them are the same when their digests are. It is quick, and made for telling what changed since the
/// last build, not for withstanding somebody who looks for two texts of one digest.
pub type Digest = u128;

/// The digest of bytes.
pub fn digest(bytes: &[u8]) -> Digest {
    xxh3_128(bytes)
}

/// A digest of bytes that stands in the names of files, under which browsers keep them for ever: nobody finds two texts that have
/// the same one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fingerprint(pub(super) u128);

impl Fingerprint {
    /// That of bytes.
    pub fn of(bytes: &[u8]) -> Fingerprint {
        let hash = blake3::hash(bytes);
        let (first, _) = hash.as_bytes().split_first_chunk::<16>().expect("a hash has 32 bytes");
        Fingerprint(u128::from_be_bytes(*first))
    }

    /// The same as a digest, which is that of nothing else.
    pub fn digest(self) -> Digest {
        self.0
    }
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

/// A fingerprint as manifests and page-data write it.
pub fn hex(bytes: &[u8]) -> String {
    Fingerprint::of(bytes).to_string()
}
