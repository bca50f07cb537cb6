//! Pseudo-languages: texts that are made of those of the default language, and show what a translation would change.
//!
//! They have the tags of the Unicode CLDR, as in Android and Chromium.

use std::borrow::Cow;

/// A pseudo-language.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Pseudo {
    /// Letters with accents, in brackets and 40 % longer: `[Šàṽé öñé]`.
    Accented,
    /// Words from right to left.
    Mirrored,
}

/// The letters with accents, from `a` to `z` and from `A` to `Z`.
const ACCENTED: [&str; 2] = ["àƀçðéƒĝĥîĵķļɱñöþǫŕšţûṽŵẋýž", "ÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽ"];

/// The words that make texts longer.
const PADDING: [&str; 10] =
    ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

/// The percentage by which texts get longer.
const GROWTH: usize = 40;

/// Keys of data whose values are names and not texts.
const KEYS_OF_NAMES: [&str; 16] = [
    "id", "key", "slug", "code", "icon", "image", "src", "href", "url", "path", "template",
    "class", "date", "type", "kind", "message",
];

impl Pseudo {
    /// All pseudo-languages.
    pub const ALL: [Pseudo; 2] = [Pseudo::Accented, Pseudo::Mirrored];

    /// Returns the tag, which is the key of the language, too.
    pub fn tag(self) -> &'static str {
        match self {
            Pseudo::Accented => "en-XA",
            Pseudo::Mirrored => "ar-XB",
        }
    }

    /// Returns the pseudo-language with a tag.
    pub fn of_tag(tag: &str) -> Option<Pseudo> {
        Pseudo::ALL.into_iter().find(|it| it.tag().eq_ignore_ascii_case(tag))
    }

    /// Returns a whole text, such as a title.
    pub fn text(self, text: &str) -> String {
        let (start, end) = self.frame(text.chars().count());
        let shown = text.trim();
        if !shown.contains(char::is_alphabetic) {
            return text.to_owned();
        }
        let at = text.len() - text.trim_start().len();
        let (before, after) = (&text[..at], &text[at + shown.len()..]);
        format!("{before}{start}{}{end}{after}", self.run(shown))
    }

    /// Returns what is before and after a text with a number of characters.
    pub fn frame(self, length: usize) -> (&'static str, String) {
        if self == Pseudo::Mirrored {
            return ("", String::new());
        }
        // The brackets count, too.
        let missing = (length * GROWTH).div_ceil(100).saturating_sub(2);
        let mut padding = String::new();
        let mut count = 0;
        for word in PADDING.into_iter().cycle() {
            if count >= missing {
                break;
            }
            padding.push(' ');
            padding.extend(word.chars().map(accented));
            count += word.len() + 1;
        }
        ("[", padding + "]")
    }

    /// Returns a part of a text. Names for programs stay as they are: tags, code, URLs, entities and arguments in braces.
    pub fn run(self, text: &str) -> String {
        let mut result = String::with_capacity(text.len() * 2);
        let mut rest = text;
        let mut is_start_of_word = true;
        while let Some(first) = rest.chars().next() {
            let length = verbatim(rest, is_start_of_word).unwrap_or_else(|| {
                let word = rest.find(|it: char| !is_of_word(it)).unwrap_or(rest.len());
                result.push_str(&self.word(&rest[..word]));
                rest = &rest[word..];
                0
            });
            is_start_of_word = length > 0 && first.is_whitespace();
            result.push_str(&rest[..length]);
            rest = &rest[length..];
        }
        result
    }

    fn word(self, word: &str) -> Cow<'_, str> {
        match self {
            Pseudo::Accented => word.chars().map(accented).collect(),
            // The mark after the word keeps punctuation next to it on its left.
            Pseudo::Mirrored => format!("\u{200f}\u{202e}{word}\u{202c}\u{200f}").into(),
        }
    }
}

