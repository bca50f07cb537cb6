//! `[[collections]]` of site.toml: pages that are made from rows of data.

pub mod entry;
pub mod pattern;
pub mod rows;
