//! The HTTP client of object stores, over the same TLS library as the development server.

use std::error::Error;
use std::time::Duration;

use http_body_util::BodyExt;
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use object_store::ClientOptions;
use object_store::client::{
    HttpClient, HttpConnector as StoreConnector, HttpError, HttpErrorKind, HttpRequest,
    HttpRequestBody, HttpResponse, HttpResponseBody, HttpService,
};

/// Time limit of a request, until the head of its response.
const TIMEOUT: Duration = Duration::from_mins(5);

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
        Ok(HttpClient::new(Service(Client::builder(TokioExecutor::new()).build(connector))))
    }
}

/// A client with a connection pool.
#[derive(Debug)]
struct Service(Client<HttpsConnector<HttpConnector>, HttpRequestBody>);

#[async_trait::async_trait]
impl HttpService for Service {
    async fn call(&self, request: HttpRequest) -> Result<HttpResponse, HttpError> {
        let response = tokio::time::timeout(TIMEOUT, self.0.request(request));
        let response = match response.await {
            Err(elapsed) => return Err(HttpError::new(HttpErrorKind::Timeout, elapsed)),
            Ok(Err(error)) => {
                let is_connect = error.is_connect();
                let kind =
                    if is_connect { HttpErrorKind::Connect } else { HttpErrorKind::Interrupted };
                return Err(HttpError::new(kind, error));
            }
            Ok(Ok(response)) => response,
        };
        Ok(response.map(|body| HttpResponseBody::new(body.map_err(interrupted))))
    }
}

fn interrupted(error: impl Error + Send + Sync + 'static) -> HttpError {
    HttpError::new(HttpErrorKind::Interrupted, error)
}
