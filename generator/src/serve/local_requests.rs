//! Accepts requests that act on this machine only from pages of the development server itself.

use std::net::SocketAddr;

use axum::http::HeaderMap;
use axum::http::header::{HOST, ORIGIN};

use crate::serve::dns_rebinding::has_local_host;

/// Returns whether a request comes from this machine, and from a page of the server that receives
/// it. A browser sends the origin of the page with each POST request.
pub(super) fn is_own_page(client: Option<SocketAddr>, headers: &HeaderMap) -> bool {
    let is_loopback = client.is_some_and(|address| address.ip().to_canonical().is_loopback());
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
    let origin = text(ORIGIN).and_then(|origin| origin.strip_prefix("http://"));
    is_loopback && has_local_host(headers) && origin.is_some() && origin == text(HOST)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_pages_of_this_server_on_this_machine_may_act() {
        let headers = |host: &str, origin: Option<&str>| {
            let mut headers = HeaderMap::new();
            headers.insert(HOST, host.parse().expect("a header"));
            if let Some(origin) = origin {
                headers.insert(ORIGIN, origin.parse().expect("a header"));
            }
            headers
        };

        let loopback: SocketAddr = "127.0.0.1:5000".parse().expect("an address");
        let mapped: SocketAddr = "[::ffff:127.0.0.1]:5000".parse().expect("an address");
        let other: SocketAddr = "192.0.2.7:5000".parse().expect("an address");
        let own = headers("localhost:8000", Some("http://localhost:8000"));
        assert!(is_own_page(Some(loopback), &own) && is_own_page(Some(mapped), &own));
        assert!(!is_own_page(Some(other), &own) && !is_own_page(None, &own));

        for (host, origin) in [
            ("localhost:8000", None),
            ("localhost:8000", Some("null")),
            ("localhost:8000", Some("http://localhost:9000")),
            ("localhost:8000", Some("https://localhost:8000")),
            ("a.example:8000", Some("http://a.example:8000")),
        ] {
            assert!(!is_own_page(Some(loopback), &headers(host, origin)), "{host} {origin:?}");
        }
    }
}
