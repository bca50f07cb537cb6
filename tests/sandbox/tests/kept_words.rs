//! Tests that coupons, expiry dates and test controls behave as documented, also over time and
//! after a session ends.

use crate::common::{
    Answer, HOUR, PASSWORD, START, ask, cents, done, get, log_in, open, raw, refused, token,
};
use axum::Router;
use axum::http::StatusCode;
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;

async fn put(app: &Router, order: Value) {
    assert_eq!(ask(app, "POST", "/sandbox/player", None, order).await, done());
}

async fn redeem(app: &Router, session: &str, code: &str) -> Answer {
    let path = format!("~/v2/players/1001/coupons?login=annx&couponCode={code}&redeem=true");
    ask(app, "POST", &path, Some(session), Value::Null).await
}

/// Opens the stub game and returns its round.
async fn game(app: &Router, session: &str) -> Value {
    let launch = json!({ "playerId": 1001, "token_type": "game" });
    let launch = ask(app, "POST", "~/players/1001/token", Some(session), launch).await.1;
    ask(app, "POST", "/external/game/open", None, launch).await.1["round"].clone()
}

async fn codes(app: &Router, pid: i64, login: &str) -> Vec<String> {
    let session = token(app, login).await;
    let list = get(app, &format!("~/players/{pid}/coupondetails?login={login}"), &session).await.1;
    list.as_array()
        .unwrap()
        .iter()
        .map(|coupon| coupon["coupon_code"].as_str().unwrap().to_owned())
        .collect()
}

#[tokio::test]
async fn a_cashback_is_listed_for_who_has_it_until_it_is_claimed() {
    let (app, _) = open();
    let has = |codes: Vec<String>| codes.iter().any(|code| code == "CASHBACK-AB12");
    assert!(has(codes(&app, 1001, "annx").await));
    let session = token(&app, "annx").await;
    let claim = json!({ "txIdHash": "AB12", "userHash": "c0ffee12" });
    assert_eq!(
        ask(&app, "POST", "~/player/1001/rewards/cashback?login=annx", Some(&session), claim).await,
        done()
    );
    assert!(!has(codes(&app, 1001, "annx").await));
    let form = json!({
        "email": "new@example.com", "password": PASSWORD, "first_name": "N", "last_name": "N", "birth_date": "1976-09-21",
        "client_id": 3, "aid": "", "download_id": "", "skin_id": 1,
    });
    let pid = ask(&app, "POST", "~/signup", None, form).await.1["pid"].as_i64().unwrap();
    assert!(!has(codes(&app, pid, "new@example.com").await));
}

#[tokio::test]
async fn ends_stand_still_while_time_goes_on() {
    let (app, clock) = open();
    let expiry = async |code: &str| {
        let list = ask(&app, "GET", "/rtgcoupons.json", None, Value::Null).await.1;
        list.as_array().unwrap().iter().find(|it| it["coupon_code"] == code).unwrap()["expiry"]
            .as_i64()
            .unwrap()
    };
    let before = expiry("OPENEND").await;
    put(&app, json!({ "pid": 1001, "states": ["daily"] })).await;
    clock.set(Some(START + 13 * HOUR));
    let session = token(&app, "annx").await;
    let reward = json!({ "player_id": 1001, "coupon": "DAILY50", "skin_id": 1 });
    let refusal = refused(400, "Error: Invalid Coupon");
    assert_eq!(
        ask(&app, "POST", "~/player/1001/rewards/redeem", Some(&session), reward).await,
        refusal
    );
    clock.set(Some(START + 31 * 24 * HOUR));
    assert_eq!(expiry("OPENEND").await, before);
    let session = token(&app, "annx").await;
    assert_eq!(redeem(&app, &session, "OPENEND").await, refusal);
    assert_eq!(redeem(&app, &session, "MAX325").await.0, StatusCode::OK);
    ask(&app, "POST", "/sandbox/reset", None, Value::Null).await;
    assert_eq!(expiry("OPENEND").await, before);
    // The site's promotions expire at the time in their files.
    let end = expiry("DEP200").await * 1000;
    clock.set(Some(end));
    let session = token(&app, "annx").await;
    assert_eq!(redeem(&app, &session, "DEP200").await, refusal);
    clock.set(Some(end - 1));
    let session = token(&app, "annx").await;
    assert_eq!(redeem(&app, &session, "DEP200").await.0, StatusCode::OK);
}

