//! The part of a text below one heading, for pages that include it.

use std::collections::BTreeSet;
use std::ops::Range;

use pulldown_cmark::{Event, Tag};

use crate::config::tables::markdown::MarkdownOptions;
use crate::markdown::document::{Document, Outline};
use crate::markdown::extensions::parser;
use crate::markdown::lookup::Lookup;
use crate::markdown::with_all_headings;

/// The headings of a text as link targets.
pub struct Anchors {
    document: Document,
    options: MarkdownOptions,
}

/// The part of a text below one heading.
pub struct Section {
    /// The text, with spaces in place of all else.
    pub text: String,
    /// Its headings and terms, with their ids on the page.
    pub outline: Outline,
}

impl Anchors {
    /// Finds the headings of a text, which may be the translation of a text with the outline `original`. Its shortcodes are not expanded.
    pub fn new(text: &str, options: MarkdownOptions, original: Option<&Outline>) -> Anchors {
        let lookup = Lookup { original, ..Lookup::of_options(options) };
        Anchors { document: with_all_headings(text, &[], &lookup), options }
    }

    /// Returns the ids of the headings.
    pub fn ids(&self) -> impl Iterator<Item = &str> {
        self.document.generated_ids.iter().map(|(id, _)| id.as_str())
    }

    /// Returns `text`, from which these are the anchors, with spaces in place of everything but the
    /// section below the heading with an id, and the definitions of links and footnotes. Offsets and
    /// lines stay the same. `None` if no heading has the id.
    pub fn section(&self, text: &str, id: &str) -> Option<Section> {
        let (_, heading) = self.document.generated_ids.iter().find(|(known, _)| known == id)?;
        let level = self.level(heading)?;

        let starts = self.document.generated_ids.iter().map(|(_, range)| range);
        let next = starts
            .filter(|range| range.start > heading.start && is_outermost(text, range))
            .filter(|range| self.level(range).is_some_and(|it| it <= level))
            .map(|range| range.start)
            .min();
        let section = heading.end..next.unwrap_or(text.len());
        let below = section.clone();

        let parser = parser(text, self.options);
        let links = parser.reference_definitions().iter();
        let mut shown: Vec<Range<usize>> = links.map(|(_, it)| it.span.clone()).collect();
        shown.extend(parser.into_offset_iter().filter_map(|(event, range)| {
            matches!(event, Event::Start(Tag::FootnoteDefinition(_))).then_some(range)
        }));
        shown.retain(|it| it.end <= section.start || it.start >= section.end);
        shown.push(section);
        shown.sort_by_key(|range| range.start);

        let mut masked = String::with_capacity(text.len());
        for range in shown {
            let hidden = text.get(masked.len()..range.start).unwrap_or_default();
            masked.extend(hidden.bytes().map(blank));
            masked.push_str(text.get(masked.len()..range.end).unwrap_or_default());
        }

        let hidden = text.get(masked.len()..).unwrap_or_default();
        masked.extend(hidden.bytes().map(blank));
        Some(Section { text: masked, outline: self.outline_of(&below) })
    }

    /// Returns the headings and terms in a range of the text, with their ids on the page.
    fn outline_of(&self, range: &Range<usize>) -> Outline {
        let ids = self.document.generated_ids.iter();
        let ids = ids.filter(|(_, it)| range.contains(&it.start)).map(|(id, _)| id.as_str());
        let ids: BTreeSet<&str> = ids.collect();

        let headings = self.document.headings.iter().filter(|it| ids.contains(&*it.id));
        let terms = self.document.terms.iter().filter(|it| ids.contains(&*it.id));
        Outline { headings: headings.cloned().collect(), terms: terms.cloned().collect() }
    }

    /// Divides `text`, from which these are the anchors, at its headings. Returns the text before the first one, which has no id, and that
    /// of each heading with the text below it up to the next one.
    pub fn sections<'t>(&self, text: &'t str) -> Vec<(&str, &'t str)> {
        let mut starts: Vec<(usize, &str)> = vec![(0, "")];
        for (id, range) in &self.document.generated_ids {
            // A heading can have a second id.
            if self.document.headings.iter().any(|heading| heading.id == *id) {
                starts.push((range.start, id));
            }
        }
        starts.sort_by_key(|(start, _)| *start);

        let mut sections = Vec::new();
        for (index, (start, id)) in starts.iter().enumerate() {
            let end = starts.get(index + 1).map_or(text.len(), |(next, _)| *next);
            let section = text.get(*start..end).unwrap_or_default();
            if !id.is_empty() || !section.trim().is_empty() {
                sections.push((*id, section));
            }
        }
        sections
    }

    /// Returns the level of the heading at a range.
    fn level(&self, range: &Range<usize>) -> Option<u8> {
        let ids = self.document.generated_ids.iter();
        let mut ids = ids.filter(|(_, other)| other == range).map(|(id, _)| id);
        ids.find_map(|id| self.document.headings.iter().find(|it| it.id == *id)).map(|it| it.level)
    }
}

/// Returns whether a heading is not in a list or a block quote.
fn is_outermost(text: &str, heading: &Range<usize>) -> bool {
    let line = text[..heading.start].rfind('\n').map_or(0, |newline| newline + 1);
    text[line..heading.start].bytes().all(|byte| byte == b' ')
}

/// Returns the character in place of a hidden byte.
fn blank(byte: u8) -> char {
    if byte == b'\n' { '\n' } else { ' ' }
}

#[cfg(test)]
mod tests {
    use super::Anchors;
    use crate::config::tables::markdown::MarkdownOptions;

    /// The lines of a section with text.
    fn section(text: &str, id: &str) -> Option<Vec<String>> {
        let masked = Anchors::new(text, MarkdownOptions::default(), None).section(text, id)?.text;
        assert_eq!(masked.len(), text.len(), "{text}");
        let lines = masked.lines().map(str::trim).filter(|line| !line.is_empty());
        Some(lines.map(str::to_owned).collect())
    }

    #[test]
    fn a_section_ends_at_the_next_heading_of_its_level() {
        let text = "Intro é\n\n## One\n\nText [a][b].[^n]\n\n### Sub\n\nMore\n\n> # Quoted\n\n## Two\n\nEnd\n\n[b]: /b/\n\n[^n]: Note\n";
        let found = section(text, "one").unwrap_or_default();
        let expected =
            ["Text [a][b].[^n]", "### Sub", "More", "> # Quoted", "[b]: /b/", "[^n]: Note"];
        assert_eq!(found, expected);
        assert_eq!(section(text, "sub").unwrap_or_default()[..2], ["More", "> # Quoted"]);
        assert_eq!(section(text, "two").unwrap_or_default()[..1], ["End"]);
        assert_eq!(section(text, "three"), None);
        assert_eq!(section("A\n===\n\nText\n", "a").unwrap_or_default(), ["Text"]);
    }
}
