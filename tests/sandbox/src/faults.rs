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
use serde_json::{Value, json};

use crate::error::ApiError;
use crate::received::Call;
use crate::{World, orders};

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
const KEPT: usize = 2000;

/// The active faults and the recorded calls.
#[derive(Debug, Default)]
pub(crate) struct Faults {
    orders: Mutex<Vec<Fault>>,
    calls: Mutex<VecDeque<Call>>,
}

impl Faults {
    fn next(&self, method: &Method, path: &str) -> Option<Fault> {
        let mut orders = held(&self.orders);
        let at = orders.iter().position(|fault| fault.strikes(method, path))?;
        let fault = orders[at].clone();
        if let Some(times) = &mut orders[at].times {
            *times -= 1;
            if *times == 0 {
                orders.remove(at);
            }
        }
        Some(fault)
    }

    /// Removes all faults and all recorded calls.
    pub(crate) fn forget(&self) {
        held(&self.orders).clear();
        held(&self.calls).clear();
    }

    fn note(&self, call: Call) {
        let mut calls = held(&self.calls);
        if calls.len() == KEPT {
            calls.pop_front();
        }
        calls.push_back(call);
    }
}

impl Fault {
    fn strikes(&self, method: &Method, path: &str) -> bool {
        let path_matches =
            self.path.strip_suffix('*').map_or(self.path == path, |start| path.starts_with(start));
        path_matches
            && self.times != Some(0)
            && self
                .method
                .as_deref()
                .is_none_or(|wanted| wanted.eq_ignore_ascii_case(method.as_str()))
    }

    /// Returns an error message if the fault is invalid.
    fn wrong(&self) -> Option<String> {
        if self.times == Some(0) {
            return Some("times is at least 1; without it the fault strikes always".to_owned());
        }
        if self.status.is_some_and(|status| !(200..=599).contains(&status)) {
            return Some("status is one from 200 to 599".to_owned());
        }
        if self.done
            && !self.drop
            && self.status.is_none()
            && self.body.is_none()
            && self.delay_ms == 0
        {
            return Some(
                "done needs what becomes of the answer: drop, status, body or delay_ms".to_owned(),
            );
        }
        let is_header = |(name, value): (&String, &String)| {
            axum::http::HeaderName::try_from(name).is_ok() && HeaderValue::try_from(value).is_ok()
        };
        (!self.headers.iter().all(is_header))
            .then(|| "there is a header that cannot be sent".to_owned())
    }

    fn answer(&self) -> Option<Response> {
        if self.drop {
            return Some(torn());
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
fn torn() -> Response {
    let failure = Err::<Bytes, _>(std::io::Error::other("ordered by a fault"));
    Response::new(Body::from_stream(tokio_stream::once(failure)))
}

/// Returns the routes below `/sandbox/`.
pub(crate) fn router(faults: &Arc<Faults>, world: &Arc<World>) -> Router {
    let orders = Router::new()
        .route("/sandbox/faults", post(order).delete(forget))
        .route("/sandbox/calls", get(calls).delete(forget_calls))
        .with_state(Arc::clone(faults));
    orders.merge(orders::router(faults, world))
}

/// Adds a layer that records calls and injects faults. Paths that start with an entry of `except`
/// are ignored.
pub(crate) fn around(
    faults: &Arc<Faults>,
    except: &'static [&'static str],
    router: Router,
) -> Router {
    router.layer(middleware::from_fn_with_state((Arc::clone(faults), except), strike))
}

type Around = (Arc<Faults>, &'static [&'static str]);

async fn strike(State((faults, except)): State<Around>, request: Request, next: Next) -> Response {
    let path = request.uri().path().to_owned();
    if except.iter().any(|start| path.starts_with(start)) {
        return next.run(request).await;
    }
    let (parts, body) = request.into_parts();
    let Ok(bytes) = to_bytes(body, 4 << 20).await else {
        return ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, crate::texts::TOO_MUCH)
            .into_response();
    };
    faults.note(Call::of(&parts.method, &parts.uri, &parts.headers, &bytes));
    let fault = faults.next(&parts.method, &path);
    let request = Request::from_parts(parts, Body::from(bytes));
    let Some(fault) = fault else { return next.run(request).await };
    let wait = tokio::time::sleep(Duration::from_millis(fault.delay_ms));
    if fault.done {
        let answer = next.run(request).await;
        wait.await;
        return fault.answer().unwrap_or(answer);
    }
    wait.await;
    match fault.answer() {
        Some(answer) => answer,
        None => next.run(request).await,
    }
}

async fn order(
    State(faults): State<Arc<Faults>>,
    request: Request,
) -> Result<Json<Value>, ApiError> {
    let fault = Json::<Fault>::from_request(request, &())
        .await
        .map_err(|refused| ApiError::unreadable(refused.status(), refused.body_text()))?;
    if let Some(wrong) = fault.0.wrong() {
        return Err(ApiError::unreadable(StatusCode::BAD_REQUEST, wrong));
    }
    held(&faults.orders).push(fault.0);
    Ok(ok())
}

async fn forget(State(faults): State<Arc<Faults>>) -> Json<Value> {
    held(&faults.orders).clear();
    ok()
}

async fn calls(State(faults): State<Arc<Faults>>) -> Json<Vec<Call>> {
    Json(held(&faults.calls).iter().cloned().collect())
}

async fn forget_calls(State(faults): State<Arc<Faults>>) -> Json<Value> {
    held(&faults.calls).clear();
    ok()
}

pub(crate) fn ok() -> Json<Value> {
    Json(json!({ "message": "OK" }))
}

fn held<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
