//! References to a data file, as the keyword `references` of schemas declares them, that follow the file to its new name.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::editor::references::texts_of;
use croupier_base::disk::world::World;
use croupier_base::path::SitePath;
use croupier_base::syntax::data;
use croupier_base::syntax::spanned::{SpannedValue, Value as Spanned};
use croupier_edits::{Edit, escaped};

/// How many levels of a schema are read. A schema can refer to itself.
const MAX_DEPTH: usize = 64;

/// A file with more texts than this is not searched for with each of them.
const MAX_WORDS: usize = 100;

/// A data file that gets another name or is deleted.
pub(super) struct ReferredData {
    old: String,
    /// The name afterwards. None if the file is deleted.
    new: Option<String>,
    values: Value,
    /// Texts of which a file that refers to this one has at least one.
    words: BTreeSet<String>,
}

/// The values of a file that refer to a data file.
#[derive(Default)]
pub(super) struct References {
    /// The edits that write the new name.
    pub edits: Vec<Edit>,
    /// Whether others refer to nothing afterwards.
    pub are_lost: bool,
}

impl ReferredData {
    /// Returns the names of a data file before and after. None for other files, and for the file of a language, which has the rows of its
    /// original.
    pub(super) fn of(
        world: &World,
        from: &SitePath,
        to: Option<&SitePath>,
    ) -> Option<ReferredData> {
        let old = data::name(from).filter(|it| !it.contains('.'))?.to_owned();
        let new = to.and_then(data::name).map(str::to_owned);
        let values = data::read(from, world.read(from).ok()?).unwrap_or_default();

        let mut words = BTreeSet::from([file_name(&old).to_owned()]);
        collect_texts(&values, &mut words);
        Some(ReferredData { old, new, values, words })
    }

    /// Whether a text can refer to the file.
    pub(super) fn concerns(&self, text: &str) -> bool {
        self.words.len() > MAX_WORDS || self.words.iter().any(|it| text.contains(it))
    }

    /// Returns the values that refer to the file by the schema of the values.
    pub(super) fn references(&self, schema: &Value, values: &SpannedValue) -> References {
        let mut found = Vec::new();
        find(schema, schema, values, (String::new(), 0), &mut |references, text, pointer| {
            found.push((references.to_owned(), text.to_owned(), pointer.to_owned()));
        });
        found.sort();
        found.dedup();

        let mut references = References::default();
        for (to, text, pointer) in found {
            if !texts_of(&self.old, &self.values, &to).contains(&text) {
                continue;
            }
            match self.new_text(&to, &text) {
                Some(new) if new == text => {}
                Some(new) => references.edits.extend(serde_json::from_value::<Edit>(
                    json!({ "set": pointer, "value": new }),
                )),
                None => references.are_lost = true,
            }
        }
        references
    }

    /// Returns the text that refers afterwards to what a text refers to. None if there is none.
    fn new_text(&self, to: &str, text: &str) -> Option<String> {
        let new = self.new.as_ref()?;
        let is_name =
            to.strip_suffix("/#").is_some_and(|folder| self.old == format!("{folder}/{text}"));
        let folder = to.strip_suffix('#').filter(|_| is_name);
        if let Some(name) = folder.and_then(|folder| new.strip_prefix(folder)) {
            return Some(name.to_owned());
        }
        texts_of(new, &self.values, to).contains(text).then(|| text.to_owned())
    }
}

/// Returns the last part of the name of a data file.
fn file_name(name: &str) -> &str {
    name.rsplit('/').next().unwrap_or(name)
}

/// Collects the texts of a value.
fn collect_texts(value: &Value, texts: &mut BTreeSet<String>) {
    match value {
        Value::String(text) if !text.is_empty() => drop(texts.insert(text.clone())),
        Value::Array(items) => items.iter().for_each(|item| collect_texts(item, texts)),
        Value::Object(entries) => entries.values().for_each(|item| collect_texts(item, texts)),
        _ => {}
    }
}

/// Calls `add` with each text whose schema has `references`: with that keyword, the text and its pointer.
fn find(
    root: &Value,
    schema: &Value,
    value: &SpannedValue,
    (pointer, depth): (String, usize),
    add: &mut dyn FnMut(&str, &str, &str),
) {
    if depth > MAX_DEPTH {
        return;
    }
    let target = schema["$ref"].as_str().and_then(|it| root.pointer(it.strip_prefix('#')?));
    let alternatives = ["allOf", "anyOf", "oneOf"].iter().filter_map(|it| schema[it].as_array());
    for other in target.into_iter().chain(alternatives.flatten()) {
        find(root, other, value, (pointer.clone(), depth + 1), add);
    }

    let references = schema["x-editor"]["references"].as_str();
    match &value.value {
        Spanned::Text(text) => {
            if let Some(references) = references {
                add(references, text, &pointer);
            }
        }
        Spanned::List(items) => {
            for (index, item) in items.iter().enumerate() {
                let at = format!("{pointer}/{index}");
                if let (Some(references), Spanned::Text(text)) = (references, &item.value) {
                    add(references, text, &at);
                }
                find(root, &schema["items"], item, (at, depth + 1), add);
            }
        }
        Spanned::Table(entries) => {
            for (key, item) in entries {
                let at = format!("{pointer}/{}", escaped(&key.name));
                let own = &schema["properties"][&key.name];
                let schema = if own.is_null() { &schema["additionalProperties"] } else { own };
                find(root, schema, item, (at, depth + 1), add);
            }
        }
        _ => {}
    }
}
