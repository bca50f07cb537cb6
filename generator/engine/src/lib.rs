//! The incremental build of a site: from its sources to a published release.
//!
//! Programs that build a site once use [`Site`]. [`Engine`] owns the state between two builds. A build reads the sources, finds the pages whose
//! recorded queries have other results, renders these pages and publishes the changed files. The
//! modules, in the order of the data flow:
//!
//! | module | content |
//! |---|---|
//! | `pipeline` | [`Engine`] and the steps of a build |
//! | `sources` | the files of a site in memory, read again when their stamps change |
//! | `commands` | the commands of `[[build.run]]`, which make sources |
//! | `island` | npm packages, the bundle of the runtime, and the React renderer |
//! | `cache` | files that carry a session to the next process |
//! | `highlight` | highlighted code blocks, and their cache |
//! | `site` | the assembled site: pages, compiled templates, slices and standalone files |
//! | `query` | the snapshot of all inputs, and recorded queries for it |
//! | `stage` | the values that steps of a build pass on |
//! | `template` | the minijinja environment, its functions, and shortcodes |
//! | `render` | pages and other files of a release as bytes |
//! | `check` | links, alternative texts and placeholder content |
//! | `session` | the trace of each page and the files of the last release |
//! | `output` | the only write access to the output folder |
//! | `library` | [`Site`], for programs that build sites |
//!
//! Begin reading in `pipeline/mod.rs`: its module documentation lists the steps with their types,
//! and how much each build has to check. Then read `query/mod.rs`, which explains how dependencies are
//! recorded.

mod cache;
mod check;
mod commands;
mod highlight;
mod island;
mod library;
mod output;
mod pictures;
mod pipeline;
mod query;
mod render;
mod session;
mod site;
mod sources;
mod stage;
mod template;

pub use check::translations::{
    LanguageTranslations, MessageTranslation, PageTranslation, TranslationState,
};
pub use commands::CommandInputs;
pub use croupier_base::diagnostic::Diagnostic;
pub use croupier_content::config::options::{BuildOptions, Profile};
pub use island::child_processes::{
    group_child_processes, kill_child_processes, stop_child_processes,
};
pub use island::dev_bundler::{BundleEvent, DevBundler, Frame, SourcePosition};
pub use island::inputs::{is_runtime_settings, outer_inputs};
pub use island::packages::{
    SKIPPED_IN_RUNTIME, command_of_other_manager, extract_loader, install_packages,
};
pub use island::typecheck::{TypeCheck, TypeCheckProcess, TypeChecker, without_reported};
pub use island::types::{TYPES_FILE, write_types};
pub use library::{BuildError, Site};
pub use output::clean;
pub use output::file_changes::{FileChange, changes_since, escaped_name, unescaped_name};
pub use output::folder::OutputFolder;
pub use output::manifest::{Manifest, OutputTarget};
pub use output::previous_releases;
pub use output::releases::Releases;
pub use output::staging::PublishStats;
pub use pipeline::inspect::{ExplainedQuery, Explanation, FileExplanation, PageExplanation};
pub use pipeline::once::{build_hosts, build_once};
pub use pipeline::portable_session::{PortableFile, PortableSession, absent_files};
pub use pipeline::preview::{PageEntry, PreviewPage, PreviewSession, TextLink};
pub use pipeline::report::{BuildReport, Event};
pub use pipeline::shard::{Shard, part_output};
pub use pipeline::{Engine, StagedBuild};
pub use render::site_files::service_worker::SELF_REMOVING_WORKER;
pub use render::site_files::{headers, redirects_file};
pub use sources::scan::scan;
pub use sources::styles::style_inputs;
