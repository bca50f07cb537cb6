//! Signing in (rows 7.1-01 to 7.1-03).

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use rusqlite::{OptionalExtension, params};
use serde::Deserialize;
use serde_json::{Value, json};

use super::Body;
use crate::World;
use crate::error::ApiError;
use crate::{password, session};

/// The payload of `POST /login`. Only the first two decide; the others are checked for their types.
#[derive(Deserialize)]
#[expect(clippy::struct_field_names, reason = "the contract names them")]
pub(super) struct Login {
    login: String,
    password: String,
    #[serde(default, rename = "skin_id")]
    _skin_id: Option<i64>,
    #[serde(default, rename = "client_id")]
    _client_id: Option<i64>,
    #[serde(default, rename = "for_money")]
    _for_money: Option<bool>,
    #[serde(default, rename = "player_timezone")]
    _player_timezone: Option<String>,
}

/// `POST /login`: a login or e-mail address with its password becomes a session.
pub(super) async fn login(State(world): State<Arc<World>>, Body(body): Body<Login>) -> Result<Json<Value>, ApiError> {
    if body.login.trim().is_empty() || body.password.is_empty() {
        return Err(ApiError::bad_request("Please enter your login details."));
    }
    // Hashing takes tens of milliseconds of processor time, which other calls should not wait for.
    let done = tokio::task::spawn_blocking(move || signed_in(&world, body.login.trim(), &body.password)).await;
    done.map_err(|_| ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, "The sandbox stopped."))?.map(Json)
}

fn signed_in(world: &World, login: &str, password: &str) -> Result<Value, ApiError> {
    let found = world.store.read(|ask| {
        let sql = "select pid, password_hash, banned from players where login = ?1 or email = ?1";
        let row = |row: &rusqlite::Row| Ok((row.get::<_, i64>(0)?, row.get::<_, String>(1)?, row.get::<_, bool>(2)?));
        ask.query_row(sql, params![login], row).optional()
    })?;
    let refused = || ApiError::new(StatusCode::UNAUTHORIZED, "Invalid login or password");
    let (pid, hash, banned) = found.ok_or_else(refused)?;
    if !password::matches(password, &hash) {
        return Err(refused());
    }
    if banned {
        return Err(ApiError::new(StatusCode::FORBIDDEN, "This account is closed. Please contact support."));
    }
    let begun = world.store.write(|change| session::begin(change, pid, world.clock.now()))?;
    Ok(json!({ "pid": pid, "rtgSession": { "session_id": begun.session_id }, "sessionToken": begun.token }))
}
