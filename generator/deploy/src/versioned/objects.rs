//! Releases in an object store. Each is whole below its own prefix, and `current` is an object that names the live one.
//!
//! A hashed file is also at its path outside of the releases, which does not depend on the pointer. A CDN serves it from there: a page can
//! come from one release and the request for its script from a server of the CDN that still has the pointer to another one. It also stays
//! in the caches of the CDN from release to release.

use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap, HashSet};

use crate::deployment::{DeployError, DeployOptions, Event, OpenFile, Target};
use crate::files::{CheckedReader, Entry, Files, Listing, is_immutable};
use crate::layout::{VERSIONED_STATE, release_key};
use crate::manifest::{Manifest, ReleaseInfo};
use crate::plan::Step;
use crate::state::all_manifests;
use crate::store::{Condition, Headers, Store, StoreError};
use crate::transfer::Transfer;
use crate::verification::{ReleaseFile, different_in_store};
use crate::versioned::{NewRelease, Output, Releases, State, VERSION, folder_of, is_release_id};
use croupier_base::fingerprint::ContentHash;
use croupier_base::path::OutputPath;

/// The pointer.
const POINTER: &str = "current";

/// The page of missing pages. A CDN reads it without the function that knows the live release.
const ERROR_PAGE: &str = "404.html";

/// The releases in a store.
pub(super) struct StoredReleases<'a> {
    target: &'a Target<'a>,
    store: &'a dyn Store,
    /// Runs operations under the lock. `None` for readers.
    transfer: Option<&'a Transfer<'a>>,
    /// The conditions of the next writes of the pointer and of the state.
    conditions: RefCell<(Condition, Condition)>,
}

/// A file of the release to copy inside of the store.
struct Copied<'a> {
    path: &'a OutputPath,
    from: String,
}

impl<'a> StoredReleases<'a> {
    pub(super) fn new(
        target: &'a Target<'a>,
        transfer: Option<&'a Transfer<'a>>,
    ) -> StoredReleases<'a> {
        let conditions = RefCell::new((Condition::Absent, Condition::Absent));
        StoredReleases { target, store: target.store, transfer, conditions }
    }

    fn transfer(&self) -> &'a Transfer<'a> {
        self.transfer.expect("changes are made under the lock")
    }

    /// Writes a key, unless another program has written it since it was read.
    fn write_if(
        &self,
        key: &str,
        bytes: &[u8],
        condition: &mut Condition,
    ) -> Result<(), DeployError> {
        let written = self.store.write_if(key, bytes.to_vec(), condition);
        let version = match written {
            // The write succeeded before, but its response was lost, and the store tried again.
            Err(StoreError::Conflict) => {
                let stored = self.store.read(key)?.filter(|stored| stored.bytes == bytes);
                stored.ok_or(StoreError::Conflict)?.version
            }
            result => result?,
        };
        *condition = Condition::Unchanged(version);
        Ok(())
    }

    /// Returns the files that the folder of a release lacks, or that have another size.
    fn missing(&self, release: &Manifest) -> Result<BTreeSet<OutputPath>, DeployError> {
        let folder = folder_of(&release.info.id);
        let mut sizes = HashMap::new();
        self.store.list(&folder, &mut |key, size| {
            sizes.insert(key.strip_prefix(&folder).unwrap_or(key).to_owned(), size);
        })?;
        let is_missing =
            |(path, entry): &ReleaseFile<'_>| sizes.get(path.as_str()) != Some(&entry.size);
        Ok(release.files.iter().filter(is_missing).map(|(path, _)| path.clone()).collect())
    }

    /// Returns the state that the manifests of a target show, without those of releases that are not complete.
    fn repaired_state(&self) -> Result<Vec<u8>, DeployError> {
        (self.target.options.report)(Event::Repairing(format!(
            "{VERSIONED_STATE} is missing or damaged"
        )));
        let mut releases: Vec<ReleaseInfo> = Vec::new();
        for manifest in all_manifests(self.store, &Files::default())?.into_iter().rev() {
            if self.missing(&manifest)?.is_empty() {
                releases.push(manifest.info);
            }
        }
        let state = State { version: VERSION, releases, ..State::default() };
        Ok(serde_json::to_vec(&state).expect("a state is plain data"))
    }
}

