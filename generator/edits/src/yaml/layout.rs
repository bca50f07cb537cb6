//! Where the keys, dashes and values of a YAML text are. The parser gives ranges of blocks that end at the next value.

use std::ops::Range;

use croupier_base::syntax::spanned::{self, SpannedValue};

use crate::pointer;

/// A value.
#[derive(Debug)]
pub(super) struct Node {
    /// Its range without the white space and comments after it. An empty value is after its colon or dash.
    pub(super) range: Range<usize>,
    pub(super) kind: Kind,
}

/// The kind of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// Between brackets.
    Flow,
    /// On lines of its own.
    Block,
}

/// The kind of a value.
#[derive(Debug)]
pub(super) enum Kind {
    Scalar,
    List(Form, Vec<Item>),
    Table(Form, Vec<Item>),
}

/// An item of a list or an entry of a table.
#[derive(Debug)]
pub(super) struct Item {
    /// The key; empty for an item of a list.
    pub(super) name: String,
    /// Range of the key, or of the dash.
    pub(super) lead: Range<usize>,
    /// Offset after the colon or the dash.
    pub(super) lead_end: usize,
    pub(super) node: Node,
}

impl Node {
    /// Reads a value that follows a colon, a dash or a bracket at `lead_end`. `None` for forms that are not known here, such as explicit
    /// keys.
    pub(super) fn of(text: &str, value: &SpannedValue, lead_end: usize) -> Option<Node> {
        // The range of a list that is not indented begins at its first item.
        let start = next_token(text, lead_end);
        match &value.value {
            spanned::Value::List(items) if text[start..].starts_with('[') => {
                flow_list(text, start, items)
            }
            spanned::Value::Table(entries) if text[start..].starts_with('{') => {
                flow_table(text, start, entries)
            }
            spanned::Value::List(items) => block_list(text, items, lead_end),
            spanned::Value::Table(entries) if !entries.is_empty() => block_table(text, entries),
            spanned::Value::Table(_) => {
                let kind = Kind::Table(Form::Block, Vec::new());
                Some(Node { range: lead_end..lead_end, kind })
            }
            _ => Some(scalar(text, value, lead_end)),
        }
    }

    /// Reads a value in another one. A form that is not known can only be replaced as a whole.
    fn within(text: &str, value: &SpannedValue, lead_end: usize) -> Node {
        Node::of(text, value, lead_end).unwrap_or_else(|| {
            let start = value.range.start.max(lead_end);
            let range = start..content_end(text, value).max(start);
            Node { range, kind: Kind::Scalar }
        })
    }

    /// Returns its items or entries.
    pub(super) fn items(&self) -> &[Item] {
        match &self.kind {
            Kind::Scalar => &[],
            Kind::List(_, items) | Kind::Table(_, items) => items,
        }
    }

    pub(super) fn is_flow(&self) -> bool {
        matches!(self.kind, Kind::List(Form::Flow, _) | Kind::Table(Form::Flow, _))
    }

    /// Whether it is a list or table on lines of its own.
    pub(super) fn is_block(&self) -> bool {
        matches!(self.kind, Kind::List(Form::Block, _) | Kind::Table(Form::Block, _))
    }

    pub(super) fn is_empty(&self) -> bool {
        self.range.is_empty()
    }

    /// Returns the index of a key or item.
    pub(super) fn position(&self, part: &str) -> Option<usize> {
        match &self.kind {
            Kind::Scalar => None,
            Kind::List(_, items) => pointer::index(part).filter(|index| *index < items.len()),
            Kind::Table(_, entries) => entries.iter().position(|it| it.name == part),
        }
    }

    /// Returns the items on the way to a path.
    pub(super) fn chain(&self, path: &[String]) -> Option<Vec<&Item>> {
        let mut node = self;
        let mut chain = Vec::new();
        for part in path {
            let item = &node.items()[node.position(part)?];
            chain.push(item);
            node = &item.node;
        }
        Some(chain)
    }
}

