//! The state of a target: which release is live, and which releases its files may be from. Repairs a missing or damaged state.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::files::{Entry, Files};
use crate::layout::{RELEASES, STATE, release_key, release_of_key};
use crate::manifest::{Manifest, ReleaseInfo};
use crate::store::{Condition, Store, StoreError, keys};
use croupier_base::path::OutputPath;

/// Version of the format of the state.
const VERSION: u32 = 1;

/// The ID of the release before the first one, which has no files, in [`State::mixed`].
pub(crate) const BEFORE_FIRST: &str = "none";

/// The state of a target, which `.croupier/current.json` stores.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct State {
    version: u32,
    /// The live release.
    pub live: Option<String>,
    /// Other releases that files of the site may be from: one that is being deployed, one whose deployment was stopped, and one that
    /// the live release replaced, until its files are removed.
    pub mixed: Vec<String>,
    /// The live release and the retained releases, newest first.
    pub releases: Vec<ReleaseInfo>,
}

impl State {
    /// The state of a target without a release.
    pub(crate) fn empty() -> State {
        State { version: VERSION, live: None, mixed: Vec::new(), releases: Vec::new() }
    }

    /// Returns the release whose deployment or rollback was stopped before it was live.
    pub(crate) fn stopped(&self) -> Option<&str> {
        let was_live =
            |id: &str| id == BEFORE_FIRST || self.releases.iter().any(|release| release.id == id);
        self.mixed.iter().map(String::as_str).rfind(|id| !was_live(id))
    }

    fn parse(bytes: &[u8]) -> Option<State> {
        serde_json::from_slice(bytes).ok().filter(|state: &State| state.version == VERSION)
    }

    /// Writes the state, unless another program has written it.
    pub(crate) fn write(
        &self,
        store: &dyn Store,
        condition: &Condition,
    ) -> Result<Condition, StoreError> {
        let bytes = serde_json::to_vec(self).expect("a state is plain data");
        let version = match store.write_if(STATE, bytes.clone(), condition) {
            // The write succeeded before, but its response was lost, and the store tried again.
            Err(StoreError::Conflict) => {
                let stored = store.read(STATE)?.filter(|stored| stored.bytes == bytes);
                stored.ok_or(StoreError::Conflict)?.version
            }
            result => result?,
        };
        Ok(Condition::Unchanged(version))
    }
}

/// What is known about the files of the site at a target.
#[derive(Debug)]
pub(crate) struct Baseline {
    /// The state.
    pub state: State,
    /// The condition of the next write of the state.
    pub condition: Condition,
    /// The manifest of the live release, if it can be read.
    pub live: Option<Manifest>,
    /// The manifests of the other releases that files may be from.
    pub mixed: Vec<Manifest>,
    /// Why the target cannot be known from its manifests alone.
    pub problem: Option<String>,
    /// Files that all manifests have, but that another program changed or removed at the target.
    pub damaged: BTreeSet<OutputPath>,
}

/// What is known about one file of the site at a target.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Known<'a> {
    /// All manifests agree on the file, or agree that it does not exist.
    Is(Option<&'a Entry>),
    /// The file can be of one of several releases, or of another program.
    Unknown,
}

impl Baseline {
    /// Reads the state and the manifests of a target. Their paths share their text with those of `known`.
    pub(crate) fn read(store: &dyn Store, known: &Files) -> Result<Baseline, StoreError> {
        let stored = store.read(STATE)?;
        let condition = match &stored {
            None => Condition::Absent,
            Some(stored) => Condition::Unchanged(stored.version.clone()),
        };

        if let Some(state) = stored.as_ref().and_then(|stored| State::parse(&stored.bytes)) {
            let live = match &state.live {
                Some(id) => read_manifest(store, id, known)?,
                None => None,
            };

            let mut mixed = Vec::new();
            for id in &state.mixed {
                mixed.push(read_manifest(store, id, known)?);
            }

            let is_complete =
                live.is_some() == state.live.is_some() && mixed.iter().all(Option::is_some);
            let problem = (!is_complete)
                .then(|| "the manifest of a release is missing or damaged".to_owned());
            let mixed = mixed.into_iter().flatten().collect();

            return Ok(Baseline {
                state,
                condition,
                live,
                mixed,
                problem,
                damaged: BTreeSet::new(),
            });
        }

        let mixed = all_manifests(store, known)?;
        let problem = match (&stored, mixed.is_empty()) {
            (None, true) => None,
            (None, false) => Some(format!("{STATE} is missing")),
            (Some(_), _) => Some(format!("{STATE} is damaged")),
        };

        let releases = mixed.iter().rev().map(|manifest| manifest.info.clone()).collect();
        let names = mixed.iter().map(|manifest| manifest.info.id.clone()).collect();
        let state = State { mixed: names, releases, ..State::empty() };
        let damaged = BTreeSet::new();

        Ok(Baseline { state, condition, live: None, mixed, problem, damaged })
    }

