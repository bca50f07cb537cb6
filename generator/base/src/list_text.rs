//! Lists in a sentence: `a, b et c`. The patterns of languages are from the Unicode CLDR (see `cldr/`).

use regex_lite::Regex;

use crate::cldr_table::candidates;

/// One line for each locale. `cldr/extract_lists.py` writes the file and describes its format.
static TABLE: &str = include_str!("../cldr/lists.tsv");

/// What a list means.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ListKind {
    /// All items: `a, b and c`.
    And,
    /// One of the items: `a, b or c`.
    Or,
}

impl ListKind {
    /// Returns the kind with a name.
    pub fn of_name(name: &str) -> Option<ListKind> {
        match name {
            "and" => Some(ListKind::And),
            "or" => Some(ListKind::Or),
            _ => None,
        }
    }
}

/// The patterns of a kind of list in a language. `{0}` and `{1}` are the items.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ListPatterns {
    /// A list of two items.
    pub two: &'static str,
    /// The first two items, if there are more.
    pub start: &'static str,
    /// The items before and the next one.
    pub middle: &'static str,
    /// The items before and the last one.
    pub end: &'static str,
    /// The word of the patterns that another one replaces before some items: the word, a regular expression of the item, and the other word.
    pub exception: Option<(&'static str, &'static str, &'static str)>,
}

impl ListPatterns {
    /// Returns the patterns of the language with this tag. An unknown language has those of English.
    pub fn of_tag(tag: &str, kind: ListKind) -> ListPatterns {
        let candidates = candidates(tag);
        let line = candidates.iter().map(String::as_str).chain(["en"]).find_map(|tag| {
            TABLE.lines().find_map(|line| line.strip_prefix(tag)?.strip_prefix('\t'))
        });

        let mut fields = [""; 8];
        for (index, field) in line.unwrap_or_default().split('\t').take(8).enumerate() {
            fields[index] = if field == "=" { fields[index.saturating_sub(1)] } else { field };
        }
        let start = if kind == ListKind::And { 0 } else { 4 };

        // In Spanish, a word changes before the same sound. CLDR leaves it to programs.
        let is_spanish = candidates.last().is_some_and(|language| language == "es");
        let exception = is_spanish.then_some(match kind {
            ListKind::And => (" y ", "^(i|hi([^ae]|$))", " e "),
            ListKind::Or => (" o ", "^(o|ho|8|11( |$))", " u "),
        });

        let [two, start, middle, end] = [0, 1, 2, 3].map(|index| fields[start + index]);
        ListPatterns { two, start, middle, end, exception }
    }

    /// Joins items. `escape` is applied to the text between them.
    pub fn join(&self, items: &[String], escape: &dyn Fn(&str) -> String) -> String {
        let apply = |pattern: &str, before: &str, item: &str, is_last: bool| {
            let pattern = match self.exception {
                Some((word, condition, other)) if is_last && is_match(condition, item) => {
                    pattern.replace(word, other)
                }
                _ => pattern.to_owned(),
            };
            let (start, rest) = pattern.split_once("{0}").unwrap_or_default();
            let (middle, end) = rest.split_once("{1}").unwrap_or_default();
            format!("{}{before}{}{item}{}", escape(start), escape(middle), escape(end))
        };

        match items {
            [] => String::new(),
            [only] => only.clone(),
            [first, second] => apply(self.two, first, second, true),
            [first, second, rest @ ..] => {
                let mut text = apply(self.start, first, second, false);
                let last = rest.len() - 1;
                for (index, item) in rest.iter().enumerate() {
                    let pattern = if index == last { self.end } else { self.middle };
                    text = apply(pattern, &text, item, index == last);
                }
                text
            }
        }
    }
}

fn is_match(condition: &str, item: &str) -> bool {
    let regex = Regex::new(&format!("(?i){condition}")).expect("the conditions are valid");
    regex.is_match(item)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(tag: &str, kind: ListKind, items: &[&str]) -> String {
        let items: Vec<String> = items.iter().map(ToString::to_string).collect();
        ListPatterns::of_tag(tag, kind).join(&items, &str::to_owned)
    }

    #[test]
    fn items_are_joined_as_in_a_sentence_of_the_language() {
        let abc = ["a", "b", "c", "d"];
        for (tag, and, or) in [
            ("en", "a, b, c, and d", "a, b, c, or d"),
            ("en-GB", "a, b, c and d", "a, b, c or d"),
            ("fr-CA", "a, b, c et d", "a, b, c ou d"),
            ("de", "a, b, c und d", "a, b, c oder d"),
            ("ar", "a وb وc وd", "a أو b أو c أو d"),
            ("ja", "a、b、c、d", "a、b、c、またはd"),
            ("tlh", "a, b, c, and d", "a, b, c, or d"),
        ] {
            assert_eq!(list(tag, ListKind::And, &abc), and, "{tag}");
            assert_eq!(list(tag, ListKind::Or, &abc), or, "{tag}");
        }
        assert_eq!(list("en", ListKind::And, &abc[..2]), "a and b");
        assert_eq!(list("en", ListKind::And, &abc[..1]), "a");
        assert_eq!(list("en", ListKind::And, &[]), "");
    }

    #[test]
    fn spanish_words_change_before_the_same_sound() {
        assert_eq!(list("es", ListKind::And, &["padre", "hijo"]), "padre e hijo");
        assert_eq!(list("es-MX", ListKind::And, &["agua", "hielo"]), "agua y hielo");
        assert_eq!(list("es", ListKind::Or, &["uno", "diez", "Once"]), "uno, diez u Once");
    }

    #[test]
    fn every_line_of_the_table_has_all_patterns() {
        for line in TABLE.lines() {
            let fields: Vec<&str> = line.split('\t').collect();
            assert_eq!(fields.len(), 9, "{line}");
            let is_pattern = |it: &&str| it.contains("{0}") && it.contains("{1}") || *it == "=";
            assert!(fields[1..].iter().all(is_pattern), "{line}");
        }
    }
}
