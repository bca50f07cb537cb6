//! Reverse index from query to the pages that depend on it. In watch mode, an edit checks only these pages.
//!
//! Entries can be outdated. Callers check the trace of each returned page.

use std::collections::BTreeSet;

use crate::session::trace::Trace;
use crate::session::trace_store::TraceStore;
use croupier_base::path::Route;

/// A query with more dependents than the number of pages divided by this is not indexed: checking all pages is as fast.
const INDEXED_PART: usize = 8;
/// Queries with up to this many dependents are always indexed.
const MIN_INDEXED: usize = 4;

/// Pages by the queries that they made.
#[derive(Debug)]
pub(crate) struct Dependents {
    /// Pages by number. A page that is rendered again gets another number.
    routes: Vec<Route>,
    /// The pages of each query, by the index of the query.
    by_query: Vec<Pages>,
    /// Queries with more dependents than this are not indexed.
    limit: usize,
}

/// The pages that made a query.
#[derive(Debug, Clone)]
enum Pages {
    /// The numbers of the pages.
    Numbers(Vec<u32>),
    /// Too many to index.
    TooMany,
}

impl Dependents {
    /// Builds the index of all traces.
    pub(crate) fn of(traces: &TraceStore) -> Dependents {
        let limit = (traces.len() / INDEXED_PART).max(MIN_INDEXED);
        let mut dependents = Dependents { routes: Vec::new(), by_query: Vec::new(), limit };
        for (route, trace) in traces.iter() {
            dependents.note(route, trace);
        }
        dependents
    }

    /// Adds the queries of a rendered page.
    pub(crate) fn note(&mut self, route: &Route, trace: &Trace) {
        let number = u32::try_from(self.routes.len()).expect("a site has fewer pages");
        self.routes.push(route.clone());
        for id in &trace.queries {
            let index = *id as usize;
            if self.by_query.len() <= index {
                self.by_query.resize(index + 1, Pages::Numbers(Vec::new()));
            }
            if let Pages::Numbers(numbers) = &mut self.by_query[index] {
                numbers.push(number);
                if numbers.len() > self.limit {
                    self.by_query[index] = Pages::TooMany;
                }
            }
        }
    }

    /// Whether most entries are outdated, so that the index of `pages` pages should be built again.
    pub(crate) fn is_outdated(&self, pages: usize) -> bool {
        self.routes.len() > 2 * pages + MIN_INDEXED
    }

    /// Returns the pages that may depend on one of these queries, by index. None if one of the queries is not indexed.
    pub(crate) fn pages(&self, queries: impl Iterator<Item = usize>) -> Option<BTreeSet<&Route>> {
        let mut routes = BTreeSet::new();
        for index in queries {
            match self.by_query.get(index) {
                Some(Pages::Numbers(numbers)) => {
                    routes.extend(numbers.iter().map(|number| &self.routes[*number as usize]));
                }
                Some(Pages::TooMany) => return None,
                None => {}
            }
        }
        Some(routes)
    }
}
