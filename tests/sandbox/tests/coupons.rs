//! Tests of coupons, rewards, cashback and free spins.

use crate::common::{JsonResponse, cents, get, ok_response, open, rejected, send_json, token};
use axum::Router;
use axum::http::StatusCode;
use serde_json::{Value, json};

async fn redeem(app: &Router, pid: i64, session: &str, code: &str) -> JsonResponse {
    let login = if pid == 1001 { "annx" } else { "lowell" };
    let path = format!("~/v2/players/{pid}/coupons?login={login}&couponCode={code}&redeem=true");
    send_json(app, "POST", &path, Some(session), Value::Null).await
}

async fn redeem_reward(app: &Router, pid: i64, session: &str, code: &str) -> JsonResponse {
    let body = json!({ "player_id": pid, "coupon": code, "skin_id": 1 });
    send_json(app, "POST", &format!("~/player/{pid}/rewards/redeem"), Some(session), body).await
}

async fn active_coupon(app: &Router, pid: i64, session: &str) -> Value {
    get(app, &format!("~/players/{pid}/active-coupon"), session).await.1
}

fn find<'a>(list: &'a Value, code: &str) -> Option<&'a Value> {
    list.as_array().unwrap().iter().find(|item| item["coupon_code"] == code)
}

/// Rows: 7.3-01, 3-08, 3-09, 3-10, 3-11, 3-12, 3-13, 3-14, 3-15, 3-18, 3-19
#[tokio::test]
async fn the_coupon_list_contains_all_kinds_of_promotions() {
    let (app, _) = open();
    let session = token(&app, "dailyx").await;
    let (status, list) = get(&app, "~/players/1007/coupondetails?login=dailyx", &session).await;
    assert_eq!(status, StatusCode::OK);
    for item in list.as_array().unwrap() {
        for key in ["coupon_code", "coupon_title", "coupon_description", "image_url"] {
            assert!(item[key].is_string(), "{key}");
        }
        assert_eq!(item["expiry"].to_string().len(), 10);
        for key in [
            "max_uses_per_player",
            "max_users_player_per_month",
            "max_users_player_per_week",
            "max_uses_player_per_day",
        ] {
            assert!(item[key].is_i64(), "{key}");
        }
        for key in [
            "bonus",
            "playthrough",
            "spins",
            "minimum_deposit",
            "maximum_deposit",
            "deposit_method",
        ] {
            assert!(item[key].is_array(), "{key}");
        }
        for bank in item["bank_method_list"].as_array().unwrap() {
            let keys: Vec<&str> = bank.as_object().unwrap().keys().map(String::as_str).collect();
            assert_eq!(keys, ["bonus", "deposit_method", "maximum_deposit", "minimum_deposit"]);
        }
        assert_eq!(
            item["redeem_type"] == "reward",
            ["RWD50", "DAILY50"].contains(&item["coupon_code"].as_str().unwrap())
        );
    }
    assert_eq!(find(&list, "DAILY50").unwrap()["reward_type"], "ARSDaily");
    let cashback = find(&list, "CASHBACK-AB12").unwrap();
    assert_eq!(
        (&cashback["reward_type"], &cashback["userHash"]),
        (&json!("CASHBACK"), &json!("c0ffee12"))
    );
    assert_eq!(find(&list, "FIXED10").unwrap()["redemption_type"], "Fixed amount on redemption");
    assert_eq!(find(&list, "NEXT20").unwrap()["redemption_type"], "Fixed amount on next deposit");
    let spins =
        json!([{ "spins_needed": 25, "game_description": "Gold Rush", "game_code": "18-32" }]);
    assert_eq!(find(&list, "SPINS25").unwrap()["free_spin_details_list"], spins);
    assert!(find(&list, "LATE15").is_none());
    let other = token(&app, "annx").await;
    assert!(
        find(&get(&app, "~/players/1001/coupondetails?login=annx", &other).await.1, "DAILY50")
            .is_none()
    );
}

