//! Reads and writes the entries of a namespace.

use std::collections::{BTreeMap, BTreeSet};

use croupier_deploy::{Condition, Headers, Store, StoreError};

use crate::index::{Index, IndexEntry};
use crate::parallel::{CONCURRENCY, in_parallel};
use crate::signature::{self, PublicKey, SigningKey};

/// Bytes of a pack, above which the next entries begin another one.
const PACK_SIZE: usize = 8 << 20;
/// Attempts to replace the index while other builds replace it too.
const MAX_ATTEMPTS: usize = 5;
/// A pack that no entry is in is removed after this many days, because another build may be about to add its entries.
const PACK_DAYS: u64 = 2;

/// The result of an operation of the store.
pub type StoreResult<T> = Result<T, StoreError>;

/// A namespace of a store.
pub struct Remote<'a> {
    store: &'a dyn Store,
    namespace: String,
    signing_key: Option<SigningKey>,
    public_key: Option<PublicKey>,
}

/// How many entries a namespace holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of all entries.
    pub max_size: u64,
    /// Days since the last use of an entry.
    pub max_age: u64,
}

/// An entry to write.
#[derive(Debug, Clone)]
pub struct Entry {
    /// The bytes; `None` if the entry is only written if the namespace lacks it, and can then be read with the function of [`Remote::write`].
    pub bytes: Option<Vec<u8>>,
    /// The day of the last use, in days since 1970.
    pub used: u64,
}

/// Entries that were read.
#[derive(Debug, Default)]
pub struct Fetched {
    /// The sizes of the entries in bytes, by name.
    pub entries: BTreeMap<String, u64>,
    /// The names of entries that are damaged or missing.
    pub lost: BTreeSet<String>,
    /// Requests to the store.
    pub requests: usize,
    /// Problems, as messages for users. The entries that they are about are left out.
    pub warnings: Vec<String>,
}

/// Entries that were written.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Stored {
    /// The number of new entries.
    pub entries: usize,
    /// Their bytes.
    pub bytes: u64,
}

