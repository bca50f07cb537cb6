//! The development server: the built site with live reload and an error overlay, and what site.toml adds in development.

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

use crate::serve::additions::Additions;
use crate::serve::static_files::StaticFiles;
use croupier_engine::Event;
use croupier_engine::NO_WORKER;
use croupier_engine::headers::POLICY_ELEMENT;

/// What open tabs must know of the last build.
#[derive(Debug)]
pub(crate) struct LiveReload {
    state: watch::Sender<Value>,
}

impl LiveReload {
    /// Nothing built yet. `start` sets this server apart from one that ran before on the same port.
    pub(crate) fn new(start: u128) -> LiveReload {
        LiveReload {
            state: watch::Sender::new(
                json!({ "start": start.to_string(), "build": 0, "errors": [] }),
            ),
        }
    }

    /// Tells open tabs what a build did.
    pub(crate) fn tell(&self, event: &Event) {
        self.state.send_modify(|state| match event {
            Event::Started => {}
            Event::Failed { diagnostics, .. } => {
                state["errors"] =
                    diagnostics.iter().map(|it| it.to_json()["rendered"].clone()).collect();
            }
            Event::Finished { stats, .. } => {
                let mended = state["errors"].as_array().is_some_and(|it| !it.is_empty());
                state["errors"] = json!([]);
                if stats.written + stats.removed > 0 || mended {
                    state["build"] = json!(state["build"].as_u64().unwrap_or(0) + 1);
                }
            }
        });
    }

    /// The application: the live channel, `folder`, and what `additions` adds as soon as that is known.
    pub(crate) fn app(
        self: &Arc<Self>,
        folder: StaticFiles,
        additions: Arc<OnceLock<Additions>>,
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
        let (site, added) = (folder.clone(), Arc::clone(&additions));
        let elsewhere = move |request: Request, next: middleware::Next| {
            let (site, added) = (site.clone(), Arc::clone(&added));
            async move {
                let path = request.uri().path();
                let upstreams = added.get().map(|added| &added.upstreams);
                // What the site makes itself is what an editor changes, so it wins over what a server has (A137).
                let is_own = path.starts_with("/_croupier/") || site.has(path);
                match upstreams.filter(|_| !is_own).and_then(|it| Some((it, it.of(path)?))) {
                    Some((upstreams, route)) => upstreams.answer(route, request).await,
                    None => next.run(request).await,
                }
            }
        };
        Router::new()
            .route("/_croupier/events", get(events))
            .route("/_croupier/live.js", get(|| async { script(include_str!("live.js")) }))
            .fallback(move |request: Request| {
                let (folder, additions) = (folder.clone(), Arc::clone(&additions));
                async move {
                    // A worker would show yesterday's pages.
                    if folder.path_of(request.uri()).as_deref() == Some("/sw.js") {
                        return script(NO_WORKER).into_response();
                    }
                    page(&folder, additions.get(), request).await
                }
            })
            .layer(CompressionLayer::new())
            .layer(middleware::from_fn(elsewhere))
    }
}

const LIVE: &str = "<script src=\"/_croupier/live.js\"></script>";

/// A page without the policy in its head, which knows nothing of what lies outside; that of the answer does.
fn without_policy(html: &str) -> Cow<'_, str> {
    let found = html
        .find(POLICY_ELEMENT)
        .and_then(|start| Some((start, start + html[start..].find('>')? + 1)));
    found.map_or(html.into(), |(start, end)| format!("{}{}", &html[..start], &html[end..]).into())
}

/// A file of the output with what is added to it; HTML gets the script that listens for builds.
async fn page(
    folder: &StaticFiles,
    additions: Option<&Additions>,
    request: Request,
) -> Response<Body> {
    if !folder.is_built() {
        let html = format!(
            "<!doctype html><meta charset=\"utf-8\"><title>Not built yet</title><p>Not built yet.</p>{LIVE}"
        );
        return (
            StatusCode::SERVICE_UNAVAILABLE,
            [(CONTENT_TYPE, "text/html; charset=utf-8")],
            html,
        )
            .into_response();
    }
    let html = |response: &Response<Body>| {
        response
            .headers()
            .get(CONTENT_TYPE)
            .is_some_and(|value| value.as_bytes().starts_with(b"text/html"))
    };
    let mut response = folder.answer(request.method(), request.uri(), request.headers());
    if let Some(additions) = additions {
        additions.allow(response.headers_mut());
    }
    if !html(&response) || response.status() == StatusCode::PARTIAL_CONTENT {
        return response;
    }
    let (mut parts, body) = response.into_parts();
    let Ok(bytes) = to_bytes(body, usize::MAX).await else {
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    };
    let text = String::from_utf8_lossy(&bytes);
    let text = without_policy(&text);
    let text = additions.and_then(|it| it.configured(&text)).map_or(text, Into::into);
    let text = match text.rfind("</body>") {
        Some(at) => format!("{}{LIVE}{}", &text[..at], &text[at..]),
        None => format!("{text}{LIVE}"),
    };
    parts.headers.remove(ETAG);
    parts.headers.remove(CONTENT_LENGTH);
    parts.headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    Response::from_parts(parts, Body::from(text))
}

fn script(text: &'static str) -> impl IntoResponse {
    ([(CONTENT_TYPE, "text/javascript; charset=utf-8"), (CACHE_CONTROL, "no-cache")], text)
}
