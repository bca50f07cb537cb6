//! The style sheets of `[styles]` in site.toml, which builds bundle. They are published like files of static/.

#![expect(
    clippy::disallowed_methods,
    reason = "reads a list in .croupier, which is neither source nor output"
)]

mod refresh;
mod sass;
mod style_sheet;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::sources::styles::style_sheet::StyleSheet;
use croupier_base::disk::content_cache::ContentCache;
use croupier_base::disk::static_file::StaticFile;
use croupier_base::disk::world::World;
use croupier_base::path::{OutputPath, SitePath};

/// The content of a published file that is not in static/.
#[derive(Debug, Clone)]
pub(super) enum Generated {
    /// A text.
    Text(String),
    /// A copy of a source file.
    Copy(SitePath),
}

/// The style sheets of a site.
#[derive(Debug, Default)]
pub(crate) struct StyleSheets {
    sheets: BTreeMap<OutputPath, StyleSheet>,
    /// The published files.
    pub(super) files: Arc<BTreeMap<OutputPath, StaticFile>>,
    pub(super) contents: BTreeMap<OutputPath, Generated>,
    /// The texts that templates may inline, by URL path.
    inlined: Arc<BTreeMap<String, String>>,
    /// The files outside of the source folders that the style sheets read.
    inputs: BTreeSet<SitePath>,
}

/// Returns the files outside of the source folders that the style sheets of the last build read.
pub fn style_inputs(world: &World) -> BTreeSet<SitePath> {
    let text = fs::read_to_string(list_file(world)).unwrap_or_default();
    text.lines().map(SitePath::new).collect()
}

/// The list of these files, relative to the root.
const LIST_FILE: &str = ".croupier/style-inputs";

fn list_file(world: &World) -> PathBuf {
    world.root().join(LIST_FILE)
}

/// Returns the cache of bundled style sheets of the site at `root`.
pub(crate) fn styles_cache(root: &Path) -> ContentCache {
    ContentCache::new(root, "styles")
}
