//! Arrays of tables with headers.

use std::ops::Range;

use super::Toml;
use crate::lines;
use crate::model::Model;

impl Toml<'_> {
    /// Adds a table to an array of tables with headers.
    pub(super) fn with_section_item(
        &self,
        path: &[String],
        index: usize,
        value: &Model,
    ) -> Option<Vec<String>> {
        let Model::Table(entries) = value else { return None };
        let groups = self.groups(path)?;
        let neighbour = groups.get(index).or(groups.last())?;
        let section = &self.layout.sections[neighbour.first];

        let header_indent = lines::indentation(self.text, section.header.start)?;
        let indent = section
            .entries
            .first()
            .and_then(|it| lines::indentation(self.text, it.keys[0].range.start));
        let header = [header_indent, &self.text[section.header.clone()]].concat();

        // Tables are separated as the other ones.
        let is_dense = groups
            .windows(2)
            .any(|pair| pair[1].range.start <= lines::end(self.text, pair[0].range.end));
        let blank = if is_dense { "" } else { self.newline };

        let indent = indent.unwrap_or(header_indent);
        let text = |has_lines: bool| {
            let block = self.block(&header, indent, entries, Some(section), has_lines);
            if index < groups.len() {
                let start = neighbour.range.start;
                return lines::with(self.text, start, &[&block, blank].concat(), self.newline);
            }
            let at = lines::end(self.text, neighbour.range.end);
            lines::with(self.text, at, &[blank, &block].concat(), self.newline)
        };
        Some(vec![text(true), text(false)])
    }

    /// Returns the sections of each table of an array of tables, if no other section is between them.
    fn groups(&self, path: &[String]) -> Option<Vec<Group>> {
        let Some(Model::List(items)) = self.values.at(path) else { return None };
        let below = self.layout.sections_below(path);
        let is_contiguous = below.windows(2).all(|pair| pair[0] + 1 == pair[1]);
        let of_item = |section: &usize| self.layout.sections[*section].path.get(path.len());

        let mut groups = Vec::new();
        for sections in below.chunk_by(|a, b| of_item(a) == of_item(b)) {
            let (first, last) = (sections[0], sections[sections.len() - 1]);
            let start = self.layout.start(self.text, first);
            let end = self.layout.sections[last].content_end(self.text);
            groups.push(Group { first, range: start..end });
        }
        if !is_contiguous || groups.len() != items.len() {
            return None;
        }
        Some(groups)
    }

    /// Moves a table of an array of tables with headers.
    pub(super) fn with_moved_sections(
        &self,
        path: &[String],
        from: usize,
        to: usize,
    ) -> Option<String> {
        let blocks: Vec<Range<usize>> = self.groups(path)?.into_iter().map(|it| it.range).collect();
        Some(lines::reordered(self.text, &blocks, from, to))
    }
}

/// A table of an array of tables.
struct Group {
    /// The section of its header.
    first: usize,
    /// From the comments above its header to the end of its last line, without the line end.
    range: Range<usize>,
}
