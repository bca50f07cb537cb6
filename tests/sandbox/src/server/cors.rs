//! CORS headers, for a sandbox that runs on another origin than the site (decision A103).
//!
//! Only configured origins are allowed. Credentials are never allowed, because the API uses no
//! cookies.

use std::sync::Arc;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};

use crate::server::guard::Origin;

/// Adds a layer with the CORS headers to a router. Without origins, the router is unchanged.
pub(crate) fn add_layer(origins: &Arc<[Origin]>, router: Router) -> Router {
    if origins.is_empty() {
        return router;
    }
    router.layer(middleware::from_fn_with_state(Arc::clone(origins), allow))
}

async fn allow(State(origins): State<Arc<[Origin]>>, request: Request, next: Next) -> Response {
    let origin = request.headers().get(header::ORIGIN).cloned();
    let preflight = request.method() == Method::OPTIONS
        && request.headers().contains_key(header::ACCESS_CONTROL_REQUEST_METHOD);
    let allowed =
        origin.filter(|origin| origins.iter().any(|known| known.as_bytes() == origin.as_bytes()));
    let mut response =
        if preflight { StatusCode::OK.into_response() } else { next.run(request).await };
    if response.headers().contains_key(header::ACCESS_CONTROL_ALLOW_ORIGIN) {
        return response;
    }
    response.headers_mut().append(header::VARY, HeaderValue::from_static("origin"));
    if let Some(origin) = allowed {
        insert_headers(response.headers_mut(), origin);
    }
    response
}

fn insert_headers(headers: &mut HeaderMap, origin: HeaderValue) {
    headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, origin);
    headers.insert(
        header::ACCESS_CONTROL_ALLOW_METHODS,
        HeaderValue::from_static("GET, POST, PUT, DELETE"),
    );
    headers.insert(
        header::ACCESS_CONTROL_ALLOW_HEADERS,
        HeaderValue::from_static(
            "content-type, if-none-match, x-session-token, x-bot-check, idempotency-key",
        ),
    );
    headers.insert(header::ACCESS_CONTROL_EXPOSE_HEADERS, HeaderValue::from_static("etag"));
}
