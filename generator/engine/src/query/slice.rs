//! Slices: persistent regions, whose HTML is the same on every page and stays in the document across navigations.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::query::recorder::Reads;

/// The rendered slices, by name.
pub(crate) type Slices = BTreeMap<String, Slice>;

/// A rendered slice.
#[derive(Debug, Clone, Default, Hash, Serialize, Deserialize)]
pub(crate) struct Slice {
    /// Its HTML.
    pub html: String,
    /// The queries of its rendering.
    pub reads: Reads,
    /// The hashes of the static queries that it uses, by data file.
    pub queries: BTreeMap<String, String>,
    /// The names of its islands.
    pub islands: BTreeSet<String>,
    /// URLs of the modules of these islands.
    pub chunks: BTreeSet<String>,
    /// URLs of the style sheets of these islands, and of the style sheets that its template names.
    pub styles: BTreeSet<String>,
}
