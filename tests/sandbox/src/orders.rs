//! Test controls under `/sandbox/` other than faults: reset, clock, player states, socket frames
//! and jackpot wins.
//!
//! `POST /sandbox/reset` seeds the data again and removes faults and recorded calls.
//! `POST /sandbox/clock` sets the time. `POST /sandbox/player` puts a player into states.
//! `POST /sandbox/push` sends a frame to a player's open sockets. `POST /sandbox/hit` makes a
//! player win the lobby jackpot.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::post;
use axum::{Json, Router};
use rusqlite::params;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::clock::Clock;
use crate::error::ApiError;
use crate::faults::{Faults, ok};
use crate::routes::{Body, Push};
use crate::{World, coupon, looks, seed, states, texts};

/// Returns the routes.
pub(crate) fn router(faults: &Arc<Faults>, world: &Arc<World>) -> Router {
    let faults = Arc::clone(faults);
    let reset = move |State(world): State<Arc<World>>| std::future::ready(reset(&world, &faults));
    Router::new()
        .route("/sandbox/reset", post(reset))
        .route("/sandbox/clock", post(set_clock))
        .route("/sandbox/player", post(put))
        .route("/sandbox/push", post(push))
        .route("/sandbox/hit", post(hit))
        .merge(looks::router())
        .with_state(Arc::clone(world))
}

fn reset(world: &World, faults: &Faults) -> Result<Json<Value>, ApiError> {
    faults.forget();
    world.clock.reset();
    seed::reset(&world.store, &world.clock)?;
    Ok(ok())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Put {
    pid: i64,
    /// Names of states, applied in order.
    #[serde(default)]
    states: Vec<String>,
    /// The exact balance in cents. It overrides the balance that the states set.
    cents: Option<u32>,
}

async fn put(
    State(world): State<Arc<World>>,
    Body(order): Body<Put>,
) -> Result<Json<Value>, ApiError> {
    let named = order.states.iter().map(|name| states::state(name).ok_or(name));
    let found: Vec<&states::State> = named.collect::<Result<_, _>>().map_err(|name| {
        let all: Vec<String> =
            states::STATES.iter().map(|state| format!("{}: {}", state.name, state.says)).collect();
        ApiError::unreadable(
            StatusCode::BAD_REQUEST,
            format!("there is no state {name:?}; there are {}", all.join("; ")),
        )
    })?;
    let now = world.clock.now();
    world.store.write(|change| {
        let sql = "select exists (select 1 from players where pid = ?)";
        if !change.query_row(sql, [order.pid], |row| row.get::<_, bool>(0))? {
            return Err(ApiError::not_found());
        }
        // Another player may have taken this player's initial login or email.
        let sql = "select exists (select 1 from players, beginnings where beginnings.pid = ?1 and players.pid <> ?1 and
                     (players.login in (beginnings.login, beginnings.email)
                      or players.email in (beginnings.login, beginnings.email)))";
        if change.query_row(sql, [order.pid], |row| row.get::<_, bool>(0))? {
            return Err(ApiError::conflict(texts::LOGIN_EXISTS));
        }
        states::put(change, order.pid, &found, now)?;
        if let Some(cents) = order.cents {
            states::balance(change, order.pid, cents.into(), now)?;
        }
        Ok(coupon::settle(change, order.pid)?)
    })?;
    Ok(ok())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Time {
    /// Milliseconds since 1970 UTC; `null` restores the system clock.
    now: Option<i64>,
}

async fn set_clock(
    State(world): State<Arc<World>>,
    Body(time): Body<Time>,
) -> Result<Json<Value>, ApiError> {
    if time.now.is_some_and(|now| !Clock::RANGE.contains(&now)) {
        return Err(ApiError::unreadable(
            StatusCode::BAD_REQUEST,
            "now is a moment from 1970 to 9999, in milliseconds".to_owned(),
        ));
    }
    world.clock.set(time.now);
    Ok(Json(json!({ "now": world.clock.now() })))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PushOrder {
    pid: i64,
    /// A string is sent unchanged, so that tests can send invalid frames. Other values are sent as
    /// JSON.
    #[serde(default)]
    frame: Value,
    /// Closes the sockets instead of sending a frame.
    #[serde(default)]
    close: bool,
}

async fn push(
    State(world): State<Arc<World>>,
    Body(sent): Body<PushOrder>,
) -> Result<Json<Value>, ApiError> {
    let frame = match sent.frame {
        _ if sent.close => None,
        Value::String(text) => Some(text),
        value => Some(value.to_string()),
    };
    world.pushes.send(Push { pid: sent.pid, frame });
    Ok(ok())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Hit {
    pid: i64,
    cents: u32,
}

async fn hit(
    State(world): State<Arc<World>>,
    Body(hit): Body<Hit>,
) -> Result<Json<Value>, ApiError> {
    let sql = "update jackpot_players set unclaimed_cents = unclaimed_cents + ? where pid = ? and opted_in = 1";
    match world.store.write(|change| change.execute(sql, params![hit.cents, hit.pid]))? {
        0 => Err(ApiError::not_found()),
        _ => Ok(ok()),
    }
}
