//! Tests that the seed resembles a real casino: promotions of all kinds, games of all categories,
//! and winners.

use crate::common::{START, get, open, send_json, send_raw, token};
use axum::http::StatusCode;
use serde_json::{Value, json};

async fn list(path: &str) -> Vec<Value> {
    send_json(&open().0, "GET", path, None, Value::Null).await.1.as_array().unwrap().clone()
}

fn with_code<'a>(list: &'a [Value], code: &str) -> &'a Value {
    list.iter().find(|item| item["coupon_code"] == code).unwrap()
}

#[tokio::test]
async fn visitors_see_all_kinds_of_promotions() {
    let list = list("/rtgcoupons.json").await;
    assert_eq!(with_code(&list, "MAX325")["bonus"], json!([325]));
    assert_eq!(with_code(&list, "FIXED10")["redemption_type"], "Fixed amount on redemption");
    assert_eq!(with_code(&list, "NINJABOOST")["playthrough"], json!([30]));
    assert_eq!(with_code(&list, "SPINS25")["spins"], json!([25]));
    assert!(
        with_code(&list, "BIGSPINS")["minimum_deposit"] == json!([30])
            && with_code(&list, "BIGSPINS")["spins"] == json!([50])
    );
    assert!(with_code(&list, "LATE15")["expiry"].as_i64().unwrap() < START / 1000);
    // Ranges: in steps, for one payment method only, without a maximum, and below the displayed
    // minimum (9-11, A132).
    let steps = with_code(&list, "STEPS");
    let lists = (&steps["bonus"], &steps["minimum_deposit"], &steps["maximum_deposit"]);
    assert_eq!(lists, (&json!([100, 150, 200]), &json!([30, 75, 150]), &json!([74, 149, 1000])));
    let ranges: Vec<[i64; 2]> = steps["bank_method_list"]
        .as_array()
        .unwrap()
        .iter()
        .map(|bank| ["minimum_deposit", "maximum_deposit"].map(|key| bank[key].as_i64().unwrap()))
        .collect();
    assert_eq!(ranges, [[30, 74], [150, 0], [9, 2500], [5, 8]]);
    let open = with_code(&list, "OPENEND");
    assert_eq!((&open["maximum_deposit"], &open["bank_method_list"]), (&json!([]), &json!([])));
    assert_eq!(
        (&open["max_uses_player_per_day"], &open["max_uses_per_player"]),
        (&json!(0), &json!(0))
    );
    assert_eq!(with_code(&list, "DEP200")["max_uses_player_per_day"], 150);
    assert_eq!(with_code(&list, "PLAY100")["playthrough"], json!([10, 20]));
    let hostile = with_code(&list, "HTML10");
    for part in
        ["<script>", "onerror=", "javascript:", "<iframe", "<style>", "<form", "<svg onload"]
    {
        assert!(hostile["coupon_description"].as_str().unwrap().contains(part), "{part}");
    }
    assert!(hostile["coupon_title"].as_str().unwrap().contains("<b>"));
    assert_eq!(with_code(&list, "NOPIC25")["image_url"], "");
    assert!(with_code(&list, "LONGREAD")["coupon_title"].as_str().unwrap().len() > 100);
}

#[tokio::test]
async fn players_see_their_own_promotions_and_no_expired_ones() {
    let (app, _) = open();
    let session = token(&app, "dailyx").await;
    let list = get(&app, "~/players/1007/coupondetails?login=dailyx", &session)
        .await
        .1
        .as_array()
        .unwrap()
        .clone();
    assert_eq!(with_code(&list, "DAILY50")["reward_type"], "ARSDaily");
    assert_eq!(with_code(&list, "CASHBACK-AB12")["reward_type"], "CASHBACK");
    assert_eq!(with_code(&list, "RWD50")["redeem_type"], "reward");
    assert_eq!(with_code(&list, "NEXT20")["redemption_type"], "Fixed amount on next deposit");
    assert_eq!(with_code(&list, "SPINS40")["free_spin_details_list"].as_array().unwrap().len(), 2);
    assert!(!list.iter().any(|item| item["coupon_code"] == "LATE15"));
}

