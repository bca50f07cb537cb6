//! Releases in a store in memory: what visitors find at each time, and what remains after a failure at any operation.

use std::collections::BTreeMap;
use std::io::Read;

use super::*;
use crate::layout::{LOCK, VERSIONED_STATE};
use crate::manifest::RuleFiles;
use crate::store::StoreError;
use crate::test_store::{MemoryStore, TestClock, manifest};
use crate::verification::Verification;

type TestFiles<'a> = &'a [(&'a str, &'a str)];

/// Three releases of a site whose pages name the assets that they need.
const A: TestFiles<'_> = &[
    ("404.html", "missing"),
    ("assets/a-0123456789.js", "a"),
    ("assets/both-0123456789.js", "ab"),
    ("index.html", "assets/a-0123456789.js assets/both-0123456789.js"),
    ("old/index.html", "assets/a-0123456789.js"),
    ("same.txt", "same"),
];
const B: TestFiles<'_> = &[
    ("404.html", "missing"),
    ("assets/b-0123456789.js", "b"),
    ("assets/both-0123456789.js", "ab"),
    ("copy.txt", "same"),
    ("index.html", "assets/b-0123456789.js assets/both-0123456789.js"),
    ("same.txt", "same"),
];
const C: TestFiles<'_> = &[
    ("404.html", "missing"),
    ("assets/c-0123456789.js", "c"),
    ("index.html", "assets/c-0123456789.js"),
    ("old/index.html", "assets/c-0123456789.js"),
    ("same.txt", "same"),
];
/// Files of other programs, one of them in the folder of a release.
const FOREIGN: &str = "foreign.html";

struct Host {
    store: MemoryStore,
    clock: TestClock<'static>,
    retention: Retention,
    verification: Verification,
}

impl Host {
    fn new() -> Host {
        let store = MemoryStore::default();
        store.insert(FOREIGN, b"foreign".to_vec());
        let retention = Retention { releases: 1, days: 0 };
        Host { store, clock: TestClock::new(|_| {}), retention, verification: Verification::Sample }
    }

    fn with<T>(&self, work: impl FnOnce(&VersionedTarget<'_>) -> T) -> T {
        let options = DeployOptions {
            retention: self.retention,
            verification: self.verification,
            by: None,
            clock: &self.clock,
            report: &|_| {},
            configure: &|_| Ok(()),
            purge: &|_| Ok(()),
        };
        let place = VersionedPlace::Store { store: &self.store, concurrency: 1 };
        work(&VersionedTarget { place, options })
    }

    fn deploy(&self, files: TestFiles<'_>) -> Result<Outcome, DeployError> {
        let open = |path: &OutputPath| -> Result<Box<dyn Read + '_>, String> {
            let (_, text) = files.iter().find(|(it, _)| *it == path.as_str()).ok_or("missing")?;
            Ok(Box::new(text.as_bytes()))
        };
        let content = Content {
            commit: None,
            base_url: "https://e.com".to_owned(),
            rules: RuleFiles::default(),
            files: manifest("x", files).files,
        };
        let output = Output { locate: &|_| unreachable!("a store opens files"), open: &open };
        self.with(|target| target.deploy(content, &output))
    }

    fn rollback(&self, id: Option<&str>) -> Result<Outcome, DeployError> {
        self.with(|target| target.rollback(id))
    }

    fn ids(&self) -> Vec<String> {
        self.with(|target| target.releases().unwrap().releases)
            .into_iter()
            .map(|info| info.id)
            .collect()
    }

    /// Returns the file that a visitor gets for a path.
    fn visit(&self, path: &str) -> Option<String> {
        let text = |key: &str| {
            self.store.values().get(key).map(|it| String::from_utf8(it.0.clone()).unwrap())
        };
        if is_immutable(path) {
            return text(path);
        }
        text(&format!("{}/{path}", text("current")?))
    }

    /// Asserts that visitors get exactly a release.
    fn assert_live(&self, files: TestFiles<'_>) {
        for (path, expected) in files {
            assert_eq!(self.visit(path).as_deref(), Some(*expected), "{path}");
        }
        let pointer = String::from_utf8(self.store.values()["current"].0.clone()).unwrap();
        let prefix = format!("{pointer}/");
        let site = self.store.site();
        let own = site.keys().filter(|key| key.starts_with(&prefix)).count();
        assert_eq!(own, files.len());
    }

    /// Asserts that each page of each retained release finds the assets that it names, whatever the pointer of a CDN says.
    fn assert_pages_are_complete(&self) {
        for (path, text) in self.store.site().iter().filter(|(path, _)| path.ends_with(".html")) {
            for asset in text.split(' ').filter(|word| word.starts_with("assets/")) {
                let is_listed = self.ids().iter().any(|id| path.starts_with(&folder_of(id)));
                assert!(!is_listed || self.visit(asset).is_some(), "{path} needs {asset}");
            }
        }
    }