/// Returns the number of bytes at the start of a text that stay as they are. `None` if a word begins there.
fn verbatim(text: &str, is_start_of_word: bool) -> Option<usize> {
    let until = |end: char| text.find(end).map(|at| at + end.len_utf8());
    let first = text.chars().next()?;
    if is_start_of_word {
        let token = text.split(char::is_whitespace).next().unwrap_or_default();
        if token.contains("://") || token.contains('@') || token.starts_with("www.") {
            return Some(token.len());
        }
    }

    let marked = match first {
        '`' => text[1..].find('`').map(|at| at + 2),
        '{' => until('}'),
        '<' if text[1..].starts_with(|it: char| it.is_ascii_alphabetic() || "/!".contains(it)) => {
            until('>')
        }
        '&' => until(';').filter(|end| {
            *end <= 12
                && text[1..end - 1].bytes().all(|it| it.is_ascii_alphanumeric() || it == b'#')
        }),
        ']' if text.starts_with("](") => until(')'),
        '%' if text[1..].starts_with(|it: char| it.is_ascii_alphabetic()) => Some(2),
        _ => None,
    };
    marked.or_else(|| (!is_of_word(first)).then(|| first.len_utf8()))
}

fn is_of_word(letter: char) -> bool {
    letter.is_alphanumeric()
}

/// Returns a letter with an accent. Other characters stay as they are.
fn accented(letter: char) -> char {
    let (first, letters) = match letter {
        'a'..='z' => ('a', ACCENTED[0]),
        'A'..='Z' => ('A', ACCENTED[1]),
        _ => return letter,
    };
    letters.chars().nth(letter as usize - first as usize).unwrap_or(letter)
}

/// Returns whether a value of data without a schema is a text for people, by its key and its form: words, or one word with a capital letter.
pub fn is_text(key: &str, value: &str) -> bool {
    let has_words = value.trim().contains(char::is_whitespace);
    let mut letters = value.chars();
    let is_capitalized = letters.next().is_some_and(char::is_uppercase)
        && letters.next().is_some_and(char::is_lowercase)
        && !value.contains(['/', '.', '_', '@', ':']);
    !KEYS_OF_NAMES.contains(&key)
        && value.contains(char::is_alphabetic)
        && (has_words || is_capitalized)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_get_accents_brackets_and_two_fifths_more_letters() {
        assert_eq!(Pseudo::Accented.text("Menu"), "[Ṁéñû]");
        assert_eq!(
            Pseudo::Accented.text("Read the documentation"),
            "[Ŕéàð ţĥé ðöçûɱéñţàţîöñ öñé ţŵö]"
        );
        assert_eq!(Pseudo::Accented.text("12 %"), "12 %");
        assert_eq!(
            Pseudo::Mirrored.text("a, b"),
            "\u{200f}\u{202e}a\u{202c}\u{200f}, \u{200f}\u{202e}b\u{202c}\u{200f}"
        );
    }

    #[test]
    fn names_for_programs_stay_as_they_are() {
        for text in [
            "https://example.com/a?b=c",
            "me@example.com",
            "www.example.com",
            "{count}",
            "`code`",
            "<b class=\"x\">",
            "&nbsp;",
            "%s",
        ] {
            assert_eq!(Pseudo::Accented.run(text), text);
        }
        assert_eq!(Pseudo::Accented.run("a {n} b"), "à {n} ƀ");
        assert_eq!(Pseudo::Accented.run("[a](/b/) <i>c</i> < d & e"), "[à](/b/) <i>ç</i> < ð & é");
        assert_eq!(Pseudo::Accented.run("see https://x.y now"), "šéé https://x.y ñöŵ");
    }

    #[test]
    fn texts_of_data_are_words_or_begin_with_a_capital_letter() {
        for (key, value, expected) in [
            ("label", "Menu", true),
            ("label", "two words", true),
            ("kind", "Slots", false),
            ("code", "two words", false),
            ("x", "menu", false),
            ("x", "/About/", false),
            ("x", "USD", false),
            ("x", "Photo.jpg", false),
            ("x", "1 000", false),
        ] {
            assert_eq!(is_text(key, value), expected, "{value}");
        }
    }
}
