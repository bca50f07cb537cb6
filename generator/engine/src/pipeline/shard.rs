//! Builds of a part of the pages, and the build that merges the parts.
//!
//! A shard reads all sources and renders the pages whose routes belong to it. Its part has the files of these pages, and their traces. A merge
//! is a build that takes pages from parts where other builds render them. Everything else is as in a build of all pages: the checks of links, the
//! files of the whole site, and publishing.

#![expect(
    clippy::disallowed_methods,
    reason = "reads and writes the folders of parts, which are neither sources nor output"
)]

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::cache::{Cache, CacheFile};
use crate::output::manifest::OutputFile;
use crate::output::staging::Staging;
use crate::pictures::cache::PictureCache;
use crate::pipeline::Engine;
use crate::pipeline::pictures::Copies;
use crate::session::rendered::{RenderedPage, StagedFile};
use crate::session::store::{CachedTraces, StoredState};
use crate::sources::Sources;
use croupier_base::diagnostic::Diagnostic;
use croupier_base::diagnostic::code::Code;
use croupier_base::disk::stamp::Stamp;
use croupier_base::fingerprint::{Fingerprint, fingerprint, hex};
use croupier_base::path::{OutputPath, Route};
use croupier_content::page::Page;

/// The file that describes a part.
const PART: &str = "part.json";
/// The folder of the files of a part.
const OUTPUT: &str = "output";
/// The session of a part.
const SESSION: &str = "session";

/// One of several builds that render the pages of a site together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shard {
    /// Its number, from 1.
    pub index: u32,
    /// The number of shards.
    pub count: u32,
}

impl Shard {
    /// Whether the shard renders the page at a route.
    fn has(self, route: &Route) -> bool {
        fingerprint(route.as_str()) % u128::from(self.count) == u128::from(self.index - 1)
    }
}

impl FromStr for Shard {
    type Err = &'static str;

    /// Parses a number and a count, such as `3/16`.
    fn from_str(text: &str) -> Result<Shard, Self::Err> {
        let shard = text.split_once('/').and_then(|(index, count)| {
            Some(Shard { index: index.parse().ok()?, count: count.parse().ok()? })
        });
        let is_valid = |shard: &Shard| shard.index > 0 && shard.index <= shard.count;
        shard.filter(is_valid).ok_or("write a shard and the number of shards, such as `3/16`")
    }
}

/// The description of a part.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct PartInfo {
    shard: Shard,
    /// The digest of the generator and the options of the build.
    build: String,
    /// The digest of all sources.
    sources: String,
}

/// A part that is merged.
struct Part {
    folder: PathBuf,
    info: PartInfo,
    /// The queries and links of its pages, by which its traces refer to those of the session.
    queries: Vec<u32>,
    links: Vec<u32>,
    traces: CachedTraces,
    outputs: BTreeMap<OutputPath, OutputFile>,
}

/// The parts that a build merges.
pub(super) struct Parts(Vec<Part>);

/// Returns the output folder of the part in `folder`.
pub fn part_output(folder: &Path) -> PathBuf {
    folder.join(OUTPUT)
}

impl Engine {
    /// Renders and writes only the pages of a shard. Files of the whole site are left out.
    #[must_use]
    pub fn with_shard(mut self, shard: Shard) -> Engine {
        self.shard = Some(shard);
        self.resume_mode = super::resume::ResumeMode::Done;
        self.text_index = super::TextIndex::Skipped;
        self
    }

    /// Writes the description and the traces of the part that the last build made, whose output is below `folder`.
    pub fn write_part(&self, folder: &Path) -> io::Result<()> {
        let shard = self.shard.expect("the build was one of a shard");
        let Some((cache, _)) = self.save_session() else { return Ok(()) };
        let session = self.part_cache(folder);
        for file in [CacheFile::State, CacheFile::Traces] {
            fs::copy(cache.path_of(file), session.path_of(file))?;
        }
        let info = PartInfo { shard, build: self.build_digest(), sources: self.sources_digest() };
        fs::write(folder.join(PART), serde_json::to_vec(&info).expect("it is plain data"))
    }

