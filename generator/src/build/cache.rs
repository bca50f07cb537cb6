//! What a build leaves for the next one, in a new process: what each page was made from, and what the output holds.
//!
//! The file is a shortcut, never a source of truth: one that is damaged, foreign or of another version is dropped.

#![expect(clippy::disallowed_methods, reason = "keeps its file in .croupier, which is neither source nor output")]

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::build::address_table::AddressTable;
use crate::build::dependency_table::DependencyTable;
use crate::build::packed::{self, Packed, Packing};
use crate::build::page_record::PageRecord;
use crate::build::saved_warning::SavedWarning;
use crate::build::sealed;
use crate::build::shared::Shared;
use crate::output::folder::Mark;
use crate::output::manifest::{Manifest, OutputFile};
use crate::source::digest::{Digest, digest};
use crate::source::path::{OutputPath, Route, SitePath};
use crate::source::stamp::Stamp;

/// What a build must know to see that nothing changed, and how it left everything else.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct CacheState<'a> {
    /// What the other parts have that were kept together with this one.
    pub token: Digest,
    /// Folder of the runtime, where the site has one.
    pub runtime: Option<SitePath>,
    /// Stamps of all sources.
    #[serde(with = "packed::map")]
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
    #[serde(with = "packed::map")]
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

/// What each page was made from.
pub(crate) struct CacheRecords {
    /// Every question that was asked, with its answer.
    pub dependencies: DependencyTable,
    /// Every address that templates made.
    pub addresses: AddressTable,
    /// Pages by route.
    pub records: BTreeMap<Route, PageRecord>,
    /// The same as it is kept.
    pub packed: PackedRecords<'static>,
}

/// The same as it is written.
#[derive(Debug, Deserialize)]
pub(crate) struct PackedRecords<'a> {
    token: Digest,
    answers: Cow<'a, [Digest]>,
    names_queries: bool,
    #[serde(borrow)]
    dependencies: Packed<'a>,
    addresses: Packed<'a>,
    records: Packed<'a>,
}

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
    /// The cache in this file and those beside it; `told` is what builds were told, as text. One of a build that was told otherwise, or
    /// that another generator made, is of no use.
    pub(crate) fn new(file: PathBuf, told: &str) -> Cache {
        let told = format!("{} {told}", env!("GENERATOR_DIGEST"));
        Cache { file, fingerprint: digest(told.as_bytes()) }
    }

    /// What is kept of the whole.
    pub(crate) fn load(&self) -> Result<Option<CacheState<'static>>, Damaged> {
        self.read(&self.file, |bytes| postcard::from_bytes(bytes).ok())
    }

    /// What is kept of pages; with a `token` only what was kept together with it.
    pub(crate) fn load_records(&self, token: Option<Digest>) -> Result<Option<CacheRecords>, Damaged> {
        self.read(&self.of_records(), |bytes| {
            let packed: PackedRecords<'_> = postcard::from_bytes(bytes).ok()?;
            if token.is_some_and(|token| token != packed.token) {
                return None;
            }
            let tables = || {
                let list = packed.dependencies.read(|it| it)?.into_iter().collect();
                let dependencies = DependencyTable { list, answers: packed.answers.to_vec() };
                let list = packed.addresses.read(|it| it)?.into_iter().collect();
                Some((dependencies, AddressTable { list, names_queries: packed.names_queries }))
            };
            let records = || Some(packed.records.read(|it: (Route, PageRecord)| it)?.into_iter().collect());
            let (records, tables) = rayon::join(records, tables);
            let (records, (dependencies, addresses)) = (records?, tables?);
            let PackedRecords { token, names_queries, .. } = packed;
            let packed = PackedRecords {
                token,
                answers: Cow::default(),
                names_queries,
                dependencies: packed.dependencies.into_owned(),
                addresses: packed.addresses.into_owned(),
                records: packed.records.into_owned(),
            };
            Some(CacheRecords { dependencies, addresses, records, packed })
        })
    }

    /// Reads what is kept of content files: see [`crate::build::kept_pages`].
    pub(super) fn load_pages<T>(&self, read: impl FnOnce(&[u8]) -> Option<T>) -> Result<Option<T>, Damaged> {
        self.read(&self.of_pages(), read)
    }

    fn of_pages(&self) -> PathBuf {
        self.file.with_extension("pages")
    }

    fn of_records(&self) -> PathBuf {
        self.file.with_extension("records")
    }

    fn read<T>(&self, file: &Path, read: impl FnOnce(&[u8]) -> Option<T>) -> Result<Option<T>, Damaged> {
        let Ok(bytes) = fs::read(file) else {
            return Ok(None);
        };
        let rest = sealed::opened(&bytes).ok_or(Damaged)?;
        let own = rest.split_first_chunk::<16>().filter(|(it, _)| Digest::from_be_bytes(**it) == self.fingerprint);
        Ok(own.and_then(|(_, saved)| read(saved)))
    }

    /// Keeps this for the next build. Losing it costs a clean build, so a failure is no error.
    pub(crate) fn save(&self, saved: &CacheState<'_>) {
        self.keep(&self.file, saved);
    }

    /// Keeps what is known of pages, together with the state that has this `token`; `before` are those that this process began with,
    /// of which only some are `changed`.
    pub(super) fn save_records(
        &self,
        token: Digest,
        dependencies: &DependencyTable,
        addresses: &AddressTable,
        records: &BTreeMap<Route, PageRecord>,
        before: Option<(&PackedRecords<'static>, &BTreeSet<Route>)>,
    ) {
        let records: Vec<_> = records.iter().collect();
        // Where as many pages are there as before, they are the same.
        let same = before.filter(|(before, _)| before.records.entries == records.len());
        let is_same = |(route, _): &(&Route, &PageRecord)| same.is_some_and(|(_, changed)| !changed.contains(*route));
        let (questions, addresses_list): (Vec<_>, Vec<_>) = (dependencies.list.iter().collect(), addresses.list.iter().collect());
        // The fields of `PackedRecords` in their order.
        let packed = (
            token,
            &dependencies.answers,
            addresses.names_queries,
            Packing::of(&questions, before.map(|(it, _)| &it.dependencies), |_| true),
            Packing::of(&addresses_list, before.map(|(it, _)| &it.addresses), |_| true),
            Packing::of(&records, same.map(|(it, _)| &it.records), is_same),
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
