//! The state of the last release: how each page was rendered, what it read, and the files of the output.
//!
//! A session exists as long as the process. The [`store`] saves it for the next process.

pub(crate) mod dependents;
pub(crate) mod interners;
pub(crate) mod rendered;
pub(crate) mod store;
pub(crate) mod trace;
pub(crate) mod trace_store;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rayon::prelude::*;

use crate::cache::chunks::Chunks;
use crate::output::folder::FolderStamp;
use crate::output::manifest::{self, Manifest, OutputFile};
use crate::query::key::QueryKey;
use crate::render::slice::Slices;
use crate::session::dependents::Dependents;
use crate::session::interners::{LinkInterner, QueryInterner};
use crate::session::rendered::{RenderedFiles, RenderedPage, StagedFile, page_data_contribution};
use crate::session::store::{CachedTraces, InternerChunks, StateChunks, StoredState};
use crate::session::trace::FileTrace;
use crate::session::trace_store::TraceStore;
use croupier_base::diagnostic::Diagnostic;
use croupier_base::disk::stamp::Stamp;
use croupier_base::fingerprint::Fingerprint;
use croupier_base::path::{OutputPath, Route};
use croupier_content::page::Page;
use croupier_content::site::Site;
use croupier_content::unpublished::LeftOut;

/// The state of the last release.
#[derive(Default)]
pub(crate) struct Session {
    queries: Mutex<QueryInterner>,
    links: Mutex<LinkInterner>,
    traces: TraceStore,
    /// The slices, with their queries.
    slices: Slices,
    /// The traces of standalone files, by output path.
    files: BTreeMap<OutputPath, Arc<FileTrace>>,
    /// The fingerprint of all page-data: the wrapping sum of the contributions of all pages, so that one page can be replaced.
    page_data: Fingerprint,
    /// The reverse index of the traces, in watch mode.
    dependents: Option<Dependents>,
    /// Every file of the output.
    outputs: BTreeMap<OutputPath, OutputFile>,
    /// The output files that belong to no page.
    site_files: BTreeSet<OutputPath>,
    /// The fingerprint of the slices and standalone files, as far as files of the whole site show them.
    shared_outputs: Fingerprint,
    warnings: Arc<Vec<Diagnostic>>,
    /// Whether the checks of pages found some of the warnings, so that the first build of the next process checks all pages.
    has_page_warnings: bool,
    /// The drafts and scheduled pages of the last build.
    pub(crate) left_out: LeftOut,
    /// The output folder and its manifest after the last build.
    manifest: Option<(FolderStamp, Manifest)>,
    /// When the output was built, in epoch seconds.
    built_at: i64,
    /// The serialized lists of the previous process, while all pages keep their routes.
    previous: Option<PreviousChunks>,
}

/// The serialized lists of the previous process. Unchanged chunks are copied to the next cache files.
pub(crate) struct PreviousChunks {
    /// Sources and files of the output.
    pub state: StateChunks,
    /// Queries and links.
    pub interners: InternerChunks,
    /// Content files.
    pub pages: Chunks,
    /// Files of the output that were written since.
    pub written: BTreeSet<OutputPath>,
}

impl Session {
    /// The queries of all pages. The guard holds a lock.
    pub(crate) fn queries(&self) -> MutexGuard<'_, QueryInterner> {
        self.queries.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The links of templates. The guard holds a lock.
    pub(crate) fn links(&self) -> MutexGuard<'_, LinkInterner> {
        self.links.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The traces of all pages.
    pub(crate) fn traces(&self) -> &TraceStore {
        &self.traces
    }

    /// The slices of the last release.
    pub(crate) fn slices(&self) -> &Slices {
        &self.slices
    }

    /// The traces of standalone files, by output path.
    pub(crate) fn files(&self) -> &BTreeMap<OutputPath, Arc<FileTrace>> {
        &self.files
    }

    /// Sets the traces of standalone files that were rendered now.
    pub(crate) fn set_files(&mut self, files: RenderedFiles) {
        self.files = files.into_iter().map(|(path, it)| (path, it.trace)).collect();
    }

    /// The fingerprint of all page-data.
    pub(crate) fn page_data(&self) -> Fingerprint {
        self.page_data
    }

