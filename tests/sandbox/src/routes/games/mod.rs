//! Games: their jackpots and launch tokens (rows 7.4-04 and 7.3-08), favourites, live tables, and the lobby jackpot.

mod favourites;
pub(super) mod live_dealer;
pub(super) mod lobby_jackpot;

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use rusqlite::params;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::AppState;
use crate::call::{Call, HttpMethod};
use crate::error::ApiError;
use crate::players::session::SessionPlayer;
use crate::players::{money, password};
use crate::routes::{Body, Id, Query};
use crate::server::access;

/// Lifetime of a launch token, in milliseconds. A token is valid for one minute and one use
/// (decision A111).
const TOKEN_LIFETIME: i64 = 60 * 1000;

pub(super) fn calls() -> Vec<Call> {
    let own = vec![
        Call::api(HttpMethod::Get, "/jackpots", jackpots)
            .summary("Returns the game jackpots, always in US dollars (A114).")
            .required_query(&["forMoney", "currencyCode"])
            .response("Jackpots"),
        Call::api(HttpMethod::Post, "/players/{pid}/token", token)
            .summary("Returns a token that launches one game (A111).")
            .requires_session()
            .json_body("Launch")
            .response("Token"),
    ];
    [own, favourites::calls(), live_dealer::calls(), lobby_jackpot::calls()]
        .into_iter()
        .flatten()
        .collect()
}

async fn jackpots(
    State(state): State<Arc<AppState>>,
    query: Query,
) -> Result<Json<Vec<Value>>, ApiError> {
    if query.text("forMoney") != "true" || query.text("currencyCode") != "USD" {
        let detail = "forMoney must be true, and currencyCode must be USD".to_owned();
        return Err(ApiError::invalid_request(StatusCode::BAD_REQUEST, detail));
    }
    let entry = |(game, machine, cents): (i64, i64, i64)| json!({ "game_id": game, "machine_id": machine, "amount": money::amount(cents) });
    Ok(Json(state.games.jackpots(state.clock.now()).map(entry).collect()))
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
    State(state): State<Arc<AppState>>,
    player: SessionPlayer,
    Body(body): Body<Launch>,
) -> Result<Json<Value>, ApiError> {
    player.check_id(body.player_id.number())?;
    let (token, now) = (password::secret(), state.clock.now());
    state.store.write(|transaction| {
        access::check_maintenance(transaction, player.pid, "play")?;
        transaction.execute("delete from launch_tokens where expires_at <= ?", [now])?;
        let sql = "insert into launch_tokens (token, session, expires_at) values (?, ?, ?)";
        transaction.execute(sql, params![token, player.token, now + TOKEN_LIFETIME])?;
        Ok::<_, ApiError>(())
    })?;
    Ok(Json(json!({ "token": token })))
}
