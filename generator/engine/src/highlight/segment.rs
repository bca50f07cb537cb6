//! A file of highlighted code blocks that never changes. Its index is read as a whole; a block is read when it is needed.

#![expect(
    clippy::disallowed_methods,
    reason = "its files are in .croupier, which is neither source nor output"
)]

use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt as _;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use croupier_base::disk::replace::replace_file;
use croupier_base::fingerprint::{Fingerprint, fingerprint_bytes};

/// Bytes of the checksum of the index, and of its length.
const HEADER_LEN: usize = 16 + 8;

/// An open segment.
#[derive(Debug)]
pub(super) struct Segment {
    pub(super) path: PathBuf,
    file: File,
}

/// The place of a block in a segment.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub(super) struct BlockPlace {
    /// Bytes from the start of the file.
    offset: u64,
    pub(super) len: u32,
    checksum: u64,
}

/// The keys and places of the blocks of a segment. Offsets are from the end of the index in a file.
type Places = Vec<(Fingerprint, BlockPlace)>;

impl Segment {
    /// Opens a segment and reads its index. None if it is damaged.
    pub(super) fn open(path: &Path) -> Option<(Segment, Places)> {
        let file = File::open(path).ok()?;
        let size = file.metadata().ok()?.len();
        let mut header = [0; HEADER_LEN];
        file.read_exact_at(&mut header, 0).ok()?;
        let (checksum, len) = header.split_first_chunk::<16>()?;
        let len = u64::from_le_bytes(*len.first_chunk()?);
        let start = len.checked_add(HEADER_LEN as u64).filter(|start| *start <= size)?;
        let mut index = vec![0; usize::try_from(len).ok()?];
        file.read_exact_at(&mut index, HEADER_LEN as u64).ok()?;
        if fingerprint_bytes(&index) != Fingerprint::from_le_bytes(*checksum) {
            return None;
        }
        let mut places: Places = postcard::from_bytes(&index).ok()?;
        for (_, place) in &mut places {
            place.offset += start;
        }
        Some((Segment { path: path.to_owned(), file }, places))
    }

    /// Writes a segment with these blocks.
    pub(super) fn write(
        folder: &Path,
        blocks: &[(Fingerprint, String)],
    ) -> io::Result<(Segment, Places)> {
        let mut offset = 0;
        let mut places = Places::with_capacity(blocks.len());
        for (key, html) in blocks {
            let len = u32::try_from(html.len()).map_err(io::Error::other)?;
            places.push((*key, BlockPlace { offset, len, checksum: checksum(html.as_bytes()) }));
            offset += u64::from(len);
        }

        let index = postcard::to_stdvec(&places).map_err(io::Error::other)?;
        let digest = fingerprint_bytes(&index);
        let mut bytes = Vec::new();
        bytes.extend(digest.to_le_bytes());
        bytes.extend((index.len() as u64).to_le_bytes());
        bytes.extend(index);
        bytes.extend(blocks.iter().flat_map(|(_, html)| html.as_bytes()));

        let path = folder.join(format!("{digest:032x}"));

        replace_file(&path, bytes)?;
        Segment::open(&path).ok_or_else(|| io::Error::other("the segment is damaged"))
    }

    /// Returns the HTML of a block. None if it is damaged.
    pub(super) fn read(&self, place: BlockPlace) -> Option<String> {
        let mut bytes = vec![0; place.len as usize];
        self.file.read_exact_at(&mut bytes, place.offset).ok()?;
        (checksum(&bytes) == place.checksum).then(|| String::from_utf8(bytes).ok()).flatten()
    }
}

#[expect(clippy::cast_possible_truncation, reason = "a part of the fingerprint is enough")]
fn checksum(bytes: &[u8]) -> u64 {
    fingerprint_bytes(bytes) as u64
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use tempfile::TempDir;

    #[test]
    fn damage_of_the_index_or_of_a_block_is_detected() {
        let folder = TempDir::new().unwrap();
        let blocks = [(1, "one".to_owned()), (2, "two".to_owned())];
        let (segment, places) = Segment::write(folder.path(), &blocks).unwrap();

        let read = |segment: &Segment, places: &Places| {
            places.iter().map(|(_, place)| segment.read(*place)).collect::<Vec<_>>()
        };

        let texts = [Some("one".to_owned()), Some("two".to_owned())];
        assert_eq!(read(&segment, &places), texts);

        let bytes = fs::read(&segment.path).unwrap();
        for damaged in 0..bytes.len() {
            let mut other = bytes.clone();
            other[damaged] ^= 1;
            fs::write(&segment.path, &other).unwrap();
            let texts_now = Segment::open(&segment.path).map(|(it, places)| read(&it, &places));
            let is_block = damaged >= bytes.len() - 6;
            assert_eq!(texts_now.is_some(), is_block, "byte {damaged}");
            assert_ne!(texts_now.as_deref(), Some(&texts[..]), "byte {damaged}");
        }

        fs::write(&segment.path, &bytes[..bytes.len() - 1]).unwrap();
        let (shorter, places) = Segment::open(&segment.path).unwrap();
        assert_eq!(read(&shorter, &places), [Some("one".to_owned()), None]);
    }
}
