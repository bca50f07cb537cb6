//! Tests of password reset, password change and the profile.

use crate::common::{
    HOUR, JsonResponse, PASSWORD, START, get, log_in, ok_response, open, rejected, send_json, token,
};
use axum::Router;
use axum::http::StatusCode;
use serde_json::{Value, json};

async fn put_login(app: &Router, session: Option<&str>, body: Value) -> JsonResponse {
    send_json(app, "PUT", "~/login", session, body).await
}

/// Returns the token of the newest password reset mail.
async fn last_mailed_token(app: &Router) -> String {
    let (_, mails) = send_json(app, "GET", "/sandbox/mails", None, Value::Null).await;
    let link = mails.as_array().unwrap().last().unwrap()["link"].as_str().unwrap().to_owned();
    link.split_once("token=").unwrap().1.to_owned()
}

/// Rows: 7.1-06, 7.1-07
#[tokio::test]
async fn known_and_unknown_players_get_the_same_response_and_only_known_ones_get_mail() {
    let (app, _) = open();
    for identifier in ["annx", "annx@example.com", "1001", "unknown"] {
        assert_eq!(
            put_login(&app, None, json!({ "todo": "fp", "player_id": identifier })).await,
            ok_response()
        );
    }
    for email in ["annx@example.com", "unknown@example.com"] {
        assert_eq!(
            put_login(&app, None, json!({ "todo": "fu", "email": email })).await,
            ok_response()
        );
    }
    let (_, mails) = send_json(&app, "GET", "/sandbox/mails", None, Value::Null).await;
    assert_eq!(mails.as_array().unwrap().len(), 4);
    assert_eq!(mails[3], json!({ "kind": "username", "to": "annx@example.com", "login": "annx" }));
}

/// Rows: 7.1-08
#[tokio::test]
async fn a_mailed_token_sets_a_password_once_and_ends_all_sessions() {
    let (app, clock) = open();
    let session = token(&app, "annx").await;
    put_login(&app, None, json!({ "todo": "fp", "player_id": "annx" })).await;
    let reset = json!({ "todo": "cpwt", "player_id": "1001", "token": last_mailed_token(&app).await, "pwd": "New-Secret-1" });
    let other = json!({ "todo": "cpwt", "player_id": "1002", "token": last_mailed_token(&app).await, "pwd": "New-Secret-1" });
    let invalid_token = rejected(400, "This link has been used or is too old.");
    assert_eq!(put_login(&app, None, other).await, invalid_token);
    assert_eq!(put_login(&app, None, reset.clone()).await, ok_response());
    assert_eq!(put_login(&app, None, reset).await, invalid_token);
    assert_eq!(log_in(&app, "annx", PASSWORD).await.0, StatusCode::UNAUTHORIZED);
    assert_eq!(log_in(&app, "annx", "New-Secret-1").await.0, StatusCode::OK);
    assert_eq!(get(&app, "~/players/1001", &session).await.0, StatusCode::UNAUTHORIZED);
    put_login(&app, None, json!({ "todo": "fp", "player_id": "annx" })).await;
    clock.set(Some(START + HOUR));
    let expired = json!({ "todo": "cpwt", "player_id": 1001, "token": last_mailed_token(&app).await, "pwd": "New-Secret-2" });
    assert_eq!(put_login(&app, None, expired).await, invalid_token);
}

/// Rows: 7.1-09
#[tokio::test]
async fn a_password_change_requires_the_old_password_and_ends_other_sessions() {
    let (app, _) = open();
    let (own_session, other) = (token(&app, "annx").await, token(&app, "annx").await);
    let change = |old: &str| json!({ "todo": "cp", "player_id": 1001, "old_pwd": old, "pwd": "New-Secret-1" });
    assert_eq!(put_login(&app, None, change(PASSWORD)).await.0, StatusCode::UNAUTHORIZED);
    assert_eq!(
        put_login(&app, Some(&own_session), change("wrong")).await,
        rejected(400, "Your current password is not correct.")
    );
    assert_eq!(put_login(&app, Some(&own_session), change(PASSWORD)).await, ok_response());
    assert_eq!(get(&app, "~/players/1001", &own_session).await.0, StatusCode::OK);
    assert_eq!(get(&app, "~/players/1001", &other).await.0, StatusCode::UNAUTHORIZED);
    assert_eq!(log_in(&app, "annx", "New-Secret-1").await.0, StatusCode::OK);
}

