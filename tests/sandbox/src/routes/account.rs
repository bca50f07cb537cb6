//! Leaving (row 7.1-14).

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Body, Pid};
use crate::World;
use crate::error::ApiError;
use crate::session::Caller;

/// The payload of a logout; it is checked for its types, the session says whose it is.
#[derive(Deserialize)]
pub(super) struct Logout {
    #[serde(rename = "logout_type")]
    _logout_type: String,
    #[serde(rename = "login")]
    _login: String,
    #[serde(rename = "player_id")]
    _player_id: Value,
    #[serde(rename = "player_ids")]
    _player_ids: Vec<Value>,
    #[serde(rename = "for_money")]
    _for_money: bool,
}

/// `POST /player/{pid}/accounts/logout`: ends the session that makes the call.
pub(super) async fn logout(
    State(world): State<Arc<World>>,
    Pid(pid): Pid,
    caller: Caller,
    Body(_): Body<Logout>,
) -> Result<Json<Value>, ApiError> {
    caller.must_be(pid)?;
    world.store.write(|change| change.execute("delete from sessions where token = ?", [&caller.token]))?;
    Ok(Json(json!({ "message": "OK" })))
}
