//! The plan of a build: which pages must be rendered, because which answers are other ones now.

use std::collections::BTreeMap;
use std::iter;
use std::sync::Arc;

use rayon::prelude::*;

use crate::build::dependency_table::DependencyTable;
use crate::build::engine::Engine;
use crate::build::page_record::{PageRecord, RebuildReason};
use crate::query::key::QueryKey;
use croupier_base::digest::Digest;
use croupier_base::path::Route;
use croupier_content::page::Page;

impl Engine {
    /// The pages that must be rendered, and for each question whether its answer is the one of the last build; none where
    /// no answer can have changed.
    pub(super) fn dirty(&mut self, everything: bool) -> (Vec<Arc<Page>>, Vec<bool>) {
        let is_narrow = !everything && !self.pending.affects_everything();
        if is_narrow && !self.pending.affects_shared_inputs() {
            self.moved.clear();
            let edited: BTreeMap<&Route, &Arc<Page>> =
                self.edited().map(|page| (&page.route, page)).collect();
            return (edited.into_values().cloned().collect(), Vec::new());
        }
        self.moved = self.moved(is_narrow);
        let mut same = vec![true; self.dependencies().list.len()];
        for (place, _) in &self.moved {
            same[*place] = false;
        }
        let site = &self.context().inputs.site;
        if is_narrow {
            let mut dirty: BTreeMap<&Route, &Arc<Page>> =
                self.edited().map(|page| (&page.route, page)).collect();
            if !self.moved.is_empty() {
                let is_stale =
                    |record: &PageRecord| record.dependencies.iter().any(|id| !same[*id as usize]);
                let questions = self.moved.iter().map(|(place, _)| *place);
                let asked = self.askers.as_ref().and_then(|it| it.pages(questions));
                let stale: Vec<&Route> = match asked {
                    Some(asked) => asked
                        .into_iter()
                        .filter(|route| self.records.get(route).is_some_and(is_stale))
                        .collect(),
                    None => self.records.routes_where(is_stale),
                };
                let stale = stale.into_iter().filter_map(|route| site.pages.get(route));
                dirty.extend(stale.filter(|page| page.is_valid).map(|page| (&page.route, page)));
            }
            return (dirty.into_values().cloned().collect(), same);
        }
        let is_made = |page: &Page| {
            self.records.get(&page.route).is_some_and(|record| {
                self.sources.digests(page) == (record.digest, record.taken)
                    && record.source == page.source
                    && record.dependencies.iter().all(|id| same[*id as usize])
                    && self.outputs.contains_key(&page.route.html())
                    && self.outputs.contains_key(&page.route.data())
            })
        };
        let pages: Vec<&Arc<Page>> = site.pages.values().collect();
        let dirty =
            pages.into_par_iter().filter(|page| page.is_valid && !is_made(page)).cloned().collect();
        (dirty, same)
    }

    /// Questions that have another answer than in the last build, by their places, with that; where the look `is_narrow`, among
    /// those of which the changes tell that they can have one.
    fn moved(&self, is_narrow: bool) -> Vec<(usize, Digest)> {
        let context = self.context();
        let dependencies = self.dependencies();
        let DependencyTable { list, answers, .. } = &*dependencies;
        let moved = |(place, question): (usize, &QueryKey)| {
            if is_narrow && !question.may_change(&self.pending, &context.inputs.site) {
                return None;
            }
            let answer = question.fingerprint(&context.snapshot);
            (answer != answers[place]).then_some((place, answer))
        };
        list.par_iter().enumerate().filter_map(moved).collect()
    }

    /// The pages whose own files changed, and what lists on them have on further pages.
    fn edited(&self) -> impl Iterator<Item = &Arc<Page>> {
        let site = &self.context().inputs.site;
        let files = self.pending.bodies.union(&self.pending.metadata);
        let contents = files.filter_map(|path| self.sources.contents.get(path));
        let shown = contents.map(|it| &it.page).filter(|page| self.is_shown(page));
        shown.flat_map(|page| iter::once(page).chain(site.pager_pages(page)))
    }

    /// Why a page is rendered now.
    pub(super) fn reason(&self, page: &Page, same: &[bool]) -> RebuildReason {
        let Some(before) =
            self.records.get(&page.route).filter(|record| record.source == page.source)
        else {
            return RebuildReason::New;
        };
        let (digest, taken) = self.sources.digests(page);
        if before.digest != digest {
            return RebuildReason::Text;
        }
        if before.taken != taken {
            return RebuildReason::Cascade;
        }
        let changed: Box<[u32]> = before
            .dependencies
            .iter()
            .copied()
            .filter(|id| same.get(*id as usize).is_some_and(|same| !same))
            .collect();
        if changed.is_empty() { RebuildReason::Output } else { RebuildReason::Answers(changed) }
    }

    /// Whether this very page, and not another of the same route, is part of the site.
    fn is_shown(&self, page: &Arc<Page>) -> bool {
        page.is_valid
            && self
                .context()
                .inputs
                .site
                .pages
                .get(&page.route)
                .is_some_and(|it| it.source == page.source)
    }
}
