//! Edits of files, through the public interface of the crate.

mod common;
mod content;
mod csv;
mod json;
mod random;
mod random_texts;
mod repository;
mod toml;
mod yaml;
