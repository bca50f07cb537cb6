//! Tests of games files, jackpots, favourites, launch tokens, live dealers and the lobby jackpot.

use crate::common::{
    HOUR, START, cents, get, ok_response, open, rejected, send_json, send_raw, token,
};
use axum::http::StatusCode;
use serde_json::{Value, json};

/// Rows: 3-24, 3-26, 3-27
#[tokio::test]
async fn the_two_games_files_differ_and_support_revalidation() {
    let (app, _) = open();
    let mut sizes = Vec::new();
    for path in ["/rtggames.json", "/rtggamesmobile.json"] {
        let (status, headers, bytes) =
            send_raw(&app, "GET", path, None, "text/plain", String::new()).await;
        assert_eq!(status, StatusCode::OK);
        let tag = headers["etag"].to_str().unwrap().to_owned();
        let file: Value = serde_json::from_slice(&bytes).unwrap();
        for game in file["games"].as_array().unwrap() {
            let keys: Vec<&str> = game.as_object().unwrap().keys().map(String::as_str).collect();
            let fields = [
                "category",
                "display_name",
                "game_id",
                "hands",
                "height",
                "machine_id",
                "sub_category",
                "width",
            ];
            assert_eq!(keys, fields);
        }
        let titles: Vec<&str> = file["categories"]
            .as_array()
            .unwrap()
            .iter()
            .map(|c| c["title"].as_str().unwrap())
            .collect();
        for title in [
            "New Games",
            "Holiday Games",
            "Halloween",
            "Slots",
            "Progressives",
            "Specialty",
            "Crash Games",
        ] {
            assert!(titles.contains(&title), "{title}");
        }
        assert!(
            file["categories"][0]["sub-categories"].as_array().unwrap().contains(&json!("All"))
        );
        sizes.push(file["games"].as_array().unwrap().len());
        let request = axum::http::Request::get(path)
            .header("if-none-match", tag)
            .body(axum::body::Body::empty())
            .unwrap();
        assert_eq!(
            tower::ServiceExt::oneshot(app.clone(), request).await.unwrap().status(),
            StatusCode::NOT_MODIFIED
        );
    }
    assert!(sizes[0] > 250 && sizes[1] < sizes[0], "{sizes:?}");
}

#[tokio::test]
async fn default_promotions_winners_and_jackpots_are_public() {
    let (app, _) = open();
    let (_, coupons) = send_json(&app, "GET", "/rtgcoupons.json", None, Value::Null).await;
    let codes: Vec<&str> =
        coupons.as_array().unwrap().iter().map(|c| c["coupon_code"].as_str().unwrap()).collect();
    assert!(
        codes.contains(&"MAX325") && !codes.contains(&"RWD50") && codes.contains(&"LATE15"),
        "{codes:?}"
    );
    let (_, winners) =
        send_json(&app, "GET", "/rtglobbyjackpotwinners.json", None, Value::Null).await;
    assert!(
        winners[0]["name"].as_str().unwrap().ends_with("***") && winners[0]["amount"].is_number()
    );
    let (_, jackpots) =
        send_json(&app, "GET", "~/jackpots?forMoney=true&currencyCode=USD", None, Value::Null)
            .await;
    assert!(
        jackpots[0]["game_id"].is_i64()
            && jackpots[0]["machine_id"].is_i64()
            && jackpots[0]["amount"].is_number()
    );
    assert_eq!(
        send_json(&app, "GET", "~/jackpots?forMoney=true", None, Value::Null).await.0,
        StatusCode::BAD_REQUEST
    );
}

/// Rows: 7.4-05
#[tokio::test]
async fn favourites_are_identified_by_both_ids() {
    let (app, _) = open();
    let session = token(&app, "annx").await;
    let list = async || get(&app, "~/player/1001/games/favorite", &session).await.1;
    let path = |game: i64| {
        format!(
            "~/player/1001/games/favorites/playerid?machineId=32&gameId={game}&playerId=1001&skinId=1"
        )
    };
    assert_eq!(list().await, json!([]));
    assert_eq!(
        send_json(&app, "POST", &path(18), Some(&session), Value::Null).await,
        ok_response()
    );
    assert_eq!(
        send_json(&app, "POST", &path(18), Some(&session), Value::Null).await,
        ok_response()
    );
    let body = json!({ "machineId": 32, "gameId": "2", "playerId": 1001, "skinId": 1 });
    let bare = "~/player/1001/games/favorites/playerid";
    assert_eq!(send_json(&app, "POST", bare, Some(&session), body).await, ok_response());
    assert_eq!(
        list().await,
        json!([{ "machine_id": 32, "game_id": 2 }, { "machine_id": 32, "game_id": 18 }])
    );
    assert_eq!(
        send_json(&app, "DELETE", &path(18), Some(&session), Value::Null).await,
        ok_response()
    );
    assert_eq!(list().await, json!([{ "machine_id": 32, "game_id": 2 }]));
    assert_eq!(
        send_json(&app, "POST", &path(999), Some(&session), Value::Null).await.0,
        StatusCode::NOT_FOUND
    );
}

