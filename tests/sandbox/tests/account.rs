//! Tests of sign-in, the player's data and sign-out, through the real router.

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{Request, StatusCode};
use sandbox::{Clock, Options, Sandbox};
use serde_json::{Value, json};
use tower::ServiceExt;

const PASSWORD: &str = "Secret-123!";
const START: i64 = 1_790_000_000_000;

fn open() -> (Router, Clock) {
    let clock = Clock::fixed(START);
    let sandbox = Sandbox::open(Options { clock: clock.clone(), ..Options::default() }).unwrap();
    (sandbox.router(), clock)
}

async fn send_json(
    app: &Router,
    method: &str,
    path: &str,
    token: Option<&str>,
    body: impl Into<Body>,
) -> (StatusCode, Value) {
    let mut request =
        Request::builder().method(method).uri(path).header("content-type", "application/json");
    if let Some(token) = token {
        request = request.header("x-session-token", token);
    }
    let response = app.clone().oneshot(request.body(body.into()).unwrap()).await.unwrap();
    let status = response.status();
    let bytes = to_bytes(response.into_body(), 1 << 20).await.unwrap();
    (status, serde_json::from_slice(&bytes).unwrap_or(Value::Null))
}

async fn log_in(app: &Router, login: &str, password: &str) -> (StatusCode, Value) {
    let body = json!({
        "login": login, "password": password, "skin_id": 1, "client_id": 3, "for_money": true, "player_timezone": "-05:00",
    });
    send_json(app, "POST", "/api/794/login", None, body.to_string()).await
}

async fn token(app: &Router, login: &str) -> String {
    log_in(app, login, PASSWORD).await.1["sessionToken"].as_str().unwrap().to_owned()
}

/// Rows: 7.1-01, 7-01
#[tokio::test]
async fn a_login_returns_a_session_and_other_prefixes_are_unknown() {
    let (app, _) = open();
    let (status, response) = log_in(&app, "annx", PASSWORD).await;
    assert_eq!((status, &response["pid"]), (StatusCode::OK, &json!(1001)));
    assert!(
        response["rtgSession"]["session_id"].is_string() && response["sessionToken"].is_string()
    );
    assert_eq!(log_in(&app, "ANNX@example.com", PASSWORD).await.0, StatusCode::OK);
    let (status, response) = send_json(&app, "POST", "/api/795/login", None, "{}").await;
    assert_eq!(status, StatusCode::NOT_FOUND);
    assert!(response["errorMessage"].is_string());
}

#[tokio::test]
async fn a_wrong_password_and_an_unknown_login_get_the_same_response() {
    let (app, _) = open();
    let rejected = log_in(&app, "annx", "wrong").await;
    assert_eq!(rejected, log_in(&app, "unknown", PASSWORD).await);
    assert_eq!(
        rejected,
        (StatusCode::UNAUTHORIZED, json!({ "errorMessage": "Invalid login or password" }))
    );
    assert_eq!(log_in(&app, "closed", PASSWORD).await.0, StatusCode::FORBIDDEN);
    assert_eq!(log_in(&app, "' or 1=1 --", "x").await.0, StatusCode::UNAUTHORIZED);
}

/// Rows: 7-03, 7.1-11, 7.1-12
#[tokio::test]
async fn user_data_and_balance_require_the_session_of_the_player() {
    let (app, _) = open();
    let session = token(&app, "annx").await;
    let (status, user) = send_json(&app, "GET", "/api/794/players/1001", Some(&session), "").await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!((&user["login"], &user["contact"]["first_name"]), (&json!("annx"), &json!("Ann")));
    let (status, balance) =
        send_json(&app, "GET", "/api/794/players/1001/balance?forMoney=true", Some(&session), "")
            .await;
    assert_eq!(
        (status, balance),
        (StatusCode::OK, json!([{ "balance": 50.0, "currency_symbol": "$" }]))
    );
    assert_eq!(
        send_json(&app, "GET", "/api/794/players/1001", None, "").await.0,
        StatusCode::UNAUTHORIZED
    );
    assert_eq!(
        send_json(&app, "GET", "/api/794/players/1002", Some(&session), "").await.0,
        StatusCode::FORBIDDEN
    );
    assert_eq!(
        send_json(&app, "GET", "/api/794/players/x", Some(&session), "").await.0,
        StatusCode::NOT_FOUND
    );
}

