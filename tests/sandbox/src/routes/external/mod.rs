//! External services that the site uses: pictures, the cashier, a stub game, live tables, scripts
//! and their backups, a seal, and endpoints for reports.
//!
//! Their pages are under `/external/`, on a separate origin if the sandbox has one.

mod cashier;
mod pictures;
mod stub_game;

use axum::extract::Request;
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{Html, IntoResponse, Response};
use serde_json::Value;

use crate::call::{Call, HttpMethod};
use crate::error::ApiError;
use crate::routes::games::live_dealer::LOBBIES;
use crate::routes::{Bytes, PathParameters, ok_response};
use crate::{html, texts};

/// Path prefix of all external services.
pub(crate) const PREFIX: &str = "/external/";
/// Endpoints for error reports and tracking events.
const REPORT_PATHS: [&str; 2] = ["/external/reports", "/external/events"];
/// Maximum size of a report, in bytes.
const MAX_REPORT_BYTES: usize = 64 << 10;

const TABLE: &str = include_str!("../../external/table.html");
const CHAT: &str = include_str!("../../external/chat.js");
/// The Intercom script uses the panel of the other chat, so it includes that script.
const INTERCOM: &str =
    concat!(include_str!("../../external/chat.js"), include_str!("../../external/intercom.js"));
const SCRIPTS: [(&str, &str); 8] = [
    ("bot-check.js", include_str!("../../external/bot-check.js")),
    ("bot-check-backup.js", include_str!("../../external/bot-check-backup.js")),
    ("chat.js", CHAT),
    ("chat-backup.js", CHAT),
    ("intercom.js", INTERCOM),
    ("turnstile.js", include_str!("../../external/turnstile.js")),
    ("recaptcha.js", include_str!("../../external/recaptcha.js")),
    ("tag.js", include_str!("../../external/tag.js")),
];

pub(super) fn calls() -> Vec<Call> {
    let report_call = |path, summary| {
        Call::at(HttpMethod::Post, path, accept_report).summary(summary).json_body("Anything")
    };
    let own = vec![
        Call::at(HttpMethod::Get, "/external/live-dealer/{id}", table)
            .summary("Returns a live table.")
            .response("Page"),
        Call::at(HttpMethod::Get, "/external/scripts/{name}", script)
            .summary("Returns a script: a bot check, a chat or a tag.")
            .response("Script"),
        Call::at(HttpMethod::Get, "/external/seal.svg", seal)
            .summary("Returns a sample seal.")
            .response("Picture"),
        report_call(REPORT_PATHS[0], "Accepts error reports."),
        report_call(REPORT_PATHS[1], "Accepts tracking events."),
    ];
    [pictures::calls(), cashier::calls(), stub_game::calls(), own].into_iter().flatten().collect()
}

/// Returns whether the path is an endpoint for reports or events. These accept requests from any
/// origin.
pub(crate) fn accepts_reports(path: &str) -> bool {
    REPORT_PATHS.contains(&path)
}

/// Answers preflight requests for JSON to the endpoints for reports and events.
pub(crate) async fn preflight(request: Request, next: Next) -> Response {
    if request.method() != Method::OPTIONS || !accepts_reports(request.uri().path()) {
        return next.run(request).await;
    }
    let headers = [
        (header::ACCESS_CONTROL_ALLOW_METHODS, "POST"),
        (header::ACCESS_CONTROL_ALLOW_HEADERS, "content-type"),
    ];
    allow_any_origin((headers, ""))
}

/// Allows any origin to read a response, like embeddable third-party services do. Such responses
/// contain no player data.
pub(super) fn allow_any_origin(response: impl IntoResponse) -> Response {
    let mut response = response.into_response();
    response
        .headers_mut()
        .insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
    response
}

async fn table(path: PathParameters) -> Result<Html<String>, ApiError> {
    let found = LOBBIES.iter().find(|(id, _)| id.to_string() == path.text("id"));
    found.map(|(_, name)| Html(TABLE.replace("{{name}}", name))).ok_or_else(ApiError::not_found)
}

async fn script(path: PathParameters) -> Result<Response, ApiError> {
    let found = SCRIPTS.iter().find(|(name, _)| *name == path.text("name"));
    let (_, text) = found.ok_or_else(ApiError::not_found)?;
    Ok(allow_any_origin(([(header::CONTENT_TYPE, "text/javascript")], *text)))
}

async fn seal() -> Response {
    allow_any_origin(html::placeholder("Sample seal"))
}

/// Accepts JSON with any content type, because beacons send text.
async fn accept_report(Bytes(body): Bytes) -> Result<Response, ApiError> {
    if body.len() > MAX_REPORT_BYTES {
        return Err(ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, texts::REQUEST_TOO_LARGE));
    }
    match serde_json::from_slice::<Value>(&body) {
        Ok(_) => Ok(allow_any_origin(ok_response())),
        Err(error) => Err(ApiError::invalid_request(StatusCode::BAD_REQUEST, error.to_string())),
    }
}

/// Redirects a request for an external service from the site's origin to the external origin.
pub(super) fn redirect(origin: &str, uri: &axum::http::Uri) -> Response {
    let path = uri.path_and_query().map_or("", axum::http::uri::PathAndQuery::as_str);
    // Status 307 preserves the method and the body.
    axum::response::Redirect::temporary(&format!("{origin}{path}")).into_response()
}
