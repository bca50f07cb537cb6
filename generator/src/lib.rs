//! Croupier, a static site generator with a React runtime.
//!
//! The rooms stand in the order of the data's way through a build, and each uses only those before it: `diagnostic` is what a
//! build says, `source` what stands on disk, `config` what a build is told, `content` what authors mean, `island` what React
//! renders, `snapshot` what pages are rendered from, `template` what templates can say, `render` a page and the other files as
//! values, `output` the only door out, `build` what is out of date and the release that is made of it, `serve` what watches and
//! shows, `command` what can be typed. `tests/layers.rs` reads the imports and holds that.

mod build;
mod command;
mod config;
mod content;
mod diagnostic;
mod island;
mod output;
mod render;
mod serve;
mod snapshot;
mod source;
mod template;

pub use build::engine::Engine;
pub use build::report::BuildReport;
pub use command::args::Cli;
pub use command::run;
pub use config::args::{BuildArgs, Profile};
pub use config::clock::Clock;
pub use diagnostic::code::{Code, Group};
pub use diagnostic::{Diagnostic, Place, Severity};
pub use source::path::SitePath;

/// What reads texts that people wrote, so that it can be held against texts that nobody would write.
pub mod parsers {
    pub use crate::config::settings::Settings;
    pub use crate::content::front_matter::{Language, parse as front_matter, split};
    pub use crate::content::markdown::{Insert, Lookup, render as markdown};
    pub use crate::content::page::{Page, Text};
    pub use crate::source::data::{read as data, schema as data_schema};
    pub use crate::source::html::{Address, Html, Use, read as html};
    pub use crate::source::image::dimensions;
    pub use crate::source::schema::Schema;
    pub use crate::source::spanned::{SpannedValue, Value, toml, yaml};
    pub use crate::source::world::World;
}
