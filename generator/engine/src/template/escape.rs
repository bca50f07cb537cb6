//! How values are escaped in each type of template.

use std::borrow::Cow;

use minijinja::{AutoEscape, Environment, Error};

use crate::template::function_errors::no_value;

/// Sets how values are escaped in each type of template.
pub(super) fn set_escaping(env: &mut Environment<'static>) {
    env.set_auto_escape_callback(|name| {
        if is_json(name) {
            AutoEscape::Json
        } else if is_html(name) || is_xml(name) {
            AutoEscape::Html
        } else {
            AutoEscape::None
        }
    });
    // minijinja escapes slashes too, which is unnecessary and makes URLs unreadable.
    env.set_formatter(|out, state, value| match value.as_str() {
        // `None` is a word of Python, which no reader should see.
        None if value.is_none() && !matches!(state.auto_escape(), AutoEscape::Json) => {
            Err(no_value())
        }
        Some(text) if matches!(state.auto_escape(), AutoEscape::Html) && !value.is_safe() => {
            out.write_str(&escape(text)).map_err(Error::from)
        }
        _ => minijinja::escape_formatter(out, state, value),
    });
}

/// Returns whether the template with this name produces JSON.
pub(crate) fn is_json(name: &str) -> bool {
    matches!(extension(name), "json" | "webmanifest" | "geojson" | "jsonld" | "map" | "topojson")
}

/// Returns whether the template with this name produces XML.
pub(crate) fn is_xml(name: &str) -> bool {
    let types = [
        "xml", "svg", "atom", "rss", "rdf", "xsl", "xslt", "xhtml", "kml", "gpx", "opml", "opf",
        "ncx", "mathml",
    ];
    types.contains(&extension(name))
}

/// Returns whether the template with this name produces HTML. A name without an extension is that of a text in front matter.
fn is_html(name: &str) -> bool {
    matches!(extension(name), "html" | "htm" | "")
}

fn extension(name: &str) -> &str {
    name.rsplit_once('.').map_or("", |(_, extension)| extension)
}

/// Escapes text for HTML and XML elements and attributes.
pub(crate) fn escape(text: &str) -> Cow<'_, str> {
    let is_special = |byte: u8| matches!(byte, b'&' | b'<' | b'>' | b'"' | b'\'');
    // Most texts need no escaping. Without an early exit, the compiler compares many bytes at once.
    if !text.bytes().fold(false, |found, byte| found | is_special(byte)) {
        return Cow::Borrowed(text);
    }

    let mut escaped = String::with_capacity(text.len() + text.len() / 8);
    let mut copied = 0;
    for (index, byte) in text.bytes().enumerate() {
        let entity = match byte {
            b'&' => "&amp;",
            b'<' => "&lt;",
            b'>' => "&gt;",
            b'"' => "&quot;",
            b'\'' => "&#39;",
            _ => continue,
        };
        escaped.push_str(&text[copied..index]);
        escaped.push_str(entity);
        copied = index + 1;
    }

    escaped.push_str(&text[copied..]);
    Cow::Owned(escaped)
}
