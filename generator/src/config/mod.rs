//! What a build is told.

pub(crate) mod args;
pub(crate) mod base_url;
pub(crate) mod browser;
pub(crate) mod checks;
pub(crate) mod clock;
pub(crate) mod dev;
pub(crate) mod doubt;
pub(crate) mod feeds;
pub(crate) mod formats;
pub(crate) mod hosts;
pub(crate) mod layers;
pub(crate) mod merge;
pub(crate) mod policy;
pub(crate) mod production;
pub(crate) mod sample_words;
pub(crate) mod schema;
pub(crate) mod settings;
pub(crate) mod site_config;
pub(crate) mod sort_by;
pub(crate) mod tables;
pub(crate) mod variables;
