//! Digests: what stands for bytes wherever two states are compared.

use std::fmt;
use std::hash::{Hash, Hasher};

use xxhash_rust::xxh3::{Xxh3, xxh3_128};

/// A digest of bytes; two of them are the same when their digests are. It is quick, and made for telling what changed since the
/// last build, not for withstanding somebody who looks for two texts of one digest.
pub type Digest = u128;

/// The digest of bytes.
pub fn digest(bytes: &[u8]) -> Digest {
    xxh3_128(bytes)
}

/// Returns the digest of a value by its [`Hash`] implementation, which is injective for texts, tuples, lists and enums: a `str` ends
/// with a byte that UTF-8 does not use, a list begins with its length, and an enum with its discriminant.
///
/// Integers are hashed in a fixed width and byte order, so that machines can share a cache. A slice of integers wider than a byte is
/// the exception: the standard library hashes it as the bytes in memory.
pub fn fingerprint<T: Hash + ?Sized>(value: &T) -> Digest {
    let mut hasher = PortableHasher(Xxh3::new());
    value.hash(&mut hasher);
    hasher.0.digest128()
}

/// A hasher that gives the same result on every platform.
struct PortableHasher(Xxh3);

impl Hasher for PortableHasher {
    fn finish(&self) -> u64 {
        self.0.digest()
    }

    fn write(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    fn write_u16(&mut self, number: u16) {
        self.write(&number.to_le_bytes());
    }

    fn write_u32(&mut self, number: u32) {
        self.write(&number.to_le_bytes());
    }

    fn write_u64(&mut self, number: u64) {
        self.write(&number.to_le_bytes());
    }

    fn write_u128(&mut self, number: u128) {
        self.write(&number.to_le_bytes());
    }

    fn write_usize(&mut self, number: usize) {
        self.write_u64(u64::try_from(number).unwrap_or(u64::MAX));
    }

    // The signed methods of the trait call the unsigned ones, except that `isize` has another width on other platforms.
    fn write_isize(&mut self, number: isize) {
        self.write_i64(i64::try_from(number).unwrap_or(i64::MAX));
    }
}

/// A digest of bytes that stands in the names of files, under which browsers keep them for ever: nobody finds two texts that have
/// the same one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_that_differ_have_different_fingerprints() {
        let all = [
            fingerprint(&("ab", "c")),
            fingerprint(&("a", "bc")),
            fingerprint(&("abc", "")),
            fingerprint("abc"),
            fingerprint(&("", None::<&str>)),
            fingerprint(&("", Some(""))),
            fingerprint(&Some(None::<u8>)),
            fingerprint(&None::<Option<u8>>),
            fingerprint(&vec![vec!["a"], vec!["b"]]),
            fingerprint(&vec![vec!["a", "b"], vec![]]),
            fingerprint(&vec![vec!["a", "b"]]),
        ];
        for (at, one) in all.iter().enumerate() {
            assert!(all[at + 1..].iter().all(|other| one != other), "{at}");
        }
        assert_eq!(fingerprint("abc"), fingerprint(&"abc".to_owned()));
    }

    #[test]
    fn integers_are_hashed_in_a_fixed_width_and_byte_order() {
        assert_eq!(fingerprint(&1_usize), digest(&[1, 0, 0, 0, 0, 0, 0, 0]));
        assert_eq!(fingerprint(&-2_isize), digest(&[254, 255, 255, 255, 255, 255, 255, 255]));
        assert_eq!(fingerprint(&1_u16), digest(&[1, 0]));
        assert_eq!(fingerprint(&-2_i32), digest(&[254, 255, 255, 255]));
        assert_eq!(fingerprint(&1_i64), fingerprint(&1_u64));
        assert_eq!(fingerprint(&Some("a")), digest(&[1, 0, 0, 0, 0, 0, 0, 0, b'a', 255]));
    }
}
