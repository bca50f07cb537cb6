//! Lists of a site: pages in an order, those beside one, and what pages list by themselves.

use std::sync::{Arc, PoisonError};

use serde_json::Value as Json;

use crate::config::sort_by::SortBy;
use crate::listing::{Listing, Pager};
use crate::pagination::{ListSource, Paginator};
use crate::query::{Neighbours, PageList, PageQuery};
use crate::site::Site;
use croupier_base::path::Route;

impl Site {
    /// The pages of a list in an order. Pages that no file asked for are in none.
    pub fn list(&self, query: &PageQuery, sort_by: SortBy) -> Arc<PageList> {
        let key = (query.clone(), sort_by);
        if let Some(known) = self.lists.lock().unwrap_or_else(PoisonError::into_inner).get(&key) {
            return Arc::clone(known);
        }
        let pages = query.select(&self.pages, &self.terms).into_iter().cloned().collect();
        let listed = Arc::new(PageList::sorted(pages, sort_by));
        self.lists.lock().unwrap_or_else(PoisonError::into_inner).insert(key, Arc::clone(&listed));
        listed
    }

    /// The pages directly below a route, in an order; where none is given in that which the page there asks for.
    pub fn children(&self, route: Route, sort_by: Option<SortBy>) -> Arc<PageList> {
        let own = || self.pages.get(&route).map(|page| page.front.sort_by).unwrap_or_default();
        let sort_by = sort_by.unwrap_or_else(own);
        self.list(&PageQuery::Children(route), sort_by)
    }

    /// The pages before and after the one at a route, among those directly below the same one, in the order of that.
    pub fn neighbours(&self, route: &Route) -> Neighbours {
        let page = self.pages.get(route).filter(|page| !page.is_generated);
        page.and_then(|page| {
            Some(self.children(Route::new(route.parent()?), None).neighbours(page))
        })
        .unwrap_or_default()
    }

    /// What the page at a route lists by itself.
    pub fn listing(&self, route: &Route) -> Option<Listing> {
        let paginator = self.paginators.get(route)?;
        let pager = |query: PageQuery| Listing::Pages(self.pager(paginator, &query));
        let terms = || {
            Some(Listing::Terms(self.terms_of(paginator.source.taxonomy()?).unwrap_or_default()))
        };
        paginator.source.query().map(pager).or_else(terms)
    }

    fn pager(&self, paginator: &Paginator, query: &PageQuery) -> Pager {
        let all = self.list(query, paginator.sort_by);
        let number = paginator.number;
        let count = paginator.count(all.pages.len());
        Pager {
            term: self.term_of(&paginator.source),
            pages: paginator.part(&all.pages).to_vec(),
            number,
            count,
            total: all.pages.len(),
            first: paginator.route(1),
            last: paginator.route(count),
            previous: (number > 1).then(|| paginator.route(number - 1)),
            next: (number < count).then(|| paginator.route(number + 1)),
        }
    }

    /// What templates are told of the term that a list is of.
    fn term_of(&self, source: &ListSource) -> Option<Json> {
        let ListSource::Term { taxonomy, slug } = source else { return None };
        Some(self.terms.get(taxonomy)?.get(slug)?.summary(taxonomy, slug))
    }

    /// What templates are told of the terms of a taxonomy, by slug.
    pub fn terms_of(&self, taxonomy: &str) -> Option<Vec<Json>> {
        let terms = self.terms.get(taxonomy)?;
        Some(terms.iter().map(|(slug, term)| term.summary(taxonomy, slug)).collect())
    }
}
