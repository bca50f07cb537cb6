//! What a build is told.

pub mod args;
pub mod base_url;
pub mod browser;
pub mod checks;
pub mod clock;
pub mod dev;
pub mod doubt;
pub mod feeds;
pub mod formats;
pub mod hosts;
pub mod layers;
pub mod merge;
pub mod policy;
pub mod production;
pub mod sample_words;
pub mod schema;
pub mod settings;
pub mod site_config;
pub mod sort_by;
pub mod tables;
pub mod variables;
