//! What a deployment needs, what it reports, and its result.

use std::io::Read;

use crate::lock::Clock;
use crate::manifest::{Content, Manifest, ReleaseInfo};
use crate::plan::Step;
use crate::purge::ChangedUrls;
use crate::retired::Retention;
use crate::store::{Store, StoreError, StoreFailure};
use crate::verification::Verification;
use croupier_base::path::OutputPath;

/// The reason why a deployment failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DeployError {
    /// The command was used wrongly, as a message for users.
    Usage(String),
    /// The store failed.
    Store(StoreFailure),
    /// Something else failed, such as the purge command, as a message for users.
    Failed(String),
}

impl From<StoreError> for DeployError {
    fn from(error: StoreError) -> DeployError {
        match error {
            StoreError::Conflict => DeployError::Failed(
                "another deployment changed the target at the same time; run the command again"
                    .to_owned(),
            ),
            StoreError::NotFound => {
                DeployError::Failed("another program removed a file of the target".to_owned())
            }
            StoreError::Failed(failure) => DeployError::Store(failure),
        }
    }
}

impl DeployError {
    /// Returns the error of an action, such as `cannot upload a.html`.
    pub(crate) fn during(action: &str, error: StoreError) -> DeployError {
        match DeployError::from(error) {
            DeployError::Store(failure) => DeployError::Store(failure.during(action)),
            DeployError::Failed(message) => DeployError::Failed(format!("{action}: {message}")),
            error @ DeployError::Usage(_) => error,
        }
    }
}

/// Something that happens during a deployment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    /// Another deployment, by this user, holds the lock, which expires after some seconds unless it is running.
    Waiting {
        /// The user.
        by: Option<String>,
        /// Seconds until the lock expires.
        seconds: i64,
    },
    /// The store ignores conditions of writes, so that two deployments can run at the same time.
    Unlocked,
    /// The state of the target is damaged, for this reason, and is repaired.
    Repairing(String),
    /// The live release is of a site with another URL, which the new one replaces.
    OtherSite {
        /// The URL of the live release.
        live: String,
        /// The URL of the new release.
        new: String,
    },
    /// A deployment that was stopped is continued or replaced.
    Resuming,
    /// Other programs changed or removed files of the target, which are deployed again.
    Damaged {
        /// The number of files.
        count: usize,
        /// One of them.
        example: OutputPath,
    },
    /// Files of a step are done.
    Progress(Progress),
}

/// The progress of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    /// The step.
    pub step: Step,
    /// Number of files that are done.
    pub done: usize,
    /// Number of files of the step.
    pub total: usize,
    /// Number of uploaded bytes.
    pub bytes: u64,
    /// Number of bytes to upload.
    pub total_bytes: u64,
}

/// Opens a file of the output. The error is a message for users.
pub type OpenFile<'a> = dyn Fn(&OutputPath) -> Result<Box<dyn Read + 'a>, String> + Sync + 'a;

/// How releases are deployed, to a target of any kind.
#[derive(Clone)]
pub struct DeployOptions<'a> {
    /// Which releases are retained.
    pub retention: Retention,
    /// Which unchanged files are compared with those of the target.
    pub verification: Verification,
    /// The user, for the list of releases.
    pub by: Option<String>,
    /// The clock.
    pub clock: &'a dyn Clock,
    /// Receives events.
    pub report: &'a (dyn Fn(Event) + Sync),
    /// Updates the configuration of the web server for a release. In a store, the release is not announced to open tabs yet; in a folder
    /// for each release, it is live. The error is a message for users.
    pub configure: &'a (dyn Fn(&Manifest) -> Result<(), String> + Sync),
    /// Makes a CDN forget URLs. The error is a message for users.
    pub purge: &'a (dyn Fn(&ChangedUrls) -> Result<(), String> + Sync),
}

impl DeployOptions<'_> {
    /// Reports that a new release is of another site than the live one.
    pub(crate) fn report_other_site(&self, live: Option<&Manifest>, content: &Content) {
        if let Some(live) = live.filter(|live| live.info.base_url != content.base_url) {
            let (live, new) = (live.info.base_url.clone(), content.base_url.clone());
            (self.report)(Event::OtherSite { live, new });
        }
    }
}

/// A target in a store.
pub struct Target<'a> {
    /// Where the files are stored.
    pub store: &'a dyn Store,
    /// Maximum number of operations at the same time.
    pub concurrency: usize,
    /// How releases are deployed.
    pub options: DeployOptions<'a>,
}

/// The releases that a target retains.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RetainedReleases {
    /// The ID of the live release.
    pub live: Option<String>,
    /// The ID of a release whose deployment or rollback was stopped, so that files of it can be in place.
    pub stopped: Option<String>,
    /// The releases, newest first.
    pub releases: Vec<ReleaseInfo>,
}

/// The result of a deployment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome {
    /// The live release.
    pub release: ReleaseInfo,
    /// Number of uploaded files.
    pub uploaded: usize,
    /// Number of uploaded bytes.
    pub bytes: u64,
    /// Number of changed files of the site, without the removed ones.
    pub changed: usize,
    /// Number of removed files of the site.
    pub removed: usize,
    /// Number of files that did not change.
    pub unchanged: usize,
    /// The URLs whose content changed.
    pub urls: ChangedUrls,
}
