//! The manifest: the list of files in the output folder that builds wrote.

#![expect(clippy::disallowed_methods, reason = "reads the output folder")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::path::Path;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use croupier_base::disk::stamp::Stamp;
use croupier_base::fingerprint::{Fingerprint, fingerprint_reader};
use croupier_base::hashed_path::is_hashed;
use croupier_base::path::{OutputPath, QUERIES, is_reserved};
use croupier_content::config::options::{OutputFlags, Profile};

/// Version of the manifest format.
const VERSION: u32 = 5;

/// Fingerprint and file metadata of an output file, as of the last write.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct OutputFile {
    /// Fingerprint of the content.
    pub digest: Fingerprint,
    /// File metadata after the write.
    pub stamp: Stamp,
}

/// The files in the output folder that builds wrote.
#[derive(Debug, Default, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    pub(super) croupier: u32,
    /// All files, including hashed files of earlier releases.
    pub files: BTreeSet<OutputPath>,
    /// Hashed assets of each release, newest first. The first set belongs to the current release.
    pub releases: Vec<BTreeSet<OutputPath>>,
    /// Static query results of each release, newest first.
    ///
    /// They are separate because data changes more often than code. A data change must not expire
    /// the assets of an earlier release.
    #[serde(default)]
    pub queries: Vec<BTreeSet<OutputPath>>,
    /// What the output was built for. `None` in manifests of earlier versions.
    #[serde(default)]
    pub target: Option<OutputTarget>,
}

/// The audience and the URL that an output was built for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OutputTarget {
    /// The audience.
    pub profile: Profile,
    /// The absolute URL of the site.
    pub base_url: String,
    /// The flags of the build.
    #[serde(default)]
    pub flags: OutputFlags,
}

impl Manifest {
    /// Returns whether the folder contains a listed file whose name only Croupier uses.
    ///
    /// Such a file proves that the folder is an output folder, even if other files are missing.
    pub(super) fn is_present_in(&self, out: &Path) -> bool {
        self.files
            .iter()
            .any(|path| (is_reserved(path) || is_hashed(path)) && out.join(path).is_file())
    }

    /// Returns a copy without the files in `outputs`.
    #[must_use]
    pub fn without(&self, outputs: &BTreeMap<OutputPath, OutputFile>) -> Manifest {
        // Both collections are sorted, so one pass over each is enough.
        let mut excluded = outputs.keys().peekable();
        let remaining = self.files.iter().filter(|path| {
            while excluded.next_if(|key| key < path).is_some() {}
            excluded.peek() != Some(path)
        });
        Manifest {
            croupier: self.croupier,
            files: remaining.cloned().collect(),
            releases: self.releases.clone(),
            queries: self.queries.clone(),
            target: self.target.clone(),
        }
    }

    /// Adds the files in `outputs`.
    #[must_use]
    pub fn with<'a>(mut self, outputs: impl Iterator<Item = &'a OutputPath>) -> Manifest {
        // The outputs are many and sorted. Collecting them first builds the set in linear time.
        let own_files = std::mem::replace(&mut self.files, outputs.cloned().collect());
        self.files.extend(own_files);
        self
    }

    /// Returns the manifest of the next release, which consists of `files` and is built for `target`.
    ///
    /// It also lists the hashed files of `keep` earlier releases, because open tabs can request
    /// them.
    #[must_use]
    pub fn after(
        &self,
        files: BTreeSet<OutputPath>,
        keep: usize,
        target: OutputTarget,
    ) -> Manifest {
        let hashed = files.iter().filter(|path| is_hashed(path)).cloned();
        let (new_queries, new_assets): (BTreeSet<_>, BTreeSet<_>) =
            hashed.partition(|path| path.starts_with(QUERIES));
        let releases = prepend_release(&self.releases, new_assets, keep);
        let queries = prepend_release(&self.queries, new_queries, keep);

        let mut all_files = files;
        let retained: Vec<OutputPath> = releases
            .iter()
            .chain(&queries)
            .flatten()
            .filter(|path| self.files.contains(*path))
            .cloned()
            .collect();
        all_files.extend(retained);

        Manifest { croupier: VERSION, files: all_files, releases, queries, target: Some(target) }
    }
}

/// Returns `previous` with the hashed files of the new release in front, limited to `keep + 1`
/// sets.
///
/// A set that is already in the list moves to the front.
fn prepend_release(
    previous: &[BTreeSet<OutputPath>],
    hashed: BTreeSet<OutputPath>,
    keep: usize,
) -> Vec<BTreeSet<OutputPath>> {
    let mut releases = previous.to_vec();
    if releases.first() != Some(&hashed) {
        releases.retain(|other| *other != hashed);
        releases.insert(0, hashed);
    }
    releases.truncate(keep + 1);
    releases
}

/// Reads the stamps of output files, in the order of `paths`. Missing files have no stamp.
pub(crate) fn read_stamps(out: &Path, paths: &[&OutputPath]) -> Vec<Option<Stamp>> {
    let stamp = |path: &&OutputPath| {
        fs::metadata(out.join(path))
            .ok()
            .filter(fs::Metadata::is_file)
            .map(|metadata| Stamp::of(&metadata))
    };
    paths.par_iter().map(stamp).collect()
}

/// Returns the file with its current stamp if its content is still the content that was written.
///
/// A different stamp alone is no change: stamps differ after the output was copied to another
/// machine. In that case the content is compared by digest.
pub(crate) fn verify_content(
    out: &Path,
    path: &OutputPath,
    recorded: &OutputFile,
    current_stamp: Stamp,
) -> Option<OutputFile> {
    if current_stamp.same_content(&recorded.stamp) {
        return Some(*recorded);
    }
    let is_same = current_stamp.same_size(&recorded.stamp)
        && File::open(out.join(path))
            .and_then(fingerprint_reader)
            .is_ok_and(|digest| digest == recorded.digest);
    is_same.then_some(OutputFile { stamp: current_stamp, ..*recorded })
}
