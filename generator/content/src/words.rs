//! The words of texts: those that the search finds, and their number, which reading times need.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use croupier_base::syntax::html;
use croupier_base::unicode::is_invisible;

/// Words that an adult reads in a minute (Brysbaert 2019: 238 in silence; rounded down for texts with code).
const WORDS_PER_MINUTE: usize = 220;

/// Returns the words of a text in lower case without accents. In scripts without spaces, each character is a word. A name with signs, such
/// as `C++`, is also a word without them. `runtime/src/search/words.ts` divides queries in the same way.
pub fn search_words(text: &str) -> impl Iterator<Item = String> {
    let mut spans = Vec::new();
    let mut start = None;

    for (position, char) in text.char_indices() {
        let is_single = is_without_spaces(char);
        if !is_single && is_in_word(char) {
            start.get_or_insert(position);
            continue;
        }

        if let Some(start) = start.take() {
            let signs = signs(&text[position..]);
            spans.push(start..position);
            spans.extend((signs > 0).then_some(start..position + signs));
        }

        if is_single {
            spans.push(position..position + char.len_utf8());
        }
    }

    spans.extend(start.map(|start| start..text.len()));
    // A mark alone is no word.
    spans.into_iter().map(|span| normalized(&text[span])).filter(|word| !word.is_empty())
}

fn is_in_word(char: char) -> bool {
    char.is_alphanumeric() || char == '_' || is_combining_mark(char) || is_without_width(char)
}

/// Returns whether a character is invisible, or a joiner of Persian and Indic scripts.
fn is_without_width(char: char) -> bool {
    is_invisible(char) || matches!(char, '\u{200C}' | '\u{200D}')
}

/// Returns the length of the signs at the start of the text after a word, if they belong to it: `C++`, `C#`.
fn signs(after: &str) -> usize {
    let rest = after.trim_start_matches(['+', '#']);
    if rest.starts_with(char::is_alphabetic) { 0 } else { after.len() - rest.len() }
}

fn normalized(word: &str) -> String {
    if word.is_ascii() {
        return word.to_ascii_lowercase();
    }

    let mut folded = String::with_capacity(word.len());
    for char in word.nfkd().collect::<String>().to_lowercase().chars() {
        // Letters without a decomposition, which people write with others: `strasse` finds `Straße`.
        match char {
            'ß' => folded.push_str("ss"),
            'æ' => folded.push_str("ae"),
            'œ' => folded.push_str("oe"),
            'þ' => folded.push_str("th"),
            'ø' => folded.push('o'),
            'đ' | 'ð' => folded.push('d'),
            'ħ' => folded.push('h'),
            'ı' => folded.push('i'),
            'ł' => folded.push('l'),
            'ŧ' => folded.push('t'),
            // At the end of a word.
            'ς' => folded.push('σ'),
            // The Arabic kashida.
            '\u{640}' => {}
            _ if is_combining_mark(char) || is_without_width(char) => {}
            _ => folded.push(char),
        }
    }

    folded
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
            ("ΟΔΟΣ", "οδοσ"),
            ("Straße STRASSE", "strasse strasse"),
            ("Łódź Ærø", "lodz aero"),
            ("ﬁnal ｆｕｌｌ", "final full"),
            ("İstanbul ılık", "istanbul ilik"),
            ("מַלְכוּת مُحَمَّد كـتاب", "מלכות محمد كتاب"),
            ("Donau\u{AD}dampf \u{AD} \u{301}", "donaudampf"),
            ("C++ and C#, C++20; 1+1 a+++b #1 é+", "c c++ and c c# c c++ 20 1 1+ 1 a b 1 e e+"),
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
