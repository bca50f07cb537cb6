//! Quick play: the opt-in and single-use login links in emails (rows 7.2-01, 7.2-02 and 7.2-04,
//! decision A80).

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use rusqlite::{OptionalExtension, params};
use serde_json::{Value, json};

use super::{Query, done};
use crate::World;
use crate::call::{Call, Verb};
use crate::error::ApiError;
use crate::session::{self, Own};
use crate::{doors, texts};

pub(super) fn calls() -> Vec<Call> {
    let own = "/player/{pid}/accounts/quick";
    vec![
        Call::api(Verb::Get, own, state)
            .says("Whether the player is opted in: Count above 0.")
            .session()
            .answers("Count"),
        Call::api(Verb::Post, own, opt_in).says("Opts in.").session(),
        Call::api(Verb::Delete, own, opt_out)
            .says("Opts out; links that were mailed are dead.")
            .session(),
        Call::api(Verb::Get, "/accounts/quick", check)
            .says("What a link leads to; asking does not use it up (A81).")
            .needs(&["userhash"])
            .query(&["todo"])
            .answers("QuickPlay"),
    ]
}

async fn state(State(world): State<Arc<World>>, own: Own) -> Result<Json<Value>, ApiError> {
    let sql = "select count(*) from quick_players where pid = ?";
    let count: i64 = world.store.read(|ask| ask.query_row(sql, [own.pid], |row| row.get(0)))?;
    Ok(Json(json!({ "Count": count })))
}

async fn opt_in(State(world): State<Arc<World>>, own: Own) -> Result<Json<Value>, ApiError> {
    world.store.write(|change| {
        change.execute("insert or ignore into quick_players (pid) values (?)", [own.pid])
    })?;
    Ok(done())
}

async fn opt_out(State(world): State<Arc<World>>, own: Own) -> Result<Json<Value>, ApiError> {
    world
        .store
        .write(|change| change.execute("delete from quick_players where pid = ?", [own.pid]))?;
    Ok(done())
}

const ALIVE: &str = "hash = ? and used = 0 and expires_at > ?";

async fn check(State(world): State<Arc<World>>, query: Query) -> Result<Json<Value>, ApiError> {
    let hash = query.needed("userhash")?;
    query.only("todo", &["quickplaycheck"])?;
    let found = world.store.read(|ask| {
        let sql = format!("select code, coupon, game from quick_links where {ALIVE}");
        ask.query_row(&sql, params![hash, world.clock.now()], |row| {
            let (code, coupon, game): (String, String, String) =
                (row.get(0)?, row.get(1)?, row.get(2)?);
            Ok(json!({ "code": code, "coupon": coupon, "game": game, "Count": 1 }))
        })
        .optional()
    })?;
    Ok(Json(found.unwrap_or_else(|| json!({ "code": "", "coupon": "", "game": "", "Count": 0 }))))
}

/// Begins a session with the hash of a link and marks the link as used.
pub(super) fn log_in(world: &World, hash: &str) -> Result<Value, ApiError> {
    let now = world.clock.now();
    world.store.write(|change| {
        let sql = format!(
            "update quick_links set used = 1
             where {ALIVE} and pid in (select pid from players where not banned) returning pid"
        );
        let pid: Option<i64> =
            change.query_row(&sql, params![hash, now], |row| row.get(0)).optional()?;
        let pid =
            pid.ok_or_else(|| ApiError::new(StatusCode::UNAUTHORIZED, texts::LOGIN_REFUSED))?;
        // An error here rolls the transaction back, so the link stays unused.
        let email: String =
            change.query_row("select email from players where pid = ?", [pid], |row| row.get(0))?;
        doors::country(&email)?;
        doors::upkeep(change, pid, "login")?;
        Ok(session::begin(change, pid, now)?.answer(pid))
    })
}
