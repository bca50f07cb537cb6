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
use crate::call::{Call, HttpMethod};
use crate::error::ApiError;
use crate::players::{password, session};
use crate::server::access;
use crate::{AppState, texts};

/// Number of failures within [`WINDOW`] milliseconds after which a login is rejected without a
/// password check (decision A73).
const MAX_FAILURES: i64 = 10;
const WINDOW: i64 = 15 * 60 * 1000;

pub(super) fn calls() -> Vec<Call> {
    vec![
        Call::api(HttpMethod::Post, "/login", login)
            .summary("Signs in with a login or email and a password, or with a quick-play hash.")
            .json_body("Login")
            .response("Session"),
    ]
}

/// The payload of `POST /login`. Only the first three fields affect the result; the others are
/// type-checked.
#[derive(Deserialize)]
#[expect(clippy::struct_field_names, reason = "the API has these field names")]
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
    State(state): State<Arc<AppState>>,
    Body(body): Body<Login>,
) -> Result<Json<Value>, ApiError> {
    if let Some(hash) = body.userhash.as_deref().filter(|hash| !hash.is_empty()) {
        return quick_play::log_in(&state, hash).map(Json);
    }
    if body.login.trim().is_empty() || body.password.is_empty() {
        return Err(ApiError::bad_request(texts::LOGIN_MISSING));
    }
    // No login or password is this long, so the input is rejected without being stored.
    if body.login.trim().chars().count() > 64 || body.password.chars().count() > 80 {
        return Err(wrong_credentials());
    }
    let canonical_login =
        state.store.read(|connection| find_login(connection, body.login.trim()))?;
    let _permit = attempt_lock(&canonical_login).lock().await;
    run_blocking(move || sign_in(&state, &canonical_login, &body.password)).await.map(Json)
}

fn wrong_credentials() -> ApiError {
    ApiError::new(StatusCode::UNAUTHORIZED, texts::WRONG_CREDENTIALS)
}

/// Returns the login of the player with this login or email. Failures with either one then count
/// together. Unknown names are returned in lower case.
fn find_login(connection: &Connection, text: &str) -> rusqlite::Result<String> {
    let sql = "select login from players where login = ?1 or email = ?1";
    Ok(connection
        .query_row(sql, [text], |row| row.get(0))
        .optional()?
        .unwrap_or_else(|| text.to_lowercase()))
}

/// Returns a lock that serializes attempts for one name. Concurrent attempts could otherwise pass
/// the limit before they are counted.
fn attempt_lock(canonical_login: &str) -> &'static Mutex<()> {
    static LOCKS: [Mutex<()>; 16] = [const { Mutex::const_new(()) }; 16];
    let sum = canonical_login
        .bytes()
        .fold(0_usize, |sum, byte| sum.wrapping_mul(31).wrapping_add(byte.into()));
    &LOCKS[sum % LOCKS.len()]
}

/// The hash to compare for unknown names, so that the response takes as long as for a known name.
static DUMMY_HASH: LazyLock<String> = LazyLock::new(|| password::hash(&password::secret()));

/// Limits concurrent hashes. Each takes 19 MB, so 200 concurrent logins would need 4 GB.
static HASH_PERMITS: Semaphore = Semaphore::const_new(4);

/// Runs work that hashes passwords on a blocking thread. Hashing takes tens of milliseconds and
/// must not block other calls.
pub(super) async fn run_blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, ApiError> + Send + 'static,
) -> Result<T, ApiError> {
    let _permit = HASH_PERMITS.acquire().await.map_err(|_| ApiError::internal())?;
    tokio::task::spawn_blocking(work).await.map_err(|_| ApiError::internal())?
}

fn sign_in(state: &AppState, login: &str, password: &str) -> Result<Value, ApiError> {
    let now = state.clock.now();
    let (failures, found) = state.store.read(|connection| {
        let sql = "select count(*) from failed_logins where login = ? and at > ?";
        let failures: i64 =
            connection.query_row(sql, params![login, now - WINDOW], |row| row.get(0))?;

        let sql =
            "select pid, password_hash, banned, email from players where login = ?1 or email = ?1";
        let row = |row: &rusqlite::Row| {
            let player = (row.get::<_, i64>(0)?, row.get::<_, String>(1)?, row.get::<_, bool>(2)?);
            Ok((player, row.get::<_, String>(3)?))
        };
        let (found, email) = connection.query_row(sql, params![login], row).optional()?.unzip();

        access::check_country(email.as_deref().unwrap_or(login))?;
        if let Some((pid, ..)) = &found {
            access::check_maintenance(connection, *pid, "login")?;
        }
        Ok::<_, ApiError>((failures, found))
    })?;

    if failures >= MAX_FAILURES {
        return Err(ApiError::new(StatusCode::TOO_MANY_REQUESTS, texts::TOO_MANY_LOGINS));
    }

    let hash = found.as_ref().map_or_else(|| DUMMY_HASH.as_str(), |(_, hash, _)| hash);
    let matches = password::matches(password, hash);
    let Some((pid, hash, banned)) = found.filter(|_| matches) else {
        state.store.write(|transaction| {
            transaction.execute("delete from failed_logins where at <= ?", [now - WINDOW])?;
            transaction
                .execute("insert into failed_logins (login, at) values (?, ?)", params![login, now])
        })?;
        return Err(wrong_credentials());
    };

    if banned {
        return Err(ApiError::new(StatusCode::FORBIDDEN, texts::ACCOUNT_CLOSED));
    }

    state.store.write(|transaction| {
        // The password may have changed during the comparison.
        let sql = "select exists (select 1 from players where pid = ? and password_hash = ?)";
        if !transaction.query_row(sql, params![pid, hash], |row| row.get::<_, bool>(0))? {
            return Err(wrong_credentials());
        }
        transaction.execute("delete from failed_logins where login = ?", [login])?;
        Ok(session::create(transaction, pid, now)?.response(pid))
    })
}
