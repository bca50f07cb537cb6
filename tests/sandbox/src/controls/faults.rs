//! Fault injection. A fault applies to the next matching request, to the next n, or to all. It
//! replaces the response, delays it or closes the connection, before or after the request is
//! processed.
//!
//! `POST /sandbox/faults` adds a [`Fault`], and `DELETE` removes all faults. `GET /sandbox/calls`
//! lists the received requests, with secrets masked. These routes exist only in a sandbox that was
//! opened with faults.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{FromRequest, Request, State};
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderValue, Method, StatusCode};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use serde::Deserialize;
use serde_json::Value;

use crate::controls::recorded_calls::RecordedCall;
use crate::error::ApiError;
use crate::routes::ok_response;
use crate::{AppState, controls};

/// A fault to inject. Paths may end in `*`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Fault {
    /// The method, for example `GET` or `POST`. Default: all methods.
    method: Option<String>,
    /// The path, or a prefix followed by `*`.
    path: String,
    /// The number of requests to which the fault applies. Default: no limit.
    times: Option<u32>,
    /// Status of the response. Without a status and a body, the request is processed after the
    /// delay.
    status: Option<u16>,
    /// Body of the response. A string is sent unchanged, other values are sent as JSON.
    body: Option<Value>,
    /// Headers of the response.
    #[serde(default)]
    headers: std::collections::BTreeMap<String, String>,
    /// Delay of the response, in milliseconds.
    #[serde(default)]
    delay_ms: u64,
    /// Closes the connection in the middle of the response.
    #[serde(default)]
    drop: bool,
    /// Processes the request first, and applies the fault to its response.
    #[serde(default)]
    done: bool,
}

/// Maximum number of recorded calls.
const MAX_CALLS: usize = 2000;

/// The active faults and the recorded calls.
#[derive(Debug, Default)]
pub(crate) struct Faults {
    active: Mutex<Vec<Fault>>,
    calls: Mutex<VecDeque<RecordedCall>>,
}

impl Faults {
    fn take_next(&self, method: &Method, path: &str) -> Option<Fault> {
        let mut active = lock(&self.active);
        let index = active.iter().position(|fault| fault.matches(method, path))?;
        let fault = active[index].clone();
        if let Some(times) = &mut active[index].times {
            *times -= 1;
            if *times == 0 {
                active.remove(index);
            }
        }
        Some(fault)
    }

    /// Removes all faults and all recorded calls.
    pub(crate) fn clear(&self) {
        lock(&self.active).clear();
        lock(&self.calls).clear();
    }

    fn record(&self, call: RecordedCall) {
        let mut calls = lock(&self.calls);
        if calls.len() == MAX_CALLS {
            calls.pop_front();
        }
        calls.push_back(call);
    }
}

impl Fault {
    fn matches(&self, method: &Method, path: &str) -> bool {
        let path_matches = self
            .path
            .strip_suffix('*')
            .map_or(self.path == path, |prefix| path.starts_with(prefix));
        path_matches
            && self.times != Some(0)
            && self
                .method
                .as_deref()
                .is_none_or(|expected| expected.eq_ignore_ascii_case(method.as_str()))
    }

    /// Returns an error message if the fault is invalid.
    fn validation_error(&self) -> Option<String> {
        if self.times == Some(0) {
            return Some(
                "times must be at least 1; leave it out to apply the fault to all requests"
                    .to_owned(),
            );
        }

        if self.status.is_some_and(|status| !(200..=599).contains(&status)) {
            return Some("status must be from 200 to 599".to_owned());
        }

        if self.done
            && !self.drop
            && self.status.is_none()
            && self.body.is_none()
            && self.delay_ms == 0
        {
            return Some("done requires drop, status, body or delay_ms".to_owned());
        }

        let is_header = |(name, value): (&String, &String)| {
            axum::http::HeaderName::try_from(name).is_ok() && HeaderValue::try_from(value).is_ok()
        };
        (!self.headers.iter().all(is_header))
            .then(|| "headers contains an invalid name or value".to_owned())
    }

