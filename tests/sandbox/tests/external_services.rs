//! Tests of calls outside the prefix, and of the stubs of external pages.

use crate::common::{cents, get, ok_response, open, send_json, send_raw, token};
use axum::Router;
use axum::http::StatusCode;
use serde_json::{Value, json};

/// Rows: 7-02, 7.6-04
#[tokio::test]
async fn affiliates_marketing_preferences_and_chat_have_no_prefix() {
    let (app, _) = open();
    let (status, chat) = send_json(
        &app,
        "POST",
        "/intercom/validate",
        None,
        json!({ "identifier": "1001", "casinoID": 794 }),
    )
    .await;
    assert!(status == StatusCode::OK && chat["userHash"].is_string());
    let (status, token) =
        send_json(&app, "GET", "/aff/794/token?user_id=U1", None, Value::Null).await;
    assert!(status == StatusCode::OK && token["token"].is_string());
    assert_eq!(
        send_json(&app, "POST", "/marketing/unsubscribe/unsub-1001", None, Value::Null).await,
        ok_response()
    );
    assert_eq!(
        send_json(&app, "POST", "/marketing/unsubscribe/unknown", None, Value::Null).await.0,
        StatusCode::NOT_FOUND
    );
    let body = json!({ "custrefid": "1001", "emailpermit": 0 });
    assert_eq!(send_json(&app, "POST", "/preferences", None, body).await, ok_response());
    let body = json!({ "custrefid": "1001", "emailpermit": 2 });
    assert_eq!(
        send_json(&app, "POST", "/preferences", None, body).await.0,
        StatusCode::BAD_REQUEST
    );
    for path in [
        "/api/794/aff/794/token",
        "/api/794/intercom/validate",
        "/api/794/marketing/unsubscribe/unsub-1001",
    ] {
        assert_eq!(
            send_json(&app, "POST", path, None, json!({})).await.0,
            StatusCode::NOT_FOUND,
            "{path}"
        );
    }
}

/// Returns the paths that `croupier dev` forwards to the sandbox, from the site's configuration.
fn proxied_paths() -> Vec<String> {
    let text =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../site.toml")).unwrap();
    let site: toml::Table = toml::from_str(&text).unwrap();
    site["dev"]["proxy"].as_table().unwrap().keys().cloned().collect()
}

#[test]
fn the_proxy_forwards_all_calls_and_no_pages() {
    let proxied = proxied_paths();
    let is_proxied = |path: &str| {
        proxied.iter().any(|it| if it.ends_with('/') { path.starts_with(it) } else { path == it })
    };
    let contract: Value = serde_json::from_str(&sandbox::contract()).unwrap();
    for call in
        contract["paths"].as_object().unwrap().keys().map(String::as_str).chain(["/sandbox/faults"])
    {
        assert!(is_proxied(call), "{call}");
    }
    for page in [
        "/marketing/",
        "/unsubscribe/",
        "/lobby/account/preferences/",
        "/preferencesx",
        "/",
        "/cashier/",
    ] {
        assert!(!is_proxied(page), "{page}");
    }
}

/// Rows: 7.2-01
#[tokio::test]
async fn players_opt_in_to_and_out_of_quick_play() {
    let (app, _) = open();
    let session = token(&app, "annx").await;
    let path = "~/player/1001/accounts/quick";
    for (method, count) in [("POST", 1), ("POST", 1), ("DELETE", 0), ("DELETE", 0)] {
        assert_eq!(send_json(&app, method, path, Some(&session), Value::Null).await, ok_response());
        assert_eq!(get(&app, path, &session).await.1, json!({ "Count": count }));
    }
}

