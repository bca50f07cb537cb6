//! The interface of the library that bundles style sheets.

use std::fmt;

/// Bundles a style sheet with everything that it imports, and lowers its syntax for a set of browsers.
#[derive(Debug, Clone, Copy)]
pub struct Styles {
    /// Checks a browserslist query, such as `last 2 versions, not dead`. The error is a message for users.
    pub check_targets: fn(query: &str) -> Result<(), String>,
    /// Bundles the style sheet at the path `entry`.
    pub bundle:
        fn(entry: &str, files: &dyn Files, options: &Options<'_>) -> Result<Bundle, Problem>,
}

/// The files of a site, by their path relative to its root.
pub trait Files: fmt::Debug {
    /// Returns the text of a file, or `None` if it does not exist.
    fn read(&self, path: &str) -> Option<String>;

    /// Compiles a file in Sass.
    fn compile_sass(&self, path: &str) -> Result<CompiledSass, Problem>;
}

/// A style sheet that was written in Sass.
#[derive(Debug, Default)]
pub struct CompiledSass {
    /// The style sheet in CSS.
    pub css: String,
    /// The source map as JSON. Its sources are paths relative to the root of the site.
    pub source_map: String,
    /// Messages of the compiler and of `@warn`.
    pub warnings: Vec<Problem>,
}

/// How a style sheet is printed.
#[derive(Debug, Clone, Copy)]
pub struct Options<'a> {
    /// The browsers that it has to work in, as a valid browserslist query. If `None`, no syntax is lowered. `light-dark()` is never
    /// lowered, because other style sheets and `<meta>` can set the colour scheme that it needs.
    pub targets: Option<&'a str>,
    /// Whether white space and comments are removed.
    pub minify: bool,
    /// Whether a source map is made.
    pub source_map: bool,
}

/// A bundled style sheet.
#[derive(Debug)]
pub struct Bundle {
    /// The style sheet. In place of each URL it has a placeholder.
    pub css: String,
    /// The source map as JSON.
    pub source_map: Option<String>,
    /// The URLs of the style sheet.
    pub urls: Vec<Url>,
    /// Messages of the compiler of Sass and of `@warn`.
    pub warnings: Vec<Problem>,
}

/// A URL in a style sheet.
#[derive(Debug)]
pub struct Url {
    /// The URL as the source has it.
    pub url: String,
    /// The text of the style sheet at its place.
    pub placeholder: String,
    /// Where it is.
    pub position: Position,
}

/// A position in a source file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Position {
    /// Path relative to the root of the site.
    pub file: String,
    /// Line, counted from 1. 0 if it is unknown.
    pub line: u32,
    /// Column in UTF-16 code units, counted from 1.
    pub column: u32,
}

/// An error or a warning.
#[derive(Debug, Clone)]
pub struct Problem {
    /// A message for users.
    pub message: String,
    /// How to fix it, if the message does not say so.
    pub hint: Option<String>,
    /// Where it is.
    pub position: Position,
}

impl Problem {
    /// Returns a problem without a hint.
    pub fn new(message: impl Into<String>, position: Position) -> Problem {
        Problem { message: message.into(), hint: None, position }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Position { file, line, column } = &self.position;
        write!(f, "{file}:{line}:{column}: {}", self.message)
    }
}

impl std::error::Error for Problem {}
