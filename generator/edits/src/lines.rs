//! Lines, line ends, and the comments above a value.

use std::ops::Range;

/// Divides a text into its byte order mark and the rest.
pub(crate) fn byte_order_mark(text: &str) -> (&str, &str) {
    text.split_at(if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 })
}

/// Returns the line end that most lines have.
pub(crate) fn newline(text: &str) -> &'static str {
    let all = text.bytes().filter(|it| *it == b'\n').count();
    if text.matches("\r\n").count() * 2 > all { "\r\n" } else { "\n" }
}

/// Returns the offset at which the line of an offset begins.
pub(crate) fn start(text: &str, offset: usize) -> usize {
    text[..offset].rfind('\n').map_or(0, |it| it + 1)
}

/// Returns the offset after the line of an offset, with its line end.
pub(crate) fn end(text: &str, offset: usize) -> usize {
    text[offset..].find('\n').map_or(text.len(), |it| offset + it + 1)
}

/// Returns the offset of the line end of the line of an offset.
pub(crate) fn content_end(text: &str, offset: usize) -> usize {
    let line = &text[offset..end(text, offset)];
    offset + line.trim_end_matches(['\n', '\r']).len()
}

/// Returns the white space before an offset, if nothing else is before it on its line.
pub(crate) fn indentation(text: &str, offset: usize) -> Option<&str> {
    let before = &text[start(text, offset)..offset];
    before.bytes().all(|it| it == b' ' || it == b'\t').then_some(before)
}

/// Returns the offset of the first comment line that is directly above the line that begins at `line`, or `line`. Comments before `floor`
/// do not count.
pub(crate) fn comments_start(text: &str, line: usize, floor: usize) -> usize {
    let mut first = line;
    while first > floor {
        let above = start(text, first - 1);
        if above < floor || !text[above..first].trim_start().starts_with('#') {
            break;
        }
        first = above;
    }
    first
}

/// Removes whole lines. A text without final newline has none afterwards.
pub(crate) fn without(text: &str, range: Range<usize>) -> String {
    let (before, after) = (&text[..range.start], &text[range.end..]);
    let is_unfinished = after.is_empty() && !text.ends_with('\n');
    let before = if is_unfinished { before.trim_end_matches(['\n', '\r']) } else { before };
    [before, after].concat()
}

/// Inserts whole lines, without a final line end, at the start of a line or at the end of the text.
pub(crate) fn with(text: &str, offset: usize, lines: &str, newline: &str) -> String {
    let (before, after) = text.split_at(offset);
    if before.is_empty() || before.ends_with('\n') {
        // An empty text, such as new front matter, has no final newline to imitate.
        [before, lines, newline, after].concat()
    } else {
        [before, newline, lines, after].concat()
    }
}

/// Replaces a range.
pub(crate) fn replaced(text: &str, range: Range<usize>, new: &str) -> String {
    [&text[..range.start], new, &text[range.end..]].concat()
}

/// Changes the order of blocks, and keeps the texts between them.
pub(crate) fn reordered(text: &str, blocks: &[Range<usize>], from: usize, to: usize) -> String {
    let mut order: Vec<usize> = (0..blocks.len()).collect();
    let moved = order.remove(from);
    order.insert(to, moved);

    let mut result = String::with_capacity(text.len());
    let mut offset = 0;
    for (slot, block) in blocks.iter().zip(order) {
        result.push_str(&text[offset..slot.start]);
        result.push_str(&text[blocks[block].clone()]);
        offset = slot.end;
    }
    result.push_str(&text[offset..]);
    result
}
