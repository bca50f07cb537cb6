//! Tests of invalid input: wrong types, malformed or oversized bodies, SQL in strings, and a
//! thousand sockets.

use std::net::{IpAddr, Ipv4Addr};

use crate::common::schema::{document, faults, operations};
use crate::common::{PASSWORD, ask, cents, log_in, open, raw, token};
use axum::http::StatusCode;
use futures_util::{SinkExt, StreamExt};
use sandbox::{Options, Sandbox};
use serde_json::{Map, Value, json};
use tokio_tungstenite::tungstenite::Message;

/// Returns a value that the schema allows.
fn fitting(schema: &Value) -> Value {
    if let Some(only) = schema.get("const").or_else(|| schema["enum"].get(0)) {
        return only.clone();
    }
    match schema["type"].as_str().or_else(|| schema["type"][0].as_str()).unwrap_or("string") {
        "integer" => json!(1001.min(schema["maximum"].as_i64().unwrap_or(i64::MAX))),
        "boolean" => json!(true),
        "array" => json!([1001]),
        _ => json!("x"),
    }
}

/// Returns method, path and object schema of each body that an operation accepts.
fn bodies(document: &Value) -> Vec<(String, String, Value)> {
    let mut found = Vec::new();
    for (method, path) in operations(document) {
        let reference = &document["paths"][&path][&method]["requestBody"]["content"]["application/json"]
            ["schema"]["$ref"];
        let Some(reference) = reference.as_str() else { continue };
        let schema = document.pointer(reference.trim_start_matches('#')).unwrap();
        let choices = schema["oneOf"].as_array().cloned().unwrap_or_else(|| vec![schema.clone()]);
        let path = path.replace("{pid}", "1001");
        found.extend(
            choices
                .into_iter()
                .filter(|one| one["properties"].is_object())
                .map(|one| (method.to_uppercase(), path.clone(), one)),
        );
    }
    found
}

#[tokio::test]
async fn a_field_of_the_wrong_type_or_that_nobody_knows_is_refused_in_every_body() {
    let (app, _) = open();
    let document = document(&app).await;
    let session = token(&app, "annx").await;
    let mut tried = 0;
    for (method, path, schema) in bodies(&document) {
        let fields = schema["properties"].as_object().unwrap();
        let whole: Map<String, Value> =
            fields.iter().map(|(name, schema)| (name.clone(), fitting(schema))).collect();
        let mut wrong: Vec<Map<String, Value>> = Vec::new();
        for name in fields.keys() {
            for value in [json!({ "deep": [1] }), json!([{}]), json!(1.5)] {
                let mut body = whole.clone();
                body.insert(name.clone(), value);
                wrong.push(body);
            }
        }
        if schema["additionalProperties"] == false {
            let mut body = whole.clone();
            body.insert("surprise".to_owned(), json!(1));
            wrong.push(body);
        }
        for body in wrong {
            let (status, answer) =
                ask(&app, &method, &path, Some(&session), Value::Object(body.clone())).await;
            assert!(status.is_client_error(), "{method} {path} took {body:?}: {status} {answer}");
            let refusal = &document["components"]["schemas"]["Refusal"];
            assert_eq!(
                faults(&document, refusal, &answer, ""),
                Vec::<String>::new(),
                "{method} {path}"
            );
            tried += 1;
        }
    }
    assert!(tried > 150, "{tried}");
}

#[tokio::test]
async fn bodies_that_are_no_json_or_far_too_big_are_refused_and_nothing_is_lost() {
    let (app, _) = open();
    let document = document(&app).await;
    let session = token(&app, "annx").await;
    let deep = format!("{}{}", "[".repeat(200_000), "]".repeat(200_000));
    let huge = format!("{{\"login\":\"{}\"}}", "x".repeat(10 << 20));
    let nul = "{\"login\":\"a\\u0000b\",\"password\":\"\\ud800\"}".to_owned();
    let bad = [
        "",
        "{",
        "nul",
        "{\"a\":}",
        "\u{feff}{}",
        "{}{}",
        "<xml/>",
        deep.as_str(),
        huge.as_str(),
        nul.as_str(),
    ];
    for (method, path, _) in bodies(&document) {
        for text in bad {
            let (status, _, answer) =
                raw(&app, &method, &path, Some(&session), "application/json", text.to_owned())
                    .await;
            let answer: Value = serde_json::from_slice(&answer).unwrap();
            assert!(
                status.is_client_error() && answer["errorMessage"].is_string(),
                "{method} {path}: {status} {answer}"
            );
        }
        for kind in ["text/plain", "application/xml", ""] {
            let status = raw(&app, &method, &path, Some(&session), kind, "{}".to_owned()).await.0;
            assert!(status.is_client_error(), "{method} {path} as {kind}: {status}");
        }
    }
    assert_eq!(cents(&app, 1001, &session).await, 5000);
}

