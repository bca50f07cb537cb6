//! Reads the files of a site and detects changes.

pub mod content_cache;
pub mod ignored;
pub mod lock;
pub mod outside_links;
pub mod overlay;
pub mod replace;
pub mod stamp;
pub mod static_file;
pub mod text;
pub mod undecodable;
pub mod world;
