//! Changes of JSON by splicing at the ranges of the parser.

use croupier_base::syntax::spanned::{self, SpannedValue};

use crate::flow::Flow;
use crate::format::{Style, unsafe_change};
use crate::literal;
use crate::model::{Entry, Model};
use crate::pointer;
use crate::steps::Step;

/// Returns the texts for a step, best first.
pub(crate) fn offer(
    text: &str,
    root: &SpannedValue,
    step: &Step,
    style: Style,
) -> Result<Vec<String>, String> {
    let json =
        Json { text, root, newline: style.newline, indent: indent(text), is_dense: is_dense(text) };
    json.offer(step).ok_or_else(|| unsafe_change(step.path()))
}

/// A text with its values, and its style.
struct Json<'a> {
    text: &'a str,
    root: &'a SpannedValue,
    newline: &'static str,
    /// One level of indentation.
    indent: &'a str,
    /// Whether no space follows colons and commas.
    is_dense: bool,
}

/// Returns the indentation of the first indented line.
fn indent(text: &str) -> &str {
    let indented =
        text.lines().skip(1).find(|line| line.starts_with([' ', '\t']) && !line.trim().is_empty());
    indented.map_or("  ", |line| &line[..line.len() - line.trim_start().len()])
}

/// Whether the first colon after a key has no space after it.
fn is_dense(text: &str) -> bool {
    let colon = text.find("\":").map(|it| it + 2);
    colon.is_some_and(|it| !text[it..].starts_with(|it: char| it.is_whitespace()))
}

