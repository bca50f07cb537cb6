//! The output folder over HTTP, the way a CDN serves it: its `_headers`, `ETags`, redirects to the final slash, 404 as 404.

#![expect(clippy::disallowed_methods, reason = "serves the output, which is nobody's source")]

use std::fs;
use std::net::SocketAddr;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};

use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use axum::http::header::{
    ACCEPT_RANGES, ALLOW, CACHE_CONTROL, CONTENT_RANGE, CONTENT_TYPE, ETAG, HeaderName,
    HeaderValue, IF_NONE_MATCH, IF_RANGE, LOCATION, RANGE,
};
use axum::http::{HeaderMap, Method, Response, StatusCode, Uri};
use http_range_header::{RangeUnsatisfiableError, parse_range_header};
use tokio::net::TcpListener;
use tower_http::compression::CompressionLayer;

use croupier_base::address;
use croupier_base::digest::hex;
use croupier_base::path::RELEASES;
use croupier_engine::headers;
use croupier_engine::redirects_file;

/// A built site.
#[derive(Debug, Clone)]
pub(crate) struct StaticFiles {
    out: PathBuf,
    /// Shared by all clones, since it can change while the site is served.
    base: Arc<RwLock<String>>,
}

impl StaticFiles {
    /// The output folder `out` of a site that lies under the address path `base` (empty, or `/docs`).
    pub(crate) fn new(out: PathBuf, base: String) -> StaticFiles {
        StaticFiles { out, base: Arc::new(RwLock::new(base)) }
    }

    /// The site lies under another address path from now on.
    pub(crate) fn set_base(&self, base: String) {
        *self.base.write().unwrap_or_else(PoisonError::into_inner) = base;
    }