    fn response(&self) -> Option<Response> {
        if self.drop {
            return Some(broken_response());
        }
        if self.status.is_none() && self.body.is_none() {
            return None;
        }

        let status = StatusCode::from_u16(self.status.unwrap_or(200))
            .unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let text = match &self.body {
            None => String::new(),
            Some(Value::String(text)) => text.clone(),
            Some(value) => value.to_string(),
        };

        let mut response = (status, text).into_response();
        response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        for (name, value) in &self.headers {
            if let (Ok(name), Ok(value)) =
                (axum::http::HeaderName::try_from(name), HeaderValue::try_from(value))
            {
                response.headers_mut().insert(name, value);
            }
        }

        Some(response)
    }
}

/// Returns a response whose body fails after the headers, which closes the connection.
fn broken_response() -> Response {
    let failure = Err::<Bytes, _>(std::io::Error::other("closed by a fault"));
    Response::new(Body::from_stream(tokio_stream::once(failure)))
}

/// Returns the routes below `/sandbox/`.
pub(crate) fn router(faults: &Arc<Faults>, state: &Arc<AppState>) -> Router {
    let routes = Router::new()
        .route("/sandbox/faults", post(add_fault).delete(remove_faults))
        .route("/sandbox/calls", get(list_calls).delete(clear_calls))
        .with_state(Arc::clone(faults));
    routes.merge(controls::router(faults, state))
}

/// Adds a layer that records calls and injects faults. Paths that start with an entry of `excluded`
/// are ignored.
pub(crate) fn add_layer(
    faults: &Arc<Faults>,
    excluded: &'static [&'static str],
    router: Router,
) -> Router {
    router.layer(middleware::from_fn_with_state((Arc::clone(faults), excluded), inject))
}

type LayerState = (Arc<Faults>, &'static [&'static str]);

async fn inject(
    State((faults, excluded)): State<LayerState>,
    request: Request,
    next: Next,
) -> Response {
    let path = request.uri().path().to_owned();
    if excluded.iter().any(|prefix| path.starts_with(prefix)) {
        return next.run(request).await;
    }

    let (parts, body) = request.into_parts();
    let Ok(bytes) = to_bytes(body, 4 << 20).await else {
        return ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, crate::texts::REQUEST_TOO_LARGE)
            .into_response();
    };

    faults.record(RecordedCall::new(&parts.method, &parts.uri, &parts.headers, &bytes));
    let fault = faults.take_next(&parts.method, &path);
    let request = Request::from_parts(parts, Body::from(bytes));
    let Some(fault) = fault else { return next.run(request).await };

    let delay = tokio::time::sleep(Duration::from_millis(fault.delay_ms));
    if fault.done {
        let response = next.run(request).await;
        delay.await;
        return fault.response().unwrap_or(response);
    }
    delay.await;

    match fault.response() {
        Some(response) => response,
        None => next.run(request).await,
    }
}

async fn add_fault(
    State(faults): State<Arc<Faults>>,
    request: Request,
) -> Result<Json<Value>, ApiError> {
    let fault = Json::<Fault>::from_request(request, &()).await.map_err(|rejection| {
        ApiError::invalid_request(rejection.status(), rejection.body_text())
    })?;
    if let Some(validation_error) = fault.0.validation_error() {
        return Err(ApiError::invalid_request(StatusCode::BAD_REQUEST, validation_error));
    }
    lock(&faults.active).push(fault.0);
    Ok(ok_response())
}

async fn remove_faults(State(faults): State<Arc<Faults>>) -> Json<Value> {
    lock(&faults.active).clear();
    ok_response()
}

async fn list_calls(State(faults): State<Arc<Faults>>) -> Json<Vec<RecordedCall>> {
    Json(lock(&faults.calls).iter().cloned().collect())
}

async fn clear_calls(State(faults): State<Arc<Faults>>) -> Json<Value> {
    lock(&faults.calls).clear();
    ok_response()
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
