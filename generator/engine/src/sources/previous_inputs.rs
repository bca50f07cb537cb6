//! What a process leaves of its sources for the next one, apart from content files.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use croupier_base::fingerprint::Fingerprint;
use croupier_base::path::SitePath;
use croupier_content::page::Page;

/// Fingerprints of the inputs that pages share.
#[derive(Debug, Default, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct SharedInputs {
    /// site.toml with its overlays, the runtime, and inlined style sheets.
    pub settings: Fingerprint,
    /// Templates.
    pub templates: Fingerprint,
    /// Data files.
    pub data: Fingerprint,
    /// Messages.
    pub messages: Fingerprint,
    /// Files of static/.
    pub statics: Fingerprint,
    /// Co-located assets and their output paths.
    pub assets: Fingerprint,
    /// The pages of rows of data.
    pub rows: Fingerprint,
}

/// What the previous process left.
#[derive(Debug)]
pub(super) struct PreviousInputs {
    pub(super) shared: SharedInputs,
    /// Whether a file with a `[cascade]` table changed or is gone, whose previous page is unknown.
    pub(super) has_lost_pages: bool,
    /// Pages with changed metadata as they were, by content file.
    pub(super) pages: HashMap<SitePath, Arc<Page>>,
    /// Site paths that changed since, until the first refresh.
    pub(super) changed: Option<BTreeSet<SitePath>>,
}
