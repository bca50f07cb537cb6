//! Sessions: begun by a login, carried in a header, over after a day or at logout.

use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use rusqlite::{OptionalExtension, Transaction, params};

use crate::World;
use crate::error::ApiError;
use crate::password;

/// The header that carries the session token (decision A103).
pub(crate) const HEADER: &str = "x-session-token";
/// How long a session lasts: 24 hours.
const LASTS: i64 = 24 * 60 * 60 * 1000;

/// A session that has just begun.
pub(crate) struct Begun {
    /// Identifies it to the cashier.
    pub(crate) session_id: String,
    /// Proves it to the API.
    pub(crate) token: String,
}

/// Begins a session.
pub(crate) fn begin(change: &Transaction, pid: i64, now: i64) -> rusqlite::Result<Begun> {
    let begun = Begun { session_id: password::secret()[..32].to_owned(), token: password::secret() };
    change.execute("delete from sessions where expires_at <= ?", [now])?;
    change.execute(
        "insert into sessions (token, session_id, pid, expires_at) values (?, ?, ?, ?)",
        params![begun.token, begun.session_id, pid, now + LASTS],
    )?;
    Ok(begun)
}

/// The player who makes a call.
pub(crate) struct Caller {
    pub(crate) pid: i64,
    pub(crate) token: String,
}

impl Caller {
    /// Refuses a call about another player.
    pub(crate) fn must_be(&self, pid: i64) -> Result<(), ApiError> {
        if self.pid == pid { Ok(()) } else { Err(ApiError::new(axum::http::StatusCode::FORBIDDEN, "This is not your account.")) }
    }
}

impl FromRequestParts<Arc<World>> for Caller {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, world: &Arc<World>) -> Result<Caller, ApiError> {
        let token = parts.headers.get(HEADER).and_then(|value| value.to_str().ok()).unwrap_or_default().to_owned();
        let now = world.clock.now();
        let pid = world.store.read(|ask| {
            let sql = "select pid from sessions where token = ? and expires_at > ?";
            ask.query_row(sql, params![token, now], |row| row.get(0)).optional()
        })?;
        pid.map(|pid| Caller { pid, token }).ok_or_else(ApiError::no_session)
    }
}
