//! Finds links that are shown as text because of a space or a missing parenthesis: `[a] (/b/)` and `[a](/b/`.

use std::ops::Range;

use memchr::{memchr, memchr2, memchr2_iter, memmem};

/// What a link target begins with, if it is no word of a sentence.
const TARGET_STARTS: [&str; 8] = ["/", "./", "../", "#", "http://", "https://", "mailto:", "www."];

/// Returns the byte ranges of the links.
pub(super) fn broken(text: &str) -> impl Iterator<Item = Range<usize>> {
    let mut surroundings = Surroundings::new(text);
    let mut open = None;

    memchr2_iter(b'[', b']', text.as_bytes()).filter_map(move |bracket| {
        if text[bracket..].starts_with('[') {
            open = Some(bracket);
            return None;
        }
        broken_at(text, open, bracket, &mut surroundings)
    })
}

/// Returns the range of the broken link whose text ends with the bracket at `end`. `open` is the last opening bracket before it.
fn broken_at(
    text: &str,
    open: Option<usize>,
    end: usize,
    surroundings: &mut Surroundings<'_>,
) -> Option<Range<usize>> {
    let after = &text[end + 1..];
    // Nearly all links end in their line.
    let has_target = after.starts_with('(');
    if has_target && text[surroundings.target_end.after(end)..].starts_with(')') {
        return None;
    }

    let target = after.trim_start_matches([' ', '\t']).strip_prefix('(')?;
    if !TARGET_STARTS.iter().any(|start| target.starts_with(start)) {
        return None;
    }
    let line_start = surroundings.line_start(end);
    let open = open.filter(|open| *open >= line_start)?;
    // Footnotes and escaped brackets are no links.
    if text[open + 1..].starts_with('^') || text[..open].ends_with('\\') {
        return None;
    }

    if !has_target && is_checkbox(&text[line_start..end]) {
        return None;
    }

    let target_start = text.len() - target.len();
    if has_target {
        let is_closed = surroundings.closing.after(end) < surroundings.blank_line.after(end);
        (!is_closed).then(|| open..surroundings.newline.after(line_start))
    } else {
        let target_end = surroundings.target_end.after(end);
        let written = &text[target_start..target_end];
        let is_target = text[target_end..].starts_with(')') && !written.contains([' ', '\t']);
        is_target.then_some(open..target_end + 1)
    }
}

/// Whether a line up to a closing bracket is the beginning of a task: a sign of a list and `[ ]` or `[x]`.
fn is_checkbox(before: &str) -> bool {
    let sign = [" ", "x", "X"].iter().find_map(|mark| before.strip_suffix(mark)?.strip_suffix('['));
    sign.is_some_and(|sign| {
        let sign = sign.trim_end();
        let number = sign.strip_suffix(['.', ')']).unwrap_or_default();
        sign.ends_with(['-', '*', '+']) || number.ends_with(|it: char| it.is_ascii_digit())
    })
}

/// What is before and after one bracket after the other.
struct Surroundings<'t> {
    line_start: usize,
    newline: Next<'t>,
    blank_line: Next<'t>,
    closing: Next<'t>,
    /// A closing parenthesis or a newline.
    target_end: Next<'t>,
}

impl<'t> Surroundings<'t> {
    fn new(text: &'t str) -> Surroundings<'t> {
        let next = |find| Next { bytes: text.as_bytes(), find, found: None };
        Surroundings {
            line_start: 0,
            newline: next(|bytes| memchr(b'\n', bytes)),
            blank_line: next(|bytes| memmem::find(bytes, b"\n\n")),
            closing: next(|bytes| memchr(b')', bytes)),
            target_end: next(|bytes| memchr2(b')', b'\n', bytes)),
        }
    }

    /// Returns the start of the line with this position, which must not be before those of earlier calls.
    fn line_start(&mut self, position: usize) -> usize {
        while self.newline.after(self.line_start) < position {
            self.line_start = self.newline.after(self.line_start) + 1;
        }
        self.line_start
    }
}

/// A search that remembers what it found, so that searches from one position after the other take linear time in total.
struct Next<'t> {
    bytes: &'t [u8],
    find: fn(&[u8]) -> Option<usize>,
    found: Option<usize>,
}

impl Next<'_> {
    /// Returns where the next match from this position begins, or the length of the text. The position must not be before those of
    /// earlier calls.
    fn after(&mut self, position: usize) -> usize {
        if let Some(found) = self.found
            && found >= position
        {
            return found;
        }
        let found =
            (self.find)(&self.bytes[position..]).map_or(self.bytes.len(), |at| position + at);
        self.found = Some(found);
        found
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
            ("Press [x] (/keys/)", "[x] (/keys/)"),
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
            "- [ ] (https://b.se/a) read it",
            "> 1. [x] (/a/) b",
        ] {
            assert_eq!(found(text), [""; 0], "{text}");
        }
    }
}
