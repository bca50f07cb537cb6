//! Password reset and change: the four operations of `PUT /login` (rows 7.1-06 to 7.1-09, decisions
//! A105 and A106).

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use rusqlite::{OptionalExtension, params};
use serde::Deserialize;
use serde_json::Value;

use super::login::slowly;
use super::{Body, Id, Text, done};
use crate::World;
use crate::call::{Call, Verb};
use crate::error::ApiError;
use crate::{doors, password, rules, session, texts};

/// Lifetime of a mailed token, in milliseconds: one hour.
const LASTS: i64 = 60 * 60 * 1000;

pub(super) fn calls() -> Vec<Call> {
    vec![
        Call::api(Verb::Put, "/login", put)
            .says("By todo: fp mails a reset, fu the username, cpwt sets a password by token, cp changes it.")
            .takes("Recovery"),
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

async fn put(
    State(world): State<Arc<World>>,
    headers: HeaderMap,
    Body(operation): Body<Operation>,
) -> Result<Json<Value>, ApiError> {
    let token = headers
        .get(session::HEADER)
        .and_then(|value| value.to_str().ok())
        .unwrap_or_default()
        .to_owned();
    slowly(move || {
        match operation {
            Operation::Fp { player_id } => mail(&world, "password", &player_id.text()),
            Operation::Fu { email } => mail(&world, "username", email.trim()),
            Operation::Cpwt { player_id, token, pwd } => reset(&world, &player_id, &token, &pwd),
            Operation::Cp { player_id, old_pwd, pwd } => {
                change(&world, &token, &player_id, &old_pwd, &pwd)
            }
        }?;
        Ok(done())
    })
    .await
}

/// Stores a mail. A mail for an unknown player is stored too, so that both cases take the same
/// time.
fn mail(world: &World, kind: &str, who: &str) -> Result<(), ApiError> {
    let expires_at = world.clock.now() + LASTS;
    world.store.write(|change| {
        // Old databases can contain numeric logins. Such a login takes precedence over another
        // player's id.
        let sql = "select pid, email from players where pid = ?1 or login = ?1 or email = ?1
                   order by login = ?1 or email = ?1 desc limit 1";
        let found = change
            .query_row(sql, [who], |row| Ok((row.get::<_, i64>(0)?, row.get::<_, String>(1)?)))
            .optional()?;
        let (pid, email) = found.unzip();
        doors::country(email.as_deref().unwrap_or(who))?;
        change.execute(
            "insert into mails (pid, kind, token, expires_at) values (?, ?, ?, ?)",
            params![pid, kind, password::secret(), expires_at],
        )?;
        Ok(())
    })
}

fn reset(world: &World, player: &Id, token: &str, new: &str) -> Result<(), ApiError> {
    rules::password(new)?;
    let hash = password::hash(new);
    world.store.write(|change| {
        let pid: Option<i64> = change
            .query_row(
                "update mails set used = 1
                 where token = ? and pid = ? and kind = 'password' and used = 0 and expires_at > ? returning pid",
                params![token, player.number(), world.clock.now()],
                |row| row.get(0),
            )
            .optional()?;
        let pid = pid.ok_or_else(|| ApiError::bad_request(texts::TOKEN_REFUSED))?;
        set(change, pid, &hash, "")
    })
}

fn change(world: &World, session: &str, player: &Id, old: &str, new: &str) -> Result<(), ApiError> {
    let pid = session::holder(world, session)?.ok_or_else(ApiError::no_session)?;
    if player.number() != Some(pid) {
        return Err(ApiError::new(axum::http::StatusCode::FORBIDDEN, texts::NOT_YOURS));
    }
    rules::password(new)?;
    let sql = "select password_hash from players where pid = ?";
    let hash: String = world.store.read(|ask| ask.query_row(sql, [pid], |row| row.get(0)))?;
    if !password::matches(old, &hash) {
        return Err(ApiError::bad_request(texts::OLD_PASSWORD));
    }
    let new = password::hash(new);
    world.store.write(|change| {
        // Hashing is slow, so concurrent calls can pass the first check. This check runs in the
        // transaction.
        let sql = "select exists (select 1 from players join sessions using (pid) where token = ? and password_hash = ?)";
        if !change.query_row(sql, [session, &hash], |row| row.get::<_, bool>(0))? {
            return Err(ApiError::bad_request(texts::OLD_PASSWORD));
        }
        set(change, pid, &new, session)
    })
}

/// Sets a password, ends all other sessions of the player, and removes quick-play links and failed
/// attempts.
pub(super) fn set(
    change: &rusqlite::Transaction,
    pid: i64,
    hash: &str,
    stays: &str,
) -> Result<(), ApiError> {
    change.execute("update players set password_hash = ? where pid = ?", params![hash, pid])?;
    change.execute("delete from sessions where pid = ? and token <> ?", params![pid, stays])?;
    change.execute("delete from quick_links where pid = ?", [pid])?;
    change.execute(
        "delete from failed_logins where login in (select login from players where pid = ?1
           union select email from players where pid = ?1)",
        [pid],
    )?;
    Ok(())
}
