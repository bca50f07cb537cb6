//! Files that begin with a checksum of their content, so that damage is detected.

#![expect(
    clippy::disallowed_methods,
    reason = "writes files of .croupier, which is neither source nor output"
)]

use std::fs::File;
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::Path;

use serde::Serialize;
use xxhash_rust::xxh3::Xxh3;

use croupier_base::fingerprint::{Fingerprint, fingerprint_bytes};

/// Bytes of the checksum.
const CHECKSUM_LEN: usize = 16;
/// Bytes that are hashed and written at once.
const BUFFER_LEN: usize = 1 << 17;

/// Returns the content of a file, without its checksum. None if the checksum is wrong.
pub(super) fn verified(bytes: &[u8]) -> Option<&[u8]> {
    let (checksum, content) = bytes.split_first_chunk::<CHECKSUM_LEN>()?;
    (fingerprint_bytes(content) == Fingerprint::from_be_bytes(*checksum)).then_some(content)
}

/// Writes a file whose content is a fingerprint and an encoded value.
pub(super) fn write(
    file: &Path,
    fingerprint: Fingerprint,
    value: &impl Serialize,
) -> io::Result<()> {
    let mut file = File::create(file)?;
    // The checksum is the first in the file and the last to be known.
    file.write_all(&[0; CHECKSUM_LEN])?;
    let hashed = Hashed { file: &file, hasher: Xxh3::new() };
    let mut writer = BufWriter::with_capacity(BUFFER_LEN, hashed);
    writer.write_all(&fingerprint.to_be_bytes())?;
    postcard::to_io(value, &mut writer).map_err(io::Error::other)?;
    let Hashed { hasher, .. } = writer.into_inner().map_err(io::Error::from)?;
    let checksum: Fingerprint = hasher.digest128();
    file.seek(SeekFrom::Start(0))?;
    file.write_all(&checksum.to_be_bytes())
}

/// A file that is hashed while it is written.
struct Hashed<'a> {
    file: &'a File,
    hasher: Xxh3,
}

impl Write for Hashed<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.hasher.update(bytes);
        self.file.write_all(bytes)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}
