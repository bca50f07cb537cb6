//! The incremental build of a site: from its sources to a published release.

mod build;
mod island;
mod output;
mod query;
mod render;
mod template;

pub use build::engine::Engine;
pub use build::event::{Event, build_once};
pub use build::inspect::{ExplainedQuery, Explanation, PageExplanation};
pub use build::look::scan;
pub use build::report::BuildReport;
pub use island::packages::{LOCK_FILE, SKIPPED_IN_RUNTIME};
pub use output::changes::FileChange;
pub use output::clean;
pub use output::folder::OutputFolder;
pub use output::manifest::Manifest;
pub use output::previous;
pub use output::releases::Releases;
pub use output::staging::{PublishStats, publish_order};
pub use render::site_files::service_worker::NO_WORKER;
pub use render::site_files::{headers, redirects_file};
