//! Saves a session in the cache for the next process. The files of one save share a token, so that files of different saves are never
//! combined.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::io;

use serde::{Deserialize, Serialize};

use crate::cache::chunks::{ChunkWriter, Chunks, ReadChunks};
use crate::cache::saved_warning::SavedWarning;
use crate::cache::{Cache, CacheFile, Damaged};
use crate::output::folder::FolderStamp;
use crate::output::manifest::{Manifest, OutputFile};
use crate::render::slice::Slices;
use crate::session::interners::{LinkInterner, QueryInterner};
use crate::session::trace::FileTrace;
use crate::session::trace_store::{StoredTraceStore, TraceStore};
use crate::session::{PreviousChunks, Session};
use crate::sources::previous_inputs::SharedInputs;
use croupier_base::disk::stamp::Stamp;
use croupier_base::fingerprint::Fingerprint;
use croupier_base::path::{OutputPath, SitePath};
use croupier_content::next_change::NextChange;
use croupier_content::unpublished::LeftOut;

/// The values that detect whether anything changed, and the small values of a session.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct StoredState<'a> {
    /// The token of the save, which its other files contain, too.
    pub token: Fingerprint,
    /// The folder of the runtime, if the site has one.
    pub runtime: Option<SitePath>,
    /// Stamps of all sources.
    #[serde(skip)]
    pub stamps: Cow<'a, BTreeMap<SitePath, Stamp>>,
    /// The fingerprint of the environment variables that override site.toml.
    pub variables: Fingerprint,
    /// The state of the Git history that pages have. None without `[git] dates`.
    pub history: Option<Fingerprint>,
    /// When the stamps were taken; 0 if the output was made from other sources.
    pub scanned_at: i64,
    /// The inputs that pages share.
    pub shared: SharedInputs,
    /// The warnings of the build.
    pub warnings: Vec<SavedWarning>,
    /// Whether the checks of pages found some of them.
    pub has_page_warnings: bool,
    /// The drafts and scheduled pages.
    pub left_out: LeftOut,
    /// See [`Session::shared_outputs`].
    pub shared_outputs: Fingerprint,
    /// The stamp of the output folder, and its manifest without the files of the output.
    pub manifest: Option<(FolderStamp, Manifest)>,
    /// Every file of the output.
    #[serde(skip)]
    pub outputs: Cow<'a, BTreeMap<OutputPath, OutputFile>>,
    /// The output files that belong to no page.
    pub site_files: Cow<'a, BTreeSet<OutputPath>>,
    /// The fingerprint of all page-data.
    pub page_data: Fingerprint,
    /// The number of pages.
    pub pages: usize,
    /// When the output was built, in epoch seconds.
    pub built_at: i64,
    /// The next page, or entry of data, that becomes due or expires.
    pub next_change: Option<NextChange>,
    /// When a warning is outdated though nothing changes, in epoch seconds.
    pub warnings_valid_until: i64,
}

/// The serialized long lists of a state.
#[derive(Debug)]
pub(crate) struct StateChunks {
    /// Stamps of all sources.
    pub stamps: Chunks,
    /// Every file of the output.
    pub outputs: Chunks,
}

/// The traces of pages, slices and standalone files, with the interners that those of pages refer to.
pub(crate) struct CachedTraces {
    /// Every query, with its result.
    pub queries: QueryInterner,
    /// Every link of templates.
    pub links: LinkInterner,
    /// Traces by route.
    pub traces: TraceStore,
    /// The slices, with their queries.
    pub slices: Slices,
    /// The traces of standalone files, by output path.
    pub files: BTreeMap<OutputPath, FileTrace>,
    /// The serialized interners.
    pub interners: InternerChunks,
}

/// The serialized queries and links. New entries are only added at the end.
#[derive(Debug)]
pub(crate) struct InternerChunks {
    queries: Chunks,
    links: Chunks,
}

/// The file of traces, as it is deserialized.
#[derive(Debug, Deserialize)]
struct StoredTraces<'a> {
    token: Fingerprint,
    results: Vec<Fingerprint>,
    names_queries: bool,
    slices: Slices,
    files: BTreeMap<OutputPath, FileTrace>,
    #[serde(borrow)]
    queries: ReadChunks<'a>,
    links: ReadChunks<'a>,
    traces: StoredTraceStore<'a>,
}

impl StoredState<'static> {
    /// Reads the state of the previous process.
    pub(crate) fn load(
        cache: &Cache,
    ) -> Result<Option<(StoredState<'static>, StateChunks)>, Damaged> {
        cache.read(CacheFile::State, |bytes, file| {
            type Stored<'b> = (StoredState<'b>, ReadChunks<'b>, ReadChunks<'b>);
            let (state, stamps, outputs): Stored<'_> = postcard::from_bytes(bytes).ok()?;
            let chunks = StateChunks { stamps: stamps.within(file), outputs: outputs.within(file) };
            let (stamps, outputs) = rayon::join(|| stamps.read_map(), || outputs.read_map());
            let (stamps, outputs) = (Cow::Owned(stamps?), Cow::Owned(outputs?));
            Some((StoredState { stamps, outputs, ..state.into_owned() }, chunks))
        })
    }
}

