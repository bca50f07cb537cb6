//! What is out of date, and the release that is made of it.

pub(crate) mod address_table;
pub(crate) mod cache;
pub(crate) mod cascades;
pub(crate) mod changes;
pub(crate) mod clashes;
mod consequences;
pub(crate) mod content_file;
pub(crate) mod context;
pub(crate) mod dependency_table;
pub(crate) mod engine;
pub(crate) mod event;
mod files_beside;
mod folder_pages;
mod inspect;
mod kept_pages;
mod kept_pictures;
pub(crate) mod link_check;
mod pictures;
pub(crate) mod plan;
pub(crate) mod release;
pub(crate) mod rendered;
pub(crate) mod resume;
pub(crate) mod saved_warning;
mod site_files;
pub(crate) mod sources;
pub(crate) mod warnings;
