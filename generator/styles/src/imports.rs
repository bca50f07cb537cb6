//! Loads a style sheet and everything that it imports, so that errors of missing files have a position.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::Path;

use croupier_extensions::styles::{Files, Position, Problem};
use lightningcss::bundler::{ResolveResult, SourceProvider};
use lightningcss::rules::CssRule;
use lightningcss::rules::import::ImportRule;
use lightningcss::rules::namespace::NamespaceRule;
use lightningcss::stylesheet::{ParserOptions, PrinterOptions, StyleSheet};
use lightningcss::traits::ToCss as _;
use parcel_sourcemap::SourceMap;

use crate::is_sass;
use crate::masks::Masks;

/// The loaded style sheets.
#[derive(Debug)]
pub(crate) struct Sheets {
    /// Texts in CSS with hidden values, by path.
    texts: BTreeMap<String, String>,
    /// Texts in CSS, by path.
    pub(crate) originals: BTreeMap<String, String>,
    /// Source maps of compiled Sass, by path.
    maps: BTreeMap<String, SourceMap>,
    /// Paths of imported files, by the path of the importing file and the URL.
    imports: BTreeMap<(String, String), String>,
    /// The cascade layers of imported files, by path. `None` if a file is not in a layer.
    layers: BTreeMap<String, Option<String>>,
    /// Whether a rule precedes the next import in the bundle.
    has_rules: bool,
    /// Whether a namespace precedes the next import in the bundle.
    has_namespaces: bool,
    /// The hidden values.
    pub(crate) masks: Masks,
    /// Messages of the compiler of Sass.
    pub(crate) warnings: Vec<Problem>,
}

impl Sheets {
    pub(crate) fn new(masks: Masks) -> Sheets {
        Sheets {
            texts: BTreeMap::new(),
            originals: BTreeMap::new(),
            maps: BTreeMap::new(),
            imports: BTreeMap::new(),
            layers: BTreeMap::new(),
            has_rules: false,
            has_namespaces: false,
            masks,
            warnings: Vec::new(),
        }
    }

    /// Loads the style sheet of a bundle with its imports.
    pub(crate) fn load_entry(&mut self, path: &str, files: &dyn Files) -> Result<(), Problem> {
        self.load(path, files, None)
    }

    /// Loads a style sheet with its imports. `condition` is the file of the outermost import with a
    /// condition that contains it.
    fn load(
        &mut self,
        path: &str,
        files: &dyn Files,
        condition: Option<&str>,
    ) -> Result<(), Problem> {
        let original = self.text(path, files)?;
        self.originals.insert(path.to_owned(), original.clone());
        let text = self
            .masks
            .masked(path, &original)
            .map_err(|error| Problem::new(error.message, self.position_at(path, error.at)))?;
        self.texts.insert(path.to_owned(), text.clone());
        let options = ParserOptions { filename: path.to_owned(), ..ParserOptions::default() };
        let sheet = StyleSheet::parse(&text, options).map_err(|error| {
            let (line, column) = error.loc.map_or((0, 1), |it| (it.line + 1, it.column));
            Problem::new(error.kind.to_string(), self.position(path, line, column))
        })?;

        // Imports are loaded while their entry is, so the first text is that of the entry.
        let is_entry = self.texts.len() == 1;
        let mut imported: BTreeSet<String> = BTreeSet::new();
        for rule in &sheet.rules.0 {
            match rule {
                CssRule::Import(import) if is_external(&import.url) => {
                    self.check_external(path, import, condition, !imported.is_empty())?;
                }
                CssRule::Import(import) => {
                    imported.insert(self.import(path, import, files, condition)?);
                }
                CssRule::Namespace(namespace) => {
                    self.check_namespace(path, namespace, condition, is_entry)?;
                    self.has_namespaces = true;
                }
                CssRule::LayerStatement(_) | CssRule::Ignored => {}
                _ => self.has_rules = true,
            }
        }
        Ok(())
    }

    /// Loads an imported style sheet, and returns its path.
    fn import(
        &mut self,
        from: &str,
        import: &ImportRule<'_>,
        files: &dyn Files,
        condition: Option<&str>,
    ) -> Result<String, Problem> {
        let position = self.position(from, import.loc.line + 1, import.loc.column);
        let found = candidates(from, &import.url)
            .into_iter()
            .find(|it| self.texts.contains_key(it) || files.read(it).is_some());
        let Some(found) = found else {
            return Err(Problem::new(format!("there is no file `{}`", import.url), position));
        };
        self.imports.insert((from.to_owned(), import.url.to_string()), found.clone());

        // The bundle has the rules of a file once, so that they cannot be in two layers.
        let own = import.layer.as_ref().map(|layer| {
            let name =
                layer.as_ref().and_then(|it| it.to_css_string(PrinterOptions::default()).ok());
            name.unwrap_or_default()
        });
        let outer = self.layers.get(from).cloned().flatten();
        let layer = match (outer, own) {
            (Some(outer), Some(own)) => Some(format!("{outer}.{own}")),
            (outer, own) => own.or(outer),
        };
        let known = self.layers.entry(found.clone()).or_insert_with(|| layer.clone());
        if *known != layer {
            return Err(Problem {
                message: format!("`{found}` is imported into two different layers"),
                hint: Some("import it once, or with the same layer".to_owned()),
                position,
            });
        }

        if !self.texts.contains_key(&found) {
            let has_condition = import.layer.is_some()
                || import.supports.is_some()
                || !import.media.media_queries.is_empty();
            let condition = condition.or(has_condition.then_some(found.as_str()));
            self.load(&found, files, condition)?;
        }
        Ok(found)
    }

