//! Coupons: the list, the active coupon, redemption, cancellation, and the game choice of free
//! spins (rows 7.3).

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use serde_json::Value;

use super::{Query, done};
use crate::World;
use crate::call::{Call, Verb};
use crate::coupon::{self, Way};
use crate::error::ApiError;
use crate::session::Own;

pub(super) fn calls() -> Vec<Call> {
    let active = "/players/{pid}/active-coupon";
    vec![
        Call::api(Verb::Get, "/players/{pid}/coupondetails", list)
            .says("The player's coupons.")
            .session()
            .needs(&["login"])
            .answers("Promotions"),
        Call::api(Verb::Get, active, show)
            .says("The active coupon.")
            .session()
            .answers("ActiveCoupon"),
        Call::api(Verb::Delete, active, cancel)
            .says("Cancels the active coupon while it waits for a deposit.")
            .session(),
        Call::api(Verb::Post, "/v2/players/{pid}/coupons", redeem)
            .says("Redeems a coupon (A109).")
            .session()
            .needs(&["login", "couponCode"])
            .query(&["redeem"])
            .answers("Redeemed"),
        Call::api(Verb::Put, "/players/{pid}/coupons/games", choose_game)
            .says("Selects the game of the active free spin coupon (A110).")
            .session()
            .needs(&["gameCode"]),
    ]
}

async fn list(
    State(world): State<Arc<World>>,
    own: Own,
    query: Query,
) -> Result<Json<Vec<Value>>, ApiError> {
    let (login, at) = (query.needed("login")?, world.clock.moment());
    world
        .store
        .read(|ask| {
            own.is_called(ask, login)?;
            coupon::list(ask, &world.offers.now(), own.pid, at)
        })
        .map(Json)
}

async fn show(State(world): State<Arc<World>>, own: Own) -> Result<Json<Value>, ApiError> {
    Ok(Json(world.store.read(|ask| {
        coupon::active_answer(ask, &world.offers.now(), own.pid, world.clock.moment())
    })?))
}

async fn cancel(State(world): State<Arc<World>>, own: Own) -> Result<Json<Value>, ApiError> {
    world.store.write(|change| coupon::cancel(change, own.pid))?;
    Ok(done())
}

async fn redeem(
    State(world): State<Arc<World>>,
    own: Own,
    query: Query,
) -> Result<Json<Value>, ApiError> {
    let (login, code) = (query.needed("login")?, query.needed("couponCode")?);
    query.only("redeem", &["true", "false"])?;
    let (really, at) = (query.text("redeem") == "true", world.clock.moment());
    world
        .store
        .write(|change| {
            own.is_called(change, login)?;
            coupon::redeem(change, &world.offers.now(), own.pid, code, Way::Coupon, really, at)
        })
        .map(Json)
}

async fn choose_game(
    State(world): State<Arc<World>>,
    own: Own,
    query: Query,
) -> Result<Json<Value>, ApiError> {
    let code = query.needed("gameCode")?;
    world.store.write(|change| coupon::choose_game(change, &world.offers.now(), own.pid, code))?;
    Ok(done())
}
