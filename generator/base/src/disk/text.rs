//! Normalizes line ends and byte order marks of source files.

use memchr::memchr;

use crate::path::SitePath;

/// Typographic quotes that word processors insert.
pub const CURLY_QUOTES: [char; 4] = ['\u{201c}', '\u{201d}', '\u{2018}', '\u{2019}'];

/// Normalizes the bytes of a source file. Replaces each carriage return that is not part of CRLF by
/// a line feed. Removes the byte order mark, except in Markdown, where byte offsets include it.
pub fn read(path: &SitePath, mut bytes: Vec<u8>) -> Vec<u8> {
    if bytes.starts_with(BYTE_ORDER_MARK) && !path.ends_with(".md") {
        bytes.drain(..BYTE_ORDER_MARK.len());
    }
    if let Some(first) = memchr(b'\r', &bytes) {
        for index in first..bytes.len() {
            if bytes[index] == b'\r' && bytes.get(index + 1) != Some(&b'\n') {
                bytes[index] = b'\n';
            }
        }
    }
    bytes
}

const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

#[cfg(test)]
mod tests {
    use super::read;
    use crate::path::SitePath;

    #[test]
    fn line_ends_are_normalized_without_moving_bytes() {
        let read = |name: &str, bytes: &[u8]| read(&SitePath::new(name), bytes.to_vec());
        assert_eq!(read("a.toml", b"a\rb\r\nc\n\r"), b"a\nb\r\nc\n\n");
        assert_eq!(read("a.toml", "\u{feff}a".as_bytes()), b"a");
        assert_eq!(read("a.md", "\u{feff}a\r".as_bytes()), "\u{feff}a\n".as_bytes());
    }
}
