//! The plan of a build: which pages must be rendered, because which answers are other ones now.

use std::iter;
use std::sync::Arc;

use rayon::prelude::*;

use crate::build::cache::RebuildReason;
use crate::build::engine::Engine;
use crate::content::page::Page;

impl Engine {
    /// The pages that must be rendered, and for each question whether its answer is the one of the last build; none where
    /// no answer can have changed.
    pub(super) fn dirty(&self, everything: bool) -> (Vec<Arc<Page>>, Vec<bool>) {
        let context = self.context();
        let (site, snapshot) = (&context.inputs.site, &context.snapshot);
        if !everything && !self.pending.shared && !self.pending.pages {
            let contents = self.pending.texts.iter().filter_map(|path| self.sources.contents.get(path));
            let shown = contents.map(|it| &it.page).filter(|page| self.is_shown(page));
            return (shown.flat_map(|page| iter::once(page).chain(site.pager_pages(page))).cloned().collect(), Vec::new());
        }
        let dependencies = self.dependencies();
        let same: Vec<bool> = dependencies
            .list
            .par_iter()
            .zip(&dependencies.answers)
            .map(|(dependency, before)| snapshot.answer(dependency) == *before)
            .collect();
        drop(dependencies);
        let is_made = |page: &Page| {
            self.records.get(&page.route).is_some_and(|record| {
                self.sources.content_digest(page) == record.digest
                    && self.sources.taken_digest(page) == record.taken
                    && record.source == page.source
                    && record.dependencies.iter().all(|id| same[*id as usize])
                    && self.outputs.contains_key(&page.route.html())
                    && self.outputs.contains_key(&page.route.data())
            })
        };
        let pages: Vec<&Arc<Page>> = site.pages.values().collect();
        let dirty = pages.into_par_iter().filter(|page| page.is_valid && !is_made(page)).cloned().collect();
        (dirty, same)
    }

    /// Why a page is rendered now.
    pub(super) fn reason(&self, page: &Page, same: &[bool]) -> RebuildReason {
        let Some(before) = self.records.get(&page.route).filter(|record| record.source == page.source) else {
            return RebuildReason::New;
        };
        if before.digest != self.sources.content_digest(page) {
            return RebuildReason::Text;
        }
        if before.taken != self.sources.taken_digest(page) {
            return RebuildReason::Cascade;
        }
        let changed: Box<[u32]> =
            before.dependencies.iter().copied().filter(|id| same.get(*id as usize).is_some_and(|same| !same)).collect();
        if changed.is_empty() { RebuildReason::Output } else { RebuildReason::Answers(changed) }
    }

    /// Whether this very page, and not another of the same route, is part of the site.
    fn is_shown(&self, page: &Arc<Page>) -> bool {
        page.is_valid && self.context().inputs.site.pages.get(&page.route).is_some_and(|it| it.source == page.source)
    }
}
