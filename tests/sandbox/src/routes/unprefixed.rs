//! Calls outside the casino's prefix: affiliates, marketing, preferences and chat (rows 7.6-01 to
//! 7.6-04).

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use rusqlite::params;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Body, Id, PathParameters, Query, ok_response};
use crate::AppState;
use crate::call::{Call, HttpMethod};
use crate::error::ApiError;

pub(super) fn calls() -> Vec<Call> {
    vec![
        Call::at(HttpMethod::Post, "/intercom/validate", validate)
            .summary("Returns the user hash that identifies a player to the chat.")
            .json_body("Identify")
            .response("UserHash"),
        Call::at(HttpMethod::Post, "/marketing/unsubscribe/{id}", unsubscribe)
            .summary("Unsubscribes the recipient of a link from emails (A118)."),
        Call::at(HttpMethod::Post, "/preferences", preferences)
            .summary("Allows or stops emails (A119).")
            .json_body("Preferences"),
        Call::at(HttpMethod::Get, "/aff/794/token", affiliate)
            .summary("Returns the affiliate token of a user (A16).")
            .required_query(&["user_id"])
            .response("Token"),
    ]
}

#[derive(Deserialize)]
struct Identify {
    identifier: Id,
    #[serde(rename = "casinoID")]
    casino_id: Id,
}

async fn validate(
    State(_): State<Arc<AppState>>,
    Body(body): Body<Identify>,
) -> Result<Json<Value>, ApiError> {
    let is_unknown = body.identifier.text().is_empty()
        || body.identifier.number().is_some_and(|number| number < 1);
    if body.casino_id.number() != Some(794) || is_unknown {
        return Err(ApiError::not_found());
    }
    Ok(Json(json!({ "userHash": digest("chat", &body.identifier.text()) })))
}

async fn unsubscribe(
    State(state): State<Arc<AppState>>,
    path: PathParameters,
) -> Result<Json<Value>, ApiError> {
    let id = path.text("id");
    state.store.write(|transaction| {
        if transaction.execute("update unsubscribes set done = 1 where id = ?", [id])? == 0 {
            return Err(ApiError::not_found());
        }
        transaction.execute(
            "insert into email_permits (pid, permit) select pid, 0 from unsubscribes where id = ?
             on conflict (pid) do update set permit = 0",
            [id],
        )?;
        Ok(())
    })?;
    Ok(ok_response())
}

#[derive(Deserialize)]
struct Preferences {
    custrefid: Id,
    emailpermit: Id,
}

async fn preferences(
    State(state): State<Arc<AppState>>,
    Body(body): Body<Preferences>,
) -> Result<Json<Value>, ApiError> {
    let permit = match body.emailpermit.number() {
        Some(0) => false,
        Some(1) => true,
        _ => {
            return Err(ApiError::invalid_request(
                axum::http::StatusCode::BAD_REQUEST,
                "emailpermit must be 0 or 1".to_owned(),
            ));
        }
    };

    let written = state.store.write(|transaction| {
        transaction.execute(
            "insert into email_permits (pid, permit) select pid, ?2 from players where pid = ?1
             on conflict (pid) do update set permit = excluded.permit",
            params![body.custrefid.number(), permit],
        )
    })?;
    if written == 0 { Err(ApiError::not_found()) } else { Ok(ok_response()) }
}

async fn affiliate(State(_): State<Arc<AppState>>, query: Query) -> Result<Json<Value>, ApiError> {
    match query.required("user_id")? {
        user if user.is_empty() || user.chars().count() > 200 => Err(ApiError::not_found()),
        user => Ok(Json(json!({ "token": digest("affiliate", user) }))),
    }
}

/// Returns 16 hexadecimal digits that depend only on the arguments. The value is sample data, not a
/// signature.
fn digest(kind: &str, text: &str) -> String {
    let fnv = |seed: u64, byte: u8| (seed ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    format!("{:016x}", kind.bytes().chain(text.bytes()).fold(0xcbf2_9ce4_8422_2325, fnv))
}
