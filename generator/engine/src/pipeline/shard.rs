//! Builds of a part of the pages, and the build that merges the parts.
//!
//! A shard reads all sources and renders the pages whose routes belong to it. Its part has the files of these pages, and their traces. A merge
//! is a build that takes pages from parts where other builds render them. Everything else is as in a build of all pages: the checks of links, the
//! files of the whole site, and publishing.

#![expect(
    clippy::disallowed_methods,
    reason = "reads and writes the folders of parts, which are neither sources nor output"
)]

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::cache::Cache;
use crate::island::process::node_environment;
use crate::output::manifest::OutputFile;
use crate::output::staging::Staging;
use crate::pictures::{self, social_cards};
use crate::pipeline::Engine;
use crate::pipeline::pictures::Copies;
use crate::pipeline::publish::refuse_foreign;
use crate::query::key::QueryKey;
use crate::session::Session;
use crate::session::rendered::{RenderedPage, StagedFile};
use crate::session::store::{CachedTraces, load_part_outputs, save_part_outputs};
use crate::session::trace::Trace;
use crate::sources::Sources;
use croupier_base::date;
use croupier_base::diagnostic::Diagnostic;
use croupier_base::diagnostic::code::Code;
use croupier_base::disk::stamp::Stamp;
use croupier_base::disk::world;
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
    pub(super) fn has(self, route: &Route) -> bool {
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
    /// The version of Node that rendered the islands, and its locale. None without a runtime.
    node: Option<String>,
    /// The time of the build, in epoch seconds.
    built_at: i64,
    /// When a page, or an entry of data, becomes due or expires for the first time after the build, in epoch seconds.
    next_change_at: Option<i64>,
}

/// A part that is merged. Its pages are read when they are merged, so that memory holds the records of one part at a time.
struct Part {
    folder: PathBuf,
    info: PartInfo,
    session: Cache,
}