    fn assert_no_garbage(&self) {
        let mut used: BTreeSet<String> =
            [VERSIONED_STATE, FOREIGN, "current", "404.html"].map(str::to_owned).into();
        for id in self.ids() {
            let release = self.with(|target| target.release(&id).unwrap());
            used.insert(release.key());
            for path in release.files.paths() {
                used.insert(format!("{}{path}", folder_of(&id)));
                used.extend(Some(path.to_string()).filter(|path| is_immutable(path)));
            }
        }
        let values = self.store.values();
        let keys: BTreeSet<String> = values.keys().cloned().collect();
        assert_eq!(keys, used);
    }

    /// Returns all values except those of the deployment itself.
    fn public(&self) -> BTreeMap<String, String> {
        self.store.site()
    }
}

#[test]
fn contents_of_retained_releases_are_copied_and_the_pointer_is_last() {
    let host = Host::new();
    host.deploy(A).unwrap();
    host.assert_live(A);
    host.store.take_log();
    let outcome = host.deploy(B).unwrap();
    assert_eq!((outcome.uploaded, outcome.removed), (2, 1));
    host.assert_live(B);
    let log = host.store.take_log();
    let site: Vec<&String> = log.iter().filter(|it| !it.contains(".croupier/")).collect();
    let uploads = site.iter().take_while(|it| it.starts_with("write")).count();
    assert_eq!((uploads, site.last().unwrap().as_str()), (2, "write current"), "{log:?}");
    assert!(site.iter().any(|it| it.contains("same.txt") && it.ends_with("/copy.txt")), "{log:?}");
    host.assert_no_garbage();
    assert_eq!(host.deploy(B).unwrap().changed, 0);
}

#[test]
fn a_rollback_changes_only_the_pointer() {
    let host = Host::new();
    let first = host.deploy(A).unwrap().release.id;
    host.clock.set(10);
    host.deploy(B).unwrap();
    let mut before = host.public();
    host.rollback(None).unwrap();
    host.assert_live(A);
    let mut after = host.public();
    assert_eq!(after.remove("current"), Some(format!("releases/{first}")));
    before.remove("current");
    assert_eq!(after, before);
    // Open tabs of the newer release find their assets.
    assert_eq!(host.visit("assets/b-0123456789.js").as_deref(), Some("b"));
    let error = host.rollback(None).err().unwrap();
    assert!(matches!(error, DeployError::Usage(message) if message.contains("no earlier release")));
    host.rollback(Some(&host.ids()[0])).unwrap();
    host.assert_live(B);
}

#[test]
fn an_expired_release_is_removed_with_the_assets_that_no_other_release_has() {
    let host = Host::new();
    host.deploy(A).unwrap();
    let expired = folder_of(&host.ids()[0]);
    host.store.insert(&format!("{expired}foreign.txt"), b"foreign".to_vec());

    for (time, files) in [(10, B), (20, C)] {
        host.clock.set(time);
        host.deploy(files).unwrap();
    }

    let left: Vec<String> =
        host.public().into_keys().filter(|key| key.starts_with(&expired)).collect();
    assert_eq!(left, [format!("{expired}foreign.txt")]);
    assert_eq!(host.visit("assets/a-0123456789.js"), None);
    assert!(host.visit("assets/both-0123456789.js").is_some());

    // A CDN can have the pointer to the replaced release for some seconds, so that it stays without retention, too.
    let host = Host { retention: Retention { releases: 0, days: 0 }, ..Host::new() };
    host.deploy(A).unwrap();
    host.clock.set(10);
    host.deploy(B).unwrap();
    assert_eq!(host.ids().len(), 2);
    host.assert_no_garbage();
}

/// Kills a change of a target with the releases `A` and `B` at each of its operations, and then deploys a release.
fn kill_at_each_change(
    killed: &dyn Fn(&Host) -> Result<Outcome, DeployError>,
    next: TestFiles<'_>,
    minimum: usize,
) {
    for count in 0.. {
        let host = Host::new();
        for (time, files) in [(0, A), (10, B)] {
            host.clock.set(time);
            host.deploy(files).unwrap();
        }

        host.clock.set(20);
        host.store.take_log();
        *host.store.fails_after.lock().unwrap() = Some(count);
        let result = killed(&host);
        *host.store.fails_after.lock().unwrap() = None;

        // The live release is whole.
        let live = host.with(|target| target.releases().unwrap().live.unwrap());
        let live = host.with(|target| target.release(&live).unwrap());
        assert!(live.files.paths().all(|path| host.visit(path).is_some()), "{count}");
        host.assert_pages_are_complete();

        host.clock.set(200);
        host.deploy(next).unwrap();
        host.assert_live(next);
        host.assert_pages_are_complete();
        host.assert_no_garbage();
        assert_eq!(host.store.site()[FOREIGN], "foreign");

        if result.is_ok() {
            assert!(count >= minimum, "{count}");
            return;
        }
    }
}

