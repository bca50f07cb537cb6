//! The coupons of the sample house: one of every kind that a card must be able to show, and some that try to break it.

use crate::catalogue::{Audience, BASE, FREE, Method, ON_DEPOSIT, Offer, Picture};

/// All offers, in the order in which they are listed.
pub(crate) const OFFERS: [Offer; 20] = [
    Offer {
        code: "MAX325",
        title: "325% Welcome Offer",
        description: "<p>Begin with <strong>325%</strong> on your first deposit, up to $9,750.</p>",
        bonus: &[325],
        maximum: &[3000],
        methods: &[Method("Visa", None), Method("Mastercard", None), Method("Bitcoin", Some([20, 5000, 350]))],
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
        code: "STEPS",
        title: "Up To 200% In Steps",
        description: "<p>The more you pay in, the higher the bonus:</p><ul><li>100% from $30</li><li>150% from $75</li>\
            <li>200% from $150</li></ul>",
        bonus: &[100, 150, 200],
        playthrough: &[20, 25, 30],
        minimum: &[30, 75, 150],
        maximum: &[74, 149, 1000],
        methods: &[
            Method("Visa", None),
            Method("Bank wire", Some([150, 0, 200])),
            Method("Bitcoin", Some([9, 2500, 220])),
            Method("Prepaid voucher", Some([5, 8, 50])),
        ],
        ..BASE
    },
    Offer {
        code: "OPENEND",
        title: "75% Without A Ceiling",
        description: "<p>No highest deposit, and good as often as you like.</p>",
        bonus: &[75],
        playthrough: &[35],
        maximum: &[],
        methods: &[],
        uses: [0, 0, 0, 0],
        ..BASE
    },
    Offer {
        code: "HTML10",
        title: "10% & A <b>Tag</b> In The Title",
        description: "<p>Whatever stands here, <strong>nothing of it runs</strong>.</p><script>window.hostile = 1</script>\
            <img src=x onerror=\"window.hostile = 2\"><svg onload=\"window.hostile = 3\"></svg>\
            <a href=\"javascript:window.hostile = 4\">a script</a> <a href=\"https://example.com/\" onclick=\"window.hostile = 5\">\
            a link</a><iframe srcdoc=\"<script>parent.hostile = 6</script>\"></iframe><style>body { display: none }</style>\
            <form action=\"https://example.com/\"><input name=password></form><p style=\"position: fixed; inset: 0\">cover</p>\
            <b>unclosed <i>tags <table><tr><td>",
        bonus: &[10],
        ..BASE
    },
    Offer { code: "NOPIC25", title: "25% Without A Picture", description: "", bonus: &[25], picture: Picture::None, ..BASE },
    Offer {
        code: "LOSTPIC30",
        title: "30% With A Lost Picture",
        description: "<p>Its picture is not where it should be.</p>",
        bonus: &[30],
        picture: Picture::Broken,
        ..BASE
    },
    Offer {
        code: "LONGREAD",
        title: "A Title That Goes On For Longer Than Any Title Of A Promotion Should Ever Go On, And Then A Little Longer",
        description: "<p>Averylongwordwithoutasinglespaceinitthatnobrowsercanbreakwhereitwouldliketobreakitsothatitrunsoutofthecard.</p>\
            <p>And then a text of ordinary words that is long enough to fill several lines of a card on a small screen, so that one \
            can see where it ends and what comes below it when the details are open.</p>",
        bonus: &[40],
        days: 3650,
        ..BASE
    },
    Offer {
        code: "BIGSPINS",
        title: "A Bonus With 50 Spins",
        description: "<p>A bonus and fifty spins with your next deposit.</p>",
        reward_type: "FreeSpins",
        bonus: &[60],
        spins: &[50],
        games: &[("18-32", "Gold Rush")],
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
