//! Plans a build: which slices, standalone files and pages are rendered, because which queries have other results.

use std::collections::BTreeMap;
use std::sync::Arc;

use rayon::prelude::*;

use crate::query::key::QueryKey;
use crate::query::recorder::Reads;
use crate::session::interners::QueryInterner;
use crate::session::trace::{RenderReason, Trace};
use crate::site::files::FileSource;
use crate::stage::{BuildState, Plan, Scope};
use croupier_base::fingerprint::Fingerprint;
use croupier_base::path::{OutputPath, Route};
use croupier_content::page::Page;

/// Returns the ids of the slices to render. The build renders them before it plans the rest, because the content of a slice is a
/// query of pages and standalone files. In verification mode, a narrow plan is compared with the plan of everything.
pub(super) fn plan_slices(state: BuildState<'_>, scope: Scope) -> Vec<String> {
    let slices = state.site.slice_keys();
    let is_outdated = |id: &String, scope: Scope| {
        let released = state.session.slices().get(id);
        released.is_none_or(|slice| has_other_results(state, scope, &slice.reads))
    };
    let outdated = |scope| {
        let ids = slices.iter().map(|slice| &slice.id);
        ids.filter(|id| is_outdated(id, scope)).cloned().collect::<Vec<_>>()
    };
    let planned = outdated(scope);
    if state.options.verify && scope != Scope::Everything {
        assert_eq!(planned, outdated(Scope::Everything), "slices of the {scope:?} plan");
    }
    planned
}

/// Whether a query of a slice or a standalone file has another result than in the last release.
fn has_other_results(state: BuildState<'_>, scope: Scope, reads: &Reads) -> bool {
    let may_change = |query: &QueryKey| match scope {
        Scope::Nothing | Scope::Bodies => false,
        Scope::Targeted => query.may_change(state.changes, &state.site.inputs.site),
        Scope::Everything => true,
    };
    let mut reads = reads.iter().filter(|(query, _)| may_change(query));
    reads.any(|(query, result)| query.fingerprint(&state.site.snapshot) != *result)
}

/// Returns the standalone files that are not as their traces say.
fn outdated_files(state: BuildState<'_>, scope: Scope) -> Vec<OutputPath> {
    let BuildState { sources, site, session, .. } = state;
    let exists = |path: &OutputPath| session.outputs().contains_key(path);
    let is_current = |path: &OutputPath, source: &FileSource| {
        let trace = session.files().get(path).filter(|_| exists(path));
        trace.is_some_and(|trace| {
            let mut bodies = trace.bodies.iter();
            trace.source == source.file()
                && trace.parts.iter().all(exists)
                && bodies.all(|(file, digests)| sources.digests_of(file) == *digests)
                && !has_other_results(state, scope, &trace.reads)
        })
    };
    let outdated = site.files.iter().filter(|(path, source)| !is_current(path, source));
    outdated.map(|(path, _)| path.clone()).collect()
}

/// Plans a build, whose slices are rendered already. In verification mode, a narrow plan is compared with the plan of everything.
pub(super) fn plan(state: BuildState<'_>, scope: Scope) -> Plan {
    let plan = plan_within(state, scope);

    if state.options.verify && scope != Scope::Everything {
        let full = plan_within(state, Scope::Everything);
        let routes =
            |plan: &Plan| plan.pages.iter().map(|page| page.route.to_string()).collect::<Vec<_>>();

        let pages = &state.site.inputs.site.pages;
        let mut known = state.session.traces().iter().map(|(route, _)| route);
        let gone = known.find(|route| !pages.contains_key(*route));
        assert_eq!(gone, None, "a page is gone, which the {scope:?} plan does not remove");

        let queries = state.session.queries();
        let changed = |plan: &Plan| {
            let queries = plan.changed.iter().map(|(index, _)| queries.list.get_index(*index));
            queries.flatten().map(ToString::to_string).collect::<Vec<_>>()
        };

        assert_eq!(changed(&plan), changed(&full), "queries that the {scope:?} plan checks");
        assert_eq!(routes(&plan), routes(&full), "pages of the {scope:?} plan");
        assert_eq!(plan.files, full.files, "standalone files of the {scope:?} plan");
    }

    plan
}

fn plan_within(state: BuildState<'_>, scope: Scope) -> Plan {
    let files = outdated_files(state, scope);
    let changed = match scope {
        Scope::Nothing | Scope::Bodies => {
            let pages: BTreeMap<&Route, &Arc<Page>> =
                edited(state).map(|page| (&page.route, page)).collect();
            let pages = pages.into_values().cloned().collect();
            return Plan { files, pages, changed: Vec::new(), unchanged: Vec::new() };
        }
        Scope::Targeted => {
            let site = &state.site.inputs.site;
            changed_queries(state, |query| query.may_change(state.changes, site))
        }
        Scope::Everything => changed_queries(state, |_| true),
    };

    let mut unchanged = vec![true; state.session.queries().list.len()];
    for (index, _) in &changed {
        unchanged[*index] = false;
    }

    if scope == Scope::Everything {
        // The output may have lost a card, which only its page can draw again.
        for (index, query) in state.session.queries().list.iter().enumerate() {
            let card = query.social_card();
            unchanged[index] &= card.is_none_or(|path| state.session.outputs().contains_key(path));
        }
    }

    let pages = if scope == Scope::Targeted {
        edited_and_dependent(state, &changed, &unchanged)
    } else {
        outdated(state, &unchanged)
    };

    Plan { files, pages, changed, unchanged }
}

