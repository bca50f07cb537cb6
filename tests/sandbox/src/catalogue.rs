//! The coupons that the house offers. What players have done with them is in the database; see `coupon`.

/// One offer, with the fields of a promotion in section 3.
pub(crate) struct Offer {
    pub(crate) code: &'static str,
    pub(crate) title: &'static str,
    pub(crate) description: &'static str,
    pub(crate) reward_type: &'static str,
    pub(crate) redeem_type: &'static str,
    pub(crate) redemption_type: &'static str,
    /// How many days from today it is good for; below 0 it has expired.
    pub(crate) days: i64,
    /// Most uses for each player, and in a month, a week and a day; 0 is no limit.
    pub(crate) uses: [i64; 4],
    /// Percent of the deposit.
    pub(crate) bonus: &'static [i64],
    pub(crate) playthrough: &'static [i64],
    pub(crate) spins: &'static [i64],
    /// In dollars.
    pub(crate) minimum: &'static [i64],
    pub(crate) maximum: &'static [i64],
    /// Ways to pay, each with its least, its most (0: no limit) and its bonus where they differ from the first step's.
    pub(crate) methods: &'static [Method],
    /// What it gives without a deposit, in cents.
    pub(crate) cents: i64,
    /// Games of its free spins: code and name.
    pub(crate) games: &'static [(&'static str, &'static str)],
    pub(crate) user_hash: &'static str,
    pub(crate) picture: Picture,
    pub(crate) audience: Audience,
}

/// A way to pay: its name, and the least, the most and the bonus where they are its own.
pub(crate) struct Method(pub(crate) &'static str, pub(crate) Option<[i64; 3]>);

/// What an offer has for a picture.
#[derive(PartialEq, Eq)]
pub(crate) enum Picture {
    Drawn,
    None,
    /// An address where there is none.
    Broken,
}

/// Who sees an offer.
#[derive(PartialEq, Eq)]
pub(crate) enum Audience {
    /// Visitors too: it stands in `rtgcoupons.json`.
    Everyone,
    /// Every player.
    Players,
    /// The player who has it as a daily reward.
    Rewarded,
}

pub(crate) const ON_REDEMPTION: &str = "Fixed amount on redemption";
pub(crate) const ON_DEPOSIT: &str = "Fixed amount on next deposit";

/// A deposit bonus for everyone, from which the others differ.
pub(crate) const BASE: Offer = Offer {
    code: "",
    title: "",
    description: "",
    reward_type: "Deposit",
    redeem_type: "coupon",
    redemption_type: "Percentage of next deposit",
    days: 30,
    uses: [5, 5, 2, 1],
    bonus: &[],
    playthrough: &[30],
    spins: &[],
    minimum: &[30],
    maximum: &[1000],
    methods: &[Method("Visa", None), Method("Mastercard", None)],
    cents: 0,
    games: &[],
    user_hash: "",
    picture: Picture::Drawn,
    audience: Audience::Everyone,
};

/// A bonus without a deposit.
pub(crate) const FREE: Offer = Offer {
    reward_type: "Free",
    redemption_type: ON_REDEMPTION,
    minimum: &[],
    maximum: &[],
    methods: &[],
    uses: [1, 1, 1, 1],
    ..BASE
};

pub(crate) use crate::offers::OFFERS;

/// The offer with a code, however it is typed.
pub(crate) fn offer(code: &str) -> Option<&'static Offer> {
    OFFERS.iter().find(|offer| offer.code.eq_ignore_ascii_case(code.trim()))
}
