//! References to a data file, as the keyword `references` of schemas declares them, that follow the file to its new name.

use serde_json::{Value, json};

use croupier_base::path::SitePath;
use croupier_base::syntax::data;
use croupier_base::syntax::spanned::{SpannedValue, Value as Spanned};
use croupier_edits::{Edit, escaped};

/// How many levels of a schema are read. A schema can refer to itself.
const MAX_DEPTH: usize = 64;

/// A data file that gets another name in its folder.
pub(super) struct RenamedData {
    /// The value of `references` for files of the folder.
    references: String,
    old: String,
    new: String,
}

impl RenamedData {
    /// Returns the names of a data file before and after. None for other files, and for one that moves to another folder.
    pub(super) fn of(from: &SitePath, to: &SitePath) -> Option<RenamedData> {
        let (folder, old) = data::name(from)?.rsplit_once('/')?;
        let (new_folder, new) = data::name(to)?.rsplit_once('/')?;
        // The file of a language has the name of its original.
        let is_original = !old.contains('.') && !new.contains('.');
        (folder == new_folder && is_original).then(|| RenamedData {
            references: format!("{folder}/#"),
            old: old.to_owned(),
            new: new.to_owned(),
        })
    }

    /// Returns a data file that is deleted. None for other files.
    pub(super) fn deleted(path: &SitePath) -> Option<RenamedData> {
        RenamedData::of(path, path)
    }

    /// Whether a text can refer to the file.
    pub(super) fn concerns(&self, text: &str) -> bool {
        text.contains(&self.old)
    }

    /// Returns the edits of values that refer to the file by the schema of the values.
    pub(super) fn edits(&self, schema: &Value, values: &SpannedValue) -> Vec<Edit> {
        let mut pointers = Vec::new();
        self.find(schema, schema, values, (String::new(), 0), &mut pointers);
        pointers.sort();
        pointers.dedup();
        let edits = pointers.iter().map(|pointer| json!({ "set": pointer, "value": self.new }));
        serde_json::from_value(edits.collect()).unwrap_or_default()
    }

    /// Collects the pointers of texts that refer to the file.
    fn find(
        &self,
        root: &Value,
        schema: &Value,
        value: &SpannedValue,
        (pointer, depth): (String, usize),
        found: &mut Vec<String>,
    ) {
        if depth > MAX_DEPTH {
            return;
        }
        let target = schema["$ref"].as_str().and_then(|it| root.pointer(it.strip_prefix('#')?));
        let alternatives =
            ["allOf", "anyOf", "oneOf"].iter().filter_map(|it| schema[it].as_array());
        for other in target.into_iter().chain(alternatives.flatten()) {
            self.find(root, other, value, (pointer.clone(), depth + 1), found);
        }

        let is_reference = schema["x-editor"]["references"] == *self.references;
        match &value.value {
            Spanned::Text(text) if is_reference && *text == self.old => found.push(pointer),
            Spanned::List(items) => {
                for (index, item) in items.iter().enumerate() {
                    let at = format!("{pointer}/{index}");
                    let is_old = matches!(&item.value, Spanned::Text(text) if *text == self.old);
                    if is_reference && is_old {
                        found.push(at);
                    } else {
                        self.find(root, &schema["items"], item, (at, depth + 1), found);
                    }
                }
            }
            Spanned::Table(entries) => {
                for (key, item) in entries {
                    let at = format!("{pointer}/{}", escaped(&key.name));
                    let own = &schema["properties"][&key.name];
                    let schema = if own.is_null() { &schema["additionalProperties"] } else { own };
                    self.find(root, schema, item, (at, depth + 1), found);
                }
            }
            _ => {}
        }
    }
}
