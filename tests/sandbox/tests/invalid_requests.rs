//! Tests that client errors are rejected: missing parameters, overlong strings, and data of other
//! players.

use crate::common::schema::{document, operations};
use crate::common::{JsonResponse, cents, get, log_in_body, open, rejected, send_json, token};
use axum::Router;
use axum::http::StatusCode;
use serde_json::{Map, Value, json};

/// Returns a value that the schema allows.
fn valid_value(schema: &Value) -> Value {
    if let Some(allowed) = schema.get("const").or_else(|| schema["enum"].get(0)) {
        return allowed.clone();
    }
    if schema["pattern"].is_string() {
        return json!("1976-09-21");
    }
    match schema["type"].as_str().or_else(|| schema["type"][0].as_str()).unwrap() {
        "integer" => json!(
            1001.min(schema["maximum"].as_i64().unwrap_or(i64::MAX))
                .max(schema["minimum"].as_i64().unwrap_or(0))
        ),
        "boolean" => json!(true),
        "array" => json!([1001]),
        _ => json!("xxxxxx"),
    }
}

/// Returns the properties of each JSON object that an operation accepts.
fn bodies(document: &Value, operation: &Value) -> Vec<Map<String, Value>> {
    let Some(content) = operation["requestBody"]["content"].as_object() else { return Vec::new() };
    let reference = content.values().next().unwrap()["schema"]["$ref"].as_str().unwrap();
    let schema = document.pointer(reference.trim_start_matches('#')).unwrap();
    let one = std::slice::from_ref(schema);
    let choices = schema["oneOf"].as_array().map_or(one, Vec::as_slice);
    choices.iter().filter_map(|schema| schema["properties"].as_object().cloned()).collect()
}

async fn send_as_1001(
    app: &Router,
    method: &str,
    path: &str,
    session: &str,
    body: Value,
) -> JsonResponse {
    send_json(
        app,
        &method.to_uppercase(),
        &path.replace("{pid}", "1001").replace("{id}", "1"),
        Some(session),
        body,
    )
    .await
}

#[tokio::test]
async fn a_missing_required_parameter_is_rejected_by_name() {
    let (app, _) = open();
    let document = document(&app).await;
    let session = token(&app, "annx").await;
    let mut tried = 0;
    for (method, path) in operations(&document) {
        let parameters = document["paths"][&path][&method]["parameters"].as_array().unwrap();
        let required: Vec<(&str, String)> = parameters
            .iter()
            .filter(|it| it["in"] == "query" && it["required"] == true)
            .map(|it| {
                (
                    it["name"].as_str().unwrap(),
                    valid_value(&it["schema"]).to_string().trim_matches('"').to_owned(),
                )
            })
            .collect();
        for (missing, _) in &required {
            let others = required
                .iter()
                .filter(|(name, _)| name != missing)
                .map(|(name, value)| format!("{name}={value}"));
            let body = if path.ends_with("/cashback") {
                json!({ "txIdHash": "x", "userHash": "x" })
            } else {
                Value::Null
            };
            let query = others.collect::<Vec<_>>().join("&").replace("xxxxxx", "annx");
            let (status, response) =
                send_as_1001(&app, &method, &format!("{path}?{query}"), &session, body).await;
            assert_eq!(
                status,
                StatusCode::BAD_REQUEST,
                "{method} {path} without {missing}: {response}"
            );
            assert!(response["detail"].as_str().unwrap().contains(missing), "{response}");
            tried += 1;
        }
    }
    assert_eq!(tried, 23);
}

#[tokio::test]
async fn values_beyond_the_limits_of_the_schema_are_rejected() {
    let (app, _) = open();
    let document = document(&app).await;
    let session = token(&app, "annx").await;
    let mut tried = 0;
    for (method, path) in operations(&document) {
        let operation = &document["paths"][&path][&method];
        for fields in bodies(&document, operation) {
            for (name, schema) in &fields {
                let types = schema["type"]
                    .as_array()
                    .cloned()
                    .unwrap_or_else(|| vec![schema["type"].clone()]);
                let is_text = types.contains(&json!("string"));
                let is_bound = schema["pattern"].is_string() || schema["maxLength"].is_u64();
                assert!(!is_text || is_bound, "{method} {path}: {name} has no length limit");
                let mut invalid = Vec::new();
                if let Some(maximum) = schema["maxLength"].as_u64() {
                    invalid.push(json!("y".repeat(usize::try_from(maximum).unwrap() + 1)));
                }
                if let Some(minimum) = schema["minLength"].as_u64() {
                    invalid.push(json!("y".repeat(usize::try_from(minimum).unwrap() - 1)));
                }
                if let Some(minimum) = schema["minimum"].as_i64() {
                    invalid.push(json!(minimum - 1));
                }
                if let Some(maximum) = schema["maximum"].as_i64() {
                    invalid.push(json!(maximum + 1));
                }
                if let Some(allowed) = schema["enum"].as_array() {
                    invalid.push(if allowed[0].is_string() { json!("other") } else { json!(99) });
                }
                if let Some(allowed) = schema.get("const") {
                    invalid.push(if allowed.is_string() { json!("other") } else { json!(99) });
                }
                for value in invalid.into_iter().filter(|_| !path.ends_with(".asp")) {
                    let mut body: Map<String, Value> = fields
                        .iter()
                        .map(|(name, schema)| (name.clone(), valid_value(schema)))
                        .collect();
                    body.insert(name.clone(), value);
                    let path = format!("{path}?login=annx");
                    let (status, response) =
                        send_as_1001(&app, &method, &path, &session, Value::Object(body)).await;
                    assert!(
                        status.is_client_error(),
                        "{method} {path}: {name}: {status} {response}"
                    );
                    tried += 1;
                }
            }
        }
    }
    assert!(tried > 90, "{tried}");
}

