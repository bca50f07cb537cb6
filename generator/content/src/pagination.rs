//! What a page lists by itself: the pages below it or of its term, a part of them on each of several pages, or all terms.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::Arc;

use crate::config::sort_by::SortBy;
use crate::config::tables::Taxonomy;
use crate::page::Page;
use crate::query::PageQuery;
use crate::taxonomy::{self, Terms};
use croupier_base::diagnostic::Diagnostic;
use croupier_base::diagnostic::code::Code;
use croupier_base::path::Route;

/// What one page lists.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Paginator {
    /// What it is a list of.
    pub source: ListSource,
    /// How many pages one page of the list shows; all of them where it is not given.
    pub per_page: Option<usize>,
    /// Their order.
    pub sort_by: SortBy,
    /// Which page of the list this is, from 1.
    pub number: usize,
}

/// What a list is of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ListSource {
    /// The pages below this route.
    Section(Route),
    /// The pages of a term.
    Term {
        /// Name of the taxonomy.
        taxonomy: String,
        /// Slug of the term.
        slug: String,
    },
    /// The terms of this taxonomy.
    Terms(String),
}

impl ListSource {
    /// The pages that it asks for; none for a list of terms.
    pub fn query(&self) -> Option<PageQuery> {
        match self {
            ListSource::Section(prefix) => Some(PageQuery::Section(prefix.clone())),
            ListSource::Term { taxonomy, slug } => {
                Some(PageQuery::Term(taxonomy.clone(), slug.clone()))
            }
            ListSource::Terms(_) => None,
        }
    }

    /// The taxonomy that it is a list of terms of.
    pub fn taxonomy(&self) -> Option<&str> {
        if let ListSource::Terms(taxonomy) = self { Some(taxonomy) } else { None }
    }

    /// The route of the list's first page.
    fn route(&self) -> Route {
        match self {
            ListSource::Section(prefix) => prefix.clone(),
            ListSource::Term { taxonomy, slug } => taxonomy::route(taxonomy, slug),
            ListSource::Terms(taxonomy) => Route::new(format!("/{taxonomy}/")),
        }
    }
}

impl Paginator {
    /// A list on a single page.
    pub fn whole(source: ListSource) -> Paginator {
        Paginator { source, per_page: None, sort_by: SortBy::default(), number: 1 }
    }

    /// The route of another page of the same list.
    pub fn route(&self, number: usize) -> Route {
        let first = self.source.route();
        if number == 1 { first } else { Route::new(format!("{first}page/{number}/")) }
    }

    /// How many pages the list takes when it has so many entries; one where there is nothing to list.
    pub fn count(&self, entries: usize) -> usize {
        self.per_page.map_or(1, |per_page| entries.div_ceil(per_page).max(1))
    }

    /// What this page shows of all that is listed.
    pub fn part<'a>(&self, pages: &'a [Arc<Page>]) -> &'a [Arc<Page>] {
        let Some(per_page) = self.per_page else {
            return pages;
        };
        let start = ((self.number - 1) * per_page).min(pages.len());
        &pages[start..(start + per_page).min(pages.len())]
    }
}

/// What each page lists by itself, by route: the lists of taxonomies, those that pages ask for, and the further pages of those
/// that are too long for one, which are added to `pages`. A page that a file has at the address of one of them is an error.
pub fn paginate(
    pages: &mut BTreeMap<Route, Arc<Page>>,
    terms: &Terms,
    taxonomies: &[Taxonomy],
) -> (BTreeMap<Route, Paginator>, Vec<Diagnostic>) {
    let mut paginators = of_taxonomies(terms, taxonomies);
    for page in pages.values() {
        if let Some(per_page) = page.front.paginate_by {
            let given = paginators.get(&page.route).map(|given| given.source.clone());
            let source = given.unwrap_or_else(|| ListSource::Section(page.route.clone()));
            let paginator = Paginator {
                per_page: Some(per_page),
                sort_by: page.front.sort_by,
                ..Paginator::whole(source)
            };
            paginators.insert(page.route.clone(), paginator);
        }
    }
    let mut found = Vec::new();
    for (route, first) in paginators.clone() {
        // A list that stands on one page need not be counted.
        let query = first.source.query().filter(|_| first.per_page.is_some());
        let entries = query.map_or(0, |query| query.select(pages, terms).len());
        let Some(page) = pages.get(&route).cloned() else {
            continue;
        };
        for number in 2..=first.count(entries) {
            let pager_page = page.pager_page(first.route(number));
            if let Some(other) = pages.get(&pager_page.route) {
                found.push(
                    Diagnostic::error(
                        Code::RouteTaken,
                        format!(
                            "{} is a further page of the list in {}",
                            pager_page.route, page.source
                        ),
                    )
                    .in_file(&other.source)
                    .hint("give one of the two another `path`"),
                );
                continue;
            }
            paginators.insert(pager_page.route.clone(), Paginator { number, ..first.clone() });
            pages.insert(pager_page.route.clone(), Arc::new(pager_page));
        }
    }
    (paginators, found)
}

/// The lists of taxonomies: of all terms, and of the pages of each.
fn of_taxonomies(terms: &Terms, taxonomies: &[Taxonomy]) -> BTreeMap<Route, Paginator> {
    let mut paginators = BTreeMap::new();
    for taxonomy in taxonomies {
        paginators
            .insert(taxonomy.route(), Paginator::whole(ListSource::Terms(taxonomy.name.clone())));
        for slug in terms.get(&taxonomy.name).into_iter().flat_map(BTreeMap::keys) {
            let source = ListSource::Term { taxonomy: taxonomy.name.clone(), slug: slug.clone() };
            let per_page = taxonomy.paginate_by.map(NonZeroUsize::get);
            let paginator =
                Paginator { per_page, sort_by: taxonomy.sort_by, ..Paginator::whole(source) };
            paginators.insert(taxonomy::route(&taxonomy.name, slug), paginator);
        }
    }
    paginators
}
