//! The index of a namespace: its entries, which of them are too old, and the size limit.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

/// Version of the format.
const VERSION: u32 = 1;

/// The entries of a namespace.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Index {
    version: u32,
    /// The namespace, so that an index cannot be copied into another one.
    namespace: String,
    /// The entries by name.
    pub entries: BTreeMap<String, IndexEntry>,
}

/// An entry, and where its bytes are.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct IndexEntry {
    /// The digest of the bytes (BLAKE3).
    pub digest: String,
    /// The number of bytes.
    pub size: u64,
    /// The name of the pack.
    pub pack: String,
    /// The offset in the pack.
    pub offset: u64,
    /// The day of the last use, in days since 1970.
    pub used: u64,
}

impl Index {
    /// Returns an index without entries.
    pub(crate) fn new(namespace: &str) -> Index {
        Index { version: VERSION, namespace: namespace.to_owned(), entries: BTreeMap::new() }
    }

    /// Parses an index. `None` if it is of another namespace or another version.
    pub(crate) fn parse(bytes: &[u8], namespace: &str) -> Option<Index> {
        let index: Index = serde_json::from_slice(bytes).ok()?;
        (index.version == VERSION && index.namespace == namespace).then_some(index)
    }

    /// Encodes the index.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        serde_json::to_vec(self).expect("an index is plain data")
    }

    /// Removes the entries whose last use is before `first_day`. Then removes entries, those with the oldest use first, until the others
    /// have at most `max_size` bytes.
    pub(crate) fn prune(&mut self, first_day: u64, max_size: u64) {
        self.entries.retain(|_, entry| entry.used >= first_day);
        let mut size: u64 = self.entries.values().map(|entry| entry.size).sum();
        let mut oldest: Vec<(u64, String)> =
            self.entries.iter().map(|(name, entry)| (entry.used, name.clone())).collect();
        oldest.sort_unstable();
        for (_, name) in oldest {
            if size <= max_size {
                return;
            }
            size -= self.entries.remove(&name).map_or(0, |entry| entry.size);
        }
    }

    /// Returns the packs that entries are in.
    pub(crate) fn packs(&self) -> BTreeSet<&str> {
        self.entries.values().map(|entry| entry.pack.as_str()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn index(entries: &[(&str, u64, u64)]) -> Index {
        let entry = |(name, size, used): &(&str, u64, u64)| {
            let entry = IndexEntry {
                digest: String::new(),
                size: *size,
                pack: format!("of {name}"),
                offset: 0,
                used: *used,
            };
            ((*name).to_owned(), entry)
        };
        Index { entries: entries.iter().map(entry).collect(), ..Index::new("main") }
    }

    #[test]
    fn old_entries_go_first_until_the_rest_fits() {
        let mut pruned = index(&[("a", 5, 10), ("b", 5, 12), ("c", 5, 11), ("d", 5, 9)]);
        pruned.prune(10, 10);
        assert_eq!(pruned, index(&[("b", 5, 12), ("c", 5, 11)]));
        assert_eq!(pruned.packs(), ["of b", "of c"].into());
    }

    #[test]
    fn an_index_belongs_to_a_namespace() {
        let index = index(&[("a", 1, 1)]);
        assert_eq!(Index::parse(&index.bytes(), "main").as_ref(), Some(&index));
        assert_eq!(Index::parse(&index.bytes(), "pr"), None);
    }
}
