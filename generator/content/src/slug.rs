//! Converts headings and names to slugs for anchors and URLs.

use unicode_normalization::char::is_combining_mark;

use crate::config::tables::markdown::HeadingIds;
use croupier_base::unicode::{into_nfc, is_invisible, nfc};

/// Returns the anchor of a heading on GitHub, which many texts link to. Removes punctuation and
/// replaces each space by a hyphen. Preserves combining marks, including those of emoji.
pub(crate) fn github_slug(text: &str) -> String {
    hyphenated(text, |it| it.is_alphanumeric() || is_combining_mark(it))
}

/// Returns a text in lower case, with only the allowed characters, hyphens and underscores, and
/// with a hyphen for each space.
fn hyphenated(text: &str, is_allowed: impl Fn(char) -> bool) -> String {
    let mut slug = String::with_capacity(text.len());
    for character in nfc(text.trim()).chars() {
        match character {
            ' ' => slug.push('-'),
            '-' | '_' => slug.push(character),
            _ if is_allowed(character) => push_lower_case(&mut slug, character),
            _ => {}
        }
    }
    slug
}

/// Appends a character in lower case. Most characters are in ASCII, and need no tables. `İ` alone becomes two characters, of which the second
/// is a dot above the first.
fn push_lower_case(slug: &mut String, character: char) {
    if character.is_ascii() {
        slug.push(character.to_ascii_lowercase());
    } else {
        slug.extend(character.to_lowercase());
    }
}

/// Returns the id of a heading, without a number that makes it unique.
pub(crate) fn heading_id(text: &str, scheme: HeadingIds) -> String {
    let (id, empty) = match scheme {
        HeadingIds::Default => return slug(text),
        HeadingIds::Github => (github_slug(text), EMPTY),
        HeadingIds::Zola => (slug::slugify(text), EMPTY),
        HeadingIds::Hugo => (hugo_slug(text), "heading"),
    };
    if id.is_empty() { empty.to_owned() } else { id }
}

/// Returns the anchor of a heading in Hugo. It differs from GitHub's in that combining marks and
/// numbers that are no digits are removed.
fn hugo_slug(text: &str) -> String {
    let is_number_sign = |it: char| matches!(it, '\u{b2}' | '\u{b3}' | '\u{b9}' | '\u{bc}'..='\u{be}' | '\u{2070}'..='\u{218b}' | '\u{2460}'..='\u{249b}' | '\u{24ea}'..='\u{24ff}' | '\u{2776}'..='\u{2793}');
    let text = text.replace('İ', "I");
    hyphenated(&text, |it| it.is_alphanumeric() && !is_combining_mark(it) && !is_number_sign(it))
}

/// The slug of a text without letters and digits.
const EMPTY: &str = "section";

/// Returns the slug of a text in NFC: lower case, words joined by hyphens, with letters of every
/// script and their combining marks.
pub fn slug(text: &str) -> String {
    let mut slug = String::with_capacity(text.len());
    // Joiners between letters are part of the spelling in Persian and in Indic scripts.
    let mut pending_joiner = None;

    for character in nfc(text).chars() {
        let follows_letter = !matches!(slug.as_bytes().last(), None | Some(b'-'));
        let is_mark = || !character.is_ascii() && follows_letter && is_combining_mark(character);

        if !character.is_ascii() && is_invisible(character) {
            continue;
        }

        if character.is_alphanumeric() || is_mark() {
            slug.extend(pending_joiner.take());
            // Users do not type the dot of a small `İ`.
            push_lower_case(&mut slug, if character == 'İ' { 'I' } else { character });
        } else if matches!(character, '\u{200c}' | '\u{200d}') {
            pending_joiner = follows_letter.then_some(character);
        } else if follows_letter && !matches!(character, '\'' | '\u{2019}') {
            pending_joiner = None;
            slug.push('-');
        }
    }

    slug.truncate(slug.trim_end_matches('-').len());
    if slug.is_empty() { EMPTY.to_owned() } else { into_nfc(slug) }
}

/// Returns whether the slug of `text` is `expected`.
pub(crate) fn has_slug(text: &str, expected: &str) -> bool {
    // Comparing the last character first avoids creating most slugs.
    let last = text.bytes().rev().find(u8::is_ascii_alphanumeric).filter(|_| text.is_ascii());
    last.is_none_or(|last| expected.as_bytes().last() == Some(&last.to_ascii_lowercase()))
        && slug(text) == expected
}

/// Returns a key that all spellings of a name share. It ignores case and word separators.
pub(crate) fn spelling_key(name: &str) -> String {
    let is_separator = |it: char| {
        it.is_whitespace()
            || is_invisible(it)
            || matches!(it, '-' | '_' | '\'' | '\u{2019}' | '\u{200b}')
    };
    let words = name.split(is_separator);
    into_nfc(words.collect()).to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::{has_slug, slug};

    #[test]
    fn slugs_keep_combining_marks_and_are_in_nfc() {
        for (text, expected) in [
            ("हिन्दी भाषा", "हिन्दी-भाषा"),
            ("ที่นี่", "ที่นี่"),
            ("தமிழ்", "தமிழ்"),
            ("مُحَمَّد و علي", "مُحَمَّد-و-علي"),
            ("شָלוֹם", "شָלוֹם"),
            ("Cafe\u{301} bar", "caf\u{e9}-bar"),
            ("می\u{200c}خواهم", "می\u{200c}خواهم"),
            ("👩\u{200d}💻 Code ❤\u{fe0f}", "code"),
            ("\u{301}x", "x"),
            ("İstanbul", "istanbul"),
            ("Silben\u{ad}trennung\u{200e} 1\u{fe0f}", "silbentrennung-1"),
            ("\u{feff}Two\u{a0}words", "two-words"),
        ] {
            assert_eq!(slug(text), expected, "{text}");
        }
    }

    #[test]
    fn has_slug_agrees_with_slug() {
        let texts =
            ["Tag 12", "tag-12", "Tag 13", "C++", "É 1", "日本 2", "1 é", "!?", "", "a'b", "News!"];
        for text in texts {
            for other in texts {
                assert_eq!(
                    has_slug(text, &slug(other)),
                    slug(text) == slug(other),
                    "{text} {other}"
                );
            }
        }
    }
}
