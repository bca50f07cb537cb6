//! JSON as it is published: a line in a file, or text in a script element.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value as Json;

/// One line of JSON.
pub(crate) fn line(value: &Json) -> Vec<u8> {
    let mut bytes = value.to_string().into_bytes();
    bytes.push(b'\n');
    bytes
}

/// JSON that may stand inside a script element.
pub(crate) fn for_script(value: &Json) -> String {
    value
        .to_string()
        .replace('<', "\\u003c")
        .replace('\u{2028}', "\\u2028")
        .replace('\u{2029}', "\\u2029")
}

/// Static queries as the page-loading contract lists them: by hash alone.
pub(crate) fn hashes(queries: &BTreeMap<String, String>) -> BTreeSet<&String> {
    queries.values().collect()
}