#[tokio::test]
async fn ten_failures_in_15_minutes_block_the_login() {
    let (app, clock) = open();
    for _ in 0..10 {
        assert_eq!(log_in(&app, "annx", "wrong").await.0, StatusCode::UNAUTHORIZED);
    }
    assert_eq!(
        log_in(&app, "ANNX", PASSWORD).await,
        rejected(429, "Too many failed login attempts")
    );
    assert_eq!(log_in(&app, "lowell", PASSWORD).await.0, StatusCode::OK);
    clock.set(Some(START + HOUR / 4));
    assert_eq!(log_in(&app, "annx", PASSWORD).await.0, StatusCode::OK);
}

fn profile() -> Value {
    json!({
        "login": "newbie", "email": "newbie@example.com", "password": "", "first_name": "Nia", "last_name": "Sample",
        "birth_date": "1985-04-12", "address_1": "9 Quay Road", "address_2": "", "city": "Portland", "state": "ME",
        "zip": "04101", "country": "US", "cell_phone": "+1 207", "day_phone": "+1 207", "evening_phone": "+1 207",
        "gender": "F", "skin_id": 1,
    })
}

/// Rows: 7.1-10
#[tokio::test]
async fn a_profile_requires_exactly_17_keys() {
    let (app, _) = open();
    let session = token(&app, "newbie").await;
    let path = "~/players/1002";
    assert_eq!(send_json(&app, "PUT", path, Some(&session), profile()).await, ok_response());
    let (_, user) = get(&app, path, &session).await;
    let contact = &user["contact"];
    assert_eq!(
        (&contact["address_one"], &contact["state_id"], &contact["zip_code"]),
        (&json!("9 Quay Road"), &json!("ME"), &json!("04101"))
    );
    assert_eq!(log_in(&app, "newbie", PASSWORD).await.0, StatusCode::OK);
    for key in profile().as_object().unwrap().keys() {
        let mut without_key = profile();
        without_key.as_object_mut().unwrap().remove(key);
        assert_eq!(
            send_json(&app, "PUT", path, Some(&session), without_key).await.0,
            StatusCode::UNPROCESSABLE_ENTITY,
            "{key}"
        );
    }
    let mut with_extra_key = profile();
    with_extra_key["extra"] = json!(1);
    assert_eq!(
        send_json(&app, "PUT", path, Some(&session), with_extra_key).await.0,
        StatusCode::UNPROCESSABLE_ENTITY
    );
    let mut taken = profile();
    taken["email"] = json!("annx@example.com");
    let exists = rejected(409, "An account with this email already exists");
    assert_eq!(send_json(&app, "PUT", path, Some(&session), taken).await, exists);
}

#[tokio::test]
async fn the_login_and_email_of_another_player_are_rejected() {
    let (app, _) = open();
    let session = token(&app, "newbie").await;
    for (field, value) in [
        ("login", "annx"),
        ("login", "ANNX@example.com"),
        ("login", " annx@example.com "),
        ("email", "annx@example.com"),
    ] {
        let mut body = profile();
        body[field] = json!(value);
        assert_eq!(
            send_json(&app, "PUT", "~/players/1002", Some(&session), body).await.0,
            StatusCode::CONFLICT,
            "{field} {value}"
        );
    }
    // A login can have the format of an email. No other player can then use that email.
    let mut body = profile();
    body["login"] = json!("taken@example.com");
    assert_eq!(send_json(&app, "PUT", "~/players/1002", Some(&session), body).await, ok_response());
    let other = token(&app, "lowell").await;
    let mut body = profile();
    (body["login"], body["email"]) = (json!("lowell"), json!("taken@example.com"));
    assert_eq!(
        send_json(&app, "PUT", "~/players/1003", Some(&other), body).await.0,
        StatusCode::CONFLICT
    );
    assert_eq!(log_in(&app, "annx@example.com", PASSWORD).await.1["pid"], 1001);
}
