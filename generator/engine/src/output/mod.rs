//! The only door out: what touches the output folder.

pub(crate) mod changes;
pub mod clean;
pub(crate) mod files;
pub(crate) mod folder;
pub(crate) mod lock;
pub(crate) mod manifest;
pub mod previous;
pub(crate) mod releases;
mod stage;
pub(crate) mod staging;
