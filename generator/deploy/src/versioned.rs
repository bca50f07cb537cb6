//! A target with a folder for each release: on this machine, at a host that is reached by SSH, or in an object store. A pointer selects the
//! live release: a symbolic link, or in a store a small object with the same text.
//!
//! ```text
//! current -> releases/20261126-061530-1f0c58a7
//! releases/ID/           the files of a release
//! .croupier/state.json   the releases
//! .croupier/releases/    their manifests
//! ```
//!
//! Hashed files of other retained releases are found too, for open tabs. A folder has links to them in each release; a store has a copy of
//! each hashed file outside of the releases.

use std::collections::BTreeSet;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::deployment::{
    DeployError, DeployOptions, Event, OpenFile, Outcome, RetainedReleases, Target,
};
use crate::files::{Files, is_immutable};
use crate::layout::release_key;
use crate::manifest::{Content, Manifest, ReleaseInfo};
use crate::plan::{Change, Plan, Upload};
use crate::purge::ChangedUrls;
use crate::retired::Retention;
use crate::store::Store;
use crate::target::{find_release, new_id};
use crate::transfer::Transfer;
use connection::{Connection, HeldConnection};
pub use connection::{SshHost, VersionedFolder};
use croupier_base::diagnostic::wording::counted;
use croupier_base::fingerprint::ContentHash;
use croupier_base::path::OutputPath;
use objects::StoredReleases;

mod connection;
mod folder;
mod objects;
mod previews;

/// Version of the format of the state.
const VERSION: u32 = 1;

/// The releases of a target. The link `current` says which one is live.
#[derive(Debug, Default, Clone, Serialize, Deserialize)]
struct State {
    version: u32,
    /// The retained releases, newest first.
    releases: Vec<ReleaseInfo>,
    /// A release that becomes live next. If the link does not name it, its deployment was stopped.
    next: Option<String>,
    /// Replaced releases whose URLs are not purged yet.
    pending: Vec<String>,
    /// Releases whose files are being removed.
    expired: Vec<String>,
    /// A release whose files are being uploaded to its folder.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    uploading: Option<String>,
}

impl State {
    fn parse(bytes: &[u8]) -> Option<State> {
        serde_json::from_slice(bytes).ok().filter(|state: &State| state.version == VERSION)
    }
}

/// What is known about a target.
struct Baseline {
    state: State,
    /// The live release.
    live: Option<Manifest>,
    /// The release of a deployment that was stopped before it was live.
    stopped: Option<String>,
}

/// Where releases are stored, and how one of them becomes live.
trait Releases {
    /// Reads a file. Returns `None` if it does not exist.
    fn read(&self, path: &str) -> Result<Option<Vec<u8>>, DeployError>;

    /// Writes a manifest.
    fn put(&self, path: &str, bytes: &[u8]) -> Result<(), DeployError>;

    /// Reads the text of the pointer, which is empty without a release, and the state.
    fn pointer(&self) -> Result<(String, Vec<u8>), DeployError>;

    /// Writes the state.
    fn put_state(&self, bytes: &[u8]) -> Result<(), DeployError>;

    /// Whether the files of a release are uploaded to its own folder, and unchanged files of all retained releases are copied to it.
    fn is_store(&self) -> bool;

    /// Continues the upload of a release that was complete, but never live.
    fn reopen(&self, id: &str) -> Result<(), DeployError>;

    /// Uploads a release.
    fn upload(&self, new: &NewRelease<'_, '_>) -> Result<(), DeployError>;

    /// Makes the hashed files of other releases available while a release is live, for open tabs.
    fn carry(
        &self,
        release: &Manifest,
        others: &[Manifest],
        is_new: bool,
    ) -> Result<(), DeployError>;

    /// Returns the files of a release that are missing, or that have another content.
    fn damaged(
        &self,
        release: &Manifest,
        options: &DeployOptions<'_>,
    ) -> Result<BTreeSet<OutputPath>, DeployError>;

    /// Uploads files of the live release again.
    fn repair(
        &self,
        release: &Manifest,
        damaged: &BTreeSet<OutputPath>,
        output: &Output<'_>,
    ) -> Result<(), DeployError>;

    /// Changes the pointer.
    fn publish(&self, id: &str) -> Result<(), DeployError>;

