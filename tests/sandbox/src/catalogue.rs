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
    pub(crate) methods: &'static [&'static str],
    /// What it gives without a deposit, in cents.
    pub(crate) cents: i64,
    /// Games of its free spins: code and name.
    pub(crate) games: &'static [(&'static str, &'static str)],
    pub(crate) user_hash: &'static str,
    pub(crate) audience: Audience,
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
const BASE: Offer = Offer {
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
    methods: &["Visa", "Mastercard"],
    cents: 0,
    games: &[],
    user_hash: "",
    audience: Audience::Everyone,
};

/// A bonus without a deposit.
const FREE: Offer = Offer {
    reward_type: "Free",
    redemption_type: ON_REDEMPTION,
    minimum: &[],
    maximum: &[],
    methods: &[],
    uses: [1, 1, 1, 1],
    ..BASE
};

/// All offers, in the order in which they are listed.
pub(crate) const OFFERS: [Offer; 13] = [
    Offer {
        code: "MAX325",
        title: "325% Welcome Offer",
        description: "<p>Begin with <strong>325%</strong> on your first deposit, up to $9,750.</p>",
        bonus: &[325],
        maximum: &[3000],
        methods: &["Visa", "Mastercard", "Bitcoin"],
        uses: [1, 1, 1, 1],
        days: 365,
        ..BASE
    },
    Offer {
        code: "DEP250",
        title: "250% Match",
        description: "<p>A 250% match for slots and specialty games.</p>",
        bonus: &[250],
        ..BASE
    },
    Offer {
        code: "DEP200",
        title: "200% Match",
        description: "<p>A 200% match that is good on any day of the week.</p>",
        bonus: &[200],
        playthrough: &[25],
        uses: [300, 300, 200, 150],
        ..BASE
    },
    Offer {
        code: "PLAY100",
        title: "100% Reload",
        description: "<p>Double your deposit and play on.</p>",
        bonus: &[100],
        playthrough: &[10, 20],
        ..BASE
    },
    Offer {
        code: "NINJABOOST",
        title: "Ninja Boost",
        description: "<p>A quick boost with a low bet and a capped win.</p>",
        bonus: &[150],
        ..BASE
    },
    Offer {
        code: "SPINS25",
        title: "25 Extra Spins",
        description: "<p>Twenty-five spins on <em>Gold Rush</em>, on the house.</p>",
        reward_type: "FreeSpins",
        redemption_type: "Free spins",
        spins: &[25],
        games: &[("18-32", "Gold Rush")],
        ..FREE
    },
    Offer {
        code: "SPINS40",
        title: "40 Extra Spins",
        description: "<p>Forty spins on the game that you choose.</p>",
        reward_type: "FreeSpins",
        redemption_type: "Free spins",
        spins: &[40],
        games: &[("18-32", "Gold Rush"), ("18-33", "Amber Harbour")],
        audience: Audience::Players,
        ..FREE
    },
    Offer {
        code: "FIXED10",
        title: "$10 On The House",
        description: "<p>Ten dollars to try a few games with.</p>",
        cents: 1000,
        ..FREE
    },
    Offer {
        code: "NEXT20",
        title: "$20 With Your Next Deposit",
        description: "<p>Twenty dollars on top of your next deposit.</p>",
        redemption_type: ON_DEPOSIT,
        cents: 2000,
        audience: Audience::Players,
        ..BASE
    },
    Offer {
        code: "RWD50",
        title: "50% Loyalty Reward",
        description: "<p>A reward for staying with us.</p>",
        redeem_type: "reward",
        bonus: &[50],
        audience: Audience::Players,
        ..BASE
    },
    Offer {
        code: "CASHBACK-AB12",
        title: "25% Cashback",
        description: "<p>A part of your last deposit comes back.</p>",
        reward_type: "CASHBACK",
        redemption_type: "Cashback",
        user_hash: "c0ffee12",
        audience: Audience::Players,
        ..FREE
    },
    Offer {
        code: "DAILY50",
        title: "Extra For Today",
        description: "<p>Fifty percent, for you, today.</p>",
        reward_type: "ARSDaily",
        redeem_type: "reward",
        bonus: &[50],
        days: 1,
        audience: Audience::Rewarded,
        ..BASE
    },
    Offer {
        code: "LATE15",
        title: "15% From Last Month",
        description: "<p>This one is over.</p>",
        bonus: &[15],
        days: -3,
        ..BASE
    },
];

/// The offer with a code, however it is typed.
pub(crate) fn offer(code: &str) -> Option<&'static Offer> {
    OFFERS.iter().find(|offer| offer.code.eq_ignore_ascii_case(code.trim()))
}
