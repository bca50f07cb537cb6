//! Tests that docs/content/casino/sandbox.md lists the actual calls, players, states and commands, and that each
//! documented control works.

use crate::common::schema::{document, operations};
use crate::common::{open, send_json};
use axum::http::StatusCode;
use serde_json::{Value, json};

const TEXT: &str = include_str!("../../../docs/content/casino/sandbox.md");

/// Returns the cells of all table rows, without the backticks of inline code.
fn rows() -> Vec<Vec<&'static str>> {
    let cells = |line: &'static str| {
        line.trim_matches('|').split('|').map(|cell| cell.trim().trim_matches('`')).collect()
    };
    TEXT.lines().filter(|line| line.starts_with('|')).map(cells).collect()
}

#[tokio::test]
async fn all_calls_are_documented_with_their_summaries() {
    let (app, _) = open();
    let document = document(&app).await;
    let listed: Vec<Vec<&str>> =
        rows().into_iter().filter(|row| row.len() == 2 && row[0].contains(" /")).collect();
    for (method, path) in operations(&document) {
        let operation = &document["paths"][&path][&method];
        let query: Vec<&str> = operation["parameters"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|it| it["in"] == "query")
            .map(|it| it["name"].as_str().unwrap())
            .collect();
        let mark = if query.is_empty() { "" } else { "?" };
        let call = format!("{} {path}{mark}{}", method.to_uppercase(), query.join("&"));
        let row = [call.as_str(), operation["summary"].as_str().unwrap()];
        assert!(
            listed.iter().any(|listed| listed[..] == row),
            "docs/content/casino/sandbox.md lacks | `{}` | {} |",
            row[0],
            row[1]
        );
    }
    assert_eq!(listed.len(), operations(&document).len());
}

#[tokio::test]
async fn documented_players_exist_and_all_states_are_documented() {
    let (app, _) = open();
    let (_, response) =
        send_json(&app, "POST", "/sandbox/player", None, json!({ "pid": 1001, "states": ["?"] }))
            .await;
    let states = response["detail"].as_str().unwrap().split_once("known states: ").unwrap().1;
    let players: Vec<Vec<&str>> =
        rows().into_iter().filter(|row| row.len() == 4 && row[0].parse::<i64>().is_ok()).collect();
    assert_eq!(players.len(), 18);
    for row in &players {
        let status =
            send_json(&app, "PUT", "~/login", None, json!({ "todo": "fp", "player_id": row[1] }))
                .await
                .0;
        assert!([StatusCode::OK, StatusCode::FORBIDDEN].contains(&status), "{row:?}");
        assert_eq!(
            send_json(&app, "GET", &format!("/sandbox/player/{}", row[0]), None, Value::Null)
                .await
                .0,
            StatusCode::OK,
            "{row:?}"
        );
    }
    let (_, mails) = send_json(&app, "GET", "/sandbox/mails", None, Value::Null).await;
    let mailed = |login: &str| {
        mails.as_array().unwrap().iter().any(|mail| mail["to"] == format!("{login}@example.com"))
    };
    assert!(players.iter().all(|row| row[1] == "britta" || mailed(row[1])));
    for state in states.split("; ") {
        let (name, description) = state.split_once(": ").unwrap();
        let in_table = players.iter().any(|row| row[2] == name && row[3].starts_with(description));
        assert!(
            in_table || rows().contains(&vec![name, description]),
            "docs/content/casino/sandbox.md lacks {state}"
        );
    }
}

#[tokio::test]
async fn documented_commands_succeed() {
    let (app, _) = open();
    let mut count = 0;
    for line in TEXT.lines().filter_map(|line| line.strip_prefix("control ")) {
        let (head, body) = line.split_once(" '").unwrap_or((line, ""));
        let (method, path) = head.split_once(' ').unwrap();
        let body = serde_json::from_str(body.trim_end_matches('\'')).unwrap_or(Value::Null);
        let (status, response) =
            send_json(&app, method, &format!("/sandbox/{path}"), None, body).await;
        assert_eq!(status, StatusCode::OK, "{line}: {response}");
        count += 1;
    }
    assert_eq!(count, 21);
}
