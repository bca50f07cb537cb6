//! Files with a seal, so that one that is damaged is known for it: the digest of all that follows.

#![expect(
    clippy::disallowed_methods,
    reason = "writes files of .croupier, which is neither source nor output"
)]

use std::fs::File;
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::Path;

use serde::Serialize;
use xxhash_rust::xxh3::Xxh3;

use croupier_base::digest::{Digest, digest};

/// What a file holds behind its seal; none where that is broken.
pub(super) fn opened(bytes: &[u8]) -> Option<&[u8]> {
    let (seal, rest) = bytes.split_first_chunk::<SEAL>()?;
    (digest(rest) == Digest::from_be_bytes(*seal)).then_some(rest)
}

/// Writes a file which begins, behind its seal, with a fingerprint.
pub(super) fn write(file: &Path, fingerprint: Digest, saved: &impl Serialize) -> io::Result<()> {
    let mut file = File::create(file)?;
    // The seal comes first and is known last.
    file.write_all(&[0; SEAL])?;
    let mut sealing =
        BufWriter::with_capacity(BUFFER, Sealing { file: &file, hasher: Xxh3::new() });
    sealing.write_all(&fingerprint.to_be_bytes())?;
    postcard::to_io(saved, &mut sealing).map_err(io::Error::other)?;
    let Sealing { hasher, .. } = sealing.into_inner().map_err(io::Error::from)?;
    let seal: Digest = hasher.digest128();
    file.seek(SeekFrom::Start(0))?;
    file.write_all(&seal.to_be_bytes())
}

/// Bytes of the seal.
const SEAL: usize = 16;

/// So many bytes are digested and written at once.
const BUFFER: usize = 1 << 17;

/// A file that is digested while it is written.
struct Sealing<'a> {
    file: &'a File,
    hasher: Xxh3,
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