impl<'a> Remote<'a> {
    /// Opens a namespace. With a public key, or the one of a signing key, an index without a valid signature is ignored.
    pub fn new(
        store: &'a dyn Store,
        namespace: &str,
        signing_key: Option<SigningKey>,
        public_key: Option<PublicKey>,
    ) -> Remote<'a> {
        let public_key = public_key.or_else(|| signing_key.as_ref().map(SigningKey::public_key));
        Remote { store, namespace: namespace.to_owned(), signing_key, public_key }
    }

    /// Reads the entries whose names `is_wanted` accepts. An entry without the right digest is left out. Calls `take` with the name, the
    /// bytes and the day of the last use of each entry, on several threads: memory only holds the packs that are being read.
    pub fn read(
        &self,
        is_wanted: impl Fn(&str) -> bool,
        take: &(dyn Fn(&str, &[u8], u64) + Sync),
    ) -> StoreResult<Fetched> {
        let mut fetched = Fetched { requests: 1, ..Fetched::default() };
        let index = match self.read_index()? {
            (Some(index), _) => index,
            (None, None) => return Ok(fetched),
            (None, Some(warning)) => {
                fetched.warnings.push(warning);
                return Ok(fetched);
            }
        };

        let mut by_pack = BTreeMap::<&str, Vec<(&String, &IndexEntry)>>::new();
        for (name, entry) in index.entries.iter().filter(|(name, _)| is_wanted(name)) {
            by_pack.entry(&entry.pack).or_default().push((name, entry));
        }

        fetched.requests += by_pack.len();
        let packs: Vec<_> = by_pack.into_iter().collect();

        let read = in_parallel(&packs, |(pack, entries)| {
            let bytes = self.store.read(&self.pack_key(pack))?.map(|stored| stored.bytes);
            Ok(bytes.map(|bytes| unpack(&bytes, entries, take)))
        });

        for ((_, expected), result) in packs.iter().zip(read) {
            let entries = result?.unwrap_or_default();
            let names = expected.iter().map(|(name, _)| (*name).clone());
            let names: BTreeSet<String> = names.filter(|it| !entries.contains_key(it)).collect();
            if !names.is_empty() {
                let lost = names.len();
                fetched.warnings.push(format!(
                    "{lost} {} of the shared cache {} damaged or missing, and will be made again",
                    if lost == 1 { "entry" } else { "entries" },
                    if lost == 1 { "is" } else { "are" },
                ));
            }
            fetched.lost.extend(names);
            fetched.entries.extend(entries);
        }

        Ok(fetched)
    }

    /// Adds entries. Removes others whose names begin with `replaced`, and those that exceed the limits. `read` returns the bytes of
    /// an entry that has none and that the namespace lacks; `None` if they cannot be read. `today` is in days since 1970.
    pub fn write(
        &self,
        entries: &BTreeMap<String, Entry>,
        read: &(dyn Fn(&str) -> Option<Vec<u8>> + Sync),
        replaced: &str,
        limits: Limits,
        today: u64,
    ) -> StoreResult<Stored> {
        let mut packed = BTreeMap::<String, IndexEntry>::new();
        let mut stored = Stored::default();

        for _ in 0..MAX_ATTEMPTS {
            let current = self.store.read(&self.index_key())?;
            let condition = current
                .as_ref()
                .map_or(Condition::Absent, |current| Condition::Unchanged(current.version.clone()));
            let before = current.and_then(|current| self.parse_index(&current.bytes));
            let mut index = before.unwrap_or_else(|| Index::new(&self.namespace));
            let is_replaced =
                |name: &str| name.starts_with(replaced) && !entries.contains_key(name);
            index.entries.retain(|name, _| !is_replaced(name));

            // An attempt that another build was faster than has packed its entries already.
            let missing = entries.iter().filter(|(name, entry)| {
                let known = index.entries.get(*name);
                let is_same = |known: &IndexEntry| {
                    entry.bytes.as_ref().is_none_or(|bytes| digest(bytes) == known.digest)
                };
                !known.is_some_and(is_same) && !packed.contains_key(*name)
            });
            let missing: Vec<(&String, &Entry)> = missing.collect();

            let (new, bytes) = self.write_packs(&missing, read, today)?;
            stored.entries += new.len();
            stored.bytes += bytes;
            packed.extend(new);

            for (name, entry) in entries {
                if let Some(known) = index.entries.get_mut(name) {
                    known.used = known.used.max(entry.used);
                }
            }
            index.entries.extend(packed.clone());
            index.prune(today.saturating_sub(limits.max_age), limits.max_size);

            let sealed = signature::seal(&index.bytes(), self.signing_key.as_ref());
            match self.store.write_if(&self.index_key(), sealed, &condition) {
                Ok(_) => {
                    self.remove_unused_packs(&index, today);
                    return Ok(stored);
                }
                Err(StoreError::Conflict) => {}
                Err(error) => return Err(error),
            }
        }

        Err(StoreError::Conflict)
    }

    /// Reads the index. Without one that can be used, also returns why, unless there is none.
    fn read_index(&self) -> StoreResult<(Option<Index>, Option<String>)> {
        let Some(stored) = self.store.read(&self.index_key())? else { return Ok((None, None)) };
        let index = self.parse_index(&stored.bytes);
        let warning = index.is_none().then(|| {
            let reason = match &self.public_key {
                Some(_) => "has no valid signature",
                None => "cannot be read",
            };
            format!("the shared cache `{}` {reason}, and is ignored", self.namespace)
        });
        Ok((index, warning))
    }

    fn parse_index(&self, sealed: &[u8]) -> Option<Index> {
        Index::parse(signature::open(sealed, self.public_key.as_ref())?, &self.namespace)
    }

    /// Writes packs of these entries. Returns the entries as the index has them, and the number of bytes.
    fn write_packs(
        &self,
        entries: &[(&String, &Entry)],
        read: &(dyn Fn(&str) -> Option<Vec<u8>> + Sync),
        today: u64,
    ) -> StoreResult<(BTreeMap<String, IndexEntry>, u64)> {
        let (mut written, mut total) = (BTreeMap::new(), 0);
        let mut rest = entries.iter();

        loop {
            // Only some packs are in memory at a time.
            let mut packs = Vec::new();
            while packs.len() < CONCURRENCY {
                let mut pack = Pack::default();
                for (name, entry) in rest.by_ref() {
                    let Some(bytes) = entry.bytes.clone().or_else(|| read(name)) else { continue };
                    pack.add(name, &bytes, entry.used);
                    if pack.bytes.len() >= PACK_SIZE {
                        break;
                    }
                }
                if pack.entries.is_empty() {
                    break;
                }
                packs.push(pack);
            }

            if packs.is_empty() {
                return Ok((written, total));
            }

            let results = in_parallel(&packs, |pack| {
                let name = format!("{today}-{}", digest(&pack.bytes));
                self.store.write(&self.pack_key(&name), pack.bytes.clone(), &Headers::new())?;
                Ok(name)
            });

            for (pack, result) in packs.into_iter().zip(results) {
                let name = result?;
                total += pack.bytes.len() as u64;
                written.extend(
                    pack.entries
                        .into_iter()
                        .map(|(entry, it)| (entry, IndexEntry { pack: name.clone(), ..it })),
                );
            }
        }
    }

    /// Removes packs that no entry is in. A failure only costs space.
    fn remove_unused_packs(&self, index: &Index, today: u64) {
        let folder = self.pack_key("");
        let used = index.packs();
        let is_old = |name: &str| {
            let day = name.split_once('-').and_then(|(day, _)| day.parse::<u64>().ok());
            day.is_some_and(|day| day + PACK_DAYS < today)
        };
        let mut unused: Vec<String> = Vec::new();
        let listed = self.store.list(&folder, &mut |key, _| {
            let name = key.strip_prefix(&folder).unwrap_or(key);
            if !used.contains(name) && is_old(name) {
                unused.push(key.to_owned());
            }
        });
        if listed.is_err() {
            return;
        }
        in_parallel(&unused, |key| self.store.remove(key));
    }

    fn index_key(&self) -> String {
        format!("{}/index.json", self.namespace)
    }

    fn pack_key(&self, name: &str) -> String {
        format!("{}/packs/{name}", self.namespace)
    }
}

