//! New keys of tables that headers and dotted keys define.

use super::Toml;
use super::layout::Section;
use super::literals::{self, Beside};
use crate::lines;
use crate::model::{Entry, Model};

impl Toml<'_> {
    /// Adds a key to the table at a path that headers or dotted keys define.
    pub(super) fn with_entry(&self, path: &[String], key: &str, value: &Model) -> Vec<String> {
        let sections = &self.layout.sections;
        if let Some(own) = sections.iter().position(|section| section.path == path) {
            // A table gets a header of its own, as there is no place for many keys between brackets.
            let with_header = self.with_new_sections(path, key, value);
            return with_header.into_iter().chain(self.with_line(own, key, value)).collect();
        }
        match self.after_dotted(path, key, value) {
            Some(texts) => texts,
            None => self.with_header(path, key, value).into_iter().collect(),
        }
    }

    /// Adds a line after the last one of a section.
    fn with_line(&self, index: usize, key: &str, value: &Model) -> Vec<String> {
        let section = &self.layout.sections[index];
        let (indent, offset) = match section.entries.last() {
            Some(last) => (self.entry_indent(section), last.value.range.end),
            None if index > 0 => {
                (lines::indentation(self.text, section.header.start), section.header.end)
            }
            None => return self.above_headers(key, value),
        };
        let line = indent.unwrap_or_default().to_owned() + key;
        self.lines_after(offset, &line, value)
    }

    /// Adds the first key above all headers. Comments at the start of the file stay there.
    fn above_headers(&self, key: &str, value: &Model) -> Vec<String> {
        let next = self.layout.sections.get(1).map(|_| self.layout.start(self.text, 1));
        let line = |form: &String| {
            let line = format!("{key} = {form}");
            match next {
                Some(next) => lines::with(self.text, next, &(line + self.newline), self.newline),
                None => lines::with(self.text, self.text.len(), &line, self.newline),
            }
        };
        self.forms(value).iter().map(line).collect()
    }

    /// Adds a key after the last dotted key of its table.
    fn after_dotted(&self, path: &[String], key: &str, value: &Model) -> Option<Vec<String>> {
        self.layout.sections.iter().find_map(|section| {
            let rest = path.strip_prefix(section.path.as_slice())?;
            let last = section.entries.iter().rfind(|it| it.is_below(rest))?;
            let prefix = &self.text[last.keys[0].range.start..last.keys[rest.len()].range.start];
            let indent = self.entry_indent(section).unwrap_or_default();
            Some(self.lines_after(last.value.range.end, &[indent, prefix, key].concat(), value))
        })
    }

    /// Adds the header of a table that only the headers of tables in it name.
    fn with_header(&self, path: &[String], key: &str, value: &Model) -> Option<String> {
        let first = *self.layout.sections_below(path).first()?;
        let keys = &self.layout.sections[first].keys;
        let (last, _) = keys.iter().find(|(_, length)| *length == path.len())?;
        let header = &self.text[keys[0].0.range.start..last.range.end];

        let line = format!("{key} = {}", literals::value_of(value, None, self.newline));
        let block = [&format!("[{header}]"), self.newline, &line, self.newline].concat();
        let at = self.layout.start(self.text, first);
        Some(lines::with(self.text, at, &block, self.newline))
    }

    /// Adds a line after the one of an offset. `start` is its indentation and key.
    fn lines_after(&self, offset: usize, start: &str, value: &Model) -> Vec<String> {
        let at = lines::end(self.text, offset);
        let line =
            |form: &String| lines::with(self.text, at, &format!("{start} = {form}"), self.newline);
        self.forms(value).iter().map(line).collect()
    }

    fn entry_indent(&self, section: &Section) -> Option<&str> {
        lines::indentation(self.text, section.entries.first()?.keys[0].range.start)
    }

    /// Returns the forms of a new value. Texts with line breaks get several lines.
    fn forms(&self, value: &Model) -> Vec<String> {
        match value {
            Model::Text(_) => literals::candidates(value, "", self.newline),
            _ => vec![literals::value_of(value, None, self.newline)],
        }
    }

    /// Adds a table, or a list of tables, with headers at the end of the table around it.
    fn with_new_sections(&self, path: &[String], key: &str, value: &Model) -> Vec<String> {
        let sections = &self.layout.sections;
        let Some(own) = sections.iter().find(|section| section.path == path) else {
            return Vec::new();
        };
        let list = path.split_last().map(|(_, list)| list);
        let is_in_list = |section: &Section| {
            list.is_some_and(|it| section.path.starts_with(it)) && section.path.len() == path.len()
        };
        let has_key = |section: &Section| section.entries.iter().any(|it| it.is_named(key));
        if sections.iter().any(|it| is_in_list(it) && has_key(it)) {
            // The items next to this one have the same key between brackets.
            return Vec::new();
        }

        let header = match own.keys.first().zip(own.keys.last()) {
            Some(((first, _), (last, _))) => {
                format!("{}.{key}", &self.text[first.range.start..last.range.end])
            }
            None => key.to_owned(),
        };
        let (header, tables) = match value {
            Model::Table(_) => (format!("[{header}]"), std::slice::from_ref(value)),
            Model::List(items) => (format!("[[{header}]]"), items.as_slice()),
            _ => return Vec::new(),
        };
        let entries = |table: &'_ Model| match table {
            Model::Table(entries) if !entries.is_empty() => Some(entries.clone()),
            _ => None,
        };
        let Some(tables) = tables.iter().map(entries).collect::<Option<Vec<_>>>() else {
            return Vec::new();
        };

        let last = *self.layout.sections_below(path).last().unwrap_or(&0);
        let text = |has_lines: bool| {
            let block = |it: &Vec<Entry>| self.block(&header, "", it, None, has_lines);
            let blocks: Vec<String> = tables.iter().map(block).collect();
            self.after_section(last, &blocks.join(&self.newline.repeat(2)))
        };
        if tables.is_empty() { Vec::new() } else { vec![text(true), text(false)] }
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

    /// Returns a header with its keys, whose values are in the style of those of another table. `has_lines` is whether texts with line
    /// breaks get several lines, which can be read as fences of front matter.
    pub(super) fn block(
        &self,
        header: &str,
        indent: &str,
        entries: &[Entry],
        model: Option<&Section>,
        has_lines: bool,
    ) -> String {
        let line = |entry: &Entry| {
            let old = model.and_then(|it| it.entries.iter().find(|it| it.is_named(&entry.key)));
            let old = old.map(|it| Beside { text: self.text, node: &it.value });

            let value = match &entry.value {
                Model::Text(text) if has_lines && text.contains('\n') => {
                    self.forms(&entry.value).swap_remove(0)
                }
                value => literals::value_of(value, old, self.newline),
            };
            format!("{indent}{} = {value}", literals::key(&entry.key))
        };

        let header = std::iter::once(header.to_owned());
        let lines: Vec<String> = header.chain(entries.iter().map(line)).collect();
        lines.join(self.newline)
    }
}