    /// Removes the files of an expired release, and its manifest. `manifests` has all releases.
    fn remove(
        &self,
        id: &str,
        manifests: &[Manifest],
        retained: &BTreeSet<&str>,
    ) -> Result<(), DeployError>;
}

/// A release to upload.
struct NewRelease<'a, 'o> {
    release: &'a Manifest,
    plan: &'a Plan,
    /// The releases whose unchanged files need no upload, the live one first.
    sources: &'a [&'a Manifest],
    /// Whether an earlier deployment uploaded some of the files.
    is_resumed: bool,
    output: &'a Output<'o>,
    report: &'a (dyn Fn(Event) + Sync),
}

/// The files of a build.
pub struct Output<'a> {
    /// Returns the path of a file on this machine.
    pub locate: &'a dyn Fn(&OutputPath) -> Result<PathBuf, String>,
    /// Opens a file.
    pub open: &'a OpenFile<'a>,
}

/// Where a target has its releases.
pub enum VersionedPlace<'a> {
    /// In a folder.
    Folder(VersionedFolder),
    /// In an object store.
    Store {
        /// The store.
        store: &'a dyn Store,
        /// Maximum number of operations at the same time.
        concurrency: usize,
    },
}

/// A target with a folder for each release.
pub struct VersionedTarget<'a> {
    /// Where the releases are.
    pub place: VersionedPlace<'a>,
    /// How releases are deployed.
    pub options: DeployOptions<'a>,
}

