//! Applies edits one after the other, and proves each by parsing its result.

use crate::content;
use crate::edit::{Edit, EditError};
use crate::format::{Format, SourceKind, Split, Style, unsafe_change};
use crate::lines;
use crate::model::{self, Model};
use crate::steps::{self, Step};
use crate::{csv, json, toml, yaml};

/// Returns a text after the edits. A content file without front matter gets one in the format `new_front`.
///
/// Each edit refers to the text after the edits before it. If one fails, the error names it, and no text is returned.
pub fn apply(
    source: &str,
    split: &Split<'_>,
    new_front: Format,
    edits: &[Edit],
) -> Result<String, EditError> {
    let is_raw = |edit: &Edit| matches!(edit, Edit::Raw { .. });
    let is_mixed = edits.iter().any(is_raw) && !edits.iter().all(is_raw);
    let mut text = source.to_owned();

    for (index, edit) in edits.iter().enumerate() {
        let result = match edit {
            _ if is_mixed => {
                Err("A change of the raw text cannot be combined with other changes.".to_owned())
            }
            Edit::Raw { range, text: new } => {
                let range = range.in_bytes(&text);
                range.map(|range| lines::replaced(&text, range, new))
            }
            Edit::Body { range, text: new } => content::edit_body(&text, split, *range, new),
            _ => apply_to_values(&text, split, new_front, edit),
        };
        text = result.map_err(|message| EditError {
            edit: index,
            pointer: pointer_of(edit),
            message,
        })?;
    }
    Ok(text)
}

fn pointer_of(edit: &Edit) -> Option<String> {
    match edit {
        Edit::Set { pointer, .. }
        | Edit::Insert { pointer, .. }
        | Edit::Remove { pointer }
        | Edit::Move { pointer, .. } => Some(pointer.clone()),
        Edit::Body { .. } | Edit::Raw { .. } => None,
    }
}

/// Applies an edit to data or front matter.
fn apply_to_values(
    source: &str,
    split: &Split<'_>,
    new_front: Format,
    edit: &Edit,
) -> Result<String, String> {
    let style = Style { newline: lines::newline(source) };
    match split(source)? {
        SourceKind::Data(format) => {
            // Neither YAML nor JSON allows the mark in front of the text.
            let (mark, text) = lines::byte_order_mark(source);
            Ok(mark.to_owned() + &apply_to_text(text, format, style, edit, &|_| true)?)
        }
        SourceKind::Content { front, body } => {
            content::edit_front(source, split, (front, body), new_front, style, edit)
        }
    }
}

/// Applies an edit to a text in a format. `is_allowed` checks the file with the new text.
pub(crate) fn apply_to_text(
    source: &str,
    format: Format,
    style: Style,
    edit: &Edit,
    is_allowed: &dyn Fn(&str) -> bool,
) -> Result<String, String> {
    let values = Model::from(&model::parse(format, source)?);
    let mut text = source.to_owned();
    for step in steps::of(edit, &values, format)? {
        text = apply_step(&text, format, style, &step, is_allowed)?;
    }
    Ok(text)
}

/// Returns the first text that the format offers for a step and that gives exactly the expected values.
fn apply_step(
    text: &str,
    format: Format,
    style: Style,
    step: &Step,
    is_allowed: &dyn Fn(&str) -> bool,
) -> Result<String, String> {
    let root = model::parse(format, text)?;
    let values = Model::from(&root);
    let completed = (format == Format::Csv).then(|| csv::completed(text, step));
    let step = completed.as_ref().unwrap_or(step);
    let mut expected = values.clone();
    step.apply_to(&mut expected);

    let offered = match format {
        Format::Toml => toml::offer(text, &values, step, style)?,
        Format::Yaml => yaml::offer(text, &root, step, style)?,
        Format::Json => json::offer(text, &root, step, style)?,
        Format::Csv => csv::offer(text, step, style)?,
        Format::Text => Vec::new(),
    };

    let is_proven = |new: &String| {
        let read = model::parse(format, new);
        read.is_ok_and(|it| expected.is_read_as(&Model::from(&it))) && is_allowed(new)
    };
    offered.into_iter().find(is_proven).ok_or_else(|| unsafe_change(step.path()))
}
