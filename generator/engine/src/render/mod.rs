//! Renders pages and the other files of a release to bytes. Nothing here accesses the disk.

mod base_layout;
mod feed;
mod frame;
pub(crate) mod head;
pub(crate) mod html;
pub(crate) mod json;
pub(crate) mod page;
mod page_data;
pub(crate) mod policy;
pub(crate) mod preview_notice;
pub(crate) mod search;
pub(crate) mod site_files;
mod site_scripts;
pub(crate) mod slice;
mod social_card;
pub(crate) mod standalone;
pub(crate) mod template_links;
