//! Bundles one style sheet, and gives the files that it shows names with a content hash.

use std::cell::RefCell;
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::sources::styles::sass;
use croupier_base::diagnostic::code::Code;
use croupier_base::diagnostic::{Diagnostic, Location};
use croupier_base::disk::text;
use croupier_base::disk::world::World;
use croupier_base::fingerprint::{ContentHash, Fingerprint};
use croupier_base::hashed_path::fingerprinted;
use croupier_base::path::{OutputPath, SitePath};
use croupier_base::url::{file_url, resolve_relative};
use croupier_content::config::settings::Settings;
use croupier_extensions::styles::{CompiledSass, Files, Options, Position, Problem, Url};

/// A bundled style sheet, or what is wrong with it.
#[derive(Debug, Clone, Default)]
pub(crate) struct StyleSheet {
    /// Digest of the settings and the source path.
    pub(super) key: Fingerprint,
    pub(super) bundled: BundledSheet,
    pub(super) diagnostics: Vec<Diagnostic>,
}

/// A bundled style sheet, with the files that it was bundled from.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(super) struct BundledSheet {
    /// The files that were read, with the hashes of their bytes. `None` for a file that does not exist, and that another file replaces.
    pub inputs: BTreeMap<SitePath, Option<u128>>,
    /// The style sheet and its source map, by output path.
    pub texts: BTreeMap<OutputPath, String>,
    /// Copies of the files that it shows, with their sources.
    pub copies: BTreeMap<OutputPath, SitePath>,
}

/// The files that a style sheet reads, with the hashes of their bytes.
#[derive(Debug)]
struct RecordedFiles<'a> {
    world: &'a World,
    /// The folder of the runtime, whose npm packages compile Sass if the root has none.
    runtime: Option<&'a str>,
    inputs: RefCell<BTreeMap<SitePath, Option<u128>>>,
}

impl Files for RecordedFiles<'_> {
    fn read(&self, path: &str) -> Option<String> {
        let path = SitePath::new(path);
        let bytes = self.world.read(&path).ok();
        let hash = bytes.as_ref().map(|it| ContentHash::of(it).to_fingerprint());
        self.inputs.borrow_mut().insert(path.clone(), hash);
        Some(String::from_utf8_lossy(&text::read(&path, bytes?)).into_owned())
    }

    fn compile_sass(&self, path: &str) -> Result<CompiledSass, Problem> {
        let (compiled, inputs) = sass::compile(self.world.root(), self.runtime, path);
        // The compiler has read the files itself.
        for input in inputs.iter().chain([&SitePath::new(path)]) {
            self.hash(input);
        }
        compiled
    }
}

impl RecordedFiles<'_> {
    /// Records a file that the style sheet shows, and returns its hash. `None` if it does not exist.
    fn hash(&self, path: &SitePath) -> Option<u128> {
        let hash = hash_of(self.world, path);
        self.inputs.borrow_mut().insert(path.clone(), hash);
        hash
    }
}

