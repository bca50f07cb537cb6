//! Pagination: the list that a page shows by itself, and how it is split into several pages.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::Arc;

use crate::config::tables::languages::Language;
use crate::config::tables::{Taxonomy, term_route};
use crate::languages::{Folder, LanguageKey};
use crate::lists::PageQuery;
use crate::lists::archives::{Archives, Period};
use crate::lists::taxonomy::Terms;
use crate::model::SortBy;
use crate::page::Page;
use croupier_base::diagnostic::Diagnostic;
use croupier_base::diagnostic::code::Code;
use croupier_base::path::Route;

/// The part of a list that one page shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Paginator {
    /// The contents of the list.
    pub source: ListSource,
    /// The route of the first page of the list.
    pub first: Route,
    /// The number of entries on each paginated page. `None` shows all entries on one page.
    pub per_page: Option<usize>,
    /// The order of the entries.
    pub sort_by: SortBy,
    /// The number of this paginated page, from 1.
    pub number: usize,
}

/// The contents of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ListSource {
    /// The pages in a folder.
    Section(Folder),
    /// The pages of a term.
    Term {
        /// Its language.
        language: LanguageKey,
        /// Name of the taxonomy.
        taxonomy: String,
        /// Slug of the term.
        slug: String,
    },
    /// The terms of this taxonomy in a language.
    Terms(LanguageKey, String),
    /// The pages of a year or month.
    Period(Arc<Period>),
}

impl ListSource {
    /// Returns the query for the listed pages, or `None` for a list of terms.
    pub fn query(&self) -> Option<PageQuery> {
        match self {
            ListSource::Section(folder) => Some(PageQuery::Section(folder.clone())),
            ListSource::Term { language, taxonomy, slug } => {
                Some(PageQuery::Term(*language, taxonomy.clone(), slug.clone()))
            }
            ListSource::Terms(..) => None,
            ListSource::Period(period) => Some(period.query(period.language())),
        }
    }

    /// Returns the language and the taxonomy of a list of terms.
    pub fn taxonomy(&self) -> Option<(LanguageKey, &str)> {
        if let ListSource::Terms(language, taxonomy) = self {
            Some((*language, taxonomy))
        } else {
            None
        }
    }
}

impl Paginator {
    /// Creates a list on a single page.
    fn whole(source: ListSource, first: Route) -> Paginator {
        Paginator { source, first, per_page: None, sort_by: SortBy::default(), number: 1 }
    }

    /// Returns the route of the paginated page `number` of the same list: `/news/page/2/` for `/news/` and `/news.html`.
    pub fn route(&self, number: usize) -> Route {
        let first = &self.first;
        if number == 1 {
            return first.clone();
        }
        Route::new(format!("{}{number}/", start_of_pages(first)))
    }

    /// Returns the number of paginated pages for a number of entries. It is at least 1.
    pub fn count(&self, entries: usize) -> usize {
        self.per_page.map_or(1, |per_page| entries.div_ceil(per_page).max(1))
    }

    /// Returns the part of `pages` that this paginated page shows.
    pub fn part<'a>(&self, pages: &'a [Arc<Page>]) -> &'a [Arc<Page>] {
        let Some(per_page) = self.per_page else {
            return pages;
        };
        let start = ((self.number - 1) * per_page).min(pages.len());
        &pages[start..(start + per_page).min(pages.len())]
    }
}

/// Returns the start of the routes of pages 2 and up of the list at a route.
pub(crate) fn start_of_pages(first: &Route) -> String {
    let folder = first.strip_suffix(".html").unwrap_or(first).trim_end_matches('/');
    format!("{folder}/page/")
}

/// Adds the lists of pages with `paginate_by` to those of taxonomies and archives. Such a page can also set how many entries of a generated
/// list it shows.
pub(crate) fn with_lists_of_pages(
    mut paginators: BTreeMap<Route, Paginator>,
    pages: &BTreeMap<Route, Arc<Page>>,
) -> BTreeMap<Route, Paginator> {
    for page in pages.values() {
        if let Some(per_page) = page.front.rare.paginate_by {
            let existing = paginators.get(&page.route).map(|existing| existing.source.clone());
            let source = existing.unwrap_or_else(|| ListSource::Section(page.as_folder()));
            let paginator = Paginator {
                per_page: Some(per_page),
                sort_by: page.front.sort_by,
                ..Paginator::whole(source, page.route.clone())
            };
            paginators.insert(page.route.clone(), paginator);
        }
    }
    paginators
}

/// Adds pages 2 and up of lists, each with its route and its number of paginated pages, to the pages of a site. Returns the lists of all
/// pages by route.
///
/// A page that already has the route of a paginated page is an error.
pub(crate) fn paginate(
    pages: &mut BTreeMap<Route, Arc<Page>>,
    lists: Vec<(Route, usize, Paginator)>,
) -> (BTreeMap<Route, Paginator>, Vec<Diagnostic>) {
    let mut paginators: BTreeMap<Route, Paginator> =
        lists.iter().map(|(route, _, list)| (route.clone(), list.clone())).collect();

    let mut errors = Vec::new();
    for (route, count, first) in lists {
        let Some(page) = pages.get(&route).cloned() else {
            continue;
        };

        for number in 2..=count {
            let pager_page = page.pager_page(first.route(number));
            if let Some(other) = pages.get(&pager_page.route) {
                errors.push(
                    Diagnostic::error(
                        Code::RouteTaken,
                        format!(
                            "{} is also a paginated page of the list in {}",
                            pager_page.route, page.source
                        ),
                    )
                    .in_file(other.file())
                    .hint("give one of the two another `path`"),
                );
                continue;
            }
            paginators.insert(pager_page.route.clone(), Paginator { number, ..first.clone() });
            pages.insert(pager_page.route.clone(), Arc::new(pager_page));
        }
    }

    (paginators, errors)
}

/// Returns the lists of the pages of each period, newest first.
pub(crate) fn archive_lists(archives: &Archives) -> impl Iterator<Item = (Route, Paginator)> {
    archives.lists.iter().flat_map(|(archive, periods)| {
        let per_page = archive.paginate_by.map(NonZeroUsize::get);
        periods.iter().map(move |period| {
            let source = ListSource::Period(Arc::clone(period));
            let sort_by = SortBy::Date;
            let whole = Paginator::whole(source, period.route());
            (period.route(), Paginator { per_page, sort_by, ..whole })
        })
    })
}

/// Returns the lists of taxonomies in a language: their terms, and the pages of each term.
pub(crate) fn taxonomy_lists(
    language: &Language,
    terms: &Terms,
    taxonomies: &[Taxonomy],
) -> BTreeMap<Route, Paginator> {
    let mut paginators = BTreeMap::new();
    for taxonomy in taxonomies {
        let source = ListSource::Terms(language.key, taxonomy.name.clone());
        let route = taxonomy.route().below(&language.prefix);
        paginators.insert(route.clone(), Paginator::whole(source, route));

        for slug in terms.get(&taxonomy.name).into_iter().flat_map(BTreeMap::keys) {
            let source = ListSource::Term {
                language: language.key,
                taxonomy: taxonomy.name.clone(),
                slug: slug.clone(),
            };

            let per_page = taxonomy.paginate_by.map(NonZeroUsize::get);
            let route = term_route(&taxonomy.name, slug).below(&language.prefix);
            let whole = Paginator::whole(source, route.clone());
            paginators.insert(route, Paginator { per_page, sort_by: taxonomy.sort_by, ..whole });
        }
    }

    paginators
}
