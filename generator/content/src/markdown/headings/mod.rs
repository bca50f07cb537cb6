//! Gives each heading, and each definition term if enabled, an id that no other element of the text has. The submodules find the title, the
//! table of contents, and the text below a heading.

pub(crate) mod alignment;
pub mod section;
pub(super) mod title;
pub(super) mod toc;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use pulldown_cmark::{CowStr, Event, HeadingLevel, Tag, TagEnd};
use pulldown_cmark_escape::{escape_href, escape_html};

use crate::config::tables::markdown::{AnchorLinks, HeadingIds};
use crate::markdown::document::{Heading, Term};
use crate::markdown::extensions::attributes::{self, Attributes};
use crate::markdown::footnotes;
use crate::markdown::headings::alignment::Translated;
use crate::markdown::hook_marks::OPEN;
use crate::markdown::problem::{OutlineDifference, Problem, ProblemKind};
use crate::markdown::writer::{Writer, table_region};
use crate::slug::{github_slug, heading_id};
use croupier_base::syntax::html as markup;
use croupier_base::unicode::nfc;

/// A heading or a definition term that has no id yet.
pub(super) struct PendingHeading {
    /// `None` for a definition term.
    pub(super) level: Option<HeadingLevel>,
    /// The id as written, `{#id}`.
    pub(super) written: Option<String>,
    /// Index of its start event in the output.
    pub(super) event_index: usize,
    pub(super) text: String,
    /// The text that the id is made from: with the names of emoji.
    pub(super) id_text: String,
    /// The alternative texts of its pictures, which name a heading without another text.
    pub(super) alternative: String,
    /// Whether a tag ends the line before the next text.
    has_line_end: bool,
    /// Byte range in the text.
    pub(super) range: Range<usize>,
}

impl PendingHeading {
    /// Begins a heading or a term.
    pub(super) fn new(
        level: Option<HeadingLevel>,
        written: Option<String>,
        event_index: usize,
        range: Range<usize>,
    ) -> PendingHeading {
        let (text, id_text, alternative) = (String::new(), String::new(), String::new());
        PendingHeading {
            level,
            written,
            event_index,
            text,
            id_text,
            alternative,
            has_line_end: false,
            range,
        }
    }

    /// Adds the texts of a piece of HTML that is in the heading.
    pub(super) fn add_html(&mut self, html: &str) {
        self.add_alternative(&markup::alternative(html));
        self.has_line_end |= markup::is_line_end(html);
    }

    /// Adds a text. `id_text` is the text that the id is made from: the end of a line separates words in our ids, and not in those of GitHub
    /// and Hugo.
    pub(super) fn add_text(&mut self, text: &str, id_text: &str) {
        self.id_text.push_str(if self.has_line_end { "\n" } else { "" });
        self.id_text.push_str(id_text);
        push_after(&mut self.text, std::mem::take(&mut self.has_line_end), text);
    }

    /// Adds the alternative text of a picture.
    pub(super) fn add_alternative(&mut self, text: &str) {
        if !self.alternative.is_empty() {
            self.alternative.push(' ');
        }
        self.alternative.push_str(text.trim());
    }

    /// Returns the text for tables of contents and the search.
    fn name(&self) -> &str {
        let text = self.text.trim();
        if text.is_empty() { self.alternative.trim() } else { text }
    }
}

/// Adds a text to that of a heading. `is_next_line` is whether a tag ends the line between them, which is a space for readers.
pub(super) fn push_after(heading: &mut String, is_next_line: bool, text: &str) {
    if !is_next_line || heading.is_empty() {
        heading.push_str(text);
        return;
    }
    heading.truncate(heading.trim_end_matches(' ').len());
    heading.push(' ');
    heading.push_str(text.trim_start_matches(' '));
}

