//! Content files in memory, and which of them are rows of data.

use std::collections::BTreeSet;
use std::sync::Arc;

use croupier_base::diagnostic::Diagnostic;
use croupier_base::fingerprint::Fingerprint;
use croupier_base::path::SitePath;
use croupier_content::front_matter::Cascade;
use croupier_content::page::Page;
use croupier_content::page_text::Text;

/// A content file.
#[derive(Debug, Clone)]
pub(crate) struct Content {
    /// Its page.
    pub page: Arc<Page>,
    /// The digest of the whole file.
    pub digest: Fingerprint,
    /// Its length in bytes.
    pub size: u64,
    /// The fingerprint of what the page inherits from `[cascade]` tables; 0 if nothing.
    pub cascade: Fingerprint,
}

/// A content file that was parsed.
pub(super) struct Parsed {
    /// Its text, if it stays in memory. Most do not.
    pub(super) text: Option<Box<Text>>,
    /// Its content.
    pub(super) content: Content,
    pub(super) diagnostics: Vec<Diagnostic>,
    /// What its translations take from it. None for a site in one language.
    pub(super) for_translations: Option<Arc<Cascade>>,
}

/// The sources of the pages of rows, whose contents are in [`crate::sources::Sources::contents`], and the rows that could not be read.
#[derive(Debug, Default)]
pub(crate) struct DataPages {
    /// The keys of the pages in [`crate::sources::Sources::contents`].
    pub(super) sources: BTreeSet<SitePath>,
    /// The start of the routes of rows that could not be read.
    pub unread: Vec<String>,
}
