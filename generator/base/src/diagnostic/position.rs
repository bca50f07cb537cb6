//! Converts lines and columns, which other programs report, to byte ranges.

use std::ops::Range;

/// Returns the byte range of a line without its end. Lines count from 1; a line after the last one is empty.
pub fn line_range(source: &str, line: usize) -> Range<usize> {
    let start: usize =
        source.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
    let length = source[start..].lines().next().map_or(0, str::len);
    start..start + length
}

/// Returns the byte index of a column that counts UTF-16 units from 1.
pub fn utf16_index(line: &str, column: usize) -> usize {
    let mut units = 0;
    let is_at = |(_, letter): &(usize, char)| {
        units += letter.len_utf16();
        units >= column
    };
    line.char_indices().find(is_at).map_or(line.len(), |(index, _)| index)
}

/// Returns the range of the word that begins at a byte of `line`, or else of one character there.
pub fn word_at(line: &str, index: usize) -> Range<usize> {
    let start = index.min(line.len());
    let rest = line.get(start..).unwrap_or_default();
    let is_other = |letter: char| !letter.is_alphanumeric() && letter != '_' && letter != '$';
    let length = rest.find(is_other).unwrap_or(rest.len());
    start..start + length.max(rest.chars().next().map_or(0, char::len_utf8))
}

/// Returns the byte range of the word at a line and a column, both as in a source map: counted from 1, the column in UTF-16 units.
pub fn word_range(source: &str, line: usize, column: usize) -> Range<usize> {
    let Range { start, end } = line_range(source, line);
    let text = &source[start..end];
    let word = word_at(text, utf16_index(text, column));
    start + word.start..start + word.end
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_is_the_word_at_a_position_and_never_outside_of_the_text() {
        let source = "const a = 1;\n  throw new Error();\n/* 🦀 */ let b;\n";
        assert_eq!(&source[word_range(source, 2, 3)], "throw");
        assert_eq!(&source[word_range(source, 3, 10)], "let");
        assert_eq!(&source[word_range(source, 2, 8)], " ");
        assert_eq!(&source[word_range(source, 2, 99)], "");
        assert_eq!(word_range(source, 99, 1), source.len()..source.len());
    }
}
