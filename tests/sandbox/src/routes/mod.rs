//! The calls of section 7, one module per topic, and the responses to unknown calls.

mod account;
mod coupons;
mod external;
mod fields;
mod files;
mod games;
mod login;
mod openapi;
mod player;
mod quick_play;
mod recovery;
mod rewards;
mod signup;
mod socket;
mod unprefixed;

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::extract::{FromRequest, FromRequestParts, RawPathParams, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::middleware;
use axum::routing::any;
use axum::{Json, Router};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::AppState;
use crate::call::Call;
use crate::error::ApiError;
use crate::texts;

pub(crate) use external::{PREFIX as EXTERNAL_PREFIX, accepts_reports};
pub(crate) use fields::{Id, Text};
pub(crate) use openapi::document as contract;
pub(crate) use socket::{FrameChannel, PlayerFrame};

/// Returns all calls, grouped by topic.
pub(crate) fn calls() -> Vec<Call> {
    [
        login::calls(),
        signup::calls(),
        recovery::calls(),
        player::calls(),
        account::calls(),
        quick_play::calls(),
        coupons::calls(),
        rewards::calls(),
        files::calls(),
        games::calls(),
        unprefixed::calls(),
        socket::calls(),
        external::calls(),
        openapi::calls(),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// Returns the router of the API's origin. If external services have their own origin, their paths
/// redirect to it.
pub(crate) fn router(state: &Arc<AppState>) -> Router {
    let Some(origin) = state.external_origin.clone() else { return build_router(state, |_| true) };
    let redirect = any(move |uri: Uri| async move { external::redirect(&origin, &uri) });
    build_router(state, |call| !call.is_external())
        .route(&format!("{EXTERNAL_PREFIX}{{*path}}"), redirect)
}

/// Returns the router of the external services.
pub(crate) fn external_router(state: &Arc<AppState>) -> Router {
    let router = build_router(state, Call::is_external)
        .fallback(unknown_path)
        .method_not_allowed_fallback(unknown_method);
    router.layer(middleware::from_fn(external::preflight))
}

fn build_router(state: &Arc<AppState>, is_included: impl Fn(&Call) -> bool) -> Router {
    let calls = calls().into_iter().filter(|call| is_included(call));
    calls
        .fold(Router::new(), |router, call| router.route(&call.path, call.handler))
        .with_state(Arc::clone(state))
}

/// Responds to a path that section 7 does not list.
pub(crate) async fn unknown_path() -> ApiError {
    ApiError::new(StatusCode::NOT_FOUND, texts::UNKNOWN_CALL)
}

/// Responds to a method that section 7 does not list for this path.
pub(crate) async fn unknown_method() -> ApiError {
    ApiError::new(StatusCode::METHOD_NOT_ALLOWED, texts::UNSUPPORTED_METHOD)
}

/// Returns the response of toggles, save calls and test controls (decision A112).
pub(crate) fn ok_response() -> Json<Value> {
    Json(json!({ "message": "OK" }))
}

/// Returns the origin of the external services. Without a separate origin, this is the origin of
/// the request.
fn external_origin(state: &AppState, headers: &HeaderMap) -> String {
    let request_origin = || {
        headers
            .get(header::HOST)
            .and_then(|host| host.to_str().ok())
            .map(|host| format!("http://{host}"))
    };
    state.external_origin.clone().or_else(request_origin).unwrap_or_default()
}

/// A JSON body. An unreadable body is rejected in the common error format.
pub(crate) struct Body<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Body<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Body<T>, ApiError> {
        match Json::<T>::from_request(request, state).await {
            Ok(Json(value)) => Ok(Body(value)),
            Err(rejection) => {
                Err(ApiError::invalid_request(rejection.status(), rejection.body_text()))
            }
        }
    }
}

/// A raw body. A body above the size limit is rejected in the common error format.
struct Bytes(axum::body::Bytes);

impl<S: Send + Sync> FromRequest<S> for Bytes {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Bytes, ApiError> {
        match axum::body::Bytes::from_request(request, state).await {
            Ok(bytes) => Ok(Bytes(bytes)),
            Err(rejection) => {
                Err(ApiError::invalid_request(rejection.status(), rejection.body_text()))
            }
        }
    }
}

/// The parameters of a query.
struct Query(BTreeMap<String, String>);

impl Query {
    /// Returns a parameter, or an empty string if it is missing.
    fn text(&self, name: &str) -> &str {
        self.0.get(name).map_or("", String::as_str)
    }

    /// Returns a required parameter. A missing parameter is rejected; an empty one is valid.
    fn required(&self, name: &str) -> Result<&str, ApiError> {
        let missing = || {
            ApiError::invalid_request(
                StatusCode::BAD_REQUEST,
                format!("the query parameter {name} is missing"),
            )
        };
        self.0.get(name).map(String::as_str).ok_or_else(missing)
    }

    /// Rejects a parameter that is present and not one of `allowed`.
    fn check_allowed(&self, name: &str, allowed: &[&str]) -> Result<(), ApiError> {
        match self.0.get(name) {
            Some(value) if !allowed.contains(&value.as_str()) => Err(ApiError::invalid_request(
                StatusCode::BAD_REQUEST,
                format!("{name} must be {}", allowed.join(" or ")),
            )),
            _ => Ok(()),
        }
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Query {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Query, ApiError> {
        match axum::extract::Query::<BTreeMap<String, String>>::from_request_parts(parts, state)
            .await
        {
            Ok(axum::extract::Query(values)) => Ok(Query(values)),
            Err(rejection) => {
                Err(ApiError::invalid_request(rejection.status(), rejection.body_text()))
            }
        }
    }
}

/// The parameters of a path.
pub(crate) struct PathParameters(BTreeMap<String, String>);

impl PathParameters {
    /// Returns a path parameter, or an empty string if the path does not have it.
    fn text(&self, name: &str) -> &str {
        self.0.get(name).map_or("", String::as_str)
    }

    /// Returns the id of the player in the path. A value that is not a number is an unknown player.
    pub(crate) fn pid(&self) -> Result<i64, ApiError> {
        self.text("pid")
            .parse()
            .map_err(|_| ApiError::new(StatusCode::NOT_FOUND, texts::UNKNOWN_PLAYER))
    }
}

impl<S: Send + Sync> FromRequestParts<S> for PathParameters {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<PathParameters, ApiError> {
        let Ok(values) = RawPathParams::from_request_parts(parts, state).await else {
            return Err(ApiError::not_found());
        };
        Ok(PathParameters(
            values.iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect(),
        ))
    }
}
