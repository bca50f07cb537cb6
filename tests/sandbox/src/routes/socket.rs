//! The rewards service: a WebSocket that reports the daily reward of a player (rows 7.6-05 to
//! 7.6-07, decision A120).

use std::sync::Arc;

use axum::extract::State;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::http::StatusCode;
use axum::response::Response;
use serde_json::{Value, json};
use tokio::sync::broadcast::{self, Receiver};

use super::Query;
use crate::AppState;
use crate::call::{Call, HttpMethod};
use crate::error::ApiError;
use crate::offers::daily::DailyReward;
use crate::players::session;

/// Path of the service.
pub(crate) const PATH: &str = "/rewards";

/// A frame for one player's open sockets, sent unchanged. Without a frame, the sockets are closed.
#[derive(Debug, Clone)]
pub(crate) struct PlayerFrame {
    pub(crate) pid: i64,
    pub(crate) frame: Option<String>,
}

/// Channel that delivers frames to open sockets.
#[derive(Debug)]
pub(crate) struct FrameChannel(broadcast::Sender<PlayerFrame>);

impl Default for FrameChannel {
    fn default() -> FrameChannel {
        FrameChannel(broadcast::channel(64).0)
    }
}

impl FrameChannel {
    /// Sends a frame. Without an open socket, it has no effect.
    pub(crate) fn send(&self, message: PlayerFrame) {
        let _ = self.0.send(message);
    }
}

pub(super) fn calls() -> Vec<Call> {
    vec![
        Call::at(HttpMethod::Get, PATH, connect)
            .summary("Opens a WebSocket; a checklogin frame gets {coupon, redeemed} if there is a daily reward (A120).")
            .required_query(&["casinoid", "token"])
            .response("Upgrade"),
    ]
}

async fn connect(
    State(state): State<Arc<AppState>>,
    query: Query,
    upgrade: Result<WebSocketUpgrade, axum::extract::ws::rejection::WebSocketUpgradeRejection>,
) -> Result<Response, ApiError> {
    if query.required("casinoid")? != "794" {
        return Err(ApiError::not_found());
    }
    let token = query.required("token")?.to_owned();
    let pid = session::find_player(&state, &token)?.ok_or_else(ApiError::no_session)?;
    let upgrade = upgrade.map_err(|rejection| {
        ApiError::invalid_request(StatusCode::BAD_REQUEST, rejection.body_text())
    })?;
    // Subscribes before the handshake completes, so that no later frame is lost.
    let frames = state.frames.0.subscribe();
    Ok(upgrade
        .max_message_size(64 << 10)
        .on_upgrade(move |socket| serve_socket(state, socket, Listener { pid, token }, frames)))
}

/// The player of a socket. The socket is valid as long as the session that opened it.
struct Listener {
    pid: i64,
    token: String,
}

impl Listener {
    /// Returns whether the session has ended by sign-out or expiry.
    fn has_ended(&self, state: &AppState) -> bool {
        matches!(session::find_player(state, &self.token), Ok(None))
    }
}

async fn serve_socket(
    state: Arc<AppState>,
    mut socket: WebSocket,
    listener: Listener,
    mut frames: Receiver<PlayerFrame>,
) {
    let pid = listener.pid;
    loop {
        let frame = tokio::select! {
            received = socket.recv() => match received {
                Some(Ok(Message::Text(_))) if listener.has_ended(&state) => return,
                Some(Ok(Message::Text(text))) => respond(&state, pid, &text),
                Some(Ok(Message::Close(_)) | Err(_)) | None => return,
                Some(Ok(_)) => None,
            },
            sent = frames.recv() => match sent {
                Ok(sent) if sent.pid != pid => None,
                Ok(_) if listener.has_ended(&state) => return,
                Ok(PlayerFrame { frame: None, .. }) | Err(broadcast::error::RecvError::Closed) => return,
                Ok(sent) => sent.frame,
                Err(broadcast::error::RecvError::Lagged(_)) => None,
            },
        };

        if let Some(frame) = frame
            && socket.send(Message::text(frame)).await.is_err()
        {
            return;
        }
    }
}

/// Returns the response to a frame. A frame that is not a valid `checklogin` of this player gets an
/// `errorMessage`.
fn respond(state: &AppState, pid: i64, text: &str) -> Option<String> {
    let frame: Value = serde_json::from_str(text).unwrap_or(Value::Null);
    let matches_id = |name: &str, expected: i64| {
        frame[name] == json!(expected) || frame[name] == json!(expected.to_string())
    };
    let has_texts = frame["login"].is_string() && frame["class_name"].is_string();
    if frame["action"] != "checklogin"
        || !matches_id("casinoid", 794)
        || !matches_id("player_id", pid)
        || !has_texts
    {
        return Some(json!({ "errorMessage": crate::texts::NO_DETAILS }).to_string());
    }
    daily(state, pid).unwrap_or_else(|_| {
        Some(json!({ "errorMessage": crate::texts::INTERNAL_ERROR }).to_string())
    })
}

fn daily(state: &AppState, pid: i64) -> Result<Option<String>, ApiError> {
    let found = state
        .store
        .read(|connection| DailyReward::find(connection, &state.offers.current(), pid))?;
    Ok(found.map(|daily| daily.frame(state.clock.timestamps()).to_string()))
}
