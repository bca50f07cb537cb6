//! The endpoints of the development client: reports of errors in pages, opening of source files,
//! and scripts of edited modules. Requests that act on this machine need a page of this server.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

use axum::body::{Body, to_bytes};
use axum::extract::{Path, Request};
use axum::http::header::CONTENT_TYPE;
use axum::http::{Response, StatusCode};
use axum::response::IntoResponse;
use axum::routing::{get, post};
use axum::{Json, Router};
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::serve::browser_faults::{self, Fault};
use crate::serve::connections::Client;
use crate::serve::editor::{self, Position};
use crate::serve::live_reload::{LiveReload, script};
use crate::serve::local_requests::is_own_page;
use croupier_base::diagnostic::Diagnostic;
use croupier_engine::DevBundler;

/// The largest request of a page, in bytes.
const MAX_BODY: usize = 64 * 1024;

/// What the endpoints need from the command.
#[derive(Clone)]
pub(crate) struct DevTools {
    /// The root folder of the site.
    pub root: PathBuf,
    /// Finds source positions. Without it, pages report no errors.
    pub bundler: Option<Arc<DevBundler>>,
    /// Prints a diagnostic.
    pub report: Arc<dyn Fn(&Diagnostic) + Send + Sync>,
    /// Returns the command that opens files.
    pub editor: Arc<dyn Fn() -> Option<String> + Send + Sync>,
}

impl fmt::Debug for DevTools {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DevTools").field("root", &self.root).finish_non_exhaustive()
    }
}

impl DevTools {
    /// Returns the routes of the endpoints.
    pub(super) fn routes(self, live: Arc<LiveReload>) -> Router {
        let modules = (self.clone(), Arc::clone(&live));
        let faults = (self.clone(), live);
        Router::new()
            .route(
                "/_croupier/modules/{name}",
                get(move |Path(name): Path<String>| {
                    let (tools, live) = modules.clone();
                    async move { tools.module(&live, &name).await }
                }),
            )
            .route(
                "/_croupier/faults",
                post(move |request: Request| {
                    let (tools, live) = faults.clone();
                    async move { tools.add_fault(&live, request).await }
                }),
            )
            .route("/_croupier/open", post(move |request: Request| self.open(request)))
    }

    /// Responds with a script of edited modules, or with the source map of a script.
    async fn module(self, live: &LiveReload, name: &str) -> Response<Body> {
        if let Some(text) = name.strip_suffix(".js").and_then(|id| live.script(id)) {
            return script(text).into_response();
        }
        let (Some(id), Some(bundler)) =
            (name.strip_suffix(".js.map").map(str::to_owned), self.bundler)
        else {
            return StatusCode::NOT_FOUND.into_response();
        };
        match tokio::task::spawn_blocking(move || bundler.source_map(&id)).await {
            Ok(Some(map)) => ([(CONTENT_TYPE, "application/json")], map).into_response(),
            _ => StatusCode::NOT_FOUND.into_response(),
        }
    }

    /// Reports a fault of a page, once until the next build. Responds with its diagnostic, or with
    /// `null` if the build has reported the same.
    async fn add_fault(self, live: &LiveReload, request: Request) -> Response<Body> {
        let fault: Fault = match body(request).await {
            Ok(fault) => fault,
            Err(response) => return response,
        };
        let Some(bundler) = self.bundler else { return StatusCode::NOT_FOUND.into_response() };

        let root = self.root;
        let located = move || browser_faults::diagnostic(&root, &bundler, &fault);
        let Ok(diagnostic) = tokio::task::spawn_blocking(located).await else {
            return StatusCode::INTERNAL_SERVER_ERROR.into_response();
        };

        // Open pages run edited modules before the build ends, which may report the same error.
        live.build_ended().await;
        if live.has_error_at(&diagnostic) {
            return Json(Value::Null).into_response();
        }
        if live.is_new_fault(&diagnostic) {
            (self.report)(&diagnostic);
        }

        let mut json = diagnostic.to_json();
        json["key"] = browser_faults::key(&diagnostic).into();
        Json(json).into_response()
    }

    /// Opens a source file in the editor.
    async fn open(self, request: Request) -> Response<Body> {
        let position: Position = match body(request).await {
            Ok(position) => position,
            Err(response) => return response,
        };
        match editor::open(&self.root, (self.editor)().as_deref(), &position) {
            Ok(()) => StatusCode::NO_CONTENT.into_response(),
            Err(message) => (StatusCode::UNPROCESSABLE_ENTITY, message).into_response(),
        }
    }
}

/// Reads the body of a request that a page of this server sends from this machine.
async fn body<T: DeserializeOwned>(request: Request) -> Result<T, Response<Body>> {
    let client = request.extensions().get::<Client>().map(|client| client.0);
    if !is_own_page(client, request.headers()) {
        return Err(StatusCode::FORBIDDEN.into_response());
    }
    let bytes = to_bytes(request.into_body(), MAX_BODY)
        .await
        .map_err(|_| StatusCode::PAYLOAD_TOO_LARGE.into_response())?;
    serde_json::from_slice(&bytes).map_err(|_| StatusCode::BAD_REQUEST.into_response())
}
