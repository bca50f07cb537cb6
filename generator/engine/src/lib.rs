//! The incremental build of a site: from its sources to a published release.

mod cache;
mod check;
mod island;
mod output;
mod pipeline;
mod query;
mod render;
mod session;
mod site;
mod sources;
mod stage;
mod template;

pub use island::packages::{LOCK_FILE, SKIPPED_IN_RUNTIME};
pub use output::clean;
pub use output::file_changes::FileChange;
pub use output::folder::OutputFolder;
pub use output::manifest::Manifest;
pub use output::previous_releases;
pub use output::releases::Releases;
pub use output::staging::{PublishStats, publish_order};
pub use pipeline::{
    BuildReport, Engine, Event, ExplainedQuery, Explanation, PageExplanation, build_once,
};
pub use render::site_files::service_worker::SELF_REMOVING_WORKER;
pub use render::site_files::{headers, redirects_file};
pub use sources::scan::scan;