    /// Returns the pages that may depend on one of these queries, by index. None outside of watch mode, or if there are too many.
    pub(crate) fn dependents(
        &self,
        queries: impl Iterator<Item = usize>,
    ) -> Option<BTreeSet<&Route>> {
        self.dependents.as_ref()?.pages(queries)
    }

    /// Every file of the output.
    pub(crate) fn outputs(&self) -> &BTreeMap<OutputPath, OutputFile> {
        &self.outputs
    }

    /// The files of the output that belong to no page.
    pub(crate) fn site_files(&self) -> &BTreeSet<OutputPath> {
        &self.site_files
    }

    /// The fingerprint of the slices and standalone files, as far as files of the whole site show them.
    pub(crate) fn shared_outputs(&self) -> Fingerprint {
        self.shared_outputs
    }

    /// Whether the checks of pages found warnings in the last build.
    pub(crate) fn has_page_warnings(&self) -> bool {
        self.has_page_warnings
    }

    /// When the output was built, in epoch seconds.
    pub(crate) fn built_at(&self) -> i64 {
        self.built_at
    }

    /// Sets when the output was built, in epoch seconds.
    pub(crate) fn set_built_at(&mut self, built_at: i64) {
        self.built_at = built_at;
    }

    /// The warnings of the last build.
    pub(crate) fn warnings(&self) -> &Arc<Vec<Diagnostic>> {
        &self.warnings
    }

    /// The serialized lists of the previous process.
    pub(crate) fn previous(&self) -> Option<&PreviousChunks> {
        self.previous.as_ref()
    }

    /// The output folder and its manifest after the last build.
    pub(crate) fn manifest(&self) -> Option<&(FolderStamp, Manifest)> {
        self.manifest.as_ref()
    }

    /// Takes the manifest, for a build that opens the output folder.
    pub(crate) fn take_manifest(&mut self) -> Option<(FolderStamp, Manifest)> {
        self.manifest.take()
    }

    /// Sets the manifest of the finished build.
    pub(crate) fn set_manifest(&mut self, manifest: Option<(FolderStamp, Manifest)>) {
        self.manifest = manifest;
    }

    /// Drops the serialized lists of the previous process, because routes may change from now on.
    pub(crate) fn drop_previous(&mut self) {
        self.previous = None;
    }

    /// Restores the traces of the previous process. With `chunks`, unchanged chunks are copied to
    /// the next cache files.
    pub(crate) fn restore_traces(
        &mut self,
        stored: &StoredState<'_>,
        traces: CachedTraces,
        chunks: Option<(StateChunks, Chunks)>,
    ) {
        let CachedTraces { queries, links, traces, slices, files, interners } = traces;
        (self.queries, self.links) = (Mutex::new(queries), Mutex::new(links));
        (self.traces, self.slices) = (traces, slices);
        self.files = files.into_iter().map(|(path, trace)| (path, Arc::new(trace))).collect();

        self.previous = chunks.map(|(state, pages)| PreviousChunks {
            state,
            interners,
            pages,
            written: BTreeSet::new(),
        });

        self.page_data = stored.page_data;
        (self.has_page_warnings, self.shared_outputs) =
            (stored.has_page_warnings, stored.shared_outputs);
        self.left_out = stored.left_out;
        self.site_files = stored.site_files.clone().into_owned();
        self.built_at = stored.built_at;
    }

    /// Reads all traces into memory, for a process with many builds.
    pub(crate) fn load_all_traces(&mut self) {
        self.traces.decoded();
    }

    /// Sets the files of the output.
    pub(crate) fn set_outputs(&mut self, outputs: BTreeMap<OutputPath, OutputFile>) {
        self.outputs = outputs;
    }

    /// Removes files of the output folder `out` from the session if their content changed since they were written.
    pub(crate) fn forget_lost_outputs(&mut self, out: &Path) {
        let stamps = manifest::read_stamps(out, &self.outputs.keys().collect::<Vec<_>>());
        self.outputs = unmodified_files(out, &self.outputs, stamps);
    }

    /// Drops all traces after an I/O error, because the output may have changed.
    pub(crate) fn forget_pages(&mut self) {
        self.traces = TraceStore::default();
        self.slices.clear();
        self.files.clear();
        self.page_data = 0;
        self.dependents = None;
    }

