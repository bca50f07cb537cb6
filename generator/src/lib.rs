//! Croupier, a static site generator with a React runtime.
//!
//! The rooms stand in the order of the data's way through a build, and each uses only those before it: `diagnostic` is what a
//! build says, `source` what stands on disk, `config` what a build is told, `content` what authors mean, `island` what React
//! renders, `snapshot` what pages are rendered from, `template` what templates can say, `render` a page and the other files as
//! values, `output` the only door out, `build` what is out of date and the release that is made of it, `serve` what watches and
//! shows, `command` what can be typed. `tests/layers.rs` reads the imports and holds that.

mod command;
mod serve;

pub use command::args::Cli;
pub use command::run;
pub use croupier_base::diagnostic::code::{Code, Group};
pub use croupier_base::diagnostic::{ChainStep, Diagnostic, Place, Severity, Subject};
pub use croupier_base::path::SitePath;
pub use croupier_content::config::args::{BuildArgs, Profile};
pub use croupier_content::config::clock::Clock;
pub use croupier_engine::BuildReport;
pub use croupier_engine::Engine;

/// What reads texts that people wrote, so that it can be held against texts that nobody would write.
pub mod parsers {
    pub use croupier_base::disk::world::World;
    pub use croupier_base::media::image::dimensions;
    pub use croupier_base::syntax::data::{read as data, schema as data_schema};
    pub use croupier_base::syntax::html::{Address, Html, Use, read as html};
    pub use croupier_base::syntax::schema::Schema;
    pub use croupier_base::syntax::spanned::{SpannedValue, Value, toml, yaml};
    pub use croupier_content::config::settings::Settings;
    pub use croupier_content::front_matter::{Language, parse as front_matter, split};
    pub use croupier_content::markdown::{Insert, Lookup, render as markdown};
    pub use croupier_content::page::{Page, Text};
}
