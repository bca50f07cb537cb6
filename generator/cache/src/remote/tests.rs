//! Namespaces in a folder: what is read, what is written, and what is refused.

#![expect(clippy::disallowed_methods, reason = "damages files of the store")]

use std::fs;
use std::path::{Path, PathBuf};
use std::thread;

use croupier_deploy::FolderStore;

use super::*;

const LIMITS: Limits = Limits { max_size: 1 << 30, max_age: 30 };
const TODAY: u64 = 20_000;

fn entries(all: &[(&str, &[u8])]) -> BTreeMap<String, Entry> {
    let entry = |bytes: &[u8]| Entry { bytes: Some(bytes.to_vec()), used: TODAY };
    all.iter().map(|(name, bytes)| ((*name).to_owned(), entry(bytes))).collect()
}

fn write(remote: &Remote<'_>, all: &[(&str, &[u8])]) -> Stored {
    remote.write(&entries(all), &|_| None, "session/", LIMITS, TODAY).unwrap()
}

fn names(fetched: &Fetched) -> Vec<&str> {
    fetched.entries.keys().map(String::as_str).collect()
}

fn packs(folder: &Path) -> Vec<PathBuf> {
    let packs = fs::read_dir(folder.join("main/packs")).into_iter().flatten();
    packs.map(|it| it.unwrap().path()).collect()
}

#[test]
fn entries_are_read_in_two_requests_and_only_new_ones_are_written() {
    let folder = tempfile::TempDir::new().unwrap();
    let store = FolderStore::new(folder.path().to_owned());
    let remote = Remote::new(&store, "main", None, None);
    assert_eq!(write(&remote, &[("a", b"1"), ("b", b"22")]), Stored { entries: 2, bytes: 3 });
    assert_eq!(write(&remote, &[("a", b"1")]), Stored::default());
    assert_eq!(write(&remote, &[("b", b"333")]), Stored { entries: 1, bytes: 3 });
    let read = std::sync::Mutex::new(Vec::new());
    let take = |name: &str, bytes: &[u8], used: u64| {
        read.lock().unwrap().push((name.to_owned(), bytes.to_vec(), used));
    };
    let fetched = remote.read(|name| name == "b", &take).unwrap();
    assert_eq!(read.into_inner().unwrap(), [("b".to_owned(), b"333".to_vec(), TODAY)]);
    assert_eq!(fetched.entries["b"], 3);
    assert_eq!((names(&fetched), fetched.requests), (vec!["b"], 2));
    assert!(fetched.warnings.is_empty());
}

#[test]
fn damaged_and_missing_packs_are_reported_and_left_out() {
    let folder = tempfile::TempDir::new().unwrap();
    let store = FolderStore::new(folder.path().to_owned());
    let remote = Remote::new(&store, "main", None, None);
    write(&remote, &[("a", b"first"), ("b", b"second")]);
    let pack = packs(folder.path()).pop().unwrap();
    fs::write(&pack, b"firstsecomd").unwrap();
    let fetched = remote.read(|_| true, &|_, _, _| {}).unwrap();
    assert_eq!(names(&fetched), ["a"]);
    assert!(fetched.warnings[0].contains("1 entry of the shared cache is damaged"));
    fs::remove_file(&pack).unwrap();
    let fetched = remote.read(|_| true, &|_, _, _| {}).unwrap();
    assert!(fetched.entries.is_empty() && fetched.warnings[0].contains("2 entries"));
}

#[test]
fn a_reader_with_the_key_ignores_an_index_without_its_signature() {
    let folder = tempfile::TempDir::new().unwrap();
    let store = FolderStore::new(folder.path().to_owned());
    let key = || SigningKey::parse(&"1".repeat(64)).unwrap();
    let foreign_key = SigningKey::parse(&"2".repeat(64));

    for foreign in
        [Remote::new(&store, "main", None, None), Remote::new(&store, "main", foreign_key, None)]
    {
        write(&foreign, &[("evil", b"1")]);
        for reader in [
            Remote::new(&store, "main", Some(key()), None),
            Remote::new(&store, "main", None, Some(key().public_key())),
        ] {
            let fetched = reader.read(|_| true, &|_, _, _| {}).unwrap();
            assert!(fetched.entries.is_empty());
            assert!(fetched.warnings[0].contains("no valid signature"), "{:?}", fetched.warnings);
        }
    }

    // The next trusted writer replaces it.
    let trusted = Remote::new(&store, "main", Some(key()), None);
    write(&trusted, &[("good", b"1")]);
    assert_eq!(names(&trusted.read(|_| true, &|_, _, _| {}).unwrap()), ["good"]);

    // A valid index of one namespace is not valid in another.
    fs::create_dir_all(folder.path().join("other")).unwrap();
    fs::copy(folder.path().join("main/index.json"), folder.path().join("other/index.json"))
        .unwrap();
    let other = Remote::new(&store, "other", Some(key()), None);
    assert!(other.read(|_| true, &|_, _, _| {}).unwrap().entries.is_empty());
}

#[test]
fn packs_are_removed_some_days_after_their_last_entry() {
    let folder = tempfile::TempDir::new().unwrap();
    let store = FolderStore::new(folder.path().to_owned());
    let remote = Remote::new(&store, "main", None, None);
    write(&remote, &[("a", b"1")]);

    let later = |all: &[(&str, &[u8])], days: u64| {
        let mut all = entries(all);
        for entry in all.values_mut() {
            entry.used = TODAY + days;
        }
        remote.write(&all, &|_| None, "session/", LIMITS, TODAY + days).unwrap();
    };

    later(&[("a", b"2")], 1);
    assert_eq!(packs(folder.path()).len(), 2);

    later(&[("b", b"3")], 3);
    assert_eq!(packs(folder.path()).len(), 2);

    // `a` was not used for longer than the limit.
    later(&[("b", b"3")], 32);
    assert_eq!(packs(folder.path()).len(), 1);
    assert_eq!(names(&remote.read(|_| true, &|_, _, _| {}).unwrap()), ["b"]);
}

#[test]
fn a_session_replaces_the_previous_one() {
    let folder = tempfile::TempDir::new().unwrap();
    let store = FolderStore::new(folder.path().to_owned());
    let remote = Remote::new(&store, "main", None, None);
    write(&remote, &[("a", b"1"), ("session/1", b"1"), ("session/2", b"2")]);
    write(&remote, &[("session/2", b"2")]);
    assert_eq!(names(&remote.read(|_| true, &|_, _, _| {}).unwrap()), ["a", "session/2"]);
}

#[test]
fn two_writers_at_once_lose_no_entry() {
    let folder = tempfile::TempDir::new().unwrap();
    let store = FolderStore::new(folder.path().to_owned());
    thread::scope(|scope| {
        for name in ["a", "b", "c"] {
            let store = &store;
            scope.spawn(move || write(&Remote::new(store, "main", None, None), &[(name, b"1")]));
        }
    });
    let remote = Remote::new(&store, "main", None, None);
    assert_eq!(names(&remote.read(|_| true, &|_, _, _| {}).unwrap()), ["a", "b", "c"]);
}
