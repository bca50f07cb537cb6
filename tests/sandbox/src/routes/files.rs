//! Static files of the operator's host: games, default promotions and winners (rows 7.4-01 to
//! 7.4-03).

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use rusqlite::params;
use serde_json::{Value, json};

use crate::World;
use crate::call::{Call, Verb};
use crate::error::ApiError;
use crate::games::File;
use crate::{money, rules};

/// Paths of these files.
pub(crate) const PATHS: [&str; 4] =
    ["/rtggames.json", "/rtggamesmobile.json", "/rtgcoupons.json", "/rtglobbyjackpotwinners.json"];

pub(super) fn calls() -> Vec<Call> {
    vec![
        Call::at(Verb::Get, PATHS[0], desktop)
            .says("The games for desktops, with an ETag (A64).")
            .answers("Games"),
        Call::at(Verb::Get, PATHS[1], mobile)
            .says("The games for phones, with an ETag (A64).")
            .answers("Games"),
        Call::at(Verb::Get, PATHS[2], coupons)
            .says("The default promotions.")
            .answers("Promotions"),
        Call::at(Verb::Get, PATHS[3], winners)
            .says("Who won the lobby jackpot (A113).")
            .answers("Winners"),
    ]
}

async fn desktop(State(world): State<Arc<World>>, headers: HeaderMap) -> Response {
    answer(&world.games.desktop, &headers)
}

async fn mobile(State(world): State<Arc<World>>, headers: HeaderMap) -> Response {
    answer(&world.games.mobile, &headers)
}

async fn coupons(State(world): State<Arc<World>>, headers: HeaderMap) -> Response {
    let at = world.clock.moment();
    let offers = world.offers.now();
    let listed = offers.0.iter().filter(|offer| offer.is_in_file(at));
    let promotions: Vec<Value> = listed.map(|offer| offer.promotion(at, None)).collect();
    answer(&File::new(&json!(promotions)), &headers)
}

async fn winners(
    State(world): State<Arc<World>>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let found = world.store.read(|ask| {
        let mut statement = ask.prepare("select name, cents, at from jackpot_winners order by at desc, id desc limit 20")?;
        statement
            .query_map(params![], |row| {
                let (name, cents, at): (String, i64, i64) = (row.get(0)?, row.get(1)?, row.get(2)?);
                Ok(json!({ "name": name, "amount": money::amount(cents), "date": rules::day_of(at) }))
            })?
            .collect::<rusqlite::Result<Vec<_>>>()
    })?;
    Ok(answer(&File::new(&json!(found)), &headers))
}

/// Returns a file, or 304 if the client has the current version.
fn answer(file: &File, headers: &HeaderMap) -> Response {
    let known = headers
        .get(header::IF_NONE_MATCH)
        .and_then(|value| value.to_str().ok())
        .unwrap_or_default();
    let cache = [(header::ETAG, file.etag.as_str()), (header::CACHE_CONTROL, "no-cache")];
    if known.split(',').any(|tag| tag.trim().trim_start_matches("W/") == file.etag) {
        return (StatusCode::NOT_MODIFIED, cache).into_response();
    }
    (cache, [(header::CONTENT_TYPE, "application/json")], file.text.clone()).into_response()
}
