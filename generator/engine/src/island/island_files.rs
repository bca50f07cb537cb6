//! The files of islands, and those that the service worker keeps, as the runtime's bundle lists them.

use std::collections::BTreeMap;

use serde::de::Error;
use serde::{Deserialize, Deserializer};

use croupier_base::syntax::schema::Schema;

/// The files of one island.
#[derive(Debug, Clone, Deserialize, Hash)]
pub(crate) struct IslandFiles {
    /// Its own module.
    pub js: String,
    /// Its own style sheets.
    #[serde(default)]
    pub css: Vec<String>,
    /// Modules that it imports.
    #[serde(default)]
    pub imports: Vec<String>,
    /// What it loads by `import()` when it is needed.
    #[serde(default)]
    pub parts: Vec<PartFiles>,
    /// The shape of its props, where it declares one.
    #[serde(default, deserialize_with = "shape")]
    pub props: Option<Schema>,
}

impl IslandFiles {
    /// Everything that waking it may load.
    pub(super) fn all(&self) -> impl Iterator<Item = &String> {
        let parts = self
            .parts
            .iter()
            .flat_map(|part| part.css.iter().chain(&part.imports).chain([&part.js]));
        self.css.iter().chain(&self.imports).chain([&self.js]).chain(parts)
    }
}

/// The files of a part of an island that is loaded by itself.
#[derive(Debug, Clone, Deserialize, Hash)]
pub(crate) struct PartFiles {
    /// Its own module.
    pub js: String,
    /// Its own style sheets.
    #[serde(default)]
    pub css: Vec<String>,
    /// Modules that it imports.
    #[serde(default)]
    pub imports: Vec<String>,
}

/// A file that the service worker keeps from the start.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Precached {
    /// Its output path.
    pub url: String,
    /// Invalidation with its content; none where its name does.
    pub revision: Option<String>,
}

/// Islands by name; what is wrong with one is told with its name.
pub(super) fn islands<'de, D: Deserializer<'de>>(
    from: D,
) -> Result<BTreeMap<String, IslandFiles>, D::Error> {
    let written = BTreeMap::<String, serde_json::Value>::deserialize(from)?;
    let read = |(name, json)| match IslandFiles::deserialize(json) {
        Ok(files) => Ok((name, files)),
        Err(error) => {
            Err(D::Error::custom(format!("props.schema.json of the island `{name}`: {error}")))
        }
    };
    written.into_iter().map(read).collect()
}

fn shape<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Schema>, D::Error> {
    let json = Option::<serde_json::Value>::deserialize(from)?;
    json.map(Schema::new).transpose().map_err(D::Error::custom)
}
