//! Finds links that are shown as text because of a space or a missing parenthesis: `[a] (/b/)` and `[a](/b/`.

use std::ops::Range;

use memchr::{memchr_iter, memrchr};

/// What a link target begins with, if it is no word of a sentence.
const TARGET_STARTS: [&str; 8] = ["/", "./", "../", "#", "http://", "https://", "mailto:", "www."];

/// Returns the byte ranges of the links.
pub(super) fn broken(text: &str) -> impl Iterator<Item = Range<usize>> {
    memchr_iter(b']', text.as_bytes()).filter_map(|end| broken_at(text, end))
}

/// Returns the range of the broken link whose text ends with the bracket at `end`.
fn broken_at(text: &str, end: usize) -> Option<Range<usize>> {
    let after = &text[end + 1..];
    // Nearly all links end in their line. A loop is faster than a search for so few bytes.
    let ends_in_line =
        |target: &str| target.bytes().find(|byte| matches!(byte, b')' | b'\n')) == Some(b')');
    if after.strip_prefix('(').is_some_and(ends_in_line) {
        return None;
    }

    let target = after.trim_start_matches([' ', '\t']).strip_prefix('(')?;
    if !TARGET_STARTS.iter().any(|start| target.starts_with(start)) {
        return None;
    }
    let line_start = memrchr(b'\n', &text.as_bytes()[..end]).map_or(0, |newline| newline + 1);
    let open = line_start + text[line_start..end].rfind('[')?;
    // Footnotes and escaped brackets are no links.
    if text[open + 1..].starts_with('^') || text[..open].ends_with('\\') {
        return None;
    }

    let target_start = text.len() - target.len();
    if after.starts_with('(') {
        let paragraph = target.split("\n\n").next().unwrap_or_default();
        let line = target.lines().next().unwrap_or_default();
        (!paragraph.contains(')')).then_some(open..target_start + line.len())
    } else {
        let written = &target[..target.find([')', '\n'])?];
        let is_target = target[written.len()..].starts_with(')') && !written.contains([' ', '\t']);
        is_target.then_some(open..target_start + written.len() + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::broken;

    #[test]
    fn links_with_a_space_or_without_their_end_are_found() {
        let found =
            |text: &'static str| -> Vec<&str> { broken(text).map(|range| &text[range]).collect() };

        for (text, link) in [
            ("See [ask us] (/x/) now", "[ask us] (/x/)"),
            ("![Tea]  (./tea.png)", "[Tea]  (./tea.png)"),
            ("[a] (https://b.se)", "[a] (https://b.se)"),
            ("a [ask us](/x/ and more\nline", "[ask us](/x/ and more"),
            ("- [ask us](mailto:a@b.se\n\n(next)", "[ask us](mailto:a@b.se"),
        ] {
            assert_eq!(found(text), [link], "{text}");
        }

        for text in [
            "[a](/b/) and [c] (see /d/)",
            "[a](/b/\n\"title\")",
            "[^1] (/x/)",
            "\\[a] (/x/)",
            "a] (/x/)",
            "[a]: /b/\n[a] (and /x/)",
            "list[0] (/usr bin)",
        ] {
            assert_eq!(found(text), [""; 0], "{text}");
        }
    }
}
