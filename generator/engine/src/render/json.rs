//! Writes JSON for publication: as a line of a file, as text in a script element, or as a long
//! string.

use std::collections::{BTreeMap, BTreeSet};

use memchr::memchr2;
use serde::Serialize;
use serde_json::Value as Json;

/// Serializes a value as one line, with a line break at the end.
pub(crate) fn line(value: &Json) -> Vec<u8> {
    let mut bytes = value.to_string().into_bytes();
    bytes.push(b'\n');
    bytes
}

/// Serializes a value so that it can be embedded in a script element.
pub(crate) fn for_script(value: &impl Serialize) -> String {
    let mut bytes = Vec::with_capacity(1024);
    serde_json::to_writer(&mut bytes, value)
        .expect("the value has string keys, and writing to memory cannot fail");
    // Only the second byte that is searched can begin a line separator.
    let may_need_escapes = memchr2(b'<', 0xe2, &bytes).is_some();
    let text = String::from_utf8(bytes).expect("JSON is UTF-8");
    if may_need_escapes {
        text.replace('<', "\\u003c").replace('\u{2028}', "\\u2028").replace('\u{2029}', "\\u2029")
    } else {
        text
    }
}

/// Returns the hashes of static queries, as page-data lists them.
pub(crate) fn query_hashes(queries: &BTreeMap<String, String>) -> BTreeSet<&String> {
    queries.values().collect()
}

/// Appends `text` to `out` as a JSON string, byte for byte as `serde_json` writes it.
///
/// It is faster for long strings, because it checks eight bytes at a time.
pub(super) fn write_string(text: &str, out: &mut Vec<u8>) {
    let bytes = text.as_bytes();
    let mut start = 0;
    out.push(b'"');

    while let Some(offset) = find_escaped(&bytes[start..]) {
        let index = start + offset;
        out.extend_from_slice(&bytes[start..index]);
        match bytes[index] {
            b'"' => out.extend_from_slice(b"\\\""),
            b'\\' => out.extend_from_slice(b"\\\\"),
            b'\n' => out.extend_from_slice(b"\\n"),
            b'\r' => out.extend_from_slice(b"\\r"),
            b'\t' => out.extend_from_slice(b"\\t"),
            0x08 => out.extend_from_slice(b"\\b"),
            0x0c => out.extend_from_slice(b"\\f"),
            other => out.extend_from_slice(format!("\\u{other:04x}").as_bytes()),
        }
        start = index + 1;
    }

    out.extend_from_slice(&bytes[start..]);
    out.push(b'"');
}

/// Returns the index of the first byte that JSON escapes: a quote, a backslash or a control
/// character.
fn find_escaped(bytes: &[u8]) -> Option<usize> {
    let (words, rest) = bytes.as_chunks::<8>();
    for (index, word) in words.iter().enumerate() {
        let word = u64::from_le_bytes(*word);
        // Sets the highest bit of each byte below the limit. Bits above the first match can be
        // wrong, but only the first match is used.
        let below =
            |value: u64, limit: u8| value.wrapping_sub(repeat(limit)) & !value & repeat(0x80);
        let matches =
            below(word, b' ') | below(word ^ repeat(b'"'), 1) | below(word ^ repeat(b'\\'), 1);
        if matches != 0 {
            return Some(index * 8 + matches.trailing_zeros() as usize / 8);
        }
    }
    let offset = rest.iter().position(|byte| *byte < b' ' || matches!(byte, b'"' | b'\\'))?;
    Some(words.len() * 8 + offset)
}

/// Returns a word in which each of the eight bytes is `byte`.
const fn repeat(byte: u8) -> u64 {
    u64::from_ne_bytes([byte; 8])
}

#[cfg(test)]
mod tests {
    use super::write_string;

    #[test]
    fn strings_are_written_as_serde_json_writes_them() {
        let all: Vec<char> =
            (0..0x100).chain([0x2028, 0x1_f0a1]).filter_map(char::from_u32).collect();

        for first in &all {
            for length in 0..20 {
                let plain: String = all
                    .iter()
                    .skip(*first as usize % 200)
                    .take(length)
                    .filter(|character| **character > '\\')
                    .collect();
                let text = format!("{plain}{first}a{first}bcdefgh\"{plain}");

                let mut written = Vec::new();
                write_string(&text, &mut written);
                assert_eq!(
                    String::from_utf8(written).unwrap(),
                    serde_json::to_string(&text).unwrap()
                );
            }
        }
    }
}
