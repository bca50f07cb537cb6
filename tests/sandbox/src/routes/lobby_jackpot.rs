//! The lobby jackpot: amount, opt-in and collection of a win (rows 7.5). Each spin adds one cent
//! (decision A139).

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use rusqlite::{OptionalExtension, params};
use serde_json::{Value, json};

use super::{Named, Query, done};
use crate::World;
use crate::call::{Call, Verb};
use crate::error::ApiError;
use crate::session::Own;
use crate::{money, texts};

/// The public id of the feed; it is not a secret (decision A117).
const FEED: &str = "sandbox-feed";
/// Player classes that cannot opt in before their first deposit (section 6, decision A85).
const BLOCKED: [&str; 6] =
    ["Banned", "Bronze No2", "Coupon", "Deactivated", "Review - Options blocked", "Test Class"];
/// The player class that can never opt in.
const NEVER: &str = "Unverified / Non Dep";

pub(super) fn calls() -> Vec<Call> {
    vec![
        Call::api(Verb::Get, "/lobby-jackpot/{token}", show)
            .says("Amount and guid, for everybody; the token is the public feed id (A117).")
            .answers("LobbyJackpot"),
        Call::api(Verb::Get, "/lobby-jackpot/players/{pid}/jackpots", own_state)
            .says("Whether the player takes part, and what they have won and not claimed.")
            .session()
            .answers("JackpotPlayer"),
        Call::api(Verb::Post, "/lobby-jackpot/players/{pid}/jackpots/{guid}", opt)
            .says("Sets the opt-in.")
            .session()
            .needs(&["optPlayer"]),
        Call::api(Verb::Post, "/lobby-jackpot/players/{pid}/hits", claim)
            .says("Claims a win.")
            .session(),
    ]
}

async fn show(State(world): State<Arc<World>>, named: Named) -> Result<Json<Value>, ApiError> {
    if named.text("token") != FEED {
        return Err(ApiError::not_found());
    }
    let (guid, cents): (String, i64) = world.store.read(|ask| {
        ask.query_row("select guid, cents from lobby_jackpot", [], |row| {
            Ok((row.get(0)?, row.get(1)?))
        })
    })?;
    Ok(Json(json!({ "jackpot-amount": money::amount(cents), "guid": guid })))
}

async fn own_state(State(world): State<Arc<World>>, own: Own) -> Result<Json<Value>, ApiError> {
    let sql = "select opted_in, unclaimed_cents from jackpot_players where pid = ?";
    let found = world.store.read(|ask| {
        ask.query_row(sql, [own.pid], |row| Ok((row.get(0)?, row.get(1)?))).optional()
    })?;
    let (opted_in, cents): (bool, i64) = found.unwrap_or((false, 0));
    Ok(Json(json!({ "is-opt-in": opted_in, "unclaimed-hits-amount": money::amount(cents) })))
}

async fn opt(
    State(world): State<Arc<World>>,
    own: Own,
    named: Named,
    query: Query,
) -> Result<Json<Value>, ApiError> {
    let wanted = match query.text("optPlayer") {
        "true" => true,
        "false" => false,
        _ => {
            return Err(ApiError::unreadable(
                StatusCode::BAD_REQUEST,
                "optPlayer is true or false".to_owned(),
            ));
        }
    };
    world.store.write(|change| {
        let sql = "select exists (select 1 from lobby_jackpot where guid = ?)";
        if !change.query_row(sql, [named.text("guid")], |row| row.get::<_, bool>(0))? {
            return Err(ApiError::not_found());
        }
        let sql = "select player_class, first_deposit_on is not null from players where pid = ?";
        let (class, deposited): (String, bool) = change.query_row(sql, [own.pid], |row| Ok((row.get(0)?, row.get(1)?)))?;
        if wanted && (class == NEVER || (BLOCKED.contains(&class.as_str()) && !deposited)) {
            return Err(ApiError::new(StatusCode::FORBIDDEN, texts::JACKPOT_BLOCKED));
        }
        change.execute(
            "insert into jackpot_players (pid, opted_in) values (?, ?) on conflict (pid) do update set opted_in = excluded.opted_in",
            params![own.pid, wanted],
        )?;
        Ok(())
    })?;
    Ok(done())
}

async fn claim(State(world): State<Arc<World>>, own: Own) -> Result<Json<Value>, ApiError> {
    let now = world.clock.now();
    world.store.write(|change| {
        let sql = "select unclaimed_cents from jackpot_players where pid = ? and unclaimed_cents > 0";
        let cents: Option<i64> = change.query_row(sql, [own.pid], |row| row.get(0)).optional()?;
        let cents = cents.ok_or_else(|| ApiError::conflict(texts::NOTHING_WON))?;
        change.execute("update jackpot_players set unclaimed_cents = 0 where pid = ?", [own.pid])?;
        money::book(change, own.pid, cents, "jackpot win", now)?;
        change.execute(
            "insert into jackpot_winners (name, cents, at) select substr(first_name || 'Player', 1, 2) || '***', ?, ?
             from players where pid = ?",
            params![cents, now, own.pid],
        )?;
        Ok::<_, ApiError>(())
    })?;
    Ok(done())
}

/// Moves one cent from a participant's balance to the jackpot for each spin, including free spins.
/// Players with an empty balance contribute nothing.
pub(super) fn feed(change: &rusqlite::Transaction, pid: i64, now: i64) -> rusqlite::Result<()> {
    let sql = "select exists (select 1 from jackpot_players where pid = ? and opted_in = 1)";
    if change.query_row(sql, [pid], |row| row.get::<_, bool>(0))?
        && money::balance(change, pid)? > 0
    {
        money::book(change, pid, -1, "lobby jackpot", now)?;
        change.execute("update lobby_jackpot set cents = cents + 1", [])?;
    }
    Ok(())
}
