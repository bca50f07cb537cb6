//! Deploys releases of a static site to folders and object stores.
//!
//! A release is a set of files with content digests. The target has its state in `.croupier/`: which release is live, the manifests of the
//! retained releases, and a copy of each of their files, named by its content. A deployment uploads the files that the target lacks, and
//! copies them into place within the target, in an order in which no page is without its assets. A rollback only copies.
//!
//! | module | content |
//! |---|---|
//! | `store` | the interface of a target's storage, and folders |
//! | `files` | files by path |
//! | `manifest` | the files of a release |
//! | `state` | which release is live, and what is known after a deployment that was stopped |
//! | `plan` | the operations of a deployment, in order |
//! | `retired` | retention |
//! | `previews` | the list of previews of a target, and their removal |
//! | `versioned` | targets with a folder for each release, on this machine, at a host that is reached by SSH, or in an object store |
//! | `lock` | one deployment at a time |
//! | `purge` | URLs that changed |
//! | `aws_credentials` | the credentials for a CDN |
//! | `transfer` | runs a plan |
//! | `verification` | compares a release with what the target has |
//! | `target` | deployments, rollbacks and the list of releases; begin reading here |

mod aws_credentials;
mod deployment;
mod files;
mod layout;
mod lock;
mod manifest;
mod plan;
mod previews;
mod purge;
mod retired;
mod state;
mod store;
mod target;
#[cfg(test)]
mod test_store;
mod transfer;
mod verification;
mod versioned;

pub use aws_credentials::AwsCredentials;
pub use deployment::{
    DeployError, DeployOptions, Event, OpenFile, Outcome, Progress, RetainedReleases, Target,
};
pub use files::{Entry, Files};
pub use lock::{Clock, SystemClock};
pub use manifest::{Content, Manifest, ReleaseInfo, RuleFiles};
pub use plan::{Change, Plan, Step, Upload};
pub use previews::{Preview, PreviewIndex, slug};
pub use purge::ChangedUrls;
pub use retired::Retention;
#[cfg(feature = "object-stores")]
pub use store::{Bucket, BucketStore};
pub use store::{
    Condition, FailureKind, FolderStore, Headers, STORED_HEADERS, Store, StoreError, StoreFailure,
    Stored, Version,
};
pub use verification::Verification;
pub use versioned::{
    Output, SshHost, VersionedFolder, VersionedPlace, VersionedTarget, is_release_id,
};
