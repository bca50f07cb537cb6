//! Tests of concurrent calls from many threads: each bonus, win or link is granted exactly once.

use crate::common::{PASSWORD, cents, get, log_in, open, send_json, set_player, token};
use axum::Router;
use axum::http::StatusCode;
use serde_json::{Value, json};

/// Sends a call 16 times concurrently and returns the number of successes.
async fn count_successes(
    app: &Router,
    method: &'static str,
    path: &str,
    session: Option<&str>,
    body: Value,
) -> usize {
    let one = |_| {
        let (app, path, session, body) =
            (app.clone(), path.to_owned(), session.map(str::to_owned), body.clone());
        tokio::spawn(
            async move { send_json(&app, method, &path, session.as_deref(), body).await.0 },
        )
    };
    let calls: Vec<_> = (0..16).map(one).collect();
    let mut successes = 0;
    for call in calls {
        let status = call.await.unwrap();
        assert!(!status.is_server_error(), "{method} {path}: {status}");
        successes += usize::from(status == StatusCode::OK);
    }
    successes
}

async fn apply_states(app: &Router, states: Value) {
    assert_eq!(
        send_json(app, "POST", "/sandbox/player", None, json!({ "pid": 1001, "states": states }))
            .await
            .0,
        StatusCode::OK
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn concurrent_redemptions_succeed_once() {
    let (app, _) = open();
    let session = token(&app, "annx").await;
    let coupon =
        |code: &str| format!("~/v2/players/1001/coupons?login=annx&couponCode={code}&redeem=true");
    for (code, credited) in [("DEP250", 0), ("FIXED10", 1000), ("SPINS25", 0)] {
        apply_states(&app, json!(["one"])).await;
        assert_eq!(
            count_successes(&app, "POST", &coupon(code), Some(&session), Value::Null).await,
            1,
            "{code}"
        );
        assert_eq!(cents(&app, 1001, &session).await, 100 + credited, "{code}");
    }
    for (code, states) in [("RWD50", json!([])), ("DAILY50", json!(["daily"]))] {
        apply_states(&app, states).await;
        let body = json!({ "player_id": 1001, "coupon": code, "skin_id": 1 });
        assert_eq!(
            count_successes(&app, "POST", "~/player/1001/rewards/redeem", Some(&session), body)
                .await,
            1,
            "{code}"
        );
    }
    apply_states(&app, json!(["await"])).await;
    assert_eq!(
        count_successes(
            &app,
            "DELETE",
            "~/players/1001/active-coupon",
            Some(&session),
            Value::Null
        )
        .await,
        1
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn concurrent_collections_pay_once() {
    let (app, _) = open();
    let session = token(&app, "annx").await;
    apply_states(&app, json!(["winner"])).await;
    let body = json!({ "txIdHash": "AB12", "userHash": "c0ffee12" });
    assert_eq!(
        count_successes(
            &app,
            "POST",
            "~/player/1001/rewards/cashback?login=annx",
            Some(&session),
            body
        )
        .await,
        1
    );
    assert_eq!(
        count_successes(
            &app,
            "POST",
            "~/lobby-jackpot/players/1001/hits",
            Some(&session),
            Value::Null
        )
        .await,
        1
    );
    assert_eq!(cents(&app, 1001, &session).await, 5000 + 1250 + 50_000);
}

#[tokio::test(flavor = "multi_thread")]
async fn concurrent_uses_of_links_and_tokens_succeed_once() {
    let (app, _) = open();
    let hash = json!({ "userhash": "5a".repeat(32) });
    assert_eq!(count_successes(&app, "POST", "~/login", None, hash).await, 1);
    send_json(&app, "PUT", "~/login", None, json!({ "todo": "fp", "player_id": "annx" })).await;
    let (_, mails) = send_json(&app, "GET", "/sandbox/mails", None, Value::Null).await;
    let reset = mails[0]["link"].as_str().unwrap().split_once("token=").unwrap().1;
    let body = json!({ "todo": "cpwt", "player_id": "1001", "token": reset, "pwd": PASSWORD });
    assert_eq!(count_successes(&app, "PUT", "~/login", None, body).await, 1);
    let session = token(&app, "annx").await;
    let launch = json!({ "playerId": 1001, "token_type": "game" });
    let (_, launch) = send_json(&app, "POST", "~/players/1001/token", Some(&session), launch).await;
    assert_eq!(count_successes(&app, "POST", "/external/game/open", None, launch).await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn concurrent_toggles_are_idempotent() {
    let (app, _) = open();
    let session = token(&app, "annx").await;
    let quick = "~/player/1001/accounts/quick";
    assert_eq!(count_successes(&app, "POST", quick, Some(&session), Value::Null).await, 16);
    assert_eq!(get(&app, quick, &session).await.1, json!({ "Count": 1 }));
    let favourite =
        "~/player/1001/games/favorites/playerid?machineId=32&gameId=18&playerId=1001&skinId=1";
    assert_eq!(count_successes(&app, "POST", favourite, Some(&session), Value::Null).await, 16);
    let list = get(&app, "~/player/1001/games/favorite", &session).await.1;
    assert_eq!(list, json!([{ "machine_id": 32, "game_id": 18 }]));
    assert_eq!(
        count_successes(&app, "POST", "/marketing/unsubscribe/unsub-1001", None, Value::Null).await,
        16
    );
    let player = send_json(&app, "GET", "/sandbox/player/1001", None, Value::Null).await.1;
    let expected = json!({ "cents": 5000, "download_id": "", "email_permit": false, "sessions": 1, "unsubscribed": true });
    assert_eq!(player, expected);
}

#[tokio::test(flavor = "multi_thread")]
async fn concurrent_spins_do_not_overdraw_and_match_the_ledger() {
    let (app, _) = open();
    let session = token(&app, "annx").await;
    set_player(&app, json!({ "pid": 1001, "states": ["optin"], "cents": 500 })).await;
    let (_, launch) = send_json(
        &app,
        "POST",
        "~/players/1001/token",
        Some(&session),
        json!({ "playerId": 1001, "token_type": "game" }),
    )
    .await;
    let (_, round) = send_json(&app, "POST", "/external/game/open", None, launch).await;
    let body = json!({ "round": round["round"] });
    for _ in 0..4 {
        count_successes(&app, "POST", "/external/game/spin", None, body.clone()).await;
        assert!(cents(&app, 1001, &session).await >= 0);
    }
    let ledger = send_json(&app, "GET", "/sandbox/ledger", None, Value::Null).await.1;
    let total = |reason: &str, field: &str| ledger["reasons"][reason][field].as_i64().unwrap_or(0);
    assert_eq!(total("bet", "cents"), -100 * total("bet", "entries"));
    assert_eq!(total("win", "cents"), 200 * total("win", "entries"));
    let sum = 500 + total("bet", "cents") + total("win", "cents") + total("lobby jackpot", "cents");
    assert_eq!(cents(&app, 1001, &session).await, sum);
    assert_eq!(log_in(&app, "annx", PASSWORD).await.0, StatusCode::OK);
}
