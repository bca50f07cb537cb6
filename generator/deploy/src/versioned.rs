//! A target with a folder for each release, on this machine or at a host that is reached by SSH. A symbolic link selects the live one.
//!
//! ```text
//! current -> releases/20261126-061530-1f0c58a7
//! releases/ID/           the files of a release, and hashed files of other retained releases for open tabs
//! .croupier/state.json   the releases
//! .croupier/releases/    their manifests
//! .croupier/incoming/    the next release during the upload
//! ```
//!
//! The programs `rsync` and `ssh` transfer files. Their configuration, keys and known hosts apply, and they never ask for a password.

use std::collections::BTreeSet;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::files::{Files, is_immutable};
use crate::layout::release_key;
use crate::manifest::{Manifest, ReleaseInfo};
use crate::plan::{Change, Plan, Step, Upload};
use crate::purge::ChangedUrls;
use crate::target::{
    Content, DeployError, DeployOptions, Event, Outcome, Progress, find_release, new_id,
};
use connection::{Connection, HeldConnection};
pub use connection::{SshHost, VersionedFolder};
use croupier_base::fingerprint::ContentHash;
use croupier_base::path::OutputPath;

mod connection;

/// Version of the format of the state.
const VERSION: u32 = 1;

/// Path of the state.
const STATE: &str = ".croupier/state.json";

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
}

/// What is known about a target.
struct Baseline {
    state: State,
    /// The live release.
    live: Option<Manifest>,
    /// The release of a deployment that was stopped before it was live.
    stopped: Option<String>,
}

/// A target with a folder for each release.
pub struct VersionedTarget<'a> {
    /// The folder of all releases.
    pub folder: VersionedFolder,
    /// How releases are deployed.
    pub options: DeployOptions<'a>,
}

