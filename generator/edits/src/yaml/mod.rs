//! Changes of YAML by splicing at the ranges of the parser.

mod layout;
mod literals;

use std::ops::Range;

use croupier_base::syntax::spanned::SpannedValue;

use self::layout::{Item, Kind, Node};
use self::literals::Place;
use crate::flow::Flow;
use crate::format::{Style, unsafe_change};
use crate::lines;
use crate::model::Model;
use crate::steps::Step;

/// Returns the texts for a step, best first.
pub(crate) fn offer(
    text: &str,
    root: &SpannedValue,
    step: &Step,
    style: Style,
) -> Result<Vec<String>, String> {
    let unknown = || unsafe_change(step.path());
    let root = Node::of(text, root, 0, 0).ok_or_else(unknown)?;
    let yaml = Yaml { text, root, newline: style.newline };
    let offered = match step {
        Step::Replace { path, value } => yaml.replaced(path, value),
        Step::InsertItem { path, index, value } => yaml.with_item(path, *index, value),
        Step::InsertKey { path, key, value } => yaml.with_key(path, key, value),
        Step::Remove { path } => yaml.without(path),
        Step::MoveItem { path, from, to } => yaml.moved(path, *from, *to).map(|it| vec![it]),
        Step::Rename { path, key } => yaml.renamed(path, key).map(|it| vec![it]),
    };
    offered.ok_or_else(unknown)
}

/// A text with the positions of its parts.
struct Yaml<'a> {
    text: &'a str,
    root: Node,
    newline: &'static str,
}

