//! Tests of access: the accepted host names, and the origins whose pages may change data.

use crate::common::{START, open, send_json, token};
use axum::Router;
use axum::body::Body;
use axum::http::{Request, StatusCode};
use sandbox::{Clock, Options, Sandbox};
use serde_json::Value;
use tower::ServiceExt;

/// Sends a request with the headers `Host` and `Origin`; an empty value omits the header.
async fn send_from(app: &Router, method: &str, path: &str, host: &str, origin: &str) -> StatusCode {
    let mut request = Request::builder().method(method).uri(path);
    for (name, value) in [("host", host), ("origin", origin)] {
        if !value.is_empty() {
            request = request.header(name, value);
        }
    }
    app.clone().oneshot(request.body(Body::empty()).unwrap()).await.unwrap().status()
}

#[tokio::test]
async fn requests_for_unknown_hosts_are_rejected() {
    let (app, _) = open();
    for host in ["", "127.0.0.1", "127.0.0.1:8001", "localhost:8001", "dev.localhost", "[::1]:8001"]
    {
        assert_eq!(
            send_from(&app, "GET", "/sandbox/mails", host, "").await,
            StatusCode::OK,
            "{host}"
        );
    }
    for host in ["evil.example", "evil.example:8001", "127.0.0.1.evil.example", "192.0.2.7", "a b"]
    {
        for path in ["/sandbox/mails", "/rtgcoupons.json", "/external/seal.svg", "/api/794/nothing"]
        {
            assert_eq!(
                send_from(&app, "GET", path, host, "").await,
                StatusCode::MISDIRECTED_REQUEST,
                "{host} {path}"
            );
        }
    }
    let external = Sandbox::open(Options::default()).unwrap().external_router();
    assert_eq!(
        send_from(&external, "GET", "/external/seal.svg", "evil.example", "").await,
        StatusCode::MISDIRECTED_REQUEST
    );
}

#[tokio::test]
async fn pages_of_other_sites_can_only_read_and_send_reports() {
    let (app, _) = open();
    let session = token(&app, "annx").await;
    let host = "127.0.0.1:8001";
    for origin in [
        "https://evil.example",
        "http://127.0.0.1.evil.example",
        "http://192.0.2.7:8001",
        "null",
        "rubbish",
    ] {
        for (method, path) in [
            ("POST", "/sandbox/reset"),
            ("DELETE", "/sandbox/calls"),
            ("POST", "/marketing/unsubscribe/unsub-1001"),
            ("POST", "/api/794/login"),
            ("POST", "/external/cashier/deposit"),
        ] {
            assert_eq!(
                send_from(&app, method, path, host, origin).await,
                StatusCode::FORBIDDEN,
                "{origin} {method} {path}"
            );
        }
        assert_eq!(
            send_from(&app, "POST", "/external/reports", host, origin).await,
            StatusCode::BAD_REQUEST,
            "no body: {origin}"
        );
        assert_eq!(send_from(&app, "GET", "/rtgcoupons.json", host, origin).await, StatusCode::OK);
    }
    assert_eq!(crate::common::cents(&app, 1001, &session).await, 5000);
    for origin in ["", "http://127.0.0.1:8000", "http://localhost:8003", "http://[::1]:1"] {
        assert_eq!(
            send_from(&app, "POST", "/marketing/unsubscribe/unsub-1001", host, origin).await,
            StatusCode::OK,
            "{origin}"
        );
    }
    assert_eq!(
        send_from(&app, "POST", "/sandbox/reset", host, "http://localhost:8000").await,
        StatusCode::OK
    );
}

#[tokio::test]
async fn configured_origins_and_the_listening_address_are_accepted() {
    let open_with = |host: Option<&str>, origins: &[&str]| {
        let origins = origins.iter().map(|origin| origin.parse().unwrap()).collect();
        let host = host.map(|host| host.parse().unwrap());
        let options = Options {
            clock: Clock::fixed(START),
            faults: true,
            host,
            origins,
            ..Options::default()
        };
        Sandbox::open(options).unwrap().router()
    };
    let app = open_with(None, &["https://preview.example/"]);
    assert_eq!(
        send_from(&app, "POST", "/sandbox/reset", "preview.example", "https://preview.example")
            .await,
        StatusCode::OK
    );
    assert_eq!(
        send_from(&app, "POST", "/sandbox/reset", "192.0.2.7", "http://192.0.2.7").await,
        StatusCode::MISDIRECTED_REQUEST
    );
    let app = open_with(Some("192.0.2.7"), &[]);
    assert_eq!(
        send_from(&app, "POST", "/sandbox/reset", "192.0.2.7:8001", "http://192.0.2.7:8000").await,
        StatusCode::OK
    );
    let app = open_with(Some("0.0.0.0"), &[]);
    assert_eq!(
        send_from(&app, "POST", "/sandbox/reset", "198.51.100.9:8001", "http://198.51.100.9:8001")
            .await,
        StatusCode::OK
    );
    assert_eq!(
        send_from(&app, "GET", "/sandbox/mails", "evil.example", "").await,
        StatusCode::MISDIRECTED_REQUEST
    );
    assert_eq!(send_json(&app, "GET", "/sandbox/mails", None, Value::Null).await.0, StatusCode::OK);
}