/// A pack that is being filled.
#[derive(Default)]
struct Pack {
    bytes: Vec<u8>,
    entries: Vec<(String, IndexEntry)>,
}

impl Pack {
    fn add(&mut self, name: &str, bytes: &[u8], used: u64) {
        let entry = IndexEntry {
            digest: digest(bytes),
            size: bytes.len() as u64,
            pack: String::new(),
            offset: self.bytes.len() as u64,
            used,
        };
        self.bytes.extend(bytes);
        self.entries.push((name.to_owned(), entry));
    }
}

/// Calls `take` with the entries of a pack whose digests are right, and returns their sizes.
fn unpack(
    pack: &[u8],
    entries: &[(&String, &IndexEntry)],
    take: &dyn Fn(&str, &[u8], u64),
) -> BTreeMap<String, u64> {
    let bytes = |entry: &IndexEntry| {
        let start = usize::try_from(entry.offset).ok()?;
        let end = start.checked_add(usize::try_from(entry.size).ok()?)?;
        pack.get(start..end).filter(|bytes| digest(bytes) == entry.digest)
    };
    let mut sizes = BTreeMap::new();
    for (name, entry) in entries {
        if let Some(bytes) = bytes(entry) {
            take(name, bytes, entry.used);
            sizes.insert((*name).clone(), entry.size);
        }
    }
    sizes
}

fn digest(bytes: &[u8]) -> String {
    blake3::hash(bytes).to_hex().to_string()
}

#[cfg(test)]
mod tests;
