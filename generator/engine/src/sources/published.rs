//! Transforms files of static/ for publication: minifies style sheets and scripts if site.toml enables it, and prefixes the URLs in style
//! sheets, HTML, SVG and web app manifests with the path of `base_url`, also in those of `pages/files/`. Other files are published unchanged.

use std::borrow::Cow;
use std::ops::Range;

use serde_json::Value;

use crate::render::html::prepend_base_path;
use crate::sources::styles::Generated;
use crate::sources::{Sources, unreadable};
use croupier_base::diagnostic::code::Code;
use croupier_base::diagnostic::{Diagnostic, Location};
use croupier_base::disk::static_file::StaticFile;
use croupier_base::path::{OutputPath, SitePath};
use croupier_base::syntax::css;
use croupier_base::syntax::html;
use croupier_base::url;
use croupier_extensions::Minify;

/// What is published of a static file, an asset, a bundled style sheet or an icon.
pub(crate) enum Published {
    /// These bytes.
    Bytes(Vec<u8>),
    /// The bytes of a large source file, which are read in parts.
    Copy(SitePath),
}

/// The size in bytes of the smallest file that is copied in parts.
const LARGE: usize = 1 << 20;

impl Sources {
    /// Returns what is published at an output path, which is `file`.
    pub(crate) fn published(
        &self,
        output: &OutputPath,
        file: &StaticFile,
    ) -> Result<Published, Diagnostic> {
        let source = self.source_of(output);
        let is_generated = self.styles.contents.contains_key(output) || self.icon(output).is_some();
        if file.size >= LARGE && !is_generated && !is_transformed(&source) {
            return Ok(Published::Copy(source));
        }
        self.published_bytes(output).map(Published::Bytes)
    }

    /// Returns the published bytes of a static file, an asset, a bundled style sheet or an icon.
    fn published_bytes(&self, output: &OutputPath) -> Result<Vec<u8>, Diagnostic> {
        if let Some(Generated::Text(text)) = self.styles.contents.get(output) {
            return Ok(text.as_bytes().to_vec());
        }
        if let Some(icon) = self.icon(output) {
            return Ok(icon.to_vec());
        }
        let source = self.source_of(output);
        let bytes = self.world.read(&source).map_err(|error| unreadable(&source, &error))?;
        if self.styles.contents.contains_key(output) {
            return Ok(bytes);
        }
        Ok(match self.transform_static(&source, &bytes).0 {
            Cow::Owned(transformed) => transformed,
            Cow::Borrowed(_) => bytes,
        })
    }

    /// Returns the bytes of an icon.
    fn icon(&self, path: &OutputPath) -> Option<&[u8]> {
        self.icons.bytes(path, self.statics.get(path))
    }

    /// Returns the settings that transform files of static/: whether they are minified, and the path of `base_url`.
    pub(super) fn static_transforms(&self) -> (bool, String) {
        self.settings
            .as_ref()
            .map(|it| (it.config.output.minify, it.base_path.clone()))
            .unwrap_or_default()
    }

    /// Returns the published bytes of a file of static/. A file that cannot be minified is published unchanged, with a warning.
    pub(super) fn transform_static<'a>(
        &self,
        path: &SitePath,
        bytes: &'a [u8],
    ) -> (Cow<'a, [u8]>, Option<Diagnostic>) {
        let Some(settings) = &self.settings else { return (bytes.into(), None) };
        let prefixed = with_prefixes(&settings.base_path, path, bytes);
        match settings.extensions.minify.filter(|_| settings.config.output.minify) {
            None => (prefixed, None),
            Some(library) => match minified(library, path, &prefixed) {
                // Borrowed is what was prefixed.
                (Cow::Borrowed(_), warning) => (prefixed, warning),
                (Cow::Owned(minified), warning) => (minified.into(), warning),
            },
        }
    }
}

impl Sources {
    /// Returns warnings about the strings in a script of static/ that name other files of static/ without the path of `base_url`. Scripts
    /// are not changed, because a string can have any meaning.
    pub(super) fn unprefixed_files(&self, path: &SitePath, bytes: &[u8]) -> Vec<Diagnostic> {
        let base = self.settings.as_ref().map_or("", |it| it.base_path.as_str());
        let Ok(text) = std::str::from_utf8(bytes) else { return Vec::new() };
        if base.is_empty() || !is_script(path) {
            return Vec::new();
        }

        let mut warnings = Vec::new();
        for range in root_relative_strings(text) {
            let url = &text[range.clone()];
            let name = url[1..].split(['?', '#']).next().unwrap_or_default();
            if name.is_empty()
                || !self.stamps.contains_key(&SitePath::of_static(&OutputPath::new(name)))
            {
                continue;
            }

            let message = format!("`{url}` is outside of the site: the file is at `{base}/{name}`");
            let hint = "write a URL relative to the page, or to the script with `import.meta.url`";
            let location = Location::new(path.as_str(), text, range);
            warnings
                .push(Diagnostic::warning(Code::OutsideBasePath, message).at(location).hint(hint));
        }

        warnings
    }
}

/// Whether a file is a script.
pub(super) fn is_script(path: &SitePath) -> bool {
    matches!(path.extension(), "js" | "mjs")
}

