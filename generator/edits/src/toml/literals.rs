//! Keys and values as TOML.

use super::layout::{Kind, Node};
use crate::literal;
use crate::model::{Entry, Model};

/// The most columns of a list on one line.
const MAX_COLUMNS: usize = 100;

/// Returns the texts for a value that replaces `old`, best first.
pub(super) fn candidates(value: &Model, old: &str, newline: &str) -> Vec<String> {
    match value {
        Model::Text(text) => texts(text, old, newline),
        Model::Integer(number) => vec![literal::integer(old, *number), number.to_string()],
        Model::Float(number) => vec![float(old, *number), float("", *number)],
        Model::Date(date) => vec![literal::date(old, date), date.to_string()],
        _ => vec![value_of(value, None, newline)],
    }
}

/// A value next to a new one, whose numbers, dates and quotes the new one imitates.
#[derive(Clone, Copy)]
pub(super) struct Beside<'a> {
    pub(super) text: &'a str,
    pub(super) node: &'a Node,
}

impl<'a> Beside<'a> {
    fn literal(self) -> &'a str {
        if matches!(self.node.kind, Kind::Scalar) {
            &self.text[self.node.range.clone()]
        } else {
            ""
        }
    }

    fn item(self) -> Option<Beside<'a>> {
        let Kind::List(items) = &self.node.kind else { return None };
        items.first().map(|node| Beside { node, ..self })
    }

    fn entry(self, key: &str) -> Option<Beside<'a>> {
        let Kind::Table(entries) = &self.node.kind else { return None };
        let entry = entries.iter().find(|it| it.is_named(key))?;
        Some(Beside { node: &entry.value, ..self })
    }
}

/// Returns a new value on one line, or a long list with a line for each item.
pub(super) fn value_of(value: &Model, beside: Option<Beside<'_>>, newline: &str) -> String {
    let old = beside.map_or("", Beside::literal);
    match value {
        Model::Null => String::new(),
        Model::Boolean(boolean) => boolean.to_string(),
        Model::Integer(number) => literal::integer(old, *number),
        Model::Float(number) => float(old, *number),
        Model::Date(date) => literal::date(old, date),
        Model::Text(text)
            if old.starts_with('\'') && !old.starts_with("'''") && is_literal(text) =>
        {
            format!("'{text}'")
        }
        Model::Text(text) => basic(text),
        Model::List(items) => {
            let item = |item: &Model| value_of(item, beside.and_then(Beside::item), newline);
            let items: Vec<String> = items.iter().map(item).collect();
            let line = format!("[{}]", items.join(", "));
            if line.len() <= MAX_COLUMNS || items.len() < 2 {
                return line;
            }
            let lines = items.iter().map(|item| format!("    {item},{newline}"));
            format!("[{newline}{}]", lines.collect::<String>())
        }
        Model::Table(entries) if entries.is_empty() => "{}".to_owned(),
        Model::Table(entries) => {
            let entry = |it: &Entry| {
                let beside = beside.and_then(|beside| beside.entry(&it.key));
                format!("{} = {}", key(&it.key), value_of(&it.value, beside, newline))
            };
            format!("{{ {} }}", entries.iter().map(entry).collect::<Vec<_>>().join(", "))
        }
    }
}

/// Whether single quotes can hold a text.
fn is_literal(text: &str) -> bool {
    !text.contains(|it: char| it == '\'' || (it.is_control() && it != '\t'))
}

/// Returns a key, in quotes if it needs them.
pub(super) fn key(name: &str) -> String {
    let is_bare = |it: u8| it.is_ascii_alphanumeric() || it == b'_' || it == b'-';
    if !name.is_empty() && name.bytes().all(is_bare) { name.to_owned() } else { basic(name) }
}

fn float(old: &str, number: f64) -> String {
    if number.is_finite() {
        literal::float(old, number)
    } else {
        number.to_string().replace("NaN", "nan")
    }
}

/// Returns the forms of a text. Lines within quotes can be read as fences of front matter, so that the last form has none.
fn texts(text: &str, old: &str, newline: &str) -> Vec<String> {
    let mut forms = Vec::new();
    let is_multiline = old.starts_with("\"\"\"") || old.starts_with("'''");
    if is_multiline || text.contains('\n') {
        let quotes = if old.starts_with('\'') { "'''" } else { "\"\"\"" };
        let breaks = ["\r\n", "\n"]
            .into_iter()
            .find(|it| old.get(3..).is_some_and(|rest| rest.starts_with(it)));
        let first_line = if is_multiline { breaks.unwrap_or_default() } else { newline };
        forms.extend(multiline(text, quotes, first_line, newline));
        forms.extend(multiline(text, "\"\"\"", first_line, newline));
    } else if old.starts_with('\'') && is_literal(text) {
        forms.push(format!("'{text}'"));
    }
    forms.push(basic(text));
    forms
}

/// Returns a text between three quotes; `None` if apostrophes cannot hold it. Line breaks of the text are those of the file.
fn multiline(text: &str, quotes: &str, first_line: &str, newline: &str) -> Option<String> {
    let unified = if newline == "\r\n" { text.replace(newline, "\n") } else { text.to_owned() };
    let content = if quotes == "'''" {
        if unified.contains("''") || unified.ends_with('\'') || unified.contains('\r') {
            return None;
        }
        unified
    } else {
        unified.split('\n').map(|line| escaped(line, true)).collect::<Vec<_>>().join("\n")
    };
    // A first line break after the quotes is no part of the text.
    let has_break = !first_line.is_empty() || !content.starts_with('\n');
    let first_line = if has_break { first_line } else { newline };
    Some([quotes, first_line, &content.replace('\n', newline), quotes].concat())
}

fn basic(text: &str) -> String {
    format!("\"{}\"", escaped(text, false))
}

/// Escapes a text for double quotes. Between three of them, only a quote after two others or at the end needs it.
fn escaped(text: &str, is_multiline: bool) -> String {
    let mut result = String::with_capacity(text.len());
    let mut characters = text.chars().peekable();
    let mut quotes = 0;

    while let Some(character) = characters.next() {
        quotes = if character == '"' { quotes + 1 } else { 0 };
        match character {
            '"' if is_multiline && quotes % 3 != 0 && characters.peek().is_some() => {
                result.push('"');
            }
            '"' => result.push_str("\\\""),
            '\\' => result.push_str("\\\\"),
            '\n' => result.push_str("\\n"),
            '\r' => result.push_str("\\r"),
            '\t' if is_multiline => result.push('\t'),
            '\t' => result.push_str("\\t"),
            '\u{8}' => result.push_str("\\b"),
            '\u{c}' => result.push_str("\\f"),
            it if it.is_control() => result.push_str(&format!("\\u{:04X}", u32::from(it))),
            it => result.push(it),
        }
    }
    result
}