impl VersionedTarget<'_> {
    /// Reads the target without its lock.
    fn read<T>(
        &self,
        work: impl FnOnce(&dyn Releases) -> Result<T, DeployError>,
    ) -> Result<T, DeployError> {
        match &self.place {
            VersionedPlace::Folder(folder) => work(&Connection::new(folder)),
            VersionedPlace::Store { store, concurrency } => {
                let target = self.target(*store, *concurrency);
                work(&StoredReleases::new(&target, None))
            }
        }
    }

    /// Changes the target under its lock.
    fn change<T>(
        &self,
        work: impl FnOnce(&dyn Releases) -> Result<T, DeployError>,
    ) -> Result<T, DeployError> {
        match &self.place {
            VersionedPlace::Folder(folder) => work(&*HeldConnection::lock(folder)?),
            VersionedPlace::Store { store, concurrency } => {
                let target = self.target(*store, *concurrency);
                let lock = target.lock()?;
                let transfer = Transfer { target: &target, lock: &lock };
                transfer.renewing(|| work(&StoredReleases::new(&target, Some(&transfer))))
            }
        }
    }

    fn target<'a>(&'a self, store: &'a dyn Store, concurrency: usize) -> Target<'a> {
        Target { store, concurrency, options: self.options.clone() }
    }

    /// Returns which releases are retained. A CDN can still use the pointer to the replaced release of a store for some seconds.
    fn retention(&self) -> Retention {
        let retention = self.options.retention;
        match self.place {
            VersionedPlace::Folder(_) => retention,
            VersionedPlace::Store { .. } => {
                Retention { releases: retention.releases.max(1), ..retention }
            }
        }
    }

    /// Plans a deployment without changing the target.
    pub fn plan(&self, content: &Content) -> Result<Plan, DeployError> {
        self.read(|place| {
            let baseline = self.baseline(place, content)?;
            let ids: Vec<String> = baseline.state.releases.into_iter().map(|it| it.id).collect();
            let retained = if place.is_store() { read_manifests(place, &ids)? } else { Vec::new() };
            let sources: Vec<&Manifest> = baseline.live.iter().chain(&retained).collect();
            Ok(plan(content, baseline.live.as_ref(), &[], &sources))
        })
    }

    /// Reads what the target has, and reports another site that the content replaces.
    fn baseline(&self, place: &dyn Releases, content: &Content) -> Result<Baseline, DeployError> {
        let baseline = read_baseline(place)?;
        self.options.report_other_site(baseline.live.as_ref(), content);
        Ok(baseline)
    }

    /// Makes a release live. A deployment that was stopped at any point is continued by the next one.
    pub fn deploy(&self, content: Content, output: &Output<'_>) -> Result<Outcome, DeployError> {
        self.change(|place| self.deploy_locked(place, content, output))
    }

    fn deploy_locked(
        &self,
        place: &dyn Releases,
        content: Content,
        output: &Output<'_>,
    ) -> Result<Outcome, DeployError> {
        let Baseline { mut state, live, stopped } = self.baseline(place, &content)?;
        let uploading = state.uploading.take();
        if stopped.is_some() || uploading.is_some() {
            (self.options.report)(Event::Resuming);
        }

        let pending = read_manifests(place, &state.pending)?;
        if let Some(live) = live.as_ref().filter(|live| live.has(&content)) {
            abandon(place, &mut state, uploading, stopped)?;
            let plan = plan(&content, Some(live), &pending, &[]);
            return self.repair_live(place, state, live, plan, output);
        }

        let resumed = uploaded_before(place, &content, uploading.as_ref(), stopped.as_ref())?;
        let created_at = self.options.clock.now();
        let mut info = match &resumed {
            Some(resumed) => ReleaseInfo { created_at, ..resumed.info.clone() },
            None => {
                abandon(place, &mut state, uploading, stopped)?;
                self.new_info(&content, &state, created_at)
            }
        };

        let retained = self.other_retained(place, &state, &info)?;
        let is_live = |it: &Manifest| live.as_ref().is_some_and(|live| live.info.id == it.info.id);
        let others = retained.iter().filter(|it| place.is_store() && !is_live(it));
        let sound = self.undamaged_part(place, live.as_ref())?;
        let mut before = pending;
        before.extend(live.clone().filter(|_| sound.is_some()));
        let base = sound.as_ref().or(live.as_ref());
        let sources: Vec<&Manifest> = base.into_iter().chain(others).collect();

        let plan = plan(&content, base, &before, &sources);
        info.pages_changed = plan.changed_pages();
        let release = Manifest { info, rules: content.rules, files: content.files };
        let new = NewRelease {
            release: &release,
            plan: &plan,
            sources: &sources,
            is_resumed: resumed.is_some(),
            output,
            report: self.options.report,
        };
        upload(place, &mut state, &new)?;
        place.carry(&release, &retained, true)?;

        state.uploading = None;
        state.releases.insert(0, release.info.clone());
        make_live(place, &mut state, &release, live.as_ref())?;

        let outcome = outcome(&release, &plan);
        self.finish(place, state, &release, &outcome)?;
        Ok(outcome)
    }

    /// Uploads the files of the live release again that another program changed or removed.
    fn repair_live(
        &self,
        place: &dyn Releases,
        state: State,
        live: &Manifest,
        mut plan: Plan,
        output: &Output<'_>,
    ) -> Result<Outcome, DeployError> {
        let damaged = self.find_damage(place, live)?;
        if !damaged.is_empty() {
            place.repair(live, &damaged, output)?;
            plan.add_repairs(&live.files, damaged);
        }

        let outcome = outcome(live, &plan);
        self.finish(place, state, live, &outcome)?;
        Ok(outcome)
    }

    /// Returns what the state says of a new release.
    fn new_info(&self, content: &Content, state: &State, created_at: i64) -> ReleaseInfo {
        let used = state.releases.iter().map(|info| &info.id).chain(&state.expired);
        ReleaseInfo {
            id: new_id(created_at, &content.files, used.map(String::as_str)),
            created_at,
            by: self.options.by.clone(),
            commit: content.commit.clone(),
            base_url: content.base_url.clone(),
            files: content.files.len(),
            pages_changed: 0,
            rollback_of: None,
        }
    }

    /// Returns the other releases that are retained when a new one is live.
    fn other_retained(
        &self,
        place: &dyn Releases,
        state: &State,
        new: &ReleaseInfo,
    ) -> Result<Vec<Manifest>, DeployError> {
        let mut releases = state.releases.clone();
        releases.insert(0, new.clone());
        let retained = self.retention().apply(releases, new.created_at);
        let ids: Vec<String> = retained.into_iter().skip(1).map(|info| info.id).collect();
        read_manifests(place, &ids)
    }

    /// Returns the live release without its damaged files. `None` if none is damaged.
    fn undamaged_part(
        &self,
        place: &dyn Releases,
        live: Option<&Manifest>,
    ) -> Result<Option<Manifest>, DeployError> {
        // A store copies unchanged files from the live release. An upload to a folder compares all of them anyway.
        let Some(live) = live.filter(|_| place.is_store()) else { return Ok(None) };
        let damaged = self.find_damage(place, live)?;
        Ok((!damaged.is_empty()).then(|| live.without(&damaged)))
    }

    /// Returns the files of the live release that another program changed or removed, and reports them.
    fn find_damage(
        &self,
        place: &dyn Releases,
        live: &Manifest,
    ) -> Result<BTreeSet<OutputPath>, DeployError> {
        let damaged = place.damaged(live, &self.options)?;
        if let Some(example) = damaged.first().cloned() {
            (self.options.report)(Event::Damaged { count: damaged.len(), example });
        }
        Ok(damaged)
    }

    /// Makes an earlier release live again, by the pointer. Without an ID, this is the release before the live one.
    pub fn rollback(&self, id: Option<&str>) -> Result<Outcome, DeployError> {
        self.change(|place| self.rollback_locked(place, id))
    }

    fn rollback_locked(
        &self,
        place: &dyn Releases,
        id: Option<&str>,
    ) -> Result<Outcome, DeployError> {
        let Baseline { mut state, live, stopped } = read_baseline(place)?;

        let origin = match id {
            Some(id) => Some(find_release(&state.releases, id)?),
            None => earlier(&state, live.as_ref()),
        };
        let origin = origin.ok_or_else(|| {
            DeployError::Usage("the target has no earlier release to go back to".to_owned())
        })?;

        let release = existing_manifest(place, &origin.id)?;
        let damaged = place.damaged(&release, &self.options)?;
        if let Some(path) = damaged.first() {
            return Err(DeployError::Failed(format!(
                "the target has lost {} of the release {}, such as {path}; build its commit and deploy it",
                counted(damaged.len(), "file"),
                release.info.id
            )));
        }

        let pending = read_manifests(place, &state.pending)?;
        let content = Content {
            commit: None,
            base_url: release.info.base_url.clone(),
            rules: release.rules.clone(),
            files: release.files.clone(),
        };

        let mut plan = plan(&content, live.as_ref(), &pending, &[]);
        plan.uploads.clear();

        abandon(place, &mut state, None, stopped)?;
        place.carry(&release, live.as_slice(), false)?;
        make_live(place, &mut state, &release, live.as_ref())?;

        let outcome = outcome(&release, &plan);
        self.finish(place, state, &release, &outcome)?;
        Ok(outcome)
    }

    /// Returns the releases that the target retains. Visitors see no files of a stopped deployment.
    pub fn releases(&self) -> Result<RetainedReleases, DeployError> {
        let Baseline { state, live, .. } = self.read(|place| read_baseline(place))?;
        let live = live.map(|live| live.info.id);
        Ok(RetainedReleases { live, stopped: None, releases: state.releases })
    }

    /// Returns a retained release by its ID or the start of it.
    pub fn release(&self, id: &str) -> Result<Manifest, DeployError> {
        self.read(|place| {
            let Baseline { state, .. } = read_baseline(place)?;
            existing_manifest(place, &find_release(&state.releases, id)?.id)
        })
    }

    /// Reads a file of a release. Returns `None` if the target has lost it.
    pub fn file(&self, release: &str, path: &OutputPath) -> Result<Option<Vec<u8>>, DeployError> {
        self.read(|place| place.read(&format!("{}{path}", folder_of(release))))
    }

    /// Configures the web server, purges URLs and removes expired releases after a deployment or a rollback made a release live.
    fn finish(
        &self,
        place: &dyn Releases,
        mut state: State,
        live: &Manifest,
        outcome: &Outcome,
    ) -> Result<(), DeployError> {
        if state.next.is_some() || !state.pending.is_empty() {
            (self.options.configure)(live).map_err(DeployError::Failed)?;
        }

        if !outcome.urls.is_empty() {
            (self.options.purge)(&outcome.urls).map_err(DeployError::Failed)?;
        }

        let releases = std::mem::take(&mut state.releases);
        let is_newest = releases.first().is_some_and(|newest| newest.id == live.info.id);
        let retained = if is_newest {
            self.retention().apply(releases.clone(), self.options.clock.now())
        } else {
            releases.clone()
        };

        let is_expired = |info: &&ReleaseInfo| retained.iter().all(|it| it.id != info.id);
        state.expired.extend(releases.iter().filter(is_expired).map(|info| info.id.clone()));

        let is_changed =
            state.next.is_some() || !state.pending.is_empty() || !state.expired.is_empty();
        (state.next, state.pending, state.releases) = (None, Vec::new(), retained);
        if is_changed {
            put_state(place, &state)?;
        }

        if state.expired.is_empty() {
            return Ok(());
        }

        let ids: Vec<String> =
            releases.iter().map(|info| info.id.clone()).chain(state.expired.clone()).collect();
        let manifests = read_manifests(place, &ids)?;
        let retained: BTreeSet<&str> = state.releases.iter().map(|info| &*info.id).collect();
        for id in &state.expired {
            place.remove(id, &manifests, &retained)?;
        }

        state.expired.clear();
        put_state(place, &state)
    }
}

