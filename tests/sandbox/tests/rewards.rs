//! Tests of the rewards service: who can connect, the reported daily reward, and frames that tests send.

use crate::common::{START, open, send_json, token};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;

#[tokio::test]
async fn the_rewards_socket_reports_the_reward_and_delivers_sent_frames() {
    let (app, _) = open();
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let app_copy = app.clone();
    let server = tokio::spawn(async move { axum::serve(listener, app_copy).await });
    let session = token(&app, "dailyx").await;
    let connect = async |casino: i64, token: &str| {
        tokio_tungstenite::connect_async(format!(
            "ws://{address}/rewards?casinoid={casino}&token={token}"
        ))
        .await
    };
    assert!(connect(794, "wrong").await.is_err() && connect(795, &session).await.is_err());
    let (mut socket, _) = connect(794, &session).await.unwrap();
    let login_frame = json!({ "action": "checklogin", "casinoid": 794, "login": "dailyx", "player_id": 1007, "class_name": "Silver" });
    socket.send(Message::text(login_frame.to_string())).await.unwrap();
    let mut next = async || socket.next().await.unwrap().unwrap().into_text().unwrap().to_string();
    let reward: Value = serde_json::from_str(&next().await).unwrap();
    assert_eq!((&reward["redeemed"], &reward["coupon"]["bonus"]), (&json!(0), &json!([50])));
    let send_frame = async |pid: i64, frame: Value| {
        send_json(&app, "POST", "/sandbox/push", None, json!({ "pid": pid, "frame": frame })).await
    };
    send_frame(1001, json!({ "for": "another player" })).await;
    send_frame(1007, json!({ "coupon": {}, "redeemed": 1 })).await;
    send_frame(1007, json!("{broken")).await;
    assert_eq!(
        serde_json::from_str::<Value>(&next().await).unwrap(),
        json!({ "coupon": {}, "redeemed": 1 })
    );
    assert_eq!(next().await, "{broken");
    send_json(&app, "POST", "/sandbox/push", None, json!({ "pid": 1007, "close": true })).await;
    assert!(!matches!(socket.next().await, Some(Ok(Message::Text(_)))));
    let (_, calls) = send_json(&app, "GET", "/sandbox/calls", None, Value::Null).await;
    assert!(
        !calls.to_string().contains(&session)
            && calls.to_string().contains("casinoid=794&token=***")
    );
    server.abort();
}

#[tokio::test]
async fn collected_and_expired_rewards_are_reported_and_missing_ones_are_not() {
    let (app, _) = open();
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let app_copy = app.clone();
    tokio::spawn(async move { axum::serve(listener, app_copy).await });
    let session = token(&app, "annx").await;
    let url = format!("ws://{address}/rewards?casinoid=794&token={session}");
    let (mut socket, _) = tokio_tungstenite::connect_async(url).await.unwrap();
    let login_frame = json!({ "action": "checklogin", "casinoid": 794, "login": "annx", "player_id": 1001, "class_name": "Silver" });
    for (state, redeemed, has_expired) in
        [("daily", 0, false), ("claimed", 1, false), ("late", 0, true)]
    {
        let control = json!({ "pid": 1001, "states": [state] });
        assert!(send_json(&app, "POST", "/sandbox/player", None, control).await.0.is_success());
        socket.send(Message::text(login_frame.to_string())).await.unwrap();
        let frame = socket.next().await.unwrap().unwrap().into_text().unwrap();
        let frame: Value = serde_json::from_str(&frame).unwrap();
        assert_eq!(
            (&frame["redeemed"], &frame["coupon"]["coupon_code"]),
            (&json!(redeemed), &json!("DAILY50")),
            "{state}"
        );
        assert_eq!(
            frame["coupon"]["expiry"].as_i64().unwrap() * 1000 < START,
            has_expired,
            "{state}"
        );
    }
    send_json(&app, "POST", "/sandbox/player", None, json!({ "pid": 1001 })).await;
    socket.send(Message::text(login_frame.to_string())).await.unwrap();
    // Frames are answered in order. A response to the first frame would arrive before this error.
    socket.send(Message::text("{")).await.unwrap();
    assert!(socket.next().await.unwrap().unwrap().into_text().unwrap().contains("errorMessage"));
}
