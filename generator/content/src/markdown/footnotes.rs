//! Renders footnotes at the end of the text, in the order of their first references, with links in
//! both directions.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::Range;

use pulldown_cmark::{CowStr, Event, Tag, TagEnd};
use unicode_normalization::UnicodeNormalization;

use crate::config::tables::markdown::MarkdownOptions;
use crate::markdown::problem::{Problem, ProblemKind};
use crate::markdown::source::structure::is_escaped;
use crate::markdown::verbatim::VerbatimText;

/// The references and definitions of a text, by folded label, with their byte ranges.
#[derive(Debug, Default)]
pub(super) struct Labels {
    pub(super) references: Vec<(String, Range<usize>)>,
    pub(super) definitions: Vec<(String, Range<usize>)>,
}

/// Returns a label in the form in which labels are compared: without differences of case.
pub(super) fn folded(label: &str) -> String {
    // Full case folding, except for a few letters of Cherokee.
    label.nfc().flat_map(char::to_uppercase).flat_map(char::to_lowercase).collect()
}

/// The most labels without a note that are reported for one text.
const MAX_UNDEFINED: usize = 100;

/// The start of the ids of footnotes: `fn` for `fn-1` and `fnref-1`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct IdPrefix(String);

impl IdPrefix {
    /// Returns a prefix that begins with `start` and whose ids are not in use, and records these ids
    /// as used.
    pub(super) fn unused(
        anchors: &mut BTreeMap<String, usize>,
        count: usize,
        start: &str,
    ) -> IdPrefix {
        let is_taken = |prefix: &IdPrefix, anchors: &BTreeMap<String, usize>| {
            [format!("{}-", prefix.0), format!("{}ref-", prefix.0)].iter().any(|start| {
                anchors
                    .range(start.clone()..)
                    .take_while(|(id, _)| id.starts_with(start))
                    .any(|(id, _)| id[start.len()..].starts_with(|it: char| it.is_ascii_digit()))
            })
        };

        let mut prefix = IdPrefix(format!("{start}fn"));
        if count == 0 {
            return prefix;
        }

        let mut number = 1;
        while is_taken(&prefix, anchors) {
            number += 1;
            prefix = IdPrefix(format!("{start}fn{number}"));
        }

        for note in 1..=count {
            anchors.insert(prefix.note(note), 1);
            anchors.insert(prefix.reference(note, 1), 1);
        }

        prefix
    }

    fn note(&self, number: usize) -> String {
        format!("{}-{number}", self.0)
    }

    /// Returns the id of a reference. References to a note are counted from 1.
    fn reference(&self, number: usize, reference: usize) -> String {
        if reference == 1 {
            format!("{}ref-{number}", self.0)
        } else {
            format!("{}ref-{number}-{reference}", self.0)
        }
    }
}

/// A note with a reference.
struct Note<'a> {
    events: Vec<Event<'a>>,
    references: usize,
}

/// Where the notes of a text are shown.
pub(super) enum Target<'t> {
    /// At the end of the text.
    Here(IdPrefix),
    /// On the page at this route, which shows the whole text.
    Page(&'t str),
}

/// The events of a text, and those of its notes.
pub(super) struct Arranged<'a> {
    pub(super) text: Vec<Event<'a>>,
    /// The section with the notes; empty without notes.
    pub(super) section: Vec<Event<'a>>,
    /// The number of notes in the section.
    pub(super) count: usize,
}

/// Separates the notes from the text. Notes without a reference are left out.
pub(super) fn arranged<'a>(events: Vec<Event<'a>>, target: &Target<'_>) -> Arranged<'a> {
    let (mut output, mut definitions) = separated(events);

    let mut numbers = HashMap::<String, usize>::new();
    let mut notes: Vec<Note<'a>> = Vec::new();
    link_references(&mut output, &mut definitions, &mut numbers, &mut notes, target);

    // Notes can refer to further notes.
    let mut index = 0;
    while index < notes.len() {
        let mut events = std::mem::take(&mut notes[index].events);
        link_references(&mut events, &mut definitions, &mut numbers, &mut notes, target);
        notes[index].events = events;
        index += 1;
    }

    let mut section = Vec::new();
    let Target::Here(prefix) = target else { return Arranged { text: output, section, count: 0 } };
    let count = notes.len();
    if count > 0 {
        section.push(Event::Html("<section class=\"footnotes\" role=\"doc-endnotes\">\n".into()));
        for (index, note) in notes.into_iter().enumerate() {
            push_note(&mut section, note, index + 1, prefix);
        }
        section.push(Event::Html("</section>\n".into()));
    }

    Arranged { text: output, section, count }
}

