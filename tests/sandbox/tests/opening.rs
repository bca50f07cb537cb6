//! Tests of opening a sandbox: with a database of an earlier version, and for sites of other
//! origins.

use crate::common::{get, send_json};
use axum::body::Body;
use axum::http::{Request, StatusCode};
use sandbox::{Options, Sandbox};
use serde_json::Value;
use tower::ServiceExt;

#[tokio::test]
async fn a_database_of_the_first_version_is_migrated() {
    let folder = std::env::temp_dir().join(format!("sandbox-first-version-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("sandbox.db");
    let old = rusqlite::Connection::open(&file).unwrap();
    old.execute_batch(include_str!("../migrations/001_players.sql")).unwrap();
    old.execute_batch(
        "insert into players (pid, login, email, password_hash, player_class, first_deposit)
           values (7, 'older', 'older@example.com', '', 'Silver', 1), (8, 'none', 'none@example.com', '', 'Silver', 0);
         insert into sessions values ('T7', 'S7', 7, 9000000000000000), ('T8', 'S8', 8, 9000000000000000);
         insert into ledger (pid, cents, reason, at) values (7, 123, 'seed', 0);
         pragma user_version = 1;",
    )
    .unwrap();
    drop(old);
    for _ in 0..2 {
        let app = Sandbox::open(Options { database: Some(file.clone()), ..Options::default() })
            .unwrap()
            .router();
        assert_eq!(get(&app, "~/players/7", "T7").await.1["first_deposit"], "2026-01-05");
        assert_eq!(get(&app, "~/players/8", "T8").await.1["first_deposit"], Value::Null);
        assert_eq!(crate::common::cents(&app, 7, "T7").await, 123);
        assert_eq!(
            send_json(&app, "GET", "~/lobby-jackpot/sandbox-feed", None, Value::Null).await.0,
            StatusCode::OK
        );
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

#[tokio::test]
async fn only_configured_origins_can_send_cross_origin_requests() {
    let site = "http://127.0.0.1:8000";
    let app = Sandbox::open(Options { origins: vec![site.parse().unwrap()], ..Options::default() })
        .unwrap()
        .router();
    for (origin, allowed) in [(site, true), ("http://127.0.0.1:8001", false), ("null", false)] {
        for method in ["OPTIONS", "GET"] {
            let request =
                Request::builder().method(method).uri("/rtgcoupons.json").header("origin", origin);
            let request =
                request.header("access-control-request-method", "GET").body(Body::empty()).unwrap();
            let response = app.clone().oneshot(request).await.unwrap();
            assert_eq!(response.status(), StatusCode::OK);
            let header = response
                .headers()
                .get("access-control-allow-origin")
                .map(|value| value.to_str().unwrap());
            assert_eq!(header, allowed.then_some(origin), "{method} {origin}");
        }
    }
}

#[tokio::test]
async fn cross_origin_pages_can_read_faults_and_preflights_are_not_affected() {
    let site = "http://127.0.0.1:8000";
    let sandbox = Sandbox::open(Options {
        origins: vec![site.parse().unwrap()],
        faults: true,
        ..Options::default()
    })
    .unwrap();
    let app = sandbox.with_faults(sandbox.router());
    let fault = serde_json::json!({ "path": "/rtgcoupons.json", "times": 1, "status": 503 });
    assert_eq!(send_json(&app, "POST", "/sandbox/faults", None, fault).await.0, StatusCode::OK);
    for (method, status) in [
        ("OPTIONS", StatusCode::OK),
        ("GET", StatusCode::SERVICE_UNAVAILABLE),
        ("GET", StatusCode::OK),
    ] {
        let request =
            Request::builder().method(method).uri("/rtgcoupons.json").header("origin", site);
        let request =
            request.header("access-control-request-method", "GET").body(Body::empty()).unwrap();
        let response = app.clone().oneshot(request).await.unwrap();
        let allowed = response
            .headers()
            .get("access-control-allow-origin")
            .map(|value| value.to_str().unwrap().to_owned());
        assert_eq!((response.status(), allowed.as_deref()), (status, Some(site)), "{method}");
    }
    let calls = send_json(&app, "GET", "/sandbox/calls", None, Value::Null).await.1;
    assert_eq!(
        calls.as_array().unwrap().iter().filter(|call| call["method"] == "OPTIONS").count(),
        0
    );
}
