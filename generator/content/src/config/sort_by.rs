//! The orders that lists of pages can have.

use serde::Serialize;

/// The order in which lists show pages.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, serde::Deserialize,
)]
#[serde(rename_all = "lowercase")]
pub enum SortBy {
    /// By weight, lowest first, then by title.
    #[default]
    Weight,
    /// By date, newest first; pages without one come last.
    Date,
    /// By title.
    Title,
}

impl SortBy {
    /// The names that front matter and templates use.
    pub const NAMES: [(&'static str, SortBy); 3] =
        [("weight", SortBy::Weight), ("date", SortBy::Date), ("title", SortBy::Title)];

    /// Its name in front matter and templates.
    pub fn name(self) -> &'static str {
        SortBy::NAMES[self as usize].0
    }
}
