//! Removed keys of tables that headers and dotted keys define.

use super::{Layout, Toml};
use crate::format::Format;
use crate::lines;
use crate::model::{self, Model};

impl Toml<'_> {
    /// Removes the lines of a key.
    pub(super) fn without_entry(&self, path: &[String]) -> Option<String> {
        let (section, entry, length) = self.layout.entry(path)?;
        if length != path.len() {
            return None;
        }
        if entry.keys.len() > 1 && self.is_named_once(&path[..path.len() - 1]) {
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

    /// Removes a table with its headers or dotted keys. The list or table around it stays, even if nothing else names it.
    pub(super) fn without_table(&self, path: &[String]) -> Option<String> {
        let (_, parent) = path.split_last()?;
        let text = if self.layout.sections_below(path).is_empty() {
            self.without_dotted(path)
        } else {
            self.without_headers(path)
        };

        let Some((name, outer)) = parent.split_last() else { return Some(text) };
        let values = Model::from(&model::parse(Format::Toml, &text).ok()?);
        if values.at(parent).is_some() {
            return Some(text);
        }
        let is_list = matches!(self.values.at(parent), Some(Model::List(_)));
        let empty = if is_list { Model::List(Vec::new()) } else { Model::Table(Vec::new()) };
        let layout = Layout::of(&text);
        let rest = Toml { text: &text, values: &values, layout, newline: self.newline };
        rest.with_key(outer, name, &empty).into_iter().next()
    }

    /// Removes the lines of dotted keys.
    fn without_dotted(&self, path: &[String]) -> String {
        let mut text = self.text.to_owned();
        for section in self.layout.sections.iter().rev() {
            let Some(rest) = path.strip_prefix(section.path.as_slice()) else { continue };
            for entry in section.entries.iter().rev().filter(|it| it.is_below(rest)) {
                let line = lines::start(&text, entry.keys[0].range.start);
                text = lines::without(&text, line..lines::end(&text, entry.value.range.end));
            }
        }
        text
    }

    /// Removes headers with their keys, from the last one to the first.
    fn without_headers(&self, path: &[String]) -> String {
        let below = self.layout.sections_below(path);
        let mut text = self.text.to_owned();
        for &index in below.iter().rev() {
            let start = self.layout.start(self.text, index);
            let content_end = lines::end(&text, self.layout.sections[index].content_end(&text));
            let has_next = index + 1 < self.layout.sections.len() && !below.contains(&(index + 1));
            let next = if has_next { self.layout.start(self.text, index + 1) } else { text.len() };

            // Comments after a blank line stay.
            let is_blank = text.get(content_end..next).is_some_and(|it| it.trim().is_empty());
            let end = if is_blank { next } else { content_end };
            let is_last = end == text.len();
            text = lines::without(&text, start..end);
            if is_last {
                let content = text.trim_end().len();
                let keeps_newline = self.text.ends_with('\n') && content > 0;
                text.truncate(if keeps_newline { lines::end(&text, content) } else { content });
            }
        }
        text
    }
}
