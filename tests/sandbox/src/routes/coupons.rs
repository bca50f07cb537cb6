//! Coupons: the list, the active coupon, redemption, cancellation, and the game choice of free
//! spins (rows 7.3).

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use serde_json::Value;

use super::{Query, ok_response};
use crate::AppState;
use crate::call::{Call, HttpMethod};
use crate::error::ApiError;
use crate::offers::coupon::{self, RedeemCall};
use crate::players::session::SessionPlayer;

pub(super) fn calls() -> Vec<Call> {
    let active_path = "/players/{pid}/active-coupon";
    vec![
        Call::api(HttpMethod::Get, "/players/{pid}/coupondetails", list)
            .summary("Returns the player's coupons.")
            .requires_session()
            .required_query(&["login"])
            .response("Promotions"),
        Call::api(HttpMethod::Get, active_path, show)
            .summary("Returns the active coupon.")
            .requires_session()
            .response("ActiveCoupon"),
        Call::api(HttpMethod::Delete, active_path, cancel)
            .summary("Cancels the active coupon while it awaits a deposit.")
            .requires_session(),
        Call::api(HttpMethod::Post, "/v2/players/{pid}/coupons", redeem)
            .summary("Redeems a coupon (A109).")
            .requires_session()
            .required_query(&["login", "couponCode"])
            .optional_query(&["redeem"])
            .response("Redeemed"),
        Call::api(HttpMethod::Put, "/players/{pid}/coupons/games", choose_game)
            .summary("Selects the game of the active free-spin coupon (A110).")
            .requires_session()
            .required_query(&["gameCode"]),
    ]
}

async fn list(
    State(state): State<Arc<AppState>>,
    player: SessionPlayer,
    query: Query,
) -> Result<Json<Vec<Value>>, ApiError> {
    let (login, time) = (query.required("login")?, state.clock.timestamps());
    state
        .store
        .read(|connection| {
            player.check_login(connection, login)?;
            coupon::list(connection, &state.offers.current(), player.pid, time)
        })
        .map(Json)
}

async fn show(
    State(state): State<Arc<AppState>>,
    player: SessionPlayer,
) -> Result<Json<Value>, ApiError> {
    Ok(Json(state.store.read(|connection| {
        coupon::active_response(
            connection,
            &state.offers.current(),
            player.pid,
            state.clock.timestamps(),
        )
    })?))
}

async fn cancel(
    State(state): State<Arc<AppState>>,
    player: SessionPlayer,
) -> Result<Json<Value>, ApiError> {
    state.store.write(|transaction| coupon::cancel(transaction, player.pid))?;
    Ok(ok_response())
}

async fn redeem(
    State(state): State<Arc<AppState>>,
    player: SessionPlayer,
    query: Query,
) -> Result<Json<Value>, ApiError> {
    let (login, code) = (query.required("login")?, query.required("couponCode")?);
    query.check_allowed("redeem", &["true", "false"])?;
    let (commit, time) = (query.text("redeem") == "true", state.clock.timestamps());

    state
        .store
        .write(|transaction| {
            player.check_login(transaction, login)?;
            coupon::redeem(
                transaction,
                &state.offers.current(),
                player.pid,
                code,
                RedeemCall::Coupon,
                commit,
                time,
            )
        })
        .map(Json)
}

async fn choose_game(
    State(state): State<Arc<AppState>>,
    player: SessionPlayer,
    query: Query,
) -> Result<Json<Value>, ApiError> {
    let code = query.required("gameCode")?;
    state.store.write(|transaction| {
        coupon::choose_game(transaction, &state.offers.current(), player.pid, code)
    })?;
    Ok(ok_response())
}
