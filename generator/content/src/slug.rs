//! Converts headings and names to slugs for anchors and URLs.

use unicode_normalization::char::is_combining_mark;

/// Returns the anchor of a heading on GitHub, which many texts link to. Removes punctuation and
/// replaces each space by a hyphen. Preserves combining marks, including those of emoji.
pub fn github_slug(text: &str) -> String {
    let is_allowed =
        |it: &char| it.is_alphanumeric() || is_combining_mark(*it) || matches!(it, ' ' | '-' | '_');
    text.trim()
        .chars()
        .filter(is_allowed)
        .flat_map(char::to_lowercase)
        .map(|it| if it == ' ' { '-' } else { it })
        .collect()
}

/// Returns the slug of a text: lower case, words joined by hyphens, with letters of every script.
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

/// Returns whether the slug of `text` is `expected`.
pub fn has_slug(text: &str, expected: &str) -> bool {
    // Comparing the last character first avoids creating most slugs.
    let last = text.bytes().rev().find(u8::is_ascii_alphanumeric).filter(|_| text.is_ascii());
    last.is_none_or(|last| expected.as_bytes().last() == Some(&last.to_ascii_lowercase()))
        && slug(text) == expected
}

#[cfg(test)]
mod tests {
    use super::{has_slug, slug};

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
