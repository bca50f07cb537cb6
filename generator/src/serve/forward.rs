//! A request sent on to another server and its answer brought back as it comes: streamed, in parts, or as a WebSocket.

use axum::body::{Body, Bytes};
use axum::extract::Request;
use axum::http::header::{
    CONNECTION, HOST, HeaderMap, HeaderName, HeaderValue, PROXY_AUTHENTICATE, PROXY_AUTHORIZATION,
    TE, TRAILER, TRANSFER_ENCODING, UPGRADE,
};
use axum::http::{Response, StatusCode, Uri, Version};
use hyper::upgrade::OnUpgrade;
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::{TokioExecutor, TokioIo};

/// What asks other servers, and keeps connections to them.
pub(crate) type Asking = Client<HttpsConnector<HttpConnector>, Body>;

/// Makes one; over HTTPS it trusts whom this machine trusts. The error says why it cannot.
pub(crate) fn asking() -> Result<Asking, String> {
    let connector = HttpsConnectorBuilder::new().with_native_roots();
    let connector = connector
        .map_err(|error| format!("cannot read the certificates of this machine: {error}"))?;
    Ok(Client::builder(TokioExecutor::new())
        .build(connector.https_or_http().enable_http1().build()))
}

/// Sends a request to `origin`, with the path and the query that were asked for. The error says why nobody could be reached
/// there. What breaks afterwards breaks here too: the connection ends without an answer.
pub(crate) async fn forward(
    asking: &Asking,
    origin: &Uri,
    mut request: Request,
) -> Result<Response<Body>, String> {
    let protocol =
        request.headers().get(UPGRADE).filter(|_| is_upgrade(request.headers())).cloned();
    let here = protocol.is_some().then(|| hyper::upgrade::on(&mut request));
    let (mut parts, body) = request.into_parts();
    let asked = parts.headers.remove(HOST);
    keep_end_to_end(&mut parts.headers);
    if let Some(protocol) = protocol {
        parts.headers.insert(CONNECTION, HeaderValue::from_static("upgrade"));
        parts.headers.insert(UPGRADE, protocol);
    }
    if let Some(host) = asked {
        parts.headers.insert("x-forwarded-host", host);
        parts.headers.insert("x-forwarded-proto", HeaderValue::from_static("http"));
    }
    let mut to = origin.clone().into_parts();
    to.path_and_query = parts.uri.path_and_query().cloned();
    parts.uri = Uri::from_parts(to).map_err(|error| error.to_string())?;
    parts.version = Version::HTTP_11;
    match asking.request(Request::from_parts(parts, body)).await {
        Ok(mut answer) if answer.status() == StatusCode::SWITCHING_PROTOCOLS => {
            let there = hyper::upgrade::on(&mut answer);
            if let Some(here) = here {
                tokio::spawn(join(here, there));
            }
            Ok(answer.map(Body::new))
        }
        Ok(mut answer) => {
            keep_end_to_end(answer.headers_mut());
            Ok(answer.map(Body::new))
        }
        Err(error) if error.is_connect() => Err(causes(&error)),
        Err(_) => Ok(torn()),
    }
}

/// Passes on what either side says, until both are done.
async fn join(here: OnUpgrade, there: OnUpgrade) {
    if let (Ok(here), Ok(there)) = tokio::join!(here, there) {
        // Whoever goes away first ends it for both.
        let _ =
            tokio::io::copy_bidirectional(&mut TokioIo::new(here), &mut TokioIo::new(there)).await;
    }
}

fn is_upgrade(headers: &HeaderMap) -> bool {
    options(headers).any(|option| option.eq_ignore_ascii_case("upgrade"))
}

/// What the header `Connection` names.
fn options(headers: &HeaderMap) -> impl Iterator<Item = &str> {
    let values = headers.get_all(CONNECTION).iter().filter_map(|value| value.to_str().ok());
    values.flat_map(|value| value.split(',')).map(str::trim)
}

/// Removes what is of one connection alone (RFC 9110, 7.6.1).
fn keep_end_to_end(headers: &mut HeaderMap) {
    let named: Vec<HeaderName> =
        options(headers).filter_map(|name| HeaderName::try_from(name).ok()).collect();
    let known = [
        CONNECTION,
        UPGRADE,
        TE,
        TRAILER,
        TRANSFER_ENCODING,
        PROXY_AUTHENTICATE,
        PROXY_AUTHORIZATION,
    ];
    let older = ["keep-alive", "proxy-connection"].map(HeaderName::from_static);
    for name in named.into_iter().chain(known).chain(older) {
        headers.remove(name);
    }
}

/// An answer whose body fails before it begins, which ends the connection.
fn torn() -> Response<Body> {
    let failure = Err::<Bytes, _>(std::io::Error::from(std::io::ErrorKind::ConnectionAborted));
    Response::new(Body::from_stream(tokio_stream::once(failure)))
}

/// An error with what is behind it.
pub(crate) fn causes(error: &dyn std::error::Error) -> String {
    std::iter::successors(error.source(), |error| error.source())
        .last()
        .map_or_else(|| error.to_string(), ToString::to_string)
}
