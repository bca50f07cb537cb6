//! Loads a style sheet and everything that it imports, so that errors of missing files have a position.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;

use croupier_extensions::styles::{Files, Position, Problem};
use lightningcss::bundler::{ResolveResult, SourceProvider};
use lightningcss::rules::CssRule;
use lightningcss::stylesheet::{ParserOptions, StyleSheet};

use crate::is_sass;

/// The loaded style sheets.
#[derive(Debug, Default)]
pub(crate) struct Sheets {
    /// Texts in CSS, by path.
    texts: BTreeMap<String, String>,
    /// Paths of imported files, by the path of the importing file and the URL.
    imports: BTreeMap<(String, String), String>,
    /// Messages of `@warn` in Sass.
    pub(crate) warnings: Vec<Problem>,
}

impl Sheets {
    /// Loads a style sheet with its imports.
    pub(crate) fn load(&mut self, path: &str, files: &dyn Files) -> Result<(), Problem> {
        let text = self.text(path, files)?;
        self.texts.insert(path.to_owned(), text.clone());
        let options = ParserOptions { filename: path.to_owned(), ..ParserOptions::default() };
        let sheet = StyleSheet::parse(&text, options).map_err(|error| {
            let (line, column) = error.loc.map_or((0, 1), |it| (it.line + 1, it.column));
            let position = position(path.to_owned(), line, column);
            Problem { message: error.kind.to_string(), position }
        })?;
        for rule in &sheet.rules.0 {
            let CssRule::Import(import) = rule else { continue };
            if is_external(&import.url) {
                continue;
            }
            let found = candidates(path, &import.url)
                .into_iter()
                .find(|it| self.texts.contains_key(it) || files.read(it).is_some());
            let Some(found) = found else {
                let position = position(path.to_owned(), import.loc.line + 1, import.loc.column);
                let message = format!("there is no file `{}`", import.url);
                return Err(Problem { message, position });
            };
            if !self.texts.contains_key(&found) {
                self.load(&found, files)?;
            }
            self.imports.insert((path.to_owned(), import.url.to_string()), found);
        }
        Ok(())
    }

    /// Returns the text of a file in CSS.
    fn text(&mut self, path: &str, files: &dyn Files) -> Result<String, Problem> {
        if is_sass(path) {
            return compiled(path, files, &mut self.warnings);
        }
        let text = files.read(path).ok_or_else(|| Problem {
            message: format!("there is no file `{path}`"),
            position: position(path.to_owned(), 0, 1),
        })?;
        Ok(text.trim_start_matches('\u{feff}').to_owned())
    }
}

#[cfg(feature = "sass")]
use crate::sass::compile as compiled;

/// Without the feature `sass`, Sass is an error.
#[cfg(not(feature = "sass"))]
fn compiled(path: &str, _: &dyn Files, _: &mut Vec<Problem>) -> Result<String, Problem> {
    let message = "this Croupier was built without `sass`".to_owned();
    Err(Problem { message, position: position(path.to_owned(), 0, 1) })
}

/// Returns a position in the source. Lines in the CSS of compiled Sass are not those of its source, which are unknown.
pub(crate) fn position(file: String, line: u32, column: u32) -> Position {
    let line = if is_sass(&file) { 0 } else { line };
    Position { file, line, column: column.max(1) }
}

impl SourceProvider for Sheets {
    type Error = io::Error;

    fn read<'a>(&'a self, file: &Path) -> Result<&'a str, io::Error> {
        let text = file.to_str().and_then(|path| self.texts.get(path));
        text.map(String::as_str).ok_or_else(|| io::ErrorKind::NotFound.into())
    }

    fn resolve(&self, specifier: &str, from: &Path) -> Result<ResolveResult, io::Error> {
        if is_external(specifier) {
            return Ok(ResolveResult::External(specifier.to_owned()));
        }
        let key = (from.to_string_lossy().into_owned(), specifier.to_owned());
        let path = self.imports.get(&key).ok_or(io::ErrorKind::NotFound)?;
        Ok(ResolveResult::File(path.into()))
    }
}

/// Whether a URL is one of another server.
fn is_external(url: &str) -> bool {
    url.starts_with("//") || url.contains("://")
}

/// Returns the files that an import can mean: relative to the importing file, in static/, or in an npm package.
fn candidates(from: &str, url: &str) -> Vec<String> {
    let path = url.split(['?', '#']).next().unwrap_or_default();
    if let Some(path) = path.strip_prefix('/') {
        return vec![format!("static/{path}")];
    }
    let folder = from.rsplit_once('/').map_or("", |(folder, _)| folder);
    let mut found: Vec<String> = join(folder, path).into_iter().collect();
    if !path.starts_with('.') {
        found.push(format!("node_modules/{path}"));
    }
    found
}

/// Joins a folder and a relative path. `None` for a path outside of the root.
pub(crate) fn join(folder: &str, path: &str) -> Option<String> {
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}
