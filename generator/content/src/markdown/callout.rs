//! Callouts: block quotes that begin with `[!NOTE]`, and optionally `-` or `+` and a title.

use std::ops::Range;

use pulldown_cmark::{BlockQuoteKind, Event, Tag, TagEnd};
use pulldown_cmark_escape::escape_html_body_text;

use crate::markdown::extensions::attributes::Attributes;
use crate::markdown::hooks::{Hook, HookValue, attribute_values};
use crate::markdown::problem::{ForeignSyntax, Problem, ProblemKind};
use crate::markdown::writer::Writer;

/// The marker at the start of a callout, and what follows from it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Marker {
    /// The kind in lower case: `note`.
    pub(super) kind: String,
    /// Whether the reader can fold the callout, and if so, whether it is open at first.
    pub(super) is_open: Option<bool>,
    /// Byte range in the text.
    pub(super) range: Range<usize>,
}

impl Marker {
    /// Returns the marker of a callout that the parser recognized.
    pub(super) fn of_parser(kind: BlockQuoteKind) -> Marker {
        let kind = match kind {
            BlockQuoteKind::Note => "note",
            BlockQuoteKind::Tip => "tip",
            BlockQuoteKind::Important => "important",
            BlockQuoteKind::Warning => "warning",
            BlockQuoteKind::Caution => "caution",
        };
        Marker { kind: kind.to_owned(), is_open: None, range: 0..0 }
    }

    /// Finds the marker of the block quote that begins at `start`, such as `> [!NOTE]- Title`.
    pub(super) fn find(text: &str, start: usize) -> Option<Marker> {
        let line = text[start..].lines().next()?;
        let content = line.strip_prefix('>')?.trim_start_matches([' ', '\t']);
        let (kind, after) = content.strip_prefix("[!")?.split_once(']')?;
        let is_kind = |it: char| it.is_ascii_alphanumeric() || matches!(it, '-' | '_');
        // These make a link of the brackets.
        if kind.is_empty() || !kind.chars().all(is_kind) || after.starts_with(['(', '[', ':']) {
            return None;
        }
        let (is_open, after) = match after.chars().next() {
            Some('-') => (Some(false), &after[1..]),
            Some('+') => (Some(true), &after[1..]),
            _ => (None, after),
        };
        let is_title = after.is_empty() || after.starts_with([' ', '\t']);
        let range = start + line.len() - content.len()..start + line.len() - after.len();
        is_title.then(|| Marker { kind: kind.to_ascii_lowercase(), is_open, range })
    }

    /// Finds a text that is meant as the marker of the block quote at `start`, such as `[!note ]` or `[!NOTE]Title`.
    fn find_misspelt(text: &str, start: usize) -> Option<Marker> {
        let line = text[start..].lines().next()?;
        let content = line.strip_prefix('>')?.trim_start_matches([' ', '\t']);
        let (kind, after) = content.strip_prefix("[!")?.split_once(']')?;
        let range = start + line.len() - content.len()..start + line.len() - after.len();
        let kind = kind.trim().to_ascii_lowercase();
        let is_link = after.starts_with(['(', '[', ':']);
        (!is_link).then_some(Marker { kind, is_open: None, range })
    }
}

/// A callout whose events are being written.
pub(super) struct Callout {
    marker: Marker,
    /// The label of its kind, as HTML.
    label: String,
    /// The attributes that the text sets.
    attributes: Attributes,
    /// The attributes of the text after the title, if it is in the same paragraph.
    pub(super) text_attributes: Option<Attributes>,
    /// The part that the next event belongs to.
    pub(super) part: Part,
}

/// The parts of a callout.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    /// Its first block, which decides whether it is a callout: the marker is in a paragraph.
    Start,
    /// The marker `[!NOTE]`, which is not shown.
    Marker,
    /// The rest of its line, at this depth of inline elements.
    Title(usize),
    /// The text.
    Text,
}

