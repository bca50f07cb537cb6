//! How a page was rendered: what it was made from, what it links to, and why.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use croupier_base::fingerprint::Fingerprint;
use croupier_base::path::{Href, SitePath};
use croupier_base::syntax::html::Use;

/// How one page was rendered.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Trace {
    /// Its content file.
    pub source: SitePath,
    /// The digest of that file.
    pub digest: Fingerprint,
    /// The fingerprint of what it inherits from `[cascade]` tables; 0 if nothing.
    pub cascade: Fingerprint,
    /// The digest of its page-data.
    pub data: Fingerprint,
    /// The queries that it made, as indices in the [`super::query_interner::QueryInterner`].
    pub queries: Box<[u32]>,
    /// Every element id in it, one per line.
    pub anchors: Box<str>,
    /// The links of its text, with the byte range in the file.
    pub links: Box<[(Use, Href, u32, u32)]>,
    /// The links that templates wrote, as indices in the [`super::link_interner::LinkInterner`].
    pub template_links: Box<[u32]>,
    /// Images of its Markdown without alternative text, and braces that call no shortcode, as byte ranges in the file.
    pub unnamed: Box<[(u32, u32)]>,
    /// The hashes of the static queries that it names, by data file.
    pub static_queries: BTreeMap<String, String>,
    /// Why it was rendered last.
    pub reason: RenderReason,
}

/// Why a page was rendered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum RenderReason {
    /// It was not known.
    New,
    /// Its own file changed.
    Text,
    /// It inherits other values from folders above it.
    Cascade,
    /// These queries have other results, as indices in the [`super::query_interner::QueryInterner`].
    Queries(Box<[u32]>),
    /// Its files in the output were missing or changed.
    Output,
}
