//! Deployments to a store in memory: the order of operations, and what remains after a failure at any of them.

use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};

use super::*;
use crate::deployment::DeployOptions;
use crate::layout::{CONTENTS, LOCK, RETIRED, STATE};
use crate::manifest::RuleFiles;
use crate::purge::ChangedUrls;
use crate::retired::Retention;
use crate::test_store::{MemoryStore, TestClock};

/// A release: paths and contents.
type TestFiles<'a> = &'a [(&'a str, &'a str)];

/// Three releases of a site whose pages name the assets that they need. A page is new in `B`, and another one is removed.
const A: TestFiles<'_> = &[
    ("assets/a-0123456789.js", "a"),
    ("assets/both-0123456789.js", "ab"),
    ("index.html", "assets/a-0123456789.js assets/both-0123456789.js"),
    ("old/index.html", "assets/a-0123456789.js"),
    ("page-data/app-data.json", "A"),
    ("same.txt", "same"),
];
const B: TestFiles<'_> = &[
    ("assets/b-0123456789.js", "b"),
    ("assets/both-0123456789.js", "ab"),
    ("index.html", "assets/b-0123456789.js assets/both-0123456789.js"),
    ("new/index.html", "assets/b-0123456789.js"),
    ("page-data/app-data.json", "B"),
    ("page-data/index/page-data.json", "assets/b-0123456789.js"),
    ("same.txt", "same"),
];
const C: TestFiles<'_> = &[
    ("assets/c-0123456789.js", "c"),
    ("index.html", "assets/c-0123456789.js"),
    ("page-data/app-data.json", "C"),
    ("old", "a file where a folder was"),
];
/// A file of another program.
const FOREIGN: &str = "foreign.html";

/// A store, a clock and the events of deployments.
struct Host<'a> {
    store: MemoryStore,
    clock: TestClock<'a>,
    events: Mutex<Vec<Event>>,
    purged: Mutex<Vec<String>>,
    retention: Retention,
    verification: Verification,
}

impl Host<'_> {
    fn new() -> Host<'static> {
        let store = MemoryStore::default();
        store.insert(FOREIGN, b"foreign".to_vec());
        Host {
            store,
            clock: TestClock::new(|_| {}),
            events: Mutex::default(),
            purged: Mutex::default(),
            retention: Retention { releases: 1, days: 0 },
            verification: Verification::Sample,
        }
    }

    fn with<T>(&self, work: impl FnOnce(&Target<'_>) -> T) -> T {
        let report = |event| self.events.lock().unwrap().push(event);
        let purge = |urls: &ChangedUrls| {
            self.purged.lock().unwrap().extend(urls.iter());
            Ok(())
        };

        work(&Target {
            store: &self.store,
            concurrency: 1,
            options: DeployOptions {
                retention: self.retention,
                verification: self.verification,
                by: Some("ada".to_owned()),
                clock: &self.clock,
                report: &report,
                configure: &|_| Ok(()),
                purge: &purge,
            },
        })
    }

    fn deploy(&self, files: TestFiles<'_>) -> Result<Outcome, DeployError> {
        let read = |path: &OutputPath| open_in(files, path);
        self.with(|target| target.deploy(content(files), &read))
    }

    fn rollback(&self, id: Option<&str>) -> Result<Outcome, DeployError> {
        self.with(|target| target.rollback(id))
    }

    fn ids(&self) -> Vec<String> {
        let releases = self.with(|target| target.releases().unwrap().releases);
        releases.into_iter().map(|release| release.id).collect()
    }

    /// Asserts that the site is exactly a release and the assets of earlier ones.
    fn assert_site(&self, files: TestFiles<'_>, earlier_assets: &[&str]) {
        let mut site = self.store.site();
        assert_eq!(site.remove(FOREIGN).as_deref(), Some("foreign"));
        for path in earlier_assets {
            assert!(site.remove(*path).is_some(), "{path}");
        }
        let pair = |(path, text): &(&str, &str)| ((*path).to_owned(), (*text).to_owned());
        assert_eq!(site, files.iter().map(pair).collect());
    }

    /// Asserts that each page, and all data, finds the assets that it names.
    fn assert_pages_are_complete(&self) {
        let site = self.store.site();
        for (path, text) in &site {
            for asset in text.split(' ').filter(|word| word.starts_with("assets/")) {
                assert!(site.contains_key(asset), "{path} needs {asset}");
            }
        }
    }

    /// Asserts that nothing but the retained releases is stored.
    fn assert_no_garbage(&self) {
        let mut used: BTreeSet<String> = [STATE, RETIRED, FOREIGN].map(str::to_owned).into();
        for id in self.ids() {
            let release = self.with(|target| target.release(&id).unwrap());
            used.insert(release.key());
            used.extend(release.files.iter().map(|(path, entry)| retained_key(path, entry)));
        }
        let site = self.store.site();
        let values = self.store.values();
        let unused: Vec<&String> =
            values.keys().filter(|key| !used.contains(*key) && !site.contains_key(*key)).collect();
        assert!(unused.is_empty(), "{unused:?}");
    }
}

