//! Divides texts into words, as the search dialog does in `runtime/src/search/words.ts`.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// Returns the words of a text in lower case without accents. In scripts without spaces, each character is a word.
pub fn search_words(text: &str) -> impl Iterator<Item = String> {
    let mut spans = Vec::new();
    let mut start = None;
    for (position, char) in text.char_indices() {
        let is_single = is_without_spaces(char);
        if !is_single && (char.is_alphanumeric() || char == '_' || is_combining_mark(char)) {
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
    word.to_lowercase().nfd().filter(|char| !is_combining_mark(*char)).collect()
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
            ("", ""),
        ] {
            assert_eq!(search_words(text).collect::<Vec<_>>().join(" "), expected, "{text}");
        }
    }
}
