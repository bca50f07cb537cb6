//! The traces of all pages, by route. Traces of the previous process are decoded when they are first read; the counts and routes that
//! most builds need are stored separately.

use std::collections::BTreeMap;
use std::sync::Arc;

use rayon::prelude::*;
use serde::{Deserialize, Serialize, Serializer};

use crate::cache::chunked_map::ChunkedMap;
use crate::cache::chunks::{self, ChunkWriter, ReadChunks};
use crate::session::trace::Trace;
use croupier_base::path::Route;

/// The traces of all pages. They are boxed, because they are large and lists of them are moved and sorted.
#[derive(Debug, Default)]
pub(crate) struct TraceStore {
    traces: Traces,
    /// The number of pages that use each query, by the index of the query.
    uses: Vec<u32>,
}

#[derive(Debug)]
enum Traces {
    /// All of them in memory.
    Decoded(BTreeMap<Route, Box<Trace>>),
    /// The traces of the previous process, with replaced entries.
    Chunked(ChunkedMap<Route, Box<Trace>>),
}

impl Default for Traces {
    fn default() -> Traces {
        Traces::Decoded(BTreeMap::new())
    }
}

impl TraceStore {
    /// Creates the store from the traces of a build without previous traces.
    pub(crate) fn of(pages: Vec<(Route, Box<Trace>)>) -> TraceStore {
        let mut store = TraceStore::default();
        for (_, trace) in &pages {
            store.count(trace);
        }
        TraceStore { traces: Traces::Decoded(pages.into_iter().collect()), ..store }
    }

    /// The number of pages.
    pub(crate) fn len(&self) -> usize {
        match &self.traces {
            Traces::Decoded(traces) => traces.len(),
            Traces::Chunked(traces) => traces.len(),
        }
    }

    /// Whether there is no page.
    pub(crate) fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The trace of the page at a route.
    pub(crate) fn get(&self, route: &str) -> Option<&Trace> {
        let trace = match &self.traces {
            Traces::Decoded(traces) => traces.get(route),
            Traces::Chunked(traces) => traces.get(route),
        };
        trace.map(Box::as_ref)
    }

    /// All traces by route.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&Route, &Trace)> {
        let (decoded, chunked) = match &self.traces {
            Traces::Decoded(traces) => (Some(traces), None),
            Traces::Chunked(traces) => (None, Some(traces)),
        };
        let all =
            decoded.into_iter().flatten().chain(chunked.into_iter().flat_map(ChunkedMap::iter));
        all.map(|(route, trace)| (route, &**trace))
    }

    /// The routes of the traces that match, in order.
    pub(crate) fn routes_where(&self, is_match: impl Fn(&Trace) -> bool + Sync) -> Vec<&Route> {
        let all: Vec<_> = self.iter().collect();
        all.into_par_iter().filter(|(_, trace)| is_match(trace)).map(|(route, _)| route).collect()
    }

    /// The number of pages that use each query, by the index of the query. Queries at the end that no page uses are left out.
    pub(crate) fn uses(&self) -> &[u32] {
        &self.uses
    }

    /// Whether a page uses the query at an index.
    pub(crate) fn is_used(&self, query: u32) -> bool {
        self.uses.get(query as usize).is_some_and(|pages| *pages > 0)
    }

    /// Inserts the trace of a page, and returns its previous one.
    pub(crate) fn insert(&mut self, route: &Route, trace: Box<Trace>) -> Option<Box<Trace>> {
        self.count(&trace);
        let before = match &mut self.traces {
            Traces::Decoded(traces) => traces.insert(route.clone(), trace),
            Traces::Chunked(traces) => match traces.replace(route, trace) {
                Ok(before) => Some(before),
                Err(trace) => self.decoded().insert(route.clone(), trace),
            },
        };
        before.inspect(|before| self.uncount(before))
    }

    /// Removes a page, and returns its trace.
    pub(crate) fn remove(&mut self, route: &Route) -> Option<Box<Trace>> {
        self.decoded().remove(route).inspect(|before| self.uncount(before))
    }

    /// Decodes all traces, and returns them.
    pub(crate) fn decoded(&mut self) -> &mut BTreeMap<Route, Box<Trace>> {
        if let Traces::Chunked(_) = &self.traces
            && let Traces::Chunked(chunked) = std::mem::take(&mut self.traces)
        {
            self.traces = Traces::Decoded(chunked.into_map());
        }
        match &mut self.traces {
            Traces::Decoded(traces) => traces,
            Traces::Chunked(_) => unreachable!("they were decoded above"),
        }
    }

    fn count(&mut self, trace: &Trace) {
        for id in &trace.queries {
            let index = *id as usize;
            if self.uses.len() <= index {
                self.uses.resize(index + 1, 0);
            }
            self.uses[index] += 1;
        }
    }

    fn uncount(&mut self, before: &Trace) {
        before.queries.iter().for_each(|id| self.uses[*id as usize] -= 1);
    }
}

impl Serialize for TraceStore {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        // In the order of the fields of `StoredTraceStore`.
        match &self.traces {
            Traces::Decoded(traces) => {
                let entries: Vec<_> = traces.iter().collect();
                let chunks = ChunkWriter::new(&entries, None, |_| false);
                (&self.uses, chunks::first_keys(traces.keys()), chunks).serialize(to)
            }
            Traces::Chunked(traces) => (&self.uses, traces.first_keys(), traces).serialize(to),
        }
    }
}

/// The serialized store, as it is read from the cache.
#[derive(Debug, Deserialize)]
pub(crate) struct StoredTraceStore<'a> {
    uses: Vec<u32>,
    first_keys: Vec<Route>,
    #[serde(borrow)]
    traces: ReadChunks<'a>,
}

impl StoredTraceStore<'_> {
    /// Returns the store. `file` has the bytes that the chunks refer to.
    pub(crate) fn within(self, file: &Arc<Vec<u8>>) -> Option<TraceStore> {
        let traces = ChunkedMap::new(self.traces.within(file), self.first_keys)?;
        Some(TraceStore { traces: Traces::Chunked(traces), uses: self.uses })
    }
}
