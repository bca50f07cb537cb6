//! Values as YAML.

use croupier_base::syntax::spanned::{self, SpannedValue};

use crate::literal;
use crate::model::Model;

/// Where a value is written.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place {
    pub(super) newline: &'static str,
    /// Whether it is between brackets.
    pub(super) is_flow: bool,
    /// The column of its key or dash.
    pub(super) column: usize,
    /// What a table in a table is indented by.
    pub(super) step: usize,
    /// What a list in a table is indented by.
    pub(super) list_step: usize,
}

impl Place {
    fn at(self, column: usize) -> Place {
        Place { column, ..self }
    }

    pub(super) fn in_flow(self) -> Place {
        Place { is_flow: true, ..self }
    }

    fn line(self, column: usize) -> String {
        self.newline.to_owned() + &" ".repeat(column)
    }
}

/// Returns the texts of a scalar that replaces `old`, best first.
pub(super) fn scalar(value: &Model, old: &str, place: Place) -> Vec<String> {
    match value {
        Model::Null => vec![if old == "~" { "~" } else { "null" }.to_owned()],
        Model::Boolean(boolean) => {
            let text = boolean.to_string();
            let is_upper = ["TRUE", "FALSE"].contains(&old);
            let is_title = ["True", "False"].contains(&old);
            let styled = if is_upper {
                text.to_uppercase()
            } else if is_title {
                text[..1].to_uppercase() + &text[1..]
            } else {
                text
            };
            vec![styled]
        }
        Model::Integer(number) => vec![literal::integer(old, *number), number.to_string()],
        Model::Float(number) if number.is_nan() => vec![".nan".to_owned()],
        Model::Float(number) if number.is_infinite() => {
            vec![if *number > 0.0 { ".inf" } else { "-.inf" }.to_owned()]
        }
        Model::Float(number) => vec![literal::float(old, *number), literal::float("", *number)],
        Model::Date(date) => vec![literal::date(old, date), date.to_string()],
        Model::Text(text) => texts(text, old, place),
        Model::List(_) | Model::Table(_) => vec![flow(value, place)],
    }
}

/// Returns a value on one line.
pub(super) fn flow(value: &Model, place: Place) -> String {
    let place = place.in_flow();
    match value {
        Model::List(items) => {
            let items: Vec<String> = items.iter().map(|item| flow(item, place)).collect();
            format!("[{}]", items.join(", "))
        }
        Model::Table(entries) if entries.is_empty() => "{}".to_owned(),
        Model::Table(entries) => {
            let entry = |entry: &crate::model::Entry| {
                format!("{}: {}", key(&entry.key, place), flow(&entry.value, place))
            };
            let entries: Vec<String> = entries.iter().map(entry).collect();
            format!("{{ {} }}", entries.join(", "))
        }
        _ => first(scalar(value, "", place)),
    }
}

/// Returns what follows the colon of a key or a dash in `place.column`.
pub(super) fn after_lead(value: &Model, is_item: bool, place: Place) -> String {
    match value {
        Model::List(items) if !items.is_empty() => {
            let column = place.column + if is_item { 2 } else { place.list_step };
            let item = |item: &Model| "-".to_owned() + &after_lead(item, true, place.at(column));
            joined(&items.iter().map(item).collect::<Vec<_>>(), is_item, column, place)
        }
        Model::Table(entries) if !entries.is_empty() => {
            let column = place.column + if is_item { 2 } else { place.step };
            joined(
                &entries
                    .iter()
                    .map(|it| entry(&it.key, &it.value, place.at(column)))
                    .collect::<Vec<_>>(),
                is_item,
                column,
                place,
            )
        }
        _ => " ".to_owned() + &first(scalar(value, "", place)),
    }
}

/// Returns a key with its value.
pub(super) fn entry(name: &str, value: &Model, place: Place) -> String {
    format!("{}:{}", key(name, place), after_lead(value, false, place))
}

/// Joins lines. The first one of a list item is on the line of its dash.
fn joined(lines: &[String], is_item: bool, column: usize, place: Place) -> String {
    let line = place.line(column);
    let start = if is_item { " " } else { line.as_str() };
    start.to_owned() + &lines.join(&line)
}

fn first(forms: Vec<String>) -> String {
    forms.into_iter().next().unwrap_or_default()
}

/// Returns a key, in quotes if it needs them.
pub(super) fn key(name: &str, place: Place) -> String {
    let is_simple =
        name.chars().all(|it| it.is_alphanumeric() || ['_', '-', '.', ' '].contains(&it));
    if is_simple && is_plain(name, place.is_flow) { name.to_owned() } else { double(name) }
}

