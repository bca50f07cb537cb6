//! What marks a sample: hosts that nobody can own, and the words that a site names itself.

use std::ops::Range;

/// Hosts that nobody can own (RFC 2606).
const HOSTS: [&str; 6] =
    [".example", "example.com", "example.org", "example.net", ".invalid", ".test"];

/// The sample host that a value names, or the one among `words` that it has, in whatever capitals.
pub fn first<'a>(value: &str, words: &'a [String]) -> Option<&'a str> {
    all(value, words, &|_| true).into_iter().next().map(|(_, sample)| sample)
}

/// The places of all samples in a text that people read, in order. A name such as `words.example` is a host in an address alone, and what
/// a field shows before anybody writes into it may be an example.
pub fn places(text: &str, words: &[String]) -> Vec<Range<usize>> {
    let is_placeholder = |before: &str| {
        let value = before.trim_end_matches(|it| is_part(it) || ".@".contains(it));
        value.trim_end_matches(['"', '\'', '=', ':', ' ']).ends_with("placeholder")
    };
    let whole = |(range, sample): (Range<usize>, &str)| {
        let start =
            if HOSTS.contains(&sample) { begin(&text[..range.start]).len() } else { range.start };
        start..range.end
    };
    let places = all(text, words, &is_host).into_iter().map(whole);
    places.filter(|range| !is_placeholder(&text[..range.start])).collect()
}

/// The samples in a text with their places, in order; of a host that only ends in one of ours, `is_host` tells by what stands before
/// that end whether it is one.
fn all<'a>(
    text: &str,
    words: &'a [String],
    is_host: &dyn Fn(&str) -> bool,
) -> Vec<(Range<usize>, &'a str)> {
    let text = &small(text);
    let hosts = HOSTS.into_iter().flat_map(|host| {
        let places = text.match_indices(host).map(move |(at, _)| (at..at + host.len(), host));
        places.filter(|(range, host)| {
            let (before, after) = (&text[..range.start], &text[range.end..]);
            let is_whole =
                if host.starts_with('.') { is_host(before) } else { !before.ends_with(is_part) };
            is_whole
                && !after.starts_with(is_part)
                && !after.strip_prefix('.').is_some_and(|it| it.starts_with(is_part))
        })
    });
    let named = words.iter().filter(|word| !word.is_empty()).flat_map(|word| {
        let places: Vec<usize> = text.match_indices(&small(word)).map(|(at, _)| at).collect();
        places.into_iter().map(move |at| (at..at + word.len(), word.as_str()))
    });
    let mut found: Vec<(Range<usize>, &str)> = hosts.chain(named).collect();
    found.sort_by_key(|(range, _)| range.start);
    found
}

/// Whether what stands before the end of a host is the rest of an address.
fn is_host(before: &str) -> bool {
    let start = begin(before);
    start.ends_with("//") || start.ends_with('@') || before[start.len()..].starts_with("www.")
}

/// What stands before the host that a text ends in.
fn begin(text: &str) -> &str {
    text.trim_end_matches(|it| is_part(it) || it == '.')
}

fn is_part(it: char) -> bool {
    it.is_alphanumeric() || it == '-'
}

/// A text in small letters and one line, with each letter where it was.
fn small(text: &str) -> String {
    let letter = |it: char| {
        let mut small = it.to_lowercase();
        match (small.next(), small.next()) {
            _ if it == '\n' => ' ',
            (Some(one), None) if one.len_utf8() == it.len_utf8() => one,
            _ => it,
        }
    };
    text.chars().map(letter).collect()
}

#[cfg(test)]
mod tests {
    use super::{first, places};

    #[test]
    fn a_sample_host_is_a_whole_one() {
        let words = ["Paper Lantern".to_owned()];
        for text in [
            "https://www.example.com/x",
            "a@Example.org",
            "https://shop.example",
            "https://a.test/",
            "https://a.test:80",
            "at example.net.",
            "the PAPER LANTERN",
        ] {
            assert!(first(text, &words).is_some(), "{text}");
        }
        for text in [
            "https://counterexample.com",
            "https://example.community",
            "https://example.com.br",
            "contested",
            "paper",
        ] {
            assert_eq!(first(text, &words), None, "{text}");
        }
    }

    #[test]
    fn a_sample_in_a_text_is_found_where_it_stands() {
        let words = ["Paper Lantern".to_owned(), "ÄHRE".to_owned()];
        let found = |text: &'static str| {
            places(text, &words).into_iter().map(|range| &text[range]).collect::<Vec<_>>()
        };
        assert_eq!(
            found("İ at example.com, the paper\nLANTERN, eine Ähre"),
            ["example.com", "paper\nLANTERN", "Ähre"]
        );
        assert_eq!(
            found("help@shop.example https://a.b.test/ www.c.invalid"),
            ["shop.example", "a.b.test", "www.c.invalid"]
        );
        for text in [
            "{{ words.example }} /x/.test(y)",
            "<input placeholder=\"you@example.com\">",
            "placeholder = 'example.com'",
            "\"placeholder\": \"a.b@mail.example.org\"",
        ] {
            assert_eq!(found(text), [""; 0], "{text}");
        }
    }
}
