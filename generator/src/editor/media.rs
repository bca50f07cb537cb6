//! Pictures and other files: uploads, and their content for thumbnails.

use std::sync::Arc;

use axum::Json;
use axum::body::Body;
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
use crate::editor::paths::{checked, checked_new, refuse_unpublished};
use crate::editor::reply::{Reply, error, failed, not_found};
use crate::editor::save::last_saves::SavedFile;
use crate::editor::source::{digest, extension};
use crate::editor::upload::{Upload, exists, unwritable};
use crate::extensions::extensions;
use croupier_base::media::image;
use croupier_extensions::pictures::{Copy, Format};

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

/// Returns the media type of a file, and how it begins at an offset. None for types that are not uploaded.
pub(super) fn type_of(path: &str) -> Option<(&'static str, usize, &'static [u8])> {
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

/// Decodes a picture that gets copies. The error says why it has none.
pub(super) fn decode(path: &str, bytes: &[u8]) -> Result<(), String> {
    let pictures = extensions().pictures.filter(|_| RESIZED.contains(&extension(path).as_str()));
    // An animation has no copies.
    let Some(pictures) = pictures.filter(|_| !image::is_animated(bytes)) else { return Ok(()) };
    (pictures.encode)(bytes, &[], QUALITY).map(drop).map_err(|error| error.to_string())
}

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
    let (path, full_path) = checked_new(&editor.root, &path)?;
    if type_of(&path).is_none() {
        let message = "Only pictures, PDF files, videos, sounds and fonts can be uploaded.";
        return Err(error(StatusCode::UNPROCESSABLE_ENTITY, message));
    }
    refuse_unpublished(&path)?;
    if full_path.exists() {
        return Err(exists(&path));
    }

    let upload = Upload::receive(&path, full_path.clone(), request).await?;
    let inspected = tokio::task::spawn_blocking(move || (upload.inspect(), upload)).await;
    let (file, upload) = inspected.map_err(|_| failed("The file cannot be read."))?;
    let file = file.map_err(|problem| unwritable(&path, &problem))??;
    upload.persist()?;

    let saved = SavedFile { path: path.clone(), full_path, before: None, after: Some(file.digest) };
    let undo = editor.record_created(saved, format!("Upload {path}"));
    Ok(Json(json!({
        "path": path,
        "width": file.dimensions.map(|it| it.width),
        "height": file.dimensions.map(|it| it.height),
        "undo": undo,
    })))
}
