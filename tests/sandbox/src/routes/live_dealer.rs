//! Live dealer lobbies, which are external (rows 7.4-07 and 7.4-08).

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use serde_json::{Value, json};

use super::{Named, Query, outside_origin};
use crate::World;
use crate::call::{Call, Verb};
use crate::error::ApiError;
use crate::session::Own;

/// Id and name of each lobby.
pub(super) const LOBBIES: [(i64, &str); 3] =
    [(1, "Lantern Blackjack"), (2, "Harbour Roulette"), (3, "Pavilion Baccarat")];

pub(super) fn calls() -> Vec<Call> {
    vec![
        Call::api(Verb::Get, "/externallobby", list)
            .says("The external lobbies.")
            .answers("Lobbies"),
        Call::api(Verb::Get, "/player/{pid}/externallobby/{id}", link)
            .says("A link into one of them (A116).")
            .session()
            .needs(&["skinId", "pid", "clientType"])
            .answers("Link"),
    ]
}

async fn list(State(_): State<Arc<World>>) -> Json<Vec<Value>> {
    Json(LOBBIES.iter().map(|(id, name)| json!({ "id": id, "name": name })).collect())
}

async fn link(
    State(world): State<Arc<World>>,
    own: Own,
    named: Named,
    query: Query,
    headers: HeaderMap,
) -> Result<Json<Value>, ApiError> {
    let id = LOBBIES
        .iter()
        .map(|(id, _)| *id)
        .find(|id| id.to_string() == named.text("id"))
        .ok_or_else(ApiError::not_found)?;
    let client = query.text("clientType");
    if query.text("skinId") != "1" || !["Mobile", "InstantPlay"].contains(&client) {
        let detail = "skinId is 1, clientType Mobile or InstantPlay".to_owned();
        return Err(ApiError::unreadable(axum::http::StatusCode::BAD_REQUEST, detail));
    }
    own.is(query.needed("pid")?.parse().ok())?;
    Ok(Json(
        json!({ "message": format!("{}/external/live-dealer/{id}", outside_origin(&world, &headers)) }),
    ))
}
