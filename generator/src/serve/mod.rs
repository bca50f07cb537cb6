//! What watches the sources and shows the result, here and on other hosts.

pub(crate) mod additions;
pub(crate) mod connections;
pub(crate) mod forward;
pub(crate) mod host_check;
pub(crate) mod host_config;
pub(crate) mod live_reload;
mod source_change;
pub(crate) mod static_files;
pub(crate) mod upstream;
pub(crate) mod watcher;