fn texts(text: &str, old: &str, place: Place) -> Vec<String> {
    let mut forms = Vec::new();
    let is_block = old.starts_with(['|', '>']);
    let has_breaks = text.contains('\n');

    if !place.is_flow && !text.is_empty() && (is_block || has_breaks) {
        let old_lines = old.lines().skip(1).filter(|line| !line.trim().is_empty());
        let old_indent =
            old_lines.map(|line| line.len() - line.trim_start_matches(' ').len()).next();
        let indent = old_indent.filter(|_| is_block).unwrap_or(place.column + place.step.max(2));
        let styles = if old.starts_with('>') { ['>', '|'].as_slice() } else { &['|'] };
        let readable = styles.iter().filter(|style| is_read_from_block(**style, text));
        forms.extend(readable.map(|style| block(*style, text, indent, place)));
    }
    // A comment after the header of a literal or folded text stays only in another header.
    let header = old.lines().next().unwrap_or_default();
    if is_block && let Some((_, comment)) = header.split_once(" #") {
        let with_comment = |form: &String| {
            let (header, lines) = form.split_at(form.find(['\r', '\n']).unwrap_or(form.len()));
            format!("{header} #{comment}{lines}")
        };
        return forms.iter().map(with_comment).collect();
    }

    let is_printable = !text.contains(is_escaped) && !has_breaks;
    match old.chars().next() {
        Some('\'') if is_printable => forms.push(format!("'{}'", text.replace('\'', "''"))),
        Some('"') => {}
        _ if is_plain(text, place.is_flow) => forms.push(text.to_owned()),
        _ => {}
    }
    forms.push(double(text));
    forms
}

/// Returns a literal (`|`) or folded (`>`) text.
fn block(style: char, text: &str, indent: usize, place: Place) -> String {
    let (chomping, content) = match text.strip_suffix('\n') {
        None => ("-", text),
        Some(content) if content.is_empty() || content.ends_with('\n') => ("+", content),
        Some(content) => ("", content),
    };
    let first_line = content.lines().find(|line| !line.is_empty()).unwrap_or_default();
    // Leading spaces would be taken for indentation.
    let indicator = if first_line.starts_with(' ') {
        indent.saturating_sub(place.column).to_string()
    } else {
        String::new()
    };

    let mut lines = vec![format!("{style}{indicator}{chomping}")];
    let mut is_after_text = false;
    for line in content.split('\n') {
        // In folded texts, a line break is a space, and an empty line is a line break.
        if style == '>' && is_after_text && !line.is_empty() {
            lines.push(String::new());
        }
        is_after_text = !line.is_empty() || is_after_text;
        let indentation = if line.is_empty() { 0 } else { indent };
        lines.push(" ".repeat(indentation) + line);
    }
    lines.join(place.newline)
}

/// Whether a literal or folded text is read as it is. Carriage returns, for example, are not.
fn is_read_from_block(style: char, text: &str) -> bool {
    let place = Place { newline: "\n", is_flow: false, column: 0, step: 2, list_step: 2 };
    let read = spanned::yaml(&format!("a: {}\nb: 1\n", block(style, text, 2, place)));
    read.is_ok_and(|it| it.get("a").and_then(SpannedValue::as_text) == Some(text))
}

/// Whether a text needs no quotes: it is no other value in YAML 1.1 or 1.2, and has no indicators.
fn is_plain(text: &str, is_flow: bool) -> bool {
    const OTHER_VALUES: [&str; 6] = ["yes", "no", "on", "off", "null", "~"];
    const INDICATORS: &str = "-?:,[]{}#&*!|>'\"%@`=<";
    let is_number = text.starts_with(|it: char| it.is_ascii_digit() || "+.".contains(it))
        && text.chars().all(|it| it.is_ascii_hexdigit() || "_:.+-xo".contains(it));
    if is_number
        || text.trim() != text
        || text.starts_with(|it| INDICATORS.contains(it))
        || text.contains(|it| is_escaped(it) || it == '\n')
        || OTHER_VALUES.contains(&text.to_lowercase().as_str())
        || (is_flow && text.contains([',', '[', ']', '{', '}', ':']))
    {
        return false;
    }
    let read = spanned::yaml(&format!("a: {text}\nb: 1\n"));
    read.is_ok_and(|it| {
        it.entries().len() == 2 && it.get("a").and_then(SpannedValue::as_text) == Some(text)
    })
}

fn double(text: &str) -> String {
    let mut result = String::from("\"");
    for character in text.chars() {
        match character {
            '"' => result.push_str("\\\""),
            '\\' => result.push_str("\\\\"),
            '\n' => result.push_str("\\n"),
            '\r' => result.push_str("\\r"),
            '\t' => result.push_str("\\t"),
            it if is_escaped(it) && u32::from(it) <= 0xff => {
                result.push_str(&format!("\\x{:02x}", u32::from(it)));
            }
            it if is_escaped(it) => result.push_str(&format!("\\u{:04x}", u32::from(it))),
            it => result.push(it),
        }
    }
    result.push('"');
    result
}

/// Whether a character other than a line break is only written as an escape sequence.
fn is_escaped(character: char) -> bool {
    (character.is_control() && character != '\n')
        || ['\u{2028}', '\u{2029}', '\u{feff}'].contains(&character)
}
