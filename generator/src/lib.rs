//! Croupier, a static site generator with a React runtime.
//!
//! A site is a folder of Markdown content, page templates, static files and, optionally, React
//! islands that are rendered at build time. Croupier turns it into a folder of static files and
//! rebuilds only the pages that a change affects.
//!
//! The generator consists of these crates. Each uses only the crates above it:
//!
//! - [`croupier-base`](mod@croupier_base): diagnostics, file access, paths, fingerprints, and
//!   parsers for data files, HTML and images;
//! - [`croupier-content`](croupier_content): configuration (command line, `site.toml`, profiles),
//!   front matter, Markdown, pages and redirects;
//! - `croupier-deploy`: deployments to folders and object stores;
//! - `croupier-cache`: the cache of builds that machines share;
//! - [`croupier-engine`](croupier_engine): the incremental build, which renders pages and islands,
//!   checks links and publishes the output;
//! - `croupier`, this crate: the commands (`command`), and the file watcher and web servers
//!   (`serve`).
//!
//! The features of this crate add libraries, such as `croupier-pictures`, which the engine calls
//! through [`croupier-extensions`](croupier_extensions).
//!
//! Begin reading in `command/build/mod.rs`, the shortest path from the command line to a finished
//! build. It calls [`Engine`], which owns the state between two builds. `command/watch.rs` repeats
//! builds after each change, and `command/dev/mod.rs` adds the development server. `ARCHITECTURE.md`
//! describes the design of the incremental build, and `docs/content/reference/diagnostics.md` lists every diagnostic
//! code.
//!
//! This crate is a library so that the integration tests can use the engine and the parsers. Its
//! API is not stable.

// `command::print` and `command::console` write to closed pipes without a panic.
#![warn(clippy::print_stdout, clippy::print_stderr)]

mod archetype;
mod command;
mod content_source;
mod editor;
mod extensions;
mod front_matter_schema;
#[cfg(feature = "deploy")]
mod host_config;
mod http_client;
mod serve;
mod translations;

pub use command::args::Cli;
pub use command::parse::parse;
pub use command::run;
pub use croupier_base::diagnostic::code::{Code, Group};
pub use croupier_base::diagnostic::{ChainStep, Diagnostic, Location, Severity, Subject};
pub use croupier_base::path::SitePath;
pub use croupier_content::config::options::Clock;
pub use croupier_content::config::options::{BuildOptions, Profile};
pub use croupier_engine::BuildReport;
pub use croupier_engine::Engine;
pub use extensions::extensions;

/// Parsers of hand-written text, exposed for property tests.
pub mod parsers {
    pub use croupier_base::date::SiteZone;
    pub use croupier_base::disk::world::World;
    pub use croupier_base::media::image::dimensions;
    pub use croupier_base::quotation_marks::QuotationMarks;
    pub use croupier_base::syntax::data::{read as data, schema as data_schema};
    pub use croupier_base::syntax::html::{Html, HtmlUrl, InLine, Use, read as html};
    pub use croupier_base::syntax::schema::Schema;
    pub use croupier_base::syntax::spanned::{SpannedValue, Value, toml, yaml};
    pub use croupier_content::config::settings::Settings;
    pub use croupier_content::config::site_config::SiteConfig;
    pub use croupier_content::config::tables::markdown::{
        AnchorLinks, HeadingIds, MarkdownOptions,
    };
    pub use croupier_content::front_matter::{
        FrontMatter, KEYS as FRONT_MATTER_KEYS, Language, RareKeys, parse as front_matter, split,
    };
    pub use croupier_content::markdown::{
        Line, Lookup, Placeholder, parser_options, render as markdown,
    };
    pub use croupier_content::page::Page;
    pub use croupier_content::page_text::Text;
    pub use croupier_content::read_options::ReadOptions;
}