#[test]
fn a_deployment_that_is_killed_at_any_operation_is_completed_or_replaced() {
    kill_at_each_change(&|host| host.deploy(C), C, 12);
    kill_at_each_change(&|host| host.deploy(C), A, 12);
    kill_at_each_change(&|host| host.deploy(C), B, 12);
    kill_at_each_change(&|host| host.rollback(None), C, 4);
}

#[test]
fn a_resumed_deployment_uploads_only_what_is_missing() {
    let host = Host::new();
    host.deploy(A).unwrap();
    host.clock.set(10);
    host.store.take_log();
    // The lock, its probe, the state, the manifest, two uploads and a copy.
    *host.store.fails_after.lock().unwrap() = Some(6);
    assert!(host.deploy(B).is_err());
    *host.store.fails_after.lock().unwrap() = None;
    host.store.take_log();
    host.clock.set(200);
    host.deploy(B).unwrap();
    host.assert_live(B);
    host.assert_no_garbage();
    let log = host.store.take_log();
    assert!(!log.iter().any(|it| it.starts_with("write") && it.ends_with("index.html")), "{log:?}");
}

#[test]
fn a_lost_state_is_repaired_and_a_release_with_lost_files_is_refused() {
    let host = Host::new();
    host.deploy(A).unwrap();
    host.clock.set(10);
    host.deploy(B).unwrap();
    let ids = host.ids();

    for damaged in [None, Some(b"{".to_vec())] {
        host.store.values().remove(VERSIONED_STATE);
        if let Some(bytes) = damaged {
            host.store.insert(VERSIONED_STATE, bytes);
        }
        assert_eq!(host.ids(), ids);
    }

    host.rollback(None).unwrap();
    host.store.values().remove(&format!("{}same.txt", folder_of(&ids[0])));
    let error = host.rollback(Some(&ids[0])).err().unwrap();
    assert!(matches!(error, DeployError::Failed(message) if message.contains("has lost 1 file")));
    host.assert_live(A);

    // The next deployment copies from what is there.
    host.clock.set(20);
    host.deploy(C).unwrap();
    host.assert_live(C);
}

#[test]
fn another_program_that_changed_the_pointer_is_noticed() {
    let host = Host::new();
    host.deploy(A).unwrap();
    host.with(|target| {
        target.change(|place| {
            place.pointer()?;
            host.store.insert("current", b"releases/other".to_vec());
            place.publish("mine")
        })
    })
    .unwrap_err();
    assert_eq!(host.store.read("current").unwrap().unwrap().bytes, b"releases/other");
    let error = host.deploy(B).err().unwrap();
    assert!(matches!(error, DeployError::Failed(message) if message.contains("move it away")));
    assert_eq!(host.store.read(LOCK), Ok::<_, StoreError>(None));
}

#[test]
fn files_that_another_program_changed_or_removed_are_uploaded_again() {
    for verification in [Verification::Sample, Verification::All] {
        let host = Host { verification, ..Host::new() };
        host.deploy(A).unwrap();
        let folder = folder_of(&host.ids()[0]);

        let hashed = A.iter().filter(|(path, _)| is_immutable(path));
        let outside = hashed.map(|(path, _)| (*path).to_owned());
        let keys: Vec<String> =
            A.iter().map(|(path, _)| format!("{folder}{path}")).chain(outside).collect();
        for key in &keys {
            for is_removed in [true, false] {
                if is_removed {
                    host.store.values().remove(key);
                } else {
                    let size = host.store.values()[key].0.len();
                    host.store.insert(key, vec![b'x'; size]);
                }

                let outcome = host.deploy(A).unwrap();
                host.assert_live(A);
                assert_eq!(outcome.uploaded, 1, "{key}");
                let stored = host.store.values()[key].0.clone();
                assert!(!stored.iter().all(|byte| *byte == b'x'), "{key}");
            }
        }
    }
}

#[test]
fn the_next_release_copies_no_file_that_another_program_changed() {
    let host = Host::new();
    host.deploy(A).unwrap();
    let folder = folder_of(&host.ids()[0]);
    host.store.insert(&format!("{folder}same.txt"), b"xxxx".to_vec());
    host.store.insert("assets/both-0123456789.js", b"xx".to_vec());
    host.clock.set(10);
    host.deploy(B).unwrap();
    host.assert_live(B);
    let Err(DeployError::Failed(message)) = host.rollback(None) else { panic!("it succeeded") };
    assert!(message.contains("same.txt"), "{message}");
}
