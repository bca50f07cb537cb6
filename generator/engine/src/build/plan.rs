//! The plan of a build: which pages are rendered, because which queries have other results.

use std::collections::BTreeMap;
use std::iter;
use std::sync::Arc;

use rayon::prelude::*;

use crate::build::dependency_table::DependencyTable;
use crate::build::engine::Engine;
use crate::build::page_record::{PageRecord, RebuildReason};
use crate::build::scope::Scope;
use crate::query::key::QueryKey;
use croupier_base::digest::Digest;
use croupier_base::path::Route;
use croupier_content::page::Page;

/// Which pages a build renders, and why.
pub(crate) struct Plan {
    /// The pages to render, by route.
    pub pages: Vec<Arc<Page>>,
    /// The queries with other results than in the last build: their indices, with the new fingerprints.
    pub changed: Vec<(usize, Digest)>,
    /// For each query whether its result is still the same. Empty if no query was checked.
    pub unchanged: Vec<bool>,
}

impl Engine {
    /// Plans a build. In verification mode, a narrow plan is compared with the plan of everything.
    pub(super) fn plan(&self, scope: Scope) -> Plan {
        let plan = self.plan_within(scope);
        if self.args.verify && scope != Scope::Everything {
            let full = self.plan_within(Scope::Everything);
            let pages =
                |plan: &Plan| plan.pages.iter().map(|page| page.route.clone()).collect::<Vec<_>>();
            assert_eq!(
                pages(&plan),
                pages(&full),
                "the plan for {scope:?} misses pages or has too many"
            );
            assert_eq!(plan.changed, full.changed, "the plan for {scope:?} misses changed queries");
        }
        plan
    }

    fn plan_within(&self, scope: Scope) -> Plan {
        let changed = match scope {
            Scope::Nothing | Scope::Bodies => {
                let pages = self.edited().map(|page| (&page.route, page));
                let pages: BTreeMap<&Route, &Arc<Page>> = pages.collect();
                let pages = pages.into_values().cloned().collect();
                return Plan { pages, changed: Vec::new(), unchanged: Vec::new() };
            }
            Scope::Targeted => self.changed_queries(|query| {
                query.may_change(&self.pending, &self.context().inputs.site)
            }),
            Scope::Everything => self.changed_queries(|_| true),
        };
        let mut unchanged = vec![true; self.dependencies().list.len()];
        for (index, _) in &changed {
            unchanged[*index] = false;
        }
        let pages = if scope == Scope::Targeted {
            self.edited_and_dependent(&changed, &unchanged)
        } else {
            self.outdated(&unchanged)
        };
        Plan { pages, changed, unchanged }
    }

    /// The queries with other results than in the last build, among those that `may_change`.
    fn changed_queries(
        &self,
        may_change: impl Fn(&QueryKey) -> bool + Sync,
    ) -> Vec<(usize, Digest)> {
        let context = self.context();
        let dependencies = self.dependencies();
        let DependencyTable { list, answers } = &*dependencies;
        let changed = |(index, query): (usize, &QueryKey)| {
            let result = may_change(query).then(|| query.fingerprint(&context.snapshot))?;
            (result != answers[index]).then_some((index, result))
        };
        list.par_iter().enumerate().filter_map(changed).collect()
    }

    /// The edited pages, and those that depend on a changed query.
    fn edited_and_dependent(
        &self,
        changed: &[(usize, Digest)],
        unchanged: &[bool],
    ) -> Vec<Arc<Page>> {
        let mut pages: BTreeMap<&Route, &Arc<Page>> =
            self.edited().map(|page| (&page.route, page)).collect();
        if !changed.is_empty() {
            let site = &self.context().inputs.site;
            let is_stale =
                |record: &PageRecord| record.dependencies.iter().any(|id| !unchanged[*id as usize]);
            let queries = changed.iter().map(|(index, _)| *index);
            let dependents = self.askers.as_ref().and_then(|askers| askers.pages(queries));
            let stale: Vec<&Route> = match dependents {
                Some(routes) => {
                    let is_stale = |route: &&Route| self.records.get(route).is_some_and(is_stale);
                    routes.into_iter().filter(is_stale).collect()
                }
                None => self.records.routes_where(is_stale),
            };
            let stale = stale.into_iter().filter_map(|route| site.pages.get(route));
            pages.extend(stale.filter(|page| page.is_valid).map(|page| (&page.route, page)));
        }
        pages.into_values().cloned().collect()
    }

    /// Among all pages, those that are not as their records say.
    fn outdated(&self, unchanged: &[bool]) -> Vec<Arc<Page>> {
        let is_current = |page: &Page| {
            self.records.get(&page.route).is_some_and(|record| {
                self.sources.digests(page) == (record.digest, record.taken)
                    && record.source == page.source
                    && record.dependencies.iter().all(|id| unchanged[*id as usize])
                    && self.outputs.contains_key(&page.route.html())
                    && self.outputs.contains_key(&page.route.data())
            })
        };
        let pages: Vec<&Arc<Page>> = self.context().inputs.site.pages.values().collect();
        let outdated = pages.into_par_iter().filter(|page| page.is_valid && !is_current(page));
        outdated.cloned().collect()
    }

    /// The pages whose own files changed, and pages 2 and up of the lists on them.
    fn edited(&self) -> impl Iterator<Item = &Arc<Page>> {
        let site = &self.context().inputs.site;
        let files = self.pending.bodies.union(&self.pending.metadata);
        let contents = files.filter_map(|path| self.sources.contents.get(path));
        let shown = contents.map(|it| &it.page).filter(|page| self.is_shown(page));
        shown.flat_map(|page| iter::once(page).chain(site.pager_pages(page)))
    }

    /// Why a page is rendered now.
    pub(super) fn reason(&self, page: &Page, unchanged: &[bool]) -> RebuildReason {
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
        let is_changed = |id: &u32| unchanged.get(*id as usize).is_some_and(|it| !it);
        let changed: Box<[u32]> = before.dependencies.iter().copied().filter(is_changed).collect();
        if changed.is_empty() { RebuildReason::Output } else { RebuildReason::Answers(changed) }
    }

    /// Whether the site has this very page, and not another one at its route.
    fn is_shown(&self, page: &Arc<Page>) -> bool {
        let shown = self.context().inputs.site.pages.get(&page.route);
        page.is_valid && shown.is_some_and(|it| it.source == page.source)
    }

    /// In verification mode, compares the recorded result of every query with the result now, after a build.
    pub(super) fn verify_recorded_results(&self) {
        if !self.args.verify {
            return;
        }
        let changed = self.changed_queries(|_| true);
        let dependencies = self.dependencies();
        let queries: Vec<String> = changed
            .iter()
            .filter(|(index, _)| self.records.ask(u32::try_from(*index).unwrap_or(u32::MAX)))
            .filter_map(|(index, _)| dependencies.list.get_index(*index))
            .map(ToString::to_string)
            .collect();
        assert!(queries.is_empty(), "recorded results are wrong for: {}", queries.join(", "));
    }
}