impl Json<'_> {
    fn offer(&self, step: &Step) -> Option<Vec<String>> {
        match step {
            Step::Replace { path, value } => {
                let old = self.at(path)?;
                let literal = &self.text[old.range.clone()];
                let outer = self.line_indent(old.range.start);
                let offered = match value {
                    Model::Integer(_) | Model::Float(_) => {
                        vec![number(value, literal), number(value, "")]
                    }
                    _ => vec![self.value(value, &outer, literal.contains('\n'))],
                };
                let splice =
                    |new: &String| crate::lines::replaced(self.text, old.range.clone(), new);
                Some(offered.iter().map(splice).collect())
            }
            Step::InsertItem { path, index, value } => {
                let list = self.at(path)?;
                Some(vec![self.inserted(list, *index, "", value)])
            }
            Step::InsertKey { path, key, value } => {
                let table = self.at(path)?;
                let colon = if self.is_dense { ":" } else { ": " };
                let key = text_literal(key) + colon;
                Some(vec![self.inserted(table, table.entries().len(), &key, value)])
            }
            Step::Remove { path } => {
                let (last, parent) = path.split_last()?;
                let parent = self.at(parent)?;
                let index = match &parent.value {
                    spanned::Value::List(_) => pointer::index(last)?,
                    _ => parent.entries().iter().position(|(key, _)| key.name == *last)?,
                };
                Some(vec![self.flow(parent).removed(index)])
            }
            Step::MoveItem { path, from, to } => {
                Some(vec![self.flow(self.at(path)?).moved(*from, *to)])
            }
            Step::Rename { path, key } => {
                let (last, parent) = path.split_last()?;
                let (old, _) =
                    self.at(parent)?.entries().iter().find(|(key, _)| key.name == *last)?;
                Some(vec![crate::lines::replaced(self.text, old.range.clone(), &text_literal(key))])
            }
        }
    }

    fn at(&self, path: &[String]) -> Option<&SpannedValue> {
        path.iter().try_fold(self.root, |value, part| match &value.value {
            spanned::Value::List(items) => items.get(pointer::index(part)?),
            _ => value.get(part),
        })
    }

    fn flow(&self, value: &SpannedValue) -> Flow<'_> {
        let items = match &value.value {
            spanned::Value::List(items) => items.iter().map(|it| it.range.clone()).collect(),
            _ => value
                .entries()
                .iter()
                .map(|(key, value)| key.range.start..value.range.end)
                .collect(),
        };
        Flow {
            text: self.text,
            range: value.range.clone(),
            items,
            newline: self.newline,
            indent: self.indent,
            padding: "",
        }
    }

    fn line_indent(&self, offset: usize) -> String {
        let line = &self.text[crate::lines::start(self.text, offset)..];
        line[..line.len() - line.trim_start_matches([' ', '\t']).len()].to_owned()
    }

    /// Inserts an item, or an entry whose key and colon are `start`.
    fn inserted(&self, around: &SpannedValue, index: usize, start: &str, value: &Model) -> String {
        let flow = self.flow(around);
        let has_lines = self.text.trim_end().contains('\n');

        if flow.items.is_empty() && has_lines && (!start.is_empty() || value.is_filled()) {
            // An empty object, or a list that gets an object, is opened as in files that `JSON.stringify` indents.
            let outer = self.line_indent(around.range.start);
            let inner = outer.clone() + self.indent;
            let item = self.value(value, &inner, true);
            let new = [self.newline, &inner, start, &item, self.newline, &outer].concat();
            return crate::lines::replaced(
                self.text,
                around.range.start + 1..around.range.end - 1,
                &new,
            );
        }

        // The value has lines if it is on a line of its own, and the ones next to it have lines.
        let indent = flow.item_indent();
        let beside = flow.items.iter().map(|it| &self.text[it.clone()]);
        let mut collections = beside.filter(|it| it.ends_with(['}', ']'])).peekable();
        let is_open = collections.peek().is_none() || collections.any(|it| it.contains('\n'));
        let item =
            self.value(value, indent.as_deref().unwrap_or_default(), indent.is_some() && is_open);
        let text = flow.inserted(index, &format!("{start}{item}"));
        if !self.is_dense || indent.is_some() || flow.items.is_empty() {
            return text;
        }
        // In a file without spaces, no space follows the new comma.
        let spaced = format!(", {start}{item}");
        let at_end = format!("{start}{item}, ");
        let after =
            flow.items.get(index).map_or(flow.items[flow.items.len() - 1].end, |it| it.start);
        match &text[after..] {
            rest if rest.starts_with(&spaced) => {
                crate::lines::replaced(&text, after + 1..after + 2, "")
            }
            rest if rest.starts_with(&at_end) => {
                crate::lines::replaced(&text, after + at_end.len() - 1..after + at_end.len(), "")
            }
            _ => text,
        }
    }

    /// Returns a value. `indent` is that of its line.
    fn value(&self, value: &Model, indent: &str, is_open: bool) -> String {
        let (start, items, end) = match value {
            Model::List(items) => {
                ('[', items.iter().map(|it| (String::new(), it)).collect::<Vec<_>>(), ']')
            }
            Model::Table(entries) => {
                let colon = if self.is_dense { ":" } else { ": " };
                let entry = |it: &'_ Entry| text_literal(&it.key) + colon;
                ('{', entries.iter().map(|it| (entry(it), &it.value)).collect(), '}')
            }
            _ => return scalar(value),
        };
        if items.is_empty() {
            return format!("{start}{end}");
        }

        // A list of scalars is short.
        let has_lines = is_open && (start == '{' || items.iter().any(|(_, it)| it.is_filled()));
        if has_lines {
            let inner = indent.to_owned() + self.indent;
            let lines: Vec<String> = items
                .iter()
                .map(|(key, it)| format!("{inner}{key}{}", self.value(it, &inner, true)))
                .collect();
            let separator = ",".to_owned() + self.newline;
            return [
                &start.to_string(),
                self.newline,
                &lines.join(&separator),
                self.newline,
                indent,
                &end.to_string(),
            ]
            .concat();
        }
        let items: Vec<String> =
            items.iter().map(|(key, it)| format!("{key}{}", self.value(it, "", false))).collect();
        format!("{start}{}{end}", items.join(if self.is_dense { "," } else { ", " }))
    }
}

fn scalar(value: &Model) -> String {
    match value {
        Model::Boolean(boolean) => boolean.to_string(),
        Model::Integer(_) | Model::Float(_) => number(value, ""),
        Model::Text(text) => text_literal(text),
        Model::Date(date) => text_literal(&date.to_string()),
        Model::Null | Model::List(_) | Model::Table(_) => "null".to_owned(),
    }
}

fn number(value: &Model, old: &str) -> String {
    match value {
        Model::Float(number) => literal::float(old, *number),
        Model::Integer(number) => number.to_string(),
        _ => String::new(),
    }
}

fn text_literal(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
