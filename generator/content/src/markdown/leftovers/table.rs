//! Tables whose second line has another number of cells than the first, so that they are text.

use std::ops::Range;

use memchr::{memchr, memmem, memrchr};

/// Returns the byte ranges of the lines below the headers of such tables.
pub(super) fn broken(text: &str) -> impl Iterator<Item = Range<usize>> {
    let mut end = 0;
    memmem::find_iter(text.as_bytes(), b"--").filter_map(move |at| {
        // The other hyphens of a line are skipped.
        let start = (at >= end).then(|| line_start(text, at))?;
        end = memchr(b'\n', &text.as_bytes()[at..]).map_or(text.len(), |length| at + length);
        let range = below_header(text, start, &text[start..end])?;
        Some(start + range.start..start + range.end)
    })
}

/// Returns the byte range of the cells in a line that begins at `start`, if it has other cells than the line before it.
fn below_header(text: &str, start: usize, line: &str) -> Option<Range<usize>> {
    let cells_start = line.len() - without_markers(line).len();
    let row = line[cells_start..].trim_end();
    let is_delimiter = row.bytes().all(|it| matches!(it, b'|' | b':' | b'-' | b' '))
        && memchr(b'|', row.as_bytes()).is_some();
    if !is_delimiter {
        return None;
    }
    let header = line_before(text, start)?;
    let is_in_table = line_before(text, header.start).is_some_and(|it| text[it].contains('|'));
    let header = without_markers(&text[header]).trim_end();
    let has_other_cells = header.contains('|') && !is_in_table && cells(header) != cells(row);
    has_other_cells.then(|| cells_start..cells_start + row.len())
}

/// Returns a line without its indentation and the markers of quotations.
fn without_markers(line: &str) -> &str {
    line.trim_start_matches([' ', '\t', '>'])
}

/// Returns the start of the line with the byte `at`.
fn line_start(text: &str, at: usize) -> usize {
    memrchr(b'\n', &text.as_bytes()[..at]).map_or(0, |newline| newline + 1)
}

/// Returns the line before the one that begins at `start`.
fn line_before(text: &str, start: usize) -> Option<Range<usize>> {
    let end = start.checked_sub(1)?;
    Some(line_start(text, end)..end)
}

/// Returns the number of cells in a line of a table.
fn cells(row: &str) -> usize {
    let inside = row.strip_prefix('|').unwrap_or(row);
    let inside = inside.strip_suffix('|').filter(|it| !it.ends_with('\\')).unwrap_or(inside);
    let separators = inside.match_indices('|').filter(|(at, _)| !inside[..*at].ends_with('\\'));
    separators.count() + 1
}
