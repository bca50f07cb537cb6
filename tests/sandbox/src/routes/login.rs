//! Signing in (rows 7.1-01 to 7.1-03), with a password or with the hash of a quick-play link (decision A80).

use std::sync::{Arc, LazyLock};

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use rusqlite::{Connection, OptionalExtension, params};
use serde::Deserialize;
use serde_json::Value;
use tokio::sync::{Mutex, Semaphore};

use super::fields::{Client, Offset, Skin};
use super::{Body, Text, quick_play};
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
    userhash: Option<Text<128>>,
    #[serde(rename = "skin_id")]
    _skin_id: Option<Skin>,
    #[serde(rename = "client_id")]
    _client_id: Option<Client>,
    #[serde(rename = "for_money")]
    _for_money: Option<bool>,
    #[serde(rename = "player_timezone")]
    _player_timezone: Option<Offset>,
}

async fn login(
    State(world): State<Arc<World>>,
    Body(body): Body<Login>,
) -> Result<Json<Value>, ApiError> {
    if let Some(hash) = body.userhash.as_deref().filter(|hash| !hash.is_empty()) {
        return quick_play::log_in(&world, hash).map(Json);
    }
    if body.login.trim().is_empty() || body.password.is_empty() {
        return Err(ApiError::bad_request(texts::LOGIN_MISSING));
    }
    // Longer than any name or password: nobody's, and not kept.
    if body.login.trim().chars().count() > 64 || body.password.chars().count() > 80 {
        return Err(refused());
    }
    let name = world.store.read(|ask| name(ask, body.login.trim()))?;
    let _turn = turn(&name).lock().await;
    slowly(move || signed_in(&world, &name, &body.password)).await.map(Json)
}

fn refused() -> ApiError {
    ApiError::new(StatusCode::UNAUTHORIZED, texts::LOGIN_REFUSED)
}

/// The login of the player whose login or address it is, so that failures with either count together; what is nobody's
/// stays as it is, in small letters.
fn name(ask: &Connection, typed: &str) -> rusqlite::Result<String> {
    let sql = "select login from players where login = ?1 or email = ?1";
    Ok(ask
        .query_row(sql, [typed], |row| row.get(0))
        .optional()?
        .unwrap_or_else(|| typed.to_lowercase()))
}

/// Tries for one name come one after the other: together they could not be counted before they are looked at.
fn turn(name: &str) -> &'static Mutex<()> {
    static TURNS: [Mutex<()>; 16] = [const { Mutex::const_new(()) }; 16];
    let sum =
        name.bytes().fold(0_usize, |sum, byte| sum.wrapping_mul(31).wrapping_add(byte.into()));
    &TURNS[sum % TURNS.len()]
}

/// What the password of an unknown name is compared with, so that it takes as long as that of a known one.
static NOBODY: LazyLock<String> = LazyLock::new(|| password::hash(&password::secret()));

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
        let sql =
            "select pid, password_hash, banned, email from players where login = ?1 or email = ?1";
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
    let hash = found.as_ref().map_or_else(|| NOBODY.as_str(), |(_, hash, _)| hash);
    let is_right = password::matches(password, hash);
    let Some((pid, hash, banned)) = found.filter(|_| is_right) else {
        world.store.write(|change| {
            change.execute("delete from failed_logins where at <= ?", [now - WINDOW])?;
            change
                .execute("insert into failed_logins (login, at) values (?, ?)", params![login, now])
        })?;
        return Err(refused());
    };
    if banned {
        return Err(ApiError::new(StatusCode::FORBIDDEN, texts::ACCOUNT_CLOSED));
    }
    world.store.write(|change| {
        // It may have been changed while it was compared.
        let sql = "select exists (select 1 from players where pid = ? and password_hash = ?)";
        if !change.query_row(sql, params![pid, hash], |row| row.get::<_, bool>(0))? {
            return Err(refused());
        }
        change.execute("delete from failed_logins where login = ?", [login])?;
        Ok(session::begin(change, pid, now)?.answer(pid))
    })
}
