//! Long lists in the cache, stored in chunks that several threads encode and decode at the same time.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use rayon::prelude::*;
use serde::de::DeserializeOwned;
use serde::ser::SerializeSeq;
use serde::{Deserialize, Serialize, Serializer};

/// Entries of a chunk.
const CHUNK_LEN: usize = 64;
/// Chunks that are encoded before any of them is written.
const CHUNKS_AT_ONCE: usize = 256;

/// A list in chunks, as it is read.
#[derive(Debug, Deserialize)]
pub(crate) struct ReadChunks<'a> {
    len: usize,
    #[serde(borrow)]
    chunks: Vec<&'a [u8]>,
}

/// A list in chunks, within the file that it was read from, which stays in memory.
#[derive(Debug, Default)]
pub(crate) struct Chunks {
    file: Arc<Vec<u8>>,
    /// The number of entries.
    pub len: usize,
    ranges: Vec<Range<usize>>,
}

impl ReadChunks<'_> {
    /// Decodes the entries and converts each. None if one cannot be decoded.
    pub(crate) fn read<T: DeserializeOwned, U: Send>(
        &self,
        convert: impl Fn(T) -> U + Sync,
    ) -> Option<Vec<U>> {
        let read = |bytes: &&[u8]| {
            let entries: Vec<T> = postcard::from_bytes(bytes).ok()?;
            Some(entries.into_iter().map(&convert).collect())
        };
        let chunks: Vec<Vec<U>> = self.chunks.par_iter().map(read).collect::<Option<_>>()?;
        let mut entries = Vec::with_capacity(chunks.iter().map(Vec::len).sum());
        entries.extend(chunks.into_iter().flatten());
        Some(entries)
    }

    /// Decodes the entries into a map. None if one cannot be decoded.
    pub(crate) fn read_map<K, V>(&self) -> Option<BTreeMap<K, V>>
    where
        K: DeserializeOwned + Ord + Send,
        V: DeserializeOwned + Send,
    {
        Some(self.read(|entry: (K, V)| entry)?.into_iter().collect())
    }

    /// The list within the bytes of the `file` that it was read from.
    pub(crate) fn within(&self, file: &Arc<Vec<u8>>) -> Chunks {
        let start = |chunk: &[u8]| chunk.as_ptr().addr() - file.as_ptr().addr();
        let ranges = self.chunks.iter().map(|chunk| start(chunk)..start(chunk) + chunk.len());
        Chunks { file: Arc::clone(file), len: self.len, ranges: ranges.collect() }
    }
}

impl Chunks {
    /// The number of chunks.
    pub(crate) fn count(&self) -> usize {
        self.ranges.len()
    }

    /// An encoded chunk.
    pub(crate) fn chunk(&self, index: usize) -> Chunk<'_> {
        Chunk(Cow::Borrowed(&self.file[self.ranges[index].clone()]))
    }

    /// Decodes the entries of a chunk. None if one cannot be decoded.
    pub(crate) fn decode<T: DeserializeOwned>(&self, index: usize) -> Option<Vec<T>> {
        postcard::from_bytes(&self.file[self.ranges[index].clone()]).ok()
    }
}

/// The encoded entries of a chunk.
#[derive(Debug)]
pub(crate) struct Chunk<'a>(Cow<'a, [u8]>);

impl Chunk<'_> {
    /// Encodes entries.
    pub(crate) fn encode<T: Serialize>(entries: &[T]) -> Chunk<'static> {
        Chunk(Cow::Owned(postcard::to_stdvec(entries).expect("entries are plain data")))
    }
}

impl Serialize for Chunk<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_bytes(&self.0)
    }
}

/// The first key of each chunk, of the keys of all entries.
pub(crate) fn first_keys<K>(keys: impl Iterator<Item = K>) -> Vec<K> {
    keys.step_by(CHUNK_LEN).collect()
}

/// Writes a list in chunks. Only some chunks are encoded at a time, so that memory need not hold all of them.
pub(crate) struct ChunkWriter<'a, T, F> {
    entries: &'a [T],
    previous: Option<&'a Chunks>,
    is_unchanged: F,
}

impl<'a, T: Serialize + Sync, F: Fn(&T) -> bool + Sync> ChunkWriter<'a, T, F> {
    /// Writes these entries. Chunks of the `previous` list are copied if every entry of them `is_unchanged`; that list has the same
    /// entries, or the first of them.
    pub(crate) fn new(
        entries: &'a [T],
        previous: Option<&'a Chunks>,
        is_unchanged: F,
    ) -> ChunkWriter<'a, T, F> {
        ChunkWriter { entries, previous, is_unchanged }
    }

    fn chunk(&self, index: usize, entries: &[T]) -> Chunk<'a> {
        let end = index * CHUNK_LEN + entries.len();
        let has_chunk = |it: &&Chunks| end == it.len.min((index + 1) * CHUNK_LEN);
        let previous =
            self.previous.filter(has_chunk).filter(|_| entries.iter().all(&self.is_unchanged));
        previous.map_or_else(|| Chunk::encode(entries), |previous| previous.chunk(index))
    }
}

impl<T: Serialize + Sync, F: Fn(&T) -> bool + Sync> Serialize for ChunkWriter<'_, T, F> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        struct Encoded<'a, T, F>(&'a ChunkWriter<'a, T, F>);

        impl<T: Serialize + Sync, F: Fn(&T) -> bool + Sync> Serialize for Encoded<'_, T, F> {
            fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                let Encoded(writer) = self;
                let count = writer.entries.len().div_ceil(CHUNK_LEN);
                let mut sequence = to.serialize_seq(Some(count))?;
                let batches = writer.entries.chunks(CHUNK_LEN * CHUNKS_AT_ONCE);
                for (batch, entries) in batches.enumerate() {
                    let chunks = entries.par_chunks(CHUNK_LEN).enumerate();
                    let first = batch * CHUNKS_AT_ONCE;
                    let encoded: Vec<_> =
                        chunks.map(|(index, chunk)| writer.chunk(first + index, chunk)).collect();
                    encoded.iter().try_for_each(|chunk| sequence.serialize_element(chunk))?;
                }
                sequence.end()
            }
        }

        (self.entries.len(), Encoded(self)).serialize(to)
    }
}
