//! Runs the operations of a plan. Each state of the target in between can be continued from.
//!
//! The order of the writes makes this safe:
//!
//! 1. The manifest of the release, and then the state, which names the release as one that files may be from.
//! 2. Uploads, which no page refers to yet.
//! 3. Copies into place, step by step. The web server is configured before the last step.
//! 4. The state with the new live release, which still names the replaced ones.
//! 5. Removals, the purge, and the removal of what no retained release uses.
//! 6. The state without the replaced releases.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError, mpsc};

use crate::deployment::{DeployError, Event, OpenFile, Outcome, Progress, Target};
use crate::files::{CheckedReader, Entry, RetainedKeys, is_immutable, retained_key};
use crate::layout::{CONTENTS, RELEASES, RETIRED, release_of_key};
use crate::lock::{Lock, RENEWAL};
use crate::manifest::{Manifest, ReleaseInfo};
use crate::plan::{Plan, Step, Upload};
use crate::purge::ChangedUrls;
use crate::retired::RetiredFiles;
use crate::state::{BEFORE_FIRST, Baseline, State, read_manifest};
use crate::store::{Condition, Headers, StoreError, keys};
use croupier_base::path::{OutputPath, is_inside};

/// A running deployment.
pub(crate) struct Transfer<'a> {
    pub target: &'a Target<'a>,
    pub lock: &'a Lock<'a>,
}