fn scalar(text: &str, value: &SpannedValue, lead_end: usize) -> Node {
    let mut range = value.range.clone();
    // The header of a literal or folded text is before its range.
    let before = text.get(lead_end..range.start).unwrap_or_default();
    if before.trim_start().starts_with(['|', '>']) {
        range.start = lead_end + before.len() - before.trim_start().len();
    }
    let content = text.get(range.clone()).unwrap_or_default().trim_end();
    let is_empty = content.is_empty() || range.start < lead_end;
    let range =
        if is_empty { lead_end..lead_end } else { range.start..range.start + content.len() };
    Node { range, kind: Kind::Scalar }
}

fn flow_list(text: &str, start: usize, items: &[SpannedValue]) -> Option<Node> {
    let item = |item: &SpannedValue| {
        let start = item.range.start;
        let node = Node::within(text, item, start);
        Item { name: String::new(), lead: start..start, lead_end: start, node }
    };
    let items: Vec<Item> = items.iter().map(item).collect();
    let range = flow_range(text, start, &items, ']')?;
    Some(Node { range, kind: Kind::List(Form::Flow, items) })
}

fn flow_table(
    text: &str,
    start: usize,
    entries: &[(spanned::SpannedKey, SpannedValue)],
) -> Option<Node> {
    let entries = entries.iter().map(|entry| item_of(text, entry)).collect::<Option<Vec<_>>>()?;
    let range = flow_range(text, start, &entries, '}')?;
    Some(Node { range, kind: Kind::Table(Form::Flow, entries) })
}

/// Returns the range with both brackets. The parser adds the comment after them.
fn flow_range(text: &str, start: usize, items: &[Item], close: char) -> Option<Range<usize>> {
    let last = items.last().map_or(start + 1, |it| it.node.range.end.max(it.lead_end));
    let token = next_token(text, last);
    let end = if text[token..].starts_with(',') { next_token(text, token + 1) } else { token };
    text[end..].starts_with(close).then_some(start..end + 1)
}

fn block_table(text: &str, entries: &[(spanned::SpannedKey, SpannedValue)]) -> Option<Node> {
    let entries: Vec<Item> =
        entries.iter().map(|entry| item_of(text, entry)).collect::<Option<_>>()?;
    let range = entries.first()?.lead.start..entries.last()?.node.range.end;
    Some(Node { range, kind: Kind::Table(Form::Block, entries) })
}

fn item_of(text: &str, (key, value): &(spanned::SpannedKey, SpannedValue)) -> Option<Item> {
    let after = &text[key.range.end..];
    let colon = after.trim_start_matches([' ', '\t']);
    if !colon.starts_with(':') {
        return None;
    }
    let lead_end = key.range.end + after.len() - colon.len() + 1;
    let node = Node::within(text, value, lead_end);
    Some(Item { name: key.name.clone(), lead: key.range.clone(), lead_end, node })
}

fn block_list(text: &str, items: &[SpannedValue], lead_end: usize) -> Option<Node> {
    let mut found = Vec::new();
    let mut offset = lead_end;
    for item in items {
        let dash = next_token(text, offset);
        if !text[dash..].starts_with('-') {
            return None;
        }
        let node = Node::within(text, item, dash + 1);
        offset = node.range.end;
        found.push(Item { name: String::new(), lead: dash..dash + 1, lead_end: dash + 1, node });
    }
    let range = found.first()?.lead.start..offset;
    Some(Node { range, kind: Kind::List(Form::Block, found) })
}

/// Returns the end of the last scalar of a value.
fn content_end(text: &str, value: &SpannedValue) -> usize {
    match &value.value {
        spanned::Value::List(items) => items.iter().map(|it| content_end(text, it)).max(),
        spanned::Value::Table(entries) => entries.iter().map(|(_, it)| content_end(text, it)).max(),
        _ => None,
    }
    .unwrap_or_else(|| {
        let content = text.get(value.range.clone()).unwrap_or_default();
        value.range.start + content.trim_end().len()
    })
}

/// Returns the offset of the next character that is neither white space nor in a comment.
fn next_token(text: &str, offset: usize) -> usize {
    let mut rest = &text[offset..];
    loop {
        rest = rest.trim_start();
        if rest.starts_with('#') {
            rest = &rest[rest.find('\n').unwrap_or(rest.len())..];
        } else if let Some(after) =
            rest.strip_prefix("---").filter(|it| it.starts_with(['\n', '\r']))
        {
            rest = after;
        } else {
            return text.len() - rest.len();
        }
    }
}
