//! Who may ask a server of this machine: the page of another site could make a name of its own lead here, and would then be
//! let read what is not published yet.

use std::net::{IpAddr, SocketAddr};
use std::str::FromStr;

use axum::Router;
use axum::extract::Request;
use axum::http::header::{CONTENT_TYPE, HOST, HeaderValue};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, Response, StatusCode};
use axum::middleware::{self, Next};
use axum::response::IntoResponse;

/// Lays the check around what listens on `address`. Where others than this machine may ask, every name is answered.
pub(crate) fn around(router: Router, address: SocketAddr) -> Router {
    if !address.ip().is_loopback() {
        return router;
    }
    router.layer(middleware::from_fn(async |request: Request, next: Next| {
        if is_of_this_machine(request.headers()) {
            next.run(request).await
        } else {
            refusal().into_response()
        }
    }))
}

/// Whether every name that is asked for can lead to this machine alone. An address cannot be made to lead elsewhere.
fn is_of_this_machine(headers: &HeaderMap) -> bool {
    headers.get_all(HOST).iter().all(|host| {
        let Some(host) = host.to_str().ok().and_then(|it| Authority::from_str(it).ok()) else {
            return false;
        };
        let name = host.host().to_ascii_lowercase();
        let bare = name.trim_start_matches('[').trim_end_matches(']');
        bare.parse::<IpAddr>().is_ok() || bare == "localhost" || bare.ends_with(".localhost")
    })
}

fn refusal() -> Response<String> {
    let words = "This server answers to localhost and to addresses. To let others in, start it with --host and an address of this machine.\n";
    let mut response = Response::new(words.to_owned());
    *response.status_mut() = StatusCode::MISDIRECTED_REQUEST;
    response
        .headers_mut()
        .insert(CONTENT_TYPE, HeaderValue::from_static("text/plain; charset=utf-8"));
    response
}
