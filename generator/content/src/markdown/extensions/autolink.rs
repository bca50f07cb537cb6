//! Turns bare `https://` and `http://` URLs in a text into links, as GitHub does.

use linkify::{LinkFinder, LinkKind};
use memchr::memchr_iter;
use pulldown_cmark::{CowStr, Event, LinkType, Tag, TagEnd};
use rayon::iter::Either;

use crate::markdown::extensions::RangedEvent;
use crate::markdown::extensions::text_runs::{self, is_verbatim};

/// Returns the events of `text` with links for bare URLs. Links, images and code do not change.
pub(in crate::markdown) fn linked<'a>(
    text: &'a str,
    events: impl Iterator<Item = RangedEvent<'a>>,
) -> impl Iterator<Item = RangedEvent<'a>> {
    // Most texts have no URL, and their events need no processing.
    if !memchr_iter(b':', text.as_bytes())
        .any(|index| text.as_bytes()[index..].starts_with(SCHEME_END.as_bytes()))
    {
        return Either::Left(events);
    }
    let mut finder = LinkFinder::new();
    finder.kinds(&[LinkKind::Url]);
    let mut events = events.peekable();
    let mut excluded_depth = 0_usize;
    let mut ready = Vec::new().into_iter();
    Either::Right(std::iter::from_fn(move || {
        if let Some(event) = ready.next() {
            return Some(event);
        }
        let (event, range) = events.next()?;
        match &event {
            Event::Start(Tag::Link { .. } | Tag::Image { .. } | Tag::CodeBlock(_)) => {
                excluded_depth += 1;
            }
            Event::End(TagEnd::Link | TagEnd::Image | TagEnd::CodeBlock) => {
                excluded_depth = excluded_depth.saturating_sub(1);
            }
            Event::Text(content) if excluded_depth == 0 && is_verbatim(text, content, &range) => {
                let pieces = text_runs::run(text, (event, range), &mut events);
                ready = with_links(text, &finder, pieces).into_iter();
                return ready.next();
            }
            _ => {}
        }
        Some((event, range))
    }))
}

/// Every linked URL contains this text.
const SCHEME_END: &str = "://";

/// Returns the events of a run of text with links.
fn with_links<'a>(
    text: &'a str,
    finder: &LinkFinder,
    pieces: Vec<RangedEvent<'a>>,
) -> Vec<RangedEvent<'a>> {
    let (start, end) = text_runs::ends(&pieces);
    let content = &text[start..end];
    if !content.contains(SCHEME_END) {
        return pieces;
    }
    let is_web = |url: &str| ["https://", "http://"].iter().any(|it| url.starts_with(it));
    let links = finder.links(content).filter(|it| is_web(it.as_str())).map(|link| {
        let range = start + link.start()..start + link.end();
        let url = CowStr::from(&content[link.start()..link.end()]);
        let tag = Tag::Link {
            link_type: LinkType::Autolink,
            dest_url: url.clone(),
            title: CowStr::from(""),
            id: CowStr::from(""),
        };
        let events = vec![
            (Event::Start(tag), range.clone()),
            (Event::Text(url), range.clone()),
            (Event::End(TagEnd::Link), range.clone()),
        ];
        (range, events)
    });
    let links = links.collect();
    text_runs::replaced(text, pieces, links)
}
