//! Rendered pages and standalone files, and files that are ready to be published.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::output::manifest::OutputFile;
use crate::session::trace::{FileTrace, Trace};
use croupier_base::fingerprint::{Fingerprint, fingerprint};
use croupier_base::path::{OutputPath, Route};
use croupier_content::page::Page;

/// A file of a release, compared with the current output.
#[derive(Clone)]
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
    pub trace: Box<Trace>,
    /// Its HTML and its page-data. Empty for a build that writes nothing.
    pub files: Box<[StagedFile]>,
}

/// The standalone files of a build, by output path.
pub(crate) type RenderedFiles = BTreeMap<OutputPath, RenderedFile>;

/// A standalone file that was rendered now, or that is as the last release has it.
pub(crate) struct RenderedFile {
    /// How it was rendered.
    pub trace: Arc<FileTrace>,
    /// The file, and the parts of a divided index of the search. Empty for a build that writes nothing.
    pub files: Box<[StagedFile]>,
}

/// Returns the contribution of a page to the fingerprint of all page-data. `data` is the digest of its page-data.
pub(crate) fn page_data_contribution(route: &Route, data: Fingerprint) -> Fingerprint {
    fingerprint(&(route, data))
}
