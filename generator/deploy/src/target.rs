//! Deployments to a target, rollbacks, and the list of its releases.

use std::collections::BTreeSet;
use std::io::Read;

use crate::deployment::{DeployError, Event, OpenFile, Outcome, RetainedReleases, Target};
use crate::files::{Entry, Files, Listing, is_immutable, retained_key};
use crate::layout::VERSIONED_STATE;
use crate::lock::{Holder, Lock, LockError};
use crate::manifest::{Content, Manifest, ReleaseInfo};
use crate::plan::Plan;
use crate::state::{Baseline, Known, State, read_manifest};
use crate::store::StoreError;
use crate::transfer::Transfer;
use crate::verification::{ReleaseFile, Verification, different_in_store};
use croupier_base::diagnostic::wording::counted;
use croupier_base::fingerprint::ContentHasher;
use croupier_base::path::OutputPath;

impl Target<'_> {
    /// Plans a deployment without changing the target.
    pub fn plan(&self, content: Content) -> Result<Plan, DeployError> {
        let mut baseline = self.baseline(&content.files)?;
        self.options.report_other_site(baseline.live.as_ref(), &content);
        self.find_damage(&mut baseline, &content.files, None)?;
        let release = self.manifest(content, None, &baseline);
        Ok(Plan::new(&release, &baseline, self.listing(&baseline)?.as_ref()))
    }

    /// Makes a release live. A deployment that was stopped at any point is completed by the next one.
    pub fn deploy(&self, content: Content, open: &OpenFile<'_>) -> Result<Outcome, DeployError> {
        let lock = self.lock()?;
        let transfer = Transfer { target: self, lock: &lock };
        let mut baseline = self.baseline(&content.files)?;
        self.options.report_other_site(baseline.live.as_ref(), &content);
        transfer.renewing(|| self.find_damage(&mut baseline, &content.files, None))?;
        let release = self.manifest(content, None, &baseline);
        let listed = self.listing(&baseline)?;
        let plan = Plan::new(&release, &baseline, listed.as_ref());
        transfer.run(release, baseline, plan, open)
    }

    /// Makes an earlier release live again, from what the target retains of it. Without an ID, this is the release before the live one, or
    /// the live one if the deployment after it was stopped.
    pub fn rollback(&self, id: Option<&str>) -> Result<Outcome, DeployError> {
        let lock = self.lock()?;
        let transfer = Transfer { target: self, lock: &lock };
        let none = Files::default();
        let mut baseline = self.baseline(&none)?;

        let origin = rollback_origin(&baseline, id)?;
        let known = baseline.live.as_ref().map_or(&none, |live| &live.files);
        let Some(origin) = read_manifest(self.store, &origin.id, known)? else {
            return Err(DeployError::Failed(format!(
                "the manifest of the release {} is missing; build its commit and deploy it",
                origin.id
            )));
        };

        let listed = Listing::read(self.store)?;
        let lost = transfer.renewing(|| self.lost_files(&origin, &listed))?;
        if let Some(path) = lost.first() {
            return Err(DeployError::Failed(format!(
                "the target has lost {} of the release {}, such as {path}; build its commit and deploy it",
                counted(lost.len(), "file"),
                origin.info.id
            )));
        }

        transfer.renewing(|| self.find_damage(&mut baseline, &origin.files, Some(&listed)))?;
        let original = origin.info.rollback_of.clone().unwrap_or(origin.info.id);
        let content = Content {
            commit: origin.info.commit,
            base_url: origin.info.base_url,
            rules: origin.rules,
            files: origin.files,
        };

        let release = self.manifest(content, Some(original), &baseline);
        let mut plan = Plan::new(&release, &baseline, Some(&listed));
        // What remains are hashed files with other headers, whose content is there.
        plan.uploads.clear();
        plan.changes.retain(|(_, path)| !is_immutable(path));

        let nothing = |path: &OutputPath| -> Result<Box<dyn Read>, String> {
            Err(format!("{path} is not at hand"))
        };

        transfer.run(release, baseline, plan, &nothing)
    }

    /// Returns the files of a release that a rollback cannot copy into place, because the target no longer has their content.
    fn lost_files(
        &self,
        release: &Manifest,
        listed: &Listing,
    ) -> Result<BTreeSet<OutputPath>, DeployError> {
        let is_missing =
            |(path, entry): &ReleaseFile<'_>| !listed.has(&retained_key(path, entry), entry.size);
        let (missing, present): (Vec<_>, Vec<_>) = release.files.iter().partition(is_missing);
        if !missing.is_empty() {
            return Ok(missing.into_iter().map(|(path, _)| path.clone()).collect());
        }
        Ok(self.options.verification.run(&present, self.options.clock.now(), &|files| {
            different_in_store(self.store, self.concurrency, files, &retained_key)
        })?)
    }

    /// Finds files that the manifests of the target and a new release agree on, but that the target lacks, or has with another content.
    fn find_damage(
        &self,
        baseline: &mut Baseline,
        files: &Files,
        listed: Option<&Listing>,
    ) -> Result<(), DeployError> {
        let is_trusted =
            |(path, entry): &ReleaseFile<'_>| baseline.known(path) == Known::Is(Some(entry));
        let is_missing = |(path, entry): &ReleaseFile<'_>| {
            listed.is_some_and(|listed| !listed.has(path, entry.size))
        };
        let (missing, present): (Vec<_>, Vec<_>) =
            files.iter().filter(is_trusted).partition(is_missing);
        let mut damaged: BTreeSet<OutputPath> =
            missing.into_iter().map(|(path, _)| path.clone()).collect();

        let compare = |files: &[ReleaseFile<'_>]| {
            let at_path = |path: &OutputPath, _: &Entry| path.to_string();
            let mut found = different_in_store(self.store, self.concurrency, files, &at_path)?;
            // A later rollback needs the copies that are named by their content.
            if self.options.verification == Verification::All {
                let copied: Vec<_> =
                    files.iter().filter(|(path, _)| !is_immutable(path)).copied().collect();
                let concurrency = self.concurrency;
                found.extend(different_in_store(self.store, concurrency, &copied, &retained_key)?);
            }
            Ok::<_, StoreError>(found)
        };
        let seed = self.options.clock.now();
        damaged.extend(self.options.verification.run(&present, seed, &compare)?);
        if let Some(example) = damaged.first().cloned() {
            (self.options.report)(Event::Damaged { count: damaged.len(), example });
        }
        baseline.damaged = damaged;
        Ok(())
    }

    /// Returns the releases that the target retains.
    pub fn releases(&self) -> Result<RetainedReleases, DeployError> {
        self.check_mode()?;
        let state = Baseline::read(self.store, &Files::default())?.state;
        let stopped = state.stopped().map(str::to_owned);
        let State { live, releases, .. } = state;
        let is_newest = |live: &String| releases.first().is_some_and(|it| it.id == *live);
        Ok(RetainedReleases { live: live.filter(is_newest), stopped, releases })
    }

    /// Returns a retained release by its ID or the start of it.
    pub fn release(&self, id: &str) -> Result<Manifest, DeployError> {
        let releases = self.releases()?.releases;
        let info = find_release(&releases, id)?;
        read_manifest(self.store, &info.id, &Files::default())?.ok_or_else(|| {
            DeployError::Failed(format!("the manifest of the release {} is missing", info.id))
        })
    }

    /// Reads the content of a file of a retained release. Returns `None` if the target has lost it.
    pub fn file(&self, path: &OutputPath, entry: &Entry) -> Result<Option<Vec<u8>>, DeployError> {
        let stored = self.store.read(&retained_key(path, entry))?;
        Ok(stored.map(|stored| stored.bytes))
    }

    pub(crate) fn lock(&self) -> Result<Lock<'_>, DeployError> {
        let waiting = |by: Option<&str>, seconds| {
            (self.options.report)(Event::Waiting { by: by.map(str::to_owned), seconds });
        };

        let holder = Holder::this_process(self.options.by.as_deref());
        let lock = Lock::acquire(self.store, self.options.clock, &holder, &waiting).map_err(|error| {
            match error {
                LockError::Store(error) => DeployError::during("cannot lock it", error),
                LockError::Held(by) => {
                    let by = by.map(|by| format!(" by {by}")).unwrap_or_default();
                    DeployError::Failed(format!(
                        "another deployment{by} to this target is running; try again when it has finished"
                    ))
                }
            }
        })?;

        if !lock.is_exclusive()? {
            (self.options.report)(Event::Unlocked);
        }

        self.store.clean_up();
        Ok(lock)
    }

    /// Refuses a target with versioned releases, because a deployment in place would remove their manifests.
    fn check_mode(&self) -> Result<(), DeployError> {
        if self.store.read(VERSIONED_STATE)?.is_none() {
            return Ok(());
        }
        Err(DeployError::Usage(
            "the target has releases of `mode = \"versioned\"`; set this mode, or name another folder or prefix"
                .to_owned(),
        ))
    }

    fn baseline(&self, known: &Files) -> Result<Baseline, DeployError> {
        self.check_mode()?;
        let baseline = Baseline::read(self.store, known)
            .map_err(|error| DeployError::during("cannot read its state", error))?;
        match &baseline.problem {
            Some(problem) => (self.options.report)(Event::Repairing(problem.clone())),
            None if !baseline.state.mixed.is_empty() => (self.options.report)(Event::Resuming),
            None => {}
        }
        Ok(baseline)
    }

    /// Lists the target, unless the manifest of the live release says what it contains.
    fn listing(&self, baseline: &Baseline) -> Result<Option<Listing>, DeployError> {
        if baseline.is_certain() {
            return Ok(None);
        }
        Ok(Some(Listing::read(self.store)?))
    }

    /// Returns the manifest of a release. The live release and a stopped deployment of the same files keep their ID.
    fn manifest(
        &self,
        content: Content,
        rollback_of: Option<String>,
        baseline: &Baseline,
    ) -> Manifest {
        let created_at = self.options.clock.now();

        let was_live = |id: &str| baseline.state.releases.iter().any(|release| release.id == id);
        let stopped = baseline.mixed.last().filter(|stopped| !was_live(&stopped.info.id));
        if let Some(stopped) = stopped.filter(|stopped| stopped.has(&content)) {
            let info = ReleaseInfo { created_at, ..stopped.info.clone() };
            return Manifest { info, ..stopped.clone() };
        }

        if let Some(live) = baseline.live.as_ref().filter(|live| live.has(&content)) {
            return live.clone();
        }

        let Content { commit, base_url, rules, files } = content;
        let used = baseline.state.releases.iter().map(|release| release.id.as_str());
        let id = new_id(created_at, &files, used);
        let info = ReleaseInfo {
            id,
            created_at,
            by: self.options.by.clone(),
            commit,
            base_url,
            files: files.len(),
            pages_changed: 0,
            rollback_of,
        };

        Manifest { info, rules, files }
    }
}

