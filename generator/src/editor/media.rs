//! Pictures and other files: uploads, and their content for thumbnails.

use std::sync::Arc;

use axum::Json;
use axum::body::{Body, to_bytes};
use axum::extract::{Query, Request, State};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG, IF_NONE_MATCH,
    X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderMap, Response, StatusCode};
use axum::response::IntoResponse;
use serde::Deserialize;
use serde_json::json;

use crate::editor::Editor;
use crate::editor::entry::FilePath;
use crate::editor::paths::checked;
use crate::editor::reply::{Reply, error, failed, not_found};
use crate::editor::source::{digest, extension, is_picture};
use crate::extensions::extensions;
use croupier_base::media::image;
use croupier_base::path::OutputPath;
use croupier_extensions::pictures::{Copy, Format};

/// The largest upload, in bytes.
const MAX_UPLOAD: usize = 32 << 20;

/// The types that are uploaded: extensions, the media type, and how a file begins, at an offset.
const TYPES: [(&[&str], &str, usize, &[u8]); 11] = [
    (&["png"], "image/png", 0, b"\x89PNG\r\n\x1a\n"),
    (&["jpg", "jpeg"], "image/jpeg", 0, b"\xff\xd8\xff"),
    (&["gif"], "image/gif", 0, b"GIF8"),
    (&["webp"], "image/webp", 8, b"WEBP"),
    (&["avif"], "image/avif", 4, b"ftyp"),
    (&["pdf"], "application/pdf", 0, b"%PDF-"),
    (&["mp4"], "video/mp4", 4, b"ftyp"),
    (&["webm"], "video/webm", 0, b"\x1a\x45\xdf\xa3"),
    (&["mp3"], "audio/mpeg", 0, b""),
    (&["woff2"], "font/woff2", 0, b"wOF2"),
    (&["svg"], "image/svg+xml", 0, b""),
];

fn type_of(path: &str) -> Option<(&'static str, usize, &'static [u8])> {
    let extension = extension(path);
    let found = TYPES.iter().find(|(names, ..)| names.contains(&extension.as_str()))?;
    Some((found.1, found.2, found.3))
}

/// Responds with the bytes of a file.
pub(super) async fn file(
    State(editor): State<Arc<Editor>>,
    Query(FilePath { path }): Query<FilePath>,
) -> Response<Body> {
    let (path, _) = match checked(&editor.root, &path) {
        Ok(checked) => checked,
        Err(response) => return response,
    };
    let Ok(Some(bytes)) = editor.world.read_if_exists(&path) else { return not_found(&path) };
    whole(&path, bytes)
}

/// Responds with the bytes of a file, if it has a type that is uploaded.
fn whole(path: &str, bytes: Vec<u8>) -> Response<Body> {
    let Some((media_type, ..)) = type_of(path) else { return not_found(path) };
    // A picture that is opened alone must not run scripts at the origin of the editor.
    let headers = [
        (CONTENT_TYPE, media_type),
        (CONTENT_SECURITY_POLICY, "default-src 'none'; style-src 'unsafe-inline'; sandbox"),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    ];
    (headers, bytes).into_response()
}

/// The picture of a thumbnail, and the width that it is shown with.
#[derive(Debug, Deserialize)]
pub(super) struct Thumbnail {
    path: String,
    width: u32,
}

/// The formats of pictures that get smaller copies.
const RESIZED: [&str; 4] = ["png", "jpg", "jpeg", "webp"];

/// The quality of thumbnails, from 1 to 100.
const QUALITY: u8 = 75;

/// Responds with a small copy of a picture. Pictures that are small, of other formats, or damaged are sent as they are, and so are all of
/// them by a `croupier` that was built without `pictures`.
pub(super) async fn thumbnail(
    State(editor): State<Arc<Editor>>,
    Query(Thumbnail { path, width }): Query<Thumbnail>,
    headers: HeaderMap,
) -> Response<Body> {
    let (path, _) = match checked(&editor.root, &path) {
        Ok(checked) => checked,
        Err(response) => return response,
    };
    let Ok(Some(bytes)) = editor.world.read_if_exists(&path) else { return not_found(&path) };

    // Screens with many pictures are opened often, and encoding takes long.
    let tag = format!("\"{}-{width}\"", digest(&bytes));
    if headers.get(IF_NONE_MATCH).is_some_and(|it| it.as_bytes() == tag.as_bytes()) {
        return StatusCode::NOT_MODIFIED.into_response();
    }
    let source = path.clone();
    let small = tokio::task::spawn_blocking(move || {
        let copy = small_copy(&source, &bytes, width);
        copy.ok_or(bytes)
    });
    match small.await {
        Ok(Ok(copy)) => {
            let headers = [
                (CONTENT_TYPE, "image/webp".to_owned()),
                (CACHE_CONTROL, "no-cache".to_owned()),
                (ETAG, tag),
            ];
            (headers, copy).into_response()
        }
        Ok(Err(bytes)) => whole(&path, bytes),
        Err(_) => failed("The picture cannot be shown."),
    }
}

