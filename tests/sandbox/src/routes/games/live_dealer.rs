//! Live dealer lobbies, which are external (rows 7.4-07 and 7.4-08).

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use serde_json::{Value, json};

use crate::AppState;
use crate::call::{Call, HttpMethod};
use crate::error::ApiError;
use crate::players::session::SessionPlayer;
use crate::routes::{PathParameters, Query, external_origin};

/// Id and name of each lobby.
pub(in crate::routes) const LOBBIES: [(i64, &str); 3] =
    [(1, "Lantern Blackjack"), (2, "Harbour Roulette"), (3, "Pavilion Baccarat")];

pub(super) fn calls() -> Vec<Call> {
    vec![
        Call::api(HttpMethod::Get, "/externallobby", list)
            .summary("Returns the external lobbies.")
            .response("Lobbies"),
        Call::api(HttpMethod::Get, "/player/{pid}/externallobby/{id}", link)
            .summary("Returns a link to an external lobby (A116).")
            .requires_session()
            .required_query(&["skinId", "pid", "clientType"])
            .response("Link"),
    ]
}

async fn list(State(_): State<Arc<AppState>>) -> Json<Vec<Value>> {
    Json(LOBBIES.iter().map(|(id, name)| json!({ "id": id, "name": name })).collect())
}

async fn link(
    State(state): State<Arc<AppState>>,
    player: SessionPlayer,
    path: PathParameters,
    query: Query,
    headers: HeaderMap,
) -> Result<Json<Value>, ApiError> {
    let id = LOBBIES
        .iter()
        .map(|(id, _)| *id)
        .find(|id| id.to_string() == path.text("id"))
        .ok_or_else(ApiError::not_found)?;

    let client = query.text("clientType");
    if query.text("skinId") != "1" || !["Mobile", "InstantPlay"].contains(&client) {
        let detail = "skinId must be 1, and clientType must be Mobile or InstantPlay".to_owned();
        return Err(ApiError::invalid_request(axum::http::StatusCode::BAD_REQUEST, detail));
    }

    player.check_id(query.required("pid")?.parse().ok())?;
    Ok(Json(
        json!({ "message": format!("{}/external/live-dealer/{id}", external_origin(&state, &headers)) }),
    ))
}
