//! Slices: parts that persist across navigations and know no page.

use std::collections::{BTreeMap, BTreeSet};

use crate::query::recorder::Reads;

/// A rendered slice.
#[derive(Debug, Clone, Default, Hash)]
pub(crate) struct Slice {
    /// Its HTML.
    pub html: String,
    /// Everything that it read.
    pub reads: Reads,
    /// Static queries that it names.
    pub queries: BTreeMap<String, String>,
    /// Islands that it places.
    pub islands: BTreeSet<String>,
    /// Addresses of their modules.
    pub chunks: BTreeSet<String>,
    /// Addresses of their style sheets, and of those that its template names.
    pub styles: BTreeSet<String>,
}
