//! Tests of the states of a coupon: available, requested, redeemed and cancelled; and of its
//! limits, steps and completed wagering.

use crate::common::{
    HOUR, JsonResponse, START, cents, deposit_ticket, get, ok_response, open, open_game, redeem,
    rejected, send_json, set_player, token,
};
use axum::Router;
use axum::http::StatusCode;
use serde_json::{Value, json};

const DAY: i64 = 24 * HOUR;

async fn active_coupon(app: &Router, session: &str) -> Value {
    get(app, "~/players/1001/active-coupon", session).await.1
}

/// Deposits through the cashier, like its page does.
async fn deposit(app: &Router, session: &str, cents: i64) -> JsonResponse {
    let ticket = deposit_ticket(app, session).await;
    send_json(
        app,
        "POST",
        "/external/cashier/deposit",
        None,
        json!({ "ticket": ticket, "cents": cents }),
    )
    .await
}

async fn spin(app: &Router, round: &Value) -> JsonResponse {
    send_json(
        app,
        "POST",
        "/external/game/spin",
        None,
        json!({ "round": round, "game_code": "18-32" }),
    )
    .await
}

#[tokio::test]
async fn a_cancelled_coupon_does_not_count_as_used() {
    let (app, _) = open();
    let session = token(&app, "annx").await;
    for _ in 0..3 {
        assert_eq!(redeem(&app, &session, "MAX325").await.0, StatusCode::OK);
        assert_eq!(
            active_coupon(&app, &session).await["playthrough_details"]["awaiting_deposit"],
            true
        );
        assert_eq!(
            send_json(&app, "DELETE", "~/players/1001/active-coupon", Some(&session), Value::Null)
                .await,
            ok_response()
        );
        assert_eq!(active_coupon(&app, &session).await["player_coupon_status"], "No Coupon");
    }
}

#[tokio::test]
async fn a_deposit_earns_the_bonus_of_the_highest_step_that_it_reaches() {
    // STEPS gives 100% from $30, 150% from $75 and 200% from $150 to $1,000. The wagering factors
    // are 20, 25 and 30.
    for (paid, bonus, times) in [
        (3_000, 3_000, 20),
        (7_499, 7_400, 20),
        (7_500, 11_250, 25),
        (15_000, 30_000, 30),
        (200_000, 200_000, 30),
    ] {
        let (app, _) = open();
        let session = token(&app, "annx").await;
        redeem(&app, &session, "STEPS").await;
        assert_eq!(deposit(&app, &session, 2_999).await, ok_response());
        assert_eq!(
            active_coupon(&app, &session).await["playthrough_details"]["awaiting_deposit"],
            true
        );
        assert_eq!(cents(&app, 1001, &session).await, 5_000 + 2_999);
        assert_eq!(deposit(&app, &session, paid.into()).await, ok_response());
        assert_eq!(
            cents(&app, 1001, &session).await,
            5_000 + 2_999 + i64::from(paid + bonus),
            "{paid}"
        );
        let wagering = &active_coupon(&app, &session).await["playthrough_details"];
        assert_eq!(
            (&wagering["awaiting_deposit"], wagering["amount_needed"].as_f64()),
            (&json!(false), Some(f64::from(bonus * times) / 100.0))
        );
        // Another deposit gives no second bonus (note of row 2.7).
        assert_eq!(deposit(&app, &session, paid.into()).await, ok_response());
        assert_eq!(cents(&app, 1001, &session).await, 5_000 + 2_999 + i64::from(2 * paid + bonus));
    }
}

#[tokio::test]
async fn a_coupon_ends_when_its_wagering_is_met() {
    let (app, _) = open();
    let session = token(&app, "annx").await;
    set_player(&app, json!({ "pid": 1001, "states": ["inplay"], "cents": 100_000 })).await;
    let round = open_game(&app, &session).await;
    for turn in 1..=60 {
        assert_eq!(spin(&app, &round).await.0, StatusCode::OK);
        let coupon = active_coupon(&app, &session).await;
        if turn < 60 {
            assert_eq!(
                coupon["playthrough_details"]["amount_played"].as_f64(),
                Some(40.0 + f64::from(turn))
            );
        } else {
            assert_eq!(coupon["player_coupon_status"], "No Coupon");
        }
    }
    assert_eq!(redeem(&app, &session, "DEP200").await.0, StatusCode::OK);
}

#[tokio::test]
async fn below_one_dollar_the_coupon_ends_and_spins_are_rejected() {
    let (app, _) = open();
    let session = token(&app, "annx").await;
    set_player(&app, json!({ "pid": 1001, "states": ["inplay"], "cents": 150 })).await;
    let round = open_game(&app, &session).await;
    let mut spins = 0;
    while cents(&app, 1001, &session).await >= 100 && spins < 5_000 {
        assert_eq!(active_coupon(&app, &session).await["isActive"], true);
        assert_eq!(spin(&app, &round).await.0, StatusCode::OK);
        spins += 1;
        if active_coupon(&app, &session).await["isActive"] == false {
            break;
        }
    }
    assert_eq!(active_coupon(&app, &session).await["player_coupon_status"], "No Coupon");
    set_player(&app, json!({ "pid": 1001, "states": ["low"] })).await;
    assert_eq!(spin(&app, &round).await, rejected(409, "Your balance is too low."));
    assert_eq!(cents(&app, 1001, &session).await, 50);
}

#[tokio::test]
async fn use_limits_apply_in_total_and_per_month_week_and_day() {
    // PLAY100 can be used 5 times in total, 5 times a month, twice a week and once a day.
    let (app, clock) = open();
    let mut days_of_use = Vec::new();
    for day in 0..29 {
        clock.set(Some(START + day * DAY));
        let session = token(&app, "annx").await;
        for _ in 0..2 {
            send_json(&app, "DELETE", "~/players/1001/active-coupon", Some(&session), Value::Null)
                .await;
            let (status, _) = redeem(&app, &session, "PLAY100").await;
            if status == StatusCode::OK {
                days_of_use.push(day);
                // Completes the wagering, so that the coupon counts as used.
                deposit(&app, &session, 3_000).await;
                let round = open_game(&app, &session).await;
                while active_coupon(&app, &session).await["isActive"] == true {
                    assert_eq!(deposit(&app, &session, 100_000).await, ok_response());
                    for _ in 0..100 {
                        spin(&app, &round).await;
                    }
                }
            } else {
                let failed = redeem(&app, &session, "PLAY100").await;
                let message = "Error! Sorry, there was an error redeeming this coupon. Please try again or contact support.";
                assert_eq!(failed, rejected(409, message));
            }
        }
    }
    assert_eq!(days_of_use, [0, 1, 7, 8, 14]);
}

/// Rows: 3-16
#[tokio::test]
async fn free_spins_of_a_deposit_coupon_start_with_the_deposit() {
    let (app, _) = open();
    let session = token(&app, "annx").await;
    redeem(&app, &session, "BIGSPINS").await;
    let round = open_game(&app, &session).await;
    assert_eq!(spin(&app, &round).await.1["free"], false);
    assert_eq!(deposit(&app, &session, 3_000).await, ok_response());
    assert_eq!(spin(&app, &round).await.1["free"], true);
    let coupon = active_coupon(&app, &session).await;
    assert_eq!((&coupon["spins_remaining"], &coupon["coupon_amount"]), (&json!(49), &json!(0.0)));
}