/// Rows: 3-13, 3-14, 3-15, 3-16
#[tokio::test]
async fn promotions_have_the_figures_of_their_files() {
    let (app, _) = open();
    let session = token(&app, "annx").await;
    let list = get(&app, "~/players/1001/coupondetails?login=annx", &session).await.1;
    let steps = find(&list, "STEPS").unwrap();
    assert_eq!(steps["bonus"], json!([100, 150, 200]));
    assert_eq!(steps["playthrough"], json!([20, 25, 30]));
    assert_eq!(steps["minimum_deposit"], json!([30, 75, 150]));
    assert_eq!(steps["maximum_deposit"], json!([74, 149, 1000]));
    assert_eq!(steps["deposit_method"], json!(["Visa", "Bank wire", "Bitcoin", "Prepaid voucher"]));
    let bank = |name: &str, minimum: i64, maximum: i64, bonus: i64| json!({ "deposit_method": name, "minimum_deposit": minimum, "maximum_deposit": maximum, "bonus": bonus });
    let banks = [
        bank("Visa", 30, 74, 100),
        bank("Bank wire", 150, 0, 200),
        bank("Bitcoin", 9, 2500, 220),
        bank("Prepaid voucher", 5, 8, 50),
    ];
    assert_eq!(steps["bank_method_list"], json!(banks));
    assert_eq!(find(&list, "BIGSPINS").unwrap()["spins"], json!([50]));
    assert_eq!(find(&list, "NEXT20").unwrap()["coupon_amount"], json!(20.0));
    let limits = find(&list, "LONGREAD").unwrap();
    let limits = [
        "max_uses_per_player",
        "max_users_player_per_month",
        "max_users_player_per_week",
        "max_uses_player_per_day",
    ]
    .map(|key| &limits[key]);
    assert_eq!(limits, [&json!(12), &json!(6), &json!(3), &json!(1)]);
}

/// Rows: 7.3-02, 3-20, 3-22, 3-23
#[tokio::test]
async fn the_active_coupon_has_three_states() {
    let (app, _) = open();
    let none = active_coupon(&app, 1001, &token(&app, "annx").await).await;
    assert_eq!(none, json!({ "isActive": false, "player_coupon_status": "No Coupon" }));
    let awaiting = active_coupon(&app, 1005, &token(&app, "awaitx").await).await;
    assert_eq!((&awaiting["isActive"], &awaiting["coupon_code"]), (&json!(true), &json!("DEP200")));
    assert_eq!(awaiting["playthrough_details"]["awaiting_deposit"], true);
    assert!(awaiting["player_coupon_status"].is_string());
    let playing = active_coupon(&app, 1006, &token(&app, "inplay").await).await;
    let details =
        json!({ "awaiting_deposit": false, "amount_played": 40.0, "amount_needed": 100.0 });
    assert_eq!(playing["playthrough_details"], details);
}

/// Rows: 7.3-03
#[tokio::test]
async fn only_a_coupon_that_awaits_a_deposit_can_be_cancelled() {
    let (app, _) = open();
    let session = token(&app, "awaitx").await;
    let path = "~/players/1005/active-coupon";
    assert_eq!(send_json(&app, "DELETE", path, Some(&session), Value::Null).await, ok_response());
    assert_eq!(active_coupon(&app, 1005, &session).await["player_coupon_status"], "No Coupon");
    let failed = rejected(409, "Unable to cancel coupon. Please contact support.");
    assert_eq!(send_json(&app, "DELETE", path, Some(&session), Value::Null).await, failed);
    let session = token(&app, "inplay").await;
    assert_eq!(
        send_json(&app, "DELETE", "~/players/1006/active-coupon", Some(&session), Value::Null)
            .await,
        failed
    );
}

/// Rows: 7.3-05, 8-17
#[tokio::test]
async fn a_second_coupon_cannot_be_redeemed_while_one_is_active() {
    let (app, _) = open();
    let session = token(&app, "annx").await;
    let invalid = rejected(400, "Error: Invalid Coupon");
    for code in ["NOPE", "LATE15", "DAILY50", "RWD50", "", "%27%20or%201"] {
        assert_eq!(redeem(&app, 1001, &session, code).await, invalid, "{code}");
    }
    let check_only = send_json(
        &app,
        "POST",
        "~/v2/players/1001/coupons?login=annx&couponCode=DEP250&redeem=false",
        Some(&session),
        Value::Null,
    );
    assert_eq!(check_only.await.0, StatusCode::OK);
    assert_eq!(active_coupon(&app, 1001, &session).await["isActive"], false);
    let (status, response) = redeem(&app, 1001, &session, "dep250").await;
    assert_eq!((status, &response["redeem_type"]), (StatusCode::OK, &json!(1)));
    assert_eq!(redeem(&app, 1001, &session, "DEP200").await, rejected(409, "active_coupon"));
}

