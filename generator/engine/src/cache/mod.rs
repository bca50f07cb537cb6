//! The cache files of an output folder, below `.croupier/cache/`, which carry a session to the next process.
//!
//! A cache is a shortcut, never a source of truth: a damaged file, and one of another generator or of other options, is dropped.

#![expect(
    clippy::disallowed_methods,
    reason = "its files are in .croupier, which is neither source nor output"
)]

mod checksummed;
pub(crate) mod chunked_map;
pub(crate) mod chunks;
pub(crate) mod saved_warning;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::Serialize;

use croupier_base::disk::replace::replace_file_with;
use croupier_base::fingerprint::{Fingerprint, fingerprint};
use croupier_extensions::Extensions;

/// The message about a cache that cannot be used.
pub(crate) const DAMAGED: &str = "the cache is damaged and will be rebuilt";

/// A file of the cache exists and cannot be used.
#[derive(Debug)]
pub(crate) struct Damaged;

/// A file of the cache.
#[derive(Debug, Clone, Copy)]
pub(crate) enum CacheFile {
    /// What a build needs to see that nothing changed.
    State,
    /// How pages were rendered.
    Traces,
    /// The metadata of content files.
    Pages,
    /// The digests of sources, by which another machine recognizes them.
    Digests,
}

/// Returns the fingerprint of the generator's code and its libraries. Another generator could have other results for the same inputs.
pub(crate) fn generator_fingerprint(extensions: &Extensions) -> Fingerprint {
    fingerprint(&(env!("GENERATOR_DIGEST"), extensions.features()))
}

/// The cache of one output folder.
#[derive(Debug, Clone)]
pub(crate) struct Cache {
    path: PathBuf,
    /// Covers the generator and the options of the build.
    fingerprint: Fingerprint,
}

impl Cache {
    /// The cache at `path`, of builds whose options have the fingerprint `options`, by a program with these libraries.
    pub(crate) fn new(path: PathBuf, options: Fingerprint, extensions: &Extensions) -> Cache {
        let generator = generator_fingerprint(extensions);
        Cache { path, fingerprint: fingerprint(&(generator, options)) }
    }

    /// Reads a file. `decode` gets its content, and the bytes of the whole file, which can stay in memory. None if there is no file, or
    /// one of another generator or of other options.
    pub(crate) fn read<T>(
        &self,
        file: CacheFile,
        decode: impl FnOnce(&[u8], &Arc<Vec<u8>>) -> Option<T>,
    ) -> Result<Option<T>, Damaged> {
        let Ok(bytes) = fs::read(self.path_of(file)) else {
            return Ok(None);
        };
        let bytes = Arc::new(bytes);
        let content = checksummed::verified(&bytes).ok_or(Damaged)?;
        let own = content
            .split_first_chunk::<16>()
            .filter(|(it, _)| Fingerprint::from_be_bytes(**it) == self.fingerprint);
        Ok(own.and_then(|(_, encoded)| decode(encoded, &bytes)))
    }

    /// Writes a file. Losing it costs a clean build.
    pub(crate) fn write(&self, file: CacheFile, value: &impl Serialize) -> io::Result<()> {
        let write = |temporary: &Path| checksummed::write(temporary, self.fingerprint, value);
        replace_file_with(&self.path_of(file), write)
    }

    /// Returns the fingerprint of the generator and the options of the build.
    pub(crate) fn fingerprint(&self) -> Fingerprint {
        self.fingerprint
    }

    /// Returns the path of a file.
    pub(crate) fn path_of(&self, file: CacheFile) -> PathBuf {
        match file {
            CacheFile::State => self.path.clone(),
            CacheFile::Traces => self.path.with_extension("records"),
            CacheFile::Pages => self.path.with_extension("pages"),
            CacheFile::Digests => self.path.with_extension("digests"),
        }
    }
}
