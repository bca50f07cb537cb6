//! Tests of the rewards service: who can connect, the reported daily reward, and pushed frames.

use crate::common::{START, ask, open, token};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;

#[tokio::test]
async fn the_rewards_socket_answers_its_player_and_takes_pushes() {
    let (app, _) = open();
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let beside = app.clone();
    let server = tokio::spawn(async move { axum::serve(listener, beside).await });
    let session = token(&app, "dailyx").await;
    let connect = async |casino: i64, token: &str| {
        tokio_tungstenite::connect_async(format!(
            "ws://{address}/rewards?casinoid={casino}&token={token}"
        ))
        .await
    };
    assert!(connect(794, "wrong").await.is_err() && connect(795, &session).await.is_err());
    let (mut socket, _) = connect(794, &session).await.unwrap();
    let hello = json!({ "action": "checklogin", "casinoid": 794, "login": "dailyx", "player_id": 1007, "class_name": "Silver" });
    socket.send(Message::text(hello.to_string())).await.unwrap();
    let mut next = async || socket.next().await.unwrap().unwrap().into_text().unwrap().to_string();
    let reward: Value = serde_json::from_str(&next().await).unwrap();
    assert_eq!((&reward["redeemed"], &reward["coupon"]["bonus"]), (&json!(0), &json!([50])));
    let push = async |pid: i64, frame: Value| {
        ask(&app, "POST", "/sandbox/push", None, json!({ "pid": pid, "frame": frame })).await
    };
    push(1001, json!({ "for": "somebody else" })).await;
    push(1007, json!({ "coupon": {}, "redeemed": 1 })).await;
    push(1007, json!("{broken")).await;
    assert_eq!(
        serde_json::from_str::<Value>(&next().await).unwrap(),
        json!({ "coupon": {}, "redeemed": 1 })
    );
    assert_eq!(next().await, "{broken");
    ask(&app, "POST", "/sandbox/push", None, json!({ "pid": 1007, "close": true })).await;
    assert!(!matches!(socket.next().await, Some(Ok(Message::Text(_)))));
    let (_, calls) = ask(&app, "GET", "/sandbox/calls", None, Value::Null).await;
    assert!(
        !calls.to_string().contains(&session)
            && calls.to_string().contains("casinoid=794&token=***")
    );
    server.abort();
}

#[tokio::test]
async fn a_reward_that_is_claimed_or_over_is_told_as_such_and_without_one_nothing_is_told() {
    let (app, _) = open();
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let beside = app.clone();
    tokio::spawn(async move { axum::serve(listener, beside).await });
    let session = token(&app, "annx").await;
    let url = format!("ws://{address}/rewards?casinoid=794&token={session}");
    let (mut socket, _) = tokio_tungstenite::connect_async(url).await.unwrap();
    let hello = json!({ "action": "checklogin", "casinoid": 794, "login": "annx", "player_id": 1001, "class_name": "Silver" });
    for (state, redeemed, is_over) in
        [("daily", 0, false), ("claimed", 1, false), ("late", 0, true)]
    {
        let order = json!({ "pid": 1001, "states": [state] });
        assert!(ask(&app, "POST", "/sandbox/player", None, order).await.0.is_success());
        socket.send(Message::text(hello.to_string())).await.unwrap();
        let frame = socket.next().await.unwrap().unwrap().into_text().unwrap();
        let frame: Value = serde_json::from_str(&frame).unwrap();
        assert_eq!(
            (&frame["redeemed"], &frame["coupon"]["coupon_code"]),
            (&json!(redeemed), &json!("DAILY50")),
            "{state}"
        );
        assert_eq!(frame["coupon"]["expiry"].as_i64().unwrap() * 1000 < START, is_over, "{state}");
    }
    ask(&app, "POST", "/sandbox/player", None, json!({ "pid": 1001 })).await;
    socket.send(Message::text(hello.to_string())).await.unwrap();
    // Frames are answered in order. A response to the first frame would arrive before this error.
    socket.send(Message::text("{")).await.unwrap();
    assert!(socket.next().await.unwrap().unwrap().into_text().unwrap().contains("errorMessage"));
}
