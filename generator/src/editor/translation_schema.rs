//! The schema of a data file in another language, which has only translatable texts and the keys of entries.

use croupier_base::syntax::spanned::{SpannedValue, Value as Spanned};

/// How many levels of a schema are read. A schema can refer to itself.
const MAX_DEPTH: usize = 64;

/// Keywords whose value is a schema, or a list or a table of schemas, for parts of a value.
const PARTS: [&str; 7] =
    ["properties", "items", "additionalProperties", "patternProperties", "allOf", "anyOf", "oneOf"];

/// Returns the schema of the file of a language: properties without texts are left out, because a build refuses them there, and only the keys of
/// entries are required.
pub(super) fn texts_only(mut schema: SpannedValue) -> SpannedValue {
    let root = schema.clone();
    let mut keys = Vec::new();
    collect_keys(&root, &mut keys);
    remove_others(&root, &keys, &mut schema);
    schema
}

/// Collects the names in all `uniqueKey` of a schema.
fn collect_keys(schema: &SpannedValue, keys: &mut Vec<String>) {
    match &schema.value {
        Spanned::List(items) => items.iter().for_each(|it| collect_keys(it, keys)),
        Spanned::Table(entries) => {
            for (key, value) in entries {
                match &value.value {
                    Spanned::Text(name) if key.name == "uniqueKey" => keys.push(name.clone()),
                    Spanned::List(names) if key.name == "uniqueKey" => {
                        keys.extend(names.iter().filter_map(text));
                    }
                    _ => collect_keys(value, keys),
                }
            }
        }
        _ => {}
    }
}

fn text(value: &SpannedValue) -> Option<String> {
    match &value.value {
        Spanned::Text(text) => Some(text.clone()),
        _ => None,
    }
}

/// Whether a schema marks a value, or a part of it, as translatable.
fn has_texts(root: &SpannedValue, schema: &SpannedValue, depth: usize) -> bool {
    let is_marked =
        matches!(schema.get("translatable"), Some(it) if it.value == Spanned::Boolean(true));
    if is_marked || depth > MAX_DEPTH {
        return is_marked;
    }

    let target = schema.get("$ref").and_then(text);
    let target = target.and_then(|it| {
        it.strip_prefix("#/")?.split('/').try_fold(root, |value, name| value.get(name))
    });
    let parts = PARTS.iter().filter_map(|keyword| schema.get(keyword)).chain(target);
    parts.into_iter().any(|part| match &part.value {
        Spanned::List(items) => items.iter().any(|it| has_texts(root, it, depth + 1)),
        Spanned::Table(entries) => {
            has_texts(root, part, depth + 1)
                || entries.iter().any(|(_, it)| has_texts(root, it, depth + 1))
        }
        _ => false,
    })
}

/// Removes the properties without texts and the requirements of a schema and of those in it.
fn remove_others(root: &SpannedValue, keys: &[String], schema: &mut SpannedValue) {
    match &mut schema.value {
        Spanned::List(items) => items.iter_mut().for_each(|it| remove_others(root, keys, it)),
        Spanned::Table(entries) => {
            entries.retain(|(key, _)| key.name != "minItems");
            for (key, value) in entries {
                match (&*key.name, &mut value.value) {
                    ("properties", Spanned::Table(properties)) => properties
                        .retain(|(key, it)| keys.contains(&key.name) || has_texts(root, it, 0)),
                    ("required", Spanned::List(names)) => {
                        names.retain(|it| text(it).is_some_and(|name| keys.contains(&name)));
                    }
                    _ => {}
                }
                remove_others(root, keys, value);
            }
        }
        _ => {}
    }
}
