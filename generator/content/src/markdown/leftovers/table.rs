//! Tables whose second line has another number of cells than the first, so that they are text.

use std::ops::Range;

use memchr::memchr;

/// Returns the byte range of the line below the header of such a table, if `line` is one. `above` are the two lines before it.
pub(super) fn below_header([first, header]: [&str; 2], line: &str) -> Option<Range<usize>> {
    let text = line.trim_start_matches([' ', '\t', '>']);
    let row = text.trim_end();
    let is_delimiter = row.contains("--")
        && row.bytes().all(|it| matches!(it, b'|' | b':' | b'-' | b' '))
        && memchr(b'|', row.as_bytes()).is_some();
    let header = header.trim_start_matches([' ', '\t', '>']).trim_end();
    let has_other_cells =
        is_delimiter && header.contains('|') && !first.contains('|') && cells(header) != cells(row);
    let start = line.len() - text.len();
    has_other_cells.then(|| start..start + row.len())
}

/// Returns the number of cells in a line of a table.
fn cells(row: &str) -> usize {
    let inside = row.strip_prefix('|').unwrap_or(row);
    let inside = inside.strip_suffix('|').filter(|it| !it.ends_with('\\')).unwrap_or(inside);
    let separators = inside.match_indices('|').filter(|(at, _)| !inside[..*at].ends_with('\\'));
    separators.count() + 1
}