impl Writer<'_> {
    /// Sets the ids of all headings. Ids that the text contains as written come first, in headings,
    /// raw HTML and shortcodes; automatic ids avoid them. Returns the prefixes of footnote ids.
    pub(super) fn assign_heading_ids(
        &mut self,
        headings: &[PendingHeading],
        html_ids: &BTreeSet<String>,
        footnote_count: usize,
    ) -> footnotes::IdPrefix {
        let scheme = self.lookup.options.heading_ids;
        for id in html_ids {
            self.anchors.entry(id.clone()).or_insert(1);
        }

        let mut written_ids: Vec<Option<String>> = Vec::with_capacity(headings.len());
        for heading in headings {
            written_ids.push(heading.written.as_ref().map(|written| {
                if self.anchors.contains_key(written) {
                    let (kind, range) = (ProblemKind::IdWrittenTwice, heading.range.clone());
                    self.document.problems.push(Problem { kind, range });
                }
                let written = format!("{}{written}", self.lookup.id_prefix);
                unique_anchor(self.anchors, &written, scheme)
            }));
        }

        let start = self.lookup.id_prefix;
        let prefix = footnotes::IdPrefix::unused(self.anchors, footnote_count, start);
        let mut heading_ids = self.heading_ids_of_original(headings).into_iter();
        let mut term_ids = self.term_ids_of_original(headings).into_iter();

        // The ids of the original come before those that are made from texts of the translation.
        let mut ids: Vec<Option<String>> = Vec::with_capacity(headings.len());
        for (heading, written) in headings.iter().zip(written_ids) {
            let of_original = match heading.level {
                Some(_) => heading_ids.next().flatten(),
                None => term_ids.next(),
            };
            ids.push(written.or_else(|| {
                Some(unique_anchor(self.anchors, &prefixed(start, of_original?), scheme))
            }));
        }

        for (heading, id) in headings.iter().zip(ids) {
            let id = id.unwrap_or_else(|| {
                let id = prefixed(start, heading_id(&heading.id_text, scheme));
                unique_anchor(self.anchors, &id, scheme)
            });
            self.document.generated_ids.push((id.clone(), heading.range.clone()));

            match heading.level {
                Some(level) => self.add_heading(heading, level, id),
                None => {
                    let attributes = Attributes::id(&id);
                    attributes::add_to_element(&mut self.events, heading.event_index, &attributes);
                    let text = heading.name().to_owned();
                    self.document.terms.push(Term { id, text });
                }
            }
        }

        self.label_tables();
        prefix
    }

    /// Adds the anchors of other generators to headings that have ids.
    pub(super) fn add_other_anchors(&mut self, headings: &[PendingHeading]) {
        let scheme = self.lookup.options.heading_ids;
        match scheme {
            HeadingIds::Default => self.add_anchors(headings, github_slug),
            // Links to a translation of the other generator have ids of the translated text.
            _ if self.lookup.original.is_some() => {
                self.add_anchors(headings, |text| heading_id(text, scheme));
            }
            _ => {}
        }
    }

    /// Returns the id of the original of each heading, so that the same anchors exist in a translation. Reports the headings that only
    /// one of both has.
    fn heading_ids_of_original(&mut self, headings: &[PendingHeading]) -> Vec<Option<String>> {
        let Some(original) = self.lookup.original else { return Vec::new() };
        let original = &original.headings;

        let own: Vec<&PendingHeading> = headings.iter().filter(|it| it.level.is_some()).collect();
        let translated: Vec<Translated<'_>> = own
            .iter()
            .filter_map(|it| {
                let (text, written) = (it.name(), it.written.as_deref());
                Some(Translated { level: it.level? as u8, text, written })
            })
            .collect();
        let pairs = alignment::originals(original, &translated);
        self.report_differences(original, &own, &pairs);

        pairs.into_iter().map(|index| Some(original.get(index?)?.id.clone())).collect()
    }

    /// Reports the headings of the original without a translation, and those of the translation without an original or an id. `pairs` has
    /// the index of the original of each heading in `own`.
    fn report_differences(
        &mut self,
        original: &[Heading],
        own: &[&PendingHeading],
        pairs: &[Option<usize>],
    ) {
        let translated: BTreeSet<usize> = pairs.iter().flatten().copied().collect();
        let missing: Vec<usize> =
            (0..original.len()).filter(|it| !translated.contains(it)).collect();
        let added: Vec<usize> = (0..own.len())
            .filter(|it| pairs[*it].is_none() && own[*it].written.is_none())
            .collect();

        // A missing heading is reported at the heading before it.
        let before_missing = missing.first().and_then(|missing| {
            own.iter().zip(pairs).rfind(|(_, it)| it.is_some_and(|it| it < *missing))
        });
        let heading = match (added.first(), before_missing) {
            (Some(index), _) => Some(own[*index]),
            (None, Some((heading, _))) => Some(*heading),
            (None, None) => own.first().copied(),
        };
        let range = heading.map_or(0..0, |it| it.range.clone());

        if !missing.is_empty() || !added.is_empty() {
            let difference = OutlineDifference {
                missing: missing.into_iter().map(|it| original[it].id.clone()).collect(),
                added: added.into_iter().map(|it| own[it].name().to_owned()).collect(),
            };
            let kind = ProblemKind::OutlineOfTranslation(Box::new(difference));
            self.document.problems.push(Problem { kind, range });
        }
    }

    /// Returns the ids of the terms of the original. Returns none if a translation has another number of terms.
    fn term_ids_of_original(&self, headings: &[PendingHeading]) -> Vec<String> {
        let terms = self.lookup.original.map_or(&[][..], |original| &original.terms);
        let count = headings.iter().filter(|it| it.level.is_none()).count();
        if count != terms.len() {
            return Vec::new();
        }
        terms.iter().map(|it| it.id.clone()).collect()
    }

    /// Sets the id of a heading, and adds it to the headings of the document.
    fn add_heading(&mut self, heading: &PendingHeading, level: HeadingLevel, id: String) {
        if let Some(Event::Start(Tag::Heading { id: slot, .. })) =
            self.events.get_mut(heading.event_index)
        {
            *slot = Some(CowStr::from(id.clone()));
        }

        let (level, text) = (level as u8, heading.name().to_owned());
        if text.is_empty() {
            let (kind, range) = (ProblemKind::HeadingWithoutText, heading.range.clone());
            self.document.problems.push(Problem { kind, range });
        }
        self.document.headings.push(Heading { level, id, text });
    }

    /// Adds to each heading a link to itself. A heading that is the link must not contain another one,
    /// and gets one at its end.
    pub(super) fn insert_anchor_links(&mut self) {
        let Some(label) = self.lookup.anchor_label else { return };
        let place = self.lookup.options.insert_anchor_links;

        let events = std::mem::take(&mut self.events);
        self.events.reserve(events.len() + 2 * self.document.headings.len());

        // The open heading: where its text begins, its id, and whether it contains another link.
        let mut open: Option<(usize, String, bool)> = None;

        for event in events {
            match (&event, &mut open) {
                (Event::Start(Tag::Heading { id: Some(id), .. }), _) => {
                    let id = id.to_string();
                    self.events.push(event);
                    if place == AnchorLinks::Left {
                        let link = format!("{} ", anchor_link(&id, label));
                        self.events.push(Event::InlineHtml(link.into()));
                    }
                    open = Some((self.events.len(), id, false));
                    continue;
                }
                (Event::Start(Tag::Link { .. }) | Event::FootnoteReference(_), Some((.., has))) => {
                    *has = true;
                }
                (Event::InlineHtml(html), Some((.., has_link))) => {
                    *has_link |= html.contains("<a ") || html.contains(OPEN);
                }
                (Event::End(TagEnd::Heading(_)), _) => match open.take() {
                    // A link needs a text.
                    Some((start, id, false))
                        if place == AnchorLinks::Heading && start < self.events.len() =>
                    {
                        let tag = format!("<a{}>", anchor_target(&id));
                        self.events.insert(start, Event::InlineHtml(tag.into()));
                        self.events.push(Event::InlineHtml("</a>".into()));
                    }
                    Some((_, id, _)) if place != AnchorLinks::Left => {
                        let link = format!(" {}", anchor_link(&id, label));
                        self.events.push(Event::InlineHtml(link.into()));
                    }
                    _ => {}
                },
                _ => {}
            }
            self.events.push(event);
        }
    }

    /// Names the scrollable region around each table after the heading above it. Screen readers
    /// announce the name.
    fn label_tables(&mut self) {
        for (event_index, heading_index) in std::mem::take(&mut self.tables) {
            let heading = self.document.headings.get(heading_index);
            let Some(heading) = heading.filter(|it| !it.text.is_empty()) else { continue };
            let open = table_region(&format!(" aria-labelledby=\"{}\"", heading.id));
            self.events[event_index] = Event::Html(open.into());
        }
    }

    /// Adds the anchors of another generator, which `slug` makes from texts, to headings with automatic ids, where they differ from ours
    /// and are not in use.
    fn add_anchors(&mut self, headings: &[PendingHeading], slug: impl Fn(&str) -> String) {
        let mut counts = BTreeMap::<String, usize>::new();
        let mut added = Vec::new();
        let is_automatic = |it: &&PendingHeading| it.written.is_none() && it.level.is_some();

        for heading in headings.iter().filter(is_automatic) {
            let slug = slug(&heading.id_text);
            let anchor = prefixed(self.lookup.id_prefix, slug.clone());
            let count = counts.entry(anchor.clone()).or_default();
            let numbered = if *count == 0 { anchor } else { format!("{anchor}-{count}") };
            *count += 1;

            if !slug.trim_matches('-').is_empty() && !self.anchors.contains_key(&numbered) {
                self.anchors.insert(numbered.clone(), 1);
                self.document.generated_ids.push((numbered.clone(), heading.range.clone()));
                added.push((heading.event_index + 1, numbered));
            }
        }

        // Each insertion moves the events after it, so that the last anchor is inserted first.
        for (event_index, anchor) in added.into_iter().rev() {
            let html = format!("<span id=\"{anchor}\"></span>");
            self.events.insert(event_index, Event::InlineHtml(html.into()));
        }
    }
}

