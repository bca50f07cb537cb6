//! Publishes a checked build: stages the files that belong to no page, moves everything to its place, and updates the session.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use crate::output::folder::OutputFolder;
use crate::output::manifest::{Manifest, OutputTarget};
use crate::output::releases::Releases;
use crate::output::staging::{PublishStats, Staging};
use crate::pipeline::site_files::{documents, stage_site_files, static_copies};
use crate::pipeline::staged_file::stage;
use crate::pipeline::text_index;
use crate::query::invalidation::Invalidation;
use crate::render::site_files::{app_data, service_worker};
use crate::session::Session;
use crate::session::rendered::{RenderedFiles, RenderedPage, StagedFile};
use crate::site::AssembledSite;
use crate::sources::Sources;
use crate::stage::{BuildState, shared_outputs};
use croupier_base::diagnostic::Diagnostic;
use croupier_base::fingerprint::Fingerprint;
use croupier_base::hashed_path;
use croupier_base::path::{self, OutputPath, RELEASES};
use croupier_content::config::options::BuildOptions;

/// A build without errors.
pub(super) struct Checked {
    /// The rendered pages.
    pub pages: Vec<RenderedPage>,
    /// The standalone files.
    pub files: RenderedFiles,
    /// The staged copies of pictures.
    pub pictures: Vec<StagedFile>,
    /// The staged index of a search over texts.
    pub text_index: Vec<StagedFile>,
    /// The queries with other results than in the last release: their indices, with the new fingerprints.
    pub changed_queries: Vec<(usize, Fingerprint)>,
}

/// A published release.
pub(super) struct Release {
    /// How many pages were rendered.
    pub rendered: usize,
    /// What was written.
    pub stats: PublishStats,
}

/// The inputs of publishing other than the session, which it changes.
#[derive(Clone, Copy)]
pub(super) struct Publishing<'a> {
    pub options: &'a BuildOptions,
    pub sources: &'a Sources,
    pub site: &'a AssembledSite,
    pub changes: &'a Invalidation,
    /// The time of the build, in epoch seconds.
    pub now: i64,
    /// Whether the build is one of a shard, which writes no files of the whole site.
    pub is_shard: bool,
}

impl<'a> Publishing<'a> {
    fn state<'b>(self, session: &'b Session) -> BuildState<'b>
    where
        'a: 'b,
    {
        let Publishing { options, sources, site, changes, .. } = self;
        BuildState { options, sources, site, session, changes }
    }
}

/// Publishes a checked build. An error of the machine leaves the output as it was, and the session without pages, so that the next
/// build renders all of them.
pub(super) fn publish(
    publishing: Publishing<'_>,
    session: &mut Session,
    staging: Staging,
    mut checked: Checked,
) -> Result<Release, Diagnostic> {
    let Publishing { options, site, now, .. } = publishing;
    let rendered = checked.pages.len();
    let shared = shared_outputs(site, &checked.files);

    let StagedRelease { files, removed, manifest: next } =
        match stage_release(publishing, session, &staging, &mut checked) {
            Ok(staged_release) => staged_release,
            Err(error) => return Err(give_up(session, &staging, error)),
        };

    let staged: Vec<&OutputPath> =
        files.iter().filter(|it| it.is_staged).map(|it| &it.path).collect();
    if let Err(error) = staging.commit(&staged, &removed, next.as_ref()) {
        session.forget_pages();
        return Err(error);
    }

    let stats = PublishStats {
        written: staged.len(),
        unchanged: session.outputs().len().saturating_sub(staged.len()),
        removed: removed.len(),
    };
    let folder_stamp = OutputFolder::from_args(options).current_stamp();
    session.set_manifest(
        folder_stamp.map(|folder_stamp| (folder_stamp, next.unwrap_or(staging.manifest))),
    );
    let Checked { files: standalone, changed_queries, .. } = checked;
    session.finish_release(&changed_queries, site.slices(), standalone, shared, now);

    // The caller need not wait until the memory is freed.
    rayon::spawn(move || drop(files));
    Ok(Release { rendered, stats })
}

/// A release whose files are in the staging folder.
struct StagedRelease {
    /// The files that were made again.
    files: Vec<StagedFile>,
    /// The published files that the release no longer has.
    removed: Vec<OutputPath>,
    /// The next manifest, if it changes.
    manifest: Option<Manifest>,
}

/// Records the pages of a release in the session, and stages the files that belong to no page. Takes what it stages from `checked`.
fn stage_release(
    publishing: Publishing<'_>,
    session: &mut Session,
    staging: &Staging,
    checked: &mut Checked,
) -> Result<StagedRelease, Diagnostic> {
    let Publishing { site, changes, is_shard, .. } = publishing;
    let pages = std::mem::take(&mut checked.pages);
    let mut pictures = std::mem::take(&mut checked.pictures);
    let text_index = std::mem::take(&mut checked.text_index);
    let standalone = &checked.files;

    let has_other_queries = has_other_queries(session, &pages);
    let page_data_before = session.page_data();
    let mut removed = unused_page_data(site, session, &pages);
    let (mut files, first_outputs) = session.record_pages(pages);
    if changes.affects_everything() {
        removed.extend(session.remove_pages(&site.inputs.site));
    }

    let state = publishing.state(session);
    let copies = static_copies(state, standalone);

    if is_shard {
        files.extend(pictures);
    } else if has_other_queries
        || affects_site_files(state, &files, standalone, &copies, &pictures)
        || text_index::has_changed(state, &text_index)
    {
        pictures.extend(text_index);
        let staged = stage_site_files(state, staging, &files, standalone, &copies, pictures)?;
        removed.extend(replace_site_files(site, session, &files, &staged));
        // The list of a large site is not doubled for a few files.
        files.reserve_exact(staged.len() + 1);
        files.extend(staged);
    } else if session.page_data() != page_data_before {
        let (path, bytes) =
            app_data::render(&site.inputs, site.slices(), session.page_data(), &documents(state));
        files.push(stage(session, staging, path, &bytes)?);
    }

    let has_new_files = files.iter().any(|it| !staging.manifest.files.contains(&it.path));
    let is_rewritten = has_new_files || !removed.is_empty() || changes.affects_everything();
    let removed_outputs = session.remove_outputs(removed);
    session.record_outputs(&files, first_outputs);

    let manifest = stage_manifest(publishing, session, staging, is_rewritten, &mut files)?;
    let removed = removed_files(&staging.manifest, manifest.as_ref(), removed_outputs);
    Ok(StagedRelease { files, removed, manifest })
}

