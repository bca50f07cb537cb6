//! The files of the application in the browser, which `runtime/editor/build.mjs` makes.

use axum::body::Body;
use axum::extract::Path;
use axum::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, REFERRER_POLICY};
use axum::http::{Response, StatusCode};
use axum::response::IntoResponse;
use include_dir::{Dir, include_dir};

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};

static FILES: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/editor");

/// Responds with the document. All its paths have the same one.
pub(super) async fn index() -> Response<Body> {
    // The text editor inserts style elements, which the policy allows by this value.
    let nonce = format!("{:016x}", RandomState::new().build_hasher().finish());
    let policy = format!(
        "default-src 'none'; script-src 'self'; style-src 'self' 'nonce-{nonce}'; img-src 'self' data: blob:; font-src 'self'; \
         connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    );
    let html = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>Editor</title>\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<meta name=\"csp-nonce\" content=\"{nonce}\">\n\
         <link rel=\"stylesheet\" href=\"/admin/app.css\">\n<script type=\"module\" src=\"/admin/app.js\"></script>\n</head>\n\
         <body>\n<div id=\"editor\"></div>\n</body>\n</html>\n"
    );
    let headers = [
        (CONTENT_TYPE, "text/html; charset=utf-8".to_owned()),
        (CONTENT_SECURITY_POLICY, policy),
        (CACHE_CONTROL, "no-store".to_owned()),
        (REFERRER_POLICY, "same-origin".to_owned()),
    ];
    (headers, html).into_response()
}

/// Responds with a file of the application, or with its document.
pub(super) async fn file(Path(path): Path<String>) -> Response<Body> {
    let Some(file) = FILES.get_file(&path) else {
        let is_asset = path.ends_with(".js") || path.ends_with(".css") || path.ends_with(".map");
        let is_of_app = is_asset && !path.contains('/');
        return if is_of_app { StatusCode::NOT_FOUND.into_response() } else { index().await };
    };
    let content_type = if path.ends_with(".css") { "text/css" } else { "text/javascript" };
    let headers = [
        (CONTENT_TYPE, format!("{content_type}; charset=utf-8")),
        (CACHE_CONTROL, "no-cache".to_owned()),
    ];
    (headers, file.contents()).into_response()
}
