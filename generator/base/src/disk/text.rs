//! Text as editors of all systems save it, in one form.

use crate::path::SitePath;

/// Quotes as word processors set them.
pub const CURLY_QUOTES: [char; 4] = ['\u{201c}', '\u{201d}', '\u{2018}', '\u{2019}'];

/// What a source file holds, with line ends that everything else here knows: a carriage return alone, which ended lines on old
/// systems, becomes a line feed. A byte order mark goes, but for Markdown, whose places count it.
pub fn read(path: &SitePath, mut bytes: Vec<u8>) -> Vec<u8> {
    if bytes.starts_with(BYTE_ORDER_MARK) && !path.ends_with(".md") {
        bytes.drain(..BYTE_ORDER_MARK.len());
    }
    if bytes.contains(&b'\r') {
        for at in 0..bytes.len() {
            if bytes[at] == b'\r' && bytes.get(at + 1) != Some(&b'\n') {
                bytes[at] = b'\n';
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
    fn line_ends_are_read_as_such_and_nothing_moves() {
        let read = |name: &str, bytes: &[u8]| read(&SitePath::new(name), bytes.to_vec());
        assert_eq!(read("a.toml", b"a\rb\r\nc\n\r"), b"a\nb\r\nc\n\n");
        assert_eq!(read("a.toml", "\u{feff}a".as_bytes()), b"a");
        assert_eq!(read("a.md", "\u{feff}a\r".as_bytes()), "\u{feff}a\n".as_bytes());
    }
}
