//! Serves the output folder as a CDN does: applies `_headers` and `_redirects`, sends `ETag`s, and
//! redirects to the final slash.

#![expect(clippy::disallowed_methods, reason = "serves the output, which is not a source")]

use std::fs;
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

use crate::serve::compression::compressed;
use croupier_base::fingerprint::hex;
use croupier_base::path::RELEASES;
use croupier_base::url;
use croupier_engine::headers;
use croupier_engine::redirects_file;

/// The output folder of a site and the base path that it is served under.
#[derive(Debug, Clone)]
pub(crate) struct StaticFiles {
    out: PathBuf,
    /// Shared by all clones, because site.toml can change it while the site is served.
    base: Arc<RwLock<String>>,
}

impl StaticFiles {
    /// Creates a server for the output folder `out` under the URL path `base`, which is empty or
    /// like `/docs`.
    pub(crate) fn new(out: PathBuf, base: String) -> StaticFiles {
        StaticFiles { out, base: Arc::new(RwLock::new(base)) }
    }

    /// Changes the base path.
    pub(crate) fn set_base(&self, base: String) {
        *self.base.write().unwrap_or_else(PoisonError::into_inner) = base;
    }

    /// Returns the base path.
    pub(crate) fn base(&self) -> String {
        self.base.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Returns the path of a URL below the base path, or `None` outside the site and for files that
    /// are not public.
    pub(crate) fn path_of(&self, uri: &Uri) -> Option<String> {
        self.relative_path(uri.path())
    }

    fn relative_path(&self, url_path: &str) -> Option<String> {
        let decoded = url::percent_decode(url_path)?;
        decoded.strip_prefix(self.base().as_str()).filter(|path| is_public(path)).map(str::to_owned)
    }

    /// Returns whether the folder contains a built site.
    pub(crate) fn is_built(&self) -> bool {
        self.out.join(RELEASES).is_file()
    }

    /// Returns the response to a request.
    pub(crate) fn respond(
        &self,
        method: &Method,
        uri: &Uri,
        headers: &HeaderMap,
    ) -> Response<Body> {
        if method != Method::GET && method != Method::HEAD {
            return plain_response(StatusCode::METHOD_NOT_ALLOWED, &[(ALLOW, "GET, HEAD")]);
        }
        let base = self.base();
        if !base.is_empty() && url::percent_decode(uri.path()).as_deref() == Some(&*base) {
            return redirect(StatusCode::MOVED_PERMANENTLY, &format!("{}/", uri.path()), uri);
        }
        let rules = self
            .read("_redirects")
            .map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
            .unwrap_or_default();
        let rule =
            url::percent_decode(uri.path()).and_then(|path| redirects_file::find(&rules, &path));
        if let Some(rule) = rule {
            let status = StatusCode::from_u16(rule.status).unwrap_or(StatusCode::MOVED_PERMANENTLY);
            return redirect(status, &rule.to, uri);
        }
        let Some(path) = self.path_of(uri) else {
            return self.not_found(headers);
        };
        let path = path.as_str();
        if path.ends_with("/index.html") && self.locate(&path[1..]).is_some() {
            return redirect(
                StatusCode::MOVED_PERMANENTLY,
                uri.path().trim_end_matches("index.html"),
                uri,
            );
        }
        let file = if path.ends_with('/') { format!("{path}index.html") } else { path.to_owned() };
        if let Some(bytes) = self.read(&file[1..]) {
            return self.file_response(StatusCode::OK, &file, bytes, headers);
        }
        if !path.ends_with('/') && self.locate(&format!("{}/index.html", &path[1..])).is_some() {
            return redirect(StatusCode::MOVED_PERMANENTLY, &format!("{}/", uri.path()), uri);
        }
        self.not_found(headers)
    }

    /// Returns whether the site has a file or a page at exactly this URL path.
    pub(crate) fn has(&self, path: &str) -> bool {
        let index = |path: String| if path.ends_with('/') { path + "index.html" } else { path };
        self.relative_path(path).map(index).is_some_and(|path| self.locate(&path[1..]).is_some())
    }

    /// Returns a router that serves this folder.
    pub(crate) fn app(self) -> Router {
        compressed(Router::new().fallback(move |request: Request| {
            let folder = self.clone();
            async move { folder.respond(request.method(), request.uri(), request.headers()) }
        }))
    }

    /// Returns the real path of a file of the folder. Symbolic links to targets outside the folder
    /// are not followed.
    fn locate(&self, path: &str) -> Option<PathBuf> {
        let file = self.out.join(path).canonicalize().ok()?;
        let is_inside = self.out.canonicalize().is_ok_and(|out| file.starts_with(out));
        (is_inside && file.is_file()).then_some(file)
    }

    fn read(&self, path: &str) -> Option<Vec<u8>> {
        fs::read(self.locate(path)?).ok()
    }

    fn not_found(&self, headers: &HeaderMap) -> Response<Body> {
        match self.read("404.html") {
            Some(bytes) => self.file_response(StatusCode::NOT_FOUND, "/404.html", bytes, headers),
            None => plain_response(StatusCode::NOT_FOUND, &[]),
        }
    }

    /// Returns a response with the bytes of a file: whole, as a range, or as 304 if the client has
    /// them.
    fn file_response(
        &self,
        status: StatusCode,
        file: &str,
        bytes: Vec<u8>,
        headers: &HeaderMap,
    ) -> Response<Body> {
        // Weak, because compressed responses have other bytes with the same content.
        let etag = format!("W/\"{}\"", hex(&bytes));
        let client_etags =
            headers.get_all(IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
        let is_unchanged = status == StatusCode::OK
            && client_etags.flat_map(|value| value.split(',')).any(|it| it.trim() == etag);
        let length = bytes.len();
        let range = if is_unchanged || status != StatusCode::OK {
            None
        } else {
            requested_range(headers, length)
        };
        let (status, body) = match &range {
            _ if is_unchanged => (StatusCode::NOT_MODIFIED, Body::empty()),
            None => (status, Body::from(bytes)),
            Some(Ok(range)) => {
                (StatusCode::PARTIAL_CONTENT, Body::from(bytes[range.clone()].to_vec()))
            }
            Some(Err(_)) => (StatusCode::RANGE_NOT_SATISFIABLE, Body::empty()),
        };
        let mut response = Response::new(body);
        *response.status_mut() = status;
        let response_headers = response.headers_mut();
        if let Some(range) = range {
            let bounds =
                range.map_or("*".to_owned(), |range| format!("{}-{}", range.start(), range.end()));
            let content_range = HeaderValue::from_str(&format!("bytes {bounds}/{length}"))
                .expect("a range is valid header text");
            response_headers.insert(CONTENT_RANGE, content_range);
        }
        response_headers
            .insert(CONTENT_TYPE, HeaderValue::from_static(headers::content_type(file)));
        response_headers
            .insert(CACHE_CONTROL, HeaderValue::from_static(headers::cache_control("")));
        if status != StatusCode::NOT_FOUND {
            response_headers.insert(ACCEPT_RANGES, HeaderValue::from_static("bytes"));
            response_headers
                .insert(ETAG, HeaderValue::from_str(&etag).expect("a digest is valid header text"));
        }
        let rules = self
            .read("_headers")
            .map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
            .unwrap_or_default();
        for (name, value) in headers::headers_for(&rules, &format!("{}{file}", self.base())) {
            if let (Ok(name), Ok(value)) =
                (HeaderName::try_from(name), HeaderValue::try_from(value))
            {
                response_headers.insert(name, value);
            }
        }
        response
    }
}

/// Returns the byte range that a request selects in a file of `length` bytes.
///
/// Returns `None` if the request is for the whole file, and an error if the range is not within the
/// file. A request for several ranges gets the whole file, which RFC 9110 allows.
fn requested_range(
    headers: &HeaderMap,
    length: usize,
) -> Option<Result<RangeInclusive<usize>, RangeUnsatisfiableError>> {
    // `If-Range` needs a strong validator to match; the tags here are weak.
    let header = headers.get(RANGE).filter(|_| !headers.contains_key(IF_RANGE))?.to_str().ok()?;
    let parsed = parse_range_header(header).ok()?;
    if parsed.ranges.len() != 1 {
        return None;
    }
    let index = |position: u64| usize::try_from(position).unwrap_or(usize::MAX);
    let range = parsed
        .validate(length as u64)
        .map(|ranges| ranges.first().map(|range| index(*range.start())..=index(*range.end())));
    range.transpose()
}

/// Returns a redirect. The query of the request is appended unless the target has a query or
/// fragment.
fn redirect(status: StatusCode, path: &str, uri: &Uri) -> Response<Body> {
    let query = uri
        .query()
        .filter(|_| !path.contains(['?', '#']))
        .map(|query| format!("?{query}"))
        .unwrap_or_default();
    plain_response(status, &[(LOCATION, &format!("{path}{query}"))])
}

/// Returns a response with the reason phrase of its status as plain text.
fn plain_response(status: StatusCode, headers: &[(HeaderName, &str)]) -> Response<Body> {
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

/// Returns whether clients may request a path: it has no hidden components and cannot leave the
/// folder.
fn is_public(path: &str) -> bool {
    let is_hidden = |component: &str| component.starts_with('.') && component != ".well-known";
    path.starts_with('/')
        && !matches!(path, "/_headers" | "/_redirects")
        && !path.contains(['\\', '\0'])
        && !path.contains("//")
        && !path.split('/').any(is_hidden)
        && Path::new(&path[1..]).is_relative()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hidden_paths_and_paths_to_parent_folders_are_not_public() {
        for path in ["/.croupier.json", "/../x", "/a/.git/config", "//x", "/a\\b", "/_headers", "x"]
        {
            assert!(!is_public(path), "{path}");
        }
        assert!(is_public("/.well-known/security.txt"));
    }
}
