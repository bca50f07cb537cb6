//! Quick play: the opt-in and single-use login links in emails (rows 7.2-01, 7.2-02 and 7.2-04,
//! decision A80).

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use rusqlite::{OptionalExtension, params};
use serde_json::{Value, json};

use super::{Query, ok_response};
use crate::call::{Call, HttpMethod};
use crate::error::ApiError;
use crate::players::session::{self, SessionPlayer};
use crate::server::access;
use crate::{AppState, texts};

pub(super) fn calls() -> Vec<Call> {
    let player_path = "/player/{pid}/accounts/quick";
    vec![
        Call::api(HttpMethod::Get, player_path, state)
            .summary("Returns whether the player is opted in: Count is above 0.")
            .requires_session()
            .response("Count"),
        Call::api(HttpMethod::Post, player_path, opt_in).summary("Opts in.").requires_session(),
        Call::api(HttpMethod::Delete, player_path, opt_out)
            .summary("Opts out and invalidates mailed links.")
            .requires_session(),
        Call::api(HttpMethod::Get, "/accounts/quick", check)
            .summary("Returns the target of a quick-play link without using the link (A81).")
            .required_query(&["userhash"])
            .optional_query(&["todo"])
            .response("QuickPlay"),
    ]
}

async fn state(
    State(state): State<Arc<AppState>>,
    player: SessionPlayer,
) -> Result<Json<Value>, ApiError> {
    let sql = "select count(*) from quick_players where pid = ?";
    let count: i64 =
        state.store.read(|connection| connection.query_row(sql, [player.pid], |row| row.get(0)))?;
    Ok(Json(json!({ "Count": count })))
}

async fn opt_in(
    State(state): State<Arc<AppState>>,
    player: SessionPlayer,
) -> Result<Json<Value>, ApiError> {
    state.store.write(|transaction| {
        transaction.execute("insert or ignore into quick_players (pid) values (?)", [player.pid])
    })?;
    Ok(ok_response())
}

async fn opt_out(
    State(state): State<Arc<AppState>>,
    player: SessionPlayer,
) -> Result<Json<Value>, ApiError> {
    state.store.write(|transaction| {
        transaction.execute("delete from quick_players where pid = ?", [player.pid])
    })?;
    Ok(ok_response())
}

const VALID_LINK: &str = "hash = ? and used = 0 and expires_at > ?";

async fn check(State(state): State<Arc<AppState>>, query: Query) -> Result<Json<Value>, ApiError> {
    let hash = query.required("userhash")?;
    query.check_allowed("todo", &["quickplaycheck"])?;
    let found = state.store.read(|connection| {
        let sql = format!("select code, coupon, game from quick_links where {VALID_LINK}");
        connection
            .query_row(&sql, params![hash, state.clock.now()], |row| {
                let (code, coupon, game): (String, String, String) =
                    (row.get(0)?, row.get(1)?, row.get(2)?);
                Ok(json!({ "code": code, "coupon": coupon, "game": game, "Count": 1 }))
            })
            .optional()
    })?;
    Ok(Json(found.unwrap_or_else(|| json!({ "code": "", "coupon": "", "game": "", "Count": 0 }))))
}

/// Begins a session with the hash of a link and marks the link as used.
pub(super) fn log_in(state: &AppState, hash: &str) -> Result<Value, ApiError> {
    let now = state.clock.now();
    state.store.write(|transaction| {
        let sql = format!(
            "update quick_links set used = 1
             where {VALID_LINK} and pid in (select pid from players where not banned) returning pid"
        );
        let pid: Option<i64> =
            transaction.query_row(&sql, params![hash, now], |row| row.get(0)).optional()?;
        let pid =
            pid.ok_or_else(|| ApiError::new(StatusCode::UNAUTHORIZED, texts::WRONG_CREDENTIALS))?;
        // An error here rolls the transaction back, so the link stays unused.
        let email: String =
            transaction
                .query_row("select email from players where pid = ?", [pid], |row| row.get(0))?;
        access::check_country(&email)?;
        access::check_maintenance(transaction, pid, "login")?;
        Ok(session::create(transaction, pid, now)?.response(pid))
    })
}
