//! The words of texts: those that the search finds, and their number, which reading times need.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use croupier_base::syntax::html;
use croupier_base::unicode::is_invisible;

/// Words that an adult reads in a minute (Brysbaert 2019: 238 in silence; rounded down for texts with code).
const WORDS_PER_MINUTE: usize = 220;

/// Returns the words of a text in lower case without accents. In scripts without spaces, each character is a word.
/// `runtime/src/search/words.ts` divides queries in the same way.
pub fn search_words(text: &str) -> impl Iterator<Item = String> {
    let mut spans = Vec::new();
    let mut start = None;
    for (position, char) in text.char_indices() {
        let is_single = is_without_spaces(char);
        let is_part = || {
            char.is_alphanumeric() || char == '_' || is_combining_mark(char) || is_invisible(char)
        };
        if !is_single && is_part() {
            start.get_or_insert(position);
            continue;
        }
        spans.extend(start.take().map(|start| start..position));
        if is_single {
            spans.push(position..position + char.len_utf8());
        }
    }
    spans.extend(start.map(|start| start..text.len()));
    // A mark alone is no word.
    spans.into_iter().map(|span| normalized(&text[span])).filter(|word| !word.is_empty())
}

fn normalized(word: &str) -> String {
    if word.is_ascii() {
        return word.to_ascii_lowercase();
    }
    let is_removed = |char: &char| is_combining_mark(*char) || is_invisible(*char);
    word.to_lowercase().nfd().filter(|char| !is_removed(char)).collect()
}

/// Returns whether a character is one of a script without spaces between words: Chinese, Japanese, Thai, Lao, Khmer or Burmese.
pub(crate) fn is_without_spaces(char: char) -> bool {
    matches!(char,
        '\u{E00}'..='\u{EFF}'
        | '\u{1000}'..='\u{109F}'
        | '\u{1780}'..='\u{17FF}'
        | '\u{19E0}'..='\u{19FF}'
        | '\u{2E80}'..='\u{2FDF}'
        | '\u{3005}'..='\u{3007}'
        | '\u{3031}'..='\u{3035}'
        | '\u{3040}'..='\u{30FF}'
        | '\u{31F0}'..='\u{31FF}'
        | '\u{3400}'..='\u{4DBF}'
        | '\u{4E00}'..='\u{9FFF}'
        | '\u{A9E0}'..='\u{A9FF}'
        | '\u{AA60}'..='\u{AA7F}'
        | '\u{F900}'..='\u{FAFF}'
        | '\u{FF66}'..='\u{FF9F}'
        | '\u{20000}'..='\u{3FFFF}')
        && char.is_alphanumeric()
}

/// Returns the number of words in the visible text of HTML. Scripts that write without spaces count each character.
pub fn word_count(html: &str) -> usize {
    let spaced = html.replace('<', " <");
    html::text(&spaced).split_whitespace().map(count).sum()
}

/// Returns the minutes that it takes to read a number of words, at least 1.
pub fn reading_time(words: usize) -> usize {
    words.div_ceil(WORDS_PER_MINUTE).max(1)
}

/// Returns the number of words in a text without spaces.
fn count(text: &str) -> usize {
    let characters = text.chars().filter(|it| is_without_spaces(*it)).count();
    let has_others = text.chars().any(|it| it.is_alphanumeric() && !is_without_spaces(it));
    characters + usize::from(has_others)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_split_and_normalized_as_in_browsers() {
        for (text, expected) in [
            ("What's new in 1.2?", "what s new in 1 2"),
            ("Résumé, ÜBER snake_case", "resume uber snake_case"),
            ("ΟΔΟΣ", "οδος"),
            ("東京タワー guide", "東 京 タ ワ ー guide"),
            ("หน้า", "ห น า"),
            ("हिन्दी", "हनद"),
            ("Silben\u{ad}trennung \u{200e}a\u{2060} \u{feff}", "silbentrennung a"),
            ("", ""),
        ] {
            assert_eq!(search_words(text).collect::<Vec<_>>().join(" "), expected, "{text}");
        }
    }

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
