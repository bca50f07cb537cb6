//! Sign-out, and the data that opens the external cashier (rows 7.1-13 and 7.1-14).

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use serde::Deserialize;
use serde_json::{Value, json};

use super::fields::Skin;
use super::{Body, Id, Text, external_origin, ok_response};
use crate::AppState;
use crate::call::{Call, HttpMethod};
use crate::error::ApiError;
use crate::players::session::SessionPlayer;
use crate::server::access;

pub(super) fn calls() -> Vec<Call> {
    vec![
        Call::api(HttpMethod::Post, "/player/{pid}/accounts/logout", logout)
            .summary("Ends the session of the request.")
            .requires_session()
            .json_body("Logout"),
        Call::api(HttpMethod::Post, "/player/{pid}/cashier", cashier)
            .summary("Returns the form fields that open the external cashier (A38).")
            .requires_session()
            .json_body("OpenCashier")
            .response("Cashier"),
    ]
}

/// The payload of a logout. It contains the id of the session's player twice.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Logout {
    #[serde(rename = "logout_type")]
    _logout_type: Text<20>,
    #[serde(rename = "login")]
    _login: Text<64>,
    player_id: Id,
    player_ids: Vec<Id>,
    #[serde(rename = "for_money")]
    _for_money: bool,
}

async fn logout(
    State(state): State<Arc<AppState>>,
    player: SessionPlayer,
    Body(body): Body<Logout>,
) -> Result<Json<Value>, ApiError> {
    std::iter::once(&body.player_id)
        .chain(&body.player_ids)
        .try_for_each(|id| player.check_id(id.number()))?;
    state.store.write(|transaction| {
        transaction.execute("delete from sessions where token = ?", [&player.token])
    })?;
    Ok(ok_response())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OpenCashier {
    #[serde(rename = "skinId")]
    _skin_id: Skin,
    #[serde(rename = "playerId")]
    player_id: Id,
    #[serde(rename = "cashier_type")]
    _cashier_type: CashierType,
    #[serde(rename = "client_type")]
    _client_type: ClientType,
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum CashierType {
    Deposit,
}

#[derive(Deserialize)]
pub(super) enum ClientType {
    Mobile,
    InstantPlay,
}

async fn cashier(
    State(state): State<Arc<AppState>>,
    player: SessionPlayer,
    headers: HeaderMap,
    Body(body): Body<OpenCashier>,
) -> Result<Json<Value>, ApiError> {
    player.check_id(body.player_id.number())?;

    let info = state.store.read(|connection| {
        access::check_maintenance(connection, player.pid, "play")?;
        let sql = "select login, session_id, cashier_secret from players join sessions using (pid) where token = ?";
        let info = connection.query_row(sql, [&player.token], |row| {
            Ok(json!({
                "login": row.get::<_, String>(0)?,
                "player_id": player.pid.to_string(),
                "hashed_password": row.get::<_, String>(2)?,
                "lang": "en",
                "sportsbook": "0",
                "sign_up_skin": "1",
                "session_id": row.get::<_, String>(1)?,
            }))
        })?;
        Ok::<_, ApiError>(info)
    })?;

    let url = format!("{}/external/cashier", external_origin(&state, &headers));
    Ok(Json(json!({ "url": url, "launch_page": "Deposits.asp", "info": info })))
}