    /// Removes pages that the site no longer has, and returns their files.
    pub(crate) fn remove_pages(&mut self, site: &Site) -> Vec<OutputPath> {
        (self.previous, self.dependents) = (None, None);
        let routes = self.traces.iter().map(|(route, _)| route);
        let removed: Vec<Route> =
            routes.filter(|route| !site.pages.contains_key(*route)).cloned().collect();
        for route in &removed {
            if let Some(trace) = self.traces.remove(route) {
                self.page_data =
                    self.page_data.wrapping_sub(page_data_contribution(route, trace.data));
            }
        }
        removed.iter().flat_map(|route| [route.html(), route.data()]).collect()
    }

    /// Records the traces of rendered pages and returns their files. If the session had no pages before, it also returns
    /// them as a map.
    pub(crate) fn record_pages(
        &mut self,
        pages: Vec<RenderedPage>,
    ) -> (Vec<StagedFile>, BTreeMap<OutputPath, OutputFile>) {
        if !self.traces.is_empty() {
            return (
                pages.into_iter().flat_map(|page| self.record_page(page)).collect(),
                BTreeMap::new(),
            );
        }

        // Lists of all pages take much memory: they have no spare capacity, and the list of traces takes the memory of `pages`.
        let count = pages.iter().map(|page| page.files.len()).sum();
        let html_count = pages.iter().filter(|page| !page.files.is_empty()).count();
        let (mut files, mut data) =
            (Vec::with_capacity(count), Vec::with_capacity(count - html_count));
        let mut page_data = self.page_data;

        let record = |page: RenderedPage| {
            // HTML files and page-data files are each nearly sorted, which makes the later sort cheap.
            let mut of_page = page.files.into_iter();
            files.extend(of_page.next());
            data.extend(of_page);

            let route = page.page.route.clone();
            page_data = page_data.wrapping_add(page_data_contribution(&route, page.trace.data));
            (route, page.trace)
        };
        let traces = pages.into_iter().map(record).collect();

        self.page_data = page_data;
        files.append(&mut data);
        drop(data);

        // A map that is collected at once takes half the memory of a map that grows.
        let outputs = || files.iter().map(|file| (file.path.clone(), file.written)).collect();
        let (traces, outputs) = rayon::join(|| TraceStore::of(traces), outputs);
        self.traces = traces;

        (files, outputs)
    }

    /// Records the trace of a rendered page and returns its files.
    pub(crate) fn record_page(&mut self, page: RenderedPage) -> Vec<StagedFile> {
        let route = page.page.route.clone();
        if let Some(dependents) = &mut self.dependents {
            dependents.note(&route, &page.trace);
        }
        let contribution = page_data_contribution(&route, page.trace.data);
        self.page_data = self.page_data.wrapping_add(contribution);
        if let Some(before) = self.traces.insert(&route, page.trace) {
            let contribution = page_data_contribution(&route, before.data);
            self.page_data = self.page_data.wrapping_sub(contribution);
        }
        page.files.into_vec()
    }

    /// Records the files that a release writes. If the session had no files before, `first` is a map of the first of them.
    pub(crate) fn record_outputs(
        &mut self,
        files: &[StagedFile],
        first: BTreeMap<OutputPath, OutputFile>,
    ) {
        let first_count = if self.outputs.is_empty() { first.len() } else { 0 };
        if first_count > 0 {
            self.outputs = first;
        }
        let before = self.outputs.len();
        self.outputs
            .extend(files[first_count..].iter().map(|file| (file.path.clone(), file.written)));
        if let Some(previous) = &mut self.previous {
            previous.written.extend(files.iter().map(|file| file.path.clone()));
            if self.outputs.len() > before {
                previous.state.outputs = Chunks::default();
            }
        }
    }

    /// Removes the files that a release deletes, and returns those that the session had.
    pub(crate) fn remove_outputs(&mut self, mut removed: Vec<OutputPath>) -> Vec<OutputPath> {
        // If the manifest is unreadable, only files that the session has written are deleted.
        removed.retain(|path| self.outputs.remove(path).is_some());
        if let Some(previous) = self.previous.as_mut().filter(|_| !removed.is_empty()) {
            previous.state.outputs = Chunks::default();
        }
        removed
    }

