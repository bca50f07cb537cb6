//! Which of the keys that a folder can say for its pages stand in some front matter.

use serde::{Deserialize, Serialize};

/// Keys that make sense for many pages, so that the index.md of a folder can say them for all below it.
pub const CASCADED: [&str; 14] = [
    "template",
    "layout",
    "shell",
    "status",
    "draft",
    "weight",
    "in_sitemap",
    "robots",
    "publish_at",
    "expire_at",
    "sort_by",
    "paginate_by",
    "taxonomies",
    "extra",
];

/// A set of [`CASCADED`] keys. A large site has one for each page, so that it is small.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Given(u16);

impl Given {
    /// Whether a key is among them.
    pub fn has(self, key: &str) -> bool {
        self.0 & bit(key) != 0
    }

    /// Adds a key; one that no folder can say is left out.
    pub fn add(&mut self, key: &str) {
        self.0 |= bit(key);
    }
}

fn bit(key: &str) -> u16 {
    CASCADED.iter().position(|it| *it == key).map_or(0, |at| 1 << at)
}
