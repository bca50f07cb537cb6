//! Interns the queries of all pages, with the fingerprints of their results in the last release.

use foldhash::fast::RandomState;
use indexmap::IndexSet;

use crate::query::key::QueryKey;
use crate::query::recorder::Reads;
use croupier_base::fingerprint::Fingerprint;

/// The queries of all pages. Traces refer to a query by its index.
#[derive(Debug, Default)]
pub(crate) struct QueryInterner {
    /// The queries.
    pub list: IndexSet<QueryKey, RandomState>,
    /// The fingerprints of their results in the last release, in the same order.
    pub results: Vec<Fingerprint>,
}

impl QueryInterner {
    /// Returns the indices of the queries of a rendering. Adds new queries with the fingerprints of their results.
    pub(crate) fn intern(&mut self, reads: &Reads) -> Box<[u32]> {
        reads.iter().map(|(query, result)| self.intern_one(query, *result)).collect()
    }

    fn intern_one(&mut self, query: &QueryKey, result: Fingerprint) -> u32 {
        let index = self.list.get_index_of(query).unwrap_or_else(|| {
            self.results.push(result);
            self.list.insert_full(query.clone()).0
        });
        u32::try_from(index).expect("a site has fewer queries")
    }

    /// The query at an index.
    pub(crate) fn get(&self, index: u32) -> Option<&QueryKey> {
        self.list.get_index(index as usize)
    }
}