/// The queries with other results than in the last release, among those that `may_change`.
fn changed_queries(
    state: BuildState<'_>,
    may_change: impl Fn(&QueryKey) -> bool + Sync,
) -> Vec<(usize, Fingerprint)> {
    let queries = state.session.queries();
    let QueryInterner { list, results } = &*queries;
    let changed = |(index, query): (usize, &QueryKey)| {
        let result = may_change(query).then(|| query.fingerprint(&state.site.snapshot))?;
        (result != results[index]).then_some((index, result))
    };
    list.par_iter().enumerate().filter_map(changed).collect()
}

/// The edited pages, and those that depend on a changed query.
fn edited_and_dependent(
    state: BuildState<'_>,
    changed: &[(usize, Fingerprint)],
    unchanged: &[bool],
) -> Vec<Arc<Page>> {
    let mut pages: BTreeMap<&Route, &Arc<Page>> =
        edited(state).map(|page| (&page.route, page)).collect();

    if !changed.is_empty() {
        let traces = state.session.traces();
        let is_stale = |trace: &Trace| trace.queries.iter().any(|id| !unchanged[*id as usize]);
        let dependents = state.session.dependents(changed.iter().map(|(index, _)| *index));

        let stale: Vec<&Route> = match dependents {
            Some(routes) => {
                let is_stale = |route: &&Route| traces.get(route).is_some_and(is_stale);
                routes.into_iter().filter(is_stale).collect()
            }
            None => traces.routes_where(is_stale),
        };

        let site = &state.site.inputs.site;
        let stale = stale.into_iter().filter_map(|route| site.pages.get(route));
        pages.extend(stale.filter(|page| page.is_valid).map(|page| (&page.route, page)));
    }

    pages.into_values().cloned().collect()
}

/// All pages that are not as their traces say.
fn outdated(state: BuildState<'_>, unchanged: &[bool]) -> Vec<Arc<Page>> {
    let BuildState { sources, session, .. } = state;
    let has_page_data = state.settings().has_page_data();
    let is_current = |page: &Page| {
        session.traces().get(&page.route).is_some_and(|trace| {
            sources.digests(page) == (trace.digest, trace.cascade)
                && trace.source == page.source
                && trace.queries.iter().all(|id| unchanged[*id as usize])
                && session.outputs().contains_key(&page.route.html())
                && session.outputs().contains_key(&page.route.data()) == has_page_data
        })
    };
    let pages: Vec<&Arc<Page>> = state.site.inputs.site.pages.values().collect();
    let outdated = pages.into_par_iter().filter(|page| page.is_valid && !is_current(page));
    outdated.cloned().collect()
}

/// The pages whose own files or inherited values changed, and all pages with their texts.
fn edited(state: BuildState<'_>) -> impl Iterator<Item = &Arc<Page>> {
    let BuildState { sources, session, .. } = state;
    let site = &state.site.inputs.site;
    let is_edited = |page: &&Arc<Page>| {
        // The site may have another page at the same route.
        let is_shown = site.page(&page.route).is_some_and(|it| it.source == page.source);
        let has_changed = session.traces().get(&page.route).is_none_or(|trace| {
            sources.digests(page) != (trace.digest, trace.cascade) || trace.source != page.source
        });
        page.is_valid && is_shown && has_changed
    };
    let files = state.changes.bodies.union(&state.changes.metadata);
    let contents = files.filter_map(move |path| sources.contents.get(path));
    let edited = contents.map(|content| &content.page).filter(is_edited);
    edited.flat_map(|page| site.pages_with_text_of(page))
}

/// Why a page is rendered now.
pub(super) fn reason(state: BuildState<'_>, page: &Page, unchanged: &[bool]) -> RenderReason {
    let before = state.session.traces().get(&page.route);
    let Some(before) = before.filter(|trace| trace.source == page.source) else {
        return RenderReason::New;
    };
    let (digest, cascade) = state.sources.digests(page);
    if before.digest != digest {
        return RenderReason::Text;
    }
    if before.cascade != cascade {
        return RenderReason::Cascade;
    }
    let is_changed = |id: &u32| unchanged.get(*id as usize).is_some_and(|it| !it);
    let changed: Box<[u32]> = before.queries.iter().copied().filter(is_changed).collect();
    if changed.is_empty() { RenderReason::Output } else { RenderReason::Queries(changed) }
}

/// In verification mode, compares the recorded result of every query that a page uses with a new result, after a release.
///
/// # Panics
/// If a recorded result is wrong.
pub(super) fn verify_recorded_results(state: BuildState<'_>) {
    if !state.options.verify {
        return;
    }
    let changed = changed_queries(state, |_| true);
    let queries = state.session.queries();
    let is_used =
        |index: usize| state.session.traces().is_used(u32::try_from(index).unwrap_or(u32::MAX));
    let wrong: Vec<String> = changed
        .iter()
        .filter(|(index, _)| is_used(*index))
        .filter_map(|(index, _)| queries.list.get_index(*index))
        .map(ToString::to_string)
        .collect();
    assert!(wrong.is_empty(), "recorded results are wrong for: {}", wrong.join(", "));
}