    fn manifests(&self) -> impl Iterator<Item = &Manifest> {
        self.live.iter().chain(&self.mixed)
    }

    /// Whether the live release alone says which files the site has.
    pub(crate) fn is_certain(&self) -> bool {
        self.problem.is_none()
            && self.damaged.is_empty()
            && self.state.mixed.is_empty()
            && self.live.is_some()
    }

    /// Returns what is known about a file.
    pub(crate) fn known(&self, path: &OutputPath) -> Known<'_> {
        let mut entries = self.manifests().map(|manifest| manifest.files.get(path));
        // Without a live release, the site had no file of ours before the other releases.
        let first = if self.live.is_some() { entries.next().flatten() } else { None };
        let is_uncertain = self.problem.is_some() || self.damaged.contains(path);
        if is_uncertain || entries.any(|entry| entry != first) {
            return Known::Unknown;
        }
        Known::Is(first)
    }

    /// Returns the entries of a file in all manifests.
    pub(crate) fn entries<'a>(&'a self, path: &'a OutputPath) -> impl Iterator<Item = &'a Entry> {
        self.manifests().filter_map(|manifest| manifest.files.get(path))
    }

    /// Returns the paths of all manifests. A path can occur several times.
    pub(crate) fn paths(&self) -> impl Iterator<Item = &OutputPath> {
        self.manifests().flat_map(|manifest| manifest.files.paths())
    }
}

/// Reads a manifest, whose paths share their text with those of `known`. Returns `None` if it is missing or damaged.
pub(crate) fn read_manifest(
    store: &dyn Store,
    id: &str,
    known: &Files,
) -> Result<Option<Manifest>, StoreError> {
    if id == BEFORE_FIRST {
        return Ok(Some(Manifest::empty(id)));
    }
    let stored = store.read(&release_key(id))?;
    Ok(stored.and_then(|stored| Manifest::parse(id, &stored.bytes, known)))
}

/// Reads all manifests of a target that are not damaged, oldest first.
pub(crate) fn all_manifests(store: &dyn Store, known: &Files) -> Result<Vec<Manifest>, StoreError> {
    let mut manifests = Vec::new();
    for key in keys(store, RELEASES)? {
        if let Some(id) = release_of_key(&key) {
            manifests.extend(read_manifest(store, id, known)?);
        }
    }
    manifests.sort_by(|a, b| (a.info.created_at, &a.info.id).cmp(&(b.info.created_at, &b.info.id)));
    Ok(manifests)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_store::{MemoryStore, manifest};

    fn baseline(live: Option<Manifest>, mixed: Vec<Manifest>) -> Baseline {
        let state = State::empty();
        let damaged = BTreeSet::new();
        Baseline { state, condition: Condition::Absent, live, mixed, problem: None, damaged }
    }

    #[test]
    fn a_file_is_known_if_all_releases_agree() {
        let live = manifest("a", &[("same", "1"), ("changed", "1"), ("old", "1")]);
        let mixed = manifest("b", &[("same", "1"), ("changed", "2"), ("new", "1")]);
        let known = baseline(Some(live.clone()), vec![mixed.clone()]);
        let path = |path: &str| OutputPath::new(path);
        assert_eq!(known.known(&path("same")), Known::Is(live.files.get("same")));
        assert_eq!(known.known(&path("other")), Known::Is(None));
        for unknown in ["changed", "old", "new"] {
            assert_eq!(known.known(&path(unknown)), Known::Unknown, "{unknown}");
        }
        let first = baseline(None, vec![mixed]);
        assert_eq!(first.known(&path("same")), Known::Unknown);
        assert_eq!(first.known(&path("other")), Known::Is(None));
    }

    #[test]
    fn a_lost_state_is_repaired_from_the_manifests() {
        let store = MemoryStore::default();
        let mut newer = manifest("a", &[("x", "1")]);
        newer.info.created_at = 2;
        for manifest in [&newer, &manifest("b", &[("x", "2")])] {
            store.insert(&manifest.key(), manifest.bytes());
        }
        let read = Baseline::read(&store, &Files::default()).unwrap();
        let ids: Vec<&str> = read.state.releases.iter().map(|it| it.id.as_str()).collect();
        assert_eq!(ids, ["a", "b"]);
        assert_eq!(read.state.live, None);
        assert!(read.problem.is_some() && !read.is_certain());
        assert_eq!(read.known(&OutputPath::new("y")), Known::Unknown);
        store.insert(STATE, b"{".to_vec());
        assert_eq!(
            Baseline::read(&store, &Files::default()).unwrap().problem.unwrap(),
            format!("{STATE} is damaged")
        );
    }
}
