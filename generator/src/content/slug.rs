//! Words as a part of an address.

use unicode_normalization::char::is_combining_mark;

/// A heading's words as an anchor on GitHub, which many texts link to: punctuation is left out, each space is a hyphen. Marks are
/// kept, those that make a sign an emoji too.
pub(crate) fn github_slug(text: &str) -> String {
    let is_kept = |it: &char| it.is_alphanumeric() || is_combining_mark(*it) || matches!(it, ' ' | '-' | '_');
    let kept = text.trim().chars().filter(is_kept);
    kept.flat_map(char::to_lowercase).map(|it| if it == ' ' { '-' } else { it }).collect()
}

/// A heading's words as an anchor: lower case, words joined by hyphens, letters of every script kept.
pub(crate) fn slug(text: &str) -> String {
    let mut slug = String::with_capacity(text.len());
    for character in text.chars() {
        if character.is_alphanumeric() {
            slug.extend(character.to_lowercase());
        } else if !slug.ends_with('-') && !slug.is_empty() && !matches!(character, '\'' | '\u{2019}') {
            slug.push('-');
        }
    }
    slug.truncate(slug.trim_end_matches('-').len());
    if slug.is_empty() { "section".to_owned() } else { slug }
}
