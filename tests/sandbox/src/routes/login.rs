//! Signing in (rows 7.1-01 to 7.1-03), with a password or with the hash of a quick-play link (decision A80).

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use rusqlite::{OptionalExtension, params};
use serde::Deserialize;
use serde_json::Value;
use tokio::sync::Semaphore;

use super::{Body, quick_play};
use crate::World;
use crate::call::{Call, Verb};
use crate::error::ApiError;
use crate::{doors, password, session, texts};

/// So many failures within [`WINDOW`] milliseconds, and a login is refused without a look at its password (decision A73).
const FAILURES: i64 = 10;
const WINDOW: i64 = 15 * 60 * 1000;

pub(super) fn calls() -> Vec<Call> {
    vec![
        Call::api(Verb::Post, "/login", login)
            .says("A login or e-mail address with its password, or a quick-play hash, becomes a session.")
            .takes("Login")
            .answers("Session"),
    ]
}

/// The payload of `POST /login`. Only the first three decide; the others are checked for their types.
#[derive(Deserialize)]
#[expect(clippy::struct_field_names, reason = "the contract names them")]
struct Login {
    #[serde(default)]
    login: String,
    #[serde(default)]
    password: String,
    #[serde(default)]
    userhash: String,
    #[serde(default, rename = "skin_id")]
    _skin_id: Option<i64>,
    #[serde(default, rename = "client_id")]
    _client_id: Option<i64>,
    #[serde(default, rename = "for_money")]
    _for_money: Option<bool>,
    #[serde(default, rename = "player_timezone")]
    _player_timezone: Option<String>,
}

async fn login(State(world): State<Arc<World>>, Body(body): Body<Login>) -> Result<Json<Value>, ApiError> {
    if !body.userhash.is_empty() {
        return quick_play::log_in(&world, &body.userhash).map(Json);
    }
    if body.login.trim().is_empty() || body.password.is_empty() {
        return Err(ApiError::bad_request(texts::LOGIN_MISSING));
    }
    slowly(move || signed_in(&world, body.login.trim(), &body.password)).await.map(Json)
}

/// Each hash takes 19 MB while it is made: two hundred logins at once would take four gigabytes.
static HASHES: Semaphore = Semaphore::const_new(4);

/// Hashing takes tens of milliseconds of processor time, which other calls should not wait for.
pub(super) async fn slowly<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, ApiError> + Send + 'static,
) -> Result<T, ApiError> {
    let _turn = HASHES.acquire().await.map_err(|_| ApiError::broken())?;
    tokio::task::spawn_blocking(work).await.map_err(|_| ApiError::broken())?
}

fn signed_in(world: &World, login: &str, password: &str) -> Result<Value, ApiError> {
    let now = world.clock.now();
    let (failures, found) = world.store.read(|ask| {
        let sql = "select count(*) from failed_logins where login = ? and at > ?";
        let failures: i64 = ask.query_row(sql, params![login, now - WINDOW], |row| row.get(0))?;
        let sql = "select pid, password_hash, banned, email from players where login = ?1 or email = ?1";
        let row = |row: &rusqlite::Row| {
            let player = (row.get::<_, i64>(0)?, row.get::<_, String>(1)?, row.get::<_, bool>(2)?);
            Ok((player, row.get::<_, String>(3)?))
        };
        let (found, email) = ask.query_row(sql, params![login], row).optional()?.unzip();
        doors::country(email.as_deref().unwrap_or(login))?;
        if let Some((pid, ..)) = &found {
            doors::upkeep(ask, *pid, "login")?;
        }
        Ok::<_, ApiError>((failures, found))
    })?;
    if failures >= FAILURES {
        return Err(ApiError::new(StatusCode::TOO_MANY_REQUESTS, texts::TOO_MANY_LOGINS));
    }
    let Some((pid, _, banned)) = found.filter(|(_, hash, _)| password::matches(password, hash)) else {
        world.store.write(|change| {
            change.execute("delete from failed_logins where at <= ?", [now - WINDOW])?;
            change.execute("insert into failed_logins (login, at) values (?, ?)", params![login, now])
        })?;
        return Err(ApiError::new(StatusCode::UNAUTHORIZED, texts::LOGIN_REFUSED));
    };
    if banned {
        return Err(ApiError::new(StatusCode::FORBIDDEN, texts::ACCOUNT_CLOSED));
    }
    world.store.write(|change| {
        change.execute("delete from failed_logins where login = ?", [login])?;
        Ok(session::begin(change, pid, now)?.answer(pid))
    })
}
