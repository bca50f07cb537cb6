//! The values that flow through a build: what its stages read, the plan, and the rendered outputs.
//!
//! Planning, rendering and checking change nothing; only publishing changes the session and the output.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::query::invalidation::Invalidation;
use crate::query::key::QueryKey;
use crate::session::Session;
use crate::session::rendered::{RenderedFiles, RenderedPage};
use crate::site::AssembledSite;
use crate::sources::Sources;
use croupier_base::diagnostic::Diagnostic;
use croupier_base::fingerprint::{Fingerprint, fingerprint};
use croupier_base::media::picture::PictureCopy;
use croupier_base::path::OutputPath;
use croupier_content::config::options::BuildOptions;
use croupier_content::config::settings::Settings;
use croupier_content::markdown::{Link, Problem};
use croupier_content::page::Page;

/// How much a build has to check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Scope {
    /// Nothing changed.
    Nothing,
    /// Only bodies of content files changed. Their pages are rendered; no query can have another result.
    Bodies,
    /// The queries that the changes may affect are checked, and the pages that depend on them.
    Targeted,
    /// Every query and every page is checked.
    Everything,
}

impl Scope {
    /// The scope of a build after these changes. `is_unverified` says that the output may not hold what the session says.
    pub(crate) fn of(changes: &Invalidation, is_unverified: bool) -> Scope {
        if is_unverified || changes.affects_everything() {
            Scope::Everything
        } else if changes.affects_shared_inputs() {
            Scope::Targeted
        } else if !changes.bodies.is_empty() {
            Scope::Bodies
        } else {
            Scope::Nothing
        }
    }
}

/// What the stages of a build read.
#[derive(Clone, Copy)]
pub(crate) struct BuildState<'a> {
    /// The options of the build.
    pub options: &'a BuildOptions,
    /// The sources on disk.
    pub sources: &'a Sources,
    /// The site that they make.
    pub site: &'a AssembledSite,
    /// The last release.
    pub session: &'a Session,
    /// What changed since the last release.
    pub changes: &'a Invalidation,
}

impl<'a> BuildState<'a> {
    /// The settings of the site.
    pub(crate) fn settings(self) -> &'a Arc<Settings> {
        &self.site.inputs.settings
    }
}

/// Which pages and standalone files a build renders, and why. The slices, whose contents decide about pages, are rendered before.
pub(crate) struct Plan {
    /// The standalone files to render.
    pub files: Vec<OutputPath>,
    /// The pages to render, by route.
    pub pages: Vec<Arc<Page>>,
    /// The queries with other results than in the last release: their indices, with the new fingerprints.
    pub changed: Vec<(usize, Fingerprint)>,
    /// For each query whether its result is still the same. Empty if no query was checked.
    pub unchanged: Vec<bool>,
}

/// The text of a page that could not be rendered.
pub(crate) struct FailedText {
    /// The page.
    pub page: Arc<Page>,
    /// The links of its text.
    pub links: Vec<Link>,
    /// The problems of its text.
    pub problems: Vec<Problem>,
}

/// The rendered outputs of a plan.
pub(crate) struct Rendered {
    /// The pages that were rendered.
    pub pages: Vec<RenderedPage>,
    /// All standalone files, except for those that could not be rendered.
    pub files: RenderedFiles,
    /// The texts of pages that could not be rendered.
    pub failed_texts: Vec<FailedText>,
    /// The copies of pictures that the whole site uses now, by output path.
    pub copies: BTreeMap<OutputPath, PictureCopy>,
    /// The social cards that the whole site uses now.
    pub cards: BTreeSet<OutputPath>,
    /// What is wrong with the pages and standalone files.
    pub diagnostics: Vec<Diagnostic>,
}

/// Returns the queries of slices and standalone files.
pub(crate) fn shared_queries<'a>(
    site: &'a AssembledSite,
    files: &'a RenderedFiles,
) -> impl Iterator<Item = &'a QueryKey> {
    let of_slices = site.slices().values().flat_map(|slice| slice.reads.keys());
    of_slices.chain(files.values().flat_map(|it| it.trace.reads.keys()))
}

/// Returns the hashes of the static queries that slices and standalone files use.
pub(crate) fn shared_static_queries(
    site: &AssembledSite,
    files: &RenderedFiles,
) -> BTreeSet<String> {
    let of_slices = site.slices().values().flat_map(|slice| slice.queries.values().cloned());
    let of_files = files.values().flat_map(|it| it.trace.static_queries.values().cloned());
    of_slices.chain(of_files).collect()
}

/// Returns the fingerprint of the slices and standalone files, as far as files of the whole site show them.
pub(crate) fn shared_outputs(site: &AssembledSite, files: &RenderedFiles) -> Fingerprint {
    let paths: Vec<_> = site.files.keys().collect();
    fingerprint(&(site.slices(), paths, shared_static_queries(site, files)))
}
