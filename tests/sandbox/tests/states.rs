//! Tests of states: the seeded players, and players that a test puts into states.

use crate::common::{
    HOUR, PASSWORD, START, cents, get, log_in, ok_response, open, rejected, send_json, token,
};
use axum::http::StatusCode;
use serde_json::{Value, json};

async fn set_player(app: &axum::Router, control: Value) -> crate::common::JsonResponse {
    send_json(app, "POST", "/sandbox/player", None, control).await
}

/// Rows: 3-23
#[tokio::test]
async fn states_combine_and_sessions_remain() {
    let (app, _) = open();
    let session = token(&app, "bobby").await;
    assert_eq!(
        set_player(
            &app,
            json!({ "pid": 1014, "states": ["await", "daily", "winner", "quick"], "cents": 50 })
        )
        .await,
        ok_response()
    );
    let coupon = get(&app, "~/players/1014/active-coupon", &session).await.1;
    assert_eq!(
        (&coupon["coupon_code"], &coupon["playthrough_details"]["awaiting_deposit"]),
        (&json!("DEP200"), &json!(true))
    );
    let list = get(&app, "~/players/1014/coupondetails?login=bobby", &session).await.1;
    assert!(list.as_array().unwrap().iter().any(|coupon| coupon["reward_type"] == "ARSDaily"));
    let jackpot = get(&app, "~/lobby-jackpot/players/1014/jackpots", &session).await.1;
    assert_eq!(jackpot, json!({ "is-opt-in": true, "unclaimed-hits-amount": 500.0 }));
    assert_eq!(get(&app, "~/player/1014/accounts/quick", &session).await.1, json!({ "Count": 1 }));
    assert_eq!(cents(&app, 1014, &session).await, 50);
    assert_eq!(set_player(&app, json!({ "pid": 1014 })).await, ok_response());
    let coupon = get(&app, "~/players/1014/active-coupon", &session).await.1;
    assert_eq!(coupon, json!({ "isActive": false, "player_coupon_status": "No Coupon" }));
    assert_eq!(get(&app, "~/player/1014/accounts/quick", &session).await.1, json!({ "Count": 0 }));
    assert_eq!(cents(&app, 1014, &session).await, 5000);
}

#[tokio::test]
async fn all_states_can_be_applied_and_unknown_ones_are_rejected() {
    let (app, _) = open();
    let (status, response) =
        set_player(&app, json!({ "pid": 1001, "states": ["await", "nope"] })).await;
    assert_eq!(status, StatusCode::BAD_REQUEST);
    let detail = response["detail"].as_str().unwrap();
    let names: Vec<&str> = detail
        .split_once("known states: ")
        .unwrap()
        .1
        .split("; ")
        .map(|it| it.split(':').next().unwrap())
        .collect();
    assert_eq!(names.len(), 21, "{names:?}");
    for name in &names {
        assert_eq!(
            set_player(&app, json!({ "pid": 1001, "states": [name] })).await,
            ok_response(),
            "{name}"
        );
    }
    assert_eq!(set_player(&app, json!({ "pid": 1001, "states": names })).await, ok_response());
    assert_eq!(set_player(&app, json!({ "pid": 9, "states": [] })).await.0, StatusCode::NOT_FOUND);
    assert_eq!(
        set_player(&app, json!({ "pid": 1001, "state": "await" })).await.0,
        StatusCode::UNPROCESSABLE_ENTITY
    );
}

