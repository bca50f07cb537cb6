//! Favourite games. A machine id and a game id together identify a game (rows 7.4-05 and 7.4-06,
//! decision A115).

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use rusqlite::params;
use serde_json::{Value, json};

use crate::AppState;
use crate::call::{Call, HttpMethod};
use crate::error::ApiError;
use crate::players::session::SessionPlayer;
use crate::routes::{Bytes, Query, ok_response};

pub(super) fn calls() -> Vec<Call> {
    let path = "/player/{pid}/games/favorites/playerid";
    let query = &["machineId", "gameId", "playerId", "skinId"];
    vec![
        Call::api(HttpMethod::Get, "/player/{pid}/games/favorite", list)
            .summary("Returns the player's favourites.")
            .requires_session()
            .response("Favourites"),
        Call::api(HttpMethod::Post, path, set)
            .summary("Adds a favourite.")
            .requires_session()
            .required_query(query),
        Call::api(HttpMethod::Delete, path, remove)
            .summary("Removes a favourite.")
            .requires_session()
            .required_query(query),
    ]
}

async fn list(
    State(state): State<Arc<AppState>>,
    player: SessionPlayer,
) -> Result<Json<Vec<Value>>, ApiError> {
    let found = state.store.read(|connection| {
        let mut statement = connection.prepare(
            "select machine_id, game_id from favourites where pid = ? order by game_id, machine_id",
        )?;
        statement
            .query_map([player.pid], |row| {
                Ok(json!({ "machine_id": row.get::<_, i64>(0)?, "game_id": row.get::<_, i64>(1)? }))
            })?
            .collect::<rusqlite::Result<Vec<_>>>()
    })?;
    Ok(Json(found))
}

async fn set(
    State(state): State<Arc<AppState>>,
    player: SessionPlayer,
    query: Query,
    Bytes(body): Bytes,
) -> Result<Json<Value>, ApiError> {
    let (machine, game) = game_ids(&player, &query, &body)?;
    if !state.games.contains(game, machine) {
        return Err(ApiError::not_found());
    }
    let sql = "insert or ignore into favourites (pid, machine_id, game_id) values (?, ?, ?)";
    state
        .store
        .write(|transaction| transaction.execute(sql, params![player.pid, machine, game]))?;
    Ok(ok_response())
}

async fn remove(
    State(state): State<Arc<AppState>>,
    player: SessionPlayer,
    query: Query,
    Bytes(body): Bytes,
) -> Result<Json<Value>, ApiError> {
    let (machine, game) = game_ids(&player, &query, &body)?;
    let sql = "delete from favourites where pid = ? and machine_id = ? and game_id = ?";
    state
        .store
        .write(|transaction| transaction.execute(sql, params![player.pid, machine, game]))?;
    Ok(ok_response())
}

/// Returns machine id and game id from the query or a JSON body (A115). The player id and the skin
/// id are only validated.
fn game_ids(player: &SessionPlayer, query: &Query, body: &[u8]) -> Result<(i64, i64), ApiError> {
    let body: Value = serde_json::from_slice(body).unwrap_or(Value::Null);
    let number = |name: &str| {
        let in_query = query.text(name).parse().ok();
        in_query.or_else(|| body[name].as_i64()).or_else(|| body[name].as_str()?.parse().ok())
    };
    let detail =
        || "machineId, gameId and playerId must be numbers, and skinId must be 1".to_owned();
    match (number("machineId"), number("gameId"), number("playerId"), number("skinId")) {
        (Some(machine), Some(game), Some(pid), Some(1)) => {
            player.check_id(Some(pid)).map(|()| (machine, game))
        }
        _ => Err(ApiError::invalid_request(axum::http::StatusCode::BAD_REQUEST, detail())),
    }
}
