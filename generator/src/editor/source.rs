//! A source file as the editor sees it: its text, its parts, its values and their schema.

use std::io;

use axum::body::Body;
use axum::http::{Response, StatusCode};
use serde::{Serialize, Serializer};
use serde_json::{Value, json};

use crate::content_source::{is_page, split};
use crate::editor::reply::{error, failed, with_details};
use crate::front_matter_schema::{extra_schema, page_schema, with_extra};
use croupier_base::disk::world::World;
use croupier_base::fingerprint::{fingerprint_bytes, fingerprint_reader};
use croupier_base::path::SitePath;
use croupier_base::syntax::data;
use croupier_base::syntax::spanned::{self, SpannedValue, Value as Spanned};
use croupier_edits::{Edit, Format, SourceKind, apply, escaped};
use croupier_engine::PreviewSession;

/// The longest text that is edited, in bytes.
pub(super) const MAX_TEXT: usize = 2 << 20;

/// Pictures and other files that are no texts, by extension.
const BINARY: [&str; 20] = [
    "png", "jpg", "jpeg", "gif", "webp", "avif", "ico", "pdf", "zip", "mp4", "webm", "mp3", "ogg",
    "woff", "woff2", "ttf", "otf", "gz", "bin", "wasm",
];

/// Pictures, by extension.
const PICTURES: [&str; 8] = ["png", "jpg", "jpeg", "gif", "webp", "avif", "svg", "ico"];

/// Whether a file is a picture.
pub(super) fn is_picture(path: &str) -> bool {
    PICTURES.contains(&extension(path).as_str())
}

/// Returns the extension in lower case.
pub(super) fn extension(path: &str) -> String {
    path.rsplit_once('.').map(|(_, it)| it.to_ascii_lowercase()).unwrap_or_default()
}

/// Returns the kind of a file in the lists of the editor.
pub(super) fn kind(path: &str) -> &'static str {
    if is_page(path) {
        "page"
    } else if data::name(&SitePath::new(path)).is_some() {
        "data"
    } else if path.starts_with("i18n/") {
        "messages"
    } else if is_picture(path) || BINARY.contains(&extension(path).as_str()) {
        "media"
    } else {
        "other"
    }
}

/// A file on disk, or with edits.
pub(super) struct Source {
    pub path: SitePath,
    /// The bytes of a file that is no text, or of one that is not in UTF-8, are not here.
    pub text: Option<String>,
    /// Whether the file is longer than a text that is edited.
    pub is_long: bool,
    /// The digest of the bytes.
    pub digest: String,
}

/// Returns the digest of a file, which a client sends back with its edits.
#[expect(clippy::disallowed_methods, reason = "these are the bytes of a file")]
pub(super) fn digest(bytes: &[u8]) -> String {
    format!("{:032x}", fingerprint_bytes(bytes))
}

/// Returns the digest of a file that is read in parts.
pub(super) fn digest_of(reader: impl io::Read) -> io::Result<String> {
    Ok(format!("{:032x}", fingerprint_reader(reader)?))
}

impl Source {
    /// Reads a file. None if there is none.
    pub(super) fn read(world: &World, path: &SitePath) -> Result<Option<Source>, Response<Body>> {
        let bytes = world
            .read_if_exists(path)
            .map_err(|error| failed(format!("The file {path} cannot be read: {error}.")))?;
        Ok(bytes.map(|bytes| Source::of_bytes(path, bytes)))
    }

    fn of_bytes(path: &SitePath, bytes: Vec<u8>) -> Source {
        let digest = digest(&bytes);
        let is_long = bytes.len() > MAX_TEXT;
        let is_binary = BINARY.contains(&extension(path).as_str());
        let text = (!is_binary && !is_long).then(|| String::from_utf8(bytes).ok()).flatten();
        let text = text.filter(|text| !text.contains('\0'));
        Source { path: path.clone(), text, is_long, digest }
    }

    /// Returns a file with this text.
    pub(super) fn of_text(path: &SitePath, text: String) -> Source {
        Source::of_bytes(path, text.into_bytes())
    }

