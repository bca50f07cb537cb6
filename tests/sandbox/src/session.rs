//! Sessions. A login begins one, a header carries its token, and it ends after 24 hours or at
//! logout.

use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use rusqlite::{Connection, OptionalExtension, Transaction, params};
use serde_json::{Value, json};

use crate::error::ApiError;
use crate::{World, password};

/// The header with the session token (decision A103).
pub(crate) const HEADER: &str = "x-session-token";
/// The header with the bot-check token. The sandbox accepts sign-ins without it (decision A104).
pub(crate) const BOT_CHECK: &str = "x-bot-check";
/// Lifetime of a session, in milliseconds: 24 hours.
const LASTS: i64 = 24 * 60 * 60 * 1000;

/// A new session.
pub(crate) struct Begun {
    /// Identifies the session to the cashier.
    session_id: String,
    /// Authenticates calls to the API.
    token: String,
}

impl Begun {
    /// Returns the response to a login (row 7.1-01).
    pub(crate) fn answer(&self, pid: i64) -> Value {
        json!({ "pid": pid, "rtgSession": { "session_id": self.session_id }, "sessionToken": self.token })
    }
}

/// Begins a session.
pub(crate) fn begin(change: &Transaction, pid: i64, now: i64) -> rusqlite::Result<Begun> {
    let begun =
        Begun { session_id: password::secret()[..32].to_owned(), token: password::secret() };
    change.execute("delete from sessions where expires_at <= ?", [now])?;
    change.execute(
        "insert into sessions (token, session_id, pid, expires_at, cashier_secret) values (?, ?, ?, ?, ?)",
        params![begun.token, begun.session_id, pid, now + LASTS, password::secret()],
    )?;
    Ok(begun)
}

/// Returns the id of the player whose valid session has this token.
pub(crate) fn holder(world: &World, token: &str) -> Result<Option<i64>, ApiError> {
    let now = world.clock.now();
    let pid = world.store.read(|ask| {
        let sql = "select pid from sessions where token = ? and expires_at > ?";
        ask.query_row(sql, params![token, now], |row| row.get(0)).optional()
    })?;
    Ok(pid)
}

/// The authenticated player of a call. The path must contain the id of the same player.
pub(crate) struct Own {
    pub(crate) pid: i64,
    pub(crate) token: String,
}

impl Own {
    /// Rejects an id in the body or query that is not this player's.
    pub(crate) fn is(&self, id: Option<i64>) -> Result<(), ApiError> {
        if id == Some(self.pid) { Ok(()) } else { Err(ApiError::not_yours()) }
    }

    /// Rejects a login that is neither this player's login nor email.
    pub(crate) fn is_called(&self, ask: &Connection, login: &str) -> Result<(), ApiError> {
        let sql =
            "select exists (select 1 from players where pid = ?1 and (login = ?2 or email = ?2))";
        let theirs: bool = ask.query_row(sql, params![self.pid, login.trim()], |row| row.get(0))?;
        if theirs { Ok(()) } else { Err(ApiError::not_yours()) }
    }
}

impl FromRequestParts<Arc<World>> for Own {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, world: &Arc<World>) -> Result<Own, ApiError> {
        let named = crate::routes::Named::from_request_parts(parts, world).await?;
        let wanted = named.pid()?;
        let token = parts
            .headers
            .get(HEADER)
            .and_then(|value| value.to_str().ok())
            .unwrap_or_default()
            .to_owned();
        match holder(world, &token)? {
            None => Err(ApiError::no_session()),
            Some(pid) if pid == wanted => Ok(Own { pid, token }),
            Some(_) => Err(ApiError::not_yours()),
        }
    }
}
