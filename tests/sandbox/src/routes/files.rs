//! Static files of the operator's host: games, default promotions and winners (rows 7.4-01 to
//! 7.4-03).

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use rusqlite::params;
use serde_json::{Value, json};

use crate::AppState;
use crate::call::{Call, HttpMethod};
use crate::error::ApiError;
use crate::games::File;
use crate::players::{money, validation};

/// Paths of these files.
pub(crate) const PATHS: [&str; 4] =
    ["/rtggames.json", "/rtggamesmobile.json", "/rtgcoupons.json", "/rtglobbyjackpotwinners.json"];

pub(super) fn calls() -> Vec<Call> {
    vec![
        Call::at(HttpMethod::Get, PATHS[0], desktop)
            .summary("Returns the games for desktops, with an ETag (A64).")
            .response("Games"),
        Call::at(HttpMethod::Get, PATHS[1], mobile)
            .summary("Returns the games for phones, with an ETag (A64).")
            .response("Games"),
        Call::at(HttpMethod::Get, PATHS[2], coupons)
            .summary("Returns the default promotions.")
            .response("Promotions"),
        Call::at(HttpMethod::Get, PATHS[3], winners)
            .summary("Returns the winners of the lobby jackpot (A113).")
            .response("Winners"),
    ]
}

async fn desktop(State(state): State<Arc<AppState>>, headers: HeaderMap) -> Response {
    respond(&state.games.desktop, &headers)
}

async fn mobile(State(state): State<Arc<AppState>>, headers: HeaderMap) -> Response {
    respond(&state.games.mobile, &headers)
}

async fn coupons(State(state): State<Arc<AppState>>, headers: HeaderMap) -> Response {
    let time = state.clock.timestamps();
    let offers = state.offers.current();
    let listed = offers.0.iter().filter(|offer| offer.is_in_file(time));
    let promotions: Vec<Value> = listed.map(|offer| offer.promotion(time, None)).collect();
    respond(&File::new(&json!(promotions)), &headers)
}

async fn winners(
    State(state): State<Arc<AppState>>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let found = state.store.read(|connection| {
        let mut statement = connection.prepare("select name, cents, at from jackpot_winners order by at desc, id desc limit 20")?;
        statement
            .query_map(params![], |row| {
                let (name, cents, at): (String, i64, i64) = (row.get(0)?, row.get(1)?, row.get(2)?);
                Ok(json!({ "name": name, "amount": money::amount(cents), "date": validation::format_day(at) }))
            })?
            .collect::<rusqlite::Result<Vec<_>>>()
    })?;
    Ok(respond(&File::new(&json!(found)), &headers))
}

/// Returns a file, or 304 if the client has the current version.
fn respond(file: &File, headers: &HeaderMap) -> Response {
    let tags = headers
        .get(header::IF_NONE_MATCH)
        .and_then(|value| value.to_str().ok())
        .unwrap_or_default();
    let cache = [(header::ETAG, file.etag.as_str()), (header::CACHE_CONTROL, "no-cache")];
    if tags.split(',').any(|tag| tag.trim().trim_start_matches("W/") == file.etag) {
        return (StatusCode::NOT_MODIFIED, cache).into_response();
    }
    (cache, [(header::CONTENT_TYPE, "application/json")], file.text.clone()).into_response()
}
