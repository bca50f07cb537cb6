//! Why an island could not be rendered, with its location in the sources of the site.

use std::fmt;
use std::path::PathBuf;

use serde::Deserialize;

use crate::island::bundler_message::location;
use crate::island::inputs::site_path;
use crate::island::island_files::MessageCall;
use croupier_base::diagnostic::position::{utf16_index, word_at};
use croupier_base::diagnostic::{ChainStep, Location};
use croupier_base::disk::world::World;
use croupier_base::path::SitePath;

/// Why an island could not be rendered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum RenderError {
    /// The component failed. The process can render other islands.
    Component(Failure),
    /// The process could not be started, stopped, did not reply in time or sent an invalid reply.
    /// It must not be used again.
    Process(Failure),
}

/// The message of an error, and the functions of the site that were running, innermost first.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub(crate) struct Failure {
    #[serde(rename = "error")]
    pub message: String,
    #[serde(default)]
    frames: Vec<Frame>,
    /// Whether a module threw it while it was loaded, before any island was rendered.
    #[serde(default, rename = "loading")]
    pub is_loading: bool,
    /// The npm package of that module.
    #[serde(default)]
    pub package: Option<String>,
}

/// A line of a stack trace.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
struct Frame {
    #[serde(default)]
    name: Option<String>,
    /// Relative to the folder of the runtime.
    file: String,
    /// Counted from 1.
    line: usize,
    /// In UTF-16 units, counted from 1.
    column: usize,
}

impl RenderError {
    /// Returns an error of the process without a location.
    pub(super) fn process(message: impl Into<String>) -> RenderError {
        RenderError::Process(Failure::new(message.into()))
    }

    /// Returns an error of the component without a location.
    pub(super) fn component(message: impl Into<String>) -> RenderError {
        RenderError::Component(Failure::new(message.into()))
    }

    /// The message and the stack.
    pub(crate) fn failure(&self) -> &Failure {
        let (RenderError::Component(failure) | RenderError::Process(failure)) = self;
        failure
    }
}

impl Failure {
    /// Returns a failure without a location.
    fn new(message: String) -> Failure {
        Failure { message, frames: Vec::new(), is_loading: false, package: None }
    }

    /// Returns whether code of the site threw the error.
    pub(super) fn is_of_site(&self) -> bool {
        !self.frames.is_empty()
    }
}

impl fmt::Display for RenderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.failure().message)
    }
}

/// The folder of the sources of a bundle.
#[derive(Debug, Clone)]
pub(crate) struct SourceFolder {
    /// The root of the site.
    pub root: PathBuf,
    /// The folder of the runtime.
    pub dir: SitePath,
}

impl SourceFolder {
    /// Returns where the code of an island names a message.
    pub(crate) fn place_of(&self, call: &MessageCall) -> Option<Location> {
        let path = site_path(&self.dir, &call.file)?;
        location(&World::new(&self.root), &path, call.line, |line| {
            let start = call.column.min(line.len());
            start..(start + call.length).min(line.len())
        })
    }

    /// Returns where an error was thrown, and the functions that led there, outermost first. None
    /// if no file of the site was involved.
    pub(crate) fn locate(&self, failure: &Failure) -> Option<(Location, Vec<ChainStep>)> {
        let world = World::new(&self.root);
        let (innermost, callers) = failure.frames.split_first()?;
        let place =
            location(&world, &site_path(&self.dir, &innermost.file)?, innermost.line, |line| {
                word_at(line, utf16_index(line, innermost.column))
            })?;
        let step = |frame: &Frame| {
            let file = site_path(&self.dir, &frame.file)?.to_string();
            let name = frame.name.clone()?;
            Some(ChainStep::Function { name, file, line: frame.line })
        };
        Some((place, callers.iter().rev().filter_map(step).collect()))
    }
}
