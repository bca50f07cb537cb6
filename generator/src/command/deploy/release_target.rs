//! The releases of a target, in a store or in a folder for each.

use crate::command::deploy::chosen_target::ChosenTarget;
use crate::command::deploy::files::OutputFiles;
use croupier_base::path::OutputPath;
use croupier_deploy::{
    Content, DeployError, DeployOptions, Entry, Manifest, Outcome, Output, Plan, PreviewIndex,
    RetainedReleases, Store, Target, VersionedFolder, VersionedPlace, VersionedTarget,
};

/// Where the releases of a target are.
pub(super) enum Place {
    /// In a folder or an object store.
    Store(Box<dyn Store>),
    /// In a prefix of an object store for each release.
    VersionedStore(Box<dyn Store>),
    /// In a folder for each release, on this machine or at a host.
    Versioned(VersionedFolder),
}

impl Place {
    /// Calls a function with the list of previews, if the place is that of all previews of a target.
    pub(super) fn with_previews<T>(&self, work: impl FnOnce(&dyn PreviewIndex) -> T) -> T {
        match self {
            Place::Store(store) | Place::VersionedStore(store) => work(&&**store),
            Place::Versioned(folder) => work(folder),
        }
    }

    /// Returns whether the place keeps headers with a file.
    pub(super) fn keeps_headers(&self) -> bool {
        match self {
            Place::Store(store) | Place::VersionedStore(store) => store.keeps_headers(),
            Place::Versioned(_) => false,
        }
    }
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
        let concurrency = chosen.settings.concurrency.get().into();
        match place {
            Place::Store(store) => {
                ReleaseTarget::Store(Target { store: &**store, concurrency, options })
            }
            Place::VersionedStore(store) => {
                let place = VersionedPlace::Store { store: &**store, concurrency };
                ReleaseTarget::Versioned(VersionedTarget { place, options })
            }
            Place::Versioned(folder) => {
                let place = VersionedPlace::Folder(folder.clone());
                ReleaseTarget::Versioned(VersionedTarget { place, options })
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
            ReleaseTarget::Versioned(target) => {
                let open = |path: &OutputPath| files.open(path);
                let locate = |path: &OutputPath| files.locate(path);
                target.deploy(content, &Output { locate: &locate, open: &open })
            }
        }
    }

    /// Makes an earlier release live again.
    pub(super) fn rollback(&self, id: Option<&str>) -> Result<Outcome, DeployError> {
        match self {
            ReleaseTarget::Store(target) => target.rollback(id),
            ReleaseTarget::Versioned(target) => target.rollback(id),
        }
    }

    /// Removes all files of the releases. Returns their number, or `None` if the removal is not due.
    pub(super) fn remove_site(
        &self,
        is_due: &dyn Fn() -> Result<bool, DeployError>,
        finish: &dyn Fn() -> Result<(), DeployError>,
    ) -> Result<Option<usize>, DeployError> {
        match self {
            ReleaseTarget::Store(target) => target.remove_site(is_due, finish),
            ReleaseTarget::Versioned(target) => target.remove_site(is_due, finish),
        }
    }

    /// Returns the releases that the target retains.
    pub(super) fn releases(&self) -> Result<RetainedReleases, DeployError> {
        match self {
            ReleaseTarget::Store(target) => target.releases(),
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
