//! Islands, React components that are rendered at build time: npm packages, bundle, renderer and types.

pub(crate) mod bundle;
mod bundler_message;
pub(crate) mod child_processes;
pub(crate) mod dev_bundler;
pub(crate) mod inputs;
pub(crate) mod island_files;
pub(crate) mod loader;
pub(crate) mod packages;
mod pool;
pub(crate) mod process;
pub(crate) mod render_error;
pub(crate) mod renderer;
pub(crate) mod runtime;
pub(crate) mod typecheck;
pub(crate) mod types;
