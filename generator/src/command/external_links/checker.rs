//! Requests URLs: `HEAD`, then `GET` if the server needs it, redirects, repeated attempts, and the limits for hosts.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::Semaphore;
use url::Url;

use crate::command::external_links::hosts::Host;
use crate::command::external_links::outcome::{Fragments, Outcome, RequestFailure, is_success};

/// Maximum number of redirects of one URL.
const MAX_REDIRECTS: usize = 10;

/// Makes requests, without following redirects.
pub(super) trait Network: Send + Sync + 'static {
    /// Sends a request.
    fn send(
        &self,
        request: Request,
    ) -> impl Future<Output = Result<Response, RequestFailure>> + Send;
}

/// The time, which tests advance without waiting.
pub(super) trait Clock: Send + Sync + 'static {
    /// Returns the time since an instant that never changes.
    fn now(&self) -> Duration;
    /// Waits.
    fn sleep(&self, duration: Duration) -> impl Future<Output = ()> + Send;
}

/// The method of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Method {
    Head,
    Get,
}

/// A request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Request {
    pub method: Method,
    pub url: Url,
    /// The value of the header `Cookie`, or an empty text.
    pub cookies: String,
    /// Whether the response needs the text of an HTML page.
    pub reads_page: bool,
}

/// A response.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Response {
    pub status: u16,
    /// The value of `Location`.
    pub location: Option<String>,
    /// How long the server asks to wait.
    pub retry_after: Option<Duration>,
    /// The cookies that it sets, as `name=value`.
    pub cookies: Vec<String>,
    /// Whether it demands that a browser proves that it is one.
    pub is_challenge: bool,
    /// The text of an HTML page, if it was requested.
    pub page: Option<String>,
}

/// The limits of `[link_checker]`.
#[derive(Debug, Clone, Copy)]
pub(super) struct Limits {
    pub retries: u32,
    pub concurrency: usize,
    pub host_concurrency: usize,
}

/// Checks URLs, any number of them at the same time.
pub(super) struct Checker<N, C> {
    network: N,
    clock: C,
    limits: Limits,
    slots: Semaphore,
    hosts: Mutex<HashMap<String, Arc<Host>>>,
}

impl<N: Network, C: Clock> Checker<N, C> {
    pub(super) fn new(network: N, clock: C, limits: Limits) -> Checker<N, C> {
        let slots = Semaphore::new(limits.concurrency);
        Checker { network, clock, limits, slots, hosts: Mutex::default() }
    }

    /// Requests a URL until the result is final. `fragments` are looked for in the page. `accepts` decides about status codes that are
    /// no success.
    pub(super) async fn check(
        &self,
        url: &Url,
        fragments: &BTreeSet<String>,
        accepts: &(dyn Fn(u16) -> bool + Sync),
    ) -> Outcome {
        let mut method = if fragments.is_empty() { Method::Head } else { Method::Get };
        let mut retries = 0;
        loop {
            let outcome = self.follow(url, method, fragments).await;
            let is_accepted = outcome.status.as_ref().is_ok_and(|status| accepts(*status));
            if is_accepted {
                return outcome;
            }
            if method == Method::Head && outcome.needs_get() {
                method = Method::Get;
                continue;
            }
            if !outcome.is_temporary() {
                return outcome;
            }
            if retries == self.limits.retries {
                if let Err(failure) = &outcome.status {
                    self.host(url).give_up(failure);
                }
                return outcome;
            }

            // A host that limits requests is paused for all URLs, so that the next request waits anyway.
            if outcome.status != Ok(429) {
                self.clock.sleep(Duration::from_secs(1 << retries.min(5))).await;
            }
            method = Method::Get;
            retries += 1;
        }
    }

    /// Requests a URL and follows redirects.
    async fn follow(&self, url: &Url, method: Method, fragments: &BTreeSet<String>) -> Outcome {
        let mut url = url.clone();
        let mut moved_to = None;
        let mut is_permanent = true;
        // Some servers set a cookie and redirect to the same URL until it is sent back.
        let mut cookies: Vec<(String, String)> = Vec::new();

        for _ in 0..=MAX_REDIRECTS {
            let host_name = url.host_str().unwrap_or_default().to_owned();
            let own = cookies.iter().filter(|(host, _)| *host == host_name);
            let own: Vec<&str> = own.map(|(_, cookie)| cookie.as_str()).collect();
            let request = Request {
                method,
                url: url.clone(),
                cookies: own.join("; "),
                reads_page: !fragments.is_empty(),
            };
            let response = match self.request(request).await {
                Ok(response) => response,
                Err(failure) => return Outcome::failed(failure),
            };

            let is_redirect = matches!(response.status, 301 | 302 | 303 | 307 | 308);
            let Some(location) = response.location.filter(|_| is_redirect) else {
                let page = response.page.as_deref().filter(|_| is_success(response.status));
                return Outcome {
                    status: Ok(response.status),
                    is_challenge: response.is_challenge,
                    moved_to,
                    fragments: Fragments::of_page(page, fragments),
                };
            };
            let Ok(mut target) = url.join(&location) else {
                let reason = format!("redirects to `{location}`, which is not a URL");
                return Outcome::failed(RequestFailure::BadUrl(reason));
            };
            if !matches!(target.scheme(), "http" | "https") {
                let reason = format!("redirects to `{location}`, which is no web page");
                return Outcome::failed(RequestFailure::BadUrl(reason));
            }

            is_permanent &= matches!(response.status, 301 | 308);
            if is_permanent && target != url {
                moved_to = Some(target.to_string());
            }
            target.set_fragment(None);
            cookies.extend(response.cookies.into_iter().map(|it| (host_name.clone(), it)));
            url = target;
        }
        Outcome::failed(RequestFailure::TooManyRedirects)
    }

    /// Sends a request when its host and the limits allow it.
    async fn request(&self, request: Request) -> Result<Response, RequestFailure> {
        let host = self.host(&request.url);
        let _host_slot = host.slots.acquire().await.expect("the semaphore is never closed");
        while let Some(wait) = host.pause(self.clock.now())? {
            self.clock.sleep(wait).await;
        }
        let _slot = self.slots.acquire().await.expect("the semaphore is never closed");
        let response = self.network.send(request).await;
        host.note(&response, self.clock.now());
        response
    }

    fn host(&self, url: &Url) -> Arc<Host> {
        let name = format!(
            "{}:{}",
            url.host_str().unwrap_or_default(),
            url.port_or_known_default().unwrap_or_default()
        );
        let mut hosts = self.hosts.lock().unwrap_or_else(PoisonError::into_inner);
        let new = || Arc::new(Host::new(self.limits.host_concurrency));
        Arc::clone(hosts.entry(name).or_insert_with(new))
    }
}
