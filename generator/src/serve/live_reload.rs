//! The development server: serves the built site with live reload, an error overlay, and the
//! additions of `[dev]`.

use std::borrow::Cow;
use std::convert::Infallible;
use std::sync::{Arc, OnceLock};

use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::http::header::{CACHE_CONTROL, CONTENT_LENGTH, CONTENT_TYPE, ETAG};
use axum::http::{HeaderValue, Response, StatusCode};
use axum::response::IntoResponse;
use axum::response::sse::{self, KeepAlive, Sse};
use axum::routing::get;
use axum::{Router, middleware};
use serde_json::{Value, json};
use tokio::sync::watch;
use tokio_stream::{StreamExt, wrappers::WatchStream};
use tower_http::compression::CompressionLayer;

use crate::serve::dev_overlay::DevOverlay;
use crate::serve::static_files::StaticFiles;
use croupier_engine::Event;
use croupier_engine::SELF_REMOVING_WORKER;
use croupier_engine::headers::POLICY_ELEMENT;

/// The state of the last build, which is sent to open tabs.
#[derive(Debug)]
pub(crate) struct LiveReload {
    state: watch::Sender<Value>,
}

impl LiveReload {
    /// Creates the state before the first build. `start` distinguishes this server from an earlier
    /// one on the same port.
    pub(crate) fn new(start: u128) -> LiveReload {
        LiveReload {
            state: watch::Sender::new(
                json!({ "start": start.to_string(), "build": 0, "errors": [] }),
            ),
        }
    }

    /// Updates the state after a build. Tabs reload if the output changed or errors were fixed.
    pub(crate) fn update(&self, event: &Event) {
        self.state.send_modify(|state| match event {
            Event::Started => {}
            Event::Failed { diagnostics, .. } => {
                state["errors"] =
                    diagnostics.iter().map(|it| it.to_json()["rendered"].clone()).collect();
            }
            Event::Finished { stats, .. } => {
                let had_errors =
                    state["errors"].as_array().is_some_and(|errors| !errors.is_empty());
                state["errors"] = json!([]);
                if stats.written + stats.removed > 0 || had_errors {
                    state["build"] = json!(state["build"].as_u64().unwrap_or(0) + 1);
                }
            }
        });
    }

    /// Returns the router of the server: the event stream, the files of `folder`, and the overlay
    /// as soon as it is set.
    pub(crate) fn app(
        self: &Arc<Self>,
        folder: StaticFiles,
        overlay: Arc<OnceLock<DevOverlay>>,
    ) -> Router {
        let live = Arc::clone(self);
        let events = move || {
            let states = WatchStream::new(live.state.subscribe());
            async move {
                Sse::new(states.map(|state| {
                    Ok::<_, Infallible>(sse::Event::default().data(state.to_string()))
                }))
                .keep_alive(KeepAlive::default())
            }
        };
        let (proxy_folder, proxy_overlay) = (folder.clone(), Arc::clone(&overlay));
        let proxy = move |request: Request, next: middleware::Next| {
            let (folder, overlay) = (proxy_folder.clone(), Arc::clone(&proxy_overlay));
            async move {
                let path = request.uri().path();
                // Files of the site take precedence over the proxy, so that an edit of them is
                // always visible (A137).
                let is_own = path.starts_with("/_croupier/") || folder.has(path);
                if !is_own
                    && let Some(overlay) = overlay.get()
                    && let Some(route) = overlay.routes.find(path)
                {
                    return overlay.routes.respond(route, request).await;
                }
                next.run(request).await
            }
        };
        Router::new()
            .route("/_croupier/events", get(events))
            .route("/_croupier/live.js", get(|| async { script(include_str!("live.js")) }))
            .fallback(move |request: Request| {
                let (folder, overlay) = (folder.clone(), Arc::clone(&overlay));
                async move {
                    // The site's service worker would serve outdated pages from its cache.
                    if folder.path_of(request.uri()).as_deref() == Some("/sw.js") {
                        return script(SELF_REMOVING_WORKER).into_response();
                    }
                    file_or_page(&folder, overlay.get(), request).await
                }
            })
            .layer(CompressionLayer::new())
            .layer(middleware::from_fn(proxy))
    }
}

/// The element that loads the script for live reload.
const LIVE_SCRIPT: &str = "<script src=\"/_croupier/live.js\"></script>";

/// Removes the policy element from a page, because it does not allow the hosts of the overlay. The
/// policy header does.
fn without_policy(html: &str) -> Cow<'_, str> {
    let element = html
        .find(POLICY_ELEMENT)
        .and_then(|start| Some((start, start + html[start..].find('>')? + 1)));
    match element {
        Some((start, end)) => format!("{}{}", &html[..start], &html[end..]).into(),
        None => html.into(),
    }
}

/// Responds with a file of the output. Adds the overlay, and to HTML the script for live reload.
async fn file_or_page(
    folder: &StaticFiles,
    overlay: Option<&DevOverlay>,
    request: Request,
) -> Response<Body> {
    if !folder.is_built() {
        let html = format!(
            "<!doctype html><meta charset=\"utf-8\"><title>Not built yet</title><p>Not built yet.</p>{LIVE_SCRIPT}"
        );
        return (
            StatusCode::SERVICE_UNAVAILABLE,
            [(CONTENT_TYPE, "text/html; charset=utf-8")],
            html,
        )
            .into_response();
    }
    let is_html = |response: &Response<Body>| {
        response
            .headers()
            .get(CONTENT_TYPE)
            .is_some_and(|value| value.as_bytes().starts_with(b"text/html"))
    };
    let mut response = folder.respond(request.method(), request.uri(), request.headers());
    if let Some(overlay) = overlay {
        overlay.extend_policy(response.headers_mut());
    }
    if !is_html(&response) || response.status() == StatusCode::PARTIAL_CONTENT {
        return response;
    }
    let (mut parts, body) = response.into_parts();
    let Ok(bytes) = to_bytes(body, usize::MAX).await else {
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    };
    let text = String::from_utf8_lossy(&bytes);
    let text = without_policy(&text);
    let text = overlay.and_then(|overlay| overlay.with_config(&text)).map_or(text, Into::into);
    let text = match text.rfind("</body>") {
        Some(index) => format!("{}{LIVE_SCRIPT}{}", &text[..index], &text[index..]),
        None => format!("{text}{LIVE_SCRIPT}"),
    };
    parts.headers.remove(ETAG);
    parts.headers.remove(CONTENT_LENGTH);
    parts.headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    Response::from_parts(parts, Body::from(text))
}

/// Returns a response with a script.
fn script(text: &'static str) -> impl IntoResponse {
    ([(CONTENT_TYPE, "text/javascript; charset=utf-8"), (CACHE_CONTROL, "no-cache")], text)
}