#[tokio::test]
async fn the_seed_has_the_players_of_the_fixtures() {
    let (app, _) = open();
    for (login, pid, class, deposit, balance, country, street) in [
        ("annx", 1001, "Silver", true, 5000, "US", true),
        ("newbie", 1002, "New", false, 0, "US", false),
        ("lowell", 1003, "Silver", true, 50, "US", true),
        ("onalee", 1004, "Silver", true, 100, "US", true),
        ("unverx", 1009, "Unverified / Non Dep", true, 5000, "US", true),
        ("banned", 1010, "Banned", false, 5000, "US", true),
        ("bronze2", 1011, "Bronze No2", true, 5000, "US", true),
        ("canada", 1012, "Silver", true, 5000, "CA", false),
    ] {
        let session = token(&app, login).await;
        let user = get(&app, &format!("~/players/{pid}"), &session).await.1;
        assert_eq!(
            (&user["player_class"], user["first_deposit"].is_string()),
            (&json!(class), deposit),
            "{login}"
        );
        let contact = &user["contact"];
        assert_eq!(
            (&contact["country_id"], contact["address_one"] != ""),
            (&json!(country), street),
            "{login}"
        );
        assert_eq!(cents(&app, pid, &session).await, balance, "{login}");
    }
}

#[tokio::test]
async fn collected_and_expired_daily_rewards_cannot_be_redeemed() {
    let (app, clock) = open();
    let session = token(&app, "annx").await;
    let listed = async || {
        let list = get(&app, "~/players/1001/coupondetails?login=annx", &session).await.1;
        list.as_array()
            .unwrap()
            .iter()
            .find(|coupon| coupon["coupon_code"] == "DAILY50")
            .map(|coupon| coupon["expiry"].clone())
    };
    let redeem = async || {
        let body = json!({ "player_id": 1001, "coupon": "DAILY50", "skin_id": 1 });
        send_json(&app, "POST", "~/player/1001/rewards/redeem", Some(&session), body).await
    };
    set_player(&app, json!({ "pid": 1001, "states": ["daily"] })).await;
    assert_eq!(listed().await, Some(json!((START + 12 * HOUR) / 1000)));
    for state in ["late", "claimed"] {
        set_player(&app, json!({ "pid": 1001, "states": [state] })).await;
        assert_eq!(
            (listed().await, redeem().await),
            (None, rejected(400, "Error: Invalid Coupon")),
            "{state}"
        );
    }
    set_player(&app, json!({ "pid": 1001, "states": ["daily"] })).await;
    clock.set(Some(START + HOUR));
    assert_eq!(redeem().await.0, StatusCode::OK);
}

#[tokio::test]
async fn restricted_countries_are_rejected_at_login_signup_and_recovery() {
    let (app, _) = open();
    let restricted = |country: &str| {
        (
            StatusCode::FORBIDDEN,
            json!({ "errorMessage": "errorViewerRestriction", "country": country }),
        )
    };
    for login in ["britta", "britta@gb.example.com", "BRITTA@GB.example.com"] {
        assert_eq!(log_in(&app, login, PASSWORD).await, restricted("GB"), "{login}");
    }
    let form = json!({
        "email": "unknown@fr.example.com", "password": PASSWORD, "first_name": "Zoë", "last_name": "O'Brien",
        "birth_date": "1976-09-21", "client_id": 3, "aid": "", "download_id": "", "skin_id": 1,
    });
    assert_eq!(send_json(&app, "POST", "~/signup", None, form).await, restricted("FR"));
    for body in [
        json!({ "todo": "fp", "player_id": "britta" }),
        json!({ "todo": "fu", "email": "unknown@gb.example.com" }),
    ] {
        assert_eq!(send_json(&app, "PUT", "~/login", None, body).await, restricted("GB"));
    }
    assert_eq!(send_json(&app, "GET", "/sandbox/mails", None, Value::Null).await.1, json!([]));
}

#[tokio::test]
async fn maintenance_applies_at_login_or_later_and_is_no_failed_login() {
    let (app, _) = open();
    let maintenance = rejected(503, "errorCasinoMaintenance");
    for _ in 0..12 {
        assert_eq!(log_in(&app, "downey", PASSWORD).await, maintenance);
    }
    let session = token(&app, "upkeep").await;
    let launch = json!({ "playerId": 1017, "token_type": "game" });
    assert_eq!(
        send_json(&app, "POST", "~/players/1017/token", Some(&session), launch).await,
        maintenance
    );
    let path = "~/v2/players/1017/coupons?login=upkeep&couponCode=DEP250&redeem=true";
    assert_eq!(send_json(&app, "POST", path, Some(&session), Value::Null).await, maintenance);
    let body = json!({ "skinId": 1, "playerId": 1017, "cashier_type": "deposit", "client_type": "Mobile" });
    assert_eq!(
        send_json(&app, "POST", "~/player/1017/cashier", Some(&session), body).await,
        maintenance
    );
    set_player(&app, json!({ "pid": 1016 })).await;
    assert_eq!(log_in(&app, "downey", PASSWORD).await.0, StatusCode::OK);
    assert_eq!(log_in(&app, "closed", PASSWORD).await.0, StatusCode::FORBIDDEN);
}

