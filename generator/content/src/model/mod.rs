//! What site.toml and front matter declare about pages and lists, without how it is read.
//!
//! The configuration, front matter, pages and lists use these types. They use none of them.

pub mod archive;
pub mod authors;
pub mod collection;
pub mod content_order;
pub mod pattern;

use serde::{Deserialize, Serialize};

/// The order of the pages in a list.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum SortBy {
    /// By weight, lowest first, then by title.
    #[default]
    Weight,
    /// By date, newest first. Pages without a date come last.
    Date,
    /// By title.
    Title,
    /// By the date of the last change, newest first. It defaults to the date.
    Updated,
    /// By the path of the file without its language, so that all languages have the same order.
    Path,
}

impl SortBy {
    /// The names in front matter and templates, in the order of the variants.
    pub const NAMES: [(&'static str, SortBy); 5] = [
        ("weight", SortBy::Weight),
        ("date", SortBy::Date),
        ("title", SortBy::Title),
        ("updated", SortBy::Updated),
        ("path", SortBy::Path),
    ];

    /// Returns the name in front matter and templates.
    pub fn name(self) -> &'static str {
        SortBy::NAMES[self as usize].0
    }
}
