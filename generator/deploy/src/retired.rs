//! Retention: which releases a target retains, and which files only they use.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::files::{RetainedKeys, is_immutable, retained_key};
use crate::manifest::{Manifest, ReleaseInfo};

/// Seconds of a day.
const DAY: i64 = 86_400;

/// How long releases are retained after another release replaced them. Both conditions are alternatives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Retention {
    /// Number of earlier releases.
    pub releases: usize,
    /// Number of days.
    pub days: u32,
}

impl Retention {
    /// Returns the retained ones of these releases, of which the first is live and each other one was replaced by the one before it.
    pub(crate) fn apply(&self, releases: Vec<ReleaseInfo>, now: i64) -> Vec<ReleaseInfo> {
        let mut retained = Vec::new();
        let mut replaced_at = now;
        for (index, release) in releases.into_iter().enumerate() {
            let created_at = release.created_at;
            if index <= self.releases || now - replaced_at < i64::from(self.days) * DAY {
                retained.push(release);
            }
            replaced_at = created_at;
        }
        retained
    }
}

/// The keys that the live release does not use, each with the last release that used it.
#[derive(Debug, Default, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct RetiredFiles(BTreeMap<String, String>);

impl RetiredFiles {
    /// Adds the keys that the replaced releases use, in the order in which they were live, and removes the keys that the live release
    /// uses.
    pub(crate) fn update(&mut self, live: &RetainedKeys<'_>, replaced: &[&Manifest]) {
        for manifest in replaced {
            for (path, entry) in manifest.files.iter().filter(|(path, it)| !live.has(path, it)) {
                self.0.insert(retained_key(path, entry), manifest.info.id.clone());
            }
        }
        self.0.retain(|key, _| !live.has_key(key));
    }

    /// Adds the keys of a release that was never live, but that visitors may have seen some pages of. Its hashed files are retained for
    /// their tabs as long as the files of the live release, with the ID `live_id`, which replaced it. Nothing else needs its contents.
    pub(crate) fn add_stopped(
        &mut self,
        stopped: &Manifest,
        live: &RetainedKeys<'_>,
        live_id: &str,
    ) {
        for (path, entry) in stopped.files.iter().filter(|(path, it)| !live.has(path, it)) {
            let key = retained_key(path, entry);
            if is_immutable(path) {
                self.0.insert(key, live_id.to_owned());
            } else {
                self.0.entry(key).or_insert_with(|| stopped.info.id.clone());
            }
        }
    }

    /// Removes and returns the keys that no retained release uses.
    pub(crate) fn take_expired(&mut self, retained: &[ReleaseInfo]) -> Vec<String> {
        let ids: BTreeSet<&str> = retained.iter().map(|release| release.id.as_str()).collect();
        let is_expired = |id: &String| !ids.contains(id.as_str());
        let expired =
            self.0.iter().filter(|(_, id)| is_expired(id)).map(|(key, _)| key.clone()).collect();
        self.0.retain(|_, id| !is_expired(id));
        expired
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::CONTENTS;
    use crate::test_store::{info, manifest};

    #[test]
    fn releases_are_retained_by_number_and_by_days_since_they_were_replaced() {
        let releases: Vec<ReleaseInfo> =
            [("d", 100 * DAY), ("c", 99 * DAY), ("b", 60 * DAY), ("a", 0)]
                .map(|(id, created_at)| ReleaseInfo { created_at, ..info(id) })
                .into();
        let retained = |count, days, now| -> String {
            let retention = Retention { releases: count, days };
            retention.apply(releases.clone(), now).into_iter().map(|release| release.id).collect()
        };
        assert_eq!(retained(1, 0, 100 * DAY), "dc");
        assert_eq!(retained(0, 0, 100 * DAY), "d");
        // `b` was replaced a day ago, though it is 40 days old.
        assert_eq!(retained(0, 30, 100 * DAY), "dcb");
        assert_eq!(retained(0, 30, 130 * DAY), "d");
        assert_eq!(retained(9, 0, 500 * DAY), "dcba");
    }

    #[test]
    fn a_file_expires_with_the_last_release_that_uses_it() {
        let a = manifest("a", &[("assets/a.js", "1"), ("assets/ab.js", "1")]);
        let b = manifest("b", &[("assets/ab.js", "1"), ("assets/b.js", "1"), ("x.html", "b")]);
        let c = manifest("c", &[("assets/c.js", "1"), ("x.html", "c")]);
        let mut retired = RetiredFiles::default();
        retired.update(&RetainedKeys::of(&b.files), &[&a]);
        retired.update(&RetainedKeys::of(&c.files), &[&b]);
        assert_eq!(retired.take_expired(&[info("c"), info("b")]), ["assets/a.js"]);
        let expired = retired.take_expired(&[info("c")]);
        assert_eq!(expired[1..], ["assets/ab.js", "assets/b.js"]);
        assert!(expired[0].starts_with(CONTENTS));
        assert_eq!(retired, RetiredFiles::default());
    }

    #[test]
    fn hashed_files_of_a_stopped_release_expire_with_the_release_that_replaced_it() {
        let a = manifest("a", &[("assets/a.js", "1"), ("assets/both.js", "1")]);
        let b = manifest("b", &[("assets/b.js", "1"), ("index.html", "b")]);
        let c = manifest("c", &[("assets/c.js", "1")]);
        let names = ["assets/b.js", "assets/both.js", "assets/x.js", "index.html"];
        let stopped = manifest("x", &names.map(|name| (name, "1")));
        let mut retired = RetiredFiles::default();
        retired.update(&RetainedKeys::of(&b.files), &[&a]);
        retired.add_stopped(&stopped, &RetainedKeys::of(&b.files), "b");
        let expired = retired.take_expired(&[info("b")]);
        assert!(expired[0].starts_with(CONTENTS));
        assert_eq!(expired[1..], ["assets/a.js"]);
        retired.update(&RetainedKeys::of(&c.files), &[&b]);
        let hashed = ["assets/b.js", "assets/both.js", "assets/x.js"];
        assert_eq!(retired.take_expired(&[info("c")])[1..], hashed);
        assert_eq!(retired, RetiredFiles::default());
    }
}
