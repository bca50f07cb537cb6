//! What a build leaves for the next one, in a new process: what each page was made from, and what the output holds.
//!
//! The file is a shortcut, never a source of truth: one that is damaged, foreign or of another version is dropped.

#![expect(
    clippy::disallowed_methods,
    reason = "keeps its file in .croupier, which is neither source nor output"
)]

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::build::address_table::AddressTable;
use crate::build::dependency_table::DependencyTable;
use crate::build::packed::{Kept, Packed, Packing};
use crate::build::records::{PackedRecords, Records};
use crate::build::saved_warning::SavedWarning;
use crate::build::sealed;
use crate::build::shared::Shared;
use crate::output::folder::Mark;
use crate::output::manifest::{Manifest, OutputFile};
use croupier_base::digest::{Digest, fingerprint};
use croupier_base::disk::stamp::Stamp;
use croupier_base::path::{OutputPath, SitePath};

/// What a build must know to see that nothing changed, and how it left everything else.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct CacheState<'a> {
    /// What the other parts have that were kept together with this one.
    pub token: Digest,
    /// Folder of the runtime, where the site has one.
    pub runtime: Option<SitePath>,
    /// Stamps of all sources.
    #[serde(skip)]
    pub stamps: Cow<'a, BTreeMap<SitePath, Stamp>>,
    /// Digest of the variables that were laid over site.toml.
    pub variables: Digest,
    /// When the stamps were taken; 0 where the output was made from other sources.
    pub scanned_at: i64,
    /// What pages share.
    pub shared: Shared,
    /// What was worth saying.
    pub warnings: Vec<SavedWarning>,
    /// Whether some of it was about links.
    pub warned_of_links: bool,
    /// What the release told of slices and files.
    pub told: Digest,
    /// How the output folder stands, and what its manifest lists besides the files of the output.
    pub manifest: Option<(Mark, Manifest)>,
    /// Every file of the output.
    #[serde(skip)]
    pub outputs: Cow<'a, BTreeMap<OutputPath, OutputFile>>,
    /// Output paths of what is no page.
    pub site_files: Cow<'a, BTreeSet<OutputPath>>,
    /// Digest of all page-data together.
    pub pages_digest: Digest,
    /// How many pages there are.
    pub pages: usize,
    /// The moment at which they were built, in epoch seconds.
    pub built_at: i64,
    /// When the next page becomes due or expires, in epoch seconds.
    pub next_change_at: Option<i64>,
}

/// The long lists of a state as an earlier process kept them.
#[derive(Debug)]
pub(super) struct KeptState {
    /// Stamps of all sources.
    pub stamps: Kept,
    /// Every file of the output.
    pub outputs: Kept,
}

/// What each page was made from.
pub(crate) struct CacheRecords {
    /// Every question that was asked, with its answer.
    pub dependencies: DependencyTable,
    /// Every address that templates made.
    pub addresses: AddressTable,
    /// Pages by route.
    pub records: Records,
    /// The two tables as they are kept.
    pub tables: KeptTables,
}

/// Questions and addresses as an earlier process kept them, to which later ones are only added.
#[derive(Debug)]
pub(crate) struct KeptTables {
    dependencies: Kept,
    addresses: Kept,
}

/// What each page was made from, as it is read.
#[derive(Debug, Deserialize)]
struct PackedParts<'a> {
    token: Digest,
    answers: Vec<Digest>,
    names_queries: bool,
    #[serde(borrow)]
    dependencies: Packed<'a>,
    addresses: Packed<'a>,
    records: PackedRecords<'a>,
}

/// What is told of that.
pub(super) const DAMAGED: &str = "the cache is damaged and is made anew";

/// A part of what is kept is there and cannot be used.
#[derive(Debug)]
pub(crate) struct Damaged;

/// Where the cache of one output folder lies.
#[derive(Debug, Clone)]
pub(crate) struct Cache {
    file: PathBuf,
    /// What must be the same for an old cache to be of use.
    fingerprint: Digest,
}

impl Cache {
    /// The cache in this file and those beside it, of builds whose options have the fingerprint `options`. A cache of other options or
    /// of another generator is dropped.
    pub(crate) fn new(file: PathBuf, options: Digest) -> Cache {
        Cache { file, fingerprint: fingerprint(&(env!("GENERATOR_DIGEST"), options)) }
    }

