//! Footnotes with a way back: a number leads to its note, and the note to every place that speaks of it.

use std::collections::HashMap;

use pulldown_cmark::{CowStr, Event, Tag, TagEnd};

/// A note, as far as it is known.
#[derive(Default)]
struct Note {
    /// From 1, in the order in which notes are first spoken of.
    number: usize,
    /// Places that speak of it.
    places: usize,
}

/// The events with links between footnotes and their places.
pub(super) fn linked(events: Vec<Event<'_>>) -> Vec<Event<'_>> {
    let mut notes = HashMap::<CowStr<'_>, Note>::new();
    for event in &events {
        if let Event::FootnoteReference(name) | Event::Start(Tag::FootnoteDefinition(name)) = event
        {
            let number = notes.len() + 1;
            let note = notes.entry(name.clone()).or_insert(Note { number, places: 0 });
            note.places += usize::from(matches!(event, Event::FootnoteReference(_)));
        }
    }
    let mut met = HashMap::<usize, usize>::new();
    let mut open: Option<(usize, usize)> = None;
    let mut written = Vec::with_capacity(events.len());
    for event in events {
        match event {
            Event::FootnoteReference(name) => {
                let number = notes[&name].number;
                let place = met.entry(number).or_default();
                *place += 1;
                let html = format!(
                    "<sup class=\"footnote-reference\" id=\"{}\"><a href=\"#fn-{number}\" role=\"doc-noteref\">{number}</a></sup>",
                    anchor(number, *place),
                );
                written.push(Event::InlineHtml(html.into()));
            }
            Event::Start(Tag::FootnoteDefinition(name)) => {
                let Note { number, places } = notes[&name];
                open = Some((number, places));
                let html = format!(
                    "<div class=\"footnote-definition\" id=\"fn-{number}\"><sup class=\"footnote-definition-label\">{number}</sup>\n"
                );
                written.push(Event::Html(html.into()));
            }
            Event::End(TagEnd::FootnoteDefinition) => {
                if let Some((number, places)) = open.take() {
                    let links: String = (1..=places).map(|place| back(number, place)).collect();
                    // At the end of its last words, where they are a paragraph.
                    match written.pop() {
                        Some(Event::End(TagEnd::Paragraph)) => {
                            written.extend([
                                Event::InlineHtml(links.into()),
                                Event::End(TagEnd::Paragraph),
                            ]);
                        }
                        last => {
                            written.extend(last);
                            written.push(Event::Html(
                                format!("<p>{}</p>\n", links.trim_start()).into(),
                            ));
                        }
                    }
                }
                written.push(Event::Html("</div>\n".into()));
            }
            other => written.push(other),
        }
    }
    written
}

/// The anchor of a place that speaks of a note.
fn anchor(number: usize, place: usize) -> String {
    if place == 1 { format!("fnref-{number}") } else { format!("fnref-{number}-{place}") }
}

/// The way back to a place.
fn back(number: usize, place: usize) -> String {
    format!(
        " <a class=\"footnote-backref\" href=\"#{}\" role=\"doc-backlink\">↩</a>",
        anchor(number, place)
    )
}
