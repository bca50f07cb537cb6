//! Data with the texts of another language: an overlay sets the values that a schema marks as `"translatable": true`, and no others.

use serde_json::Value;

use crate::pseudo;
use crate::syntax::schema::{Schema, Violation};

/// Returns `base` with the values of an overlay, and what the overlay must not set. Without a schema, it can set texts.
///
/// Tables are merged. The entries of a list are found by the `uniqueKey` of the schema, or by their position if they have no such key.
pub fn localized(
    base: &Value,
    overlay: &Value,
    schema: Option<&Schema>,
) -> (Value, Vec<Violation>) {
    let mut value = base.clone();
    let mut merge = Merge { schema, path: Vec::new(), violations: Vec::new() };
    merge.apply(schema.map(|schema| &schema.root), &mut value, overlay);
    (value, merge.violations)
}

/// Returns the path in an overlay of a value at a path of `base`, which are keys and list indices. None if the overlay does not have it, or has
/// another text in its place.
pub fn path_in_overlay(
    base: &Value,
    overlay: &Value,
    schema: Option<&Schema>,
    path: &[String],
) -> Option<Vec<String>> {
    let merge = Merge { schema, path: Vec::new(), violations: Vec::new() };
    merge.find_in_overlay(base, overlay, path).map(|(found, ..)| found)
}

/// Returns the path in an overlay of the list at a path of `base`, if its entries are found by their position and all are there.
pub fn list_by_position(
    base: &Value,
    overlay: &Value,
    schema: Option<&Schema>,
    path: &[String],
) -> Option<Vec<String>> {
    let merge = Merge { schema, path: Vec::new(), violations: Vec::new() };
    let (found, of_list, base, overlay) = merge.find_in_overlay(base, overlay, path)?;
    let (items, entries) = (base.as_array()?, overlay.as_array()?);
    let is_by_position = !merge.is_text(of_list, base)
        && merge.keys_of(of_list, entries).is_empty()
        && items.len() == entries.len();
    is_by_position.then_some(found)
}

/// Returns `base` with other texts: those that the schema marks, or those that look like texts.
pub fn with_texts(
    base: &Value,
    schema: Option<&Schema>,
    replace: &dyn Fn(&str) -> String,
) -> Value {
    let mut value = base.clone();
    let merge = Merge { schema, path: Vec::new(), violations: Vec::new() };
    merge.replace_texts(schema.map(|schema| &schema.root), "", &mut value, replace);
    value
}

/// Merges an overlay into data, from the outside in.
struct Merge<'a> {
    schema: Option<&'a Schema>,
    /// The keys and list indices of the current value in the overlay.
    path: Vec<String>,
    violations: Vec<Violation>,
}

impl<'a> Merge<'a> {
    fn apply(&mut self, schema: Option<&'a Value>, base: &mut Value, overlay: &Value) {
        match (base, overlay) {
            (base, overlay) if *base == *overlay => {}
            (Value::Object(table), Value::Object(entries)) => {
                for (name, value) in entries {
                    self.path.push(name.clone());
                    let property = self.property(schema, name);
                    match table.get_mut(name) {
                        Some(own) if self.is_text(property, own) => self.replace(own, value),
                        Some(own) => self.apply(property, own, value),
                        None if self.is_marked(property) => {
                            table.insert(name.clone(), value.clone());
                        }
                        None => self.refuse("does not exist in the original", "remove it"),
                    }
                    self.path.pop();
                }
            }
            (Value::Array(items), Value::Array(entries)) => self.apply_list(schema, items, entries),
            (base, overlay) if self.is_text(schema, base) => self.replace(base, overlay),
            _ => self.refuse(
                "is the same in all languages",
                "remove it, or mark it in the schema with `\"translatable\": true`",
            ),
        }
    }

