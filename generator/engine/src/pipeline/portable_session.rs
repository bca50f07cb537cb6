//! A session that another machine continues. The stamps of its sources differ there, so that their contents are compared by digest.

#![expect(
    clippy::disallowed_methods,
    reason = "lists files of .croupier, and digests the bytes of sources"
)]

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::cache::{Cache, CacheFile};
use crate::output::folder::OutputFolder;
use crate::pipeline::Engine;
use crate::pipeline::text_index;
use crate::session::store::StoredState;
use crate::sources::scan::Scan;
use croupier_base::disk::stamp::Stamp;
use croupier_base::disk::world::World;
use croupier_base::fingerprint::{
    ContentHash, ContentHasher, Fingerprint, fingerprint_reader, hex,
};
use croupier_base::path::{OutputPath, RELEASES, SitePath, is_inside};
use croupier_content::config::options::BuildOptions;

/// A file of the output of a session.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
struct OutputRecord {
    /// The fingerprint of the session.
    fingerprint: Fingerprint,
    /// The digest that manifests of releases have.
    digest: Fingerprint,
    size: u64,
}

/// The files of an output by path.
type OutputRecords = BTreeMap<OutputPath, OutputRecord>;

/// Returns the digests, as manifests of releases have them, and the sizes of the files of an output that are not on this machine.
pub fn absent_files(options: &BuildOptions) -> BTreeMap<OutputPath, (ContentHash, u64)> {
    let folder = OutputFolder::from_args(options);
    let records = read_records(options);
    if records.is_empty() {
        return BTreeMap::new();
    }
    let manifest = folder.manifest().unwrap_or_default();
    let absent = records
        .into_iter()
        .filter(|(path, _)| manifest.files.contains(path) && !folder.path.join(path).exists());
    let digest = |record: &OutputRecord| ContentHash::from_fingerprint(record.digest);
    absent.map(|(path, record)| (path, (digest(&record), record.size))).collect()
}

fn records_file(options: &BuildOptions) -> PathBuf {
    options.state_file("cache").with_extension("files")
}

fn read_records(options: &BuildOptions) -> OutputRecords {
    let bytes = fs::read(records_file(options)).unwrap_or_default();
    postcard::from_bytes(&bytes).unwrap_or_default()
}

/// A file of a session, as a shared cache names it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PortableFile {
    /// The name, which is the same on each machine.
    pub name: String,
    /// The path on this machine.
    pub path: PathBuf,
}

/// The names and paths of the files of a session.
#[derive(Debug)]
pub struct PortableSession {
    /// The beginning of the names. It depends on the generator and on the options of the build.
    pub prefix: String,
    files: BTreeMap<&'static str, PathBuf>,
    /// The folder of the index of a search over texts.
    text_index: PathBuf,
    /// The folder of all bundles of the runtime.
    bundles: PathBuf,
    /// The bundle of the last build, if it is in that folder.
    bundle: Option<PathBuf>,
}

/// The prefix of the files of an index of a search over texts, after that of the session.
const TEXT_INDEX: &str = "text-index/";
/// The prefix of the files of the bundle of the runtime.
const BUNDLE: &str = "bundle/";
/// The names of files of the output folder, which identify it, and which a deployment reads.
const OUTPUTS: [&str; 3] = ["headers", "redirects", "releases"];
/// The name of the state after the prefix.
const STATE: &str = "state";
/// The name of the digests of the files of the output after the prefix.
const RECORDS: &str = "files";

impl PortableSession {
    /// Whether this machine has a session of its own.
    pub fn exists(&self) -> bool {
        self.files[STATE].is_file()
    }

    /// Whether this machine has a session of its own, and has built all files of its output.
    pub fn is_complete(&self) -> bool {
        self.exists() && !self.files[RECORDS].exists()
    }

    /// Returns the path of a file on this machine. `None` for a name of another session.
    pub fn path_of(&self, name: &str) -> Option<PathBuf> {
        let name = name.strip_prefix(&self.prefix)?;
        let folders = [(TEXT_INDEX, &self.text_index), (BUNDLE, &self.bundles)];
        for (prefix, folder) in folders {
            if let Some(name) = name.strip_prefix(prefix) {
                return is_inside(name).then(|| folder.join(name));
            }
        }
        self.files.get(name).cloned()
    }

    /// Whether a name belongs to a file of the output folder, which only a build of changed files needs.
    pub fn is_output(&self, name: &str) -> bool {
        let name = name.strip_prefix(&self.prefix);
        name.is_some_and(|name| OUTPUTS.contains(&name))
    }

    /// Lists the files on this machine.
    pub fn list(&self) -> Vec<PortableFile> {
        let file = |name: &str, path: PathBuf| {
            let name = format!("{}{name}", self.prefix);
            PortableFile { name, path }
        };
        let files = self.files.iter().map(|(name, path)| file(name, path.clone()));

        let below = |folder: &Path, base: &Path, prefix: &str| -> Vec<PortableFile> {
            let entries = walkdir::WalkDir::new(folder).into_iter().flatten();
            let entries = entries.filter(|entry| entry.file_type().is_file());
            let files = entries.filter_map(|entry| {
                let name = entry.path().strip_prefix(base).ok()?.to_str()?;
                Some(file(&format!("{prefix}{name}"), entry.path().to_owned()))
            });
            files.collect()
        };

        let of_index = below(&self.text_index, &self.text_index, TEXT_INDEX);
        let of_bundle = self.bundle.as_ref().map(|bundle| below(bundle, &self.bundles, BUNDLE));
        let files = files.filter(|it| it.path.is_file()).chain(of_index);
        files.chain(of_bundle.unwrap_or_default()).collect()
    }
}