    /// Checks that browsers read the import of another server, which they ignore after a rule.
    fn check_external(
        &self,
        path: &str,
        import: &ImportRule<'_>,
        condition: Option<&str>,
        is_after_import: bool,
    ) -> Result<(), Problem> {
        let position = self.position(path, import.loc.line + 1, import.loc.column);

        if let Some(conditional) = condition {
            return Err(Problem {
                message: format!(
                    "`{}` is of another server, and cannot have the conditions of `{conditional}`",
                    import.url
                ),
                hint: Some("import it in the style sheet of `[styles.entries]`".to_owned()),
                position,
            });
        }

        if self.has_rules || self.has_namespaces || is_after_import {
            return Err(Problem {
                message: format!(
                    "`{}` is of another server, and follows rules of the bundle: browsers would ignore this import",
                    import.url
                ),
                hint: Some(
                    "write it before all imports of files, or link it in the template".to_owned(),
                ),
                position,
            });
        }

        Ok(())
    }

    /// Checks that browsers read a namespace, which they ignore after a rule, and that it has no effect on other files.
    fn check_namespace(
        &self,
        path: &str,
        namespace: &NamespaceRule<'_>,
        condition: Option<&str>,
        is_entry: bool,
    ) -> Result<(), Problem> {
        let reason = if let Some(conditional) = condition {
            format!("cannot have the conditions of `{conditional}`")
        } else if self.has_rules {
            "follows rules of the bundle: browsers would ignore it".to_owned()
        } else if namespace.prefix.is_none() && !is_entry {
            "without a prefix would change the other files of the bundle".to_owned()
        } else {
            return Ok(());
        };

        Err(Problem {
            message: format!("`@namespace` {reason}"),
            hint: Some(
                "write it in a style sheet without imports, and add that to `[styles.entries]`"
                    .to_owned(),
            ),
            position: self.position(path, namespace.loc.line + 1, namespace.loc.column),
        })
    }

    /// Returns the text of a file in CSS.
    fn text(&mut self, path: &str, files: &dyn Files) -> Result<String, Problem> {
        if is_sass(path) {
            let compiled = files.compile_sass(path)?;
            self.warnings.extend(compiled.warnings);
            let mut css = compiled.css;
            if let Ok(mut map) = SourceMap::from_json("/", &compiled.source_map) {
                // The map of the bundle continues in the map of this style sheet.
                if let Ok(url) = map.to_data_url(None) {
                    css.push_str(&format!("\n/*# sourceMappingURL={url} */"));
                }
                self.maps.insert(path.to_owned(), map);
            }
            return Ok(css);
        }

        let position = Position { file: path.to_owned(), line: 0, column: 1 };
        let text = files
            .read(path)
            .ok_or_else(|| Problem::new(format!("there is no file `{path}`"), position))?;
        Ok(text.trim_start_matches('\u{feff}').to_owned())
    }

    /// Returns the position in the source of a byte offset in the CSS of a file.
    pub(crate) fn position_at(&self, path: &str, offset: usize) -> Position {
        let text = self.originals.get(path).map_or("", String::as_str);
        let before = text.get(..offset).unwrap_or_default();
        let line = u32::try_from(before.matches('\n').count() + 1).unwrap_or(0);
        let column = before.rsplit('\n').next().unwrap_or_default().encode_utf16().count();
        self.position(path, line, u32::try_from(column + 1).unwrap_or(1))
    }

    /// Returns the position in the source of a line and a column in the CSS of a file, both counted from 1.
    pub(crate) fn position(&self, path: &str, line: u32, column: u32) -> Position {
        let column = column.max(1);
        if !is_sass(path) {
            return Position { file: path.to_owned(), line, column };
        }
        let original = self.maps.get(path).and_then(|map| {
            let mut map = map.clone();
            let mapping = map.find_closest_mapping(line.saturating_sub(1), column - 1)?;
            let original = mapping.original?;
            let file = map.get_source(original.source).ok()?.to_owned();
            Some(Position {
                file,
                line: original.original_line + 1,
                column: original.original_column + 1,
            })
        });
        original.unwrap_or_else(|| Position { file: path.to_owned(), line: 0, column: 1 })
    }
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
    let start = url.split(['/', '?', '#']).next().unwrap_or_default();
    url.starts_with("//") || start.contains(':')
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
fn join(folder: &str, path: &str) -> Option<String> {
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
