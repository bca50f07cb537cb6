//! Turns bare URLs and e-mail addresses in a text into links.

use std::ops::Range;

use pulldown_cmark::{CowStr, Event, LinkType, Tag, TagEnd};
use rayon::iter::Either;

use crate::markdown::extensions::RangedEvent;
use crate::markdown::extensions::bare_url::{self, BareUrl, BareUrlKind};
use crate::markdown::extensions::text_runs::{self, is_verbatim};
use crate::markdown::placeholder::Placeholder;

/// Returns the events of `text` with links for bare URLs. Links, images and code do not change.
pub(in crate::markdown) fn linked<'a>(
    text: &'a str,
    placeholders: &'a [Placeholder],
    events: impl Iterator<Item = RangedEvent<'a>>,
) -> impl Iterator<Item = RangedEvent<'a>> {
    // Most texts have no URL, and their events need no processing.
    let hints = bare_url::hints(text);
    if hints.is_empty() {
        return Either::Left(events);
    }

    let mut events = events.peekable();
    let mut excluded_depth = 0_usize;
    let mut html_links = HtmlLinks { placeholders, depth: 0 };
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
            Event::End(
                TagEnd::Paragraph | TagEnd::Heading(_) | TagEnd::Item | TagEnd::TableCell,
            ) => {
                html_links.depth = 0;
            }
            Event::InlineHtml(html) => html_links.read(html),
            Event::Text(content) if excluded_depth == 0 && is_verbatim(text, content, &range) => {
                let pieces = text_runs::run(text, (event, range), &mut events);
                ready = with_links(text, &hints, &mut html_links, pieces).into_iter();
                return ready.next();
            }
            Event::Text(_) => html_links.read_placeholders(&range),
            _ => {}
        }

        Some((event, range))
    }))
}

/// Links in the HTML of a text and of its shortcodes, in which a URL becomes no other link.
struct HtmlLinks<'a> {
    placeholders: &'a [Placeholder],
    /// The number of open links.
    depth: usize,
}

impl HtmlLinks<'_> {
    /// Follows the tags of links in a piece of HTML.
    fn read(&mut self, html: &str) {
        for (start, _) in html.match_indices('<') {
            let tag = &html.as_bytes()[start + 1..];
            match tag {
                [b'/', b'a' | b'A', b'>' | b' ', ..] => self.depth = self.depth.saturating_sub(1),
                [b'a' | b'A', b' ' | b'\t' | b'\n', ..] => self.depth += 1,
                _ => {}
            }
        }
    }

    /// Follows the links in the HTML of the placeholders in a range.
    fn read_placeholders(&mut self, range: &Range<usize>) {
        let placeholders = self.placeholders;
        let first = placeholders.partition_point(|it| it.range.start < range.start);
        let inside = placeholders[first..].iter().take_while(|it| it.range.start < range.end);
        inside.for_each(|it| self.read(&it.html));
    }
}

/// Returns the events of a run of text with links. `hints` are those of the whole text.
fn with_links<'a>(
    text: &'a str,
    hints: &[usize],
    html_links: &mut HtmlLinks<'_>,
    pieces: Vec<RangedEvent<'a>>,
) -> Vec<RangedEvent<'a>> {
    let (start, end) = text_runs::ends(&pieces);
    let next_hint = hints.get(hints.partition_point(|hint| *hint < start));
    let has_hint = next_hint.is_some_and(|hint| *hint < end);
    let urls = if has_hint { bare_url::find(&text[start..end]) } else { Vec::new() };

    let mut position = start;
    let mut links = Vec::new();

    for url in urls {
        let range = start + url.range.start..start + url.range.end;
        html_links.read_placeholders(&(position..range.start));
        position = range.start;
        if html_links.depth == 0 {
            links.push((range.clone(), link(&text[range.clone()], &range, &url)));
        }
    }

    html_links.read_placeholders(&(position..end));
    text_runs::replaced(text, pieces, links)
}

/// Returns the events of a link for a URL at a range.
fn link<'a>(written: &'a str, range: &Range<usize>, url: &BareUrl) -> Vec<RangedEvent<'a>> {
    let shown = if written.contains("&amp;") {
        written.replace("&amp;", "&").into()
    } else {
        CowStr::from(written)
    };
    let (link_type, dest_url) = match url.kind {
        BareUrlKind::Web => (LinkType::Autolink, shown.clone()),
        BareUrlKind::WithoutScheme => (LinkType::Autolink, format!("http://{shown}").into()),
        BareUrlKind::Email => (LinkType::Email, shown.clone()),
    };
    let tag = Tag::Link { link_type, dest_url, title: CowStr::from(""), id: CowStr::from("") };
    vec![
        (Event::Start(tag), range.clone()),
        (Event::Text(shown), range.clone()),
        (Event::End(TagEnd::Link), range.clone()),
    ]
}