    /// Returns the format in the words of the application.
    pub(super) fn format(&self) -> &'static str {
        let kind = kind(&self.path);
        let is_page_or_data = matches!(kind, "page" | "data");
        if self.text.is_none() && !is_page_or_data {
            return "binary";
        }
        if kind == "page" {
            return "markdown";
        }
        match extension(&self.path).as_str() {
            "html" | "htm" => "html",
            "toml" => "toml",
            "yaml" | "yml" => "yaml",
            "json" => "json",
            "csv" => "csv",
            "ftl" => "fluent",
            _ => "text",
        }
    }

    /// Returns why a page or a data file cannot be edited here, as a sentence. None for files with a text, and for pictures.
    pub(super) fn unreadable(&self) -> Option<String> {
        let path = &self.path;
        match self.format() {
            _ if self.text.is_some() => None,
            "binary" => None,
            _ if self.is_long => Some(format!(
                "{path} is larger than {} MB. Change it in another program.",
                MAX_TEXT >> 20
            )),
            _ => Some(format!("{path} is not UTF-8 text. Change its encoding in another program.")),
        }
    }

    /// Returns the parts of the text. The error is a sentence.
    pub(super) fn split(&self) -> Result<SourceKind, String> {
        split(&self.path, self.text.as_deref().unwrap_or_default())
    }

    /// Returns the values with their ranges, in bytes of the text. None if the file has no values, or if they cannot be parsed.
    pub(super) fn values(&self) -> Option<SpannedValue> {
        let text = self.text.as_deref()?;
        match self.split().ok()? {
            SourceKind::Data(format) => parse(&self.path, format, text),
            SourceKind::Content { front: None, .. } => {
                Some(SpannedValue { range: 0..0, value: Spanned::Table(Vec::new()) })
            }
            SourceKind::Content { front: Some((range, format)), .. } => {
                let mut value = parse(&self.path, format, &text[range.clone()])?;
                shift(&mut value, range.start);
                Some(value)
            }
        }
    }

    /// Returns the Markdown of a page and where it starts, in bytes.
    pub(super) fn body(&self) -> Option<(usize, &str)> {
        let text = self.text.as_deref()?;
        match self.split().ok()? {
            SourceKind::Content { body, .. } => Some((body, &text[body..])),
            SourceKind::Data(_) => None,
        }
    }

    /// Returns the format of the front matter. None for files without.
    pub(super) fn front_format(&self) -> Option<&'static str> {
        match self.split().ok()? {
            SourceKind::Content { front: Some((_, Format::Yaml)), .. } => Some("yaml"),
            SourceKind::Content { front: Some(_), .. } => Some("toml"),
            _ => None,
        }
    }

    /// Returns the text after edits.
    pub(super) fn edited(&self, edits: &[Edit]) -> Result<String, Response<Body>> {
        let path = &self.path;
        // The edits would replace bytes that the editor did not show.
        let Some(text) = self.text.as_deref() else {
            let message = self.unreadable().unwrap_or_else(|| format!("{path} is not a text."));
            return Err(error(StatusCode::UNPROCESSABLE_ENTITY, message));
        };
        let edited = apply(text, &|text| split(path, text), Format::Toml, edits);
        edited.map_err(|error| {
            let mut response = json!({ "file": path });
            response["details"] = json!({ "edit": error.edit, "pointer": error.pointer });
            with_details(StatusCode::UNPROCESSABLE_ENTITY, error.message, response)
        })
    }

    /// Returns the JSON Schema of the values. None if none is declared.
    pub(super) fn schema(&self, world: &World) -> Option<Value> {
        if kind(&self.path) == "page" {
            let folder = self.path.rsplit_once('/').map_or("content", |(folder, _)| folder);
            return Some(match extra_schema(world, folder) {
                Ok(Some(extra)) => with_extra(page_schema(), extra),
                _ => page_schema(),
            });
        }
        let path = self.schema_path(world)?;
        data::read(&path, world.read(&path).ok()?).ok()
    }

    /// Returns the schema file of a data file. None if there is none.
    pub(super) fn schema_path(&self, world: &World) -> Option<SitePath> {
        let name = data::name(&self.path)?;
        // The file of a language has the schema of its original.
        let original = name.rsplit_once('.').map(|(name, _)| name);
        let names =
            data::schema_names(name).chain(original.into_iter().flat_map(data::schema_names));
        let mut paths = names.map(|name| SitePath::new(format!("content/data/{name}.schema.json")));
        paths.find(|path| world.stamp(path).is_some())
    }
}

