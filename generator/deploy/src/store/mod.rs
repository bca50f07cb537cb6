//! The storage of a target: keys with bytes and headers. Writes are atomic, and some have a condition.

pub(crate) mod aws_profile;
mod failure;
mod folder;
#[cfg(feature = "object-stores")]
mod http_client;
#[cfg(feature = "object-stores")]
mod object;
#[cfg(feature = "object-stores")]
mod response;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::io::Read;

use croupier_base::fingerprint::ContentHash;

pub use failure::{FailureKind, StoreFailure};
pub use folder::FolderStore;
#[cfg(feature = "object-stores")]
pub use object::{Bucket, BucketStore};

/// Response headers that a store keeps with a file, by lower-case name.
pub type Headers = BTreeMap<String, String>;

/// The names of the headers that object stores can keep with a file.
pub const STORED_HEADERS: [&str; 5] = [
    "cache-control",
    "content-disposition",
    "content-encoding",
    "content-language",
    "content-type",
];

/// The version of a stored value, for conditional writes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Version(pub String);

/// A stored value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stored {
    /// The content.
    pub bytes: Vec<u8>,
    /// The version. `None` if the store has no versions.
    pub version: Option<Version>,
}

/// The condition of a write.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Condition {
    /// The key does not exist.
    Absent,
    /// The key has this version. Without a version, the condition is always true.
    Unchanged(Option<Version>),
}

/// The reason why an operation of a store failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StoreError {
    /// The condition of a write is not true.
    Conflict,
    /// The key does not exist.
    NotFound,
    /// Another failure.
    Failed(StoreFailure),
}

impl fmt::Display for StoreError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            StoreError::Conflict => "another process wrote the same key",
            StoreError::NotFound => "a key is missing",
            StoreError::Failed(failure) => &failure.message,
        })
    }
}

/// A place that releases are deployed to. Several threads use it at the same time.
pub trait Store: Sync {
    /// Returns whether the store keeps headers with a file.
    fn keeps_headers(&self) -> bool;

    /// Reads a key. Returns `None` if it does not exist.
    fn read(&self, key: &str) -> Result<Option<Stored>, StoreError>;

    /// Returns the digest of a key and its size in bytes. Returns `None` if it does not exist.
    fn digest(&self, key: &str) -> Result<Option<(ContentHash, u64)>, StoreError>;

    /// Writes a key.
    fn write(&self, key: &str, bytes: Vec<u8>, headers: &Headers) -> Result<(), StoreError>;

    /// Writes a file of `size` bytes. If its content cannot be read to the end, the key does not change.
    fn write_file(
        &self,
        key: &str,
        content: &mut dyn Read,
        size: u64,
        headers: &Headers,
    ) -> Result<(), StoreError>;

    /// Writes a key if a condition is true, and returns its new version.
    fn write_if(
        &self,
        key: &str,
        bytes: Vec<u8>,
        condition: &Condition,
    ) -> Result<Option<Version>, StoreError>;

    /// Copies a key with its headers inside of the store.
    fn copy(&self, from: &str, to: &str) -> Result<(), StoreError>;

    /// Removes a key. A missing key is not an error.
    fn remove(&self, key: &str) -> Result<(), StoreError>;

    /// Calls `each` with the keys with a prefix, which ends in a slash or is empty, and their sizes in bytes.
    fn list(&self, prefix: &str, each: &mut dyn FnMut(&str, u64)) -> Result<(), StoreError>;

    /// Removes what killed deployments left behind. The caller holds the lock of the target.
    fn clean_up(&self) {}
}

/// Returns the keys with a prefix.
pub(crate) fn keys(store: &dyn Store, prefix: &str) -> Result<BTreeSet<String>, StoreError> {
    let mut keys = BTreeSet::new();
    store.list(prefix, &mut |key, _| keys.extend([key.to_owned()]))?;
    Ok(keys)
}

/// Returns the failure of reading a local file.
fn unreadable(error: &std::io::Error) -> StoreError {
    StoreError::Failed(StoreFailure::other(error.to_string()).hint("run the command again"))
}