#[tokio::test(flavor = "multi_thread")]
async fn of_concurrent_redemptions_one_succeeds_and_pays() {
    let (app, _) = open();
    let session = token(&app, "lowell").await;
    let calls = (0..12).map(|_| {
        let (app, session) = (app.clone(), session.clone());
        tokio::spawn(async move { redeem(&app, 1003, &session, "FIXED10").await.0 })
    });
    let mut successes = 0;
    for call in calls.collect::<Vec<_>>() {
        successes += u32::from(call.await.unwrap() == StatusCode::OK);
    }
    assert_eq!((successes, cents(&app, 1003, &session).await), (1, 1050));
}

/// Rows: 7.3-04
#[tokio::test]
async fn rewards_are_redeemed_with_a_separate_call() {
    let (app, _) = open();
    let session = token(&app, "annx").await;
    assert_eq!(
        redeem_reward(&app, 1001, &session, "DEP250").await,
        rejected(400, "Error: Invalid Coupon")
    );
    let (status, response) = redeem_reward(&app, 1001, &session, "RWD50").await;
    assert_eq!(status, StatusCode::OK);
    assert!(response["redeem_type"].is_i64());
}

/// Rows: 7.3-06
#[tokio::test]
async fn a_cashback_is_paid_once() {
    let (app, _) = open();
    let session = token(&app, "annx").await;
    let path = "~/player/1001/rewards/cashback?login=annx";
    let failed = rejected(409, "Sorry, we could not claim your cashback.");
    let claim = |tx: &str, user: &str| json!({ "txIdHash": tx, "userHash": user });
    assert_eq!(send_json(&app, "POST", path, Some(&session), claim("AB12", "other")).await, failed);
    assert_eq!(
        send_json(&app, "POST", path, Some(&session), claim("ab12", "c0ffee12")).await,
        ok_response()
    );
    assert_eq!(
        send_json(&app, "POST", path, Some(&session), claim("ab12", "c0ffee12")).await,
        failed
    );
    assert_eq!(cents(&app, 1001, &session).await, 5000 + 1250);
}

/// Rows: 3-16, 3-17, 3-41
#[tokio::test]
async fn free_spins_of_several_games_require_a_choice() {
    let (app, _) = open();
    let session = token(&app, "annx").await;
    let (_, response) = redeem(&app, 1001, &session, "SPINS40").await;
    let expected =
        json!({ "redeem_type": 3, "free_spin": true, "spins_needed": 40, "game_description": "" });
    assert_eq!(response, expected);
    // Neither the coupon nor its entry in the list names a game that the player has not chosen.
    assert_eq!(active_coupon(&app, 1001, &session).await["free_spin_details"], json!({}));
    let list = get(&app, "~/players/1001/coupondetails?login=annx", &session).await.1;
    assert_eq!(find(&list, "SPINS40").unwrap()["free_spin_details"], json!({}));
    let choose = |code: &str| format!("~/players/1001/coupons/games?gameCode={code}");
    let failed = rejected(400, "Sorry, we could not add your free spins.");
    assert_eq!(send_json(&app, "PUT", &choose("18-99"), Some(&session), Value::Null).await, failed);
    assert_eq!(
        send_json(&app, "PUT", &choose("18-33"), Some(&session), Value::Null).await,
        ok_response()
    );
    assert_eq!(send_json(&app, "PUT", &choose("18-32"), Some(&session), Value::Null).await, failed);
    let coupon = active_coupon(&app, 1001, &session).await;
    assert_eq!(coupon["spins_remaining"], 40);
    assert!(coupon["coupon_amount"].is_number());
    let details = &coupon["free_spin_details"];
    assert_eq!((&details["game_id"], &details["mach_id"]), (&json!(18), &json!(33)));
    let keys: Vec<&str> = details.as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(
        keys,
        ["denomination", "free_spin_winnings", "game_description", "game_id", "mach_id"]
    );
}
