//! Words as a part of an address.

use unicode_normalization::char::is_combining_mark;

/// A heading's words as an anchor on GitHub, which many texts link to: punctuation is left out, each space is a hyphen. Marks are
/// kept, those that make a sign an emoji too.
pub fn github_slug(text: &str) -> String {
    let is_kept =
        |it: &char| it.is_alphanumeric() || is_combining_mark(*it) || matches!(it, ' ' | '-' | '_');
    let kept = text.trim().chars().filter(is_kept);
    kept.flat_map(char::to_lowercase).map(|it| if it == ' ' { '-' } else { it }).collect()
}

/// A heading's words as an anchor: lower case, words joined by hyphens, letters of every script kept.
pub fn slug(text: &str) -> String {
    let mut slug = String::with_capacity(text.len());
    for character in text.chars() {
        if character.is_alphanumeric() {
            slug.extend(character.to_lowercase());
        } else if !slug.ends_with('-')
            && !slug.is_empty()
            && !matches!(character, '\'' | '\u{2019}')
        {
            slug.push('-');
        }
    }
    slug.truncate(slug.trim_end_matches('-').len());
    if slug.is_empty() { "section".to_owned() } else { slug }
}

/// Whether these are the words of a slug.
pub fn has_slug(text: &str, wanted: &str) -> bool {
    // Most end otherwise, which is seen without making a slug.
    let last = text.bytes().rev().find(u8::is_ascii_alphanumeric).filter(|_| text.is_ascii());
    last.is_none_or(|last| wanted.as_bytes().last() == Some(&last.to_ascii_lowercase()))
        && slug(text) == wanted
}

#[cfg(test)]
mod tests {
    use super::{has_slug, slug};

    #[test]
    fn words_have_their_slug_and_no_other() {
        let all =
            ["Tag 12", "tag-12", "Tag 13", "C++", "É 1", "日本 2", "1 é", "!?", "", "a'b", "News!"];
        for text in all {
            for other in all {
                assert_eq!(
                    has_slug(text, &slug(other)),
                    slug(text) == slug(other),
                    "{text} {other}"
                );
            }
        }
    }
}
