//! The lobby jackpot: amount, opt-in and collection of a win (rows 7.5). Each spin adds one cent
//! (decision A139).

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use rusqlite::{OptionalExtension, params};
use serde_json::{Value, json};

use crate::call::{Call, HttpMethod};
use crate::error::ApiError;
use crate::players::money;
use crate::players::session::SessionPlayer;
use crate::routes::{PathParameters, Query, ok_response};
use crate::{AppState, texts};

/// The public id of the feed; it is not a secret (decision A117).
const FEED_ID: &str = "sandbox-feed";
/// Player classes that cannot opt in before their first deposit (section 6, decision A85).
const BLOCKED_CLASSES: [&str; 6] =
    ["Banned", "Bronze No2", "Coupon", "Deactivated", "Review - Options blocked", "Test Class"];
/// The player class that can never opt in.
const NEVER_ELIGIBLE: &str = "Unverified / Non Dep";

pub(super) fn calls() -> Vec<Call> {
    vec![
        Call::api(HttpMethod::Get, "/lobby-jackpot/{token}", show)
            .summary("Returns the amount and the guid; the token is the public feed id (A117).")
            .response("LobbyJackpot"),
        Call::api(HttpMethod::Get, "/lobby-jackpot/players/{pid}/jackpots", player_state)
            .summary("Returns whether the player participates, and the amount of unclaimed wins.")
            .requires_session()
            .response("JackpotPlayer"),
        Call::api(HttpMethod::Post, "/lobby-jackpot/players/{pid}/jackpots/{guid}", set_opt_in)
            .summary("Sets the opt-in.")
            .requires_session()
            .required_query(&["optPlayer"]),
        Call::api(HttpMethod::Post, "/lobby-jackpot/players/{pid}/hits", collect_win)
            .summary("Collects a win.")
            .requires_session(),
    ]
}

async fn show(
    State(state): State<Arc<AppState>>,
    path: PathParameters,
) -> Result<Json<Value>, ApiError> {
    if path.text("token") != FEED_ID {
        return Err(ApiError::not_found());
    }
    let (guid, cents): (String, i64) = state.store.read(|connection| {
        connection.query_row("select guid, cents from lobby_jackpot", [], |row| {
            Ok((row.get(0)?, row.get(1)?))
        })
    })?;
    Ok(Json(json!({ "jackpot-amount": money::amount(cents), "guid": guid })))
}

async fn player_state(
    State(state): State<Arc<AppState>>,
    player: SessionPlayer,
) -> Result<Json<Value>, ApiError> {
    let sql = "select opted_in, unclaimed_cents from jackpot_players where pid = ?";
    let found = state.store.read(|connection| {
        connection.query_row(sql, [player.pid], |row| Ok((row.get(0)?, row.get(1)?))).optional()
    })?;
    let (opted_in, cents): (bool, i64) = found.unwrap_or((false, 0));
    Ok(Json(json!({ "is-opt-in": opted_in, "unclaimed-hits-amount": money::amount(cents) })))
}

async fn set_opt_in(
    State(state): State<Arc<AppState>>,
    player: SessionPlayer,
    path: PathParameters,
    query: Query,
) -> Result<Json<Value>, ApiError> {
    let opted_in = match query.text("optPlayer") {
        "true" => true,
        "false" => false,
        _ => {
            return Err(ApiError::invalid_request(
                StatusCode::BAD_REQUEST,
                "optPlayer must be true or false".to_owned(),
            ));
        }
    };

    state.store.write(|transaction| {
        let sql = "select exists (select 1 from lobby_jackpot where guid = ?)";
        if !transaction.query_row(sql, [path.text("guid")], |row| row.get::<_, bool>(0))? {
            return Err(ApiError::not_found());
        }

        let sql = "select player_class, first_deposit_on is not null from players where pid = ?";
        let (class, deposited): (String, bool) = transaction.query_row(sql, [player.pid], |row| Ok((row.get(0)?, row.get(1)?)))?;
        if opted_in && (class == NEVER_ELIGIBLE || (BLOCKED_CLASSES.contains(&class.as_str()) && !deposited)) {
            return Err(ApiError::new(StatusCode::FORBIDDEN, texts::JACKPOT_BLOCKED));
        }

        transaction.execute(
            "insert into jackpot_players (pid, opted_in) values (?, ?) on conflict (pid) do update set opted_in = excluded.opted_in",
            params![player.pid, opted_in],
        )?;
        Ok(())
    })?;

    Ok(ok_response())
}

async fn collect_win(
    State(state): State<Arc<AppState>>,
    player: SessionPlayer,
) -> Result<Json<Value>, ApiError> {
    let now = state.clock.now();
    state.store.write(|transaction| {
        let sql = "select unclaimed_cents from jackpot_players where pid = ? and unclaimed_cents > 0";
        let cents: Option<i64> = transaction.query_row(sql, [player.pid], |row| row.get(0)).optional()?;
        let cents = cents.ok_or_else(|| ApiError::conflict(texts::NO_WIN))?;
        transaction.execute("update jackpot_players set unclaimed_cents = 0 where pid = ?", [player.pid])?;
        money::add_entry(transaction, player.pid, cents, "jackpot win", now)?;
        transaction.execute(
            "insert into jackpot_winners (name, cents, at) select substr(first_name || 'Player', 1, 2) || '***', ?, ?
             from players where pid = ?",
            params![cents, now, player.pid],
        )?;
        Ok::<_, ApiError>(())
    })?;
    Ok(ok_response())
}

/// Moves one cent from a participant's balance to the jackpot for each spin, including free spins.
/// Players with an empty balance contribute nothing.
pub(in crate::routes) fn contribute(
    transaction: &rusqlite::Transaction,
    pid: i64,
    now: i64,
) -> rusqlite::Result<()> {
    let sql = "select exists (select 1 from jackpot_players where pid = ? and opted_in = 1)";
    if transaction.query_row(sql, [pid], |row| row.get::<_, bool>(0))?
        && money::balance(transaction, pid)? > 0
    {
        money::add_entry(transaction, pid, -1, "lobby jackpot", now)?;
        transaction.execute("update lobby_jackpot set cents = cents + 1", [])?;
    }
    Ok(())
}
