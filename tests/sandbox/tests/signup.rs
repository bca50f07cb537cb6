//! Tests of sign-up and of the records of incomplete sign-ups.

use crate::common::{JsonResponse, PASSWORD, get, log_in, ok_response, open, rejected, send_json};
use axum::Router;
use axum::http::StatusCode;
use serde_json::{Value, json};

fn form(email: &str) -> Value {
    json!({
        "email": email, "password": PASSWORD, "first_name": "Zoë", "last_name": "O'Brien", "birth_date": "1976-09-21",
        "client_id": 3, "aid": "", "download_id": "", "skin_id": 1,
    })
}

async fn sign_up(app: &Router, body: Value) -> JsonResponse {
    send_json(app, "POST", "~/signup", None, body).await
}

/// Rows: 7.1-04
#[tokio::test]
async fn a_signup_creates_an_account_and_a_session_once_per_email() {
    let (app, _) = open();
    let (status, response) = sign_up(&app, form("New.Player@example.com")).await;
    assert_eq!((status, &response["login"]), (StatusCode::OK, &json!("new.player@example.com")));
    let pid = response["pid"].as_i64().unwrap();
    let (_, user) =
        get(&app, &format!("~/players/{pid}"), response["sessionToken"].as_str().unwrap()).await;
    assert_eq!(
        (&user["first_deposit"], &user["contact"]["first_name"]),
        (&Value::Null, &json!("Zoë"))
    );
    assert_eq!(log_in(&app, "new.player@EXAMPLE.com", PASSWORD).await.0, StatusCode::OK);
    let second = sign_up(&app, form("new.PLAYER@example.com")).await;
    assert_eq!(second, rejected(409, "An account with this email already exists"));
}

#[tokio::test]
async fn an_invalid_field_is_rejected_with_its_message() {
    let (app, _) = open();
    for (field, invalid, message) in [
        ("email", "user@example", "Please enter a valid email address"),
        ("first_name", "R2", "Please enter your first name"),
        ("last_name", "", "Please enter your last name"),
        (
            "birth_date",
            "2006-01-01",
            "Please enter your date of birth. You must be at least 21 years old.",
        ),
        ("password", "short", "Passwords should be at least 6 characters"),
    ] {
        let mut body = form("new@example.com");
        body[field] = json!(invalid);
        assert_eq!(sign_up(&app, body).await, rejected(400, message), "{field}");
    }
    assert_eq!(log_in(&app, "new@example.com", PASSWORD).await.0, StatusCode::UNAUTHORIZED);
}

#[tokio::test(flavor = "multi_thread")]
async fn concurrent_signups_create_one_account() {
    let (app, _) = open();
    let (one, two) = tokio::join!(
        sign_up(&app, form("twin@example.com")),
        sign_up(&app, form("twin@example.com"))
    );
    let mut statuses = [one.0.as_u16(), two.0.as_u16()];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409]);
}

/// Rows: 7.1-05
#[tokio::test]
async fn a_signup_stores_its_download_id() {
    let (app, _) = open();
    let body = json!({ "name": "Zoë O'Brien", "email": "z@example.com", "affiliate_id": "A1", "tracking_id": "T1" });
    let (status, response) = send_json(&app, "POST", "~/download-id", None, body).await;
    assert_eq!(status, StatusCode::OK);
    let id = response["message"].as_str().unwrap();
    assert_eq!(id.len(), 16);
    let mut body = form("z@example.com");
    body["download_id"] = json!(id);
    let pid = sign_up(&app, body).await.1["pid"].clone();
    assert_eq!(
        send_json(&app, "GET", &format!("/sandbox/player/{pid}"), None, Value::Null).await.1["download_id"],
        id
    );
}

#[tokio::test]
async fn abandoned_and_rejected_signups_are_recorded() {
    let (app, _) = open();
    let mut abandoned = json!({
        "login": "", "email": "a@example.com", "first_name": "A", "last_name": "B", "client_id": 3,
        "start_date": "2026-09-21T00:00:00Z",
    });
    assert_eq!(
        send_json(&app, "POST", "~/accounts/incomplete-signups", None, abandoned.clone()).await,
        ok_response()
    );
    abandoned["password"] = json!(PASSWORD);
    assert_eq!(
        send_json(&app, "POST", "~/accounts/incomplete-signups", None, abandoned).await.0,
        StatusCode::UNPROCESSABLE_ENTITY
    );
    let failed = json!({ "email": "a@example.com", "first_name": "A", "last_name": "B", "client_id": 6, "message": "Something odd" });
    assert_eq!(
        send_json(&app, "POST", "~/accounts/quick-signups", None, failed).await,
        ok_response()
    );
    let expected = |kind: &str, client: i64, about: &str| {
        json!({
            "kind": kind, "email": "a@example.com", "first_name": "A", "last_name": "B", "client_id": client, "about": about,
        })
    };
    let recorded = send_json(&app, "GET", "/sandbox/signups", None, Value::Null).await.1;
    assert_eq!(
        recorded,
        json!([
            expected("incomplete", 3, "2026-09-21T00:00:00Z"),
            expected("refused", 6, "Something odd")
        ])
    );
}
