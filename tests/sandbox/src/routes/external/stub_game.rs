//! The stub game: a cross-origin iframe that plays with the balance (decision A42). It does not
//! model a real game.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::response::Html;
use rusqlite::{Connection, OptionalExtension, params};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::call::{Call, HttpMethod};
use crate::error::ApiError;
use crate::offers::coupon;
use crate::players::{money, password};
use crate::routes::games::lobby_jackpot;
use crate::routes::{Body, Text};
use crate::{AppState, texts};

/// The bet of a spin, in cents.
const BET: i64 = 100;

const PAGE: &str = include_str!("../../external/game.html");

pub(super) fn calls() -> Vec<Call> {
    vec![
        Call::at(HttpMethod::Get, "/external/game", show)
            .summary("Returns the stub game, for an iframe (A42).")
            .optional_query(&["game_id", "machine_id", "hands", "token"])
            .response("Page"),
        Call::at(HttpMethod::Post, "/external/game/open", open)
            .summary("Opens a round with a launch token, which becomes invalid.")
            .json_body("OpenGame")
            .response("Round"),
        Call::at(HttpMethod::Post, "/external/game/spin", spin)
            .summary("Plays one spin.")
            .json_body("Spin")
            .response("SpinResult"),
    ]
}

async fn show() -> Html<&'static str> {
    Html(PAGE)
}

#[derive(Deserialize)]
struct OpenGame {
    token: Text<128>,
}

async fn open(
    State(state): State<Arc<AppState>>,
    Body(body): Body<OpenGame>,
) -> Result<Json<Value>, ApiError> {
    let (id, now) = (password::secret(), state.clock.now());
    let cents = state.store.write(|transaction| {
        let sql = "delete from launch_tokens where token = ? and expires_at > ? returning session";
        let session = transaction
            .query_row(sql, params![&*body.token, now], |row| row.get::<_, String>(0))
            .optional()?;
        let session = session.ok_or_else(ApiError::no_session)?;
        transaction
            .execute("insert into open_games (id, session) values (?, ?)", params![id, session])?;
        let pid = player(transaction, &id, now)?;
        Ok::<_, ApiError>(money::balance(transaction, pid)?)
    })?;
    Ok(Json(json!({ "round": id, "balance": money::amount(cents) })))
}

/// Returns the player of a round. The session that opened the round must be valid.
fn player(connection: &Connection, round: &str, now: i64) -> Result<i64, ApiError> {
    let sql = "select pid from open_games join sessions on token = session where id = ? and expires_at > ?";
    let pid = connection.query_row(sql, params![round, now], |row| row.get(0)).optional()?;
    pid.ok_or_else(ApiError::no_session)
}

#[derive(Deserialize)]
struct Spin {
    round: Text<128>,
    game_code: Option<Text<32>>,
}

async fn spin(
    State(state): State<Arc<AppState>>,
    Body(body): Body<Spin>,
) -> Result<Json<Value>, ApiError> {
    let now = state.clock.now();
    // On average, one spin in three wins twice the bet.
    let won = if rand::random::<u32>().is_multiple_of(3) { 2 * BET } else { 0 };

    state.store.write(|transaction| {
        let pid = player(transaction, &body.round, now)?;
        let is_free = coupon::free_spin(
            transaction,
            &state.offers.current(),
            pid,
            body.game_code.as_deref().unwrap_or_default(),
            won,
            now,
        )?;

        if !is_free {
            if money::balance(transaction, pid)? < BET {
                return Err(ApiError::conflict(texts::LOW_BALANCE));
            }
            money::add_entry(transaction, pid, -BET, "bet", now)?;
            if won > 0 {
                money::add_entry(transaction, pid, won, "win", now)?;
            }
        }

        lobby_jackpot::contribute(transaction, pid, now)?;
        coupon::add_wager(transaction, pid, if is_free { 0 } else { BET })?;

        let cents = money::balance(transaction, pid)?;
        Ok(Json(
            json!({ "won": money::amount(won), "free": is_free, "balance": money::amount(cents) }),
        ))
    })
}