/// Rows: 7.2-02, 3-40
#[tokio::test]
async fn a_quick_play_link_is_valid_until_its_first_login() {
    let (app, _) = open();
    let hash = "5A".repeat(32);
    let check = async |hash: &str| {
        send_json(
            &app,
            "GET",
            &format!("~/accounts/quick?userhash={hash}&todo=quickplaycheck"),
            None,
            Value::Null,
        )
        .await
        .1
    };
    let no_link = json!({ "code": "", "coupon": "", "game": "", "Count": 0 });
    assert_eq!(check("00").await, no_link);
    for _ in 0..2 {
        assert_eq!(
            check(&hash).await,
            json!({ "code": "", "coupon": "DEP250", "game": "18-32", "Count": 1 })
        );
    }
    let body = json!({ "userhash": hash, "skin_id": 1, "client_id": 3, "for_money": true, "player_timezone": "+00:00" });
    let (status, response) = send_json(&app, "POST", "~/login", None, body.clone()).await;
    assert_eq!((status, &response["pid"]), (StatusCode::OK, &json!(1013)));
    assert_eq!(send_json(&app, "POST", "~/login", None, body).await.0, StatusCode::UNAUTHORIZED);
    assert_eq!(check(&hash).await, no_link);
}

#[tokio::test]
async fn opting_out_invalidates_mailed_links() {
    let (app, _) = open();
    let session = token(&app, "quickx").await;
    assert_eq!(
        send_json(&app, "DELETE", "~/player/1013/accounts/quick", Some(&session), Value::Null)
            .await,
        ok_response()
    );
    let body = json!({ "userhash": "5a".repeat(32) });
    assert_eq!(send_json(&app, "POST", "~/login", None, body).await.0, StatusCode::UNAUTHORIZED);
}

async fn open_cashier(app: &Router, info: &Value) -> (StatusCode, String) {
    let pairs = info
        .as_object()
        .unwrap()
        .iter()
        .map(|(name, value)| format!("{name}={}", value.as_str().unwrap()));
    let body = pairs.collect::<Vec<_>>().join("&");
    let path = "/external/cashier/Deposits.asp";
    let (status, _, bytes) =
        send_raw(app, "POST", path, None, "application/x-www-form-urlencoded", body).await;
    (status, String::from_utf8(bytes).unwrap())
}

/// Returns the payload of a deposit from a cashier page.
fn deposit_body(page: &str, cents: i64) -> Value {
    let (_, tail) = page.split_once("data-ticket=\"").unwrap();
    json!({ "ticket": tail.split_once('"').unwrap().0, "cents": cents })
}

/// Rows: 3-07
#[tokio::test]
async fn the_cashier_opens_with_seven_fields_and_a_deposit_adds_the_bonus() {
    let (app, _) = open();
    let session = token(&app, "awaitx").await;
    let body = json!({ "skinId": 1, "playerId": 1005, "cashier_type": "deposit", "client_type": "InstantPlay" });
    let (status, data) =
        send_json(&app, "POST", "~/player/1005/cashier", Some(&session), body).await;
    assert_eq!((status, &data["launch_page"]), (StatusCode::OK, &json!("Deposits.asp")));
    assert!(data["url"].as_str().unwrap().ends_with("/external/cashier"));
    let keys: Vec<&str> = data["info"].as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(
        keys,
        [
            "hashed_password",
            "lang",
            "login",
            "player_id",
            "session_id",
            "sign_up_skin",
            "sportsbook"
        ]
    );
    assert!(!data.to_string().contains("$argon2"));
    let (status, page) = open_cashier(&app, &data["info"]).await;
    assert!(status == StatusCode::OK && page.contains("Sandbox cashier"));
    let mut other = data["info"].clone();
    other["hashed_password"] = json!("x");
    assert_eq!(open_cashier(&app, &other).await.0, StatusCode::UNAUTHORIZED);
    assert!(
        page.contains("Ada (awaitx)")
            && page.contains("DEP200 waits for this deposit")
            && page.contains("$50.00"),
        "{page}"
    );
    assert_eq!(
        send_json(&app, "POST", "/external/cashier/deposit", None, deposit_body(&page, 5000)).await,
        ok_response()
    );
    // DEP200 gives 200% of 50 dollars, with a wagering factor of 25.
    assert_eq!(cents(&app, 1005, &session).await, 5000 + 5000 + 10_000);
    let details =
        &get(&app, "~/players/1005/active-coupon", &session).await.1["playthrough_details"];
    assert_eq!(
        details,
        &json!({ "awaiting_deposit": false, "amount_played": 0.0, "amount_needed": 2500.0 })
    );
    let body = json!({ "skinId": 1, "playerId": 1005, "cashier_type": "withdraw", "client_type": "Mobile" });
    assert!(
        send_json(&app, "POST", "~/player/1005/cashier", Some(&session), body)
            .await
            .0
            .is_client_error()
    );
}

