//! A store in memory for tests, which records its operations and can fail at each of them.

use std::collections::BTreeMap;
use std::io::Read;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use crate::files::{Entry, Files};
use crate::lock::Clock;
use crate::manifest::{Manifest, ReleaseInfo};
use crate::store::{Condition, Headers, Store, StoreError, StoreFailure, Stored, Version};
use croupier_base::fingerprint::{ContentHash, hex};
use croupier_base::path::OutputPath;

/// A store in memory.
#[derive(Default)]
pub(crate) struct MemoryStore {
    values: Mutex<BTreeMap<String, (Vec<u8>, Headers)>>,
    /// The changes so far, such as `copy a b`.
    log: Mutex<Vec<String>>,
    /// Number of changes after which every operation fails, as if the process were killed.
    pub(crate) fails_after: Mutex<Option<usize>>,
    ignores_conditions: bool,
    /// Whether conditional writes are applied, but answered as if another program had written the key first.
    pub(crate) loses_responses: AtomicBool,
}

impl MemoryStore {
    /// A store that ignores the conditions of writes.
    pub(crate) fn without_conditions() -> MemoryStore {
        MemoryStore { ignores_conditions: true, ..MemoryStore::default() }
    }

    pub(crate) fn insert(&self, key: &str, bytes: Vec<u8>) {
        self.values().insert(key.to_owned(), (bytes, Headers::new()));
    }

    pub(crate) fn take_log(&self) -> Vec<String> {
        std::mem::take(&mut self.log.lock().unwrap())
    }

    pub(crate) fn values(&self) -> MutexGuard<'_, BTreeMap<String, (Vec<u8>, Headers)>> {
        self.values.lock().unwrap()
    }

    /// Returns the files of the site as text.
    pub(crate) fn site(&self) -> BTreeMap<String, String> {
        let values = self.values();
        let public = values.iter().filter(|(key, _)| !key.starts_with(".croupier/"));
        public
            .map(|(key, (bytes, _))| (key.clone(), String::from_utf8(bytes.clone()).unwrap()))
            .collect()
    }

    fn record(&self, operation: String) -> Result<(), StoreError> {
        let mut log = self.log.lock().unwrap();
        if self.fails_after.lock().unwrap().is_some_and(|count| log.len() >= count) {
            return Err(StoreError::Failed(StoreFailure::other("killed")));
        }
        log.push(operation);
        Ok(())
    }
}

impl Store for MemoryStore {
    fn keeps_headers(&self) -> bool {
        true
    }

    fn read(&self, key: &str) -> Result<Option<Stored>, StoreError> {
        let stored = |(bytes, _): &(Vec<u8>, _)| Stored {
            bytes: bytes.clone(),
            version: Some(Version(hex(bytes))),
        };
        Ok(self.values().get(key).map(stored))
    }

    fn digest(&self, key: &str) -> Result<Option<(ContentHash, u64)>, StoreError> {
        let values = self.values();
        Ok(values.get(key).map(|(bytes, _)| (ContentHash::of(bytes), bytes.len() as u64)))
    }

    fn write(&self, key: &str, bytes: Vec<u8>, headers: &Headers) -> Result<(), StoreError> {
        self.record(format!("write {key}"))?;
        self.values().insert(key.to_owned(), (bytes, headers.clone()));
        Ok(())
    }

    fn write_file(
        &self,
        key: &str,
        content: &mut dyn Read,
        size: u64,
        headers: &Headers,
    ) -> Result<(), StoreError> {
        let mut bytes = Vec::new();
        let read = content.read_to_end(&mut bytes);
        read.map_err(|error| StoreError::Failed(StoreFailure::other(error.to_string())))?;
        assert_eq!(bytes.len() as u64, size);
        self.write(key, bytes, headers)
    }

    fn write_if(
        &self,
        key: &str,
        bytes: Vec<u8>,
        condition: &Condition,
    ) -> Result<Option<Version>, StoreError> {
        let current = self.read(key)?.and_then(|stored| stored.version);
        let is_true = match condition {
            Condition::Absent => current.is_none(),
            Condition::Unchanged(expected) => current == *expected,
        };

        if !is_true && !self.ignores_conditions {
            return Err(StoreError::Conflict);
        }

        let version = Version(hex(&bytes));
        self.write(key, bytes, &Headers::new())?;
        if self.loses_responses.load(Ordering::Relaxed) {
            return Err(StoreError::Conflict);
        }

        Ok(Some(version))
    }

    fn copy(&self, from: &str, to: &str) -> Result<(), StoreError> {
        self.record(format!("copy {from} {to}"))?;
        let value = self.values().get(from).cloned().ok_or(StoreError::NotFound)?;
        self.values().insert(to.to_owned(), value);
        Ok(())
    }

    fn remove(&self, key: &str) -> Result<(), StoreError> {
        self.record(format!("remove {key}"))?;
        self.values().remove(key);
        Ok(())
    }

    fn list(&self, prefix: &str, each: &mut dyn FnMut(&str, u64)) -> Result<(), StoreError> {
        let values = self.values();
        for (key, (bytes, _)) in values.iter().filter(|(key, _)| key.starts_with(prefix)) {
            each(key, bytes.len() as u64);
        }
        Ok(())
    }
}

/// A clock that starts at 0 and moves only when a deployment waits.
pub(crate) struct TestClock<'a> {
    now: AtomicI64,
    /// Runs after each second of waiting.
    each_second: Box<dyn Fn(i64) + Sync + 'a>,
}

impl<'a> TestClock<'a> {
    pub(crate) fn new(each_second: impl Fn(i64) + Sync + 'a) -> TestClock<'a> {
        TestClock { now: AtomicI64::new(0), each_second: Box::new(each_second) }
    }

    pub(crate) fn set(&self, now: i64) {
        self.now.store(now, Ordering::Relaxed);
    }
}

impl Clock for TestClock<'_> {
    fn now(&self) -> i64 {
        self.now.load(Ordering::Relaxed)
    }

    fn wait(&self, time: Duration) {
        for _ in 0..time.as_secs() {
            let now = self.now.fetch_add(1, Ordering::Relaxed) + 1;
            (self.each_second)(now);
        }
    }
}

/// The description of a release.
pub(crate) fn info(id: &str) -> ReleaseInfo {
    ReleaseInfo { base_url: "https://e.com".to_owned(), ..Manifest::empty(id).info }
}

/// A release with these paths and contents.
pub(crate) fn manifest(id: &str, files: &[(&str, &str)]) -> Manifest {
    let entry = |(path, text): &(&str, &str)| {
        let (digest, size) = (ContentHash::of(text.as_bytes()), text.len() as u64);
        (OutputPath::new(*path), Entry { digest, size, headers: Arc::default() })
    };
    let files: Files = files.iter().map(entry).collect();
    Manifest { info: ReleaseInfo { files: files.len(), ..info(id) }, files, ..Manifest::empty(id) }
}