/// Returns the folder of a release, with a slash at its end.
fn folder_of(id: &str) -> String {
    format!("releases/{id}/")
}

/// Gives up a release whose deployment was stopped while it was uploaded, or before it was live. The next upload to a folder continues from
/// its files; a store removes them.
fn abandon(
    place: &dyn Releases,
    state: &mut State,
    uploading: Option<String>,
    stopped: Option<String>,
) -> Result<(), DeployError> {
    if let Some(id) = &stopped {
        place.reopen(id)?;
    }
    state.expired.extend(uploading.into_iter().chain(stopped).filter(|_| place.is_store()));
    Ok(())
}

fn existing_manifest(place: &dyn Releases, id: &str) -> Result<Manifest, DeployError> {
    let found = read_manifest(place, id)?;
    found.ok_or_else(|| DeployError::Failed(format!("the manifest of the release {id} is missing")))
}

/// Reads the manifests that are not missing.
fn read_manifests(place: &dyn Releases, ids: &[String]) -> Result<Vec<Manifest>, DeployError> {
    let mut manifests = Vec::new();
    for id in ids {
        manifests.extend(read_manifest(place, id)?);
    }
    Ok(manifests)
}

/// Returns the release with this content whose upload was stopped, or that was never live.
fn uploaded_before(
    place: &dyn Releases,
    content: &Content,
    uploading: Option<&String>,
    stopped: Option<&String>,
) -> Result<Option<Manifest>, DeployError> {
    // A complete release that was never live is uploaded again, too: its files are there.
    let id = uploading.or(stopped.filter(|_| place.is_store()));
    let uploaded = id.map(|id| read_manifest(place, id)).transpose()?.flatten();
    Ok(uploaded.filter(|uploaded| uploaded.has(content)))
}

