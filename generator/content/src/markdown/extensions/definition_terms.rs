//! Makes a term of each line above a definition, like PHP Markdown Extra, kramdown and goldmark. The parser makes one term of all lines.

use std::iter::from_fn;

use pulldown_cmark::{Event, Tag, TagEnd};

use crate::markdown::extensions::RangedEvent;

/// Returns the events with a term for each line. A line break inside of another element, such as emphasis, divides no term.
pub(super) fn with_a_term_for_each_line<'a>(
    mut events: impl Iterator<Item = RangedEvent<'a>>,
) -> impl Iterator<Item = RangedEvent<'a>> {
    // The end of the open term, and how many elements are open inside of it.
    let mut term: Option<(usize, usize)> = None;
    let mut next_term = None;

    from_fn(move || {
        if let Some(start) = next_term.take() {
            return Some(start);
        }

        let (event, range) = events.next()?;
        match (&event, &mut term) {
            (Event::Start(Tag::DefinitionListTitle), _) => term = Some((range.end, 0)),
            (Event::End(TagEnd::DefinitionListTitle), _) => term = None,
            (Event::Start(_), Some((_, depth))) => *depth += 1,
            (Event::End(_), Some((_, depth))) => *depth -= 1,
            (Event::SoftBreak | Event::HardBreak, Some((end, 0))) => {
                next_term = Some((Event::Start(Tag::DefinitionListTitle), range.end..*end));
                return Some((Event::End(TagEnd::DefinitionListTitle), range));
            }
            _ => {}
        }
        Some((event, range))
    })
}
