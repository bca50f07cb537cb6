//! Breaks text into lines by its measured width, at the positions of the Unicode line breaking algorithm.

use unicode_linebreak::linebreaks;
use unicode_segmentation::UnicodeSegmentation;

/// Returns the widths of texts in pixels.
type Measure<'a> = &'a dyn Fn(&[String]) -> Vec<f32>;

/// Marks where a word may be hyphenated. It is visible at the end of a line only.
const SOFT_HYPHEN: char = '\u{ad}';
const ELLIPSIS: &str = "…";

/// A part of a text that is not broken.
#[derive(Debug, Clone)]
struct Piece {
    /// With the white space at its end.
    text: String,
    /// Width without this white space, with a hyphen if it ends with a soft one.
    width: f32,
    /// Width of the white space at its end and of the space to the next letter, less that of a hyphen that is not shown.
    rest: f32,
    /// Whether it begins a line: the start of a word that is broken.
    begins_line: bool,
}

/// Breaks a text into lines of at most `width`. `measure` includes the space between the letters of a text, but not after its last one. A
/// word that is longer than a line is broken, too.
pub(super) fn wrap(
    text: &str,
    letter_spacing: f32,
    width: f32,
    max_lines: Option<usize>,
    measure: Measure<'_>,
) -> Vec<String> {
    let mut lines: Vec<Vec<Piece>> = Vec::new();
    let mut line: Vec<Piece> = Vec::new();
    let mut line_width = 0.0;
    for piece in pieces(text, letter_spacing, width, measure) {
        if !line.is_empty() && (piece.begins_line || line_width + piece.width > width) {
            lines.push(std::mem::take(&mut line));
            line_width = 0.0;
        }
        line_width += piece.width + piece.rest;
        line.push(piece);
    }
    if !line.is_empty() {
        lines.push(line);
    }

    let most = max_lines.unwrap_or(usize::MAX).max(1);
    let is_cut = lines.len() > most;
    lines.truncate(most);
    let mut texts: Vec<String> = lines.iter().map(|line| line_text(line)).collect();
    if is_cut && let Some(last) = texts.last_mut() {
        *last = with_ellipsis(last, width, measure);
    }
    texts
}

/// Divides a text into the pieces between which lines may break. White space is collapsed as in HTML.
fn pieces(text: &str, letter_spacing: f32, width: f32, measure: Measure<'_>) -> Vec<Piece> {
    let text = text.split_ascii_whitespace().collect::<Vec<_>>().join(" ");
    let mut texts = Vec::new();
    let mut start = 0;
    for (end, _) in linebreaks(&text) {
        texts.push(&text[start..end]);
        start = end;
    }
    let at_end: Vec<String> = texts.iter().map(|text| shown_at_end(text)).collect();
    let inside: Vec<String> = texts.iter().map(|text| shown_inside(text)).collect();
    let widths = measure(&[at_end, inside].concat());

    let mut pieces = Vec::new();
    for (index, text) in texts.iter().enumerate() {
        let (at_end, inside) = (widths[index], widths[index + texts.len()]);
        if at_end <= width {
            let rest = inside - at_end + letter_spacing;
            let text = (*text).to_owned();
            pieces.push(Piece { text, width: at_end, rest, begins_line: false });
            continue;
        }
        // A word that is longer than a line, such as a URL.
        let clusters: Vec<String> = text.graphemes(true).map(str::to_owned).collect();
        let cluster_widths = measure(&clusters);
        let clusters = clusters.into_iter().zip(cluster_widths).enumerate();
        pieces.extend(clusters.map(|(at, (text, width))| Piece {
            text,
            width,
            rest: letter_spacing,
            begins_line: at == 0,
        }));
    }
    pieces
}

/// Returns a piece as it is shown at the end of a line.
fn shown_at_end(piece: &str) -> String {
    let text = piece.trim_end_matches(|it: char| it.is_whitespace() && it != '\u{a0}');
    let hyphen = if text.ends_with(SOFT_HYPHEN) { "-" } else { "" };
    shown_inside(text) + hyphen
}

