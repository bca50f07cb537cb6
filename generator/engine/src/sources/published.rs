//! Files of static/ as they are published: as they are, but style sheets and scripts made smaller where site.toml asks for it, and web
//! app manifests with addresses below the path of `base_url`.

use std::borrow::Cow;

use serde_json::Value;

use crate::sources::Sources;
use croupier_base::diagnostic::Diagnostic;
use croupier_base::path::SitePath;

impl Sources {
    /// What of the settings makes files of static/ others than they are: whether they are made smaller, and the path of `base_url`.
    pub(super) fn static_transforms(&self) -> (bool, String) {
        self.settings
            .as_ref()
            .map(|it| (it.config.output.minify, it.base_path.clone()))
            .unwrap_or_default()
    }

    /// What is published of a file of static/ that holds these bytes, and a warning where it cannot be made smaller, so that it is
    /// published as it is.
    pub(crate) fn transform_static<'a>(
        &self,
        path: &SitePath,
        bytes: &'a [u8],
    ) -> (Cow<'a, [u8]>, Option<Diagnostic>) {
        match &self.settings {
            Some(settings) if path.extension() == "webmanifest" => {
                (below(&settings.base_path, bytes).map_or(bytes.into(), Cow::Owned), None)
            }
            Some(settings) if settings.config.output.minify => minified(path, bytes),
            _ => (bytes.into(), None),
        }
    }
}

/// What holds an address in a web app manifest.
const ADDRESSES: [&str; 6] = ["start_url", "scope", "id", "src", "url", "action"];

/// A web app manifest whose addresses of this site lie below `base`; none where it has nothing to say otherwise.
fn below(base: &str, manifest: &[u8]) -> Option<Vec<u8>> {
    let mut manifest: Value = serde_json::from_slice(manifest).ok().filter(|_| !base.is_empty())?;
    place_below(base, &mut manifest);
    serde_json::to_vec_pretty(&manifest).ok()
}

fn place_below(base: &str, value: &mut Value) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(|item| place_below(base, item)),
        Value::Object(entries) => {
            for (key, value) in entries {
                match value {
                    Value::String(address) if ADDRESSES.contains(&key.as_str()) => {
                        let is_of_site = address.starts_with('/') && !address.starts_with("//");
                        let is_below = address
                            .strip_prefix(base)
                            .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
                        if is_of_site && !is_below {
                            address.insert_str(0, base);
                        }
                    }
                    _ => place_below(base, value),
                }
            }
        }
        _ => {}
    }
}

#[cfg(feature = "minify")]
fn minified<'a>(path: &SitePath, bytes: &'a [u8]) -> (Cow<'a, [u8]>, Option<Diagnostic>) {
    use croupier_minify::{Kind, minify};

    use croupier_base::diagnostic::Location;
    use croupier_base::diagnostic::code::Code;

    let kind = path.strip_prefix("static/").and_then(Kind::from_file_name);
    let (Some(kind), Ok(text)) = (kind, std::str::from_utf8(bytes)) else {
        return (bytes.into(), None);
    };
    match minify(kind, text) {
        Ok(smaller) => (smaller.into_bytes().into(), None),
        Err(error) => {
            let place = Location::new(path.as_str(), text, error.at..error.at);
            let warning = Diagnostic::warning(
                Code::NotMinified,
                format!("{path} is published as it is: {error}"),
            )
            .at(place);
            (
                bytes.into(),
                Some(warning.hint("mend it, or end its name with `.min.css` or `.min.js`")),
            )
        }
    }
}

/// site.toml cannot ask for what nobody can do.
#[cfg(not(feature = "minify"))]
fn minified<'a>(_: &SitePath, bytes: &'a [u8]) -> (Cow<'a, [u8]>, Option<Diagnostic>) {
    (bytes.into(), None)
}
