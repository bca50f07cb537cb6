//! A page and the other files of a release, as values: nothing here touches the disk.

pub(crate) mod file;
pub(crate) mod head;
pub(crate) mod html;
pub(crate) mod json;
mod json_text;
pub(crate) mod made;
pub(crate) mod page;
mod page_data;
pub(crate) mod policy;
mod shell;
pub(crate) mod site_files;
pub(crate) mod slice;
pub(crate) mod text;
