//! What changed since the last release, in terms of what queries can see.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use croupier_base::path::{Route, SitePath};
use croupier_content::page::Page;

/// With more replaced pages than this, the whole site is assembled again, which is then as quick.
const MAX_REPLACED: usize = 50;

/// What changed since the last release.
#[derive(Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "the changes are independent of each other")]
pub(crate) struct Invalidation {
    /// site.toml or the runtime, on which everything depends.
    pub settings: bool,
    /// The set of pages, or the route, dates or list of one of them.
    pub pages: bool,
    /// A template.
    pub templates: bool,
    /// A data file, or its schema.
    pub data: bool,
    /// A message of i18n/.
    pub messages: bool,
    /// A co-located asset, or the path of one.
    pub assets: bool,
    /// A file of static/.
    pub statics: bool,
    /// The entry of a page in the sitemap.
    pub sitemap: bool,
    /// Content files with changed metadata, whose pages keep their route, dates and list.
    pub metadata: BTreeSet<SitePath>,
    /// The pages of those files, before and after the change.
    pub replaced: Vec<Arc<Page>>,
    /// Those pages as the previous process left them, by content file.
    pub previous: HashMap<SitePath, Arc<Page>>,
    /// How many pages a term has.
    pub terms: bool,
    /// Content files with a changed body.
    pub bodies: BTreeSet<SitePath>,
    /// Whether one of these bodies is included by another page.
    pub included: bool,
    /// Pages whose previous or next page may be another one.
    pub neighbours: BTreeSet<Route>,
}

impl Invalidation {
    /// Adds other changes.
    pub(crate) fn merge(&mut self, other: Invalidation) {
        let Invalidation {
            settings,
            pages,
            templates,
            data,
            messages,
            assets,
            statics,
            sitemap,
            metadata,
            replaced,
            previous,
            terms,
            bodies,
            included,
            neighbours,
        } = other;

        self.settings |= settings;
        self.pages |= pages;
        self.templates |= templates;
        self.data |= data;
        self.messages |= messages;
        self.assets |= assets;
        self.statics |= statics;
        self.sitemap |= sitemap;
        self.terms |= terms;
        self.included |= included;

        self.metadata.extend(metadata);
        self.replaced.extend(replaced);
        self.previous.extend(previous);
        self.bodies.extend(bodies);
        self.neighbours.extend(neighbours);

        self.pages |= self.metadata.len() > MAX_REPLACED;
    }

    /// Whether the result of any query may have changed.
    pub(crate) fn affects_everything(&self) -> bool {
        self.settings || self.pages || self.assets
    }

    /// Whether anything changed that pages share, and not only bodies.
    pub(crate) fn affects_shared_inputs(&self) -> bool {
        self.affects_everything()
            || self.templates
            || self.data
            || self.messages
            || self.statics
            || self.included
            || !self.metadata.is_empty()
    }
}
