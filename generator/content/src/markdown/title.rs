//! The title of a text: its first heading.

use pulldown_cmark::{Event, HeadingLevel, Parser, Tag, TagEnd};

use crate::markdown::OPTIONS;

/// The heading that a text's title can be taken from.
#[derive(Debug, PartialEq, Eq)]
pub struct TitleHeading {
    /// Its words.
    pub text: String,
    /// Where it ends, if the text begins with it and it is of the first level: the page shows it as its title then.
    pub end: Option<usize>,
}

/// The first heading of a text.
pub fn title(text: &str) -> Option<TitleHeading> {
    let mut words: Option<(String, bool)> = None;
    let mut is_first = true;
    for (event, range) in Parser::new_ext(text, OPTIONS).into_offset_iter() {
        match (event, &mut words) {
            (Event::Start(Tag::Heading { level, .. }), _) => {
                words = Some((String::new(), is_first && level == HeadingLevel::H1))
            }
            (Event::Text(text) | Event::Code(text), Some((words, _))) => words.push_str(&text),
            (Event::SoftBreak | Event::HardBreak, Some((words, _))) => words.push(' '),
            (Event::End(TagEnd::Heading(_)), Some((words, is_title))) => {
                let text = std::mem::take(words);
                return (!text.trim().is_empty())
                    .then(|| TitleHeading { text, end: is_title.then_some(range.end) });
            }
            _ => {}
        }
        is_first = false;
    }
    None
}
