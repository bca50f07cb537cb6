//! Reward coupons and cashback (rows 7.3-04 and 7.3-06).

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use rusqlite::{OptionalExtension, params};
use serde::Deserialize;
use serde_json::Value;

use super::fields::Skin;
use super::{Body, Id, Query, Text, ok_response};
use crate::call::{Call, HttpMethod};
use crate::error::ApiError;
use crate::offers::coupon::{self, RedeemCall};
use crate::players::money;
use crate::players::session::SessionPlayer;
use crate::{AppState, texts};

pub(super) fn calls() -> Vec<Call> {
    vec![
        Call::api(HttpMethod::Post, "/player/{pid}/rewards/redeem", redeem)
            .summary("Redeems a reward coupon.")
            .requires_session()
            .json_body("Reward")
            .response("Redeemed"),
        Call::api(HttpMethod::Post, "/player/{pid}/rewards/cashback", cashback)
            .summary("Pays out a cashback, once.")
            .requires_session()
            .required_query(&["login"])
            .json_body("Cashback"),
    ]
}

#[derive(Deserialize)]
struct Reward {
    player_id: Id,
    coupon: Text<64>,
    #[serde(rename = "skin_id")]
    _skin_id: Skin,
}

async fn redeem(
    State(state): State<Arc<AppState>>,
    player: SessionPlayer,
    Body(body): Body<Reward>,
) -> Result<Json<Value>, ApiError> {
    player.check_id(body.player_id.number())?;
    let time = state.clock.timestamps();
    let offers = state.offers.current();

    state
        .store
        .write(|transaction| {
            coupon::redeem(
                transaction,
                &offers,
                player.pid,
                &body.coupon,
                RedeemCall::Reward,
                true,
                time,
            )
        })
        .map(Json)
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Cashback {
    tx_id_hash: Text<128>,
    user_hash: Text<128>,
}

async fn cashback(
    State(state): State<Arc<AppState>>,
    player: SessionPlayer,
    query: Query,
    Body(body): Body<Cashback>,
) -> Result<Json<Value>, ApiError> {
    let login = query.required("login")?;

    state.store.write(|transaction| {
        player.check_login(transaction, login)?;

        let sql = "update cashbacks set claimed = 1
                   where pid = ? and tx_hash = ? and user_hash = ? and claimed = 0 returning cents";
        let cents: Option<i64> = transaction
            .query_row(sql, params![player.pid, &*body.tx_id_hash, &*body.user_hash], |row| {
                row.get(0)
            })
            .optional()?;

        let cents = cents.ok_or_else(|| ApiError::conflict(texts::CASHBACK_FAILED))?;
        money::add_entry(transaction, player.pid, cents, "cashback", state.clock.now())?;
        Ok::<_, ApiError>(())
    })?;
    Ok(ok_response())
}
