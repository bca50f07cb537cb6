//! The diagnostics of pages, by page. In watch mode they remain from build to build, so that an edit checks only the rendered pages.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use rayon::prelude::*;

use crate::check::links::link_problem;
use crate::check::template_links::{
    TemplateProblems, are_reported_alike, check_link, has_same_target_everywhere,
};
use crate::check::text_problems;
use crate::render::policy::Policy;
use crate::session::trace::TracedPage;
use crate::stage::BuildState;
use croupier_base::diagnostic::{Diagnostic, Location};
use croupier_base::path::Route;
use croupier_content::links::Targets;

/// The diagnostics of the pages of the last release.
#[derive(Debug, Default)]
pub(crate) struct PageChecks {
    /// Whether the diagnostics of all pages are known.
    is_complete: bool,
    /// Whether the current build checks all pages.
    checks_all_pages: bool,
    /// Whether the current build found other diagnostics than the last one.
    has_changed: bool,
    /// Pages whose diagnostics are of a build that failed, or of the current one.
    outdated: BTreeSet<Route>,
    /// Problems in content files, by the route of the page.
    texts: BTreeMap<Route, Vec<Diagnostic>>,
    templates: TemplateProblems,
}

impl PageChecks {
    /// Begins a build that checks all pages.
    pub(super) fn of_all_pages() -> PageChecks {
        PageChecks { checks_all_pages: true, ..PageChecks::default() }
    }

    /// Begins a build that checks the pages at these routes. Returns all pages to check, which are also those of failed builds.
    pub(super) fn outdate<'a>(
        &mut self,
        routes: impl Iterator<Item = &'a Route>,
    ) -> BTreeSet<Route> {
        self.outdated.extend(routes.cloned());
        self.outdated.clone()
    }

    /// Whether the diagnostics of all pages are known, and not only those of the rendered ones.
    pub(super) fn is_complete(&self) -> bool {
        self.is_complete
    }

    /// Whether templates have problems, whose locations a change of templates or data moves.
    pub(super) fn has_problems_of_templates(&self) -> bool {
        !self.templates.is_empty()
    }

    /// Checks pages. `page_at` returns any page.
    pub(super) fn update<'a>(
        &mut self,
        state: BuildState<'_>,
        pages: &[TracedPage<'_>],
        page_at: &dyn Fn(&Route) -> Option<TracedPage<'a>>,
        targets: &Targets<'_>,
        policy: &Policy,
    ) {
        let outdated = self.outdated.iter();
        let removed: BTreeMap<Route, Vec<Diagnostic>> =
            outdated.filter_map(|route| self.texts.remove_entry(route)).collect();
        let found: BTreeMap<Route, Vec<Diagnostic>> =
            text_problems(state, pages, targets, policy).into_iter().collect();

        let mut pairs = removed.values().zip(found.values());
        self.has_changed = self.checks_all_pages
            || !removed.keys().eq(found.keys())
            || !pairs.all(|(a, b)| are_reported_alike(a, b));

        self.texts.extend(found);
        self.has_changed |= self.templates.update(
            state,
            &self.outdated,
            pages,
            page_at,
            &|route, usage, href| check_link(targets, policy, route, usage, href),
            &|usage, href| has_same_target_everywhere(targets, usage, href),
        );
    }

    /// Whether the diagnostics may differ from those of the last build.
    pub(crate) fn has_changed(&self) -> bool {
        self.has_changed
    }

    /// Returns the diagnostics of all pages.
    pub(crate) fn diagnostics(&self) -> Vec<Diagnostic> {
        let mut diagnostics: Vec<Diagnostic> = self.texts.values().flatten().cloned().collect();
        diagnostics.extend(self.templates.diagnostics());
        diagnostics
    }

    /// Ends a build. After a failed one, the diagnostics of the last release are unknown for the pages that it checked.
    #[must_use]
    pub(crate) fn finished(mut self, is_published: bool) -> PageChecks {
        if is_published {
            self.is_complete = true;
            self.outdated.clear();
        } else if self.checks_all_pages {
            return PageChecks::default();
        }
        self.checks_all_pages = false;
        self
    }
}

/// Returns the problems in the content files of pages, by route.
fn text_problems(
    state: BuildState<'_>,
    pages: &[TracedPage<'_>],
    targets: &Targets<'_>,
    policy: &Policy,
) -> Vec<(Route, Vec<Diagnostic>)> {
    // All threads search for pages with problems. One thread creates the diagnostics, in order.
    let without_hints = Targets {
        moved_page: &|_| None,
        id_of_heading: &|_, _| None,
        files: &Vec::new,
        routes: &Vec::new,
        ..*targets
    };
    let has_problem = |TracedPage { page, trace }: &&TracedPage<'_>| {
        let mut links = trace.links.iter();
        !trace.problems.is_empty()
            || !page.is_generated
                && links.any(|(usage, href, ..)| {
                    link_problem(&without_hints, policy, page, *usage, href, String::new).is_some()
                })
    };
    let with_problems: Vec<&TracedPage<'_>> = pages.par_iter().filter(has_problem).collect();

    let of_page = |TracedPage { page, trace }: &TracedPage<'_>| {
        if page.is_generated {
            let problems = trace.problems.iter();
            let problems =
                problems.map(|(.., kind)| text_problems::warning_of_generated(kind, page));
            return (page.route.clone(), problems.collect());
        }
        let text: Arc<str> =
            state.sources.text(&page.source).map(|text| text.source).unwrap_or_default();
        let location = |start: u32, end: u32| {
            let range = start as usize..end as usize;
            Location::new(page.file().as_str(), Arc::clone(&text), range)
        };
        let links = trace.links.iter().filter_map(|(usage, href, start, end)| {
            let range = *start as usize..*end as usize;
            let markdown = || text.get(range).unwrap_or_default().to_owned();
            let problem = link_problem(targets, policy, page, *usage, href, markdown)?;
            Some(problem.at(location(*start, *end)))
        });
        let others = trace.problems.iter().map(|(start, end, kind)| {
            text_problems::warning(state, Some(page), kind, location(*start, *end))
        });
        (page.route.clone(), links.chain(others).collect())
    };
    with_problems.into_iter().map(of_page).collect()
}
