//! Data files as templates and static queries have them.

use std::borrow::Cow;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use minijinja::value::{Serde, Value};
use serde_json::Value as Json;

use croupier_base::diagnostic::Location;
use croupier_base::path::SitePath;
use croupier_base::syntax::data;

/// One data file.
#[derive(Debug)]
pub(crate) struct DataFile {
    /// What it holds.
    pub value: Json,
    /// The hash under which it is published as a static query.
    pub hash: String,
    source: SitePath,
    text: Arc<str>,
    /// The same as templates see it.
    pub shown: Value,
}

impl DataFile {
    /// Data as templates see it, from the file `source`, which holds `text`.
    pub(crate) fn new(source: &SitePath, text: &str, value: Json) -> DataFile {
        let shown = Value::from(Serde(&value));
        DataFile {
            hash: query_hash(&value),
            source: source.clone(),
            text: Arc::from(text),
            shown,
            value,
        }
    }

    /// The file and its text.
    pub(crate) fn file(&self) -> (SitePath, Arc<str>) {
        (self.source.clone(), Arc::clone(&self.text))
    }

    /// Where in the file the value stands that a path of keys and list places leads to, such as `methods.1.maximum`.
    pub(crate) fn place(&self, path: &str) -> Location {
        let steps: Vec<Cow<'_, str>> = path.split('.').map(Cow::Borrowed).collect();
        Location::new(
            self.source.as_str(),
            Arc::clone(&self.text),
            data::range_at(&self.source, &self.text, &steps),
        )
    }
}

impl Hash for DataFile {
    fn hash<H: Hasher>(&self, state: &mut H) {
        // The values are made from each other, and the file and its text only serve error messages.
        self.hash.hash(state);
    }
}

/// The decimal hash of a static query's result (contract: it stays numeric).
fn query_hash(value: &Json) -> String {
    let digest = blake3::hash(value.to_string().as_bytes());
    let bytes: [u8; 8] = digest.as_bytes()[..8].try_into().expect("eight bytes were taken");
    u64::from_be_bytes(bytes).to_string()
}
