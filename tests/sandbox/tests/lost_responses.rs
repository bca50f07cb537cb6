//! Tests of calls that succeed but whose responses are lost, and of concurrent attempts.

use crate::common::{PASSWORD, cents, get, log_in, ok_response, open, rejected, send_json, token};
use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{Request, StatusCode};
use serde_json::{Value, json};
use tower::ServiceExt;

async fn add_fault(app: &Router, fault: Value) {
    assert_eq!(send_json(app, "POST", "/sandbox/faults", None, fault).await, ok_response());
}

const REDEEM: &str = "/api/794/v2/players/1003/coupons?login=lowell&couponCode=FIXED10&redeem=true";

/// Rows: 7.3-05
#[tokio::test]
async fn a_redemption_with_a_lost_response_takes_effect_once() {
    let (app, _) = open();
    let session = token(&app, "lowell").await;
    let fault =
        json!({ "method": "POST", "path": "/api/794/v2/players/*", "times": 1, "drop": true });
    add_fault(&app, fault.clone()).await;
    let send = async || {
        let request =
            Request::post(REDEEM).header("x-session-token", &session).body(Body::empty()).unwrap();
        to_bytes(app.clone().oneshot(request).await.unwrap().into_body(), 1 << 20).await
    };
    assert!(send().await.is_err());
    assert_eq!(
        cents(&app, 1003, &session).await,
        50,
        "a fault without done applies before processing"
    );
    let mut fault = fault;
    fault["done"] = json!(true);
    add_fault(&app, fault).await;
    assert!(send().await.is_err());
    assert_eq!(cents(&app, 1003, &session).await, 1050);
    let coupon = get(&app, "~/players/1003/active-coupon", &session).await.1;
    assert_eq!(coupon["coupon_code"], "FIXED10");
    assert_eq!(
        send_json(&app, "POST", REDEEM, Some(&session), Value::Null).await,
        rejected(409, "active_coupon")
    );
    assert_eq!(cents(&app, 1003, &session).await, 1050);
}

#[tokio::test]
async fn a_fault_can_replace_the_response_of_a_processed_request() {
    let (app, _) = open();
    let session = token(&app, "lowell").await;
    for (fault, status, response) in [
        (json!({ "body": "{broken" }), StatusCode::OK, Value::Null),
        (
            json!({ "status": 504, "body": { "errorMessage": "x" } }),
            StatusCode::GATEWAY_TIMEOUT,
            json!({ "errorMessage": "x" }),
        ),
        (json!({ "delay_ms": 1 }), StatusCode::OK, json!({ "message": "OK" })),
    ] {
        assert_eq!(
            send_json(
                &app,
                "POST",
                "/sandbox/player",
                None,
                json!({ "pid": 1003, "states": ["await"] })
            )
            .await,
            ok_response()
        );
        let mut full_fault = json!({ "path": "/api/794/players/1003/active-coupon", "method": "DELETE", "times": 1, "done": true });
        full_fault.as_object_mut().unwrap().extend(fault.as_object().unwrap().clone());
        add_fault(&app, full_fault).await;
        let cancelled =
            send_json(&app, "DELETE", "~/players/1003/active-coupon", Some(&session), Value::Null)
                .await;
        assert_eq!(cancelled, (status, response), "{fault}");
        assert_eq!(
            get(&app, "~/players/1003/active-coupon", &session).await.1["isActive"],
            false,
            "{fault}"
        );
    }
    let (status, response) =
        send_json(&app, "POST", "/sandbox/faults", None, json!({ "path": "/x", "done": true }))
            .await;
    assert!(
        status == StatusCode::BAD_REQUEST
            && response["detail"].as_str().unwrap().contains("done requires")
    );
}

/// Sends a call several times concurrently and returns the sorted statuses.
async fn send_concurrently(
    app: &Router,
    times: usize,
    method: &'static str,
    session: Option<&str>,
    body: Value,
) -> Vec<u16> {
    let one = |_| {
        let (app, session, body) = (app.clone(), session.map(str::to_owned), body.clone());
        tokio::spawn(async move {
            send_json(&app, method, "~/login", session.as_deref(), body).await.0.as_u16()
        })
    };
    let calls: Vec<_> = (0..times).map(one).collect();
    let mut statuses = Vec::new();
    for call in calls {
        statuses.push(call.await.unwrap());
    }
    statuses.sort_unstable();
    statuses
}

