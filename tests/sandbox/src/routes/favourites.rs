//! Favourite games. A machine id and a game id together identify a game (rows 7.4-05 and 7.4-06,
//! decision A115).

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use rusqlite::params;
use serde_json::{Value, json};

use super::{Bytes, Query, done};
use crate::World;
use crate::call::{Call, Verb};
use crate::error::ApiError;
use crate::session::Own;

pub(super) fn calls() -> Vec<Call> {
    let path = "/player/{pid}/games/favorites/playerid";
    let query = &["machineId", "gameId", "playerId", "skinId"];
    vec![
        Call::api(Verb::Get, "/player/{pid}/games/favorite", list)
            .says("The player's favourites.")
            .session()
            .answers("Favourites"),
        Call::api(Verb::Post, path, set).says("Sets a favourite.").session().needs(query),
        Call::api(Verb::Delete, path, remove).says("Removes a favourite.").session().needs(query),
    ]
}

async fn list(State(world): State<Arc<World>>, own: Own) -> Result<Json<Vec<Value>>, ApiError> {
    let found = world.store.read(|ask| {
        let mut statement = ask.prepare(
            "select machine_id, game_id from favourites where pid = ? order by game_id, machine_id",
        )?;
        statement
            .query_map([own.pid], |row| {
                Ok(json!({ "machine_id": row.get::<_, i64>(0)?, "game_id": row.get::<_, i64>(1)? }))
            })?
            .collect::<rusqlite::Result<Vec<_>>>()
    })?;
    Ok(Json(found))
}

async fn set(
    State(world): State<Arc<World>>,
    own: Own,
    query: Query,
    Bytes(body): Bytes,
) -> Result<Json<Value>, ApiError> {
    let (machine, game) = pair(&own, &query, &body)?;
    if !world.games.has(game, machine) {
        return Err(ApiError::not_found());
    }
    let sql = "insert or ignore into favourites (pid, machine_id, game_id) values (?, ?, ?)";
    world.store.write(|change| change.execute(sql, params![own.pid, machine, game]))?;
    Ok(done())
}

async fn remove(
    State(world): State<Arc<World>>,
    own: Own,
    query: Query,
    Bytes(body): Bytes,
) -> Result<Json<Value>, ApiError> {
    let (machine, game) = pair(&own, &query, &body)?;
    let sql = "delete from favourites where pid = ? and machine_id = ? and game_id = ?";
    world.store.write(|change| change.execute(sql, params![own.pid, machine, game]))?;
    Ok(done())
}

/// Returns machine id and game id from the query or a JSON body (A115). The player id and the skin
/// id are only validated.
fn pair(own: &Own, query: &Query, body: &[u8]) -> Result<(i64, i64), ApiError> {
    let body: Value = serde_json::from_slice(body).unwrap_or(Value::Null);
    let number = |name: &str| {
        let in_query = query.text(name).parse().ok();
        in_query.or_else(|| body[name].as_i64()).or_else(|| body[name].as_str()?.parse().ok())
    };
    let detail = || "machineId, gameId and playerId are numbers, skinId is 1".to_owned();
    match (number("machineId"), number("gameId"), number("playerId"), number("skinId")) {
        (Some(machine), Some(game), Some(player), Some(1)) => {
            own.is(Some(player)).map(|()| (machine, game))
        }
        _ => Err(ApiError::unreadable(axum::http::StatusCode::BAD_REQUEST, detail())),
    }
}
