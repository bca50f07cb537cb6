//! Tests that coupons, expiry dates and test controls behave as documented, also over time and
//! after a session ends.

use crate::common::{
    HOUR, PASSWORD, START, cents, deposit_ticket, get, log_in, ok_response, open, open_game,
    redeem, rejected, send_json, set_player, token,
};
use axum::Router;
use axum::http::StatusCode;
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;

async fn listed_codes(app: &Router, pid: i64, login: &str) -> Vec<String> {
    let session = token(app, login).await;
    let list = get(app, &format!("~/players/{pid}/coupondetails?login={login}"), &session).await.1;
    list.as_array()
        .unwrap()
        .iter()
        .map(|coupon| coupon["coupon_code"].as_str().unwrap().to_owned())
        .collect()
}

#[tokio::test]
async fn a_cashback_is_listed_for_its_player_until_it_is_collected() {
    let (app, _) = open();
    let has_cashback = |codes: Vec<String>| codes.iter().any(|code| code == "CASHBACK-AB12");
    assert!(has_cashback(listed_codes(&app, 1001, "annx").await));
    let session = token(&app, "annx").await;
    let claim = json!({ "txIdHash": "AB12", "userHash": "c0ffee12" });
    assert_eq!(
        send_json(&app, "POST", "~/player/1001/rewards/cashback?login=annx", Some(&session), claim)
            .await,
        ok_response()
    );
    assert!(!has_cashback(listed_codes(&app, 1001, "annx").await));
    let form = json!({
        "email": "new@example.com", "password": PASSWORD, "first_name": "N", "last_name": "N", "birth_date": "1976-09-21",
        "client_id": 3, "aid": "", "download_id": "", "skin_id": 1,
    });
    let pid = send_json(&app, "POST", "~/signup", None, form).await.1["pid"].as_i64().unwrap();
    assert!(!has_cashback(listed_codes(&app, pid, "new@example.com").await));
}

#[tokio::test]
async fn expiry_dates_do_not_move_with_the_clock() {
    let (app, clock) = open();
    let expiry = async |code: &str| {
        let list = send_json(&app, "GET", "/rtgcoupons.json", None, Value::Null).await.1;
        list.as_array().unwrap().iter().find(|it| it["coupon_code"] == code).unwrap()["expiry"]
            .as_i64()
            .unwrap()
    };
    let before = expiry("OPENEND").await;
    set_player(&app, json!({ "pid": 1001, "states": ["daily"] })).await;
    clock.set(Some(START + 13 * HOUR));
    let session = token(&app, "annx").await;
    let reward = json!({ "player_id": 1001, "coupon": "DAILY50", "skin_id": 1 });
    let error = rejected(400, "Error: Invalid Coupon");
    assert_eq!(
        send_json(&app, "POST", "~/player/1001/rewards/redeem", Some(&session), reward).await,
        error
    );
    clock.set(Some(START + 31 * 24 * HOUR));
    assert_eq!(expiry("OPENEND").await, before);
    let session = token(&app, "annx").await;
    assert_eq!(redeem(&app, &session, "OPENEND").await, error);
    assert_eq!(redeem(&app, &session, "MAX325").await.0, StatusCode::OK);
    send_json(&app, "POST", "/sandbox/reset", None, Value::Null).await;
    assert_eq!(expiry("OPENEND").await, before);
    // The site's promotions expire at the time in their files.
    let end = expiry("DEP200").await * 1000;
    clock.set(Some(end));
    let session = token(&app, "annx").await;
    assert_eq!(redeem(&app, &session, "DEP200").await, error);
    clock.set(Some(end - 1));
    let session = token(&app, "annx").await;
    assert_eq!(redeem(&app, &session, "DEP200").await.0, StatusCode::OK);
}

#[tokio::test]
async fn quick_play_links_expire_after_72_hours_and_reject_restricted_countries() {
    let (app, clock) = open();
    let log_in_by_link = async |hash: &str| {
        send_json(&app, "POST", "~/login", None, json!({ "userhash": hash })).await
    };
    set_player(&app, json!({ "pid": 1015, "states": ["quick"] })).await;
    let restricted_hash = format!("{}00001015", "5a".repeat(28));
    let error = (
        StatusCode::FORBIDDEN,
        json!({ "errorMessage": "errorViewerRestriction", "country": "GB" }),
    );
    assert_eq!(log_in_by_link(&restricted_hash).await, error);
    assert_eq!(log_in_by_link(&restricted_hash).await, error);
    clock.set(Some(START + 72 * HOUR));
    assert_eq!(log_in_by_link(&"5a".repeat(32)).await.0, StatusCode::UNAUTHORIZED);
    clock.set(Some(START + 72 * HOUR - 1));
    assert_eq!(log_in_by_link(&"5a".repeat(32)).await.0, StatusCode::OK);
}

