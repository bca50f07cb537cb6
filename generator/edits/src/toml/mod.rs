//! Changes of TOML by splicing at the tokens of its parser. `toml_edit` drops carriage returns.

mod added;
mod layout;
mod literals;
mod removed;
mod sections;

use self::layout::{Kind, Layout, Node};
use self::literals::Beside;
use crate::flow::Flow;
use crate::format::{Style, unsafe_change};
use crate::lines;
use crate::model::Model;
use crate::pointer;
use crate::steps::Step;

/// Returns the texts for a step, best first.
pub(crate) fn offer(
    text: &str,
    values: &Model,
    step: &Step,
    style: Style,
) -> Result<Vec<String>, String> {
    let toml = Toml { text, values, layout: Layout::of(text), newline: style.newline };
    let single =
        |new: Option<String>| new.map(|it| vec![it]).ok_or_else(|| unsafe_change(step.path()));
    match step {
        Step::Replace { path, value } => toml.replaced(path, value, style),
        Step::InsertItem { path, index, value } => Ok(toml.with_item(path, *index, value)),
        Step::InsertKey { path, key, value } => Ok(toml.with_key(path, key, value)),
        Step::Remove { path } => single(toml.without(path)),
        Step::MoveItem { path, from, to } => single(toml.moved(path, *from, *to)),
        Step::Rename { path, key } => single(toml.renamed(path, key)),
    }
}

/// A text with its values and the positions of its parts.
struct Toml<'a> {
    text: &'a str,
    values: &'a Model,
    layout: Layout,
    newline: &'static str,
}

impl Toml<'_> {
    fn replaced(
        &self,
        path: &[String],
        value: &Model,
        style: Style,
    ) -> Result<Vec<String>, String> {
        if let Some(node) = self.layout.node(path) {
            let old = &self.text[node.range.clone()];
            let candidates = literals::candidates(value, old, self.newline);
            return Ok(candidates
                .iter()
                .map(|new| lines::replaced(self.text, node.range.clone(), new))
                .collect());
        }

        // A table of headers or dotted keys.
        let Some((key, parent)) = path.split_last() else { return Err(unsafe_change(path)) };
        let without = self.without(path).ok_or_else(|| unsafe_change(path))?;
        let root = crate::model::parse(crate::format::Format::Toml, &without)?;
        let insert =
            Step::InsertKey { path: parent.to_vec(), key: key.clone(), value: value.clone() };
        offer(&without, &Model::from(&root), &insert, style)
    }

    fn with_item(&self, path: &[String], index: usize, value: &Model) -> Vec<String> {
        let Some(node) = self.layout.node(path) else {
            return self.with_section_item(path, index, value).unwrap_or_default();
        };
        let beside = node.items().get(index.saturating_sub(1));
        let beside = beside.map(|node| Beside { text: self.text, node });
        vec![self.flow(node).inserted(index, &literals::value_of(value, beside, self.newline))]
    }

    fn with_key(&self, path: &[String], key: &str, value: &Model) -> Vec<String> {
        let new_key = literals::key(key);
        if let Some(node) = self.layout.node(path) {
            let entry = format!("{new_key} = {}", literals::value_of(value, None, self.newline));
            let flow = self.flow(node);
            return vec![flow.inserted(flow.items.len(), &entry)];
        }
        self.with_entry(path, &new_key, value)
    }

    fn without(&self, path: &[String]) -> Option<String> {
        let (last, parent) = path.split_last()?;
        if let Some(container) = self.layout.node(parent) {
            let index = match &container.kind {
                Kind::List(_) => pointer::index(last),
                Kind::Table(entries) => entries.iter().position(|it| it.is_named(last)),
                Kind::Scalar => None,
            };
            return Some(self.flow(container).removed(index?));
        }
        self.without_entry(path).or_else(|| self.without_table(path))
    }

    fn moved(&self, path: &[String], from: usize, to: usize) -> Option<String> {
        match self.layout.node(path) {
            Some(node) => Some(self.flow(node).moved(from, to)),
            None => self.with_moved_sections(path, from, to),
        }
    }

    /// Returns the text with another name of a key, in all headers and dotted keys that have it.
    fn renamed(&self, path: &[String], key: &str) -> Option<String> {
        let new = literals::key(key);
        let mut ranges = Vec::new();

        for section in &self.layout.sections {
            if section.path.starts_with(path) {
                let header_key = section.keys.iter().find(|(_, length)| *length == path.len());
                ranges.push(header_key?.0.range.clone());
            } else if let Some(rest) = path.strip_prefix(section.path.as_slice()) {
                let entries = section.entries.iter().filter(|it| {
                    it.is_below(rest) || (it.leads_to(rest) && it.keys.len() == rest.len())
                });
                ranges.extend(entries.map(|it| it.keys[rest.len() - 1].range.clone()));
            }
        }
        if ranges.is_empty() {
            let (_, parent) = path.split_last()?;
            let Kind::Table(entries) = &self.layout.node(parent)?.kind else { return None };
            let below = &path[parent.len()..];
            let entries = entries
                .iter()
                .filter(|it| it.is_below(below) || (it.leads_to(below) && it.keys.len() == 1));
            ranges.extend(entries.map(|it| it.keys[0].range.clone()));
        }

        let mut text = self.text.to_owned();
        for range in ranges.into_iter().rev() {
            text.replace_range(range, &new);
        }
        Some(text)
    }

    fn flow(&self, node: &Node) -> Flow<'_> {
        let items = match &node.kind {
            Kind::List(items) => items.iter().map(|it| it.range.clone()).collect(),
            Kind::Table(entries) => entries.iter().map(layout::Entry::range).collect(),
            Kind::Scalar => Vec::new(),
        };
        let padding = if matches!(node.kind, Kind::Table(_)) { " " } else { "" };
        Flow {
            text: self.text,
            range: node.range.clone(),
            items,
            newline: self.newline,
            indent: "    ",
            padding,
        }
    }
}

impl Node {
    fn items(&self) -> &[Node] {
        if let Kind::List(items) = &self.kind { items } else { &[] }
    }
}
