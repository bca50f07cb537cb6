//! Edits of files, through the public interface of the crate.

mod common;
mod content;
mod csv;
mod json;
mod toml;
mod yaml;
