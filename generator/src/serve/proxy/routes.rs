//! The routes of the development proxy: selects the upstream server of a path, and responds with
//! 502 while it is unavailable.

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

use crate::http_client::HttpClient;
use crate::serve::proxy::forward::forward;

/// Maximum time that a request waits for a server that is starting.
const START_TIMEOUT: Duration = Duration::from_secs(10);
/// Interval of connection attempts during that time.
const RETRY_INTERVAL: Duration = Duration::from_millis(50);

/// A server that requests are forwarded to.
#[derive(Debug)]
pub(crate) struct Upstream {
    /// Its scheme, host and port.
    pub origin: Uri,
    /// The command that runs the server, if `dev` started it.
    pub service: Option<ServiceStatus>,
    /// Whether the server is known to accept connections. Requests only wait for servers that `dev`
    /// started.
    is_ready: AtomicBool,
}

/// The status of a command that `dev` started.
#[derive(Debug, Clone)]
pub(crate) struct ServiceStatus {
    /// The name of the command in site.toml.
    pub name: String,
    /// A description of the exit, such as `exit code 1`, once the command has exited.
    pub exit: watch::Receiver<Option<String>>,
}

/// The routes of the proxy.
#[derive(Debug)]
pub(crate) struct ProxyRoutes {
    client: HttpClient,
    /// Paths with their servers, longest path first.
    routes: Vec<(String, Arc<Upstream>)>,
}

impl Upstream {
    /// Creates the server at an origin, which `service` runs.
    pub(crate) fn new(origin: Uri, service: Option<ServiceStatus>) -> Upstream {
        let is_ready = AtomicBool::new(service.is_none());
        Upstream { origin, service, is_ready }
    }

    /// Waits until a starting command accepts connections, exits, or exceeds the timeout.
    async fn wait_until_ready(&self) {
        let Some(service) = &self.service else { return };
        if self.is_ready.load(Ordering::Relaxed) {
            return;
        }
        let default_port = if self.origin.scheme_str() == Some("https") { 443 } else { 80 };
        let address = (bare_host(&self.origin), self.origin.port_u16().unwrap_or(default_port));
        let deadline = Instant::now() + START_TIMEOUT;
        while service.exit.borrow().is_none() && Instant::now() < deadline {
            if TcpStream::connect(address).await.is_ok() {
                self.is_ready.store(true, Ordering::Relaxed);
                return;
            }
            sleep(RETRY_INTERVAL).await;
        }
    }

    /// Returns a message that says why the server is unavailable and how to fix it.
    fn unavailable_message(&self, path: &str, reason: &str) -> String {
        let origin = self.origin.to_string();
        let origin = origin.trim_end_matches('/');
        match &self.service {
            None => format!(
                "Cannot connect to {origin}, to which [dev.proxy] in site.toml forwards {path}: {reason}."
            ),
            Some(ServiceStatus { name, exit }) => match &*exit.borrow() {
                None => {
                    format!(
                        "The command {name} does not accept connections at {origin} yet. Try again; croupier dev prints its output."
                    )
                }
                Some(exit) => format!(
                    "The command {name}, which should listen at {origin}, ended with {exit}. Restart croupier dev; it prints the \
                     output of the command."
                ),
            },
        }
    }
}

impl ProxyRoutes {
    /// Creates the routes from paths and their servers. A path that ends in a slash matches every
    /// path below it.
    pub(crate) fn new(client: HttpClient, mut routes: Vec<(String, Arc<Upstream>)>) -> ProxyRoutes {
        routes.sort_by_key(|(path, _)| std::cmp::Reverse(path.len()));
        ProxyRoutes { client, routes }
    }

    /// Returns the route that matches a URL path.
    pub(crate) fn find(&self, path: &str) -> Option<&(String, Arc<Upstream>)> {
        self.routes.iter().find(|(route, _)| {
            if route.ends_with('/') { path.starts_with(route) } else { path == route }
        })
    }

    /// Forwards a request along a route. Responds with 502 and the reason if the server is
    /// unavailable.
    pub(crate) async fn respond(
        &self,
        (path, upstream): &(String, Arc<Upstream>),
        request: Request,
    ) -> Response<Body> {
        upstream.wait_until_ready().await;
        let accepts_html = accepts_html(request.headers());
        match forward(&self.client, &upstream.origin, request).await {
            Ok(response) => response,
            Err(reason) => unavailable(&upstream.unavailable_message(path, &reason), accepts_html),
        }
    }
}

/// Returns whether an origin is on this machine: localhost, a loopback address or the unspecified
/// address.
pub(crate) fn is_of_this_machine(origin: &Uri) -> bool {
    let host = bare_host(origin).to_ascii_lowercase();
    host.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback() || ip.is_unspecified())
        || host == "localhost"
        || host.ends_with(".localhost")
}

/// Returns the host of an origin, without the brackets of an IPv6 address.
fn bare_host(origin: &Uri) -> &str {
    origin.host().unwrap_or_default().trim_start_matches('[').trim_end_matches(']')
}

/// Returns whether a client accepts HTML, as browsers do when they load a page.
fn accepts_html(headers: &HeaderMap) -> bool {
    headers
        .get_all(ACCEPT)
        .iter()
        .any(|value| value.to_str().is_ok_and(|value| value.contains("text/html")))
}

/// Returns a 502 response with a message: a page that reloads itself for browsers, JSON for other
/// clients.
fn unavailable(message: &str, accepts_html: bool) -> Response<Body> {
    let escaped = message.replace('&', "&amp;").replace('<', "&lt;");
    let (content_type, body) = if accepts_html {
        let head =
            "<meta charset=\"utf-8\"><meta http-equiv=\"refresh\" content=\"2\"><title>502</title>";
        ("text/html; charset=utf-8", format!("<!doctype html>{head}<p>{escaped}</p>\n"))
    } else {
        ("application/json", json!({ "error": message }).to_string())
    };
    (
        StatusCode::BAD_GATEWAY,
        [(CONTENT_TYPE, content_type), (CACHE_CONTROL, "no-store"), (RETRY_AFTER, "2")],
        body,
    )
        .into_response()
}
