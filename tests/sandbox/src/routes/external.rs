//! External services that the site uses: live tables, scripts and their backups, a seal, and
//! endpoints for reports.
//!
//! Their pages are under `/external/`, on a separate origin if the sandbox has one.

use axum::extract::Request;
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{Html, IntoResponse, Response};
use serde_json::Value;

use super::live_dealer::LOBBIES;
use super::{Bytes, Named, done};
use crate::call::{Call, Verb};
use crate::error::ApiError;
use crate::{html, texts};

/// Path prefix of all external services.
pub(crate) const FOLDER: &str = "/external/";
/// Endpoints for error reports and tracking events.
const SINKS: [&str; 2] = ["/external/reports", "/external/events"];
/// Maximum size of a report, in bytes.
const MOST: usize = 64 << 10;

const TABLE: &str = include_str!("../external/table.html");
const CHAT: &str = include_str!("../external/chat.js");
/// The Intercom script uses the panel of the other chat, so it includes that script.
const INTERCOM: &str =
    concat!(include_str!("../external/chat.js"), include_str!("../external/intercom.js"));
const SCRIPTS: [(&str, &str); 8] = [
    ("bot-check.js", include_str!("../external/bot-check.js")),
    ("bot-check-backup.js", include_str!("../external/bot-check-backup.js")),
    ("chat.js", CHAT),
    ("chat-backup.js", CHAT),
    ("intercom.js", INTERCOM),
    ("turnstile.js", include_str!("../external/turnstile.js")),
    ("recaptcha.js", include_str!("../external/recaptcha.js")),
    ("tag.js", include_str!("../external/tag.js")),
];

pub(super) fn calls() -> Vec<Call> {
    let sink = |path, says| Call::at(Verb::Post, path, note).says(says).takes("Anything");
    vec![
        Call::at(Verb::Get, "/external/live-dealer/{id}", table)
            .says("A live table.")
            .answers("Page"),
        Call::at(Verb::Get, "/external/scripts/{name}", script)
            .says("Bot checks, chats and a tag.")
            .answers("Script"),
        Call::at(Verb::Get, "/external/seal.svg", seal)
            .says("A seal that certifies nothing.")
            .answers("Picture"),
        sink(SINKS[0], "Takes error reports."),
        sink(SINKS[1], "Takes tracking events."),
    ]
}

/// Returns whether the path is an endpoint for reports or events. These accept requests from any
/// origin.
pub(crate) fn is_sink(path: &str) -> bool {
    SINKS.contains(&path)
}

/// Answers preflight requests for JSON to the endpoints for reports and events.
pub(crate) async fn preflight(request: Request, next: Next) -> Response {
    if request.method() != Method::OPTIONS || !is_sink(request.uri().path()) {
        return next.run(request).await;
    }
    let headers = [
        (header::ACCESS_CONTROL_ALLOW_METHODS, "POST"),
        (header::ACCESS_CONTROL_ALLOW_HEADERS, "content-type"),
    ];
    open_to_all((headers, ""))
}

/// Allows any origin to read a response, like embeddable third-party services do. Such responses
/// contain no player data.
pub(super) fn open_to_all(answer: impl IntoResponse) -> Response {
    let mut answer = answer.into_response();
    answer.headers_mut().insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
    answer
}

async fn table(named: Named) -> Result<Html<String>, ApiError> {
    let found = LOBBIES.iter().find(|(id, _)| id.to_string() == named.text("id"));
    found.map(|(_, name)| Html(TABLE.replace("{{name}}", name))).ok_or_else(ApiError::not_found)
}

async fn script(named: Named) -> Result<Response, ApiError> {
    let found = SCRIPTS.iter().find(|(name, _)| *name == named.text("name"));
    let (_, text) = found.ok_or_else(ApiError::not_found)?;
    Ok(open_to_all(([(header::CONTENT_TYPE, "text/javascript")], *text)))
}

async fn seal() -> Response {
    open_to_all(html::picture("Sample seal"))
}

/// Accepts JSON with any content type, because beacons send text.
async fn note(Bytes(body): Bytes) -> Result<Response, ApiError> {
    if body.len() > MOST {
        return Err(ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, texts::TOO_MUCH));
    }
    match serde_json::from_slice::<Value>(&body) {
        Ok(_) => Ok(open_to_all(done())),
        Err(error) => Err(ApiError::unreadable(StatusCode::BAD_REQUEST, error.to_string())),
    }
}

/// Redirects a request for an external service from the site's origin to the external origin.
pub(super) fn elsewhere(origin: &str, uri: &axum::http::Uri) -> Response {
    let path = uri.path_and_query().map_or("", axum::http::uri::PathAndQuery::as_str);
    // Status 307 preserves the method and the body.
    axum::response::Redirect::temporary(&format!("{origin}{path}")).into_response()
}
