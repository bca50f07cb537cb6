//! Forwards requests to another server and streams the responses back, also after protocol upgrades.

use axum::body::{Body, Bytes};
use axum::extract::Request;
use axum::http::header::{
    CONNECTION, HOST, HeaderMap, HeaderName, HeaderValue, PROXY_AUTHENTICATE, PROXY_AUTHORIZATION,
    TE, TRAILER, TRANSFER_ENCODING, UPGRADE,
};
use axum::http::{Response, StatusCode, Uri, Version};
use hyper::upgrade::OnUpgrade;
use hyper_util::rt::TokioIo;

use crate::http_client::{HttpClient, root_cause};

/// Forwards a request to `origin` with its path and query.
///
/// Returns a message if no connection can be made. If the connection fails later, the returned
/// response fails as well, so that the client's connection is closed without a complete response.
pub(crate) async fn forward(
    client: &HttpClient,
    origin: &Uri,
    mut request: Request,
) -> Result<Response<Body>, String> {
    let protocol =
        request.headers().get(UPGRADE).filter(|_| is_upgrade(request.headers())).cloned();
    let client_upgrade = protocol.is_some().then(|| hyper::upgrade::on(&mut request));

    let (mut parts, body) = request.into_parts();
    let requested_host = parts.headers.remove(HOST);
    remove_hop_by_hop(&mut parts.headers);

    if let Some(protocol) = protocol {
        parts.headers.insert(CONNECTION, HeaderValue::from_static("upgrade"));
        parts.headers.insert(UPGRADE, protocol);
    }

    if let Some(host) = requested_host {
        parts.headers.insert("x-forwarded-host", host);
        parts.headers.insert("x-forwarded-proto", HeaderValue::from_static("http"));
    }

    let mut target = origin.clone().into_parts();
    target.path_and_query = parts.uri.path_and_query().cloned();
    parts.uri = Uri::from_parts(target).map_err(|error| error.to_string())?;
    parts.version = Version::HTTP_11;

    match client.request(Request::from_parts(parts, body)).await {
        Ok(mut response) if response.status() == StatusCode::SWITCHING_PROTOCOLS => {
            let upstream_upgrade = hyper::upgrade::on(&mut response);
            if let Some(client_upgrade) = client_upgrade {
                tokio::spawn(copy_both_ways(client_upgrade, upstream_upgrade));
            }
            Ok(response.map(Body::new))
        }
        Ok(mut response) => {
            remove_hop_by_hop(response.headers_mut());
            Ok(response.map(Body::new))
        }
        Err(error) if error.is_connect() => Err(root_cause(&error)),
        Err(_) => Ok(aborted()),
    }
}

/// Copies bytes between two upgraded connections until both directions are closed.
async fn copy_both_ways(client: OnUpgrade, upstream: OnUpgrade) {
    if let (Ok(client), Ok(upstream)) = tokio::join!(client, upstream) {
        let (mut client, mut upstream) = (TokioIo::new(client), TokioIo::new(upstream));
        // An error on one side closes both connections.
        let _ = tokio::io::copy_bidirectional(&mut client, &mut upstream).await;
    }
}

fn is_upgrade(headers: &HeaderMap) -> bool {
    connection_options(headers).any(|option| option.eq_ignore_ascii_case("upgrade"))
}

/// Returns the options in the `Connection` headers.
fn connection_options(headers: &HeaderMap) -> impl Iterator<Item = &str> {
    let values = headers.get_all(CONNECTION).iter().filter_map(|value| value.to_str().ok());
    values.flat_map(|value| value.split(',')).map(str::trim)
}

/// Removes the headers that concern only one connection (RFC 9110, section 7.6.1).
fn remove_hop_by_hop(headers: &mut HeaderMap) {
    let named: Vec<HeaderName> =
        connection_options(headers).filter_map(|name| HeaderName::try_from(name).ok()).collect();
    let standard = [
        CONNECTION,
        UPGRADE,
        TE,
        TRAILER,
        TRANSFER_ENCODING,
        PROXY_AUTHENTICATE,
        PROXY_AUTHORIZATION,
    ];
    let nonstandard = ["keep-alive", "proxy-connection"].map(HeaderName::from_static);
    for name in named.into_iter().chain(standard).chain(nonstandard) {
        headers.remove(name);
    }
}

/// Returns a response whose body fails before its first byte, which closes the connection.
fn aborted() -> Response<Body> {
    let failure = Err::<Bytes, _>(std::io::Error::from(std::io::ErrorKind::ConnectionAborted));
    Response::new(Body::from_stream(tokio_stream::once(failure)))
}
