//! What is remembered of a page: what it was made from, what it shows, and why it was rendered.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use croupier_base::digest::Digest;
use croupier_base::path::{Href, SitePath};
use croupier_base::syntax::html::Use;

/// What one page was made from.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct PageRecord {
    /// Its content file.
    pub source: SitePath,
    /// Digest of that file.
    pub digest: Digest,
    /// Digest of what it takes from the folders above it; 0 where it takes nothing.
    pub taken: Digest,
    /// Digest of its page-data.
    pub data: Digest,
    /// What it asked for, as places in [`crate::build::cache::CacheRecords::dependencies`].
    pub dependencies: Box<[u32]>,
    /// Every place in it that a link can lead to, one on a line.
    pub anchors: Box<str>,
    /// The addresses of its text, with the byte range in the file.
    pub links: Box<[(Use, Href, u32, u32)]>,
    /// Those that templates made, as places in [`crate::build::cache::CacheRecords::addresses`].
    pub made: Box<[u32]>,
    /// Images of its Markdown without a text, and braces that call nothing, as byte ranges in the file.
    pub unnamed: Box<[(u32, u32)]>,
    /// Static queries that it names: the hash of the data by its name.
    pub queries: BTreeMap<String, String>,
    /// Why it was rendered when it was rendered last.
    pub reason: RebuildReason,
}

/// Why a page was rendered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum RebuildReason {
    /// Nothing was known of it.
    New,
    /// Its own file changed.
    Text,
    /// It takes something else from the folders above it.
    Cascade,
    /// These answers changed, as places in [`crate::build::cache::CacheRecords::dependencies`].
    Answers(Box<[u32]>),
    /// Its files were no longer in the output as they had been written.
    Output,
}
