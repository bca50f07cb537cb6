//! The servers that answer some of a site's paths in development: which paths, and what is said while nobody answers there.

use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::body::Body;
use axum::extract::Request;
use axum::http::header::{ACCEPT, CACHE_CONTROL, CONTENT_TYPE, RETRY_AFTER};
use axum::http::{HeaderMap, Response, StatusCode, Uri};
use axum::response::IntoResponse;
use serde_json::json;
use tokio::net::TcpStream;
use tokio::sync::watch;
use tokio::time::{Instant, sleep};

use crate::serve::forward::{Asking, forward};

/// How long a request waits for a server that is being started.
const PATIENCE: Duration = Duration::from_secs(10);
/// How often it is tried in that time.
const AGAIN: Duration = Duration::from_millis(50);

/// A server that answers for some of the site's paths.
#[derive(Debug)]
pub(crate) struct Upstream {
    /// Its scheme, host and port.
    pub origin: Uri,
    /// The command that is to answer there, where `dev` started it.
    pub command: Option<Started>,
    /// Whether somebody was reached there. What `dev` did not start is not waited for.
    is_up: AtomicBool,
}

/// A command that was started.
#[derive(Debug, Clone)]
pub(crate) struct Started {
    /// Its name.
    pub name: String,
    /// How it ended, once it has.
    pub ended: watch::Receiver<Option<String>>,
}

/// Where requests for some paths go.
#[derive(Debug)]
pub(crate) struct Upstreams {
    asking: Asking,
    /// Paths with their servers, the longest first.
    routes: Vec<(String, Arc<Upstream>)>,
}

impl Upstream {
    /// The server at an origin, which `command` brings along.
    pub(crate) fn new(origin: Uri, command: Option<Started>) -> Upstream {
        let is_up = AtomicBool::new(command.is_none());
        Upstream { origin, command, is_up }
    }

    /// Waits until a command that was just started takes connections, or has ended, or it takes too long.
    async fn begin(&self) {
        let Some(started) = self.command.as_ref().filter(|_| !self.is_up.load(Ordering::Relaxed))
        else {
            return;
        };
        let usual = if self.origin.scheme_str() == Some("https") { 443 } else { 80 };
        let address = (bare_host(&self.origin), self.origin.port_u16().unwrap_or(usual));
        let deadline = Instant::now() + PATIENCE;
        while started.ended.borrow().is_none() && Instant::now() < deadline {
            if TcpStream::connect(address).await.is_ok() {
                self.is_up.store(true, Ordering::Relaxed);
                return;
            }
            sleep(AGAIN).await;
        }
    }

    /// Why nobody answers, and what to do.
    fn trouble(&self, path: &str, why: &str) -> String {
        let origin = self.origin.to_string();
        let origin = origin.trim_end_matches('/');
        match &self.command {
            None => format!(
                "Nothing answers at {origin}, where [dev.proxy] of site.toml sends {path}: {why}."
            ),
            Some(Started { name, ended }) => match &*ended.borrow() {
                None => {
                    format!(
                        "The command {name} does not answer at {origin} yet. Try again; croupier dev shows what it says."
                    )
                }
                Some(end) => format!(
                    "The command {name}, which is to answer at {origin}, ended with {end}. Start croupier dev again; it shows what \
                     the command says."
                ),
            },
        }
    }
}

impl Upstreams {
    /// Servers with the paths that they answer. A path that ends in a slash stands for all below it.
    pub(crate) fn new(asking: Asking, mut routes: Vec<(String, Arc<Upstream>)>) -> Upstreams {
        routes.sort_by_key(|(path, _)| std::cmp::Reverse(path.len()));
        Upstreams { asking, routes }
    }

    /// The server for an address path.
    pub(crate) fn of(&self, path: &str) -> Option<&(String, Arc<Upstream>)> {
        self.routes.iter().find(|(known, _)| {
            if known.ends_with('/') { path.starts_with(known) } else { path == known }
        })
    }

    /// What the server for `route` answers; a 502 with the reason where there is none.
    pub(crate) async fn answer(
        &self,
        (path, upstream): &(String, Arc<Upstream>),
        request: Request,
    ) -> Response<Body> {
        upstream.begin().await;
        let wants_page = is_for_people(request.headers());
        match forward(&self.asking, &upstream.origin, request).await {
            Ok(answer) => answer,
            Err(why) => unavailable(&upstream.trouble(path, &why), wants_page),
        }
    }
}

/// Whether an origin is one of this machine.
pub(crate) fn is_of_this_machine(origin: &Uri) -> bool {
    let bare = bare_host(origin).to_ascii_lowercase();
    bare.parse::<IpAddr>().is_ok_and(|it| it.is_loopback() || it.is_unspecified())
        || bare == "localhost"
        || bare.ends_with(".localhost")
}

/// The host of an origin, an address of IPv6 without its brackets.
fn bare_host(origin: &Uri) -> &str {
    origin.host().unwrap_or_default().trim_start_matches('[').trim_end_matches(']')
}

fn is_for_people(headers: &HeaderMap) -> bool {
    headers
        .get_all(ACCEPT)
        .iter()
        .any(|value| value.to_str().is_ok_and(|value| value.contains("text/html")))
}

/// Says that a server cannot be reached: to people as a page that asks again by itself, to programs as JSON.
fn unavailable(words: &str, wants_page: bool) -> Response<Body> {
    let escaped = words.replace('&', "&amp;").replace('<', "&lt;");
    let (kind, text) = if wants_page {
        let head =
            "<meta charset=\"utf-8\"><meta http-equiv=\"refresh\" content=\"2\"><title>502</title>";
        ("text/html; charset=utf-8", format!("<!doctype html>{head}<p>{escaped}</p>\n"))
    } else {
        ("application/json", json!({ "error": words }).to_string())
    };
    (
        StatusCode::BAD_GATEWAY,
        [(CONTENT_TYPE, kind), (CACHE_CONTROL, "no-store"), (RETRY_AFTER, "2")],
        text,
    )
        .into_response()
}
