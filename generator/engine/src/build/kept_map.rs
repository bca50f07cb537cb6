//! A long map as an earlier process kept it: a piece is unpacked when somebody asks for what lies in it, and one in which nothing
//! changed is kept again as it is.

use std::borrow::Borrow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

use rayon::prelude::*;
use serde::de::DeserializeOwned;
use serde::ser::SerializeSeq;
use serde::{Serialize, Serializer};

use crate::build::packed::{Kept, Piece};

/// A map that has the keys it was kept with, until it is unpacked as a whole.
#[derive(Debug)]
pub(crate) struct KeptMap<K, V> {
    list: Kept,
    /// The first key of each piece.
    starts: Vec<K>,
    unpacked: Vec<OnceLock<Vec<(K, V)>>>,
    /// Pieces in which a value is another one than was kept.
    changed: BTreeSet<usize>,
}

impl<K: DeserializeOwned + Ord + Send + Sync, V: DeserializeOwned + Send + Sync> KeptMap<K, V> {
    /// The entries of a list in the order of their keys, where these are the `starts` of its pieces; none where they cannot be.
    pub(crate) fn of(list: Kept, starts: Vec<K>) -> Option<KeptMap<K, V>> {
        let pieces = list.pieces();
        let unpacked = (0..pieces).map(|_| OnceLock::new()).collect();
        (starts.len() == pieces).then_some(KeptMap {
            list,
            starts,
            unpacked,
            changed: BTreeSet::new(),
        })
    }

    /// How many entries it has.
    pub(crate) fn len(&self) -> usize {
        self.list.entries
    }

    /// The first key of each piece.
    pub(crate) fn starts(&self) -> &[K] {
        &self.starts
    }

    /// The value of a key.
    pub(crate) fn get<Q: Ord + ?Sized>(&self, key: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
    {
        let (piece, place) = self.place(key)?;
        Some(&self.piece(piece)[place].1)
    }

    /// Puts a value in the place of that which a key has, and returns that; the value itself where there is no such key.
    pub(crate) fn exchange(&mut self, key: &K, value: V) -> Result<V, V> {
        let Some((piece, place)) = self.place(key) else {
            return Err(value);
        };
        self.changed.insert(piece);
        let entries = self.unpacked[piece].get_mut().expect("its place was looked for in it");
        Ok(std::mem::replace(&mut entries[place].1, value))
    }

    /// All entries in the order of their keys.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&K, &V)> {
        self.unpack();
        (0..self.unpacked.len())
            .flat_map(|piece| self.piece(piece))
            .map(|(key, value)| (key, value))
    }

    /// All of it, unpacked.
    pub(crate) fn into_map(self) -> BTreeMap<K, V> {
        self.unpack();
        self.unpacked.into_iter().filter_map(OnceLock::into_inner).flatten().collect()
    }

    fn unpack(&self) {
        (0..self.unpacked.len()).into_par_iter().for_each(|piece| {
            self.piece(piece);
        });
    }

    /// Where a key stands: the piece, and the place in it.
    fn place<Q: Ord + ?Sized>(&self, key: &Q) -> Option<(usize, usize)>
    where
        K: Borrow<Q>,
    {
        let piece = self.starts.partition_point(|start| start.borrow() <= key).checked_sub(1)?;
        let place = self.piece(piece).binary_search_by(|(it, _)| it.borrow().cmp(key)).ok()?;
        Some((piece, place))
    }

    fn piece(&self, piece: usize) -> &[(K, V)] {
        self.unpacked[piece].get_or_init(|| {
            self.list.unpack(piece).expect("a file whose seal is whole holds what was packed")
        })
    }
}

impl<K: Serialize, V: Serialize> Serialize for KeptMap<K, V> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        struct Pieces<'a, K, V>(&'a KeptMap<K, V>);

        impl<K: Serialize, V: Serialize> Serialize for Pieces<'_, K, V> {
            fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                let Pieces(KeptMap { list, unpacked, changed, .. }) = self;
                let mut pieces = to.serialize_seq(Some(unpacked.len()))?;
                for (place, entries) in unpacked.iter().enumerate() {
                    let entries = entries.get().filter(|_| changed.contains(&place));
                    pieces.serialize_element(
                        &entries.map_or_else(|| list.piece(place), |entries| Piece::of(entries)),
                    )?;
                }
                pieces.end()
            }
        }

        (self.list.entries, Pieces(self)).serialize(to)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::build::packed::{Packed, Packing, starts};

    fn read(file: &Arc<Vec<u8>>) -> KeptMap<String, u32> {
        let (keys, list): (Vec<String>, Packed<'_>) = postcard::from_bytes(file).unwrap();
        KeptMap::of(list.within(file), keys).unwrap()
    }

    #[test]
    fn only_what_is_asked_for_is_unpacked_and_all_of_it_is_kept_again() {
        let all: BTreeMap<String, u32> = (0..1000).map(|it| (format!("{it:04}"), it)).collect();
        let entries: Vec<_> = all.iter().collect();
        let packing = Packing::of(&entries, None, |_| false);
        let file = Arc::new(postcard::to_stdvec(&(starts(all.keys()), packing)).unwrap());
        let mut map = read(&file);
        assert_eq!(map.exchange(&"0500".to_owned(), 7), Ok(500));
        assert_eq!(map.exchange(&"0500 and more".to_owned(), 7), Err(7));
        assert_eq!(
            (map.get("0500"), map.get("0999"), map.get(""), map.get("1000")),
            (Some(&7), Some(&999), None, None)
        );
        assert_eq!(map.unpacked.iter().filter(|it| it.get().is_some()).count(), 2);
        let again = read(&Arc::new(postcard::to_stdvec(&(map.starts(), &map)).unwrap()));
        let expected: BTreeMap<String, u32> =
            all.into_iter().map(|(key, it)| (key, if it == 500 { 7 } else { it })).collect();
        assert!(again.iter().eq(&expected) && again.len() == 1000 && again.into_map() == expected);
    }
}
