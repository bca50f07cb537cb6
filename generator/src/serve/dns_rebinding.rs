//! Validates the `Host` header to prevent DNS rebinding attacks on a local server.
//!
//! Another web site could let its own host name resolve to this machine. A browser would then let
//! that site's pages read unpublished content from the server.

use std::net::{IpAddr, SocketAddr};
use std::str::FromStr;

use axum::Router;
use axum::extract::Request;
use axum::http::header::{CONTENT_TYPE, HOST, HeaderValue};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, Response, StatusCode};
use axum::middleware::{self, Next};
use axum::response::IntoResponse;

/// Wraps the router of a server that listens on `address` with the check.
///
/// A server that other machines can reach accepts every host name.
pub(crate) fn protect(router: Router, address: SocketAddr) -> Router {
    if !address.ip().is_loopback() {
        return router;
    }
    router.layer(middleware::from_fn(async |request: Request, next: Next| {
        if has_local_host(request.headers()) {
            next.run(request).await
        } else {
            misdirected().into_response()
        }
    }))
}

/// Returns whether every `Host` header is localhost or an IP address. An IP address cannot be
/// rebound.
pub(crate) fn has_local_host(headers: &HeaderMap) -> bool {
    headers.get_all(HOST).iter().all(|value| {
        let Some(authority) = value.to_str().ok().and_then(|text| Authority::from_str(text).ok())
        else {
            return false;
        };
        let host = authority.host().to_ascii_lowercase();
        let bare_host = host.trim_start_matches('[').trim_end_matches(']');
        bare_host.parse::<IpAddr>().is_ok()
            || bare_host == "localhost"
            || bare_host.ends_with(".localhost")
    })
}

fn misdirected() -> Response<String> {
    let message = "This server accepts requests for localhost and IP addresses only. To accept other host names, start it with \
                   --host and an IP address of this machine.\n";
    let mut response = Response::new(message.to_owned());
    *response.status_mut() = StatusCode::MISDIRECTED_REQUEST;
    response
        .headers_mut()
        .insert(CONTENT_TYPE, HeaderValue::from_static("text/plain; charset=utf-8"));
    response
}