/// Returns the ranges of strings that are root-relative URLs, without their quotes.
fn root_relative_strings(script: &str) -> Vec<Range<usize>> {
    let is_end = |it: char| it.is_whitespace() || "\"'`<>\\${}()".contains(it);
    let starts =
        script.match_indices('/').filter(|(at, _)| script[..*at].ends_with(['"', '\'', '`']));
    starts
        .filter_map(|(start, _)| {
            let end = start + script[start..].find(is_end)?;
            script[end..].starts_with(&script[start - 1..start]).then_some(start..end)
        })
        .collect()
}

/// Returns a file whose URLs of this site start with `base`.
pub(crate) fn with_prefixes<'a>(base: &str, path: &SitePath, bytes: &'a [u8]) -> Cow<'a, [u8]> {
    let name = path.rsplit('/').next().unwrap_or_default();
    let is_manifest = path.extension() == "webmanifest" || name == "manifest.json";
    let prefixed = match path.extension() {
        _ if is_manifest => manifest_with_prefix(base, bytes),
        _ if base.is_empty() => None,
        // A style sheet that cannot be read is published unchanged.
        "css" => {
            edited_text(bytes, base, |text, base| css::with_base_path(text, base).ok().flatten())
        }
        "html" | "htm" | "svg" => {
            edited_text(bytes, base, |text, base| Some(html_with_prefix(base, text)))
        }
        _ => None,
    };
    prefixed.map_or(bytes.into(), Cow::Owned)
}

/// Adds `base` to a text with `edit`. In most encodings other than UTF-8, such as those of old pages, the bytes of ASCII are those of its
/// characters. Each byte is then read as the character with its number.
fn edited_text(
    bytes: &[u8],
    base: &str,
    edit: impl Fn(&str, &str) -> Option<String>,
) -> Option<Vec<u8>> {
    if let Ok(text) = std::str::from_utf8(bytes) {
        return edit(text, base).map(String::into_bytes);
    }
    let text: String = bytes.iter().copied().map(char::from).collect();
    let edited = edit(&text, &url::percent_encode(base))?;
    edited.chars().map(|it| u8::try_from(it).ok()).collect()
}

/// Returns HTML or an SVG whose URLs of this site start with `base`, also those in its styles.
fn html_with_prefix(base: &str, text: &str) -> String {
    let mut addresses = html::read(text).addresses;
    addresses.retain(|it| !it.usage.is_url() || url::lacks_base_path(&it.text, base));
    prepend_base_path(text, &addresses, base)
}

/// Whether [`Sources::transform_static`] may change a file. Such files are text, which is read at once.
pub(super) fn is_transformed(path: &SitePath) -> bool {
    let kinds = ["css", "js", "mjs", "cjs", "webmanifest", "html", "htm", "svg"];
    kinds.contains(&path.extension()) || path.ends_with("/manifest.json")
}

/// Keys of a web app manifest whose values are URLs.
const URL_KEYS: [&str; 6] = ["start_url", "scope", "id", "src", "url", "action"];

/// Returns a web app manifest whose URLs of this site start with `base` and have no `%` but those of escapes. None if nothing changes
/// or the file is not JSON.
fn manifest_with_prefix(base: &str, manifest: &[u8]) -> Option<Vec<u8>> {
    let text = std::str::from_utf8(manifest).ok()?;
    if base.is_empty() && !url::has_lone_percent(text) {
        return None;
    }
    let mut manifest: Value = serde_json::from_str(text).ok()?;
    add_prefix(base, &mut manifest);
    serde_json::to_vec_pretty(&manifest).ok()
}

fn add_prefix(base: &str, value: &mut Value) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(|item| add_prefix(base, item)),
        Value::Object(entries) => {
            for (key, value) in entries {
                match value {
                    Value::String(url) if URL_KEYS.contains(&key.as_str()) => {
                        if url::lacks_base_path(url, base) {
                            url.insert_str(0, base);
                        }
                        if url::has_lone_percent(url) {
                            *url = url::percent_encode(url);
                        }
                    }
                    _ => add_prefix(base, value),
                }
            }
        }
        _ => {}
    }
}

/// Minifies a file with the library `minify`, if it is a style sheet or a script.
fn minified<'a>(
    minify: Minify,
    path: &SitePath,
    bytes: &'a [u8],
) -> (Cow<'a, [u8]>, Option<Diagnostic>) {
    let text = std::str::from_utf8(bytes);
    let (Some(name), Ok(text)) = (path.strip_prefix("static/"), text) else {
        return (bytes.into(), None);
    };

    match minify(name, text) {
        None => (bytes.into(), None),
        Some(Ok(minified)) => (minified.into_bytes().into(), None),
        Some(Err(error)) => {
            let location = Location::new(path.as_str(), text, error.at..error.at);
            let message = format!("{path} is published unminified: {error}");
            let warning = Diagnostic::warning(Code::NotMinified, message).at(location);
            let hint = "fix it, or end its name with `.min.css` or `.min.js`";
            (bytes.into(), Some(warning.hint(hint)))
        }
    }
}
