//! Which files of the output folder are ours: the manifest, and the stamps of what was written.

#![expect(clippy::disallowed_methods, reason = "a part of the door out")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use croupier_base::digest::{Digest, digest};
use croupier_base::disk::stamp::Stamp;
use croupier_base::hashed_path::is_hashed;
use croupier_base::path::{OutputPath, QUERIES, is_reserved};

const VERSION: u32 = 4;

/// A file of the output, as it was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct OutputFile {
    /// Digest of its bytes.
    pub digest: Digest,
    /// What the file system says of it.
    pub stamp: Stamp,
}

/// Which files of the output folder are ours.
#[derive(Debug, Default, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    pub(super) croupier: u32,
    /// Output paths.
    pub files: BTreeSet<OutputPath>,
    /// Hashed assets of this release and of earlier ones, newest first.
    pub releases: Vec<BTreeSet<OutputPath>>,
    /// Static queries in the same way. Data changes more often than code, and must not push its assets out.
    #[serde(default)]
    pub queries: Vec<BTreeSet<OutputPath>>,
}

impl Manifest {
    /// Whether a folder holds anything of this that nobody else would call so: it is the output, whatever became of the rest.
    pub(super) fn is_of(&self, out: &Path) -> bool {
        self.files
            .iter()
            .any(|path| (is_reserved(path) || is_hashed(path)) && out.join(path).is_file())
    }

    /// What it lists besides these files of the output.
    #[must_use]
    pub fn without(&self, outputs: &BTreeMap<OutputPath, OutputFile>) -> Manifest {
        let mut known = outputs.keys().peekable();
        // Both are in order.
        let more = self.files.iter().filter(|path| {
            while known.next_if(|it| it < path).is_some() {}
            known.peek() != Some(path)
        });
        let (releases, queries) = (self.releases.clone(), self.queries.clone());
        Manifest { croupier: self.croupier, files: more.cloned().collect(), releases, queries }
    }

    /// The same with files of the output.
    #[must_use]
    pub fn with<'a>(mut self, outputs: impl Iterator<Item = &'a OutputPath>) -> Manifest {
        // Those of the output are in order, so that a set is made of them in no time.
        let more = std::mem::replace(&mut self.files, outputs.cloned().collect());
        self.files.extend(more);
        self
    }

    /// The manifest of `files`, after the last one: hashed files of `keep` earlier releases stay, for tabs that are open.
    #[must_use]
    pub fn after(&self, files: BTreeSet<OutputPath>, keep: usize) -> Manifest {
        let hashed = files.iter().filter(|path| is_hashed(path)).cloned();
        let (of_data, of_code): (BTreeSet<_>, BTreeSet<_>) =
            hashed.partition(|path| path.starts_with(QUERIES));
        let assets = releases(&self.releases, of_code, keep);
        let queries = releases(&self.queries, of_data, keep);
        let mut all = files;
        let earlier = assets.iter().chain(&queries).flatten();
        all.extend(earlier.filter(|path| self.files.contains(*path)).cloned().collect::<Vec<_>>());
        Manifest { croupier: VERSION, files: all, releases: assets, queries }
    }
}

/// Sets of hashed files, newest first: that of this release, and `keep` of those before.
fn releases(
    before: &[BTreeSet<OutputPath>],
    hashed: BTreeSet<OutputPath>,
    keep: usize,
) -> Vec<BTreeSet<OutputPath>> {
    let mut releases = before.to_vec();
    if releases.first() != Some(&hashed) {
        releases.retain(|other| *other != hashed);
        releases.insert(0, hashed);
    }
    releases.truncate(keep + 1);
    releases
}

/// The stamps of files of the output in the order of their paths, as far as they are there.
pub(crate) fn stamps(out: &Path, paths: &[&OutputPath]) -> Vec<Option<Stamp>> {
    let stamp = |path: &&OutputPath| {
        fs::metadata(out.join(path)).ok().filter(fs::Metadata::is_file).map(|it| Stamp::of(&it))
    };
    paths.par_iter().map(stamp).collect()
}

/// A file of the output as it is now, where it still holds what was written: untouched, or brought here from another machine
/// with other stamps.
pub(crate) fn as_written(
    out: &Path,
    path: &OutputPath,
    known: &OutputFile,
    now: Stamp,
) -> Option<OutputFile> {
    if now.same_content(&known.stamp) {
        return Some(*known);
    }
    let is_same = now.same_size(&known.stamp)
        && fs::read(out.join(path)).is_ok_and(|bytes| digest(&bytes) == known.digest);
    is_same.then_some(OutputFile { stamp: now, ..*known })
}
