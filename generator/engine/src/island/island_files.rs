//! The entries of the bundle manifest that list the files of islands and of the service worker.

use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};

use serde::de::Error;
use serde::{Deserialize, Deserializer};

use croupier_base::syntax::schema::Schema;

/// The files of one island, as output paths.
#[derive(Debug, Clone, Deserialize, Hash)]
pub(crate) struct IslandFiles {
    /// The module of the island.
    pub js: String,
    /// The style sheets of the island.
    #[serde(default)]
    pub css: Vec<String>,
    /// The modules that the island imports statically.
    #[serde(default)]
    pub imports: Vec<String>,
    /// The components that the island loads with `import()`.
    #[serde(default, rename = "parts")]
    pub lazy_components: Vec<LazyComponentFiles>,
    /// The messages that its code names, and where.
    #[serde(default)]
    pub messages: Vec<MessageCall>,
    /// The schema of the props, if the island declares one.
    #[serde(default, deserialize_with = "schema")]
    pub props: Option<Schema>,
}

impl IslandFiles {
    /// Returns all files that hydration and later interaction can load.
    pub(super) fn all(&self) -> impl Iterator<Item = &String> {
        let lazy_files = self.lazy_components.iter().flat_map(|component| {
            component.css.iter().chain(&component.imports).chain([&component.js])
        });
        self.css.iter().chain(&self.imports).chain([&self.js]).chain(lazy_files)
    }
}

/// The files of a component that an island loads on demand, as output paths.
#[derive(Debug, Clone, Deserialize, Hash)]
pub(crate) struct LazyComponentFiles {
    /// The module of the component.
    pub js: String,
    /// The style sheets of the component.
    #[serde(default)]
    pub css: Vec<String>,
    /// The modules that the component imports statically.
    #[serde(default)]
    pub imports: Vec<String>,
}

/// A call of the function that shows a message, in the code of an island.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct MessageCall {
    /// The key of the message.
    pub key: String,
    /// The names of the arguments. None if the code does not list them.
    pub arguments: Option<Vec<String>>,
    /// The file with the key, relative to the folder of the runtime.
    pub file: String,
    /// Counted from 1.
    pub line: usize,
    /// In bytes, counted from 0.
    pub column: usize,
    /// In bytes.
    pub length: usize,
}

impl Hash for MessageCall {
    fn hash<H: Hasher>(&self, state: &mut H) {
        // Only errors have the location.
        (&self.key, &self.arguments).hash(state);
    }
}

/// A file that the service worker caches when it is installed.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Precached {
    /// The output path.
    pub url: String,
    /// A value that changes with the content. None if the file name changes with the content.
    pub revision: Option<String>,
}

/// Deserializes islands by name. An error names the island with the invalid schema.
pub(super) fn islands<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<BTreeMap<String, IslandFiles>, D::Error> {
    let entries = BTreeMap::<String, serde_json::Value>::deserialize(deserializer)?;
    let mut islands = BTreeMap::new();
    for (name, json) in entries {
        let files = IslandFiles::deserialize(json).map_err(|error| {
            D::Error::custom(format!("props.schema.json of the island `{name}`: {error}"))
        })?;
        islands.insert(name, files);
    }
    Ok(islands)
}

fn schema<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Schema>, D::Error> {
    let json = Option::<serde_json::Value>::deserialize(deserializer)?;
    json.map(Schema::new).transpose().map_err(D::Error::custom)
}
