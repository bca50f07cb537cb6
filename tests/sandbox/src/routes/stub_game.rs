//! The stub game: a cross-origin iframe that plays with the balance (decision A42). It does not
//! model a real game.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::response::Html;
use rusqlite::{Connection, OptionalExtension, params};
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Body, Text, lobby_jackpot};
use crate::World;
use crate::call::{Call, Verb};
use crate::error::ApiError;
use crate::{coupon, money, password, texts};

/// The bet of a spin, in cents.
const BET: i64 = 100;

const PAGE: &str = include_str!("../external/game.html");

pub(super) fn calls() -> Vec<Call> {
    vec![
        Call::at(Verb::Get, "/external/game", show)
            .says("The stub game, for an iframe (A42).")
            .query(&["game_id", "machine_id", "hands", "token"])
            .answers("Page"),
        Call::at(Verb::Post, "/external/game/open", open)
            .says("Uses a launch token up.")
            .takes("OpenGame")
            .answers("Round"),
        Call::at(Verb::Post, "/external/game/spin", spin)
            .says("Plays one spin.")
            .takes("Spin")
            .answers("SpinResult"),
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
    State(world): State<Arc<World>>,
    Body(body): Body<OpenGame>,
) -> Result<Json<Value>, ApiError> {
    let (id, now) = (password::secret(), world.clock.now());
    let cents = world.store.write(|change| {
        let sql = "delete from launch_tokens where token = ? and expires_at > ? returning session";
        let session = change
            .query_row(sql, params![&*body.token, now], |row| row.get::<_, String>(0))
            .optional()?;
        let session = session.ok_or_else(ApiError::no_session)?;
        change
            .execute("insert into open_games (id, session) values (?, ?)", params![id, session])?;
        let pid = player(change, &id, now)?;
        Ok::<_, ApiError>(money::balance(change, pid)?)
    })?;
    Ok(Json(json!({ "round": id, "balance": money::amount(cents) })))
}

/// Returns the player of a round. The session that opened the round must be valid.
fn player(ask: &Connection, round: &str, now: i64) -> Result<i64, ApiError> {
    let sql = "select pid from open_games join sessions on token = session where id = ? and expires_at > ?";
    let pid = ask.query_row(sql, params![round, now], |row| row.get(0)).optional()?;
    pid.ok_or_else(ApiError::no_session)
}

#[derive(Deserialize)]
struct Spin {
    round: Text<128>,
    game_code: Option<Text<32>>,
}

async fn spin(
    State(world): State<Arc<World>>,
    Body(body): Body<Spin>,
) -> Result<Json<Value>, ApiError> {
    let now = world.clock.now();
    // On average, one spin in three wins twice the bet.
    let won = if rand::random::<u32>().is_multiple_of(3) { 2 * BET } else { 0 };
    world.store.write(|change| {
        let pid = player(change, &body.round, now)?;
        let free = coupon::free_spin(
            change,
            &world.offers.now(),
            pid,
            body.game_code.as_deref().unwrap_or_default(),
            won,
            now,
        )?;
        if !free {
            if money::balance(change, pid)? < BET {
                return Err(ApiError::conflict(texts::NO_MONEY));
            }
            money::book(change, pid, -BET, "bet", now)?;
            if won > 0 {
                money::book(change, pid, won, "win", now)?;
            }
        }
        lobby_jackpot::feed(change, pid, now)?;
        coupon::wager(change, pid, if free { 0 } else { BET })?;
        let cents = money::balance(change, pid)?;
        Ok(Json(
            json!({ "won": money::amount(won), "free": free, "balance": money::amount(cents) }),
        ))
    })
}
