//! The daily reward: a coupon for one player that is valid for one day.

use std::sync::Arc;

use rusqlite::{Connection, OptionalExtension, params};
use serde_json::{Value, json};

use crate::catalogue::{Catalogue, Offer};
use crate::clock::Moment;

/// The daily reward of a player.
pub(crate) struct Daily {
    offer: Arc<Offer>,
    redeemed: i64,
    /// End of the reward, in milliseconds since 1970 UTC.
    until: i64,
}

impl Daily {
    /// Returns the reward of a player, even if it is redeemed or has expired.
    pub(crate) fn of(
        ask: &Connection,
        offers: &Catalogue,
        pid: i64,
    ) -> rusqlite::Result<Option<Daily>> {
        let sql = "select code, redeemed, expires_at from daily_rewards where pid = ?";
        let found = ask.query_row(sql, params![pid], |row| {
            let offer = offers.offer(&row.get::<_, String>(0)?).cloned();
            let (redeemed, until) = (row.get(1)?, row.get(2)?);
            Ok(offer.map(|offer| Daily { offer, redeemed, until }))
        });
        Ok(found.optional()?.flatten())
    }

    /// Whether the reward is for this offer and can be redeemed.
    pub(crate) fn gives(&self, offer: &Offer, now: i64) -> bool {
        self.offer.code == offer.code && self.redeemed == 0 && self.until > now
    }

    /// Returns the coupon, with the end of this player's reward as its expiry.
    pub(crate) fn coupon(&self, at: Moment) -> Value {
        let mut coupon = self.offer.promotion(at, None);
        coupon["expiry"] = json!(self.until / 1000);
        coupon
    }

    /// Returns the socket frame that the rewards service sends (row 7.6-07).
    pub(crate) fn frame(&self, at: Moment) -> Value {
        json!({ "coupon": self.coupon(at), "redeemed": self.redeemed })
    }
}
