//! Hashes that identify content: fast fingerprints for change detection, and collision-resistant
//! ones for file names.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::io;

use xxhash_rust::xxh3::{Xxh3, xxh3_64, xxh3_128};

/// A 128-bit fingerprint of a value. Equal fingerprints mean equal values. It detects changes since
/// the last build and is not cryptographic: it does not resist deliberate collisions.
pub type Fingerprint = u128;

/// Returns the fingerprint of bytes.
pub fn fingerprint_bytes(bytes: &[u8]) -> Fingerprint {
    xxh3_128(bytes)
}

/// Returns the fingerprint of all bytes of a reader, which are read in parts. It is the same as that of the bytes.
pub fn fingerprint_reader(mut reader: impl io::Read) -> io::Result<Fingerprint> {
    let mut hasher = Xxh3::new();
    let mut buffer = vec![0; READ_SIZE];
    loop {
        match reader.read(&mut buffer) {
            Ok(0) => return Ok(hasher.digest128()),
            Ok(count) => hasher.update(&buffer[..count]),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

/// The number of bytes of a file that are read at once.
pub(crate) const READ_SIZE: usize = 256 << 10;

/// Returns the fingerprint of a value. It uses the [`Hash`] implementation, which is injective for
/// texts, tuples, lists and enums. A `str` ends with a byte that UTF-8 does not use, a list starts
/// with its length, and an enum with its discriminant.
///
/// Integers are hashed in a fixed width and byte order, so that machines can share a cache. Slices
/// of integers wider than a byte are the exception: the standard library hashes their bytes in
/// memory.
pub fn fingerprint<T: Hash + ?Sized>(value: &T) -> Fingerprint {
    let mut hasher = PortableHasher { start: [0; START_SIZE], length: 0, stream: None };
    value.hash(&mut hasher);
    hasher.fingerprint()
}

/// The number of bytes that a [`PortableHasher`] hashes at once. Most values are shorter.
const START_SIZE: usize = 512;

/// A hasher that gives the same result on every platform.
///
/// A stream is slow for values that consist of many short parts, so that the bytes of such a value are gathered first.
struct PortableHasher {
    start: [u8; START_SIZE],
    /// The number of bytes in `start`.
    length: usize,
    /// The hash of a longer value.
    stream: Option<Xxh3>,
}

impl PortableHasher {
    fn fingerprint(&self) -> Fingerprint {
        match &self.stream {
            Some(stream) => stream.digest128(),
            None => xxh3_128(&self.start[..self.length]),
        }
    }
}

impl Hasher for PortableHasher {
    fn finish(&self) -> u64 {
        match &self.stream {
            Some(stream) => stream.digest(),
            None => xxh3_64(&self.start[..self.length]),
        }
    }

    fn write(&mut self, bytes: &[u8]) {
        let end = self.length + bytes.len();

        if let Some(stream) = &mut self.stream {
            stream.update(bytes);
        } else if let Some(free) = self.start.get_mut(self.length..end) {
            free.copy_from_slice(bytes);
            self.length = end;
        } else {
            let mut stream = Xxh3::new();
            stream.update(&self.start[..self.length]);
            stream.update(bytes);
            self.stream = Some(stream);
        }
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

    // The other signed methods call the unsigned ones. The width of `isize` depends on the
    // platform.
    fn write_isize(&mut self, number: isize) {
        self.write_i64(i64::try_from(number).unwrap_or(i64::MAX));
    }
}

/// A collision-resistant hash of bytes for the names of files that browsers cache without expiry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ContentHash(pub(super) u128);

impl ContentHash {
    /// Returns the hash of bytes.
    pub fn of(bytes: &[u8]) -> ContentHash {
        ContentHash::shortened(blake3::hash(bytes))
    }

    fn shortened(hash: blake3::Hash) -> ContentHash {
        let (first, _) = hash.as_bytes().split_first_chunk::<16>().expect("a hash has 32 bytes");
        ContentHash(u128::from_be_bytes(*first))
    }

    /// Parses the hexadecimal text of a hash.
    pub fn parse(text: &str) -> Option<ContentHash> {
        let is_hex = text.len() == 32 && text.bytes().all(|it| it.is_ascii_hexdigit());
        u128::from_str_radix(text, 16).ok().filter(|_| is_hex).map(ContentHash)
    }

    /// Returns the hash that [`ContentHash::to_fingerprint`] returned as a fingerprint.
    pub fn from_fingerprint(fingerprint: Fingerprint) -> ContentHash {
        ContentHash(fingerprint)
    }

    /// Returns the hash as a fingerprint.
    pub fn to_fingerprint(self) -> Fingerprint {
        self.0
    }
}

impl fmt::Display for ContentHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

/// Computes the hash of content that is read in parts.
#[derive(Debug, Default)]
pub struct ContentHasher(blake3::Hasher);

impl ContentHasher {
    /// Adds bytes.
    pub fn update(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    /// Adds all bytes of a reader, and returns their number.
    pub fn update_from(&mut self, reader: impl io::Read) -> io::Result<u64> {
        let before = self.0.count();
        self.0.update_reader(reader)?;
        Ok(self.0.count() - before)
    }

    /// Returns the hash of the bytes so far.
    pub fn hash(&self) -> ContentHash {
        ContentHash::shortened(self.0.finalize())
    }
}

/// Returns the content hash of bytes in hexadecimal, the format of manifests and page-data.
pub fn hex(bytes: &[u8]) -> String {
    ContentHash::of(bytes).to_string()
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
        for (index, one) in all.iter().enumerate() {
            assert!(all[index + 1..].iter().all(|other| one != other), "{index}");
        }
        assert_eq!(fingerprint("abc"), fingerprint(&"abc".to_owned()));
    }

    #[test]
    #[expect(clippy::disallowed_methods, reason = "compares with the bytes that are hashed")]
    fn long_values_are_hashed_in_parts() {
        for length in [0, 1, START_SIZE - 2, START_SIZE - 1, START_SIZE, 3 * START_SIZE] {
            let text = "a".repeat(length);
            let bytes = [text.as_bytes(), &[255]].concat();
            assert_eq!(fingerprint(&text), fingerprint_bytes(&bytes), "{length}");

            let parts: Vec<&str> = text.split("").collect();
            let as_one: Vec<u8> =
                parts.iter().flat_map(|it| [it.as_bytes(), &[255]].concat()).collect();
            let with_length = [&(parts.len() as u64).to_le_bytes()[..], &as_one].concat();
            assert_eq!(fingerprint(&parts), fingerprint_bytes(&with_length), "{length}");
        }
    }

    #[test]
    #[expect(clippy::disallowed_methods, reason = "compares with the bytes that are hashed")]
    fn integers_are_hashed_in_a_fixed_width_and_byte_order() {
        assert_eq!(fingerprint(&1_usize), fingerprint_bytes(&[1, 0, 0, 0, 0, 0, 0, 0]));
        assert_eq!(
            fingerprint(&-2_isize),
            fingerprint_bytes(&[254, 255, 255, 255, 255, 255, 255, 255])
        );
        assert_eq!(fingerprint(&1_u16), fingerprint_bytes(&[1, 0]));
        assert_eq!(fingerprint(&-2_i32), fingerprint_bytes(&[254, 255, 255, 255]));
        assert_eq!(fingerprint(&1_i64), fingerprint(&1_u64));
        assert_eq!(
            fingerprint(&Some("a")),
            fingerprint_bytes(&[1, 0, 0, 0, 0, 0, 0, 0, b'a', 255])
        );
    }
}