#[tokio::test]
async fn a_reset_restores_players_faults_calls_and_the_clock() {
    let (app, _) = open();
    let session = token(&app, "annx").await;
    set_player(&app, json!({ "pid": 1001, "states": ["inplay"], "cents": 7 })).await;
    send_json(
        &app,
        "POST",
        "/sandbox/faults",
        None,
        json!({ "path": "/api/794/*", "status": 500 }),
    )
    .await;
    send_json(&app, "POST", "/sandbox/clock", None, json!({ "now": 5 })).await;
    assert_eq!(send_json(&app, "POST", "/sandbox/reset", None, Value::Null).await, ok_response());
    assert_eq!(send_json(&app, "GET", "/sandbox/calls", None, Value::Null).await.1, json!([]));
    assert_eq!(get(&app, "~/players/1001", &session).await.0, StatusCode::UNAUTHORIZED);
    let session = token(&app, "annx").await;
    assert_eq!(cents(&app, 1001, &session).await, 5000);
    // The reset restores the fixed time that the sandbox was opened with.
    let list = get(&app, "~/players/1001/coupondetails?login=annx", &session).await.1;
    let sandbox_promotion =
        list.as_array().unwrap().iter().find(|it| it["coupon_code"] == "OPENEND").unwrap();
    assert_eq!(
        sandbox_promotion["expiry"],
        (START.div_euclid(24 * HOUR) * 24 * HOUR) / 1000 + 30 * 24 * 3600
    );
}

#[tokio::test]
async fn invalid_controls_are_rejected() {
    let (app, _) = open();
    for now in [i64::MAX, i64::MIN, -1, 253_402_300_800_000] {
        let (status, response) =
            send_json(&app, "POST", "/sandbox/clock", None, json!({ "now": now })).await;
        assert!(
            status.is_client_error() && response["errorMessage"].is_string(),
            "{now}: {status}"
        );
    }
    for cents in [json!(i64::MAX), json!(-1), json!(1.5)] {
        assert!(
            set_player(&app, json!({ "pid": 1001, "cents": cents })).await.0.is_client_error(),
            "{cents}"
        );
    }
    for fault in [
        json!({}),
        json!({ "path": "/x", "status": 1000 }),
        json!({ "path": "/x", "status": 101 }),
        json!({ "path": "/x", "status": 99 }),
        json!({ "path": "/x", "times": 0 }),
        json!({ "path": "/x", "headers": { "no name": "x" } }),
        json!({ "path": "/x", "headers": { "x": "line\nbreak" } }),
        json!({ "path": "/x", "delay": 5 }),
    ] {
        let (status, response) =
            send_json(&app, "POST", "/sandbox/faults", None, fault.clone()).await;
        assert!(
            status.is_client_error() && response["errorMessage"].is_string(),
            "{fault}: {status}"
        );
    }
    send_json(&app, "POST", "/sandbox/clock", None, json!({ "now": 253_402_300_799_999_i64 }))
        .await;
    assert_eq!(log_in(&app, "annx", PASSWORD).await.0, StatusCode::OK);
    send_json(&app, "POST", "/sandbox/clock", None, json!({ "now": 0 })).await;
    assert_eq!(log_in(&app, "annx", PASSWORD).await.0, StatusCode::OK);
    assert_eq!(
        send_json(&app, "GET", "/rtgcoupons.json", None, Value::Null).await.0,
        StatusCode::OK
    );
}
