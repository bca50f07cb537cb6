//! Configuration: command-line options, environment variables and site.toml, resolved into [`settings::Settings`].

pub mod browser;
pub mod checks;
pub mod config_errors;
pub mod head;
pub mod hosts;
pub mod layers;
mod merging;
pub mod options;
pub mod policy;
pub mod production;
#[cfg(test)]
mod schema;
pub mod settings;
pub mod site_config;
pub mod tables;
mod type_errors;
pub mod validate;
pub mod variables;