#[expect(clippy::unnecessary_wraps, reason = "has the type of a function that can fail")]
fn open_in<'a>(files: TestFiles<'a>, path: &str) -> Result<Box<dyn Read + 'a>, String> {
    let (_, text) = files.iter().find(|(it, _)| *it == path).unwrap();
    Ok(Box::new(text.as_bytes()))
}

fn content(files: TestFiles<'_>) -> Content {
    let files = crate::test_store::manifest("x", files).files;
    Content {
        commit: Some("1234".to_owned()),
        base_url: "https://e.com".to_owned(),
        rules: RuleFiles::default(),
        files,
    }
}

#[test]
fn files_change_after_the_files_that_they_refer_to_and_removals_are_last() {
    let host = Host::new();
    host.deploy(A).unwrap();
    host.assert_site(A, &[]);

    host.store.take_log();
    let outcome = host.deploy(B).unwrap();
    host.assert_site(B, &["assets/a-0123456789.js"]);
    assert_eq!((outcome.uploaded, outcome.removed, outcome.unchanged), (4, 1, 2));
    assert_eq!(outcome.release.pages_changed, 3);

    let log = host.store.take_log();
    let short = |line: &String| {
        let line = line.replace(CONTENTS, "#");
        match line.split_once('#') {
            Some((start, rest)) => format!("{start}#{}", &rest[32..]),
            None => line.replace(&outcome.release.id, "B"),
        }
    };
    let log: Vec<String> = log.iter().map(short).collect();

    assert_eq!(
        log,
        [
            "write .croupier/lock.json",
            "write .croupier/releases/B.jsonl.gz",
            "write .croupier/current.json",
            "write assets/b-0123456789.js",
            "write #",
            "write #",
            "write #",
            "write .croupier/lock.json",
            "copy # page-data/index/page-data.json",
            "copy # new/index.html",
            "copy # index.html",
            "copy # page-data/app-data.json",
            "write .croupier/current.json",
            "remove old/index.html",
            "write .croupier/retired.json",
            "write .croupier/current.json",
            "write .croupier/lock.json",
            "remove .croupier/lock.json",
        ]
    );

    assert_eq!(
        *host.purged.lock().unwrap().split_off(9),
        [
            "https://e.com/assets/b-0123456789.js",
            "https://e.com/",
            "https://e.com/index.html",
            "https://e.com/new",
            "https://e.com/new/",
            "https://e.com/new/index.html",
            "https://e.com/old",
            "https://e.com/old/",
            "https://e.com/old/index.html",
            "https://e.com/page-data/app-data.json",
            "https://e.com/page-data/index/page-data.json",
        ]
    );
}

#[test]
fn a_release_that_is_live_is_not_deployed_again() {
    let host = Host::new();
    let first = host.deploy(A).unwrap();
    host.store.take_log();
    host.clock.set(100);
    let second = host.deploy(A).unwrap();
    assert_eq!((&second.release, second.changed), (&first.release, 0));
    let is_lock = |line: &String| line.ends_with(LOCK);
    assert!(host.store.take_log().iter().all(is_lock));
    assert_eq!(host.ids().len(), 1);
}