/// Bundles the style sheet in the file `source`.
pub(super) fn bundle(
    world: &World,
    settings: &Settings,
    is_development: bool,
    output: &OutputPath,
    source: &SitePath,
) -> StyleSheet {
    let config = &settings.config.styles;
    let runtime = settings.runtime.as_ref().map(SitePath::as_str);
    let files = RecordedFiles { world, runtime, inputs: RefCell::default() };
    // Without the library, style sheets in site.toml are errors.
    let Some(library) = settings.extensions.styles else { return StyleSheet::default() };

    if let Err(reason) = (library.check_targets)(&config.targets) {
        let diagnostics = vec![invalid_targets(settings, &reason)];
        return StyleSheet { diagnostics, ..StyleSheet::default() };
    }

    let targets = Some(config.targets.as_str());
    let options = Options { targets, minify: config.minify, source_map: is_development };
    let bundle = match (library.bundle)(source, &files, &options) {
        Ok(bundle) => bundle,
        Err(problem) => {
            let error = diagnostic(world, &problem, Diagnostic::error);
            return empty_sheet(output, files, error);
        }
    };

    let warnings = bundle.warnings.iter();
    let mut diagnostics: Vec<Diagnostic> =
        warnings.map(|problem| diagnostic(world, problem, Diagnostic::warning)).collect();
    let mut copies = BTreeMap::new();
    let mut css_with_urls = bundle.css;
    for url in &bundle.urls {
        let resolved = match resolve_url(&files, output, url) {
            Resolved::External => url.url.clone(),
            Resolved::File { copy, source, suffix } => {
                let href = format!("{}{}{suffix}", settings.base_path, file_url(&copy));
                copies.insert(copy, source);
                href
            }
            Resolved::Missing => {
                diagnostics.push(missing_file(world, url));
                url.url.clone()
            }
        };
        css_with_urls = css_with_urls.replace(&url.placeholder, &quoted(&resolved));
    }

    let css = without_end_tags(&css_with_urls);
    let texts = with_source_map(css, bundle.source_map, output, &settings.base_path);
    let bundled = BundledSheet { inputs: files.inputs.into_inner(), texts, copies };
    StyleSheet { bundled, diagnostics, ..StyleSheet::default() }
}

/// Returns the hash of a file; `None` if it cannot be read.
pub(super) fn hash_of(world: &World, path: &SitePath) -> Option<u128> {
    world.read(path).ok().map(|bytes| ContentHash::of(&bytes).to_fingerprint())
}

/// Returns an empty style sheet in place of one with an error, because templates that link or inline it are not wrong, too.
fn empty_sheet(output: &OutputPath, files: RecordedFiles<'_>, error: Diagnostic) -> StyleSheet {
    let inputs = files.inputs.into_inner();
    let texts = BTreeMap::from([(output.clone(), "/**/".to_owned())]);
    let bundled = BundledSheet { inputs, texts, ..BundledSheet::default() };
    StyleSheet { bundled, diagnostics: vec![error], ..StyleSheet::default() }
}

/// Returns the style sheet and its source map, which the style sheet names.
fn with_source_map(
    mut css: String,
    source_map: Option<String>,
    output: &OutputPath,
    base_path: &str,
) -> BTreeMap<OutputPath, String> {
    let mut texts = BTreeMap::new();
    if let Some(map) = source_map {
        let map_path = OutputPath::new(format!("{output}.map"));
        let url = file_url(&map_path);
        css.push_str(&format!("\n/*# sourceMappingURL={base_path}{url} */\n"));
        texts.insert(map_path, map);
    }
    texts.insert(output.clone(), css);
    texts
}

/// Returns a URL as it is written in the quotes around its placeholder.
fn quoted(url: &str) -> String {
    url.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\a ")
}

/// Returns the error about `targets` in site.toml.
fn invalid_targets(settings: &Settings, reason: &str) -> Diagnostic {
    let range = settings.spanned.get("styles").map_or(0..0, |table| {
        table.get("targets").map_or_else(|| table.range.clone(), |it| it.range.clone())
    });
    let message = format!("`targets` is not a browserslist query: {reason}");
    Diagnostic::error(Code::SiteTable, message)
        .at(settings.layers.place(range))
        .hint("write it as in package.json, such as `targets = \"last 2 versions\"`")
}

/// The target of a URL in a style sheet.
enum Resolved<'a> {
    /// Not a file of the site.
    External,
    File {
        /// The output path with a content hash.
        copy: OutputPath,
        source: SitePath,
        /// The query and the fragment of the URL.
        suffix: &'a str,
    },
    Missing,
}

fn resolve_url<'a>(files: &RecordedFiles<'_>, output: &OutputPath, url: &'a Url) -> Resolved<'a> {
    if is_external(&url.url) {
        return Resolved::External;
    }
    let (path, suffix) = split_suffix(&url.url);
    match find(files, output, &url.position.file, path) {
        Some((name, source, hash)) => {
            let copy = fingerprinted(&name, ContentHash::from_fingerprint(hash));
            Resolved::File { copy, source, suffix }
        }
        None => Resolved::Missing,
    }
}