impl Yaml<'_> {
    /// Returns the list or table at a path.
    fn node(&self, path: &[String]) -> Option<&Node> {
        Some(self.root.chain(path)?.last().map_or(&self.root, |item| &item.node))
    }

    /// Whether a path is in or at brackets.
    fn is_flow(&self, path: &[String]) -> bool {
        let around = self.root.chain(path).unwrap_or_default();
        self.root.is_flow() || around.iter().any(|item| item.node.is_flow())
    }

    fn column(&self, offset: usize) -> usize {
        offset - lines::start(self.text, offset)
    }

    /// Returns the place of a value whose key or dash is in a column, with the indentation that the file has.
    fn place(&self, column: usize, is_flow: bool) -> Place {
        let (mut step, mut list_step) = (None, None);
        self.find_steps(&self.root, &mut step, &mut list_step);
        let step = step.or(list_step.filter(|it| *it > 0)).unwrap_or(2);
        Place { newline: self.newline, is_flow, column, step, list_step: list_step.unwrap_or(step) }
    }

    fn find_steps(&self, node: &Node, step: &mut Option<usize>, list_step: &mut Option<usize>) {
        for item in node.items().iter().filter(|item| item.node.is_block()) {
            if !item.name.is_empty() && !item.node.is_empty() {
                let inner =
                    self.column(item.node.range.start).checked_sub(self.column(item.lead.start));
                let found = if matches!(item.node.kind, Kind::List(..)) {
                    &mut *list_step
                } else {
                    &mut *step
                };
                *found = found.or(inner);
            }
            self.find_steps(&item.node, step, list_step);
        }
    }

    fn replaced(&self, path: &[String], value: &Model) -> Option<Vec<String>> {
        let Some((_, parent)) = path.split_last() else { return self.new_root(value) };
        let chain = self.root.chain(path)?;
        let item = *chain.last()?;
        let node = &item.node;
        let is_item = item.name.is_empty();
        let is_flow = self.is_flow(parent);
        let place = self.place(self.column(item.lead.start), is_flow);

        let whole = item.lead_end..node.range.end;
        let in_place = |new: &String| {
            if node.is_empty() || node.is_block() {
                lines::replaced(self.text, whole.clone(), &format!(" {new}"))
            } else {
                lines::replaced(self.text, node.range.clone(), new)
            }
        };

        let is_filled = value.is_filled();
        if !is_filled || is_flow {
            let old =
                if matches!(node.kind, Kind::Scalar) { &self.text[node.range.clone()] } else { "" };
            return Some(literals::scalar(value, old, place).iter().map(in_place).collect());
        }

        // A list or table gets lines of its own, unless a comment is in the way.
        let flow = in_place(&literals::flow(value, place));
        let line_rest = &self.text[node.range.end..lines::end(self.text, node.range.end)];
        if !line_rest.trim().is_empty() {
            return Some(vec![flow]);
        }
        let block = lines::replaced(self.text, whole, &literals::after_lead(value, is_item, place));
        // A list of texts that was empty stays in its brackets.
        let is_short = node.is_flow()
            && matches!(value, Model::List(items) if !items.iter().any(Model::is_collection));
        Some(if is_short { vec![flow, block] } else { vec![block, flow] })
    }

    /// Returns a text with a table in place of none.
    fn new_root(&self, value: &Model) -> Option<Vec<String>> {
        let Model::Table(entries) = value else { return None };
        let is_empty = self.root.is_empty() && self.root.items().is_empty();
        let place = self.place(0, false);
        let lines: Vec<String> =
            entries.iter().map(|it| literals::entry(&it.key, &it.value, place)).collect();
        is_empty.then(|| {
            vec![lines::with(self.text, self.text.len(), &lines.join(self.newline), self.newline)]
        })
    }

    fn with_item(&self, path: &[String], index: usize, value: &Model) -> Option<Vec<String>> {
        let node = self.node(path)?;
        if self.is_flow(path) {
            let parent_is_flow = path.split_last().is_some_and(|(_, parent)| self.is_flow(parent));
            if node.items().is_empty()
                && !parent_is_flow
                && value.is_collection()
                && !path.is_empty()
            {
                return self.replaced(path, &Model::List(vec![value.clone()]));
            }
            let old = node.items().get(index.saturating_sub(1));
            let old = old
                .filter(|it| matches!(it.node.kind, Kind::Scalar))
                .map_or("", |it| &self.text[it.node.range.clone()]);
            let forms = match value {
                Model::Text(_) => literals::scalar(value, old, self.place(0, true)),
                _ => vec![literals::flow(value, self.place(0, true))],
            };
            let flow = self.flow(node);
            return Some(forms.iter().map(|it| flow.inserted(index, it)).collect());
        }

        let column = self.column(node.items().first()?.lead.start);
        let place = self.place(column, false);
        let beside = node.items().get(index.saturating_sub(1))?;
        let old = if matches!(beside.node.kind, Kind::Scalar) {
            &self.text[beside.node.range.clone()]
        } else {
            ""
        };
        let forms = match value {
            // A text is in quotes if the one before it is.
            Model::Text(text) if old.starts_with(['\'', '"']) && !text.contains('\n') => {
                literals::scalar(value, old, place).iter().map(|it| format!("- {it}")).collect()
            }
            _ => vec!["-".to_owned() + &literals::after_lead(value, true, place)],
        };
        Some(forms.iter().map(|it| self.with_lines(node, index, it)).collect())
    }

    fn with_key(&self, path: &[String], key: &str, value: &Model) -> Option<Vec<String>> {
        let node = self.node(path)?;
        if self.is_flow(path) {
            let parent_is_flow = path.split_last().is_none_or(|(_, parent)| self.is_flow(parent));
            if node.items().is_empty() && !parent_is_flow {
                let entry =
                    crate::model::Entry { key: key.to_owned(), value: value.clone(), is_new: true };
                return self.replaced(path, &Model::Table(vec![entry]));
            }
            let place = self.place(0, true);
            let entry = format!("{}: {}", literals::key(key, place), literals::flow(value, place));
            let flow = self.flow(node);
            return Some(vec![flow.inserted(flow.items.len(), &entry)]);
        }

        let Some(first) = node.items().first() else {
            let entry =
                crate::model::Entry { key: key.to_owned(), value: value.clone(), is_new: true };
            return self.new_root(&Model::Table(vec![entry])).filter(|_| path.is_empty());
        };
        let place = self.place(self.column(first.lead.start), false);
        let entry = literals::entry(key, value, place);
        Some(vec![self.with_lines(node, node.items().len(), &entry)])
    }

    /// Adds an item or entry of a block on lines of its own.
    fn with_lines(&self, node: &Node, index: usize, new: &str) -> String {
        let items = node.items();
        let indent = " ".repeat(self.column(items[0].lead.start));
        let has_blank = items.len() > 1 && {
            let end = lines::end(self.text, items[0].node.range.end);
            end < items[1].lead.start
                && self.text[end..lines::end(self.text, end)].trim().is_empty()
        };
        let blank = if has_blank { self.newline } else { "" };

        let Some(next) = items.get(index) else {
            let at = lines::end(self.text, items[items.len() - 1].node.range.end);
            return lines::with(self.text, at, &[blank, &indent, new].concat(), self.newline);
        };
        if lines::indentation(self.text, next.lead.start).is_none() {
            // The first item is on the line of the dash around it.
            let new = [new, self.newline, blank, &indent].concat();
            return lines::replaced(self.text, next.lead.start..next.lead.start, &new);
        }
        let at = self.block_start(node, index);
        lines::with(self.text, at, &[&indent, new, blank].concat(), self.newline)
    }

    /// Returns the start of the lines of an item, with the comments directly above it.
    fn block_start(&self, node: &Node, index: usize) -> usize {
        let line = lines::start(self.text, node.items()[index].lead.start);
        let above =
            index.checked_sub(1).map(|it| lines::end(self.text, node.items()[it].node.range.end));
        // The comments above the first item are below the key of the list. In a text, `#` is no comment.
        let floor = above.unwrap_or_else(|| self.lead_line_end(node));
        lines::comments_start(self.text, line, floor.min(line))
    }

    /// Returns the end of the line of the key around a block.
    fn lead_line_end(&self, node: &Node) -> usize {
        let around = Self::item_around(&self.root, node.range.start);
        around.map_or(0, |item| lines::end(self.text, item.lead_end))
    }

    fn item_around(node: &Node, start: usize) -> Option<&Item> {
        let item =
            node.items().iter().find(|it| it.lead.start < start && start < it.node.range.end)?;
        if item.node.range.start == start {
            Some(item)
        } else {
            Self::item_around(&item.node, start)
        }
    }

    fn without(&self, path: &[String]) -> Option<Vec<String>> {
        let (last, parent) = path.split_last()?;
        let node = self.node(parent)?;
        let index = node.position(last)?;
        let items = node.items();
        if node.is_flow() {
            return Some(vec![self.flow(node).removed(index)]);
        }

        let item = &items[index];
        if items.len() == 1 {
            let is_list = matches!(node.kind, Kind::List(..));
            let empty = if is_list { Model::List(Vec::new()) } else { Model::Table(Vec::new()) };
            return match (parent.is_empty(), is_list) {
                (false, _) => self.replaced(parent, &empty),
                (true, true) => Some(vec![lines::replaced(self.text, node.range.clone(), "[]")]),
                (true, false) => Some(vec![lines::without(self.text, self.lines(node, index))]),
            };
        }

        if lines::indentation(self.text, item.lead.start).is_none() {
            // The next item takes the place on the line of the dash around the block.
            let next = items.get(index + 1)?;
            let between = &self.text[lines::end(self.text, item.node.range.end)..next.lead.start];
            let range = item.lead.start..next.lead.start;
            return between.trim().is_empty().then(|| vec![lines::replaced(self.text, range, "")]);
        }
        Some(vec![lines::without(self.text, self.lines(node, index))])
    }

    /// Returns the lines of an item, with the comments that belong to it alone.
    fn lines(&self, node: &Node, index: usize) -> Range<usize> {
        let item = &node.items()[index];
        let line = lines::start(self.text, item.lead.start);
        let end = lines::end(self.text, item.node.range.end);
        let is_shared = node
            .items()
            .get(index + 1)
            .is_some_and(|next| lines::start(self.text, next.lead.start) == end);
        let comments = self.block_start(node, index);
        // A comment at the start of a file can concern all of it.
        let start = if is_shared || comments == 0 { line } else { comments };
        start..end
    }

    fn moved(&self, path: &[String], from: usize, to: usize) -> Option<String> {
        let node = self.node(path)?;
        if node.is_flow() {
            return Some(self.flow(node).moved(from, to));
        }
        let block = |index: usize| {
            let item = &node.items()[index];
            let start = match lines::indentation(self.text, item.lead.start) {
                None => item.lead.start,
                Some(_) => {
                    let start = self.block_start(node, index);
                    let line = &self.text[start..];
                    start + line.len() - line.trim_start_matches(' ').len()
                }
            };
            start..lines::content_end(self.text, item.node.range.end)
        };
        let blocks: Vec<Range<usize>> = (0..node.items().len()).map(block).collect();
        Some(lines::reordered(self.text, &blocks, from, to))
    }

    fn renamed(&self, path: &[String], key: &str) -> Option<String> {
        let (_, parent) = path.split_last()?;
        let item = *self.root.chain(path)?.last()?;
        let key = literals::key(key, self.place(0, self.is_flow(parent)));
        Some(lines::replaced(self.text, item.lead.clone(), &key))
    }

    fn flow(&self, node: &Node) -> Flow<'_> {
        let items = node
            .items()
            .iter()
            .map(|it| it.lead.start..it.node.range.end.max(it.lead_end))
            .collect();
        let padding = if matches!(node.kind, Kind::Table(..)) { " " } else { "" };
        Flow {
            text: self.text,
            range: node.range.clone(),
            items,
            newline: self.newline,
            indent: "  ",
            padding,
        }
    }
}