impl Releases for StoredReleases<'_> {
    fn read(&self, path: &str) -> Result<Option<Vec<u8>>, DeployError> {
        Ok(self.store.read(path)?.map(|stored| stored.bytes))
    }

    fn put(&self, path: &str, bytes: &[u8]) -> Result<(), DeployError> {
        Ok(self.store.write(path, bytes.to_vec(), &Headers::new())?)
    }

    fn pointer(&self) -> Result<(String, Vec<u8>), DeployError> {
        let (mut pointer, mut of_pointer) = (String::new(), Condition::Absent);
        if let Some(stored) = self.store.read(POINTER)? {
            String::from_utf8_lossy(&stored.bytes).trim_end().clone_into(&mut pointer);
            of_pointer = Condition::Unchanged(stored.version);
        }
        let (mut state, mut of_state) = (Vec::new(), Condition::Absent);
        if let Some(stored) = self.store.read(VERSIONED_STATE)? {
            state = stored.bytes;
            of_state = Condition::Unchanged(stored.version);
        }
        *self.conditions.borrow_mut() = (of_pointer, of_state);
        let is_release = pointer.strip_prefix("releases/").is_some_and(is_release_id);
        if is_release && State::parse(&state).is_none() {
            state = self.repaired_state()?;
        }
        Ok((pointer, state))
    }

    fn put_state(&self, bytes: &[u8]) -> Result<(), DeployError> {
        self.write_if(VERSIONED_STATE, bytes, &mut self.conditions.borrow_mut().1)
    }

    fn is_store(&self) -> bool {
        true
    }

    fn reopen(&self, _: &str) -> Result<(), DeployError> {
        Ok(())
    }

    fn upload(&self, new: &NewRelease<'_, '_>) -> Result<(), DeployError> {
        let folder = folder_of(&new.release.info.id);
        let listed = if new.is_resumed { Some(Listing::read(self.store)?) } else { None };

        let is_there = |path: &OutputPath, entry: &Entry| {
            listed.as_ref().is_some_and(|it| it.has(&format!("{folder}{path}"), entry.size))
        };
        let entry = |path: &OutputPath| {
            new.release.files.get(path).expect("a plan contains files of its release")
        };
        let (store, open) = (self.store, new.output.open);
        let send = |path: &OutputPath, key: &str| send_file(store, path, entry(path), key, open);
        let key = |path: &OutputPath| {
            if is_immutable(path) { path.to_string() } else { format!("{folder}{path}") }
        };

        let uploads: Vec<&OutputPath> = new
            .plan
            .uploads
            .iter()
            .map(|upload| &upload.path)
            .filter(|path| is_immutable(path) || !is_there(path, entry(path)))
            .collect();
        let total_bytes = uploads.iter().map(|path| entry(path).size).sum();
        let upload = |path: &&OutputPath| send(path, &key(path));
        self.transfer().run_step(Step::Upload, &uploads, total_bytes, &upload)?;

        let copies = copies(new, &is_there);
        let copy = |copied: &Copied<'_>| {
            let to = format!("{folder}{}", copied.path);
            let result = match self.store.copy(&copied.from, &to) {
                // Another program removed the content.
                Err(StoreError::NotFound) => {
                    if is_immutable(copied.path) {
                        send(copied.path, copied.path)?;
                    }
                    return send(copied.path, &to).map(|_| 0);
                }
                result => result,
            };
            let during =
                |error| DeployError::during(&format!("cannot write {}", copied.path), error);
            result.map(|()| 0).map_err(during)
        };
        self.transfer().run_step(Step::Files, &copies, 0, &copy)?;

        if new.release.files.contains(ERROR_PAGE) {
            let from = format!("{folder}{ERROR_PAGE}");
            self.store
                .copy(&from, ERROR_PAGE)
                .map_err(|error| DeployError::during("cannot write 404.html", error))?;
        }

        // If the lock is lost by now, another deployment can remove the files.
        self.transfer().check_lock()
    }

    fn carry(&self, _: &Manifest, _: &[Manifest], _: bool) -> Result<(), DeployError> {
        Ok(())
    }

    fn damaged(
        &self,
        release: &Manifest,
        options: &DeployOptions<'_>,
    ) -> Result<BTreeSet<OutputPath>, DeployError> {
        let missing = self.missing(release)?;
        let present = release.files.iter().filter(|(path, _)| !missing.contains(*path));
        let present: Vec<ReleaseFile<'_>> = present.collect();

        let folder = folder_of(&release.info.id);
        let compare = |files: &[ReleaseFile<'_>]| {
            let concurrency = self.target.concurrency;
            let in_folder = |path: &OutputPath, _: &Entry| format!("{folder}{path}");
            let mut found = different_in_store(self.store, concurrency, files, &in_folder)?;
            let hashed: Vec<_> =
                files.iter().filter(|(path, _)| is_immutable(path)).copied().collect();
            let outside = |path: &OutputPath, _: &Entry| path.to_string();
            found.extend(different_in_store(self.store, concurrency, &hashed, &outside)?);
            Ok::<_, DeployError>(found)
        };

        let mut damaged = options.verification.run(&present, options.clock.now(), &compare)?;
        damaged.extend(missing);
        Ok(damaged)
    }

    fn repair(
        &self,
        release: &Manifest,
        damaged: &BTreeSet<OutputPath>,
        output: &Output<'_>,
    ) -> Result<(), DeployError> {
        let folder = folder_of(&release.info.id);
        let in_folder = damaged.iter().map(|path| (path, format!("{folder}{path}")));
        let hashed = damaged.iter().filter(|path| is_immutable(path));
        let outside = hashed.map(|path| (path, path.to_string()));
        // Pages come after the files that they refer to.
        let uploads: Vec<_> = outside.chain(in_folder).collect();
        let (store, open) = (self.store, output.open);
        let upload = |(path, key): &(&OutputPath, String)| {
            let entry = release.files.get(path).expect("a damaged file is one of the release");
            send_file(store, path, entry, key, open)
        };
        self.transfer().run_step(Step::Upload, &uploads, 0, &upload)
    }

    fn publish(&self, id: &str) -> Result<(), DeployError> {
        let text = format!("releases/{id}");
        self.write_if(POINTER, text.as_bytes(), &mut self.conditions.borrow_mut().0)
    }

    fn remove(
        &self,
        id: &str,
        manifests: &[Manifest],
        retained: &BTreeSet<&str>,
    ) -> Result<(), DeployError> {
        let of_retained: HashSet<&OutputPath> = manifests
            .iter()
            .filter(|manifest| retained.contains(&*manifest.info.id))
            .flat_map(|manifest| manifest.files.paths())
            .filter(|path| is_immutable(path))
            .collect();

        let own = manifests.iter().find(|manifest| manifest.info.id == id);
        let own: Vec<&OutputPath> = own.into_iter().flat_map(|own| own.files.paths()).collect();
        let folder = folder_of(id);

        let hashed = own.iter().filter(|path| is_immutable(path) && !of_retained.contains(**path));
        let mut keys: Vec<String> = hashed.map(ToString::to_string).collect();
        keys.extend(own.iter().map(|path| format!("{folder}{path}")));

        self.transfer().remove(Step::Expiry, &keys)?;
        self.transfer().remove(Step::Expiry, &[release_key(id)])
    }
}

