//! The one shape of every refusal: a status and `{"errorMessage": "..."}` (rows 7.7).

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::json;

use crate::{store, texts};

/// Why a call was refused.
#[derive(Debug)]
pub(crate) struct ApiError {
    status: StatusCode,
    message: &'static str,
    /// What a developer wants to know besides; players never see it.
    detail: Option<String>,
    /// The country that is not served, as two capital letters.
    country: Option<String>,
}

impl ApiError {
    /// A refusal with one of the sentences in [`texts`].
    pub(crate) fn new(status: StatusCode, message: &'static str) -> ApiError {
        ApiError { status, message, detail: None, country: None }
    }

    /// What was sent is understood and wrong.
    pub(crate) fn bad_request(message: &'static str) -> ApiError {
        ApiError::new(StatusCode::BAD_REQUEST, message)
    }

    /// What was sent cannot be understood; `detail` says why.
    pub(crate) fn unreadable(status: StatusCode, detail: String) -> ApiError {
        ApiError { detail: Some(detail), ..ApiError::new(status, texts::NO_DETAILS) }
    }

    /// Players of this country are not served (decision A126).
    pub(crate) fn restricted(country: String) -> ApiError {
        ApiError { country: Some(country), ..ApiError::new(StatusCode::FORBIDDEN, texts::VIEWER) }
    }

    /// It contradicts what has happened before.
    pub(crate) fn conflict(message: &'static str) -> ApiError {
        ApiError::new(StatusCode::CONFLICT, message)
    }

    /// What the path names is not there.
    pub(crate) fn not_found() -> ApiError {
        ApiError::new(StatusCode::NOT_FOUND, texts::NOT_FOUND)
    }

    /// There is no session, or it is over.
    pub(crate) fn no_session() -> ApiError {
        ApiError::new(StatusCode::UNAUTHORIZED, texts::NO_SESSION)
    }

    /// It is about another player than the session's.
    pub(crate) fn not_yours() -> ApiError {
        ApiError::new(StatusCode::FORBIDDEN, texts::NOT_YOURS)
    }

    /// The sandbox itself failed.
    pub(crate) fn broken() -> ApiError {
        ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, texts::BROKEN)
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
        ApiError::broken()
    }
}

impl From<rusqlite::Error> for ApiError {
    fn from(error: rusqlite::Error) -> ApiError {
        store::Error::from(error).into()
    }
}
