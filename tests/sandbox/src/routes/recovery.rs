//! Password reset and change: the four operations of `PUT /login` (rows 7.1-06 to 7.1-09, decisions
//! A105 and A106).

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use rusqlite::{OptionalExtension, params};
use serde::Deserialize;
use serde_json::Value;

use super::login::run_blocking;
use super::{Body, Id, Text, ok_response};
use crate::call::{Call, HttpMethod};
use crate::error::ApiError;
use crate::players::{password, session, validation};
use crate::server::access;
use crate::{AppState, texts};

/// Lifetime of a mailed token, in milliseconds: one hour.
const TOKEN_LIFETIME: i64 = 60 * 60 * 1000;

pub(super) fn calls() -> Vec<Call> {
    vec![
        Call::api(HttpMethod::Put, "/login", recover)
            .summary("By todo: fp mails a reset link, fu mails the username, cpwt sets a password by token, cp changes the password.")
            .json_body("Recovery"),
    ]
}

#[derive(Deserialize)]
#[serde(tag = "todo", rename_all = "lowercase", deny_unknown_fields)]
enum Operation {
    Fp { player_id: Id },
    Fu { email: Text<64> },
    Cpwt { player_id: Id, token: Text<128>, pwd: String },
    Cp { player_id: Id, old_pwd: String, pwd: String },
}

async fn recover(
    State(state): State<Arc<AppState>>,
    headers: HeaderMap,
    Body(operation): Body<Operation>,
) -> Result<Json<Value>, ApiError> {
    let token = headers
        .get(session::HEADER)
        .and_then(|value| value.to_str().ok())
        .unwrap_or_default()
        .to_owned();

    run_blocking(move || {
        match operation {
            Operation::Fp { player_id } => mail(&state, "password", &player_id.text()),
            Operation::Fu { email } => mail(&state, "username", email.trim()),
            Operation::Cpwt { player_id, token, pwd } => {
                reset_password(&state, &player_id, &token, &pwd)
            }
            Operation::Cp { player_id, old_pwd, pwd } => {
                change_password(&state, &token, &player_id, &old_pwd, &pwd)
            }
        }?;
        Ok(ok_response())
    })
    .await
}

/// Stores a mail. A mail for an unknown player is stored too, so that both cases take the same
/// time.
fn mail(state: &AppState, kind: &str, identifier: &str) -> Result<(), ApiError> {
    let expires_at = state.clock.now() + TOKEN_LIFETIME;
    state.store.write(|transaction| {
        // Old databases can contain numeric logins. Such a login takes precedence over another
        // player's id.
        let sql = "select pid, email from players where pid = ?1 or login = ?1 or email = ?1
                   order by login = ?1 or email = ?1 desc limit 1";
        let found = transaction
            .query_row(sql, [identifier], |row| {
                Ok((row.get::<_, i64>(0)?, row.get::<_, String>(1)?))
            })
            .optional()?;
        let (pid, email) = found.unzip();
        access::check_country(email.as_deref().unwrap_or(identifier))?;
        transaction.execute(
            "insert into mails (pid, kind, token, expires_at) values (?, ?, ?, ?)",
            params![pid, kind, password::secret(), expires_at],
        )?;
        Ok(())
    })
}

fn reset_password(state: &AppState, player: &Id, token: &str, new: &str) -> Result<(), ApiError> {
    validation::check_password(new)?;
    let hash = password::hash(new);
    state.store.write(|transaction| {
        let pid: Option<i64> = transaction
            .query_row(
                "update mails set used = 1
                 where token = ? and pid = ? and kind = 'password' and used = 0 and expires_at > ? returning pid",
                params![token, player.number(), state.clock.now()],
                |row| row.get(0),
            )
            .optional()?;
        let pid = pid.ok_or_else(|| ApiError::bad_request(texts::INVALID_TOKEN))?;
        set_password(transaction, pid, &hash, "")
    })
}

fn change_password(
    state: &AppState,
    session: &str,
    player: &Id,
    old: &str,
    new: &str,
) -> Result<(), ApiError> {
    let pid = session::find_player(state, session)?.ok_or_else(ApiError::no_session)?;
    if player.number() != Some(pid) {
        return Err(ApiError::new(axum::http::StatusCode::FORBIDDEN, texts::OTHER_PLAYER));
    }

    validation::check_password(new)?;
    let sql = "select password_hash from players where pid = ?";
    let hash: String =
        state.store.read(|connection| connection.query_row(sql, [pid], |row| row.get(0)))?;
    if !password::matches(old, &hash) {
        return Err(ApiError::bad_request(texts::WRONG_PASSWORD));
    }

    let new = password::hash(new);

    state.store.write(|transaction| {
        // Hashing is slow, so concurrent calls can pass the first check. This check runs in the
        // transaction.
        let sql = "select exists (select 1 from players join sessions using (pid) where token = ? and password_hash = ?)";
        if !transaction.query_row(sql, [session, &hash], |row| row.get::<_, bool>(0))? {
            return Err(ApiError::bad_request(texts::WRONG_PASSWORD));
        }
        set_password(transaction, pid, &new, session)
    })
}

/// Sets a password, ends all other sessions of the player, and removes quick-play links and failed
/// attempts.
pub(super) fn set_password(
    transaction: &rusqlite::Transaction,
    pid: i64,
    hash: &str,
    kept_session: &str,
) -> Result<(), ApiError> {
    transaction
        .execute("update players set password_hash = ? where pid = ?", params![hash, pid])?;
    transaction
        .execute("delete from sessions where pid = ? and token <> ?", params![pid, kept_session])?;
    transaction.execute("delete from quick_links where pid = ?", [pid])?;
    transaction.execute(
        "delete from failed_logins where login in (select login from players where pid = ?1
           union select email from players where pid = ?1)",
        [pid],
    )?;
    Ok(())
}