impl VersionedTarget<'_> {
    /// Plans a deployment without changing the target.
    pub fn plan(&self, content: &Content) -> Result<Plan, DeployError> {
        let connection = Connection::new(&self.folder);
        let baseline = read_baseline(&connection)?;
        Ok(plan(content, baseline.live.as_ref(), &[]))
    }

    /// Makes a release live. `folder` has its files. A deployment that was stopped at any point is continued by the next one.
    pub fn deploy(&self, content: Content, folder: &Path) -> Result<Outcome, DeployError> {
        let connection = HeldConnection::lock(&self.folder)?;
        let Baseline { mut state, live, stopped } = read_baseline(&connection)?;
        if stopped.is_some() {
            (self.options.report)(Event::Resuming);
        }
        let pending = read_manifests(&connection, &state.pending)?;
        let plan = plan(&content, live.as_ref(), &pending);
        if let Some(live) = live.as_ref().filter(|live| live.files == content.files) {
            let outcome = outcome(live.info.clone(), &plan);
            self.finish(&connection, state, live, &outcome)?;
            return Ok(outcome);
        }
        if let Some(id) = &stopped {
            connection.run(REOPEN, &[id, &release_key(id)], &[])?;
        }
        let created_at = self.options.clock.now();
        let info = ReleaseInfo {
            id: new_id(created_at, &content.files, &state.releases),
            created_at,
            by: self.options.by.clone(),
            commit: content.commit,
            base_url: content.base_url,
            files: content.files.len(),
            pages_changed: plan.changed_pages(),
            rollback_of: None,
        };
        let release = Manifest { info, files: content.files };
        self.upload(&connection, &release, live.as_ref(), &plan, folder)?;
        connection.put(&release.key(), &release.bytes())?;
        state.releases.insert(0, release.info.clone());
        let retained = self.options.retention.apply(state.releases.clone(), created_at);
        let retained: Vec<String> = retained.into_iter().skip(1).map(|info| info.id).collect();
        let retained = read_manifests(&connection, &retained)?;
        carry(&connection, &release, &retained, INCOMING)?;
        make_live(&connection, &mut state, &release, live.as_ref())?;
        let outcome = outcome(release.info.clone(), &plan);
        self.finish(&connection, state, &release, &outcome)?;
        Ok(outcome)
    }

    /// Makes an earlier release live again, by the link. Without an ID, this is the release before the live one.
    pub fn rollback(&self, id: Option<&str>) -> Result<Outcome, DeployError> {
        let connection = HeldConnection::lock(&self.folder)?;
        let Baseline { mut state, live, .. } = read_baseline(&connection)?;
        let origin = match id {
            Some(id) => Some(find_release(&state.releases, id)?),
            None => earlier(&state.releases, live.as_ref()),
        };
        let origin = origin.ok_or_else(|| {
            DeployError::Usage("the target has no earlier release to go back to".to_owned())
        })?;
        let release = existing_manifest(&connection, &origin.id)?;
        let pending = read_manifests(&connection, &state.pending)?;
        let content = Content {
            commit: None,
            base_url: release.info.base_url.clone(),
            files: release.files.clone(),
        };
        let mut plan = plan(&content, live.as_ref(), &pending);
        plan.uploads.clear();
        let folder = format!("releases/{}", release.info.id);
        carry(&connection, &release, live.as_slice(), &folder)?;
        make_live(&connection, &mut state, &release, live.as_ref())?;
        let outcome = outcome(release.info.clone(), &plan);
        self.purge(&outcome)?;
        (state.next, state.pending) = (None, Vec::new());
        put_state(&connection, &state)?;
        Ok(outcome)
    }

    /// Returns the retained releases, newest first, and the ID of the live one.
    pub fn releases(&self) -> Result<(Vec<ReleaseInfo>, Option<String>), DeployError> {
        let Baseline { state, live, .. } = read_baseline(&Connection::new(&self.folder))?;
        Ok((state.releases, live.map(|live| live.info.id)))
    }

    /// Returns a retained release by its ID or the start of it.
    pub fn release(&self, id: &str) -> Result<Manifest, DeployError> {
        let connection = Connection::new(&self.folder);
        let Baseline { state, .. } = read_baseline(&connection)?;
        existing_manifest(&connection, &find_release(&state.releases, id)?.id)
    }

    /// Reads a file of a release. Returns `None` if the target has lost it.
    pub fn file(&self, release: &str, path: &OutputPath) -> Result<Option<Vec<u8>>, DeployError> {
        Connection::new(&self.folder).read(&format!("releases/{release}/{path}"))
    }

    /// Uploads the files of a release to the folder of the next one.
    fn upload(
        &self,
        connection: &HeldConnection<'_>,
        release: &Manifest,
        live: Option<&Manifest>,
        plan: &Plan,
        folder: &Path,
    ) -> Result<(), DeployError> {
        let (total, total_bytes) = (plan.uploads.len(), plan.upload_bytes());
        let report = |done: usize, bytes: u64| {
            let done = done.min(total);
            let step = Step::Upload;
            (self.options.report)(Event::Progress(Progress {
                step,
                done,
                total,
                bytes,
                total_bytes,
            }));
        };
        let live = live.map(|live| live.info.id.as_str());
        connection.upload(release.files.paths(), folder, live, &mut |done, bytes| {
            if done < total {
                report(done, bytes.min(total_bytes));
            }
        })?;
        report(total, total_bytes);
        Ok(())
    }

    fn purge(&self, outcome: &Outcome) -> Result<(), DeployError> {
        if outcome.urls.is_empty() {
            return Ok(());
        }
        (self.options.purge)(&outcome.urls).map_err(DeployError::Failed)
    }

    /// Configures the web server, purges URLs and removes expired releases after a release is live.
    fn finish(
        &self,
        connection: &Connection<'_>,
        mut state: State,
        live: &Manifest,
        outcome: &Outcome,
    ) -> Result<(), DeployError> {
        if state.next.is_some() || !state.pending.is_empty() {
            (self.options.configure)().map_err(DeployError::Failed)?;
        }
        self.purge(outcome)?;
        let releases = std::mem::take(&mut state.releases);
        let is_newest = releases.first().is_some_and(|newest| newest.id == live.info.id);
        let retained = if is_newest {
            self.options.retention.apply(releases.clone(), self.options.clock.now())
        } else {
            releases.clone()
        };
        let is_expired = |info: &&ReleaseInfo| retained.iter().all(|it| it.id != info.id);
        state.expired.extend(releases.iter().filter(is_expired).map(|info| info.id.clone()));
        let is_changed =
            state.next.is_some() || !state.pending.is_empty() || !state.expired.is_empty();
        (state.next, state.pending, state.releases) = (None, Vec::new(), retained);
        if is_changed {
            put_state(connection, &state)?;
        }
        if state.expired.is_empty() {
            return Ok(());
        }
        let ids: Vec<String> =
            releases.iter().map(|info| info.id.clone()).chain(state.expired.clone()).collect();
        let manifests = read_manifests(connection, &ids)?;
        let hashed: BTreeSet<&OutputPath> = manifests
            .iter()
            .flat_map(|manifest| manifest.files.paths())
            .filter(|path| is_immutable(path))
            .collect();
        for id in &state.expired {
            let own = manifests.iter().find(|manifest| manifest.info.id == *id);
            let own = own.into_iter().flat_map(|manifest| manifest.files.paths());
            let files = zero_terminated(own.chain(hashed.iter().copied()));
            connection.run(REMOVE, &[id, &release_key(id)], &files)?;
        }
        state.expired.clear();
        put_state(connection, &state)
    }
}

