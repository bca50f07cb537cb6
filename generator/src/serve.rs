//! The output folder over HTTP, the way a CDN serves it: its `_headers`, `ETags`, redirects to the final slash, 404 as 404.

#![expect(clippy::disallowed_methods, reason = "serves the output, which is nobody's source")]

use std::fs;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use axum::http::header::{ALLOW, CACHE_CONTROL, CONTENT_TYPE, ETAG, HeaderName, HeaderValue, IF_NONE_MATCH, LOCATION};
use axum::http::{HeaderMap, Method, Response, StatusCode, Uri};
use tokio::net::TcpListener;
use tower_http::compression::CompressionLayer;

use crate::hosting;
use crate::publish::digest;
use crate::redirects;

/// A built site.
#[derive(Debug, Clone)]
pub struct Folder {
    out: PathBuf,
    prefix: String,
}

impl Folder {
    /// The output folder `out` of a site that lies under the address path `prefix` (empty, or `/docs`).
    pub fn new(out: PathBuf, prefix: String) -> Folder {
        Folder { out, prefix }
    }

    /// Whether something was ever built there.
    pub fn is_built(&self) -> bool {
        self.out.join(crate::publish::MANIFEST).is_file()
    }

    /// The answer to one request.
    pub fn answer(&self, method: &Method, uri: &Uri, headers: &HeaderMap) -> Response<Body> {
        if method != Method::GET && method != Method::HEAD {
            return plain(StatusCode::METHOD_NOT_ALLOWED, &[(ALLOW, "GET, HEAD")]);
        }
        let asked = decoded(uri.path());
        let Some(path) = asked.as_deref().and_then(|path| path.strip_prefix(self.prefix.as_str())).filter(|path| is_public(path))
        else {
            return self.not_found(headers);
        };
        let rules = self.file("_redirects").map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default();
        if let Some(redirect) = redirects::find(&rules, &format!("{}{path}", self.prefix)) {
            let status = StatusCode::from_u16(redirect.status).unwrap_or(StatusCode::MOVED_PERMANENTLY);
            return moved(status, &redirect.to, uri);
        }
        if path.ends_with("/index.html") && self.out.join(&path[1..]).is_file() {
            return moved(StatusCode::MOVED_PERMANENTLY, uri.path().trim_end_matches("index.html"), uri);
        }
        let file = if path.ends_with('/') { format!("{path}index.html") } else { path.to_owned() };
        if let Some(bytes) = self.file(&file[1..]) {
            return self.found(StatusCode::OK, &file, bytes, headers);
        }
        if !path.ends_with('/') && self.out.join(&path[1..]).join("index.html").is_file() {
            return moved(StatusCode::MOVED_PERMANENTLY, &format!("{}/", uri.path()), uri);
        }
        self.not_found(headers)
    }

    /// An application that serves this folder alone.
    pub fn app(self) -> Router {
        Router::new()
            .fallback(move |request: Request| {
                let folder = self.clone();
                async move { folder.answer(request.method(), request.uri(), request.headers()) }
            })
            .layer(CompressionLayer::new())
    }

    fn file(&self, path: &str) -> Option<Vec<u8>> {
        let path = self.out.join(path);
        path.is_file().then(|| fs::read(path).ok()).flatten()
    }

    fn not_found(&self, headers: &HeaderMap) -> Response<Body> {
        match self.file("404.html") {
            Some(bytes) => self.found(StatusCode::NOT_FOUND, "/404.html", bytes, headers),
            None => plain(StatusCode::NOT_FOUND, &[]),
        }
    }

    fn found(&self, status: StatusCode, file: &str, bytes: Vec<u8>, headers: &HeaderMap) -> Response<Body> {
        // Weak, because compression changes the bytes and keeps the meaning.
        let tag = format!("W/\"{}\"", digest(&bytes));
        let known = headers.get_all(IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
        let unchanged = status == StatusCode::OK && known.flat_map(|value| value.split(',')).any(|it| it.trim() == tag);
        let mut response = Response::new(if unchanged { Body::empty() } else { Body::from(bytes) });
        *response.status_mut() = if unchanged { StatusCode::NOT_MODIFIED } else { status };
        let set = response.headers_mut();
        set.insert(CONTENT_TYPE, HeaderValue::from_static(hosting::content_type(file)));
        set.insert(CACHE_CONTROL, HeaderValue::from_static(hosting::cache_control("")));
        if status == StatusCode::OK {
            set.insert(ETAG, HeaderValue::from_str(&tag).expect("a digest is plain text"));
        }
        let rules = self.file("_headers").map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default();
        for (name, value) in hosting::headers_for(&rules, &format!("{}{file}", self.prefix)) {
            if let (Ok(name), Ok(value)) = (HeaderName::try_from(name), HeaderValue::try_from(value)) {
                set.insert(name, value);
            }
        }
        response
    }
}

/// Listens on `address`; the error says what to do.
pub async fn listen(address: SocketAddr) -> Result<TcpListener, String> {
    TcpListener::bind(address).await.map_err(|error| match error.kind() {
        std::io::ErrorKind::AddrInUse => {
            format!("port {} is taken; name another with --port, or --port 0 for a free one", address.port())
        }
        _ => format!("cannot listen on {address}: {error}"),
    })
}

/// Sends on, with the query kept unless the target has one of its own.
fn moved(status: StatusCode, path: &str, uri: &Uri) -> Response<Body> {
    let query = uri.query().filter(|_| !path.contains(['?', '#'])).map(|query| format!("?{query}")).unwrap_or_default();
    plain(status, &[(LOCATION, &format!("{path}{query}"))])
}

fn plain(status: StatusCode, headers: &[(HeaderName, &str)]) -> Response<Body> {
    let mut response = Response::new(Body::from(status.canonical_reason().unwrap_or_default().to_owned()));
    *response.status_mut() = status;
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("text/plain; charset=utf-8"));
    for (name, value) in headers {
        if let Ok(value) = HeaderValue::from_str(value) {
            response.headers_mut().insert(name, value);
        }
    }
    response
}

/// Whether a path is one that the outside may ask for: no hidden parts, no way out of the folder.
fn is_public(path: &str) -> bool {
    let hidden = |part: &str| part.starts_with('.') && part != ".well-known";
    path.starts_with('/')
        && !matches!(path, "/_headers" | "/_redirects")
        && !path.contains(['\\', '\0'])
        && !path.contains("//")
        && !path.split('/').any(hidden)
        && Path::new(&path[1..]).is_relative()
}

/// A path with its percent escapes resolved, if it is UTF-8 then.
fn decoded(path: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(path.len());
    let mut rest = path.as_bytes();
    while let Some((&first, after)) = rest.split_first() {
        if first == b'%' {
            let digits = std::str::from_utf8(after.get(..2)?).ok()?;
            bytes.push(u8::from_str_radix(digits, 16).ok()?);
            rest = &after[2..];
        } else {
            bytes.push(first);
            rest = after;
        }
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hidden_and_climbing_paths_are_not_public() {
        for path in ["/.croupier.json", "/../x", "/a/.git/config", "//x", "/a\\b", "/_headers", "x"] {
            assert!(!is_public(path), "{path}");
        }
        assert!(is_public("/.well-known/security.txt"));
    }

    #[test]
    fn escapes_are_resolved_and_broken_ones_refused() {
        assert_eq!(decoded("/%C3%A9t%C3%A9/").as_deref(), Some("/été/"));
        assert_eq!(decoded("/%2e%2e/").as_deref(), Some("/../"));
        assert_eq!(decoded("/%zz"), None);
        assert_eq!(decoded("/%ff"), None);
    }
}
