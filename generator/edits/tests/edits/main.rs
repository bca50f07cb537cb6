//! Edits of files, through the public interface of the crate.

#![expect(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    reason = "tests state what they expect, and read the files of the repository"
)]

mod common;
mod content;
mod csv;
mod fences;
mod json;
mod random;
mod random_texts;
mod repository;
mod toml;
mod yaml;