/// What an event of a marker or a title becomes.
pub(super) enum TitleEvent<'a> {
    /// The start of the callout.
    Opening,
    /// The event as it is, in a quotation: its first block is a table or a heading.
    Quotation(Event<'a>),
    /// Nothing: it belongs to the marker.
    Hidden,
    /// The first event of the title, and its byte range.
    First(Event<'a>, Range<usize>),
    /// A further event of the title.
    Shown(Event<'a>),
    /// The end of the title. The rest of its paragraph may follow.
    End { continues: bool },
}

impl Callout {
    /// Begins a callout.
    pub(super) fn new(marker: Marker, label: &str, attributes: Attributes, part: Part) -> Callout {
        let mut html = String::new();
        escape_html_body_text(&mut html, label).expect("writing to a string cannot fail");
        Callout { marker, label: html, attributes, text_attributes: None, part }
    }

    /// Returns the start of the callout: its label, and what follows up to its own title or its
    /// text.
    pub(super) fn opening(&self) -> String {
        let mut attributes = self.attributes.clone();
        let kind = &self.marker.kind;
        attributes.add("class", &format!("markdown-alert markdown-alert-{kind}"));
        let label = format!("<span class=\"markdown-alert-label\">{}</span>", self.label);
        let Some(is_open) = self.marker.is_open else {
            attributes.add("role", "note");
            let attributes = attributes.html();
            let end = if self.part == Part::Text { self.title_end() } else { "" };
            return format!("<div{attributes}>\n<p class=\"markdown-alert-title\">{label}{end}");
        };
        let (attributes, open) = (attributes.html(), if is_open { " open" } else { "" });
        format!("<details{attributes}{open}>\n<summary class=\"markdown-alert-title\">{label}")
    }

    /// Returns the fields of its template that do not depend on its HTML.
    pub(super) fn hook_fields(&self) -> Vec<(&'static str, HookValue)> {
        let is_open = self.marker.is_open;
        vec![
            ("kind", HookValue::Text(self.marker.kind.clone())),
            ("label", HookValue::Html(self.label.clone())),
            ("is_foldable", HookValue::Flag(is_open.is_some())),
            ("is_open", HookValue::Flag(is_open.unwrap_or(true))),
            ("attributes", attribute_values(Some(&self.attributes))),
        ]
    }

    /// Returns the id that the text sets.
    pub(super) fn id(&self) -> Option<String> {
        self.attributes.get("id").map(String::from)
    }

    /// Returns the end of the title.
    pub(super) fn title_end(&self) -> &'static str {
        if self.marker.is_open.is_some() { "</summary>\n" } else { "</p>\n" }
    }

    /// Returns the end of the callout.
    pub(super) fn closing(&self) -> &'static str {
        if self.marker.is_open.is_some() { "</details>\n" } else { "</div>\n" }
    }

    /// Returns what an event becomes, if the callout is not at its text yet.
    pub(super) fn title_event<'a>(
        &mut self,
        event: Event<'a>,
        range: &Range<usize>,
    ) -> TitleEvent<'a> {
        if self.part == Part::Start {
            if matches!(event, Event::Start(Tag::Paragraph)) {
                self.part = Part::Marker;
                return TitleEvent::Opening;
            }
            return TitleEvent::Quotation(event);
        }

        let depth = if let Part::Title(depth) = self.part { depth } else { 0 };
        let is_end = match event {
            Event::End(TagEnd::Paragraph) => Some(false),
            Event::SoftBreak | Event::HardBreak if depth == 0 => Some(true),
            _ => None,
        };
        if let Some(continues) = is_end {
            self.part = Part::Text;
            return TitleEvent::End { continues };
        }

        if self.part == Part::Marker {
            let Some((event, range)) = self.after_marker(event, range) else {
                return TitleEvent::Hidden;
            };
            let is_start = matches!(event, Event::Start(_));
            self.part = Part::Title(usize::from(is_start));
            return TitleEvent::First(event, range);
        }

        self.part = Part::Title(match event {
            Event::Start(_) => depth + 1,
            Event::End(_) => depth.saturating_sub(1),
            _ => depth,
        });
        TitleEvent::Shown(event)
    }

    /// Returns the part of an event after the marker, with its byte range. `None` if it belongs to the marker.
    fn after_marker<'a>(
        &self,
        event: Event<'a>,
        range: &Range<usize>,
    ) -> Option<(Event<'a>, Range<usize>)> {
        let Event::Text(content) = event else {
            return (range.start >= self.marker.range.end).then(|| (event, range.clone()));
        };
        // The marker has no escapes, so that it has the same length in the text.
        let marker = self.marker.range.end.saturating_sub(range.start);
        let title = content.get(marker..)?.trim_start();
        let start = range.start + content.len() - title.len();
        (!title.is_empty()).then(|| (Event::Text(title.to_owned().into()), start..range.end))
    }
}

impl Writer<'_> {
    /// Returns the callout that the block quote at a range of the text is, with its attributes.
    /// `None` for a quotation. A marker whose kind the site does not have is recorded as a problem.
    pub(super) fn callout(
        &mut self,
        kind: Option<BlockQuoteKind>,
        range: &Range<usize>,
        attributes: &mut Option<Attributes>,
    ) -> Option<Callout> {
        let (marker, part) = match kind {
            Some(kind) => (Marker::of_parser(kind), Part::Text),
            None => match Marker::find(self.text, range.start) {
                Some(marker) => (marker, Part::Start),
                None => {
                    let misspelt = Marker::find_misspelt(self.text, range.start);
                    let known = |it: &Marker| (self.lookup.callout_label)(&it.kind).is_some();
                    if let Some(marker) = misspelt.filter(known) {
                        self.add_once(ForeignSyntax::CalloutMarker, marker.range);
                    }
                    return None;
                }
            },
        };

        let Some(label) = (self.lookup.callout_label)(&marker.kind) else {
            self.add_once(ForeignSyntax::CalloutKind, marker.range);
            return None;
        };

        Some(Callout::new(marker, &label, attributes.take().unwrap_or_default(), part))
    }

    /// Records a problem, unless the text has one of its kind: one in each file is enough to find them all.
    fn add_once(&mut self, syntax: ForeignSyntax, range: Range<usize>) {
        let kind = ProblemKind::Foreign(syntax);
        if self.document.problems.iter().all(|problem| problem.kind != kind) {
            self.document.problems.push(Problem { kind, range });
        }
    }

    /// Writes the start of the callout at a range of the text.
    pub(super) fn open_callout(&mut self, callout: &Callout, range: &Range<usize>) {
        if self.has_hook(Hook::Callout) {
            self.open_hook(Hook::Callout, range, callout.hook_fields());
        }
        self.event(Event::Html(callout.opening().into()), range);
    }
}

#[cfg(test)]
mod tests {
    use super::Marker;

    #[test]
    fn markers_have_a_kind_and_can_be_folded() {
        for (text, expected) in [
            ("> [!NOTE] Title\n", Some(("note", None, 9))),
            (">[!tip]-\n> a", Some(("tip", Some(false), 8))),
            ("> [!my-kind]+ Title", Some(("my-kind", Some(true), 13))),
            ("> [!NOTE](/a/)", None),
            ("> [!NOTE]Title", None),
            ("> [!]", None),
            ("> [NOTE]", None),
            ("> > [!NOTE]", None),
            ("> text", None),
        ] {
            let found = Marker::find(text, 0);
            let found = found.as_ref().map(|it| (it.kind.as_str(), it.is_open, it.range.end));
            assert_eq!(found, expected, "{text}");
        }
    }
}