#[tokio::test]
async fn a_body_that_is_too_big_is_refused_in_the_shape_of_all_errors_whatever_call_it_comes_to() {
    // With faults enabled, a layer reads bodies first; otherwise each call reads its body.
    for faults in [true, false] {
        let sandbox = Sandbox::open(Options { faults, ..Options::default() }).unwrap();
        let app = sandbox.with_faults(sandbox.router());
        let session = token(&app, "annx").await;
        for (method, path) in operations(&document(&app).await) {
            let path =
                path.replace("{pid}", "1001").replace("{name}", "seal.svg").replace("{id}", "1");
            for kind in ["application/json", "application/x-www-form-urlencoded", "text/plain"] {
                let big = format!("{{\"a\":\"{}\"}}", "x".repeat(10 << 20));
                let (status, headers, answer) =
                    raw(&app, &method.to_uppercase(), &path, Some(&session), kind, big).await;
                assert!(!status.is_server_error(), "{method} {path}: {status}");
                let is_json =
                    headers.get("content-type").is_some_and(|it| it == "application/json");
                let refused = || {
                    serde_json::from_slice::<Value>(&answer)
                        .is_ok_and(|it| it["errorMessage"].is_string())
                };
                assert!(
                    !status.is_client_error() || (is_json && refused()),
                    "{faults} {method} {path} {kind}: {status}"
                );
            }
        }
    }
}

#[tokio::test]
async fn sql_in_any_string_is_a_string() {
    let (app, _) = open();
    let document = document(&app).await;
    let session = token(&app, "newbie").await;
    let before = ask(&app, "GET", "/sandbox/ledger", None, Value::Null).await.1;
    for hostile in [
        "'; drop table players; --",
        "' or '1'='1",
        "1; delete from ledger",
        "x\" union select password_hash from players --",
    ] {
        for (method, path, schema) in bodies(&document) {
            let fields = schema["properties"].as_object().unwrap();
            let body = fields.iter().map(|(name, schema)| {
                let text = schema["type"] == "string" || schema["type"][1] == "string";
                (
                    name.clone(),
                    if text && schema["pattern"].is_null() {
                        json!(hostile)
                    } else {
                        fitting(schema)
                    },
                )
            });
            let path = path.replace("1001", "1002");
            let (status, answer) =
                ask(&app, &method, &path, Some(&session), Value::Object(body.collect())).await;
            assert!(
                !status.is_server_error() && !answer.to_string().contains("argon2"),
                "{method} {path}: {status} {answer}"
            );
        }
        let encoded: String = hostile.bytes().map(|byte| format!("%{byte:02X}")).collect();
        for (method, path) in operations(&document) {
            let filled = path
                .replace("{pid}", "1002")
                .replace("{guid}", &encoded)
                .replace("{id}", &encoded)
                .replace("{name}", &encoded);
            let query = document["paths"][&path][&method]["parameters"].as_array().unwrap().iter();
            let query: Vec<String> = query
                .filter(|it| it["in"] == "query")
                .map(|it| format!("{}={encoded}", it["name"].as_str().unwrap()))
                .collect();
            let path = format!("{}?{}", filled.replace("{token}", &encoded), query.join("&"));
            let (status, answer) =
                ask(&app, &method.to_uppercase(), &path, Some(&session), Value::Null).await;
            assert!(
                !status.is_server_error() && !answer.to_string().contains("argon2"),
                "{method} {path}: {status} {answer}"
            );
        }
    }
    assert_eq!(log_in(&app, "' or 1=1 --", "' or 1=1 --").await.0, StatusCode::UNAUTHORIZED);
    assert_eq!(ask(&app, "GET", "/sandbox/ledger", None, Value::Null).await.1, before);
    assert_eq!(log_in(&app, "annx", PASSWORD).await.0, StatusCode::OK);
}

#[tokio::test]
async fn a_thousand_sockets_are_answered_and_a_push_reaches_those_of_its_player_alone() {
    let sandbox = Sandbox::open(Options { faults: true, ..Options::default() }).unwrap();
    let app = sandbox.with_faults(sandbox.router());
    let listener =
        tokio::net::TcpListener::bind((IpAddr::V4(Ipv4Addr::LOCALHOST), 0)).await.unwrap();
    let address = listener.local_addr().unwrap();
    let beside = app.clone();
    tokio::spawn(async move { axum::serve(listener, beside).await });
    let (daily, other) = (token(&app, "dailyx").await, token(&app, "annx").await);
    let mut sockets = Vec::new();
    for number in 0..1000 {
        let token = if number % 2 == 0 { &daily } else { &other };
        let url = format!("ws://{address}/rewards?casinoid=794&token={token}");
        sockets.push(tokio_tungstenite::connect_async(url).await.unwrap().0);
    }
    let mut good = 0;
    for broken in ["{", "[1]", "{\"action\":\"checklogin\"}", ""] {
        sockets[0].send(Message::text(broken)).await.unwrap();
        let answer = sockets[0].next().await.unwrap().unwrap().into_text().unwrap().to_string();
        good += usize::from(answer.contains("errorMessage"));
    }
    assert_eq!(good, 4);
    // An oversized frame closes only its own socket.
    let _ = sockets[1].send(Message::text("x".repeat(1 << 20))).await;
    assert!(!matches!(sockets[1].next().await, Some(Ok(Message::Text(_)))));
    ask(&app, "POST", "/sandbox/push", None, json!({ "pid": 1007, "frame": "to dailyx" })).await;
    ask(&app, "POST", "/sandbox/push", None, json!({ "pid": 1001, "frame": "to annx" })).await;
    for (number, socket) in sockets.iter_mut().enumerate().filter(|(number, _)| *number != 1) {
        let expected = if number % 2 == 0 { "to dailyx" } else { "to annx" };
        assert_eq!(
            socket.next().await.unwrap().unwrap().into_text().unwrap().as_str(),
            expected,
            "{number}"
        );
    }
    drop(sockets);
    assert_eq!(cents(&app, 1001, &other).await, 5000);
}
