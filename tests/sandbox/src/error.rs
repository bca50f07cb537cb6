//! The one shape of every refusal: a status and `{"errorMessage": "..."}` (rows 7.7).

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::json;

use crate::store;

/// Why a call was refused.
#[derive(Debug)]
pub(crate) struct ApiError {
    status: StatusCode,
    message: String,
}

impl ApiError {
    pub(crate) fn new(status: StatusCode, message: impl Into<String>) -> ApiError {
        ApiError { status, message: message.into() }
    }

    /// What was sent cannot be understood.
    pub(crate) fn bad_request(message: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::BAD_REQUEST, message)
    }

    /// There is no session, or it is over.
    pub(crate) fn no_session() -> ApiError {
        ApiError::new(StatusCode::UNAUTHORIZED, "Please log in.")
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        (self.status, Json(json!({ "errorMessage": self.message }))).into_response()
    }
}

impl From<store::Error> for ApiError {
    fn from(error: store::Error) -> ApiError {
        eprintln!("sandbox: {error}");
        ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, "The sandbox could not use its database.")
    }
}

impl From<rusqlite::Error> for ApiError {
    fn from(error: rusqlite::Error) -> ApiError {
        store::Error::from(error).into()
    }
}