/// Returns a piece as it is shown in the middle of a line.
fn shown_inside(piece: &str) -> String {
    piece.chars().filter(|it| !matches!(it, &SOFT_HYPHEN | '\u{200b}')).collect()
}

fn line_text(line: &[Piece]) -> String {
    let Some((last, others)) = line.split_last() else { return String::new() };
    others.iter().map(|it| shown_inside(&it.text)).collect::<String>() + &shown_at_end(&last.text)
}

/// Shortens a line so that it fits with an ellipsis: after a word if one fits, or else in the first word.
fn with_ellipsis(line: &str, width: f32, measure: Measure<'_>) -> String {
    let shortened = |end: usize| {
        let is_separator = |it: char| it.is_whitespace() || ".,:;-–—…".contains(it);
        line[..end].trim_end_matches(is_separator).to_owned() + ELLIPSIS
    };
    let longest = |ends: &mut dyn Iterator<Item = usize>| {
        let candidates: Vec<String> = ends.map(shortened).filter(|it| it != ELLIPSIS).collect();
        let widths = measure(&candidates);
        let fitting = candidates.into_iter().zip(widths).rev().find(|(_, it)| *it <= width);
        fitting.map(|(text, _)| text)
    };

    longest(&mut linebreaks(line).map(|(end, _)| end))
        .or_else(|| {
            let clusters = line.grapheme_indices(true);
            longest(&mut clusters.map(|(index, cluster)| index + cluster.len()))
        })
        .unwrap_or_else(|| ELLIPSIS.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Wraps a text whose characters have a width of 1.
    fn wrapped(text: &str, width: f32, max_lines: Option<usize>) -> Vec<String> {
        let measure = |texts: &[String]| {
            texts.iter().map(|it| f32::from(u16::try_from(it.chars().count()).unwrap())).collect()
        };
        wrap(text, 0.0, width, max_lines, &measure)
    }

    #[test]
    fn lines_are_as_full_as_possible() {
        for (text, expected) in [
            ("one two three", &["one two", "three"][..]),
            ("  one\t two \n\n three ", &["one two", "three"]),
            ("12345678 x", &["12345678", "x"]),
            ("one two\u{2028}x", &["one two", "x"]),
            ("one\u{a0}two three", &["one\u{a0}two", "three"]),
            ("well-known things", &["well-", "known", "things"]),
            ("日本語の文章です。はい", &["日本語の文章で", "す。はい"]),
            ("un\u{ad}break\u{ad}able", &["unbreak-", "able"]),
            ("a\u{200b}b", &["ab"]),
            ("", &[]),
            (" \n ", &[]),
        ] {
            assert_eq!(wrapped(text, 8.0, None), expected, "{text:?}");
        }
    }

    #[test]
    fn a_word_that_is_longer_than_a_line_is_broken() {
        assert_eq!(wrapped("see abcdefghijkl m", 5.0, None), ["see", "abcde", "fghij", "kl m"]);
        // The letters of a cluster stay together.
        assert_eq!(
            wrapped("e\u{301}e\u{301}e\u{301}", 4.0, None),
            ["e\u{301}e\u{301}", "e\u{301}"]
        );
    }

    #[test]
    fn text_that_does_not_fit_ends_with_an_ellipsis() {
        assert_eq!(wrapped("one two three four", 8.0, Some(2)), ["one two", "three…"]);
        assert_eq!(wrapped("one two, three", 8.0, Some(1)), ["one two…"]);
        assert_eq!(wrapped("one two", 8.0, Some(1)), ["one two"]);
        assert_eq!(wrapped("one twofold", 8.0, Some(1)), ["one…"]);
        assert_eq!(wrapped("abcdefghij", 8.0, Some(1)), ["abcdefg…"]);
        assert_eq!(wrapped("one two", 0.5, Some(1)), ["…"]);
        assert_eq!(wrapped("one", 8.0, Some(0)), ["one"]);
    }
}
