//! Tests of sign-up and of the records of incomplete sign-ups.

use crate::common::{Answer, PASSWORD, ask, done, get, log_in, open, refused};
use axum::Router;
use axum::http::StatusCode;
use serde_json::{Value, json};

fn form(email: &str) -> Value {
    json!({
        "email": email, "password": PASSWORD, "first_name": "Zoë", "last_name": "O'Brien", "birth_date": "1976-09-21",
        "client_id": 3, "aid": "", "download_id": "", "skin_id": 1,
    })
}

async fn sign_up(app: &Router, body: Value) -> Answer {
    ask(app, "POST", "~/signup", None, body).await
}

/// Rows: 7.1-04
#[tokio::test]
async fn a_signup_is_a_session_and_an_account_and_works_once_for_each_address() {
    let (app, _) = open();
    let (status, answer) = sign_up(&app, form("New.Player@example.com")).await;
    assert_eq!((status, &answer["login"]), (StatusCode::OK, &json!("new.player@example.com")));
    let pid = answer["pid"].as_i64().unwrap();
    let (_, user) =
        get(&app, &format!("~/players/{pid}"), answer["sessionToken"].as_str().unwrap()).await;
    assert_eq!(
        (&user["first_deposit"], &user["contact"]["first_name"]),
        (&Value::Null, &json!("Zoë"))
    );
    assert_eq!(log_in(&app, "new.player@EXAMPLE.com", PASSWORD).await.0, StatusCode::OK);
    let again = sign_up(&app, form("new.PLAYER@example.com")).await;
    assert_eq!(again, refused(409, "An account with this email already exists"));
}

#[tokio::test]
async fn a_signup_is_refused_with_the_sentence_of_the_field_that_is_wrong() {
    let (app, _) = open();
    for (field, wrong, message) in [
        ("email", "nobody@example", "Please enter a valid email address"),
        ("first_name", "R2", "Please enter your first name"),
        ("last_name", "", "Please enter your last name"),
        (
            "birth_date",
            "2006-01-01",
            "Please enter your date of birth. You must be at least 21 years old.",
        ),
        ("password", "short", "Passwords should be at least 6 characters"),
    ] {
        let mut body = form("someone@example.com");
        body[field] = json!(wrong);
        assert_eq!(sign_up(&app, body).await, refused(400, message), "{field}");
    }
    assert_eq!(log_in(&app, "someone@example.com", PASSWORD).await.0, StatusCode::UNAUTHORIZED);
}

#[tokio::test(flavor = "multi_thread")]
async fn two_signups_at_once_make_one_account() {
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
async fn a_download_id_is_given_and_a_signup_carries_it() {
    let (app, _) = open();
    let body = json!({ "name": "Zoë O'Brien", "email": "z@example.com", "affiliate_id": "A1", "tracking_id": "T1" });
    let (status, answer) = ask(&app, "POST", "~/download-id", None, body).await;
    assert_eq!(status, StatusCode::OK);
    let id = answer["message"].as_str().unwrap();
    assert_eq!(id.len(), 16);
    let mut body = form("z@example.com");
    body["download_id"] = json!(id);
    let pid = sign_up(&app, body).await.1["pid"].clone();
    assert_eq!(
        ask(&app, "GET", &format!("/sandbox/player/{pid}"), None, Value::Null).await.1["download_id"],
        id
    );
}

#[tokio::test]
async fn abandoned_and_refused_signups_are_noted_with_exactly_their_keys() {
    let (app, _) = open();
    let mut left = json!({
        "login": "", "email": "a@example.com", "first_name": "A", "last_name": "B", "client_id": 3,
        "start_date": "2026-09-21T00:00:00Z",
    });
    assert_eq!(
        ask(&app, "POST", "~/accounts/incomplete-signups", None, left.clone()).await,
        done()
    );
    left["password"] = json!(PASSWORD);
    assert_eq!(
        ask(&app, "POST", "~/accounts/incomplete-signups", None, left).await.0,
        StatusCode::UNPROCESSABLE_ENTITY
    );
    let failed = json!({ "email": "a@example.com", "first_name": "A", "last_name": "B", "client_id": 6, "message": "Something odd" });
    assert_eq!(ask(&app, "POST", "~/accounts/quick-signups", None, failed).await, done());
    let expected = |kind: &str, client: i64, about: &str| {
        json!({
            "kind": kind, "email": "a@example.com", "first_name": "A", "last_name": "B", "client_id": client, "about": about,
        })
    };
    let noted = ask(&app, "GET", "/sandbox/signups", None, Value::Null).await.1;
    assert_eq!(
        noted,
        json!([
            expected("incomplete", 3, "2026-09-21T00:00:00Z"),
            expected("refused", 6, "Something odd")
        ])
    );
}
