//! The file watcher, and the servers of `serve` and `dev`.

mod browser_faults;
mod compression;
pub(crate) mod connections;
pub(crate) mod dev_overlay;
pub(crate) mod dev_tools;
pub(crate) mod dns_rebinding;
mod editor;
pub(crate) mod live_reload;
mod local_requests;
mod policy_violation;
pub(crate) mod proxy;
mod source_change;
pub(crate) mod static_files;
pub(crate) mod watcher;
