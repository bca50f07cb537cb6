//! Replaces parts of a text at once, so that all ranges refer to the text as it was.

use std::ops::Range;

/// Returns a text with each of these byte ranges replaced. An empty range inserts. A range that begins within an earlier one is
/// left out.
pub fn edited(text: &str, mut edits: Vec<(Range<usize>, impl AsRef<str>)>) -> String {
    edits.sort_by_key(|(range, _)| range.start);

    let mut output = String::with_capacity(text.len());
    let mut copied = 0;
    for (range, replacement) in &edits {
        if range.start < copied {
            continue;
        }
        output.push_str(&text[copied..range.start]);
        output.push_str(replacement.as_ref());
        copied = range.end;
    }
    output.push_str(&text[copied..]);
    output
}

#[cfg(test)]
mod tests {
    use super::edited;

    #[test]
    fn ranges_are_replaced_in_order_without_overlaps() {
        let edits = vec![(4..5, "E"), (0..0, "<"), (1..3, ""), (2..4, "no"), (5..5, ">")];
        assert_eq!(edited("abcde", edits), "<adE>");
        assert_eq!(edited("abc", Vec::<(_, &str)>::new()), "abc");
    }
}