    /// Sets the output files that belong to no page, and returns the previous ones that are no longer made.
    pub(crate) fn replace_site_files(&mut self, files: BTreeSet<OutputPath>) -> Vec<OutputPath> {
        let removed = self.site_files.difference(&files).cloned().collect();
        self.site_files = files;
        removed
    }

    /// Records a release: the new results of changed queries, its slices and standalone files, and when it was made, in epoch seconds.
    pub(crate) fn finish_release(
        &mut self,
        changed_queries: &[(usize, Fingerprint)],
        slices: &Slices,
        files: RenderedFiles,
        shared_outputs: Fingerprint,
        built_at: i64,
    ) {
        self.slices.clone_from(slices);
        self.set_files(files);
        let mut queries = self.queries();
        for (index, result) in changed_queries {
            queries.results[*index] = *result;
        }
        drop(queries);
        (self.shared_outputs, self.built_at) = (shared_outputs, built_at);
    }

    /// Records the warnings of a build.
    pub(crate) fn set_warnings(&mut self, warnings: Arc<Vec<Diagnostic>>, has_page_warnings: bool) {
        self.warnings = warnings;
        self.has_page_warnings = has_page_warnings;
    }

    /// Creates the reverse index for watch mode, or rebuilds it if most of its entries are outdated.
    pub(crate) fn index_dependents(&mut self) {
        if self.dependents.as_ref().is_some_and(|it| it.is_outdated(self.traces.len())) {
            self.dependents = None;
        }
        if self.dependents.is_none() {
            self.dependents = Some(Dependents::of(&self.traces));
        }
    }

    /// Returns the earliest time after `now` in the queries of pages, slices and standalone files, in epoch seconds.
    pub(crate) fn next_time(&self, now: i64) -> Option<i64> {
        let queries = self.queries();
        let times =
            queries.list.iter().zip(0..).filter_map(|(query, id)| Some((query.time()?, id)));
        let mut times: Vec<(i64, u32)> = times.filter(|(time, _)| *time > now).collect();
        times.sort_unstable();
        let of_pages = times.into_iter().find(|(_, id)| self.traces.is_used(*id));
        let of_slices = self.slices.values().flat_map(|slice| slice.reads.keys());
        let shared = of_slices.chain(self.files.values().flat_map(|trace| trace.reads.keys()));
        let shared = shared.filter_map(QueryKey::time).filter(|time| *time > now);
        shared.chain(of_pages.map(|(time, _)| time)).min()
    }

    /// Returns for each query how many pages use it, except for the pages `rendered` and pages that are not valid or not in `site`.
    pub(crate) fn uses_by_others(
        &self,
        rendered: &[Arc<Page>],
        site: &Site,
        has_other_pages: bool,
    ) -> Vec<u32> {
        let rendered: BTreeSet<&Route> = rendered.iter().map(|page| &page.route).collect();
        let is_valid = |route: &Route| site.pages.get(route).is_some_and(|page| page.is_valid);
        let all = has_other_pages.then(|| self.traces.iter());
        let invalid = all.into_iter().flatten();
        let invalid = invalid.filter(|(route, _)| !rendered.contains(route) && !is_valid(route));
        let left_out = rendered.iter().filter_map(|route| self.traces.get(route));
        let mut uses = self.traces.uses().to_vec();
        for id in left_out.chain(invalid.map(|(_, trace)| trace)).flat_map(|trace| &trace.queries) {
            uses[*id as usize] -= 1;
        }
        uses
    }
}

/// Returns the files of `known` whose content did not change since they were written. `stamps` are their current stamps.
pub(crate) fn unmodified_files(
    out: &Path,
    known: &BTreeMap<OutputPath, OutputFile>,
    stamps: Vec<Option<Stamp>>,
) -> BTreeMap<OutputPath, OutputFile> {
    let known: Vec<_> = known.iter().zip(stamps).collect();
    let files = known.into_par_iter().filter_map(|((path, known), stamp)| {
        let file = manifest::verify_content(out, path, known, stamp?)?;
        Some((path.clone(), file))
    });
    files.collect::<Vec<_>>().into_iter().collect()
}