/// Uploads a release. The next deployment continues an upload that is stopped.
fn upload(
    place: &dyn Releases,
    state: &mut State,
    new: &NewRelease<'_, '_>,
) -> Result<(), DeployError> {
    let release = new.release;
    if place.is_store() {
        // The next deployment continues the upload, or removes its files.
        state.uploading = Some(release.info.id.clone());
        put_state(place, state)?;
        place.put(&release.key(), &release.bytes())?;
    }

    place.upload(new)
}

/// Changes the pointer to a release.
fn make_live(
    place: &dyn Releases,
    state: &mut State,
    release: &Manifest,
    live: Option<&Manifest>,
) -> Result<(), DeployError> {
    state.next = Some(release.info.id.clone());
    state.pending.extend(live.map(|live| live.info.id.clone()));
    put_state(place, state)?;

    // The state names each manifest in a folder, so that the next deployment removes that of a release which is never live.
    if !place.is_store() {
        place.put(&release.key(), &release.bytes())?;
    }
    place.publish(&release.info.id)
}

fn put_state(place: &dyn Releases, state: &State) -> Result<(), DeployError> {
    let state = State { version: VERSION, ..state.clone() };
    place.put_state(&serde_json::to_vec(&state).expect("a state is plain data"))
}

fn read_manifest(place: &dyn Releases, id: &str) -> Result<Option<Manifest>, DeployError> {
    let bytes = place.read(&release_key(id))?;
    Ok(bytes.and_then(|bytes| Manifest::parse(id, &bytes, &Files::default())))
}

