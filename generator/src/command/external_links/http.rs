//! Requests over HTTP, with the client of the development proxy.

use std::time::{Duration, Instant};

use axum::body::{Body, to_bytes};
use axum::http::header::{
    ACCEPT, CONTENT_ENCODING, CONTENT_TYPE, COOKIE, LOCATION, RETRY_AFTER, SET_COOKIE, USER_AGENT,
};
use axum::http::{HeaderMap, HeaderName, Request as HttpRequest};

use crate::command::external_links::checker::{Clock, Method, Network, Request, Response};
use crate::command::external_links::outcome::RequestFailure;
use crate::http_client::{HttpClient, root_cause};

/// Maximum size of a page whose ids are read, in bytes.
const MAX_PAGE_SIZE: usize = 16 << 20;
/// Some servers, such as crates.io, have no page for programs that do not ask for HTML.
const ACCEPTED: &str = "text/html,application/xhtml+xml,*/*;q=0.8";

/// An HTTP client.
pub(super) struct Http {
    pub client: HttpClient,
    pub user_agent: String,
    /// The time limit of a request.
    pub timeout: Duration,
}

impl Network for Http {
    async fn send(&self, request: Request) -> Result<Response, RequestFailure> {
        let response = tokio::time::timeout(self.timeout, self.respond(request)).await;
        response.unwrap_or(Err(RequestFailure::Timeout(self.timeout)))
    }
}

impl Http {
    async fn respond(&self, request: Request) -> Result<Response, RequestFailure> {
        let url = request.url.as_str();
        let mut builder = match request.method {
            Method::Head => HttpRequest::head(url),
            Method::Get => HttpRequest::get(url),
        };
        builder = builder.header(ACCEPT, ACCEPTED).header(USER_AGENT, &self.user_agent);
        if !request.cookies.is_empty() {
            builder = builder.header(COOKIE, &request.cookies);
        }
        let http_request = builder
            .body(Body::empty())
            .map_err(|error| RequestFailure::BadUrl(format!("cannot be requested: {error}")))?;
        let response = self.client.request(http_request).await.map_err(|error| {
            let cause = root_cause(&error);
            match cause.strip_prefix("invalid peer certificate: ") {
                Some(problem) => RequestFailure::Certificate(problem.to_owned()),
                None if error.is_connect() => RequestFailure::Unreachable(cause),
                None => RequestFailure::Interrupted(cause),
            }
        })?;

        let (head, body) = response.into_parts();
        let reads_page = request.reads_page && head.status.is_success() && is_html(&head.headers);
        let page = if reads_page {
            let bytes = to_bytes(Body::new(body), MAX_PAGE_SIZE).await;
            bytes.ok().map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
        } else {
            None
        };
        Ok(Response {
            status: head.status.as_u16(),
            location: location(&head.headers),
            retry_after: text(&head.headers, RETRY_AFTER)
                .and_then(|value| retry_after(value, epoch_seconds())),
            cookies: cookies(&head.headers),
            is_challenge: head.headers.contains_key("cf-mitigated")
                || head.headers.contains_key("x-amzn-waf-action"),
            page,
        })
    }
}

fn text(headers: &HeaderMap, name: HeaderName) -> Option<&str> {
    headers.get(name)?.to_str().ok()
}

/// Returns the target of a redirect. Many servers send it without escapes, in UTF-8. Browsers escape the bytes of another encoding.
fn location(headers: &HeaderMap) -> Option<String> {
    let bytes = headers.get(LOCATION)?.as_bytes();
    if let Ok(text) = std::str::from_utf8(bytes) {
        return Some(text.to_owned());
    }
    let escaped = |byte: &u8| match byte {
        0..=0x7f => char::from(*byte).to_string(),
        _ => format!("%{byte:02X}"),
    };
    Some(bytes.iter().map(escaped).collect())
}

/// Whether the body is HTML that is not compressed.
fn is_html(headers: &HeaderMap) -> bool {
    let content_type = text(headers, CONTENT_TYPE).unwrap_or_default().to_ascii_lowercase();
    let is_html =
        ["text/html", "application/xhtml+xml"].iter().any(|it| content_type.starts_with(it));
    is_html && text(headers, CONTENT_ENCODING).is_none_or(|it| it.eq_ignore_ascii_case("identity"))
}

/// Returns the names and values of the cookies that a response sets.
fn cookies(headers: &HeaderMap) -> Vec<String> {
    let values = headers.get_all(SET_COOKIE).iter().filter_map(|it| it.to_str().ok());
    values.filter_map(|it| it.split(';').next()).map(|it| it.trim().to_owned()).collect()
}

/// Returns the time to wait that the header `Retry-After` states, in seconds or as a date. `now` is the time in epoch seconds.
fn retry_after(value: &str, now: i64) -> Option<Duration> {
    if let Ok(seconds) = value.trim().parse() {
        return Some(Duration::from_secs(seconds));
    }
    let date = jiff::fmt::rfc2822::parse(value.trim()).ok()?.timestamp().as_second();
    Some(Duration::from_secs(u64::try_from(date - now).unwrap_or(0)))
}

/// Returns the current time in epoch seconds.
pub(super) fn epoch_seconds() -> i64 {
    jiff::Timestamp::now().as_second()
}

/// The clock of this machine.
pub(super) struct SystemClock(pub Instant);

impl Clock for SystemClock {
    fn now(&self) -> Duration {
        self.0.elapsed()
    }

    async fn sleep(&self, duration: Duration) {
        tokio::time::sleep(duration).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_to_wait_is_a_number_or_a_date() {
        let seconds = |value| retry_after(value, 1_445_412_400).map(|it| it.as_secs());
        assert_eq!(seconds("120"), Some(120));
        assert_eq!(seconds(" 0 "), Some(0));
        assert_eq!(seconds("Wed, 21 Oct 2015 07:28:00 GMT"), Some(80));
        assert_eq!(seconds("Wed, 21 Oct 2015 07:00:00 GMT"), Some(0));
        assert_eq!(seconds("soon"), None);
    }
}
