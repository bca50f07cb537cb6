//! A rendered page between rendering and publishing, and a file that is ready to be published.

use std::sync::Arc;

use crate::output::manifest::OutputFile;
use crate::session::trace::Trace;
use croupier_base::fingerprint::{Fingerprint, fingerprint};
use croupier_base::path::{OutputPath, Route};
use croupier_content::page::Page;

/// A file of a release, compared with what the output holds.
pub(crate) struct StagedFile {
    /// Its path in the output.
    pub path: OutputPath,
    /// What it holds.
    pub written: OutputFile,
    /// Whether it is in the staging folder. Otherwise the output already holds it.
    pub is_staged: bool,
}

/// A rendered page.
pub(crate) struct RenderedPage {
    /// The page.
    pub page: Arc<Page>,
    /// How it was rendered.
    pub trace: Trace,
    /// Its HTML and its page-data. Empty for a build that writes nothing.
    pub files: Vec<StagedFile>,
}

/// What a page contributes to the fingerprint of all page-data, where `data` is the digest of its own.
pub(crate) fn page_data_contribution(route: &Route, data: Fingerprint) -> Fingerprint {
    fingerprint(&(route, data))
}