    /// Merges the parts in these folders with the next build.
    pub fn with_parts(mut self, folders: &[PathBuf]) -> Result<Engine, Diagnostic> {
        let mut parts = Vec::new();
        for folder in folders {
            let part = self.read_part(folder)?;
            check_part(&part, &parts)?;
            parts.push(part);
        }
        let Some(first) = parts.first() else { return Err(mismatch("there is no part", "")) };
        let count = first.info.shard.count;
        let is_present = |index: &u32| parts.iter().any(|part| part.info.shard.index == *index);
        let missing: Vec<String> = (1..=count)
            .filter(|index| !is_present(index))
            .map(|it| format!("{it}/{count}"))
            .collect();
        if !missing.is_empty() {
            let message = format!("the part of {} is missing", missing.join(", "));
            return Err(mismatch(&message, "name the folders of all parts"));
        }
        self.resume_mode = super::resume::ResumeMode::Done;
        self.parts = Some(Parts(parts));
        Ok(self)
    }

    fn read_part(&self, folder: &Path) -> Result<Part, Diagnostic> {
        let unusable = |reason: &str| {
            let message = format!("{} is not a part of a build: {reason}", folder.display());
            mismatch(&message, "name the folder that `croupier build --shard` wrote")
        };
        let bytes = fs::read(folder.join(PART)).map_err(|error| unusable(&error.to_string()))?;
        let info: PartInfo =
            serde_json::from_slice(&bytes).map_err(|error| unusable(&error.to_string()))?;
        if info.build != self.build_digest() {
            let message = format!(
                "{} was made by another version of Croupier, or with another profile or other flags",
                folder.display()
            );
            return Err(mismatch(&message, "build all parts and merge them with the same ones"));
        }
        let cache = self.part_cache(folder);
        let damaged = || unusable("its session is damaged");
        let (state, _) = StoredState::load(&cache).map_err(|_| damaged())?.ok_or_else(damaged)?;
        let traces = CachedTraces::load(&cache, Some(state.token)).map_err(|_| damaged())?;
        let traces = traces.ok_or_else(damaged)?;
        let mut queries = self.session.queries();
        let indices = traces.queries.list.iter().zip(&traces.queries.results);
        let query_indices =
            indices.map(|(query, result)| queries.intern_one(query, *result)).collect();
        drop(queries);
        let mut links = self.session.links();
        let link_indices =
            traces.links.list.iter().map(|(usage, href)| links.intern_one(*usage, href)).collect();
        links.names_queries |= traces.links.names_queries;
        drop(links);
        Ok(Part {
            folder: folder.to_owned(),
            info,
            queries: query_indices,
            links: link_indices,
            traces,
            outputs: state.outputs.into_owned(),
        })
    }

    /// Checks that the parts were made from the current sources.
    pub(super) fn check_sources_of_parts(&self) -> Result<(), Diagnostic> {
        let Some(part) = self.parts.as_ref().and_then(|parts| parts.0.first()) else {
            return Ok(());
        };
        if part.info.sources == self.sources_digest() {
            return Ok(());
        }
        let message = format!(
            "{} was made from other sources than those of this folder",
            part.folder.display()
        );
        Err(mismatch(&message, "merge the parts in a checkout of the same commit"))
    }

    /// Returns the digest of the generator and the options of the build.
    fn build_digest(&self) -> String {
        hex(&self.cache().fingerprint().to_be_bytes())
    }

    /// Returns the digest of all sources.
    fn sources_digest(&self) -> String {
        let contents = self.sources.contents.iter();
        let contents: Vec<(&str, Fingerprint, Fingerprint)> =
            contents.map(|(path, it)| (path.as_str(), it.digest, it.cascade)).collect();
        hex(&fingerprint(&(self.sources.shared_inputs(), contents)).to_be_bytes())
    }

    /// Returns the cache with the session of a part.
    fn part_cache(&self, folder: &Path) -> Cache {
        self.cache_at(folder.join(SESSION), self.clock.build_year)
    }
}

