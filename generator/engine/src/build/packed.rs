//! A long list as it is kept: in pieces that several threads write and read side by side.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use rayon::prelude::*;
use serde::de::DeserializeOwned;
use serde::ser::SerializeSeq;
use serde::{Deserialize, Serialize, Serializer};

/// A list in pieces, as it is read.
#[derive(Debug, Deserialize)]
pub(crate) struct Packed<'a> {
    entries: usize,
    #[serde(borrow)]
    pieces: Vec<&'a [u8]>,
}

/// The same within the file that it was read from, which stays in memory.
#[derive(Debug, Default)]
pub(crate) struct Kept {
    file: Arc<Vec<u8>>,
    /// How many entries it has.
    pub entries: usize,
    pieces: Vec<Range<usize>>,
}

/// So many entries lie in a piece.
const ENTRIES: usize = 64;

impl Packed<'_> {
    /// What is made `of` the entries, in their order; none where one of them cannot be read.
    pub(crate) fn read<T: DeserializeOwned, U: Send>(
        &self,
        of: impl Fn(T) -> U + Sync,
    ) -> Option<Vec<U>> {
        let read = |bytes: &&[u8]| {
            let entries: Vec<T> = postcard::from_bytes(bytes).ok()?;
            Some(entries.into_iter().map(&of).collect())
        };
        let pieces: Vec<Vec<U>> = self.pieces.par_iter().map(read).collect::<Option<_>>()?;
        let mut entries = Vec::with_capacity(pieces.iter().map(Vec::len).sum());
        entries.extend(pieces.into_iter().flatten());
        Some(entries)
    }

    /// The map that the entries make; none where one of them cannot be read.
    pub(crate) fn read_map<K: DeserializeOwned + Ord + Send, V: DeserializeOwned + Send>(
        &self,
    ) -> Option<BTreeMap<K, V>> {
        Some(self.read(|entry: (K, V)| entry)?.into_iter().collect())
    }

    /// The list within the bytes of the `file` that it was read from.
    pub(crate) fn within(&self, file: &Arc<Vec<u8>>) -> Kept {
        let begin = |piece: &[u8]| piece.as_ptr().addr() - file.as_ptr().addr();
        let pieces = self.pieces.iter().map(|piece| begin(piece)..begin(piece) + piece.len());
        Kept { file: Arc::clone(file), entries: self.entries, pieces: pieces.collect() }
    }
}

impl Kept {
    /// How many pieces it has.
    pub(crate) fn pieces(&self) -> usize {
        self.pieces.len()
    }

    /// A piece as it is kept.
    pub(crate) fn piece(&self, place: usize) -> Piece<'_> {
        Piece(Cow::Borrowed(&self.file[self.pieces[place].clone()]))
    }

    /// The entries of a piece; none where one of them cannot be read.
    pub(crate) fn unpack<T: DeserializeOwned>(&self, place: usize) -> Option<Vec<T>> {
        postcard::from_bytes(&self.file[self.pieces[place].clone()]).ok()
    }
}

/// The bytes of some entries.
#[derive(Debug)]
pub(crate) struct Piece<'a>(Cow<'a, [u8]>);

impl Piece<'_> {
    /// That of these entries.
    pub(crate) fn of<T: Serialize>(entries: &[T]) -> Piece<'static> {
        Piece(Cow::Owned(postcard::to_stdvec(entries).expect("what is kept is plain data")))
    }
}

impl Serialize for Piece<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_bytes(&self.0)
    }
}

/// The keys that pieces begin with, of all in their order.
pub(crate) fn starts<K>(keys: impl Iterator<Item = K>) -> Vec<K> {
    keys.step_by(ENTRIES).collect()
}

/// A list that is written in pieces, so many at a time that the memory need not hold them all.
pub(crate) struct Packing<'a, T, F> {
    entries: &'a [T],
    before: Option<&'a Kept>,
    is_same: F,
}

impl<'a, T: Serialize + Sync, F: Fn(&T) -> bool + Sync> Packing<'a, T, F> {
    /// These entries. Where a process has packed them `before`, or the first of them, pieces are taken over of which every entry
    /// `is_same`.
    pub(crate) fn of(entries: &'a [T], before: Option<&'a Kept>, is_same: F) -> Packing<'a, T, F> {
        Packing { entries, before, is_same }
    }

    fn piece(&self, place: usize, chunk: &[T]) -> Piece<'a> {
        let is_there =
            |it: &&Kept| place * ENTRIES + chunk.len() == it.entries.min((place + 1) * ENTRIES);
        let known = self.before.filter(is_there).filter(|_| chunk.iter().all(&self.is_same));
        known.map_or_else(|| Piece::of(chunk), |before| before.piece(place))
    }
}

impl<T: Serialize + Sync, F: Fn(&T) -> bool + Sync> Serialize for Packing<'_, T, F> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        struct Pieces<'a, T, F>(&'a Packing<'a, T, F>);

        impl<T: Serialize + Sync, F: Fn(&T) -> bool + Sync> Serialize for Pieces<'_, T, F> {
            fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                let Pieces(packing) = self;
                let mut pieces = to.serialize_seq(Some(packing.entries.len().div_ceil(ENTRIES)))?;
                for (turn, entries) in packing.entries.chunks(ENTRIES * AT_ONCE).enumerate() {
                    let chunks = entries.par_chunks(ENTRIES).enumerate();
                    let made: Vec<_> = chunks
                        .map(|(at, chunk)| packing.piece(turn * AT_ONCE + at, chunk))
                        .collect();
                    made.iter().try_for_each(|piece| pieces.serialize_element(piece))?;
                }
                pieces.end()
            }
        }

        (self.entries.len(), Pieces(self)).serialize(to)
    }
}

/// So many pieces are made at once.
const AT_ONCE: usize = 256;