#[tokio::test]
async fn spins_change_the_balance_and_add_a_cent_to_the_jackpot() {
    let (app, _) = open();
    let session = token(&app, "winner").await;
    let jackpot_cents = async || {
        let (_, response) =
            send_json(&app, "GET", "~/lobby-jackpot/sandbox-feed", None, Value::Null).await;
        (response["jackpot-amount"].as_f64().unwrap() * 100.0).round()
    };
    let before = jackpot_cents().await;
    let body = json!({ "playerId": 1008, "token_type": "game" });
    let (_, launch) = send_json(&app, "POST", "~/players/1008/token", Some(&session), body).await;
    let (_, open) = send_json(&app, "POST", "/external/game/open", None, launch).await;
    let mut expected = 5000;
    for _ in 0..20 {
        let body = json!({ "round": open["round"], "game_code": "18-32" });
        let (status, spin) = send_json(&app, "POST", "/external/game/spin", None, body).await;
        assert_eq!((status, &spin["free"]), (StatusCode::OK, &json!(false)));
        expected += if spin["won"] == 2.0 { 200 } else { 0 } - 101;
        assert_eq!(cents(&app, 1008, &session).await, expected);
    }
    assert!((jackpot_cents().await - before - 20.0).abs() < f64::EPSILON);
}

#[tokio::test]
async fn free_spins_cost_nothing_and_are_counted_down() {
    let (app, _) = open();
    let session = token(&app, "annx").await;
    let path = "~/v2/players/1001/coupons?login=annx&couponCode=SPINS25&redeem=true";
    assert_eq!(send_json(&app, "POST", path, Some(&session), Value::Null).await.0, StatusCode::OK);
    let body = json!({ "playerId": 1001, "token_type": "game" });
    let (_, launch) = send_json(&app, "POST", "~/players/1001/token", Some(&session), body).await;
    let (_, open) = send_json(&app, "POST", "/external/game/open", None, launch).await;
    let body = json!({ "round": open["round"], "game_code": "18-32" });
    let (_, spin) = send_json(&app, "POST", "/external/game/spin", None, body).await;
    assert_eq!(spin["free"], true);
    let won = if spin["won"] == 2.0 { 200 } else { 0 };
    assert_eq!(cents(&app, 1001, &session).await, 5000 + won);
    assert_eq!(get(&app, "~/players/1001/active-coupon", &session).await.1["spins_remaining"], 24);
}

#[tokio::test]
async fn external_scripts_pictures_and_pages_exist() {
    let (app, _) = open();
    for (path, kind) in [
        ("/external/scripts/bot-check.js", "text/javascript"),
        ("/external/scripts/bot-check-backup.js", "text/javascript"),
        ("/external/scripts/chat.js", "text/javascript"),
        ("/external/scripts/chat-backup.js", "text/javascript"),
        ("/rtgcoupons/max325.svg", "image/svg+xml"),
        ("/rtggames/18-32.svg", "image/svg+xml"),
        ("/external/seal.svg", "image/svg+xml"),
        ("/external/game?game_id=18&machine_id=32&token=x", "text/html"),
        ("/external/live-dealer/1", "text/html"),
    ] {
        let (status, headers, bytes) =
            send_raw(&app, "GET", path, None, "text/plain", String::new()).await;
        assert_eq!(status, StatusCode::OK, "{path}");
        assert!(
            headers["content-type"].to_str().unwrap().starts_with(kind) && !bytes.is_empty(),
            "{path}"
        );
    }
    assert_eq!(
        send_json(&app, "GET", "/external/scripts/..%2Fgame.html", None, Value::Null).await.0,
        StatusCode::NOT_FOUND
    );
}
