//! Transforms files of static/ for publication: minifies style sheets and scripts if site.toml enables it, and prefixes the URLs in web
//! app manifests with the path of `base_url`. Other files are published unchanged.

use std::borrow::Cow;

use serde_json::Value;

use crate::sources::styles::Generated;
use crate::sources::{Sources, unreadable};
use croupier_base::diagnostic::code::Code;
use croupier_base::diagnostic::{Diagnostic, Location};
use croupier_base::path::{OutputPath, SitePath};
use croupier_base::url;
use croupier_extensions::Minify;

impl Sources {
    /// Returns the published bytes of a static file, an asset, a bundled style sheet or an icon.
    pub(crate) fn published_bytes(&self, output: &OutputPath) -> Result<Vec<u8>, Diagnostic> {
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
        match &self.settings {
            Some(settings) if path.extension() == "webmanifest" => {
                (with_prefix(&settings.base_path, bytes).map_or(bytes.into(), Cow::Owned), None)
            }
            Some(settings) if settings.config.output.minify => match settings.extensions.minify {
                Some(library) => minified(library, path, bytes),
                None => (bytes.into(), None),
            },
            _ => (bytes.into(), None),
        }
    }
}

/// Keys of a web app manifest whose values are URLs.
const URL_KEYS: [&str; 6] = ["start_url", "scope", "id", "src", "url", "action"];

/// Returns a web app manifest whose URLs of this site start with `base` and have no `%` but those of escapes. None if nothing changes
/// or the file is not JSON.
fn with_prefix(base: &str, manifest: &[u8]) -> Option<Vec<u8>> {
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
                        let is_of_site = url.starts_with('/') && !url.starts_with("//");
                        let has_prefix = url
                            .strip_prefix(base)
                            .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
                        if is_of_site && !has_prefix {
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