#[tokio::test]
async fn a_spin_without_the_chosen_game_is_not_free() {
    let (app, _) = open();
    let session = token(&app, "annx").await;
    redeem(&app, &session, "SPINS40").await;
    let round = open_game(&app, &session).await;
    for body in [
        json!({ "round": round }),
        json!({ "round": round, "game_code": "" }),
        json!({ "round": round, "game_code": "18-33" }),
    ] {
        assert_eq!(
            send_json(&app, "POST", "/external/game/spin", None, body).await.1["free"],
            false
        );
    }
    assert_eq!(get(&app, "~/players/1001/active-coupon", &session).await.1["spins_remaining"], 40);
    send_json(
        &app,
        "PUT",
        "~/players/1001/coupons/games?gameCode=18-33",
        Some(&session),
        Value::Null,
    )
    .await;
    let body = json!({ "round": round, "game_code": "18-33" });
    assert_eq!(send_json(&app, "POST", "/external/game/spin", None, body).await.1["free"], true);
}

#[tokio::test]
async fn fixed10_requires_an_earlier_deposit_and_at_most_one_dollar() {
    let (app, _) = open();
    let session = token(&app, "annx").await;
    let message = "Error! Sorry, there was an error redeeming this coupon. Please try again or contact support.";
    for (control, redeemed) in [
        (json!({ "pid": 1001, "cents": 5000 }), false),
        (json!({ "pid": 1001, "cents": 101 }), false),
        (json!({ "pid": 1001, "states": ["newbie"], "cents": 50 }), false),
        (json!({ "pid": 1001, "cents": 100 }), true),
    ] {
        set_player(&app, control.clone()).await;
        // The site hides the card depending on the balance (row 4.4-11), so the list contains the
        // coupon.
        assert!(listed_codes(&app, 1001, "annx").await.contains(&"FIXED10".to_owned()));
        let response = redeem(&app, &session, "FIXED10").await;
        assert!(
            if redeemed {
                response.0 == StatusCode::OK
            } else {
                response == rejected(409, message)
            },
            "{control}: {response:?}"
        );
    }
    let wagering =
        &get(&app, "~/players/1001/active-coupon", &session).await.1["playthrough_details"];
    assert_eq!(wagering["amount_needed"], 400.0);
}

#[tokio::test]
async fn each_spin_of_a_jackpot_participant_costs_one_cent() {
    let (app, _) = open();
    let session = token(&app, "annx").await;
    for (balance, contribution) in [(5000, 1), (0, 0)] {
        set_player(&app, json!({ "pid": 1001, "states": ["optin", "spins"], "cents": balance }))
            .await;
        let round = open_game(&app, &session).await;
        let body = json!({ "round": round, "game_code": "18-32" });
        let spin = send_json(&app, "POST", "/external/game/spin", None, body).await.1;
        assert_eq!(spin["free"], true);
        let won = crate::common::in_cents(&spin["won"]);
        assert_eq!(
            cents(&app, 1001, &session).await,
            balance + won - if won > 0 { 1 } else { contribution }
        );
    }
}

#[tokio::test]
async fn a_coupon_in_play_ends_if_a_test_sets_the_balance_below_one_dollar() {
    let (app, _) = open();
    let session = token(&app, "annx").await;
    for (balance, is_active) in [(100, true), (99, false)] {
        set_player(&app, json!({ "pid": 1001, "states": ["inplay"], "cents": balance })).await;
        assert_eq!(
            get(&app, "~/players/1001/active-coupon", &session).await.1["isActive"],
            is_active,
            "{balance}"
        );
    }
}