    /// What is kept of the whole.
    pub(super) fn load(&self) -> Result<Option<(CacheState<'static>, KeptState)>, Damaged> {
        self.read(&self.file, |bytes, file| {
            let (state, stamps, outputs): (CacheState<'_>, Packed<'_>, Packed<'_>) =
                postcard::from_bytes(bytes).ok()?;
            let kept = KeptState { stamps: stamps.within(file), outputs: outputs.within(file) };
            let (stamps, outputs) = rayon::join(|| stamps.read_map(), || outputs.read_map());
            Some((
                CacheState { stamps: Cow::Owned(stamps?), outputs: Cow::Owned(outputs?), ..state },
                kept,
            ))
        })
    }

    /// What is kept of pages; with a `token` only what was kept together with it.
    pub(crate) fn load_records(
        &self,
        token: Option<Digest>,
    ) -> Result<Option<CacheRecords>, Damaged> {
        self.read(&self.of_records(), |bytes, file| {
            let PackedParts {
                token: own,
                answers,
                names_queries,
                dependencies,
                addresses,
                records,
            } = postcard::from_bytes(bytes).ok()?;
            if token.is_some_and(|token| token != own) {
                return None;
            }
            let tables = KeptTables {
                dependencies: dependencies.within(file),
                addresses: addresses.within(file),
            };
            let (dependencies, addresses) = (dependencies.read(|it| it)?, addresses.read(|it| it)?);
            let dependencies =
                DependencyTable { list: dependencies.into_iter().collect(), answers };
            let addresses = AddressTable { list: addresses.into_iter().collect(), names_queries };
            Some(CacheRecords { dependencies, addresses, records: records.within(file)?, tables })
        })
    }

    /// Reads what is kept of content files: see [`crate::build::kept_pages`].
    pub(super) fn load_pages<T>(
        &self,
        read: impl FnOnce(&[u8], &Arc<Vec<u8>>) -> Option<T>,
    ) -> Result<Option<T>, Damaged> {
        self.read(&self.of_pages(), read)
    }

    fn of_pages(&self) -> PathBuf {
        self.file.with_extension("pages")
    }

    fn of_records(&self) -> PathBuf {
        self.file.with_extension("records")
    }

    /// What is read from the bytes behind the seal and the fingerprint, and the whole file, which can stay in memory.
    fn read<T>(
        &self,
        file: &Path,
        read: impl FnOnce(&[u8], &Arc<Vec<u8>>) -> Option<T>,
    ) -> Result<Option<T>, Damaged> {
        let Ok(bytes) = fs::read(file) else {
            return Ok(None);
        };
        let bytes = Arc::new(bytes);
        let rest = sealed::opened(&bytes).ok_or(Damaged)?;
        let own = rest
            .split_first_chunk::<16>()
            .filter(|(it, _)| Digest::from_be_bytes(**it) == self.fingerprint);
        Ok(own.and_then(|(_, saved)| read(saved, &bytes)))
    }

    /// Keeps this for the next build. Losing it costs a clean build, so a failure is no error. `before` are the lists that this process
    /// began with, which have the same paths, and the paths of which something else holds now.
    pub(super) fn save(
        &self,
        saved: &CacheState<'_>,
        before: Option<(&KeptState, &BTreeSet<SitePath>, &BTreeSet<OutputPath>)>,
    ) {
        let (stamps, outputs): (Vec<_>, Vec<_>) =
            (saved.stamps.iter().collect(), saved.outputs.iter().collect());
        let is_same_source = |(path, _): &(&SitePath, _)| {
            before.is_some_and(|(_, touched, _)| !touched.contains(*path))
        };
        let is_same_output = |(path, _): &(&OutputPath, _)| {
            before.is_some_and(|(.., written)| !written.contains(*path))
        };
        let stamps = Packing::of(&stamps, before.map(|(kept, ..)| &kept.stamps), is_same_source);
        let outputs = Packing::of(&outputs, before.map(|(kept, ..)| &kept.outputs), is_same_output);
        self.keep(&self.file, &(saved, stamps, outputs));
    }

    /// Keeps what is known of pages, together with the state that has this `token`; `before` are the tables that this process began
    /// with.
    pub(super) fn save_records(
        &self,
        token: Digest,
        dependencies: &DependencyTable,
        addresses: &AddressTable,
        records: &Records,
        before: Option<&KeptTables>,
    ) {
        let (questions, addresses_list): (Vec<_>, Vec<_>) =
            (dependencies.list.iter().collect(), addresses.list.iter().collect());
        // The fields of `PackedParts` in their order.
        let packed = (
            token,
            &dependencies.answers,
            addresses.names_queries,
            Packing::of(&questions, before.map(|it| &it.dependencies), |_| true),
            Packing::of(&addresses_list, before.map(|it| &it.addresses), |_| true),
            records,
        );
        self.keep(&self.of_records(), &packed);
    }

    /// Keeps what is known of content files.
    pub(super) fn save_pages(&self, pages: &impl Serialize) {
        self.keep(&self.of_pages(), pages);
    }

    fn keep(&self, file: &Path, saved: &impl Serialize) {
        let mut temporary = file.as_os_str().to_owned();
        temporary.push(format!(".{}", std::process::id()));
        let temporary = PathBuf::from(temporary);
        let folder = file.parent().expect("the cache lies in a folder");
        let kept = fs::create_dir_all(folder)
            .and_then(|()| sealed::write(&temporary, self.fingerprint, saved))
            .and_then(|()| fs::rename(&temporary, file));
        if kept.is_err() {
            let _ = fs::remove_file(&temporary);
        }
    }
}
