//! Turns bare `https://` and `http://` URLs in a text into links, as GitHub does.

use std::ops::Range;

use linkify::{LinkFinder, LinkKind};
use memchr::memchr_iter;
use pulldown_cmark::{CowStr, Event, LinkType, Tag, TagEnd};
use rayon::iter::Either;

type RangedEvent<'a> = (Event<'a>, Range<usize>);

/// Returns the events of `text` with links for bare URLs. Links, images and code do not change.
pub(super) fn linked<'a>(
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
                // The parser splits text at underscores, which are common in URLs.
                let mut pieces = vec![(event, range.clone())];
                let mut end = range.end;
                while let Some(next) = events.next_if(|(event, range)| {
                    range.start == end
                        && matches!(event, Event::Text(content) if is_verbatim(text, content, range))
                }) {
                    end = next.1.end;
                    pieces.push(next);
                }
                ready = with_links(text, range.start..end, &finder, pieces).into_iter();
                return ready.next();
            }
            _ => {}
        }
        Some((event, range))
    }))
}

/// Every linked URL contains this text.
const SCHEME_END: &str = "://";

/// Returns whether `content` is exactly the text at `range`, without escapes or substitutions.
fn is_verbatim(text: &str, content: &str, range: &Range<usize>) -> bool {
    text.get(range.clone()) == Some(content)
}

/// Returns events with links for `pieces`, which cover `range`.
fn with_links<'a>(
    text: &'a str,
    range: Range<usize>,
    finder: &LinkFinder,
    pieces: Vec<RangedEvent<'a>>,
) -> Vec<RangedEvent<'a>> {
    let content = &text[range.clone()];
    if !content.contains(SCHEME_END) {
        return pieces;
    }
    let is_web = |url: &str| ["https://", "http://"].iter().any(|it| url.starts_with(it));
    let links: Vec<_> = finder.links(content).filter(|it| is_web(it.as_str())).collect();
    if links.is_empty() {
        return pieces;
    }
    let mut events = Vec::new();
    let mut from = 0;
    let plain_text = |from: usize, to: usize| {
        let text_range = range.start + from..range.start + to;
        (from < to).then(|| (Event::Text(CowStr::from(&content[from..to])), text_range))
    };
    for link in links {
        let link_range = range.start + link.start()..range.start + link.end();
        events.extend(plain_text(from, link.start()));
        let url = CowStr::from(&content[link.start()..link.end()]);
        let tag = Tag::Link {
            link_type: LinkType::Autolink,
            dest_url: url.clone(),
            title: CowStr::from(""),
            id: CowStr::from(""),
        };
        events.extend([
            (Event::Start(tag), link_range.clone()),
            (Event::Text(url), link_range.clone()),
            (Event::End(TagEnd::Link), link_range),
        ]);
        from = link.end();
    }
    events.extend(plain_text(from, content.len()));
    events
}
