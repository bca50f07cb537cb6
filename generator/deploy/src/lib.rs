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
//! | `lock` | one deployment at a time |
//! | `purge` | URLs that changed |
//! | `transfer` | runs a plan |
//! | `target` | deployments, rollbacks and the list of releases; begin reading here |

mod files;
mod layout;
mod lock;
mod manifest;
mod plan;
mod purge;
mod retired;
mod state;
mod store;
mod target;
#[cfg(test)]
mod test_store;
mod transfer;

pub use files::{Entry, Files};
pub use lock::{Clock, SystemClock};
pub use manifest::{Manifest, ReleaseInfo};
pub use plan::{Change, Plan, Step, Upload};
pub use purge::ChangedUrls;
pub use retired::Retention;
#[cfg(feature = "object-stores")]
pub use store::{Bucket, BucketStore};
pub use store::{
    Condition, FailureKind, FolderStore, Headers, STORED_HEADERS, Store, StoreError, StoreFailure,
    Stored, Version,
};
pub use target::{Content, DeployError, Event, OpenFile, Outcome, Progress, Target};