#[tokio::test]
async fn live_lobbies_are_listed_and_open_through_links() {
    let (app, _) = open();
    let session = token(&app, "annx").await;
    let (_, lobbies) = get(&app, "~/externallobby", &session).await;
    let id = lobbies[0]["id"].as_i64().unwrap();
    let path = format!("~/player/1001/externallobby/{id}?skinId=1&pid=1001&clientType=Mobile");
    let (status, response) = get(&app, &path, &session).await;
    assert_eq!(status, StatusCode::OK);
    let link = response["message"].as_str().unwrap();
    assert_eq!(
        send_raw(&app, "GET", link, None, "text/plain", String::new()).await.0,
        StatusCode::OK
    );
    let bare = format!("~/player/1001/externallobby/{id}");
    assert_eq!(get(&app, &bare, &session).await.0, StatusCode::BAD_REQUEST);
}

/// Rows: 7.3-08
#[tokio::test]
async fn a_launch_token_opens_one_game_within_a_minute() {
    let (app, clock) = open();
    let session = token(&app, "annx").await;
    let body = json!({ "playerId": 1001, "token_type": "game" });
    let launch = async || {
        send_json(&app, "POST", "~/players/1001/token", Some(&session), body.clone()).await.1
    };
    let first = launch().await;
    let (status, round) = send_json(&app, "POST", "/external/game/open", None, first.clone()).await;
    assert_eq!((status, &round["balance"]), (StatusCode::OK, &json!(50.0)));
    assert_eq!(
        send_json(&app, "POST", "/external/game/open", None, first).await.0,
        StatusCode::UNAUTHORIZED
    );
    let expired = launch().await;
    clock.set(Some(START + HOUR / 60));
    assert_eq!(
        send_json(&app, "POST", "/external/game/open", None, expired).await.0,
        StatusCode::UNAUTHORIZED
    );
}

/// Rows: 7.5-01, 7.5-02, 7.5-03
#[tokio::test]
async fn the_opt_in_is_stored_and_blocked_classes_are_rejected() {
    let (app, _) = open();
    let (status, jackpot) =
        send_json(&app, "GET", "~/lobby-jackpot/sandbox-feed", None, Value::Null).await;
    assert_eq!((status, &jackpot["jackpot-amount"]), (StatusCode::OK, &json!(12345.67)));
    let guid = jackpot["guid"].as_str().unwrap();
    assert_eq!(
        send_json(&app, "GET", "~/lobby-jackpot/other", None, Value::Null).await.0,
        StatusCode::NOT_FOUND
    );
    let session = token(&app, "annx").await;
    for opted_in in [true, false] {
        let path = format!("~/lobby-jackpot/players/1001/jackpots/{guid}?optPlayer={opted_in}");
        assert_eq!(
            send_json(&app, "POST", &path, Some(&session), Value::Null).await,
            ok_response()
        );
        let state = get(&app, "~/lobby-jackpot/players/1001/jackpots", &session).await.1;
        assert_eq!(state, json!({ "is-opt-in": opted_in, "unclaimed-hits-amount": 0.0 }));
    }
    let winner = token(&app, "winner").await;
    let state = get(&app, "~/lobby-jackpot/players/1008/jackpots", &winner).await.1;
    assert_eq!(state, json!({ "is-opt-in": true, "unclaimed-hits-amount": 500.0 }));
    for (pid, login, status) in
        [(1009, "unverx", 403), (1010, "banned", 403), (1011, "bronze2", 200)]
    {
        let session = token(&app, login).await;
        let path = format!("~/lobby-jackpot/players/{pid}/jackpots/{guid}?optPlayer=true");
        assert_eq!(
            send_json(&app, "POST", &path, Some(&session), Value::Null).await.0.as_u16(),
            status,
            "{login}"
        );
    }
}

/// Rows: 7.5-04
#[tokio::test]
async fn a_win_is_collected_once() {
    let (app, _) = open();
    let session = token(&app, "winner").await;
    let path = "~/lobby-jackpot/players/1008/hits";
    assert_eq!(send_json(&app, "POST", path, Some(&session), Value::Null).await, ok_response());
    assert_eq!(
        send_json(&app, "POST", path, Some(&session), Value::Null).await,
        rejected(409, "There is no win to claim.")
    );
    assert_eq!(cents(&app, 1008, &session).await, 5000 + 50_000);
    let state = get(&app, "~/lobby-jackpot/players/1008/jackpots", &session).await.1;
    assert_eq!(state["unclaimed-hits-amount"], 0.0);
    let (_, winners) =
        send_json(&app, "GET", "/rtglobbyjackpotwinners.json", None, Value::Null).await;
    assert_eq!(winners[0], json!({ "name": "We***", "amount": 500.0, "date": "2026-09-21" }));
    assert_eq!(
        send_json(&app, "POST", "/sandbox/hit", None, json!({ "pid": 1008, "cents": 250 })).await,
        ok_response()
    );
    assert_eq!(send_json(&app, "POST", path, Some(&session), Value::Null).await, ok_response());
    assert_eq!(cents(&app, 1008, &session).await, 5000 + 50_000 + 250);
}