/// Rows: 7.1-14
#[tokio::test]
async fn a_logout_ends_only_its_own_session() {
    let (app, _) = open();
    let (one, two) = (token(&app, "annx").await, token(&app, "annx").await);
    let body = json!({ "logout_type": "player", "login": "annx", "player_id": 1001, "player_ids": [1001], "for_money": true });
    let path = "/api/794/player/1001/accounts/logout";
    assert_eq!(send_json(&app, "POST", path, Some(&one), body.to_string()).await.0, StatusCode::OK);
    assert_eq!(
        send_json(&app, "GET", "/api/794/players/1001", Some(&one), "").await.0,
        StatusCode::UNAUTHORIZED
    );
    assert_eq!(
        send_json(&app, "GET", "/api/794/players/1001", Some(&two), "").await.0,
        StatusCode::OK
    );
}

#[tokio::test]
async fn a_session_expires_after_24_hours() {
    let (app, clock) = open();
    let session = token(&app, "annx").await;
    clock.set(Some(START + 24 * 60 * 60 * 1000 - 1));
    assert_eq!(
        send_json(&app, "GET", "/api/794/players/1001", Some(&session), "").await.0,
        StatusCode::OK
    );
    clock.set(Some(START + 24 * 60 * 60 * 1000));
    assert_eq!(
        send_json(&app, "GET", "/api/794/players/1001", Some(&session), "").await.0,
        StatusCode::UNAUTHORIZED
    );
}

#[tokio::test]
async fn unreadable_bodies_are_rejected_in_the_common_error_format() {
    let (app, _) = open();
    for body in ["", "{", "[]", "{\"login\":1,\"password\":2}", "{\"login\":\"annx\"}", "\u{0}"] {
        let (status, response) = send_json(&app, "POST", "/api/794/login", None, body).await;
        assert!(
            status.is_client_error() && response["errorMessage"].is_string(),
            "{body:?}: {status} {response}"
        );
    }
    let huge = format!("{{\"login\":\"{}\"}}", "x".repeat(3 << 20));
    assert_eq!(
        send_json(&app, "POST", "/api/794/login", None, huge).await.0,
        StatusCode::PAYLOAD_TOO_LARGE
    );
    assert_eq!(
        send_json(&app, "DELETE", "/api/794/login", None, "").await.0,
        StatusCode::METHOD_NOT_ALLOWED
    );
}

#[tokio::test]
async fn faults_work_only_if_they_are_enabled() {
    let (app, _) = open();
    assert_eq!(
        send_json(&app, "POST", "/sandbox/faults", None, "{\"path\":\"/x\"}").await.0,
        StatusCode::NOT_FOUND
    );
    let sandbox = Sandbox::open(Options { faults: true, ..Options::default() }).unwrap();
    let app = sandbox.with_faults(sandbox.router());
    let fault = json!({ "method": "POST", "path": "/api/794/login", "times": 1, "status": 503, "body": { "errorMessage": "Busy" } });
    assert_eq!(
        send_json(&app, "POST", "/sandbox/faults", None, fault.to_string()).await.0,
        StatusCode::OK
    );
    assert_eq!(
        log_in(&app, "annx", PASSWORD).await,
        (StatusCode::SERVICE_UNAVAILABLE, json!({ "errorMessage": "Busy" }))
    );
    assert_eq!(log_in(&app, "annx", PASSWORD).await.0, StatusCode::OK);
    let (_, calls) = send_json(&app, "GET", "/sandbox/calls", None, "").await;
    assert_eq!(calls.as_array().unwrap().len(), 2);
    assert_eq!(calls[0]["body"]["password"], "***");
    assert!(!calls.to_string().contains(PASSWORD));
}

#[tokio::test]
async fn a_database_file_persists_sessions_and_a_reset_restores_the_seed() {
    let folder = std::env::temp_dir().join(format!("sandbox-test-{}", std::process::id()));
    let open = || {
        let database = Some(folder.join("sandbox.db"));
        Sandbox::open(Options { database, faults: true, ..Options::default() }).unwrap().router()
    };
    let session = token(&open(), "annx").await;
    let app = open();
    assert_eq!(
        send_json(&app, "GET", "/api/794/players/1001", Some(&session), "").await.0,
        StatusCode::OK
    );
    assert_eq!(send_json(&app, "POST", "/sandbox/reset", None, "").await.0, StatusCode::OK);
    assert_eq!(
        send_json(&app, "GET", "/api/794/players/1001", Some(&session), "").await.0,
        StatusCode::UNAUTHORIZED
    );
    assert_eq!(log_in(&app, "annx", PASSWORD).await.0, StatusCode::OK);
    std::fs::remove_dir_all(&folder).unwrap();
}
