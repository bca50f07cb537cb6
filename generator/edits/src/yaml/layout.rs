//! Where the keys, dashes and values of a YAML text are. The parser gives ranges of blocks that end at the next value.

use std::ops::Range;

use croupier_base::syntax::spanned::{self, SpannedValue};

use crate::lines;
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
    /// Reads a value after a key or a dash, which begins at `lead` and whose colon ends at `lead_end`. `None` for forms that are not known here, such as explicit
    /// keys.
    pub(super) fn of(
        text: &str,
        value: &SpannedValue,
        lead: usize,
        lead_end: usize,
    ) -> Option<Node> {
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
            _ => Some(scalar(text, value, lead, lead_end)),
        }
    }

    /// Reads a value in another one. A form that is not known can only be replaced as a whole.
    fn within(text: &str, value: &SpannedValue, lead: usize, lead_end: usize) -> Node {
        Node::of(text, value, lead, lead_end).unwrap_or_else(|| {
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

/// Returns the range of a scalar. That of the parser can include comments after it.
fn scalar(text: &str, value: &SpannedValue, lead: usize, lead_end: usize) -> Node {
    let empty = Node { range: lead_end..lead_end, kind: Kind::Scalar };
    let mut start = value.range.start;
    // The header of a literal or folded text is before its range.
    let before = text.get(lead_end..start).unwrap_or_default();
    if before.trim_start().starts_with(['|', '>']) {
        start = lead_end + before.len() - before.trim_start().len();
    }
    if start < lead_end {
        return empty;
    }

    let length = match text[start..].chars().next() {
        Some(quote @ ('"' | '\'')) => quoted_length(&text[start..], quote),
        Some('|' | '>') => {
            let column = lead - lines::start(text, lead);
            block_length(&text[start..], column)
        }
        _ => text.get(start..value.range.end).unwrap_or_default().trim_end().len(),
    };
    if length == 0 { empty } else { Node { range: start..start + length, kind: Kind::Scalar } }
}

/// Returns the length of a text in quotes.
fn quoted_length(text: &str, quote: char) -> usize {
    let mut characters = text.char_indices().skip(1).peekable();
    while let Some((offset, character)) = characters.next() {
        if character == '\\' && quote == '"' {
            characters.next();
        } else if character == quote {
            let is_doubled = quote == '\'' && characters.next_if(|(_, it)| *it == quote).is_some();
            if !is_doubled {
                return offset + 1;
            }
        }
    }
    text.len()
}

/// Returns the length of a literal or folded text without the blank lines after it. `column` is that of its key or dash.
fn block_length(text: &str, column: usize) -> usize {
    let indentation = |line: &str| line.len() - line.trim_start_matches(' ').len();
    let mut lines = text.split_inclusive('\n');
    let header = lines.next().unwrap_or_default();
    let has_indicator =
        header.trim_start_matches(['|', '>', '+', '-']).starts_with(|it: char| it.is_ascii_digit());

    let mut least = has_indicator.then_some(column + 1);
    let (mut length, mut offset) = (header.trim_end().len(), header.len());
    for line in lines {
        if !line.trim().is_empty() {
            let indent = indentation(line);
            if indent < *least.get_or_insert(indent) || indent <= column {
                break;
            }
            length = offset + line.trim_end_matches(['\r', '\n']).len();
        }
        offset += line.len();
    }
    length
}

fn flow_list(text: &str, start: usize, items: &[SpannedValue]) -> Option<Node> {
    let item = |item: &SpannedValue| {
        let start = item.range.start;
        let node = Node::within(text, item, start, start);
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
    let node = Node::within(text, value, key.range.start, lead_end);
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
        let node = Node::within(text, item, dash, dash + 1);
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
