//! The traces of renderings. A page has its source, its queries, its links, and why it was rendered; a standalone file has less.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::query::recorder::Reads;
use croupier_base::fingerprint::Fingerprint;
use croupier_base::path::{Href, OutputPath, SitePath};
use croupier_base::syntax::html::Use;
use croupier_content::markdown::ProblemKind;
use croupier_content::page::Page;

/// The record of the last rendering of a page.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Trace {
    /// Its content file.
    pub source: SitePath,
    /// The digest of that file.
    pub digest: Fingerprint,
    /// The fingerprint of the values that it inherits from `[cascade]` tables; 0 if there are none.
    pub cascade: Fingerprint,
    /// The digest of its page-data.
    pub data: Fingerprint,
    /// Its queries, as indices in the [`super::interners::QueryInterner`].
    pub queries: Box<[u32]>,
    /// The ids of its elements, one per line.
    pub anchors: Box<str>,
    /// The links of its content file, with their byte ranges.
    pub links: Box<[(Use, Href, u32, u32)]>,
    /// The links of its templates, as indices in the [`super::interners::LinkInterner`].
    pub template_links: Box<[u32]>,
    /// The problems of its Markdown, such as images without alternative text, as byte ranges in the file.
    pub problems: Box<[(u32, u32, ProblemKind)]>,
    /// The problems of Markdown in data and front matter that it shows, each with the text that has it.
    pub text_problems: Box<[(ProblemKind, String)]>,
    /// The hashes of the static queries that it uses, by data file.
    pub static_queries: BTreeMap<String, String>,
    /// Why it was rendered last.
    pub reason: RenderReason,
}

impl Trace {
    /// Returns whether the page is a translation without the heading of its original that has an id.
    pub(crate) fn lacks_heading_of_original(&self, id: &str) -> bool {
        self.problems.iter().any(|(.., kind)| match kind {
            ProblemKind::OutlineOfTranslation(it) => it.missing.iter().any(|known| known == id),
            _ => false,
        })
    }
}

/// A page with the trace of its last rendering.
#[derive(Clone, Copy)]
pub(crate) struct TracedPage<'a> {
    pub page: &'a Page,
    pub trace: &'a Trace,
}

/// Why a page was rendered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum RenderReason {
    /// The session had no trace of it.
    New,
    /// Its own file changed.
    Text,
    /// It inherits other values from folders above it.
    Cascade,
    /// These queries have other results, as indices in the [`super::interners::QueryInterner`].
    Queries(Box<[u32]>),
    /// Its output files were missing or modified.
    Output,
}

/// The record of the last rendering of a standalone file. There are few, so that each has its own queries.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct FileTrace {
    /// Its template, or site.toml for a feed.
    pub source: SitePath,
    /// Its queries, with the fingerprints of their results.
    pub reads: Reads,
    /// The content files whose bodies it shows, with the digests of the files and of what they inherit.
    pub bodies: BTreeMap<SitePath, (Fingerprint, Fingerprint)>,
    /// The hashes of the static queries that it uses, by data file.
    pub static_queries: BTreeMap<String, String>,
    /// The URLs in its HTML that are checked.
    pub links: Box<[(Use, Href)]>,
    /// The files that are published with it: the parts of a divided index of the search.
    pub parts: Box<[OutputPath]>,
}
