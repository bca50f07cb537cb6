//! Sign-in with a password or with the hash of a quick-play link (rows 7.1-01 to 7.1-03, decision
//! A80).

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

/// Number of failures within [`WINDOW`] milliseconds after which a login is rejected without a
/// password check (decision A73).
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

/// The payload of `POST /login`. Only the first three fields affect the result; the others are
/// type-checked.
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
    // No login or password is this long, so the input is rejected without being stored.
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

/// Returns the login of the player with this login or email. Failures with either one then count
/// together. Unknown names are returned in lower case.
fn name(ask: &Connection, typed: &str) -> rusqlite::Result<String> {
    let sql = "select login from players where login = ?1 or email = ?1";
    Ok(ask
        .query_row(sql, [typed], |row| row.get(0))
        .optional()?
        .unwrap_or_else(|| typed.to_lowercase()))
}

/// Returns a lock that serializes attempts for one name. Concurrent attempts could otherwise pass
/// the limit before they are counted.
fn turn(name: &str) -> &'static Mutex<()> {
    static TURNS: [Mutex<()>; 16] = [const { Mutex::const_new(()) }; 16];
    let sum =
        name.bytes().fold(0_usize, |sum, byte| sum.wrapping_mul(31).wrapping_add(byte.into()));
    &TURNS[sum % TURNS.len()]
}

/// The hash to compare for unknown names, so that the response takes as long as for a known name.
static NOBODY: LazyLock<String> = LazyLock::new(|| password::hash(&password::secret()));

/// Limits concurrent hashes. Each takes 19 MB, so 200 concurrent logins would need 4 GB.
static HASHES: Semaphore = Semaphore::const_new(4);

/// Runs work that hashes passwords on a blocking thread. Hashing takes tens of milliseconds and
/// must not block other calls.
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
        // The password may have changed during the comparison.
        let sql = "select exists (select 1 from players where pid = ? and password_hash = ?)";
        if !change.query_row(sql, params![pid, hash], |row| row.get::<_, bool>(0))? {
            return Err(refused());
        }
        change.execute("delete from failed_logins where login = ?", [login])?;
        Ok(session::begin(change, pid, now)?.answer(pid))
    })
}