#[tokio::test]
async fn a_quick_play_link_ends_after_72_hours_and_serves_no_country_that_is_not_served() {
    let (app, clock) = open();
    let link =
        async |hash: &str| ask(&app, "POST", "~/login", None, json!({ "userhash": hash })).await;
    put(&app, json!({ "pid": 1015, "states": ["quick"] })).await;
    let abroad = format!("{}00001015", "5a".repeat(28));
    let refusal = (
        StatusCode::FORBIDDEN,
        json!({ "errorMessage": "errorViewerRestriction", "country": "GB" }),
    );
    assert_eq!(link(&abroad).await, refusal);
    assert_eq!(link(&abroad).await, refusal);
    clock.set(Some(START + 72 * HOUR));
    assert_eq!(link(&"5a".repeat(32)).await.0, StatusCode::UNAUTHORIZED);
    clock.set(Some(START + 72 * HOUR - 1));
    assert_eq!(link(&"5a".repeat(32)).await.0, StatusCode::OK);
}

#[tokio::test]
async fn a_spin_without_the_chosen_game_is_not_free() {
    let (app, _) = open();
    let session = token(&app, "annx").await;
    redeem(&app, &session, "SPINS40").await;
    let round = game(&app, &session).await;
    for body in [
        json!({ "round": round }),
        json!({ "round": round, "game_code": "" }),
        json!({ "round": round, "game_code": "18-33" }),
    ] {
        assert_eq!(ask(&app, "POST", "/external/game/spin", None, body).await.1["free"], false);
    }
    assert_eq!(get(&app, "~/players/1001/active-coupon", &session).await.1["spins_remaining"], 40);
    ask(&app, "PUT", "~/players/1001/coupons/games?gameCode=18-33", Some(&session), Value::Null)
        .await;
    let body = json!({ "round": round, "game_code": "18-33" });
    assert_eq!(ask(&app, "POST", "/external/game/spin", None, body).await.1["free"], true);
}

#[tokio::test]
async fn fixed10_is_for_players_who_deposited_before_and_own_a_dollar_or_less() {
    let (app, _) = open();
    let session = token(&app, "annx").await;
    let message = "Error! Sorry, there was an error redeeming this coupon. Please try again or contact support.";
    for (order, redeemed) in [
        (json!({ "pid": 1001, "cents": 5000 }), false),
        (json!({ "pid": 1001, "cents": 101 }), false),
        (json!({ "pid": 1001, "states": ["newbie"], "cents": 50 }), false),
        (json!({ "pid": 1001, "cents": 100 }), true),
    ] {
        put(&app, order.clone()).await;
        // The site hides the card depending on the balance (row 4.4-11), so the list contains the
        // coupon.
        assert!(codes(&app, 1001, "annx").await.contains(&"FIXED10".to_owned()));
        let answer = redeem(&app, &session, "FIXED10").await;
        assert!(
            if redeemed { answer.0 == StatusCode::OK } else { answer == refused(409, message) },
            "{order}: {answer:?}"
        );
    }
    let wagering =
        &get(&app, "~/players/1001/active-coupon", &session).await.1["playthrough_details"];
    assert_eq!(wagering["amount_needed"], 400.0);
}

#[tokio::test]
async fn every_spin_of_a_participant_costs_a_cent_the_free_ones_too() {
    let (app, _) = open();
    let session = token(&app, "annx").await;
    for (owned, pays) in [(5000, 1), (0, 0)] {
        put(&app, json!({ "pid": 1001, "states": ["optin", "spins"], "cents": owned })).await;
        let round = game(&app, &session).await;
        let body = json!({ "round": round, "game_code": "18-32" });
        let spin = ask(&app, "POST", "/external/game/spin", None, body).await.1;
        assert_eq!(spin["free"], true);
        let won = crate::common::in_cents(&spin["won"]);
        assert_eq!(cents(&app, 1001, &session).await, owned + won - if won > 0 { 1 } else { pays });
    }
}

#[tokio::test]
async fn a_coupon_in_play_does_not_outlive_an_order_that_takes_the_money() {
    let (app, _) = open();
    let session = token(&app, "annx").await;
    for (owned, is_active) in [(100, true), (99, false)] {
        put(&app, json!({ "pid": 1001, "states": ["inplay"], "cents": owned })).await;
        assert_eq!(
            get(&app, "~/players/1001/active-coupon", &session).await.1["isActive"],
            is_active,
            "{owned}"
        );
    }
}