/// Deploys `A` and `B`, and then runs a deployment that is killed after each number of changes, and another deployment that completes.
fn kill_at_each_change(
    killed: &dyn Fn(&Host<'_>) -> Result<Outcome, DeployError>,
    next: &dyn Fn(&Host<'_>) -> Result<Outcome, DeployError>,
    check: &dyn Fn(&Host<'_>),
) {
    for count in 0.. {
        let host = Host::new();
        host.deploy(A).unwrap();
        host.clock.set(10);
        host.deploy(B).unwrap();
        host.clock.set(20);
        host.store.take_log();
        *host.store.fails_after.lock().unwrap() = Some(count);
        let result = killed(&host);

        host.assert_pages_are_complete();
        assert_eq!(host.store.site()[FOREIGN], "foreign");

        *host.store.fails_after.lock().unwrap() = None;
        next(&host).unwrap();
        check(&host);
        host.assert_pages_are_complete();
        host.assert_no_garbage();

        if result.is_ok() {
            // At least the lock, the manifest, three states and a copy.
            assert!(count > 6, "{count}");
            return;
        }
    }
}

#[test]
fn a_deployment_that_is_killed_at_any_point_is_completed_by_the_next_one() {
    kill_at_each_change(&|host| host.deploy(C), &|host| host.deploy(C), &|host| {
        host.assert_site(C, &["assets/b-0123456789.js", "assets/both-0123456789.js"]);
        assert_eq!(host.ids().len(), 2);
    });
}

#[test]
fn a_deployment_that_is_killed_at_any_point_can_be_replaced_by_the_release_before() {
    kill_at_each_change(&|host| host.deploy(C), &|host| host.deploy(B), &|host| {
        let mut site = host.store.site();
        site.retain(|path, _| !path.starts_with("assets/") && path != FOREIGN);
        let pages = B.iter().filter(|(path, _)| !path.starts_with("assets/"));
        assert_eq!(
            site,
            pages.map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect()
        );
        // A manifest that was written just before the kill is removed by the next change.
        host.deploy(C).unwrap();
    });
}

#[test]
fn tabs_with_pages_of_a_stopped_release_find_their_files_until_the_next_release_expires() {
    let stop_before_announcement = |host: &Host<'_>| {
        host.deploy(A).unwrap();
        host.clock.set(10);
        let stop = |_: &Manifest| Err("stopped".to_owned());
        let read = |path: &OutputPath| open_in(C, path);
        let stopped = host.with(|target| {
            let mut target = Target { options: target.options.clone(), ..*target };
            target.options.configure = &stop;
            target.deploy(content(C), &read)
        });
        assert_eq!(stopped, Err(DeployError::Failed("stopped".to_owned())));
        assert_eq!(host.store.site()["index.html"], "assets/c-0123456789.js");
        host.clock.set(20);
    };

    // The next deployment is of another release, or of the live one.
    for next in [B, A] {
        let host = Host::new();
        stop_before_announcement(&host);
        host.deploy(next).unwrap();
        assert_eq!(host.store.site()["assets/c-0123456789.js"], "c");
        host.assert_no_garbage();

        host.clock.set(30);
        host.deploy(&[("index.html", "1")]).unwrap();
        assert_eq!(host.store.site()["assets/c-0123456789.js"], "c");

        host.clock.set(40);
        host.deploy(&[("index.html", "2")]).unwrap();
        assert!(!host.store.site().contains_key("assets/c-0123456789.js"));
        host.assert_no_garbage();
    }
}

#[test]
fn the_days_of_a_replaced_release_begin_when_a_stopped_deployment_is_completed() {
    for count in 0.. {
        let host = Host { retention: Retention { releases: 0, days: 1 }, ..Host::new() };
        host.deploy(A).unwrap();
        *host.store.fails_after.lock().unwrap() = Some(count);
        let result = host.deploy(B);
        *host.store.fails_after.lock().unwrap() = None;
        if result.is_ok() {
            break;
        }
        let was_live = host.ids().len() == 2;
        host.clock.set(100 * 86_400);
        host.deploy(B).unwrap();
        host.assert_site(B, if was_live { &[] } else { &["assets/a-0123456789.js"] });
    }
}

#[test]
fn a_rollback_that_is_killed_at_any_point_is_completed_by_the_next_deployment() {
    kill_at_each_change(&|host| host.rollback(None), &|host| host.deploy(C), &|host| {
        assert_eq!(host.store.site()["index.html"], "assets/c-0123456789.js");
        assert!(!host.store.site().contains_key("old/index.html"));
    });
}

#[test]
fn a_rollback_undoes_a_deployment_that_was_stopped() {
    for count in 0.. {
        let host = Host::new();
        host.deploy(A).unwrap();
        host.clock.set(100);
        host.deploy(B).unwrap();
        host.clock.set(200);
        *host.store.fails_after.lock().unwrap() = Some(count);
        let result = host.deploy(C);
        *host.store.fails_after.lock().unwrap() = None;

        let stopped = host.with(|target| target.releases().unwrap().stopped);
        if stopped.is_some() || host.ids().len() == 3 {
            host.rollback(None).unwrap();
            assert!(host.store.site()["index.html"].starts_with("assets/b-"), "{count}");
        }

        assert_eq!(host.with(|target| target.releases().unwrap().stopped), None);
        if result.is_ok() {
            break;
        }
    }
}

#[test]
fn a_rollback_uploads_nothing() {
    let host = Host { retention: Retention { releases: 5, days: 0 }, ..Host::new() };
    for (number, files) in [A, B, C].into_iter().enumerate() {
        host.clock.set(i64::try_from(number).unwrap());
        host.deploy(files).unwrap();
    }

    let ids = host.ids();
    host.store.take_log();

    let back = host.rollback(None).unwrap();
    assert_eq!(back.release.rollback_of.as_ref(), Some(&ids[1]));
    host.assert_site(B, &["assets/a-0123456789.js", "assets/c-0123456789.js"]);
    let is_upload = |line: &String| line.starts_with("write ") && !line.contains(".json");
    assert_eq!(host.store.take_log().iter().filter(|line| is_upload(line)).count(), 0);

    // One more step back, not forward to the release that was rolled back.
    let back = host.rollback(None).unwrap();
    assert_eq!(back.release.rollback_of.as_ref(), Some(&ids[2]));
    host.assert_site(A, &["assets/b-0123456789.js", "assets/c-0123456789.js"]);

    assert!(matches!(host.rollback(None), Err(DeployError::Usage(_))));
    assert!(host.rollback(Some(&ids[0])).is_ok());
    assert_eq!(host.store.site()["old"], "a file where a folder was");
    assert!(matches!(host.rollback(Some("2")), Err(DeployError::Usage(_))));
    host.assert_no_garbage();
}

#[test]
fn a_rollback_to_a_release_that_is_not_complete_changes_nothing() {
    let host = Host::new();
    host.deploy(A).unwrap();
    host.clock.set(1);
    host.deploy(B).unwrap();
    host.store.values().remove("assets/a-0123456789.js");
    let Err(DeployError::Failed(message)) = host.rollback(None) else { panic!("it succeeded") };
    assert!(message.contains("assets/a-0123456789.js"), "{message}");
    host.assert_site(B, &[]);
}

#[test]
fn files_that_only_expired_releases_use_are_removed() {
    let host = Host { retention: Retention { releases: 0, days: 1 }, ..Host::new() };
    host.deploy(A).unwrap();
    host.clock.set(100);
    host.deploy(B).unwrap();
    host.assert_site(B, &["assets/a-0123456789.js"]);
    host.clock.set(100 + 86_400);
    host.deploy(C).unwrap();
    host.assert_site(C, &["assets/b-0123456789.js", "assets/both-0123456789.js"]);
    assert_eq!(host.ids().len(), 2);
    host.assert_no_garbage();
}

#[test]
fn a_lost_or_damaged_state_is_repaired_without_a_second_upload() {
    for damage in ["current.json lost", "current.json damaged", "manifest lost", "retired lost"] {
        let host = Host::new();
        host.deploy(A).unwrap();
        host.clock.set(1);
        let id = host.deploy(B).unwrap().release.id;
        match damage {
            "current.json lost" => drop(host.store.values().remove(STATE)),
            "current.json damaged" => host.store.insert(STATE, b"{".to_vec()),
            "manifest lost" => drop(host.store.values().remove(&crate::layout::release_key(&id))),
            _ => drop(host.store.values().remove(RETIRED)),
        }

        host.store.take_log();
        host.events.lock().unwrap().clear();
        host.clock.set(2);
        host.deploy(C).unwrap();

        let events = host.events.lock().unwrap();
        let is_repaired = events.iter().any(|event| matches!(event, Event::Repairing(_)));
        assert_eq!(is_repaired, damage != "retired lost", "{damage}");

        let uploads: Vec<String> = host
            .store
            .take_log()
            .into_iter()
            .filter(|line| line.starts_with("write assets/"))
            .collect();
        assert_eq!(uploads, ["write assets/c-0123456789.js"], "{damage}");

        assert_eq!(host.store.site()["index.html"], "assets/c-0123456789.js");
        // Files of a release without a manifest cannot be distinguished from those of other programs.
        let keeps_new = host.store.site().contains_key("new/index.html");
        assert_eq!(keeps_new, damage == "manifest lost", "{damage}");
        host.assert_pages_are_complete();
    }
}

#[test]
fn a_deployment_that_another_one_overtakes_fails_and_the_next_one_completes() {
    let host = Host::new();
    host.deploy(A).unwrap();
    host.clock.set(1);

    let is_overtaken = Mutex::new(false);
    let read = |path: &OutputPath| {
        if !std::mem::replace(&mut *is_overtaken.lock().unwrap(), true) {
            // It waits until the lock expires, because no renewal happens meanwhile.
            host.deploy(C).unwrap();
        }
        open_in(B, path)
    };

    let result = host.with(|target| target.deploy(content(B), &read));
    let Err(DeployError::Failed(message)) = result else { panic!("it succeeded") };
    assert!(message.contains("another deployment"), "{message}");

    host.clock.set(200);
    host.deploy(B).unwrap();
    host.assert_pages_are_complete();
    assert_eq!(host.store.site()["index.html"], B[2].1);
}

#[test]
fn content_that_another_program_removed_is_uploaded_again() {
    let host = Host::new();
    host.deploy(A).unwrap();
    host.clock.set(1);
    host.store.values().retain(|key, _| !key.starts_with(CONTENTS));
    let copied: Vec<_> = A.iter().copied().chain([("copy.txt", "same")]).collect();
    host.deploy(&copied).unwrap();
    host.assert_site(&copied, &[]);
}

#[test]
fn urls_are_purged_again_until_it_succeeds() {
    let host = Host::new();
    let read = |path: &OutputPath| open_in(A, path);
    let failing = |_: &ChangedUrls| Err("no CDN".to_owned());
    let result = host.with(|target| {
        let options = DeployOptions { purge: &failing, by: None, ..target.options.clone() };
        Target { options, ..*target }.deploy(content(A), &read)
    });
    assert_eq!(result, Err(DeployError::Failed("no CDN".to_owned())));
    assert_eq!(host.ids().len(), 1);
    host.deploy(A).unwrap();
    assert!(host.purged.lock().unwrap().contains(&"https://e.com/".to_owned()));
    host.purged.lock().unwrap().clear();
    host.deploy(A).unwrap();
    assert!(host.purged.lock().unwrap().is_empty());
}

#[test]
fn a_write_whose_response_is_lost_is_recognized() {
    let host = Host::new();
    host.store.loses_responses.store(true, Ordering::Relaxed);
    host.deploy(A).unwrap();
    host.assert_site(A, &[]);
}

#[test]
fn a_store_that_ignores_conditions_is_reported() {
    let host = Host { store: MemoryStore::without_conditions(), ..Host::new() };
    host.deploy(A).unwrap();
    assert_eq!(host.events.lock().unwrap()[0], Event::Unlocked);
}

#[test]
fn a_changed_header_is_deployed() {
    let host = Host::new();
    host.deploy(A).unwrap();
    host.clock.set(1);
    let mut changed = content(A);
    for path in ["same.txt", "assets/a-0123456789.js"] {
        let headers = [("content-type".to_owned(), "text/x".to_owned())];
        changed.files.get_mut(path).unwrap().headers = Arc::new(headers.into());
    }
    let read = |path: &OutputPath| open_in(A, path);
    let outcome = host.with(|target| target.deploy(changed, &read)).unwrap();
    assert_eq!((outcome.uploaded, outcome.changed), (2, 2));
    for path in ["same.txt", "assets/a-0123456789.js"] {
        assert_eq!(host.store.values()[path].1["content-type"], "text/x");
    }
}

#[test]
fn a_file_that_changes_during_the_deployment_is_an_error() {
    let host = Host::new();
    let read = |_: &OutputPath| -> Result<Box<dyn Read>, String> { Ok(Box::new(&b"other"[..])) };
    let result = host.with(|target| target.deploy(content(A), &read));
    let Err(DeployError::Store(failure)) = result else { panic!("it succeeded") };
    assert!(failure.message.contains("changed during the deployment"), "{failure:?}");
    assert_eq!(host.store.site().len(), 1);
}

#[test]
fn files_that_another_program_changed_or_removed_are_deployed_again() {
    for verification in [Verification::Sample, Verification::All] {
        let host = Host { verification, ..Host::new() };
        host.deploy(B).unwrap();
        for (path, _) in B {
            for other in [None, Some("other"), Some("longer than the file")] {
                match other {
                    Some(other) => host.store.insert(path, other.as_bytes().to_vec()),
                    None => drop(host.store.values().remove(*path)),
                }
                host.events.lock().unwrap().clear();
                let outcome = host.deploy(B).unwrap();
                host.assert_site(B, &[]);
                assert_eq!(outcome.changed, 1, "{path}");
                let damaged = Event::Damaged { count: 1, example: OutputPath::new(*path) };
                assert!(host.events.lock().unwrap().contains(&damaged), "{path}");
                assert!(!outcome.urls.is_empty(), "{path}");
            }
        }

        // Nothing is left to do.
        host.store.take_log();
        host.deploy(B).unwrap();
        let log = host.store.take_log();
        assert!(log.iter().all(|it| it.contains("lock.json")), "{log:?}");
    }
}

#[test]
fn files_of_both_releases_that_another_program_changed_are_part_of_a_rollback_and_of_the_next_release()
 {
    let both: &[(&str, &str)] = &[("a.html", "a"), ("index.html", "1"), ("robots.txt", "r")];
    let next: &[(&str, &str)] = &[("a.html", "a"), ("index.html", "2"), ("robots.txt", "r")];
    let damage = |host: &Host<'_>| {
        host.store.values().remove("a.html");
        host.store.insert("robots.txt", b"x".to_vec());
    };
    let host = Host::new();
    host.deploy(both).unwrap();
    damage(&host);
    host.deploy(next).unwrap();
    host.assert_site(next, &[]);
    damage(&host);
    host.rollback(None).unwrap();
    host.assert_site(both, &[]);
}

#[test]
fn a_full_comparison_repairs_the_copies_that_rollbacks_need() {
    let host = Host { verification: Verification::All, ..Host::new() };
    host.deploy(B).unwrap();
    let copies = |host: &Host<'_>| -> Vec<String> {
        let values = host.store.values();
        values.keys().filter(|key| key.starts_with(CONTENTS)).cloned().collect()
    };

    for key in copies(&host) {
        host.store.insert(&key, b"x".to_vec());
    }

    host.deploy(B).unwrap();
    for key in copies(&host) {
        assert_ne!(host.store.values()[&key].0, b"x", "{key}");
    }

    for key in copies(&host) {
        host.store.insert(&key, b"x".to_vec());
    }

    host.clock.set(1);
    assert!(matches!(host.rollback(Some(&host.ids()[0])), Err(DeployError::Failed(_))));
}
