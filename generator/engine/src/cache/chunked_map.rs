//! A long map of the cache. A chunk is decoded when an entry of it is first read, and written back as it is if nothing in it changed.

use std::borrow::Borrow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

use rayon::prelude::*;
use serde::de::DeserializeOwned;
use serde::ser::SerializeSeq;
use serde::{Serialize, Serializer};

use crate::cache::chunks::{Chunk, Chunks};

/// A map with a fixed set of keys, whose values can be replaced.
#[derive(Debug)]
pub(crate) struct ChunkedMap<K, V> {
    chunks: Chunks,
    /// The first key of each chunk.
    first_keys: Vec<K>,
    decoded: Vec<OnceLock<Vec<(K, V)>>>,
    /// Chunks with a replaced value.
    changed: BTreeSet<usize>,
}

impl<K, V> ChunkedMap<K, V>
where
    K: DeserializeOwned + Ord + Send + Sync,
    V: DeserializeOwned + Send + Sync,
{
    /// A map of sorted entries, with the first key of each chunk. None if their numbers do not match.
    pub(crate) fn new(chunks: Chunks, first_keys: Vec<K>) -> Option<ChunkedMap<K, V>> {
        let count = chunks.count();
        let decoded = (0..count).map(|_| OnceLock::new()).collect();
        let map = ChunkedMap { chunks, first_keys, decoded, changed: BTreeSet::new() };
        (map.first_keys.len() == count).then_some(map)
    }

    /// The number of entries.
    pub(crate) fn len(&self) -> usize {
        self.chunks.len
    }

    /// The first key of each chunk.
    pub(crate) fn first_keys(&self) -> &[K] {
        &self.first_keys
    }

    /// The value of a key.
    pub(crate) fn get<Q: Ord + ?Sized>(&self, key: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
    {
        let (chunk, index) = self.position(key)?;
        Some(&self.chunk(chunk)[index].1)
    }

    /// Replaces the value of a key, and returns the previous one. Returns the new value as an error if there is no such key.
    pub(crate) fn replace(&mut self, key: &K, value: V) -> Result<V, V> {
        let Some((chunk, index)) = self.position(key) else {
            return Err(value);
        };
        self.changed.insert(chunk);
        let entries = self.decoded[chunk].get_mut().expect("looking up the key has decoded it");
        Ok(std::mem::replace(&mut entries[index].1, value))
    }

    /// All entries by key.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&K, &V)> {
        self.decode_all();
        let entries = (0..self.decoded.len()).flat_map(|chunk| self.chunk(chunk));
        entries.map(|(key, value)| (key, value))
    }

    /// Decodes all entries.
    pub(crate) fn into_map(self) -> BTreeMap<K, V> {
        self.decode_all();
        self.decoded.into_iter().filter_map(OnceLock::into_inner).flatten().collect()
    }

    fn decode_all(&self) {
        (0..self.decoded.len()).into_par_iter().for_each(|chunk| {
            self.chunk(chunk);
        });
    }

    /// The chunk of a key, and the index in it.
    fn position<Q: Ord + ?Sized>(&self, key: &Q) -> Option<(usize, usize)>
    where
        K: Borrow<Q>,
    {
        let chunk =
            self.first_keys.partition_point(|first| first.borrow() <= key).checked_sub(1)?;
        let index = self.chunk(chunk).binary_search_by(|(it, _)| it.borrow().cmp(key)).ok()?;
        Some((chunk, index))
    }

    fn chunk(&self, chunk: usize) -> &[(K, V)] {
        let decode = || {
            self.chunks.decode(chunk).expect("a file with a valid checksum holds what was encoded")
        };
        self.decoded[chunk].get_or_init(decode)
    }
}

impl<K: Serialize, V: Serialize> Serialize for ChunkedMap<K, V> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        struct Encoded<'a, K, V>(&'a ChunkedMap<K, V>);

        impl<K: Serialize, V: Serialize> Serialize for Encoded<'_, K, V> {
            fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                let Encoded(ChunkedMap { chunks, decoded, changed, .. }) = self;
                let mut sequence = to.serialize_seq(Some(decoded.len()))?;
                for (index, entries) in decoded.iter().enumerate() {
                    let entries = entries.get().filter(|_| changed.contains(&index));
                    let chunk = entries
                        .map_or_else(|| chunks.chunk(index), |entries| Chunk::encode(entries));
                    sequence.serialize_element(&chunk)?;
                }
                sequence.end()
            }
        }

        (self.chunks.len, Encoded(self)).serialize(to)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::cache::chunks::{ChunkWriter, ReadChunks, first_keys};

    fn read(file: &Arc<Vec<u8>>) -> ChunkedMap<String, u32> {
        let (keys, chunks): (Vec<String>, ReadChunks<'_>) = postcard::from_bytes(file).unwrap();
        ChunkedMap::new(chunks.within(file), keys).unwrap()
    }

    #[test]
    fn only_chunks_that_are_read_are_decoded_and_all_are_written_back() {
        let all: BTreeMap<String, u32> = (0..1000).map(|it| (format!("{it:04}"), it)).collect();
        let entries: Vec<_> = all.iter().collect();
        let writer = ChunkWriter::new(&entries, None, |_| false);
        let file = Arc::new(postcard::to_stdvec(&(first_keys(all.keys()), writer)).unwrap());
        let mut map = read(&file);
        assert_eq!(map.replace(&"0500".to_owned(), 7), Ok(500));
        assert_eq!(map.replace(&"0500 and more".to_owned(), 7), Err(7));
        assert_eq!((map.get("0500"), map.get("0999")), (Some(&7), Some(&999)));
        assert_eq!((map.get(""), map.get("1000")), (None, None));
        assert_eq!(map.decoded.iter().filter(|it| it.get().is_some()).count(), 2);
        let again = read(&Arc::new(postcard::to_stdvec(&(map.first_keys(), &map)).unwrap()));
        let expected: BTreeMap<String, u32> =
            all.into_iter().map(|(key, it)| (key, if it == 500 { 7 } else { it })).collect();
        assert!(again.iter().eq(&expected));
        assert_eq!(again.len(), 1000);
        assert_eq!(again.into_map(), expected);
    }
}
