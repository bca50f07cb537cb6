//! Rendered pages, and files that are ready to be published.

use std::sync::Arc;

use crate::output::manifest::OutputFile;
use crate::session::trace::Trace;
use croupier_base::fingerprint::{Fingerprint, fingerprint};
use croupier_base::path::{OutputPath, Route};
use croupier_content::page::Page;

/// A file of a release, compared with the current output.
pub(crate) struct StagedFile {
    /// Its path in the output.
    pub path: OutputPath,
    /// Its digest and stamp.
    pub written: OutputFile,
    /// Whether it is in the staging folder. Otherwise the output already contains it.
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

/// Returns the contribution of a page to the fingerprint of all page-data. `data` is the digest of its page-data.
pub(crate) fn page_data_contribution(route: &Route, data: Fingerprint) -> Fingerprint {
    fingerprint(&(route, data))
}
