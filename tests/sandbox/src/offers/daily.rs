//! The daily reward: a coupon for one player that is valid for one day.

use std::sync::Arc;

use rusqlite::{Connection, OptionalExtension, params};
use serde_json::{Value, json};

use crate::clock::Timestamps;
use crate::offers::catalogue::{Catalogue, Offer};

/// The daily reward of a player.
pub(crate) struct DailyReward {
    offer: Arc<Offer>,
    redeemed: i64,
    /// End of the reward, in milliseconds since 1970 UTC.
    ends_at: i64,
}

impl DailyReward {
    /// Returns the reward of a player, even if it is redeemed or has expired.
    pub(crate) fn find(
        connection: &Connection,
        catalogue: &Catalogue,
        pid: i64,
    ) -> rusqlite::Result<Option<DailyReward>> {
        let sql = "select code, redeemed, expires_at from daily_rewards where pid = ?";
        let found = connection.query_row(sql, params![pid], |row| {
            let offer = catalogue.offer(&row.get::<_, String>(0)?).cloned();
            let (redeemed, ends_at) = (row.get(1)?, row.get(2)?);
            Ok(offer.map(|offer| DailyReward { offer, redeemed, ends_at }))
        });
        Ok(found.optional()?.flatten())
    }

    /// Whether the reward is for this offer and can be redeemed.
    pub(crate) fn can_redeem(&self, offer: &Offer, now: i64) -> bool {
        self.offer.code == offer.code && self.redeemed == 0 && self.ends_at > now
    }

    /// Returns the coupon, with the end of this player's reward as its expiry.
    pub(crate) fn coupon(&self, time: Timestamps) -> Value {
        let mut coupon = self.offer.promotion(time, None);
        coupon["expiry"] = json!(self.ends_at / 1000);
        coupon
    }

    /// Returns the socket frame that the rewards service sends (row 7.6-07).
    pub(crate) fn frame(&self, time: Timestamps) -> Value {
        json!({ "coupon": self.coupon(time), "redeemed": self.redeemed })
    }
}
