//! Responses of the editor: JSON values, and errors with a sentence for the person who edits.

use axum::Json;
use axum::body::Body;
use axum::http::{Response, StatusCode};
use axum::response::IntoResponse;
use serde_json::{Value, json};

/// What a call returns.
pub(super) type Reply = Result<Json<Value>, Response<Body>>;

/// Returns an error as a response.
pub(super) fn error(status: StatusCode, message: impl Into<String>) -> Response<Body> {
    with_details(status, message, json!({}))
}

/// Returns an error with other members in addition to `error`.
pub(super) fn with_details(
    status: StatusCode,
    message: impl Into<String>,
    mut details: Value,
) -> Response<Body> {
    details["error"] = json!({ "message": message.into() });
    (status, Json(details)).into_response()
}

/// Returns the error of a file that is not there.
pub(super) fn not_found(path: &str) -> Response<Body> {
    error(StatusCode::NOT_FOUND, format!("The file {path} does not exist."))
}

/// Returns the error of the machine.
pub(super) fn failed(message: impl Into<String>) -> Response<Body> {
    error(StatusCode::INTERNAL_SERVER_ERROR, message)
}
