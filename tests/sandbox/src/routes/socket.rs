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
use crate::World;
use crate::call::{Call, Verb};
use crate::daily::Daily;
use crate::error::ApiError;
use crate::session;

/// Path of the service.
pub(crate) const PATH: &str = "/rewards";

/// A frame for one player's open sockets, sent unchanged. Without a frame, the sockets are closed.
#[derive(Debug, Clone)]
pub(crate) struct Push {
    pub(crate) pid: i64,
    pub(crate) frame: Option<String>,
}

/// Channel that delivers pushes to open sockets.
#[derive(Debug)]
pub(crate) struct Pushes(broadcast::Sender<Push>);

impl Default for Pushes {
    fn default() -> Pushes {
        Pushes(broadcast::channel(64).0)
    }
}

impl Pushes {
    /// Sends a frame. Without an open socket, it has no effect.
    pub(crate) fn send(&self, push: Push) {
        let _ = self.0.send(push);
    }
}

pub(super) fn calls() -> Vec<Call> {
    vec![
        Call::at(Verb::Get, PATH, open)
            .says("WebSocket: takes a checklogin frame, answers {coupon, redeemed} where there is a daily reward (A120).")
            .needs(&["casinoid", "token"])
            .answers("Upgrade"),
    ]
}

async fn open(
    State(world): State<Arc<World>>,
    query: Query,
    upgrade: Result<WebSocketUpgrade, axum::extract::ws::rejection::WebSocketUpgradeRejection>,
) -> Result<Response, ApiError> {
    if query.needed("casinoid")? != "794" {
        return Err(ApiError::not_found());
    }
    let token = query.needed("token")?.to_owned();
    let pid = session::holder(&world, &token)?.ok_or_else(ApiError::no_session)?;
    let upgrade = upgrade
        .map_err(|refused| ApiError::unreadable(StatusCode::BAD_REQUEST, refused.body_text()))?;
    // Subscribes before the handshake completes, so that no later push is lost.
    let pushes = world.pushes.0.subscribe();
    Ok(upgrade
        .max_message_size(64 << 10)
        .on_upgrade(move |socket| talk(world, socket, Listener { pid, token }, pushes)))
}

/// The player of a socket. The socket is valid as long as the session that opened it.
struct Listener {
    pid: i64,
    token: String,
}

impl Listener {
    /// Returns whether the session has ended by sign-out or expiry.
    fn is_gone(&self, world: &World) -> bool {
        matches!(session::holder(world, &self.token), Ok(None))
    }
}

async fn talk(
    world: Arc<World>,
    mut socket: WebSocket,
    listener: Listener,
    mut pushes: Receiver<Push>,
) {
    let pid = listener.pid;
    loop {
        let frame = tokio::select! {
            message = socket.recv() => match message {
                Some(Ok(Message::Text(_))) if listener.is_gone(&world) => return,
                Some(Ok(Message::Text(text))) => answer(&world, pid, &text),
                Some(Ok(Message::Close(_)) | Err(_)) | None => return,
                Some(Ok(_)) => None,
            },
            push = pushes.recv() => match push {
                Ok(push) if push.pid != pid => None,
                Ok(_) if listener.is_gone(&world) => return,
                Ok(Push { frame: None, .. }) | Err(broadcast::error::RecvError::Closed) => return,
                Ok(push) => push.frame,
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
fn answer(world: &World, pid: i64, text: &str) -> Option<String> {
    let frame: Value = serde_json::from_str(text).unwrap_or(Value::Null);
    let is = |name: &str, wanted: i64| {
        frame[name] == json!(wanted) || frame[name] == json!(wanted.to_string())
    };
    let texts = frame["login"].is_string() && frame["class_name"].is_string();
    if frame["action"] != "checklogin" || !is("casinoid", 794) || !is("player_id", pid) || !texts {
        return Some(json!({ "errorMessage": crate::texts::NO_DETAILS }).to_string());
    }
    daily(world, pid)
        .unwrap_or_else(|_| Some(json!({ "errorMessage": crate::texts::BROKEN }).to_string()))
}

fn daily(world: &World, pid: i64) -> Result<Option<String>, ApiError> {
    let found = world.store.read(|ask| Daily::of(ask, &world.offers.now(), pid))?;
    Ok(found.map(|daily| daily.frame(world.clock.moment()).to_string()))
}