/// Folder of the next release.
const INCOMING: &str = ".croupier/incoming";

/// Reads the link and the state. Exit code 76: the link is a file or a folder.
const READ: &str = r#"cd "$1" 2>/dev/null || exit 0
if [ -e current ] && [ ! -L current ]; then exit 76; fi
readlink current || echo
cat .croupier/state.json 2>/dev/null || :"#;

/// Continues the upload of a release that was not live, and removes its manifest.
const REOPEN: &str = r#"cd "$1" && rm -f "$3"
if [ -d "releases/$2" ] && [ ! -e .croupier/incoming ]; then mv "releases/$2" .croupier/incoming; fi"#;

/// Makes a release live. Renaming a link over another one is atomic.
const PUBLISH: &str = r#"cd "$1" || exit 1
if [ -d .croupier/incoming ] && [ ! -e "releases/$2" ]; then mv .croupier/incoming "releases/$2" || exit 1; fi
[ -d "releases/$2" ] || { echo "releases/$2 is missing" >&2; exit 1; }
ln -sfn "releases/$2" .croupier/current && mv -fT .croupier/current current"#;

/// Adds the listed files of a release to a folder by hard links, unless it has them.
const CARRY: &str = r#"cd "$1" && [ -d "releases/$2" ] && rsync -r --from0 --files-from=- --ignore-existing --ignore-missing-args --link-dest="$PWD/releases/$2" "releases/$2/" "$3/""#;

/// Removes the listed files of a release, then empty folders, and then its manifest.
const REMOVE: &str = r#"cd "$1" || exit 1
if [ -d "releases/$2" ]; then
(cd "releases/$2" && xargs -0 rm -f --) && find "releases/$2" -depth -type d -empty -delete || exit 1
fi
rm -f "$3""#;

fn zero_terminated<'a>(paths: impl Iterator<Item = &'a OutputPath>) -> Vec<u8> {
    paths.flat_map(|path| path.as_bytes().iter().copied().chain([0])).collect()
}

/// Adds the hashed files of other releases to the folder of a release, for open tabs.
fn carry(
    connection: &Connection<'_>,
    release: &Manifest,
    others: &[Manifest],
    folder: &str,
) -> Result<(), DeployError> {
    let mut carried = BTreeSet::new();
    for other in others.iter().filter(|other| other.info.id != release.info.id) {
        let paths = other.files.paths().filter(|path| {
            is_immutable(path) && !release.files.contains(path) && carried.insert((*path).clone())
        });
        let list = zero_terminated(paths);
        if !list.is_empty() {
            connection.run(CARRY, &[&other.info.id, folder], &list)?;
        }
    }
    Ok(())
}

fn existing_manifest(connection: &Connection<'_>, id: &str) -> Result<Manifest, DeployError> {
    let found = read_manifests(connection, &[id.to_owned()])?.pop();
    found.ok_or_else(|| DeployError::Failed(format!("the manifest of the release {id} is missing")))
}

