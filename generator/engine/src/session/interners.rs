//! Interns the queries of all pages and the links of templates, most of which are on every page. Traces refer to both by index.

use foldhash::fast::RandomState;
use indexmap::{Equivalent, IndexSet};

use crate::query::key::QueryKey;
use crate::query::recorder::Reads;
use croupier_base::fingerprint::Fingerprint;
use croupier_base::path::{Href, QUERIES};
use croupier_base::syntax::html::Use;

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

    /// Returns the index of a query. Adds a new query with the fingerprint of its result.
    pub(crate) fn intern_one(&mut self, query: &QueryKey, result: Fingerprint) -> u32 {
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

/// The links of templates. Traces refer to a link by its index.
#[derive(Debug, Default)]
pub(crate) struct LinkInterner {
    /// In the order in which they were added.
    pub list: IndexSet<(Use, Href), RandomState>,
    /// Whether a link of a template or a content file is the URL of a static query, which changes with its data.
    pub names_queries: bool,
}

impl LinkInterner {
    /// Updates `names_queries` for the links of a content file, which are not interned.
    pub(crate) fn note<'a>(&mut self, mut links: impl Iterator<Item = &'a Href>) {
        self.names_queries = self.names_queries || links.any(|link| is_query(link));
    }

    /// Returns the indices of links.
    pub(crate) fn intern<'a>(&mut self, links: impl Iterator<Item = (Use, &'a str)>) -> Box<[u32]> {
        links.map(|(usage, text)| self.intern_one(usage, text)).collect()
    }

    /// Returns the index of a link.
    pub(crate) fn intern_one(&mut self, usage: Use, text: &str) -> u32 {
        let index = self.list.get_index_of(&Borrowed(usage, text)).unwrap_or_else(|| {
            self.names_queries |= is_query(text);
            self.list.insert_full((usage, Href::new(text))).0
        });
        u32::try_from(index).expect("a site has fewer links")
    }
}

/// A link to look up without allocating. It has the same hash as an entry of the list.
#[derive(Hash)]
struct Borrowed<'a>(Use, &'a str);

impl Equivalent<(Use, Href)> for Borrowed<'_> {
    fn equivalent(&self, (usage, text): &(Use, Href)) -> bool {
        (self.0, self.1) == (*usage, text.as_str())
    }
}

fn is_query(link: &str) -> bool {
    link.contains(QUERIES)
}