impl StoredState<'_> {
    fn into_owned(self) -> StoredState<'static> {
        let site_files = Cow::Owned(self.site_files.into_owned());
        StoredState { stamps: Cow::default(), outputs: Cow::default(), site_files, ..self }
    }

    /// Writes the state. Chunks of the `previous` lists are copied if none of the `changed` sources is in them.
    pub(crate) fn save(
        &self,
        cache: &Cache,
        previous: Option<(&PreviousChunks, &BTreeSet<SitePath>)>,
    ) -> io::Result<()> {
        let stamps: Vec<_> = self.stamps.iter().collect();
        let outputs: Vec<_> = self.outputs.iter().collect();
        let is_same_source = |(path, _): &(&SitePath, _)| {
            previous.is_some_and(|(_, changed)| !changed.contains(*path))
        };
        let is_same_output = |(path, _): &(&OutputPath, _)| {
            previous.is_some_and(|(previous, _)| !previous.written.contains(*path))
        };
        let chunks = previous.map(|(previous, _)| &previous.state);
        let stamps = ChunkWriter::new(&stamps, chunks.map(|it| &it.stamps), is_same_source);
        let outputs = ChunkWriter::new(&outputs, chunks.map(|it| &it.outputs), is_same_output);
        cache.write(CacheFile::State, &(self, stamps, outputs))
    }
}

/// The files of the output that a part of a build has, with the token of their traces.
pub(crate) type PartOutputs = (Fingerprint, BTreeMap<OutputPath, OutputFile>);

/// Writes the files of the output that a part of a build has. They belong to the traces with this `token`.
pub(crate) fn save_part_outputs(
    cache: &Cache,
    token: Fingerprint,
    outputs: &BTreeMap<OutputPath, OutputFile>,
) -> io::Result<()> {
    let outputs: Vec<_> = outputs.iter().collect();
    cache.write(CacheFile::State, &(token, ChunkWriter::new(&outputs, None, |_| false)))
}

/// Reads the files of the output that a part of a build has, and their token.
pub(crate) fn load_part_outputs(cache: &Cache) -> Result<Option<PartOutputs>, Damaged> {
    cache.read(CacheFile::State, |bytes, _| {
        let (token, outputs): (Fingerprint, ReadChunks<'_>) = postcard::from_bytes(bytes).ok()?;
        Some((token, outputs.read_map()?))
    })
}

impl CachedTraces {
    /// Reads the traces of the previous process. With a `token`, returns them only if they belong to the same
    /// save.
    pub(crate) fn load(
        cache: &Cache,
        token: Option<Fingerprint>,
    ) -> Result<Option<CachedTraces>, Damaged> {
        cache.read(CacheFile::Traces, |bytes, file| {
            let stored: StoredTraces<'_> = postcard::from_bytes(bytes).ok()?;
            if token.is_some_and(|token| token != stored.token) {
                return None;
            }

            let interners = InternerChunks {
                queries: stored.queries.within(file),
                links: stored.links.within(file),
            };

            let queries = stored.queries.read(|it| it)?.into_iter().collect();
            let links = stored.links.read(|it| it)?.into_iter().collect();

            Some(CachedTraces {
                queries: QueryInterner { list: queries, results: stored.results },
                links: LinkInterner { list: links, names_queries: stored.names_queries },
                traces: stored.traces.within(file)?,
                slices: stored.slices,
                files: stored.files,
                interners,
            })
        })
    }
}

impl Session {
    /// Writes the traces of the save with this `token`.
    pub(crate) fn save_traces(&self, cache: &Cache, token: Fingerprint) -> io::Result<()> {
        let (queries, links) = (self.queries(), self.links());
        let previous = self.previous().map(|previous| &previous.interners);

        let query_list: Vec<_> = queries.list.iter().collect();
        let link_list: Vec<_> = links.list.iter().collect();
        let files = self.files().iter().map(|(path, trace)| (path, &**trace));
        let files: BTreeMap<_, _> = files.collect();

        // In the order of the fields of `StoredTraces`.
        let stored = (
            token,
            &queries.results,
            links.names_queries,
            self.slices(),
            files,
            ChunkWriter::new(&query_list, previous.map(|it| &it.queries), |_| true),
            ChunkWriter::new(&link_list, previous.map(|it| &it.links), |_| true),
            self.traces(),
        );
        cache.write(CacheFile::Traces, &stored)
    }
}