/// Returns an id with a start. Most texts have none.
fn prefixed(start: &str, id: String) -> String {
    if start.is_empty() { id } else { format!("{start}{id}") }
}

/// Returns a link to the heading with an id, which a full-text search ignores.
fn anchor_link(id: &str, label: &str) -> String {
    let mut name = String::new();
    escape_html(&mut name, label).expect("writing to a string cannot fail");
    format!("<a{} aria-label=\"{name}\" data-pagefind-ignore>#</a>", anchor_target(id))
}

/// Returns the attributes of a link to the heading with an id.
fn anchor_target(id: &str) -> String {
    let mut href = String::new();
    escape_href(&mut href, id).expect("writing to a string cannot fail");
    format!(" class=\"heading-anchor\" href=\"#{href}\"")
}

/// Returns `base`, or `base` with a number if the anchor is in use, and records it as used. The
/// second heading has the number 2 by default, and 1 in other generators.
fn unique_anchor(anchors: &mut BTreeMap<String, usize>, base: &str, scheme: HeadingIds) -> String {
    let base = &*nfc(base);
    let first = if scheme == HeadingIds::Default { 2 } else { 1 };
    let mut id = base.to_owned();
    while anchors.contains_key(&id) {
        let count = anchors.entry(base.to_owned()).or_insert(1);
        id = format!("{base}-{}", first + *count - 1);
        *count += 1;
    }
    anchors.insert(id.clone(), 1);
    id
}
