//! The client for HTTP requests of commands and of the development proxy.

use axum::body::Body;
use axum::http::Uri;
use axum::http::uri::Scheme;
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;

use croupier_extensions::without_feature;

/// An HTTP client with a connection pool. With the feature `tls`, it is also an HTTPS client.
pub(crate) type HttpClient = Client<Connector, Body>;

#[cfg(feature = "tls")]
type Connector = hyper_rustls::HttpsConnector<HttpConnector>;
#[cfg(not(feature = "tls"))]
type Connector = HttpConnector;

/// Creates a client. With the feature `tls`, it trusts the root certificates of this machine; returns a message if they cannot be read.
pub(crate) fn new_client() -> Result<HttpClient, String> {
    Ok(Client::builder(TokioExecutor::new()).build(connector()?))
}

#[cfg(feature = "tls")]
fn connector() -> Result<Connector, String> {
    let connector = hyper_rustls::HttpsConnectorBuilder::new()
        .with_native_roots()
        .map_err(|error| format!("cannot read the certificates of this machine: {error}"))?;
    Ok(connector.https_or_http().enable_http1().build())
}

#[cfg(not(feature = "tls"))]
#[expect(clippy::unnecessary_wraps, reason = "it can fail with the feature")]
fn connector() -> Result<Connector, String> {
    Ok(HttpConnector::new())
}

/// Returns a message if this program cannot make requests to a URL, because it was built without the feature `tls`.
pub(crate) fn check_scheme(url: &Uri) -> Result<(), String> {
    if cfg!(feature = "tls") || url.scheme() != Some(&Scheme::HTTPS) {
        return Ok(());
    }

    let (message, hint) = without_feature("tls", "use an `http:` URL");
    Err(format!("no connection to {url}: {message}; {hint}"))
}

/// Returns the message of the innermost cause of an error.
pub(crate) fn root_cause(error: &dyn std::error::Error) -> String {
    std::iter::successors(error.source(), |error| error.source())
        .last()
        .map_or_else(|| error.to_string(), ToString::to_string)
}
