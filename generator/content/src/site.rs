//! All pages together: routes are unique, lists can be asked for, and lists that are too long for one page have further ones.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Bound;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use crate::absent::{self, Absence, AbsentPage};
use crate::config::args::Profile;
use crate::config::settings::Settings;
use crate::config::sort_by::SortBy;
use crate::front_matter::Status;
use crate::page::Page;
use crate::pagination::{self, Paginator};
use crate::query::{PageList, PageQuery};
use crate::taxonomy::{self, Terms};
use croupier_base::diagnostic::Diagnostic;
use croupier_base::diagnostic::code::Code;
use croupier_base::path::{self, Route, SitePath};

/// The pages of a build, by route.
#[derive(Debug, Default)]
pub struct Site {
    /// In byte order of their routes.
    pub pages: BTreeMap<Route, Arc<Page>>,
    /// Terms by taxonomy and slug.
    pub terms: Terms,
    /// What pages list by themselves, by route.
    pub paginators: BTreeMap<Route, Paginator>,
    /// When the next page becomes due or expires, in epoch seconds.
    pub next_change_at: Option<i64>,
    /// Drafts, and pages that are not due or are over, by the addresses that they would have.
    pub absent: BTreeMap<Route, AbsentPage>,
    /// Routes by content file, made when the first page asks.
    routes: OnceLock<HashMap<SitePath, Route>>,
    pub(super) lists: Mutex<HashMap<(PageQuery, SortBy), Arc<PageList>>>,
}

/// What an exchange of one page for another touches.
#[derive(Debug, Default)]
pub struct Exchange {
    /// The page as it was and as it is.
    pub pages: Vec<Arc<Page>>,
    /// Whether terms have other pages now.
    pub terms: bool,
    /// The routes of pages that may have other neighbours now.
    pub neighbours: BTreeSet<Route>,
}

