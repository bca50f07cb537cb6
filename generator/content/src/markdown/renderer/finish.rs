//! Makes the document of the written events: attributes, ids, problems, footnotes and the HTML.

use pulldown_cmark::html;

use crate::markdown::document::Document;
use crate::markdown::extensions::attributes;
use crate::markdown::footnotes::{self, Arranged, Target};
use crate::markdown::hook_marks;
use crate::markdown::hooks::{Hook, HookValue, attribute_values};
use crate::markdown::leftovers;
use crate::markdown::problem::{ForeignSyntax, ProblemKind};
use crate::markdown::renderer::{Form, Renderer};

impl<'a> Renderer<'a> {
    /// Returns the document of all events.
    pub(super) fn finish(mut self) -> Document {
        for (index, attributes) in std::mem::take(&mut self.writer.attributed) {
            attributes::add_to_element(&mut self.writer.events, index, &attributes);
        }
        self.writer.fit_into_lines();

        let target = self.assign_ids();
        if matches!(self.form, Form::Page | Form::Fragment) {
            self.record_problems();
        }
        if self.form == Form::Headings {
            return self.writer.document;
        }

        self.record_misplaced();
        if !self.labels.references.is_empty() || !self.labels.definitions.is_empty() {
            self.move_footnotes(&target);
        }

        let events = std::mem::take(&mut self.writer.events);
        let length = self.source.text.len();
        self.writer.document.html.reserve(length + length / 2);
        html::push_html(&mut self.writer.document.html, events.into_iter());

        let calls = std::mem::take(&mut self.writer.hook_calls);
        hook_marks::expand(&mut self.writer.document, calls, self.lookup);
        self.writer.document
    }

    /// Sets the ids of headings and footnotes. Returns where the notes are shown.
    fn assign_ids(&mut self) -> Target<'a> {
        let note_count = self.labels.note_count();
        // The page of an excerpt has the ids. A template of headings links to them.
        if let Form::Excerpt(route) = self.form {
            if self.writer.has_hook(Hook::Heading) {
                self.writer.assign_heading_ids(&self.headings, &self.html_ids, note_count);
            }
            return Target::Page(route);
        }

        let prefix = self.writer.assign_heading_ids(&self.headings, &self.html_ids, note_count);
        self.writer.add_other_anchors(&self.headings);
        if self.form == Form::Page && !self.headings.is_empty() {
            self.writer.insert_anchor_links();
        }
        Target::Here(prefix)
    }

    /// Records the problems that are found in the text, and not in single events.
    fn record_problems(&mut self) {
        let (text, options) = (self.source.text, self.lookup.options);
        let problems = &mut self.writer.document.problems;
        problems.extend(self.labels.problems(text, options));
        problems.extend(self.source.problems.iter().cloned());
        problems.extend(leftovers::problems(text, options));
        if let Some(spacing) = self.lookup.french_spacing {
            problems.extend(spacing.problems(self.source));
        }
    }

    /// Records the placeholders whose HTML is not inserted. Those in dropped cells are reported with their text.
    fn record_misplaced(&mut self) {
        let inserted = std::mem::take(&mut self.writer.inserted);
        let problems = &self.writer.document.problems;
        let is_dropped = |start: &usize| {
            let surplus = ProblemKind::Foreign(ForeignSyntax::SurplusCells);
            problems.iter().any(|it| it.kind == surplus && it.range.contains(start))
        };
        self.writer.document.misplaced = self
            .writer
            .placeholders
            .iter()
            .map(|placeholder| &placeholder.range)
            .filter(|range| !inserted.contains(&range.start) && !is_dropped(&range.start))
            .cloned()
            .collect();
    }

    /// Moves the notes to the end of the text.
    fn move_footnotes(&mut self, target: &Target<'_>) {
        let events = std::mem::take(&mut self.writer.events);
        let Arranged { text, section, count } = footnotes::arranged(events, target);
        self.writer.events = text;

        let has_hook = count > 0 && self.writer.has_hook(Hook::Footnotes);
        if has_hook {
            let first = self.labels.definitions.first();
            let range = first.map_or(0..0, |(_, range)| range.clone());
            let fields =
                vec![("count", HookValue::Number(count)), ("attributes", attribute_values(None))];
            self.writer.open_hook(Hook::Footnotes, &range, fields);
        }

        self.writer.events.extend(section);
        if has_hook {
            self.writer.close_hook(Vec::new());
        }
    }
}
