//! Serves the output folder as a CDN does: applies `_headers` and `_redirects`, sends `ETag`s, and
//! redirects to the final slash.

mod content;
mod rules;

use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};

use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use axum::http::header::{ALLOW, CACHE_CONTROL, CONTENT_TYPE, HeaderName, HeaderValue, LOCATION};
use axum::http::{HeaderMap, Method, Response, StatusCode, Uri};

use crate::serve::compression::compressed;
use crate::serve::static_files::content::{error_page, file_response};
use crate::serve::static_files::rules::{FolderRules, Rules};
use croupier_base::path::RELEASES;
use croupier_base::url;
use croupier_engine::headers;

/// The output folder of a site and the base path that it is served under.
#[derive(Debug, Clone)]
pub(crate) struct StaticFiles {
    out: PathBuf,
    /// Shared by all clones, because site.toml can change it while the site is served.
    base: Arc<RwLock<String>>,
    rules: Arc<FolderRules>,
}

impl StaticFiles {
    /// Creates a server for the output folder `out` under the URL path `base`, which is empty or
    /// like `/docs`.
    pub(crate) fn new(out: PathBuf, base: String) -> StaticFiles {
        StaticFiles { out, base: Arc::new(RwLock::new(base)), rules: Arc::default() }
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

    /// Returns the response to a request. The disk is read on a thread for blocking operations.
    pub(crate) async fn respond(
        &self,
        method: &Method,
        uri: &Uri,
        headers: &HeaderMap,
    ) -> Response<Body> {
        if method != Method::GET && method != Method::HEAD {
            return plain_response(StatusCode::METHOD_NOT_ALLOWED, &[(ALLOW, "GET, HEAD")]);
        }
        let (folder, uri, headers) = (self.clone(), uri.clone(), headers.clone());
        let response = tokio::task::spawn_blocking(move || folder.read_response(&uri, &headers));
        response.await.unwrap_or_else(|_| plain_response(StatusCode::INTERNAL_SERVER_ERROR, &[]))
    }

    /// Returns the response to a request for a URL.
    fn read_response(&self, uri: &Uri, headers: &HeaderMap) -> Response<Body> {
        let base = self.base();
        if !base.is_empty() && url::percent_decode(uri.path()).as_deref() == Some(&*base) {
            return redirect(StatusCode::MOVED_PERMANENTLY, &format!("{}/", uri.path()), uri);
        }

        let rules = self.rules.current(&|file| self.locate(file));
        if let Some(rule) = rules.redirects.find(uri.path()) {
            let status = StatusCode::from_u16(rule.status).unwrap_or(StatusCode::MOVED_PERMANENTLY);
            return redirect(status, &rule.to, uri);
        }

        let Some(path) = self.path_of(uri) else {
            return self.not_found("/", &rules);
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
        if let Some(found) = self.locate(&file[1..]) {
            return match file_response(&found, headers::content_type(&file), headers) {
                Ok(response) => self.with_headers(response, &file, &rules),
                // A build replaced the file, or it cannot be read.
                Err(_) => self.not_found(path, &rules),
            };
        }

        if !path.ends_with('/') && self.locate(&format!("{}/index.html", &path[1..])).is_some() {
            return redirect(StatusCode::MOVED_PERMANENTLY, &format!("{}/", uri.path()), uri);
        }
        self.not_found(path, &rules)
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
            async move { folder.respond(request.method(), request.uri(), request.headers()).await }
        }))
    }

    /// Returns the real path of a file of the folder. Symbolic links to targets outside the folder
    /// are not followed.
    fn locate(&self, path: &str) -> Option<PathBuf> {
        let file = self.out.join(path).canonicalize().ok()?;
        let is_inside = self.out.canonicalize().is_ok_and(|out| file.starts_with(out));
        (is_inside && file.is_file()).then_some(file)
    }

    /// Returns the response for a path that does not exist: the page 404.html of the nearest folder above it, such as that of a language.
    fn not_found(&self, path: &str, rules: &Rules) -> Response<Body> {
        let folders = path.match_indices('/').rev().map(|(end, _)| &path[..=end]);
        let page = folders.map(|folder| format!("{folder}404.html")).find_map(|file| {
            let page = self.locate(&file[1..])?;
            let page = error_page(&page, headers::content_type(&file), StatusCode::NOT_FOUND);
            Some((page.ok()?, file))
        });
        match page {
            Some((page, file)) => self.with_headers(page, &file, rules),
            None => plain_response(StatusCode::NOT_FOUND, &[]),
        }
    }

    /// Adds the headers of a file of the site, by its path below the base path.
    fn with_headers(
        &self,
        mut response: Response<Body>,
        file: &str,
        rules: &Rules,
    ) -> Response<Body> {
        let response_headers = response.headers_mut();
        response_headers
            .insert(CACHE_CONTROL, HeaderValue::from_static(headers::cache_control("")));
        rules.apply(&format!("{}{file}", self.base()), response_headers);
        response
    }
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
        && !path.contains('\0')
        && !path.contains("//")
        && !path.split('/').any(is_hidden)
        && Path::new(&path[1..]).is_relative()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hidden_paths_and_paths_to_parent_folders_are_not_public() {
        for path in ["/.croupier.json", "/../x", "/a/.git/config", "//x", "/_headers", "x"] {
            assert!(!is_public(path), "{path}");
        }
        assert!(is_public("/.well-known/security.txt"));
    }
}
