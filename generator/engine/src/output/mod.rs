//! Writes the output folder. No other module of the engine changes files in it.

pub mod clean;
pub(crate) mod file_changes;
pub(crate) mod folder;
mod fs_ops;
pub(crate) mod lock;
pub(crate) mod manifest;
pub mod previous_releases;
pub(crate) mod releases;
pub(crate) mod staging;
