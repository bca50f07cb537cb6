//! Tests of password reset, password change and the profile.

use crate::common::{Answer, HOUR, PASSWORD, START, ask, done, get, log_in, open, refused, token};
use axum::Router;
use axum::http::StatusCode;
use serde_json::{Value, json};

async fn put(app: &Router, session: Option<&str>, body: Value) -> Answer {
    ask(app, "PUT", "~/login", session, body).await
}

/// Returns the token of the newest password reset mail.
async fn mailed(app: &Router) -> String {
    let (_, mails) = ask(app, "GET", "/sandbox/mails", None, Value::Null).await;
    let link = mails.as_array().unwrap().last().unwrap()["link"].as_str().unwrap().to_owned();
    link.split_once("token=").unwrap().1.to_owned()
}

/// Rows: 7.1-06, 7.1-07
#[tokio::test]
async fn known_and_unknown_players_get_the_same_answer_and_only_the_known_get_mail() {
    let (app, _) = open();
    for who in ["annx", "annx@example.com", "1001", "nobody"] {
        assert_eq!(put(&app, None, json!({ "todo": "fp", "player_id": who })).await, done());
    }
    for email in ["annx@example.com", "nobody@example.com"] {
        assert_eq!(put(&app, None, json!({ "todo": "fu", "email": email })).await, done());
    }
    let (_, mails) = ask(&app, "GET", "/sandbox/mails", None, Value::Null).await;
    assert_eq!(mails.as_array().unwrap().len(), 4);
    assert_eq!(mails[3], json!({ "kind": "username", "to": "annx@example.com", "login": "annx" }));
}

/// Rows: 7.1-08
#[tokio::test]
async fn a_mailed_token_sets_a_password_once_and_ends_all_sessions() {
    let (app, clock) = open();
    let session = token(&app, "annx").await;
    put(&app, None, json!({ "todo": "fp", "player_id": "annx" })).await;
    let reset = json!({ "todo": "cpwt", "player_id": "1001", "token": mailed(&app).await, "pwd": "New-Secret-1" });
    let other = json!({ "todo": "cpwt", "player_id": "1002", "token": mailed(&app).await, "pwd": "New-Secret-1" });
    let over = refused(400, "This link has been used or is too old.");
    assert_eq!(put(&app, None, other).await, over);
    assert_eq!(put(&app, None, reset.clone()).await, done());
    assert_eq!(put(&app, None, reset).await, over);
    assert_eq!(log_in(&app, "annx", PASSWORD).await.0, StatusCode::UNAUTHORIZED);
    assert_eq!(log_in(&app, "annx", "New-Secret-1").await.0, StatusCode::OK);
    assert_eq!(get(&app, "~/players/1001", &session).await.0, StatusCode::UNAUTHORIZED);
    put(&app, None, json!({ "todo": "fp", "player_id": "annx" })).await;
    clock.set(Some(START + HOUR));
    let late = json!({ "todo": "cpwt", "player_id": 1001, "token": mailed(&app).await, "pwd": "New-Secret-2" });
    assert_eq!(put(&app, None, late).await, over);
}

/// Rows: 7.1-09
#[tokio::test]
async fn a_change_needs_the_old_password_and_ends_the_other_sessions() {
    let (app, _) = open();
    let (mine, other) = (token(&app, "annx").await, token(&app, "annx").await);
    let change = |old: &str| json!({ "todo": "cp", "player_id": 1001, "old_pwd": old, "pwd": "New-Secret-1" });
    assert_eq!(put(&app, None, change(PASSWORD)).await.0, StatusCode::UNAUTHORIZED);
    assert_eq!(
        put(&app, Some(&mine), change("wrong")).await,
        refused(400, "Your current password is not correct.")
    );
    assert_eq!(put(&app, Some(&mine), change(PASSWORD)).await, done());
    assert_eq!(get(&app, "~/players/1001", &mine).await.0, StatusCode::OK);
    assert_eq!(get(&app, "~/players/1001", &other).await.0, StatusCode::UNAUTHORIZED);
    assert_eq!(log_in(&app, "annx", "New-Secret-1").await.0, StatusCode::OK);
}

#[tokio::test]
async fn ten_failures_in_a_quarter_of_an_hour_refuse_even_the_right_password() {
    let (app, clock) = open();
    for _ in 0..10 {
        assert_eq!(log_in(&app, "annx", "wrong").await.0, StatusCode::UNAUTHORIZED);
    }
    assert_eq!(
        log_in(&app, "ANNX", PASSWORD).await,
        refused(429, "Too many failed login attempts")
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
async fn a_profile_is_saved_from_exactly_its_seventeen_keys() {
    let (app, _) = open();
    let session = token(&app, "newbie").await;
    let path = "~/players/1002";
    assert_eq!(ask(&app, "PUT", path, Some(&session), profile()).await, done());
    let (_, user) = get(&app, path, &session).await;
    let contact = &user["contact"];
    assert_eq!(
        (&contact["address_one"], &contact["state_id"], &contact["zip_code"]),
        (&json!("9 Quay Road"), &json!("ME"), &json!("04101"))
    );
    assert_eq!(log_in(&app, "newbie", PASSWORD).await.0, StatusCode::OK);
    for key in profile().as_object().unwrap().keys() {
        let mut less = profile();
        less.as_object_mut().unwrap().remove(key);
        assert_eq!(
            ask(&app, "PUT", path, Some(&session), less).await.0,
            StatusCode::UNPROCESSABLE_ENTITY,
            "{key}"
        );
    }
    let mut more = profile();
    more["extra"] = json!(1);
    assert_eq!(
        ask(&app, "PUT", path, Some(&session), more).await.0,
        StatusCode::UNPROCESSABLE_ENTITY
    );
    let mut taken = profile();
    taken["email"] = json!("annx@example.com");
    let exists = refused(409, "An account with this email already exists");
    assert_eq!(ask(&app, "PUT", path, Some(&session), taken).await, exists);
}

#[tokio::test]
async fn nobody_takes_the_name_under_which_another_player_logs_in() {
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
            ask(&app, "PUT", "~/players/1002", Some(&session), body).await.0,
            StatusCode::CONFLICT,
            "{field} {value}"
        );
    }
    // A login can have the format of an email. No other player can then use that email.
    let mut body = profile();
    body["login"] = json!("taken@example.com");
    assert_eq!(ask(&app, "PUT", "~/players/1002", Some(&session), body).await, done());
    let other = token(&app, "lowell").await;
    let mut body = profile();
    (body["login"], body["email"]) = (json!("lowell"), json!("taken@example.com"));
    assert_eq!(
        ask(&app, "PUT", "~/players/1003", Some(&other), body).await.0,
        StatusCode::CONFLICT
    );
    assert_eq!(log_in(&app, "annx@example.com", PASSWORD).await.1["pid"], 1001);
}
