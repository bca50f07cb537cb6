//! Calls outside the casino's prefix: affiliates, marketing, preferences and chat (rows 7.6-01 to
//! 7.6-04).

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use rusqlite::params;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Body, Id, Named, Query, done};
use crate::World;
use crate::call::{Call, Verb};
use crate::error::ApiError;

pub(super) fn calls() -> Vec<Call> {
    vec![
        Call::at(Verb::Post, "/intercom/validate", validate)
            .says("The user hash with which the chat knows a player.")
            .takes("Identify")
            .answers("UserHash"),
        Call::at(Verb::Post, "/marketing/unsubscribe/{id}", unsubscribe)
            .says("Ends e-mail to the holder of a link (A118)."),
        Call::at(Verb::Post, "/preferences", preferences)
            .says("Allows or ends e-mail (A119).")
            .takes("Preferences"),
        Call::at(Verb::Get, "/aff/794/token", affiliate)
            .says("The affiliate token of a user (A16).")
            .needs(&["user_id"])
            .answers("Token"),
    ]
}

#[derive(Deserialize)]
struct Identify {
    identifier: Id,
    #[serde(rename = "casinoID")]
    casino_id: Id,
}

async fn validate(
    State(_): State<Arc<World>>,
    Body(body): Body<Identify>,
) -> Result<Json<Value>, ApiError> {
    let is_nobody = body.identifier.text().is_empty()
        || body.identifier.number().is_some_and(|number| number < 1);
    if body.casino_id.number() != Some(794) || is_nobody {
        return Err(ApiError::not_found());
    }
    Ok(Json(json!({ "userHash": digest("chat", &body.identifier.text()) })))
}

async fn unsubscribe(
    State(world): State<Arc<World>>,
    named: Named,
) -> Result<Json<Value>, ApiError> {
    let id = named.text("id");
    world.store.write(|change| {
        if change.execute("update unsubscribes set done = 1 where id = ?", [id])? == 0 {
            return Err(ApiError::not_found());
        }
        change.execute(
            "insert into email_permits (pid, permit) select pid, 0 from unsubscribes where id = ?
             on conflict (pid) do update set permit = 0",
            [id],
        )?;
        Ok(())
    })?;
    Ok(done())
}

#[derive(Deserialize)]
struct Preferences {
    custrefid: Id,
    emailpermit: Id,
}

async fn preferences(
    State(world): State<Arc<World>>,
    Body(body): Body<Preferences>,
) -> Result<Json<Value>, ApiError> {
    let permit = match body.emailpermit.number() {
        Some(0) => false,
        Some(1) => true,
        _ => {
            return Err(ApiError::unreadable(
                axum::http::StatusCode::BAD_REQUEST,
                "emailpermit is 1 or 0".to_owned(),
            ));
        }
    };
    let written = world.store.write(|change| {
        change.execute(
            "insert into email_permits (pid, permit) select pid, ?2 from players where pid = ?1
             on conflict (pid) do update set permit = excluded.permit",
            params![body.custrefid.number(), permit],
        )
    })?;
    if written == 0 { Err(ApiError::not_found()) } else { Ok(done()) }
}

async fn affiliate(State(_): State<Arc<World>>, query: Query) -> Result<Json<Value>, ApiError> {
    match query.needed("user_id")? {
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