/// The digests of the sources of a session.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct SourceDigests {
    /// The token of the session.
    token: Fingerprint,
    /// The size and the digest of each source.
    sources: BTreeMap<SitePath, (u64, Fingerprint)>,
}

impl SourceDigests {
    /// Reads the digests of the session with this token. `None` if there are none.
    pub(super) fn load(cache: &Cache, token: Fingerprint) -> Option<SourceDigests> {
        let digests = cache
            .read(CacheFile::Digests, |bytes, _| postcard::from_bytes::<SourceDigests>(bytes).ok());
        digests.ok().flatten().filter(|digests| digests.token == token)
    }

    /// Returns the sources whose content is that of the session, though their stamps do not prove it.
    pub(super) fn same_content(
        &self,
        world: &World,
        stored: &StoredState<'_>,
        scan: &Scan,
    ) -> BTreeSet<SitePath> {
        let is_known = |(path, now): &(&SitePath, &Stamp)| {
            let before = stored.stamps.get(*path);
            before == Some(*now) && !now.is_racy(stored.scanned_at)
        };

        let unknown: Vec<(&SitePath, &Stamp)> =
            scan.stamps.iter().filter(|file| !is_known(file)).collect();

        let same = unknown.into_par_iter().filter(|(path, now)| {
            let Some((size, digest)) = self.sources.get(*path) else { return false };
            now.size() == *size
                && stored.stamps.contains_key(*path)
                && world
                    .open(path)
                    .and_then(fingerprint_reader)
                    .is_ok_and(|current| current == *digest)
        });

        same.map(|(path, _)| path.clone()).collect::<Vec<_>>().into_iter().collect()
    }
}

impl Engine {
    /// Returns the names and paths of the files of the session.
    pub fn portable_session(&self) -> PortableSession {
        let cache = self.cache();
        let state_folder = self.options.root.join(".croupier");
        let key = hex(&cache.fingerprint().to_be_bytes());

        let files = [
            (STATE, cache.path_of(CacheFile::State)),
            ("traces", cache.path_of(CacheFile::Traces)),
            ("pages", cache.path_of(CacheFile::Pages)),
            ("digests", cache.path_of(CacheFile::Digests)),
            ("outputs", self.output_folder().manifest),
            (RECORDS, records_file(&self.options)),
            ("headers", self.options.out().join("_headers")),
            ("releases", self.options.out().join(RELEASES)),
            ("redirects", self.options.out().join("_redirects")),
            ("bundle-inputs", state_folder.join("runtime/inputs")),
            ("style-inputs", state_folder.join("style-inputs")),
        ];

        let bundles = state_folder.join("runtime");
        let bundle = self.sources.bundle.as_ref().and_then(|bundle| bundle.server.parent());
        let bundle = bundle.filter(|bundle| bundle.starts_with(&bundles) && **bundle != bundles);

        PortableSession {
            bundle: bundle.map(Path::to_owned),
            bundles,
            prefix: format!("sessions/{key}/"),
            files: files.into(),
            text_index: text_index::folder(&self.options),
        }
    }

    /// Saves the session for the next process, and the digests of the sources for other machines.
    pub fn save_for_sharing(&self) -> io::Result<()> {
        let Some((cache, token)) = self.save_session()? else { return Ok(()) };
        let (world, scanned_at) = (&self.sources.world, self.sources.scanned_at);
        let stamps: Vec<(&SitePath, &Stamp)> = self.sources.stamps.iter().collect();
        let digests = stamps.into_par_iter().filter_map(|(path, stamp)| {
            let digest = world.open(path).and_then(fingerprint_reader).ok()?;
            // The file may have changed since it was scanned.
            let is_same = world.stamp(path) == Some(*stamp) && !stamp.is_racy(scanned_at);
            is_same.then(|| (path.clone(), (stamp.size(), digest)))
        });
        let sources = digests.collect::<Vec<_>>().into_iter().collect();
        cache.write(CacheFile::Digests, &SourceDigests { token, sources })?;
        self.save_records();
        Ok(())
    }

    /// Saves the digests of the files of the output, for builds that have only some of them.
    pub(super) fn save_records(&self) {
        let Some((_, manifest)) = self.session.manifest() else { return };
        let (out, known) = (self.options.out(), read_records(&self.options));

        let outputs = self.session.outputs();
        let paths: Vec<&OutputPath> = manifest.files.iter().collect();

        let records = paths.into_par_iter().filter_map(|path| {
            let fingerprint = outputs.get(path).map_or(0, |file| file.digest);
            let known = known.get(path).filter(|it| it.fingerprint == fingerprint);

            let record = known.copied().or_else(|| {
                let mut hasher = ContentHasher::default();
                let file = File::open(out.join(path)).ok()?;
                let size = hasher.update_from(file).ok()?;
                let digest = hasher.hash().to_fingerprint();
                Some(OutputRecord { fingerprint, digest, size })
            });
            Some((path.clone(), record?))
        });

        let records: OutputRecords = records.collect::<Vec<_>>().into_iter().collect();
        let bytes = postcard::to_stdvec(&records).expect("records are plain data");

        // Without the records, files that are not on this machine are rendered again.
        let _ = fs::write(records_file(&self.options), bytes);
    }
}