impl Site {
    /// Brings pages together; two of one route and refused samples become diagnostics.
    /// Drafts, and pages that are not due at `now` (epoch seconds) or have expired, are left out unless drafts are built.
    pub fn gather<'a>(
        pages: impl Iterator<Item = &'a Arc<Page>>,
        settings: &Settings,
        now: i64,
    ) -> (Site, Vec<Diagnostic>) {
        let mut site = Site::default();
        let (mut found, mut all) = (Vec::new(), Vec::new());
        for page in pages {
            let times = [page.front.publish_at, page.front.expire_at];
            let coming = times.into_iter().flatten().filter(|moment| *moment > now).min();
            // Of a page that could not be read nobody knows whether it is a draft, and a link to it is no mistake.
            if !settings.drafts && page.is_valid {
                if let Some(why) = absent::why(page, now) {
                    for (route, entry) in absent::addresses(page, why, &settings.config.taxonomies)
                    {
                        let taken = site.absent.get(&route);
                        if taken.is_none_or(|it| {
                            !it.is_itself && (entry.is_itself || matches!(why, Absence::Over(_)))
                        }) {
                            site.absent.insert(route, entry);
                        }
                    }
                }
                if page.front.draft {
                    continue;
                }
                site.next_change_at = [site.next_change_at, coming].into_iter().flatten().min();
                if page.front.publish_at.is_some_and(|it| it > now)
                    || page.front.expire_at.is_some_and(|it| it <= now)
                {
                    continue;
                }
            }
            if settings.profile == Profile::Production
                && !settings.allow_samples
                && page.front.status == Status::Sample
            {
                found.push(
                    Diagnostic::error(Code::SampleText, format!("{} is a sample text", page.source))
                        .in_file(&page.source)
                        .hint("have it reviewed and set `status = \"approved\"`, or build with --allow-samples"),
                );
            }
            all.push(page);
        }
        let (pages, taken) = by_route(all);
        site.pages = pages;
        found.extend(taken);
        let taxonomies = &settings.config.taxonomies;
        let (terms, taken) = taxonomy::gather(&site.pages, taxonomies);
        site.terms = terms;
        found.extend(taken);
        for page in taxonomy::pages(taxonomies, &site.terms) {
            // A file of content/ at the same route takes its place.
            site.pages.entry(page.route.clone()).or_insert_with(|| Arc::new(page));
        }
        let (paginators, clashes) = pagination::paginate(&mut site.pages, &site.terms, taxonomies);
        site.paginators = paginators;
        found.extend(clashes);
        site.absent.retain(|route, _| !site.pages.contains_key(route));
        (site, found)
    }

    /// Further pages of the list on a page, which show its text too.
    pub fn pager_pages(&self, page: &Page) -> impl Iterator<Item = &Arc<Page>> {
        let start = format!("{}page/", page.route);
        let from = (Bound::Included(start.as_str()), Bound::Unbounded);
        let below = self
            .pages
            .range::<str, _>(from)
            .take_while(move |(route, _)| route.starts_with(&start));
        below
            .map(|(_, pager_page)| pager_page)
            .filter(|pager_page| pager_page.is_generated && pager_page.source == page.source)
    }

    /// Whether a route is that of a further page of the list on a page.
    pub fn is_pager_page(&self, route: &Route, page: &Page) -> bool {
        route.starts_with(page.route.as_str())
            && self.pager_pages(page).any(|it| it.route == *route)
    }

    /// Puts a page in the place of that which its file made before, and which stands like it: see [`Page::stands_like`]. None where
    /// its terms bring pages, take some away or change how a term is written, so that pages must be brought together anew.
    pub fn exchange(&mut self, page: &Arc<Page>) -> Option<Exchange> {
        let Some(before) = self
            .pages
            .get_mut(&page.route)
            .filter(|it| it.source == page.source && !Arc::ptr_eq(it, page))
        else {
            return Some(Exchange::default());
        };
        let before = std::mem::replace(before, Arc::clone(page));
        let further: Vec<Route> = self.pager_pages(page).map(|it| it.route.clone()).collect();
        for route in further {
            self.pages.insert(route.clone(), Arc::new(page.pager_page(route)));
        }
        let is_filed_like = before.front.is_filed_like(&page.front);
        if !is_filed_like {
            let paginators = &self.paginators;
            let count =
                |route: &Route, pages: usize| paginators.get(route).map(|it| it.count(pages));
            taxonomy::refile(&mut self.terms, &self.pages, &before, page, &count)?;
        }
        // Neighbours are those in the order that the page above asks for.
        let parent = page.route.parent();
        let order = parent
            .and_then(|parent| self.pages.get(parent))
            .map(|it| it.front.sort_by)
            .unwrap_or_default();
        let beside = parent.map(|parent| (PageQuery::Children(Route::new(parent)), order));
        let lists = self.lists.get_mut().unwrap_or_else(PoisonError::into_inner);
        let mut neighbours = None;
        for (key, list) in
            lists.iter_mut().filter(|((query, _), _)| query.has(page) || query.has(&before))
        {
            let exchanged = list.exchanged(&before, Some(page).filter(|page| key.0.has(page)));
            if beside.as_ref() == Some(key) {
                let (left, joined) = (list.neighbours(&before), exchanged.neighbours(page));
                neighbours = Some(
                    left.routes().chain(joined.routes()).chain([&page.route]).cloned().collect(),
                );
            }
            *list = Arc::new(exchanged);
        }
        let neighbours = neighbours.unwrap_or_else(|| {
            // Nobody asked since the pages were brought together, so that nobody knows who stood beside it.
            let all =
                beside.into_iter().flat_map(|(query, _)| query.select(&self.pages, &self.terms));
            all.map(|it| it.route.clone()).collect()
        });
        Some(Exchange { pages: vec![before, Arc::clone(page)], terms: !is_filed_like, neighbours })
    }

    /// The route of the page that a content file makes, or would make if it were part of the site now.
    pub fn route_of(&self, source: &SitePath) -> Option<&Route> {
        let routes = self.routes.get_or_init(|| {
            let absent = self
                .absent
                .iter()
                .filter(|(_, page)| page.is_itself)
                .map(|(route, page)| (page.source.clone(), route.clone()));
            let there = self
                .pages
                .values()
                .filter(|page| !page.is_generated)
                .map(|page| (page.source.clone(), page.route.clone()));
            absent.chain(there).collect()
        });
        routes.get(source)
    }

    /// Whether there are pages below a route, or will be or were some, so that it is no slip of the finger.
    pub fn is_section(&self, prefix: &str) -> bool {
        prefix == "/"
            || path::below(&self.pages, prefix).next().is_some()
            || path::below(&self.absent, prefix).next().is_some()
    }

    /// Every route below which there are pages, for hints.
    pub fn sections(&self) -> BTreeSet<&str> {
        self.pages.keys().filter_map(Route::parent).filter(|it| it.len() > 1).collect()
    }
}

/// Pages by route. Of two that have the same, the second is an error.
fn by_route(mut pages: Vec<&Arc<Page>>) -> (BTreeMap<Route, Arc<Page>>, Vec<Diagnostic>) {
    // They come in the order of their files, which is nearly that of their routes.
    pages.sort_by(|a, b| a.route.cmp(&b.route));
    let mut found = Vec::new();
    pages.dedup_by(|page, first| {
        let is_taken = page.route == first.route;
        if is_taken {
            let error = Diagnostic::error(
                Code::RouteTaken,
                format!("two files make the route {}", page.route),
            );
            let hint =
                format!("the other one is {}; give one of them another `path`", first.source);
            found.push(error.in_file(&page.source).hint(hint));
        }
        is_taken
    });
    // A map that is made of all entries at once is made in no time.
    (pages.into_iter().map(|page| (page.route.clone(), Arc::clone(page))).collect(), found)
}
