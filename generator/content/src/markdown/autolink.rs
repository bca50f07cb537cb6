//! Bare addresses in a text become links, as on GitHub: those that begin with `https://` or `http://`.

use std::ops::Range;

use linkify::{LinkFinder, LinkKind};
use memchr::memchr_iter;
use pulldown_cmark::{CowStr, Event, LinkType, Tag, TagEnd};
use rayon::iter::Either;

type Placed<'a> = (Event<'a>, Range<usize>);

/// The events of `text`, with links for the addresses in its words. Words of links, images and code stay as they are.
pub(super) fn linked<'a>(
    text: &'a str,
    events: impl Iterator<Item = Placed<'a>>,
) -> impl Iterator<Item = Placed<'a>> {
    // Most texts have no address, and nothing in them has to be put together.
    if !memchr_iter(b':', text.as_bytes())
        .any(|at| text.as_bytes()[at..].starts_with(SCHEME_END.as_bytes()))
    {
        return Either::Left(events);
    }
    let mut finder = LinkFinder::new();
    finder.kinds(&[LinkKind::Url]);
    let mut events = events.peekable();
    let mut inside = 0_usize;
    let mut ready = Vec::new().into_iter();
    Either::Right(std::iter::from_fn(move || {
        if let Some(event) = ready.next() {
            return Some(event);
        }
        let (event, range) = events.next()?;
        match &event {
            Event::Start(Tag::Link { .. } | Tag::Image { .. } | Tag::CodeBlock(_)) => inside += 1,
            Event::End(TagEnd::Link | TagEnd::Image | TagEnd::CodeBlock) => {
                inside = inside.saturating_sub(1)
            }
            Event::Text(words) if inside == 0 && is_written(text, words, &range) => {
                // An underline in an address ends a piece of text.
                let mut pieces = vec![(event, range.clone())];
                let mut end = range.end;
                while let Some(next) = events.next_if(|(event, range)| {
                    range.start == end
                        && matches!(event, Event::Text(words) if is_written(text, words, range))
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

/// What stands in every address that becomes a link.
const SCHEME_END: &str = "://";

/// Whether words stand in the text as they are told: without escapes, and not in the place of something else.
fn is_written(text: &str, words: &str, range: &Range<usize>) -> bool {
    text.get(range.clone()) == Some(words)
}

/// `pieces`, which are all that stands at `range`, or the same with links.
fn with_links<'a>(
    text: &'a str,
    range: Range<usize>,
    finder: &LinkFinder,
    pieces: Vec<Placed<'a>>,
) -> Vec<Placed<'a>> {
    let words = &text[range.clone()];
    if !words.contains(SCHEME_END) {
        return pieces;
    }
    let is_web = |address: &str| ["https://", "http://"].iter().any(|it| address.starts_with(it));
    let found: Vec<_> = finder.links(words).filter(|it| is_web(it.as_str())).collect();
    if found.is_empty() {
        return pieces;
    }
    let mut events = Vec::new();
    let mut from = 0;
    let plain = |from: usize, to: usize| {
        let at = range.start + from..range.start + to;
        (from < to).then(|| (Event::Text(CowStr::from(&words[from..to])), at))
    };
    for link in found {
        let at = range.start + link.start()..range.start + link.end();
        events.extend(plain(from, link.start()));
        let address = CowStr::from(&words[link.start()..link.end()]);
        let tag = Tag::Link {
            link_type: LinkType::Autolink,
            dest_url: address.clone(),
            title: CowStr::from(""),
            id: CowStr::from(""),
        };
        events.extend([
            (Event::Start(tag), at.clone()),
            (Event::Text(address), at.clone()),
            (Event::End(TagEnd::Link), at),
        ]);
        from = link.end();
    }
    events.extend(plain(from, words.len()));
    events
}
