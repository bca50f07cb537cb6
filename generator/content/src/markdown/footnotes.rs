//! Renders footnotes with links in both directions: references link to notes, and notes link back.

use std::collections::HashMap;

use pulldown_cmark::{CowStr, Event, Tag, TagEnd};

/// The number and references of a note.
#[derive(Default)]
struct Note {
    /// Number from 1, in the order of first mention.
    number: usize,
    /// Number of references to it.
    references: usize,
}

/// Returns the events with links between footnotes and their references.
pub(super) fn linked(events: Vec<Event<'_>>) -> Vec<Event<'_>> {
    let mut notes = HashMap::<CowStr<'_>, Note>::new();
    for event in &events {
        if let Event::FootnoteReference(name) | Event::Start(Tag::FootnoteDefinition(name)) = event
        {
            let number = notes.len() + 1;
            let note = notes.entry(name.clone()).or_insert(Note { number, references: 0 });
            note.references += usize::from(matches!(event, Event::FootnoteReference(_)));
        }
    }
    let mut reference_counts = HashMap::<usize, usize>::new();
    let mut open_note: Option<(usize, usize)> = None;
    let mut output = Vec::with_capacity(events.len());
    for event in events {
        match event {
            Event::FootnoteReference(name) => {
                let number = notes[&name].number;
                let reference = reference_counts.entry(number).or_default();
                *reference += 1;
                let html = format!(
                    "<sup class=\"footnote-reference\" id=\"{}\"><a href=\"#fn-{number}\" role=\"doc-noteref\">{number}</a></sup>",
                    anchor(number, *reference),
                );
                output.push(Event::InlineHtml(html.into()));
            }
            Event::Start(Tag::FootnoteDefinition(name)) => {
                let Note { number, references } = notes[&name];
                open_note = Some((number, references));
                let html = format!(
                    "<div class=\"footnote-definition\" id=\"fn-{number}\"><sup class=\"footnote-definition-label\">{number}</sup>\n"
                );
                output.push(Event::Html(html.into()));
            }
            Event::End(TagEnd::FootnoteDefinition) => {
                if let Some((number, references)) = open_note.take() {
                    let links: String =
                        (1..=references).map(|reference| back_link(number, reference)).collect();
                    // The links are at the end of the last paragraph, if the note ends with one.
                    match output.pop() {
                        Some(Event::End(TagEnd::Paragraph)) => {
                            output.extend([
                                Event::InlineHtml(links.into()),
                                Event::End(TagEnd::Paragraph),
                            ]);
                        }
                        last => {
                            output.extend(last);
                            output.push(Event::Html(
                                format!("<p>{}</p>\n", links.trim_start()).into(),
                            ));
                        }
                    }
                }
                output.push(Event::Html("</div>\n".into()));
            }
            other => output.push(other),
        }
    }
    output
}

/// Returns the anchor of a reference to a note. References are counted from 1.
fn anchor(number: usize, reference: usize) -> String {
    if reference == 1 { format!("fnref-{number}") } else { format!("fnref-{number}-{reference}") }
}

/// Returns the link from a note to one of its references.
fn back_link(number: usize, reference: usize) -> String {
    format!(
        " <a class=\"footnote-backref\" href=\"#{}\" role=\"doc-backlink\">↩</a>",
        anchor(number, reference)
    )
}
