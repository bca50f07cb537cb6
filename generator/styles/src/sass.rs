//! Compiles Sass.

use std::cell::RefCell;
use std::fmt;
use std::io;
use std::path::Path;

use croupier_extensions::styles::{Files, Position, Problem};
use grass_compiler::codemap::SpanLoc;
use grass_compiler::{ErrorKind, Fs, Logger, Options};

use crate::imports::join;

/// The files of a site, as the compiler sees them.
struct SassFiles<'a>(&'a dyn Files);

impl fmt::Debug for SassFiles<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl SassFiles<'_> {
    fn text(&self, path: &Path) -> Option<String> {
        let path = join("", path.to_str()?)?;
        self.0.read(&path)
    }
}

impl Fs for SassFiles<'_> {
    fn is_dir(&self, _: &Path) -> bool {
        // An import of a folder reads its `_index.scss`, which is searched like a file.
        true
    }

    fn is_file(&self, path: &Path) -> bool {
        self.text(path).is_some()
    }

    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        self.text(path).map(String::into_bytes).ok_or_else(|| io::ErrorKind::NotFound.into())
    }
}

/// Collects the messages of `@warn`.
#[derive(Debug, Default)]
struct Warnings(RefCell<Vec<Problem>>);

/// Returns the position of a span of the compiler.
fn position(location: &SpanLoc) -> Position {
    Position {
        file: join("", location.file.name()).unwrap_or_default(),
        line: u32::try_from(location.begin.line + 1).unwrap_or(0),
        column: u32::try_from(location.begin.column + 1).unwrap_or(1),
    }
}

impl Logger for Warnings {
    fn debug(&self, _: SpanLoc, _: &str) {}

    fn warn(&self, location: SpanLoc, message: &str) {
        let problem = Problem { message: message.to_owned(), position: position(&location) };
        self.0.borrow_mut().push(problem);
    }
}

/// Compiles the file at a path to CSS. Messages of `@warn` are added to `warnings`.
pub(crate) fn compile(
    path: &str,
    files: &dyn Files,
    warnings: &mut Vec<Problem>,
) -> Result<String, Problem> {
    let (files, logger) = (SassFiles(files), Warnings::default());
    let options = Options::default()
        .fs(&files)
        .logger(&logger)
        .load_path("node_modules")
        // The bundle is UTF-8, which `@charset` in its middle cannot say.
        .allows_charset(false);
    let result = grass_compiler::from_path(path, &options);
    warnings.append(&mut logger.0.borrow_mut());
    result.map_err(|error| match error.kind() {
        ErrorKind::ParseError { message, loc, .. } => Problem { message, position: position(&loc) },
        ErrorKind::IoError(error) => unread(path, &error.to_string()),
        _ => unread(path, "it is not UTF-8 text"),
    })
}

fn unread(path: &str, reason: &str) -> Problem {
    let position = Position { file: path.to_owned(), line: 0, column: 1 };
    Problem { message: format!("{path} cannot be read: {reason}"), position }
}
