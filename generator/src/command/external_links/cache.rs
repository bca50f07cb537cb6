//! The cache of links that work, in `.croupier/external-links.jsonl`. Broken links are requested in each check, because their sites can be
//! fixed at any time.

#![expect(
    clippy::disallowed_methods,
    reason = "stores its file in .croupier, which is neither source nor output"
)]

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io::Write;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::command::external_links::outcome::{Fragments, Outcome};
use croupier_base::disk::replace::replace_file;

/// A link that worked, as a line of the file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Entry {
    url: String,
    /// When it was requested, in epoch seconds.
    checked_at: i64,
    status: u16,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    moved_to: Option<String>,
    /// The fragments that the page has, of those that were looked for.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    fragments: BTreeSet<String>,
}

/// The cache of a site. Each entry is written as soon as it is known, so that a check that is stopped loses none.
pub(super) struct LinkCache {
    entries: BTreeMap<String, Entry>,
    /// The file to append to. None if it cannot be written, so that the next check requests all links again.
    file: Option<File>,
}

impl LinkCache {
    /// Opens the cache of the site at `root`, without the entries that are older than `max_age` seconds.
    pub(super) fn open(root: &Path, now: i64, max_age: i64) -> LinkCache {
        let folder = root.join(".croupier");
        let path = folder.join("external-links.jsonl");
        let text = fs::read_to_string(&path).unwrap_or_default();
        // The end of a line can be missing after a crash.
        let read = text.lines().filter_map(|line| serde_json::from_str::<Entry>(line).ok());
        let is_fresh = |it: &Entry| (0..max_age).contains(&(now - it.checked_at));
        let entries: BTreeMap<String, Entry> =
            read.filter(is_fresh).map(|it| (it.url.clone(), it)).collect();
        if entries.len() < text.lines().count() || !text.is_empty() && !text.ends_with('\n') {
            let _ = replace_file(&path, entries.values().map(line).collect::<String>());
        }

        let opened = fs::create_dir_all(&folder)
            .and_then(|()| File::options().create(true).append(true).open(&path));
        LinkCache { entries, file: opened.ok() }
    }

    /// Returns the outcome of an earlier check, if its page was searched for all these fragments.
    pub(super) fn get(&self, url: &str, fragments: &BTreeSet<String>) -> Option<Outcome> {
        let entry = self.entries.get(url).filter(|it| fragments.is_subset(&it.fragments))?;
        Some(Outcome {
            status: Ok(entry.status),
            is_challenge: false,
            moved_to: entry.moved_to.clone(),
            fragments: Fragments { found: entry.fragments.clone(), missing: BTreeMap::new() },
        })
    }

    /// Adds the outcome of a link that works.
    pub(super) fn insert(&mut self, url: &str, outcome: &Outcome, now: i64) {
        let Ok(status) = outcome.status else { return };
        let entry = Entry {
            url: url.to_owned(),
            checked_at: now,
            status,
            moved_to: outcome.moved_to.clone(),
            fragments: outcome.fragments.found.clone(),
        };
        if let Some(file) = &mut self.file {
            // A failure is ignored, because the next check can request the link again.
            let _ = file.write_all(line(&entry).as_bytes());
        }
        self.entries.insert(entry.url.clone(), entry);
    }
}

fn line(entry: &Entry) -> String {
    serde_json::to_string(entry).expect("an entry is plain data") + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::external_links::outcome::RequestFailure;

    fn works(fragments: &[&str]) -> Outcome {
        let found = fragments.iter().map(|it| (*it).to_owned()).collect();
        Outcome {
            status: Ok(200),
            fragments: Fragments { found, missing: BTreeMap::new() },
            ..Outcome::failed(RequestFailure::TooManyRedirects)
        }
    }

    #[test]
    fn links_that_worked_are_found_until_they_are_too_old() {
        let folder = tempfile::TempDir::new().unwrap();
        let none = BTreeSet::new();
        let mut cache = LinkCache::open(folder.path(), 1000, 100);
        assert!(cache.get("https://a.com/", &none).is_none());
        cache.insert("https://a.com/", &works(&["x"]), 1000);
        cache.insert("https://b.com/", &works(&[]), 1050);

        let at = |now| LinkCache::open(folder.path(), now, 100);
        assert_eq!(at(1060).get("https://a.com/", &none), Some(works(&["x"])));
        assert!(at(1060).get("https://a.com/", &["y".to_owned()].into()).is_none());
        assert!(at(1101).get("https://a.com/", &none).is_none());
        assert!(at(1101).get("https://b.com/", &none).is_some());
        // The clock was set back, so that the age is unknown.
        assert!(at(1040).get("https://b.com/", &none).is_none());
    }

    #[test]
    fn a_damaged_line_loses_no_other_one() {
        let folder = tempfile::TempDir::new().unwrap();
        LinkCache::open(folder.path(), 0, 100).insert("https://a.com/", &works(&[]), 0);
        let path = folder.path().join(".croupier/external-links.jsonl");
        let text = fs::read_to_string(&path).unwrap();
        fs::write(&path, format!("{text}{{\"url\":\"https://b")).unwrap();
        let mut cache = LinkCache::open(folder.path(), 0, 100);
        cache.insert("https://c.com/", &works(&[]), 0);
        let cache = LinkCache::open(folder.path(), 0, 100);
        for url in ["https://a.com/", "https://c.com/"] {
            assert!(cache.get(url, &BTreeSet::new()).is_some(), "{url}");
        }
    }
}