impl Transfer<'_> {
    /// Makes a release live.
    pub(crate) fn run(
        &self,
        release: Manifest,
        baseline: Baseline,
        plan: Plan,
        open: &OpenFile<'_>,
    ) -> Result<Outcome, DeployError> {
        self.renewing(|| self.run_locked(release, baseline, plan, open))
    }

    /// Runs some work, and renews the lock meanwhile.
    pub(crate) fn renewing<T>(&self, work: impl FnOnce() -> T) -> T {
        std::thread::scope(|scope| {
            let (running, stopped) = mpsc::channel::<()>();
            scope.spawn(move || {
                while stopped.recv_timeout(RENEWAL) == Err(mpsc::RecvTimeoutError::Timeout) {
                    self.lock.renew();
                }
            });
            let result = work();
            drop(running);
            result
        })
    }

    fn run_locked(
        &self,
        mut release: Manifest,
        baseline: Baseline,
        mut plan: Plan,
        open: &OpenFile<'_>,
    ) -> Result<Outcome, DeployError> {
        let is_live = baseline.live.as_ref().is_some_and(|live| live.info == release.info);
        let is_finished = is_live && baseline.is_certain();
        if !is_live {
            release.info.pages_changed = plan.changed_pages();
        }

        let outcome = Outcome {
            release: release.info.clone(),
            uploaded: plan.uploads.len(),
            bytes: plan.upload_bytes(),
            changed: plan.changes.len() - plan.removals.len() - plan.blocking.len(),
            removed: plan.removals.len() + plan.blocking.len(),
            unchanged: plan.unchanged,
            urls: ChangedUrls::new(
                std::mem::take(&mut plan.changes),
                &release.files,
                &release.info.base_url,
            ),
        };

        if is_finished {
            return Ok(outcome);
        }

        let Baseline { mut state, mut condition, live, mixed, .. } = baseline;
        if !is_live {
            let store = self.target.store;
            store.write(&release.key(), release.bytes(), &Headers::new())?;
            if !state.mixed.contains(&release.info.id) {
                state.mixed.push(release.info.id.clone());
                condition = state.write(store, &condition)?;
            }
        }

        self.change_site(&release, &plan, open)?;
        if !is_live {
            state.mixed.retain(|id| *id != release.info.id);
            state.mixed.push(state.live.take().unwrap_or_else(|| BEFORE_FIRST.to_owned()));
            state.live = Some(release.info.id.clone());
            state.releases.insert(0, release.info.clone());
            condition = state.write(self.target.store, &condition)?;
        }

        let removals: Vec<String> = plan.removals.iter().map(ToString::to_string).collect();
        self.remove(Step::Removal, &removals)?;
        if !outcome.urls.is_empty() {
            (self.target.options.purge)(&outcome.urls).map_err(DeployError::Failed)?;
        }

        let replaced: Vec<Manifest> = live.into_iter().chain(mixed).collect();
        self.expire(&release, &replaced, state, &condition)?;
        Ok(outcome)
    }

    /// Uploads the files of a plan and copies them into place.
    fn change_site(
        &self,
        release: &Manifest,
        plan: &Plan,
        open: &OpenFile<'_>,
    ) -> Result<(), DeployError> {
        let store = self.target.store;

        let write = |path: &OutputPath, entry: &Entry| {
            let content = open(path).map_err(DeployError::Failed)?;
            let mut content = CheckedReader::new(content, entry);
            store
                .write_file(&retained_key(path, entry), &mut content, entry.size, &entry.headers)
                .map_err(|error| DeployError::during(&format!("cannot upload {path}"), error))?;
            Ok(entry.size)
        };
        let entry = |path: &OutputPath| {
            release.files.get(path).expect("a plan contains files of its release")
        };

        let upload = |upload: &Upload| write(&upload.path, entry(&upload.path));
        self.run_step(Step::Upload, &plan.uploads, plan.upload_bytes(), &upload)?;
        // Uploads can take long. If the lock is lost by now, the next step fails.
        self.lock.renew();

        let blocking: Vec<String> = plan.blocking.iter().map(ToString::to_string).collect();
        self.remove(Step::Removal, &blocking)?;

        for step in Step::COPIES {
            if step == Step::Announcement {
                (self.target.options.configure)(release).map_err(DeployError::Failed)?;
            }

            let copies = plan.copies.get(&step).map_or(&[][..], Vec::as_slice);
            let copy = |path: &OutputPath| {
                let entry = entry(path);
                let key = entry.content_key();
                let copied = match store.copy(&key, path) {
                    // Another program removed the content.
                    Err(StoreError::NotFound) => {
                        write(path, entry)?;
                        store.copy(&key, path)
                    }
                    result => result,
                };
                copied
                    .map(|()| 0)
                    .map_err(|error| DeployError::during(&format!("cannot write {path}"), error))
            };
            self.run_step(step, copies, 0, &copy)?;
        }

        Ok(())
    }

    pub(crate) fn remove(&self, step: Step, keys: &[String]) -> Result<(), DeployError> {
        let remove = |key: &String| {
            self.target
                .store
                .remove(key)
                .map(|()| 0)
                .map_err(|error| DeployError::during(&format!("cannot remove {key}"), error))
        };
        self.run_step(step, keys, 0, &remove)
    }

    /// Removes what no retained release uses, and forgets the replaced releases.
    fn expire(
        &self,
        release: &Manifest,
        replaced: &[Manifest],
        mut state: State,
        condition: &Condition,
    ) -> Result<(), DeployError> {
        let store = self.target.store;
        let manifests = keys(store, RELEASES)?;
        let stored_ids: BTreeSet<&str> =
            manifests.iter().filter_map(|key| release_of_key(key)).collect();

        let releases: Vec<_> = std::mem::take(&mut state.releases)
            .into_iter()
            .filter(|it| stored_ids.contains(it.id.as_str()))
            .collect();
        let retained =
            self.target.options.retention.apply(releases.clone(), self.target.options.clock.now());
        self.expire_files(release, replaced, &releases, &retained)?;

        let is_retained = |id: &str| retained.iter().any(|info| info.id == id);
        let is_expired = |key: &&String| release_of_key(key).is_some_and(|id| !is_retained(id));
        let expired: Vec<String> = manifests.iter().filter(is_expired).cloned().collect();
        self.remove(Step::Expiry, &expired)?;

        state.releases = retained;
        state.mixed.clear();
        state.write(store, condition)?;
        store.clean_up();
        Ok(())
    }

    /// Removes the files that only releases use which are not retained.
    fn expire_files(
        &self,
        release: &Manifest,
        replaced: &[Manifest],
        releases: &[ReleaseInfo],
        retained: &[ReleaseInfo],
    ) -> Result<(), DeployError> {
        let store = self.target.store;
        let stored = store.read(RETIRED)?;
        let parsed = stored.as_ref().and_then(|it| serde_json::from_slice(&it.bytes).ok());
        let is_lost = parsed.is_none();
        let mut retired: RetiredFiles = parsed.unwrap_or_default();
        let before = retired.clone();

        let live = RetainedKeys::of(&release.files);
        // Oldest first.
        for info in releases.iter().rev().filter(|info| info.id != release.info.id) {
            let known = replaced.iter().find(|manifest| manifest.info.id == info.id);
            if let Some(manifest) = known {
                retired.update(&live, &[manifest]);
            } else if is_lost
                && let Some(manifest) = read_manifest(store, &info.id, &release.files)?
            {
                retired.update(&live, &[&manifest]);
            }
        }

        retired.update(&live, &[]);
        let was_live = |id: &str| releases.iter().any(|info| info.id == id);
        for stopped in replaced.iter().filter(|manifest| !was_live(&manifest.info.id)) {
            retired.add_stopped(stopped, &live, &release.info.id);
        }

        let with_expired = retired.clone();
        let is_own =
            |key: &String| is_inside(key) && (key.starts_with(CONTENTS) || is_immutable(key));
        let expired: Vec<String> =
            retired.take_expired(retained).into_iter().filter(is_own).collect();

        let write = |retired: &RetiredFiles| {
            let bytes = serde_json::to_vec(retired).expect("names are plain data");
            store.write(RETIRED, bytes, &Headers::new())
        };
        if !expired.is_empty() {
            // If the removals are stopped, the next deployment completes them.
            write(&with_expired)?;
            self.remove(Step::Expiry, &expired)?;
        }

        if retired != before || is_lost || !expired.is_empty() {
            write(&retired)?;
        }
        Ok(())
    }

    /// Fails if another deployment has the lock now.
    pub(crate) fn check_lock(&self) -> Result<(), DeployError> {
        self.lock.renew();
        if self.lock.is_lost() {
            return Err(lost());
        }
        Ok(())
    }

    /// Runs an operation for each item on several threads. The operation returns the number of uploaded bytes.
    /// The first failure ends the step.
    pub(crate) fn run_step<T: Sync>(
        &self,
        step: Step,
        items: &[T],
        total_bytes: u64,
        operation: &(dyn Fn(&T) -> Result<u64, DeployError> + Sync),
    ) -> Result<(), DeployError> {
        let (next, done, bytes) = (AtomicUsize::new(0), AtomicUsize::new(0), AtomicU64::new(0));
        let failure = Mutex::new(None::<DeployError>);
        let failed = || failure.lock().unwrap_or_else(PoisonError::into_inner);

        let work = || {
            while failed().is_none()
                && let Some(item) = items.get(next.fetch_add(1, Ordering::Relaxed))
            {
                let result = if self.lock.is_lost() { Err(lost()) } else { operation(item) };
                match result {
                    Ok(size) => {
                        let bytes = bytes.fetch_add(size, Ordering::Relaxed) + size;
                        let done = done.fetch_add(1, Ordering::Relaxed) + 1;
                        (self.target.options.report)(Event::Progress(Progress {
                            step,
                            done,
                            total: items.len(),
                            bytes,
                            total_bytes,
                        }));
                    }
                    Err(error) => {
                        failed().get_or_insert(error);
                    }
                }
            }
        };

        std::thread::scope(|scope| {
            for _ in 1..self.target.concurrency.min(items.len()) {
                scope.spawn(work);
            }
            work();
        });

        let failure = failure.into_inner().unwrap_or_else(PoisonError::into_inner);
        failure.map_or(Ok(()), Err)
    }
}

fn lost() -> DeployError {
    DeployError::Failed("another deployment took over the lock of the target".to_owned())
}