/// A page of a part, with its trace and its files.
type PartPage<'a> = (&'a Arc<Page>, Box<Trace>, Vec<(OutputPath, OutputFile)>);

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
        self.sources.highlighter.save(self.has_rendered_all);
        let session = self.part_cache(folder);
        let token = fingerprint(&(std::process::id(), world::now(), self.session.built_at()));
        save_part_outputs(&session, token, self.session.outputs());
        self.session.save_traces(&session, token);
        let info = PartInfo {
            shard,
            build: self.build_digest(),
            sources: self.sources_digest(),
            node: self.node(),
            built_at: self.clock.now,
            next_change_at: self.next_change_at(),
        };
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
            return Err(mismatch(
                &message,
                "build it, and name the folders or the URL of all parts",
            ));
        }

        self.resume_mode = super::resume::ResumeMode::Done;
        self.parts = Some(Parts(parts));
        Ok(self)
    }

    fn read_part(&self, folder: &Path) -> Result<Part, Diagnostic> {
        let bytes =
            fs::read(folder.join(PART)).map_err(|error| unusable(folder, &error.to_string()))?;
        let info: PartInfo =
            serde_json::from_slice(&bytes).map_err(|error| unusable(folder, &error.to_string()))?;
        if info.build != self.build_digest() {
            let message = format!(
                "{} was made by another version of Croupier, or with another profile or other flags",
                folder.display()
            );
            return Err(mismatch(&message, "build all parts and merge them with the same ones"));
        }
        let session = self.part_cache(folder);
        Ok(Part { folder: folder.to_owned(), info, session })
    }

    /// Checks that the parts were made from the current sources, in an equal environment, and that no page became due or expired between
    /// the builds.
    pub(super) fn check_parts(&self) -> Result<(), Diagnostic> {
        let Some(Parts(parts)) = &self.parts else { return Ok(()) };
        self.check_node_of_parts(parts)?;
        if let Some(part) = parts.first().filter(|it| it.info.sources != self.sources_digest()) {
            let message = format!(
                "{} was made from other sources than those of this folder",
                part.folder.display()
            );
            return Err(mismatch(&message, "merge the parts in a checkout of the same commit"));
        }
        self.check_times_of_parts(parts)
    }

    /// Checks that the same Node rendered the islands of all parts, because the code of an island is the same with each one.
    fn check_node_of_parts(&self, parts: &[Part]) -> Result<(), Diagnostic> {
        let own = self.node();
        let Some(part) = parts.iter().find(|it| it.info.node != own) else { return Ok(()) };
        let text = |node: &Option<String>| node.clone().unwrap_or_else(|| "none".to_owned());
        let message = format!(
            "{} was made with another Node or locale than the merge: {} instead of {}",
            part.folder.display(),
            text(&part.info.node),
            text(&own)
        );
        let hint =
            "install the same version of Node on all machines, and set the same locale and `TZ`";
        Err(mismatch(&message, hint))
    }

    /// Checks that lists of pages, and templates that depend on the time, are the same in all parts and in the files of the merge.
    fn check_times_of_parts(&self, parts: &[Part]) -> Result<(), Diagnostic> {
        let of_parts = parts.iter().map(|part| {
            let PartInfo { built_at, next_change_at, .. } = part.info;
            (part.folder.display().to_string(), built_at, next_change_at)
        });

        let own = ("the merge".to_owned(), self.clock.now, self.next_change_at());
        let builds: Vec<_> = of_parts.chain([own]).collect();
        let Some((latest, end, _)) = builds.iter().max_by_key(|(_, built_at, _)| *built_at) else {
            return Ok(());
        };

        for (name, built_at, next_change_at) in &builds {
            let Some(due) = next_change_at.filter(|due| due <= end) else { continue };
            let message = format!(
                "a page or an entry of data became due or expired at {}, after {name} ({}) and before {latest} ({})",
                date::rfc3339(due),
                date::rfc3339(*built_at),
                date::rfc3339(*end)
            );
            let hint = "build the earlier parts again, or give all parts and the merge the same time with `SOURCE_DATE_EPOCH`";
            return Err(mismatch(&message, hint));
        }

        Ok(())
    }

    /// Returns what the HTML of islands depends on, apart from their code. None without a runtime.
    fn node(&self) -> Option<String> {
        self.sources.bundle.is_some().then(|| node_environment().to_owned())
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

impl Part {
    /// Returns those of the pages that belong to the part, as it has them. Adds its queries and links to the session.
    fn pages<'a>(
        &self,
        pages: &'a [Arc<Page>],
        session: &Session,
    ) -> Result<Vec<PartPage<'a>>, Diagnostic> {
        let damaged = || unusable(&self.folder, "its session is damaged");

        let outputs = load_part_outputs(&self.session).map_err(|_| damaged())?;
        let (token, mut outputs) = outputs.ok_or_else(damaged)?;
        let traces = CachedTraces::load(&self.session, Some(token)).map_err(|_| damaged())?;
        let CachedTraces { queries, links, mut traces, .. } = traces.ok_or_else(damaged)?;

        let mut all_queries = session.queries();
        let mut query_ids = Vec::with_capacity(queries.list.len());
        for (query, result) in queries.list.iter().zip(&queries.results) {
            let id = all_queries.intern_one(query, *result);
            // Pages of two parts that read one input must have read the same.
            if all_queries.results[id as usize] != *result {
                return Err(self.other_result(query));
            }
            query_ids.push(id);
        }

        let mut all_links = session.links();
        let link_ids: Vec<u32> =
            links.list.iter().map(|(usage, href)| all_links.intern_one(*usage, href)).collect();
        all_links.names_queries |= links.names_queries;

        let traces = traces.decoded();
        let mut take = |page: &'a Arc<Page>| {
            let path = page.route.html();
            let mut trace =
                traces.remove(&page.route).ok_or_else(|| incomplete(&self.folder, &path))?;

            for id in &mut trace.queries {
                *id = query_ids[*id as usize];
            }
            for id in &mut trace.template_links {
                *id = link_ids[*id as usize];
            }

            trace.source = page.source.clone();
            let files = [path, page.route.data()].into_iter();
            let files: Vec<_> = files.filter_map(|path| outputs.remove_entry(&path)).collect();
            Ok((page, trace, files))
        };

        let shard = self.info.shard;
        pages.iter().filter(|page| shard.has(&page.route)).map(&mut take).collect()
    }

    /// The error about a query that had another result in another part.
    fn other_result(&self, query: &QueryKey) -> Diagnostic {
        let folder = self.folder.display();
        let message = format!("{folder} was made from another value of {query} than another part");
        mismatch(&message, "build all parts again, with the same program in the same environment")
    }

    /// Moves the files of a page to the staging folder.
    fn stage(
        &self,
        (page, trace, files): PartPage<'_>,
        staging: &Staging,
    ) -> Result<RenderedPage, Diagnostic> {
        let mut staged = Vec::with_capacity(files.len());
        for (path, file) in files {
            let source = self.folder.join(OUTPUT).join(&path);
            let stamp = fs::metadata(&source).ok().map(|it| Stamp::of(&it));
            if !stamp.is_some_and(|stamp| stamp.same_size(&file.stamp)) {
                return Err(incomplete(&self.folder, &path));
            }

            refuse_foreign(staging, &path)?;
            let written = staging.link(&path, &source, file.digest)?;
            staged.push(StagedFile { path, written, is_staged: true });
        }

        if staged.is_empty() {
            return Err(incomplete(&self.folder, &page.route.html()));
        }

        Ok(RenderedPage { page: Arc::clone(page), trace, files: staged.into() })
    }
}

