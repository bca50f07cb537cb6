//! Configuration: command-line options, environment variables and site.toml, resolved into [`settings::Settings`].

pub mod browser;
pub mod build;
pub mod cache;
pub mod checks;
pub mod config_errors;
pub mod deploy;
pub mod dev;
pub mod head;
pub mod hosts;
pub mod layers;
pub mod markdown;
pub mod options;
pub mod pictures;
pub mod policy;
pub mod production;
pub mod settings;
pub mod site_config;
pub mod styles;
pub mod tables;
pub mod validate;
pub mod variables;
