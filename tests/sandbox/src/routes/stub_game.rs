//! The stub game: an iframe of another origin that plays for the balance (decision A42). No model of any real game.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::response::Html;
use rusqlite::{OptionalExtension, params};
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Body, lobby_jackpot};
use crate::World;
use crate::call::{Call, Verb};
use crate::error::ApiError;
use crate::{coupon, money, password, texts};

/// What a spin costs, in cents.
const BET: i64 = 100;

const PAGE: &str = include_str!("../external/game.html");

pub(super) fn calls() -> Vec<Call> {
    vec![
        Call::at(Verb::Get, "/external/game", show)
            .says("The stub game, for an iframe (A42).")
            .query(&["game_id", "machine_id", "hands", "token"])
            .answers("Page"),
        Call::at(Verb::Post, "/external/game/open", open).says("Uses a launch token up.").takes("OpenGame").answers("Round"),
        Call::at(Verb::Post, "/external/game/spin", spin).says("Plays one spin.").takes("Spin").answers("SpinResult"),
    ]
}

async fn show() -> Html<&'static str> {
    Html(PAGE)
}

#[derive(Deserialize)]
struct OpenGame {
    token: String,
}

async fn open(State(world): State<Arc<World>>, Body(body): Body<OpenGame>) -> Result<Json<Value>, ApiError> {
    let id = password::secret();
    let cents = world.store.write(|change| {
        let sql = "delete from launch_tokens where token = ? and expires_at > ? returning pid";
        let pid: Option<i64> = change.query_row(sql, params![body.token, world.clock.now()], |row| row.get(0)).optional()?;
        let pid = pid.ok_or_else(ApiError::no_session)?;
        change.execute("insert into open_games (id, pid) values (?, ?)", params![id, pid])?;
        Ok::<_, ApiError>(money::balance(change, pid)?)
    })?;
    Ok(Json(json!({ "round": id, "balance": money::amount(cents) })))
}

#[derive(Deserialize)]
struct Spin {
    round: String,
    #[serde(default)]
    game_code: String,
}

async fn spin(State(world): State<Arc<World>>, Body(body): Body<Spin>) -> Result<Json<Value>, ApiError> {
    let now = world.clock.now();
    // Every third spin gives the bet back twice.
    let won = if rand::random::<u32>().is_multiple_of(3) { 2 * BET } else { 0 };
    world.store.write(|change| {
        let sql = "select pid from open_games where id = ?";
        let pid: Option<i64> = change.query_row(sql, [&body.round], |row| row.get(0)).optional()?;
        let pid = pid.ok_or_else(ApiError::no_session)?;
        let free = coupon::free_spin(change, pid, &body.game_code, won, now)?;
        if !free {
            if money::balance(change, pid)? < BET {
                return Err(ApiError::conflict(texts::NO_MONEY));
            }
            money::book(change, pid, -BET, "bet", now)?;
            if won > 0 {
                money::book(change, pid, won, "win", now)?;
            }
            lobby_jackpot::feed(change, pid, now)?;
        }
        coupon::wager(change, pid, if free { 0 } else { BET })?;
        let cents = money::balance(change, pid)?;
        Ok(Json(json!({ "won": money::amount(won), "free": free, "balance": money::amount(cents) })))
    })
}
