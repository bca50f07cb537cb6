//! Which requests may read and change the sources: those of pages of this server, from this machine or with the key that `dev` printed.

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::net::SocketAddr;

use axum::body::Body;
use axum::extract::Request;
use axum::http::header::{COOKIE, HOST, LOCATION, ORIGIN, SET_COOKIE};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, Response, StatusCode};
use axum::response::IntoResponse;

use crate::editor::reply::error;
use crate::serve::connections::Client;
use crate::serve::dns_rebinding::has_local_host;

/// Says whether a page of the same origin sends a request. Browsers set it, and pages cannot.
const FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

/// Returns the name of the cookie of a server. Browsers send cookies to all ports of a host, so that each server needs a name of its own.
fn cookie_name(port: u16) -> String {
    format!("croupier-editor-{port}")
}

/// The rule of a server.
#[derive(Debug, Clone)]
pub(crate) enum Access {
    /// The server listens on this machine only.
    Local,
    /// Other machines reach the server at this port, and need the key in a cookie.
    Key(String, u16),
}

impl Access {
    /// Returns the rule of a server that listens on `address`.
    pub(crate) fn of(address: SocketAddr) -> Access {
        if address.ip().is_loopback() {
            return Access::Local;
        }
        // The operating system makes the keys of these hashers.
        let random = || RandomState::new().build_hasher().finish();
        Access::Key(format!("{:016x}{:016x}", random(), random()), address.port())
    }

    /// Returns the path of the editor with the key, which a person opens once.
    pub(crate) fn path(&self) -> String {
        match self {
            Access::Local => "/admin/".to_owned(),
            Access::Key(key, _) => format!("/admin/?key={key}"),
        }
    }

    /// Returns the response that refuses a request, or the one that exchanges the key of a link for a cookie.
    pub(super) fn check(&self, request: &Request) -> Result<(), Response<Body>> {
        let headers = request.headers();
        if !is_of_this_site(request.method(), headers) {
            return Err(refused("This request does not come from a page of this server."));
        }
        match self {
            Access::Local => {
                let client = request.extensions().get::<Client>().map(|client| client.0);
                let is_local = client.is_some_and(|it| it.ip().to_canonical().is_loopback());
                if is_local && has_local_host(headers) {
                    Ok(())
                } else {
                    Err(refused("The editor accepts requests from this machine only."))
                }
            }
            Access::Key(key, port) => check_key(request, key, &cookie_name(*port)),
        }
    }
}

/// Accepts requests with the key in a cookie, and exchanges a link with the key for the cookie.
fn check_key(request: &Request, key: &str, cookie_name: &str) -> Result<(), Response<Body>> {
    let query = request.uri().query().unwrap_or_default();
    if query.split('&').any(|it| it.strip_prefix("key=") == Some(key)) {
        let cookie =
            format!("{cookie_name}={key}; Path=/; HttpOnly; SameSite=Strict; Max-Age=86400");
        return Err((
            StatusCode::SEE_OTHER,
            [(LOCATION, "/admin/".to_owned()), (SET_COOKIE, cookie)],
        )
            .into_response());
    }

    let cookies = request.headers().get_all(COOKIE).iter();
    let mut cookies =
        cookies.filter_map(|value| value.to_str().ok()).flat_map(|text| text.split(';'));
    let is_known = cookies.any(|it| it.trim().split_once('=') == Some((cookie_name, key)));
    if is_known {
        Ok(())
    } else {
        Err(refused("Open the link to the editor that `croupier dev` printed."))
    }
}

/// Whether a request comes from a page of this server, or from the address bar. Browsers send the origin with each request that changes
/// something.
fn is_of_this_site(method: &Method, headers: &HeaderMap) -> bool {
    let text = |name: HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
    let host = text(HOST);
    let origin = headers.get(ORIGIN).map(HeaderValue::as_bytes);
    let is_own = |origin: &[u8]| {
        let origin = std::str::from_utf8(origin).unwrap_or_default();
        host.is_some() && origin.strip_prefix("http://") == host
    };
    let is_reading = method == Method::GET || method == Method::HEAD;
    let is_same_site = text(FETCH_SITE).is_none_or(|it| it == "same-origin" || it == "none");
    is_same_site && origin.map_or(is_reading, is_own)
}

fn refused(message: &str) -> Response<Body> {
    error(StatusCode::FORBIDDEN, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_pages_of_this_server_change_files() {
        let check = |method: Method, headers: &[(&str, &str)]| {
            let mut request = Request::builder().method(method).uri("/_croupier/edit/save");
            for (name, value) in headers {
                request = request.header(*name, *value);
            }
            let mut request = request.body(Body::empty()).expect("a request");
            let address: SocketAddr = "127.0.0.1:5000".parse().expect("an address");
            request.extensions_mut().insert(Client(address));
            Access::Local.check(&request).is_ok()
        };

        let own = ("origin", "http://localhost:8000");
        let host = ("host", "localhost:8000");
        assert!(check(Method::POST, &[host, own]));
        assert!(check(Method::GET, &[host]));
        assert!(check(Method::GET, &[host, ("sec-fetch-site", "same-origin")]));

        for headers in [
            vec![host],
            vec![host, ("origin", "null")],
            vec![host, ("origin", "http://localhost:9000")],
            vec![host, ("origin", "https://localhost:8000")],
            vec![("host", "a.example:8000"), ("origin", "http://a.example:8000")],
            vec![host, own, ("sec-fetch-site", "cross-site")],
        ] {
            assert!(!check(Method::POST, &headers), "{headers:?}");
        }

        assert!(!check(Method::GET, &[host, ("sec-fetch-site", "cross-site")]));
        assert!(!check(Method::GET, &[("host", "rebound.example")]));
    }

    #[test]
    fn another_machine_needs_the_key_of_the_link() {
        let access = Access::of("0.0.0.0:8000".parse().expect("an address"));
        let Access::Key(key, _) = &access else { panic!("a key is needed") };
        let check = |uri: &str, cookie: Option<String>| {
            let mut request = Request::builder().uri(uri).header("host", "192.0.2.7:8000");
            if let Some(cookie) = cookie {
                request = request.header("cookie", cookie);
            }
            access.check(&request.body(Body::empty()).expect("a request"))
        };
        assert!(check("/admin/", None).is_err());
        assert!(check("/admin/?key=0", Some("croupier-editor-8000=0".to_owned())).is_err());
        assert!(check("/admin/", Some(format!("a=b; croupier-editor-8000={key}"))).is_ok());
        let response = check(&access.path(), None).expect_err("a redirect");
        assert_eq!(response.status(), StatusCode::SEE_OTHER);
    }

    #[test]
    fn servers_of_one_machine_have_cookies_of_their_own() {
        let cookie = |address: &str| {
            let access = Access::of(address.parse().expect("an address"));
            let request = Request::builder().uri(access.path()).header("host", "192.0.2.7");
            let request = request.body(Body::empty()).expect("a request");
            let response = access.check(&request).expect_err("a redirect");
            let cookie = response.headers()[SET_COOKIE].to_str().expect("a text").to_owned();
            cookie.split_once('=').expect("a cookie").0.to_owned()
        };
        assert_ne!(cookie("0.0.0.0:8000"), cookie("0.0.0.0:8001"));
    }
}