fn read_baseline(place: &dyn Releases) -> Result<Baseline, DeployError> {
    let (link, state) = place.pointer()?;
    let mut state = State::parse(&state).unwrap_or_default();

    let live = match (link.as_str(), link.strip_prefix("releases/").filter(|id| is_release_id(id)))
    {
        ("", _) => None,
        (_, Some(id)) => read_manifest(place, id)?,
        _ => None,
    };

    if live.is_none() && !link.is_empty() {
        return Err(DeployError::Failed(format!(
            "`current` of the target links to `{link}`, which is not a release of Croupier; move it away"
        )));
    }

    if let Some(live) = &live
        && state.releases.iter().all(|info| info.id != live.info.id)
    {
        state.releases.push(live.info.clone());
    }

    let is_live = |id: &String| live.as_ref().is_some_and(|live| live.info.id == *id);
    // A release that was live before stays in the list.
    let stopped = state.next.take_if(|id| !is_live(id));
    let stopped = stopped.filter(|id| {
        state.releases.first().is_some_and(|newest| newest.id == *id)
            && !state.pending.contains(id)
            && live.as_ref().is_none_or(|live| {
                state.releases.iter().position(|it| it.id == live.info.id) == Some(1)
            })
    });

    state.releases.retain(|info| Some(&info.id) != stopped.as_ref());
    Ok(Baseline { state, live, stopped })
}

/// Returns whether a text can be the ID of a release: ASCII letters, digits and hyphens, because it names a folder.
pub fn is_release_id(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|it| it.is_ascii_alphanumeric() || it == '-')
}

/// Returns the release before the live one, or the live one if the rollback to it is not completed.
fn earlier<'a>(state: &'a State, live: Option<&Manifest>) -> Option<&'a ReleaseInfo> {
    let mut releases = state.releases.iter();
    let live = releases.position(|info| Some(&info.id) == live.map(|live| &live.info.id))?;
    let is_finished = state.next.is_none() && state.pending.is_empty();
    state.releases.get(if live > 0 && !is_finished { live } else { live + 1 })
}

/// Plans a deployment over a live release. A CDN can have files of `pending` releases too. Contents of `sources` need no upload.
fn plan(
    content: &Content,
    live: Option<&Manifest>,
    pending: &[Manifest],
    sources: &[&Manifest],
) -> Plan {
    let mut plan = Plan::default();

    let contents: BTreeSet<ContentHash> = sources
        .iter()
        .flat_map(|source| source.files.iter())
        .map(|(_, entry)| entry.content_hash())
        .collect();
    let bases = || live.into_iter().chain(pending);

    for (path, entry) in content.files.iter() {
        let has = |manifest: &Manifest| manifest.files.get(path) == Some(entry);
        if live.is_some() && bases().all(has) {
            plan.unchanged += 1;
            continue;
        }

        let is_known = bases().any(|base| base.files.contains(path));
        plan.changes.push((if is_known { Change::Changed } else { Change::Added }, path.clone()));

        let is_stored = if is_immutable(path) {
            sources.iter().any(|source| has(source))
        } else {
            contents.contains(&entry.content_hash())
        };
        if !is_stored {
            plan.uploads.push(Upload { path: path.clone(), size: entry.size });
        }
    }

    let removed: BTreeSet<&OutputPath> = bases()
        .flat_map(|base| base.files.paths())
        .filter(|path| !is_immutable(path) && !content.files.contains(path))
        .collect();
    plan.changes.extend(removed.iter().map(|path| (Change::Removed, (*path).clone())));
    plan.removals = removed.into_iter().cloned().collect();

    plan
}

fn outcome(release: &Manifest, plan: &Plan) -> Outcome {
    let urls = ChangedUrls::new(plan.changes.clone(), &release.files, &release.info.base_url);
    Outcome {
        release: release.info.clone(),
        uploaded: plan.uploads.len(),
        bytes: plan.upload_bytes(),
        changed: plan.changes.len() - plan.removals.len(),
        removed: plan.removals.len(),
        unchanged: plan.unchanged,
        urls,
    }
}

#[cfg(test)]
mod tests;
