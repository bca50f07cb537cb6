//! The catalogue of offers. `offers` loads it from files. `coupon` manages the coupons that players
//! have redeemed, which are in the database.

use std::sync::Arc;

use crate::clock::Timestamps;

/// The length of a day, in milliseconds.
pub(crate) const DAY: i64 = 24 * 60 * 60 * 1000;

/// An offer, with the fields of a promotion in section 3. Amounts are in cents.
#[derive(Debug)]
pub(crate) struct Offer {
    pub(crate) code: String,
    pub(crate) title: String,
    pub(crate) description: String,
    pub(crate) reward_type: String,
    pub(crate) redeem_type: String,
    pub(crate) redemption_type: String,
    /// Start in milliseconds since 1970 UTC. `None` means that the offer has always been valid.
    pub(crate) starts: Option<i64>,
    pub(crate) end: End,
    /// Maximum number of uses per player: in total, in a month, in a week and in a day. 0 means no
    /// limit.
    pub(crate) uses: [i64; 4],
    /// Deposit tiers, the smallest first. Empty if the offer needs no deposit.
    pub(crate) steps: Vec<Step>,
    /// Wagering multiplier: one for all steps, or one for each step.
    pub(crate) wagering: Vec<i64>,
    pub(crate) methods: Vec<Method>,
    /// Fixed amount, which is added to a percentage of the deposit.
    pub(crate) amount: i64,
    pub(crate) spins: Option<i64>,
    /// Games on which the free spins can be used.
    pub(crate) games: Vec<Game>,
    /// Largest balance with which players may redeem the offer. If it is set, they also need an
    /// earlier deposit.
    pub(crate) largest_balance: Option<i64>,
    pub(crate) user_hash: String,
    pub(crate) picture: Picture,
    pub(crate) audience: Audience,
}

/// The end of an offer.
#[derive(Debug, Clone, Copy)]
pub(crate) enum End {
    /// An instant in milliseconds since 1970 UTC.
    At(i64),
    /// The start of a day, as a number of days after the day on which the sandbox was opened. Such
    /// offers have an end, but are valid with an old database too.
    After(i64),
}

/// A deposit tier: the bonus for deposits of at least `minimum`.
#[derive(Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Step {
    /// Bonus in per cent of the deposit.
    pub(crate) percent: Option<i64>,
    pub(crate) minimum: i64,
    /// Largest part of the deposit that earns the bonus. `None` means no limit.
    pub(crate) maximum: Option<i64>,
}

/// A payment method. A value that is not set is taken from the first step.
#[derive(Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Method {
    pub(crate) name: String,
    pub(crate) percent: Option<i64>,
    pub(crate) minimum: Option<i64>,
    /// Largest deposit. 0 means no limit.
    pub(crate) maximum: Option<i64>,
}

/// A game for free spins. `code` is the game id and the machine id, joined by a hyphen.
#[derive(Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Game {
    pub(crate) code: String,
    pub(crate) name: String,
}

/// The picture of an offer.
#[derive(Debug, Clone, Default, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Picture {
    #[default]
    Drawn,
    None,
    /// A URL that returns 404.
    Broken,
    /// A picture of the site, at this URL.
    At(String),
}

/// The group of users that see an offer.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Audience {
    /// All visitors. The offer is listed in `rtgcoupons.json`.
    #[default]
    Everyone,
    /// All players.
    Players,
    /// The player whose daily reward it is.
    Rewarded,
}

impl Offer {
    /// Returns the end of the offer, in milliseconds since 1970 UTC. For a daily reward this is a
    /// default; `daily` has the actual end for each player.
    pub(crate) fn ends(&self, time: Timestamps) -> i64 {
        match self.end {
            _ if self.audience == Audience::Rewarded => time.opened + DAY / 2,
            End::At(instant) => instant,
            End::After(days) => (time.opened.div_euclid(DAY) + days) * DAY,
        }
    }

    /// Whether the start of the offer has passed.
    pub(crate) fn has_started(&self, time: Timestamps) -> bool {
        self.starts.is_none_or(|starts| starts <= time.now)
    }

    /// Whether the offer is listed in `rtgcoupons.json`. Offers with `End::After` exist only in the
    /// sandbox, and the file lists them after their end too.
    pub(crate) fn is_in_file(&self, time: Timestamps) -> bool {
        let is_listed = matches!(self.end, End::After(_)) || self.ends(time) > time.now;
        self.audience == Audience::Everyone && self.has_started(time) && is_listed
    }

    /// Whether the offer requires a deposit.
    pub(crate) fn needs_deposit(&self) -> bool {
        !self.steps.is_empty()
    }

    /// Returns the game of the free spins, if there is no choice.
    pub(crate) fn only_game(&self) -> Option<&Game> {
        if let [only] = self.games.as_slice() { Some(only) } else { None }
    }

    /// Returns the wagering multiplier for the step with this index.
    pub(crate) fn wagering_multiplier(&self, step: usize) -> i64 {
        self.wagering.get(step).or(self.wagering.last()).copied().unwrap_or(0)
    }
}

/// All offers, in the order in which they are listed.
#[derive(Debug)]
pub(crate) struct Catalogue(pub(crate) Vec<Arc<Offer>>);

impl Catalogue {
    /// Returns the offer with a code. Ignores case and surrounding white space.
    pub(crate) fn offer(&self, code: &str) -> Option<&Arc<Offer>> {
        self.0.iter().find(|offer| offer.code.eq_ignore_ascii_case(code.trim()))
    }
}
