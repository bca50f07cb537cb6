//! Tests that external services have a separate origin, through real ports.

use std::net::{IpAddr, Ipv4Addr};

use crate::common::http::{Client, Response};
use crate::common::{START, log_in_body};
use sandbox::{Clock, ExternalServer, Options, Sandbox};
use serde_json::{Value, json};

/// Starts a sandbox on two ports and returns both origins.
async fn start() -> (String, String) {
    let host = IpAddr::V4(Ipv4Addr::LOCALHOST);
    let external = ExternalServer::listen(host, Some(0), 0).unwrap();
    let origin = external.origin().to_owned();
    let options = Options {
        clock: Clock::fixed(START),
        faults: true,
        external_origin: Some(origin.clone()),
        ..Options::default()
    };
    let sandbox = Sandbox::open(options).unwrap();
    let site = sandbox.with_faults(sandbox.router());
    let listener = tokio::net::TcpListener::bind((host, 0)).await.unwrap();
    let site_origin = format!("http://{}", listener.local_addr().unwrap());
    tokio::spawn(async move { axum::serve(listener, site).await });
    tokio::spawn(async move { external.serve(&sandbox).await });
    (site_origin, origin)
}

async fn sign_in(client: &Client, site: &str, login: &str) -> String {
    let response = client
        .send("POST", &format!("{site}/api/794/login"), &[], log_in_body(login).to_string())
        .await;
    response.json()["sessionToken"].as_str().unwrap().to_owned()
}

async fn post(client: &Client, url: &str, token: &str, body: Value) -> Response {
    client.send("POST", url, &[("x-session-token", token)], body.to_string()).await
}

/// Rows: 3-07
#[tokio::test]
async fn the_cashier_has_another_origin_and_concurrent_deposits_count_once() {
    let (site, external) = start().await;
    let client = Client;
    let token = sign_in(&client, &site, "awaitx").await;
    for client_type in ["Mobile", "InstantPlay"] {
        let body = json!({ "skinId": 1, "playerId": 1005, "cashier_type": "deposit", "client_type": client_type });
        let data = post(&client, &format!("{site}/api/794/player/1005/cashier"), &token, body)
            .await
            .json();
        assert_eq!(data["url"], format!("{external}/external/cashier"));
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
    let deposit = json!({ "ticket": ticket, "cents": 5000 });
    let requests = (0..8).map(|_| {
        let (url, deposit) = (format!("{external}/external/cashier/deposit"), deposit.clone());
        tokio::spawn(async move { post(&Client, &url, "", deposit).await.status })
    });
    let mut statuses = Vec::new();
    for call in requests.collect::<Vec<_>>() {
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
async fn live_tables_and_games_have_another_origin_and_send_no_messages() {
    let (site, external) = start().await;
    let client = Client;
    let token = sign_in(&client, &site, "annx").await;
    let path = "/api/794/player/1001/externallobby/1?skinId=1&pid=1001&clientType=Mobile";
    let link = client
        .send("GET", &format!("{site}{path}"), &[("x-session-token", &token)], "")
        .await
        .json();
    assert_eq!(link["message"], format!("{external}/external/live-dealer/1"));
    let table = client.send("GET", link["message"].as_str().unwrap(), &[], "").await;
    let game = client
        .send("GET", &format!("{external}/external/game?game_id=18&machine_id=32&token=x"), &[], "")
        .await;
    for page in [&table, &game] {
        assert_eq!(page.status, 200);
        assert!(
            !["postMessage", "opener", "parent", "window.top"]
                .iter()
                .any(|name| page.text.contains(name)),
            "{}",
            page.text
        );
    }
    let body = json!({ "playerId": 1001, "token_type": "game" });
    let launch =
        post(&client, &format!("{site}/api/794/players/1001/token"), &token, body).await.json();
    let round = post(&client, &format!("{external}/external/game/open"), "", launch).await;
    assert_eq!((round.status, &round.json()["balance"]), (200, &json!(50.0)));
    // A page of the site cannot read responses of the game's server.
    assert_eq!(round.header("access-control-allow-origin"), None);
}

#[tokio::test]
async fn each_origin_serves_its_own_paths_and_the_site_redirects_to_the_other() {
    let (site, external) = start().await;
    let client = Client;
    for path in [
        "/api/794/jackpots?forMoney=true&currencyCode=USD",
        "/rtgcoupons.json",
        "/openapi.json",
        "/sandbox/calls",
        "/",
    ] {
        assert_eq!(
            client.send("GET", &format!("{external}{path}"), &[], "").await.status,
            404,
            "{path}"
        );
    }
    let redirect = client.send("POST", &format!("{site}/external/reports?a=b"), &[], "{}").await;
    assert_eq!(
        (redirect.status, redirect.header("location")),
        (307, Some(format!("{external}/external/reports?a=b").as_str()))
    );
    // Redirects are not affected by faults and not recorded; otherwise they would count twice.
    let fault = json!({ "path": "/external/seal.svg", "status": 503, "times": 1 });
    assert_eq!(post(&client, &format!("{site}/sandbox/faults"), "", fault).await.status, 200);
    assert_eq!(client.send("GET", &format!("{site}/external/seal.svg"), &[], "").await.status, 307);
    assert_eq!(
        client.send("GET", &format!("{external}/external/seal.svg"), &[], "").await.status,
        503
    );
    assert_eq!(
        client.send("GET", &format!("{external}/external/seal.svg"), &[], "").await.status,
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
async fn scripts_have_backups_and_reports_are_accepted_from_any_site() {
    let (site, external) = start().await;
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
            client.send("GET", &format!("{external}/external/scripts/{name}"), &[], "").await;
        assert_eq!(script.status, status, "{name}");
    }
    for endpoint in ["reports", "events"] {
        let url = format!("{external}/external/{endpoint}");
        let headers = [("content-type", "text/plain;charset=UTF-8")];
        let accepted = client
            .send("POST", &url, &headers, json!({ "message": "m", "token": "T" }).to_string())
            .await;
        assert_eq!(
            (accepted.status, accepted.header("access-control-allow-origin")),
            (200, Some("*"))
        );
        assert_eq!(client.send("POST", &url, &headers, "{broken").await.status, 400);
        assert_eq!(client.send("POST", &url, &headers, "x".repeat(65 << 10)).await.status, 413);
    }
    // Preflight requests for JSON: allowed for report endpoints, not for deposits.
    for (path, status, allowed) in [
        ("reports", 200, Some("content-type")),
        ("events", 200, Some("content-type")),
        ("cashier/deposit", 405, None),
    ] {
        let headers = [
            ("origin", site.as_str()),
            ("access-control-request-method", "POST"),
            ("access-control-request-headers", "content-type"),
        ];
        let response =
            client.send("OPTIONS", &format!("{external}/external/{path}"), &headers, "").await;
        assert_eq!(
            (response.status, response.header("access-control-allow-headers")),
            (status, allowed),
            "{path}"
        );
        assert_eq!(response.header("access-control-allow-origin"), allowed.map(|_| "*"), "{path}");
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