#[tokio::test]
async fn an_order_takes_a_player_back_to_who_they_were() {
    let (app, _) = open();
    let session = token(&app, "annx").await;
    let before = get(&app, "~/players/1001", &session).await.1;
    let profile = json!({
        "login": "other", "email": "other@example.com", "password": "Other-1", "first_name": "Oth", "last_name": "Er",
        "birth_date": "1980-01-01", "address_1": "x", "address_2": "x", "city": "x", "state": "x", "zip": "x", "country": "CA",
        "cell_phone": "1", "day_phone": "1", "evening_phone": "1", "gender": "F", "skin_id": 1,
    });
    assert_eq!(ask(&app, "PUT", "~/players/1001", Some(&session), profile.clone()).await, done());
    put(&app, json!({ "pid": 1001 })).await;
    assert_eq!(get(&app, "~/players/1001", &session).await.1, before);
    assert_eq!(log_in(&app, "annx", PASSWORD).await.0, StatusCode::OK);
    assert_eq!(log_in(&app, "other", "Other-1").await.0, StatusCode::UNAUTHORIZED);
    // Another player may have taken the name in the meantime.
    ask(&app, "PUT", "~/players/1001", Some(&session), profile.clone()).await;
    let second = token(&app, "lowell").await;
    let mut taking = profile;
    (taking["login"], taking["email"]) = (json!("annx"), json!("lowell@example.com"));
    assert_eq!(ask(&app, "PUT", "~/players/1003", Some(&second), taking).await, done());
    let order = json!({ "pid": 1001 });
    assert_eq!(
        ask(&app, "POST", "/sandbox/player", None, order).await,
        refused(409, "An account already exists")
    );
}

#[tokio::test]
async fn what_a_session_opened_ends_with_it() {
    let (app, _) = open();
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let beside = app.clone();
    tokio::spawn(async move { axum::serve(listener, beside).await });
    put(&app, json!({ "pid": 1001, "states": ["daily"] })).await;
    let (session, other) = (token(&app, "annx").await, token(&app, "annx").await);
    let open = async |token: &str| {
        tokio_tungstenite::connect_async(format!(
            "ws://{address}/rewards?casinoid=794&token={token}"
        ))
        .await
        .unwrap()
        .0
    };
    let (mut socket, mut stays) = (open(&session).await, open(&other).await);
    let round = game(&app, &session).await;
    let body = json!({ "skinId": 1, "playerId": 1001, "cashier_type": "deposit", "client_type": "Mobile" });
    let info =
        ask(&app, "POST", "~/player/1001/cashier", Some(&session), body).await.1["info"].clone();
    let form: Vec<String> = info
        .as_object()
        .unwrap()
        .iter()
        .map(|(name, value)| format!("{name}={}", value.as_str().unwrap()))
        .collect();
    let kind = "application/x-www-form-urlencoded";
    let page =
        raw(&app, "POST", "/external/cashier/Deposits.asp", None, kind, form.join("&")).await.2;
    let page = String::from_utf8(page).unwrap();
    let ticket = page.split_once("data-ticket=\"").unwrap().1.split_once('"').unwrap().0;
    let out = json!({ "logout_type": "player", "login": "annx", "player_id": 1001, "player_ids": [1001], "for_money": true });
    assert_eq!(
        ask(&app, "POST", "~/player/1001/accounts/logout", Some(&session), out).await,
        done()
    );

    let hello = json!({ "action": "checklogin", "casinoid": 794, "login": "annx", "player_id": 1001, "class_name": "Silver" });
    for socket in [&mut socket, &mut stays] {
        socket.send(Message::text(hello.to_string())).await.unwrap();
    }
    assert!(!matches!(socket.next().await, Some(Ok(Message::Text(_)))));
    assert!(stays.next().await.unwrap().unwrap().into_text().unwrap().contains("DAILY50"));
    let spin = json!({ "round": round, "game_code": "18-32" });
    assert_eq!(
        ask(&app, "POST", "/external/game/spin", None, spin).await.0,
        StatusCode::UNAUTHORIZED
    );
    let deposit = json!({ "ticket": ticket, "cents": 5000 });
    assert_eq!(
        ask(&app, "POST", "/external/cashier/deposit", None, deposit).await.0,
        StatusCode::CONFLICT
    );
    assert_eq!(cents(&app, 1001, &other).await, 5000);
}

#[tokio::test]
async fn no_secret_is_read_back_from_the_calls_however_it_is_spelled_and_long_ones_are_cut() {
    let (app, _) = open();
    let session = token(&app, "annx").await;
    let claim = json!({ "txIdHash": "SECRET1", "userHash": "SECRET2" });
    ask(&app, "POST", "~/player/1001/rewards/cashback?login=annx", Some(&session), claim).await;
    get(&app, "~/accounts/quick?user%68ash=SECRET3&UserHash=SECRET4&todo=quickplaycheck", &session)
        .await;
    let long = json!({ "message": "m".repeat(60_000), "token": "SECRET5" });
    assert_eq!(ask(&app, "POST", "/external/reports", None, long).await.0, StatusCode::OK);
    let calls = ask(&app, "GET", "/sandbox/calls", None, Value::Null).await.1;
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