/// Reads the manifests that are not missing.
fn read_manifests(
    connection: &Connection<'_>,
    ids: &[String],
) -> Result<Vec<Manifest>, DeployError> {
    let mut manifests = Vec::new();
    for id in ids {
        manifests.extend(read_manifest(connection, id)?);
    }
    Ok(manifests)
}

/// Changes the link to a release.
fn make_live(
    connection: &Connection<'_>,
    state: &mut State,
    release: &Manifest,
    live: Option<&Manifest>,
) -> Result<(), DeployError> {
    state.next = Some(release.info.id.clone());
    state.pending.extend(live.map(|live| live.info.id.clone()));
    put_state(connection, state)?;
    connection.run(PUBLISH, &[&release.info.id], &[])?;
    Ok(())
}

fn put_state(connection: &Connection<'_>, state: &State) -> Result<(), DeployError> {
    let state = State { version: VERSION, ..state.clone() };
    connection.put(STATE, &serde_json::to_vec(&state).expect("a state is plain data"))
}

fn read_manifest(connection: &Connection<'_>, id: &str) -> Result<Option<Manifest>, DeployError> {
    let bytes = connection.read(&release_key(id))?;
    Ok(bytes.and_then(|bytes| Manifest::parse(id, &bytes, &Files::default())))
}

fn read_baseline(connection: &Connection<'_>) -> Result<Baseline, DeployError> {
    let output = connection.run(READ, &[], &[]).map_err(|error| match error {
        connection::RemoteError::Exit(76, _) => DeployError::Failed(
            "`current` of the target is not a symbolic link; move it away".to_owned(),
        ),
        error => error.into(),
    })?;
    let end = output.iter().position(|byte| *byte == b'\n').unwrap_or(output.len());
    let link = String::from_utf8_lossy(&output[..end]).into_owned();
    let state = serde_json::from_slice(output.get(end + 1..).unwrap_or_default()).ok();
    let mut state = state.filter(|state: &State| state.version == VERSION).unwrap_or_default();
    let live = match (link.as_str(), link.strip_prefix("releases/").filter(|id| is_id(id))) {
        ("", _) => None,
        (_, Some(id)) => read_manifest(connection, id)?,
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

/// Returns whether a text can be the ID of a release, which is a name of a folder.
fn is_id(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|it| it.is_ascii_alphanumeric() || it == '-')
}

/// Returns the release before the live one.
fn earlier<'a>(releases: &'a [ReleaseInfo], live: Option<&Manifest>) -> Option<&'a ReleaseInfo> {
    let live = releases.iter().position(|info| Some(&info.id) == live.map(|live| &live.info.id))?;
    releases.get(live + 1)
}

/// Plans a deployment over a live release. A CDN can have files of `pending` releases too.
fn plan(content: &Content, live: Option<&Manifest>, pending: &[Manifest]) -> Plan {
    let mut plan = Plan::default();
    let contents: BTreeSet<ContentHash> = live
        .into_iter()
        .flat_map(|live| live.files.iter())
        .map(|(_, entry)| entry.digest)
        .collect();
    let bases = || live.into_iter().chain(pending);
    for (path, entry) in content.files.iter() {
        let is_same =
            |base: &Manifest| base.files.get(path).is_some_and(|it| it.digest == entry.digest);
        if live.is_some() && bases().all(is_same) {
            plan.unchanged += 1;
            continue;
        }
        let is_known = bases().any(|base| base.files.contains(path));
        plan.changes.push((if is_known { Change::Changed } else { Change::Added }, path.clone()));
        if !contents.contains(&entry.digest) {
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

fn outcome(release: ReleaseInfo, plan: &Plan) -> Outcome {
    let urls = ChangedUrls::new(plan.changes.clone(), &release.base_url);
    Outcome {
        release,
        uploaded: plan.uploads.len(),
        bytes: plan.upload_bytes(),
        changed: plan.changes.len() - plan.removals.len(),
        removed: plan.removals.len(),
        unchanged: plan.unchanged,
        urls,
    }
}
