//! What stands between rendering and publishing: a page that was rendered, and its files that wait for their places.

use std::sync::Arc;

use crate::build::page_record::PageRecord;
use crate::output::manifest::OutputFile;
use croupier_base::diagnostic::Diagnostic;
use croupier_base::digest::{Digest, fingerprint};
use croupier_base::path::{OutputPath, Route};
use croupier_content::page::Page;

/// A file of the output that was compared with what is there.
pub(super) struct StagedFile {
    pub(super) path: OutputPath,
    pub(super) written: OutputFile,
    /// Whether it was written and waits beside its place.
    pub(super) staged: bool,
}

/// A page that was rendered.
pub(super) struct RenderedPage {
    pub(super) page: Arc<Page>,
    pub(super) record: PageRecord,
    /// What it adds to the digest of all pages.
    pub(super) share: Digest,
    pub(super) files: Vec<StagedFile>,
    pub(super) found: Vec<Diagnostic>,
}

/// What a page adds to the digest of all pages.
pub(super) fn share(route: &Route, record: &PageRecord) -> Digest {
    fingerprint(&(route, record.data))
}