    /// Finds the value of an overlay that changes the one at a path of `base`. Returns its path, its schema and both values.
    fn find_in_overlay<'v>(
        &self,
        mut base: &'v Value,
        mut overlay: &'v Value,
        path: &[String],
    ) -> Option<(Vec<String>, Option<&'a Value>, &'v Value, &'v Value)> {
        let mut schema = self.schema.map(|schema| &schema.root);
        let mut found = Vec::new();

        for part in path {
            if self.is_text(schema, base) {
                return None;
            }
            let (own, part) = match (base, overlay) {
                (Value::Array(items), Value::Array(entries)) => {
                    let index: usize = part.parse().ok()?;
                    let (item, keys) = (items.get(index)?, self.keys_of(schema, entries));
                    let is_same =
                        |entry: &Value| keys.iter().all(|key| entry.get(*key) == item.get(*key));
                    let index =
                        if keys.is_empty() { index } else { entries.iter().position(is_same)? };
                    schema = self.items(schema);
                    overlay = entries.get(index)?;
                    (item, index.to_string())
                }
                _ => {
                    schema = self.property(schema, part);
                    overlay = overlay.get(part)?;
                    (base.get(part)?, part.clone())
                }
            };
            base = own;
            found.push(part);
        }
        Some((found, schema, base, overlay))
    }

    /// Returns the keys that identify the entries of a list in an overlay. Empty if they are found by their position.
    fn keys_of(&self, schema: Option<&'a Value>, entries: &[Value]) -> Vec<&'a str> {
        let mut keys = self.unique_keys(schema);
        // The columns of a CSV file are at the position of their rows.
        if !entries.is_empty()
            && !entries.iter().any(|entry| keys.iter().any(|key| entry.get(*key).is_some()))
        {
            keys.clear();
        }
        keys
    }

    fn apply_list(&mut self, schema: Option<&'a Value>, items: &mut [Value], entries: &[Value]) {
        let keys = self.keys_of(schema, entries);
        if keys.is_empty() && items.len() != entries.len() {
            let message =
                format!("has {} entries, and the original has {}", entries.len(), items.len());
            let hint = "write an entry for each one of the original, `{}` if it has no text; `uniqueKey` in the schema finds them by a key";
            return self.refuse(&message, hint);
        }

        let schema_of_items = self.items(schema);
        for (index, entry) in entries.iter().enumerate() {
            self.path.push(index.to_string());
            let is_same =
                |item: &&mut Value| keys.iter().all(|key| item.get(*key) == entry.get(*key));
            let item =
                if keys.is_empty() { items.get_mut(index) } else { items.iter_mut().find(is_same) };
            match item {
                Some(item) => self.apply(schema_of_items, item, entry),
                None => {
                    let names: Vec<String> = keys.iter().map(|key| format!("`{key}`")).collect();
                    let message = format!(
                        "has no entry of the original with the same {}",
                        names.join(" and ")
                    );
                    self.refuse(&message, "write the key of an entry as in the original");
                }
            }
            self.path.pop();
        }
    }

    /// Replaces the texts in the value of a key.
    fn replace_texts(
        &self,
        schema: Option<&'a Value>,
        key: &str,
        value: &mut Value,
        replace: &dyn Fn(&str) -> String,
    ) {
        match value {
            Value::String(text) => {
                let is_text = match self.schema {
                    Some(_) => self.is_marked(schema),
                    None => pseudo::is_text(key, text),
                };
                if is_text {
                    *text = replace(text);
                }
            }
            Value::Array(items) => {
                // A mark on a list is for its texts.
                let of_items = if self.is_marked(schema) { schema } else { self.items(schema) };
                for item in items {
                    self.replace_texts(of_items, key, item, replace);
                }
            }
            Value::Object(table) => {
                for (name, value) in table {
                    self.replace_texts(self.property(schema, name), name, value, replace);
                }
            }
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }

    /// Replaces a text by its translation. A list of texts can have another length.
    fn replace(&mut self, base: &mut Value, overlay: &Value) {
        let is_same_kind = match self.schema {
            Some(_) => {
                base.is_string() == overlay.is_string() && base.is_array() == overlay.is_array()
            }
            None => base.is_string() == overlay.is_string() && has_texts(overlay),
        };
        if is_same_kind {
            *base = overlay.clone();
        } else {
            self.refuse("has another type than in the original", "write it as in the original");
        }
    }

    fn refuse(&mut self, message: &str, hint: &str) {
        let (message, hint) = (message.to_owned(), Some(hint.to_owned()));
        self.violations.push(Violation { path: self.path.clone(), message, hint });
    }

    /// Whether a value may differ: the schema marks it, or it is a text of a file without a schema.
    fn is_text(&self, schema: Option<&Value>, value: &Value) -> bool {
        match self.schema {
            Some(_) => self.is_marked(schema),
            None => has_texts(value),
        }
    }

    fn is_marked(&self, schema: Option<&Value>) -> bool {
        self.schema.is_some_and(|it| it.is_translatable(schema))
    }

    fn property(&self, schema: Option<&'a Value>, name: &str) -> Option<&'a Value> {
        let of_table = |table: &'a Value| {
            let property = table.get("properties").and_then(|properties| properties.get(name));
            property.or_else(|| table.get("additionalProperties").filter(|it| it.is_object()))
        };
        self.find(schema, &of_table)
    }

    fn items(&self, schema: Option<&'a Value>) -> Option<&'a Value> {
        self.find(schema, &|list| list.get("items"))
    }

    /// Returns the keys that identify an entry of a list.
    fn unique_keys(&self, schema: Option<&'a Value>) -> Vec<&'a str> {
        match self.find(schema, &|list| list.get("uniqueKey")) {
            Some(Value::String(key)) => vec![key],
            Some(Value::Array(keys)) => keys.iter().filter_map(Value::as_str).collect(),
            _ => Vec::new(),
        }
    }

    /// Returns a part of a schema, also if only one of its alternatives has it.
    fn find(
        &self,
        schema: Option<&'a Value>,
        part: &dyn Fn(&'a Value) -> Option<&'a Value>,
    ) -> Option<&'a Value> {
        let schema = self.schema?.resolve(schema)?;
        let alternatives = schema.get("anyOf").and_then(Value::as_array).into_iter().flatten();
        let branches = ["then", "else"].into_iter().filter_map(|name| schema.get(name));
        let mut others = alternatives.chain(branches);
        part(schema).or_else(|| others.find_map(|other| self.find(Some(other), part)))
    }
}

/// Whether a value is a text, or a list of texts.
fn has_texts(value: &Value) -> bool {
    let has_only_texts =
        |items: &Vec<Value>| !items.is_empty() && items.iter().all(Value::is_string);
    value.is_string() || value.as_array().is_some_and(has_only_texts)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn schema() -> Schema {
        let text = json!({ "type": "string", "translatable": true });
        Schema::new(json!({
            "$defs": { "text": text },
            "properties": {
                "title": { "$ref": "#/$defs/text" },
                "price": { "type": "number" },
                "lines": { "type": "array", "items": { "$ref": "#/$defs/text" } },
                "items": {
                    "type": "array",
                    "uniqueKey": "id",
                    "items": { "properties": { "id": { "type": "string" }, "label": { "$ref": "#/$defs/text" } } }
                }
            }
        }))
        .unwrap()
    }

    #[test]
    fn an_overlay_sets_texts() {
        let base = json!({
            "title": "Tea", "price": 3, "lines": ["a"],
            "items": [{ "id": "x", "label": "X" }, { "id": "y", "label": "Y" }]
        });
        let empty = json!({ "items": [] });
        assert_eq!(localized(&base, &empty, Some(&schema())), (base.clone(), Vec::new()));
        let overlay = json!({ "title": "Thé", "lines": ["b", "c"], "items": [{ "id": "y", "label": "Ypsilon" }] });
        let (value, violations) = localized(&base, &overlay, Some(&schema()));
        assert_eq!(violations, []);
        assert_eq!(
            value,
            json!({
                "title": "Thé", "price": 3, "lines": ["b", "c"],
                "items": [{ "id": "x", "label": "X" }, { "id": "y", "label": "Ypsilon" }]
            })
        );
    }

    #[test]
    fn values_are_found_in_an_overlay() {
        let schema = Schema::new(json!({ "properties": {
            "menu": { "type": "array", "items": { "properties": { "label": { "translatable": true } } } },
            "rows": { "type": "array", "uniqueKey": "id", "items": { "properties": { "label": { "translatable": true } } } },
            "lines": { "type": "array", "items": { "translatable": true } }
        } }))
        .unwrap();
        let base = json!({
            "menu": [{ "label": "A" }, { "label": "B" }], "lines": ["a"],
            "rows": [{ "id": "x", "label": "X" }, { "id": "y", "label": "Y" }]
        });
        let overlay =
            json!({ "menu": [{}, {}], "lines": ["b"], "rows": [{ "id": "y", "label": "Z" }] });

        let path = |text: &str| text.split('/').map(str::to_owned).collect::<Vec<_>>();
        let found = |text: &str| path_in_overlay(&base, &overlay, Some(&schema), &path(text));
        assert_eq!(found("menu/1"), Some(path("menu/1")));
        assert_eq!(found("rows/1"), Some(path("rows/0")));
        for missing in ["rows/0", "lines/0", "other"] {
            assert_eq!(found(missing), None, "{missing}");
        }

        let list = |text: &str| list_by_position(&base, &overlay, Some(&schema), &path(text));
        assert_eq!(list("menu"), Some(path("menu")));
        for other in ["rows", "lines", "menu/0"] {
            assert_eq!(list(other), None, "{other}");
        }
    }

    #[test]
    fn an_overlay_sets_nothing_else() {
        let base = json!({ "title": "Tea", "price": 3, "items": [{ "id": "x", "label": "X" }] });
        for (overlay, path) in [
            (json!({ "price": 4 }), "price"),
            (json!({ "title": 4 }), "title"),
            (json!({ "other": "x" }), "other"),
            (json!({ "items": [{ "id": "z", "label": "Z" }] }), "items[0]"),
            (json!({ "items": [{ "id": "x", "code": "Z" }] }), "items[0].code"),
        ] {
            let (_, violations) = localized(&base, &overlay, Some(&schema()));
            let paths: Vec<String> = violations.iter().map(Violation::path_text).collect();
            assert_eq!(paths, [path], "{overlay}");
        }
    }

    #[test]
    fn marked_texts_are_replaced() {
        let base = json!({
            "title": "Tea", "price": 3, "lines": ["a", "b"],
            "items": [{ "id": "x", "label": "X" }]
        });
        let value = with_texts(&base, Some(&schema()), &|text| format!("<{text}>"));
        let expected = json!({
            "title": "<Tea>", "price": 3, "lines": ["<a>", "<b>"],
            "items": [{ "id": "x", "label": "<X>" }]
        });
        assert_eq!(value, expected);

        let base = json!({ "label": "Tea", "icon": "Cup", "list": ["a b", "c"] });
        let value = with_texts(&base, None, &|text| format!("<{text}>"));
        assert_eq!(value, json!({ "label": "<Tea>", "icon": "Cup", "list": ["<a b>", "c"] }));
    }

    #[test]
    fn texts_of_a_file_without_a_schema_can_differ() {
        let base = json!({ "label": "Tea", "size": 2, "list": [{ "a": "b" }, { "a": "c" }] });
        let overlay = json!({ "label": "Thé", "list": [{}, { "a": "d" }] });
        let (value, violations) = localized(&base, &overlay, None);
        assert_eq!(violations, []);
        assert_eq!(value["list"], json!([{ "a": "b" }, { "a": "d" }]));
        assert_eq!(localized(&base, &json!({ "size": 3 }), None).1.len(), 1);
        assert_eq!(localized(&base, &json!({ "list": [] }), None).1.len(), 1);
    }
}