    /// The address path that the site lies under.
    pub(crate) fn base(&self) -> String {
        self.base.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The path in the output that an address asks for; none outside of the site, and for what is not for others.
    pub(crate) fn path_of(&self, uri: &Uri) -> Option<String> {
        self.path_at(uri.path())
    }

    fn path_at(&self, asked: &str) -> Option<String> {
        let asked = address::decoded(asked)?;
        asked.strip_prefix(self.base().as_str()).filter(|path| is_public(path)).map(str::to_owned)
    }

    /// Whether something was ever built there.
    pub(crate) fn is_built(&self) -> bool {
        self.out.join(RELEASES).is_file()
    }

    /// The answer to one request.
    pub(crate) fn answer(&self, method: &Method, uri: &Uri, headers: &HeaderMap) -> Response<Body> {
        if method != Method::GET && method != Method::HEAD {
            return plain(StatusCode::METHOD_NOT_ALLOWED, &[(ALLOW, "GET, HEAD")]);
        }
        let base = self.base();
        if !base.is_empty() && address::decoded(uri.path()).as_deref() == Some(&*base) {
            return moved(StatusCode::MOVED_PERMANENTLY, &format!("{}/", uri.path()), uri);
        }
        let Some(path) = self.path_of(uri) else {
            return self.not_found(headers);
        };
        let path = path.as_str();
        let rules = self
            .file("_redirects")
            .map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
            .unwrap_or_default();
        if let Some(redirect) = redirects_file::find(&rules, &format!("{base}{path}")) {
            let status =
                StatusCode::from_u16(redirect.status).unwrap_or(StatusCode::MOVED_PERMANENTLY);
            return moved(status, &redirect.to, uri);
        }
        if path.ends_with("/index.html") && self.place(&path[1..]).is_some() {
            return moved(
                StatusCode::MOVED_PERMANENTLY,
                uri.path().trim_end_matches("index.html"),
                uri,
            );
        }
        let file = if path.ends_with('/') { format!("{path}index.html") } else { path.to_owned() };
        if let Some(bytes) = self.file(&file[1..]) {
            return self.found(StatusCode::OK, &file, bytes, headers);
        }
        if !path.ends_with('/') && self.place(&format!("{}/index.html", &path[1..])).is_some() {
            return moved(StatusCode::MOVED_PERMANENTLY, &format!("{}/", uri.path()), uri);
        }
        self.not_found(headers)
    }

    /// Whether the site has a file or a page at exactly this address path.
    pub(crate) fn has(&self, path: &str) -> bool {
        let index = |path: String| if path.ends_with('/') { path + "index.html" } else { path };
        self.path_at(path).map(index).is_some_and(|path| self.place(&path[1..]).is_some())
    }

    /// An application that serves this folder alone.
    pub(crate) fn app(self) -> Router {
        Router::new()
            .fallback(move |request: Request| {
                let folder = self.clone();
                async move { folder.answer(request.method(), request.uri(), request.headers()) }
            })
            .layer(CompressionLayer::new())
    }

    /// A file of the folder; a link that leads out of it is none.
    fn place(&self, path: &str) -> Option<PathBuf> {
        let place = self.out.join(path).canonicalize().ok()?;
        let is_inside = self.out.canonicalize().is_ok_and(|out| place.starts_with(out));
        (is_inside && place.is_file()).then_some(place)
    }

    fn file(&self, path: &str) -> Option<Vec<u8>> {
        fs::read(self.place(path)?).ok()
    }

    fn not_found(&self, headers: &HeaderMap) -> Response<Body> {
        match self.file("404.html") {
            Some(bytes) => self.found(StatusCode::NOT_FOUND, "/404.html", bytes, headers),
            None => plain(StatusCode::NOT_FOUND, &[]),
        }
    }

    fn found(
        &self,
        status: StatusCode,
        file: &str,
        bytes: Vec<u8>,
        headers: &HeaderMap,
    ) -> Response<Body> {
        // Weak, because compression changes the bytes and keeps the meaning.
        let tag = format!("W/\"{}\"", hex(&bytes));
        let known = headers.get_all(IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
        let unchanged = status == StatusCode::OK
            && known.flat_map(|value| value.split(',')).any(|it| it.trim() == tag);
        let length = bytes.len();
        let part = if unchanged || status != StatusCode::OK { None } else { part(headers, length) };
        let (status, body) = match &part {
            _ if unchanged => (StatusCode::NOT_MODIFIED, Body::empty()),
            None => (status, Body::from(bytes)),
            Some(Ok(part)) => {
                (StatusCode::PARTIAL_CONTENT, Body::from(bytes[part.clone()].to_vec()))
            }
            Some(Err(_)) => (StatusCode::RANGE_NOT_SATISFIABLE, Body::empty()),
        };
        let mut response = Response::new(body);
        *response.status_mut() = status;
        let set = response.headers_mut();
        let part = part.map(|part| {
            part.map_or("*".to_owned(), |part| format!("{}-{}", part.start(), part.end()))
        });
        if let Some(part) = part {
            let range = format!("bytes {part}/{length}");
            set.insert(
                CONTENT_RANGE,
                HeaderValue::from_str(&range).expect("numbers are plain text"),
            );
        }
        set.insert(CONTENT_TYPE, HeaderValue::from_static(headers::content_type(file)));
        set.insert(CACHE_CONTROL, HeaderValue::from_static(headers::cache_control("")));
        if status != StatusCode::NOT_FOUND {
            set.insert(ACCEPT_RANGES, HeaderValue::from_static("bytes"));
            set.insert(ETAG, HeaderValue::from_str(&tag).expect("a digest is plain text"));
        }
        let rules = self
            .file("_headers")
            .map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
            .unwrap_or_default();
        for (name, value) in headers::headers_for(&rules, &format!("{}{file}", self.base())) {
            if let (Ok(name), Ok(value)) =
                (HeaderName::try_from(name), HeaderValue::try_from(value))
            {
                set.insert(name, value);
            }
        }
        response
    }
}

/// The part of a file of so many bytes that a request wants; none where it wants all of it, the error where there is no such
/// part. Whoever wants several at once gets the whole, which is allowed.
fn part(
    headers: &HeaderMap,
    length: usize,
) -> Option<Result<RangeInclusive<usize>, RangeUnsatisfiableError>> {
    // A weak tag says nothing about single bytes.
    let asked = headers.get(RANGE).filter(|_| !headers.contains_key(IF_RANGE))?.to_str().ok()?;
    let asked = parse_range_header(asked).ok()?;
    if asked.ranges.len() != 1 {
        return None;
    }
    let place = |at: u64| usize::try_from(at).unwrap_or(usize::MAX);
    let part = asked
        .validate(length as u64)
        .map(|parts| parts.first().map(|part| place(*part.start())..=place(*part.end())));
    part.transpose()
}

/// Listens on `address`; the error says what to do.
pub(crate) async fn listen(address: SocketAddr) -> Result<TcpListener, String> {
    TcpListener::bind(address).await.map_err(|error| match error.kind() {
        std::io::ErrorKind::AddrInUse => {
            format!(
                "port {} is taken; name another with --port, or --port 0 for a free one",
                address.port()
            )
        }
        _ => format!("cannot listen on {address}: {error}"),
    })
}

/// Sends on, with the query kept unless the target has one of its own.
fn moved(status: StatusCode, path: &str, uri: &Uri) -> Response<Body> {
    let query = uri
        .query()
        .filter(|_| !path.contains(['?', '#']))
        .map(|query| format!("?{query}"))
        .unwrap_or_default();
    plain(status, &[(LOCATION, &format!("{path}{query}"))])
}

fn plain(status: StatusCode, headers: &[(HeaderName, &str)]) -> Response<Body> {
    let mut response =
        Response::new(Body::from(status.canonical_reason().unwrap_or_default().to_owned()));
    *response.status_mut() = status;
    response
        .headers_mut()
        .insert(CONTENT_TYPE, HeaderValue::from_static("text/plain; charset=utf-8"));
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hidden_and_climbing_paths_are_not_public() {
        for path in ["/.croupier.json", "/../x", "/a/.git/config", "//x", "/a\\b", "/_headers", "x"]
        {
            assert!(!is_public(path), "{path}");
        }
        assert!(is_public("/.well-known/security.txt"));
    }
}
