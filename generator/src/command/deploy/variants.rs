//! Compressed variants of text files, which nginx and Caddy send as they are: `index.html.br` and `index.html.gz` for `index.html`.
//!
//! They are cached in `.croupier/compressed/` by the digest of the file, so that only a changed file is compressed again.

#![expect(
    clippy::disallowed_methods,
    reason = "reads the output, and stores its files in .croupier, which is neither source nor output"
)]

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use brotli::{CompressorWriter, Decompressor};
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use rayon::prelude::*;

use croupier_base::disk::content_cache::{ContentCache, touch};
use croupier_base::disk::replace::replace_file;
use croupier_base::fingerprint::{ContentHash, ContentHasher};
use croupier_base::path::{OutputPath, length_problem};
use croupier_base::progress::{Counter, Notes, Step};
use croupier_deploy::Headers;

/// Smaller files fit into one packet, so that compression saves no time.
const MIN_SIZE: u64 = 1024;
/// Extensions of files that become smaller.
const EXTENSIONS: [&str; 16] = [
    "atom",
    "css",
    "csv",
    "html",
    "ico",
    "js",
    "json",
    "map",
    "md",
    "mjs",
    "rss",
    "svg",
    "txt",
    "wasm",
    "webmanifest",
    "xml",
];

/// Bytes that are compressed at once.
const BUFFER: usize = 1 << 16;

/// A compression that browsers understand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Encoding {
    Brotli,
    Gzip,
}

impl Encoding {
    const ALL: [Encoding; 2] = [Encoding::Brotli, Encoding::Gzip];

    /// Returns the end of the file name of a variant.
    fn suffix(self) -> &'static str {
        match self {
            Encoding::Brotli => "br",
            Encoding::Gzip => "gz",
        }
    }

    /// Returns the digest of the file that a variant is of. `None` if it is damaged.
    fn digest_of(self, variant: &[u8]) -> Option<ContentHash> {
        let mut hasher = ContentHasher::default();
        let read = match self {
            Encoding::Brotli => hasher.update_from(Decompressor::new(variant, BUFFER)),
            Encoding::Gzip => hasher.update_from(GzDecoder::new(variant)),
        };
        read.is_ok().then(|| hasher.hash())
    }

    /// Compresses bytes as small as possible, because a file is compressed once and sent often.
    fn compress(self, bytes: &[u8]) -> io::Result<Vec<u8>> {
        match self {
            Encoding::Brotli => {
                // Quality 11, and a window of 4 MB.
                let mut writer = CompressorWriter::new(Vec::new(), BUFFER, 11, 22);
                writer.write_all(bytes)?;
                Ok(writer.into_inner())
            }
            Encoding::Gzip => {
                let mut writer = GzEncoder::new(Vec::new(), Compression::best());
                writer.write_all(bytes)?;
                writer.finish()
            }
        }
    }
}

/// A file with its digest and its size in bytes.
pub(super) type Digested = (OutputPath, ContentHash, u64);

const COMPRESSION: Step = Step { name: "compression", text: "compressing files", unit: "files" };

/// The compressed variants of the files of an output.
pub(super) struct Variants {
    /// Its files have no checksums, because symbolic links in a target refer to them. Decompressing a variant verifies it.
    cache: ContentCache,
    /// The files of the cache by the path of the variant.
    files: BTreeMap<OutputPath, PathBuf>,
}

impl Variants {
    /// Creates an empty list for the site at `root`.
    pub(super) fn new(root: &Path) -> Variants {
        Variants { cache: ContentCache::new(root, "compressed"), files: BTreeMap::new() }
    }

    /// Returns the headers of a variant. `None` for other files.
    pub(super) fn headers(&self, path: &OutputPath) -> Option<Headers> {
        self.files.get(path)?;
        let encoding = if path.ends_with(".br") { "br" } else { "gzip" };
        Some([("content-encoding".to_owned(), encoding.to_owned())].into())
    }

    /// Returns the path of a variant on this machine. `None` for other files.
    pub(super) fn locate(&self, path: &OutputPath) -> Option<PathBuf> {
        self.files.get(path).cloned()
    }

    /// Returns the path in the cache for the variant of a content.
    fn cached(&self, digest: ContentHash, encoding: Encoding) -> PathBuf {
        self.cache.path(&format!("{digest}.{}", encoding.suffix()))
    }

    /// Adds the variants of files below `out`, and returns them with their digests. A file that would not become smaller has none,
    /// and neither has one whose variant would have the path of another file, or a name that is too long. An error has the path of the file.
    pub(super) fn add(
        &mut self,
        out: &Path,
        files: &[Digested],
        notes: &Notes<'_>,
    ) -> Result<Vec<Digested>, (PathBuf, io::Error)> {
        let is_text = |path: &str| {
            let extension = path.rsplit_once('.').map(|(_, extension)| extension);
            extension.is_some_and(|it| EXTENSIONS.contains(&it))
        };

        let has_variants = |(path, _, size): &&Digested| {
            *size >= MIN_SIZE && is_text(path) && length_problem(path).is_none()
        };
        let texts: Vec<&Digested> = files.iter().filter(has_variants).collect();
        // Copies of a file have the same variants.
        let contents: BTreeMap<ContentHash, &OutputPath> =
            texts.iter().map(|(path, digest, _)| (*digest, path)).collect();
        let contents: Vec<_> = Encoding::ALL
            .into_iter()
            .flat_map(|encoding| contents.iter().map(move |it| (encoding, it)))
            .collect();

        let unknown = contents
            .iter()
            .filter(|(encoding, (digest, _))| !self.cached(**digest, *encoding).is_file());
        let counter = Counter::start(notes, COMPRESSION, unknown.count());
        let compress = |(encoding, (digest, path)): (Encoding, (&ContentHash, &&OutputPath))| {
            let file = out.join(path);
            let cached = self.cached(*digest, encoding);
            let is_unknown = !cached.is_file();
            match read_or_compress(&cached, &file, *digest, encoding) {
                Ok(bytes) => {
                    counter.add(usize::from(is_unknown));
                    let variant = (ContentHash::of(&bytes), bytes.len() as u64, cached);
                    Ok(((encoding, *digest), variant))
                }
                Err(error) => Err((file, error)),
            }
        };

        let compressed: HashMap<(Encoding, ContentHash), (ContentHash, u64, PathBuf)> =
            contents.into_par_iter().map(compress).collect::<Result<_, _>>()?;
        let paths: HashSet<&str> = files.iter().map(|(path, ..)| path.as_str()).collect();
        let mut added = Vec::new();

        for (path, digest, size) in texts {
            for encoding in Encoding::ALL {
                let variant = OutputPath::new(format!("{path}.{}", encoding.suffix()));
                let (hash, compressed_size, cached) = &compressed[&(encoding, *digest)];
                if compressed_size < size && !paths.contains(variant.as_str()) {
                    self.files.insert(variant.clone(), cached.clone());
                    added.push((variant, *hash, *compressed_size));
                }
            }
        }

        self.cache.prune(&BTreeSet::new());
        Ok(added)
    }
}

/// Returns the variant of a file from the cache, or adds it there.
fn read_or_compress(
    cached: &Path,
    file: &Path,
    digest: ContentHash,
    encoding: Encoding,
) -> io::Result<Vec<u8>> {
    if let Ok(bytes) = fs::read(cached)
        && encoding.digest_of(&bytes) == Some(digest)
    {
        touch(cached);
        return Ok(bytes);
    }

    let bytes = encoding.compress(&fs::read(file)?)?;
    replace_file(cached, &bytes)?;
    Ok(bytes)
}