/// Puts the page that a schema names for previews first, in the language of the file, if the site has it.
pub(super) fn with_preview_first(
    mut routes: Vec<String>,
    path: &SitePath,
    schema: Option<&Value>,
    session: &PreviewSession,
) -> Vec<String> {
    let named = schema.and_then(|it| it["x-editor"]["preview"].as_str());
    if let Some(route) = named.and_then(|route| session.route_for(path, route)) {
        routes.retain(|it| *it != route);
        routes.insert(0, route);
    }
    routes
}

fn parse(path: &SitePath, format: Format, text: &str) -> Option<SpannedValue> {
    match format {
        Format::Toml => {
            let (value, errors) = spanned::toml(text);
            errors.is_empty().then_some(value)
        }
        Format::Yaml => spanned::yaml(text).ok(),
        Format::Json | Format::Csv => {
            let value = data::read(path, text.as_bytes().to_vec()).ok()?;
            Some(data::spanned(path, text, &value))
        }
        Format::Text => None,
    }
}

/// Moves all ranges of a value to the right.
fn shift(value: &mut SpannedValue, by: usize) {
    let range = &mut value.range;
    *range = range.start + by..range.end + by;
    match &mut value.value {
        Spanned::List(items) => items.iter_mut().for_each(|item| shift(item, by)),
        Spanned::Table(entries) => {
            for (key, item) in entries {
                key.range = key.range.start + by..key.range.end + by;
                shift(item, by);
            }
        }
        _ => {}
    }
}

/// Values as JSON, with the keys of tables in the order of the text, in which forms show them.
pub(super) struct InOrder<'a>(pub &'a SpannedValue);

impl Serialize for InOrder<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match &self.0.value {
            Spanned::List(items) => serializer.collect_seq(items.iter().map(InOrder)),
            Spanned::Table(entries) => {
                let mut sorted: Vec<_> = entries.iter().collect();
                sorted.sort_by_key(|(key, _)| key.range.start);
                serializer.collect_map(sorted.iter().map(|(key, it)| (&key.name, InOrder(it))))
            }
            _ => self.0.to_json().serialize(serializer),
        }
    }
}

/// Reads a schema with its keys in the order of the text. None if it is not plain JSON.
pub(super) fn schema_in_order(world: &World, path: &SitePath) -> Option<SpannedValue> {
    let text = String::from_utf8(world.read(path).ok()?).ok()?;
    spanned::yaml(&text).ok()
}

/// Returns the JSON Pointer of the deepest value whose range, or whose key's range, has a byte offset.
pub(super) fn pointer_at(value: &SpannedValue, offset: usize) -> Option<String> {
    let has = |range: &std::ops::Range<usize>| range.start <= offset && offset <= range.end;
    let inner = |name: &str, value: &SpannedValue| {
        format!("/{}{}", escaped(name), pointer_at(value, offset).unwrap_or_default())
    };
    match &value.value {
        Spanned::Table(entries) => entries.iter().find_map(|(key, value)| {
            // The range of a table of TOML is that of its header, so that its values are searched, too.
            let is_inside =
                has(&key.range) || has(&value.range) || pointer_at(value, offset).is_some();
            is_inside.then(|| inner(&key.name, value))
        }),
        Spanned::List(items) => items.iter().enumerate().find_map(|(index, value)| {
            let is_inside = has(&value.range) || pointer_at(value, offset).is_some();
            is_inside.then(|| inner(&index.to_string(), value))
        }),
        _ => None,
    }
}

/// Returns the number of UTF-16 code units before a byte offset.
pub(super) fn utf16_offset(text: &str, offset: usize) -> usize {
    text.get(..offset).map_or(0, |before| before.encode_utf16().count())
}
