//! Serializes an offer for clients as the promotion of section 3, with the field names of that
//! section (decision A59).

use serde_json::{Value, json};

use crate::clock::Timestamps;
use crate::offers::catalogue::{Game, Method, Offer, Picture};
use crate::offers::coupon::ActiveCoupon;
use crate::players::money;

impl Offer {
    /// Returns the promotion of section 3. `active_coupon` is the player's progress with it.
    pub(crate) fn promotion(
        &self,
        time: Timestamps,
        active_coupon: Option<&ActiveCoupon>,
    ) -> Value {
        let first_step = self.steps.first();
        let bank = |method: &Method| {
            json!({
                "deposit_method": method.name,
                "minimum_deposit": dollars(method.minimum.or(first_step.map(|step| step.minimum)).unwrap_or(0)),
                "maximum_deposit": dollars(method.maximum.or(first_step.and_then(|step| step.maximum)).unwrap_or(0)),
                "bonus": method.percent.or(first_step.and_then(|step| step.percent)).unwrap_or(0),
            })
        };

        let banks: Vec<Value> = self.methods.iter().map(bank).collect();
        let spins: Vec<Value> = self
            .games
            .iter()
            .map(|Game { code, name }| {
                json!({ "spins_needed": self.spins.unwrap_or(0), "game_description": name, "game_code": code })
            })
            .collect();

        let chosen = active_coupon.map_or("", |active_coupon| active_coupon.game.as_str());
        // Of several games, none belongs to the spins until the player has chosen one (decision A110).
        let game = self.only_game().or_else(|| self.games.iter().find(|game| game.code == chosen));

        let details = game.map_or_else(
            || json!({}),
            |Game { code, name }| {
                let (game, machine) = code.split_once('-').unwrap_or((code, "0"));
                json!({
                    "denomination": 0.25,
                    "game_description": name,
                    "game_id": game.parse::<i64>().unwrap_or(0),
                    "mach_id": machine.parse::<i64>().unwrap_or(0),
                    "free_spin_winnings": money::amount(active_coupon.map_or(0, |active_coupon| active_coupon.winnings)),
                })
            },
        );

        json!({
            "coupon_code": self.code,
            "coupon_title": self.title,
            "coupon_description": self.description,
            "image_url": match &self.picture {
                Picture::At(url) => url.clone(),
                Picture::None => String::new(),
                Picture::Drawn | Picture::Broken => format!("/rtgcoupons/{}.svg", self.code.to_lowercase()),
            },
            "reward_type": self.reward_type,
            "redeem_type": self.redeem_type,
            "redemption_type": self.redemption_type,
            "expiry": self.ends(time) / 1000,
            "max_uses_per_player": self.uses[0],
            "max_users_player_per_month": self.uses[1],
            "max_users_player_per_week": self.uses[2],
            "max_uses_player_per_day": self.uses[3],
            "bonus": self.steps.iter().filter_map(|step| step.percent).collect::<Vec<_>>(),
            "playthrough": self.wagering,
            "spins": self.spins.as_slice(),
            "minimum_deposit": self.steps.iter().map(|step| dollars(step.minimum)).collect::<Vec<_>>(),
            "maximum_deposit": self.steps.iter().filter_map(|step| step.maximum.map(dollars)).collect::<Vec<_>>(),
            "deposit_method": self.methods.iter().map(|method| &method.name).collect::<Vec<_>>(),
            "bank_method_list": banks,
            "coupon_amount": money::amount(self.amount),
            "spins_remaining": active_coupon.map_or(0, |active_coupon| active_coupon.spins),
            "free_spin_details": details,
            "free_spin_details_list": spins,
            "userHash": self.user_hash,
            "playthrough_details": {
                "awaiting_deposit": active_coupon.is_some_and(|active_coupon| active_coupon.awaiting),
                "amount_played": money::amount(active_coupon.map_or(0, |active_coupon| active_coupon.played)),
                "amount_needed": money::amount(active_coupon.map_or(0, |active_coupon| active_coupon.needed)),
            },
        })
    }
}

/// Converts cents to a number of dollars: an integer for whole dollars, otherwise a decimal number.
fn dollars(cents: i64) -> Value {
    if cents % 100 == 0 { json!(cents / 100) } else { money::amount(cents) }
}
