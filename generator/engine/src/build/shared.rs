//! What pages share, by digest: a process that finds it as the last one left it need not ask what else may have changed with it.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::query::invalidation::Invalidation;
use croupier_base::digest::Digest;
use croupier_base::path::SitePath;
use croupier_content::page::Page;

/// Digests of everything that sources are besides pages.
#[derive(Debug, Default, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Shared {
    /// site.toml and what is laid over it, and the runtime.
    pub settings: Digest,
    /// Templates.
    pub templates: Digest,
    /// Data files.
    pub data: Digest,
    /// Files of static/.
    pub statics: Digest,
    /// Files beside pages, and where they lie.
    pub beside: Digest,
}

impl Shared {
    /// Notes what is another one, where `now` is what is shared now.
    pub(crate) fn compare(&self, now: &Shared, seen: &mut Invalidation) {
        seen.settings = self.settings != now.settings;
        seen.templates = self.templates != now.templates;
        seen.data = self.data != now.data;
        seen.statics = self.statics != now.statics;
        seen.assets = self.beside != now.beside;
    }
}

/// What an earlier process left, for as long as it is not known what changed since.
#[derive(Debug)]
pub(crate) struct Earlier {
    /// What pages shared.
    pub(super) shared: Shared,
    /// Pages that say something else now, as they were, by content file.
    pub(super) pages: HashMap<SitePath, Arc<Page>>,
    /// Site paths that are not as they were, until somebody looks.
    pub(super) changed: Option<BTreeSet<SitePath>>,
}
