//! The number of words of a page, and the time to read them.

use crate::words::is_without_spaces;
use croupier_base::syntax::html;

/// Words that an adult reads in a minute (Brysbaert 2019: 238 in silence; rounded down for texts with code).
const WORDS_PER_MINUTE: usize = 220;

/// Returns the number of words in the visible text of HTML. Scripts that write without spaces count each character.
pub fn word_count(html: &str) -> usize {
    let spaced = html.replace('<', " <");
    html::text(&spaced).split_whitespace().map(words).sum()
}

/// Returns the minutes that it takes to read a number of words, at least 1.
pub fn reading_time(words: usize) -> usize {
    words.div_ceil(WORDS_PER_MINUTE).max(1)
}

/// Returns the number of words in a text without spaces.
fn words(text: &str) -> usize {
    let characters = text.chars().filter(|it| is_without_spaces(*it)).count();
    let has_others = text.chars().any(|it| it.is_alphanumeric() && !is_without_spaces(it));
    characters + usize::from(has_others)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_the_visible_text_are_counted() {
        for (html, expected) in [
            ("<p>Two <b>words</b></p>", 2),
            ("<p>one</p><p>two&nbsp;three</p>", 3),
            ("<p>a-b, it's – &amp; 42</p>", 3),
            ("<p>日本語 and text</p>", 5),
            ("", 0),
        ] {
            assert_eq!(word_count(html), expected, "{html}");
        }
        assert_eq!([0, 1, 220, 221].map(reading_time), [1, 1, 1, 2]);
    }
}
