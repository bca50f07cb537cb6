//! Endpoints under `/sandbox/` through which tests read data that no API call returns: mails, the
//! ledger and unfinished signups.

use std::sync::Arc;

use axum::extract::State;
use axum::routing::get;
use axum::{Json, Router};
use rusqlite::Row;
use serde_json::{Map, Value, json};

use crate::AppState;
use crate::error::ApiError;
use crate::players::money;
use crate::routes::PathParameters;

type ListResult = Result<Json<Value>, ApiError>;

/// Returns the routes.
pub(crate) fn router() -> Router<Arc<AppState>> {
    Router::new()
        .route("/sandbox/mails", get(mails))
        .route("/sandbox/ledger", get(ledger))
        .route("/sandbox/signups", get(signups))
        .route("/sandbox/player/{pid}", get(player))
}

/// Returns all rows of a database query as a list.
fn query_rows(
    state: &AppState,
    sql: &str,
    row: impl FnMut(&Row) -> rusqlite::Result<Value>,
) -> Result<Vec<Value>, ApiError> {
    let found = state.store.read(|connection| {
        connection.prepare(sql)?.query_map([], row)?.collect::<rusqlite::Result<Vec<_>>>()
    })?;
    Ok(found)
}

/// Returns the mails that would have been sent, oldest first.
async fn mails(State(state): State<Arc<AppState>>) -> ListResult {
    let sql =
        "select kind, pid, login, email, token from mails join players using (pid) order by id";
    let mail = |row: &Row| {
        let (kind, pid, token): (String, i64, String) = (row.get(0)?, row.get(1)?, row.get(4)?);
        let to: String = row.get(3)?;
        Ok(match kind.as_str() {
            "password" => {
                json!({ "kind": kind, "to": to, "link": format!("/?pid={pid}&token={token}") })
            }
            _ => json!({ "kind": kind, "to": to, "login": row.get::<_, String>(2)? }),
        })
    };
    Ok(Json(query_rows(&state, sql, mail)?.into()))
}

/// Returns the number of ledger entries and their sum in cents, in total and by reason.
async fn ledger(State(state): State<Arc<AppState>>) -> ListResult {
    let sql = "select reason, count(*), sum(cents) from ledger group by reason";
    let entry = |row: &Row| {
        Ok(json!([row.get::<_, String>(0)?, row.get::<_, i64>(1)?, row.get::<_, i64>(2)?]))
    };
    let mut reasons = Map::new();
    let (mut entries, mut cents) = (0, 0);
    for line in query_rows(&state, sql, entry)? {
        entries += line[1].as_i64().unwrap_or(0);
        cents += line[2].as_i64().unwrap_or(0);
        reasons.insert(
            line[0].as_str().unwrap_or_default().to_owned(),
            json!({ "entries": line[1], "cents": line[2] }),
        );
    }
    Ok(Json(json!({ "entries": entries, "cents": cents, "reasons": reasons })))
}

/// Returns abandoned and rejected signups, oldest first.
async fn signups(State(state): State<Arc<AppState>>) -> ListResult {
    let sql = "select kind, email, first_name, last_name, client_id, about from unfinished_signups order by id";
    let signup = |row: &Row| {
        let text = |at: usize| row.get::<_, String>(at);
        Ok(json!({
            "kind": text(0)?, "email": text(1)?, "first_name": text(2)?, "last_name": text(3)?,
            "client_id": row.get::<_, i64>(4)?, "about": text(5)?,
        }))
    };
    Ok(Json(query_rows(&state, sql, signup)?.into()))
}

/// Returns data of a player that no API call returns.
async fn player(State(state): State<Arc<AppState>>, path: PathParameters) -> ListResult {
    let pid = path.pid()?;
    let sql = "select
                 (select permit from email_permits where email_permits.pid = players.pid),
                 (select count(*) from sessions where sessions.pid = players.pid),
                 (select count(*) from unsubscribes where unsubscribes.pid = players.pid and done = 1),
                 download_id
               from players where pid = ?";

    let found = state.store.read(|connection| {
        let row = |row: &Row| {
            Ok(json!({
                "email_permit": row.get::<_, Option<bool>>(0)?,
                "sessions": row.get::<_, i64>(1)?,
                "unsubscribed": row.get::<_, bool>(2)?,
                "download_id": row.get::<_, String>(3)?,
            }))
        };
        let mut found = connection.query_row(sql, [pid], row)?;
        found["cents"] = json!(money::balance(connection, pid)?);
        Ok::<_, rusqlite::Error>(found)
    });

    match found {
        Err(rusqlite::Error::QueryReturnedNoRows) => Err(ApiError::not_found()),
        found => Ok(Json(found?)),
    }
}
