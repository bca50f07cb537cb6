//! Finds links that are shown as text because of a space or a missing parenthesis: `[a] (/b/)` and `[a](/b/`.

use std::ops::Range;

use memchr::{memchr, memchr_iter, memmem, memrchr};

/// What a link target begins with, if it is no word of a sentence.
const TARGET_STARTS: [&str; 8] = ["/", "./", "../", "#", "http://", "https://", "mailto:", "www."];

/// Returns the byte ranges of the links.
pub(super) fn broken(text: &str) -> impl Iterator<Item = Range<usize>> {
    memchr_iter(b']', text.as_bytes()).filter_map(|end| broken_at(text, end))
}

/// Returns the range of the broken link whose text ends with the bracket at `end`.
fn broken_at(text: &str, end: usize) -> Option<Range<usize>> {
    let after = &text[end + 1..];
    let target = after.trim_start_matches([' ', '\t']).strip_prefix('(')?;
    if !TARGET_STARTS.iter().any(|start| target.starts_with(start)) {
        return None;
    }

    // Most links are complete, so that they are recognized before the start of their line is searched.
    let target_start = text.len() - target.len();
    let close = memchr(b')', target.as_bytes());
    let broken_end = if after.starts_with('(') {
        let before_close = &target.as_bytes()[..close.unwrap_or(target.len())];
        let is_complete = close.is_some() && memmem::find(before_close, b"\n\n").is_none();
        let line_end = memchr(b'\n', target.as_bytes()).unwrap_or(target.len());
        (!is_complete).then_some(target_start + line_end)?
    } else {
        let written = &target[..close?];
        let is_target = !written.contains([' ', '\t', '\n']);
        is_target.then_some(target_start + written.len() + 1)?
    };

    let line_start = memrchr(b'\n', text[..end].as_bytes()).map_or(0, |newline| newline + 1);
    let open = line_start + text[line_start..end].rfind('[')?;
    // Footnotes and escaped brackets are no links.
    let is_link = !text[open + 1..].starts_with('^') && !text[..open].ends_with('\\');
    is_link.then_some(open..broken_end)
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
