//! Errors and warnings of the bundler, which are about files of the runtime.

use std::io;
use std::ops::Range;

use serde::Deserialize;

use crate::island::child_processes::node_missing;
use crate::island::inputs::site_path;
use croupier_base::diagnostic::code::Code;
use croupier_base::diagnostic::position::line_range;
use croupier_base::diagnostic::wording::did_you_mean;
use croupier_base::diagnostic::{Diagnostic, Location};
use croupier_base::disk::text;
use croupier_base::disk::world::World;
use croupier_base::path::SitePath;

/// An error or a warning of the bundler.
#[derive(Debug, Clone, Deserialize)]
pub(super) struct BundlerMessage {
    /// `import`, `environment`, `class`, `suspicious`, or `bundle` for all others.
    #[serde(default)]
    code: String,
    text: String,
    #[serde(default)]
    hint: Option<String>,
    /// The name that may be a misspelling of one of `among`.
    #[serde(default)]
    name: Option<String>,
    #[serde(default)]
    among: Vec<String>,
    /// The file, relative to the folder of the runtime.
    #[serde(default)]
    pub file: Option<String>,
    /// The line, counted from 1.
    #[serde(default)]
    line: usize,
    /// The column in bytes, counted from 0.
    #[serde(default)]
    column: usize,
    /// The number of bytes.
    #[serde(default)]
    length: usize,
}

/// Why there is no bundle.
#[derive(Debug)]
pub(super) enum BundleFailure {
    /// The errors of the bundler.
    Messages(Vec<BundlerMessage>),
    /// The bundler did not run, or did not say what is wrong.
    Other(Diagnostic),
}

impl BundleFailure {
    /// Node cannot be started.
    pub(super) fn no_node(error: &io::Error) -> BundleFailure {
        BundleFailure::Other(node_missing(error))
    }
}

impl BundlerMessage {
    /// Returns the diagnostic for a runtime in the folder `dir`.
    pub(super) fn to_diagnostic(&self, world: &World, dir: &SitePath) -> Diagnostic {
        let diagnostic = match self.code.as_str() {
            "import" => Diagnostic::error(Code::ImportFailed, &*self.text).caused_by(&*self.text),
            "environment" => {
                Diagnostic::warning(Code::VariableNotPublic, &*self.text).caused_by(&*self.text)
            }
            "class" => Diagnostic::warning(Code::UnknownClass, &*self.text).caused_by(&*self.text),
            "suspicious" => Diagnostic::warning(Code::SuspiciousCode, &*self.text),
            _ => Diagnostic::error(Code::BundleFailed, &*self.text),
        };

        let among = self.among.iter().map(String::as_str);
        let similar = self.name.as_deref().and_then(|name| did_you_mean(name, among));
        let hint = match (similar, &self.hint) {
            (Some(similar), Some(hint)) if self.among.len() < MAX_NAMES || hint.contains("npm") => {
                Some(format!("{similar} Otherwise: {hint}"))
            }
            (similar, hint) => similar.or_else(|| hint.clone()),
        };

        let diagnostic = match hint {
            Some(hint) => diagnostic.hint(hint),
            None => diagnostic,
        };

        let Some(file) = &self.file else { return diagnostic };
        let Some(path) = site_path(dir, file) else { return diagnostic.in_file(file) };
        let location = location(world, &path, self.line, |line| {
            let start = self.column.min(line.len());
            start..(start + self.length).min(line.len())
        });
        match location {
            Some(location) => diagnostic.at(location),
            None => diagnostic.in_file(&path),
        }
    }
}

/// With more names than this, a hint that lists them is replaced by the most similar one.
const MAX_NAMES: usize = 8;

/// Returns the location of a line, counted from 1. `range` gets the text of the line. None if the file cannot be read.
pub(super) fn location(
    world: &World,
    path: &SitePath,
    line: usize,
    range: impl FnOnce(&str) -> Range<usize>,
) -> Option<Location> {
    let source = String::from_utf8(text::read(path, world.read(path).ok()?)).ok()?;
    let Range { start, end } = line_range(&source, line);
    let range = range(&source[start..end]);
    Some(Location::new(path.as_str(), source, start + range.start..start + range.end))
}