#[tokio::test]
async fn requests_for_another_player_or_skin_are_rejected() {
    let (app, _) = open();
    let session = token(&app, "annx").await;
    let other_player = rejected(403, "This is not your account.");
    let cashier = |skin: i64, player: i64| json!({ "skinId": skin, "playerId": player, "cashier_type": "deposit", "client_type": "Mobile" });
    assert_eq!(
        send_as_1001(&app, "post", "~/player/1001/cashier", &session, cashier(1, 9999)).await,
        other_player
    );
    assert_eq!(
        send_as_1001(&app, "post", "~/player/1001/cashier", &session, cashier(2, 1001)).await.0,
        StatusCode::UNPROCESSABLE_ENTITY
    );
    for method in ["post", "delete"] {
        for (player, skin, expected) in
            [(1002, 1, StatusCode::FORBIDDEN), (1001, 2, StatusCode::BAD_REQUEST)]
        {
            let query = format!("machineId=32&gameId=18&playerId={player}&skinId={skin}");
            let path = format!("~/player/1001/games/favorites/playerid?{query}");
            assert_eq!(
                send_as_1001(&app, method, &path, &session, Value::Null).await.0,
                expected,
                "{method} {query}"
            );
        }
    }
    for path in [
        "~/v2/players/1001/coupons?login=lowell&couponCode=DEP250&redeem=true",
        "~/player/1001/rewards/cashback?login=x",
    ] {
        let body = json!({ "txIdHash": "AB12", "userHash": "c0ffee12" });
        assert_eq!(send_as_1001(&app, "post", path, &session, body).await, other_player, "{path}");
    }
    assert_eq!(
        get(&app, "~/players/1001/coupondetails?login=lowell", &session).await,
        other_player
    );
    assert_eq!(
        get(&app, "~/players/1001/coupondetails?login=ANNX@example.com", &session).await.0,
        StatusCode::OK
    );
    let reward = json!({ "player_id": 1002, "coupon": "RWD50", "skin_id": 1 });
    assert_eq!(
        send_as_1001(&app, "post", "~/player/1001/rewards/redeem", &session, reward).await,
        other_player
    );
    let logout = json!({ "logout_type": "player", "login": "annx", "player_id": 1001, "player_ids": [1002], "for_money": true });
    assert_eq!(
        send_as_1001(&app, "post", "~/player/1001/accounts/logout", &session, logout).await,
        other_player
    );
    assert_eq!(cents(&app, 1001, &session).await, 5000);
}

/// Rows: 7.1-01
#[tokio::test]
async fn a_login_with_an_invalid_client_or_time_zone_is_rejected() {
    let (app, _) = open();
    for (field, invalid) in [
        ("client_id", json!(99)),
        ("player_timezone", json!("rubbish")),
        ("player_timezone", json!("+1:00")),
        ("skin_id", json!(2)),
    ] {
        let mut body = log_in_body("annx");
        body[field] = invalid;
        assert_eq!(
            send_json(&app, "POST", "~/login", None, body).await.0,
            StatusCode::UNPROCESSABLE_ENTITY,
            "{field}"
        );
    }
    let mut body = log_in_body("annx");
    (body["client_id"], body["player_timezone"]) = (json!(6), json!("+05:45"));
    assert_eq!(send_json(&app, "POST", "~/login", None, body).await.0, StatusCode::OK);
}

#[tokio::test]
async fn a_login_cannot_be_the_id_of_another_player() {
    let (app, _) = open();
    let session = token(&app, "newbie").await;
    let profile = |login: &str, address: &str| {
        json!({
            "login": login, "email": "newbie@example.com", "password": "", "first_name": "Nia", "last_name": "Sample",
            "birth_date": "1985-04-12", "address_1": address, "address_2": "", "city": "", "state": "", "zip": "",
            "country": "US", "cell_phone": "", "day_phone": "", "evening_phone": "", "gender": "", "skin_id": 1,
        })
    };
    let save = async |login: &str, address: &str| {
        send_json(&app, "PUT", "~/players/1002", Some(&session), profile(login, address)).await
    };
    assert_eq!(save("1001", "").await, rejected(409, "An account already exists"));
    assert_eq!(save(&"x".repeat(100_000), "").await.0, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(save("newbie", &"x".repeat(1_000_000)).await.0, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(save(&"x".repeat(64), &"é".repeat(100)).await.0, StatusCode::OK);
    send_json(&app, "PUT", "~/login", None, json!({ "todo": "fp", "player_id": "1001" })).await;
    let mails = send_json(&app, "GET", "/sandbox/mails", None, Value::Null).await.1;
    assert_eq!(mails[0]["to"], "annx@example.com");
}
