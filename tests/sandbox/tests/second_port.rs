//! Tests that external services have a separate origin, through real ports.

use std::net::{IpAddr, Ipv4Addr};

use crate::common::http::{Client, Response};
use crate::common::{START, log_in_body};
use sandbox::{Clock, Options, Outside, Sandbox};
use serde_json::{Value, json};

/// Starts a sandbox on two ports and returns both origins.
async fn served() -> (String, String) {
    let host = IpAddr::V4(Ipv4Addr::LOCALHOST);
    let outside = Outside::listen(host, Some(0), 0).unwrap();
    let origin = outside.origin().to_owned();
    let options = Options {
        clock: Clock::fixed(START),
        faults: true,
        outside: Some(origin.clone()),
        ..Options::default()
    };
    let sandbox = Sandbox::open(options).unwrap();
    let site = sandbox.with_faults(sandbox.router());
    let listener = tokio::net::TcpListener::bind((host, 0)).await.unwrap();
    let site_origin = format!("http://{}", listener.local_addr().unwrap());
    tokio::spawn(async move { axum::serve(listener, site).await });
    tokio::spawn(async move { outside.serve(&sandbox).await });
    (site_origin, origin)
}

async fn signed_in(client: &Client, site: &str, login: &str) -> String {
    let answer = client
        .send("POST", &format!("{site}/api/794/login"), &[], log_in_body(login).to_string())
        .await;
    answer.json()["sessionToken"].as_str().unwrap().to_owned()
}

async fn post(client: &Client, url: &str, token: &str, body: Value) -> Response {
    client.send("POST", url, &[("x-session-token", token)], body.to_string()).await
}

/// Rows: 3-07
#[tokio::test]
async fn the_form_of_the_cashier_goes_to_another_origin_and_a_deposit_sent_many_times_at_once_is_one()
 {
    let (site, outside) = served().await;
    let client = Client;
    let token = signed_in(&client, &site, "awaitx").await;
    for client_type in ["Mobile", "InstantPlay"] {
        let body = json!({ "skinId": 1, "playerId": 1005, "cashier_type": "deposit", "client_type": client_type });
        let data = post(&client, &format!("{site}/api/794/player/1005/cashier"), &token, body)
            .await
            .json();
        assert_eq!(data["url"], format!("{outside}/external/cashier"));
    }
    let body = json!({ "skinId": 1, "playerId": 1005, "cashier_type": "deposit", "client_type": "Mobile" });
    let data =
        post(&client, &format!("{site}/api/794/player/1005/cashier"), &token, body).await.json();
    let url =
        format!("{}/{}", data["url"].as_str().unwrap(), data["launch_page"].as_str().unwrap());
    let form: Vec<String> = data["info"]
        .as_object()
        .unwrap()
        .iter()
        .map(|(name, value)| format!("{name}={}", value.as_str().unwrap()))
        .collect();
    let page = client
        .send(
            "POST",
            &url,
            &[("content-type", "application/x-www-form-urlencoded")],
            form.join("&"),
        )
        .await;
    assert_eq!((page.status, page.header("cache-control")), (200, Some("no-store")));
    let calls = client.send("GET", &format!("{site}/sandbox/calls"), &[], "").await.json();
    let form = json!({
        "login": "awaitx", "player_id": "1005", "hashed_password": "***", "session_id": "***", "lang": "en", "sportsbook": "0",
        "sign_up_skin": "1",
    });
    assert_eq!(calls.as_array().unwrap().last().unwrap()["body"], form);
    let ticket =
        page.text.split_once("data-ticket=\"").unwrap().1.split_once('"').unwrap().0.to_owned();
    let paying = json!({ "ticket": ticket, "cents": 5000 });
    let at_once = (0..8).map(|_| {
        let (url, paying) = (format!("{outside}/external/cashier/deposit"), paying.clone());
        tokio::spawn(async move { post(&Client, &url, "", paying).await.status })
    });
    let mut statuses = Vec::new();
    for call in at_once.collect::<Vec<_>>() {
        statuses.push(call.await.unwrap());
    }
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409, 409, 409, 409, 409, 409, 409]);
    let balance = client
        .send(
            "GET",
            &format!("{site}/api/794/players/1005/balance"),
            &[("x-session-token", &token)],
            "",
        )
        .await;
    assert_eq!(balance.json()[0]["balance"], 50.0 + 50.0 + 100.0);
}