/// Returns a copy of a picture that is not wider than `width`. None if it needs none, or cannot have one.
fn small_copy(path: &str, bytes: &[u8], width: u32) -> Option<Vec<u8>> {
    let pictures = extensions().pictures?;
    let is_wider = image::dimensions(path, bytes)?.width > width;
    if width == 0 || !is_wider || !RESIZED.contains(&extension(path).as_str()) {
        return None;
    }
    let copy = Copy { width, format: Format::WebP };
    (pictures.encode)(bytes, &[copy], QUALITY).ok()?.pop()
}

/// Stores an uploaded file. A file that exists is not replaced.
pub(super) async fn upload(
    State(editor): State<Arc<Editor>>,
    Query(FilePath { path }): Query<FilePath>,
    request: Request,
) -> Reply {
    let (path, full_path) = checked(&editor.root, &path)?;
    let Some((_, offset, start)) = type_of(&path) else {
        let message = "Only pictures, PDF files, videos, sounds and fonts can be uploaded.";
        return Err(error(StatusCode::UNPROCESSABLE_ENTITY, message));
    };
    if full_path.exists() {
        let message = format!("{path} exists already. Give the file another name.");
        return Err(error(StatusCode::CONFLICT, message));
    }
    let bytes = to_bytes(request.into_body(), MAX_UPLOAD).await.map_err(|_| {
        let message = format!("The file is larger than {} MB.", MAX_UPLOAD >> 20);
        error(StatusCode::PAYLOAD_TOO_LARGE, message)
    })?;

    let is_of_type = bytes.get(offset..).is_some_and(|rest| rest.starts_with(start));
    let is_svg = path.to_lowercase().ends_with(".svg");
    if !is_of_type || bytes.is_empty() || is_svg && !is_harmless_svg(&bytes) {
        let message = if is_svg {
            "This SVG has scripts or references to other files, or it is no SVG."
        } else {
            "The content of the file is not of the type that its name says."
        };
        return Err(error(StatusCode::UNPROCESSABLE_ENTITY, message));
    }

    let output = OutputPath::new(path.as_str());
    let dimensions = image::dimensions(&output, &bytes);
    if is_picture(&path) && !is_svg && dimensions.is_none() {
        let message = "The picture cannot be read. Save it again, or use another format.";
        return Err(error(StatusCode::UNPROCESSABLE_ENTITY, message));
    }

    let digest = digest(&bytes);
    let change = editor.change(&path, None, Some(bytes.to_vec()))?;
    let undo = editor.commit(vec![change], format!("Upload {path}"))?;
    let url = path.strip_prefix("static").map(ToString::to_string);
    let name = path.rsplit_once('/').map_or(path.as_str(), |(_, name)| name);
    let target = url.as_deref().unwrap_or(name).replace(' ', "%20");
    Ok(Json(json!({
        "path": path,
        "digest": digest,
        "width": dimensions.map(|it| it.width),
        "height": dimensions.map(|it| it.height),
        "url": url,
        "markdown": format!("![]({target})"),
        "undo": undo,
    })))
}

/// Whether an SVG has neither scripts nor references to other files.
fn is_harmless_svg(bytes: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(bytes) else { return false };
    let text = text.to_lowercase();
    let compact: String = text.chars().filter(|it| !it.is_whitespace()).collect();
    let has_handler = text.split(['<', ' ', '\t', '\n', '\r', '"', '\'', '/']).any(|word| {
        // White space may be between the name and the sign.
        let name = word.split('=').next().unwrap_or_default();
        name.len() > 2 && name.starts_with("on") && name.chars().all(|it| it.is_ascii_alphabetic())
    });
    let forbidden = [
        "<script",
        "<foreignobject",
        "<iframe",
        "<embed",
        "<object",
        "<!entity",
        "javascript:",
        "href=\"http",
        "href='http",
        "href=\"//",
        "href='//",
        "url(http",
        "@import",
        "<handler",
        "<animate",
        "<set",
    ];
    compact.contains("<svg") && !has_handler && !forbidden.iter().any(|it| compact.contains(it))
}

#[cfg(test)]
mod tests {
    use super::is_harmless_svg;

    #[test]
    fn an_svg_has_no_scripts() {
        let svg = |inner: &str| format!("<svg xmlns=\"http://www.w3.org/2000/svg\">{inner}</svg>");
        assert!(is_harmless_svg(svg("<path d=\"M0 0\"/><use href=\"#a\"/>").as_bytes()));
        for inner in [
            "<script>alert(1)</script>",
            "<SCRIPT>alert(1)</SCRIPT>",
            "<a href=\"java\nscript:alert(1)\"/>",
            "<path onload=\"alert(1)\"/>",
            "<path\nOnClick = \"alert(1)\"/>",
            "<foreignObject/>",
            "<image href=\"https://a.example/\"/>",
            "<style>@import 'x'</style>",
        ] {
            assert!(!is_harmless_svg(svg(inner).as_bytes()), "{inner}");
        }
        assert!(!is_harmless_svg(b"<html></html>"));
    }
}
