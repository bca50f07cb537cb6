//! What tests order besides failures, under `/sandbox/`: a new start, the time, frames to sockets, wins, a look at mail.
//!
//! `POST /sandbox/reset` seeds the data again, `POST /sandbox/clock` sets the time, `POST /sandbox/push` sends a frame to a
//! player's open sockets, `POST /sandbox/hit` lets one win the lobby jackpot, and `GET /sandbox/mails` lists what would
//! have been mailed.

use std::sync::Arc;

use axum::extract::State;
use axum::routing::{get, post};
use axum::{Json, Router};
use rusqlite::params;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::error::ApiError;
use crate::faults::ok;
use crate::routes::{Body, Push};
use crate::{World, seed};

/// The routes.
pub(crate) fn router(world: &Arc<World>) -> Router {
    Router::new()
        .route("/sandbox/reset", post(reset))
        .route("/sandbox/clock", post(set_clock))
        .route("/sandbox/push", post(push))
        .route("/sandbox/hit", post(hit))
        .route("/sandbox/mails", get(mails))
        .with_state(Arc::clone(world))
}

async fn reset(State(world): State<Arc<World>>) -> Result<Json<Value>, ApiError> {
    world.clock.set(None);
    seed::reset(&world.store, &world.clock)?;
    Ok(ok())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Time {
    /// Milliseconds since 1970 UTC; `null` goes back to the machine's clock.
    now: Option<i64>,
}

async fn set_clock(State(world): State<Arc<World>>, Body(time): Body<Time>) -> Result<Json<Value>, ApiError> {
    world.clock.set(time.now);
    Ok(Json(json!({ "now": world.clock.now() })))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Frame {
    pid: i64,
    /// A string goes out as it is, so that a frame can be broken on purpose; anything else as JSON.
    frame: Value,
}

async fn push(State(world): State<Arc<World>>, Body(sent): Body<Frame>) -> Result<Json<Value>, ApiError> {
    let frame = match sent.frame {
        Value::String(text) => text,
        value => value.to_string(),
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

async fn hit(State(world): State<Arc<World>>, Body(hit): Body<Hit>) -> Result<Json<Value>, ApiError> {
    let sql = "update jackpot_players set unclaimed_cents = unclaimed_cents + ? where pid = ? and opted_in = 1";
    match world.store.write(|change| change.execute(sql, params![hit.cents, hit.pid]))? {
        0 => Err(ApiError::not_found()),
        _ => Ok(ok()),
    }
}

async fn mails(State(world): State<Arc<World>>) -> Result<Json<Vec<Value>>, ApiError> {
    let found = world.store.read(|ask| {
        let sql = "select kind, pid, login, email, token from mails join players using (pid) order by id";
        let mut statement = ask.prepare(sql)?;
        statement
            .query_map([], |row| {
                let (kind, pid, token): (String, i64, String) = (row.get(0)?, row.get(1)?, row.get(4)?);
                let mail = json!({ "kind": kind, "to": row.get::<_, String>(3)? });
                Ok(match kind.as_str() {
                    "password" => with(mail, "link", format!("/?pid={pid}&token={token}")),
                    _ => with(mail, "login", row.get(2)?),
                })
            })?
            .collect::<rusqlite::Result<Vec<_>>>()
    })?;
    Ok(Json(found))
}

fn with(mut mail: Value, key: &str, text: String) -> Value {
    mail[key] = text.into();
    mail
}
