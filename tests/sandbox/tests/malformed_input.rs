//! Tests of invalid input: wrong types, malformed or oversized bodies, SQL in strings, and a
//! thousand sockets.

use std::net::{IpAddr, Ipv4Addr};

use crate::common::schema::{document, operations, violations};
use crate::common::{PASSWORD, cents, log_in, open, send_json, send_raw, token};
use axum::http::StatusCode;
use futures_util::{SinkExt, StreamExt};
use sandbox::{Options, Sandbox};
use serde_json::{Map, Value, json};
use tokio_tungstenite::tungstenite::Message;

/// Returns a value that the schema allows.
fn valid_value(schema: &Value) -> Value {
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
async fn fields_of_a_wrong_type_and_unknown_fields_are_rejected() {
    let (app, _) = open();
    let document = document(&app).await;
    let session = token(&app, "annx").await;
    let mut tried = 0;
    for (method, path, schema) in bodies(&document) {
        let fields = schema["properties"].as_object().unwrap();
        let valid_body: Map<String, Value> =
            fields.iter().map(|(name, schema)| (name.clone(), valid_value(schema))).collect();
        let mut invalid_bodies: Vec<Map<String, Value>> = Vec::new();
        for name in fields.keys() {
            for value in [json!({ "deep": [1] }), json!([{}]), json!(1.5)] {
                let mut body = valid_body.clone();
                body.insert(name.clone(), value);
                invalid_bodies.push(body);
            }
        }
        if schema["additionalProperties"] == false {
            let mut body = valid_body.clone();
            body.insert("surprise".to_owned(), json!(1));
            invalid_bodies.push(body);
        }
        for body in invalid_bodies {
            let (status, response) =
                send_json(&app, &method, &path, Some(&session), Value::Object(body.clone())).await;
            assert!(status.is_client_error(), "{method} {path} took {body:?}: {status} {response}");
            let error_schema = &document["components"]["schemas"]["Refusal"];
            assert_eq!(
                violations(&document, error_schema, &response, ""),
                Vec::<String>::new(),
                "{method} {path}"
            );
            tried += 1;
        }
    }
    assert!(tried > 150, "{tried}");
}

#[tokio::test]
async fn bodies_that_are_not_json_or_too_large_are_rejected() {
    let (app, _) = open();
    let document = document(&app).await;
    let session = token(&app, "annx").await;
    let deep = format!("{}{}", "[".repeat(200_000), "]".repeat(200_000));
    let huge = format!("{{\"login\":\"{}\"}}", "x".repeat(10 << 20));
    let nul = "{\"login\":\"a\\u0000b\",\"password\":\"\\ud800\"}".to_owned();
    let invalid_texts = [
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
        for text in invalid_texts {
            let (status, _, response) =
                send_raw(&app, &method, &path, Some(&session), "application/json", text.to_owned())
                    .await;
            let response: Value = serde_json::from_slice(&response).unwrap();
            assert!(
                status.is_client_error() && response["errorMessage"].is_string(),
                "{method} {path}: {status} {response}"
            );
        }
        for kind in ["text/plain", "application/xml", ""] {
            let status =
                send_raw(&app, &method, &path, Some(&session), kind, "{}".to_owned()).await.0;
            assert!(status.is_client_error(), "{method} {path} as {kind}: {status}");
        }
    }
    assert_eq!(cents(&app, 1001, &session).await, 5000);
}

#[tokio::test]
async fn oversized_bodies_are_rejected_in_the_common_error_format() {
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
                let (status, headers, response) =
                    send_raw(&app, &method.to_uppercase(), &path, Some(&session), kind, big).await;
                assert!(!status.is_server_error(), "{method} {path}: {status}");
                let is_json =
                    headers.get("content-type").is_some_and(|it| it == "application/json");
                let is_error = || {
                    serde_json::from_slice::<Value>(&response)
                        .is_ok_and(|it| it["errorMessage"].is_string())
                };
                assert!(
                    !status.is_client_error() || (is_json && is_error()),
                    "{faults} {method} {path} {kind}: {status}"
                );
            }
        }
    }
}

#[tokio::test]
async fn sql_in_strings_is_not_executed() {
    let (app, _) = open();
    let document = document(&app).await;
    let session = token(&app, "newbie").await;
    let before = send_json(&app, "GET", "/sandbox/ledger", None, Value::Null).await.1;
    for sql in [
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
                        json!(sql)
                    } else {
                        valid_value(schema)
                    },
                )
            });
            let path = path.replace("1001", "1002");
            let (status, response) =
                send_json(&app, &method, &path, Some(&session), Value::Object(body.collect()))
                    .await;
            assert!(
                !status.is_server_error() && !response.to_string().contains("argon2"),
                "{method} {path}: {status} {response}"
            );
        }
        let encoded: String = sql.bytes().map(|byte| format!("%{byte:02X}")).collect();
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
            let (status, response) =
                send_json(&app, &method.to_uppercase(), &path, Some(&session), Value::Null).await;
            assert!(
                !status.is_server_error() && !response.to_string().contains("argon2"),
                "{method} {path}: {status} {response}"
            );
        }
    }
    assert_eq!(log_in(&app, "' or 1=1 --", "' or 1=1 --").await.0, StatusCode::UNAUTHORIZED);
    assert_eq!(send_json(&app, "GET", "/sandbox/ledger", None, Value::Null).await.1, before);
    assert_eq!(log_in(&app, "annx", PASSWORD).await.0, StatusCode::OK);
}

#[tokio::test]
async fn a_thousand_sockets_receive_only_the_frames_of_their_player() {
    let sandbox = Sandbox::open(Options { faults: true, ..Options::default() }).unwrap();
    let app = sandbox.with_faults(sandbox.router());
    let listener =
        tokio::net::TcpListener::bind((IpAddr::V4(Ipv4Addr::LOCALHOST), 0)).await.unwrap();
    let address = listener.local_addr().unwrap();
    let server = app.clone();
    tokio::spawn(async move { axum::serve(listener, server).await });
    let (daily, other) = (token(&app, "dailyx").await, token(&app, "annx").await);
    let mut sockets = Vec::new();
    for number in 0..1000 {
        let token = if number % 2 == 0 { &daily } else { &other };
        let url = format!("ws://{address}/rewards?casinoid=794&token={token}");
        sockets.push(tokio_tungstenite::connect_async(url).await.unwrap().0);
    }
    let mut errors = 0;
    for broken in ["{", "[1]", "{\"action\":\"checklogin\"}", ""] {
        sockets[0].send(Message::text(broken)).await.unwrap();
        let response = sockets[0].next().await.unwrap().unwrap().into_text().unwrap().to_string();
        errors += usize::from(response.contains("errorMessage"));
    }
    assert_eq!(errors, 4);
    // An oversized frame closes only its own socket.
    let _ = sockets[1].send(Message::text("x".repeat(1 << 20))).await;
    assert!(!matches!(sockets[1].next().await, Some(Ok(Message::Text(_)))));
    send_json(&app, "POST", "/sandbox/push", None, json!({ "pid": 1007, "frame": "to dailyx" }))
        .await;
    send_json(&app, "POST", "/sandbox/push", None, json!({ "pid": 1001, "frame": "to annx" }))
        .await;
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
