//! Reward coupons and cashback (rows 7.3-04 and 7.3-06).

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use rusqlite::{OptionalExtension, params};
use serde::Deserialize;
use serde_json::Value;

use super::fields::Skin;
use super::{Body, Id, Query, Text, done};
use crate::World;
use crate::call::{Call, Verb};
use crate::coupon::{self, Way};
use crate::error::ApiError;
use crate::session::Own;
use crate::{money, texts};

pub(super) fn calls() -> Vec<Call> {
    vec![
        Call::api(Verb::Post, "/player/{pid}/rewards/redeem", redeem)
            .says("Redeems a reward coupon.")
            .session()
            .takes("Reward")
            .answers("Redeemed"),
        Call::api(Verb::Post, "/player/{pid}/rewards/cashback", cashback)
            .says("Claims a cashback, once.")
            .session()
            .needs(&["login"])
            .takes("Cashback"),
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
    State(world): State<Arc<World>>,
    own: Own,
    Body(body): Body<Reward>,
) -> Result<Json<Value>, ApiError> {
    own.is(body.player_id.number())?;
    let at = world.clock.moment();
    let offers = world.offers.now();
    world
        .store
        .write(|change| {
            coupon::redeem(change, &offers, own.pid, &body.coupon, Way::Reward, true, at)
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
    State(world): State<Arc<World>>,
    own: Own,
    query: Query,
    Body(body): Body<Cashback>,
) -> Result<Json<Value>, ApiError> {
    let login = query.needed("login")?;
    world.store.write(|change| {
        own.is_called(change, login)?;
        let sql = "update cashbacks set claimed = 1
                   where pid = ? and tx_hash = ? and user_hash = ? and claimed = 0 returning cents";
        let cents: Option<i64> = change
            .query_row(sql, params![own.pid, &*body.tx_id_hash, &*body.user_hash], |row| row.get(0))
            .optional()?;
        let cents = cents.ok_or_else(|| ApiError::conflict(texts::CASHBACK_FAILED))?;
        money::book(change, own.pid, cents, "cashback", world.clock.now())?;
        Ok::<_, ApiError>(())
    })?;
    Ok(done())
}