/// Returns the ID of a new release, which is none of the used ones.
pub(crate) fn new_id<'a>(
    created_at: i64,
    files: &Files,
    used: impl Iterator<Item = &'a str>,
) -> String {
    let time = jiff::Timestamp::from_second(created_at).unwrap_or_default();
    let mut hasher = ContentHasher::default();
    for (path, entry) in files.iter() {
        hasher.update(format!("{path}\t{}\n", entry.content_hash()).as_bytes());
    }
    let hash = hasher.hash().to_string();
    let id = format!("{}-{}", time.strftime("%Y%m%d-%H%M%S"), &hash[..8]);
    let used: BTreeSet<&str> = used.collect();
    let numbered = (2..).map(|number| format!("{id}-{number}"));
    std::iter::once(id.clone())
        .chain(numbered)
        .find(|id| !used.contains(id.as_str()))
        .expect("the numbers do not end")
}

/// Returns the release with an ID, or the only one whose ID starts with it.
pub(crate) fn find_release<'a>(
    releases: &'a [ReleaseInfo],
    id: &str,
) -> Result<&'a ReleaseInfo, DeployError> {
    if let Some(release) = releases.iter().find(|release| release.id == id) {
        return Ok(release);
    }
    let mut matching = releases.iter().filter(|release| release.id.starts_with(id));
    match (matching.next(), matching.next()) {
        (Some(release), None) => Ok(release),
        (Some(_), Some(_)) => Err(DeployError::Usage(format!(
            "several releases start with `{id}`; `croupier releases` lists them"
        ))),
        (None, _) => Err(DeployError::Usage(format!(
            "the target has no release `{id}`; `croupier releases` lists those that it retains"
        ))),
    }
}