/// Rows: 7.3-08
#[tokio::test]
async fn a_live_table_and_a_game_are_of_another_origin_and_say_nothing_to_who_opened_them() {
    let (site, outside) = served().await;
    let client = Client;
    let token = signed_in(&client, &site, "annx").await;
    let path = "/api/794/player/1001/externallobby/1?skinId=1&pid=1001&clientType=Mobile";
    let link = client
        .send("GET", &format!("{site}{path}"), &[("x-session-token", &token)], "")
        .await
        .json();
    assert_eq!(link["message"], format!("{outside}/external/live-dealer/1"));
    let table = client.send("GET", link["message"].as_str().unwrap(), &[], "").await;
    let game = client
        .send("GET", &format!("{outside}/external/game?game_id=18&machine_id=32&token=x"), &[], "")
        .await;
    for page in [&table, &game] {
        assert_eq!(page.status, 200);
        assert!(
            !["postMessage", "opener", "parent", "window.top"]
                .iter()
                .any(|word| page.text.contains(word)),
            "{}",
            page.text
        );
    }
    let body = json!({ "playerId": 1001, "token_type": "game" });
    let launch =
        post(&client, &format!("{site}/api/794/players/1001/token"), &token, body).await.json();
    let round = post(&client, &format!("{outside}/external/game/open"), "", launch).await;
    assert_eq!((round.status, &round.json()["balance"]), (200, &json!(50.0)));
    // A page of the site cannot read responses of the game's server.
    assert_eq!(round.header("access-control-allow-origin"), None);
}

#[tokio::test]
async fn each_origin_answers_its_own_paths_and_the_site_leads_to_the_other() {
    let (site, outside) = served().await;
    let client = Client;
    for path in [
        "/api/794/jackpots?forMoney=true&currencyCode=USD",
        "/rtgcoupons.json",
        "/openapi.json",
        "/sandbox/calls",
        "/",
    ] {
        assert_eq!(
            client.send("GET", &format!("{outside}{path}"), &[], "").await.status,
            404,
            "{path}"
        );
    }
    let moved = client.send("POST", &format!("{site}/external/reports?a=b"), &[], "{}").await;
    assert_eq!(
        (moved.status, moved.header("location")),
        (307, Some(format!("{outside}/external/reports?a=b").as_str()))
    );
    // Redirects are not affected by faults and not recorded; otherwise they would count twice.
    let fault = json!({ "path": "/external/seal.svg", "status": 503, "times": 1 });
    assert_eq!(post(&client, &format!("{site}/sandbox/faults"), "", fault).await.status, 200);
    assert_eq!(client.send("GET", &format!("{site}/external/seal.svg"), &[], "").await.status, 307);
    assert_eq!(
        client.send("GET", &format!("{outside}/external/seal.svg"), &[], "").await.status,
        503
    );
    assert_eq!(
        client.send("GET", &format!("{outside}/external/seal.svg"), &[], "").await.status,
        200
    );
    let calls = client.send("GET", &format!("{site}/sandbox/calls"), &[], "").await.json();
    assert_eq!(
        calls
            .as_array()
            .unwrap()
            .iter()
            .filter(|call| call["path"] == "/external/seal.svg")
            .count(),
        2
    );
}

#[tokio::test]
async fn scripts_have_backups_and_sinks_take_reports_and_events_from_any_site() {
    let (site, outside) = served().await;
    let client = Client;
    let fault = json!({ "method": "GET", "path": "/external/scripts/bot-check.js", "status": 503 });
    assert_eq!(post(&client, &format!("{site}/sandbox/faults"), "", fault).await.status, 200);
    for (name, status) in [
        ("bot-check.js", 503),
        ("bot-check-backup.js", 200),
        ("chat.js", 200),
        ("chat-backup.js", 200),
    ] {
        let script =
            client.send("GET", &format!("{outside}/external/scripts/{name}"), &[], "").await;
        assert_eq!(script.status, status, "{name}");
    }
    for sink in ["reports", "events"] {
        let url = format!("{outside}/external/{sink}");
        let kind = [("content-type", "text/plain;charset=UTF-8")];
        let taken = client
            .send("POST", &url, &kind, json!({ "message": "m", "token": "T" }).to_string())
            .await;
        assert_eq!((taken.status, taken.header("access-control-allow-origin")), (200, Some("*")));
        assert_eq!(client.send("POST", &url, &kind, "{broken").await.status, 400);
        assert_eq!(client.send("POST", &url, &kind, "x".repeat(65 << 10)).await.status, 413);
    }
    // Preflight requests for JSON: allowed for report endpoints, not for deposits.
    for (path, status, allowed) in [
        ("reports", 200, Some("content-type")),
        ("events", 200, Some("content-type")),
        ("cashier/deposit", 405, None),
    ] {
        let asks = [
            ("origin", site.as_str()),
            ("access-control-request-method", "POST"),
            ("access-control-request-headers", "content-type"),
        ];
        let answer = client.send("OPTIONS", &format!("{outside}/external/{path}"), &asks, "").await;
        assert_eq!(
            (answer.status, answer.header("access-control-allow-headers")),
            (status, allowed),
            "{path}"
        );
        assert_eq!(answer.header("access-control-allow-origin"), allowed.map(|_| "*"), "{path}");
    }
    let calls = client.send("GET", &format!("{site}/sandbox/calls"), &[], "").await.json();
    let report = calls
        .as_array()
        .unwrap()
        .iter()
        .find(|call| call["path"] == "/external/reports" && call["method"] == "POST")
        .unwrap();
    assert_eq!(report["body"], json!({ "message": "m", "token": "***" }));
}
