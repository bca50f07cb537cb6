//! What the house offers. Where it is written is known by `offers`; what players have done with it is in the database, see
//! `coupon`.

use std::sync::Arc;

use crate::clock::Moment;

/// A day in milliseconds.
pub(crate) const DAY: i64 = 24 * 60 * 60 * 1000;

/// One offer, with the fields of a promotion in section 3. Amounts are cents.
#[derive(Debug)]
pub(crate) struct Offer {
    pub(crate) code: String,
    pub(crate) title: String,
    pub(crate) description: String,
    pub(crate) reward_type: String,
    pub(crate) redeem_type: String,
    pub(crate) redemption_type: String,
    /// When it begins, in milliseconds since 1970 UTC; it always has where there is nothing.
    pub(crate) starts: Option<i64>,
    pub(crate) end: End,
    /// Most uses for each player, and in a month, a week and a day; 0 is no limit.
    pub(crate) uses: [i64; 4],
    /// What deposits of which size earn, the smallest first; none where nothing needs to be paid in.
    pub(crate) steps: Vec<Step>,
    /// How often it is played through: one figure, or one for each step.
    pub(crate) wagering: Vec<i64>,
    pub(crate) methods: Vec<Method>,
    /// What it gives besides a share of the deposit.
    pub(crate) amount: i64,
    pub(crate) spins: Option<i64>,
    /// Games of its free spins.
    pub(crate) games: Vec<Game>,
    /// Who may redeem it: those who have paid in before and own no more.
    pub(crate) largest_balance: Option<i64>,
    pub(crate) user_hash: String,
    pub(crate) picture: Picture,
    pub(crate) audience: Audience,
}

/// When an offer is over.
#[derive(Debug, Clone, Copy)]
pub(crate) enum End {
    /// At a moment, in milliseconds since 1970 UTC.
    At(i64),
    /// At the beginning of a day, counted from the one on which the sandbox was opened: an old database still has something
    /// to offer, and what is offered ends.
    After(i64),
}

/// What a deposit from a size on earns.
#[derive(Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Step {
    /// Per cent of the deposit.
    pub(crate) percent: Option<i64>,
    pub(crate) minimum: i64,
    /// So much of it counts; all where there is nothing.
    pub(crate) maximum: Option<i64>,
}

/// A way to pay, with what is its own; the rest is the first step's.
#[derive(Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Method {
    pub(crate) name: String,
    pub(crate) percent: Option<i64>,
    pub(crate) minimum: Option<i64>,
    /// 0 is no limit.
    pub(crate) maximum: Option<i64>,
}

/// A game of free spins: game and machine id, joined by a hyphen, and its name.
#[derive(Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Game {
    pub(crate) code: String,
    pub(crate) name: String,
}

/// What an offer has for a picture.
#[derive(Debug, Clone, Default, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Picture {
    #[default]
    Drawn,
    None,
    /// An address where there is none.
    Broken,
    /// One of the site's own, at this address.
    At(String),
}

/// Who sees an offer.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Audience {
    /// Visitors too: it stands in `rtgcoupons.json`.
    #[default]
    Everyone,
    /// Every player.
    Players,
    /// The player who has it as a daily reward.
    Rewarded,
}

impl Offer {
    /// When it is over, in milliseconds. What is one player's own for a day ends with that day; see `daily`.
    pub(crate) fn ends(&self, at: Moment) -> i64 {
        match self.end {
            _ if self.audience == Audience::Rewarded => at.opened + DAY / 2,
            End::At(moment) => moment,
            End::After(days) => (at.opened.div_euclid(DAY) + days) * DAY,
        }
    }

    /// Whether it has begun.
    pub(crate) fn has_begun(&self, at: Moment) -> bool {
        self.starts.is_none_or(|starts| starts <= at.now)
    }

    /// Whether it stands in `rtgcoupons.json`. That file does not know the time of what the sandbox alone offers: one that is
    /// over stays in it until somebody takes it out.
    pub(crate) fn is_in_file(&self, at: Moment) -> bool {
        let is_listed = matches!(self.end, End::After(_)) || self.ends(at) > at.now;
        self.audience == Audience::Everyone && self.has_begun(at) && is_listed
    }

    /// Whether it gives nothing before money is paid in.
    pub(crate) fn needs_deposit(&self) -> bool {
        !self.steps.is_empty()
    }

    /// How often what it gives is played through, for the step that a deposit reached.
    pub(crate) fn times(&self, step: usize) -> i64 {
        self.wagering.get(step).or(self.wagering.last()).copied().unwrap_or(0)
    }
}

/// Everything that is offered, in the order in which it is listed.
#[derive(Debug)]
pub(crate) struct Catalogue(pub(crate) Vec<Arc<Offer>>);

impl Catalogue {
    /// The offer with a code, however it is typed.
    pub(crate) fn offer(&self, code: &str) -> Option<&Arc<Offer>> {
        self.0.iter().find(|offer| offer.code.eq_ignore_ascii_case(code.trim()))
    }
}
