//! What a build leaves for the next one, in a new process: what each page was made from, and what the output holds.
//!
//! The file is a shortcut, never a source of truth: one that is damaged, foreign or of another version is dropped.

#![expect(clippy::disallowed_methods, reason = "keeps its file in .croupier, which is neither source nor output")]

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::build::saved_warning::SavedWarning;
use crate::output::manifest::OutputFile;
use crate::snapshot::dependency::Dependency;
use crate::source::digest::{Digest, digest, hex};
use crate::source::html::Use;
use crate::source::path::{OutputPath, Route};
use crate::source::world::Stamp;

/// What one page was made from.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct PageRecord {
    /// Its content file.
    pub source: String,
    /// Digest of that file.
    pub digest: Digest,
    /// Digest of what it takes from the folders above it; 0 where it takes nothing.
    pub taken: Digest,
    /// Digest of its page-data.
    pub data: Digest,
    /// What it asked for, as places in [`CacheContent::dependencies`].
    pub dependencies: Vec<u32>,
    /// Every place in it that a link can lead to, one on a line.
    pub anchors: Box<str>,
    /// The addresses of its text, with the byte range in the file.
    pub links: Vec<(Use, String, u32, u32)>,
    /// Those that templates made, as places in [`CacheContent::addresses`].
    pub made: Vec<u32>,
    /// Images of its Markdown without a text, as byte ranges in the file.
    pub unnamed: Vec<(u32, u32)>,
    /// Static queries that it names: the hash of the data by its name.
    pub queries: BTreeMap<String, String>,
    /// Why it was rendered when it was rendered last.
    pub reason: RebuildReason,
}

/// Why a page was rendered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum RebuildReason {
    /// Nothing was known of it.
    New,
    /// Its own file changed.
    Text,
    /// It takes something else from the folders above it.
    Cascade,
    /// These answers changed, as places in [`CacheContent::dependencies`].
    Answers(Box<[u32]>),
    /// Its files were no longer in the output as they had been written.
    Output,
}

/// Everything that is kept, borrowed when it is written and owned when it was read.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct CacheContent<'a> {
    /// Folder of the runtime, where the site has one.
    pub runtime: Option<String>,
    /// Stamps of all sources.
    pub stamps: Cow<'a, BTreeMap<String, Stamp>>,
    /// Digest of the variables that were laid over site.toml.
    pub variables: Digest,
    /// When they were taken.
    pub scanned_at: i64,
    /// Every question that was asked.
    pub dependencies: Cow<'a, [Dependency]>,
    /// The answers, in the same order.
    pub answers: Cow<'a, [Digest]>,
    /// Every address that templates made.
    pub addresses: Cow<'a, [(Use, String)]>,
    /// What was worth saying.
    pub warnings: Vec<SavedWarning>,
    /// Pages by route.
    pub records: Cow<'a, BTreeMap<Route, PageRecord>>,
    /// The stamp of the output's manifest.
    pub manifest: Option<Stamp>,
    /// Every file of the output.
    pub outputs: Cow<'a, BTreeMap<OutputPath, OutputFile>>,
    /// Output paths of what is no page.
    pub site_files: Cow<'a, BTreeSet<OutputPath>>,
    /// How many pages there are.
    pub pages: usize,
    /// The moment at which they were built, in epoch seconds.
    pub built_at: i64,
    /// When the next page becomes due or expires, in epoch seconds.
    pub next_change_at: Option<i64>,
}

/// Where the cache of one output folder lies.
#[derive(Debug, Clone)]
pub(crate) struct Cache {
    file: PathBuf,
    /// What must be the same for an old cache to be of use.
    fingerprint: Digest,
}

impl Cache {
    /// The cache of builds into `out`; `told` is what they were told, as text. One of a build that was told otherwise, or that
    /// another generator made, is of no use.
    pub(crate) fn new(root: &Path, out: &Path, told: &str) -> Cache {
        // Inside the site the output keeps its name wherever the site is brought.
        let name = hex(out.strip_prefix(root).unwrap_or(out).to_string_lossy().as_bytes());
        let told = format!("{} {told}", env!("GENERATOR_DIGEST"));
        Cache { file: root.join(".croupier").join("cache").join(name), fingerprint: digest(told.as_bytes()) }
    }

    /// What was kept; `note` is told once when something is there that cannot be used.
    pub(crate) fn load(&self, note: &dyn Fn(&str)) -> Option<CacheContent<'static>> {
        self.read(&self.file, note)
    }

    /// The same of what is kept of content files: see [`crate::build::kept_pages`].
    pub(super) fn load_pages<T: DeserializeOwned>(&self, note: &dyn Fn(&str)) -> Option<T> {
        self.read(&self.of_pages(), note)
    }

    fn of_pages(&self) -> PathBuf {
        self.file.with_extension("pages")
    }

    fn read<T: DeserializeOwned>(&self, file: &Path, note: &dyn Fn(&str)) -> Option<T> {
        let bytes = fs::read(file).ok()?;
        let Some((seal, rest)) = bytes.split_first_chunk::<SEAL>() else {
            note("the cache is damaged and is made anew");
            return None;
        };
        if digest(rest) != Digest::from_be_bytes(*seal) {
            note("the cache is damaged and is made anew");
            return None;
        }
        let (fingerprint, saved) = rest.split_first_chunk::<16>()?;
        if Digest::from_be_bytes(*fingerprint) != self.fingerprint {
            return None;
        }
        postcard::from_bytes(saved).ok()
    }

    /// Keeps this for the next build. Losing it costs a clean build, so a failure is no error.
    pub(crate) fn save(&self, saved: &CacheContent<'_>) {
        self.keep(&self.file, saved);
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
        let kept =
            fs::create_dir_all(folder).and_then(|()| self.write(&temporary, saved)).and_then(|()| fs::rename(&temporary, file));
        if kept.is_err() {
            let _ = fs::remove_file(&temporary);
        }
    }

    fn write(&self, file: &Path, saved: &impl Serialize) -> io::Result<()> {
        let mut file = File::create(file)?;
        // The seal comes first and is known last.
        file.write_all(&[0; SEAL])?;
        let mut sealing = Sealing { file: BufWriter::new(&file), hasher: blake3::Hasher::new() };
        sealing.write_all(&self.fingerprint.to_be_bytes())?;
        postcard::to_io(saved, &mut sealing).map_err(io::Error::other)?;
        sealing.flush()?;
        let seal = sealing.hasher.finalize();
        drop(sealing);
        file.seek(SeekFrom::Start(0))?;
        file.write_all(&seal.as_bytes()[..SEAL])
    }
}

/// Bytes of the seal.
const SEAL: usize = 16;

/// A file that is digested while it is written.
struct Sealing<'a> {
    file: BufWriter<&'a File>,
    hasher: blake3::Hasher,
}

impl Write for Sealing<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.hasher.update(bytes);
        self.file.write_all(bytes)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}
