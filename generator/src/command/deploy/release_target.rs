//! The releases of a target, in a store or in a folder for each.

use crate::command::deploy::chosen_target::ChosenTarget;
use crate::command::deploy::files::OutputFiles;
use croupier_base::path::OutputPath;
use croupier_deploy::{
    Content, DeployError, DeployOptions, Entry, Manifest, Outcome, Plan, ReleaseInfo, Store,
    Target, VersionedFolder, VersionedTarget,
};

/// Where the releases of a target are.
pub(super) enum Place {
    /// In a folder or an object store.
    Store(Box<dyn Store>),
    /// In a folder for each release, on this machine or at a host.
    Versioned(VersionedFolder),
}

impl Place {
    /// Returns whether the place keeps headers with a file.
    pub(super) fn keeps_headers(&self) -> bool {
        match self {
            Place::Store(store) => store.keeps_headers(),
            Place::Versioned(_) => false,
        }
    }
}

/// Returns a target in a store.
pub(super) fn store_target<'a>(
    chosen: &ChosenTarget,
    store: &'a dyn Store,
    options: DeployOptions<'a>,
) -> Target<'a> {
    Target { store, concurrency: chosen.settings.concurrency.get().into(), options }
}

/// A target of the deployment crate.
pub(super) enum ReleaseTarget<'a> {
    /// A folder or an object store.
    Store(Target<'a>),
    /// A folder for each release.
    Versioned(VersionedTarget<'a>),
}

impl<'a> ReleaseTarget<'a> {
    /// Returns a target at a place.
    pub(super) fn new(
        chosen: &ChosenTarget,
        place: &'a Place,
        options: DeployOptions<'a>,
    ) -> ReleaseTarget<'a> {
        match place {
            Place::Store(store) => ReleaseTarget::Store(store_target(chosen, &**store, options)),
            Place::Versioned(folder) => {
                ReleaseTarget::Versioned(VersionedTarget { folder: folder.clone(), options })
            }
        }
    }

    /// Plans a deployment without changing the target.
    pub(super) fn plan(&self, content: Content) -> Result<Plan, DeployError> {
        match self {
            ReleaseTarget::Store(target) => target.plan(content),
            ReleaseTarget::Versioned(target) => target.plan(&content),
        }
    }

    /// Makes a release live.
    pub(super) fn deploy(
        &self,
        content: Content,
        files: &OutputFiles,
    ) -> Result<Outcome, DeployError> {
        match self {
            ReleaseTarget::Store(target) => target.deploy(content, &|path| files.open(path)),
            ReleaseTarget::Versioned(target) => target.deploy(content, files.folder()),
        }
    }

    /// Makes an earlier release live again.
    pub(super) fn rollback(&self, id: Option<&str>) -> Result<Outcome, DeployError> {
        match self {
            ReleaseTarget::Store(target) => target.rollback(id),
            ReleaseTarget::Versioned(target) => target.rollback(id),
        }
    }

    /// Returns the retained releases, newest first, and the ID of the live one.
    pub(super) fn releases(&self) -> Result<(Vec<ReleaseInfo>, Option<String>), DeployError> {
        match self {
            ReleaseTarget::Store(target) => {
                let (releases, is_live) = target.releases()?;
                let live = releases.first().filter(|_| is_live).map(|live| live.id.clone());
                Ok((releases, live))
            }
            ReleaseTarget::Versioned(target) => target.releases(),
        }
    }

    /// Returns a retained release by its ID or the start of it.
    pub(super) fn release(&self, id: &str) -> Result<Manifest, DeployError> {
        match self {
            ReleaseTarget::Store(target) => target.release(id),
            ReleaseTarget::Versioned(target) => target.release(id),
        }
    }

    /// Reads a file of a release. Returns `None` if the target has lost it.
    pub(super) fn file(
        &self,
        release: &Manifest,
        path: &OutputPath,
        entry: &Entry,
    ) -> Result<Option<Vec<u8>>, DeployError> {
        match self {
            ReleaseTarget::Store(target) => target.file(path, entry),
            ReleaseTarget::Versioned(target) => target.file(&release.info.id, path),
        }
    }
}