#[tokio::test]
async fn all_pictures_exist_except_the_intentionally_missing_one() {
    let (app, _) = open();
    let mut drawings = std::collections::BTreeSet::new();
    for item in list("/rtgcoupons.json").await {
        let path = item["image_url"].as_str().unwrap();
        if !path.is_empty() {
            let expected = if item["coupon_code"] == "LOSTPIC30" {
                StatusCode::NOT_FOUND
            } else {
                StatusCode::OK
            };
            assert_eq!(
                send_raw(&app, "GET", path, None, "", String::new()).await.0,
                expected,
                "{path}"
            );
        }
    }
    let games = send_json(&app, "GET", "/rtggames.json", None, Value::Null).await.1;
    for game in games["games"].as_array().unwrap() {
        let path = format!("/rtggames/{}-{}.svg", game["game_id"], game["machine_id"]);
        let (status, headers, drawing) =
            send_raw(&app, "GET", &path, None, "", String::new()).await;
        assert_eq!(
            (status, headers["content-type"].to_str().unwrap()),
            (StatusCode::OK, "image/svg+xml"),
            "{path}"
        );
        let drawing = String::from_utf8(drawing).unwrap();
        let name = game["display_name"]
            .as_str()
            .unwrap()
            .replace('\'', "&#39;")
            .replace('&', "&amp;")
            .replace("&amp;#", "&#");
        assert!(drawing.contains(&format!("<title>{name}</title>")), "{path}");
        assert!(
            drawing.len() < 2048 && !drawing.contains("<text"),
            "{path} is {} bytes",
            drawing.len()
        );
        drawings.insert(drawing);
    }
    assert_eq!(drawings.len(), games["games"].as_array().unwrap().len());
    for path in [
        "/rtggames/18-999.svg",
        "/rtggames/18-32.png",
        "/rtggames/x.svg",
        "/rtgcoupons/nopic25.svg",
    ] {
        assert_eq!(
            send_raw(&app, "GET", path, None, "", String::new()).await.0,
            StatusCode::NOT_FOUND,
            "{path}"
        );
    }
}

#[test]
fn there_are_no_pictures_without_a_game() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../static/rtggames");
    let games = include_str!("../seed/games.tsv").lines().filter(|line| !line.starts_with('#'));
    let names = games.map(|line| {
        let mut fields = line.split('\t');
        format!("{}-{}.svg", fields.next().unwrap(), fields.next().unwrap())
    });
    let stored = std::fs::read_dir(folder).unwrap();
    let stored = stored.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    assert_eq!(
        stored.collect::<std::collections::BTreeSet<_>>(),
        names.collect::<std::collections::BTreeSet<_>>()
    );
}

#[tokio::test]
async fn winners_have_masked_names_and_the_latest_is_first() {
    let winners = list("/rtglobbyjackpotwinners.json").await;
    assert_eq!(winners.len(), 12);
    let dates: Vec<&str> = winners.iter().map(|winner| winner["date"].as_str().unwrap()).collect();
    assert!(dates.is_sorted_by(|a, b| a > b), "{dates:?}");
    assert!(winners.iter().all(|winner| winner["name"].as_str().unwrap().ends_with("***")
        && winner["amount"].as_f64() > Some(0.0)));
}

/// Rows: 6-05
#[tokio::test]
async fn there_is_no_administrative_call_and_controls_require_faults() {
    let document: Value = serde_json::from_str(&sandbox::contract()).unwrap();
    let paths: Vec<&String> = document["paths"].as_object().unwrap().keys().collect();
    assert!(
        !paths.iter().any(|path| path.contains("admin") || path.starts_with("/sandbox")),
        "{paths:?}"
    );
    let app = sandbox::Sandbox::open(sandbox::Options::default()).unwrap();
    let app = app.with_faults(app.router());
    for (method, path) in [
        ("POST", "/sandbox/faults"),
        ("GET", "/sandbox/calls"),
        ("POST", "/sandbox/reset"),
        ("POST", "/sandbox/clock"),
        ("POST", "/sandbox/player"),
        ("GET", "/sandbox/player/1001"),
        ("POST", "/sandbox/push"),
        ("POST", "/sandbox/hit"),
        ("GET", "/sandbox/mails"),
        ("GET", "/sandbox/ledger"),
        ("GET", "/sandbox/signups"),
        ("GET", "/api/794/admin/players"),
        ("GET", "/api/794/players"),
    ] {
        assert_eq!(
            send_json(&app, method, path, None, json!({})).await.0,
            StatusCode::NOT_FOUND,
            "{method} {path}"
        );
    }
}