/// Separates the text from the definitions of notes, by folded label. The first definition of a
/// label counts.
fn separated<'a>(events: Vec<Event<'a>>) -> (Vec<Event<'a>>, HashMap<String, Vec<Event<'a>>>) {
    let mut output = Vec::with_capacity(events.len());
    let mut definitions = HashMap::<String, Vec<Event<'a>>>::new();
    let mut open: Vec<(String, Vec<Event<'a>>)> = Vec::new();

    for event in events {
        match event {
            Event::Start(Tag::FootnoteDefinition(name)) => open.push((folded(&name), Vec::new())),
            Event::End(TagEnd::FootnoteDefinition) => {
                if let Some((label, events)) = open.pop() {
                    definitions.entry(label).or_insert(events);
                }
            }
            event => match open.last_mut() {
                Some((_, events)) => events.push(event),
                None => output.push(event),
            },
        }
    }

    (output, definitions)
}

/// Replaces the references in `events` by links, and moves the notes that they refer to from
/// `definitions` to `notes`.
fn link_references<'a>(
    events: &mut [Event<'a>],
    definitions: &mut HashMap<String, Vec<Event<'a>>>,
    numbers: &mut HashMap<String, usize>,
    notes: &mut Vec<Note<'a>>,
    target: &Target<'_>,
) {
    for event in events {
        let Event::FootnoteReference(name) = event else { continue };

        let label = folded(name);
        if let Some(events) = definitions.remove(&label) {
            notes.push(Note { events, references: 0 });
            numbers.insert(label.clone(), notes.len());
        }

        let Some(number) = numbers.get(&label).copied() else {
            *event = Event::Text(format!("[^{name}]").into());
            continue;
        };

        let note = &mut notes[number - 1];
        note.references += 1;
        let html = match target {
            Target::Here(prefix) => format!(
                "<sup class=\"footnote-reference\" id=\"{}\"><a href=\"#{}\" role=\"doc-noteref\">{number}</a></sup>",
                prefix.reference(number, note.references),
                prefix.note(number),
            ),
            Target::Page(route) => format!(
                "<sup class=\"footnote-reference\"><a href=\"{route}#fn-{number}\" role=\"doc-noteref\">{number}</a></sup>"
            ),
        };

        *event = Event::InlineHtml(CowStr::from(html));
    }
}

/// Writes a note with a link back to each of its references.
fn push_note<'a>(output: &mut Vec<Event<'a>>, note: Note<'a>, number: usize, prefix: &IdPrefix) {
    let open = format!(
        "<div class=\"footnote-definition\" id=\"{}\"><sup class=\"footnote-definition-label\">{number}</sup>\n",
        prefix.note(number)
    );

    output.push(Event::Html(open.into()));
    output.extend(note.events);

    let links: String = (1..=note.references)
        .map(|reference| {
            // The label has no words, so that it is right in every language.
            let label = if note.references == 1 {
                format!("↩ {number}")
            } else {
                format!("↩ {number}-{reference}")
            };
            format!(
                " <a class=\"footnote-backref\" href=\"#{}\" role=\"doc-backlink\" aria-label=\"{label}\">↩</a>",
                prefix.reference(number, reference)
            )
        })
        .collect();

    // The links are at the end of the last paragraph, if the note ends with one.
    match output.pop() {
        Some(Event::End(TagEnd::Paragraph)) => {
            output.extend([Event::InlineHtml(links.into()), Event::End(TagEnd::Paragraph)]);
        }
        last => {
            output.extend(last);
            output.push(Event::Html(format!("<p>{}</p>\n", links.trim_start()).into()));
        }
    }

    output.push(Event::Html("</div>\n".into()));
}

impl Labels {
    /// Returns the number of notes that are shown, at most.
    pub(super) fn note_count(&self) -> usize {
        if self.references.is_empty() { 0 } else { self.definitions.len() }
    }

    /// Returns what is wrong with the footnotes of `text`.
    pub(super) fn problems(&self, text: &str, options: MarkdownOptions) -> Vec<Problem> {
        let mut problems = Vec::new();
        let mut first_definitions = HashMap::<&str, &Range<usize>>::new();

        for (label, range) in &self.definitions {
            let kind = if first_definitions.contains_key(label.as_str()) {
                ProblemKind::FootnoteDuplicate
            } else {
                first_definitions.insert(label, range);
                continue;
            };

            problems.push(Problem { kind, range: label_range(text, range) });
        }

        // A note that only refers to itself is not shown.
        let is_outside = |label: &str, reference: &Range<usize>| {
            first_definitions.get(label).is_none_or(|own| !own.contains(&reference.start))
        };

        let used: HashSet<&str> = self
            .references
            .iter()
            .filter(|(label, range)| is_outside(label, range))
            .map(|(label, _)| label.as_str())
            .collect();

        let unused = first_definitions.iter().filter(|(label, _)| !used.contains(*label));
        problems.extend(unused.map(|(_, range)| Problem {
            kind: ProblemKind::FootnoteUnused,
            range: label_range(text, range),
        }));

        let undefined = self.undefined(text, options).into_iter();
        problems
            .extend(undefined.map(|range| Problem { kind: ProblemKind::FootnoteUndefined, range }));
        problems
    }

    /// Returns the ranges of references that the text shows as written, since no note has their
    /// label. Each label is reported once.
    fn undefined(&self, text: &str, options: MarkdownOptions) -> Vec<Range<usize>> {
        if memchr::memmem::find(text.as_bytes(), b"[^").is_none() {
            return Vec::new();
        }

        let mut verbatim = VerbatimText::new(text, options);
        let known: HashSet<usize> =
            self.references.iter().chain(&self.definitions).map(|(_, range)| range.start).collect();

        let mut undefined = Vec::new();
        let mut reported = HashSet::new();

        for (start, _) in text.match_indices("[^") {
            let rest = &text[start + 2..];
            let Some(length) = rest.find([']', '[', '\n']) else { break };
            let label = &rest[..length];
            let Some(after) = rest[length..].strip_prefix(']') else { continue };

            let is_label = !label.is_empty() && !label.contains(char::is_whitespace);
            // A definition within a paragraph is text as well.
            if is_label
                && !after.starts_with(['(', '['])
                && !is_escaped(text, start)
                && !known.contains(&start)
                && !verbatim.contains(start, 0)
                && undefined.len() < MAX_UNDEFINED
                && reported.insert(label)
            {
                undefined.push(start..start + 2 + length + 1);
            }
        }

        undefined
    }
}

/// Returns the part `[^label]:` of a definition.
fn label_range(text: &str, definition: &Range<usize>) -> Range<usize> {
    let length = text[definition.clone()].find("]:").map_or(0, |index| index + 1);
    definition.start..definition.start + length
}
