//! Style sheets and scripts of static/ as they are published: as they are, or made smaller where site.toml asks for it.

use std::borrow::Cow;

use crate::build::sources::Sources;
use crate::diagnostic::Diagnostic;
use crate::source::path::SitePath;

impl Sources {
    /// Whether site.toml asks for smaller files.
    pub(super) fn is_minified(&self) -> bool {
        self.settings.as_ref().is_some_and(|it| it.config.output.minify)
    }

    /// What is published of a file of static/ that holds these bytes, and a warning where it cannot be made smaller, so that it is
    /// published as it is.
    pub(super) fn published<'a>(&self, path: &SitePath, bytes: &'a [u8]) -> (Cow<'a, [u8]>, Option<Diagnostic>) {
        if self.is_minified() { minified(path, bytes) } else { (bytes.into(), None) }
    }
}

#[cfg(feature = "minify")]
fn minified<'a>(path: &SitePath, bytes: &'a [u8]) -> (Cow<'a, [u8]>, Option<Diagnostic>) {
    use croupier_minify::{Kind, minify};

    use crate::diagnostic::Place;
    use crate::diagnostic::code::Code;

    let kind = path.strip_prefix("static/").and_then(Kind::of);
    let (Some(kind), Ok(text)) = (kind, std::str::from_utf8(bytes)) else { return (bytes.into(), None) };
    match minify(kind, text) {
        Ok(smaller) => (smaller.into_bytes().into(), None),
        Err(error) => {
            let place = Place::new(path.as_str(), text, error.at..error.at);
            let warning = Diagnostic::warning(Code::NotMinified, format!("{path} is published as it is: {error}")).at(place);
            (bytes.into(), Some(warning.hint("mend it, or end its name with `.min.css` or `.min.js`")))
        }
    }
}

/// site.toml cannot ask for what nobody can do.
#[cfg(not(feature = "minify"))]
fn minified<'a>(_: &SitePath, bytes: &'a [u8]) -> (Cow<'a, [u8]>, Option<Diagnostic>) {
    (bytes.into(), None)
}