impl Parts {
    /// Returns a page as its part has it, and moves its files to the staging folder.
    pub(super) fn take(
        &self,
        page: &Arc<Page>,
        staging: &Staging,
    ) -> Result<RenderedPage, Diagnostic> {
        let shard = self.0[0].info.shard;
        let index =
            (1..=shard.count).find(|index| Shard { index: *index, ..shard }.has(&page.route));
        let part = self.0.iter().find(|part| Some(part.info.shard.index) == index);
        let part = part.expect("all parts are present");
        let incomplete = |path: &str| {
            let message = format!("{} has no file {path}", part.folder.display());
            mismatch(&message, "copy the folder completely, or build the part again")
        };
        let trace = part.traces.traces.get(&page.route);
        let mut trace = trace.cloned().ok_or_else(|| incomplete(&page.route.html()))?;
        let outputs = [page.route.html(), page.route.data()].into_iter();
        let files = outputs.filter_map(|path| Some((part.outputs.get(&path)?, path)));
        let files = files.map(|(file, path)| {
            let source = part.folder.join(OUTPUT).join(&path);
            let stamp = fs::metadata(&source).ok().map(|it| Stamp::of(&it));
            if !stamp.is_some_and(|stamp| stamp.same_size(&file.stamp)) {
                return Err(incomplete(&path));
            }
            let written = staging.link(&path, &source, file.digest)?;
            Ok(StagedFile { path, written, is_staged: true })
        });
        let files = files.collect::<Result<Vec<_>, _>>()?;
        if files.is_empty() {
            return Err(incomplete(&page.route.html()));
        }
        for id in &mut trace.queries {
            *id = part.queries[*id as usize];
        }
        for id in &mut trace.template_links {
            *id = part.links[*id as usize];
        }
        Ok(RenderedPage { page: Arc::clone(page), trace, files })
    }

    /// Adds copies of pictures that parts have to the cache, so that they are not encoded again.
    pub(super) fn add_pictures(&self, sources: &Sources, copies: &Copies) {
        let cache = PictureCache::new(sources.world.root());
        copies.par_iter().filter(|(_, copy)| !cache.has(&copy.cache_name())).for_each(
            |(path, copy)| {
                let part = self.0.iter().find(|part| part.outputs.contains_key(path));
                let bytes = part.and_then(|it| fs::read(it.folder.join(OUTPUT).join(path)).ok());
                if let Some(bytes) = bytes {
                    cache.insert(&copy.cache_name(), &bytes);
                }
            },
        );
    }
}

/// Compares a part with the others.
fn check_part(part: &Part, others: &[Part]) -> Result<(), Diagnostic> {
    let Some(first) = others.first() else { return Ok(()) };
    let (a, b) = (first.folder.display(), part.folder.display());
    if part.info.sources != first.info.sources {
        let message = format!("{a} and {b} were made from different sources");
        return Err(mismatch(&message, "build all parts from the same commit"));
    }
    if part.info.shard.count != first.info.shard.count {
        let message = format!("{a} and {b} are of builds with a different number of shards");
        return Err(mismatch(&message, "build all parts with the same number"));
    }
    let same = others.iter().find(|other| other.info.shard == part.info.shard);
    same.map_or(Ok(()), |same| {
        let Shard { index, count } = part.info.shard;
        let message = format!("{} and {b} are both part {index}/{count}", same.folder.display());
        Err(mismatch(&message, "name each part once"))
    })
}

/// Returns the pages of a plan that a shard renders.
pub(super) fn pages_of(shard: Shard, pages: Vec<Arc<Page>>) -> Vec<Arc<Page>> {
    pages.into_iter().filter(|page| shard.has(&page.route)).collect()
}

/// Returns the rendered pages of a merge, or what is wrong with the parts.
pub(super) fn take_pages(
    parts: &Parts,
    pages: &[Arc<Page>],
    staging: &Staging,
) -> (Vec<RenderedPage>, Vec<Diagnostic>) {
    let results: Vec<_> = pages.par_iter().map(|page| parts.take(page, staging)).collect();
    let (mut taken, mut errors) = (Vec::with_capacity(results.len()), Vec::new());
    for result in results {
        match result {
            Ok(page) => taken.push(page),
            Err(error) => errors.push(error),
        }
    }
    // One damaged part would cause an error for each of its pages.
    errors.truncate(1);
    (taken, errors)
}

fn mismatch(message: &str, hint: &str) -> Diagnostic {
    let error = Diagnostic::error(Code::PartMismatch, message.to_owned());
    if hint.is_empty() { error } else { error.hint(hint.to_owned()) }
}
