//! What is remembered of pages, for builds in which they need not be rendered.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::build::askers::Askers;
use crate::build::engine::{Engine, Life};
use crate::build::page_record::PageRecord;
use crate::build::records::Records;
use crate::build::rendered::{RenderedPage, StagedFile, share};
use crate::output::manifest::OutputFile;
use crate::query::key::QueryKey;
use croupier_base::path::{OutputPath, Route};
use croupier_content::page::Page;

impl Engine {
    /// Lets a process that goes on know who asked what.
    pub(super) fn index(&mut self) {
        if self.askers.as_ref().is_some_and(|it| it.is_worn(self.records.len())) {
            self.askers = None;
        }
        if self.life == Life::Long && self.askers.is_none() {
            self.askers = Some(Askers::of(&self.records));
        }
    }

    /// What is remembered of pages that need not be rendered and have images without a text, where `dirty` are those that do.
    pub(super) fn unnamed(&self, dirty: &[Arc<Page>]) -> Vec<&PageRecord> {
        let dirty: BTreeSet<&Route> = dirty.iter().map(|page| &page.route).collect();
        let current =
            self.records.unnamed().filter(|route| !dirty.contains(route) && self.is_valid(route));
        current.filter_map(|route| self.records.get(route)).collect()
    }

    /// Whether the site has a page at a route, in which nothing is wrong.
    fn is_valid(&self, route: &Route) -> bool {
        self.context().inputs.site.pages.get(route).is_some_and(|page| page.is_valid)
    }

    /// How many pages that need not be rendered ask the question at each place, where `dirty` are those that do.
    pub(super) fn asked_by_others(&self, dirty: &[Arc<Page>]) -> Vec<u32> {
        let rendered: BTreeSet<&Route> = dirty.iter().map(|page| &page.route).collect();
        // Pages come and go with a wide change alone.
        let all = self.pending.affects_everything().then(|| self.records.iter());
        let gone = all
            .into_iter()
            .flatten()
            .filter(|(route, _)| !rendered.contains(route) && !self.is_valid(route));
        let others = rendered
            .iter()
            .filter_map(|route| self.records.get(route))
            .chain(gone.map(|(_, record)| record));
        let mut asked = self.records.asked().to_vec();
        others.flat_map(|record| &record.dependencies).for_each(|id| asked[*id as usize] -= 1);
        asked
    }

    /// Remembers what pages were made from and returns their files; where nothing is known yet, as a map too.
    pub(super) fn keep_all(
        &mut self,
        finished: Vec<RenderedPage>,
    ) -> (Vec<StagedFile>, BTreeMap<OutputPath, OutputFile>) {
        if !self.records.is_empty() {
            return (finished.into_iter().flat_map(|it| self.keep(it)).collect(), BTreeMap::new());
        }
        let (mut files, mut data) =
            (Vec::with_capacity(2 * finished.len()), Vec::with_capacity(finished.len()));
        let mut records = Vec::with_capacity(finished.len());
        for it in finished {
            // Those of one kind are nearly in order, so that they are sorted in no time.
            let mut of_page = it.files.into_iter();
            files.extend(of_page.next());
            data.extend(of_page);
            self.pages = self.pages.wrapping_add(it.share);
            records.push((it.page.route.clone(), it.record));
        }
        files.append(&mut data);
        // A map that is made of all entries at once takes half the memory of one that grows.
        let outputs = || files.iter().map(|it| (it.path.clone(), it.written)).collect();
        let (records, outputs) = rayon::join(|| Records::of(records), outputs);
        self.records = records;
        (files, outputs)
    }

    /// Remembers what a page was made from and returns its files.
    pub(super) fn keep(&mut self, finished: RenderedPage) -> Vec<StagedFile> {
        let route = finished.page.route.clone();
        if let Some(askers) = &mut self.askers {
            askers.note(&route, &finished.record);
        }
        self.pages = self.pages.wrapping_add(finished.share);
        if let Some(before) = self.records.insert(&route, finished.record) {
            self.pages = self.pages.wrapping_sub(share(&route, &before));
        }
        finished.files
    }

    /// When the site must be built again because a page, or an entry of data, becomes due or expires, in epoch seconds.
    pub fn next_change_at(&self) -> Option<i64> {
        let context = self.context.as_ref()?;
        let dependencies = self.dependencies();
        let coming = dependencies
            .list
            .iter()
            .zip(0..)
            .filter_map(|(dependency, id)| Some((dependency.time()?, id)));
        let mut coming: Vec<(i64, u32)> =
            coming.filter(|(moment, _)| *moment > context.inputs.now).collect();
        coming.sort_unstable();
        let asked = coming.into_iter().find(|(_, id)| self.records.ask(*id));
        context.next_change_at().into_iter().chain(asked.map(|(moment, _)| moment)).min()
    }

    /// Returns when the site must be built again though no file changes, in epoch seconds: when a page or an entry of data becomes due
    /// or expires, or at the end of the year, which pages show. A failed build is repeated at that time too, because its errors can
    /// depend on the clock.
    pub fn due_at(&self) -> i64 {
        let next = self.next_change_at();
        let dependencies = self.dependencies();
        // A failed build records nothing about its pages, so every timestamp counts that a template asked for.
        let asked = dependencies.list.iter().filter(|_| self.failed).filter_map(QueryKey::time);
        let coming = next.into_iter().chain(asked).filter(|at| *at > self.clock.now);
        coming.chain([self.clock.next_year()]).min().expect("a year ends")
    }
}
