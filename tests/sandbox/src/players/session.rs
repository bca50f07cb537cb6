//! Sessions. A login begins one, a header carries its token, and it ends after 24 hours or at
//! logout.

use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use rusqlite::{Connection, OptionalExtension, Transaction, params};
use serde_json::{Value, json};

use crate::AppState;
use crate::error::ApiError;
use crate::players::password;

/// The header with the session token (decision A103).
pub(crate) const HEADER: &str = "x-session-token";
/// The header with the bot-check token. The sandbox accepts sign-ins without it (decision A104).
pub(crate) const BOT_CHECK: &str = "x-bot-check";
/// Lifetime of a session, in milliseconds: 24 hours.
const LIFETIME: i64 = 24 * 60 * 60 * 1000;

/// A new session.
pub(crate) struct NewSession {
    /// Identifies the session to the cashier.
    session_id: String,
    /// Authenticates calls to the API.
    token: String,
}

impl NewSession {
    /// Returns the response to a login (row 7.1-01).
    pub(crate) fn response(&self, pid: i64) -> Value {
        json!({ "pid": pid, "rtgSession": { "session_id": self.session_id }, "sessionToken": self.token })
    }
}

/// Begins a session.
pub(crate) fn create(
    transaction: &Transaction,
    pid: i64,
    now: i64,
) -> rusqlite::Result<NewSession> {
    let session =
        NewSession { session_id: password::secret()[..32].to_owned(), token: password::secret() };
    transaction.execute("delete from sessions where expires_at <= ?", [now])?;
    transaction.execute(
        "insert into sessions (token, session_id, pid, expires_at, cashier_secret) values (?, ?, ?, ?, ?)",
        params![session.token, session.session_id, pid, now + LIFETIME, password::secret()],
    )?;
    Ok(session)
}

/// Returns the id of the player whose valid session has this token.
pub(crate) fn find_player(state: &AppState, token: &str) -> Result<Option<i64>, ApiError> {
    let now = state.clock.now();
    let pid = state.store.read(|connection| {
        let sql = "select pid from sessions where token = ? and expires_at > ?";
        connection.query_row(sql, params![token, now], |row| row.get(0)).optional()
    })?;
    Ok(pid)
}

/// The authenticated player of a call. The path must contain the id of the same player.
pub(crate) struct SessionPlayer {
    pub(crate) pid: i64,
    pub(crate) token: String,
}

impl SessionPlayer {
    /// Rejects an id in the body or query that is not this player's.
    pub(crate) fn check_id(&self, id: Option<i64>) -> Result<(), ApiError> {
        if id == Some(self.pid) { Ok(()) } else { Err(ApiError::other_player()) }
    }

    /// Rejects a login that is neither this player's login nor email.
    pub(crate) fn check_login(&self, connection: &Connection, login: &str) -> Result<(), ApiError> {
        let sql =
            "select exists (select 1 from players where pid = ?1 and (login = ?2 or email = ?2))";
        let matches: bool =
            connection.query_row(sql, params![self.pid, login.trim()], |row| row.get(0))?;
        if matches { Ok(()) } else { Err(ApiError::other_player()) }
    }
}

impl FromRequestParts<Arc<AppState>> for SessionPlayer {
    type Rejection = ApiError;

    async fn from_request_parts(
        parts: &mut Parts,
        state: &Arc<AppState>,
    ) -> Result<SessionPlayer, ApiError> {
        let path = crate::routes::PathParameters::from_request_parts(parts, state).await?;
        let requested = path.pid()?;
        let token = parts
            .headers
            .get(HEADER)
            .and_then(|value| value.to_str().ok())
            .unwrap_or_default()
            .to_owned();
        match find_player(state, &token)? {
            None => Err(ApiError::no_session()),
            Some(pid) if pid == requested => Ok(SessionPlayer { pid, token }),
            Some(_) => Err(ApiError::other_player()),
        }
    }
}