#[tokio::test]
async fn the_player_control_restores_the_initial_data() {
    let (app, _) = open();
    let session = token(&app, "annx").await;
    let before = get(&app, "~/players/1001", &session).await.1;
    let profile = json!({
        "login": "other", "email": "other@example.com", "password": "Other-1", "first_name": "Oth", "last_name": "Er",
        "birth_date": "1980-01-01", "address_1": "x", "address_2": "x", "city": "x", "state": "x", "zip": "x", "country": "CA",
        "cell_phone": "1", "day_phone": "1", "evening_phone": "1", "gender": "F", "skin_id": 1,
    });
    assert_eq!(
        send_json(&app, "PUT", "~/players/1001", Some(&session), profile.clone()).await,
        ok_response()
    );
    set_player(&app, json!({ "pid": 1001 })).await;
    assert_eq!(get(&app, "~/players/1001", &session).await.1, before);
    assert_eq!(log_in(&app, "annx", PASSWORD).await.0, StatusCode::OK);
    assert_eq!(log_in(&app, "other", "Other-1").await.0, StatusCode::UNAUTHORIZED);
    // Another player may have taken the name in the meantime.
    send_json(&app, "PUT", "~/players/1001", Some(&session), profile.clone()).await;
    let second = token(&app, "lowell").await;
    let mut conflicting = profile;
    (conflicting["login"], conflicting["email"]) = (json!("annx"), json!("lowell@example.com"));
    assert_eq!(
        send_json(&app, "PUT", "~/players/1003", Some(&second), conflicting).await,
        ok_response()
    );
    let control = json!({ "pid": 1001 });
    assert_eq!(
        send_json(&app, "POST", "/sandbox/player", None, control).await,
        rejected(409, "An account already exists")
    );
}

#[tokio::test]
async fn sockets_rounds_and_tickets_end_with_their_session() {
    let (app, _) = open();
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let server = app.clone();
    tokio::spawn(async move { axum::serve(listener, server).await });
    set_player(&app, json!({ "pid": 1001, "states": ["daily"] })).await;
    let (session, other) = (token(&app, "annx").await, token(&app, "annx").await);
    let open = async |token: &str| {
        tokio_tungstenite::connect_async(format!(
            "ws://{address}/rewards?casinoid=794&token={token}"
        ))
        .await
        .unwrap()
        .0
    };
    let (mut socket, mut other_socket) = (open(&session).await, open(&other).await);
    let round = open_game(&app, &session).await;
    let ticket = deposit_ticket(&app, &session).await;
    let logout = json!({ "logout_type": "player", "login": "annx", "player_id": 1001, "player_ids": [1001], "for_money": true });
    assert_eq!(
        send_json(&app, "POST", "~/player/1001/accounts/logout", Some(&session), logout).await,
        ok_response()
    );

    let login_frame = json!({ "action": "checklogin", "casinoid": 794, "login": "annx", "player_id": 1001, "class_name": "Silver" });
    for socket in [&mut socket, &mut other_socket] {
        socket.send(Message::text(login_frame.to_string())).await.unwrap();
    }
    assert!(!matches!(socket.next().await, Some(Ok(Message::Text(_)))));
    assert!(other_socket.next().await.unwrap().unwrap().into_text().unwrap().contains("DAILY50"));
    let spin = json!({ "round": round, "game_code": "18-32" });
    assert_eq!(
        send_json(&app, "POST", "/external/game/spin", None, spin).await.0,
        StatusCode::UNAUTHORIZED
    );
    let deposit = json!({ "ticket": ticket, "cents": 5000 });
    assert_eq!(
        send_json(&app, "POST", "/external/cashier/deposit", None, deposit).await.0,
        StatusCode::CONFLICT
    );
    assert_eq!(cents(&app, 1001, &other).await, 5000);
}

#[tokio::test]
async fn recorded_calls_mask_secrets_and_truncate_long_bodies() {
    let (app, _) = open();
    let session = token(&app, "annx").await;
    let claim = json!({ "txIdHash": "SECRET1", "userHash": "SECRET2" });
    send_json(&app, "POST", "~/player/1001/rewards/cashback?login=annx", Some(&session), claim)
        .await;
    get(&app, "~/accounts/quick?user%68ash=SECRET3&UserHash=SECRET4&todo=quickplaycheck", &session)
        .await;
    let long = json!({ "message": "m".repeat(60_000), "token": "SECRET5" });
    assert_eq!(send_json(&app, "POST", "/external/reports", None, long).await.0, StatusCode::OK);
    let calls = send_json(&app, "GET", "/sandbox/calls", None, Value::Null).await.1;
    let text = calls.to_string();
    assert!(
        !text.contains("SECRET")
            && text.contains("todo=quickplaycheck")
            && text.contains("login=annx"),
        "{text}"
    );
    let body = calls.as_array().unwrap().last().unwrap()["body"].as_str().unwrap();
    assert!(body.starts_with("{\"message\":\"mmm") && body.chars().count() == 16 << 10);
}
