//! Replays the first response to a repeated request.
//!
//! A request that changes data can send a key in the header `Idempotency-Key`. The first request
//! with a key is executed. A later request with the same key, method, URL and body receives the
//! stored response and is not executed. It waits while the first request is in progress. A
//! different request with the same key is rejected with 422. Responses that a client may retry (401
//! and 5xx) are not stored.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};

use axum::Router;
use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, Method, StatusCode};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use tokio::sync::Mutex as AsyncMutex;

use crate::error::ApiError;
use crate::texts;

/// The header with the idempotency key.
pub(crate) const HEADER: HeaderName = HeaderName::from_static("idempotency-key");
/// Maximum number of stored keys. The oldest keys are removed first.
const MAX_KEYS: usize = 1000;
/// Maximum length of a key and of a body, in bytes.
const MAX_KEY_LENGTH: usize = 128;
const MAX_BODY_BYTES: usize = 1 << 20;

/// Method, URL and body of a request.
type Fingerprint = (Method, String, Bytes);

/// The response to one key; `None` until a request with this key succeeds.
type Slot = Arc<AsyncMutex<Option<(Fingerprint, StatusCode, HeaderMap, Bytes)>>>;

/// Responses by key, in the order of first use.
#[derive(Debug, Default)]
struct Slots {
    by_key: HashMap<String, Slot>,
    order: VecDeque<String>,
}

/// All stored responses of a sandbox.
#[derive(Debug, Default)]
pub(crate) struct StoredResponses(Mutex<Slots>);

impl StoredResponses {
    /// Removes all stored responses.
    pub(crate) fn clear(&self) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Slots::default();
    }

    fn slot(&self, key: &str) -> Slot {
        let mut slots = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(slot) = slots.by_key.get(key) {
            return Arc::clone(slot);
        }
        if slots.order.len() == MAX_KEYS
            && let Some(oldest) = slots.order.pop_front()
        {
            slots.by_key.remove(&oldest);
        }
        slots.order.push_back(key.to_owned());
        Arc::clone(slots.by_key.entry(key.to_owned()).or_default())
    }
}

/// Adds the idempotency layer to a router.
pub(crate) fn add_layer(responses: &Arc<StoredResponses>, router: Router) -> Router {
    router.layer(middleware::from_fn_with_state(Arc::clone(responses), replay))
}

async fn replay(
    State(responses): State<Arc<StoredResponses>>,
    request: Request,
    next: Next,
) -> Response {
    let key = request.headers().get(HEADER).and_then(|key| key.to_str().ok()).map(str::to_owned);
    let Some(key) = key.filter(|key| !key.is_empty() && *request.method() != Method::GET) else {
        return next.run(request).await;
    };

    if key.len() > MAX_KEY_LENGTH {
        return ApiError::bad_request(texts::INVALID_KEY).into_response();
    }

    let (parts, body) = request.into_parts();
    let Ok(body) = to_bytes(body, MAX_BODY_BYTES).await else {
        return ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, texts::REQUEST_TOO_LARGE)
            .into_response();
    };

    let fingerprint = (parts.method.clone(), parts.uri.to_string(), body.clone());
    let slot = responses.slot(&key);
    let mut stored = slot.lock().await;

    if let Some((first, status, headers, bytes)) = &*stored {
        if *first != fingerprint {
            return ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, texts::INVALID_KEY)
                .into_response();
        }
        return (*status, headers.clone(), bytes.clone()).into_response();
    }

    let response = next.run(Request::from_parts(parts, Body::from(body))).await;
    let (parts, body) = response.into_parts();
    let Ok(bytes) = to_bytes(body, MAX_BODY_BYTES).await else {
        return ApiError::internal().into_response();
    };

    if parts.status != StatusCode::UNAUTHORIZED && !parts.status.is_server_error() {
        *stored = Some((fingerprint, parts.status, parts.headers.clone(), bytes.clone()));
    }
    Response::from_parts(parts, Body::from(bytes))
}