/// Whether pages use other static queries than in the last release.
fn has_other_queries(session: &Session, pages: &[RenderedPage]) -> bool {
    pages.iter().any(|it| {
        let before = session.traces().get(&it.page.route);
        before.is_none_or(|before| before.static_queries != it.trace.static_queries)
    })
}

/// Returns the published page-data of pages, if the site no longer has any.
fn unused_page_data(
    site: &AssembledSite,
    session: &Session,
    pages: &[RenderedPage],
) -> Vec<OutputPath> {
    if site.inputs.settings.has_page_data() {
        return Vec::new();
    }
    let unused = pages.iter().map(|it| it.page.route.data());
    unused.filter(|path| session.outputs().contains_key(path)).collect()
}

/// Records the `staged` files that belong to no page in the session. Returns the paths of the earlier ones that are gone.
fn replace_site_files(
    site: &AssembledSite,
    session: &mut Session,
    rendered: &[StagedFile],
    staged: &[StagedFile],
) -> Vec<OutputPath> {
    let gone = session.replace_site_files(staged.iter().map(|it| it.path.clone()).collect());
    if gone.is_empty() {
        return Vec::new();
    }

    // A path of a page is not gone, also if the page is not rendered now.
    let pages = &site.inputs.site.pages;
    let rendered_paths: HashSet<&OutputPath> = rendered.iter().map(|it| &it.path).collect();
    let is_page = |path: &OutputPath| pages.contains_key(&path::route_of_output(path));
    gone.into_iter().filter(|it| !rendered_paths.contains(it) && !is_page(it)).collect()
}

/// Whether files that belong to no page have to be made again.
fn affects_site_files(
    state: BuildState<'_>,
    pages: &[StagedFile],
    standalone: &RenderedFiles,
    copies: &BTreeMap<OutputPath, OutputPath>,
    pictures: &[StagedFile],
) -> bool {
    let BuildState { sources, site, session, changes, .. } = state;

    let fallback_pages = service_worker::fallback_pages(&site.inputs.settings.languages);
    let is_fallback = |it: &StagedFile| fallback_pages.iter().any(|page| *page == *it.path);

    let has_other_copies = || {
        let is_copy =
            |path: &&OutputPath| hashed_path::is_copy(path) && !sources.statics.contains_key(*path);
        let now: BTreeSet<&OutputPath> =
            copies.keys().chain(pictures.iter().map(|it| &it.path)).collect();
        !now.into_iter().eq(session.site_files().iter().filter(is_copy))
    };

    let has_other_file = || {
        let mut files = standalone.values().flat_map(|it| &it.files);
        let written = |path: &OutputPath| session.outputs().get(path).map(|it| it.digest);
        files.any(|it| written(&it.path) != Some(it.written.digest))
    };

    let has_lost_file =
        || session.site_files().iter().any(|path| !session.outputs().contains_key(path));

    changes.affects_everything()
        || changes.statics
        || changes.sitemap
        || session.shared_outputs() != shared_outputs(site, standalone)
        || pages.iter().any(is_fallback)
        || has_other_copies()
        || has_other_file()
        || has_lost_file()
}

/// Stages the list of releases if it changes, and returns the next manifest if that changes.
fn stage_manifest(
    publishing: Publishing<'_>,
    session: &mut Session,
    staging: &Staging,
    is_rewritten: bool,
    files: &mut Vec<StagedFile>,
) -> Result<Option<Manifest>, Diagnostic> {
    let is_listed = staging.has_complete_manifest && session.outputs().contains_key(RELEASES);
    if !is_rewritten && is_listed {
        return Ok(None);
    }

    let list = OutputPath::new(RELEASES);
    let paths = session.outputs().keys().chain([&list]).cloned().collect();
    let settings = &publishing.site.inputs.settings;
    let target = OutputTarget {
        profile: settings.profile,
        base_url: settings.base_url.clone(),
        flags: settings.flags.clone(),
    };

    let next = staging.manifest.after(paths, settings.config.output.keep_releases, target);
    if next == staging.manifest && is_listed {
        return Ok(None);
    }

    let file = stage(session, staging, list, &Releases::from_manifest(&next).bytes())?;
    session.record_outputs(std::slice::from_ref(&file), BTreeMap::new());
    files.push(file);
    Ok(Some(next))
}

/// The files that a release removes: those that the next manifest no longer lists.
fn removed_files(
    manifest: &Manifest,
    next: Option<&Manifest>,
    removed: Vec<OutputPath>,
) -> Vec<OutputPath> {
    let Some(next) = next else { return Vec::new() };
    let unlisted = manifest.files.difference(&next.files).cloned();
    let removed: BTreeSet<OutputPath> = unlisted.chain(removed).collect();
    removed.into_iter().filter(|path| !next.files.contains(path)).collect()
}

/// Drops what was staged, after an error of the machine.
fn give_up(session: &mut Session, staging: &Staging, error: Diagnostic) -> Diagnostic {
    staging.abandon();
    session.forget_pages();
    error
}