/// Uploads a file, and returns its size in bytes.
fn send_file(
    store: &dyn Store,
    path: &OutputPath,
    entry: &Entry,
    key: &str,
    open: &OpenFile<'_>,
) -> Result<u64, DeployError> {
    let content = open(path).map_err(DeployError::Failed)?;
    let mut content = CheckedReader::new(content, entry);
    store
        .write_file(key, &mut content, entry.size, &entry.headers)
        .map_err(|error| DeployError::during(&format!("cannot upload {path}"), error))?;
    Ok(entry.size)
}

/// Returns the files of a release that the store copies: those without an upload, and hashed files, which are also outside of the
/// releases. Files that an earlier upload copied are left out.
fn copies<'a>(
    new: &NewRelease<'a, '_>,
    is_there: &dyn Fn(&OutputPath, &Entry) -> bool,
) -> Vec<Copied<'a>> {
    let uploaded: HashSet<&OutputPath> = new.plan.uploads.iter().map(|it| &it.path).collect();
    let mut keys = content_keys(new);
    let mut copies = Vec::new();
    for (path, _) in new.release.files.iter().filter(|(path, entry)| !is_there(path, entry)) {
        let from = if is_immutable(path) {
            path.to_string()
        } else if uploaded.contains(path) {
            continue;
        } else {
            keys.remove(path).expect("a file without an upload has the content of another release")
        };
        copies.push(Copied { path, from });
    }

    copies
}

/// Returns the keys of the contents that other releases have, by the path in the new release.
fn content_keys<'a>(new: &NewRelease<'a, '_>) -> HashMap<&'a OutputPath, String> {
    let mut paths = HashMap::<ContentHash, Vec<&OutputPath>>::new();
    for (path, entry) in new.release.files.iter().filter(|(path, _)| !is_immutable(path)) {
        paths.entry(entry.content_hash()).or_default().push(path);
    }
    let mut keys = HashMap::new();
    for source in new.sources {
        for (path, entry) in source.files.iter() {
            for copy in paths.remove(&entry.content_hash()).unwrap_or_default() {
                keys.insert(copy, format!("{}{path}", folder_of(&source.info.id)));
            }
        }
    }
    keys
}
