//! The development server: the built site with live reload and an error overlay, and the sandbox API beside it.

use std::borrow::Cow;
use std::convert::Infallible;
use std::sync::Arc;

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

use crate::build::event::Event;
use crate::render::site_files::headers::POLICY_ELEMENT;
use crate::render::site_files::service_worker::NO_WORKER;
use crate::serve::static_files::StaticFiles;

/// What open tabs must know of the last build.
#[derive(Debug)]
pub(crate) struct LiveReload {
    state: watch::Sender<Value>,
}

impl LiveReload {
    /// Nothing built yet. `start` sets this server apart from one that ran before on the same port.
    pub(crate) fn new(start: u128) -> LiveReload {
        LiveReload { state: watch::Sender::new(json!({ "start": start.to_string(), "build": 0, "errors": [] })) }
    }

    /// Tells open tabs what a build did.
    pub(crate) fn tell(&self, event: &Event) {
        self.state.send_modify(|state| match event {
            Event::Started => {}
            Event::Failed { diagnostics, .. } => {
                state["errors"] = diagnostics.iter().map(|it| it.to_json()["rendered"].clone()).collect();
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

    /// The application: what `api` takes, the live channel, and `folder` for all else.
    pub(crate) fn app(self: &Arc<Self>, folder: StaticFiles, api: Option<MountedApi>) -> Router {
        let live = Arc::clone(self);
        let events = move || {
            let states = WatchStream::new(live.state.subscribe());
            async move {
                Sse::new(states.map(|state| Ok::<_, Infallible>(sse::Event::default().data(state.to_string()))))
                    .keep_alive(KeepAlive::default())
            }
        };
        let outside: Option<Arc<str>> = api.as_ref().map(|api| Arc::from(api.outside.as_str()));
        let site = folder.clone();
        let pages = Router::new()
            .route("/_croupier/events", get(events))
            .route("/_croupier/live.js", get(|| async { script(include_str!("live.js")) }))
            .fallback(move |request: Request| {
                let (folder, outside) = (folder.clone(), outside.clone());
                async move {
                    // A worker would show yesterday's pages.
                    if folder.path_of(request.uri()).as_deref() == Some("/sw.js") {
                        return script(NO_WORKER).into_response();
                    }
                    page(&folder, outside.as_deref(), request).await
                }
            })
            .layer(CompressionLayer::new());
        match api {
            None => pages,
            Some(api) => api.around(pages, site),
        }
    }
}

/// Something that answers some of the paths itself.
pub(crate) struct MountedApi {
    /// Whether it answers this path.
    pub is_ours: fn(&str) -> bool,
    /// How.
    pub router: Router,
    /// Origin of what lies outside the site, such as the cashier; pages find it in their configuration.
    pub outside: String,
    /// What it lays around all answers, the site's included.
    pub around: Box<dyn FnOnce(Router) -> Router + Send>,
}

impl MountedApi {
    fn around(self, pages: Router, site: StaticFiles) -> Router {
        let (is_ours, router) = (self.is_ours, self.router);
        let split = move |request: Request, next: middleware::Next| {
            let (router, site) = (router.clone(), site.clone());
            async move {
                let path = request.uri().path();
                // Files that the site makes itself are what an editor changes, so they win over their stand-ins (A137).
                if is_ours(path) && !site.has(path) {
                    tower::ServiceExt::oneshot(router, request).await.into_response()
                } else {
                    next.run(request).await
                }
            }
        };
        (self.around)(pages.layer(middleware::from_fn(split)))
    }
}

const LIVE: &str = "<script src=\"/_croupier/live.js\"></script>";

const CONFIG: &str = "id=\"croupier-config\">";

/// A page whose configuration names the origin of what lies outside, as `sandbox`.
fn configured(html: &str, outside: &str) -> Option<String> {
    let start = html.find(CONFIG)? + CONFIG.len();
    let end = start + html[start..].find("</script>")?;
    let mut config: Value = serde_json::from_str(&html[start..end]).ok()?;
    config.as_object_mut()?.insert("sandbox".to_owned(), outside.into());
    Some(format!("{}{}{}", &html[..start], config.to_string().replace('<', "\\u003c"), &html[end..]))
}

/// A page without the policy in its head, which knows nothing of what lies outside; that of the answer does.
fn without_policy(html: &str) -> Cow<'_, str> {
    let found = html.find(POLICY_ELEMENT).and_then(|start| Some((start, start + html[start..].find('>')? + 1)));
    found.map_or(html.into(), |(start, end)| format!("{}{}", &html[..start], &html[end..]).into())
}

/// A file of the output; HTML gets the script that listens for builds, and the origin of what lies outside.
async fn page(folder: &StaticFiles, outside: Option<&str>, request: Request) -> Response<Body> {
    if !folder.is_built() {
        let html = format!("<!doctype html><meta charset=\"utf-8\"><title>Not built yet</title><p>Not built yet.</p>{LIVE}");
        return (StatusCode::SERVICE_UNAVAILABLE, [(CONTENT_TYPE, "text/html; charset=utf-8")], html).into_response();
    }
    let html = |response: &Response<Body>| {
        response.headers().get(CONTENT_TYPE).is_some_and(|value| value.as_bytes().starts_with(b"text/html"))
    };
    let response = folder.answer(request.method(), request.uri(), request.headers());
    if !html(&response) || response.status() == StatusCode::PARTIAL_CONTENT {
        return response;
    }
    let (mut parts, body) = response.into_parts();
    let Ok(bytes) = to_bytes(body, usize::MAX).await else {
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    };
    let text = String::from_utf8_lossy(&bytes);
    let text = without_policy(&text);
    let text = outside.and_then(|outside| configured(&text, outside)).map_or(text, Into::into);
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

#[cfg(test)]
mod tests {
    use super::configured;

    #[test]
    fn a_pages_configuration_names_the_origin_of_what_lies_outside() {
        let page = |config: &str| format!("<p><script type=\"application/json\" id=\"croupier-config\">{config}</script>");
        let told = configured(&page(r#"{"api":"\u003c/a"}"#), "http://127.0.0.1:8002").unwrap();
        assert_eq!(told, page(r#"{"api":"\u003c/a","sandbox":"http://127.0.0.1:8002"}"#));
        assert_eq!(configured("<p>", "http://127.0.0.1:8002"), None);
    }
}
