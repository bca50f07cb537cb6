//! `[content] order` of site.toml: the order of pages in one list, which takes the place of their `weight`.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use croupier_base::path::SitePath;

/// Content files and folders in their order.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(from = "Vec<String>", into = "Vec<String>")]
pub struct ContentOrder {
    /// As written: `guides/` or `guides/install.md`.
    entries: Vec<String>,
    weights: BTreeMap<SitePath, i64>,
}

impl ContentOrder {
    /// Returns the weight of a content file, if the list names it. It is negative, so that pages which are not listed come after the listed
    /// ones, in the order of their own weights.
    pub fn weight(&self, file: &SitePath) -> Option<i64> {
        self.weights.get(file).copied()
    }

    /// Returns the entries as written, each with its content file.
    pub(crate) fn entries(&self) -> impl Iterator<Item = (&str, SitePath)> {
        self.entries.iter().map(|entry| (entry.as_str(), file_of(entry)))
    }
}

/// Returns the content file of an entry: for a folder, its index.md.
fn file_of(entry: &str) -> SitePath {
    let path = entry.trim_start_matches("./").trim_start_matches('/');
    let path = path.strip_prefix("content/").unwrap_or(path);
    let name = if path.is_empty() || path.ends_with('/') { "index.md" } else { "" };
    SitePath::new(format!("content/{path}{name}"))
}

impl From<Vec<String>> for ContentOrder {
    fn from(entries: Vec<String>) -> ContentOrder {
        let first = -i64::try_from(entries.len()).unwrap_or(i64::MAX);
        let weights = entries.iter().map(|entry| file_of(entry)).zip(first..).collect();
        ContentOrder { entries, weights }
    }
}

impl From<ContentOrder> for Vec<String> {
    fn from(order: ContentOrder) -> Vec<String> {
        order.entries
    }
}