fn missing_file(world: &World, url: &Url) -> Diagnostic {
    let hint = "name a file by its path relative to this one, or a file of static/ by its URL path";
    Diagnostic::error(Code::BrokenLink, format!("`{}` does not exist", url.url))
        .at(location(world, &url.position))
        .hint(hint)
}

/// Returns a diagnostic for a problem.
fn diagnostic(world: &World, problem: &Problem, new: fn(Code, String) -> Diagnostic) -> Diagnostic {
    let diagnostic =
        new(Code::StyleProblem, problem.message.clone()).at(location(world, &problem.position));
    match &problem.hint {
        Some(hint) => diagnostic.hint(hint),
        None => diagnostic,
    }
}

/// Escapes what would end a `<style>` element. All other text stays as it is.
fn without_end_tags(css: &str) -> String {
    const TAG: &str = "</style";
    let mut output = String::with_capacity(css.len());
    let mut rest = css;
    while let Some(at) = rest.find("</") {
        let is_tag = rest.get(at..at + TAG.len()).is_some_and(|it| it.eq_ignore_ascii_case(TAG));
        output.push_str(&rest[..at]);
        output.push_str(if is_tag { "<\\/" } else { "</" });
        rest = &rest[at + 2..];
    }
    output + rest
}

/// Finds the file that a URL path in the source file `from` means: its output path without a hash, its source and its hash.
fn find(
    files: &RecordedFiles<'_>,
    output: &OutputPath,
    from: &str,
    path: &str,
) -> Option<(OutputPath, SitePath, u128)> {
    let of_static = |path: &str| {
        let name = OutputPath::new(path.trim_start_matches('/'));
        let source = SitePath::of_static(&name);
        files.hash(&source).map(|hash| (name, source, hash))
    };

    if path.starts_with('/') {
        return of_static(path);
    }

    let relative = resolve_relative(&format!("/{from}"), path);
    let relative = relative.as_deref().map(|it| it.trim_start_matches('/'));
    if let Some(source) = relative {
        if let Some(name) = source.strip_prefix("static/") {
            return of_static(name);
        }

        let source = SitePath::new(source);
        if let Some(hash) = files.hash(&source) {
            let name = source.rsplit('/').next().unwrap_or_default();
            let folder = output.rsplit_once('/').map_or("", |(folder, _)| folder);
            let name = OutputPath::new(format!("{folder}/{name}").trim_start_matches('/'));
            return Some((name, source, hash));
        }
    }

    // Style sheets that were in static/ before have URLs relative to their published path.
    of_static(&resolve_relative(&format!("/{output}"), path)?)
}

/// Whether a URL has its content in itself, or on another server.
fn is_external(url: &str) -> bool {
    let scheme = url.split(['/', '?', '#']).next().unwrap_or_default();
    url.is_empty() || url.starts_with('#') || url.starts_with("//") || scheme.contains(':')
}

/// Splits a URL before its query or fragment.
fn split_suffix(url: &str) -> (&str, &str) {
    url.split_at(url.find(['?', '#']).unwrap_or(url.len()))
}

/// Returns the location of a position in a source file.
fn location(world: &World, position: &Position) -> Location {
    let path = SitePath::new(position.file.as_str());
    let bytes = world.read(&path).map(|bytes| text::read(&path, bytes)).unwrap_or_default();
    let text = String::from_utf8_lossy(&bytes);
    let offset = byte_offset(&text, position);
    Location::new(path.as_str(), &*text, offset..offset)
}

/// Returns the byte offset of a position, whose column counts UTF-16 code units.
fn byte_offset(text: &str, Position { line, column, .. }: &Position) -> usize {
    let lines = (*line as usize).saturating_sub(1);
    let line_start = text.split_inclusive('\n').take(lines).map(str::len).sum::<usize>();
    let line = text[line_start..].split('\n').next().unwrap_or_default();
    let mut units = 1;
    for (index, letter) in line.char_indices() {
        if units >= *column as usize {
            return line_start + index;
        }
        units += letter.len_utf16();
    }
    line_start + line.len()
}
