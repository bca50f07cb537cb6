//! The HTTP client of object stores, over the same TLS library as the development server.

use std::error::Error;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use http_body_util::{BodyExt, Limited};
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use object_store::ClientOptions;
use object_store::client::{
    HttpClient, HttpConnector as StoreConnector, HttpError, HttpErrorKind, HttpRequest,
    HttpRequestBody, HttpResponse, HttpResponseBody, HttpService,
};

use crate::store::response::{ErrorResponse, RequestFailure};

/// Time limit of a request, until the head of its response.
const TIMEOUT: Duration = Duration::from_mins(5);
/// Maximum size of the body of an error in bytes.
const MAX_ERROR: usize = 1 << 16;
/// Maximum number of retried connections before the first response.
const MAX_FIRST_ATTEMPTS: u32 = 2;
/// Says that the server has responded once.
const CONNECTED: u32 = u32::MAX;

/// Makes clients that trust the root certificates of this machine.
#[derive(Debug)]
pub(crate) struct Connector;

impl StoreConnector for Connector {
    fn connect(&self, _: &ClientOptions) -> object_store::Result<HttpClient> {
        let roots = HttpsConnectorBuilder::new().with_native_roots();
        let roots = roots.map_err(|error| object_store::Error::Generic {
            store: "TLS",
            source: format!("cannot read the certificates of this machine: {error}").into(),
        })?;
        let connector = roots.https_or_http().enable_http1().build();
        let client = Client::builder(TokioExecutor::new()).build(connector);
        Ok(HttpClient::new(Service { client, first_attempts: AtomicU32::new(0) }))
    }
}

/// A client with a connection pool.
#[derive(Debug)]
struct Service {
    client: Client<HttpsConnector<HttpConnector>, HttpRequestBody>,
    /// Number of failed connections before the first response, or [`CONNECTED`] after it.
    first_attempts: AtomicU32,
}

#[async_trait::async_trait]
impl HttpService for Service {
    async fn call(&self, request: HttpRequest) -> Result<HttpResponse, HttpError> {
        let uri = request.uri();
        let authority = uri.authority().map_or("", |it| it.as_str());
        let server = format!("{}://{authority}", uri.scheme_str().unwrap_or_default());

        let response = tokio::time::timeout(TIMEOUT, self.client.request(request));
        let response = match response.await {
            Err(elapsed) => return Err(HttpError::new(HttpErrorKind::Timeout, elapsed)),
            Ok(Err(error)) if error.is_connect() => {
                let reason = root_cause(&error).to_string();
                let failure = RequestFailure::Connection { server, reason };
                return Err(HttpError::new(self.kind_of_connection_failure(), failure));
            }
            Ok(Err(error)) => return Err(interrupted(error)),
            Ok(Ok(response)) => response,
        };

        self.first_attempts.store(CONNECTED, Ordering::Relaxed);
        let status = response.status().as_u16();
        // The library needs these responses.
        if matches!(status, 200..300 | 304 | 409 | 412) {
            return Ok(response.map(|body| HttpResponseBody::new(body.map_err(interrupted))));
        }

        let (head, body) = response.into_parts();
        let body = Limited::new(body, MAX_ERROR).collect().await;
        let body = body.map(http_body_util::Collected::to_bytes).unwrap_or_default();
        let mut failure = ErrorResponse::parse(server, status, &String::from_utf8_lossy(&body));
        if status == 404 && !failure.is_missing_bucket() {
            return Ok(HttpResponse::from_parts(head, HttpResponseBody::from(body)));
        }

        let region = head.headers.get("x-amz-bucket-region");
        failure.region = region.and_then(|it| it.to_str().ok()).map(str::to_owned);

        let is_temporary = matches!(status, 408 | 429 | 500..);
        let kind = if is_temporary { HttpErrorKind::Request } else { HttpErrorKind::Unknown };

        Err(HttpError::new(kind, RequestFailure::Response(failure)))
    }
}

impl Service {
    /// Returns the kind of error after a failed connection. The library retries connections for minutes, which is too long if no
    /// connection was ever made.
    fn kind_of_connection_failure(&self) -> HttpErrorKind {
        let count = |count| (count < MAX_FIRST_ATTEMPTS).then_some(count + 1);
        let order = Ordering::Relaxed;
        match self.first_attempts.fetch_update(order, order, count) {
            Err(MAX_FIRST_ATTEMPTS) => HttpErrorKind::Unknown,
            _ => HttpErrorKind::Connect,
        }
    }
}

fn interrupted(error: impl Error + Send + Sync + 'static) -> HttpError {
    HttpError::new(HttpErrorKind::Interrupted, error)
}

/// Returns the last error of a chain.
pub(crate) fn root_cause<'a>(error: &'a (dyn Error + 'static)) -> &'a (dyn Error + 'static) {
    let mut cause = error;
    while let Some(source) = cause.source() {
        cause = source;
    }
    cause
}
