//! A long list as it is kept: in pieces that several threads write and read side by side.

use std::borrow::Cow;
use std::fmt;

use rayon::prelude::*;
use serde::de::{DeserializeOwned, Visitor};
use serde::ser::SerializeSeq;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A list in pieces.
#[derive(Debug, Default, Deserialize)]
pub(crate) struct Packed<'a> {
    /// How many entries it has.
    pub entries: usize,
    #[serde(borrow)]
    pieces: Vec<Piece<'a>>,
}

/// So many entries lie in a piece.
const ENTRIES: usize = 256;

/// The bytes of some entries.
#[derive(Debug)]
struct Piece<'a>(Cow<'a, [u8]>);

impl Packed<'_> {
    /// What is made `of` the entries, in their order; none where one of them cannot be read.
    pub(crate) fn read<T: DeserializeOwned, U: Send>(&self, of: impl Fn(T) -> U + Sync) -> Option<Vec<U>> {
        let read = |Piece(bytes): &Piece<'_>| {
            let entries: Vec<T> = postcard::from_bytes(bytes).ok()?;
            Some(entries.into_iter().map(&of).collect())
        };
        let pieces: Vec<Vec<U>> = self.pieces.par_iter().map(read).collect::<Option<_>>()?;
        let mut entries = Vec::with_capacity(pieces.iter().map(Vec::len).sum());
        entries.extend(pieces.into_iter().flatten());
        Some(entries)
    }

    /// The pieces without what they were read from.
    pub(crate) fn into_owned(self) -> Packed<'static> {
        let pieces = self.pieces.into_iter().map(|Piece(bytes)| Piece(Cow::Owned(bytes.into_owned())));
        Packed { entries: self.entries, pieces: pieces.collect() }
    }
}

/// A list that is written in pieces, so many at a time that the memory need not hold them all.
pub(crate) struct Packing<'a, T, F> {
    entries: &'a [T],
    before: Option<&'a Packed<'a>>,
    is_same: F,
}

impl<'a, T: Serialize + Sync, F: Fn(&T) -> bool + Sync> Packing<'a, T, F> {
    /// These entries. Where a process has packed them `before`, or the first of them, pieces are taken over of which every entry
    /// `is_same`.
    pub(crate) fn of(entries: &'a [T], before: Option<&'a Packed<'a>>, is_same: F) -> Packing<'a, T, F> {
        Packing { entries, before, is_same }
    }

    fn piece(&self, place: usize, chunk: &[T]) -> Piece<'a> {
        let is_there = |it: &&Packed<'_>| place * ENTRIES + chunk.len() == it.entries.min((place + 1) * ENTRIES);
        let known = self.before.filter(is_there).and_then(|before| before.pieces.get(place));
        match known.filter(|_| chunk.iter().all(&self.is_same)) {
            Some(Piece(bytes)) => Piece(Cow::Borrowed(bytes)),
            None => Piece(Cow::Owned(postcard::to_stdvec(chunk).expect("what is kept is plain data"))),
        }
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
                    let made: Vec<_> = chunks.map(|(at, chunk)| packing.piece(turn * AT_ONCE + at, chunk)).collect();
                    made.iter().try_for_each(|piece| pieces.serialize_element(piece))?;
                }
                pieces.end()
            }
        }

        (self.entries.len(), Pieces(self)).serialize(to)
    }
}

/// So many pieces are made at once.
const AT_ONCE: usize = 64;

impl Serialize for Piece<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_bytes(&self.0)
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Piece<'a> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Piece<'a>, D::Error> {
        struct Bytes;

        impl<'de> Visitor<'de> for Bytes {
            type Value = Piece<'de>;

            fn expecting(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
                to.write_str("the bytes of a piece")
            }

            fn visit_borrowed_bytes<E: serde::de::Error>(self, bytes: &'de [u8]) -> Result<Piece<'de>, E> {
                Ok(Piece(Cow::Borrowed(bytes)))
            }

            fn visit_bytes<E: serde::de::Error>(self, bytes: &[u8]) -> Result<Piece<'de>, E> {
                Ok(Piece(Cow::Owned(bytes.to_vec())))
            }
        }

        from.deserialize_bytes(Bytes)
    }
}

/// Maps in pieces, each of which stands between its neighbours.
pub(super) mod map {
    use std::borrow::Cow;
    use std::collections::BTreeMap;

    use serde::de::{DeserializeOwned, Error};
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use crate::build::packed::{Packed, Packing};

    #[expect(clippy::ptr_arg, reason = "serde hands over the field")]
    pub(in crate::build) fn serialize<K, V, S>(map: &Cow<'_, BTreeMap<K, V>>, to: S) -> Result<S::Ok, S::Error>
    where
        K: Clone + Serialize + Sync,
        V: Clone + Serialize + Sync,
        S: Serializer,
    {
        Packing::of(&map.iter().collect::<Vec<_>>(), None, |_| false).serialize(to)
    }

    pub(in crate::build) fn deserialize<'de, 'a, K, V, D>(from: D) -> Result<Cow<'a, BTreeMap<K, V>>, D::Error>
    where
        K: Clone + DeserializeOwned + Ord + Send,
        V: Clone + DeserializeOwned + Send,
        D: Deserializer<'de>,
    {
        let entries =
            Packed::deserialize(from)?.read(|entry: (K, V)| entry).ok_or_else(|| D::Error::custom("a piece is damaged"))?;
        Ok(Cow::Owned(entries.into_iter().collect()))
    }
}
