//! The parts of a build that a merge takes pages from.

#![expect(
    clippy::disallowed_methods,
    reason = "reads the folders of parts, which are neither sources nor output"
)]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::cache::Cache;
use crate::output::manifest::OutputFile;
use crate::output::staging::Staging;
use crate::pictures::{self, social_cards};
use crate::pipeline::pictures::Copies;
use crate::pipeline::shard::{OUTPUT, Shard};
use crate::pipeline::staged_file::refuse_foreign;
use crate::query::key::QueryKey;
use crate::session::Session;
use crate::session::rendered::{RenderedPage, StagedFile};
use crate::session::store::{CachedTraces, load_part_outputs};
use crate::session::trace::Trace;
use crate::sources::Sources;
use croupier_base::diagnostic::Diagnostic;
use croupier_base::diagnostic::code::Code;
use croupier_base::disk::stamp::Stamp;
use croupier_base::path::OutputPath;
use croupier_content::page::Page;

/// The description of a part.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct PartInfo {
    pub(super) shard: Shard,
    /// The digest of the generator and the options of the build.
    pub(super) build: String,
    /// The digest of all sources.
    pub(super) sources: String,
    /// The version of Node that rendered the islands, and its locale. None without a runtime.
    pub(super) node: Option<String>,
    /// The time of the build, in epoch seconds.
    pub(super) built_at: i64,
    /// When a page, or an entry of data, becomes due or expires for the first time after the build, in epoch seconds.
    pub(super) next_change_at: Option<i64>,
}

/// A part that is merged. Its pages are read when they are merged, so that memory holds the records of one part at a time.
pub(super) struct Part {
    pub(super) folder: PathBuf,
    pub(super) info: PartInfo,
    pub(super) session: Cache,
}

/// A page of a part, with its trace and its files.
type PartPage<'a> = (&'a Arc<Page>, Box<Trace>, Vec<(OutputPath, OutputFile)>);

/// The parts that a build merges.
pub(in crate::pipeline) struct Parts(pub(super) Vec<Part>);

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
    pub(in crate::pipeline) fn add_pictures(
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
pub(super) fn check_part(part: &Part, others: &[Part]) -> Result<(), Diagnostic> {
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

/// Returns the rendered pages of a merge. Fails if a part is incomplete.
pub(in crate::pipeline) fn take_pages(
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

pub(super) fn unusable(folder: &Path, reason: &str) -> Diagnostic {
    let message = format!("{} is not a part of a build: {reason}", folder.display());
    mismatch(&message, "name the folder that `croupier build --shard` wrote")
}

fn incomplete(folder: &Path, path: &str) -> Diagnostic {
    let message = format!("{} has no file {path}", folder.display());
    mismatch(&message, "copy the folder completely, or build the part again")
}

pub(super) fn mismatch(message: &str, hint: &str) -> Diagnostic {
    let error = Diagnostic::error(Code::PartMismatch, message.to_owned());
    if hint.is_empty() { error } else { error.hint(hint.to_owned()) }
}
