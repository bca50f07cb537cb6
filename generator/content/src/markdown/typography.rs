//! The check of French spacing: which spaces before and after punctuation must not break, or must not be there.

use std::ops::Range;

use pulldown_cmark::{Event, LinkType, Tag, TagEnd};

use crate::markdown::lookup::FrenchSpacing;
use crate::markdown::problem::{Problem, ProblemKind};
use crate::markdown::source::Source;

/// What is wrong with a space.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fault {
    Breaks,
    Superfluous,
}

impl FrenchSpacing {
    /// Returns what is wrong between two characters, the first of which is a space, or the second one after `«`.
    fn fault(self, before: char, mark: char, after: Option<char>) -> Option<Fault> {
        if before == '«' {
            return (mark == ' ').then_some(Fault::Breaks);
        }

        // `:name:`, `$5` and `?key` are no punctuation of a sentence.
        let begins_word = after.is_some_and(char::is_alphanumeric);
        match mark {
            '»' => (before == ' ').then_some(Fault::Breaks),
            ':' | '%' | '$' if !begins_word => (before == ' ').then_some(Fault::Breaks),
            ';' | '!' | '?' if self == FrenchSpacing::Canadian && !begins_word => {
                before.is_whitespace().then_some(Fault::Superfluous)
            }
            _ => None,
        }
    }

    /// Returns the problems of a text. Code, HTML and URLs are left out.
    pub(super) fn problems(self, source: &Source<'_>) -> Vec<Problem> {
        let mut problems = Vec::new();
        // The last character of the line, with its range in the text.
        let mut last: Option<(char, Range<usize>)> = None;
        let mut is_excluded = false;

        for (event, range) in source.events() {
            match event {
                Event::Start(
                    Tag::CodeBlock(_)
                    | Tag::Link { link_type: LinkType::Autolink | LinkType::Email, .. },
                ) => {
                    is_excluded = true;
                    last = None;
                }
                Event::End(TagEnd::CodeBlock | TagEnd::Link) => is_excluded = false,
                Event::Text(content) if !is_excluded => {
                    let is_written = source.text.get(range.clone()) == Some(&*content);
                    let mut characters = content.char_indices().peekable();
                    while let Some((offset, character)) = characters.next() {
                        let place = if is_written {
                            range.start + offset..range.start + offset + character.len_utf8()
                        } else {
                            range.clone()
                        };
                        let after = characters.peek().map(|(_, after)| *after);
                        if let Some((before, start)) = &last
                            && let Some(fault) = self.fault(*before, character, after)
                        {
                            let kind = match fault {
                                Fault::Breaks => ProblemKind::BreakingSpace,
                                Fault::Superfluous => ProblemKind::SuperfluousSpace,
                            };
                            problems.push(Problem { kind, range: start.start..place.end });
                        }
                        last = Some((character, place));
                    }
                }
                // The end of a line in a paragraph is shown as a space.
                Event::SoftBreak => last = Some((' ', range)),
                Event::Start(
                    Tag::Emphasis | Tag::Strong | Tag::Strikethrough | Tag::Link { .. },
                )
                | Event::End(TagEnd::Emphasis | TagEnd::Strong | TagEnd::Strikethrough) => {}
                _ => last = None,
            }
        }

        problems
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::tables::markdown::MarkdownOptions;

    fn found(tag: &str, text: &str) -> Vec<String> {
        let source = Source::new(text, &[], MarkdownOptions::default());
        let problems = FrenchSpacing::of_tag(tag).unwrap().problems(&source);
        problems.into_iter().map(|it| text[it.range].to_owned()).collect()
    }

    #[test]
    fn spaces_of_french_are_checked_in_text_only() {
        assert_eq!(found("fr", "Ici : 5 % de 50 $, « oui »."), [" :", " %", " $", "« ", " »"]);
        assert_eq!(
            found("fr-CA", "Oui ! Quoi\u{a0}? Bon\u{202f}; **bien** !"),
            [" !", "\u{a0}?", "\u{202f};", " !"]
        );
        assert_eq!(found("fr", "Oui ! Quoi\u{a0}? Bon\u{202f};"), [""; 0]);
        assert_eq!(found("fr", "un\n: deux\n\n- *a* : b\n\n| c : |\n|--|\n"), ["\n:", " :", " :"]);
        let correct = "Ici\u{a0}: 5\u{a0}% de 50\u{a0}$, «\u{a0}oui\u{a0}»! :smile: $5 `a : b` <b title=\"a : b\">x</b> et <https://a.example/?a>: non\n\n    a : b\n\n```\na !\n```\n";
        assert_eq!(found("fr-CA", correct), [""; 0]);
        assert!(FrenchSpacing::of_tag("en-CA").is_none() && FrenchSpacing::of_tag("frr").is_none());
    }
}
