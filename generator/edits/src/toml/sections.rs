//! Changes of the tables that headers and dotted keys define.

use std::ops::Range;

use super::layout::Section;
use super::{Toml, literals};
use crate::lines;
use crate::model::{Entry, Model};

impl Toml<'_> {
    /// Adds a key to the table at a path that headers or dotted keys define.
    pub(super) fn with_entry(&self, path: &[String], key: &str, value: &Model) -> Vec<String> {
        let sections = &self.layout.sections;
        let mut offered = Vec::new();

        let own = sections.iter().position(|section| section.path == path);
        if let Some(own) = own {
            // A table gets a header of its own if tables have them here.
            if let Some(text) = self.with_new_section(path, key, value) {
                offered.push(text);
            }
            offered.extend(self.with_line(own, &sections[own], "", key, value));
            return offered;
        }

        // The table of a dotted key.
        for (index, section) in sections.iter().enumerate() {
            let Some(rest) = path.strip_prefix(section.path.as_slice()) else { continue };
            let Some(last) = section.entries.iter().rposition(|it| it.is_below(rest)) else {
                continue;
            };
            let keys = &section.entries[last].keys;
            let prefix = &self.text[keys[0].range.start..keys[rest.len()].range.start];
            let entry_end = section.entries[last].value.range.end;
            offered.extend(self.with_line_at(index, entry_end, prefix, key, value));
            return offered;
        }

        // Only headers of tables below it name the table.
        if let Some(first) = self.layout.sections_below(path).first() {
            let section = &sections[*first];
            let name = section.keys.iter().find(|(_, length)| *length == path.len());
            if let Some((last_key, _)) = name {
                let header = &self.text[section.keys[0].0.range.start..last_key.range.end];
                let lines = [
                    &format!("[{header}]"),
                    self.newline,
                    &self.line("", key, value),
                    self.newline,
                ]
                .concat();
                offered.push(lines::with(
                    self.text,
                    self.layout.start(self.text, *first),
                    &lines,
                    self.newline,
                ));
            }
        }
        offered
    }

    /// Adds a line after the last one of a section.
    fn with_line(
        &self,
        index: usize,
        section: &Section,
        prefix: &str,
        key: &str,
        value: &Model,
    ) -> Vec<String> {
        if let Some(last) = section.entries.last() {
            return self.with_line_at(index, last.value.range.end, prefix, key, value);
        }
        if index > 0 {
            let indent = lines::indentation(self.text, section.header.start).unwrap_or_default();
            let at = lines::end(self.text, section.header.end);
            let forms = self.forms(value);
            let line = |form: &String| {
                lines::with(self.text, at, &format!("{indent}{prefix}{key} = {form}"), self.newline)
            };
            return forms.iter().map(line).collect();
        }

        // No key is above the headers. Comments at the start of the file stay there.
        let next = self.layout.sections.get(1).map(|_| self.layout.start(self.text, 1));
        let forms = self.forms(value);
        let line = |form: &String| {
            let line = format!("{prefix}{key} = {form}");
            match next {
                Some(next) => lines::with(self.text, next, &(line + self.newline), self.newline),
                None => lines::with(self.text, self.text.len(), &line, self.newline),
            }
        };
        forms.iter().map(line).collect()
    }

    /// Adds a line after the one of the offset.
    fn with_line_at(
        &self,
        section: usize,
        offset: usize,
        prefix: &str,
        key: &str,
        value: &Model,
    ) -> Vec<String> {
        let entries = &self.layout.sections[section].entries;
        let indent = entries
            .first()
            .and_then(|it| lines::indentation(self.text, it.keys[0].range.start))
            .unwrap_or_default();
        let at = lines::end(self.text, offset);
        let line = |form: String| {
            lines::with(self.text, at, &format!("{indent}{prefix}{key} = {form}"), self.newline)
        };
        self.forms(value).into_iter().map(line).collect()
    }

    fn line(&self, indent: &str, key: &str, value: &Model) -> String {
        let form = self.forms(value).swap_remove(0);
        format!("{indent}{key} = {form}")
    }

    fn forms(&self, value: &Model) -> Vec<String> {
        match value {
            Model::Text(_) => literals::candidates(value, "", self.newline),
            _ => vec![literals::value_of(value, self.newline)],
        }
    }

    /// Adds a table, or a list of tables, with headers at the end of the table around it.
    fn with_new_section(&self, path: &[String], key: &str, value: &Model) -> Option<String> {
        let sections = &self.layout.sections;
        let own = sections.iter().find(|section| section.path == path)?;
        let header = match own.keys.first().zip(own.keys.last()) {
            Some(((first, _), (last, _))) => {
                format!("{}.{key}", &self.text[first.range.start..last.range.end])
            }
            None => key.to_owned(),
        };

        let blocks = match value {
            Model::Table(entries) if !entries.is_empty() => {
                vec![self.block(&format!("[{header}]"), "", entries)]
            }
            Model::List(items) if !items.is_empty() => {
                let block = |item: &Model| match item {
                    Model::Table(entries) if !entries.is_empty() => {
                        Some(self.block(&format!("[[{header}]]"), "", entries))
                    }
                    _ => None,
                };
                items.iter().map(block).collect::<Option<Vec<_>>>()?
            }
            _ => return None,
        };
        let blank = self.newline.repeat(2);
        let last = *self.layout.sections_below(path).last().unwrap_or(&0);
        Some(self.after_section(last, &blocks.join(&blank)))
    }

    /// Adds a block after the content of a section, with a blank line before it.
    fn after_section(&self, section: usize, block: &str) -> String {
        let end = self.layout.sections[section].content_end(self.text);
        if end == 0 && self.layout.sections.len() == 1 {
            return lines::with(self.text, self.text.len(), block, self.newline);
        }
        let at = lines::end(self.text, end);
        lines::with(self.text, at, &[self.newline, block].concat(), self.newline)
    }

    /// Returns a header with its keys.
    fn block(&self, header: &str, indent: &str, entries: &[Entry]) -> String {
        let lines = entries.iter().map(|it| self.line(indent, &literals::key(&it.key), &it.value));
        let lines: Vec<String> = std::iter::once(header.to_owned()).chain(lines).collect();
        lines.join(self.newline)
    }

    /// Adds a table to an array of tables with headers.
    pub(super) fn with_section_item(
        &self,
        path: &[String],
        index: usize,
        value: &Model,
    ) -> Option<String> {
        let Model::Table(entries) = value else { return None };
        let groups = self.groups(path)?;
        let neighbour = groups.get(index).or(groups.last())?;
        let section = &self.layout.sections[neighbour.sections.start];

        let header_indent = lines::indentation(self.text, section.header.start)?;
        let indent = section
            .entries
            .first()
            .and_then(|it| lines::indentation(self.text, it.keys[0].range.start));
        let header = [header_indent, &self.text[section.header.clone()]].concat();
        let block = self.block(&header, indent.unwrap_or(header_indent), entries);

        // Tables are separated as the other ones.
        let is_dense = groups
            .windows(2)
            .any(|pair| pair[1].range.start <= lines::end(self.text, pair[0].range.end));
        let blank = if is_dense { "" } else { self.newline };
        if index < groups.len() {
            let lines = [&block, blank].concat();
            return Some(lines::with(self.text, neighbour.range.start, &lines, self.newline));
        }
        let at = lines::end(self.text, neighbour.range.end);
        Some(lines::with(self.text, at, &[blank, &block].concat(), self.newline))
    }

    /// Returns the sections of each table of an array of tables, if no other section is between them.
    fn groups(&self, path: &[String]) -> Option<Vec<Group>> {
        let Some(Model::List(items)) = self.values.at(path) else { return None };
        let mut groups = Vec::new();
        let mut next = *self.layout.sections_below(path).first()?;
        for index in 0..items.len() {
            let item = [path, &[index.to_string()]].concat();
            let own = self.layout.sections_below(&item);
            let sections = *own.first()?..own.last()? + 1;
            if sections.start != next || sections.len() != own.len() {
                return None;
            }
            next = sections.end;
            let start = self.layout.start(self.text, sections.start);
            let end = self.layout.sections[sections.end - 1].content_end(self.text);
            groups.push(Group { sections, range: start..end });
        }
        Some(groups)
    }

    pub(super) fn with_moved_sections(
        &self,
        path: &[String],
        from: usize,
        to: usize,
    ) -> Option<String> {
        let blocks: Vec<Range<usize>> = self.groups(path)?.into_iter().map(|it| it.range).collect();
        Some(lines::reordered(self.text, &blocks, from, to))
    }

    /// Removes the line of a key, also if its value has several.
    pub(super) fn without_entry(&self, path: &[String]) -> Option<String> {
        let (section, entry, length) = self.layout.entry(path)?;
        if length != path.len() {
            return None;
        }

        let parent = &path[..path.len() - 1];
        let is_only = entry.keys.len() > 1 && self.is_named_once(parent);
        if is_only {
            // The table around it stays, without keys.
            let last = entry.keys.len() - 1;
            let range = entry.keys[last - 1].range.end..entry.value.range.end;
            return Some(lines::replaced(self.text, range, " = {}"));
        }

        let line = lines::start(self.text, entry.keys[0].range.start);
        let end = lines::end(self.text, entry.value.range.end);
        let above = section.entries.iter().map(|it| it.value.range.end).rfind(|end| *end < line);
        let floor = above.or((section.header.end > 0).then_some(section.header.end));
        let floor = floor.map_or(0, |it| lines::end(self.text, it));
        // A comment above several keys that follow each other concerns all of them, and one at the start of a file can concern the file.
        let is_shared =
            section.entries.iter().any(|it| lines::start(self.text, it.keys[0].range.start) == end);
        let comments = lines::comments_start(self.text, line, floor);
        let start = if is_shared || comments == 0 { line } else { comments };
        Some(lines::without(self.text, start..end))
    }

    /// Whether only one entry or section defines a table.
    fn is_named_once(&self, path: &[String]) -> bool {
        let sections = &self.layout.sections;
        if path.is_empty() || sections.iter().any(|it| it.path == path) {
            return false;
        }
        let entries = sections.iter().filter_map(|section| {
            let rest = path.strip_prefix(section.path.as_slice())?;
            Some(section.entries.iter().filter(|it| it.is_below(rest)).count())
        });
        entries.sum::<usize>() + self.layout.sections_below(path).len() == 1
    }

    /// Removes the headers of a table with their keys.
    pub(super) fn without_sections(&self, path: &[String]) -> Option<String> {
        let (_, parent) = path.split_last()?;
        let sections = &self.layout.sections;
        let below = self.layout.sections_below(path);

        let mut text = self.text.to_owned();
        for index in below.iter().rev() {
            let start = self.layout.start(self.text, *index);
            let content_end = lines::end(&text, sections[*index].content_end(&text));
            // Comments after a blank line stay.
            let next = sections.get(index + 1).filter(|_| !below.contains(&(index + 1)));
            let gap_end = next
                .map_or(text.len(), |_| self.layout.start(self.text, index + 1))
                .min(text.len());
            let end = if text.get(content_end..gap_end).is_some_and(|it| it.trim().is_empty()) {
                gap_end
            } else {
                content_end
            };
            let is_last = text[end..].is_empty();
            text = lines::without(&text, start..end);
            if is_last {
                let blank = text.len() - text.trim_end().len();
                let content = text.len() - blank;
                let keeps_newline = self.text.ends_with('\n') && content > 0;
                text.truncate(if keeps_newline { lines::end(&text, content) } else { content });
            }
        }
        for section in sections.iter().rev() {
            let Some(rest) = path.strip_prefix(section.path.as_slice()).filter(|it| !it.is_empty())
            else {
                continue;
            };
            for entry in section.entries.iter().rev().filter(|it| it.is_below(rest)) {
                if !below.is_empty() {
                    return None;
                }
                let line = lines::start(&text, entry.keys[0].range.start);
                text = lines::without(&text, line..lines::end(&text, entry.value.range.end));
            }
        }

        // The list or table around it stays, even if nothing else names it.
        let is_last_item =
            matches!(self.values.at(parent), Some(Model::List(items)) if items.len() == 1);
        let Some((name, outer)) = parent.split_last() else { return Some(text) };
        if is_last_item {
            return self.completed(&text, outer, name, &Model::List(Vec::new()));
        }
        if self.is_lost(&text, parent) {
            return self.completed(&text, outer, name, &Model::Table(Vec::new()));
        }
        Some(text)
    }

    fn is_lost(&self, text: &str, path: &[String]) -> bool {
        let read = crate::model::parse(crate::apply::Format::Toml, text);
        read.is_ok_and(|it| Model::from(&it).at(path).is_none())
    }

    /// Adds an empty list or table to a text.
    fn completed(&self, text: &str, path: &[String], key: &str, value: &Model) -> Option<String> {
        let root = crate::model::parse(crate::apply::Format::Toml, text).ok()?;
        let values = Model::from(&root);
        let toml =
            Toml { text, values: &values, layout: super::Layout::of(text), newline: self.newline };
        toml.with_key(path, key, value).into_iter().next()
    }
}

/// A table of an array of tables.
struct Group {
    sections: Range<usize>,
    /// From the comments above its header to the end of its last line, without the line end.
    range: Range<usize>,
}