/// Returns the release that a rollback makes live again.
fn rollback_origin<'a>(
    baseline: &'a Baseline,
    id: Option<&str>,
) -> Result<&'a ReleaseInfo, DeployError> {
    let state = &baseline.state;
    let releases = &state.releases;
    if let Some(id) = id {
        return find_release(releases, id);
    }
    let current = releases.iter().find(|release| Some(&release.id) == state.live.as_ref());
    // A rollback that failed after its release was live is completed, and does not go back again.
    if let Some(current) = current.filter(|it| it.rollback_of.is_some() && !state.mixed.is_empty())
    {
        return Ok(current);
    }
    // A deployment that was stopped is undone, and a rollback is completed.
    let stopped = baseline.mixed.iter().find(|it| Some(it.info.id.as_str()) == state.stopped());
    if let Some(current) = current
        && stopped.is_some_and(|it| it.info.rollback_of.is_none())
    {
        return Ok(current);
    }
    // After a rollback, the release before it is the one that was rolled back.
    let origin = current.map(|release| release.rollback_of.as_ref().unwrap_or(&release.id));
    let position = releases.iter().position(|release| Some(&release.id) == origin);
    let earlier = position.and_then(|position| releases.get(position + 1));
    earlier.ok_or_else(|| {
        DeployError::Usage("the target has no earlier release to go back to".to_owned())
    })
}

#[cfg(test)]
mod tests;
