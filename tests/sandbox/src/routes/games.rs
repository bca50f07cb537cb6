//! Game jackpots and launch tokens (rows 7.4-04 and 7.3-08).

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use rusqlite::params;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Body, Id, Query};
use crate::World;
use crate::call::{Call, Verb};
use crate::error::ApiError;
use crate::session::Own;
use crate::{doors, money, password};

/// Lifetime of a launch token, in milliseconds. A token is valid for one minute and one use
/// (decision A111).
const LASTS: i64 = 60 * 1000;

pub(super) fn calls() -> Vec<Call> {
    vec![
        Call::api(Verb::Get, "/jackpots", jackpots)
            .says("The game jackpots, always in US dollars (A114).")
            .needs(&["forMoney", "currencyCode"])
            .answers("Jackpots"),
        Call::api(Verb::Post, "/players/{pid}/token", token)
            .says("A token with which one game is launched (A111).")
            .session()
            .takes("Launch")
            .answers("Token"),
    ]
}

async fn jackpots(
    State(world): State<Arc<World>>,
    query: Query,
) -> Result<Json<Vec<Value>>, ApiError> {
    if query.text("forMoney") != "true" || query.text("currencyCode") != "USD" {
        let detail = "forMoney is true, currencyCode USD".to_owned();
        return Err(ApiError::unreadable(StatusCode::BAD_REQUEST, detail));
    }
    let entry = |(game, machine, cents): (i64, i64, i64)| json!({ "game_id": game, "machine_id": machine, "amount": money::amount(cents) });
    Ok(Json(world.games.jackpots(world.clock.now()).map(entry).collect()))
}

#[derive(Deserialize)]
struct Launch {
    #[serde(rename = "playerId")]
    player_id: Id,
    #[serde(rename = "token_type")]
    _token_type: TokenType,
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum TokenType {
    Game,
}

async fn token(
    State(world): State<Arc<World>>,
    own: Own,
    Body(body): Body<Launch>,
) -> Result<Json<Value>, ApiError> {
    own.is(body.player_id.number())?;
    let (token, now) = (password::secret(), world.clock.now());
    world.store.write(|change| {
        doors::upkeep(change, own.pid, "play")?;
        change.execute("delete from launch_tokens where expires_at <= ?", [now])?;
        let sql = "insert into launch_tokens (token, session, expires_at) values (?, ?, ?)";
        change.execute(sql, params![token, own.token, now + LASTS])?;
        Ok::<_, ApiError>(())
    })?;
    Ok(Json(json!({ "token": token })))
}