impl Parts {
    /// Adds copies of pictures and social cards that parts have to the cache, so that they are not made again.
    pub(super) fn add_pictures(
        &self,
        sources: &Sources,
        copies: &Copies,
        cards: &BTreeSet<OutputPath>,
    ) {
        let cache = pictures::cache(sources.world.root());
        let of_copies = copies.iter().map(|(path, copy)| (path, copy.cache_name()));
        let of_cards = cards.iter().map(|path| (path, social_cards::cache_name(path)));
        let unknown: Vec<_> =
            of_copies.chain(of_cards).filter(|(_, name)| !cache.has(name)).collect();
        unknown.into_par_iter().for_each(|(path, name)| {
            let mut files = self.0.iter().map(|part| part.folder.join(OUTPUT).join(path));
            if let Some(bytes) = files.find_map(|file| fs::read(file).ok()) {
                cache.put(&name, &bytes);
            }
        });
    }
}

/// Compares a part with the others.
fn check_part(part: &Part, others: &[Part]) -> Result<(), Diagnostic> {
    let Some(first) = others.first() else { return Ok(()) };
    let (a, b) = (first.folder.display(), part.folder.display());
    if part.info.sources != first.info.sources {
        let message = format!("{a} and {b} were made from different sources");
        let hint = "build all parts from the same commit, with the same Git history and environment variables";
        return Err(mismatch(&message, hint));
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

/// Returns the rendered pages of a merge. Fails if a part is incomplete.
pub(super) fn take_pages(
    parts: &Parts,
    pages: &[Arc<Page>],
    session: &Session,
    staging: &Staging,
) -> Result<Vec<RenderedPage>, Diagnostic> {
    let mut taken = Vec::with_capacity(pages.len());
    for part in &parts.0 {
        let of_part = part.pages(pages, session)?.into_par_iter();
        let staged = of_part.map(|page| part.stage(page, staging));
        taken.extend(staged.collect::<Result<Vec<_>, _>>()?);
    }
    taken.par_sort_unstable_by(|a, b| a.page.route.cmp(&b.page.route));
    Ok(taken)
}

fn unusable(folder: &Path, reason: &str) -> Diagnostic {
    let message = format!("{} is not a part of a build: {reason}", folder.display());
    mismatch(&message, "name the folder that `croupier build --shard` wrote")
}

fn incomplete(folder: &Path, path: &str) -> Diagnostic {
    let message = format!("{} has no file {path}", folder.display());
    mismatch(&message, "copy the folder completely, or build the part again")
}

fn mismatch(message: &str, hint: &str) -> Diagnostic {
    let error = Diagnostic::error(Code::PartMismatch, message.to_owned());
    if hint.is_empty() { error } else { error.hint(hint.to_owned()) }
}
