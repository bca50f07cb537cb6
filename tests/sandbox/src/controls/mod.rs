//! Test controls under `/sandbox/` other than faults: reset, clock, player states, socket frames
//! and jackpot wins.
//!
//! `POST /sandbox/reset` seeds the data again and removes faults and recorded calls.
//! `POST /sandbox/clock` sets the time. `POST /sandbox/player` puts a player into states.
//! `POST /sandbox/push` sends a frame to a player's open sockets. `POST /sandbox/hit` makes a
//! player win the lobby jackpot.

pub(crate) mod faults;
pub(crate) mod inspection;
pub(crate) mod recorded_calls;

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::post;
use axum::{Json, Router};
use rusqlite::params;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::clock::Clock;
use crate::controls::faults::Faults;
use crate::error::ApiError;
use crate::offers::coupon;
use crate::players::{seed, states};
use crate::routes::{Body, PlayerFrame, ok_response};
use crate::{AppState, texts};

/// Returns the routes.
pub(crate) fn router(faults: &Arc<Faults>, state: &Arc<AppState>) -> Router {
    let faults = Arc::clone(faults);
    let reset =
        move |State(state): State<Arc<AppState>>| std::future::ready(reset(&state, &faults));
    Router::new()
        .route("/sandbox/reset", post(reset))
        .route("/sandbox/clock", post(set_clock))
        .route("/sandbox/player", post(set_player))
        .route("/sandbox/push", post(send_frame))
        .route("/sandbox/hit", post(win_jackpot))
        .merge(inspection::router())
        .with_state(Arc::clone(state))
}

fn reset(state: &AppState, faults: &Faults) -> Result<Json<Value>, ApiError> {
    faults.clear();
    state.clock.reset();
    seed::reset(&state.store, &state.clock)?;
    Ok(ok_response())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PlayerControl {
    pid: i64,
    /// Names of states, applied in order.
    #[serde(default)]
    states: Vec<String>,
    /// The exact balance in cents. It overrides the balance that the states set.
    cents: Option<u32>,
}

async fn set_player(
    State(state): State<Arc<AppState>>,
    Body(control): Body<PlayerControl>,
) -> Result<Json<Value>, ApiError> {
    let lookups = control.states.iter().map(|name| states::find(name).ok_or(name));
    let new_states: Vec<&states::State> = lookups.collect::<Result<_, _>>().map_err(|name| {
        let known: Vec<String> = states::STATES
            .iter()
            .map(|state| format!("{}: {}", state.name, state.description))
            .collect();
        ApiError::invalid_request(
            StatusCode::BAD_REQUEST,
            format!("unknown state {name:?}; known states: {}", known.join("; ")),
        )
    })?;

    let now = state.clock.now();
    state.store.write(|transaction| {
        let sql = "select exists (select 1 from players where pid = ?)";
        if !transaction.query_row(sql, [control.pid], |row| row.get::<_, bool>(0))? {
            return Err(ApiError::not_found());
        }

        // Another player may have taken this player's initial login or email.
        let sql = "select exists (select 1 from players, beginnings where beginnings.pid = ?1 and players.pid <> ?1 and
                     (players.login in (beginnings.login, beginnings.email)
                      or players.email in (beginnings.login, beginnings.email)))";
        if transaction.query_row(sql, [control.pid], |row| row.get::<_, bool>(0))? {
            return Err(ApiError::conflict(texts::LOGIN_EXISTS));
        }

        states::apply(transaction, control.pid, &new_states, now)?;
        if let Some(cents) = control.cents {
            states::set_balance(transaction, control.pid, cents.into(), now)?;
        }
        Ok(coupon::end_if_complete(transaction, control.pid)?)
    })?;

    Ok(ok_response())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ClockControl {
    /// Milliseconds since 1970 UTC; `null` restores the system clock.
    now: Option<i64>,
}

async fn set_clock(
    State(state): State<Arc<AppState>>,
    Body(control): Body<ClockControl>,
) -> Result<Json<Value>, ApiError> {
    if control.now.is_some_and(|now| !Clock::RANGE.contains(&now)) {
        return Err(ApiError::invalid_request(
            StatusCode::BAD_REQUEST,
            "now must be from 1970 to 9999, in milliseconds since 1970 UTC".to_owned(),
        ));
    }
    state.clock.set(control.now);
    Ok(Json(json!({ "now": state.clock.now() })))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FrameControl {
    pid: i64,
    /// A string is sent unchanged, so that tests can send invalid frames. Other values are sent as
    /// JSON.
    #[serde(default)]
    frame: Value,
    /// Closes the sockets instead of sending a frame.
    #[serde(default)]
    close: bool,
}

async fn send_frame(
    State(state): State<Arc<AppState>>,
    Body(control): Body<FrameControl>,
) -> Result<Json<Value>, ApiError> {
    let frame = match control.frame {
        _ if control.close => None,
        Value::String(text) => Some(text),
        value => Some(value.to_string()),
    };
    state.frames.send(PlayerFrame { pid: control.pid, frame });
    Ok(ok_response())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WinControl {
    pid: i64,
    cents: u32,
}

async fn win_jackpot(
    State(state): State<Arc<AppState>>,
    Body(control): Body<WinControl>,
) -> Result<Json<Value>, ApiError> {
    let sql = "update jackpot_players set unclaimed_cents = unclaimed_cents + ? where pid = ? and opted_in = 1";
    match state
        .store
        .write(|transaction| transaction.execute(sql, params![control.cents, control.pid]))?
    {
        0 => Err(ApiError::not_found()),
        _ => Ok(ok_response()),
    }
}
