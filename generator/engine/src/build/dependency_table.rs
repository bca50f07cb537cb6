//! Numbers for the queries of all pages, with the fingerprints of their results in the last build.

use foldhash::fast::RandomState;
use indexmap::IndexSet;

use crate::query::key::QueryKey;
use crate::query::recorder::Reads;
use croupier_base::digest::Digest;

/// Every query that pages made, with its result in the last build. Pages refer to a query by its index.
#[derive(Debug, Default)]
pub(crate) struct DependencyTable {
    /// The queries.
    pub list: IndexSet<QueryKey, RandomState>,
    /// The fingerprints of their results in the last build, in the same order.
    pub answers: Vec<Digest>,
}

impl DependencyTable {
    /// The indices of the queries of a rendering. A new query is added with the fingerprint of its result.
    pub(crate) fn ids(&mut self, reads: &Reads) -> Box<[u32]> {
        reads.iter().map(|(query, result)| self.id(query, *result)).collect()
    }

    fn id(&mut self, query: &QueryKey, result: Digest) -> u32 {
        let index = self.list.get_index_of(query).unwrap_or_else(|| {
            self.answers.push(result);
            self.list.insert_full(query.clone()).0
        });
        u32::try_from(index).expect("a site has fewer queries")
    }

    /// The query at an index.
    pub(crate) fn question(&self, id: u32) -> Option<&QueryKey> {
        self.list.get_index(id as usize)
    }
}
