//! The calls of section 7, one file per topic, and what is said to calls that it does not list.

mod account;
mod login;
mod player;

use std::sync::Arc;

use axum::Router;
use axum::extract::{FromRequest, Request};
use axum::http::StatusCode;
use axum::routing::{get, post};
use serde::de::DeserializeOwned;

use crate::World;
use crate::error::ApiError;

/// Every call below its prefix.
pub(crate) fn router(world: &Arc<World>) -> Router {
    let api = Router::new()
        .route("/login", post(login::login))
        .route("/players/{pid}", get(player::details))
        .route("/players/{pid}/balance", get(player::balance))
        .route("/player/{pid}/accounts/logout", post(account::logout));
    Router::new().nest(crate::PREFIX, api).with_state(Arc::clone(world))
}

/// A path that section 7 does not list.
pub(crate) async fn unknown_path() -> ApiError {
    ApiError::new(StatusCode::NOT_FOUND, "There is no such call.")
}

/// A method that section 7 does not list for this path.
pub(crate) async fn unknown_method() -> ApiError {
    ApiError::new(StatusCode::METHOD_NOT_ALLOWED, "This call does not take this method.")
}

/// A JSON body; one that cannot be read is refused in the shape of all errors.
struct Body<T>(T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Body<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Body<T>, ApiError> {
        match axum::Json::<T>::from_request(request, state).await {
            Ok(axum::Json(value)) => Ok(Body(value)),
            Err(refused) => Err(ApiError::new(refused.status(), refused.body_text())),
        }
    }
}

/// A player's id in a path; one that is no number belongs to nobody.
struct Pid(i64);

impl<S: Send + Sync> axum::extract::FromRequestParts<S> for Pid {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut axum::http::request::Parts, state: &S) -> Result<Pid, ApiError> {
        let path = axum::extract::Path::<i64>::from_request_parts(parts, state).await;
        path.map(|axum::extract::Path(pid)| Pid(pid))
            .map_err(|_| ApiError::new(StatusCode::NOT_FOUND, "There is no such player."))
    }
}
