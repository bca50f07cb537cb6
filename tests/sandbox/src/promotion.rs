//! How an offer looks to clients: the promotion of section 3, with its fields spelled as there (decision A59).

use serde_json::{Value, json};

use crate::catalogue::{Audience, Method, Offer, Picture};
use crate::coupon::Held;
use crate::money;

/// A day in milliseconds.
pub(crate) const DAY: i64 = 24 * 60 * 60 * 1000;

impl Offer {
    /// Epoch seconds. It moves on with the day, so that an old database still has something to offer.
    pub(crate) fn expiry(&self, now: i64) -> i64 {
        if self.audience == Audience::Rewarded {
            return (now + DAY / 2) / 1000;
        }
        (now.div_euclid(DAY) + self.days) * DAY / 1000
    }

    /// Whether it gives nothing before money is paid in.
    pub(crate) fn needs_deposit(&self) -> bool {
        !self.minimum.is_empty()
    }

    /// The promotion of section 3; `held` says how far the player is with it.
    pub(crate) fn promotion(&self, now: i64, held: Option<&Held>) -> Value {
        let first = |list: &[i64]| list.first().copied().unwrap_or(0);
        let bank = |Method(name, own): &Method| {
            let [least, most, bonus] = own.unwrap_or([first(self.minimum), first(self.maximum), first(self.bonus)]);
            json!({ "deposit_method": name, "minimum_deposit": least, "maximum_deposit": most, "bonus": bonus })
        };
        let banks: Vec<Value> = self.methods.iter().map(bank).collect();
        let spins: Vec<Value> = self
            .games
            .iter()
            .map(|(code, name)| json!({ "spins_needed": first(self.spins), "game_description": name, "game_code": code }))
            .collect();
        let chosen = held.map_or("", |held| held.game.as_str());
        let game = self.games.iter().find(|(code, _)| *code == chosen).or(self.games.first());
        let details = game.map_or_else(
            || json!({}),
            |(code, name)| {
                let (game, machine) = code.split_once('-').unwrap_or((code, "0"));
                json!({
                    "denomination": 0.25,
                    "game_description": name,
                    "game_id": game.parse::<i64>().unwrap_or(0),
                    "mach_id": machine.parse::<i64>().unwrap_or(0),
                    "free_spin_winnings": money::amount(held.map_or(0, |held| held.winnings)),
                })
            },
        );
        json!({
            "coupon_code": self.code,
            "coupon_title": self.title,
            "coupon_description": self.description,
            "image_url": match self.picture {
                Picture::None => String::new(),
                Picture::Drawn | Picture::Broken => format!("/rtgcoupons/{}.svg", self.code.to_lowercase()),
            },
            "reward_type": self.reward_type,
            "redeem_type": self.redeem_type,
            "redemption_type": self.redemption_type,
            "expiry": self.expiry(now),
            "max_uses_per_player": self.uses[0],
            "max_users_player_per_month": self.uses[1],
            "max_users_player_per_week": self.uses[2],
            "max_uses_player_per_day": self.uses[3],
            "bonus": self.bonus,
            "playthrough": self.playthrough,
            "spins": self.spins,
            "minimum_deposit": self.minimum,
            "maximum_deposit": self.maximum,
            "deposit_method": self.methods.iter().map(|Method(name, _)| *name).collect::<Vec<_>>(),
            "bank_method_list": banks,
            "coupon_amount": money::amount(self.cents),
            "spins_remaining": held.map_or(0, |held| held.spins),
            "free_spin_details": details,
            "free_spin_details_list": spins,
            "userHash": self.user_hash,
            "playthrough_details": {
                "awaiting_deposit": held.is_some_and(|held| held.awaiting),
                "amount_played": money::amount(held.map_or(0, |held| held.played)),
                "amount_needed": money::amount(held.map_or(0, |held| held.needed)),
            },
        })
    }
}
