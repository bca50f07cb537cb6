//! Long texts in JSON. What serde would look at byte by byte is looked at eight bytes at a time.

/// Writes a text as JSON has it, as `serde_json` would.
pub(super) fn write(text: &str, out: &mut Vec<u8>) {
    let bytes = text.as_bytes();
    let mut from = 0;
    out.push(b'"');
    while let Some(at) = escaped(&bytes[from..]).map(|it| from + it) {
        out.extend_from_slice(&bytes[from..at]);
        match bytes[at] {
            b'"' => out.extend_from_slice(b"\\\""),
            b'\\' => out.extend_from_slice(b"\\\\"),
            b'\n' => out.extend_from_slice(b"\\n"),
            b'\r' => out.extend_from_slice(b"\\r"),
            b'\t' => out.extend_from_slice(b"\\t"),
            0x08 => out.extend_from_slice(b"\\b"),
            0x0c => out.extend_from_slice(b"\\f"),
            other => out.extend_from_slice(format!("\\u{other:04x}").as_bytes()),
        }
        from = at + 1;
    }
    out.extend_from_slice(&bytes[from..]);
    out.push(b'"');
}

/// Where the first byte stands that JSON writes otherwise: a quote, a backslash or a control character.
fn escaped(bytes: &[u8]) -> Option<usize> {
    let (words, rest) = bytes.as_chunks::<8>();
    for (place, word) in words.iter().enumerate() {
        let word = u64::from_le_bytes(*word);
        // Each sets the highest bit of a byte that it finds. Beyond the first it may set others, which nobody looks at.
        let below = |value: u64, limit: u8| value.wrapping_sub(each(limit)) & !value & each(0x80);
        let found = below(word, b' ') | below(word ^ each(b'"'), 1) | below(word ^ each(b'\\'), 1);
        if found != 0 {
            return Some(place * 8 + found.trailing_zeros() as usize / 8);
        }
    }
    let at = rest.iter().position(|it| *it < b' ' || matches!(it, b'"' | b'\\'))?;
    Some(words.len() * 8 + at)
}

/// Eight times this byte.
const fn each(byte: u8) -> u64 {
    u64::from_ne_bytes([byte; 8])
}

#[cfg(test)]
mod tests {
    use super::write;

    #[test]
    fn a_text_is_written_as_serde_writes_it() {
        let all: Vec<char> =
            (0..0x100).chain([0x2028, 0x1_f0a1]).filter_map(char::from_u32).collect();
        for first in &all {
            for length in 0..20 {
                let before: String = all
                    .iter()
                    .skip(*first as usize % 200)
                    .take(length)
                    .filter(|it| **it > '\\')
                    .collect();
                let text = format!("{before}{first}a{first}bcdefgh\"{before}");
                let mut written = Vec::new();
                write(&text, &mut written);
                assert_eq!(
                    String::from_utf8(written).unwrap(),
                    serde_json::to_string(&text).unwrap()
                );
            }
        }
    }
}