#[tokio::test(flavor = "multi_thread")]
async fn concurrent_password_changes_succeed_once() {
    let (app, _) = open();
    let session = token(&app, "annx").await;
    let body =
        json!({ "todo": "cp", "player_id": 1001, "old_pwd": PASSWORD, "pwd": "New-Secret-1" });
    assert_eq!(
        send_concurrently(&app, 8, "PUT", Some(&session), body).await,
        [200, 400, 400, 400, 400, 400, 400, 400]
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn concurrent_wrong_passwords_count_together_for_login_and_email() {
    let (app, _) = open();
    let mut body = crate::common::log_in_body("annx");
    body["password"] = json!("wrong");
    let statuses = send_concurrently(&app, 30, "POST", None, body).await;
    assert_eq!(statuses.iter().filter(|status| **status == 401).count(), 10, "{statuses:?}");
    assert_eq!(statuses.iter().filter(|status| **status == 429).count(), 20, "{statuses:?}");
    let too_many = rejected(429, "Too many failed login attempts");
    assert_eq!(log_in(&app, "annx@EXAMPLE.com", PASSWORD).await, too_many);
    // Concurrent logins with the right password all succeed. A success resets the count of
    // failures.
    assert_eq!(
        send_concurrently(&app, 16, "POST", None, crate::common::log_in_body("lowell")).await,
        [200; 16]
    );
    for _ in 0..10 {
        assert_eq!(log_in(&app, "lowell@example.com", "wrong").await.0, StatusCode::UNAUTHORIZED);
    }
    assert_eq!(log_in(&app, "LOWELL", PASSWORD).await, too_many);
    assert_eq!(log_in(&app, &"x".repeat(100_000), PASSWORD).await.0, StatusCode::UNAUTHORIZED);
}

#[tokio::test]
async fn unknown_and_known_logins_take_the_same_time() {
    let (app, _) = open();
    let fastest = async |login: &str| {
        let mut fastest = std::time::Duration::MAX;
        for _ in 0..5 {
            let start = std::time::Instant::now();
            assert_eq!(log_in(&app, login, "wrong").await.0, StatusCode::UNAUTHORIZED);
            fastest = fastest.min(start.elapsed());
        }
        fastest
    };
    let (known, unknown) = (fastest("annx").await, fastest("unknown").await);
    assert!(unknown * 3 > known, "known {known:?}, unknown {unknown:?}");
}

#[tokio::test]
async fn a_repeated_idempotency_key_returns_the_first_response() {
    let (app, _) = open();
    let session = token(&app, "lowell").await;
    let send = async |key: &str, path: &str| {
        let request = Request::post(path)
            .header("x-session-token", &session)
            .header("idempotency-key", key)
            .body(Body::empty())
            .unwrap();
        let response = app.clone().oneshot(request).await.unwrap();
        let status = response.status();
        let bytes = to_bytes(response.into_body(), 1 << 20).await;
        (status, bytes.ok().and_then(|bytes| serde_json::from_slice::<Value>(&bytes).ok()))
    };
    let fault = json!({ "method": "POST", "path": "/api/794/v2/players/*", "times": 1, "drop": true, "done": true });
    add_fault(&app, fault).await;
    assert_eq!(send("k1", REDEEM).await.1, None, "the response is lost");
    assert_eq!(cents(&app, 1003, &session).await, 1050);
    let (first, second) = tokio::join!(send("k1", REDEEM), send("k1", REDEEM));
    assert_eq!(first.0, StatusCode::OK);
    assert_eq!(first, second);
    assert_eq!(cents(&app, 1003, &session).await, 1050);
    assert_eq!(send("k2", REDEEM).await.0, StatusCode::CONFLICT, "another key is another request");
    let other = "/api/794/v2/players/1003/coupons?login=lowell&couponCode=DEP200&redeem=true";
    assert_eq!(send("k1", other).await.0, StatusCode::UNPROCESSABLE_ENTITY);
}
