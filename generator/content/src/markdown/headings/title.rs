//! Finds the title of a text: its first heading.

use pulldown_cmark::{Event, HeadingLevel, Tag, TagEnd};

use crate::config::tables::markdown::MarkdownOptions;
use crate::markdown::headings::push_after;
use crate::markdown::placeholder::has_call;
use crate::markdown::source::Source;
use croupier_base::syntax::html as markup;

/// A heading that can be the title of its page.
#[derive(Debug, PartialEq, Eq)]
pub struct TitleHeading {
    /// The text of the heading.
    pub text: String,
    /// Byte offset of the end of the heading, if it is an `h1` at the start of the text. The page
    /// then shows it as its title and not in its body.
    pub end: Option<usize>,
    /// Whether the heading calls a shortcode, which a title cannot contain.
    pub has_shortcode: bool,
}

/// Returns the first heading of a text.
pub fn title(text: &str, options: MarkdownOptions) -> Option<TitleHeading> {
    let mut open_heading: Option<(String, bool)> = None;
    let mut alternative = String::new();
    let mut is_first = true;
    let mut has_shortcode = false;
    let mut has_line_end = false;
    let source = Source::new(text, &[], options);

    for (event, range) in source.events() {
        match (event, &mut open_heading) {
            (Event::Start(Tag::Heading { level, .. }), _) => {
                open_heading = Some((String::new(), is_first && level == HeadingLevel::H1));
            }
            (Event::Text(text), Some((heading, _))) => {
                has_shortcode |= has_call(&text);
                push_after(heading, std::mem::take(&mut has_line_end), &text);
            }
            (
                Event::Code(text) | Event::InlineMath(text) | Event::DisplayMath(text),
                Some((heading, _)),
            ) => push_after(heading, std::mem::take(&mut has_line_end), &text),
            (Event::SoftBreak | Event::HardBreak, Some((heading, _))) => heading.push(' '),
            (Event::InlineHtml(html), Some(_)) => {
                alternative.push_str(&markup::alternative(&html));
                has_line_end |= markup::is_line_end(&html);
            }
            (Event::End(TagEnd::Heading(_)), Some((heading, is_title))) => {
                let mut text = std::mem::take(heading);
                // A heading can consist of a picture in HTML.
                if text.trim().is_empty() {
                    text = alternative;
                }
                let end = is_title.then_some(range.end);
                return (!text.trim().is_empty()).then_some(TitleHeading {
                    text,
                    end,
                    has_shortcode,
                });
            }
            _ => {}
        }
        is_first = false;
    }
    None
}
