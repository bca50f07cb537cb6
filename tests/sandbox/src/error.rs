//! The error response of the API: a status and `{"errorMessage": "..."}` (rows 7.7).

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::json;

use crate::{store, texts};

/// An error that the API returns for a call.
#[derive(Debug)]
pub(crate) struct ApiError {
    status: StatusCode,
    message: &'static str,
    /// Additional information for developers, which the site does not show to players.
    detail: Option<String>,
    /// The restricted country, as a two-letter code in upper case.
    country: Option<String>,
}

impl ApiError {
    /// Creates an error with one of the messages in [`texts`].
    pub(crate) fn new(status: StatusCode, message: &'static str) -> ApiError {
        ApiError { status, message, detail: None, country: None }
    }

    /// The request is readable, but its values are invalid.
    pub(crate) fn bad_request(message: &'static str) -> ApiError {
        ApiError::new(StatusCode::BAD_REQUEST, message)
    }

    /// The request cannot be parsed. `detail` is the reason.
    pub(crate) fn invalid_request(status: StatusCode, detail: String) -> ApiError {
        ApiError { detail: Some(detail), ..ApiError::new(status, texts::NO_DETAILS) }
    }

    /// Players from this country are refused (decision A126).
    pub(crate) fn restricted(country: String) -> ApiError {
        ApiError {
            country: Some(country),
            ..ApiError::new(StatusCode::FORBIDDEN, texts::VIEWER_RESTRICTED)
        }
    }

    /// The request conflicts with the current state.
    pub(crate) fn conflict(message: &'static str) -> ApiError {
        ApiError::new(StatusCode::CONFLICT, message)
    }

    /// The resource of the path does not exist.
    pub(crate) fn not_found() -> ApiError {
        ApiError::new(StatusCode::NOT_FOUND, texts::NOT_FOUND)
    }

    /// The session does not exist or has expired.
    pub(crate) fn no_session() -> ApiError {
        ApiError::new(StatusCode::UNAUTHORIZED, texts::NO_SESSION)
    }

    /// The request concerns a player other than the one of the session.
    pub(crate) fn other_player() -> ApiError {
        ApiError::new(StatusCode::FORBIDDEN, texts::OTHER_PLAYER)
    }

    /// The sandbox failed.
    pub(crate) fn internal() -> ApiError {
        ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, texts::INTERNAL_ERROR)
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let mut body = json!({ "errorMessage": self.message });
        if let Some(detail) = self.detail {
            body["detail"] = detail.into();
        }
        if let Some(country) = self.country {
            body["country"] = country.into();
        }
        (self.status, Json(body)).into_response()
    }
}

impl From<store::Error> for ApiError {
    fn from(error: store::Error) -> ApiError {
        eprintln!("sandbox: {error}");
        ApiError::internal()
    }
}

impl From<rusqlite::Error> for ApiError {
    fn from(error: rusqlite::Error) -> ApiError {
        store::Error::from(error).into()
    }
}
